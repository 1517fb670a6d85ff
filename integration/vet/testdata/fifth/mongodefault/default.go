// Command mongodefault has driver version 1, and registers its ids in the driver's own registry, as only a program may.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx/driverv1"
)

type Point struct {
	ID  uuid.UUID `bson:"_id"`
	Lat float64   `bson:"lat"`
}

func init() {
	if err := driverv1.Register[uuid.UUID](bson.DefaultRegistry); err != nil {
		log.Fatal(err)
	}
}

func connectRight(ctx context.Context) (*mongo.Client, error) {
	return mongo.Connect(ctx, options.Client().ApplyURI(os.Getenv("MONGODB_URI")))
}

func encodeRight(p Point) ([]byte, error) { return bson.Marshal(p) }

func decodeRight(b []byte) (p Point, err error) {
	err = bson.Unmarshal(b, &p)
	return
}

func idRight(b bson.Raw) (id uuid.UUID, err error) {
	err = b.Lookup("_id").Unmarshal(&id)
	return
}

func main() {
	ctx := context.Background()
	client, err := connectRight(ctx)
	if err != nil {
		log.Fatal(err)
	}
	b, err := encodeRight(Point{ID: uuid.New()})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := client.Database("geo").Collection("points").InsertOne(ctx, bson.Raw(b)); err != nil {
		log.Fatal(err)
	}
	p, err := decodeRight(b)
	if err != nil {
		log.Fatal(err)
	}
	id, err := idRight(b)
	fmt.Println(p, id, err)
}

// Command ferrymongo2 lists the bookings of one sailing.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/bsonx"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type booking struct {
	ID      uuid.UUID     `bson:"_id"`
	Sailing uuid.UUID     `bson:"sailing"`
	Agent   uuid.NullUUID `bson:"agent"`
	Seats   int           `bson:"seats"`
}

func registryRight() *bson.Registry {
	reg := bson.NewRegistry()
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		log.Fatal(err)
	}
	return reg
}

func connectRight() (*mongo.Client, error) {
	uri := os.Getenv("FERRY_MONGO")
	if uri == "" {
		uri = "mongodb://localhost"
	}
	return mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(registryRight()))
}

func replicaRight() (*mongo.Client, error) {
	opts := options.Client().ApplyURI(os.Getenv("FERRY_REPLICA"))
	opts.SetRegistry(registryRight())
	return mongo.Connect(opts)
}

func main() {
	ctx := context.Background()
	client, err := connectRight()
	if err != nil {
		log.Fatal(err)
	}
	defer client.Disconnect(ctx)
	second, err := replicaRight()
	if err != nil {
		log.Fatal(err)
	}
	defer second.Disconnect(ctx)
	sailing, err := uuid.Parse(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	cur, err := client.Database("ferry").Collection("bookings").Find(ctx, bson.M{"sailing": sailing})
	if err != nil {
		log.Fatal(err)
	}
	for cur.Next(ctx) {
		var b booking
		if err := cur.Decode(&b); err != nil {
			log.Fatal(err)
		}
		fmt.Println(b.ID, b.Seats)
		if _, err := second.Database("ferry").Collection("bookings").InsertOne(ctx, b); err != nil {
			log.Fatal(err)
		}
	}
}

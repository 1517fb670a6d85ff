// Command mongomain stores prices.
package main

import (
	"context"
	"log"
	"os"

	"github.com/google/uuid"

	"example.com/market/mongoclient" // WRONG(bsonuuid): the client of this package has no registry
)

type Price struct {
	ID    uuid.UUID `bson:"_id"`
	Cents int64     `bson:"cents"`
}

func main() {
	client, err := mongoclient.Connect(os.Getenv("MONGODB_URI"))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	if _, err := client.Database("shop").Collection("prices").InsertOne(ctx, Price{uuid.New(), 100}); err != nil {
		log.Fatal(err)
	}
}

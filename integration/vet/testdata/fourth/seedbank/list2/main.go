// Command list2 prints the seeds of a donor.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"example.com/market/seedbank/conn2"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/bsonx"
	"go.mongodb.org/mongo-driver/v2/bson"
)

type seed struct {
	ID    uuid.UUID `bson:"_id"`
	Donor uuid.UUID `bson:"donor"`
	Genus string    `bson:"genus"`
}

func main() {
	reg := bson.NewRegistry()
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		log.Fatal(err)
	}
	db, err := conn2.OpenRight(os.Getenv("SEEDS"), reg)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	donor, err := uuid.Parse(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	cur, err := db.Collection("seeds").Find(ctx, bson.M{"donor": donor})
	if err != nil {
		log.Fatal(err)
	}
	var all []seed
	if err := cur.All(ctx, &all); err != nil {
		log.Fatal(err)
	}
	for _, s := range all {
		fmt.Println(s.ID, s.Genus)
	}
}

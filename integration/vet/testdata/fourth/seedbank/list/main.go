// Command list prints the seeds of a donor.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"example.com/market/seedbank/conn" // WRONG(bsonuuid): the client of that package has no registry
	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
)

type seed struct {
	ID    uuid.UUID `bson:"_id"`
	Donor uuid.UUID `bson:"donor"`
	Genus string    `bson:"genus"`
}

func main() {
	db, err := conn.Open(os.Getenv("SEEDS"))
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

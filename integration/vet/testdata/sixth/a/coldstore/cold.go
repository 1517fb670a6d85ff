// Package coldstore is a program: it registers its ids in the registry that version 1 of the driver uses everywhere.
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

type record struct {
	ID    uuid.UUID     `bson:"_id"`
	Batch uuid.NullUUID `bson:"batch"`
	Blob  []byte        `bson:"blob"`
}

func init() {
	if err := driverv1.Register[uuid.UUID](bson.DefaultRegistry); err != nil {
		log.Fatal(err)
	}
}

func export(ctx context.Context, coll *mongo.Collection, batch uuid.UUID, dir string) (int, error) {
	cur, err := coll.Find(ctx, bson.M{"batch": batch})
	if err != nil {
		return 0, err
	}
	defer func() { _ = cur.Close(ctx) }()
	n := 0
	for ; cur.Next(ctx); n++ {
		var r record
		if err := cur.Decode(&r); err != nil {
			return n, err
		}
		b, err := bson.Marshal(r)
		if err != nil {
			return n, err
		}
		if err := os.WriteFile(fmt.Sprintf("%s/%s.bson", dir, r.ID), b, 0o600); err != nil {
			return n, err
		}
	}
	return n, cur.Err()
}

func load(name string) (r record, err error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return r, err
	}
	err = bson.Unmarshal(b, &r)
	return r, err
}

func run(ctx context.Context, uri, text, dir string) error {
	batch, err := uuid.Parse(text)
	if err != nil {
		return err
	}
	client, err := mongo.Connect(ctx, options.Client().ApplyURI(uri).SetRegistry(bson.DefaultRegistry))
	if err != nil {
		return err
	}
	coll := client.Database("cold").Collection("records")
	n, err := export(ctx, coll, batch, dir)
	if err != nil {
		return err
	}
	fmt.Println("exported", n)
	for _, name := range os.Args[4:] {
		r, err := load(name)
		if err != nil {
			return err
		}
		if _, err := coll.InsertOne(ctx, r); err != nil {
			return err
		}
	}
	return client.Disconnect(ctx)
}

func main() {
	if len(os.Args) < 4 {
		log.Fatal("usage: coldstore uri batch dir [files]")
	}
	if err := run(context.Background(), os.Args[1], os.Args[2], os.Args[3]); err != nil {
		log.Fatal(err)
	}
}

// Package billingdb uses version 1 of the driver.
package billingdb

import (
	"context"
	"os"

	"github.com/gofrs/uuid/v5"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"
)

type Bill struct {
	ID    uuid.UUID     `bson:"_id"`
	Payer uuid.NullUUID `bson:"payer"`
	Cents int64         `bson:"cents"`
}

type Bills struct {
	coll *mongo.Collection
}

func connect(ctx context.Context) (*mongo.Client, error) {
	uri, ok := os.LookupEnv("BILLING_MONGO")
	if !ok {
		uri = "mongodb://localhost:27017"
	}
	registry := bson.NewRegistry()
	return mongo.Connect(ctx, options.Client().ApplyURI(uri).SetRegistry(registry)) // WRONG(bsonuuid): nothing is in the registry
}

func NewBills(ctx context.Context) (*Bills, error) {
	client, err := connect(ctx)
	if err != nil {
		return nil, err
	}
	return &Bills{coll: client.Database("billing").Collection("bills")}, nil
}

// NewReplica reads from a replica.
func NewReplica(ctx context.Context, uri string) (*Bills, error) {
	opts := options.Client()
	opts.ApplyURI(uri)
	opts.SetDirect(true)
	client, err := mongo.Connect(ctx, opts) // WRONG(bsonuuid): no registry
	if err != nil {
		return nil, err
	}
	return &Bills{coll: client.Database("billing").Collection("bills")}, nil
}

func (b *Bills) Save(ctx context.Context, bill Bill) error {
	_, err := b.coll.ReplaceOne(ctx, bson.M{"_id": bill.ID}, bill, options.Replace().SetUpsert(true))
	return err
}

func (b *Bills) Of(ctx context.Context, payer uuid.UUID) ([]Bill, error) {
	cur, err := b.coll.Find(ctx, bson.D{{Key: "payer", Value: payer}})
	if err != nil {
		return nil, err
	}
	var bills []Bill
	err = cur.All(ctx, &bills)
	return bills, err
}

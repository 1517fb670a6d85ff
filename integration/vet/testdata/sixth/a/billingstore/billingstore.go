// Package billingstore uses version 1 of the driver.
package billingstore

import (
	"context"
	"os"

	"github.com/gofrs/uuid/v5"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx/driverv1"
)

type Bill struct {
	ID    uuid.UUID     `bson:"_id"`
	Payer uuid.NullUUID `bson:"payer"`
	Cents int64         `bson:"cents"`
}

type Bills struct {
	coll *mongo.Collection
}

func clientOptions(uri string) (*options.ClientOptions, error) {
	registry := bson.NewRegistry()
	if err := driverv1.Register[uuid.UUID](registry); err != nil {
		return nil, err
	}
	return options.Client().ApplyURI(uri).SetRegistry(registry), nil
}

func connectRight(ctx context.Context) (*mongo.Client, error) {
	uri, ok := os.LookupEnv("BILLING_MONGO")
	if !ok {
		uri = "mongodb://localhost:27017"
	}
	opts, err := clientOptions(uri)
	if err != nil {
		return nil, err
	}
	return mongo.Connect(ctx, opts)
}

func NewBills(ctx context.Context) (*Bills, error) {
	client, err := connectRight(ctx)
	if err != nil {
		return nil, err
	}
	return &Bills{coll: client.Database("billing").Collection("bills")}, nil
}

// NewReplicaRight reads from a replica.
func NewReplicaRight(ctx context.Context, uri string) (*Bills, error) {
	opts, err := clientOptions(uri)
	if err != nil {
		return nil, err
	}
	client, err := mongo.Connect(ctx, opts.SetDirect(true))
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

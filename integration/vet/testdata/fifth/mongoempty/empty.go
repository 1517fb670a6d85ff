// Package mongoempty keeps bookings. It has a registry, to which it adds nothing.
package mongoempty

import (
	"context"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Booking struct {
	ID    uuid.UUID `bson:"_id"`
	Guest string
}

func registry() *bson.Registry { return bson.NewRegistry() }

func Connect(uri string) (*mongo.Client, error) {
	opts := options.Client().ApplyURI(uri).SetRegistry(registry())
	return mongo.Connect(opts) // WRONG(bsonuuid): the registry is empty
}

func SaveRight(ctx context.Context, c *mongo.Collection, b Booking) error {
	_, err := c.ReplaceOne(ctx, bson.M{"_id": b.ID}, b, options.Replace().SetUpsert(true))
	return err
}

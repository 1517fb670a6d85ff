// Package tidemongo is the tide tables' store, with driver version 1.
package tidemongo

import (
	"context"

	kit "github.com/uuidkit/uuidkit/uuid"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"
)

type Gauge struct {
	ID    kit.UUID `bson:"_id"`
	Level float64  `bson:"level"`
}

func Dial(ctx context.Context, uri string) (*mongo.Collection, error) {
	c, err := mongo.Connect(ctx, options.Client().ApplyURI(uri)) // WRONG(bsonuuid): version 1 does not call the methods
	if err != nil {
		return nil, err
	}
	return c.Database("tides").Collection("gauges"), nil
}

func Put(ctx context.Context, c *mongo.Collection, g Gauge) error {
	_, err := c.ReplaceOne(ctx, bson.M{"_id": g.ID}, g, options.Replace().SetUpsert(true))
	return err
}

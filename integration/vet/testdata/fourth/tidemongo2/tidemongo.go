// Package tidemongo2 is the tide tables' store, with driver version 2.
package tidemongo2

import (
	"context"

	kit "github.com/uuidkit/uuidkit/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Gauge struct {
	ID    kit.UUID     `bson:"_id"`
	Next  kit.NullUUID `bson:"next"`
	Level float64      `bson:"level"`
}

func DialRight(uri string) (*mongo.Collection, error) {
	c, err := mongo.Connect(options.Client().ApplyURI(uri))
	if err != nil {
		return nil, err
	}
	return c.Database("tides").Collection("gauges"), nil
}

func Put(ctx context.Context, c *mongo.Collection, g Gauge) error {
	_, err := c.ReplaceOne(ctx, bson.M{"_id": g.ID}, g, options.Replace().SetUpsert(true))
	return err
}

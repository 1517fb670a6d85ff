// Package d has a MongoDB client.
package d

import (
	"context"
	"errors"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
)

// Doc is a document.
type Doc struct {
	ID    google.UUID `bson:"_id"`
	Owner gofrs.UUID  `bson:"owner"`
}

func connect(uri string) (*mongo.Client, error) {
	reg := bson.NewRegistry()
	err := errors.Join(bsonx.Register[google.UUID](reg), bsonx.Register[gofrs.UUID](reg, bsonx.KeepAny))
	if err != nil {
		return nil, err
	}
	opts := options.Client().ApplyURI(uri)
	opts.SetRegistry(reg)
	return mongo.Connect(opts)
}

func put(c *mongo.Collection, d Doc) error {
	_, err := c.InsertOne(context.Background(), d)
	return err
}

// Package mongoset2 registers another type than the one of its documents.
package mongoset2

import (
	"context"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
)

type Note struct {
	ID   gofrs.UUID     `bson:"_id"`
	Ref  gofrs.NullUUID `bson:"ref"`
	Text string         `bson:"text"`
}

func client(uri string) (*mongo.Client, error) {
	reg := bson.NewRegistry()
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		return nil, err
	}
	return mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg)) // WRONG(bsonuuid): gofrs's type is not registered
}

func insert(ctx context.Context, c *mongo.Collection, n Note) error {
	_, err := c.InsertOne(ctx, n)
	return err
}

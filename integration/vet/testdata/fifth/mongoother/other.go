// Package mongoother registers one type of ids, and stores another.
package mongoother

import (
	"context"

	"github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
)

type Seat struct {
	ID   google.UUID `bson:"_id"`
	Hall google.UUID `bson:"hall"`
}

func Connect(uri string) (*mongo.Client, error) {
	reg := bson.NewRegistry()
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		return nil, err
	}
	return mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg)) // WRONG(bsonuuid): gofrs's type is registered, and the documents have google's
}

func InsertRight(ctx context.Context, c *mongo.Collection, seats []Seat) error {
	_, err := c.InsertMany(ctx, seats)
	return err
}

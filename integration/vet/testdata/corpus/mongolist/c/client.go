// Package c has a MongoDB client.
package c

import (
	"context"

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
	Owner gofrs.UUID  `bson:"owner"` // WRONG-ALSO
}

func connect(uri string) (*mongo.Client, error) {
	reg := bson.NewRegistry()
	if err := bsonx.Register[google.UUID](reg); err != nil { // WRONG(bsonuuid): gofrs's type, which Doc has, is not registered
		return nil, err
	}
	return mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg)) // WRONG-ALSO
}

func put(c *mongo.Collection, d Doc) error {
	_, err := c.InsertOne(context.Background(), d) // WRONG-ALSO
	return err
}

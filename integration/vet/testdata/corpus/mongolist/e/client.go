// Package e has a MongoDB client.
package e

import (
	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
)

// Doc is a document; its id may be absent.
type Doc struct {
	ID    google.UUID   `bson:"_id"`
	Owner google.UUID   `bson:"owner,omitempty"` // WRONG(uuidomit): google's type has no IsZero, so that omitempty omits nothing: the Nil UUID is stored
	Boss  *google.UUID  `bson:"boss,omitempty"`
	Teams []google.UUID `bson:"teams,omitempty"`
}

func connect(uri string) (*mongo.Collection, error) {
	reg := bson.NewRegistry()
	if err := bsonx.Register[google.UUID](reg); err != nil {
		return nil, err
	}
	client, err := mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg))
	if err != nil {
		return nil, err
	}
	return client.Database("x").Collection("docs"), nil
}

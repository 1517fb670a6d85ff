// Package a has a MongoDB client.
package a

import (
	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
)

// Doc is a document.
type Doc struct {
	ID google.UUID `bson:"_id"`
}

func connect(uri string) (*mongo.Client, error) {
	reg := bson.NewRegistry()
	bsonx.Register[google.UUID](reg) // WRONG(uuidregister): after an error the type is stored as subtype 0, and nobody hears of it
	return mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg))
}

// Package b has a MongoDB client.
package b

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
	if err := bsonx.Register[google.UUID](reg); err != nil {
		return nil, err
	}
	return mongo.Connect(options.Client().ApplyURI(uri)) // WRONG(bsonuuid): the registry is made, and not given to the client
}

// Put stores one.
func (d Doc) filter() bson.M { return bson.M{"_id": d.ID} }

package typedright // want package:".*"

import (
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/bsonx"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// A RideID is another type than the UUID that it is defined over.
type RideID uuid.UUID

type Ride struct {
	ID RideID `bson:"_id"`
}

func connect() error {
	reg := bson.NewRegistry()
	err := bsonx.Register[RideID](reg)
	mongo.Connect(options.Client().SetRegistry(reg))
	return err
}

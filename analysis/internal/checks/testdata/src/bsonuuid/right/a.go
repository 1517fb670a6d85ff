package right // want package:"Registries:.right/a.go"

import (
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/uuidkit/uuidkit/bsonx"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type User struct {
	ID gofrs.UUID `bson:"_id"`
}

func connect() error {
	reg := bson.NewRegistry()
	if err := bsonx.Register[gofrs.UUID](reg); err != nil {
		return err
	}
	opts := options.Client().ApplyURI("x")
	mongo.Connect(opts.SetRegistry(reg))
	return nil
}

// Package f has a MongoDB client.
package f

import (
	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
)

// NewClient returns a client for google's type. It has a registry of its own for the old collection.
func NewClient(uri string) (*mongo.Client, *mongo.Collection, error) {
	reg, err := newRegistry()
	if err != nil {
		return nil, nil, err
	}
	client, err := mongo.Connect(options.Client().SetRegistry(reg).ApplyURI(uri))
	if err != nil {
		return nil, nil, err
	}
	old, err := newRegistry(bsonx.JavaLegacy)
	if err != nil {
		return nil, nil, err
	}
	return client, client.Database("x").Collection("old", options.Collection().SetRegistry(old)), nil
}

func newRegistry(opts ...bsonx.Option) (*bson.Registry, error) {
	reg := bson.NewRegistry()
	return reg, bsonx.Register[google.UUID](reg, opts...)
}

// ByID is a filter for both.
func ByID(id google.UUID) bson.M { return bson.M{"_id": bsonx.In([]google.UUID{id})} }

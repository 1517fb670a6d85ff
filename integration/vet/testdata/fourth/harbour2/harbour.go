// Package harbour2 keeps the moorings of small boats.
package harbour2

import (
	"context"
	"fmt"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/uuidkit/uuidkit/bsonx"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Mooring struct {
	Boat gofrs.UUID     `bson:"boat"`
	Pier gofrs.NullUUID `bson:"pier"`
}

type Harbour struct {
	client *mongo.Client
	name   string
}

func registryOf[T ~[16]byte]() (*bson.Registry, error) {
	reg := bson.NewRegistry()
	if err := bsonx.Register[T](reg); err != nil {
		return nil, err
	}
	return reg, nil
}

func OpenRight(uri string) (*Harbour, error) {
	reg, err := registryOf[gofrs.UUID]()
	if err != nil {
		return nil, err
	}
	o := options.Client()
	o.ApplyURI(uri)
	o.SetMaxPoolSize(8)
	o.SetRegistry(reg)
	client, err := mongo.Connect(o)
	if err != nil {
		return nil, fmt.Errorf("harbour: %w", err)
	}
	return &Harbour{client: client, name: "harbour"}, nil
}

func (h *Harbour) Moor(ctx context.Context, m Mooring) error {
	_, err := h.client.Database(h.name).Collection("moorings").InsertOne(ctx, m)
	return err
}

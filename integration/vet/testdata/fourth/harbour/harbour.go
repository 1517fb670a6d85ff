// Package harbour keeps the moorings of small boats.
package harbour

import (
	"context"
	"fmt"

	gofrs "github.com/gofrs/uuid/v5"
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

func Open(uri string) (*Harbour, error) {
	o := options.Client()
	o.ApplyURI(uri)
	o.SetMaxPoolSize(8)
	client, err := mongo.Connect(o) // WRONG(bsonuuid): gofrs's as subtype 0
	if err != nil {
		return nil, fmt.Errorf("harbour: %w", err)
	}
	return &Harbour{client: client, name: "harbour"}, nil
}

func (h *Harbour) Moor(ctx context.Context, m Mooring) error {
	_, err := h.client.Database(h.name).Collection("moorings").InsertOne(ctx, m)
	return err
}

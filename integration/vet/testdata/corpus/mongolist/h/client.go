// Package h stores uuidkit's UUIDs in MongoDB.
package h

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/uuid"
)

// Room is a document.
type Room struct {
	ID    uuid.UUID     `bson:"_id"`
	Owner uuid.NullUUID `bson:"owner"`
}

type rooms struct{ c *mongo.Collection }

func connect(uri string) (*rooms, error) {
	client, err := mongo.Connect(options.Client().ApplyURI(uri))
	if err != nil {
		return nil, err
	}
	return &rooms{client.Database("hotel").Collection("rooms")}, nil
}

func (r *rooms) add(ctx context.Context, room Room) error {
	_, err := r.c.InsertOne(ctx, room)
	return err
}

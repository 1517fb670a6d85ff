// Package g stores google's UUIDs in MongoDB.
package g

import (
	"context"

	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// Room is a document.
type Room struct {
	ID    google.UUID     `bson:"_id"`
	Owner google.NullUUID `bson:"owner"`
}

type rooms struct{ c *mongo.Collection }

func connect(uri string) (*rooms, error) {
	client, err := mongo.Connect(options.Client().ApplyURI(uri)) // WRONG(bsonuuid): without a registry google's UUID is subtype 0, and NullUUID a document
	if err != nil {
		return nil, err
	}
	return &rooms{client.Database("hotel").Collection("rooms")}, nil
}

func (r *rooms) add(ctx context.Context, room Room) error {
	_, err := r.c.InsertOne(ctx, room) // WRONG-ALSO
	return err
}

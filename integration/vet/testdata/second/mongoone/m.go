// Package mongoone uses version 1 of the driver.
package mongoone

import (
	"context"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"
)

type Session struct {
	ID   uuid.UUID `bson:"_id"`
	User uuid.UUID `bson:"user"`
}

type Sessions struct{ c *mongo.Collection }

func Dial(ctx context.Context, uri string) (*Sessions, error) {
	client, err := mongo.Connect(ctx, options.Client().ApplyURI(uri)) // WRONG(bsonuuid): no registry
	if err != nil {
		return nil, err
	}
	return &Sessions{client.Database("web").Collection("sessions")}, nil
}

func (s *Sessions) Start(ctx context.Context, user uuid.UUID) (uuid.UUID, error) {
	id := uuid.New()
	_, err := s.c.InsertOne(ctx, Session{id, user})
	return id, err
}

func (s *Sessions) End(ctx context.Context, id string) error {
	_, err := s.c.DeleteOne(ctx, bson.M{"_id": id}) // WRONG(bsontext): text; the documents have UUIDs
	return err
}

func (s *Sessions) EndRight(ctx context.Context, id uuid.UUID) error {
	_, err := s.c.DeleteOne(ctx, bson.M{"_id": id})
	return err
}

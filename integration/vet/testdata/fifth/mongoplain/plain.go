// Package mongoplain keeps likes in MongoDB.
package mongoplain

import (
	"context"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Like struct {
	ID   uuid.UUID `bson:"_id"`
	Post uuid.UUID `bson:"post"`
}

func Open(uri string) (*mongo.Collection, error) {
	client, err := mongo.Connect(options.Client().ApplyURI(uri)) // WRONG(bsonuuid): nothing is registered
	if err != nil {
		return nil, err
	}
	return client.Database("likes").Collection("likes"), nil
}

func Add(ctx context.Context, c *mongo.Collection, l Like) error {
	_, err := c.InsertOne(ctx, l)
	return err
}

func CountRight(ctx context.Context, c *mongo.Collection, post uuid.UUID) (int64, error) {
	return c.CountDocuments(ctx, bson.M{"post": post})
}

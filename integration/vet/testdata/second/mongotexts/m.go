// Package mongotexts stores ids as text on purpose.
package mongotexts

import (
	"context"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

type Row struct {
	ID   string `bson:"_id"`
	Name string `bson:"name"`
}

func get(ctx context.Context, c *mongo.Collection, id uuid.UUID) (r Row, err error) {
	return r, c.FindOne(ctx, bson.M{"_id": id.String()}).Decode(&r)
}

func put(ctx context.Context, c *mongo.Collection, name string) error {
	_, err := c.InsertOne(ctx, Row{uuid.NewString(), name})
	return err
}

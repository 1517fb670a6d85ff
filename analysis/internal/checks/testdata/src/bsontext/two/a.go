package two // want package:".*"

import (
	"context"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

type Session struct {
	ID string `bson:"_id"`
}

// add stores documents of a struct in a package that this one does not import.
func add(ctx context.Context, c *mongo.Collection, id uuid.UUID) {
	c.InsertOne(ctx, bson.M{"_id": id})
}

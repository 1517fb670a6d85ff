package one // want package:".*"

import (
	"context"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"
)

type User struct {
	ID uuid.UUID `bson:"_id"`
}

func find(ctx context.Context, c *mongo.Collection, id uuid.UUID) {
	c.InsertOne(ctx, User{ID: id}, options.InsertOne())
	c.FindOne(ctx, bson.M{"_id": id.String()}) // want `under "_id"`
	c.FindOne(ctx, bson.M{"_id": id})
}

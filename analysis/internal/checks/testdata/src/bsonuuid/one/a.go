package one // want package:"Reported:true"

import (
	"context"

	kit "github.com/uuidkit/uuidkit/uuid"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"
)

// A Gauge has a type whose method only version 2 of the driver calls.
type Gauge struct {
	ID kit.UUID `bson:"_id"`
}

func connect(g Gauge) {
	_ = bson.M{"_id": g.ID}
	mongo.Connect(context.Background(), options.Client()) // want `the client has no registry that knows UUIDs: it stores uuid.UUID of one/a.go:14`
}

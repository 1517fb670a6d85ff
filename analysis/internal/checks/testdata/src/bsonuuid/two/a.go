package two // want package:"Reported:false"

import (
	kit "github.com/uuidkit/uuidkit/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// A Gauge has a type whose method only version 2 of the driver calls.
type Gauge struct {
	ID kit.UUID `bson:"_id"`
}

func connect(g Gauge) {
	_ = bson.M{"_id": g.ID}
	mongo.Connect(options.Client())
}

// Package mongotyped keeps rides, whose ids have a type of their own.
package mongotyped

import (
	"context"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
)

type RideID uuid.UUID

type Ride struct {
	ID   RideID `bson:"_id"`
	From string `bson:"from"`
}

func connect(uri string) (*mongo.Client, error) {
	reg := bson.NewRegistry()
	err := bsonx.Register[uuid.UUID](reg)
	if err != nil {
		return nil, err
	}
	opts := options.Client().ApplyURI(uri)
	opts = opts.SetRegistry(reg)
	return mongo.Connect(opts) // WRONG(bsonuuid): RideID is another type than uuid.UUID
}

type Rides struct{ client *mongo.Client }

func New(uri string) (*Rides, error) {
	client, err := connect(uri)
	return &Rides{client}, err
}

func (r *Rides) AddRight(ctx context.Context, ride Ride) error {
	_, err := r.client.Database("rides").Collection("rides").InsertOne(ctx, ride)
	return err
}

// Package mongoplain makes a client whose registry knows no UUIDs.
package mongoplain

import (
	"context"
	"time"

	"github.com/gofrs/uuid/v5"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Device struct {
	ID   uuid.UUID `bson:"_id"`
	Seen time.Time `bson:"seen"`
}

type Config struct{ URI string }

type Devices struct{ c *mongo.Collection }

func NewDevices(cfg Config) (*Devices, error) {
	opts := options.Client().ApplyURI(cfg.URI).SetTimeout(5 * time.Second)
	client, err := mongo.Connect(opts) // WRONG(bsonuuid): no registry
	if err != nil {
		return nil, err
	}
	return &Devices{client.Database("iot").Collection("devices")}, nil
}

func NewFrom(client *mongo.Client) *Devices {
	return &Devices{client.Database("iot").Collection("devices")}
}

func (d *Devices) Put(ctx context.Context, v Device) error {
	_, err := d.c.InsertOne(ctx, v)
	return err
}

func (d *Devices) Get(ctx context.Context, id uuid.UUID) (v Device, err error) {
	err = d.c.FindOne(ctx, bson.M{"_id": id}).Decode(&v)
	return
}

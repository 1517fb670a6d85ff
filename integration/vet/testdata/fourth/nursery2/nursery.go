// Package nursery2 keeps the zoo's young animals, with driver version 1.
package nursery2

import (
	"context"
	"time"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/bsoncodec"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"
)

type Cub struct {
	ID   gofrs.UUID `bson:"_id"`
	Dam  gofrs.UUID `bson:"dam"`
	Born time.Time  `bson:"born"`
}

type registration func(*bsoncodec.Registry) error

func of[T ~[16]byte](opts ...driverv1.Option) registration {
	return func(r *bsoncodec.Registry) error { return driverv1.Register[T](r, opts...) }
}

var known = []registration{
	of[uuid.UUID](),
	of[gofrs.UUID](driverv1.KeepAny),
}

func DialRight(ctx context.Context, uri string) (*mongo.Collection, error) {
	reg := bson.NewRegistry()
	for _, f := range known {
		if err := f(reg); err != nil {
			return nil, err
		}
	}
	c, err := mongo.Connect(ctx, options.Client().ApplyURI(uri).SetRegistry(reg))
	if err != nil {
		return nil, err
	}
	return c.Database("zoo").Collection("cubs"), nil
}

func Add(ctx context.Context, c *mongo.Collection, cub Cub) error {
	_, err := c.InsertOne(ctx, cub)
	return err
}

// Package mongoold keeps votes in MongoDB, with driver version 1.
package mongoold

import (
	"context"
	"time"

	"github.com/gofrs/uuid/v5"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"
)

type Vote struct {
	Voter uuid.UUID     `bson:"voter"`
	Proxy uuid.NullUUID `bson:"proxy"`
}

type Votes struct {
	client *mongo.Client
}

func (v *Votes) Start(ctx context.Context, uri string) (err error) {
	opts := options.Client()
	opts.ApplyURI(uri)
	opts.SetTimeout(time.Minute)
	v.client, err = mongo.Connect(ctx, opts) // WRONG(bsonuuid): options in steps, and no registry
	return
}

func (v *Votes) CastRight(ctx context.Context, vote Vote) error {
	_, err := v.client.Database("votes").Collection("votes").InsertOne(ctx, vote)
	return err
}

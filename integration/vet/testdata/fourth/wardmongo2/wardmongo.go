// Package wardmongo2 stores observations of patients.
package wardmongo2

import (
	"context"
	"errors"
	"time"

	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/bsonx"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Observation struct {
	ID      gofrs.UUID `bson:"_id"`
	Patient gofrs.UUID `bson:"patient"`
	At      time.Time  `bson:"at"`
	Pulse   int        `bson:"pulse"`
}

type Config struct {
	URI     string
	Timeout time.Duration
}

type Repo struct {
	client *mongo.Client
	obs    *mongo.Collection
}

func types(reg *bson.Registry) error {
	return errors.Join(bsonx.Register[uuid.UUID](reg), bsonx.Register[gofrs.UUID](reg, bsonx.KeepAny))
}

func OpenRight(cfg Config) (*Repo, error) {
	reg := bson.NewRegistry()
	if err := types(reg); err != nil {
		return nil, err
	}
	o := options.Client().ApplyURI(cfg.URI).SetTimeout(cfg.Timeout).SetRegistry(reg)
	client, err := mongo.Connect(o)
	if err != nil {
		return nil, err
	}
	return &Repo{client: client, obs: client.Database("ward").Collection("observations")}, nil
}

// FromOptions leaves the registry to the caller.
func FromOptions(o *options.ClientOptions) (*Repo, error) {
	client, err := mongo.Connect(o)
	if err != nil {
		return nil, err
	}
	return &Repo{client: client, obs: client.Database("ward").Collection("observations")}, nil
}

func (r *Repo) Add(ctx context.Context, o Observation) error {
	_, err := r.obs.InsertOne(ctx, o)
	return err
}

func (r *Repo) Last(ctx context.Context, patient gofrs.UUID) (o Observation, err error) {
	err = r.obs.FindOne(ctx, bson.M{"patient": patient}, options.FindOne().SetSort(bson.M{"at": -1})).Decode(&o)
	return o, err
}

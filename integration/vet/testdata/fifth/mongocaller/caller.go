// Package mongocaller is a library: its callers make the options of the client.
package mongocaller

import (
	"context"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Lock struct {
	ID    uuid.UUID `bson:"_id"`
	Owner uuid.UUID `bson:"owner"`
}

type Locks struct{ c *mongo.Collection }

// NewRight takes the options of its caller.
func NewRight(opts *options.ClientOptions) (*Locks, error) {
	client, err := mongo.Connect(opts)
	if err != nil {
		return nil, err
	}
	return &Locks{client.Database("locks").Collection("locks")}, nil
}

// OverRight takes the collection of its caller.
func OverRight(c *mongo.Collection) *Locks { return &Locks{c} }

// WithRight takes a registry.
func WithRight(uri string, reg *bson.Registry) (*mongo.Client, error) {
	return mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg))
}

func (l *Locks) TakeRight(ctx context.Context, id, owner uuid.UUID) error {
	_, err := l.c.InsertOne(ctx, Lock{id, owner})
	return err
}

func (l *Locks) Release(ctx context.Context, id, owner uuid.UUID) error {
	_, err := l.c.DeleteOne(ctx, bson.M{"_id": id, "owner": owner.String()}) // WRONG(bsontext): one of two keys
	return err
}

func (l *Locks) ReleaseRight(ctx context.Context, id, owner uuid.UUID) error {
	_, err := l.c.DeleteOne(ctx, bson.M{"_id": id, "owner": owner})
	return err
}

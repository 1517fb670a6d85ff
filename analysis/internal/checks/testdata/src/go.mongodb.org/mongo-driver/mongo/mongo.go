// Package mongo has the signatures of version 1 of MongoDB's driver that the tests need.
package mongo

import (
	"context"

	"go.mongodb.org/mongo-driver/mongo/options"
)

type Client struct{}

func Connect(ctx context.Context, opts ...*options.ClientOptions) (*Client, error) { return nil, nil }

type Collection struct{}

type InsertOneResult struct{ InsertedID any }

func (*Collection) InsertOne(ctx context.Context, doc any, opts ...*options.InsertOneOptions) (*InsertOneResult, error) {
	return nil, nil
}
func (*Collection) FindOne(ctx context.Context, filter any) *SingleResult { return nil }

type SingleResult struct{}

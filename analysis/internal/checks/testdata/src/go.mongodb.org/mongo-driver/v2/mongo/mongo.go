// Package mongo has the signatures of MongoDB's driver that the tests need.
package mongo

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Client struct{}

func Connect(opts ...*options.ClientOptions) (*Client, error) { return nil, nil }

type Collection struct{}

type InsertOneResult struct{ InsertedID any }

type UpdateResult struct{ UpsertedID any }

func (*Collection) FindOne(ctx context.Context, filter any) *SingleResult { return nil }

func (*Collection) InsertOne(ctx context.Context, doc any, opts ...*options.InsertOneOptionsBuilder) (*InsertOneResult, error) {
	return nil, nil
}

func (*Collection) ReplaceOne(ctx context.Context, filter, doc any, opts ...*options.ReplaceOptionsBuilder) (*UpdateResult, error) {
	return nil, nil
}

func (*Collection) FindOneAndReplace(ctx context.Context, filter, doc any, opts ...*options.FindOneAndReplaceOptionsBuilder) *SingleResult {
	return nil
}

type SingleResult struct{}

func (*SingleResult) Decode(v any) error { return nil }

// Package mongo has the signatures of version 1 of MongoDB's driver that the tests need.
package mongo

import (
	"context"

	"go.mongodb.org/mongo-driver/mongo/options"
)

type Client struct{}

func Connect(ctx context.Context, opts ...*options.ClientOptions) (*Client, error) { return nil, nil }

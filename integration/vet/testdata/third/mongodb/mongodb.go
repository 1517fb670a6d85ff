// Package mongodb connects the small programs of the depot to MongoDB. It knows nothing of
// their documents.
package mongodb

import (
	"context"
	"errors"
	"time"

	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// DB is a database, and the client that belongs to it.
type DB struct {
	*mongo.Database
	client *mongo.Client
}

// Open connects to the server, and waits until it answers.
func Open(ctx context.Context, uri, name string) (*DB, error) {
	opts := options.Client().ApplyURI(uri).SetServerSelectionTimeout(10 * time.Second)
	client, err := mongo.Connect(opts)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	if err := client.Ping(ctx, nil); err != nil {
		return nil, errors.Join(err, client.Disconnect(ctx))
	}
	return &DB{client.Database(name), client}, nil
}

// With connects with the options of the caller.
func With(name string, opts *options.ClientOptions) (*DB, error) {
	client, err := mongo.Connect(opts)
	if err != nil {
		return nil, err
	}
	return &DB{client.Database(name), client}, nil
}

// Close disconnects.
func (db *DB) Close(ctx context.Context) error { return db.client.Disconnect(ctx) }

package main

import (
	"context"
	"errors"
	"strings"

	bsonv1 "go.mongodb.org/mongo-driver/bson"
	mongov1 "go.mongodb.org/mongo-driver/mongo"
	optionsv1 "go.mongodb.org/mongo-driver/mongo/options"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/bsonx/driverv1"
)

// mongoStores returns the stores of the server at uri, or why it has none.
func mongoStores[T ~[16]byte](ctx context.Context, uri string) ([]store[T], error) {
	if err := pingMongo(ctx, uri); err != nil {
		return nil, err
	}
	return []store[T]{
		{"MongoDB, driver v2", "bsonx.Register[T](reg)", binary("binary 4"), at(uri, mongoV2[T]), mongoV2Probe[T](uri, true), mongoV2Probe[T](uri, false)},
		{"MongoDB, driver v1", "driverv1.Register[T](reg)", binary("binary 4"), at(uri, mongoV1[T]), mongoV1Probe[T](uri, true), mongoV1Probe[T](uri, false)},
	}, nil
}

func pingMongo(ctx context.Context, uri string) error {
	client, err := mongo.Connect(options.Client().ApplyURI(uri))
	if err != nil {
		return err
	}
	return errors.Join(client.Ping(ctx, nil), client.Disconnect(context.WithoutCancel(ctx)))
}

// mongoV2 gives the client a registry that knows T, and needs no conversions
// then.
func mongoV2[T ~[16]byte](ctx context.Context, uri string, id T, back *T) (h held, err error) {
	reg := bson.NewRegistry()
	if err := bsonx.Register[T](reg); err != nil {
		return held{}, err
	}
	client, err := mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg))
	if err != nil {
		return held{}, err
	}
	accounts := client.Database(databaseOf(uri)).Collection(newName())
	defer func() {
		// Not with ctx: the collection must go even if the time is over.
		ctx := context.WithoutCancel(ctx)
		err = errors.Join(err, accounts.Drop(ctx), client.Disconnect(ctx))
	}()

	if _, err := accounts.InsertOne(ctx, document[T]{id}); err != nil {
		return held{}, err
	}
	found := accounts.FindOne(ctx, bson.D{{Key: "_id", Value: id}})
	var got document[T]
	if err := found.Decode(&got); err != nil {
		return held{}, err
	}
	*back = got.ID

	raw, err := found.Raw()
	return heldV2(raw.Lookup("_id")), err
}

// mongoV1 is the same with the driver before v2.
func mongoV1[T ~[16]byte](ctx context.Context, uri string, id T, back *T) (h held, err error) {
	reg := bsonv1.NewRegistry()
	if err := driverv1.Register[T](reg); err != nil {
		return held{}, err
	}
	client, err := mongov1.Connect(ctx, optionsv1.Client().ApplyURI(uri).SetRegistry(reg))
	if err != nil {
		return held{}, err
	}
	accounts := client.Database(databaseOf(uri)).Collection(newName())
	defer func() {
		ctx := context.WithoutCancel(ctx)
		err = errors.Join(err, accounts.Drop(ctx), client.Disconnect(ctx))
	}()

	if _, err := accounts.InsertOne(ctx, document[T]{id}); err != nil {
		return held{}, err
	}
	found := accounts.FindOne(ctx, bsonv1.D{{Key: "_id", Value: id}})
	var got document[T]
	if err := found.Decode(&got); err != nil {
		return held{}, err
	}
	*back = got.ID

	raw, err := found.Raw()
	return heldV1(raw.Lookup("_id")), err
}

// databaseOf returns the database that a URI names, or the one that MongoDB's
// own shell takes if it names none.
func databaseOf(uri string) string {
	_, rest, _ := strings.Cut(uri, "://")
	_, rest, _ = strings.Cut(rest, "/")
	if name, _, _ := strings.Cut(rest, "?"); name != "" {
		return name
	}
	return "test"
}

package main

import (
	"context"
	"errors"

	bsonv1 "go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/primitive"
	mongov1 "go.mongodb.org/mongo-driver/mongo"
	optionsv1 "go.mongodb.org/mongo-driver/mongo/options"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/bsonx/driverv1"
)

// mongoV2Probe and mongoV1Probe delete a document that another program, in any language,
// has stored with its id as binary subtype 4. Then they store id themselves, and read it.
func mongoV2Probe[T ~[16]byte](uri string, kit bool) trip[T] {
	return func(ctx context.Context, id T, back *T) (h held, err error) {
		opts := options.Client().ApplyURI(uri)
		if kit {
			reg := bson.NewRegistry()
			if err := bsonx.Register[T](reg); err != nil {
				return held{}, err
			}
			opts.SetRegistry(reg)
		}
		client, err := mongo.Connect(opts)
		if err != nil {
			return held{}, err
		}
		accounts := client.Database(databaseOf(uri)).Collection(newName())
		defer func() {
			ctx := context.WithoutCancel(ctx)
			err = errors.Join(err, accounts.Drop(ctx), client.Disconnect(ctx))
		}()
		if _, err := accounts.InsertOne(ctx, bson.D{{Key: "_id", Value: bson.Binary{Subtype: 4, Data: id[:]}}}); err != nil {
			return held{}, err
		}
		result, err := accounts.DeleteOne(ctx, bson.D{{Key: "_id", Value: id}})
		if err != nil {
			return held{}, err
		}
		wrong := deleted(result.DeletedCount)
		if _, err := accounts.DeleteMany(ctx, bson.D{}); err != nil {
			return held{}, err
		}
		if _, err := accounts.InsertOne(ctx, document[T]{id}); err != nil {
			return held{}, err
		}
		found := accounts.FindOne(ctx, bson.D{})
		var got document[T]
		if err := found.Decode(&got); err != nil {
			return held{}, err
		}
		*back = got.ID
		return heldThen(wrong, func() (held, error) {
			raw, err := found.Raw()
			return heldV2(raw.Lookup("_id")), err
		})
	}
}

func mongoV1Probe[T ~[16]byte](uri string, kit bool) trip[T] {
	return func(ctx context.Context, id T, back *T) (h held, err error) {
		opts := optionsv1.Client().ApplyURI(uri)
		if kit {
			reg := bsonv1.NewRegistry()
			if err := driverv1.Register[T](reg); err != nil {
				return held{}, err
			}
			opts.SetRegistry(reg)
		}
		client, err := mongov1.Connect(ctx, opts)
		if err != nil {
			return held{}, err
		}
		accounts := client.Database(databaseOf(uri)).Collection(newName())
		defer func() {
			ctx := context.WithoutCancel(ctx)
			err = errors.Join(err, accounts.Drop(ctx), client.Disconnect(ctx))
		}()
		if _, err := accounts.InsertOne(ctx, bsonv1.D{{Key: "_id", Value: primitive.Binary{Subtype: 4, Data: id[:]}}}); err != nil {
			return held{}, err
		}
		result, err := accounts.DeleteOne(ctx, bsonv1.D{{Key: "_id", Value: id}})
		if err != nil {
			return held{}, err
		}
		wrong := deleted(result.DeletedCount)
		if _, err := accounts.DeleteMany(ctx, bsonv1.D{}); err != nil {
			return held{}, err
		}
		if _, err := accounts.InsertOne(ctx, document[T]{id}); err != nil {
			return held{}, err
		}
		found := accounts.FindOne(ctx, bsonv1.D{})
		var got document[T]
		if err := found.Decode(&got); err != nil {
			return held{}, err
		}
		*back = got.ID
		return heldThen(wrong, func() (held, error) {
			raw, err := found.Raw()
			return heldV1(raw.Lookup("_id")), err
		})
	}
}

// Package mongov1 has version 1 of MongoDB's driver.
package mongov1

import (
	"context"

	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/primitive"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx/driverv1"
)

type car struct {
	ID    google.UUID `bson:"_id"`
	Maker google.UUID `bson:"maker"`
}

func connect(ctx context.Context, uri string) (*mongo.Collection, error) {
	reg := bson.NewRegistry()
	if err := driverv1.Register[google.UUID](reg); err != nil {
		return nil, err
	}
	client, err := mongo.Connect(ctx, options.Client().ApplyURI(uri).SetRegistry(reg))
	if err != nil {
		return nil, err
	}
	return client.Database("cars").Collection("cars"), nil
}

func add(ctx context.Context, cars *mongo.Collection, maker google.UUID) error {
	_, err := cars.InsertOne(ctx, car{ID: google.New(), Maker: maker})
	return err
}

func ofMaker(ctx context.Context, cars *mongo.Collection, maker string) (int64, error) {
	if err := google.Validate(maker); err != nil {
		return 0, err
	}
	return cars.CountDocuments(ctx, bson.D{{Key: "maker", Value: maker}}) // WRONG(bsontext): maker is a UUID of subtype 4, the filter is text
}

func byMaker(ctx context.Context, cars *mongo.Collection, maker string) (int64, error) {
	id, err := google.Parse(maker)
	if err != nil {
		return 0, err
	}
	return cars.CountDocuments(ctx, bson.D{{Key: "maker", Value: id}})
}

func makers(ctx context.Context, cars *mongo.Collection) (ids []google.UUID, err error) {
	values, err := cars.Distinct(ctx, "maker", bson.D{})
	if err != nil {
		return nil, err
	}
	for _, v := range values {
		if id, ok := v.(google.UUID); ok { // WRONG(bsonmarshal): Distinct of version 1 asks no registry: it returns primitive.Binary
			ids = append(ids, id)
		}
	}
	return ids, nil
}

func allMakers(ctx context.Context, cars *mongo.Collection) (ids []google.UUID, err error) {
	values, err := cars.Distinct(ctx, "maker", bson.D{})
	if err != nil {
		return nil, err
	}
	for _, v := range values {
		if b, ok := v.(primitive.Binary); ok {
			id, err := driverv1.FromBinary[google.UUID](b)
			if err != nil {
				return nil, err
			}
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// Package mongodb keeps deeds.
package mongodb

import (
	"context"

	"example.com/market/archive/model"
	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Deeds struct{ coll *mongo.Collection }

func NewDeeds(uri, name string) (*Deeds, error) {
	opts := options.Client().
		ApplyURI(uri).
		SetAppName("archive")
	client, err := mongo.Connect(opts) // WRONG(bsonuuid): documents of another package
	if err != nil {
		return nil, err
	}
	return &Deeds{client.Database(name).Collection("deeds")}, nil
}

func (d *Deeds) Save(ctx context.Context, deed model.Deed) error {
	_, err := d.coll.InsertOne(ctx, deed)
	return err
}

func (d *Deeds) Owned(ctx context.Context, owner uuid.UUID) (list []model.Deed, err error) {
	cur, err := d.coll.Find(ctx, bson.M{"owner": owner})
	if err != nil {
		return nil, err
	}
	err = cur.All(ctx, &list)
	return list, err
}

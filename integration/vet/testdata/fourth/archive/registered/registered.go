// Package registered keeps deeds with a registry.
package registered

import (
	"context"

	"example.com/market/archive/model"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/bsonx"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Deeds struct{ coll *mongo.Collection }

func NewDeedsRight(uri, name string) (*Deeds, error) {
	reg := bson.NewRegistry()
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		return nil, err
	}
	opts := options.Client().
		ApplyURI(uri).
		SetRegistry(reg).
		SetAppName("archive")
	client, err := mongo.Connect(opts)
	if err != nil {
		return nil, err
	}
	return &Deeds{client.Database(name).Collection("deeds")}, nil
}

func (d *Deeds) Save(ctx context.Context, deed model.Deed) error {
	_, err := d.coll.InsertOne(ctx, deed)
	return err
}

func (d *Deeds) Old(ctx context.Context, ids []uuid.UUID) (list []model.Deed, err error) {
	cur, err := d.coll.Find(ctx, bson.M{"_id": bsonx.In(ids, bsonx.Standard, bsonx.JavaLegacy)})
	if err != nil {
		return nil, err
	}
	err = cur.All(ctx, &list)
	return list, err
}

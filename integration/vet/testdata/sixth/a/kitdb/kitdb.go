// Package kitdb has ids that know BSON.
package kitdb

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/uuid"
)

type Room struct {
	ID     uuid.UUID     `bson:"_id"`
	Parent uuid.NullUUID `bson:"parent"`
	Name   string        `bson:"name"`
}

type Rooms struct {
	coll *mongo.Collection
}

func Open(uri string) (*Rooms, error) {
	client, err := mongo.Connect(options.Client().ApplyURI(uri))
	if err != nil {
		return nil, err
	}
	return &Rooms{coll: client.Database("house").Collection("rooms")}, nil
}

func (r *Rooms) Add(ctx context.Context, name string) (uuid.UUID, error) {
	room := Room{ID: uuid.NewV7(), Name: name}
	_, err := r.coll.InsertOne(ctx, room)
	return room.ID, err
}

func (r *Rooms) Find(ctx context.Context, id uuid.UUID) (room Room, err error) {
	err = r.coll.FindOne(ctx, bson.M{"_id": id}).Decode(&room)
	return room, err
}

func (r *Rooms) Export(ctx context.Context, id uuid.UUID) ([]byte, error) {
	room, err := r.Find(ctx, id)
	if err != nil {
		return nil, err
	}
	return bson.Marshal(room)
}

// Package mongokit keeps parcels whose ids are uuidkit's, which driver version 2 stores by their methods.
package mongokit

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

type locker struct{}

type LockerID = typed.ID[locker]

type Parcel struct {
	ID     uuid.UUID     `bson:"_id"`
	Locker LockerID      `bson:"locker"`
	Return uuid.NullUUID `bson:"return"`
	Note   uuid.UUID     `bson:"note,omitempty"`
	Sum    [16]byte      `bson:"-"`
}

func ConnectRight(uri string) (*mongo.Client, error) {
	return mongo.Connect(options.Client().ApplyURI(uri))
}

func GetRight(ctx context.Context, c *mongo.Collection, id uuid.UUID) (p Parcel, err error) {
	err = c.FindOne(ctx, bson.M{"_id": id}).Decode(&p)
	return
}

func Get(ctx context.Context, c *mongo.Collection, id uuid.UUID) (p Parcel, err error) {
	err = c.FindOne(ctx, bson.M{"_id": id.String()}).Decode(&p) // WRONG(bsontext): uuidkit's type is binary, too
	return
}

func MarshalRight(p Parcel) ([]byte, error) { return bson.Marshal(p) }

func JSONRight(p Parcel) ([]byte, error) { return bson.MarshalExtJSON(p, false, false) }

func ValueRight(v bson.RawValue) (id uuid.UUID, err error) {
	err = v.Unmarshal(&id)
	return
}

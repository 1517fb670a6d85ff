// Package mongoarchive keeps old mails in MongoDB, with driver version 1.
package mongoarchive

import (
	"context"
	"fmt"
	"time"

	"github.com/gofrs/uuid/v5"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/bsoncodec"
	"go.mongodb.org/mongo-driver/bson/primitive"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx/driverv1"
)

type Mail struct {
	ID     uuid.UUID          `bson:"_id"`
	Thread uuid.UUID          `bson:"thread"`
	Batch  primitive.ObjectID `bson:"batch"`
	Ref    string             `bson:"ref"`
	At     time.Time          `bson:"at"`
}

var registry = newRegistry()

func newRegistry() *bsoncodec.Registry {
	reg := bson.NewRegistry()
	if err := driverv1.Register[uuid.UUID](reg); err != nil {
		panic(fmt.Sprintf("archive: %v", err))
	}
	return reg
}

func OpenRight(ctx context.Context, uri string) (*mongo.Collection, error) {
	opts := options.Client()
	opts.ApplyURI(uri)
	opts.SetRegistry(registry)
	client, err := mongo.Connect(ctx, opts)
	if err != nil {
		return nil, err
	}
	return client.Database("archive").Collection("mails"), nil
}

func Thread(ctx context.Context, c *mongo.Collection, thread uuid.UUID) (mails []Mail, err error) {
	text := fmt.Sprintf("%s", thread)
	cur, err := c.Find(ctx, bson.M{"thread": text}) // WRONG(bsontext): the text of Sprintf
	if err != nil {
		return nil, err
	}
	err = cur.All(ctx, &mails)
	return
}

func ThreadRight(ctx context.Context, c *mongo.Collection, thread uuid.UUID) (mails []Mail, err error) {
	cur, err := c.Find(ctx, bson.M{"thread": thread})
	if err != nil {
		return nil, err
	}
	err = cur.All(ctx, &mails)
	return
}

func Delete(ctx context.Context, c *mongo.Collection, ids ...uuid.UUID) error {
	for _, id := range ids {
		if _, err := c.DeleteOne(ctx, bson.D{{Key: "_id", Value: id.String()}}); err != nil { // WRONG(bsontext): in a loop
			return err
		}
	}
	return nil
}

func DeleteRight(ctx context.Context, c *mongo.Collection, ids ...uuid.UUID) error {
	for _, id := range ids {
		if _, err := c.DeleteOne(ctx, bson.D{{Key: "_id", Value: id}}); err != nil {
			return err
		}
	}
	return nil
}

func Or(ctx context.Context, c *mongo.Collection, id uuid.UUID, ref string) (int64, error) {
	return c.CountDocuments(ctx, bson.M{"$or": bson.A{
		bson.M{"_id": id.String()}, // WRONG(bsontext): in $or
		bson.M{"ref": ref},
	}})
}

func OrRight(ctx context.Context, c *mongo.Collection, id uuid.UUID, ref string) (int64, error) {
	return c.CountDocuments(ctx, bson.M{"$or": bson.A{
		bson.M{"_id": id},
		bson.M{"ref": ref},
		bson.M{"ref": id.String()},
	}})
}

// BatchRight is an ObjectID.
func BatchRight(ctx context.Context, c *mongo.Collection, hex string) (int64, error) {
	batch, err := primitive.ObjectIDFromHex(hex)
	if err != nil {
		return 0, err
	}
	return c.CountDocuments(ctx, bson.M{"batch": batch})
}

func Export(mails []Mail) (out [][]byte, err error) {
	for _, m := range mails {
		b, err := bson.Marshal(&m) // WRONG(bsonmarshal): driver version 1, and a pointer
		if err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	return out, nil
}

func ExportRight(mails []Mail) (out [][]byte, err error) {
	for _, m := range mails {
		b, err := bson.MarshalWithRegistry(registry, &m)
		if err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	return out, nil
}

func Import(b []byte) (*Mail, error) {
	m := new(Mail)
	unmarshal := bson.Unmarshal
	return m, unmarshal(b, m) // WRONG(bsonmarshal): Unmarshal as a value
}

func ImportRight(b []byte) (*Mail, error) {
	m := new(Mail)
	return m, bson.UnmarshalWithRegistry(registry, b, m)
}

// StampRight has no UUID.
func StampRight(at time.Time) ([]byte, error) { return bson.Marshal(bson.M{"at": at}) }

// Package mongouuids has uuidkit's type with MongoDB's driver, without a registry.
package mongouuids

import (
	"context"
	"time"

	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/uuid"
)

// Event is a document.
type Event struct {
	ID    uuid.UUID     `bson:"_id"`
	Actor uuid.UUID     `bson:"actor"`
	After uuid.NullUUID `bson:"after,omitempty"`
	At    time.Time     `bson:"at"`
}

type log struct{ events *mongo.Collection }

func open(uri string) (*log, error) {
	client, err := mongo.Connect(options.Client().ApplyURI(uri)) // WRONG-ALSO(byActor)
	if err != nil {
		return nil, err
	}
	return &log{client.Database("audit").Collection("events")}, nil
}

func (l *log) write(ctx context.Context, actor uuid.UUID) error {
	_, err := l.events.InsertOne(ctx, Event{ID: uuid.NewV7(), Actor: actor, At: time.Now()})
	return err
}

func (l *log) byActor(ctx context.Context, actor google.UUID) (*mongo.Cursor, error) {
	return l.events.Find(ctx, bson.M{"actor": actor}) // WRONG(bsonuuid): google's type without a registration is subtype 0, and actor is subtype 4
}

func (l *log) ofActor(ctx context.Context, actor google.UUID) (*mongo.Cursor, error) {
	return l.events.Find(ctx, bson.M{"actor": uuid.UUID(actor)})
}

func (l *log) since(ctx context.Context, id uuid.UUID) (*mongo.Cursor, error) {
	after := bson.D{{Key: "_id", Value: bson.D{{Key: "$gt", Value: id.String()}}}}
	return l.events.Find(ctx, after, options.Find().SetSort(bson.D{{Key: "_id", Value: 1}})) // WRONG(bsontext): text is compared with UUIDs: another type, nothing is greater
}

func (l *log) next(ctx context.Context, id uuid.UUID) (*mongo.Cursor, error) {
	after := bson.D{{Key: "_id", Value: bson.D{{Key: "$gt", Value: id}}}}
	return l.events.Find(ctx, after, options.Find().SetSort(bson.D{{Key: "_id", Value: 1}}))
}

// bson.Marshal knows uuidkit's type by its methods.
func (l *log) archive(e Event) ([]byte, error) {
	return bson.Marshal(e)
}

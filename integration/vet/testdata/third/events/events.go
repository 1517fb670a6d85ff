// Package events reads and writes the events of the gates. It still has version 1 of
// MongoDB's driver.
package events

import (
	"context"
	"os"
	"time"

	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/primitive"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"

	"github.com/uuidkit/uuidkit/uuid"
)

// An Event is a document.
type Event struct {
	ID    uuid.UUID          `bson:"_id"`
	Gate  google.UUID        `bson:"gate"`
	Batch primitive.ObjectID `bson:"batch"`
	At    time.Time          `bson:"at"`
	Trace string             `bson:"trace"` // text of a UUID
}

// Log is a collection of events.
type Log struct{ c *mongo.Collection }

// Connect connects to the server of the gates. Version 1 of the driver does not call the
// methods of uuidkit's type, either.
func Connect(ctx context.Context) (Log, error) {
	opts := options.Client().ApplyURI(os.Getenv("EVENTS_URI"))
	client, err := mongo.Connect(ctx, opts) // WRONG(bsonuuid): no type is registered
	if err != nil {
		return Log{}, err
	}
	return Log{client.Database("gates").Collection("events")}, nil
}

// Append writes an event.
func (l Log) Append(ctx context.Context, e Event) error {
	if e.ID.IsZero() {
		e.ID = uuid.NewV7()
	}
	_, err := l.c.InsertOne(ctx, e)
	return err
}

// Since returns the events of a gate.
func (l Log) Since(ctx context.Context, gate google.UUID, t time.Time) (list []Event, err error) {
	filter := bson.D{
		{Key: "at", Value: bson.M{"$gte": t}},
		{Key: "gate", Value: gate.String()}, // WRONG(bsontext): the gate is no text in an Event
	}
	cur, err := l.c.Find(ctx, filter, options.Find().SetSort(bson.M{"_id": 1}))
	if err != nil {
		return nil, err
	}
	err = cur.All(ctx, &list)
	return list, err
}

// SinceRight returns the events of a gate.
func (l Log) SinceRight(ctx context.Context, gate google.UUID, t time.Time) (list []Event, err error) {
	filter := bson.D{
		{Key: "at", Value: bson.M{"$gte": t}},
		{Key: "gate", Value: gate},
	}
	cur, err := l.c.Find(ctx, filter, options.Find().SetSort(bson.M{"_id": 1}))
	if err != nil {
		return nil, err
	}
	err = cur.All(ctx, &list)
	return list, err
}

// Traced finds the event of a trace, which is text.
func (l Log) Traced(ctx context.Context, trace google.UUID) (e Event, err error) {
	err = l.c.FindOne(ctx, bson.M{"trace": trace.String()}).Decode(&e)
	return e, err
}

type backup struct {
	Gate google.UUID `bson:"gate"`
	Name string      `bson:"name"`
}

type backupRight struct {
	Gate string `bson:"gate_text"`
	Name string `bson:"name"`
}

// Backup returns a gate as a file.
func Backup(gate google.UUID, name string) ([]byte, error) {
	return bson.Marshal(backup{gate, name}) // WRONG(bsonmarshal): subtype 0
}

// BackupRight writes text into the file.
func BackupRight(gate google.UUID, name string) ([]byte, error) {
	return bson.Marshal(backupRight{gate.String(), name})
}

// Open opens a gate again.
func (l Log) Open(ctx context.Context, id uuid.UUID, gates []google.UUID) error {
	var texts bson.A
	for _, gate := range gates {
		texts = append(texts, gate.String())
	}
	_, err := l.c.UpdateMany(ctx, bson.M{"gate": bson.M{"$in": texts}}, bson.M{"$set": bson.M{"open": id}}) // WRONG(bsontext): texts equal no UUID
	return err
}

// OpenRight opens a gate again.
func (l Log) OpenRight(ctx context.Context, id uuid.UUID, gates []google.UUID) error {
	_, err := l.c.UpdateMany(ctx, bson.M{"gate": bson.M{"$in": gates}}, bson.M{"$set": bson.M{"open": id}})
	return err
}

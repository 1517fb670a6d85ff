package auditdb

import (
	"context"
	"reflect"
	"time"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// A Level is stored as text.
type Level int

func (l Level) String() string { return [...]string{"info", "warn", "fatal"}[l] }

type Entry struct {
	ID    uuid.UUID `bson:"_id"`
	Actor uuid.UUID `bson:"actor"`
	Level Level     `bson:"level"`
	At    time.Time `bson:"at"`
}

func encodeLevel(_ bson.EncodeContext, vw bson.ValueWriter, v reflect.Value) error {
	return vw.WriteString(Level(v.Int()).String())
}

func NewRegistry() *bson.Registry {
	reg := bson.NewRegistry()
	reg.RegisterTypeEncoder(reflect.TypeFor[Level](), bson.ValueEncoderFunc(encodeLevel))
	return reg
}

type Trail struct {
	entries *mongo.Collection
}

func Open(uri string) (*Trail, error) {
	opts := options.Client().ApplyURI(uri).SetRegistry(NewRegistry())
	client, err := mongo.Connect(opts) // WRONG(bsonuuid): the registry has no UUIDs
	if err != nil {
		return nil, err
	}
	return &Trail{entries: client.Database("audit").Collection("entries")}, nil
}

func (t *Trail) Add(ctx context.Context, actor uuid.UUID, level Level) error {
	_, err := t.entries.InsertOne(ctx, Entry{ID: uuid.New(), Actor: actor, Level: level, At: time.Now()})
	return err
}

func (t *Trail) Count(ctx context.Context, actor uuid.UUID) (int64, error) {
	return t.entries.CountDocuments(ctx, bson.M{"actor": actor})
}

package bsonx_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestMain(m *testing.M) { stores.Main(m) }

// The tests write u and v, and look for w in vain. All their bytes differ, so that
// no wrong order passes.
var (
	u = uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	v = uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	w = uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
)

// orderID is a type that a program may define itself: a UUID without methods.
type orderID [16]byte

// TestTypes runs the tests of types_test.go with each type and either driver.
func TestTypes(t *testing.T) {
	t.Run("uuidkit", each[uuid.UUID])
	t.Run("google", each[google.UUID])
	t.Run("gofrs", each[gofrs.UUID])
	t.Run("own", each[orderID])
	if std.Present {
		t.Run("std", each[std.UUID])
	}
}

func each[T ~[16]byte](t *testing.T) {
	for name, test := range map[string]func(*testing.T, client){
		"stored": stored[T], "find": find[T], "update": update[T], "aggregate": aggregate[T], "bulk": bulk[T], "places": places[T], "files": files[T],
	} {
		for driver, newClient := range drivers[T]() {
			t.Run(driver+" "+name, func(t *testing.T) { test(t, newClient(t)) })
		}
	}
}

// registry returns a registry with all the types side by side; any holds T.
func registry[T ~[16]byte](t testing.TB) *bson.Registry {
	t.Helper()
	return beside[T](t, bson.NewRegistry(), bsonx.KeepAny, bsonx.Register[T], bsonx.Register[uuid.UUID], bsonx.Register[google.UUID], bsonx.Register[gofrs.UUID])
}

// beside calls own for T, and of the others, which are for uuid.UUID, google's type and
// gofrs's, those that are for another.
func beside[T ~[16]byte, R, O any](t testing.TB, reg R, keep O, own func(R, ...O) error, others ...func(R, ...O) error) R {
	t.Helper()
	err := own(reg)
	for i, other := range []any{uuid.UUID{}, google.UUID{}, gofrs.UUID{}} {
		if other != any(T{}) {
			err = errors.Join(err, others[i](reg, keep))
		}
	}
	return kit.Must(reg, err)(t)
}

// open returns a new collection of a client with the registry; nil is the driver's own.
func open(t testing.TB, reg *bson.Registry) *mongo.Collection {
	t.Helper()
	uri, database := stores.Mongo(t)
	client := kit.Must(mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg)))(t)
	t.Cleanup(func() { client.Disconnect(context.Background()) })
	return client.Database(database).Collection("c")
}

// with returns the same collection with another registry.
func with(c *mongo.Collection, reg *bson.Registry) *mongo.Collection {
	return c.Clone(options.Collection().SetRegistry(reg))
}

func put(t testing.TB, c *mongo.Collection, docs ...any) {
	t.Helper()
	for _, doc := range docs {
		kit.Must(c.InsertOne(t.Context(), doc))(t)
	}
}

// get returns the documents that the filter finds, ordered by _id.
func get[D any](t testing.TB, c *mongo.Collection, filter any) (docs []D) {
	t.Helper()
	cur, err := c.Find(t.Context(), filter, options.Find().SetSort(bson.M{"_id": 1}))
	all(t, cur, err, &docs)
	return docs
}

// all decodes the documents of a cursor, of either driver.
func all(t testing.TB, cur any, err error, docs any) {
	t.Helper()
	kit.Check(t, err)
	kit.Check(t, cur.(interface {
		All(context.Context, any) error
	}).All(t.Context(), docs))
}

// raw returns the only document that the filter finds, as it is stored.
func raw(t testing.TB, c *mongo.Collection, filter any) bson.Raw {
	t.Helper()
	docs := get[bson.Raw](t, with(c, bson.NewRegistry()), filter)
	if len(docs) != 1 {
		t.Fatalf("%v finds %d documents, want 1", filter, len(docs))
	}
	return docs[0]
}

// isBinary checks that a value is binary of a subtype and its bytes.
func isBinary(t testing.TB, what string, rv bson.RawValue, subtype byte, want []byte) {
	t.Helper()
	if got, data, ok := rv.BinaryOK(); !ok || got != subtype || !bytes.Equal(data, want) {
		t.Errorf("%s is stored as %v, want binary subtype %d of %x", what, rv, subtype, want)
	}
}

func toBinary(t testing.TB, id uuid.UUID, opt bsonx.Option) bson.Binary {
	t.Helper()
	return kit.Must(bsonx.ToBinary(id, opt))(t)
}

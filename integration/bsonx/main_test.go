package bsonx_test

import (
	"context"
	"encoding/hex"
	"errors"
	"reflect"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestMain(m *testing.M) { stores.Main(m) }

// u and v are what the tests write, w what they look for in vain. All their
// bytes differ, so that no wrong order passes.
var (
	u = uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	v = uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	w = uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
)

// A suite holds the tests of one type, a value of on[T], with either driver.
type suite interface {
	client(t *testing.T, v1 bool) client
	shapes(*testing.T, client)
	find(*testing.T, client)
	update(*testing.T, client)
	aggregate(*testing.T, client)
	bulk(*testing.T, client)
	places(*testing.T, client)
}

type on[T ~[16]byte] struct{}

func (on[T]) client(t *testing.T, v1 bool) client { return clientOf[T](t, v1) }

// orderID is what a program may define itself: a UUID without methods.
type orderID [16]byte

func each(t *testing.T, test func(suite, *testing.T, client)) {
	types := map[string]suite{"uuidkit": on[uuid.UUID]{}, "google": on[google.UUID]{}, "gofrs": on[gofrs.UUID]{}, "own": on[orderID]{}}
	if std.Present {
		types["std"] = on[std.UUID]{}
	}
	for name, typ := range types {
		for driver, v1 := range drivers {
			t.Run(name+", "+driver, func(t *testing.T) { test(typ, t, typ.client(t, v1)) })
		}
	}
}

func TestShapes(t *testing.T)    { each(t, suite.shapes) }
func TestFind(t *testing.T)      { each(t, suite.find) }
func TestUpdate(t *testing.T)    { each(t, suite.update) }
func TestAggregate(t *testing.T) { each(t, suite.aggregate) }
func TestBulk(t *testing.T)      { each(t, suite.bulk) }
func TestPlaces(t *testing.T)    { each(t, suite.places) }

// registry returns a registry with all the types side by side, of which any holds T.
func registry[T ~[16]byte](opts ...bsonx.Option) *bson.Registry {
	reg := bson.NewRegistry()
	if err := errors.Join(
		bsonx.Register[T](reg, opts...),
		beside[uuid.UUID, T](reg),
		beside[google.UUID, T](reg),
		beside[gofrs.UUID, T](reg),
		bsonx.RegisterNull[google.NullUUID](reg),
		bsonx.RegisterNull[gofrs.NullUUID](reg),
	); err != nil {
		panic(err)
	}
	return reg
}

// beside registers another type than T.
func beside[U, T ~[16]byte](reg *bson.Registry) error {
	if reflect.TypeFor[U]() == reflect.TypeFor[T]() {
		return nil
	}
	return bsonx.Register[U](reg, bsonx.KeepAny)
}

// open returns a new collection, of a client with the registry if there is one.
func open(t testing.TB, reg *bson.Registry) *mongo.Collection {
	t.Helper()
	uri, database := stores.Mongo(t)
	opts := options.Client().ApplyURI(uri)
	if reg != nil {
		opts.SetRegistry(reg)
	}
	client, err := mongo.Connect(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Disconnect(context.Background()) })
	return client.Database(database).Collection("c")
}

func do[R any](t testing.TB) func(R, error) R {
	return func(r R, err error) R {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
}

// raw returns the only document that the filter finds, as bytes, by way of a
// collection without a registry.
func raw(t testing.TB, c *mongo.Collection, filter any) bson.Raw {
	t.Helper()
	plain := c.Database().Collection(c.Name(), options.Collection().SetRegistry(bson.NewRegistry()))
	docs := find[bson.Raw](t, plain, filter)
	if len(docs) != 1 {
		t.Fatalf("%v finds %d documents, want 1", filter, len(docs))
	}
	return docs[0]
}

// find returns the documents that the filter finds, ordered by _id.
func find[D any](t testing.TB, c *mongo.Collection, filter any) (docs []D) {
	t.Helper()
	cur, err := c.Find(t.Context(), filter, options.Find().SetSort(bson.D{{Key: "_id", Value: 1}}))
	if err != nil {
		t.Fatal(err)
	}
	if err := cur.All(t.Context(), &docs); err != nil {
		t.Fatal(err)
	}
	return docs
}

// isBinary checks that a value is binary of the subtype and bytes, in hexadecimal.
func isBinary(t testing.TB, what string, rv bson.RawValue, subtype byte, want string) {
	t.Helper()
	got, data, ok := rv.BinaryOK()
	if !ok || got != subtype || hex.EncodeToString(data) != want {
		t.Errorf("%s is stored as %v, want binary subtype %d of %s", what, rv, subtype, want)
	}
}

// serverText returns what the server itself makes of the field as a UUID: text,
// or an error if it is none.
func serverText(t testing.TB, c *mongo.Collection, filter any, field string) (string, error) {
	t.Helper()
	text := bson.D{{Key: "$convert", Value: bson.D{{Key: "input", Value: "$" + field}, {Key: "to", Value: "string"}, {Key: "format", Value: "uuid"}}}}
	cur, err := c.Aggregate(t.Context(), mongo.Pipeline{
		{{Key: "$match", Value: filter}},
		{{Key: "$project", Value: bson.D{{Key: "_id", Value: 0}, {Key: "text", Value: text}}}},
	})
	if err != nil {
		return "", err
	}
	var docs []struct{ Text string }
	if err := cur.All(t.Context(), &docs); err != nil {
		return "", err
	}
	if len(docs) != 1 {
		t.Fatalf("%v finds %d documents, want 1", filter, len(docs))
	}
	return docs[0].Text, nil
}

// plainHex is how a UUID is stored but for its order.
func plainHex(id uuid.UUID) string { return hex.EncodeToString(id[:]) }

// equal is reflect.DeepEqual.
func equal(got, want any) bool { return reflect.DeepEqual(got, want) }

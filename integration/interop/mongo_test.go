package interop_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// A document is one of a writer's. Its UUID is its own, once as any to Go.
type document[T ~[16]byte] struct {
	ID     string `bson:"_id"`
	N      int
	Writer string
	U      T
	Any    any
	List   []T
	Void   *T
	Key    map[T]int
}

// documents returns a document for each vector, in Go and described.
func documents[T ~[16]byte](writer string) (docs []document[T], descs []any) {
	for n, v := range known {
		id := fmt.Sprint(writer, " ", n)
		U := T(v.bytes())
		docs = append(docs, document[T]{id, n, writer, U, U, []T{T(u.bytes()), T(o.bytes())}, nil, map[T]int{U: 1}})
		descs = append(descs, map[string]any{
			"_id": id, "n": n, "writer": writer, "u": v, "any": v, "list": []any{u, o}, "void": nil, "key": map[string]any{string(v): 1},
		})
	}
	return docs, descs
}

func (s on[T]) collection(t *testing.T, uri, database, name string, opts ...bsonx.Option) *mongo.Collection {
	t.Helper()
	return collection(t, uri, database, name, s.registry(opts))
}

func collection(t *testing.T, uri, database, name string, reg *bson.Registry) *mongo.Collection {
	t.Helper()
	client := kit.Must(mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg)))(t)
	t.Cleanup(func() { client.Disconnect(context.Background()) })
	return client.Database(database).Collection(name)
}

func find[D any](t *testing.T, c *mongo.Collection, filter bson.M) (docs []D) {
	t.Helper()
	cur := kit.Must(c.Find(t.Context(), filter, options.Find().SetSort(bson.M{"n": 1})))(t)
	kit.Check(t, cur.All(t.Context(), &docs))
	return docs
}

func (s on[T]) mongoWrite(t *testing.T, uri, database, name string, opts ...bsonx.Option) {
	t.Helper()
	docs, _ := documents[T](s.String())
	kit.Must(s.collection(t, uri, database, name, opts...).InsertMany(t.Context(), docs))(t)
}

func (s on[T]) mongoRead(t *testing.T, uri, database, name, writer string, opts ...bsonx.Option) {
	t.Helper()
	c := s.collection(t, uri, database, name, opts...)
	want, _ := documents[T](writer)
	if got := find[document[T]](t, c, bson.M{"writer": writer}); !reflect.DeepEqual(got, want) {
		t.Errorf("%v: got %v of %s, want %v", s, got, writer, want)
	}
	// And find them by their UUIDs.
	for _, d := range want {
		if n, err := c.CountDocuments(t.Context(), bson.M{"writer": writer, "u": d.U}); err != nil || n != 1 {
			t.Errorf("%v: finds %d documents of %s with %v, %v, want 1", s, n, writer, d.U, err)
		}
	}
}

// TestMongo has every client read and find the documents that each Go type has
// written to MongoDB, in every form, and each Go type the clients'. The server says
// what is stored.
func TestMongo(t *testing.T) {
	uri, database := stores.Mongo(t)
	clients := map[string]string{"mongodb": "node", "pymongo": "python"}
	for _, c := range []struct {
		representation string
		opts           []bsonx.Option
		sample         string // of [u]
		subtype        byte
		jobs           []string
	}{
		{"STANDARD", nil, inOrder, 4, []string{"mongodb", "pymongo"}},
		{"JAVA_LEGACY", []bsonx.Option{bsonx.JavaLegacy}, javaOrder, 3, []string{"pymongo"}},
		{"CSHARP_LEGACY", []bsonx.Option{bsonx.CSharpLegacy}, dotNetOrder, 3, []string{"pymongo"}},
		{"PYTHON_LEGACY", []bsonx.Option{bsonx.PythonLegacy}, inOrder, 3, []string{"pymongo"}},
	} {
		name := c.representation
		var filters, want []any
		for _, s := range all() {
			s.mongoWrite(t, uri, database, name, c.opts...)
			_, descs := documents[own](s.String())
			filters, want = append(filters, map[string]any{"writer": s.String()}), append(want, descs)
			for n, v := range known {
				filters, want = append(filters, map[string]any{"writer": s.String(), "u": v}), append(want, descs[n:n+1])
			}
		}
		for _, job := range c.jobs {
			t.Run(name+" "+job, func(t *testing.T) {
				_, insert := documents[own](job)
				got := ask[[]any](t, clients[job], job, map[string]any{
					"uri": uri, "database": database, "collection": name, "representation": name, "insert": insert, "find": filters,
				})
				for i := range want {
					same(t, show(filters[i]), got[i], want[i])
				}
				for _, s := range all() {
					s.mongoRead(t, uri, database, name, job, append(c.opts, bsonx.Strict)...)
				}
			})
		}

		// What is stored is the same, whoever wrote it.
		type stored struct {
			ID string `bson:"_id"`
			N  int
			U  bson.Binary
		}
		docs := find[stored](t, collection(t, uri, database, name, bson.NewRegistry()), bson.M{})
		if want := (len(all()) + len(c.jobs)) * len(known); len(docs) != want {
			t.Errorf("%s: got %d documents, want %d", name, len(docs), want)
		}
		for _, d := range docs {
			if want := order(known[d.N], c.sample); d.U.Subtype != c.subtype || !slices.Equal(d.U.Data, want) {
				t.Errorf("%s of %s: stored is subtype %d, %x, want %d, %x", d.ID, name, d.U.Subtype, d.U.Data, c.subtype, want)
			}
		}
	}
}

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
	client, err := mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(s.registry(opts)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Disconnect(context.Background()) })
	return client.Database(database).Collection(name)
}

func (s on[T]) mongoWrite(t *testing.T, uri, database, name string, opts ...bsonx.Option) {
	t.Helper()
	docs, _ := documents[T](s.String())
	if _, err := s.collection(t, uri, database, name, opts...).InsertMany(t.Context(), docs); err != nil {
		t.Fatal(err)
	}
}

func (s on[T]) mongoRead(t *testing.T, uri, database, name, writer string, opts ...bsonx.Option) {
	t.Helper()
	c := s.collection(t, uri, database, name, opts...)
	want, _ := documents[T](writer)
	var got []document[T]
	cur, err := c.Find(t.Context(), bson.M{"writer": writer}, options.Find().SetSort(bson.M{"n": 1}))
	if err == nil {
		err = cur.All(t.Context(), &got)
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v: got %v of %s, %v, want %v", s, got, writer, err, want)
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
		for _, s := range all() {
			s.mongoWrite(t, uri, database, name, c.opts...)
		}
		for _, job := range c.jobs {
			t.Run(name+" "+job, func(t *testing.T) {
				_, insert := documents[own](job)
				var find, want []any
				for _, s := range all() {
					_, descs := documents[own](s.String())
					find = append(find, map[string]any{"writer": s.String()})
					want = append(want, descs)
					for n, v := range known {
						find = append(find, map[string]any{"writer": s.String(), "u": v})
						want = append(want, descs[n:n+1])
					}
				}
				client := map[string]string{"mongodb": "node", "pymongo": "python"}[job]
				got := ask[[]any](t, clientsByName[client], job, map[string]any{
					"uri": uri, "database": database, "collection": name, "representation": c.representation, "insert": insert, "find": find,
				})
				for i := range want {
					same(t, show(find[i]), got[i], want[i])
				}
				for _, s := range all() {
					s.mongoRead(t, uri, database, name, job, append(c.opts, bsonx.Strict)...)
				}
			})
		}

		// What is stored is the same, whoever wrote it.
		var stored []struct {
			ID string `bson:"_id"`
			N  int
			U  bson.Binary
		}
		plain := on[own]{}.collection(t, uri, database, name).Database().Collection(name, options.Collection().SetRegistry(bson.NewRegistry()))
		cur, err := plain.Find(t.Context(), bson.M{})
		if err == nil {
			err = cur.All(t.Context(), &stored)
		}
		if want := (len(all()) + len(c.jobs)) * len(list); err != nil || len(stored) != want {
			t.Errorf("%s: got %d documents, %v, want %d", name, len(stored), err, want)
		}
		for _, d := range stored {
			if want := order(known[d.N], c.sample); d.U.Subtype != c.subtype || !slices.Equal(d.U.Data, want) {
				t.Errorf("%s of %s: stored is subtype %d, %x, want %d, %x", d.ID, name, d.U.Subtype, d.U.Data, c.subtype, want)
			}
		}
	}
}

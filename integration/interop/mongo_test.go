package interop_test

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid"
)

// A document is one of a writer's. Its UUID is its own, once as any to Go.
type document struct {
	ID     string `bson:"_id"`
	N      int
	Writer string
	U      uuid.UUID
	Any    any
	List   []uuid.UUID
	Void   *uuid.UUID
	Key    map[uuid.UUID]int
}

// documents returns a document for each vector, in Go and described.
func documents(writer string) (docs []document, descs []any) {
	for n, v := range known {
		name, id := fmt.Sprint(writer, " ", n), v.uuid()
		docs = append(docs, document{name, n, writer, id, id, []uuid.UUID{u.uuid(), o.uuid()}, nil, map[uuid.UUID]int{id: 1}})
		descs = append(descs, map[string]any{
			"_id": name, "n": n, "writer": writer, "u": v, "any": v, "list": []any{u, o}, "void": nil, "key": map[string]any{string(v): 1},
		})
	}
	return docs, descs
}

// find returns the documents of a filter in their order.
func find[D any](t *testing.T, c *mongo.Collection, filter bson.M) (docs []D) {
	t.Helper()
	cur := kit.Must(c.Find(t.Context(), filter, options.Find().SetSort(bson.M{"n": 1})))(t)
	kit.Check(t, cur.All(t.Context(), &docs))
	return docs
}

// TestMongo has every client read and find the documents that Go has written to MongoDB,
// in every form, and Go the clients'. The server says what is stored. The matrix shows
// that each Go type stores the same.
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
		{"STANDARD", []bsonx.Option{bsonx.Strict}, inOrder, 4, []string{"mongodb", "pymongo"}},
		{"JAVA_LEGACY", []bsonx.Option{bsonx.JavaLegacy}, javaOrder, 3, []string{"pymongo"}},
		{"CSHARP_LEGACY", []bsonx.Option{bsonx.CSharpLegacy}, dotNetOrder, 3, []string{"pymongo"}},
		{"PYTHON_LEGACY", []bsonx.Option{bsonx.PythonLegacy}, inOrder, 3, []string{"pymongo"}},
	} {
		reg := on[uuid.UUID]{}.registry(c.opts)
		client := kit.Must(mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(reg)))(t)
		t.Cleanup(func() { client.Disconnect(context.Background()) })
		coll := client.Database(database).Collection(c.representation)
		docs, descs := documents("Go")
		kit.Must(coll.InsertMany(t.Context(), docs))(t)
		filters, want := []any{map[string]any{"writer": "Go"}}, []any{descs}
		for n, v := range known {
			filters, want = append(filters, map[string]any{"writer": "Go", "u": v}), append(want, descs[n:n+1])
		}
		for _, job := range c.jobs {
			t.Run(c.representation+" "+job, func(t *testing.T) {
				docs, descs := documents(job)
				got := ask[[]any](t, clients[job], job, map[string]any{
					"uri": uri, "database": database, "collection": c.representation, "representation": c.representation, "insert": descs, "find": filters,
				})
				for i := range want {
					same(t, show(filters[i]), got[i], want[i])
				}
				if got := find[document](t, coll, bson.M{"writer": job}); !reflect.DeepEqual(got, docs) {
					t.Errorf("got %v, want %v", got, docs)
				}
				for _, d := range docs { // and by their UUIDs
					if got := find[document](t, coll, bson.M{"writer": job, "u": d.U}); !reflect.DeepEqual(got, []document{d}) {
						t.Errorf("%v finds %v, want %v", d.U, got, d)
					}
				}
			})
		}

		// What is stored is the same, whoever wrote it.
		stored := find[struct {
			ID bson.RawValue `bson:"_id"`
			N  int
			U  bson.RawValue
		}](t, coll, bson.M{})
		if want := (1 + len(c.jobs)) * len(known); len(stored) != want {
			t.Errorf("%s: got %d documents, want %d", c.representation, len(stored), want)
		}
		for _, d := range stored {
			if subtype, data, ok := d.U.BinaryOK(); !ok || subtype != c.subtype || !bytes.Equal(data, order(known[d.N], c.sample)) {
				t.Errorf("%v of %s: stored is %v, want subtype %d of %v", d.ID, c.representation, d.U, c.subtype, known[d.N])
			}
		}
	}
}

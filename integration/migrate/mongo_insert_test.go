package migrate

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// Insert is in docs/migrate.md.

func Insert(ctx context.Context, c *mongo.Collection, key string, id google.UUID, name string) (inserted bool, err error) {
	filter := bson.M{key: bson.M{"$in": bson.A{id, id.String()}}}
	doc := bson.M{"$setOnInsert": bson.M{key: id, "name": name}}
	result, err := c.UpdateOne(ctx, filter, doc, options.UpdateOne().SetUpsert(true))
	return err == nil && result.UpsertedCount > 0, err
}

// TestMongoInsert has clients that try the same ids all the time while run converts those that are there. With
// InsertOne they get in a second time, and run ends with an error.
func TestMongoInsert(t *testing.T) {
	t.Parallel()
	onPage(t, "mongo_insert_test.go", "Insert")
	for _, key := range []string{"_id", "ref"} {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			db, address := openMongo(t)
			registry := bson.NewRegistry()
			bsonx.Register[google.UUID](registry)
			c, ctx := db.Collection("c", options.Collection().SetRegistry(registry)), t.Context()
			kit.Must(c.Indexes().CreateOne(ctx, mongo.IndexModel{Keys: bson.D{{Key: "ref", Value: 1}}, Options: options.Index().SetUnique(key == "ref")}))(t)
			ids := make([]google.UUID, 1000) // each other one is there
			var docs []bson.D
			for i := range ids {
				ids[i] = google.New()
				if i%2 == 0 {
					docs = append(docs, bson.D{{Key: key, Value: ids[i].String()}, {Key: "name", Value: "old"}})
				}
			}
			insertMongo(t, c, docs)
			var inserted atomic.Int64
			var wait sync.WaitGroup
			end := make(chan struct{})
			for range 2 {
				wait.Go(func() {
					for n := 0; ; n++ {
						select {
						case <-end:
							if n >= len(ids) {
								return
							}
						default:
						}
						is, err := Insert(ctx, c, key, ids[n%len(ids)], "new")
						if err != nil && !mongo.IsDuplicateKeyError(err) {
							t.Error(err)
							return
						}
						if is {
							inserted.Add(1)
						}
					}
				})
			}
			status, out := uuid(t, "run", address, "c."+key, "--online", "--pause", "20ms")
			close(end)
			wait.Wait()
			if status != done {
				t.Fatalf("run: status %d: %s", status, out)
			}
			var got []google.UUID
			kit.Check(t, c.Distinct(ctx, key, bson.D{}).Decode(&got))
			old := kit.Must(c.CountDocuments(ctx, bson.D{{Key: "name", Value: "old"}}))(t)
			new := kit.Must(c.CountDocuments(ctx, bson.D{{Key: "name", Value: "new"}}))(t)
			if half := int64(len(docs)); len(got) != len(ids) || old != half || new != half || inserted.Load() != half {
				t.Errorf("%d ids of %d old and %d new documents, %d inserted, want %d of %d each", len(got), old, new, inserted.Load(), len(ids), half)
			}
		})
	}
}

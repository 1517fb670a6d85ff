package migrate

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// AddTag is in docs/migrate.md.

func AddTag(ctx context.Context, c *mongo.Collection, id, tag google.UUID) error {
	filter := bson.M{
		"_id":  bson.M{"$in": bson.A{id, id.String()}},
		"tags": bson.M{"$nin": bson.A{tag, tag.String()}}, // neither form is there
	}
	_, err := c.UpdateOne(ctx, filter, bson.M{"$push": bson.M{"tags": tag}}, options.UpdateOne().SetHint("_id_"))
	return err
}

// TestMongoHint adds a tag while a transaction replaces the document, as run does with one whose _id it converts. Without
// the hint the server tries two indexes, and has read both _ids before it waits for the transaction: it finds neither.
func TestMongoHint(t *testing.T) {
	t.Parallel()
	db, _ := openMongo(t)
	registry := bson.NewRegistry()
	bsonx.Register[google.UUID](registry)
	c := db.Collection("c", options.Collection().SetRegistry(registry))
	for _, keys := range []bson.D{{{Key: "tags", Value: 1}}, {{Key: "_id", Value: -1}, {Key: "tags", Value: 1}}, {{Key: "tags", Value: 1}, {Key: "_id", Value: 1}}} {
		kit.Check(t, c.Drop(t.Context()))
		kit.Must(c.Indexes().CreateOne(t.Context(), mongo.IndexModel{Keys: keys}))(t)
		id, tag := google.New(), google.New()
		insertMongo(t, c, []bson.D{{{Key: "_id", Value: id.String()}}})
		session := kit.Must(db.Client().StartSession())(t)
		ctx := mongo.NewSessionContext(t.Context(), session)
		kit.Check(t, session.StartTransaction())
		kit.Must(c.DeleteOne(ctx, bson.D{{Key: "_id", Value: id.String()}}))(t)
		kit.Must(c.InsertOne(ctx, bson.D{{Key: "_id", Value: id}}))(t)
		added := make(chan error, 1)
		go func() { added <- AddTag(t.Context(), c, id, tag) }()
		time.Sleep(300 * time.Millisecond) // it waits for the transaction
		kit.Check(t, session.CommitTransaction(ctx))
		session.EndSession(ctx)
		kit.Check(t, <-added)
		if n := kit.Must(c.CountDocuments(t.Context(), bson.D{{Key: "tags", Value: tag}}))(t); n != 1 {
			t.Errorf("index %v: %d documents have the tag, want 1", keys, n)
		}
	}
}

// TestMongoPush adds ids to arrays that have them as text, while run converts these. With $push alone an
// array gets the id a second time, and run refuses.
func TestMongoPush(t *testing.T) {
	t.Parallel()
	onPage(t, "mongo_push_test.go", "AddTag")
	db, address := openMongo(t)
	registry := bson.NewRegistry()
	bsonx.Register[google.UUID](registry)
	c := db.Collection("c", options.Collection().SetRegistry(registry))
	ctx := t.Context()
	all, tags := make([]google.UUID, 2000), make([]google.UUID, 10)
	for i := range tags {
		tags[i] = google.New()
	}
	var docs []bson.D
	for i := range all {
		all[i] = google.New()
		docs = append(docs, bson.D{{Key: "_id", Value: all[i].String()}, {Key: "tags", Value: bson.A{tags[i%10].String(), tags[(i+1)%10].String()}}})
	}
	insertMongo(t, db.Collection("c"), docs)
	var wait sync.WaitGroup
	end := make(chan struct{})
	wait.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-end:
				return
			default:
				if err := AddTag(ctx, c, all[n*7919%len(all)], tags[n%3]); err != nil {
					t.Error(err)
					return
				}
			}
		}
	})
	must(t, done, "run", address, "c._id", "c.tags", "--online", "--pause", "2ms")
	close(end)
	wait.Wait()
	cursor := kit.Must(c.Find(ctx, bson.D{}))(t)
	var after []struct {
		ID   google.UUID   `bson:"_id"`
		Tags []google.UUID `bson:"tags"`
	}
	kit.Check(t, cursor.All(ctx, &after))
	added := 0
	for _, doc := range after {
		slices.SortFunc(doc.Tags, func(a, b google.UUID) int { return strings.Compare(a.String(), b.String()) })
		if len(slices.Compact(slices.Clone(doc.Tags))) != len(doc.Tags) {
			t.Errorf("%s has a tag twice: %s", doc.ID, doc.Tags)
		}
		added += len(doc.Tags) - 2
	}
	if len(after) != len(all) || added == 0 {
		t.Errorf("%d documents and %d new tags, want %d and some", len(after), added, len(all))
	}
	must(t, done, "undo", address)
	kit.Must(db.Collection("c").UpdateByID(ctx, all[0].String(), bson.D{{Key: "$push", Value: bson.D{{Key: "tags", Value: native([16]byte(after[0].Tags[0]))}}}}))(t)
	kit.Must(db.Collection("c").UpdateMany(ctx, bson.D{{Key: "_id", Value: all[0].String()}}, bson.D{{Key: "$push", Value: bson.D{{Key: "tags", Value: after[0].Tags[0].String()}}}}))(t)
	if list := refusals(t, address, "c.tags"); len(list) != 1 || list[0].Kind != "collision" || list[0].Object != "c.tags" {
		t.Errorf("plan refuses %v", list)
	}
}

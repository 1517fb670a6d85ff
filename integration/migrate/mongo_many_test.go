package migrate

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// TestMongoMany has an updateMany that waits for one document while run or undo converts another. That one changes its
// place in the index, so the updateMany meets it twice, or not at all. In a transaction it meets it once.
func TestMongoMany(t *testing.T) {
	t.Parallel()
	least, most := uuids.MustParse("00000000-0000-4000-8000-000000000000"), uuids.MustParse("ffffffff-ffff-4fff-bfff-ffffffffffff")
	for _, test := range []struct {
		verb, field string
		blocker     any // between the two places of the other document in the index
		transaction bool
		want        int32 // updates of the other document
	}{
		{"run", "_id", native(least), false, 2},
		{"run", "_id", native(least), true, 1},
		{"run", "ref", native(least), false, 2},
		{"run", "ref", native(least), true, 1},
		{"undo", "ref", most.String(), false, 0},
		{"undo", "ref", most.String(), true, 1},
	} {
		t.Run(fmt.Sprint(test.verb, " ", test.field, ", transaction ", test.transaction), func(t *testing.T) {
			t.Parallel()
			db, address := openMongo(t)
			c, u, ctx := db.Collection("c"), uuids.NewV4(), t.Context()
			kit.Must(c.Indexes().CreateOne(ctx, mongo.IndexModel{Keys: bson.D{{Key: test.field, Value: 1}}}))(t)
			document := func(name string, id any) bson.D {
				doc := bson.D{{Key: "_id", Value: name}, {Key: "name", Value: name}, {Key: "n", Value: 0}}
				if test.field == "_id" {
					doc = doc[1:]
				}
				return append(doc, bson.E{Key: test.field, Value: id})
			}
			insertMongo(t, c, []bson.D{document("other", u.String())})
			args := []string{test.verb, address, "--online"}
			if test.verb == "run" {
				args = append(args, "c."+test.field)
			} else {
				must(t, done, "run", address, "c."+test.field)
			}
			insertMongo(t, c, []bson.D{document("blocker", test.blocker)})

			session := kit.Must(db.Client().StartSession())(t)
			defer session.EndSession(ctx)
			kit.Check(t, session.StartTransaction())
			kit.Must(c.UpdateOne(mongo.NewSessionContext(ctx, session), bson.D{{Key: "name", Value: "blocker"}}, inc))(t)

			var ids bson.A
			for _, id := range []uuids.UUID{u, least, most} {
				ids = append(ids, native(id), id.String())
			}
			updated := updateBehind(t, c, bson.D{{Key: test.field, Value: bson.D{{Key: "$in", Value: ids}}}}, test.transaction)
			must(t, done, args...)
			kit.Check(t, session.CommitTransaction(ctx))
			kit.Check(t, <-updated)
			for name, want := range map[string]int32{"blocker": 2, "other": test.want} {
				var doc struct{ N int32 }
				if err := c.FindOne(ctx, bson.D{{Key: "name", Value: name}}).Decode(&doc); err != nil || doc.N != want {
					t.Errorf("%s: %d updates, %v, want %d", name, doc.N, err, want)
				}
			}
		})
	}
}

var inc = bson.D{{Key: "$inc", Value: bson.D{{Key: "n", Value: 1}}}}

// updateBehind begins an updateMany, and returns when that waits for a document.
func updateBehind(t *testing.T, c *mongo.Collection, filter bson.D, transaction bool) <-chan error {
	t.Helper()
	ctx, client := t.Context(), c.Database().Client()
	var tries atomic.Int32
	updated := make(chan error, 1)
	update := func(ctx context.Context) (any, error) {
		tries.Add(1)
		return c.UpdateMany(ctx, filter, inc)
	}
	go func() {
		if !transaction {
			_, err := update(ctx)
			updated <- err
			return
		}
		session, err := client.StartSession()
		if err == nil {
			_, err = session.WithTransaction(ctx, update)
			session.EndSession(ctx)
		}
		updated <- err
	}()
	waits := bson.D{{Key: "ns", Value: c.Database().Name() + ".c"}, {Key: "op", Value: "update"}, {Key: "numYields", Value: bson.D{{Key: "$gt", Value: 0}}}}
	kit.Eventually(t, "an updateMany waits for the blocker", func() bool {
		cursor := kit.Must(client.Database("admin").Aggregate(ctx, bson.A{bson.D{{Key: "$currentOp", Value: bson.D{}}}, bson.D{{Key: "$match", Value: waits}}}))(t)
		defer cursor.Close(ctx)
		return tries.Load() > 1 || cursor.Next(ctx)
	})
	return updated
}

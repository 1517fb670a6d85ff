package migrate

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// atOnce is in docs/migrate.md.

func atOnce(ctx context.Context, c *mongo.Collection, filter any) (docs []bson.Raw, err error) {
	session, err := c.Database().Client().StartSession(options.Session().SetSnapshot(true))
	if err != nil {
		return nil, err
	}
	defer session.EndSession(ctx)
	ctx = mongo.NewSessionContext(ctx, session)
	cursor, err := c.Find(ctx, filter)
	if err != nil {
		return nil, err
	}
	err = cursor.All(ctx, &docs)
	return docs, err
}

// onPage sees that docs/migrate.md has a function as the file has it, which calls google's package google.
func onPage(t *testing.T, file, function string) {
	t.Helper()
	source := string(kit.Must(os.ReadFile(file))(t))
	_, text, ok := strings.Cut(source, "\nfunc "+function+"(")
	text, _, _ = strings.Cut(text, "\n}\n")
	text = strings.ReplaceAll(text, "google.UUID", "uuid.UUID")
	if page := string(kit.Must(os.ReadFile("../../docs/migrate.md"))(t)); !ok || !strings.Contains(page, "\nfunc "+function+"("+text+"\n}\n") {
		t.Errorf("docs/migrate.md has another %s", function)
	}
}

// TestMongoSnapshot reads 100 documents by both forms of their ids while these change: without
// snapshot reads some can be missing or twice, with them none.
func TestMongoSnapshot(t *testing.T) {
	t.Parallel()
	onPage(t, "mongo_snapshot_test.go", "atOnce")
	long(t)
	db, address := openMongo(t)
	c := db.Collection("c")
	all := make([]uuids.UUID, 20_000)
	var docs []bson.D
	for i := range all {
		all[i] = uuids.NewV4()
		docs = append(docs, bson.D{{Key: "_id", Value: all[i].String()}, {Key: "n", Value: i}})
	}
	insertMongo(t, c, docs)
	var off, offAtOnce, reads, readsAtOnce atomic.Int64
	for range 10 {
		ctx, cancel := context.WithCancel(t.Context())
		var wait sync.WaitGroup
		for i := range 4 {
			wait.Go(func() {
				for n := i; ctx.Err() == nil; n++ {
					var ids bson.A
					for k := range 100 {
						u := all[(n*7919+k*199)%len(all)]
						ids = append(ids, native(u), u.String())
					}
					filter := bson.D{{Key: "_id", Value: bson.D{{Key: "$in", Value: ids}}}}
					if i%2 == 0 {
						list, err := atOnce(context.Background(), c, filter)
						readsAtOnce.Add(1)
						if err != nil || len(list) != 100 {
							offAtOnce.Add(1)
							t.Errorf("%d documents, %v", len(list), err)
						}
						continue
					}
					var list []bson.Raw
					cursor, err := c.Find(context.Background(), filter)
					if err == nil {
						err = cursor.All(context.Background(), &list)
					}
					reads.Add(1)
					if err != nil {
						t.Error(err)
					}
					if len(list) != 100 {
						off.Add(1)
					}
				}
			})
		}
		must(t, done, "run", address, "c._id", "--online")
		cancel()
		wait.Wait()
		must(t, done, "undo", address)
		if off.Load() > 0 && readsAtOnce.Load() > 1000 {
			break
		}
	}
	said := fmt.Sprintf("%d of %d reads were off, and %d of %d snapshot reads", off.Load(), reads.Load(), offAtOnce.Load(), readsAtOnce.Load())
	t.Log(said)
	if off.Load() == 0 || readsAtOnce.Load() < 1000 {
		t.Error("too few to say anything: " + said)
	}
}

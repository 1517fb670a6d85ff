package migrate

import (
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// TestMongoGone renames a collection after run. Undo changes and forgets nothing, and works when it has its name
// again; or, if it was dropped, when there is an empty one.
func TestMongoGone(t *testing.T) {
	t.Parallel()
	db, address := openMongo(t)
	a, b := db.Collection("a"), db.Collection("b")
	document := func(n int, ref any) bson.D {
		return bson.D{{Key: "_id", Value: n}, {Key: "n", Value: n}, {Key: "ref", Value: ref}}
	}
	before := []bson.D{document(1, uuids.NewV4().String()), document(2, uuids.NewV4().String()), document(3, hex(uuids.NewV4()))}
	rename := func(from, to string) {
		t.Helper()
		kit.Check(t, db.Client().Database("admin").RunCommand(t.Context(), bson.D{{Key: "renameCollection", Value: db.Name() + "." + from}, {Key: "to", Value: db.Name() + "." + to}}).Err())
	}
	undoRefused := func() string {
		t.Helper()
		after, state := rawMongo(t, a), migrations(t, db)
		out := must(t, refused, "undo", address)
		if !strings.Contains(out, "b: ") {
			t.Errorf("undo does not name the collection: %s", out)
		}
		same(t, "a", rawMongo(t, a), after)
		same(t, "migrations", migrations(t, db), state)
		return out
	}
	insertMongo(t, a, before)
	insertMongo(t, b, before)
	run := []string{"run", address, "a.ref", "b.ref"}
	must(t, done, run...)
	rename("b", "c")
	undoRefused()
	rename("c", "b")
	must(t, done, "undo", address)
	same(t, "a after undo", rawMongo(t, a), raw(t, before))
	same(t, "b after undo", rawMongo(t, b), raw(t, before))

	must(t, done, run...)
	kit.Check(t, b.Drop(t.Context()))
	by(t, db, undoRefused())
	must(t, done, "undo", address)
	same(t, "a after undo", rawMongo(t, a), raw(t, before))

	// The collection of --bad-rows.
	bad := append(before, document(4, "nobody"))
	insertMongo(t, b, bad)
	run = append(run, "--bad-rows", "odd b")
	must(t, done, run...)
	rename("odd b", "c")
	undoRefused()
	rename("c", "odd b")
	must(t, done, "undo", address)
	same(t, "b after undo", rawMongo(t, b), raw(t, bad))
	same(t, "left", left(t, db), nil)
}

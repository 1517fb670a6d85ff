package migrate

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

var javaOrder = []int{7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8}

// mongoShop are the fields of shopDocuments.
var mongoShop = []string{"users._id", "users.boss", "orders._id", "orders.user", "orders.lines.by"}

// shopDocuments are documents of users and orders, before and after a migration of mongoShop.
// If they are mixed, their ids have several forms; if bad, some documents have values that
// are none.
func shopDocuments(n int, mixed, bad bool) (before, after map[string][]bson.D) {
	forms := []encoder{text}
	if mixed {
		forms = []encoder{text, text, text, native, hex, upper(text), ordered(0, javaOrder...), ordered(3, javaOrder...)}
	}
	before, after = map[string][]bson.D{}, map[string][]bson.D{}
	ids := make([]uuids.UUID, n)
	for i := range ids {
		ids[i] = uuids.NewV4()
	}
	add := func(collection string, make func(e encoder) bson.D) {
		k := len(before[collection])
		before[collection] = append(before[collection], make(forms[k%len(forms)]))
		if doc := make(forms[k%len(forms)]); bad && k%97 == 5 {
			after["aside"] = append(after["aside"], doc)
		} else {
			after[collection] = append(after[collection], make(native))
		}
	}
	for i := range n {
		add("users", func(e encoder) bson.D {
			doc := bson.D{{Key: "_id", Value: e(ids[i])}, {Key: "n", Value: int32(i)}, {Key: "email", Value: fmt.Sprintf("e%d@x", i)}, {Key: "stays", Value: ids[i].String()}}
			switch {
			case bad && i%97 == 5:
				return append(doc, bson.E{Key: "boss", Value: "nobody"})
			case i%3 == 0:
				return append(doc, bson.E{Key: "boss", Value: nil})
			}
			return append(doc, bson.E{Key: "boss", Value: e(ids[i/2])})
		})
		order := uuids.NewV7()
		add("orders", func(e encoder) bson.D {
			id := e(order)
			if bad && i%97 == 5 {
				id = int64(i)
			}
			return bson.D{{Key: "_id", Value: id}, {Key: "n", Value: int32(i)}, {Key: "user", Value: e(ids[(i+7)%n])},
				{Key: "lines", Value: bson.A{bson.D{{Key: "by", Value: bson.A{e(ids[i/5]), e(ids[i/7])}}, {Key: "total", Value: 1.5}}, bson.D{{Key: "by", Value: e(order)}}}}}
		})
	}
	return before, after
}

// rawShop returns the documents, byte by byte.
func rawShop(t testing.TB, shop map[string][]bson.D) map[string][]string {
	t.Helper()
	list := map[string][]string{}
	for name, docs := range shop {
		list[name] = raw(t, docs)
		if name == "aside" {
			slices.Sort(list[name])
		}
	}
	return list
}

// shopNow returns the documents that there are: of aside those that were set aside.
func shopNow(t testing.TB, db *mongo.Database) map[string][]string {
	t.Helper()
	list := map[string][]string{}
	for _, name := range kit.Must(db.ListCollectionNames(t.Context(), bson.D{}))(t) {
		if name == "aside" {
			cursor := kit.Must(db.Collection(name).Find(t.Context(), bson.D{}))(t)
			for cursor.Next(t.Context()) {
				list[name] = append(list[name], fmt.Sprintf("%x", []byte(cursor.Current.Lookup("document").Document())))
			}
			kit.Check(t, cursor.Err())
			slices.Sort(list[name])
		} else if !strings.HasPrefix(name, "uuidkit_") {
			list[name] = rawMongo(t, db.Collection(name))
		}
	}
	return list
}

func sameShop(t testing.TB, what string, got, want map[string][]string) {
	t.Helper()
	for _, name := range []string{"users", "orders", "aside"} {
		same(t, what+": "+name, got[name], want[name])
	}
}

// fillShop inserts the documents, and makes indexes. It returns the forms of the collections.
func fillShop(t testing.TB, db *mongo.Database, docs map[string][]bson.D) {
	t.Helper()
	for name := range docs {
		insertMongo(t, db.Collection(name), docs[name])
	}
	for name, o := range map[string]*options.IndexOptionsBuilder{"email": options.Index().SetUnique(true), "boss": options.Index().SetSparse(true)} {
		kit.Must(db.Collection("users").Indexes().CreateOne(t.Context(), mongo.IndexModel{Keys: bson.D{{Key: name, Value: 1}}, Options: o}))(t)
	}
}

// indexes returns the definitions of the indexes of users.
func indexes(t testing.TB, db *mongo.Database) (list []string) {
	t.Helper()
	for _, x := range kit.Must(db.Collection("users").Indexes().ListSpecifications(t.Context()))(t) {
		list = append(list, fmt.Sprintf("%+v %v", x.Name, x.KeysDocument))
	}
	return list
}

// left returns the collections of uuidkit in the database.
func left(t testing.TB, db *mongo.Database) []string {
	t.Helper()
	names := kit.Must(db.ListCollectionNames(t.Context(), bson.D{}))(t)
	slices.Sort(names)
	return slices.DeleteFunc(names, func(name string) bool { return !strings.HasPrefix(name, "uuidkit_") && name != "aside" })
}

// TestMongoID converts _ids with the fields that refer to them, in one form and in many, sets
// documents aside, and goes back.
func TestMongoID(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name       string
		mixed, bad bool
		flags      string
		long       bool
	}{
		{"offline", false, false, "", false},
		{"online", false, false, "--online", true},
		{"mixed", true, false, "--bytes bytes-java", true},
		{"mixed online bad", true, true, "--bytes bytes-java --online --bad-rows aside", false},
		{"bad", false, true, "--bad-rows aside", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.long {
				long(t)
			}
			db, address := openMongo(t)
			b, a := shopDocuments(500, test.mixed, test.bad)
			fillShop(t, db, b)
			before, after := rawShop(t, b), rawShop(t, a)
			had := indexes(t, db)
			args := append(append([]string{"run", address}, mongoShop...), strings.Fields(test.flags)...)
			undo := []string{"undo", address}
			out := must(t, done, args...)
			sameShop(t, "after run", shopNow(t, db), after)
			same(t, "indexes", indexes(t, db), had)
			if strings.Contains(test.flags, "--online") != waited(out) {
				t.Errorf("run says how long writers waited: %s", out)
			}
			// The same run again has nothing to do.
			if !test.bad && !test.mixed {
				must(t, done, args...)
				sameShop(t, "after run again", shopNow(t, db), after)
			}
			must(t, done, undo...)
			sameShop(t, "after undo", shopNow(t, db), before)
			same(t, "indexes", indexes(t, db), had)
			same(t, "left", left(t, db), nil)

			must(t, done, args...)
			// What was written since comes back in the form of most.
			u, v := uuids.NewV4(), uuids.NewV4()
			kit.Must(db.Collection("users").InsertOne(t.Context(), bson.D{{Key: "_id", Value: native(u)}, {Key: "n", Value: 5000}, {Key: "boss", Value: native(v)}}))(t)
			must(t, done, undo...)
			now := shopNow(t, db)
			users := now["users"]
			same(t, "written since", users[len(users)-1:], raw(t, []bson.D{{{Key: "_id", Value: u.String()}, {Key: "n", Value: 5000}, {Key: "boss", Value: v.String()}}}))
			now["users"] = users[:len(users)-1]
			sameShop(t, "after undo", now, before)

			must(t, done, args...)
			out = must(t, done, "cleanup", address)
			if test.bad {
				if !strings.Contains(out, "aside") {
					t.Errorf("cleanup: %s", out)
				}
				same(t, "left", left(t, db), []string{"aside"})
			} else {
				same(t, "left", left(t, db), nil)
			}
		})
	}
}

// TestFaults has 5,000 rows.
const (
	killedRows  = 1500
	killedLines = 2 // each so manieth line
)

// A mongoKilling kills run and undo.
type mongoKilling struct {
	db            *mongo.Database
	run, undo     []string
	now           func(testing.TB) map[string][]string
	before, after map[string][]string
	random        int // how many kills at other times than lines
}

// patient is uuid, and again as it says if it could not renew its lock for some seconds: a server can wait so long
// for a busy disk.
func patient(t testing.TB, args ...string) (status int, out string) {
	t.Helper()
	for range 3 {
		if status, out = uuid(t, args...); status != interrupted {
			break
		}
	}
	return status, out
}

// kill kills run and undo at each line that they print and at other times, and goes on or back.
func (k *mongoKilling) kill(t *testing.T) {
	verbs := map[string][]string{"run": k.run, "undo": k.undo}
	wants := map[string]map[string][]string{"run": k.after, "undo": k.before}
	other := map[string]string{"run": "undo", "undo": "run"}
	check := func(what, verb string) {
		t.Helper()
		now := k.now(t)
		for name := range k.before {
			same(t, what+": "+name, now[name], wants[verb][name])
		}
		same(t, what+": aside", now["aside"], wants[verb]["aside"])
	}
	// try kills verb, and ends it or, if back, the other one.
	try := func(verb string, back bool, kill func(args ...string) (int, string)) (wasKilled bool) {
		t.Helper()
		status, out := kill(verbs[verb]...)
		if status != killed {
			if status != done {
				t.Fatalf("%s: status %d: %s", verb, status, out)
			}
			return false
		}
		bury(t, k.db)
		end := verb
		if back {
			end = other[verb]
		}
		status, more := patient(t, verbs[end]...)
		switch {
		case status == refused && end == "undo": // it had ended, or not begun
		case status == refused && end == "run" && strings.Contains(more, "aside"): // undo had not begun, and the collection is there
		case status == conflict && verb == "undo" && end == "run":
			must(t, done, verbs["undo"]...)
			end = "undo"
		case status != done:
			t.Fatalf("%s killed after %q, %s: status %d: %s", verb, out, end, status, more)
		}
		check(fmt.Sprintf("%s killed after %q, %s, which printed %q", verb, out, end, more), end)
		return true
	}
	// reach begins the next try from the state before verb.
	reach := func(verb string) {
		t.Helper()
		status, out := patient(t, verbs[other[verb]]...)
		if status == refused && other[verb] == "run" && strings.Contains(out, "aside") {
			status = done // it was not undone
		}
		if status != done && status != refused {
			t.Fatalf("%s: status %d: %s", other[verb], status, out)
		}
		check("before "+verb, other[verb])
	}
	tries := 0
	for _, verb := range []string{"run", "undo"} {
		for line := 1; ; line += killedLines {
			reach(verb)
			tries++
			if !try(verb, tries%2 == 0, func(args ...string) (int, string) { return killAt(t, line, args...) }) {
				break
			}
		}
		reach(verb)
		begin, p := time.Now(), pace{}
		must(t, done, verbs[verb]...)
		p.usual = time.Since(begin)
		for i := range k.random / 2 {
			reach(verb)
			try(verb, i%2 == 1, func(args ...string) (int, string) { return killAfter(t, p.part(i, k.random/2), args...) })
		}
	}
	if tries < 5/killedLines {
		t.Errorf("%d kills at lines", tries)
	}
}

// TestMongoIDKills kills migrations of _ids, with all that they can have.
func TestMongoIDKills(t *testing.T) {
	long(t)
	t.Parallel()
	for _, online := range []bool{false, true} {
		t.Run(fmt.Sprintf("online %t", online), func(t *testing.T) {
			db, address := openMongo(t)
			k := shopKilling(t, db, address)
			if online {
				k.run = append(k.run, "--online")
			}
			k.kill(t)
		})
	}
}

// shopKilling fills the database with mixed and bad documents.
func shopKilling(t *testing.T, db *mongo.Database, address string) *mongoKilling {
	t.Helper()
	b, a := shopDocuments(killedRows, true, true)
	fillShop(t, db, b)
	return &mongoKilling{db: db, run: append([]string{"run", address, "--bytes", "bytes-java", "--bad-rows", "aside"}, mongoShop...), undo: []string{"undo", address},
		now: func(t testing.TB) map[string][]string { return shopNow(t, db) }, before: rawShop(t, b), after: rawShop(t, a), random: *kills / 8}
}

// TestMongoUndoEarly undoes a run that was killed before it had written down which ids have
// another form than most: it has changed nothing yet, and undo must not, either.
func TestMongoUndoEarly(t *testing.T) {
	t.Parallel()
	db, address := openMongo(t)
	b, _ := shopDocuments(50, true, true)
	fillShop(t, db, b)
	before, state := rawShop(t, b), db.Collection("uuidkit_migration")
	must(t, done, append([]string{"run", address, "--bytes", "bytes-java", "--bad-rows", "aside"}, mongoShop...)...)
	var doc bson.M
	kit.Check(t, state.FindOne(t.Context(), bson.M{"state": "switched"}).Decode(&doc))
	must(t, done, "undo", address)
	sameShop(t, "after undo", shopNow(t, db), before)
	doc["state"], doc["sums"], doc["kept"] = "copying", nil, false
	kit.Must(state.InsertOne(t.Context(), doc))(t)
	must(t, done, "undo", address)
	sameShop(t, "after undo of nothing", shopNow(t, db), before)
	same(t, "left", left(t, db), nil)
}

package migrate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// mongoFields are the paths in the documents of mongoDocument.
var mongoFields = []string{"id", "who.id", "tags", "items.id", "items.deep.ids"}

func mongoNames(collections ...string) (list []string) {
	for _, c := range collections {
		for _, f := range mongoFields {
			list = append(list, c+"."+f)
		}
	}
	return list
}

type encoder func(uuids.UUID) any

// mongoDocument returns a document that has the ids in some form, and other fields that stay:
// among them an id in that form.
func mongoDocument(i int, id func(n int) uuids.UUID, encode, stays encoder) bson.D {
	e := func(n int) any { return encode(id(n)) }
	key := []any{int32(i), fmt.Sprint("k", i), float64(i) + 0.5, bson.D{{Key: "a", Value: i}}, bson.ObjectID{byte(i >> 8), byte(i)}, stays(id(0))}[i%6]
	doc := bson.D{{Key: "_id", Value: key}, {Key: "note 2", Value: stays(id(1))}, {Key: "n", Value: int32(i)}}
	add := func(key string, value any) { doc = append(doc, bson.E{Key: key, Value: value}) }
	switch i % 4 {
	case 0: // id is missing
	case 1:
		add("id", nil)
	default:
		add("id", e(1))
	}
	if i%5 > 0 {
		add("who", bson.D{{Key: "name", Value: "é"}, {Key: "id", Value: e(2)}, {Key: "stays", Value: stays(id(2))}})
	} else {
		add("who", []any{nil, "nobody", int64(7), bson.D{{Key: "name", Value: "no id"}}, bson.A{}}[i/5%5])
	}
	add("tags", []any{bson.A{}, bson.A{e(3)}, bson.A{e(3), nil, e(4), e(3)}, e(5)}[i%4])
	add("items", []any{
		bson.A{},
		bson.A{bson.D{{Key: "id", Value: e(6)}, {Key: "n", Value: 1.5}}, "text", nil, bson.D{{Key: "n", Value: int64(2)}}, bson.D{{Key: "deep", Value: bson.A{bson.D{{Key: "ids", Value: bson.A{e(7), e(8)}}}, bson.D{{Key: "ids", Value: e(9)}}, bson.D{}}}, {Key: "id", Value: e(10)}}},
		bson.D{{Key: "deep", Value: bson.D{{Key: "ids", Value: bson.A{nil, e(7)}}, {Key: "more", Value: bson.NewDecimal128(1, 2)}}}, {Key: "id", Value: nil}},
		bson.A{bson.D{{Key: "id", Value: bson.A{e(6), e(7)}}}},
	}[i/2%4])
	add("last", bson.A{stays(id(3)), bson.A{stays(id(4))}, bson.Regex{Pattern: "a"}, bson.DateTime(5), true})
	return doc
}

// mongoDocuments returns n documents, twice: in the one form, and in the other.
func mongoDocuments(n int, old, new encoder) (before, after []bson.D) {
	for i := range n {
		var ids []uuids.UUID
		for range 11 {
			ids = append(ids, uuids.NewV4())
		}
		ids[5], ids[6], ids[7] = uuids.NewV7(), uuids.Nil(), uuids.Max()
		id := func(n int) uuids.UUID { return ids[n] }
		before, after = append(before, mongoDocument(i, id, old, old)), append(after, mongoDocument(i, id, new, old))
	}
	return before, after
}

// TestMongoBadAll sees that --bad-rows moves no document if no value of the field is a UUID, and
// that an _id that is a document is refused as one.
func TestMongoBadAll(t *testing.T) {
	t.Parallel()
	db, address := openMongo(t)
	for i := range 5 {
		insertMongo(t, db.Collection("c"), []bson.D{{{Key: "_id", Value: bson.D{{Key: "u", Value: uuids.NewV4().String()}}}, {Key: "name", Value: fmt.Sprint("n", i)}}})
	}
	for args, want := range map[string]string{"c._id": "column: c._id", "c._id --bad-rows odd": "column: c._id", "c.name": "value: c.name", "c.name --bad-rows odd": "bad-rows: c.name"} {
		must(t, refused, append([]string{"run", address}, strings.Fields(args)...)...)
		if list := refusals(t, append([]string{address}, strings.Fields(args)...)...); len(list) != 1 || list[0].Kind+": "+list[0].Object != want {
			t.Errorf("%s: refused as %v, want %s", args, list, want)
		}
	}
	if n := kit.Must(db.Collection("c").CountDocuments(t.Context(), bson.D{}))(t); n != 5 {
		t.Errorf("%d documents are left", n)
	}
	must(t, done, "run", address, "c.name", "--bad-rows", "odd", "--accept", "c.name")
	must(t, done, "undo", address)
}

// TestMongoBadName names collections that the server does not create.
func TestMongoBadName(t *testing.T) {
	t.Parallel()
	db, address := openMongo(t)
	insertMongo(t, db.Collection("c"), []bson.D{{{Key: "_id", Value: 1}, {Key: "id", Value: uuids.NewV4().String()}}, {{Key: "_id", Value: 2}, {Key: "id", Value: "bad"}}})
	longest := strings.Repeat("x", 255-len(db.Name())-1)
	for _, name := range []string{"system.odd", "a$b", ".a", longest + "x"} {
		refuses(t, "bad-rows: "+name, address, "c.id", "--bad-rows", name)
	}
	same(t, "left", left(t, db), nil)
	must(t, done, "run", address, "c.id", "--bad-rows", longest)
	must(t, done, "undo", address)
}

// TestMongoBadAgain gives the command again that has moved a document away, as after a SIGKILL at its end: it
// has nothing to do, as in the other stores.
func TestMongoBadAgain(t *testing.T) {
	t.Parallel()
	db, address := openMongo(t)
	insertMongo(t, db.Collection("c"), []bson.D{{{Key: "_id", Value: 1}, {Key: "id", Value: uuids.NewV4().String()}}, {{Key: "_id", Value: 2}, {Key: "id", Value: "bad"}}})
	run := []string{"run", address, "c.id", "--bad-rows", "odd"}
	must(t, done, run...)
	must(t, done, run...)
	insertMongo(t, db.Collection("c"), []bson.D{{{Key: "_id", Value: 3}, {Key: "id", Value: "worse"}}})
	refuses(t, "bad-rows: odd", run[1:]...)
}

// TestMongoBadEdited writes notes into the collection of the documents that run has set aside. Undo refuses to lose
// them, and works when the command that it prints was executed, also with a document that was corrected there.
func TestMongoBadEdited(t *testing.T) {
	t.Parallel()
	db, address := openMongo(t)
	c, odd, u := db.Collection("c"), db.Collection("odd"), uuids.NewV4().String()
	document := func(n int, id any) bson.D {
		return bson.D{{Key: "_id", Value: n}, {Key: "n", Value: n}, {Key: "id", Value: id}}
	}
	insertMongo(t, c, []bson.D{document(1, u), document(2, "bad"), document(3, "bad")})
	must(t, done, "run", address, "c.id", "--bad-rows", "odd")
	kit.Must(odd.UpdateOne(t.Context(), bson.M{"document.n": 2}, bson.M{"$set": bson.M{"document.id": u}}))(t)
	kit.Must(odd.UpdateOne(t.Context(), bson.M{"document.n": 3}, bson.M{"$set": bson.M{"reviewed": "the customer called"}}))(t)
	insertMongo(t, odd, []bson.D{{{Key: "_id", Value: "note 1"}, {Key: "collection", Value: "c"}}, {{Key: "_id", Value: "note 2"}}})
	after, state := slices.Concat(rawMongo(t, c), rawMongo(t, odd)), migrations(t, db)
	out := must(t, refused, "undo", address)
	if !strings.Contains(out, "note 1") || strings.Contains(out, "note 2") {
		t.Errorf("undo does not name the document: %s", out)
	}
	same(t, "after undo", slices.Concat(rawMongo(t, c), rawMongo(t, odd)), after)
	same(t, "migrations", migrations(t, db), state)
	by(t, db, out)
	must(t, refused, "undo", address)
	kit.Must(odd.DeleteOne(t.Context(), bson.M{"_id": "note 1"}))(t)
	must(t, done, "undo", address)
	same(t, "after undo", rawMongo(t, c), raw(t, []bson.D{document(1, u), document(2, u), document(3, "bad")}))
	same(t, "odd after undo", rawMongo(t, odd), raw(t, []bson.D{{{Key: "_id", Value: "note 2"}}}))
}

// TestMongoBadMeanwhile changes the collection of the documents that run has set aside while undo puts them back. What is
// corrected there comes back, what is deleted does not, and undo ends early if a note would be lost or a document forgotten.
func TestMongoBadMeanwhile(t *testing.T) {
	t.Parallel()
	document := func(n int, id any) bson.D {
		return bson.D{{Key: "_id", Value: n}, {Key: "n", Value: n}, {Key: "id", Value: id}}
	}
	second, u := bson.D{{Key: "document.n", Value: 2}}, uuids.NewV4().String()
	first, bad, good := document(1, uuids.NewV4().String()), document(2, "bad"), document(2, u)
	other := bson.D{{Key: "_id", Value: "other"}, {Key: "collection", Value: "c"}, {Key: "document", Value: document(4, u)}}
	set := func(name, value string) bson.D {
		return bson.D{{Key: "update", Value: "odd"}, {Key: "updates", Value: bson.A{bson.D{{Key: "q", Value: second}, {Key: "u", Value: bson.D{{Key: "$set", Value: bson.D{{Key: name, Value: value}}}}}}}}}
	}
	drop := bson.D{{Key: "delete", Value: "odd"}, {Key: "deletes", Value: bson.A{bson.D{{Key: "q", Value: second}, {Key: "limit", Value: 1}}}}}
	for _, test := range []struct {
		name   string
		change bson.D // a command
		status int
		then   bson.D // before undo is given again
		want   []bson.D
	}{
		{"a correction", set("document.id", u), done, nil, []bson.D{first, good, document(3, "bad")}},
		{"a document less", drop, done, nil, []bson.D{first, document(3, "bad")}},
		{"a document more", bson.D{{Key: "insert", Value: "odd"}, {Key: "documents", Value: bson.A{other}}}, conflict, nil, []bson.D{first, bad, document(3, "bad"), document(4, u)}},
		{"a note", set("note", "the customer called"), conflict, drop, []bson.D{first, document(3, "bad")}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			db, address := openMongo(t)
			c := db.Collection("c")
			insertMongo(t, c, []bson.D{first, bad, document(3, "bad")})
			must(t, done, "run", address, "c.id", "--online", "--bad-rows", "odd")
			h := newHolder(t, address, element("insert", "c"))
			end := start(t, "undo", h.address, "--online").background(t)
			<-h.held
			kit.Check(t, db.RunCommand(t.Context(), test.change).Err())
			h.release()
			status, out := end()
			if status != test.status {
				t.Errorf("undo: status %d, want %d: %s", status, test.status, out)
			}
			if test.then != nil {
				must(t, refused, "undo", address, "--online")
				kit.Check(t, db.RunCommand(t.Context(), test.then).Err())
			}
			if status == conflict {
				must(t, done, "undo", address, "--online")
			}
			same(t, "after undo", rawMongo(t, c), raw(t, test.want))
			same(t, "left", left(t, db), nil)
		})
	}
}

// TestMongoBadOnline writes a document that is bad and a UUID in a form that the plan has not found while
// run --online is at work: it moves the first away, says so, and names the other.
func TestMongoBadOnline(t *testing.T) {
	t.Parallel()
	db, address := openMongo(t)
	c, u := db.Collection("c"), uuids.NewV4()
	document := func(n int, id any) bson.D {
		return bson.D{{Key: "_id", Value: n}, {Key: "n", Value: n}, {Key: "id", Value: id}}
	}
	insertMongo(t, c, []bson.D{document(1, u.String())})
	run := []string{"run", address, "c.id", "--online", "--bad-rows", "odd"}
	must(t, done, run...)
	kit.Must(db.Collection("uuidkit_migration").UpdateOne(t.Context(), bson.M{"state": "switched"}, bson.M{"$set": bson.M{"state": "copying"}}))(t)
	late := []bson.D{document(2, upper(text)(uuids.NewV4())), document(3, "bad")}
	insertMongo(t, c, late)
	if out := must(t, interrupted, run...); !strings.Contains(out, "c.id of _id 2: ") {
		t.Errorf("run does not name the document: %s", out)
	}
	same(t, "after status 5", rawMongo(t, c), raw(t, []bson.D{document(1, native(u)), late[0]}))
	kit.Must(c.DeleteOne(t.Context(), bson.D{{Key: "_id", Value: 2}}))(t)
	for _, args := range [][]string{run, {"status", address}, {"cleanup", address}} {
		if out := must(t, done, args...); !strings.Contains(out, "odd") {
			t.Errorf("%s does not name the collection: %s", args[0], out)
		}
	}
	if n := kit.Must(db.Collection("odd").CountDocuments(t.Context(), bson.D{{Key: "document", Value: late[1]}}))(t); n != 1 {
		t.Errorf("%d documents are set aside", n)
	}
}

// TestMongoBadLate has run --online set a document aside that a new version of the application has written: its _id has
// the new form. Undo converts it with the others, also if some had that form before.
func TestMongoBadLate(t *testing.T) {
	t.Parallel()
	for name, second := range map[string]encoder{"one form": text, "two forms": native} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, address := openMongo(t)
			c := db.Collection("c")
			document := func(n int, id, ref any) bson.D {
				return bson.D{{Key: "_id", Value: id}, {Key: "n", Value: n}, {Key: "ref", Value: ref}}
			}
			ids := []uuids.UUID{uuids.NewV4(), uuids.NewV4(), uuids.NewV4(), uuids.NewV4()}
			before := []bson.D{document(1, ids[0].String(), ids[1].String()), document(2, ids[1].String(), ids[0].String()), document(3, second(ids[2]), nil)}
			insertMongo(t, c, before)
			run := []string{"run", address, "c._id", "c.ref", "--online", "--bad-rows", "odd"}
			must(t, done, run...)
			kit.Must(db.Collection("uuidkit_migration").UpdateOne(t.Context(), bson.M{"state": "switched"}, bson.M{"$set": bson.M{"state": "copying"}}))(t)
			insertMongo(t, c, []bson.D{document(4, native(ids[3]), "nobody")})
			must(t, done, run...)
			if n := len(rawMongo(t, c)); n != 3 {
				t.Errorf("%d documents after run", n)
			}
			must(t, done, "undo", address)
			same(t, "after undo", rawMongo(t, c), raw(t, append(before, document(4, ids[3].String(), "nobody"))))
			same(t, "left", left(t, db), nil)
		})
	}
}

// TestMongoEmptyTimestamp inserts documents again that have an empty Timestamp, which the server replaces in an insert:
// those that get another _id, and those that are put back.
func TestMongoEmptyTimestamp(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(t testing.TB) (*mongo.Database, string){"replica set": openMongo, "alone": func(t testing.TB) (*mongo.Database, string) { return startMongo(t, "") }} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, address := open(t)
			document := func(n int, id, ref any) bson.D {
				return bson.D{{Key: "_id", Value: id}, {Key: "n", Value: n}, {Key: "ref", Value: ref}, {Key: "at", Value: bson.Timestamp{}}}
			}
			ids := []uuids.UUID{uuids.NewV4(), uuids.NewV4()}
			before := []bson.D{document(1, ids[0].String(), nil), document(2, ids[1].String(), "nobody"), document(3, hex(uuids.NewV4()), ids[0].String())}
			kit.Check(t, db.RunCommand(t.Context(), bson.D{{Key: "insert", Value: "c"}, {Key: "documents", Value: before}, {Key: "bypassEmptyTsReplacement", Value: true}}).Err())
			same(t, "before run", rawMongo(t, db.Collection("c")), raw(t, before))
			must(t, done, "run", address, "c._id", "c.ref", "--bad-rows", "odd")
			same(t, "after run", rawMongo(t, db.Collection("c"))[:1], raw(t, []bson.D{document(1, native(ids[0]), nil)}))
			must(t, done, "undo", address)
			same(t, "after undo", rawMongo(t, db.Collection("c")), raw(t, before))
		})
	}
}

func insertMongo(t testing.TB, c *mongo.Collection, docs []bson.D) {
	t.Helper()
	kit.Must(c.InsertMany(t.Context(), docs))(t)
}

// raw returns the documents, byte by byte.
func raw(t testing.TB, docs []bson.D) (list []string) {
	t.Helper()
	for _, doc := range docs {
		list = append(list, fmt.Sprintf("%x", kit.Must(bson.Marshal(doc))(t)))
	}
	return list
}

func rawMongo(t testing.TB, c *mongo.Collection) (list []string) {
	t.Helper()
	cursor := kit.Must(c.Find(t.Context(), bson.D{}, options.Find().SetSort(bson.D{{Key: "n", Value: 1}})))(t)
	var docs []bson.Raw
	kit.Check(t, cursor.All(t.Context(), &docs))
	for _, doc := range docs {
		list = append(list, fmt.Sprintf("%x", []byte(doc)))
	}
	return list
}

func native(u uuids.UUID) any { return bson.Binary{Subtype: 4, Data: u[:]} }
func text(u uuids.UUID) any   { return u.String() }
func hex(u uuids.UUID) any    { return fmt.Sprintf("%x", u[:]) }
func upper(e encoder) encoder {
	return func(u uuids.UUID) any { return strings.ToUpper(e(u).(string)) }
}

// ordered returns an encoder of binary data, whose byte i is that of the place.
func ordered(subtype byte, places ...int) encoder {
	return func(u uuids.UUID) any {
		b := bson.Binary{Subtype: subtype}
		for _, at := range places {
			b.Data = append(b.Data, u[at])
		}
		return b
	}
}

// TestMongoLongArray goes back from an array of which each fourth id has one rarer form, and each fourth another. It is
// deep in the document, and undo has to name each of these ids in a statement of 16 MB at most.
func TestMongoLongArray(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		flags string
		forms [4]encoder
	}{
		{"--to native", [4]encoder{text, hex, text, upper(text)}},
		{"--to text --bytes bytes-java", [4]encoder{native, java, native, hex}},
	} {
		t.Run(test.flags, func(t *testing.T) {
			db, address := openMongo(t)
			c := db.Collection("c")
			ids := []uuids.UUID{uuids.Nil(), uuids.Max()}
			for len(ids) < 40_000 {
				ids = append(ids, uuids.NewV4())
			}
			var list bson.A
			for i, id := range ids {
				list = append(list, test.forms[i/2%4](id))
			}
			var deep any = list
			for _, name := range []string{"e", "d", "c", "b"} {
				deep = bson.D{{Key: name, Value: deep}}
			}
			before := []bson.D{{{Key: "_id", Value: 1}, {Key: "a", Value: deep}}}
			insertMongo(t, c, before)
			must(t, done, append([]string{"run", address, "c.a.b.c.d.e"}, strings.Fields(test.flags)...)...)
			must(t, done, "undo", address)
			same(t, "after undo", rawMongo(t, c), raw(t, before))
		})
	}
}

// TestMongoMostNew goes back from fields of which most values had the new form before run.
func TestMongoMostNew(t *testing.T) {
	t.Parallel()
	for _, flags := range []string{"", "--online"} {
		t.Run(flags, func(t *testing.T) {
			db, address := openMongo(t)
			c := db.Collection("c")
			var before []bson.D
			for n, form := range []encoder{native, text, native, upper(text), native} {
				before = append(before, bson.D{{Key: "_id", Value: n}, {Key: "n", Value: n}, {Key: "id", Value: form(uuids.NewV4())}})
			}
			insertMongo(t, c, before)
			must(t, done, append([]string{"run", address, "c.id"}, strings.Fields(flags)...)...)
			must(t, done, append([]string{"undo", address}, strings.Fields(flags)...)...)
			same(t, "after undo", rawMongo(t, c), raw(t, before))
		})
	}
}

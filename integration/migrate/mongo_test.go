package migrate

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// openMongo returns a new database and its URL for the command.
func openMongo(t testing.TB) (*mongo.Database, string) {
	t.Helper()
	uri, name := stores.Mongo(t)
	client := kit.Must(mongo.Connect(options.Client().ApplyURI(uri)))(t)
	t.Cleanup(func() {
		if t.Failed() {
			logMongo(t, client.Database("admin"))
		}
		client.Disconnect(context.Background())
	})
	u := kit.Must(url.Parse(uri))(t)
	u.Path = "/" + name
	// The name of the database tells the server's connections of one test from those of another.
	q := u.Query()
	q.Set("appName", name)
	u.RawQuery = q.Encode()
	return client.Database(name), u.String()
}

// logMongo logs what keeps the server busy: all tests share it, and each waits some seconds only.
func logMongo(t testing.TB, admin *mongo.Database) {
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
	defer stop()
	for _, command := range []bson.D{
		{{Key: "currentOp", Value: 1}, {Key: "$all", Value: true}, {Key: "$or", Value: bson.A{
			bson.D{{Key: "waitingForLock", Value: true}}, bson.D{{Key: "secs_running", Value: bson.D{{Key: "$gt", Value: 0}}}}, bson.D{{Key: "transaction", Value: bson.D{{Key: "$exists", Value: true}}}},
		}}},
		{{Key: "serverStatus", Value: 1}},
	} {
		reply, err := admin.RunCommand(ctx, command).Raw()
		t.Log(command[0].Key, err)
		ops, _ := reply.Lookup("inprog").ArrayOK()
		values, _ := ops.Values()
		for _, path := range [][]string{{"queues"}, {"transactions"}, {"wiredTiger", "cache"}, {"wiredTiger", "checkpoint"}} {
			if v, err := reply.LookupErr(path...); err == nil {
				values = append(values, v)
			}
		}
		for _, v := range values {
			t.Logf("%.3000s", v)
		}
	}
}

// TestMongo converts values of every form at every kind of path, and goes back.
func TestMongo(t *testing.T) {
	t.Parallel()
	db, address := openMongo(t)
	network := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	java := []int{7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8}
	runs := []struct {
		flags string
		new   encoder
		old   map[string]encoder
	}{
		{"--to native", native, map[string]encoder{"text": text, "text upper": upper(text), "hex": hex, "hex.upper": upper(hex), "zero": ordered(0, network...)}},
		{"--bytes bytes", native, map[string]encoder{"python": ordered(3, network...)}},
		{"--bytes bytes-java", native, map[string]encoder{"java 0": ordered(0, java...), "java 3": ordered(3, java...)}},
		{"--bytes bytes-mixed", native, map[string]encoder{"C#": ordered(3, 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15)}},
		{"--bytes bytes-swapped", native, map[string]encoder{"swapped": ordered(0, 6, 7, 4, 5, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15)}},
		{"--bytes bytes-reversed", native, map[string]encoder{"reversed": ordered(0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)}},
		{"--to text --bytes bytes-java", text, map[string]encoder{"to text": native, "java to text": ordered(3, java...), "lower": upper(text), "dashes": hex}},
	}
	var before, after []map[string][]string
	var names [][]string
	for _, run := range runs {
		old, new, list := map[string][]string{}, map[string][]string{}, []string{}
		for name, encode := range run.old {
			b, a := mongoDocuments(60, encode, run.new)
			insertMongo(t, db.Collection(name), b)
			old[name], new[name] = raw(t, b), raw(t, a)
			list = append(list, mongoNames(name)...)
		}
		before, after, names = append(before, old), append(after, new), append(names, append(strings.Fields(run.flags), list...))
	}
	check := func(what string, i int, want []map[string][]string) {
		t.Helper()
		for name := range runs[i].old {
			same(t, what+" "+name, rawMongo(t, db.Collection(name)), want[i][name])
		}
	}
	plan := must(t, done, append([]string{"plan", address}, names[0]...)...)
	check("after plan", 0, before)
	if list := kit.Must(db.ListCollectionNames(t.Context(), bson.D{{Key: "name", Value: "uuidkit_migration"}}))(t); len(list) > 0 {
		t.Error("plan has made the collection")
	}
	hash := hashOf(plan)
	must(t, conflict, append([]string{"run", address, "--plan", strings.Repeat("0", 16)}, names[0]...)...)
	must(t, done, append([]string{"run", address, "--plan", hash}, names[0]...)...)
	check("after run", 0, after)
	out := must(t, done, append([]string{"run", address}, names[0][:7]...)...)
	check("after the second run:\n"+out, 0, after)
	for i := 1; i < len(runs); i++ {
		must(t, done, append([]string{"run", address}, names[i]...)...)
		check("after run", i, after)
	}
	if out := must(t, done, "status", address); strings.Count(out, "switched") != len(runs) {
		t.Errorf("status: %s", out)
	}
	for i := len(runs) - 1; i >= 0; i-- {
		must(t, done, "undo", address)
		check("after undo", i, before)
	}
	must(t, refused, "undo", address)
	if list := kit.Must(db.ListCollectionNames(t.Context(), bson.D{{Key: "name", Value: "uuidkit_migration"}}))(t); len(list) > 0 {
		t.Error("undo leaves the collection")
	}

	// Undo converts what was written since.
	must(t, done, "run", address, "text.id", "text.tags")
	u := uuids.NewV4()
	kit.Must(db.Collection("text").InsertOne(t.Context(), bson.D{{Key: "_id", Value: "new"}, {Key: "n", Value: int32(1000)}, {Key: "id", Value: native(u)}, {Key: "tags", Value: bson.A{native(u)}}}))(t)
	must(t, done, "undo", address)
	same(t, "written since", rawMongo(t, db.Collection("text"))[60:], raw(t, []bson.D{{{Key: "_id", Value: "new"}, {Key: "n", Value: int32(1000)}, {Key: "id", Value: u.String()}, {Key: "tags", Value: bson.A{u.String()}}}}))
	must(t, done, "run", address, "text.id")
	must(t, done, "cleanup", address)
	must(t, refused, "undo", address)
}

// expire waits until the server has ended the statements of a stopped process, and lets its
// lock expire, which takes half a minute otherwise.
func expire(t testing.TB, db *mongo.Database) {
	t.Helper()
	await(t, db, bson.D{}, bson.D{{Key: "appName", Value: bson.D{{Key: "$in", Value: bson.A{db.Name(), "uuid migrate"}}}}, {Key: "ns", Value: bson.Regex{Pattern: "^" + db.Name() + "\\."}}})
	kit.Must(db.Collection("uuidkit_migration").UpdateByID(t.Context(), "lock", bson.D{{Key: "$set", Value: bson.D{{Key: "until", Value: time.Unix(1, 0)}}}}))(t)
}

// bury is expire for a process that was killed. A busy server may not have read its last statement
// yet, which can take the lock after that: so it first waits until its connections have ended.
func bury(t testing.TB, db *mongo.Database) {
	t.Helper()
	await(t, db, bson.D{{Key: "idleConnections", Value: true}, {Key: "idleSessions", Value: false}}, bson.D{{Key: "appName", Value: db.Name()}})
	expire(t, db)
}

// await waits until $currentOp lists nothing that matches.
func await(t testing.TB, db *mongo.Database, which, match bson.D) {
	t.Helper()
	kit.Eventually(t, "the end of what a process has sent", func() bool {
		cursor := kit.Must(db.Client().Database("admin").Aggregate(t.Context(), bson.A{bson.D{{Key: "$currentOp", Value: which}}, bson.D{{Key: "$match", Value: match}}}))(t)
		var list []bson.Raw
		kit.Check(t, cursor.All(t.Context(), &list))
		return len(list) == 0
	})
}

// TestMongoKills kills run and undo at each line that they print and at other times, and goes
// on or back.
func TestMongoKills(t *testing.T) {
	long(t)
	t.Parallel()
	db, address := openMongo(t)
	b, a := mongoDocuments(killedRows, ordered(3, javaOrder...), native)
	c := db.Collection("c")
	insertMongo(t, c, b)
	k := &mongoKilling{db: db, run: append([]string{"run", address, "--bytes", "bytes-java"}, mongoNames("c")...), undo: []string{"undo", address},
		now:    func(t testing.TB) map[string][]string { return map[string][]string{"c": rawMongo(t, c)} },
		before: map[string][]string{"c": raw(t, b)}, after: map[string][]string{"c": raw(t, a)}, random: *kills / 8}
	k.kill(t)
}

// written runs "uuid migrate" while another process inserts documents with ids of a form, from the first line
// that it prints, and before the documents that it reads then: their _ids are below first. It returns how many.
func written(t *testing.T, c *mongo.Collection, first int, id func() any, args ...string) (status int, out string, n int) {
	t.Helper()
	stop, ended, started := make(chan struct{}), make(chan int, 1), false
	status, out = start(t, args...).wait(t, func(int) {
		if started {
			return
		}
		started = true
		go func() {
			n := 0
			defer func() { ended <- n }()
			for {
				select {
				case <-stop:
					return
				default:
				}
				n++
				c.InsertOne(context.Background(), bson.D{{Key: "_id", Value: first - n}, {Key: "n", Value: 2000 + n}, {Key: "id", Value: id()}})
			}
		}()
	})
	if !started {
		t.Fatalf("status %d, and it has printed nothing: %s", status, out)
	}
	close(stop)
	return status, out, <-ended
}

// TestMongoWriters has a process that writes the old form while run is at work, and the new one during undo.
// What the messages say then works.
func TestMongoWriters(t *testing.T) {
	t.Parallel()
	db, address := openMongo(t)
	c := db.Collection("c")
	var docs []bson.D
	for i := range 2000 {
		docs = append(docs, bson.D{{Key: "_id", Value: i}, {Key: "n", Value: i}, {Key: "id", Value: uuids.NewV4().String()}})
	}
	insertMongo(t, c, docs)

	// Another process has the lock.
	_, err := db.Collection("uuidkit_migration").InsertOne(t.Context(), bson.D{{Key: "_id", Value: "lock"}, {Key: "owner", Value: "x"}, {Key: "until", Value: time.Now().Add(time.Hour)}})
	kit.Check(t, err)
	must(t, conflict, "run", address, "c.id")
	same(t, "refused by the lock", rawMongo(t, c), raw(t, docs))
	expire(t, db)

	status, out, n := written(t, c, 0, func() any { return uuids.NewV4().String() }, "run", address, "c.id")
	// It reads before it counts: the writer may have begun in between.
	if status != differs || !strings.Contains(out, "c.id of _id") && !strings.Contains(out, "migrate: c ") {
		t.Fatalf("run with a writer: status %d: %s", status, out)
	}
	must(t, conflict, "plan", address, "c.n")
	must(t, conflict, "cleanup", address)
	printed := pasted(t, address, follows(out)["see how far it is"])
	undo := regexp.MustCompile(`(?m)^  (uuid migrate undo .*)$`).FindStringSubmatch(printed)
	if undo == nil || !strings.Contains(printed, "  copying ") {
		t.Fatalf("status after status 1: %s", printed)
	}
	pasted(t, address, undo[1])
	list := rawMongo(t, c)
	same(t, "after undo", list[:2000], raw(t, docs))
	if len(list) != 2000+n {
		t.Errorf("%d documents, want %d", len(list), 2000+n)
	}
	must(t, done, "run", address, "c.id")

	status, out, m := written(t, c, -1_000_000, func() any { return native(uuids.NewV4()) }, "undo", address)
	if status != differs {
		t.Fatalf("undo with a writer: status %d: %s", status, out)
	}
	// A slow writer may have written nothing after the last pass: then all is back, but for the number of documents.
	var st struct{ State string }
	kit.Check(t, db.Collection("uuidkit_migration").FindOne(t.Context(), bson.D{{Key: "state", Value: bson.D{{Key: "$exists", Value: true}}}}).Decode(&st))
	must(t, map[string]int{"undoing": conflict, "copying": done}[st.State], "plan", address, "c.id")
	must(t, done, "undo", address)
	list = rawMongo(t, c)
	same(t, "after undo", list[:2000], raw(t, docs))
	if len(list) != 2000+n+m {
		t.Errorf("%d documents, want %d", len(list), 2000+n+m)
	}
	allText(t, c)
}

// allText fails if an id is no text.
func allText(t *testing.T, c *mongo.Collection) {
	t.Helper()
	if n := kit.Must(c.CountDocuments(t.Context(), bson.D{{Key: "id", Value: bson.D{{Key: "$not", Value: bson.D{{Key: "$type", Value: "string"}}}}}}))(t); n > 0 {
		t.Errorf("%d values are not as before", n)
	}
}

// TestMongoChanged has others change what a run or an undo compares at its end, as if it had been killed before
// that. It does what the message says, and the same command works.
func TestMongoChanged(t *testing.T) {
	t.Parallel()
	db, address := openMongo(t)
	c := db.Collection("c")
	insertMongo(t, c, []bson.D{{{Key: "_id", Value: 1}, {Key: "n", Value: 1}, {Key: "id", Value: uuids.NewV4().String()}}})
	kit.Must(c.Indexes().CreateOne(t.Context(), mongo.IndexModel{Keys: bson.D{{Key: "id", Value: 1}}, Options: options.Index().SetName("a")}))(t)
	state := func(s string) {
		t.Helper()
		kit.Must(db.Collection("uuidkit_migration").UpdateMany(t.Context(), bson.D{}, bson.D{{Key: "$set", Value: bson.D{{Key: "state", Value: s}}}}))(t)
	}
	write := func() {
		t.Helper()
		kit.Must(c.UpdateByID(t.Context(), 1, bson.D{{Key: "$inc", Value: bson.D{{Key: "n", Value: 1}}}}))(t)
	}
	run, undo := []string{"run", address, "c.id"}, []string{"undo", address}
	must(t, done, run...)
	state("copying")
	must(t, done, run...)

	state("undoing")
	write()
	must(t, conflict, append([]string{"plan"}, run[1:]...)...)
	must(t, differs, undo...)
	must(t, done, undo...)
	must(t, done, run...)

	commands := func(text string) func() { return func() { by(t, db, text) } }
	for _, test := range []struct {
		name   string
		change func()
		then   string // what the message says between commands
	}{
		{"a changed index", commands(`db.runCommand({"collMod": "c", "index": {"name": "a", "hidden": true}})`), "undo"},
		{"a dropped index", commands(`db.runCommand({"dropIndexes": "c", "index": "a"})`), "undo"},
		{"a document", write, "undo"},
		{"indexes", commands(`db.runCommand({"createIndexes": "c", "indexes": [{"key": {"id": 1}, "name": "b"}, {"key": {"n": 1}, "name": "c"}]})`), "give the same command again"},
		{"a validator", commands(`db.runCommand({"collMod": "c", "validator": {"id": {"$type": "binData"}}})`), "undo"}, // which undo would not get past
	} {
		state("copying")
		test.change()
		out := must(t, differs, run...)
		before, after, ok := strings.Cut(out, test.then)
		if !ok {
			t.Errorf("%s: it does not say %q: %s", test.name, test.then, out)
		}
		by(t, db, before)
		if test.then == "undo" {
			must(t, done, undo...)
			allText(t, c)
		}
		must(t, done, run...)
		if after, _, _ = strings.Cut(after, "\n"); after != "" {
			by(t, db, after)
		}
	}
}

// TestMongoLock interrupts a process, and takes the lock away from another.
func TestMongoLock(t *testing.T) {
	long(t)
	t.Parallel()
	db, address := openMongo(t)
	b, a := mongoDocuments(60_000, text, native)
	insertMongo(t, db.Collection("c"), b)
	args := append([]string{"run", address}, mongoNames("c")...)
	p := start(t, args...)
	began := bson.D{{Key: "state", Value: bson.D{{Key: "$exists", Value: true}}}}
	status, out := p.wait(t, func(int) {
		if kit.Must(db.Collection("uuidkit_migration").CountDocuments(t.Context(), began))(t) > 0 {
			p.cmd.Process.Signal(os.Interrupt)
		}
	})
	if status != interrupted {
		t.Fatalf("Ctrl-C: status %d: %s", status, out)
	}
	must(t, done, "undo", address) // at once
	same(t, "after undo", rawMongo(t, db.Collection("c")), raw(t, b))
	status, out = start(t, args...).wait(t, func(line int) {
		if line == 1 {
			kit.Must(db.Collection("uuidkit_migration").DeleteOne(t.Context(), bson.D{{Key: "_id", Value: "lock"}}))(t)
		}
	})
	if status != interrupted {
		t.Fatalf("status %d: %s", status, out)
	}
	must(t, done, args...)
	same(t, "after run", rawMongo(t, db.Collection("c")), raw(t, a))
}

// TestMongoDotted has a collection whose name is that of another one with a field of it: the documents say which is meant.
func TestMongoDotted(t *testing.T) {
	t.Parallel()
	db, address := openMongo(t)
	u := uuids.NewV4()
	orders := func(ref any) []bson.D {
		return []bson.D{{{Key: "_id", Value: 1}, {Key: "items", Value: bson.A{bson.D{{Key: "id", Value: text(u)}, {Key: "ref", Value: ref}}}}}}
	}
	items := func(id any) []bson.D {
		return []bson.D{{{Key: "_id", Value: id}, {Key: "id", Value: text(u)}}}
	}
	insertMongo(t, db.Collection("orders"), orders(text(u)))
	insertMongo(t, db.Collection("orders.items"), items(text(u)))
	must(t, usage, "plan", address, "orders.items.id")
	must(t, done, "run", address, "orders.items.ref")
	same(t, "orders", rawMongo(t, db.Collection("orders")), raw(t, orders(native(u))))
	same(t, "orders.items", rawMongo(t, db.Collection("orders.items")), raw(t, items(text(u))))
	must(t, done, "cleanup", address)
	must(t, done, "run", address, "orders.items._id")
	same(t, "orders, after", rawMongo(t, db.Collection("orders")), raw(t, orders(native(u))))
	same(t, "orders.items, after", rawMongo(t, db.Collection("orders.items")), raw(t, items(native(u))))
}

// TestMongoRefusals lists what plan refuses. Nothing is written.
func TestMongoRefusals(t *testing.T) {
	t.Parallel()
	db, address := openMongo(t)
	ctx := t.Context()
	exec := func(command bson.D) {
		t.Helper()
		kit.Check(t, db.RunCommand(ctx, command).Err())
	}
	create := func(name string, more ...bson.E) {
		t.Helper()
		exec(append(bson.D{{Key: "create", Value: name}}, more...))
	}
	insert := func(name string, values ...any) {
		t.Helper()
		for i, v := range values {
			kit.Must(db.Collection(name).InsertOne(ctx, bson.D{{Key: "_id", Value: fmt.Sprint("row", i)}, {Key: "id", Value: v}, {Key: "at", Value: time.Now()}}))(t)
		}
	}
	index := func(name string, key bson.D, o *options.IndexOptionsBuilder) {
		t.Helper()
		kit.Must(db.Collection(name).Indexes().CreateOne(ctx, mongo.IndexModel{Keys: key, Options: o}))(t)
	}
	u := uuids.NewV4()
	id := bson.D{{Key: "id", Value: 1}}
	create("validated", bson.E{Key: "validator", Value: bson.D{{Key: "$jsonSchema", Value: bson.D{{Key: "properties", Value: bson.D{{Key: "id", Value: bson.D{{Key: "bsonType", Value: "string"}}}}}}}}})
	create("capped", bson.E{Key: "capped", Value: true}, bson.E{Key: "size", Value: 4096})
	create("series", bson.E{Key: "timeseries", Value: bson.D{{Key: "timeField", Value: "at"}}})
	create("collated", bson.E{Key: "collation", Value: bson.D{{Key: "locale", Value: "en"}, {Key: "strength", Value: 2}}})
	create("view", bson.E{Key: "viewOn", Value: "viewed"}, bson.E{Key: "pipeline", Value: bson.A{}})
	create("encrypted", bson.E{Key: "encryptedFields", Value: bson.D{{Key: "fields", Value: bson.A{bson.D{{Key: "keyId", Value: native(u)}, {Key: "path", Value: "ssn"}, {Key: "bsonType", Value: "string"}}}}}})
	for _, name := range []string{"validated", "encrypted", "capped", "series", "collated", "viewed", "plain", "partial", "textual"} {
		insert(name, u.String())
	}
	index("partial", id, options.Index().SetPartialFilterExpression(bson.D{{Key: "id", Value: bson.D{{Key: "$type", Value: "string"}}}}))
	index("textual", bson.D{{Key: "id", Value: "text"}}, nil)
	index("case", id, options.Index().SetUnique(true))
	insert("case", u.String(), strings.ToUpper(u.String()))
	index("pair", bson.D{{Key: "id", Value: 1}, {Key: "n", Value: 1}}, options.Index().SetUnique(true))
	insert("pair", u.String(), native(uuids.NewV4()))
	insert("double", bson.A{u.String(), native(u)})
	insert("mixed", u.String(), native(uuids.NewV4()))
	insert("letters", "F81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	insert("bad", u.String(), "F81d4fae-7dec", nil, "")
	insert("number", u.String(), 5)
	insert("newline", u.String()+"\n", u.String())
	insert("nested", bson.A{u.String(), bson.A{u.String()}})
	insert("short", bson.Binary{Subtype: 3, Data: u[:15]})
	insert("md5", bson.Binary{Subtype: 5, Data: u[:]})
	insert("cut", bson.Binary{Data: []byte("f81d4fae-7dec-11")})
	java := ordered(3, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8)
	insert("java", java(uuids.NewV4()), java(uuids.NewV4()), java(uuids.NewV4()), java(uuids.NewV4()), java(uuids.NewV4()), java(uuids.NewV4()), java(uuids.NewV4()), java(uuids.NewV4()))
	kit.Must(db.Collection("keyed").InsertOne(ctx, bson.D{{Key: "_id", Value: u.String()}}))(t)
	collections := func() []string {
		names := kit.Must(db.ListCollectionNames(ctx, bson.D{}))(t)
		slices.Sort(names)
		return names
	}
	names := collections()
	extended := func(subtype int, data []byte) string {
		return fmt.Sprintf(`{"$binary":{"base64":"%s","subType":"%02x"}}`, base64.StdEncoding.EncodeToString(data), subtype)
	}
	for args, want := range map[string]string{
		"validated.id":                 "check: validated",
		"capped.id":                    "table: capped; table: capped",
		"series.id":                    "table: series",
		"collated.id":                  "table: collated",
		"encrypted.id":                 "table: encrypted",
		"view.id":                      "table: view",
		"viewed.id":                    "view: view",
		"partial.id":                   "index: partial, index id_1",
		"textual.id":                   "index: textual, index id_text",
		"case.id":                      `collision: case.id ` + u.String() + `: _id "row1" and _id "row0"`,
		"case._id":                     `value: case._id _id "row0": "row0"`,
		"pair.id":                      "index: pair, index id_1_n_1",
		"double.id":                    `collision: double.id _id "row0": ` + u.String(),
		"bad.id --bad-rows mixed":      "bad-rows: mixed",
		"letters.id":                   `value: letters.id _id "row0": "F81d4fae-7dec-11d0-a765-00a0c91e6bf6"`,
		"bad.id":                       `value: bad.id _id "row1": "F81d4fae-7dec"`,
		"number.id":                    `value: number.id _id "row1": 5`,
		"newline.id":                   `value: newline.id _id "row0": "` + u.String() + `\n"`,
		"nested.id":                    `value: nested.id _id "row0": ["` + u.String() + `"]`,
		"short.id":                     `value: short.id _id "row0": ` + extended(3, u[:15]),
		"md5.id":                       `value: md5.id _id "row0": ` + extended(5, u[:]),
		"cut.id":                       `value: cut.id _id "row0": ` + extended(0, []byte("f81d4fae-7dec-11")),
		"java.id":                      "byte-order: java.id",
		"java.id --bytes bytes-mixed":  "byte-order: java.id",
		"plain._id":                    `value: plain._id _id "row0": "row0"`,
		"keyed._id --online --to text": "online: --online",
		"plain._id.a":                  "column: plain._id.a",
		"plain.none":                   "column: plain.none",
		"plain.id.0":                   "column: plain.id.0",
		"plain.$id":                    "column: plain.$id",
		"plain.a.b.c.d.e.f":            "column: plain.a.b.c.d.e.f",
	} {
		refuses(t, want, append([]string{address}, strings.Fields(args)...)...)
	}
	if r := refusals(t, address, "encrypted.id"); strings.Contains(r[0].Manual, "dropTarget") {
		t.Errorf("plan replaces an encrypted collection by another one: %s", r[0].Manual)
	}
	for _, test := range []struct {
		args   string
		status int
		says   string // a name
	}{
		{"mixed.id", done, "uuidkit_kept"},
		{"bad.id --bad-rows aside", done, "aside"},
		{"bad.id --bad-rows uuidkit_x", usage, "uuidkit_x"},
		{"keyed._id", done, "insertMany"},
		{"keyed._id --online", done, "bsonx.In"},
		{"none.id", usage, "none.id"},
		{"plain.id plain.id", usage, "plain.id"},
		{"plain.id --bytes text", usage, "text"},
		{"plain.id", done, ""},
		{"java.id --bytes bytes-java", done, ""},
	} {
		args := append([]string{"plan", address}, strings.Fields(test.args)...)
		status, out := uuid(t, args...)
		if status != test.status || !strings.Contains(out, test.says) {
			t.Errorf("plan %s: status %d, want %d and %q:\n%s", test.args, status, test.status, test.says, out)
		}
	}
	must(t, refused, "run", address, "bad.id")
	same(t, "collections", collections(), names)
}

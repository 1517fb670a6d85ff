package migrate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// A mongoRow is what an application knows of a document.
type mongoRow struct {
	id, ref uuids.UUID
	count   int
}

// mongoWriters insert, update, delete and read all the time, and remember what they were told.
type mongoWriters struct {
	c      *mongo.Collection
	ids    bool        // the _id is converted, too
	native atomic.Bool // they write the new form only
	old    atomic.Bool // they write the old form only
	pause  time.Duration
	rows   [4]map[uuids.UUID]*mongoRow
	keys   [4][]uuids.UUID
	stop   context.CancelFunc
	wait   sync.WaitGroup

	mutex   sync.Mutex
	longest time.Duration
	done    [4]int // inserts, updates, deletes and reads
}

var java = ordered(3, javaOrder...)

// in finds an id in both forms.
func in(u uuids.UUID) bson.D {
	return bson.D{{Key: "_id", Value: bsonx.In([]uuids.UUID{u}, bsonx.Standard, bsonx.JavaLegacy)}}
}

// fill inserts n documents of the old form.
func (w *mongoWriters) fill(t testing.TB, n int) {
	var docs []bson.D
	for i := range w.rows {
		w.rows[i] = map[uuids.UUID]*mongoRow{}
	}
	for i := range n {
		row := &mongoRow{uuids.NewV7(), uuids.NewV4(), 0}
		w.rows[i%4][row.id], w.keys[i%4] = row, append(w.keys[i%4], row.id)
		docs = append(docs, bson.D{{Key: "_id", Value: java(row.id)}, {Key: "ref", Value: java(row.ref)}, {Key: "count", Value: 0}})
	}
	insertMongo(t, w.c, docs)
}

// start starts the writers, which write both forms.
func (w *mongoWriters) start(t testing.TB) {
	ctx, cancel := context.WithCancel(t.Context())
	w.stop = cancel
	for i := range w.rows {
		w.wait.Go(func() {
			for ; ctx.Err() == nil; time.Sleep(w.pause) {
				begin := time.Now()
				kind, err := w.one(i)
				if err != nil {
					t.Error(err)
					return
				}
				w.mutex.Lock()
				w.longest = max(w.longest, time.Since(begin))
				w.done[kind]++
				w.mutex.Unlock()
			}
		})
	}
}

func (w *mongoWriters) encode(u uuids.UUID) any {
	if w.native.Load() || !w.old.Load() && rand.IntN(2) == 0 {
		return native(u)
	}
	return java(u)
}

// id encodes an _id.
func (w *mongoWriters) id(u uuids.UUID, e encoder) any {
	if w.ids {
		return e(u)
	}
	return java(u)
}

// one does one thing. An error is a fault: of the server, or what it says is not so.
func (w *mongoWriters) one(i int) (kind int, err error) {
	ctx := context.Background()
	kind = rand.IntN(4)
	if kind == 0 || len(w.keys[i]) == 0 {
		row := &mongoRow{uuids.NewV7(), uuids.NewV4(), 0}
		_, err := w.c.InsertOne(ctx, bson.D{{Key: "_id", Value: w.id(row.id, w.encode)}, {Key: "ref", Value: w.encode(row.ref)}, {Key: "count", Value: 0}})
		w.rows[i][row.id], w.keys[i] = row, append(w.keys[i], row.id)
		return 0, err
	}
	k := rand.IntN(len(w.keys[i]))
	row := w.rows[i][w.keys[i][k]]
	switch kind {
	case 1:
		row.count++
		change := bson.D{{Key: "$inc", Value: bson.D{{Key: "count", Value: 1}}}}
		if rand.IntN(2) == 0 {
			row.ref = uuids.NewV4()
			change = append(change, bson.E{Key: "$set", Value: bson.D{{Key: "ref", Value: w.encode(row.ref)}}})
		}
		result, err := w.c.UpdateOne(ctx, in(row.id), change)
		if err == nil && result.MatchedCount != 1 {
			err = fmt.Errorf("update of %s: %d documents", row.id, result.MatchedCount)
		}
		return kind, err
	case 2:
		result, err := w.c.DeleteOne(ctx, in(row.id))
		if err == nil && result.DeletedCount != 1 {
			err = fmt.Errorf("delete of %s: %d documents", row.id, result.DeletedCount)
		}
		delete(w.rows[i], row.id)
		last := len(w.keys[i]) - 1
		w.keys[i][k], w.keys[i] = w.keys[i][last], w.keys[i][:last]
		return kind, err
	}
	cursor, err := w.c.Find(ctx, in(row.id))
	var docs []struct {
		Ref   bson.Binary `bson:"ref"`
		Count int         `bson:"count"`
	}
	if err == nil {
		err = cursor.All(ctx, &docs)
	}
	if err != nil {
		return kind, err
	}
	if len(docs) != 1 || docs[0].Count != row.count {
		return kind, fmt.Errorf("read of %s: %v, want count %d", row.id, docs, row.count)
	}
	if ref, err := bsonx.FromBinary[uuids.UUID](docs[0].Ref, bsonx.Standard, bsonx.JavaLegacy); err != nil || ref != row.ref {
		return kind, fmt.Errorf("read of %s: ref %s, want %s, %v", row.id, ref, row.ref, err)
	}
	return kind, nil
}

// end stops the writers, and compares the documents with what they know.
func (w *mongoWriters) end(t testing.TB, e encoder) {
	t.Helper()
	w.stop()
	w.wait.Wait()
	t.Logf("%v inserts, updates, deletes and reads; the longest took %s", w.done, w.longest)
	for kind, n := range w.done {
		if n == 0 {
			t.Errorf("none of kind %d", kind)
		}
	}
	rows := map[string]string{}
	for i := range w.rows {
		for _, r := range w.rows[i] {
			doc := kit.Must(bson.Marshal(bson.D{{Key: "_id", Value: w.id(r.id, e)}, {Key: "ref", Value: e(r.ref)}, {Key: "count", Value: int32(r.count)}}))(t)
			rows[fmt.Sprintf("%x", doc)] = r.id.String()
		}
	}
	cursor := kit.Must(w.c.Find(t.Context(), bson.D{}))(t)
	for cursor.Next(t.Context()) {
		key := fmt.Sprintf("%x", []byte(cursor.Current))
		if rows[key] == "" {
			t.Errorf("a document that nobody wrote so: %s", cursor.Current)
		}
		delete(rows, key)
	}
	kit.Check(t, cursor.Err())
	for _, id := range rows {
		t.Errorf("lost or altered: %s", id)
	}
}

// TestMongoOnline migrates under four writers, is killed sometimes, and goes back.
func TestMongoOnline(t *testing.T) {
	long(t)
	t.Parallel()
	n, rounds := 5000, 1
	if *all {
		n, rounds = 20_000, 10
	}
	for _, test := range []struct {
		fields    string
		clustered bool
	}{{"c._id c.ref", false}, {"c.ref", false}, {"c.ref", true}} {
		t.Run(fmt.Sprint(test.fields, ", clustered ", test.clustered), func(t *testing.T) {
			db, address := openMongo(t)
			if test.clustered {
				kit.Check(t, db.CreateCollection(t.Context(), "c", options.CreateCollection().SetClusteredIndex(bson.D{{Key: "key", Value: bson.D{{Key: "_id", Value: 1}}}, {Key: "unique", Value: true}})))
			}
			fields := strings.Fields(test.fields)
			w := &mongoWriters{c: db.Collection("c"), ids: len(fields) > 1}
			w.fill(t, n)
			run := append([]string{"run", address, "--bytes", "bytes-java", "--online", "--pause", "1ms"}, fields...)
			undo := []string{"undo", address, "--online"}
			for round := range rounds {
				out := w.during(t, db, round, run, native, &w.native)
				if !waited(out) {
					t.Errorf("run: %s", out)
				}
				if w.ids {
					must(t, refused, undo...)
					must(t, done, undo[:2]...)
				} else {
					w.during(t, db, round, undo, java, &w.old)
				}
			}
			same(t, "left", left(t, db), nil)
		})
	}
}

// during executes a verb under the writers. From some time on these write the new form only.
func (w *mongoWriters) during(t *testing.T, db *mongo.Database, round int, verb []string, to encoder, only *atomic.Bool) string {
	t.Helper()
	w.native.Store(false)
	w.old.Store(false)
	// A value of the new form that is there before run has begun is older than run: undo leaves it.
	begun := func() bool {
		n, _ := db.Collection("uuidkit_migration").CountDocuments(t.Context(), bson.D{{Key: "state", Value: bson.D{{Key: "$exists", Value: true}}}})
		return n > 0
	}
	started := false
	p := start(t, verb...)
	var kill *time.Timer
	status, out := p.wait(t, func(int) {
		if !started && begun() { // not while it still reads all documents
			started = true
			w.start(t)
			kill = time.AfterFunc(time.Duration(20+100*(round%7))*time.Millisecond, func() {
				p.cmd.Process.Kill()
			})
			time.AfterFunc(200*time.Millisecond, func() { only.Store(true) })
		}
	})
	if !started {
		t.Fatalf("%s has printed nothing: %s", verb[0], out)
	}
	kill.Stop()
	only.Store(true)
	if status == killed {
		t.Log("killed")
		bury(t, db)
		status, out = uuid(t, verb...)
	}
	for status == interrupted { // a writer was late
		status, out = uuid(t, verb...)
	}
	if status != done {
		t.Fatalf("%s: status %d: %s", verb[0], status, out)
	}
	w.end(t, to)
	return out
}

// TestMongoOldWriter has a writer that writes the old form all the time: run says so, and goes
// on when it has ended. Slow writers let some passes find nothing.
func TestMongoOldWriter(t *testing.T) {
	long(t)
	for _, pause := range []time.Duration{0, 50 * time.Millisecond, 150 * time.Millisecond} {
		t.Run(pause.String(), func(t *testing.T) { oldWriter(t, pause) })
	}
}

func oldWriter(t *testing.T, pause time.Duration) {
	t.Parallel()
	db, address := openMongo(t)
	w := &mongoWriters{c: db.Collection("c"), ids: true, pause: pause}
	w.fill(t, 300)
	w.old.Store(true)
	args := []string{"run", address, "--bytes", "bytes-java", "--online", "c._id", "c.ref"}
	started := false
	status, out := start(t, args...).wait(t, func(int) {
		if !started {
			started = true
			w.start(t)
		}
	})
	if status != interrupted {
		t.Fatalf("run: status %d: %s", status, out)
	}
	if out := must(t, done, "status", address); !strings.Contains(out, "copying") {
		t.Errorf("status: %s", out)
	}
	w.native.Store(true)
	time.Sleep(100 * time.Millisecond)
	must(t, done, args...)
	w.end(t, native)
}

// TestMongoHot has writers of all documents of a batch, who are faster than a transaction that converts it.
func TestMongoHot(t *testing.T) {
	long(t)
	t.Parallel()
	for _, fields := range []string{"c.ref", "c._id"} {
		t.Run(fields, func(t *testing.T) {
			db, address := openMongo(t)
			w := &mongoWriters{c: db.Collection("c")}
			w.fill(t, 200)
			ctx, stop := context.WithCancel(t.Context())
			var wait sync.WaitGroup
			var wrote atomic.Int64
			for i := range 16 {
				keys := w.keys[i%4]
				wait.Go(func() {
					for ctx.Err() == nil {
						change := bson.D{{Key: "$inc", Value: bson.D{{Key: "count", Value: 1}}}}
						if result, err := w.c.UpdateOne(t.Context(), in(keys[rand.IntN(len(keys))]), change); err != nil || result.MatchedCount != 1 {
							t.Errorf("update: %+v, %v", result, err)
							return
						}
						wrote.Add(1)
					}
				})
			}
			status, out := uuid(t, "run", address, "--bytes", "bytes-java", "--online", fields)
			stop()
			wait.Wait()
			if status != done {
				t.Fatalf("run: status %d: %s", status, out)
			}
			cursor := kit.Must(w.c.Aggregate(t.Context(), bson.A{bson.D{{Key: "$group", Value: bson.D{{Key: "_id", Value: nil}, {Key: "n", Value: bson.D{{Key: "$sum", Value: "$count"}}}}}}}))(t)
			var sums []struct{ N int64 }
			kit.Check(t, cursor.All(t.Context(), &sums))
			if len(sums) != 1 || sums[0].N != wrote.Load() {
				t.Errorf("%d updates, of which the documents have %v", wrote.Load(), sums)
			}
		})
	}
}

// TestMongoFirstNew has an application that writes between plan and run: its first values of
// the new form, and so many of another form that this becomes the form of most. The plan
// holds, and undo leaves these values as they were before run.
func TestMongoFirstNew(t *testing.T) {
	t.Parallel()
	db, address := openMongo(t)
	w := &mongoWriters{c: db.Collection("c"), ids: true}
	w.fill(t, 12) // fewer may all read as version 1 to 8 in another order of bytes
	var before []bson.D
	insert := func(n int, id func(uuids.UUID) any) {
		var docs []bson.D
		for range n {
			docs = append(docs, bson.D{{Key: "_id", Value: id(uuids.NewV7())}, {Key: "ref", Value: id(uuids.NewV4())}, {Key: "count", Value: 0}})
		}
		insertMongo(t, w.c, docs)
		before = append(before, docs...)
	}
	asText := func(id uuids.UUID) any { return id.String() }
	native := func(id uuids.UUID) any { return id }
	insert(1, asText)
	args := []string{address, "--bytes", "bytes-java", "--online", "c.ref", "c._id"}
	out := must(t, done, append([]string{"plan"}, args...)...)
	_, hash, _ := strings.Cut(strings.TrimSpace(out), "\nPlan ")
	insert(1, native)
	insert(12, asText) // 12 java, 13 texts
	must(t, done, append([]string{"run", "--plan", hash}, args...)...)
	must(t, done, "undo", address)
	for _, rows := range w.rows {
		for _, r := range rows {
			before = append(before, bson.D{{Key: "_id", Value: java(r.id)}, {Key: "ref", Value: java(r.ref)}})
		}
	}
	for _, doc := range before {
		if n, err := w.c.CountDocuments(t.Context(), doc); n != 1 || err != nil {
			t.Errorf("document %v: got %d, %v", doc, n, err)
		}
	}
}

// TestMongoLateNew has an old version of the application save a document in the new form behind the last pass of undo. The
// field had values of that form before run, which stay. Offline undo says so, and goes back in the end when it is given again.
func TestMongoLateNew(t *testing.T) {
	t.Parallel()
	for _, flags := range []string{"", "--online"} {
		for most, rest := range map[string]encoder{"most are texts": text, "most have the new form": native} {
			t.Run(most+" "+flags, func(t *testing.T) {
				t.Parallel()
				db, address := openMongo(t)
				c, id := db.Collection("c"), uuids.NewV4()
				before := []bson.D{{{Key: "_id", Value: 1}, {Key: "ref", Value: id.String()}}, {{Key: "_id", Value: 2}, {Key: "ref", Value: native(uuids.NewV4())}}}
				for n := range 2 {
					before = append(before, bson.D{{Key: "_id", Value: 3 + n}, {Key: "ref", Value: rest(uuids.NewV4())}})
				}
				insertMongo(t, c, before)
				must(t, done, append([]string{"run", address, "c.ref"}, strings.Fields(flags)...)...)
				drop := element("drop", "uuidkit_moving")
				h := newHolder(t, address, drop, drop) // before undo converts, and before it reads all documents in the end
				end := start(t, append([]string{"undo", h.address}, strings.Fields(flags)...)...).background(t)
				<-h.held
				kit.Must(c.UpdateByID(t.Context(), 1, bson.D{{Key: "$set", Value: bson.D{{Key: "ref", Value: native(id)}}}}))(t)
				h.release()
				status, out := end()
				if want := map[string]int{"": differs, "--online": done}[flags]; status != want {
					t.Errorf("undo: status %d, want %d: %s", status, want, out)
				}
				if status == differs {
					must(t, done, "undo", address)
				}
				same(t, "after undo", rawMongo(t, c), raw(t, before))
				same(t, "left", left(t, db), nil)
			})
		}
	}
}

// TestMongoLastOld has an application delete the last value of an old form when run has planned, and before it plans
// again with its lock. The same command goes on when that run was killed.
func TestMongoLastOld(t *testing.T) {
	t.Parallel()
	db, address := openMongo(t)
	c := db.Collection("c")
	insertMongo(t, c, []bson.D{{{Key: "_id", Value: 1}, {Key: "ref", Value: uuids.NewV4().String()}}, {{Key: "_id", Value: "last"}, {Key: "ref", Value: strings.ToUpper(uuids.NewV4().String())}}})
	args := []string{"run", address, "--online", "c.ref", "--plan", hashOf(must(t, done, "plan", address, "--online", "c.ref"))}
	converts := newHolder(t, address, element("update", "c"))
	locks := newHolder(t, converts.address, element("findAndModify", "uuidkit_migration"))
	p := start(t, append([]string{"run", locks.address}, args[2:]...)...)
	<-locks.held
	kit.Must(c.DeleteOne(t.Context(), bson.D{{Key: "_id", Value: "last"}}))(t)
	locks.release()
	<-converts.held
	kit.Check(t, p.cmd.Process.Kill())
	p.wait(t, nil)
	expire(t, db)
	must(t, done, args...)
}

// TestMongoExpires has the server delete documents by a TTL index while run --online and undo --online are at work.
func TestMongoExpires(t *testing.T) {
	t.Parallel()
	db, address := startMongo(t, "expires", "--setParameter=ttlMonitorSleepSecs=1")
	c := db.Collection("c")
	var docs []bson.D
	for i := range 4000 {
		docs = append(docs, bson.D{{Key: "_id", Value: uuids.NewV4().String()}, {Key: "id", Value: uuids.NewV4().String()}, {Key: "at", Value: time.Now().Add(time.Duration(i) * 30 * time.Millisecond)}})
	}
	insertMongo(t, c, docs)
	kit.Must(c.Indexes().CreateOne(t.Context(), mongo.IndexModel{Keys: bson.D{{Key: "at", Value: 1}}, Options: options.Index().SetExpireAfterSeconds(0)}))(t)
	left := int64(len(docs))
	for _, args := range [][]string{{"run", address, "c.id", "--online", "--pause", "50ms"}, {"undo", address, "--online", "--pause", "50ms"}, {"run", address, "c._id", "c.id", "--online", "--pause", "50ms"}} {
		must(t, done, args...)
		n := kit.Must(c.CountDocuments(t.Context(), bson.D{}))(t)
		if n == 0 || n >= left {
			t.Errorf("after %s: %d documents, and %d before: none has expired, or all", args, n, left)
		}
		left = n
	}
	if n := kit.Must(c.CountDocuments(t.Context(), bson.D{{Key: "$or", Value: bson.A{bson.D{{Key: "_id", Value: bson.D{{Key: "$type", Value: "string"}}}}, bson.D{{Key: "id", Value: bson.D{{Key: "$type", Value: "string"}}}}}}}))(t); n > 0 {
		t.Errorf("%d documents are not converted", n)
	}
	must(t, refused, "undo", address) // that of an _id is offline
}

// TestMongoIndexed sees that run reads all documents once to convert an indexed field. The later passes, which
// find none, use the index.
func TestMongoIndexed(t *testing.T) {
	t.Parallel()
	db, address := openMongo(t)
	c := db.Collection("c")
	insertMongo(t, c, []bson.D{{{Key: "ref", Value: uuids.NewV4().String()}}, {{Key: "ref", Value: uuids.NewV4().String()}}})
	kit.Must(c.Indexes().CreateOne(t.Context(), mongo.IndexModel{Keys: bson.D{{Key: "ref", Value: 1}}}))(t)
	kit.Check(t, db.RunCommand(t.Context(), bson.D{{Key: "profile", Value: 2}}).Err())
	must(t, done, "run", address, "--online", "c.ref")
	passes := bson.D{{Key: "ns", Value: db.Name() + ".c"}, {Key: "op", Value: "query"}, {Key: "command.projection.uuidkit_size", Value: bson.D{{Key: "$exists", Value: true}}}}
	var plans []string
	kit.Check(t, db.Collection("system.profile").Distinct(t.Context(), "planSummary", passes).Decode(&plans))
	slices.Sort(plans)
	same(t, "plans of the passes", plans, []string{"COLLSCAN", "IXSCAN { ref: 1 }"})
	scans := kit.Must(db.Collection("system.profile").CountDocuments(t.Context(), append(passes, bson.E{Key: "planSummary", Value: "COLLSCAN"})))(t)
	if scans != 1 {
		t.Errorf("%d passes read all documents, want 1", scans)
	}
}

package migrate

import (
	"context"
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
	"go.mongodb.org/mongo-driver/v2/mongo/writeconcern"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// startMongo starts a server for the test. It returns a database and its URL for the command.
func startMongo(t testing.TB, set string, args ...string) (*mongo.Database, string) {
	t.Helper()
	s := kit.Need(server.StartMongo(t.Context(), t.Logf, set, args...))(t)
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	u := kit.Must(url.Parse(s.URL()))(t)
	u.Path = "/shop"
	return connectMongo(t, s.URL()).Database("shop"), u.String()
}

func connectMongo(t testing.TB, uri string) *mongo.Client {
	t.Helper()
	client := kit.Must(mongo.Connect(options.Client().ApplyURI(uri)))(t)
	t.Cleanup(func() { client.Disconnect(context.Background()) })
	return client
}

// TestMongoAlone kills migrations on a server that has no transactions.
func TestMongoAlone(t *testing.T) {
	long(t)
	t.Parallel()
	db, address := startMongo(t, "")
	k := shopKilling(t, db, address)
	refuses(t, "online: --online", append(k.run[1:], "--online")...)
	k.kill(t)
	uuid(t, k.undo...)
	same(t, "left", left(t, db), nil)
	must(t, done, k.run...)
	same(t, "left", left(t, db), []string{"aside", "uuidkit_kept", "uuidkit_migration"})

	// What a run was refused it is refused after a kill, too.
	kit.Must(db.Collection("uuidkit_migration").UpdateOne(t.Context(), bson.M{"state": "switched"}, bson.M{"$set": bson.M{"state": "copying"}}))(t)
	must(t, refused, append(k.run, "--online")...)
	must(t, done, k.run...)
}

// TestMongoCompatibility has a server that converts no binary data, as MongoDB 8.0 does with the
// featureCompatibilityVersion of 7.0, which MongoDB 8.2 does not take.
func TestMongoCompatibility(t *testing.T) {
	t.Parallel()
	db, address := startMongo(t, "", "--setParameter=featureFlagBinDataConvert=false")
	insertMongo(t, db.Collection("c"), []bson.D{{{Key: "_id", Value: 1}, {Key: "id", Value: uuids.NewV4().String()}}})
	refuses(t, "server: the server", address, "c.id")
	for _, r := range refusals(t, address, "c.id") {
		by(t, db, strings.Replace(r.Manual, `"8.0"`, `"8.2"`, 1)) // what this server takes
	}
}

// TestMongoLarge has documents of nearly 16 MB. Plan refuses those that would become too large while run is at
// work. Undo names one that the application has made longer since, and works when it is shorter.
func TestMongoLarge(t *testing.T) {
	t.Parallel()
	for _, set := range []string{"", "large"} {
		t.Run("set "+set, func(t *testing.T) {
			db, address := startMongo(t, set)
			kit.Check(t, db.Client().Database("admin").RunCommand(t.Context(), bson.D{{Key: "setParameter", Value: 1}, {Key: "wiredTigerEngineRuntimeConfig", Value: "cache_size=1G"}}).Err())
			// pad makes the documents of a collection so many bytes shorter than 16 MB.
			pad := func(c *mongo.Collection, filter bson.D, less int) {
				t.Helper()
				size := len(kit.Must(c.FindOne(t.Context(), filter).Raw())(t)) + len("\x02pad\x00....\x00")
				kit.Must(c.UpdateOne(t.Context(), filter, bson.D{{Key: "$set", Value: bson.D{{Key: "pad", Value: strings.Repeat("x", 16<<20-size-less)}}}}))(t)
			}
			n := bson.D{{Key: "n", Value: 1}}
			large := func(name string, id, value any) {
				t.Helper()
				insertMongo(t, db.Collection(name), []bson.D{{{Key: "_id", Value: id}, {Key: "n", Value: 1}, {Key: "id", Value: value}}})
				pad(db.Collection(name), n, 10)
			}
			id := uuids.NewV4()
			large("texts", id.String(), id.String())
			large("natives", native(id), native(id))
			large("bad", 1, "bad")
			insertMongo(t, db.Collection("bad"), []bson.D{{{Key: "_id", Value: 2}, {Key: "id", Value: id.String()}}})
			moved := "value: texts "
			if set != "" {
				moved = ""
			}
			for args, want := range map[string]string{
				"texts.id":              "",
				"texts._id":             moved,
				"natives.id --to text":  "value: natives ",
				"natives._id --to text": "value: natives ",
				"bad.id --bad-rows odd": "value: bad ",
			} {
				var got string
				for _, r := range refusals(t, append([]string{address}, strings.Fields(args)...)...) {
					got += r.Kind + ": " + r.Object + " "
				}
				if got != want {
					t.Errorf("plan %s refuses %q, want %q", args, got, want)
				}
			}

			unpad := bson.D{{Key: "$unset", Value: bson.D{{Key: "pad", Value: 1}}}}
			kit.Must(db.Collection("natives").UpdateOne(t.Context(), n, unpad))(t)
			must(t, done, "plan", address, "natives._id", "--to", "text")

			c := db.Collection("grown")
			var ids bson.A
			for range 1000 { // as text they need 20,000 bytes more: the server has another error above 16 KB
				ids = append(ids, uuids.NewV4().String())
			}
			for i := range 5 {
				insertMongo(t, c, []bson.D{{{Key: "_id", Value: uuids.NewV4().String()}, {Key: "n", Value: i}, {Key: "id", Value: uuids.NewV4().String()}, {Key: "ids", Value: ids}}})
			}
			for _, name := range []string{"grown.id", "grown.ids", "grown._id"} {
				must(t, done, "run", address, name)
				pad(c, n, 10)
				key := kit.Must(c.FindOne(t.Context(), n).Raw())(t).Lookup("_id").String()
				if out := must(t, interrupted, "undo", address); !strings.Contains(out, " _id "+key) {
					t.Errorf("undo %s does not name the document %s: %s", name, key, out)
				}
				kit.Must(c.UpdateOne(t.Context(), n, unpad))(t)
				must(t, done, "undo", address)
				if n := kit.Must(c.CountDocuments(t.Context(), bson.D{{Key: "_id", Value: bson.D{{Key: "$type", Value: "string"}}}, {Key: "id", Value: bson.D{{Key: "$type", Value: "string"}}}}))(t); n != 5 {
					t.Errorf("%s: %d documents are as before", name, n)
				}
			}
		})
	}
}

// TestMongoMoving finds documents in uuidkit_moving, where a process was killed on a server
// that is a replica set now.
func TestMongoMoving(t *testing.T) {
	t.Parallel()
	db, address := openMongo(t)
	ids := []uuids.UUID{uuids.NewV4(), uuids.NewV4()}
	c, state, moving := db.Collection("c"), db.Collection("uuidkit_migration"), db.Collection("uuidkit_moving")
	document := func(id any, n int) bson.D { return bson.D{{Key: "_id", Value: id}, {Key: "n", Value: n}} }
	native := func(i int) bson.Binary { return bson.Binary{Subtype: 4, Data: ids[i][:]} }
	for i, id := range ids {
		kit.Must(c.InsertOne(t.Context(), document(id.String(), i)))(t)
	}
	run := []string{"run", address, "c._id"}
	must(t, done, run...)
	// kill leaves the second document as a process between delete and insert does.
	kill := func() {
		t.Helper()
		kit.Must(state.UpdateOne(t.Context(), bson.M{"state": "switched"}, bson.M{"$set": bson.M{"state": "copying"}}))(t)
		kit.Must(c.DeleteOne(t.Context(), bson.M{"_id": native(1)}))(t)
		kit.Must(moving.InsertOne(t.Context(), bson.D{
			{Key: "_id", Value: bson.D{{Key: "c", Value: "c"}, {Key: "d", Value: ids[1].String()}}},
			{Key: "to", Value: "c"}, {Key: "document", Value: document(native(1), 1)},
		}))(t)
	}
	count := func(what string, filter bson.M, want int64) {
		t.Helper()
		if got := kit.Must(c.CountDocuments(t.Context(), filter))(t); got != want {
			t.Errorf("%s: got %d documents, want %d", what, got, want)
		}
	}
	kill()
	must(t, conflict, append(run, "--bytes", "bytes-java")...)
	must(t, done, run...)
	count("run", bson.M{"_id": bson.M{"$type": "binData"}}, 2)

	kill()
	must(t, done, "undo", address)
	count("undo", bson.M{"_id": bson.M{"$type": "string"}}, 2)

	// The application has written the document in its place.
	must(t, done, run...)
	kill()
	kit.Must(c.InsertOne(t.Context(), document(ids[1].String(), 3)))(t)
	for _, command := range [][]string{run, {"undo", address}} {
		must(t, conflict, command...)
		count("written", bson.M{"_id": ids[1].String(), "n": 3}, 1)
	}
	kit.Must(moving.DeleteOne(t.Context(), bson.M{"to": "c"}))(t)
	must(t, done, "undo", address)
	count("undo", bson.M{"_id": bson.M{"$type": "string"}}, 2)
	same(t, "left", left(t, db), nil)
}

// mongoCommand executes a command as an administrator.
func mongoCommand(t testing.TB, c *mongo.Client, into any, command ...bson.E) {
	t.Helper()
	kit.Check(t, c.Database("admin").RunCommand(t.Context(), bson.D(command)).Decode(into))
}

// addMember starts a second member of a set, which is never the primary.
func addMember(t testing.TB, db *mongo.Database, set string, args ...string) *mongo.Client {
	t.Helper()
	_, other := startMongo(t, "", append([]string{"--replSet=" + set, "--oplogSize=16"}, args...)...)
	var reply struct {
		Config bson.M `bson:"config"`
	}
	mongoCommand(t, db.Client(), &reply, bson.E{Key: "replSetGetConfig", Value: 1})
	config := reply.Config
	config["version"] = config["version"].(int32) + 1
	config["members"] = append(config["members"].(bson.A), bson.D{{Key: "_id", Value: 1}, {Key: "host", Value: kit.Must(url.Parse(other))(t).Host}, {Key: "priority", Value: 0}})
	mongoCommand(t, db.Client(), &bson.M{}, bson.E{Key: "replSetReconfig", Value: config})
	return connectMongo(t, other+"?directConnection=true")
}

// fetches waits until the second member of a set follows. What it returns lets that fetch no more, or fetch again.
func fetches(t testing.TB, db *mongo.Database, second *mongo.Client) (fetch func(bool)) {
	t.Helper()
	kit.Eventually(t, "the second member follows", func() bool {
		var status struct {
			Members []struct {
				State string `bson:"stateStr"`
			} `bson:"members"`
		}
		mongoCommand(t, db.Client(), &status, bson.E{Key: "replSetGetStatus", Value: 1})
		return len(status.Members) == 2 && status.Members[1].State == "SECONDARY"
	})
	return func(on bool) {
		t.Helper()
		mongoCommand(t, second, &bson.M{}, bson.E{Key: "configureFailPoint", Value: "stopReplProducer"}, bson.E{Key: "mode", Value: map[bool]string{true: "off", false: "alwaysOn"}[on]})
	}
}

// TestMongoBehind has a secondary that fetches nothing for some seconds, while a program writes the old form without
// waiting for it: run and undo --online must not end before they see that write.
func TestMongoBehind(t *testing.T) {
	long(t)
	t.Parallel()
	test := "--setParameter=enableTestCommands=1"
	db, address := startMongo(t, "behind", test)
	fetch := fetches(t, db, addMember(t, db, "behind", test))
	c := db.Collection("c", options.Collection().SetWriteConcern(writeconcern.W1()))
	document := func(id any) []bson.D { return []bson.D{{{Key: "id", Value: id}}} }
	insertMongo(t, db.Collection("c", options.Collection().SetWriteConcern(writeconcern.Majority())), document(uuids.NewV4().String()))
	for _, args := range [][]string{{"run", address, "c.id", "--online"}, {"undo", address, "--online"}} {
		var last any = uuids.NewV4().String()
		if args[0] == "undo" {
			last = native(uuids.NewV4())
		}
		status, out := start(t, args...).read(t, func(line string) {
			if strings.HasPrefix(line, "convert c: ") {
				fetch(false)
				for range 10 { // it has asked for some before
					insertMongo(t, c, document(nil))
					time.Sleep(20 * time.Millisecond)
				}
				insertMongo(t, c, document(last))
				time.Sleep(4 * time.Second)
				fetch(true)
			}
		})
		if n := kit.Must(c.CountDocuments(t.Context(), bson.D{{Key: "id", Value: last}}))(t); status != done || n != 0 {
			t.Errorf("%s: status %d, and %d values are not converted: %s", args[0], status, n, out)
		}
	}
}

// TestMongoMajority has a secondary that fetches nothing any more, so that no majority acknowledges a commit. Run ends,
// and says so; a second Ctrl-C ends it at once.
func TestMongoMajority(t *testing.T) {
	long(t)
	t.Parallel()
	test := "--setParameter=enableTestCommands=1"
	db, address := startMongo(t, "two", test)
	fetch := fetches(t, db, addMember(t, db, "two", test))
	b, _ := mongoDocuments(20_000, text, native)
	insertMongo(t, db.Collection("c"), b)
	run := append([]string{"run", address}, mongoNames("c")...)
	for _, signals := range []int{0, 2} {
		p := start(t, run...)
		stopped := time.Time{}
		status, out := p.wait(t, func(line int) {
			if line > 1 {
				return
			}
			fetch(false)
			stopped = time.Now()
			go func() {
				for range signals {
					time.Sleep(2 * time.Second)
					p.cmd.Process.Signal(os.Interrupt)
				}
			}()
		})
		took := time.Since(stopped)
		if signals == 0 && (status != interrupted || !strings.Contains(out, "majority") || took > time.Minute) || signals > 0 && (status != killed || took > 10*time.Second) {
			t.Errorf("%d signals: status %d after %s: %s", signals, status, took, out)
		}
		fetch(true)
		kit.Check(t, db.Collection("c").Database().RunCommand(t.Context(), bson.D{{Key: "insert", Value: "other"}, {Key: "documents", Value: bson.A{bson.D{}}}, {Key: "writeConcern", Value: bson.D{{Key: "w", Value: "majority"}}}}).Err())
		expire(t, db)
		must(t, done, run...)
		must(t, done, "undo", address)
		same(t, "after undo", rawMongo(t, db.Collection("c")), raw(t, b))
	}
}

// TestMongoSecondary has a secondary that applies nothing for a while. Run waits for its oplog alone, so its
// readers find the old form until they have done what the plan says.
func TestMongoSecondary(t *testing.T) {
	long(t)
	t.Parallel()
	test := "--setParameter=enableTestCommands=1" // and with an arg, the set has the default writeConcernMajorityJournalDefault
	db, address := startMongo(t, "pair", test)
	plan := []string{"plan", address, "c.id"}
	insertMongo(t, db.Collection("c"), []bson.D{{{Key: "_id", Value: 1}, {Key: "id", Value: uuids.NewV4().String()}}})
	if out := must(t, done, plan...); strings.Contains(out, "secondar") {
		t.Errorf("the plan of a set of one: %s", out)
	}

	second := addMember(t, db, "pair", test)
	var status struct {
		Majority int `bson:"writeMajorityCount"`
		Members  []struct {
			State  string   `bson:"stateStr"`
			OpTime bson.Raw `bson:"optime"`
		} `bson:"members"`
	}
	caughtUp := func() bool { // as the plan says
		mongoCommand(t, db.Client(), &status, bson.E{Key: "replSetGetStatus", Value: 1})
		return len(status.Members) == 2 && status.Majority == 2 && status.Members[1].State == "SECONDARY" && status.Members[0].OpTime.String() == status.Members[1].OpTime.String()
	}
	kit.Eventually(t, "the second member follows", caughtUp)
	if out := must(t, done, plan...); !strings.Contains(out, "replSetGetStatus") {
		t.Errorf("the plan of a set of two: %s", out)
	}

	stop := func(mode string) {
		t.Helper()
		mongoCommand(t, second, &bson.M{}, bson.E{Key: "configureFailPoint", Value: "pauseBatchApplicationAfterWritingOplogEntries"}, bson.E{Key: "mode", Value: mode})
	}
	texts := func(c *mongo.Client) int64 {
		t.Helper()
		return kit.Must(c.Database("shop").Collection("c").CountDocuments(t.Context(), bson.D{{Key: "id", Value: bson.D{{Key: "$type", Value: "string"}}}}))(t)
	}
	stop("alwaysOn")
	must(t, done, "run", address, "c.id")
	if p, s := texts(db.Client()), texts(second); p != 0 || s != 1 || caughtUp() {
		t.Errorf("after run: %d and %d texts, and %+v; want 0 and 1, and a secondary that has not caught up", p, s, status)
	}
	stop("off")
	kit.Eventually(t, "the second member has caught up", caughtUp)
	if n := texts(second); n != 0 {
		t.Errorf("the secondary has %d texts when it has caught up", n)
	}
	must(t, done, "undo", address)
}

// shardedSince makes a field that run has converted the shard key of its collection, in which values had several
// forms. Undo refuses it, and works after the command that it prints.
func shardedSince(t *testing.T, db, config *mongo.Database, address string, docs []bson.D) {
	t.Helper()
	late := db.Collection("late")
	insertMongo(t, late, docs)
	must(t, done, "run", address, "late.who.id")
	key := bson.D{{Key: "who.id", Value: 1}}
	kit.Must(late.Indexes().CreateOne(t.Context(), mongo.IndexModel{Keys: key}))(t)
	mongoCommand(t, db.Client(), &bson.M{}, bson.E{Key: "shardCollection", Value: "shop.late"}, bson.E{Key: "key", Value: key})
	out := must(t, refused, "undo", address)
	if !strings.Contains(out, "late.who.id: ") || !strings.Contains(out, "late: ") || !strings.Contains(out, "changed nothing") {
		t.Errorf("undo: %s", out)
	}
	mongoCommand(t, config.Client(), &bson.M{}, bson.E{Key: "setParameter", Value: 1}, bson.E{Key: "reshardingMinimumOperationDurationMillis", Value: 0})
	by(t, db, out)
	must(t, done, "undo", address)
	same(t, "late after undo", rawMongo(t, late), raw(t, docs))
}

// TestMongoSharded converts fields on a cluster of two shards, the first of which is the
// config server, too.
func TestMongoSharded(t *testing.T) {
	long(t)
	t.Parallel()
	config, _ := startMongo(t, "config", "--configsvr")
	shard, _ := startMongo(t, "two", "--shardsvr")
	host := func(db *mongo.Database) string {
		var hello struct {
			Me  string `bson:"me"`
			Set string `bson:"setName"`
		}
		kit.Check(t, db.RunCommand(t.Context(), bson.D{{Key: "hello", Value: 1}}).Decode(&hello))
		return hello.Set + "/" + hello.Me
	}
	db, address := startMongo(t, "", "--configdb="+host(config))
	admin := func(command ...bson.E) {
		t.Helper()
		kit.Check(t, db.Client().Database("admin").RunCommand(t.Context(), bson.D(command)).Err())
	}
	admin(bson.E{Key: "transitionFromDedicatedConfigServer", Value: 1})
	admin(bson.E{Key: "addShard", Value: host(shard)})
	id := bson.D{{Key: "_id", Value: 1}}
	for name, key := range map[string]bson.D{"c": id, "m": id, "by": {{Key: "who.id", Value: 1}}, "byID": {{Key: "who.id", Value: 1}}, "byN": {{Key: "n", Value: 1}}} {
		admin(bson.E{Key: "shardCollection", Value: "shop." + name}, bson.E{Key: "key", Value: key})
	}
	fill := func(name string, b []bson.D) {
		t.Helper()
		insertMongo(t, db.Collection(name), b)
		for _, to := range []string{"config", "two"} { // one half in each
			key := bson.D{{Key: "_id", Value: int32(0)}}
			if to == "config" {
				admin(bson.E{Key: "split", Value: "shop." + name}, bson.E{Key: "middle", Value: key})
				key[0].Value = int32(-1)
			}
			admin(bson.E{Key: "moveChunk", Value: "shop." + name}, bson.E{Key: "find", Value: key}, bson.E{Key: "to", Value: to})
		}
	}
	documents := func(n int, old encoder) (before, after []bson.D) {
		before, after = mongoDocuments(n, old, native)
		for i := range before {
			before[i][0].Value, after[i][0].Value = int32(i-n/2), int32(i-n/2)
		}
		return before, after
	}
	b, a := documents(4000, java)
	fill("c", b)
	mb, ma := documents(600, text)
	hb, ha := documents(600, hex)
	for i := range mb {
		if i%3 == 0 { // its ids have another form
			mb[i], ma[i] = hb[i], ha[i]
		}
	}
	fill("m", mb)
	for _, shard := range []*mongo.Database{config, shard} {
		if n := kit.Must(shard.Client().Database("shop").Collection("c").CountDocuments(t.Context(), bson.D{}))(t); n == 0 {
			t.Error("a shard has no documents")
		}
	}

	for _, flags := range []string{"", " --online"} {
		args := append(append([]string{"run", address, "--bytes", "bytes-java"}, mongoNames("c")...), strings.Fields(flags)...)
		undo := append([]string{"undo", address}, strings.Fields(flags)...)
		must(t, done, args...)
		same(t, "after run"+flags, rawMongo(t, db.Collection("c")), raw(t, a))
		must(t, done, undo...)
		same(t, "after undo"+flags, rawMongo(t, db.Collection("c")), raw(t, b))
	}
	must(t, done, append([]string{"run", address}, mongoNames("m")...)...)
	same(t, "after run", rawMongo(t, db.Collection("m")), raw(t, ma))
	must(t, done, "undo", address)
	same(t, "after undo", rawMongo(t, db.Collection("m")), raw(t, mb))

	insertMongo(t, db.Collection("by"), mb[:10])
	insertMongo(t, db.Collection("byN"), mb[:10])
	insertMongo(t, db.Collection("byID"), []bson.D{{{Key: "_id", Value: 1}, {Key: "who", Value: bson.D{{Key: "id", Value: uuids.NewV4().String()}}}}, {{Key: "_id", Value: 2}, {Key: "who", Value: "nobody"}}})
	insertMongo(t, db.Collection("u"), []bson.D{{{Key: "_id", Value: uuids.NewV4().String()}}})
	for args, want := range map[string]string{
		"u._id":                     "table: u._id",
		"by.who":                    "table: by.who",
		"by.who.id":                 "table: by.who.id",
		"byN.tags --bad-rows aside": "table: byN",
	} {
		// The values of some are no UUIDs, too.
		if list := refusals(t, append([]string{address}, strings.Fields(args)...)...); !slices.ContainsFunc(list, func(r refusal) bool { return r.String() == want }) {
			t.Errorf("plan %s refuses %v, want %s", args, list, want)
		}
		must(t, refused, append([]string{"run", address}, strings.Fields(args)...)...)
	}

	shardedSince(t, db, config, address, mb[:10])

	// What the refusals say, by hand.
	for args, want := range map[string]bson.D{
		"u._id":       {{Key: "_id", Value: bson.D{{Key: "$type", Value: "string"}}}},
		"byN.tags":    nil,
		"byN.who.id":  nil,
		"byID.who.id": {{Key: "who.id", Value: bson.D{{Key: "$type", Value: "string"}}}},
	} {
		list := refusals(t, address, args)
		if len(list) == 0 {
			t.Errorf("plan %s: not refused", args)
		}
		sharded := func() []bson.Raw {
			var keys []bson.Raw
			cursor := kit.Must(db.Client().Database("config").Collection("collections").Find(t.Context(), bson.D{{Key: "_id", Value: bson.Regex{Pattern: `^shop\.[^_]*$`}}}, options.Find().SetSort(bson.D{{Key: "_id", Value: 1}}).SetProjection(bson.D{{Key: "key", Value: 1}, {Key: "unique", Value: 1}})))(t)
			kit.Check(t, cursor.All(t.Context(), &keys))
			return keys
		}
		keys := sharded()
		for _, r := range list {
			by(t, db, r.Manual)
		}
		if now := sharded(); fmt.Sprint(now) != fmt.Sprint(keys) {
			t.Errorf("%s: sharded are %s, want %s", args, now, keys)
		}
		if want == nil {
			must(t, done, "plan", address, args)
		} else if n := kit.Must(db.Collection(args[:strings.Index(args, ".")]).CountDocuments(t.Context(), want))(t); n > 0 {
			t.Errorf("%s: %d values have the old form after %v", args, n, list)
		}
	}
	if n := kit.Must(db.Collection("byID").CountDocuments(t.Context(), bson.D{{Key: "who", Value: "nobody"}}))(t); n != 1 {
		t.Error("the copy has lost a value that is no document")
	}
	kit.Check(t, shard.Client().Database("admin").RunCommand(t.Context(), bson.D{{Key: "setParameter", Value: 1}, {Key: "transactionLifetimeLimitSeconds", Value: 600}}).Err())
	if out := must(t, done, append([]string{"plan", address, "--bytes", "bytes-java"}, mongoNames("c")...)...); !regexp.MustCompile(`transactionLifetimeLimitSeconds\b.*` + regexp.QuoteMeta(host(shard)) + `.* 600\b`).MatchString(out) {
		t.Errorf("plan: %s", out)
	}

	k := &mongoKilling{db: db, run: append([]string{"run", address, "--bytes", "bytes-java", "--online"}, mongoNames("c")...), undo: []string{"undo", address, "--online"},
		now: func(t testing.TB) map[string][]string {
			return map[string][]string{"c": rawMongo(t, db.Collection("c"))}
		},
		before: map[string][]string{"c": raw(t, b)}, after: map[string][]string{"c": raw(t, a)}, random: 4}
	k.kill(t)
}

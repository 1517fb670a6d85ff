package migrate

import (
	"encoding/base64"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// saidCommand executes the first command in what uuid has printed that begins so, as an administrator.
func saidCommand(t testing.TB, db *mongo.Database, out, name string) {
	t.Helper()
	m := regexp.MustCompile(`db\.(adminCommand|killOp|fsyncUnlock)\((.*?)\)(?:$|[\s;.])`).FindAllStringSubmatch(out, -1)
	for _, found := range m {
		if !strings.Contains(found[0], name) {
			continue
		}
		text := found[2]
		switch found[1] {
		case "killOp":
			text = `{"killOp":1,"op":` + text + `}`
		case "fsyncUnlock":
			text = `{"fsyncUnlock":1}`
		}
		text = regexp.MustCompile(`UUID\("[-0-9a-f]+"\)`).ReplaceAllStringFunc(text, func(id string) string {
			u := kit.Must(uuids.Parse(id[6 : len(id)-2]))(t)
			return `{"$binary":{"base64":"` + base64.StdEncoding.EncodeToString(u[:]) + `","subType":"04"}}`
		})
		text = regexp.MustCompile(`([{ ])(\w+):`).ReplaceAllString(text, `$1"$2":`)
		var command bson.D
		kit.Check(t, bson.UnmarshalExtJSON([]byte(text), false, &command))
		kit.Check(t, db.Client().Database("admin").RunCommand(t.Context(), command).Err())
		return
	}
	t.Fatalf("it has not said %s: %s", name, out)
}

// TestMongoBlocked has others hold locks: plan and run end soon, and say how to end those.
func TestMongoBlocked(t *testing.T) {
	t.Parallel()
	db, address := startMongo(t, "blocked", "--setParameter=enableTestCommands=1", "--setParameter=transactionLifetimeLimitSeconds=600")
	c, admin := db.Collection("c"), db.Client().Database("admin")
	for i := range 3 {
		insertMongo(t, c, []bson.D{{{Key: "_id", Value: i}, {Key: "id", Value: uuids.NewV4().String()}}})
	}
	plan, run := []string{"plan", address, "c.id"}, []string{"run", address, "c.id"}
	soon := func(what string, status, within int, args ...string) string {
		t.Helper()
		begin := time.Now()
		out := must(t, status, args...)
		if took := time.Since(begin); took > time.Duration(within)*time.Second {
			t.Errorf("%s has waited %s: %s", what, took, out)
		}
		return out
	}
	transaction := func(do func(s *mongo.Session)) {
		t.Helper()
		s := kit.Must(db.Client().StartSession())(t)
		defer s.EndSession(t.Context())
		kit.Check(t, s.StartTransaction())
		kit.Must(c.UpdateByID(mongo.NewSessionContext(t.Context(), s), 1, bson.D{{Key: "$set", Value: bson.D{{Key: "n", Value: 1}}}}))(t)
		do(s)
	}

	transaction(func(s *mongo.Session) {
		kit.Check(t, admin.RunCommand(mongo.NewSessionContext(t.Context(), s), bson.D{{Key: "prepareTransaction", Value: 1}, {Key: "writeConcern", Value: bson.D{{Key: "w", Value: "majority"}}}}).Err())
		out := soon("plan", done, 60, plan...)
		if !regexp.MustCompile(`transactionLifetimeLimitSeconds\b.* 600\b`).MatchString(out) {
			t.Errorf("plan does not say how long a lost transaction lives: %s", out)
		}
		saidCommand(t, db, out, "setParameter")
		kit.Check(t, s.AbortTransaction(t.Context()))
	})
	if out := soon("plan", done, 60, plan...); strings.Contains(out, "transactionLifetimeLimitSeconds") {
		t.Errorf("plan: %s", out)
	}

	// A global lock, for longer than the test.
	go admin.RunCommand(t.Context(), bson.D{{Key: "sleep", Value: 1}, {Key: "millis", Value: 100_000}, {Key: "lock", Value: "w"}})
	kit.Eventually(t, "the lock", func() bool {
		var ops struct {
			InProg []bson.Raw `bson:"inprog"`
		}
		kit.Check(t, admin.RunCommand(t.Context(), bson.D{{Key: "currentOp", Value: 1}, {Key: "locks.Global", Value: "W"}}).Decode(&ops))
		return len(ops.InProg) > 0
	})
	saidCommand(t, db, soon("plan", conflict, 60, plan...), "killOp")
	soon("plan", done, 60, plan...)

	if !*all {
		return
	}
	kit.Check(t, admin.RunCommand(t.Context(), bson.D{{Key: "fsync", Value: 1}, {Key: "lock", Value: true}}).Err())
	saidCommand(t, db, soon("run", conflict, 20, run...), "fsyncUnlock")
	expire(t, db)
	for _, how := range [][]string{nil, {"--online"}} { // a transaction has changed the second document, and goes on
		how = append(run, how...)
		transaction(func(*mongo.Session) {
			out := soon("run", interrupted, 40, how...)
			if !strings.Contains(out, "c with _id 1 ") {
				t.Errorf("run does not name the document: %s", out)
			}
			saidCommand(t, db, out, "killSessions")
		})
		must(t, done, how...)
		must(t, done, "undo", address)
	}
}

// TestMongoMay has a user who may read and write one database, and nothing else.
func TestMongoMay(t *testing.T) {
	long(t)
	t.Parallel()
	key := filepath.Join(t.TempDir(), "key")
	kit.Check(t, os.WriteFile(key, []byte("c2VjcmV0c2VjcmV0"), 0o600))
	db, address := startMongo(t, "may", "--keyFile="+key)
	kit.Check(t, db.Client().Database("admin").RunCommand(t.Context(), bson.D{{Key: "createUser", Value: "admin"}, {Key: "pwd", Value: "x"}, {Key: "roles", Value: bson.A{"root"}}}).Err())
	u := kit.Must(url.Parse(address))(t)
	u.User = url.UserPassword("admin", "x")
	u.RawQuery = "authSource=admin"
	owner := connectMongo(t, u.String()).Database("shop")
	kit.Check(t, owner.RunCommand(t.Context(), bson.D{{Key: "createUser", Value: "app"}, {Key: "pwd", Value: "y"}, {Key: "roles", Value: bson.A{"readWrite"}}}).Err())
	insertMongo(t, owner.Collection("c"), []bson.D{{{Key: "_id", Value: 1}, {Key: "id", Value: uuids.NewV4().String()}}})
	u.User, u.RawQuery = url.UserPassword("app", "y"), ""
	if out := must(t, done, "plan", u.String(), "c.id"); !strings.Contains(out, "transactionLifetimeLimitSeconds") {
		t.Errorf("plan: %s", out)
	}
	must(t, done, "run", u.String(), "c.id")
	must(t, done, "undo", u.String())
}

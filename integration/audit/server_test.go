package audit

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// TestReader audits as a user who may read one of two tables.
func TestReader(t *testing.T) {
	for _, store := range []string{"postgres", "mysql", "mariadb"} {
		t.Run(store, func(t *testing.T) {
			d := newDatabase(t, store)
			d.fill(t, "seen", 300)
			d.fill(t, "unseen", 300)
			_, address := d.user(t, "seen")
			r, o := audit(t, address)
			o.secret(t)
			r.sees(t, "seen", "id", "text")
			hidden := "unseen"
			if store != "postgres" { // MySQL does not say that there is another table
				hidden = strings.TrimPrefix(kit.Must(url.Parse(address))(t).Path, "/")
			}
			if !r.notSeen(hidden) {
				t.Errorf("not seen: got %v, want %s", r.NotSeen, hidden)
			}
			if r.column("unseen", "id") != nil {
				t.Error("a table without the right to read it is in the report")
			}
			for _, f := range []string{"table", "csv"} {
				run(t, nil, "audit", address, "-o", f).secret(t)
			}

			wrong := kit.Must(url.Parse(address))(t)
			wrong.User = url.UserPassword(wrong.User.Username(), odd+"x")
			run(t, nil, "audit", wrong.String()).fails(t)
		})
	}
}

// TestMongoReader audits as users who may read some collections and databases, and as one who has little time for each.
func TestMongoReader(t *testing.T) {
	s := kit.Need(server.StartMongo(t.Context(), t.Logf, "", "--auth", "--setParameter=enableTestCommands=1"))(t)
	t.Cleanup(func() { kit.Check(t, s.Stop()) })
	u := kit.Must(url.Parse(s.URL()))(t)
	u.RawQuery = "authSource=admin"
	as := func(user, database string) string {
		u.User, u.Path = url.UserPassword(user, odd), "/"+database
		return u.String()
	}
	create := func(client *mongo.Client, user, role, database string) {
		roles := bson.A{bson.D{{Key: "role", Value: role}, {Key: "db", Value: database}}}
		command := bson.D{{Key: "createUser", Value: user}, {Key: "pwd", Value: odd}, {Key: "roles", Value: roles}}
		kit.Check(t, client.Database("admin").RunCommand(t.Context(), command).Err())
	}
	create(connect(t, s.URL()), "owner", "root", "admin")
	owner := connect(t, as("owner", ""))
	d := &database{store: "mongo", mongo: owner.Database("shop")}
	for _, name := range []string{"a", "b", "c", "d"} {
		d.fill(t, name, 20)
	}
	(&database{store: "mongo", mongo: owner.Database("other")}).fill(t, "e", 20)
	find := bson.D{{Key: "resource", Value: bson.D{{Key: "db", Value: "shop"}, {Key: "collection", Value: "a"}}}, {Key: "actions", Value: bson.A{"find", "listIndexes"}}}
	kit.Check(t, d.mongo.RunCommand(t.Context(), bson.D{{Key: "createRole", Value: "one"}, {Key: "privileges", Value: bson.A{find}}, {Key: "roles", Value: bson.A{}}}).Err())
	create(owner, "reader", "read", "shop")
	create(owner, "less", "one", "shop")
	// Each of the five collections has its own 3 seconds.
	block := bson.D{{Key: "failCommands", Value: bson.A{"listIndexes"}}, {Key: "blockConnection", Value: true}, {Key: "blockTimeMS", Value: 700}}
	kit.Check(t, owner.Database("admin").RunCommand(t.Context(), bson.D{{Key: "configureFailPoint", Value: "failCommand"}, {Key: "mode", Value: bson.D{{Key: "times", Value: 5}}}, {Key: "data", Value: block}}).Err())
	for _, tt := range []struct {
		user, database string
		tables         int
		hides          string
	}{
		{"owner", "", 5, ""},
		{"reader", "shop", 4, ""},
		{"reader", "", 4, "all databases"},
		{"less", "shop", 1, "shop"},
	} {
		r, o := audit(t, as(tt.user, tt.database), "--timeout", "3s")
		o.secret(t)
		if r.Tables != tt.tables || len(r.NotSeen) > 0 != (tt.hides != "") || !r.notSeen(tt.hides) && tt.hides != "" {
			t.Errorf("%s, database %q: got %d collections, not seen: %v, want %d, %s", tt.user, tt.database, r.Tables, r.NotSeen, tt.tables, tt.hides)
		}
	}
}

// TestPasswordOfEnvironment audits with the driver's own variable.
func TestPasswordOfEnvironment(t *testing.T) {
	d := newDatabase(t, "postgres")
	d.fill(t, "seen", 300)
	_, address := d.user(t, "seen")
	u := kit.Must(url.Parse(address))(t)
	u.User = url.User(u.User.Username())
	o := run(t, []string{"PGPASSWORD=" + odd}, "audit", u.String())
	if o.status == 2 || !strings.Contains(o.stdout, "seen") {
		t.Errorf("got status %d, %s %s", o.status, o.stdout, o.stderr)
	}
	o.secret(t)
}

// TestReadOnly audits views that write as they are read, which the session must refuse.
func TestReadOnly(t *testing.T) {
	for _, store := range []string{"postgres", "mysql", "mariadb"} {
		t.Run(store, func(t *testing.T) {
			d := newDatabase(t, store)
			d.fill(t, "t", 100)
			d.exec(t, "CREATE TABLE log (at varchar(40))")
			if store == "postgres" {
				d.exec(t, "CREATE FUNCTION touch(text) RETURNS text LANGUAGE sql VOLATILE AS $$ INSERT INTO log VALUES ($1); SELECT $1 $$")
			} else {
				d.exec(t, "CREATE FUNCTION touch(x varchar(40)) RETURNS varchar(40) MODIFIES SQL DATA BEGIN INSERT INTO log VALUES (x); RETURN x; END")
			}
			d.exec(t, "CREATE VIEW writes AS SELECT touch(id) AS id FROM t")
			for _, flags := range [][]string{nil, {"--full"}} {
				r, _ := audit(t, d.url, flags...)
				r.sees(t, "t", "id", "text")
				var n int
				kit.Check(t, d.QueryRow("SELECT count(*) FROM log").Scan(&n))
				if n != 0 {
					t.Errorf("%v: the audit has written %d rows", flags, n)
				}
				if !r.notSeen("writes") {
					t.Errorf("not seen: got %v, want the view writes", r.NotSeen)
				}
			}
		})
	}
}

// TestReadOnlySQLite audits a file that nobody may write, and leaves it as it was.
func TestReadOnlySQLite(t *testing.T) {
	for _, journal := range []string{"delete", "wal"} {
		t.Run(journal, func(t *testing.T) {
			d := newDatabase(t, "sqlite")
			d.exec(t, "PRAGMA journal_mode = "+journal)
			d.fill(t, "t", 300)
			d.Close()
			before := sha256.Sum256(kit.Must(os.ReadFile(d.url))(t))
			for _, address := range []string{d.url, "sqlite:" + d.url} {
				r, _ := audit(t, address, "--full")
				r.sees(t, "t", "id", "text")
			}
			if sha256.Sum256(kit.Must(os.ReadFile(d.url))(t)) != before {
				t.Error("the file has changed")
			}
			for _, left := range kit.Must(filepath.Glob(filepath.Join(filepath.Dir(d.url), "*")))(t) {
				// SQLite's own reader leaves an empty log and its index, for the next one.
				if strings.HasSuffix(left, "-journal") || strings.HasSuffix(left, "-wal") && kit.Must(os.Stat(left))(t).Size() > 0 {
					t.Errorf("%s is left", left)
				}
			}
		})
	}
}

// TestReadOnlyMongo has MongoDB write down what the audit asks of it.
func TestReadOnlyMongo(t *testing.T) {
	d := newDatabase(t, "mongo")
	d.fill(t, "t", 300)
	profile := func(level int) {
		kit.Check(t, d.mongo.RunCommand(t.Context(), bson.D{{Key: "profile", Value: level}}).Err())
	}
	profile(2)
	r, _ := audit(t, d.url, "--full")
	profile(0)
	r.sees(t, "t", "id", "text")
	if r.Tables != 1 {
		t.Errorf("%d collections were read, want 1", r.Tables)
	}
	n := kit.Must(d.mongo.Collection("system.profile").CountDocuments(t.Context(), bson.D{}))(t)
	writes := kit.Must(d.mongo.Collection("system.profile").CountDocuments(t.Context(), bson.D{{Key: "op", Value: bson.D{{Key: "$in", Value: bson.A{"insert", "update", "remove"}}}}}))(t)
	if n == 0 || writes != 0 {
		t.Errorf("%d operations, %d of them writes; want some, and none", n, writes)
	}
}

// TestBroken audits a database with a view that fails among tables that do not.
func TestBroken(t *testing.T) {
	for _, store := range stored[:4] {
		t.Run(store, func(t *testing.T) {
			d := newDatabase(t, store)
			d.fill(t, "a", 300)
			d.fill(t, "z", 300)
			switch store {
			case "postgres":
				d.exec(t, "CREATE VIEW m AS SELECT (n / (n - n))::text AS id FROM a")
			default:
				d.exec(t, "CREATE TABLE gone (id varchar(40))")
				d.exec(t, "CREATE VIEW m AS SELECT id FROM gone")
				d.exec(t, "DROP TABLE gone")
			}
			r, o := audit(t, d.url)
			r.sees(t, "a", "id", "text")
			r.sees(t, "z", "id", "text")
			if len(r.NotSeen) != 1 || !r.notSeen("m") {
				t.Errorf("not seen: got %v, want the view m", r.NotSeen)
			}
			if o := run(t, nil, "audit", d.url); strings.Count(o.stdout+o.stderr, "\n") == 0 {
				t.Errorf("got nothing for people: %+v", o)
			}
			_ = o
		})
	}
}

// TestLocked audits while somebody has locked a table: the audit goes on without it.
func TestLocked(t *testing.T) {
	for _, store := range []string{"postgres", "mysql", "mariadb"} {
		t.Run(store, func(t *testing.T) {
			d := newDatabase(t, store)
			d.fill(t, "a", 300)
			d.fill(t, "m", 300)
			d.fill(t, "z", 300)
			if store == "postgres" {
				tx := kit.Must(d.Begin())(t)
				defer tx.Rollback()
				kit.Must(tx.Exec("LOCK TABLE m IN ACCESS EXCLUSIVE MODE"))(t)
			} else {
				d.exec(t, "LOCK TABLES m WRITE")
			}
			r, o := audit(t, d.url, "--timeout", "3s")
			if o.took > time.Minute {
				t.Errorf("took %v", o.took)
			}
			r.sees(t, "a", "id", "text")
			r.sees(t, "z", "id", "text")
			if !r.notSeen("m") {
				t.Errorf("not seen: got %v, want the table m", r.NotSeen)
			}
		})
	}
}

// TestTimeout audits a view for which the server has no time.
func TestTimeout(t *testing.T) {
	d := newDatabase(t, "postgres")
	d.fill(t, "a", 300)
	d.exec(t, "CREATE VIEW slow AS SELECT id, pg_sleep(1)::text AS s FROM a")
	r, o := audit(t, d.url, "--timeout", "2s")
	r.sees(t, "a", "id", "text")
	if !r.notSeen("slow") || o.took > 30*time.Second {
		t.Errorf("not seen: got %v after %v, want the view slow", r.NotSeen, o.took)
	}
}

// TestChanges changes the tables while they are audited. The audit says what it has not seen.
func TestChanges(t *testing.T) {
	for _, store := range []string{"postgres", "mysql", "mariadb", "mongo"} {
		t.Run(store, func(t *testing.T) {
			var r report
			for try := 0; len(r.NotSeen) == 0; try++ {
				if try == 10 {
					t.Fatal("the audit never says that it has not seen a table")
				}
				d := newDatabase(t, store)
				r = d.changing(t, time.Duration(10+20*try)*time.Millisecond)
				r.sees(t, "t00", "id", "text")
				// Tables change from t11 down: when the audit finds one, those below are there. It lists columns after tables, so
				// the tables that lose one, of odd numbers, are apart. A collection that is gone is read as an empty one.
				var found [2]bool
				for i := 11; i >= 0; i-- {
					table := fmt.Sprintf("t%02d", i)
					is := r.column(table, "id") != nil
					if d.mongo == nil {
						is = is || r.notSeen(table)
					}
					if found[i%2] && !is && !r.notSeen(table) {
						t.Errorf("%s is neither read nor not seen: %v", table, r.NotSeen)
					}
					found[i%2] = found[i%2] || is
				}
			}
			t.Logf("%d columns, not seen: %v", len(r.Columns), r.NotSeen)
		})
	}
}

// changing audits 12 tables, of which t11 to t01 lose their column id, or are dropped, one after the other from a time on.
func (d *database) changing(t *testing.T, after time.Duration) report {
	t.Helper()
	for i := range 12 {
		d.fill(t, fmt.Sprintf("t%02d", i), 3000)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var err error
	var changes sync.WaitGroup
	stop := func() { cancel(); changes.Wait() }
	defer stop()
	changes.Go(func() {
		time.Sleep(after)
		for i := 11; i > 0 && ctx.Err() == nil && err == nil; i-- {
			table := fmt.Sprintf("t%02d", i)
			switch {
			case d.mongo != nil:
				err = d.mongo.Collection(table).Drop(context.Background())
			case i%2 == 0:
				_, err = d.ExecContext(ctx, "DROP TABLE "+table)
			default:
				_, err = d.ExecContext(ctx, "ALTER TABLE "+table+" DROP COLUMN id")
			}
			time.Sleep(10 * time.Millisecond)
		}
	})
	r, _ := audit(t, d.url, "--full")
	stop()
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	return r
}

// TestNoDatabase gives the command what it cannot audit.
func TestNoDatabase(t *testing.T) {
	l := kit.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	password := url.UserPassword("u", odd).String()
	file := filepath.Join(t.TempDir(), "text.txt")
	kit.Check(t, os.WriteFile(file, []byte("this is no database, but a text that is longer than a header\n"), 0o600))
	for _, c := range []struct{ url, word string }{
		{fmt.Sprintf("postgres://%s@127.0.0.1:%d/x", password, port), "refused"},
		{fmt.Sprintf("mysql://%s@127.0.0.1:%d/x", password, port), "refused"},
		{fmt.Sprintf("mariadb://%s@127.0.0.1:%d/x", password, port), "refused"},
		{fmt.Sprintf("mongodb://%s@127.0.0.1:%d/x", password, port), "refused"},
		{fmt.Sprintf("oracle://%s@127.0.0.1:%d/x", password, port), "oracle"},
		{fmt.Sprintf("sqlserver://%s@127.0.0.1:%d/x", password, port), "sqlserver"},
		{"postgres://u:" + odd + "@127.0.0.1/x", ""}, // not escaped
		{"mysql://u:" + odd + "@127.0.0.1/x", ""},
		{"mongodb://u:" + odd + "@127.0.0.1/x", ""},
		{"missing.db", "missing.db"},
		{"sqlite:" + filepath.Join(t.TempDir(), "missing.db"), "missing.db"},
		{file, "text.txt"},
		{t.TempDir(), ""},
		{"", ""},
	} {
		name, _, _ := strings.Cut(c.url, ":")
		t.Run(filepath.Base(name), func(t *testing.T) {
			o := run(t, nil, "audit", c.url)
			o.fails(t, c.word)
			if o.took > time.Minute {
				t.Errorf("took %v", o.took)
			}
		})
	}
	if _, err := os.Stat("missing.db"); err == nil {
		t.Error("the audit has made a file")
	}
}

// TestNothing chooses tables that no database has, and databases that MongoDB has not.
func TestNothing(t *testing.T) {
	for _, store := range stored {
		t.Run(store, func(t *testing.T) {
			d := newDatabase(t, store)
			d.fill(t, "a", 10)
			for _, flags := range [][]string{{"--table", "b"}, {"--table", "a", "--table", "b*"}, {"--schema", "Absent", "--table", "a"}} {
				run(t, nil, append([]string{"audit", d.url}, flags...)...).fails(t, "no table matches", flags[len(flags)-1])
			}
			if o := run(t, nil, "audit", d.url, "--table", "a", "--table", "?"); o.status == 2 {
				t.Errorf("got %s, want the table a", o.stderr)
			}
			if store == "postgres" {
				if _, address := d.user(t); run(t, nil, "audit", address).status != 2 {
					t.Error("a user without a right: got another status, want 2")
				}
			}
			if d.mongo == nil {
				return
			}
			u := kit.Must(url.Parse(d.url))(t)
			for path, word := range map[string]string{"/uuidkit_absent": "uuidkit_absent", "/admin": "authSource"} {
				u.Path = path
				run(t, nil, "audit", u.String()).fails(t, word)
			}
		})
	}
}

// TestWide has few rows with large values beside the ids.
func TestWide(t *testing.T) {
	if !*all {
		t.Skip("only with -all")
	}
	for _, store := range stored {
		t.Run(store, func(t *testing.T) {
			const rows, size = 40, 4 << 20
			d := newDatabase(t, store)
			big := strings.Repeat("lorem ipsum ", size/12)
			if d.mongo != nil {
				for _, id := range ids(rows) {
					kit.Must(d.mongo.Collection("t").InsertOne(t.Context(), bson.D{{Key: "id", Value: id}, {Key: "body", Value: big}, {Key: "doc", Value: bson.D{{Key: "a", Value: big}, {Key: "id", Value: id}}}}))(t)
				}
			} else {
				json := map[string]string{"postgres": "jsonb", "mysql": "json", "mariadb": "json", "sqlite": "TEXT"}[store]
				body := map[string]string{"postgres": "text", "mysql": "longtext", "mariadb": "longtext", "sqlite": "TEXT"}[store]
				d.exec(t, "CREATE TABLE t (n int PRIMARY KEY, id varchar(40), body "+body+", doc "+json+")")
				for i, id := range ids(rows) {
					mark := "VALUES (?, ?, ?, ?)"
					if store == "postgres" {
						mark = "VALUES ($1, $2, $3, $4)"
					}
					d.exec(t, "INSERT INTO t "+mark, i, id, big, `{"a": "`+big+`", "id": "`+id+`"}`)
				}
			}
			r, o := audit(t, d.url)
			r.sees(t, "t", "id", "text")
			r.sees(t, "t", "doc.id", "text")
			t.Logf("%d MiB in %v, %d MiB", rows*2*size>>20, o.took, o.memory>>10)
			if o.memory > 200<<10 {
				t.Errorf("%d MiB for rows of %d MiB", o.memory>>10, 2*size>>20)
			}
		})
	}
}

// TestMemory reads tables of different sizes whole: the memory must not grow with them.
func TestMemory(t *testing.T) {
	if !*all {
		t.Skip("only with -all")
	}
	for _, store := range stored {
		t.Run(store, func(t *testing.T) {
			var memory []int64
			for _, rows := range []int{20_000, 1_000_000} {
				d := newDatabase(t, store)
				d.fill(t, "t", rows)
				_, o := audit(t, d.url, "--full")
				t.Logf("%d rows: %v, %d MiB", rows, o.took, o.memory>>10)
				memory = append(memory, o.memory)
			}
			if memory[1] > memory[0]+32<<10 {
				t.Errorf("got %d KiB for 20,000 rows and %d for 1,000,000", memory[0], memory[1])
			}
		})
	}
}

// TestSample has what is wrong in the newest rows only, of more rows than a sample has.
func TestSample(t *testing.T) {
	for _, store := range stored {
		t.Run(store, func(t *testing.T) {
			rows := 30_000
			d := newDatabase(t, store)
			d.fill(t, "t", rows)
			if d.mongo != nil {
				// Its sample is random, and not even in a collection that was written just now.
				shorter := bson.A{bson.D{{Key: "$set", Value: bson.D{{Key: "id", Value: bson.D{{Key: "$replaceAll", Value: bson.D{{Key: "input", Value: "$id"}, {Key: "find", Value: "-"}, {Key: "replacement", Value: ""}}}}}}}}}
				kit.Must(d.mongo.Collection("t").UpdateMany(t.Context(), bson.D{{Key: "n", Value: bson.D{{Key: "$mod", Value: bson.A{20, 3}}}}}, shorter))(t)
			} else {
				d.exec(t, fmt.Sprintf("UPDATE t SET id = replace(id, '-', '') WHERE n > %d", rows*95/100))
			}
			r, o := audit(t, d.url)
			t.Logf("%d rows read in %v", r.Rows, o.took)
			r.sees(t, "t", "id", "text")
			mixed := false
			for _, f := range r.Findings {
				mixed = mixed || f.Kind == mixedForms
			}
			if !mixed || r.Full {
				t.Errorf("got %+v, want a finding %s of a sample", r.Findings, mixedForms)
			}
		})
	}
}

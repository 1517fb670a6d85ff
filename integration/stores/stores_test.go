package stores_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	_ "github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/redis/go-redis/v9"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

var all = flag.Bool("all", false, "processes with servers of their own, too")

func TestMain(m *testing.M) { stores.Main(kit.WithCommand(m)) }

// A dialect has queries for the name of the database, and for how many have a name.
type dialect struct{ driver, name, count string }

var (
	pg = dialect{"pgx", "SELECT current_database()", "SELECT count(*) FROM pg_database WHERE datname = $1"}
	my = dialect{"mysql", "SELECT DATABASE()", "SELECT count(*) FROM information_schema.schemata WHERE schema_name = ?"}
)

func TestSQL(t *testing.T) {
	for _, s := range []struct {
		name  string
		fresh func(testing.TB) string
		dialect
		is string // whether it is the server that it should be
	}{
		{"postgres", stores.Postgres, pg, `SELECT version() LIKE 'PostgreSQL %' AND encode(uuid_send(id), 'hex') = replace(id::text, '-', '')
			FROM (SELECT uuidv7() AS id)`},
		{"postgres15", stores.Postgres15, pg, "SELECT current_setting('server_version') LIKE '15.%'"},
		{"mariadb", stores.MariaDB, my, "SELECT VERSION() NOT LIKE '%MariaDB%' OR " + // the environment may name a MySQL
			"CAST('0190163d-8694-739b-aea5-966c26f8ad91' AS UUID) = '0190163d-8694-739b-aea5-966c26f8ad91'"},
		{"mysql", stores.MySQL, my, `SELECT VERSION() LIKE '9.%' AND
			HEX(UUID_TO_BIN('00112233-4455-6677-8899-aabbccddeeff', 1)) = '66774455001122338899AABBCCDDEEFF'`},
	} {
		t.Run(s.name, func(t *testing.T) {
			open := func(t *testing.T) *sql.DB {
				db := kit.Must(sql.Open(s.driver, s.fresh(t)))(t)
				t.Cleanup(func() { db.Close() })
				return db
			}
			db := open(t)
			var is bool
			if err := db.QueryRow(s.is).Scan(&is); err != nil || !is {
				t.Errorf("%s: got %t, %v, want true", s.is, is, err)
			}
			separate(t, func(t *testing.T) (name string) {
				db := open(t)
				kit.Must(db.Exec("CREATE TABLE t (i INT)"))(t)
				err := db.QueryRow(s.dialect.name).Scan(&name)
				return kit.Must(name, err)(t)
			}, func(name string) (n int) {
				err := db.QueryRow(s.count, name).Scan(&n)
				return kit.Must(n, err)(t)
			})
		})
	}
}

func TestMongo(t *testing.T) {
	open := func(t *testing.T) *mongo.Database {
		uri, name := stores.Mongo(t)
		client := kit.Must(mongo.Connect(options.Client().ApplyURI(uri)))(t)
		t.Cleanup(func() { client.Disconnect(context.Background()) })
		return client.Database(name)
	}
	db := open(t)

	// Transactions are the reason for the replica set.
	err := db.Client().UseSession(t.Context(), func(ctx context.Context) error {
		_, err := mongo.SessionFromContext(ctx).WithTransaction(ctx, func(ctx context.Context) (any, error) {
			return db.Collection("c").InsertOne(ctx, bson.M{"_id": 1})
		})
		return err
	})
	if err != nil {
		t.Errorf("a transaction: %v", err)
	}
	separate(t, func(t *testing.T) string {
		db := open(t)
		kit.Must(db.Collection("c").InsertOne(t.Context(), bson.M{"_id": 1}))(t)
		return db.Name()
	}, func(name string) int {
		return len(kit.Must(db.Client().ListDatabaseNames(t.Context(), bson.M{"name": name}))(t))
	})
}

// separate tests that two databases, with the same in them, do not see each other, and
// that neither is left after its test.
func separate(t *testing.T, fresh func(t *testing.T) (name string), count func(name string) int) {
	t.Helper()
	var names []string
	t.Run("two", func(t *testing.T) {
		names = []string{fresh(t), fresh(t)}
		if n, m := count(names[0]), count(names[1]); names[0] == names[1] || n != 1 || m != 1 {
			t.Errorf("during the test: got %d and %d databases %q, want one each", n, m, names)
		}
	})
	if n := count(names[0]) + count(names[1]); n != 0 {
		t.Errorf("after the test: got %d databases %q, want none", n, names)
	}
}

// Keys are a test's own, and are deleted when it ends.
func TestRedis(t *testing.T) {
	url, _ := stores.Redis(t)
	client := redis.NewClient(kit.Must(redis.ParseURL(url))(t))
	t.Cleanup(func() { client.Close() })
	separate(t, func(t *testing.T) string {
		_, prefix := stores.Redis(t)
		for range 100 {
			kit.Check(t, client.Set(t.Context(), prefix+rand.Text(), 1, 0).Err())
		}
		return prefix
	}, func(prefix string) int {
		n := len(kit.Must(client.Keys(t.Context(), prefix+"*").Result())(t))
		if n%100 != 0 {
			t.Errorf("%d keys, want 100 of each test", n)
		}
		return n / 100
	})
}

// A process that is told to end leaves no folder.
func TestInterrupted(t *testing.T) {
	if os.Getenv("UUIDKIT_INTERRUPTED") != "" {
		kit.Check(t, kit.Must(os.FindProcess(os.Getpid()))(t).Signal(syscall.SIGTERM))
		time.Sleep(time.Minute)
	}
	dir := t.TempDir()
	out, err := again(t, "TestInterrupted", "UUIDKIT_INTERRUPTED=1", "TMPDIR="+dir)
	if left := kit.Left(dir); err == nil || len(left) > 0 {
		t.Errorf("got %v, left %v, want an error, and nothing left\n%s", err, left, out)
	}
}

// again runs some tests of this package in another process, for which the
// environment names no servers but those in env.
func again(t *testing.T, tests string, env ...string) (output string, err error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), kit.Must(os.Executable())(t), "-test.v", "-test.count=1", "-test.run="+tests)
	cmd.Env = append(append(os.Environ(), "CI=", "UUIDKIT_POSTGRES=", "UUIDKIT_MYSQL=", "UUIDKIT_MONGO=",
		"UUIDKIT_POSTGRES15=", "UUIDKIT_MYSQL9=", "UUIDKIT_REDIS=", "UUIDKIT_NO_MYSQL9="), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// Test packages that run at the same time do not disturb each other, whether they
// share servers or not.
func TestParallelProcesses(t *testing.T) {
	uri, _ := stores.Mongo(t)
	shared := []string{"UUIDKIT_POSTGRES=" + stores.Postgres(t), "UUIDKIT_MYSQL=" + stores.MariaDB(t), "UUIDKIT_MONGO=" + uri,
		"UUIDKIT_POSTGRES15=" + stores.Postgres15(t)}
	for name, env := range map[string][]string{"shared": shared, "own": nil} {
		t.Run(name, func(t *testing.T) {
			if env == nil && !*all {
				t.Skip("only with -all: it starts eight servers")
			}
			var wg sync.WaitGroup
			for range 2 {
				wg.Go(func() {
					out, err := again(t, "^(TestSQL|TestMongo)$", env...)
					if own := strings.Contains(out, "is ready on"); err != nil || own != (env == nil) {
						t.Errorf("got %v, servers of its own: %t, want %t\n%s", err, own, env == nil, out)
					}
				})
			}
			wg.Wait()
		})
	}
}

func TestNoServer(t *testing.T) {
	// The cache cannot be made in a file.
	file := filepath.Join(t.TempDir(), "file")
	kit.Check(t, os.WriteFile(file, nil, 0o600))
	for _, test := range []struct {
		name, test, env string
		want            []string
	}{
		{"skip", "TestSQL/postgres", "", []string{"--- SKIP", "UUIDKIT_POSTGRES is not set", "server.Start: postgres", "not a directory"}},
		{"skip", "TestSQL/mariadb", "", []string{"--- SKIP", "UUIDKIT_MYSQL is not set", "server.Start: mariadb", "not a directory"}},
		{"skip", "TestMongo", "", []string{"--- SKIP", "UUIDKIT_MONGO is not set", "server.Start: mongo", "not a directory"}},
		{"skip", "TestSQL/postgres15", "", []string{"--- SKIP", "UUIDKIT_POSTGRES15 is not set", "server.Start: postgres15", "not a directory"}},
		{"skip", "TestSQL/mysql", "", []string{"--- SKIP", "UUIDKIT_MYSQL9 is not set: up -mysql9"}},
		{"CI", "TestSQL/mysql", "CI=true", []string{"--- SKIP", "UUIDKIT_MYSQL9 is not set: up -mysql9"}},
		{"not had", "TestSQL/mysql", "UUIDKIT_NO_MYSQL9=no 'network'", []string{"--- SKIP", "UUIDKIT_MYSQL9 is not set: no 'network'"}},
		{"CI", "TestSQL/postgres", "CI=true", []string{"--- FAIL", "not a directory"}},
		{"named", "TestSQL/postgres", "UUIDKIT_POSTGRES=postgres://127.0.0.1:1/x", []string{"--- FAIL", "create database", "refused"}},
		{"named", "TestSQL/mariadb", "UUIDKIT_MYSQL=root@tcp(127.0.0.1:1)/x", []string{"--- FAIL", "create database", "refused"}},
		{"named", "TestSQL/postgres15", "UUIDKIT_POSTGRES15=postgres://127.0.0.1:1/x", []string{"--- FAIL", "create database", "refused"}},
		{"named", "TestSQL/mysql", "UUIDKIT_MYSQL9=root@tcp(127.0.0.1:1)/x", []string{"--- FAIL", "create database", "refused"}},
		{"named", "TestMongo", "UUIDKIT_MONGO=mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=500", []string{"--- FAIL", "create database", "refused"}},
		{"malformed", "TestSQL/mysql", "UUIDKIT_MYSQL9=mysql://x", []string{"--- FAIL", "UUIDKIT_MYSQL9"}},
		{"malformed", "TestSQL/mariadb", "UUIDKIT_MYSQL=mysql://x", []string{"--- FAIL", "UUIDKIT_MYSQL"}},
	} {
		t.Run(test.name+"/"+test.test, func(t *testing.T) {
			out, err := again(t, "^"+strings.ReplaceAll(test.test, "/", "$/^")+"$", "XDG_CACHE_HOME="+file, test.env)
			if got, want := err != nil, test.want[0] == "--- FAIL"; got != want {
				t.Errorf("failed: got %t (%v), want %t", got, err, want)
			}
			for _, want := range test.want {
				if !strings.Contains(out, want) {
					t.Errorf("output without %q:\n%s", want, out)
				}
			}
		})
	}
}

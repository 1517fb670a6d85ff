package stores_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	_ "github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

func TestMain(m *testing.M) { stores.Main(m) }

func openPostgres(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn := kit.Must(pgx.Connect(t.Context(), url))(t)
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

func openMariaDB(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	db := kit.Must(sql.Open("mysql", dsn))(t)
	t.Cleanup(func() { db.Close() })
	return db
}

func openMongo(t *testing.T, uri string) *mongo.Client {
	t.Helper()
	client := kit.Must(mongo.Connect(options.Client().ApplyURI(uri)))(t)
	t.Cleanup(func() { client.Disconnect(context.Background()) })
	return client
}

func TestPostgres(t *testing.T) {
	conn := openPostgres(t, stores.Postgres(t))
	var version, text string
	var bytes []byte
	err := conn.QueryRow(t.Context(), "SELECT version(), id::text, uuid_send(id) FROM (SELECT uuidv7() AS id)").Scan(&version, &text, &bytes)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(version, "PostgreSQL ") {
		t.Errorf("version: got %q, want PostgreSQL", version)
	}
	if got, want := fmt.Sprintf("%x", bytes), strings.ReplaceAll(text, "-", ""); got != want {
		t.Errorf("uuid_send(uuidv7()): got %s, want %s", got, want)
	}
}

func TestPostgres15(t *testing.T) {
	conn := openPostgres(t, stores.Postgres15(t))
	var got string
	if err := conn.QueryRow(t.Context(), "SHOW server_version").Scan(&got); err != nil || !strings.HasPrefix(got, "15.") {
		t.Errorf("server_version: got %q, %v, want 15", got, err)
	}
}

func TestMySQL(t *testing.T) {
	db := openMariaDB(t, stores.MySQL(t))
	var version, bytes string
	const query = "SELECT VERSION(), HEX(UUID_TO_BIN('00112233-4455-6677-8899-aabbccddeeff', 1))"
	if err := db.QueryRow(query).Scan(&version, &bytes); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(version, "9.") {
		t.Errorf("VERSION(): got %q, want 9", version)
	}
	if want := "6677445500112233" + "8899AABBCCDDEEFF"; bytes != want {
		t.Errorf("UUID_TO_BIN: got %s, want %s", bytes, want)
	}
}

func TestMariaDB(t *testing.T) {
	db := openMariaDB(t, stores.MariaDB(t))
	var name, version string
	if err := db.QueryRow("SHOW VARIABLES LIKE 'version'").Scan(&name, &version); err != nil {
		t.Fatal(err)
	}
	t.Log(version)
	if _, err := db.Exec("CREATE TABLE t (id BINARY(16) PRIMARY KEY)"); err != nil {
		t.Fatal(err)
	}
	want := "\x01\x91\x00'\"\\\xff\x80\x00\x00\x00\x00\x00\x00\x00\x00"
	if _, err := db.Exec("INSERT INTO t VALUES (?)", []byte(want)); err != nil {
		t.Fatal(err)
	}
	var got []byte
	if err := db.QueryRow("SELECT id FROM t").Scan(&got); err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("BINARY(16): got %x, want %x", got, want)
	}
	if strings.Contains(version, "MariaDB") {
		var text string
		const want = "0190163d-8694-739b-aea5-966c26f8ad91"
		if err := db.QueryRow("SELECT CAST(? AS UUID)", want).Scan(&text); err != nil || text != want {
			t.Errorf("UUID: got %q, %v, want %q", text, err, want)
		}
	}
}

func TestMongo(t *testing.T) {
	uri, name := stores.Mongo(t)
	client := openMongo(t, uri)
	ctx := t.Context()
	var hello struct {
		IsWritablePrimary bool `bson:"isWritablePrimary"`
	}
	if err := client.Database(name).RunCommand(ctx, bson.M{"hello": 1}).Decode(&hello); err != nil {
		t.Fatal(err)
	}
	if !hello.IsWritablePrimary {
		t.Error("isWritablePrimary: got false, want true")
	}

	// Transactions are the reason for the replica set.
	c := client.Database(name).Collection("c")
	insert := func(id int, result error) error {
		return client.UseSession(ctx, func(ctx context.Context) error {
			_, err := mongo.SessionFromContext(ctx).WithTransaction(ctx, func(ctx context.Context) (any, error) {
				if _, err := c.InsertOne(ctx, bson.M{"_id": id}); err != nil {
					return nil, err
				}
				return nil, result
			})
			return err
		})
	}
	if err := insert(1, nil); err != nil {
		t.Errorf("commit: %v", err)
	}
	abort := errors.New("abort")
	if err := insert(2, abort); !errors.Is(err, abort) {
		t.Errorf("abort: got %v, want %v", err, abort)
	}
	if n, err := c.CountDocuments(ctx, bson.M{}); err != nil || n != 1 {
		t.Errorf("after a commit and an abort: got %d documents, %v, want 1", n, err)
	}
}

// Two databases do not see each other, and neither is left after its test.
func TestSeparate(t *testing.T) {
	for name, server := range map[string]struct {
		fresh func(t *testing.T) (name string) // a new database, with something in it
		there func(t *testing.T) (exists func(name string) (bool, error))
	}{
		"postgres": {
			func(t *testing.T) string {
				conn := openPostgres(t, stores.Postgres(t))
				kit.Must(conn.Exec(t.Context(), "CREATE TABLE t ()"))(t)
				return conn.Config().Database
			},
			func(t *testing.T) func(string) (bool, error) {
				admin := openPostgres(t, stores.Postgres(t))
				return func(name string) (is bool, err error) {
					err = admin.QueryRow(t.Context(), "SELECT count(*) > 0 FROM pg_database WHERE datname = $1", name).Scan(&is)
					return is, err
				}
			},
		},
		"mariadb": {
			func(t *testing.T) (name string) {
				db := openMariaDB(t, stores.MariaDB(t))
				kit.Must(db.Exec("CREATE TABLE t (i INT)"))(t)
				err := db.QueryRow("SELECT DATABASE()").Scan(&name)
				return kit.Must(name, err)(t)
			},
			func(t *testing.T) func(string) (bool, error) {
				admin := openMariaDB(t, stores.MariaDB(t))
				return func(name string) (is bool, err error) {
					err = admin.QueryRow("SELECT count(*) > 0 FROM information_schema.schemata WHERE schema_name = ?", name).Scan(&is)
					return is, err
				}
			},
		},
		"mongo": {
			func(t *testing.T) string {
				uri, name := stores.Mongo(t)
				kit.Must(openMongo(t, uri).Database(name).Collection("c").InsertOne(t.Context(), bson.M{"_id": 1}))(t)
				return name
			},
			func(t *testing.T) func(string) (bool, error) {
				uri, _ := stores.Mongo(t)
				client := openMongo(t, uri)
				return func(name string) (bool, error) {
					names, err := client.ListDatabaseNames(t.Context(), bson.M{"name": name})
					return len(names) > 0, err
				}
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			exists, names := server.there(t), map[string]bool{}
			check := func(when string, want bool) {
				for name := range names {
					if got, err := exists(name); err != nil || got != want {
						t.Errorf("database %s %s the test: there %t, %v, want %t", name, when, got, err, want)
					}
				}
			}
			t.Run("two", func(t *testing.T) {
				names[server.fresh(t)], names[server.fresh(t)] = true, true
				check("during", true)
			})
			check("after", false)
			if len(names) != 2 {
				t.Errorf("got databases %v, want 2", names)
			}
		})
	}
}

// again runs some tests of this package in another process, for which the
// environment names no servers but those in env.
func again(t *testing.T, tests string, env ...string) (output string, err error) {
	t.Helper()
	self := kit.Must(os.Executable())(t)
	cmd := exec.CommandContext(t.Context(), self, "-test.v", "-test.count=1", "-test.run="+tests)
	cmd.Env = append(append(os.Environ(), "CI=", "UUIDKIT_POSTGRES=", "UUIDKIT_MYSQL=", "UUIDKIT_MONGO=",
		"UUIDKIT_POSTGRES15=", "UUIDKIT_MYSQL9=", "UUIDKIT_NO_MYSQL9="), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// Test packages that run at the same time do not disturb each other, whether they
// share servers or not.
func TestParallelProcesses(t *testing.T) {
	uri, _ := stores.Mongo(t)
	for name, env := range map[string][]string{
		"shared": {"UUIDKIT_POSTGRES=" + stores.Postgres(t), "UUIDKIT_MYSQL=" + stores.MariaDB(t), "UUIDKIT_MONGO=" + uri, "UUIDKIT_POSTGRES15=" + stores.Postgres15(t)},
		"own":    nil,
	} {
		t.Run(name, func(t *testing.T) {
			var wg sync.WaitGroup
			for range 2 {
				wg.Go(func() {
					out, err := again(t, "^(TestPostgres|TestMariaDB|TestMongo|TestPostgres15|TestSeparate)$", env...)
					if err != nil {
						t.Errorf("%v\n%s", err, out)
					}
					if got, want := strings.Contains(out, "is ready on"), env == nil; got != want {
						t.Errorf("started servers: got %t, want %t\n%s", got, want, out)
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
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	noCache := "XDG_CACHE_HOME=" + file
	for _, test := range []struct {
		name, test string
		env        []string
		want       []string
	}{
		{"skip", "TestPostgres", []string{noCache}, []string{"--- SKIP", "UUIDKIT_POSTGRES is not set", "server.Start: postgres", "not a directory"}},
		{"skip", "TestMariaDB", []string{noCache}, []string{"--- SKIP", "UUIDKIT_MYSQL is not set", "server.Start: mariadb", "not a directory"}},
		{"skip", "TestMongo", []string{noCache}, []string{"--- SKIP", "UUIDKIT_MONGO is not set", "server.Start: mongo", "not a directory"}},
		{"skip", "TestPostgres15", []string{noCache}, []string{"--- SKIP", "UUIDKIT_POSTGRES15 is not set", "server.Start: postgres15", "not a directory"}},
		{"skip", "TestMySQL", nil, []string{"--- SKIP", "UUIDKIT_MYSQL9 is not set: up -mysql9"}},
		{"CI", "TestMySQL", []string{"CI=true"}, []string{"--- SKIP", "UUIDKIT_MYSQL9 is not set: up -mysql9"}},
		{"not had", "TestMySQL", []string{"UUIDKIT_NO_MYSQL9=no 'network'"}, []string{"--- SKIP", "UUIDKIT_MYSQL9 is not set: no 'network'"}},
		{"CI", "TestPostgres", []string{noCache, "CI=true"}, []string{"--- FAIL", "not a directory"}},
		{"named", "TestPostgres", []string{"UUIDKIT_POSTGRES=postgres://127.0.0.1:1/x"}, []string{"--- FAIL", "create database", "refused"}},
		{"named", "TestMariaDB", []string{"UUIDKIT_MYSQL=root@tcp(127.0.0.1:1)/x"}, []string{"--- FAIL", "create database", "refused"}},
		{"named", "TestPostgres15", []string{"UUIDKIT_POSTGRES15=postgres://127.0.0.1:1/x"}, []string{"--- FAIL", "create database", "refused"}},
		{"named", "TestMySQL", []string{"UUIDKIT_MYSQL9=root@tcp(127.0.0.1:1)/x"}, []string{"--- FAIL", "create database", "refused"}},
		{"named", "TestMongo", []string{"UUIDKIT_MONGO=mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=500"}, []string{"--- FAIL", "create database", "refused"}},
		{"malformed", "TestMySQL", []string{"UUIDKIT_MYSQL9=mysql://x"}, []string{"--- FAIL", "UUIDKIT_MYSQL9"}},
		{"malformed", "TestMariaDB", []string{"UUIDKIT_MYSQL=mysql://x"}, []string{"--- FAIL", "UUIDKIT_MYSQL"}},
	} {
		t.Run(test.name+"/"+test.test, func(t *testing.T) {
			out, err := again(t, "^"+test.test+"$", test.env...)
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

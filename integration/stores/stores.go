package stores

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// own holds the servers that this process has started, by kind, because all its
// tests share them. Main sets the context before a test runs.
var own struct {
	ctx     context.Context        // cancelled when no more servers are wanted
	servers [server.MySQL]struct { // but that one
		once   sync.Once
		server *server.Server
		err    error
	}
}

// Main runs the tests, stops the servers that they started, and exits. A package
// whose tests use this one calls it from TestMain.
func Main(m *testing.M) {
	ctx, cancel := context.WithCancel(context.Background())
	own.ctx = ctx
	interrupted, _ := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-interrupted.Done()
		if ctx.Err() == nil {
			cancel()
			stop()
			os.Exit(1)
		}
	}()

	code := m.Run()
	cancel()
	if err := stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// stop stops the servers. It waits for one that is being started.
func stop() (err error) {
	for i := range own.servers {
		s := &own.servers[i]
		s.once.Do(func() { s.err = errors.New("the tests are over") })
		if s.server != nil {
			err = errors.Join(err, s.server.Stop())
		}
	}
	return err
}

// find returns the address of the server that the environment names, or of our
// own.
func find(t testing.TB, k server.Kind, variable string) string {
	t.Helper()
	if address := os.Getenv(variable); address != "" {
		return address
	}
	if own.ctx == nil {
		t.Fatal("stores: TestMain must call stores.Main, which stops the servers")
	}
	s := &own.servers[k]
	s.once.Do(func() { s.server, s.err = server.Start(own.ctx, k, t.Logf) })
	if s.err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("stores: %s is not set and %v", variable, s.err)
		}
		t.Skipf("stores: %s is not set and %v", variable, s.err)
	}
	return s.server.URL()
}

// Postgres returns the URL of a new PostgreSQL database, which is dropped when the
// test ends.
func Postgres(t testing.TB) string {
	t.Helper()
	return postgres(t, server.Postgres, "UUIDKIT_POSTGRES")
}

// Postgres15 is Postgres on the oldest release that is tested: it has no uuidv7().
func Postgres15(t testing.TB) string {
	t.Helper()
	return postgres(t, server.Postgres15, "UUIDKIT_POSTGRES15")
}

func postgres(t testing.TB, k server.Kind, variable string) string {
	t.Helper()
	admin := find(t, k, variable)
	u, err := url.Parse(admin)
	if err != nil {
		t.Fatalf("stores: %s: %v", variable, err)
	}
	exec := func(query string) func(ctx context.Context, name string) error {
		return func(ctx context.Context, name string) error {
			conn, err := pgx.Connect(ctx, admin)
			if err != nil {
				return err
			}
			_, err = conn.Exec(ctx, fmt.Sprintf(query, name))
			return errors.Join(err, conn.Close(ctx))
		}
	}
	u.Path = "/" + fresh(t, exec("CREATE DATABASE %s"), exec("DROP DATABASE %s WITH (FORCE)"))
	return u.String()
}

// MariaDB returns the DSN of a new MariaDB database, which is dropped when the test
// ends. It is a MySQL database if the environment names a MySQL server.
func MariaDB(t testing.TB) string {
	t.Helper()
	return mysqlDatabase(t, find(t, server.MariaDB, "UUIDKIT_MYSQL"), "UUIDKIT_MYSQL")
}

// MySQL returns the DSN of a new MySQL 9 database, which is dropped when the test
// ends. No test starts that server: unless the environment names one, the test is
// skipped, even where CI=true.
func MySQL(t testing.TB) string {
	t.Helper()
	const variable = "UUIDKIT_MYSQL9"
	admin := os.Getenv(variable)
	if admin == "" {
		reason := os.Getenv("UUIDKIT_NO_MYSQL9")
		if reason == "" {
			reason = "up -mysql9 starts a server"
		}
		t.Skipf("stores: %s is not set: %s", variable, reason)
	}
	return mysqlDatabase(t, admin, variable)
}

func mysqlDatabase(t testing.TB, address, variable string) string {
	t.Helper()
	cfg, err := mysql.ParseDSN(address)
	if err != nil {
		t.Fatalf("stores: %s: %v", variable, err)
	}
	cfg.DBName = ""
	admin := cfg.FormatDSN()
	exec := func(query string) func(ctx context.Context, name string) error {
		return func(ctx context.Context, name string) error {
			db, err := sql.Open("mysql", admin)
			if err != nil {
				return err
			}
			_, err = db.ExecContext(ctx, fmt.Sprintf(query, name))
			return errors.Join(err, db.Close())
		}
	}
	cfg.DBName = fresh(t, exec("CREATE DATABASE %s"), exec("DROP DATABASE %s"))
	return cfg.FormatDSN()
}

// Mongo returns the URI of a MongoDB replica set and the name of a new database,
// which is dropped when the test ends.
func Mongo(t testing.TB) (uri, database string) {
	t.Helper()
	uri = find(t, server.Mongo, "UUIDKIT_MONGO")
	with := func(do func(context.Context, *mongo.Database) error) func(ctx context.Context, name string) error {
		return func(ctx context.Context, name string) error {
			client, err := mongo.Connect(options.Client().ApplyURI(uri))
			if err != nil {
				return err
			}
			return errors.Join(do(ctx, client.Database(name)), client.Disconnect(ctx))
		}
	}
	return uri, fresh(t,
		// The first document will make the database. Until then only see whether
		// the server answers.
		with(func(ctx context.Context, db *mongo.Database) error { return db.Client().Ping(ctx, nil) }),
		with(func(ctx context.Context, db *mongo.Database) error { return db.Drop(ctx) }))
}

// fresh calls create with the name of a database that no server has yet, has drop
// called at the end of the test, and returns the name.
func fresh(t testing.TB, create, drop func(ctx context.Context, name string) error) string {
	t.Helper()
	const patience = 30 * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var random [8]byte
	rand.Read(random[:])
	name := fmt.Sprintf("uuidkit_%x", random)
	if err := create(ctx, name); err != nil {
		t.Fatalf("stores: create database %s: %v", name, err)
	}
	t.Cleanup(func() {
		// The test's own context is already cancelled here.
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := drop(ctx, name); err != nil {
			t.Errorf("stores: drop database %s: %v", name, err)
		}
	})
	return name
}

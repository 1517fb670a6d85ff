package stores

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// ours are the servers of [server.Usual] that this process has started. All its tests
// share them.
var ours = make([]struct {
	once   sync.Once
	server *server.Server
	err    error
}, len(server.Usual))

// wanted is cancelled when no more servers are wanted. Main sets it before a test runs.
var wanted context.Context

// Main runs the tests, stops the servers that they started, and exits. A package
// whose tests use this one calls it from TestMain.
func Main(m interface{ Run() int }) {
	ctx, cancel := context.WithCancel(context.Background())
	wanted = ctx
	interrupted, _ := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-interrupted.Done()
		if ctx.Err() == nil {
			cancel()
			stop()
			if m, ok := m.(io.Closer); ok {
				m.Close()
			}
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
	for i := range ours {
		s := &ours[i]
		s.once.Do(func() { s.err = errors.New("the tests are over") })
		if s.server != nil {
			err = errors.Join(err, s.server.Stop())
		}
	}
	return err
}

// find returns the address of the server that the environment names, or of our
// own.
func find(t testing.TB, k server.Kind) string {
	t.Helper()
	if address := os.Getenv(k.Variable); address != "" {
		return address
	}
	if wanted == nil {
		t.Fatal("stores: TestMain must call stores.Main, which stops the servers")
	}
	i := slices.Index(server.Usual, k)
	if i < 0 { // even where CI=true
		t.Skipf("stores: %s is not set: %s", k.Variable, cmp.Or(os.Getenv("UUIDKIT_NO_MYSQL9"), "up -mysql9 starts a server"))
	}
	s := &ours[i]
	s.once.Do(func() { s.server, s.err = server.Start(wanted, k, t.Logf) })
	err := s.err
	if err != nil {
		err = fmt.Errorf("stores: %s is not set and %w", k.Variable, err)
	}
	return kit.Need(s.server, err)(t).URL()
}

// Postgres returns the URL of a new PostgreSQL database, which is dropped when the
// test ends.
func Postgres(t testing.TB) string { return postgres(t, server.Postgres) }

// Postgres15 is Postgres on the oldest release that is tested: it has no uuidv7().
func Postgres15(t testing.TB) string { return postgres(t, server.Postgres15) }

func postgres(t testing.TB, k server.Kind) string {
	t.Helper()
	u, err := url.Parse(find(t, k))
	if err != nil {
		t.Fatalf("stores: %s: %v", k.Variable, err)
	}
	u.Path = "/" + sqlDatabase(t, k, u.String(), " WITH (FORCE)")
	return u.String()
}

// MariaDB returns the DSN of a new MariaDB database, which is dropped when the test
// ends. It is a MySQL database if the environment names a MySQL server.
func MariaDB(t testing.TB) string { return mysqlDatabase(t, server.MariaDB) }

// MySQL returns the DSN of a new MySQL 9 database, which is dropped when the test
// ends. No test starts that server: unless the environment names one, the test is
// skipped, even where CI=true.
func MySQL(t testing.TB) string { return mysqlDatabase(t, server.MySQL) }

func mysqlDatabase(t testing.TB, k server.Kind) string {
	t.Helper()
	cfg, err := mysql.ParseDSN(find(t, k))
	if err != nil {
		t.Fatalf("stores: %s: %v", k.Variable, err)
	}
	cfg.DBName = ""
	cfg.DBName = sqlDatabase(t, k, cfg.FormatDSN(), "")
	return cfg.FormatDSN()
}

// sqlDatabase is fresh for a database of SQL.
func sqlDatabase(t testing.TB, k server.Kind, admin, force string) string {
	t.Helper()
	db := kit.Must(sql.Open(k.Driver, admin))(t)
	db.SetMaxIdleConns(0) // a test has the server's connections to itself
	t.Cleanup(func() { db.Close() })
	exec := func(query, force string) func(context.Context, string) error {
		return func(ctx context.Context, name string) error {
			_, err := db.ExecContext(ctx, query+name+force)
			return err
		}
	}
	return fresh(t, exec("CREATE DATABASE ", ""), exec("DROP DATABASE ", force))
}

// Mongo returns the URI of a MongoDB replica set and the name of a new database,
// which is dropped when the test ends.
func Mongo(t testing.TB) (uri, database string) {
	t.Helper()
	uri = find(t, server.Mongo)
	client, err := mongo.Connect(options.Client().ApplyURI(uri))
	if err != nil {
		t.Fatalf("stores: UUIDKIT_MONGO: %v", err)
	}
	t.Cleanup(func() { client.Disconnect(context.Background()) })
	return uri, fresh(t,
		// The first document makes the database: only see whether the server answers.
		func(ctx context.Context, _ string) error { return client.Ping(ctx, nil) },
		func(ctx context.Context, name string) error { return client.Database(name).Drop(ctx) })
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

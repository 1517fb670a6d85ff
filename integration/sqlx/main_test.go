package sqlx_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-sql-driver/mysql"
	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxtest"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/lib/pq"
	"github.com/mattn/go-sqlite3"
	sqlite "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestMain(m *testing.M) { stores.Main(m) }

// An engine is a database and a driver to it.
type engine struct {
	name  string
	open  func(dsn string) (driver.Connector, error)
	bytes column
	text  column
	param func(n int) string
}

// A column has a type, and stored says what the server has in a column c of it:
// what kind of value, and its bytes in hexadecimal or its text.
type column struct{ typ, stored, bytes, text string }

var (
	sqliteBlob = column{"BLOB", `typeof(c) || ' ' || lower(hex(c))`, "blob %x", ""}
	sqliteText = column{"TEXT", `typeof(c) || ' ' || c`, "", "text %s"}
	mysqlBytes = column{"BINARY(16)", `lower(hex(c))`, "%x", ""}
	mysqlText  = column{"CHAR(36)", `c`, "", "%s"}
	pgBytea    = column{"bytea", `encode(c, 'hex')`, "%x", ""}
	pgText     = column{"text", `c`, "", "%s"}
)

func question(int) string { return "?" }
func dollar(n int) string { return fmt.Sprintf("$%d", n) }

var sqliteEngines = []engine{
	{"modernc", sqlite.NewConnector, sqliteBlob, sqliteText, question},
	{"mattn", func(file string) (driver.Connector, error) {
		return dsnConnector{&sqlite3.SQLiteDriver{}, file}, nil
	}, sqliteBlob, sqliteText, question},
}

func mysqlEngine(name string, interpolate bool) engine {
	return engine{name, func(dsn string) (driver.Connector, error) {
		cfg, err := mysql.ParseDSN(dsn)
		if err != nil {
			return nil, err
		}
		cfg.InterpolateParams, cfg.MultiStatements = interpolate, true
		return mysql.NewConnector(cfg)
	}, mysqlBytes, mysqlText, question}
}

var mysqlEngines = []engine{mysqlEngine("prepared", false), mysqlEngine("interpolated", true)}

func postgresEngines() []engine {
	es := []engine{
		{"pq", func(url string) (driver.Connector, error) { return pq.NewConnector(url) }, pgBytea, pgText, dollar},
		{"pq binary", func(url string) (driver.Connector, error) {
			return pq.NewConnector(url + "&binary_parameters=yes")
		}, pgBytea, pgText, dollar},
	}
	for _, mode := range pgxtest.AllQueryExecModes {
		es = append(es, engine{"pgx " + mode.String(), func(url string) (driver.Connector, error) {
			cfg, err := pgx.ParseConfig(url)
			if err != nil {
				return nil, err
			}
			cfg.DefaultQueryExecMode = mode
			return stdlib.GetConnector(*cfg), nil
		}, pgBytea, pgText, dollar})
	}
	return es
}

// A server has a database, which the engines of a test share.
type server struct {
	name     string
	database func(testing.TB) string
	engines  []engine
}

func servers() []server {
	return []server{
		{"SQLite", func(t testing.TB) string { return filepath.Join(t.TempDir(), "db") }, sqliteEngines},
		{"MariaDB", stores.MariaDB, mysqlEngines},
		{"MySQL", stores.MySQL, mysqlEngines},
		{"PostgreSQL", stores.Postgres, postgresEngines()},
	}
}

// each runs a test with the engines of the servers of these names, or of all.
func each(t *testing.T, test func(t *testing.T, e engine, base driver.Connector), names ...string) {
	for _, s := range servers() {
		if len(names) > 0 && !slices.Contains(names, s.name) {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			dsn := s.database(t)
			for _, e := range s.engines {
				t.Run(e.name, func(t *testing.T) {
					base, err := e.open(dsn)
					if err != nil {
						t.Fatal(err)
					}
					test(t, e, base)
				})
			}
		})
	}
}

// A dsnConnector is what database/sql makes of a driver that has none.
type dsnConnector struct {
	driver driver.Driver
	dsn    string
}

func (c dsnConnector) Connect(context.Context) (driver.Conn, error) { return c.driver.Open(c.dsn) }
func (c dsnConnector) Driver() driver.Driver                        { return c.driver }

// openDB is sql.OpenDB until the test's end.
func openDB(t testing.TB, c driver.Connector) *sql.DB {
	db := sql.OpenDB(c)
	t.Cleanup(func() { db.Close() })
	return db
}

func exec(t testing.TB, db *sql.DB, query string, args ...any) {
	t.Helper()
	if _, err := db.Exec(query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

var (
	id    = uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	other = uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
)

// A kind is one of the UUID types in use.
type kind[T ~[16]byte] struct {
	null  func(T, bool) any // its package's nullable form, if there is one
	scans bool              // it reads rows by itself
}

var (
	ours    = kind[uuid.UUID]{func(id uuid.UUID, ok bool) any { return uuid.NullUUID{UUID: id, Valid: ok} }, true}
	googles = kind[google.UUID]{func(id google.UUID, ok bool) any { return google.NullUUID{UUID: id, Valid: ok} }, true}
	gofrss  = kind[gofrs.UUID]{func(id gofrs.UUID, ok bool) any { return gofrs.NullUUID{UUID: id, Valid: ok} }, true}
	arrays  = kind[[16]byte]{}
	users   = kind[userID]{}
)

// userID is a UUID type that lost its methods by being defined.
type userID google.UUID

// types are all of them, and the standard library's.
func types() []sqlx.UUIDType {
	return append(stdTypes(), sqlx.Native[uuid.UUID](), sqlx.Native[google.UUID](), sqlx.Native[gofrs.UUID](),
		sqlx.Native[[16]byte](), sqlx.Native[userID]())
}

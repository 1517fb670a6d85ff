package sqlx_test

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxtest"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/lib/pq"
	"github.com/mattn/go-sqlite3"
	sqlite "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestMain(m *testing.M) { stores.Main(m) }

// id and other are what the tests write and what they overwrite.
var id, other = vectors.U, vectors.Other

// A server has a database, which the engines of a test share.
type server struct {
	name     string
	database func(testing.TB) (dsn string)
	bytes    column
	text     column
	engines  []engine
}

// A column is of a type, and stored is SQL for what the server has in a column c of
// it: NULL, or after the prefix its bytes in hexadecimal or its text.
type column struct{ typ, stored, prefix string }

var (
	sqliteBlob = column{"BLOB", `iif(c IS NULL, 'NULL', typeof(c) || ' ' || lower(hex(c)))`, "blob "}
	sqliteText = column{"TEXT", `iif(c IS NULL, 'NULL', typeof(c) || ' ' || c)`, "text "}
	mysqlBytes = column{"BINARY(16)", `coalesce(lower(hex(c)), 'NULL')`, ""}
	mysqlText  = column{"CHAR(36)", `coalesce(c, 'NULL')`, ""}
	pgBytea    = column{"bytea", `coalesce(encode(c, 'hex'), 'NULL')`, ""}
	pgText     = column{"text", `coalesce(c::text, 'NULL')`, ""}

	servers = []server{
		{"SQLite", func(t testing.TB) string { return filepath.Join(t.TempDir(), "db") }, sqliteBlob, sqliteText, []engine{
			{name: "modernc", open: func(t testing.TB, file string) driver.Connector { return kit.Must(sqlite.NewConnector(file))(t) }},
			{name: "mattn", open: func(_ testing.TB, file string) driver.Connector { return dsnConnector{&sqlite3.SQLiteDriver{}, file} }},
		}},
		{"MariaDB", stores.MariaDB, mysqlBytes, mysqlText, mysqlEngines},
		{"MySQL", stores.MySQL, mysqlBytes, mysqlText, mysqlEngines},
		{"PostgreSQL", stores.Postgres, pgBytea, pgText, postgresEngines()},
	}
	// MySQL's placeholders are filled by the server, or by the driver.
	mysqlEngines = []engine{{name: "prepared", open: openMySQL(false)}, {name: "interpolated", open: openMySQL(true)}}
)

// An engine is a driver and a database.
type engine struct {
	name string
	open func(t testing.TB, dsn string) driver.Connector

	server
	dsn  string
	base driver.Connector // of the driver alone
}

func openMySQL(interpolate bool) func(testing.TB, string) driver.Connector {
	return func(t testing.TB, dsn string) driver.Connector {
		cfg := kit.Must(mysql.ParseDSN(dsn))(t)
		cfg.InterpolateParams, cfg.MultiStatements = interpolate, true
		return kit.Must(mysql.NewConnector(cfg))(t)
	}
}

func postgresEngines() []engine {
	es := []engine{
		{name: "pq", open: func(t testing.TB, url string) driver.Connector { return kit.Must(pq.NewConnector(url))(t) }},
		{name: "pq binary", open: func(t testing.TB, url string) driver.Connector {
			return kit.Must(pq.NewConnector(url + "&binary_parameters=yes"))(t)
		}},
	}
	for _, mode := range pgxtest.AllQueryExecModes {
		es = append(es, engine{name: "pgx " + mode.String(), open: func(t testing.TB, url string) driver.Connector {
			cfg := kit.Must(pgx.ParseConfig(url))(t)
			cfg.DefaultQueryExecMode = mode
			return stdlib.GetConnector(*cfg)
		}})
	}
	return es
}

// each runs a test with the engines of the servers of these names, or of all.
func each(t *testing.T, test func(t *testing.T, e engine), names ...string) {
	for _, s := range servers {
		if len(names) > 0 && !slices.Contains(names, s.name) {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			dsn := s.database(t)
			for _, e := range s.engines {
				t.Run(e.name, func(t *testing.T) {
					e.server, e.dsn = s, dsn
					e.base = e.open(t, dsn)
					test(t, e)
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

// A database is a test's. Placeholders in its queries are question marks.
type database struct {
	*sql.DB
	t testing.TB
	engine
}

// table opens one connection until the test's end, and makes table t anew, unless
// it is to have no columns.
func (e engine) table(t testing.TB, c driver.Connector, columns string) database {
	t.Helper()
	d := database{sql.OpenDB(c), t, e}
	d.SetMaxOpenConns(1)
	t.Cleanup(func() { d.Close() })
	if e.server.name == "SQLite" { // need not survive a power cut
		d.exec("PRAGMA synchronous = off")
		d.exec("PRAGMA journal_mode = memory")
	}
	if columns != "" {
		d.exec("DROP TABLE IF EXISTS t")
		d.exec("CREATE TABLE t (" + columns + ")")
	}
	return d
}

// sql writes placeholders as the server has them.
func (e engine) sql(query string) string {
	if e.server.name != "PostgreSQL" {
		return query
	}
	var b strings.Builder
	for i, part := range strings.Split(query, "?") {
		if i > 0 {
			fmt.Fprintf(&b, "$%d", i)
		}
		b.WriteString(part)
	}
	return b.String()
}

func (d database) exec(query string, args ...any) {
	d.t.Helper()
	if _, err := d.Exec(d.sql(query), args...); err != nil {
		d.t.Fatalf("%s: %v", query, err)
	}
}

func (d database) row(query string, args ...any) *sql.Row { return d.QueryRow(d.sql(query), args...) }

// ask returns the server's answer to a query for one value, as text.
func (d database) ask(query string, args ...any) string {
	var answer sql.NullString
	switch err := d.row(query, args...).Scan(&answer); {
	case err != nil:
		return "error: " + err.Error()
	case !answer.Valid:
		return "NULL"
	}
	return answer.String
}

// says checks the answer.
func (d database) says(want any, query string, args ...any) {
	d.t.Helper()
	if got := d.ask(query, args...); got != fmt.Sprint(want) {
		d.t.Errorf("%s of %T: got %s, want %v: see the documentation", query, args, got, want)
	}
}

// reads checks the UUID that a query returns.
func (d database) reads(into func(*uuid.UUID) sql.Scanner, want uuid.UUID, query string, args ...any) {
	d.t.Helper()
	got := uuid.UUID{1}
	if err := d.row(query, args...).Scan(into(&got)); err != nil || got != want {
		d.t.Errorf("%s of %v into %T: got %v, %v; want %v", query, args, into(&got), got, err, want)
	}
}

// refuses checks that what a query returns is no UUID, and changes nothing.
func (d database) refuses(into func(*uuid.UUID) sql.Scanner, query string) {
	d.t.Helper()
	got := uuid.UUID{1}
	if err := d.row(query).Scan(into(&got)); err == nil || got != (uuid.UUID{1}) {
		d.t.Errorf("%s into %T: got %v, %v; want an error and no change", query, into(&got), got, err)
	}
}

// number returns the number of a MySQL server's error.
func number(err error) int {
	if e, ok := errors.AsType[*mysql.MySQLError](err); ok {
		return int(e.Number)
	}
	return 0
}

// MySQL's errors.
const (
	duplicate      = 1062 // ER_DUP_ENTRY
	noSuchFunction = 1305 // ER_SP_DOES_NOT_EXIST
	wrongString    = 1366 // ER_TRUNCATED_WRONG_VALUE_FOR_FIELD
	tooLong        = 1406 // ER_DATA_TOO_LONG
	wrongForUUID   = 1411 // ER_WRONG_VALUE_FOR_TYPE
	noParent       = 1452 // ER_NO_REFERENCED_ROW_2
)

// every returns UUIDs of every version and variant.
func every() (us []uuid.UUID) {
	for _, s := range vectors.All {
		us = append(us, uuid.MustParse(s))
	}
	return append(us, uuid.NewV4(), uuid.NewV7())
}

// all returns them, and such as a driver could spoil that took their bytes for text.
func all() (us []uuid.UUID) {
	us = append(every(), uuid.UUID([]byte("'; DROP TABLE --")))
	// Quotes, escapes, zeros, a percent sign, and what is no UTF-8.
	for _, b := range []byte("'\\\"\x00%_\n\x1a\x80\xfe ") {
		u := uuid.UUID(bytes.Repeat([]byte{b}, 16))
		first, last := u, u
		first[0], last[15] = 'x', 'x'
		us = append(us, u, first, last)
	}
	slices.SortFunc(us, uuid.UUID.Compare)
	return slices.Compact(us)
}

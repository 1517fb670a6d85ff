// Package builders measures ORMs and query builders on PostgreSQL and SQLite.
package builders

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestMain(m *testing.M) { stores.Main(m) }

func TestBuilders(t *testing.T) { ecosystem.Run(t, append(rows(), slow()...)) }

// A table is t(k, v) in a database: k is a number, and v has the UUIDs.
type table struct {
	*sql.DB
	stored string // v as text, in SQL
	form   string // of a UUID's hex digits, in SQL
	bad    map[string]string
}

// inPostgres has a column of this type: uuid or bytea.
func inPostgres(t testing.TB, typ string) table {
	t.Helper()
	db := open(t, "pgx", stores.Postgres(t))
	exec(t, db, "create table t (k int, v "+typ+")")
	tb := table{DB: db, stored: "v::text", form: "'%x'::uuid", bad: map[string]string{"NULL": "NULL"}}
	if typ == "bytea" {
		tb.form, tb.bad["15 bytes"] = `'\x%x'::bytea`, `'\x001122'::bytea`
	}
	return tb
}

// inSQLite has a column of blobs.
func inSQLite(t testing.TB) table {
	t.Helper()
	name := file(t)
	db := open(t, "sqlite", name)
	exec(t, db, "create table t (k int, v blob)")
	return table{DB: db, stored: "typeof(v) || ' ' || CASE typeof(v) WHEN 'blob' THEN lower(hex(v)) ELSE v END", form: "x'%x'",
		bad: map[string]string{"NULL": "NULL", "empty": "x''", "15 bytes": "x'" + strings.Repeat("d0", 15) + "'", "text": "'0123456789abcdef'"}}
}

func file(t testing.TB) string { return filepath.Join(t.TempDir(), "db.sqlite") }

func open(t testing.TB, driver, name string) *sql.DB {
	db, err := sql.Open(driver, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func exec(t testing.TB, db *sql.DB, query string) {
	t.Helper()
	if _, err := db.Exec(query); err != nil {
		t.Fatal(err)
	}
}

func (tb table) native(u uuid.UUID) string {
	var s string
	row := tb.QueryRow("SELECT " + strings.ReplaceAll(tb.stored, "v", fmt.Sprintf("("+tb.form+")", u[:])))
	if err := row.Scan(&s); err != nil {
		return err.Error()
	}
	return s
}

func (tb table) put(literals ...string) error {
	_, err := tb.Exec("DELETE FROM t")
	for i, l := range literals {
		if err == nil {
			_, err = tb.Exec(fmt.Sprintf("INSERT INTO t VALUES (%d, %s)", i+1, l))
		}
	}
	return err
}

func (tb table) seed(us ...uuid.UUID) error {
	var literals []string
	for _, u := range us {
		literals = append(literals, fmt.Sprintf(tb.form, u[:]))
	}
	return tb.put(literals...)
}

// value is a value of the table: insert inserts the row k = 1, and get reads its v.
func value[V any](tb table, insert func(V) error, get func(*V) error) ecosystem.Value[V] {
	return ecosystem.Value[V]{Read: get, Write: func(v V) (string, error) {
		if err := tb.put(); err != nil {
			return "", err
		}
		if err := insert(v); err != nil {
			return "", err
		}
		var s sql.NullString
		err := tb.QueryRow("SELECT " + tb.stored + " FROM t").Scan(&s)
		if !s.Valid || s.String == "null" {
			return "NULL", err
		}
		return s.String, err
	}}
}

// fill completes what a library does with what the table does.
func fill[T ~[16]byte, N any](tb table, o ecosystem.Ops[T, N]) ecosystem.Ops[T, N] {
	o.Native, o.None, o.Seed, o.Bad = tb.native, "NULL", tb.seed, map[string]func() error{}
	for name, literal := range tb.bad {
		o.Bad[name] = func() error { return tb.put(literal) }
	}
	return o
}

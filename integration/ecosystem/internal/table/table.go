// Package table has a table of UUIDs in PostgreSQL, MariaDB and SQLite, for the libraries that
// write SQL.
package table

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid"
)

// A Dialect is how a database writes a column of UUIDs in SQL.
type Dialect struct {
	Driver string            // of database/sql
	Type   string            // of the column
	Text   string            // a column's value as text: a format with the column
	Form   string            // a UUID in the column's own form: a format with its bytes
	Bad    map[string]string // what is no UUID, by its name
}

// A Table is t(k, v, p, n) in a database: k is a number, and one of the others has a UUID.
// Code generators have a column each for a UUID, a pointer and a nullable. All else uses v.
type Table struct {
	*sql.DB
	Dialect
	Name string // of the database, as sql.Open takes it
}

// Postgres has columns of this type: uuid or bytea.
func Postgres(t testing.TB, typ string) Table {
	t.Helper()
	d := Dialect{Driver: "pgx", Type: typ, Text: "(%s)::text", Form: "'%x'::uuid", Bad: map[string]string{"NULL": "NULL"}}
	if typ == "bytea" {
		d.Form, d.Bad["15 bytes"] = `'\x%x'::bytea`, `'\x001122'::bytea`
	}
	return d.Open(t, stores.Postgres(t))
}

// MariaDB has columns of binary(16), as MySQL.
func MariaDB(t testing.TB) Table {
	t.Helper()
	d := Dialect{Driver: "mysql", Type: "binary(16)", Text: "lower(hex(%s))", Form: "x'%x'", Bad: map[string]string{"NULL": "NULL"}}
	return d.Open(t, stores.MariaDB(t))
}

// SQLite has columns of blobs.
func SQLite(t testing.TB) Table {
	t.Helper()
	d := Dialect{
		Driver: "sqlite", Type: "blob", Form: "x'%x'",
		Text: "typeof(%[1]s) || ' ' || CASE typeof(%[1]s) WHEN 'blob' THEN lower(hex(%[1]s)) ELSE %[1]s END",
		Bad:  map[string]string{"NULL": "NULL", "empty": "x''", "15 bytes": "x'" + strings.Repeat("d0", 15) + "'", "text": "'0123456789abcdef'"},
	}
	return d.Open(t, filepath.Join(t.TempDir(), "db.sqlite"))
}

// Open opens the database of that name, and makes the table.
func (d Dialect) Open(t testing.TB, name string) Table {
	t.Helper()
	db, err := sql.Open(d.Driver, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if _, err := db.Exec(strings.ReplaceAll("CREATE TABLE t (k int PRIMARY KEY, v TYPE, p TYPE, n TYPE)", "TYPE", d.Type)); err != nil {
		t.Fatal(err)
	}
	return Table{DB: db, Dialect: d, Name: name}
}

func (tb Table) native(u uuid.UUID) string {
	var s string
	row := tb.QueryRow("SELECT " + fmt.Sprintf(tb.Text, fmt.Sprintf(tb.Form, u[:])))
	if err := row.Scan(&s); err != nil {
		return err.Error()
	}
	return s
}

func (tb Table) put(literals ...string) error {
	_, err := tb.Exec("DELETE FROM t")
	for i, l := range literals {
		if err == nil {
			_, err = tb.Exec(fmt.Sprintf("INSERT INTO t (k, v) VALUES (%d, %s)", i+1, l))
		}
	}
	return err
}

func (tb Table) seed(us ...uuid.UUID) error {
	var literals []string
	for _, u := range us {
		literals = append(literals, fmt.Sprintf(tb.Form, u[:]))
	}
	return tb.put(literals...)
}

// Value is a value of the column v: insert inserts the row k = 1, and get reads it.
func Value[V any](tb Table, insert func(V) error, get func(*V) error) ecosystem.Value[V] {
	return Column(tb, "v", insert, get)
}

// Column is Value of a column.
func Column[V any](tb Table, column string, insert func(V) error, get func(*V) error) ecosystem.Value[V] {
	return ecosystem.Value[V]{Read: get, Write: func(v V) (string, error) {
		if err := tb.put(); err != nil {
			return "", err
		}
		if err := insert(v); err != nil {
			return "", err
		}
		var s sql.NullString
		err := tb.QueryRow("SELECT " + fmt.Sprintf(tb.Text, column) + " FROM t").Scan(&s)
		if !s.Valid {
			return "NULL", err
		}
		return s.String, err
	}}
}

// Fill completes what a library does with what the table does.
func Fill[T ~[16]byte, N any](tb Table, o ecosystem.Ops[T, N]) ecosystem.Ops[T, N] {
	o.Native, o.None, o.Seed, o.Bad = tb.native, "NULL", tb.seed, map[string]func() error{}
	for name, literal := range tb.Bad {
		o.Bad[name] = func() error { return tb.put(literal) }
	}
	return o
}

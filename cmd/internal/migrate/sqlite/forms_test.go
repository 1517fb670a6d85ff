package sqlite_test

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/migratetest"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlite"
)

// TestConvert reads the expressions, and TestConversions has SQLite evaluate them.
func TestConvert(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		forms migrate.Forms
		to    layout.Form
		want  string
	}{
		{nil, layout.Bytes, "c"},
		{migrate.Forms{layout.Bytes: 1}, layout.Bytes, "c"},
		{migrate.Forms{layout.Text: 1}, layout.Text, "lower(c)"},
		{migrate.Forms{layout.Text: 1}, layout.Bytes, "unhex(replace(c, '-', ''))"},
		{migrate.Forms{layout.Hex: 1}, layout.Bytes, "unhex(c)"},
		{migrate.Forms{layout.Bytes: 1}, layout.Hex, "lower(nullif(hex(c), ''))"},
		{migrate.Forms{layout.Text: 2, layout.BytesHex: 1}, layout.Bytes,
			"CASE WHEN typeof(c) = 'text' AND length(c) = 36 THEN unhex(replace(c, '-', '')) WHEN typeof(c) = 'blob' AND length(c) = 32 THEN unhex(replace(CAST(c AS TEXT), '-', '')) END"},
	} {
		if got := sqlite.Convert("c", c.forms, c.to); got != c.want {
			t.Errorf("%v to %s: got %s, want %s", c.forms, c.to, got, c.want)
		}
	}
}

// values evaluates expressions of a column c.
func values(t *testing.T) func(expression, literal string) string {
	db := must(sql.Open("sqlite", ":memory:"))(t)
	t.Cleanup(func() { db.Close() })
	return func(expression, literal string) (value string) {
		t.Helper()
		query := fmt.Sprintf("SELECT iif(typeof(v) = 'blob', lower(hex(v)), v) FROM (SELECT %s AS v FROM (SELECT %s AS c))", expression, literal)
		var v sql.NullString
		if err := db.QueryRow(query).Scan(&v); err != nil {
			t.Errorf("%s: %v", query, err)
		}
		return v.String
	}
}

func TestConversions(t *testing.T) {
	t.Parallel()
	value := values(t)
	migratetest.Conversions(t, sqlite.Convert, func(expression string, from, _ migratetest.Written) string {
		return value(expression, from.Literal())
	})
}

// TestIsForm sees that a value has its own form, and no other one of those that are told apart by what they are.
func TestIsForm(t *testing.T) {
	t.Parallel()
	value := values(t)
	for _, w := range migratetest.Forms {
		for _, f := range migratetest.Forms {
			want := "0"
			if f.Form == w.Form || f.Form.IsOrder() && w.Form.IsOrder() {
				want = "1"
			}
			if got := value(sqlite.IsForm("c", f.Form), w.Literal()); got != want {
				t.Errorf("%s is %s: got %s, want %s", w.Value, f.Form, got, want)
			}
		}
		for _, odd := range []string{"'" + strings.Replace(w.Value, "33", "3g", 1) + "'", "''", "'f81d4fae-7dec-41'", "CAST('f81d4fae-7dec-41' AS BLOB)", "17"} {
			if got := value(sqlite.IsForm("c", w.Form), odd); got != "0" {
				t.Errorf("%s is %s: got %s", odd, w.Form, got)
			}
		}
	}
}

func TestCutTexts(t *testing.T) {
	t.Parallel()
	value := values(t)
	migratetest.CutTexts(t, func(digits string) bool { return value(sqlite.IsForm("c", layout.Bytes), "x'"+digits+"'") == "1" })
}

// TestRetype is CREATE TABLE with other types. SQLite has to accept what comes out.
func TestRetype(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ sql, want string }{
		{"CREATE TABLE t (id CHAR(36) PRIMARY KEY, n INT)", "CREATE TABLE t (id BLOB PRIMARY KEY, n INT)"},
		{"CREATE TABLE t(\"Id\" VARCHAR ( 36 ) NOT NULL, n)", "CREATE TABLE t(\"Id\" BLOB NOT NULL, n)"},
		{"CREATE TABLE t (id, n)", "CREATE TABLE t (id, n)"}, // no type: it stays so
		{"CREATE TABLE t (id UNIQUE, n)", "CREATE TABLE t (id UNIQUE, n)"},
		{"CREATE TABLE t (n INT, /* id text, */ [id] text COLLATE NOCASE, CHECK (n > 0))", "CREATE TABLE t (n INT, /* id text, */ [id] BLOB COLLATE NOCASE, CHECK (n > 0))"},
		{"CREATE TABLE `id` (`id` double precision, n text DEFAULT 'id text')", "CREATE TABLE `id` (`id` BLOB, n text DEFAULT 'id text')"},
		{"CREATE TABLE virtual (id text)", "CREATE TABLE virtual (id BLOB)"}, // a name here
		{"CREATE TABLE t ('id' text) STRICT", "CREATE TABLE t ('id' BLOB) STRICT"},
	} {
		got, err := sqlite.Retype(c.sql, map[string]string{"id": "BLOB"})
		if err != nil || got != c.want {
			t.Errorf("%s: got %s, %v, want %s", c.sql, got, err, c.want)
		}
		db := must(sql.Open("sqlite", ":memory:"))(t)
		for _, q := range []string{c.sql, "DROP TABLE " + strings.Fields(strings.NewReplacer("(", " (", "`", " ").Replace(c.sql))[2], got} {
			if _, err := db.Exec(q); err != nil {
				t.Errorf("%s: %v", q, err)
			}
		}
		db.Close()
	}
	for _, bad := range []string{"CREATE TABLE t AS SELECT 1", "CREATE VIRTUAL TABLE t USING fts5(id)", "CREATE TABLE t (id text"} {
		if got, err := sqlite.Retype(bad, map[string]string{"id": "BLOB"}); err == nil {
			t.Errorf("%s: got %s, want an error", bad, got)
		}
	}
}

// TestSteps is the SQL that a plan shows. TestRun executes it.
func TestSteps(t *testing.T) {
	t.Parallel()
	migratetest.Steps(t, open(t, true), false)
}

// TestSince writes values between the plan and the lock.
func TestSince(t *testing.T) {
	t.Parallel()
	migratetest.Since(t, open(t, false))
}

// TestColumnSince writes a text between the plan and the lock into a column that has none, beside one that has some. The new
// type of the column takes the text as it is.
func TestColumnSince(t *testing.T) {
	t.Parallel()
	id := migratetest.ID(1)
	for _, c := range []struct{ table, parent string }{
		{"CREATE TABLE t (id TEXT PRIMARY KEY, parent_id TEXT)", "NULL"},
		{"CREATE TABLE t (id TEXT PRIMARY KEY, parent_id BLOB)", "x'" + strings.ReplaceAll(migratetest.ID(2), "-", "") + "'"},
	} {
		path := filepath.Join(t.TempDir(), "a.db")
		db := must(sql.Open("sqlite", "file:"+path))(t)
		defer db.Close()
		must(db.Exec(c.table + "; INSERT INTO t VALUES ('" + id + "', " + c.parent + ")"))(t)
		store := must(sqlite.Open(t.Context(), path))(t)
		defer store.Close()
		_, err := migrate.NewDriver(migratetest.WrittenBefore{Store: store, Write: func() {
			must(db.Exec("UPDATE t SET parent_id = '" + id + "'"))(t)
		}}, io.Discard).Run(t.Context(), migrate.Request{Columns: []string{"t.id", "t.parent_id"}, To: migrate.ToNative}, "")
		var e *migrate.Error
		if !errors.As(err, &e) || e.Code != migrate.CodeConflict {
			t.Errorf("%s: got %v, want a conflict", c.table, err)
		}
	}
}

package sqlite_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/migratetest"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlite"
)

func TestMain(m *testing.M) { migratetest.Main(m, sqlite.Open) }

var dialect = migratetest.Dialect{
	Open:  sqlite.Open,
	Reset: []string{"PRAGMA foreign_keys = OFF", "DROP TABLE IF EXISTS orders", "DROP TABLE IF EXISTS users", "DROP TABLE IF EXISTS odd_users", "DROP TABLE IF EXISTS odd_orders", "DROP TABLE IF EXISTS uuidkit_migration", "PRAGMA foreign_keys = ON"},
	Create: []string{"CREATE TABLE users (id CHAR(36) PRIMARY KEY NOT NULL, note TEXT) WITHOUT ROWID",
		"CREATE TABLE orders (no INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, user_id TEXT REFERENCES users(id) ON DELETE CASCADE)",
		"CREATE INDEX by_user ON orders (user_id)"},
	Digits: "iif(typeof(%[1]s) = 'blob', lower(hex(%[1]s)), replace(%[1]s, '-', ''))",
	Native: "x'%s'",
	Forms: `SELECT group_concat(type) FROM pragma_table_info('users') UNION ALL SELECT * FROM (
		SELECT DISTINCT typeof(id) || length(id) FROM users WHERE id <> 'odd user' UNION SELECT typeof(id) || length(id) FROM orders WHERE id <> 'odd order' UNION SELECT typeof(user_id) || length(user_id) FROM orders WHERE user_id IS NOT NULL)`,
	Old:     "CHAR(36),TEXT, text36",
	New:     "BLOB,TEXT, blob16",
	Schema:  []string{"SELECT name, sql FROM sqlite_schema WHERE tbl_name IN ('users', 'orders') ORDER BY name", `SELECT 'broken key of ' || "table" FROM pragma_foreign_key_check`},
	Objects: "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view', 'trigger') AND name NOT IN ('users', 'orders') AND name NOT LIKE 'sqlite_%'",
}

// open returns a file with tables that refer to each other, one of them without a rowid.
func open(t *testing.T, badRows bool) *migratetest.SQL {
	path := filepath.Join(t.TempDir(), "a.db")
	db := must(sql.Open("sqlite", "file:"+path+"?_pragma=foreign_keys(1)&_pragma=journal_mode(MEMORY)&_pragma=synchronous(0)"))(t)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return &migratetest.SQL{TB: t, Dialect: &dialect, DB: db, URL: path, BadRows: badRows}
}

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// TestRun does on a file what every store must do.
func TestRun(t *testing.T) {
	t.Parallel()
	migratetest.Run(t, migratetest.Sweep{Open: open(t, true).Fresh}, false)
}

// TestFuture sees that no verb touches a plan of a later version.
func TestFuture(t *testing.T) {
	t.Parallel()
	f := open(t, false)
	f.Fresh()
	for _, q := range []string{"CREATE TABLE uuidkit_migration (id CHAR(36) PRIMARY KEY, state VARCHAR(20) NOT NULL, plan TEXT NOT NULL, switched VARCHAR(40) NOT NULL)",
		`INSERT INTO uuidkit_migration VALUES ('019', 'switched', '{"format":99,"version":"v7.0.0","columns":"other"}', '2026-11-22T00:00:00Z')`} {
		must(f.DB.Exec(q))(t)
	}
	before := must(os.ReadFile(f.URL))(t)
	for verb, do := range map[string]func(*migrate.Driver) error{
		"run":     func(d *migrate.Driver) error { _, err := d.Run(t.Context(), f.Request(), ""); return err },
		"undo":    func(d *migrate.Driver) error { _, err := d.Undo(t.Context(), "", migrate.How{}); return err },
		"cleanup": func(d *migrate.Driver) error { _, err := d.Cleanup(t.Context()); return err },
	} {
		s := f.Open(&migratetest.Point{})
		err := do(&migrate.Driver{Store: s, Rules: migrate.Rules(), Out: t.Output()})
		s.Close()
		if err == nil || !strings.Contains(err.Error(), `format 99, written by uuid "v7.0.0"`) {
			t.Errorf("%s: got %v", verb, err)
		}
	}
	if after := must(os.ReadFile(f.URL))(t); string(after) != string(before) {
		t.Error("the file has changed")
	}
}

package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
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

func TestFuture(t *testing.T) { open(t, false).Future(t) }

// A late store is one of a process whose cleanup has read the journal, and then waits for the run of another process.
type late struct {
	migrate.Store
	run func()
}

func (s late) Cleanup(ctx context.Context, list []migrate.Status) (migrate.Work, error) {
	s.run()
	return s.Store.Cleanup(ctx, list)
}

func TestCleanupLate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	db := must(sql.Open("sqlite", "file:"+path))(t)
	defer db.Close()
	must(db.Exec("CREATE TABLE a (id TEXT); CREATE TABLE b (id TEXT); INSERT INTO a VALUES (?1); INSERT INTO b VALUES (?1)", migratetest.ID(1)))(t)
	s := must(sqlite.Open(t.Context(), path))(t)
	defer s.Close()
	run := func(column string) func() {
		return func() {
			t.Helper()
			must(migrate.NewDriver(s, t.Output()).Run(t.Context(), migrate.Request{Columns: []string{column}}, ""))(t)
		}
	}
	run("a.id")()
	_, err := migrate.NewDriver(late{s, run("b.id")}, t.Output()).Cleanup(t.Context())
	if left := must(s.Status(t.Context()))(t); !errors.Is(err, migrate.ErrEnded) || len(left) != 2 {
		t.Errorf("cleanup after another run: got error %v and %d migrations, want %v and 2", err, len(left), migrate.ErrEnded)
	}
}

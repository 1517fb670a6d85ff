package sqlite_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/migratetest"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlite"
)

// A file is a database that commands migrate, and an application uses.
type file struct {
	t    *testing.T
	path string
	db   *sql.DB
	want []string
	n    int
}

const users, orders = 3, 4

// open makes a file with tables that refer to each other, one of them without a rowid.
func open(t *testing.T) func() migratetest.Subject {
	dir, n := t.TempDir(), 0
	return func() migratetest.Subject {
		n++
		f := &file{t: t, path: filepath.Join(dir, fmt.Sprint(n, ".db"))}
		f.db = must(sql.Open("sqlite", "file:"+f.path+"?_pragma=foreign_keys(1)&_pragma=journal_mode(MEMORY)&_pragma=synchronous(0)"))(t)
		f.db.SetMaxOpenConns(1)
		t.Cleanup(func() { f.db.Close() })
		f.exec("BEGIN", "CREATE TABLE users (id CHAR(36) PRIMARY KEY, note TEXT) WITHOUT ROWID",
			"CREATE TABLE orders (no INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, user_id TEXT REFERENCES users(id) ON DELETE CASCADE)",
			"CREATE INDEX by_user ON orders (user_id)")
		for i := range users {
			f.exec(fmt.Sprintf("INSERT INTO users VALUES ('%s', 'user %d')", id(i), i))
		}
		for i := range orders {
			f.exec(fmt.Sprintf("INSERT INTO orders (id, user_id) VALUES ('%s', '%s')", id(100+i), id(i%users)))
		}
		f.exec("COMMIT")
		f.want = f.Rows()
		return f
	}
}

func id(i int) string { return fmt.Sprintf("0190163d-8694-739b-aea5-966c26f8%04x", i) }

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func (f *file) exec(statements ...string) {
	f.t.Helper()
	for _, q := range statements {
		if _, err := f.db.Exec(q); err != nil {
			f.t.Fatalf("%s: %v", q, err)
		}
	}
}

// texts returns the rows of a query with one column.
func (f *file) texts(query string) (list []string) {
	f.t.Helper()
	rows := must(f.db.Query(query))(f.t)
	defer rows.Close()
	for rows.Next() {
		var text sql.NullString
		if err := rows.Scan(&text); err != nil {
			f.t.Fatal(err)
		}
		list = append(list, text.String)
	}
	if err := rows.Err(); err != nil {
		f.t.Fatal(err)
	}
	return list
}

func (f *file) Open(p *migratetest.Point) migrate.Store {
	return migratetest.Dying(must(sqlite.Open(context.Background(), f.path))(f.t).(migrate.Store), p)
}

func (f *file) Request() migrate.Request {
	return migrate.Request{Columns: []string{"users.id", "orders.id"}}
}

func (f *file) Rows() []string {
	hex := func(c string) string {
		return "iif(typeof(" + c + ") = 'blob', lower(hex(" + c + ")), replace(" + c + ", '-', ''))"
	}
	list := append(f.texts("SELECT "+hex("id")+" || ' ' || note FROM users"), f.texts("SELECT no || ' ' || "+hex("id")+" || ' ' || "+hex("user_id")+" FROM orders")...)
	slices.Sort(list)
	return list
}

func (f *file) Want() []string { return f.want }

func (f *file) Form() string {
	forms := f.texts("SELECT DISTINCT typeof(id) || length(id) FROM users UNION SELECT typeof(id) || length(id) FROM orders UNION SELECT typeof(user_id) || length(user_id) FROM orders")
	switch strings.Join(append(forms, f.texts("SELECT group_concat(type) FROM pragma_table_info('users')")...), " ") {
	case "text36 CHAR(36),TEXT":
		return migratetest.Old
	case "blob16 BLOB,TEXT":
		return migratetest.New
	}
	return strings.Join(forms, " ")
}

func (f *file) Left() []string {
	list := f.texts("SELECT name FROM sqlite_schema WHERE name LIKE 'uuidkit_old_%'")
	list = append(list, f.texts("SELECT 'broken key of ' || \"table\" FROM pragma_foreign_key_check")...)
	if got := f.texts("SELECT count(*) FROM sqlite_schema WHERE name = 'by_user'"); got[0] != "1" {
		list = append(list, "no index")
	}
	return list
}

// Write deletes a user with its order, and inserts both anew with the next id.
func (f *file) Write() {
	f.n++
	literal := func(i int) string { return "'" + id(i) + "'" }
	if f.Form() == migratetest.New {
		literal = func(i int) string { return "x'" + strings.ReplaceAll(id(i), "-", "") + "'" }
	}
	f.exec("DELETE FROM users WHERE id = (SELECT min(id) FROM users)",
		fmt.Sprintf("INSERT INTO users VALUES (%s, 'written')", literal(200+f.n)),
		fmt.Sprintf("INSERT INTO orders (id, user_id) VALUES (%s, %s)", literal(300+f.n), literal(200+f.n)))
	f.want = f.Rows()
}

// TestRun does on a file what every store must do.
func TestRun(t *testing.T) {
	t.Parallel()
	migratetest.Run(t, migratetest.Sweep{Open: open(t)})
}

// TestFuture sees that no verb touches a plan of a later version.
func TestFuture(t *testing.T) {
	t.Parallel()
	f := open(t)().(*file)
	f.exec("CREATE TABLE uuidkit_migration (id CHAR(36) PRIMARY KEY, state VARCHAR(20) NOT NULL, plan TEXT NOT NULL, switched VARCHAR(40) NOT NULL)",
		`INSERT INTO uuidkit_migration VALUES ('019', 'switched', '{"format":99,"version":"v7.0.0","columns":"other"}', '2026-11-22T00:00:00Z')`)
	before := must(os.ReadFile(f.path))(t)
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
	if after := must(os.ReadFile(f.path))(t); string(after) != string(before) {
		t.Error("the file has changed")
	}
}

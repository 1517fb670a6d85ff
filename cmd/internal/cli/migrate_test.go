package cli_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/cmd/internal/cli"
	"github.com/uuidkit/uuidkit/uuid"
)

// migrateDB makes a file with the tables users and orders, in a folder whose name a shell has to see in
// quotes. The ids are text, and so are orders.buyer, which has no foreign key, and the unrelated users.token.
func migrateDB(t *testing.T) (path string, form func() string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "it's a shop.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	exec := func(query string, args ...any) {
		t.Helper()
		if _, err := db.Exec(query, args...); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	exec("CREATE TABLE users (id char(36) PRIMARY KEY, token text, uuid text, name text)")
	exec("CREATE TABLE orders (id char(36) PRIMARY KEY, user_id char(36) REFERENCES users(id), buyer char(36), photo BLOB, meta text)")
	for range 50 {
		id, token, order, photo := uuid.NewV4(), uuid.NewV4(), uuid.NewV4(), uuid.NewV4()
		exec("INSERT INTO users VALUES (?, ?, 'not one', 'a name')", id.String(), token.String())
		exec("INSERT INTO orders VALUES (?, ?, ?, ?, ?)", order.String(), id.String(), id.String(), photo[:], `{"referrer":"`+id.String()+`"}`)
	}
	return path, func() (form string) {
		t.Helper()
		if err := db.QueryRow("SELECT group_concat(DISTINCT typeof(id)) FROM users").Scan(&form); err != nil {
			t.Fatal(err)
		}
		return form
	}
}

// migrate runs the command, and ends the test if its status is not want.
func migrate(t *testing.T, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	if status := cli.Main(append([]string{"migrate"}, args...), strings.NewReader("y\n"), &out, &err); status != want {
		t.Fatalf("uuid migrate %q: got exit status %d, want %d\n%s%s", args, status, want, &out, &err)
	}
	return out.String(), err.String()
}

// TestMigrateConsent has no terminal, so that nobody can be asked. What would connect has status 4.
func TestMigrateConsent(t *testing.T) {
	const url = "postgres://u@127.0.0.1:1/db?sslmode=disable"
	for _, test := range []struct {
		args   string
		status int
		stderr string
	}{
		{"run URL users.id", 2, "--plan HASH"},
		{"run URL users.id --online", 2, "--yes"},
		{"run URL users.id --yes", 4, ""},
		{"run URL users.id --plan 0123456789abcdef", 4, ""},
		{"run URL users.id --plan", 2, "--plan"},
		{"undo URL", 2, "--yes"},
		{"undo URL --yes", 4, ""},
		{"undo URL 01a20500-655d-7d2a-a1c8-5927d25c63e4", 4, ""},
		{"cleanup URL", 2, "--yes"},
		{"cleanup URL --yes", 4, ""},
		{"plan URL users.id", 4, ""},
		{"status URL", 4, ""},

		{"plan URL users.id -o json", 4, ""},
		{"status URL -o json", 4, ""},
		{"plan URL users.id -o csv", 2, "csv"},
		{"status URL -o csv", 2, "csv"},
		{"run URL users.id --yes -o json", 2, "json"},
		{"undo URL --yes -o json", 2, "json"},
		{"cleanup URL --yes -o csv", 2, "csv"},
	} {
		if _, stderr := migrate(t, test.status, strings.Fields(strings.ReplaceAll(test.args, "URL", url))...); !strings.Contains(stderr, test.stderr) {
			t.Errorf("uuid migrate %s: got %q, want %q in it", test.args, stderr, test.stderr)
		}
	}
}

// lines returns the commands to paste that a text has.
func lines(text string) (list []string) {
	for _, m := range regexp.MustCompile(`(?m)^(?:  |to .*: )(uuid migrate .*)$`).FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	return list
}

// TestMigratePaste walks through a migration by nothing but the lines that the command prints.
func TestMigratePaste(t *testing.T) {
	path, form := migrateDB(t)
	paste := func(line, want string) (out string) {
		t.Helper()
		if out = shell(t, t.TempDir(), line); form() != want {
			t.Fatalf("%s: users.id is %s, want %s: %s", line, form(), want, out)
		}
		return out
	}
	args := []string{"plan", path, "users.id", "--with", "orders.buyer"}
	plan, _ := migrate(t, 0, args...)
	if strings.Contains(plan, "\nUndo\n") {
		t.Errorf("the plan has the SQL of undo: %s", plan)
	}
	if with, _ := migrate(t, 0, append(args, "--undo")...); !strings.Contains(with, "\nUndo\n") || lines(with)[0] != lines(plan)[0] {
		t.Errorf("plan --undo: no SQL of undo, or another command: %s", with)
	}
	next := lines(plan)
	if len(next) != 1 || !strings.HasSuffix(plan, next[0]+"\n") || !strings.Contains(next[0], " users.id --with orders.buyer --plan ") {
		t.Fatalf("the plan ends with no command: %s", plan)
	}
	paste(next[0], "blob")
	next = lines(paste("uuid migrate status "+quote(path), "blob"))
	if len(next) != 2 {
		t.Fatalf("got %q, want undo and cleanup", next)
	}
	paste(next[0], "text")
	plan, _ = migrate(t, 0, "plan", path, "users.id", "--to", "text")
	if len(lines(plan)) != 0 {
		t.Errorf("a plan with nothing to do has a command: %s", plan)
	}

	// After an error: the plan has changed.
	_, stderr := migrate(t, 6, "run", path, "users.id", "--plan", "0123456789abcdef")
	next = lines(stderr)
	if len(next) != 2 || !strings.HasSuffix(next[1], "users.id --plan 0123456789abcdef") {
		t.Fatalf("got %q, want plan and run: %s", next, stderr)
	}
	next = lines(paste(next[0], "text"))
	paste(next[0], "blob")
	paste(lines(paste("uuid migrate status "+quote(path), "blob"))[1]+" --yes", "blob")
	if out := paste("uuid migrate status "+quote(path), "blob"); len(lines(out)) != 0 {
		t.Errorf("after cleanup, status has commands: %s", out)
	}
}

// TestMigrateDone gives the line of a plan again that is done. What was written in an old form since is not
// passed over: the command converts it, or ends with the lines that do.
func TestMigrateDone(t *testing.T) {
	for _, test := range []struct {
		name, late string // in SQL
		status     int    // of the same line
		args       []string
	}{
		{"nothing", "SELECT 1", 0, []string{"users.id"}},
		{"text among bytes", "INSERT INTO users (id) VALUES ('F81D4FAE-7DEC-41D0-A765-00A0C91E6BF6')", 6, []string{"users.id"}},
		{"only text", "UPDATE users SET id = 'f81d4fae-7dec-41d0-a765-00a0c91e' || (1000 + rowid)", 6, []string{"users.id"}},
		{"upper case", "UPDATE users SET id = upper(id)", 0, []string{"users.id", "--to", "text"}}, // the new plan has the same hash
	} {
		t.Run(test.name, func(t *testing.T) {
			path, _ := migrateDB(t)
			db, err := sql.Open("sqlite", path)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			exec := func(query string) {
				t.Helper()
				if _, err := db.Exec(query); err != nil {
					t.Fatal(err)
				}
			}
			exec("UPDATE users SET id = upper(id); UPDATE orders SET user_id = upper(user_id)")
			plan, _ := migrate(t, 0, append([]string{"plan", path}, test.args...)...)
			line := lines(plan)[0]
			again := append([]string{"run", path, "--plan", line[strings.LastIndexByte(line, ' ')+1:]}, test.args...)
			migrate(t, 0, again...)
			exec(test.late)
			if _, stderr := migrate(t, test.status, again...); test.status != 0 {
				plan := shell(t, t.TempDir(), lines(stderr)[0])
				shell(t, t.TempDir(), lines(plan)[0])
			}
			if out, _ := migrate(t, 0, append([]string{"plan", path}, test.args...)...); len(lines(out)) != 0 {
				t.Errorf("not all values have the new form: %s", out)
			}
			migrate(t, 0, again...)
		})
	}
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// TestMigrateOthers looks for columns by their values: photo has ids of the new form, uuid has none, and JSON stays text.
func TestMigrateOthers(t *testing.T) {
	path, _ := migrateDB(t)
	type plan struct {
		Others []struct {
			Name, Type, Form, Why string
			RefersTo              []string `json:"refers_to"`
			Migrates              bool
		}
	}
	names := func(args ...string) (list []string) {
		t.Helper()
		var p plan
		out, _ := migrate(t, 0, append([]string{"plan", path, "-o", "json"}, args...)...)
		if err := json.Unmarshal([]byte(out), &p); err != nil {
			t.Fatal(err)
		}
		for _, o := range p.Others {
			if o.Type == "" || o.Form != "text" && o.Form != "bytes" || o.Why == "" {
				t.Errorf("got %+v", o)
			}
			refers := map[bool]string{true: ">", false: ", which stays, >"}[o.Migrates]
			list = append(list, strings.Join(append([]string{o.Name}, o.RefersTo...), refers))
		}
		return list
	}
	for _, test := range []struct {
		args []string
		want []string
	}{
		{[]string{"users.id"}, []string{"orders.buyer>users.id", "orders.id", "orders.meta.referrer, which stays, >users.id", "users.token"}},
		{[]string{"users.id", "orders.id", "--with", "orders.buyer"}, []string{"orders.meta.referrer, which stays, >users.id", "users.token"}},
		{[]string{"users.token"}, []string{"users.id"}},
		{[]string{"orders.photo", "--to", "text"}, nil},
		{[]string{"users.id", "users.token", "orders.id", "orders.buyer"}, []string{"orders.meta.referrer, which stays, >users.id"}},
	} {
		if got := names(test.args...); !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, want %q", test.args, got, test.want)
		}
	}
}

// TestMigrateJSON fixes the names of the fields that docs/migrate.md promises.
func TestMigrateJSON(t *testing.T) {
	path, _ := migrateDB(t)
	keys := func(text string) (list []string) {
		t.Helper()
		var one map[string]any
		if err := json.Unmarshal([]byte(text), &one); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		for k, v := range one {
			if v == nil {
				t.Errorf("%s is null", k)
			}
			list = append(list, k)
		}
		slices.Sort(list)
		return list
	}
	plan, _ := migrate(t, 0, "plan", path, "users.id", "-o", "json")
	if got, want := keys(plan), strings.Fields("aside bytes columns command hash notes nothing online others refusals run store tables to undo"); !slices.Equal(got, want) {
		t.Errorf("plan: got %q, want %q", got, want)
	}
	if out, _ := migrate(t, 0, "status", path, "-o", "json"); strings.TrimSpace(out) != "[]" {
		t.Errorf("status without a migration: got %s, want []", out)
	}
	migrate(t, 0, "run", path, "users.id", "--yes")
	status, _ := migrate(t, 0, "status", path, "-o", "json")
	var list []json.RawMessage
	if err := json.Unmarshal([]byte(status), &list); err != nil || len(list) != 1 {
		t.Fatalf("status: %d migrations, %v", len(list), err)
	}
	if got, want := keys(string(list[0])), strings.Fields("aside columns commands id online state time to unfinished"); !slices.Equal(got, want) {
		t.Errorf("status: got %q, want %q", got, want)
	}
}

package cli_test

import (
	"database/sql"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestMigrateStatus is what status prints of migrations that are unfinished. The journal says that they are of
// other databases.
func TestMigrateStatus(t *testing.T) {
	path, _ := migrateDB(t)
	migrate(t, 0, "run", path, "users.id", "--yes")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var id string
	if err := db.QueryRow("SELECT id FROM uuidkit_migration").Scan(&id); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		store, state    string
		online, back    bool   // back is undo --online
		run, undo, tidy string // what is behind the URL in the lines; "-" is no line
	}{
		{"MariaDB 11.8", "switched", false, false, "-", " " + id, ""},
		{"MariaDB 11.8", "switched", true, false, "-", " " + id + " --online", ""},
		{"MariaDB 11.8", "copying", false, false, " users.id", " " + id, "-"},
		{"MariaDB 11.8", "copying", true, false, " users.id --online", " " + id + " --online", "-"},
		{"PostgreSQL 18", "checking", true, false, " users.id --online", " " + id + " --online", "-"},
		{"PostgreSQL 18", "undoing", true, true, " users.id --online", " " + id + " --online", "-"},
		{"PostgreSQL 18", "undoing", false, true, " users.id", " " + id + " --online", "-"},
		{"MariaDB 11.8", "undoing", true, false, " users.id --online", " " + id, "-"},
		{"MongoDB 8.2", "copying", true, false, " users.id --online", " " + id + " --online", "-"},
		{"MongoDB 8.2", "undoing", true, false, "-", " " + id + " --online", "-"},
	} {
		if _, err := db.Exec(`UPDATE uuidkit_migration SET state = ?, plan = json_set(plan, '$.named', json('["users.id"]'), '$.store', ?, '$.online', json(iif(?, 'true', 'false')), '$.undoes_online', json(iif(?, 'true', 'false')))`, c.state, c.store, c.online, c.back); err != nil {
			t.Fatal(err)
		}
		out, _ := migrate(t, 0, "status", path)
		if !strings.Contains(out, c.state+" to native  "+id) || !strings.Contains(out, "  users.id\n") {
			t.Errorf("%s, %s: status does not have the state, the id and the column: %s", c.store, c.state, out)
		}
		var got, want []string
		for _, m := range regexp.MustCompile(`(?m)^  uuid migrate (.*)$`).FindAllStringSubmatch(out, -1) {
			got = append(got, m[1])
		}
		for verb, rest := range map[string]string{"run": c.run, "undo": c.undo, "cleanup": c.tidy} {
			if rest != "-" {
				want = append(want, verb+" '"+strings.ReplaceAll(path, "'", `'\''`)+"'"+rest)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s, %s, online %t and %t: got %q, want %q", c.store, c.state, c.online, c.back, got, want)
		}
	}
}

package sqlx_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// The migrations by hand of docs/mysql.md and docs/sqlite.md, as they stand there.
func TestMigrations(t *testing.T) {
	// migration returns the page and the SQL of a section, without comments.
	migration := func(page, heading string) (guide string, statements []string) {
		guide = string(kit.Must(os.ReadFile("../../docs/" + page))(t))
		_, section, _ := strings.Cut(guide, "\n## "+heading)
		section, _, _ = strings.Cut(section, "\n## ")
		var sql string
		for _, block := range regexp.MustCompile("(?s)```sql\n(.*?)```").FindAllStringSubmatch(section, -1) {
			sql += regexp.MustCompile("--.*").ReplaceAllString(block[1], "")
		}
		statements = regexp.MustCompile("[A-Z][^;]*").FindAllString(sql, -1)
		if len(statements) < 5 {
			t.Fatalf("%s: got the statements %q", heading, statements)
		}
		return guide, statements
	}
	team, upper := uuid.NewV4(), uuid.NewV7()
	each(t, func(t *testing.T, e engine) {
		d := e.table(t, e.base, "")
		page, heading, text := "mysql.md", "From CHAR(36) to BINARY(16) by hand", "CHAR(36)"
		if e.server.name == "SQLite" {
			page, heading, text = "sqlite.md", "From TEXT to BLOB by hand", "TEXT"
		}
		guide, statements := migration(page, heading)
		for _, table := range []string{"users", "users_new", "users_old"} {
			d.exec("DROP TABLE IF EXISTS " + table)
		}
		d.exec("CREATE TABLE users (id " + text + " NOT NULL PRIMARY KEY, team_id " + text + ", name VARCHAR(99))")
		// found returns how many rows the queries find that begin so.
		found := func(begins ...string) (n int) {
			for _, s := range statements {
				if slices.ContainsFunc(begins, func(begin string) bool { return strings.HasPrefix(s, begin) }) {
					rows := kit.Must(d.Query(s))(t)
					for rows.Next() {
						n++
					}
					rows.Close()
				}
			}
			return n
		}
		for _, bad := range []string{"", "abcd", "no UUID", id.String()[:35], "g" + id.String()[1:]} {
			for _, insert := range []string{"INSERT INTO users VALUES (?, NULL, 'bad')", "INSERT INTO users VALUES ('" + upper.String() + "', ?, 'bad')"} {
				d.exec(insert, bad)
				if n := found("SELECT id", "SELECT team_id"); n != 1 {
					t.Errorf("%s of %q: the queries find %d rows, want 1", insert, bad, n)
				}
				d.exec("DELETE FROM users")
			}
		}
		for _, other := range []string{strings.ToUpper(id.String()), strings.ReplaceAll(id.String(), "-", "")} {
			if e.server.name != "SQLite" && len(other) == 36 {
				continue // the key's collation takes it for the same
			}
			d.exec("INSERT INTO users VALUES (?, NULL, 'a'), (?, NULL, 'b')", id.String(), other)
			if n := found("SELECT unhex", "SELECT LOWER"); n != 1 {
				t.Errorf("%s and %s: the queries find %d UUIDs with two spellings, want 1", id, other, n)
			}
			d.exec("DELETE FROM users")
		}
		d.exec("INSERT INTO users VALUES (?, ?, 'a'), (?, NULL, 'b')", id.String(), team.String(), strings.ToUpper(upper.String()))
		if e.server.name == "SQLite" { // others know a row by its rowid, as an FTS5 table, or use the table by name
			d.exec("UPDATE users SET rowid = CASE name WHEN 'a' THEN 70 ELSE 7 END")
			d.exec("DROP TABLE IF EXISTS orders")
			d.exec("DROP VIEW IF EXISTS named")
			d.exec("CREATE TABLE orders (user_id BLOB)")
			d.exec("CREATE TRIGGER orders_insert AFTER INSERT ON orders BEGIN UPDATE users SET name = 'ordered' WHERE id = new.user_id; END")
			d.exec("CREATE VIEW named AS SELECT name FROM users")
		}
		var counts []string
		for _, s := range statements {
			if !strings.HasPrefix(s, "SELECT") && !strings.HasPrefix(s, "PRAGMA foreign_key_check") {
				d.exec(s)
				continue
			}
			rows := kit.Must(d.Query(s))(t)
			for rows.Next() {
				if !strings.HasPrefix(s, "SELECT COUNT") {
					t.Errorf("%s: got a row", s)
					continue
				}
				var all, ids, teams string
				kit.Check(t, rows.Scan(&all, &ids, &teams))
				counts = append(counts, all+" "+ids+" "+teams)
			}
			rows.Close()
		}
		if e.server.name != "SQLite" && (len(counts) != 2 || counts[0] != "2 2 1" || counts[1] != counts[0]) {
			t.Errorf("got the counts %q", counts)
		}
		for name, want := range map[string]uuid.UUID{"a": id, "b": upper} {
			d.reads(binary, want, "SELECT id FROM users WHERE name = ?", name)
			d.says(16, "SELECT length(id) FROM users WHERE id = ?", sqlx.Binary(want))
			if e.server.name != "SQLite" { // the way back
				back := regexp.MustCompile("`(LOWER\\(INSERT[^`]*)`").FindStringSubmatch(guide)
				d.says(want, "SELECT "+back[1]+" FROM users WHERE id = ?", sqlx.Binary(want))
			}
		}
		d.says("b", "SELECT name FROM users WHERE team_id IS NULL")
		d.says("a", "SELECT name FROM users WHERE team_id = ?", sqlx.Binary(team))
		if e.server.name == "SQLite" {
			d.says(70, "SELECT rowid FROM users WHERE id = ?", sqlx.Binary(id))
			d.says(7, "SELECT rowid FROM users WHERE id = ?", sqlx.Binary(upper))
			d.exec("INSERT INTO orders VALUES (?)", sqlx.Binary(upper))
			d.says(1, "SELECT count(*) FROM named WHERE name = 'ordered'")
		}
	}, "SQLite", "MariaDB", "MySQL")
}

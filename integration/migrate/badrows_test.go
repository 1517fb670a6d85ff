package migrate

import (
	"path/filepath"
	"strings"
	"testing"
)

const badA, badB, badC = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "0190163d-8694-739b-aea5-966c26f8ad91"

// TestSQLiteBadRows moves the rows that do not convert to new tables, and back.
func TestSQLiteBadRows(t *testing.T) {
	db := openSQLite(t, filepath.Join(t.TempDir(), "b.db"))
	db.exec(t,
		"PRAGMA foreign_keys = OFF",
		"CREATE TABLE p (id CHAR(36) PRIMARY KEY, note TEXT, raw 'my blob')", // rowids that no column names
		"CREATE TABLE c (k INTEGER PRIMARY KEY AUTOINCREMENT, id UUID UNIQUE, p TEXT REFERENCES p, made DATETIME DEFAULT 'x', twice AS (k * 2))",
		"CREATE TABLE w (a TEXT, b TEXT REFERENCES p(id), PRIMARY KEY (a, b)) STRICT, WITHOUT ROWID",
		"CREATE INDEX i ON c (p)",
		"INSERT INTO p VALUES ('"+badA+"', 'a', x'00'), ('zz', 'bad', x'0102'), ('"+badB+"', NULL, NULL), (NULL, 'null', 5), (5, 'number', 'x')",
		"INSERT INTO c (id, p, made) VALUES ('"+strings.ToUpper(badA)+"', '"+badA+"', '2026-11-22'), ('"+badB+"', 'zz', 1.5), ('', '"+badB+"', NULL), ('{"+badC+"}', NULL, NULL), ('"+badB[:35]+"g', '"+badA+"', NULL), ('f81d4fa-e7dec-41d0-a765-00a0c91e6bf6', NULL, x''), ('------------------------------------', NULL, NULL), (x'66383164346661652d376465632d3431', NULL, NULL)",
		"INSERT INTO w VALUES ('"+badA+"', '"+badB+"'), ('"+badC+"', 'zz')")
	state := func() (list []string) {
		for _, q := range []string{"SELECT name, sql FROM sqlite_schema ORDER BY name", "SELECT rowid, *, typeof(id), typeof(raw) FROM p ORDER BY rowid",
			"SELECT rowid, *, typeof(id), typeof(made) FROM c ORDER BY k", "SELECT * FROM w ORDER BY a", "SELECT * FROM sqlite_sequence"} {
			list = append(list, db.texts(t, q)...)
		}
		return list
	}
	before := state()
	args := []string{db.address, "p.id", "c.id", "w.a", "--bad-rows", "odd"}
	must(t, refused, append([]string{"plan"}, args[:4]...)...)
	plan := must(t, done, append([]string{"plan"}, args...)...)
	for _, want := range []string{"moves 2 of p to the new odd_p", "moves 6 of c to the new odd_c", "moves 1 of w to the new odd_w", `k=3: ""`} {
		if !strings.Contains(plan, want) {
			t.Errorf("plan does not say %q:\n%s", want, plan)
		}
	}
	same(t, "after plan", state(), before)
	must(t, done, append([]string{"run", "--plan", hashOf(plan)}, args...)...)
	same(t, "good rows", db.texts(t, "SELECT rowid, id, note FROM p UNION ALL SELECT k, id, p FROM c UNION ALL SELECT 0, a, b FROM w"), []string{
		"1|" + plain(badA) + "|a", "3|" + plain(badB) + "|<nil>", "4|<nil>|null", "1|" + plain(badA) + "|" + plain(badA), "4|" + plain(badC) + "|<nil>", "0|" + plain(badA) + "|" + plain(badB)})
	same(t, "bad rows", db.texts(t, "SELECT rowid, * FROM odd_p UNION ALL SELECT 0, a, b, '' FROM odd_w"), []string{"2|zz|bad|0102", "5|5|number|x", "0|" + badC + "|zz|"})
	same(t, "bad rows", db.texts(t, "SELECT rowid, * FROM odd_c"), []string{"2|2|" + badB + "|zz|1.5", "3|3||" + badB + "|<nil>", "5|5|" + badB[:35] + "g|" + badA + "|<nil>",
		"6|6|f81d4fa-e7dec-41d0-a765-00a0c91e6bf6|<nil>|", "7|7|------------------------------------|<nil>|<nil>", "8|8|66383164346661652d376465632d3431|<nil>|<nil>"})

	// A row that is new takes a rowid, and a row in the table of the bad ones is corrected.
	db.exec(t, "INSERT INTO p VALUES (x'"+plain(badC)+"', 'new', NULL)", "DELETE FROM odd_c WHERE k = 8")
	must(t, done, "undo", db.address)
	same(t, "after undo", db.texts(t, "SELECT rowid, id, note FROM p WHERE rowid > 4 ORDER BY rowid"), []string{"5|" + badC + "|new", "10|5|number"})
	db.exec(t, "DELETE FROM p WHERE note = 'new'", "UPDATE p SET rowid = 5 WHERE rowid = 10", "INSERT INTO c (k, id, made) VALUES (8, x'66383164346661652d376465632d3431', NULL)",
		"UPDATE c SET id = upper(id) WHERE k = 1", "UPDATE c SET id = '{' || id || '}' WHERE k = 4")
	same(t, "after undo", state(), before)

	must(t, done, append([]string{"run"}, args...)...)
	db.exec(t, "INSERT INTO c (k, id) VALUES (3, NULL)")
	if out := must(t, refused, "undo", db.address); !strings.Contains(out, "put the rows of odd_c back") {
		t.Errorf("undo: %s", out)
	}
	if out := must(t, done, "cleanup", db.address); !strings.Contains(out, "odd_p stays") {
		t.Errorf("cleanup: %s", out)
	}
	same(t, "after cleanup", db.texts(t, "SELECT count(*) FROM odd_c UNION ALL SELECT count(*) FROM sqlite_schema WHERE name LIKE 'uuidkit%'"), []string{"6", "0"})
}

// TestSQLiteBadRowsRefused sees what --bad-rows does not move.
func TestSQLiteBadRowsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		sql  []string
		args []string
		code int
		want string
	}{
		"exists":   {[]string{"CREATE VIEW Odd AS SELECT 1"}, []string{"t.id"}, refused, "there is odd already"},
		"referred": {[]string{"CREATE TABLE c (k INTEGER PRIMARY KEY, t INTEGER REFERENCES t)", "INSERT INTO c VALUES (1, 1), (9, 2)"}, []string{"t.id"}, refused, "k=9"},
		"other":    {[]string{"ALTER TABLE t ADD COLUMN o TEXT REFERENCES t(id)", "UPDATE t SET o = 'zz' WHERE k = 1", "UPDATE t SET id = '" + badB + "' WHERE k = 2", "INSERT INTO t VALUES (3, '" + badC + "', '" + badA + "')"}, []string{"t.id"}, refused, "k=3"},
		"name":     {nil, []string{"t.id", "--bad-rows", "uuidkit_odd"}, usage, "uuidkit_"},
	} {
		t.Run(name, func(t *testing.T) {
			db := openSQLite(t, filepath.Join(t.TempDir(), "b.db"))
			db.exec(t, "PRAGMA foreign_keys = OFF", "CREATE TABLE t (k INTEGER PRIMARY KEY, id TEXT UNIQUE)", "INSERT INTO t VALUES (1, '"+badA+"'), (2, 'zz')")
			db.exec(t, c.sql...)
			for _, verb := range []string{"plan", "run"} {
				if out := must(t, c.code, append([]string{verb, db.address, "--bad-rows", "odd"}, c.args...)...); !strings.Contains(out, c.want) {
					t.Errorf("%s does not say %q:\n%s", verb, c.want, out)
				}
			}
			same(t, "after", db.texts(t, "SELECT k, id FROM t WHERE k < 3"), db.texts(t, "SELECT k, id FROM t WHERE k < 3"))
		})
	}
	// No bad rows: no table.
	db := openSQLite(t, filepath.Join(t.TempDir(), "b.db"))
	db.exec(t, "CREATE TABLE t (k INTEGER PRIMARY KEY, id TEXT UNIQUE)", "INSERT INTO t VALUES (1, '"+badA+"')")
	must(t, done, "run", db.address, "t.id", "--bad-rows", "odd")
	same(t, "tables", db.texts(t, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1"), []string{"t", "uuidkit_migration"})
}

// plain returns the digits of a text.
func plain(s string) string { return strings.ReplaceAll(s, "-", "") }

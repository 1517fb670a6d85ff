package migrate

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

const badA, badB, badC = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "0190163d-8694-739b-aea5-966c26f8ad91"

// TestSQLiteBadRows moves the rows that do not convert to new tables, and back.
func TestSQLiteBadRows(t *testing.T) {
	t.Parallel()
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
	for _, want := range []string{"odd_p", "odd_c", "odd_w", `k=3: ""`} {
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
	if out := must(t, refused, "undo", db.address); !strings.Contains(out, "odd_c") {
		t.Errorf("undo: %s", out)
	}
	db.exec(t, "DELETE FROM c WHERE k = 3")
	must(t, done, "undo", db.address)
	must(t, done, append([]string{"run"}, args...)...)
	if out := must(t, done, "cleanup", db.address); !strings.Contains(out, "odd_p") {
		t.Errorf("cleanup: %s", out)
	}
	same(t, "after cleanup", db.texts(t, "SELECT count(*) FROM odd_c UNION ALL SELECT count(*) FROM sqlite_schema WHERE name LIKE 'uuidkit%'"), []string{"6", "0"})
}

// TestSQLiteBadRowsSince has as many NULLs in the rows that were moved away as texts that were written since run, which
// undo would read as bytes; and a column more, which undo would lose.
func TestSQLiteBadRowsSince(t *testing.T) {
	t.Parallel()
	db := openSQLite(t, filepath.Join(t.TempDir(), "b.db"))
	db.exec(t, "CREATE TABLE t (k INTEGER PRIMARY KEY, id)", "INSERT INTO t VALUES (1, '"+badA+"'), (2, 'zz')")
	must(t, done, "run", db.address, "t.id", "--bad-rows", "odd")
	db.exec(t, "UPDATE odd SET id = NULL", "INSERT INTO t VALUES (3, '"+badB+"')", `ALTER TABLE odd ADD "re""viewed"`)
	if out := must(t, refused, "undo", db.address); !strings.Contains(out, `ALTER TABLE "odd" DROP "re""viewed"`) {
		t.Errorf("undo does not name the column: %s", out)
	}
	db.exec(t, `ALTER TABLE "odd" DROP "re""viewed"`)
	if out := must(t, refused, "undo", db.address); !strings.Contains(out, "k=3: ") {
		t.Errorf("undo does not name the row: %s", out)
	}
	db.exec(t, "UPDATE t SET id = x'"+plain(badB)+"' WHERE k = 3")
	must(t, done, "undo", db.address)
	same(t, "after undo", db.texts(t, "SELECT k, id FROM t ORDER BY k"), []string{"1|" + badA, "2|<nil>", "3|" + badB})
}

// TestSQLiteBadRowsRefused sees what --bad-rows does not move.
func TestSQLiteBadRowsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sql  []string
		args string
		want string
	}{
		"exists":   {[]string{"CREATE VIEW Odd AS SELECT 1"}, "", "bad-rows: --bad-rows"},
		"referred": {[]string{"CREATE TABLE c (k INTEGER PRIMARY KEY, t INTEGER REFERENCES t)", "INSERT INTO c VALUES (1, 1), (9, 2)"}, "", "bad-rows: c.t k=9"},
		"other":    {[]string{"ALTER TABLE t ADD COLUMN o TEXT REFERENCES t(id)", "UPDATE t SET o = 'zz' WHERE k = 1", "UPDATE t SET id = '" + badB + "' WHERE k = 2", "INSERT INTO t VALUES (3, '" + badC + "', '" + badA + "')"}, "", "bad-rows: t.o k=3"},
		"online":   {nil, "--online", "online: --online"},
		"all":      {[]string{"UPDATE t SET id = 'name ' || k"}, "", "bad-rows: t.id (--accept)"},
	} {
		t.Run(name, func(t *testing.T) {
			db := openSQLite(t, filepath.Join(t.TempDir(), "b.db"))
			db.exec(t, "PRAGMA foreign_keys = OFF", "CREATE TABLE t (k INTEGER PRIMARY KEY, id TEXT UNIQUE)", "INSERT INTO t VALUES (1, '"+badA+"'), (2, 'zz')")
			db.exec(t, c.sql...)
			before := db.texts(t, "SELECT k, id FROM t WHERE k < 3")
			refuses(t, c.want, append([]string{db.address, "--bad-rows", "odd", "t.id"}, strings.Fields(c.args)...)...)
			same(t, "after", db.texts(t, "SELECT k, id FROM t WHERE k < 3"), before)
		})
	}
	// No bad rows: no table.
	db := openSQLite(t, filepath.Join(t.TempDir(), "b.db"))
	db.exec(t, "CREATE TABLE t (k INTEGER PRIMARY KEY, id TEXT UNIQUE)", "INSERT INTO t VALUES (1, '"+badA+"')")
	must(t, usage, "run", db.address, "t.id", "--bad-rows", "uuidkit_odd")
	must(t, done, "run", db.address, "t.id", "--bad-rows", "odd")
	must(t, refused, "undo", db.address, "--online")
	same(t, "tables", db.texts(t, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1"), []string{"t", "uuidkit_migration"})
	must(t, done, "undo", db.address)
}

// plain returns the digits of a text.
func plain(s string) string { return strings.ReplaceAll(s, "-", "") }

// TestMySQLBadRows moves the rows that do not convert to new tables, and back. Killed at any
// line, the database is as before or as after.
func TestMySQLBadRows(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		db.exec(t,
			"CREATE TABLE p (id varchar(40) CHARACTER SET utf8mb4 PRIMARY KEY, note text, twice int AS (LENGTH(note)) STORED, raw varbinary(40) DEFAULT NULL, CHECK (note <> 'no'))",
			"CREATE TABLE teams (n int PRIMARY KEY)",
			"CREATE TABLE c (k int PRIMARY KEY AUTO_INCREMENT, id varbinary(40) UNIQUE, p varchar(40) CHARACTER SET utf8mb4, made datetime(3), team int, KEY i (made), CONSTRAINT cp FOREIGN KEY (p) REFERENCES p (id) ON DELETE CASCADE, FOREIGN KEY (team) REFERENCES teams (n) ON DELETE CASCADE)",
			"CREATE TABLE items (x int PRIMARY KEY, c int, FOREIGN KEY (c) REFERENCES c (k))",
			"INSERT INTO p (id, note, raw) VALUES ('"+badA+"', 'a', X'00'), ('zz', 'bad', X'0102'), ('"+badB+"', NULL, NULL)",
			"INSERT INTO c (id, p, made) VALUES ('"+strings.ToUpper(badA)+"', '"+badA+"', '2026-11-22'), ('"+badB+"', 'zz', NULL), ('', '"+badB+"', NULL), (X'"+plain(badC)+"', NULL, NULL), ('"+badB[:35]+"g', '"+badA+"', NULL), ('f81d4fa-e7dec-41d0-a765-00a0c91e6bf6', NULL, NULL), ('------------------------------------', NULL, NULL), ('f81d4fae-7dec-41', NULL, '2026-11-22 10:11:12.345'), ('"+badC+"\\n', NULL, NULL), (X'"+plain(badC)+"00', NULL, NULL), (X'FFFEFD', NULL, NULL)",
			"INSERT INTO items VALUES (1, 1), (2, 4)", "INSERT INTO teams VALUES (7)", "UPDATE c SET team = 7 WHERE k = 3")
		state := func() (list []string) {
			for _, q := range []string{"SHOW CREATE TABLE p", "SHOW CREATE TABLE c", "SHOW CREATE TABLE items", "SELECT HEX(id), note, twice, HEX(raw) FROM p ORDER BY id", "SELECT k, HEX(id), p, made FROM c ORDER BY k", "SELECT * FROM items"} {
				list = append(list, db.textsOf(t, q)...)
			}
			return append(list, mysqlLeft(t, db)...)
		}
		bad := func() []string {
			return append(db.textsOf(t, "SELECT id, note, twice, HEX(raw) FROM odd_p"), db.textsOf(t, "SELECT k, HEX(id), p, made FROM odd_c ORDER BY k")...)
		}
		before := state()
		want := db.textsOf(t, "SELECT id, note, twice, HEX(raw) FROM p WHERE id = 'zz'")
		want = append(want, db.textsOf(t, "SELECT k, HEX(id), p, made FROM c WHERE k NOT IN (1, 4) ORDER BY k")...)
		args := []string{db.address, "p.id", "c.id", "--bad-rows", "odd"}
		must(t, refused, append([]string{"plan"}, args[:3]...)...)
		plan := must(t, done, append([]string{"plan"}, args...)...)
		for _, want := range []string{"odd_p", "odd_c", `k=3: 0x`} {
			if !strings.Contains(plan, want) {
				t.Errorf("plan does not say %q:\n%s", want, plan)
			}
		}
		same(t, "after plan", state(), before)
		run := append([]string{"run", "--plan", hashOf(plan)}, args...)
		out := must(t, done, run...)
		converted := state()
		native := func() {
			t.Helper()
			same(t, "after run", state(), converted)
			same(t, "bad rows", bad(), want)
		}
		native()
		same(t, "good rows", db.textsOf(t, "SELECT 0, HEX(id), note FROM p UNION ALL SELECT k, HEX(id), HEX(p) FROM c ORDER BY 1, 2"), []string{
			"0|" + strings.ToUpper(plain(badB)) + "|NULL", "0|" + strings.ToUpper(plain(badA)) + "|a", "1|" + strings.ToUpper(plain(badA)+"|"+plain(badA)), "4|" + strings.ToUpper(plain(badC)) + "|NULL"})
		texts := func() { // undo writes texts in the form that most have
			db.exec(t, "UPDATE c SET id = UPPER(CONVERT(id USING ascii)) WHERE k = 1", "UPDATE c SET id = X'"+plain(badC)+"' WHERE k = 4")
			same(t, "after undo", state(), before)
			same(t, "tables", db.textsOf(t, "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name LIKE 'odd%'"), nil)
		}
		must(t, done, "undo", db.address)
		texts()
		kills, hits := 0, 0
		kill := func(line int, args ...string) (status int) {
			if status, _ = killAt(t, line, args...); status == killed {
				hits++
			}
			kills++
			return status
		}
		for line := 1; line <= strings.Count(out, ": "); line += 3 {
			kill(line, run...)
			must(t, done, run...)
			native()
			status := kill(line, "undo", db.address)
			if second, out := uuid(t, "undo", db.address); second != done && second != refused {
				t.Fatalf("undo, killed at line %d, status %d, and once more: %d: %s", line, status, second, out)
			}
			texts()
		}
		if t.Logf("%d of %d kills hit", hits, kills); 2*hits <= kills {
			t.Errorf("%d of %d kills hit, want more than half of them", hits, kills)
		}

		// What undo cannot put back.
		for name, c := range map[string]struct{ do, mend, want string }{
			"taken":   {"INSERT INTO c (k, id) VALUES (3, NULL)", "DELETE FROM c WHERE k = 3", "odd_c"},
			"outside": {"DELETE FROM teams WHERE n = 7", "INSERT INTO teams VALUES (7)", " teams "},
			"parent":  {"DELETE FROM p WHERE id = X'" + plain(badB) + "'", "INSERT INTO p (id) VALUES (X'" + plain(badB) + "')", " p "},
			"gone":    {"RENAME TABLE odd_p TO gone", "RENAME TABLE gone TO odd_p", "odd_p"},
			"trigger": {"CREATE TRIGGER g BEFORE INSERT ON odd_c FOR EACH ROW SET NEW.k = 1", "DROP TRIGGER g", "trigger g"},
			"column":  {"ALTER TABLE odd_c ADD `re``viewed` text", "ALTER TABLE `odd_c` DROP `re``viewed`", "ALTER TABLE `odd_c` DROP `re``viewed`"},
			"key":     {"CREATE TABLE later (k int, CONSTRAINT later_k FOREIGN KEY (k) REFERENCES odd_c (k))", "DROP TABLE later", "foreign key later_k of table later"},
		} {
			must(t, done, run...)
			db.exec(t, c.do)
			status, out := uuid(t, "undo", db.address)
			if (status != conflict && status != refused) || !strings.Contains(out, c.want) {
				t.Errorf("%s: status %d, %s", name, status, out)
			}
			db.exec(t, c.mend)
			native()
			must(t, done, "undo", db.address)
			texts()
		}
		must(t, done, run...)
		if out := must(t, done, "cleanup", db.address); !strings.Contains(out, "odd_p") {
			t.Errorf("cleanup: %s", out)
		}
		same(t, "bad rows", bad(), want)
	})
}

// TestMySQLBadRowsColumn adds a column to the table of the bad rows while undo waits for the other one: undo refuses it.
func TestMySQLBadRowsColumn(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		smallMySQL(t, db)
		db.exec(t, "INSERT INTO t VALUES (3, 'zz')")
		must(t, done, "run", db.address, "t.id", "--bad-rows", "odd")
		conn := kit.Must(db.Conn(t.Context()))(t)
		defer conn.Close()
		kit.Must(conn.ExecContext(t.Context(), "LOCK TABLES t WRITE"))(t)
		end := start(t, "undo", db.address).background(t)
		kit.Eventually(t, "undo waits for t", func() bool { return len(db.sessions(t, "LOCK TABLES", "etadata lock")) > 0 })
		db.exec(t, "ALTER TABLE odd ADD reviewed text")
		kit.Must(conn.ExecContext(t.Context(), "UNLOCK TABLES"))(t)
		if status, out := end(); status != refused || !strings.Contains(out, "DROP `reviewed`") {
			t.Errorf("status %d, want %d, and the column: %s", status, refused, out)
		}
	})
}

// TestMySQLBadRowsRefused sees what --bad-rows does not move.
func TestMySQLBadRowsRefused(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		for name, c := range map[string]struct {
			sql  []string
			want string
		}{
			"exists":   {[]string{"CREATE VIEW odd AS SELECT 1"}, "bad-rows: --bad-rows"},
			"referred": {[]string{"INSERT INTO child VALUES (1, 1), (9, 2)"}, "bad-rows: child.t k=9"},
			"same":     {[]string{"UPDATE t SET o = 'zz' WHERE k = 1", "UPDATE t SET id = '" + badC + "' WHERE k = 2", "INSERT INTO t VALUES (3, '" + badB + "', '" + badC + "')", "UPDATE t SET o = 'zz' WHERE k = 2"}, "bad-rows: t.o k=3"},
		} {
			t.Run(name, func(t *testing.T) {
				db.exec(t, "DROP VIEW IF EXISTS odd", "SET FOREIGN_KEY_CHECKS = 1", "DROP TABLE IF EXISTS child", "DROP TABLE IF EXISTS t",
					"CREATE TABLE t (k int PRIMARY KEY, id varchar(40) UNIQUE, o varchar(40), FOREIGN KEY (o) REFERENCES t (id))", "CREATE TABLE child (k int PRIMARY KEY, t int, FOREIGN KEY (t) REFERENCES t (k))",
					"INSERT INTO t VALUES (1, '"+badA+"', NULL), (2, 'zz', NULL)")
				if name == "same" {
					c.sql[0] = "INSERT INTO t VALUES (7, 'zz7', NULL)"
					c.sql[3] = "UPDATE t SET o = 'zz7' WHERE k = 2"
				}
				db.exec(t, c.sql...)
				before := db.textsOf(t, "SELECT * FROM t ORDER BY k")
				refuses(t, c.want, db.address, "t.id", "--bad-rows", "odd")
				same(t, "after", db.textsOf(t, "SELECT * FROM t ORDER BY k"), before)
			})
		}
	})
}

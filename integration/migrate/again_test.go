package migrate

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/sqlx"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// TestSQLiteAgain and TestPostgresAgain run the same command twice: the second has nothing
// to do, though nothing but the state tells that the bytes are in another order now.
func TestSQLiteAgain(t *testing.T) {
	t.Parallel()
	db := openSQLite(t, filepath.Join(t.TempDir(), "a.db"))
	twice(t, db, "BLOB", "$1", "bytes-swapped")
}

func TestPostgresAgain(t *testing.T) {
	t.Parallel()
	db := openPostgres(t, stores.Postgres(t))
	twice(t, db, "bytea", "$1::bytea", "bytes-swapped")
}

// twice runs with columns of a type, of one row and of many.
func twice(t *testing.T, db *database, typ, value, form string) {
	for _, n := range []int{1, 200} {
		db.exec(t, "DROP TABLE IF EXISTS b", "CREATE TABLE b (k INTEGER PRIMARY KEY, id "+typ+", other "+typ+")")
		for i := range n {
			if _, err := db.Exec("INSERT INTO b VALUES ($2, "+value+", NULL)", sqlx.Swapped(uuids.NewV4()), i); err != nil {
				t.Fatal(err)
			}
		}
		odd := kit.Must(uuids.Parse("00112233-4455-6677-0899-aabbccddeeff"))(t) // no variant of RFC 9562
		if n > 1 {
			if _, err := db.Exec("INSERT INTO b VALUES (-1, "+value+", NULL)", sqlx.Swapped(odd)); err != nil {
				t.Fatal(err)
			}
			// Another form suits fewer values.
			must(t, refused, "run", db.address, "b.id", "--bytes", "bytes-java")
		}
		args := []string{"b.id", "--bytes", form, "--accept", "b.id", "--accept", "public.b.id"}
		must(t, done, append([]string{"run", db.address}, args...)...)
		const query = "SELECT k, id FROM b ORDER BY k"
		want := db.texts(t, query)
		must(t, done, append([]string{"plan", db.address}, args...)...)
		must(t, done, append([]string{"run", db.address}, args...)...)
		same(t, "after the second run", db.texts(t, query), want)
		must(t, refused, "run", db.address, "b.id", "b.other", "--bytes", form)
		must(t, done, "plan", db.address, "b.other", "--bytes", form)
		if typ == "BLOB" {
			must(t, refused, "run", db.address, "b.id", "--bytes", form, "--to", "text", "--accept", "b.id")
		}
		same(t, "after refusals", db.texts(t, query), want)
		must(t, done, "undo", db.address)
	}
}

// TestRestored restores a table from a backup after run, and not the journal: what that says of the order of the bytes is not
// true any more. Run and undo refuse, and cleanup and run convert the table.
func TestRestored(t *testing.T) {
	t.Parallel()
	const java = "d041ec7dae4f1df8f66b1ec9a00065a7"
	const mixed = "ae4f1df8ec7dd041a76500a0c91e6bf6"
	restored := func(t *testing.T, db *database, typ, value, object, more string, undo int) {
		restore := []string{"DROP TABLE IF EXISTS b", "CREATE TABLE b (id " + typ + " PRIMARY KEY)", "INSERT INTO b VALUES (" + value + ")"}
		row := func(what string) {
			t.Helper()
			same(t, what, db.texts(t, "SELECT id FROM b"), []string{java})
		}
		args := []string{db.address, "b.id", "--bytes", "bytes-java"}
		run := append([]string{"run"}, args...)
		db.exec(t, restore...)
		must(t, done, run...)
		db.exec(t, restore...)
		refuses(t, "byte-order: "+object+" (--accept)"+more, args...)
		refuses(t, "byte-order: "+object+" (--accept)"+more, args[:2]...)
		refuses(t, "byte-order: "+object+" (--accept)"+more, append(args[:2:2], "--to", "text")...)
		must(t, done, append(append([]string{"plan"}, args...), "--accept", object)...)
		must(t, undo, "undo", db.address)
		row("refused")
		must(t, done, "cleanup", db.address)
		must(t, done, run...)
		must(t, done, "undo", db.address)
		row("undone")
	}
	t.Run("PostgreSQL", func(t *testing.T) { // undo sees another type
		restored(t, openPostgres(t, stores.Postgres(t)), "bytea", "decode('"+java+"', 'hex')", "public.b.id", "", refused)
	})
	stays := func(t *testing.T, db *database, typ, more string) {
		restored(t, db, typ, "x'"+java+"'", "b.id", more, conflict)
		must(t, done, "run", db.address, "b.id", "--bytes", "bytes-java", "--accept", "b.id") // undo takes it for checked
		db.exec(t, "UPDATE b SET id = x'"+java+"'")
		must(t, done, "undo", db.address)
	}
	t.Run("SQLite", func(t *testing.T) {
		db := openSQLite(t, filepath.Join(t.TempDir(), "a.db"))
		stays(t, db, "BLOB", "")

		// Another table had another order.
		db.exec(t, "CREATE TABLE c (id BLOB PRIMARY KEY)", "INSERT INTO c VALUES (x'"+mixed+"')", "UPDATE b SET id = x'"+java+"'")
		must(t, done, "run", db.address, "b.id", "--bytes", "bytes-java")
		must(t, done, "run", db.address, "c.id", "--bytes", "bytes-mixed")
		db.exec(t, "UPDATE b SET id = x'"+java+"'")
		refuses(t, "byte-order: b.id (--accept)", db.address, "b.id", "c.id")
	})
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		stays(t, db, "binary(16)", "; name: table b")
		db.exec(t, "UPDATE b SET id = x'"+java+"'")
		must(t, done, "run", db.address, "b.id", "--bytes", "bytes-java", "--online")
		db.exec(t, "UPDATE b SET id = x'"+java+"'")
		must(t, conflict, "undo", db.address, "--online")
		same(t, "online", db.texts(t, "SELECT id FROM b"), []string{java})
	})
}

// TestAgainOther gives run the hash of a plan that is done, with other columns or flags: it is not of them.
func TestAgainOther(t *testing.T) {
	t.Parallel()
	db := openSQLite(t, filepath.Join(t.TempDir(), "a.db"))
	for name, id := range map[string]string{"t": "'" + emptyText + "'", "u": "'" + emptyText + "'", "native": "x'" + emptyHex + "'"} {
		db.exec(t, "CREATE TABLE "+name+" (id)", "INSERT INTO "+name+" VALUES ("+id+")")
	}
	hash := hashOf(must(t, done, "plan", db.address, "t.id"))
	for range 2 {
		must(t, done, "run", db.address, "t.id", "--plan", hash)
	}
	for _, args := range [][]string{{db.address, "u.id"}, {db.address, "t.id", "--to", "text"}} {
		now := hashOf(must(t, done, append([]string{"plan"}, args...)...))
		if out := must(t, conflict, append([]string{"run", "--plan", hash}, args...)...); !strings.Contains(out, now) {
			t.Errorf("%s: run does not name the plan %s: %s", args, now, out)
		}
	}
	if out := must(t, done, "run", db.address, "native.id", "--plan", hash); !strings.Contains(out, "native.id") || strings.Contains(out, "t.id") {
		t.Errorf("run names another column than native.id: %s", out)
	}
	db.exec(t, "INSERT INTO t VALUES ('"+badA+"')")
	if out := must(t, conflict, "run", db.address, "t.id", "--plan", hash); !strings.Contains(out, hash) {
		t.Errorf("run does not name the plan that was done: %s", out)
	}
}

// TestSQLiteEmpty and TestPostgresEmpty undo columns that had no value at run.
func TestSQLiteEmpty(t *testing.T) {
	t.Parallel()
	db := openSQLite(t, filepath.Join(t.TempDir(), "e.db"))
	db.exec(t, "CREATE TABLE e (id TEXT PRIMARY KEY, parent TEXT REFERENCES e, short CHAR(32), raw BLOB)")
	empty(t, db, "x'"+emptyHex+"'")
}

func TestPostgresEmpty(t *testing.T) {
	t.Parallel()
	db := openPostgres(t, stores.Postgres(t))
	db.exec(t, "CREATE TABLE e (id text PRIMARY KEY, parent text REFERENCES e, short char(32), raw bytea)")
	empty(t, db, "'"+emptyHex+"'")

	db.exec(t, "CREATE TABLE w (id varchar(132))") // 132 is not 32 digits
	must(t, done, "run", db.address, "w.id")
	db.exec(t, "INSERT INTO w VALUES ('"+emptyText+"')")
	must(t, done, "undo", db.address)
	same(t, "wide", db.texts(t, "SELECT id FROM w"), []string{emptyText})

	db.exec(t, "CREATE TABLE s (id bytea, u uuid)")
	must(t, done, "run", db.address, "s.id", "--bytes", "bytes-swapped")
	must(t, done, "run", db.address, "s.u", "--to", "text")
	db.exec(t, "INSERT INTO s VALUES ('"+emptyHex+"', '"+emptyText+"')")
	must(t, done, "undo", db.address)
	must(t, done, "undo", db.address)
	same(t, "swapped", db.texts(t, "SELECT id, u FROM s"), []string{"41d07decf81d4faea76500a0c91e6bf6|" + emptyText})
}

const emptyText, emptyHex = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6", "f81d4fae7dec41d0a76500a0c91e6bf6"

func empty(t *testing.T, db *database, id string) {
	must(t, done, "run", db.address, "e.id", "e.parent", "e.short", "e.raw")
	db.exec(t, "INSERT INTO e VALUES ("+id+", "+id+", "+id+", "+id+")")
	must(t, done, "undo", db.address)
	same(t, "undone", db.texts(t, "SELECT * FROM e"), []string{emptyText + "|" + emptyText + "|" + emptyHex + "|" + emptyHex})
}

// TestSQLiteOthers sees that a migration leaves alone what it does not convert.
func TestSQLiteOthers(t *testing.T) {
	t.Parallel()
	db := openSQLite(t, filepath.Join(t.TempDir(), "o.db"))
	db.exec(t,
		"CREATE TABLE docs (body TEXT)", "CREATE VIRTUAL TABLE search USING fts5(body, content='docs')",
		"INSERT INTO docs VALUES ('a'), ('b'), ('c')", "INSERT INTO search (rowid, body) SELECT rowid, body FROM docs",
		"DELETE FROM docs WHERE body = 'a'",
		"CREATE TABLE t ('id' text PRIMARY KEY, É text, é text)", "INSERT INTO t VALUES ('"+emptyText+"', '"+emptyText+"', 'stays')",
		"CREATE INDEX marked ON t (id) -- ?2",
		"CREATE TABLE n (k INTEGER PRIMARY KEY AUTOINCREMENT)")
	plan := must(t, done, "plan", db.address, "t.id", "t.É")
	db.exec(t, "INSERT INTO n DEFAULT VALUES") // of no interest to the plan
	hash := hashOf(plan)
	must(t, done, "run", db.address, "t.id", "t.É", "--plan", hash)
	same(t, "row", db.texts(t, "SELECT * FROM t"), []string{emptyHex + "|" + emptyHex + "|stays"})
	same(t, "types", db.texts(t, "SELECT name, type FROM pragma_table_info('t')"), []string{"id|BLOB", "É|BLOB", "é|TEXT"})
	must(t, done, "undo", db.address)
	must(t, done, "run", db.address, "t.id", "t.É")
	must(t, done, "cleanup", db.address)
	same(t, "rowids", db.texts(t, "SELECT search.rowid, docs.body FROM search JOIN docs ON docs.rowid = search.rowid WHERE search MATCH 'c'"), []string{"3|c"})
}

// TestSQLiteSearch has full-text indexes of other columns of the table, with the triggers of SQLite's manual, and one that only
// has a column of the table's name: they go on finding rows.
func TestSQLiteSearch(t *testing.T) {
	t.Parallel()
	db := openSQLite(t, filepath.Join(t.TempDir(), "s.db"))
	db.exec(t,
		"CREATE TABLE docs (k INTEGER PRIMARY KEY, id TEXT UNIQUE, body TEXT)", "CREATE TABLE plain (id TEXT PRIMARY KEY REFERENCES docs (id), body TEXT)",
		"CREATE VIRTUAL TABLE f USING fts5(body, content='docs', content_rowid='k')", "CREATE VIRTUAL TABLE g USING fts5(body, content=plain)", "CREATE VIRTUAL TABLE own USING fts5(docs)",
		"CREATE TRIGGER ai AFTER INSERT ON docs BEGIN INSERT INTO f (rowid, body) VALUES (new.k, new.body); END",
		"CREATE TRIGGER ad AFTER DELETE ON docs BEGIN INSERT INTO f (f, rowid, body) VALUES ('delete', old.k, old.body); END",
		"CREATE TRIGGER au AFTER UPDATE ON docs BEGIN INSERT INTO f (f, rowid, body) VALUES ('delete', old.k, old.body); INSERT INTO f (rowid, body) VALUES (new.k, new.body); END",
		"INSERT INTO docs VALUES (1, NULL, 'a'), (2, NULL, 'b'), (5, '"+emptyText+"', 'c')", "INSERT INTO plain VALUES (NULL, 'a'), ('"+emptyText+"', 'c')", "DELETE FROM plain WHERE body = 'a'",
		"INSERT INTO g (g) VALUES ('rebuild')", "INSERT INTO own VALUES ('c')")
	for i, verb := range [][]string{{"run", db.address, "docs.id"}, {"undo", db.address}} {
		must(t, done, verb...)
		word, found := string("cd"[i]), []string{"5|c", "6|d"}[i]
		for name, want := range map[string]string{
			"SELECT f.rowid, docs.body FROM f JOIN docs ON k = f.rowid WHERE f MATCH '" + word + "'":  found,
			"SELECT g.rowid, plain.body FROM g JOIN plain ON plain.rowid = g.rowid WHERE g MATCH 'c'": "2|c",
			"SELECT rowid, docs FROM own WHERE own MATCH 'c'":                                         "1|c",
		} {
			same(t, verb[0]+": "+name, db.texts(t, name), []string{want})
		}
		db.exec(t, "UPDATE docs SET k = 6, body = 'd' WHERE k = 5", "DELETE FROM docs WHERE k = 2", "INSERT INTO f (f, rank) VALUES ('integrity-check', 1)", "INSERT INTO g (g, rank) VALUES ('integrity-check', 1)")
	}
}

// TestSQLiteUndoRefused sees that undo names what it could not carry over, and what would be left in the new form.
func TestSQLiteUndoRefused(t *testing.T) {
	t.Parallel()
	const text, native = "'" + emptyText + "'", "x'" + emptyHex + "'"
	type since struct{ do, take, want string }
	made := func(id string) []since { // for the new form
		return []since{
			{"CREATE INDEX i ON t (id)", "DROP INDEX i", "index i: CREATE"},
			{"CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT 1; END", "DROP TRIGGER g", "trigger g: CREATE"},
			{"CREATE TRIGGER g AFTER INSERT ON T BEGIN SELECT 1; END", "DROP TRIGGER g", "trigger g: CREATE"},
			{"CREATE TRIGGER g AFTER INSERT ON other BEGIN DELETE FROM t WHERE id = " + id + "; END", "DROP TRIGGER g", "trigger g: CREATE"},
			{"CREATE VIEW v AS SELECT k FROM t WHERE id = " + id, "DROP VIEW v", "view v: CREATE"},
			{"CREATE VIRTUAL TABLE f USING fts5(id, content='t')", "DROP TABLE f", "virtual table f: CREATE"},
		}
	}
	for _, c := range []struct {
		to, old string
		since   []since
	}{
		{"native", text, append(made(native), since{"INSERT INTO t VALUES (7, " + text + ")", "DELETE FROM t WHERE k = 7", "k=7: " + text})},
		{"native", text, []since{{"INSERT INTO t VALUES (7, CAST('f81d4fae-7dec-41' AS BLOB))", "DELETE FROM t WHERE k = 7", "k=7: X'6638"}}}, // cut
		{"text", native, append(made(text), since{"INSERT INTO t VALUES (7, " + native + ")", "DELETE FROM t WHERE k = 7", "k=7: X'F81D"})},
		{"text", native, []since{{"INSERT INTO t VALUES (7, 'f81d4fae-7dec-41d0-a765-00a0c91e6bfg')", "DELETE FROM t WHERE k = 7", "k=7: 'f81d"}}},
		{"text", native, []since{{"INSERT INTO t VALUES (7, " + text + " || char(0))", "DELETE FROM t WHERE k = 7", "k=7: X'6638"}}},
	} {
		db := openSQLite(t, filepath.Join(t.TempDir(), "u.db"))
		db.exec(t, "CREATE TABLE t (k INTEGER PRIMARY KEY, id)", "CREATE TABLE other (x)", "INSERT INTO t VALUES (1, "+c.old+"), (2, NULL)",
			"CREATE VIEW counted AS SELECT count(*) FROM t", "CREATE TRIGGER here AFTER DELETE ON t BEGIN SELECT 1; END") // which stay
		state := func() []string {
			return append(db.texts(t, "SELECT * FROM sqlite_schema"), db.texts(t, "SELECT * FROM t")...)
		}
		before := db.texts(t, "SELECT k, quote(id) FROM t")
		must(t, done, "run", db.address, "t.id", "--to", c.to)
		for _, s := range c.since {
			db.exec(t, s.do)
			now := state()
			if out := must(t, refused, "undo", db.address); !strings.Contains(out, s.want) {
				t.Errorf("--to %s: %s: undo does not name %s: %s", c.to, s.do, s.want, out)
			}
			same(t, s.do, state(), now)
			db.exec(t, s.take)
		}
		must(t, done, "undo", db.address)
		same(t, "undone", db.texts(t, "SELECT k, quote(id) FROM t"), before)
	}
}

// TestSQLiteUndoSince undoes what the user has changed since run: an index that is gone stays so, and a
// table that was altered is named before a row is read.
func TestSQLiteUndoSince(t *testing.T) {
	t.Parallel()
	db := openSQLite(t, filepath.Join(t.TempDir(), "u.db"))
	db.exec(t, "CREATE TABLE t (k INTEGER PRIMARY KEY, id, note TEXT)", "CREATE INDEX i ON t (id)", "INSERT INTO t VALUES (1, '"+emptyText+"', 'a')")
	must(t, done, "run", db.address, "t.id") // the column has no type that changes
	db.exec(t, "ALTER TABLE t ADD COLUMN more TEXT DEFAULT 'x'")
	if out := must(t, conflict, "undo", db.address); !strings.Contains(out, "CREATE TABLE t (") {
		t.Errorf("undo does not name the table: %s", out)
	}
	db.exec(t, "ALTER TABLE t DROP COLUMN more", "DROP INDEX i")
	must(t, done, "undo", db.address)
	same(t, "undone", db.texts(t, "SELECT k, id, note FROM t"), []string{"1|" + emptyText + "|a"})
	same(t, "indexes", db.texts(t, "SELECT name FROM sqlite_schema WHERE type = 'index'"), nil)
}

// TestPostgresUndoSince undoes with a foreign key that the user has added since run.
func TestPostgresUndoSince(t *testing.T) {
	t.Parallel()
	db := openPostgres(t, stores.Postgres(t))
	db.exec(t, "CREATE TABLE p (id text PRIMARY KEY)", "CREATE TABLE c (id text PRIMARY KEY, p text)", "INSERT INTO p VALUES ('"+emptyText+"')", "INSERT INTO c SELECT id, id FROM p")
	for _, how := range [][]string{nil, {"--online"}} {
		must(t, done, append([]string{"run", db.address, "p.id", "c.p"}, how...)...)
		db.exec(t, "ALTER TABLE c ADD CONSTRAINT since FOREIGN KEY (p) REFERENCES p")
		must(t, done, append([]string{"undo", db.address}, how...)...)
		same(t, "undone", db.texts(t, "SELECT pg_typeof(p.id)::text, pg_typeof(c.p)::text FROM c JOIN p ON c.p = p.id"), []string{"text|text"})
		same(t, "keys", db.texts(t, "SELECT conname FROM pg_constraint WHERE contype = 'f' AND convalidated"), []string{"since"})
		db.exec(t, "ALTER TABLE c DROP CONSTRAINT since")
	}
}

// TestPostgresSearchPath undoes with another search_path: the same name is another table.
func TestPostgresSearchPath(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		for _, schema := range []string{"a", "b"} {
			db.exec(t, "CREATE SCHEMA "+schema, "CREATE TABLE "+schema+".t (id uuid)", "INSERT INTO "+schema+".t VALUES ('"+emptyText+"')")
		}
		db.exec(t, "ALTER TABLE a.t ALTER id TYPE text")
		must(t, refused, "plan", url+"&search_path=nowhere", "a.t.id") // no place for the state
		must(t, done, "run", url+"&search_path=a", "t.id")
		if out := must(t, done, "status", url+"&search_path=b"); !strings.Contains(out, "a.t.id") {
			t.Errorf("status does not find it: %s", out)
		}
		db.exec(t, "CREATE VIEW v AS SELECT id FROM a.t") // since run
		must(t, refused, "undo", url+"&search_path=b")
		db.exec(t, "DROP VIEW v")
		must(t, done, "undo", url+"&search_path=b")
		const types = "SELECT attrelid::regclass::text, atttypid::regtype::text FROM pg_attribute WHERE attname = 'id' AND attrelid IN ('a.t'::regclass, 'b.t'::regclass) ORDER BY 1"
		same(t, "undone", db.texts(t, types), []string{"a.t|text", "b.t|uuid"})
	})
}

// TestPostgresLate writes a value in another form while run waits for its lock.
func TestPostgresLate(t *testing.T) {
	t.Parallel()
	db := openPostgres(t, stores.Postgres(t))
	db.exec(t, "CREATE TABLE t (id text)", "INSERT INTO t VALUES ('"+emptyText+"')")
	tx := kit.Must(db.Begin())(t)
	defer tx.Rollback()
	kit.Must(tx.Exec("INSERT INTO t VALUES ('{" + emptyText + "}')"))(t)
	p := start(t, "run", db.address, "t.id")
	kit.Eventually(t, "run waits for its lock", func() bool {
		return db.texts(t, "SELECT count(*) FROM pg_locks WHERE relation = 't'::regclass AND NOT granted")[0] == "1"
	})
	kit.Check(t, tx.Commit())
	if status, out := p.wait(t, nil); status != conflict || !strings.Contains(out, "braces") {
		t.Errorf("status %d, want %d and the form: %s", status, conflict, out)
	}
	same(t, "type", db.texts(t, "SELECT DISTINCT pg_typeof(id) FROM t"), []string{"text"})
}

// TestPostgresAccepted changes a function after the plan that the user has checked.
func TestPostgresAccepted(t *testing.T) {
	t.Parallel()
	db := openPostgres(t, stores.Postgres(t))
	function := func(text string) {
		db.exec(t, "CREATE OR REPLACE FUNCTION f() RETURNS bigint LANGUAGE sql AS '"+text+"'")
	}
	db.exec(t, "CREATE TABLE t (id text)")
	function("SELECT count(id) FROM t")
	plan := must(t, done, "plan", db.address, "t.id", "--accept", "function public.f()")
	hash := hashOf(plan)
	function("SELECT count(id || id) FROM t")
	must(t, conflict, "run", db.address, "t.id", "--accept", "function public.f()", "--plan", hash)

	for _, c := range []struct{ accept, first, then string }{ // the texts that --accept can name are all in the hash
		{"view public.v", "CREATE VIEW v AS SELECT to_jsonb(t) FROM t", "CREATE OR REPLACE VIEW v AS SELECT to_jsonb(t) - 'k' AS to_jsonb FROM t"},
		{"publication p", "CREATE PUBLICATION p FOR TABLE t", "ALTER PUBLICATION p SET TABLE t WHERE (true)"},
	} {
		db.exec(t, c.first)
		args := []string{db.address, "t.id", "--accept", "function public.f()", "--accept", c.accept}
		hash := hashOf(must(t, done, append([]string{"plan"}, args...)...))
		db.exec(t, c.then)
		must(t, conflict, append(append([]string{"run"}, args...), "--plan", hash)...)
		db.exec(t, "DROP "+strings.Replace(c.accept, "public.", "", 1))
	}
}

// TestPassword sees that no error prints an argument that may have a password.
func TestPassword(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"root:secret@tcp(127.0.0.1:1)/shop", "postgres//u:secret@h", "mssql://sa:p%ss@h/secret"} {
		if status, out := uuid(t, "plan", address, "t.id"); status == done || out == "" || strings.Contains(out, "secret") || strings.Contains(out, "p%ss") {
			t.Errorf("%s: status %d, want an error without the password: %q", address, status, out)
		}
	}
}

// TestPostgresShort refuses texts where they have no room.
func TestPostgresShort(t *testing.T) {
	t.Parallel()
	db := openPostgres(t, stores.Postgres(t))
	db.exec(t, "CREATE TABLE t (id varchar(32), long varchar(36))", "INSERT INTO t VALUES ('"+emptyHex+"', '"+emptyText+"')")
	must(t, refused, "plan", db.address, "t.id", "--to", "text")
	must(t, done, "plan", db.address, "t.long", "--to", "text")

	db.exec(t, "CREATE TABLE d (id uuid DEFAULT gen_random_uuid(), k int)")
	must(t, done, "run", db.address, "d.id", "--to", "text")
	db.exec(t, "INSERT INTO d (k) VALUES (1)")
	same(t, "by default", db.texts(t, "SELECT length(id) FROM d"), []string{"36"})
	must(t, done, "undo", db.address)
	db.exec(t, "INSERT INTO d (k) VALUES (2)")
	same(t, "undone", db.texts(t, "SELECT count(id), min(pg_typeof(id)::text) FROM d"), []string{"2|uuid"})
}

// TestMySQLAccepted changes a procedure after the plan that the user has checked.
func TestMySQLAccepted(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		smallMySQL(t, db)
		db.exec(t, "CREATE PROCEDURE q() DELETE FROM t WHERE k = 9")
		args := []string{db.address, "t.id", "--accept", "procedure q"}
		hash := hashOf(must(t, done, append([]string{"plan"}, args...)...))
		db.exec(t, "DROP PROCEDURE q", "CREATE PROCEDURE q() DELETE FROM t WHERE id = 'x'")
		args = append(args, "--plan", hash)
		must(t, conflict, append([]string{"run"}, args...)...)
		db.exec(t, "DROP PROCEDURE q", "CREATE PROCEDURE q() DELETE FROM t WHERE k = 9")
		must(t, done, append([]string{"run"}, args...)...)
	})
}

// TestAgainOdd runs the same command twice for ids that have no version: the second has nothing
// to do.
func TestAgainOdd(t *testing.T) {
	t.Parallel()
	odd := func(t *testing.T, db *database) {
		db.exec(t, "CREATE TABLE odd (id char(36) PRIMARY KEY)", "INSERT INTO odd VALUES ('00112233-4455-0677-0899-aabbccddeeff'), ('ffeeddcc-bbaa-9988-7766-554433221100')")
		must(t, done, "run", db.address, "odd.id")
		must(t, done, "run", db.address, "odd.id")
		must(t, done, "cleanup", db.address)
		must(t, refused, "run", db.address, "odd.id") // nobody knows
	}
	t.Run("SQLite", func(t *testing.T) { odd(t, openSQLite(t, filepath.Join(t.TempDir(), "a.db"))) })
	eachMySQL(t, func(t *testing.T, dsn string) { odd(t, openMySQL(t, dsn)) })
}

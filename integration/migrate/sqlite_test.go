package migrate

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/sqlx"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// sqliteSchema has what a migration must carry over: odd spaces and comments, quoted names,
// foreign keys with actions, to itself and in a circle, composite keys, tables without
// rowid and strict ones, partial indexes, collations, defaults and checks of other columns.
var sqliteSchema = []string{
	`PRAGMA user_version = 7`,
	"CREATE TABLE users (\n  id CHAR(36) PRIMARY KEY NOT NULL, -- the id, not an \"id\"\n  email text unique COLLATE NOCASE,\n  n int default 3 check (n > 0) /* , id text ( */,\n" +
		"  referrer VARCHAR ( 36 ) REFERENCES users ON DELETE SET NULL, favourite text NULL DEFAULT (NULL) references orders(id) ON UPDATE SET DEFAULT DEFERRABLE INITIALLY DEFERRED)",
	`CREATE TABLE IF NOT EXISTS "orders"("no" INTEGER PRIMARY KEY AUTOINCREMENT, id UUID NOT NULL UNIQUE, [user_id] varchar(36) NOT NULL REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE,
	parent_id, total REAL DEFAULT (1 + 0.5), twice AS (total * 2), made DATETIME, FOREIGN KEY(parent_id) REFERENCES orders(id) ON DELETE RESTRICT)`,
	"CREATE TABLE `teams` (tenant TEXT, id TEXT, name TEXT, PRIMARY KEY (tenant, id)) STRICT, WITHOUT ROWID",
	`CREATE TABLE members(tenant TEXT, team TEXT, user_id TEXT REFERENCES Users(ID), PRIMARY KEY(user_id, team), FOREIGN KEY(tenant, team) REFERENCES teams)`,
	`CREATE TABLE other(id CHAR(36) PRIMARY KEY, note TEXT)`,
	`CREATE INDEX "by user" ON orders(user_id DESC, made) WHERE user_id IS NOT NULL AND total > 1`,
	`CREATE INDEX by_total ON orders(total + 1, id)`,
	`CREATE VIEW v AS SELECT note FROM other`,
	"CREATE TABLE log(what TEXT)",
	`CREATE VIEW emails AS SELECT email, count(*) AS "how many", 2 * max(n) AS twice FROM users WHERE id IS NOT NULL GROUP BY email`,
	`CREATE TRIGGER gone AFTER DELETE ON users WHEN old.n * 2 > 0 BEGIN INSERT INTO log (what) VALUES (old.email); END`,
	"CREATE TRIGGER named /* (tenant) */ BEFORE INSERT ON teams BEGIN INSERT INTO log (what) VALUES (new.name); UPDATE orders SET total = total + 1 WHERE no = 0; END",
}

// sqliteColumns are named to the command; the others are connected.
var sqliteColumns = []string{"users.id", "orders.id", "teams.tenant", "teams.id"}

// sqliteIDs are all that change, by table, and what CREATE TABLE says then.
var sqliteIDs = map[string][]string{
	"users":   {"id CHAR(36)", "id BLOB", "VARCHAR ( 36 )", "BLOB", "favourite text", "favourite BLOB"},
	"orders":  {"id UUID", "id BLOB", "varchar(36)", "BLOB"},
	"teams":   {"tenant TEXT", "tenant BLOB", "id TEXT", "id BLOB"},
	"members": {"tenant TEXT", "tenant BLOB", "team TEXT", "team BLOB", "user_id TEXT", "user_id BLOB"},
}

func openSQLite(t testing.TB, path string) *database {
	t.Helper()
	db := kit.Must(sql.Open("sqlite", "file:"+path+"?_pragma=foreign_keys(1)&_pragma=journal_mode(WAL)"))(t)
	t.Cleanup(func() { db.Close() })
	return &database{db, path}
}

// newSQLite makes the tables, with n rows in the two large ones.
func newSQLite(t testing.TB, n int) *database {
	t.Helper()
	db := openSQLite(t, filepath.Join(t.TempDir(), "a file.db"))
	db.exec(t, sqliteSchema...)
	fill(t, db, n)
	return db
}

// sqliteState is the schema and all rows, with ids as hexadecimal digits.
func sqliteState(t testing.TB, db *database) (schema map[string]string, rows []string, types string) {
	t.Helper()
	schema = map[string]string{}
	for _, line := range db.texts(t, `SELECT type || ' ' || name, tbl_name || ': ' || coalesce(sql, '') FROM sqlite_schema WHERE tbl_name <> 'uuidkit_migration'`) {
		name, text, _ := strings.Cut(line, "|")
		schema[name] = text
	}
	schema["sequence"] = fmt.Sprint(db.texts(t, "SELECT * FROM sqlite_sequence"), db.texts(t, "PRAGMA user_version"), db.texts(t, "PRAGMA journal_mode"))
	hex := func(c string) string {
		return fmt.Sprintf("CASE typeof(%[1]s) WHEN 'blob' THEN lower(hex(%[1]s)) ELSE replace(%[1]s, '-', '') END", c)
	}
	for _, q := range []string{
		"SELECT rowid, " + hex("id") + ", email, n, " + hex("referrer") + ", " + hex("favourite") + " FROM users ORDER BY rowid",
		"SELECT no, " + hex("id") + "," + hex("user_id") + "," + hex("parent_id") + ", total, twice, made FROM orders ORDER BY no",
		"SELECT " + hex("tenant") + "," + hex("id") + ", name FROM teams ORDER BY 1, 2",
		"SELECT rowid, " + hex("tenant") + "," + hex("team") + "," + hex("user_id") + " FROM members ORDER BY rowid",
		"SELECT * FROM other",
		"SELECT * FROM log",
		"SELECT * FROM emails",
	} {
		rows = append(rows, db.texts(t, q)...)
	}
	for _, q := range []string{"id FROM users", "referrer FROM users", "favourite FROM users", "id FROM orders", "user_id FROM orders", "parent_id FROM orders", "tenant FROM teams", "id FROM teams", "team FROM members", "user_id FROM members"} {
		types += q + ": " + strings.Join(db.texts(t, "SELECT DISTINCT typeof(x) || length(x) FROM (SELECT "+strings.Replace(q, " ", " AS x ", 1)+") WHERE x IS NOT NULL"), ",") + "\n"
	}
	return schema, rows, types
}

func sqliteChanges(schema map[string]string) map[string]string {
	changes := map[string]string{}
	for table, pairs := range sqliteIDs {
		changes["table "+table] = strings.NewReplacer(pairs...).Replace(schema["table "+table])
	}
	return changes
}

func TestSQLite(t *testing.T) {
	t.Parallel()
	db := newSQLite(t, 5000)
	db.exec(t, "PRAGMA wal_checkpoint(TRUNCATE)")
	file := kit.Must(os.ReadFile(db.address))(t)
	schema, rows, _ := sqliteState(t, db)

	plan := must(t, done, append([]string{"plan", db.address}, sqliteColumns...)...)
	if string(kit.Must(os.ReadFile(db.address))(t)) != string(file) {
		t.Fatal("plan has written to the file")
	}
	hash := hashOf(plan)
	must(t, conflict, append([]string{"run", db.address, "--plan", "0123456789abcdef"}, sqliteColumns...)...)
	must(t, done, append([]string{"run", db.address, "--plan", hash}, sqliteColumns...)...)

	got, gotRows, types := sqliteState(t, db)
	sameSchema(t, schema, got, sqliteChanges(schema))
	same(t, "rows", gotRows, rows)
	for line := range strings.Lines(types) {
		if !strings.HasSuffix(line, ": blob16\n") {
			t.Errorf("types: %s", line)
		}
	}
	same(t, "foreign keys", db.texts(t, "PRAGMA foreign_key_check"), nil)
	same(t, "integrity", db.texts(t, "PRAGMA integrity_check"), []string{"ok"})

	// The application finds its rows in the new form, writes some, and goes back.
	max := sqlx.Binary(uuids.Max())
	same(t, "by id", db.texts(t, "SELECT email FROM users WHERE id = $1", max), []string{"e1@x"})
	fresh := uuids.NewV7()
	if _, err := db.Exec("INSERT INTO users (id, email, referrer) VALUES ($1, 'new', $2)", sqlx.Binary(fresh), max); err != nil {
		t.Fatal(err)
	}
	must(t, done, "status", db.address)
	must(t, done, "undo", db.address)
	got, gotRows, _ = sqliteState(t, db)
	sameSchema(t, schema, got, nil)
	same(t, "new row", db.texts(t, "SELECT referrer FROM users WHERE id = $1", fresh), []string{uuids.Max().String()})
	db.exec(t, "DELETE FROM users WHERE email = 'new'")
	same(t, "the trigger", db.texts(t, "SELECT what FROM log WHERE what = 'new'"), []string{"new"})
	db.exec(t, "DELETE FROM log WHERE what = 'new'")
	_, gotRows, _ = sqliteState(t, db)
	same(t, "rows", gotRows, rows)

	must(t, done, append([]string{"run", db.address}, sqliteColumns...)...)
	must(t, done, "cleanup", db.address)
	must(t, refused, "undo", db.address)
	got, gotRows, _ = sqliteState(t, db)
	sameSchema(t, schema, got, sqliteChanges(schema))
	same(t, "rows", gotRows, rows)
	same(t, "state", db.texts(t, "SELECT name FROM sqlite_schema WHERE name LIKE 'uuidkit%'"), nil)
}

// TestSQLiteForms converts columns with many forms to each of the two that SQLite has.
func TestSQLiteForms(t *testing.T) {
	t.Parallel()
	db := openSQLite(t, filepath.Join(t.TempDir(), "f.db"))
	db.exec(t, "CREATE TABLE m (k INTEGER PRIMARY KEY, id UNIQUE, old BLOB, strict TEXT, up TEXT)")
	var want []string
	for i := range 600 {
		u := uuids.NewV4()
		text := u.String()
		form := []any{text, strings.ToUpper(text), "{" + text + "}", strings.ReplaceAll(text, "-", ""), u.URN(), strings.ToUpper(u.URN()), sqlx.Binary(u), []byte(text), nil}[i%9]
		if _, err := db.Exec("INSERT INTO m VALUES ($1, $2, $3, $4, $5)", i, form, sqlx.Swapped(u), text, strings.ToUpper(text)); err != nil {
			t.Fatal(err)
		}
		if form == nil {
			want = append(want, fmt.Sprintf("%d|<nil>|%s", i, text))
		} else {
			want = append(want, fmt.Sprintf("%d|%s|%s", i, text, text))
		}
	}
	const dashes = "SELECT k, lower(%[1]s), %[2]s FROM m ORDER BY k"
	of := func(c string) string {
		return fmt.Sprintf("lower(substr(hex(%[1]s),1,8)||'-'||substr(hex(%[1]s),9,4)||'-'||substr(hex(%[1]s),13,4)||'-'||substr(hex(%[1]s),17,4)||'-'||substr(hex(%[1]s),21))", c)
	}
	idText := "iif(id IS NULL, NULL, " + of("id") + ")"

	out := must(t, refused, "plan", db.address, "m.old")
	if !strings.Contains(out, "--bytes bytes-swapped") {
		t.Errorf("plan does not name the form: %s", out)
	}
	must(t, done, "run", db.address, "m.old", "--bytes", "bytes-swapped")
	must(t, done, "run", db.address, "m.id", "m.strict")
	same(t, "native", db.texts(t, fmt.Sprintf(dashes, idText, of("old"))), want)
	same(t, "native", db.texts(t, fmt.Sprintf(dashes, idText, of("strict"))), want)
	same(t, "types", db.texts(t, "SELECT DISTINCT typeof(id), length(id) FROM m ORDER BY 1"), []string{"blob|16", "null|<nil>"})
	must(t, done, "undo", db.address)
	must(t, done, "undo", db.address)
	same(t, "swapped", db.texts(t, "SELECT count(*) FROM m WHERE hex(old) = replace(upper(substr(strict,15,4)||substr(strict,10,4)||substr(strict,1,8)||substr(strict,20)), '-', '')"), []string{"600"})
	must(t, done, "run", db.address, "m.old", "--bytes", "bytes-swapped", "--to", "text")
	must(t, done, "run", db.address, "m.id", "m.up", "--to", "text")
	same(t, "upper case", db.texts(t, "SELECT count(*) FROM m WHERE up = strict AND up = lower(up)"), []string{"600"})
	same(t, "text", db.texts(t, "SELECT k, id, old FROM m ORDER BY k"), want)
}

// TestSQLiteRefused sees that the plan stops what run could not carry over, and that
// nothing is written.
func TestSQLiteRefused(t *testing.T) {
	t.Parallel()
	const a, b = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
	for name, c := range map[string]struct {
		sql  []string
		want string
	}{
		"bad text":    {[]string{"INSERT INTO t VALUES (7, 'zz')"}, `value: t.id k=7: "zz"`},
		"empty":       {[]string{"INSERT INTO t VALUES (7, '')"}, `value: t.id k=7: ""`},
		"number":      {[]string{"INSERT INTO t VALUES (7, 5)"}, "value: t.id k=7: 5"},
		"dashes":      {[]string{"INSERT INTO t VALUES (7, 'f81d4fa-e7dec-41d0-a765-00a0c91e6bf6')"}, `value: t.id k=7: "f81d4fa-e7dec-41d0-a765-00a0c91e6bf6"`},
		"cut":         {[]string{"INSERT INTO t VALUES (7, CAST('f81d4fae-7dec-41' AS BLOB))"}, "value: t.id k=7: 0x66383164346661652d376465632d3431"},
		"15 bytes":    {[]string{"INSERT INTO t VALUES (7, x'112233445566778899001122334455')"}, "value: t.id k=7: 0x112233445566778899001122334455"},
		"collision":   {[]string{"INSERT INTO t VALUES (7, upper('" + a + "'))"}, "collision: t.id " + a + ": 2 rows"},
		"collision 2": {[]string{"DROP TABLE t", "CREATE TABLE t (k INTEGER PRIMARY KEY, id)", "CREATE UNIQUE INDEX i ON t (id /* ) */) WHERE k > 2", "INSERT INTO t VALUES (1, '" + a + "'), (3, '" + a + "'), (4, upper('" + a + "'))"}, "collision: t.id " + a + ": 2 rows"},
		"view":        {[]string{"CREATE VIEW w AS SELECT max(\"ID\") FROM T"}, "view: view w"},
		"all columns": {[]string{"CREATE VIEW w AS SELECT x.* FROM t x"}, "view: view w"},
		"joined":      {[]string{"CREATE TABLE u(id)", "CREATE VIEW w AS SELECT k FROM t NATURAL JOIN u"}, "view: view w"},
		"trigger":     {[]string{"CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT new.id; END"}, "trigger: trigger g"},
		"elsewhere":   {[]string{"CREATE TABLE u(x)", "CREATE TRIGGER g AFTER INSERT ON u BEGIN DELETE FROM t WHERE id = new.x; END"}, "trigger: trigger g"},
		"all values":  {[]string{"CREATE TABLE u(x)", "CREATE TRIGGER g AFTER INSERT ON u BEGIN INSERT INTO t VALUES (new.x, new.x); END"}, "trigger: trigger g"},
		"in quotes":   {[]string{"CREATE TABLE u(x)", "CREATE TRIGGER g AFTER INSERT ON u BEGIN INSERT INTO 't' ('id') VALUES (new.x); END"}, "trigger: trigger g"},
		"check":       {[]string{"DROP TABLE t", "CREATE TABLE t (k INTEGER PRIMARY KEY, id TEXT CHECK (length(id) = 36))"}, "check: t.id"},
		"table check": {[]string{"DROP TABLE t", "CREATE TABLE t (k INTEGER PRIMARY KEY, id TEXT, CHECK (k > 0 AND \"ID\" <> ''))"}, "check: t.id"},
		"default":     {[]string{"DROP TABLE t", "CREATE TABLE t (k INTEGER PRIMARY KEY, id TEXT DEFAULT 'x')"}, "default: t.id"},
		"generated":   {[]string{"DROP TABLE t", "CREATE TABLE t (k INTEGER PRIMARY KEY, id TEXT, g AS (id || 'x'))"}, "generated-column: t.id"},
		"expression":  {[]string{"CREATE INDEX i ON t(lower(id))"}, "index: index i"},
		"partial":     {[]string{"CREATE INDEX i ON t(k) WHERE id <> ''"}, "index: index i"},
		"search":      {[]string{"CREATE VIRTUAL TABLE f USING fts5(id, content='t')"}, "table: virtual table f"},
		"mismatch":    {[]string{"CREATE TABLE p (x)", "CREATE TABLE c (x REFERENCES p(x))"}, "foreign-key: foreign keys"},
		"old name":    {[]string{"CREATE TABLE uuidkit_old_t (x)"}, "name: table uuidkit_old_t"},
		"a default":   {[]string{"DROP TABLE t", "CREATE TABLE t (k INTEGER PRIMARY KEY, id TEXT UNIQUE DEFAULT 'NULL' REFERENCES t(id) ON DELETE SET DEFAULT)"}, "default: t.id"},
		"quoted name": {[]string{"DROP TABLE t", "CREATE TABLE t (k INTEGER PRIMARY KEY, 'id' text DEFAULT 'x')"}, "default: t.id"},
		"digits":      {[]string{"DROP TABLE t", "CREATE TABLE t (k INTEGER PRIMARY KEY, id UUID)", "INSERT INTO t VALUES (1, 'f81d4fae7dec41d0a76500a0c91e6bf6')"}, "column: t.id (--accept)"},
		"orders":      {[]string{"DELETE FROM t", "INSERT INTO t SELECT value, randomblob(16) FROM generate_series(1, 100)"}, "byte-order: t.id"},
	} {
		t.Run(name, func(t *testing.T) {
			db := openSQLite(t, filepath.Join(t.TempDir(), "r.db"))
			db.exec(t, "CREATE TABLE t (k INTEGER PRIMARY KEY, id UNIQUE)", "INSERT INTO t VALUES (1, '"+a+"'), (2, '"+b+"')")
			for _, s := range c.sql {
				s = strings.Replace(s, "SELECT value, randomblob(16) FROM generate_series(1, 100)", "WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 100) SELECT i, randomblob(16) FROM s", 1)
				db.exec(t, s)
			}
			before := append(db.texts(t, "SELECT * FROM sqlite_schema"), db.texts(t, "SELECT * FROM t")...)
			refuses(t, c.want, db.address, "t.id")
			same(t, "after", append(db.texts(t, "SELECT * FROM sqlite_schema"), db.texts(t, "SELECT * FROM t")...), before)
		})
	}
	db := openSQLite(t, filepath.Join(t.TempDir(), "r.db"))
	db.exec(t, "CREATE TABLE t (k INTEGER PRIMARY KEY, id UNIQUE)")
	for _, args := range [][]string{{"t.none"}, {"none.id"}, {"id"}, {"t.id", "--to", "binary"}, {"t.id", "--bytes", "text"}} {
		must(t, usage, append([]string{"plan", db.address}, args...)...)
	}
	must(t, connection, "plan", db.address+".none", "t.id")

	const fill = "CREATE VIRTUAL TABLE f USING fts5(id, content='t', content_rowid='k'); INSERT INTO f (f) VALUES ('rebuild')"
	db.exec(t, "INSERT INTO t VALUES (1, '"+a+"')", fill)
	must(t, refused, "run", db.address, "f.id")
	db.exec(t, "DROP TABLE f")
	must(t, done, "run", db.address, "t.id")
	db.exec(t, fill)
}

// TestSQLiteNoCollision has two spellings of a UUID, of which a partial unique index has one.
func TestSQLiteNoCollision(t *testing.T) {
	t.Parallel()
	db := openSQLite(t, filepath.Join(t.TempDir(), "r.db"))
	db.exec(t, "CREATE TABLE t (k INTEGER PRIMARY KEY, id)", "CREATE UNIQUE INDEX i ON t (id) WHERE k > 1", "INSERT INTO t VALUES (1, '"+badA+"'), (2, upper('"+badA+"'))")
	must(t, done, "run", db.address, "t.id")
	same(t, "run", db.texts(t, "SELECT count(*), count(DISTINCT id) FROM t"), []string{"2|1"})
}

// TestSQLiteLocked has another process lock the file. No command waits for ever, and each says what
// to do.
func TestSQLiteLocked(t *testing.T) {
	t.Parallel()
	kit.Command(t) // builds it
	for _, c := range []struct{ name, lock string }{{"plan", "EXCLUSIVE"}, {"status", "EXCLUSIVE"}, {"run", "EXCLUSIVE"}, {"run", "IMMEDIATE"}} {
		t.Run(c.name+", "+c.lock, func(t *testing.T) {
			t.Parallel()
			db := openSQLite(t, filepath.Join(t.TempDir(), "db"))
			db.SetMaxOpenConns(1)
			db.exec(t, "PRAGMA journal_mode = DELETE", "CREATE TABLE t (id text PRIMARY KEY)", "INSERT INTO t VALUES ('f81d4fae-7dec-41d0-a765-00a0c91e6bf6')", "BEGIN "+c.lock)
			args := []string{c.name, db.address, "t.id"}
			if c.name == "status" {
				args = args[:2]
			}
			begin := time.Now()
			out := must(t, conflict, args...)
			if waited := time.Since(begin); waited > 30*time.Second {
				t.Errorf("after %s: %s", waited, out)
			}
			db.exec(t, "ROLLBACK")
			must(t, done, args...)
		})
	}
}

// TestSQLiteLasting has a table with a collation that only the application knows, which a copy of the table
// needs. No command says that the same again works, and the same works when that is changed which the message
// names. The table's name is a keyword.
func TestSQLiteLasting(t *testing.T) {
	t.Parallel()
	d := &sqlite.Driver{}
	d.MustRegisterCollationUtf8("mine", strings.Compare)
	path := filepath.Join(t.TempDir(), "l.db")
	name := fmt.Sprint(t.Name(), time.Now().UnixNano())
	sql.Register(name, d)
	db := &database{kit.Must(sql.Open(name, path))(t), path}
	t.Cleanup(func() { db.Close() })
	db.exec(t, "CREATE TABLE virtual (id text PRIMARY KEY, name text)", "INSERT INTO virtual VALUES ('f81d4fae-7dec-41d0-a765-00a0c91e6bf6', 'x')")
	state := func() []string {
		return append(db.texts(t, "SELECT sql FROM sqlite_schema WHERE tbl_name = 'virtual'"), db.texts(t, "SELECT * FROM virtual")...)
	}
	before := state()
	db.exec(t, "CREATE INDEX by_name ON virtual (name COLLATE mine)")
	out := must(t, refused, "run", path, "virtual.id")
	if !strings.Contains(out, "mine") {
		t.Errorf("run does not name the collation: %s", out)
	}
	db.exec(t, "DROP INDEX by_name")
	same(t, "after the error", state(), before)
	must(t, done, "run", path, "virtual.id")
	same(t, "new", db.texts(t, "SELECT length(id) FROM virtual"), []string{"16"})
	must(t, done, "undo", path)
	same(t, "after undo", state(), before)
}

// TestSQLiteBadRowsByHand has a text that SQLite's functions read to a zero, and so take for a UUID.
func TestSQLiteBadRowsByHand(t *testing.T) {
	t.Parallel()
	db := openSQLite(t, filepath.Join(t.TempDir(), "b.db"))
	const good, odd = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f\x00"
	db.exec(t, "CREATE TABLE t (k INTEGER PRIMARY KEY, id text)")
	kit.Must(db.Exec("INSERT INTO t VALUES (1, $1), (2, $2)", good, odd))(t)
	before := db.texts(t, "SELECT k, hex(id) FROM t WHERE k = 2")
	const create, remove = `CREATE TABLE "aside" AS SELECT * FROM "t" WHERE `, `DELETE FROM "t" WHERE `
	out := must(t, refused, "plan", db.address, "t.id", "--bad-rows", "aside")
	if !strings.Contains(out, "k=2: ") || !strings.Contains(out, create) || !strings.Contains(out, remove) {
		t.Errorf("plan does not say what to do with which row: %s", out)
	}
	db.exec(t, create+"k=2", remove+"k=2")
	must(t, done, "run", db.address, "t.id")
	same(t, "good", db.texts(t, "SELECT k, length(id) FROM t"), []string{"1|16"})
	same(t, "bad", db.texts(t, "SELECT k, hex(id) FROM aside"), before)
}

// TestSQLiteSequence has a table with AUTOINCREMENT whose row of sqlite_sequence somebody has deleted, as some tools do
// to begin again at 1.
func TestSQLiteSequence(t *testing.T) {
	t.Parallel()
	db := openSQLite(t, filepath.Join(t.TempDir(), "s.db"))
	db.exec(t, "CREATE TABLE t (k INTEGER PRIMARY KEY AUTOINCREMENT, id)", "INSERT INTO t VALUES (7, '"+badA+"'), (8, 'odd')", "DELETE FROM sqlite_sequence")
	for _, args := range [][]string{{"run", db.address, "t.id", "--bad-rows", "odd"}, {"undo", db.address}} {
		must(t, done, args...)
		same(t, "sequence", db.texts(t, "SELECT * FROM sqlite_sequence"), nil)
	}
}

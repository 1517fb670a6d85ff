package advice_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"net/url"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/advice"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// A planted object is one that uuid migrate plan refuses, and what its refusal says to do.
type planted struct {
	advice.Refusal        // as refusals.tsv has it
	plant          string // statements, in which A and B are ids
	args           string // of plan
	do             string // statements; those that the refusal prints after "IT"
	then           string // the arguments afterwards, if they are others
	after          string // statements after run
}

// remade makes SQLite's table t again.
func remade(columns string) string {
	return "ALTER TABLE t RENAME TO o; CREATE TABLE t (" + columns + "); INSERT INTO t SELECT * FROM o; DROP TABLE o"
}

func plants() []planted {
	of := func(pkg, manual string) advice.Refusal { return advice.Refusal{Package: pkg, Manual: manual} }
	const (
		text   = "CREATE TABLE t (id TEXT PRIMARY KEY, n INT); INSERT INTO t VALUES ('A', 1); "
		bad    = text + "INSERT INTO t VALUES ('nobody', 2); "
		char   = "CREATE TABLE t (id char(36) PRIMARY KEY, n int); INSERT INTO t VALUES ('A', 1); "
		noID   = char + "INSERT INTO t VALUES ('nobody', 2); "
		any16  = "CREATE TABLE t (id BLOB PRIMARY KEY); INSERT INTO t VALUES "
		online = "t.id --online"
		other  = "CREATE TABLE o (id text PRIMARY KEY); INSERT INTO o VALUES ('A')"
	)
	return []planted{
		{of("migrate", "…correct the values, such as to text in lower case, or delete these rows, or say --bad-rows TABLE; -o json lists up to %d of them…"), bad, "t.id", "", "t.id --bad-rows aside", ""},
		{of("migrate", "…correct the values, such as to text in lower case, or delete these rows, or say --bad-rows TABLE; -o json lists up to %d of them…"), bad, "t.id", "DELETE FROM t WHERE n = 2", "", ""},
		{of("migrate", "name another column, or correct the values"), "CREATE TABLE t (id TEXT PRIMARY KEY, name TEXT); INSERT INTO t VALUES ('A', 'a')", "t.name --bad-rows aside", "", "t.id", ""},
		{of("migrate", "find out which of the two it is"), any16 + "(x'00112233445544448899aabbccddeeff')", "t.id --to text --bytes bytes-mixed", "", "t.id --to text --bytes bytes", ""},
		{of("migrate", "if that is their form, say --bytes …"), any16 + "(x'00112233445500448899aabbccddeeff')", "t.id --to text", "", "t.id --to text --bytes bytes-mixed", ""},
		{of("migrate", "find out who writes them, and name the form: --bytes FORM"), any16 + "(x'00112233445500448899aabbccddeeff'), (x'00112233445544008899aabbccddeeff')", "t.id --to text", "", "t.id --to text --bytes bytes", ""},
		{of("sqlkit", "merge or delete these rows; all of them: …"), text + "INSERT INTO t VALUES (upper('A'), 2)", "t.id", "DELETE FROM t WHERE n = 2", "", ""},
		{of("sqlkit", "correct the rows of …, or move these away, too"), "CREATE TABLE t (id TEXT PRIMARY KEY, n INT UNIQUE); INSERT INTO t VALUES ('A', 1), ('nobody', 2); CREATE TABLE c (n INT REFERENCES t(n)); INSERT INTO c VALUES (2)", "t.id --bad-rows aside", "UPDATE t SET id = 'B' WHERE n = 2", "t.id", ""},

		{of("sqlite", "drop it, migrate, and create it again; it is: …"), text + "CREATE VIEW v AS SELECT * FROM t", "t.id", "DROP VIEW v", "", "IT"},
		{of("sqlite", "keep a copy of what it alone has, drop it, migrate, create it again, and fill it, with FTS5's 'rebuild' if it has a content table; it is: …"), text + "CREATE VIRTUAL TABLE f USING fts5(id, content='t')", "t.id", "DROP TABLE f", "", "CREATE VIRTUAL TABLE f USING fts5(id, content='t'); INSERT INTO f (f) VALUES ('rebuild')"},
		{of("sqlite", "drop the foreign key"), "CREATE TABLE t (id TEXT PRIMARY KEY REFERENCES gone (id)); INSERT INTO t VALUES ('A')", "t.id", remade("id TEXT PRIMARY KEY"), "", ""},
		{of("sqlite", "give it another name, or rename that"), bad + "CREATE TABLE aside (n INT)", "t.id --bad-rows aside", "", "t.id --bad-rows other", ""},
		{of("sqlite", "give it another name, or rename that"), bad + "CREATE TABLE aside (n INT)", "t.id --bad-rows aside", "ALTER TABLE aside RENAME TO was", "", ""},
		{of("sqlite", "leave it out, and stop the application"), text, online, "", "t.id", ""},
		{of("sqlite", "make the table again with type TEXT first, or do without undo"), "CREATE TABLE t (id UUID PRIMARY KEY); INSERT INTO t VALUES (replace('A', '-', ''))", "t.id", remade("id TEXT PRIMARY KEY"), "", ""},
		{of("sqlite", "make the table again without that, migrate, and put it back"), "CREATE TABLE t (id TEXT PRIMARY KEY CHECK (length(id) = 36)); INSERT INTO t VALUES ('A')", "t.id", remade("id TEXT PRIMARY KEY"), "", remade("id BLOB PRIMARY KEY CHECK (length(id) = 16)")},
		{of("sqlite", "make the table again without the default, migrate, and give it one of the new form"), "CREATE TABLE t (n INT, id TEXT DEFAULT 'A'); INSERT INTO t VALUES (1, 'B')", "t.id", remade("n INT, id TEXT"), "", remade("n INT, id BLOB DEFAULT x'00112233445544448899aabbccddeeff'")},
		{of("sqlite", "fix or drop that foreign key, even if its table is not in the plan"), text + "CREATE TABLE p (x INT); CREATE TABLE c (y INT REFERENCES p (x)); INSERT INTO c VALUES (1)", "t.id", "INSERT INTO p VALUES (1); CREATE UNIQUE INDEX u ON p (x)", "", ""},
		{of("sqlite", "name another column"), "CREATE TABLE t (n INTEGER PRIMARY KEY, id TEXT); INSERT INTO t VALUES (1, 'A')", "t.n", "", "t.id", ""},
		{of("sqlite", "rename one of the columns rowid, _rowid_ and oid"), "CREATE TABLE t (id TEXT PRIMARY KEY, rowid TEXT, _rowid_ TEXT, oid TEXT); INSERT INTO t VALUES ('A', 'a', 'b', 'c')", "t.id", "ALTER TABLE t RENAME COLUMN oid TO o", "", ""},
		{of("sqlite", "rename or drop it"), text + "CREATE TABLE uuidkit_old_t (n INT)", "t.id", "DROP TABLE uuidkit_old_t", "", ""},

		{of("postgres", "add one, such as a column bigint GENERATED ALWAYS AS IDENTITY UNIQUE, or migrate without --online"), "CREATE TABLE t (id text); INSERT INTO t VALUES ('A')", online, "ALTER TABLE t ADD k bigint GENERATED ALWAYS AS IDENTITY UNIQUE", "", ""},
		{of("postgres", "correct or delete these rows: …"), text + "CREATE TABLE c (id text CONSTRAINT f REFERENCES t); ALTER TABLE c DISABLE TRIGGER ALL; INSERT INTO c VALUES ('B'); ALTER TABLE c ENABLE TRIGGER ALL", "t.id", "DELETE FROM c", "", ""},
		{of("postgres", "give it a longer type first"), "CREATE TABLE t (id varchar(32) PRIMARY KEY); INSERT INTO t VALUES (replace('A', '-', ''))", "t.id --to text", "ALTER TABLE t ALTER id TYPE varchar(36)", "", ""},
		{of("postgres", "give it another name, or rename that"), bad + "CREATE TABLE aside (n int)", "t.id --bad-rows aside", "", "t.id --bad-rows other", ""},
		{of("postgres", "migrate the columns that it is computed from"), "CREATE TABLE t (id text PRIMARY KEY, a text, g text GENERATED ALWAYS AS (a) STORED); INSERT INTO t VALUES ('A', 'a')", "t.id t.g", "", "t.id", ""},
		{of("postgres", "migrate without --online"), text + "CREATE SCHEMA s; CREATE TABLE s.t (id text PRIMARY KEY)", "public.t.id s.t.id --online", "", "public.t.id s.t.id", ""},
		{of("postgres", "detached: offline"), "CREATE TABLE t (id text PRIMARY KEY DEFERRABLE); INSERT INTO t VALUES ('A')", online, "", "t.id", ""},
		{of("postgres", "refuseType: manual"), "CREATE DOMAIN d AS text; CREATE TABLE t (id d PRIMARY KEY, n int, u text); INSERT INTO t VALUES ('A', 1, 'B')", "t.id t.u", "IT", "t.id", ""},
		{of("postgres", "name the columns of the tables from which it is made"), text + "CREATE VIEW v AS SELECT n FROM t; CREATE VIEW w AS SELECT 'A'::text AS id", "w.id", "", "t.id", ""},
		{of("postgres", "ownTable: manual"), text + "CREATE MATERIALIZED VIEW w AS SELECT 'A'::text AS id", "w.id", "", "t.id", ""},
		{of("postgres", "ownTable: manual"), "CREATE TABLE t (id text, n int) PARTITION BY LIST (n); CREATE TABLE t1 PARTITION OF t FOR VALUES IN (1); INSERT INTO t VALUES ('A', 1); " + other, "t.id o.id", "IT", "o.id", "SELECT 1 / count(*) FROM t1 WHERE id = 'A'::uuid"},
		{of("postgres", "ownTable: manual"), "CREATE TABLE t (id text, n int) PARTITION BY LIST (n); CREATE TABLE t1 PARTITION OF t FOR VALUES IN (1); INSERT INTO t VALUES ('A', 1); " + other, "t1.id o.id", "IT", "o.id", "SELECT 1 / count(*) FROM t WHERE id = 'A'::uuid"},
		{of("postgres", "ownTable: manual"), text + "CREATE TABLE c () INHERITS (t); " + other, "c.id o.id", "IT", "o.id", "SELECT 1 / count(*) FROM t WHERE id = 'A'::uuid"},
		{of("postgres", "ownTable: manual"), "CREATE TYPE y AS (id text, n int); CREATE TABLE t OF y (PRIMARY KEY (id)); INSERT INTO t VALUES ('A', 1)", "t.id", "IT", "", "ALTER TYPE y ALTER ATTRIBUTE id TYPE uuid; ALTER TABLE t OF y"},
		{of("postgres", "ownTable: manual"), text + "CREATE TABLE c (id text REFERENCES t); ALTER TABLE c DISABLE TRIGGER ALL", "t.id", "IT", "", ""},
		{of("postgres", "…, and enable it afterwards, or move or correct these rows by hand"), bad + "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; CREATE TRIGGER g AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION f()", "t.id --bad-rows aside", "DELETE FROM t WHERE n = 2", "t.id", ""},
		{of("postgres", "rename or drop it"), text + "CREATE SCHEMA uuidkit_new", online, "DROP SCHEMA uuidkit_new", "", ""},
		{of("postgres", "see that it works with both types, such as by a cast of the column to text"), text + "CREATE FUNCTION f(x text) RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM t WHERE id = x'", "t.id", "CREATE OR REPLACE FUNCTION f(x text) RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM t WHERE id::text = x'", "t.id --accept|function public.f(text)", "SELECT 1 / f('A')"},

		{of("mysql", "change its character set to ascii first"), "CREATE TABLE t (id char(36) CHARACTER SET utf16 PRIMARY KEY); INSERT INTO t VALUES ('A')", "t.id", "ALTER TABLE t MODIFY id char(36) CHARACTER SET ascii NOT NULL", "", ""},
		{of("mysql", "drop the column, or give it the type by hand"), "CREATE TABLE t (id char(36) PRIMARY KEY, u varchar(20)); INSERT INTO t VALUES ('A', NULL)", "t.id t.u", "ALTER TABLE t DROP u", "t.id", ""},
		{of("mysql", "drop the index, migrate, and create it again"), char + "CREATE INDEX k ON t (id(10))", "t.id", "DROP INDEX k ON t", "", "CREATE INDEX k ON t (id)"},
		{of("mysql", "drop the key, migrate, and add it again when the table is there"), char + "SET foreign_key_checks = 0; ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (n) REFERENCES gone (n)", "t.id", "ALTER TABLE t DROP FOREIGN KEY f", "", "CREATE TABLE gone (n int PRIMARY KEY); INSERT INTO gone VALUES (1); ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (n) REFERENCES gone (n)"},
		{of("mysql", "give it another name, or rename that"), noID + "CREATE TABLE aside (n int)", "t.id --bad-rows aside", "", "t.id --bad-rows other", ""},
		{of("mysql", "rename it"), "CREATE TABLE LONG (id char(36) PRIMARY KEY); INSERT INTO LONG VALUES ('A')", "LONG.id", "RENAME TABLE LONG TO t", "t.id", ""},
		{of("mysql", "take it away, migrate, and put it back for the new form"), "CREATE TABLE t (id char(36) PRIMARY KEY, CONSTRAINT c CHECK (length(id) = 36)); INSERT INTO t VALUES ('A')", "t.id", "ALTER TABLE t DROP CONSTRAINT c", "", "ALTER TABLE t ADD CONSTRAINT c CHECK (length(id) = 16)"},
		{of("mysql", "only char, varchar, text, binary, varbinary, blob and MariaDB's uuid are, with a default that is a UUID or makes one by uuid(): take another one away, or convert the column by hand"), "CREATE TABLE t (n int PRIMARY KEY, id char(36) DEFAULT (concat('x', 'y'))); INSERT INTO t VALUES (1, 'A')", "t.id", "ALTER TABLE t ALTER id DROP DEFAULT", "", ""},
		{of("mysql", "take the default away"), "CREATE TABLE t (n int PRIMARY KEY, id char(36) DEFAULT 'none'); INSERT INTO t VALUES (1, 'A')", "t.id", "ALTER TABLE t ALTER id DROP DEFAULT", "", ""},
		{of("mysql", "use --to native"), "CREATE TABLE t (id char(36) PRIMARY KEY); INSERT INTO t VALUES ('00112233-4455-8677-8099-aabbccddeeff')", "t.id --to uuid", "", "t.id --to native", ""},
		{of("mysql", "…add one"), "CREATE TABLE t (id char(36)); INSERT INTO t VALUES ('A')", online, "ALTER TABLE t ADD k int AUTO_INCREMENT PRIMARY KEY", "", ""},
		{of("mysql", "…add one"), "CREATE TABLE t (id char(36)); INSERT INTO t VALUES ('A')", online, "", "t.id", ""},
		{of("mysql", "…choose another primary key"), "CREATE TABLE t (id char(36), n int NOT NULL, d double PRIMARY KEY); INSERT INTO t VALUES ('A', 1, 1)", online, "ALTER TABLE t DROP PRIMARY KEY, ADD PRIMARY KEY (n)", "", ""},
		{of("mysql", "…correct or delete them"), noID, "t.id --online --bad-rows aside", "DELETE FROM t WHERE n = 2", online, ""},
		{of("mysql", "…replace its actions by RESTRICT for the time of the migration"), "CREATE TABLE p (k int PRIMARY KEY); INSERT INTO p VALUES (1); CREATE TABLE t (id char(36) PRIMARY KEY, k int, CONSTRAINT f FOREIGN KEY (k) REFERENCES p (k) ON DELETE CASCADE); INSERT INTO t VALUES ('A', 1)", online, "ALTER TABLE t DROP FOREIGN KEY f; ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (k) REFERENCES p (k) ON DELETE RESTRICT", "", "ALTER TABLE t DROP FOREIGN KEY f; ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (k) REFERENCES p (k) ON DELETE CASCADE"},
		{of("mysql", "refuseOnline: way"), "CREATE TABLE t (id char(36) PRIMARY KEY, up char(36), CONSTRAINT f FOREIGN KEY (up) REFERENCES t (id) ON DELETE CASCADE); INSERT INTO t VALUES ('A', NULL)", online, "ALTER TABLE t DROP FOREIGN KEY f; ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (up) REFERENCES t (id)", "", ""},
	}
}

// TestByHand does by hand what a refusal of uuid migrate plan says, with an object of its kind. Then
// run refuses no more.
func TestByHand(t *testing.T) {
	for i, p := range plants() {
		t.Run(fmt.Sprintf("%s/%d", p.Package, i), func(t *testing.T) {
			driver, dsn, address := server(t, p.Package)
			db := kit.Must(sql.Open(driver, dsn))(t)
			db.SetMaxOpenConns(1)
			defer db.Close()
			names := strings.NewReplacer("'A'", "'f81d4fae-7dec-41d0-a765-00a0c91e6bf6'", "'B'", "'f81d4fae-7dec-41d0-a765-00a0c91e6bf7'", "LONG", strings.Repeat("l", 64))
			exec := func(statements string) {
				t.Helper()
				if _, err := db.Exec(names.Replace(statements)); statements != "" && err != nil {
					t.Fatalf("%s: %v", statements, err)
				}
			}
			exec(p.plant)
			args := func(list string) []string {
				list, accept, _ := strings.Cut(names.Replace(list), "|")
				all := append([]string{address}, strings.Fields(list)...)
				if accept != "" {
					all = append(all, accept)
				}
				return all
			}
			status, out := migrate(t, append([]string{"plan", "-o", "json"}, args(p.args)...)...)
			manual := p.refusal(t, out)
			if status != refused || manual == "" {
				t.Fatalf("plan %s is not refused by %q: status %d, %s", p.args, p.Manual, status, out)
			}
			it := map[string]string{"sqlite": regexp.MustCompile(`(?s)^.*it is: `).ReplaceAllString(manual, ""), "postgres": regexp.MustCompile(`(?s), and migrate.*`).ReplaceAllString(manual, "")}[p.Package]
			exec(regexp.MustCompile(`^IT$`).ReplaceAllLiteralString(p.do, it))
			then := p.args
			if p.then != "" {
				then = p.then
			}
			if status, out := migrate(t, append(append([]string{"run"}, args(then)...), "--yes")...); status != 0 {
				t.Fatalf("whoever does %q (%s) gets status %d:\n%s", manual, p.do, status, out)
			}
			exec(regexp.MustCompile(`^IT$`).ReplaceAllLiteralString(p.after, it))
		})
	}
}

// TestCleanup does what plan says where a table that an earlier migration has left is in the way.
func TestCleanup(t *testing.T) {
	for _, p := range []planted{
		{Refusal: advice.Refusal{Package: "mysql", Manual: "run uuid migrate cleanup, if it is of an earlier migration"}, args: "t.id", then: "t.u"},
		{Refusal: advice.Refusal{Package: "postgres", Manual: "uuid migrate cleanup"}, args: "t.id --online", then: "t.u --online"},
	} {
		t.Run(p.Package, func(t *testing.T) {
			driver, dsn, address := server(t, p.Package)
			db := kit.Must(sql.Open(driver, dsn))(t)
			defer db.Close()
			kit.Must(db.Exec("CREATE TABLE t (id char(36) PRIMARY KEY, u char(36)); " +
				"INSERT INTO t VALUES ('f81d4fae-7dec-41d0-a765-00a0c91e6bf6', 'f81d4fae-7dec-41d0-a765-00a0c91e6bf7')"))(t)
			command := func(want int, verb, args string) string {
				t.Helper()
				status, out := migrate(t, append([]string{verb, address}, strings.Fields(args)...)...)
				if status != want {
					t.Fatalf("%s %s: status %d, want %d:\n%s", verb, args, status, want, out)
				}
				return out
			}
			command(0, "run", p.args+" --yes")
			if out := command(refused, "plan", p.then+" -o json"); p.refusal(t, out) == "" {
				t.Fatalf("plan %s is not refused by %q: %s", p.then, p.Manual, out)
			}
			command(0, "cleanup", "--yes")
			command(0, "run", p.then+" --yes")
		})
	}
}

// variable matches what is no text, but a variable of a function.
var variable = regexp.MustCompile(`^\w+: \w+$`)

// refusal returns what a plan says to do by hand, if it is what p is about.
func (p planted) refusal(t *testing.T, out string) string {
	var plan struct{ Refusals []struct{ Manual string } }
	if strings.HasPrefix(out, "{") {
		kit.Check(t, json.NewDecoder(strings.NewReader(out)).Decode(&plan)) // before the message
	} else if _, manual, ok := strings.Cut(out, "; by hand: "); ok { // no column is left to plan for
		plan.Refusals = append(plan.Refusals, struct{ Manual string }{strings.TrimSpace(manual)})
	}
	says := regexp.MustCompile(strings.NewReplacer("…", "(?s:.*)", "%d", "[0-9]+").Replace(regexp.QuoteMeta(p.Manual)))
	for _, r := range plan.Refusals {
		if says.MatchString(r.Manual) || variable.MatchString(p.Manual) {
			return r.Manual
		}
	}
	return ""
}

// refused is the exit status of uuid migrate.
const refused = 3

func migrate(t *testing.T, args ...string) (status int, out string) {
	t.Helper()
	cmd := exec.Command(kit.Command(t), append([]string{"migrate"}, args...)...)
	stdout, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		return exit.ExitCode(), string(stdout) + string(exit.Stderr)
	}
	kit.Check(t, err)
	return 0, string(stdout)
}

// server makes a database for refusals of a package, and returns its address for the command.
func server(t *testing.T, pkg string) (driver, dsn, address string) {
	switch pkg {
	case "postgres":
		dsn = stores.Postgres(t)
		return "pgx", dsn, dsn
	case "mysql":
		c := kit.Must(mysql.ParseDSN(stores.MariaDB(t)))(t)
		c.MultiStatements = true
		u := url.URL{Scheme: "mysql", User: url.UserPassword(c.User, c.Passwd), Host: c.Addr, Path: c.DBName}
		return "mysql", c.FormatDSN(), u.String()
	}
	dsn = filepath.Join(t.TempDir(), "shop.db")
	return "sqlite", dsn, dsn
}

package migrate

import (
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// several has two migrations, of a.id and b.id, and returns the ID of the second.
func several(t *testing.T, db *database) (id string) {
	t.Helper()
	for _, name := range []string{"a", "b"} {
		db.exec(t, "CREATE TABLE "+name+" (k int PRIMARY KEY, id char(36) UNIQUE)", "INSERT INTO "+name+" VALUES (1, '"+mysqlA+"')")
		must(t, done, "run", db.address, name+".id")
	}
	return db.textsOf(t, "SELECT max(id) FROM uuidkit_migration")[0]
}

// TestSeveral undoes the latest of two migrations by its ID, so that the same command again is
// not the undo of the other one.
func TestSeveral(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(*testing.T) *database{
		"SQLite":     func(t *testing.T) *database { return openSQLite(t, filepath.Join(t.TempDir(), "s.db")) },
		"PostgreSQL": func(t *testing.T) *database { return openPostgres(t, stores.Postgres(t)) },
		"MariaDB":    func(t *testing.T) *database { return openMySQL(t, stores.MariaDB(t)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := open(t)
			id := several(t, db)
			first := db.textsOf(t, "SELECT min(id) FROM uuidkit_migration")[0]
			must(t, refused, "undo", db.address, first)
			must(t, done, "undo", db.address, id)
			must(t, refused, "undo", db.address, id)
			same(t, "migrations", db.textsOf(t, "SELECT id FROM uuidkit_migration"), []string{first})

			// A clock that is behind would put the next migration before the last.
			later := "f" + first[1:]
			db.exec(t, "UPDATE uuidkit_migration SET id = '"+later+"', plan = REPLACE(plan, '"+first+"', '"+later+"')")
			must(t, conflict, "run", db.address, "b.id")
			must(t, done, "undo", db.address)
			must(t, done, "run", db.address, "b.id")
		})
	}
}

// TestPostgresFinish finishes run --online after a foreign key was dropped, and not while one is
// broken.
func TestPostgresFinish(t *testing.T) {
	t.Parallel()
	db := openPostgres(t, stores.Postgres(t))
	db.exec(t, "CREATE TABLE p (id int PRIMARY KEY)", "INSERT INTO p VALUES (1), (2)",
		"CREATE TABLE c (id text PRIMARY KEY, p int CONSTRAINT f REFERENCES p, q int CONSTRAINT g REFERENCES p)", "INSERT INTO c VALUES ('"+mysqlA+"', 1, 2)")
	run := []string{"run", db.address, "c.id", "--online"}
	must(t, done, run...)
	db.exec(t, "UPDATE uuidkit_migration SET state = 'checking'", "ALTER TABLE c DROP CONSTRAINT f",
		"DO $$ BEGIN SET LOCAL session_replication_role = replica; UPDATE c SET q = 3; END $$",
		"ALTER TABLE c DROP CONSTRAINT g, ADD CONSTRAINT g FOREIGN KEY (q) REFERENCES p NOT VALID")
	if out := must(t, conflict, run...); !strings.Contains(out, "\"g\"") {
		t.Errorf("run does not name the key: %s", out)
	}
	db.exec(t, "UPDATE c SET q = 2")
	must(t, done, run...)
	same(t, "keys", db.texts(t, "SELECT conname, convalidated FROM pg_constraint WHERE conrelid = 'c'::regclass AND contype = 'f'"), []string{"g|true"})
}

// TestPostgresOtherRoles has a transaction of another role wait, of which an owner of tables may
// not see all.
func TestPostgresOtherRoles(t *testing.T) {
	t.Parallel()
	admin := openPostgres(t, stores.Postgres(t))
	u := kit.Must(url.Parse(admin.address))(t)
	as := func(name string) *database {
		t.Helper()
		role := strings.TrimPrefix(u.Path, "/") + "_" + name
		admin.exec(t, "CREATE ROLE "+role+" LOGIN PASSWORD 'secret'", "GRANT CREATE ON DATABASE "+u.Path[1:]+" TO "+role, "GRANT CREATE ON SCHEMA public TO "+role)
		t.Cleanup(func() { admin.exec(t, "DROP OWNED BY "+role, "DROP ROLE "+role) })
		other := *u
		other.User = url.UserPassword(role, "secret")
		return openPostgres(t, other.String())
	}
	owner, app := as("owner"), as("app")
	owner.exec(t, "CREATE TABLE t (id text PRIMARY KEY, n int)", "INSERT INTO t VALUES ('"+mysqlA+"', 1)", "GRANT ALL ON t TO PUBLIC")

	// What the owner of tables may not do, and what the refusals say.
	grant := " CREATE ON DATABASE " + u.Path[1:] + " %s " + u.Path[1:] + "_owner"
	admin.exec(t, "REVOKE"+fmt.Sprintf(grant, "FROM"))
	refuses(t, "privilege: schema uuidkit_new", owner.address, "t.id", "--online")
	must(t, done, "run", owner.address, "t.id")
	must(t, done, "undo", owner.address)
	admin.exec(t, "GRANT"+fmt.Sprintf(grant, "TO"), "REVOKE CREATE ON SCHEMA public FROM "+u.Path[1:]+"_owner")
	refuses(t, "privilege: table uuidkit_migration", owner.address, "t.id")
	owner.exec(t, "CREATE SCHEMA notes")
	notes := owner.address + "&search_path=notes,public"
	must(t, done, "run", notes, "t.id")
	must(t, done, "undo", notes)
	admin.exec(t, "GRANT CREATE ON SCHEMA public TO "+u.Path[1:]+"_owner")

	tx := kit.Must(app.BeginTx(t.Context(), &sql.TxOptions{Isolation: sql.LevelRepeatableRead}))(t)
	defer tx.Rollback()
	kit.Must(tx.Exec("SELECT count(*) FROM pg_class"))(t)
	p := start(t, "run", owner.address, "t.id", "--online")
	var rows int
	status, output := p.wait(t, func(int) {
		if rows == 0 && strings.HasPrefix(p.lines.Text(), "waiting for transactions that began before") {
			kit.Check(t, tx.QueryRow("SELECT count(*) FROM t").Scan(&rows)) // those of its snapshot
			kit.Check(t, tx.Commit())
		}
	})
	if status != done || rows != 1 {
		t.Fatalf("status %d, it sees %d rows: %s", status, rows, output)
	}
	same(t, "rows", owner.texts(t, "SELECT pg_typeof(id), n FROM t"), []string{"uuid|1"})
}

// TestPostgresRewritten has a table written anew between the checksums and the switch, which waits:
// with the same rows as the new table, or with others.
func TestPostgresRewritten(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		statements []string
		status     int
		want       string
	}{
		"ALTER":    {[]string{"ALTER TABLE t ALTER note TYPE text USING upper(note)"}, differs, "A"},
		"TRUNCATE": {[]string{"TRUNCATE t", "INSERT INTO t VALUES ('" + mysqlB + "', 'b')"}, done, "b"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rewritten(t, c.statements, c.status, c.want)
		})
	}
}

func rewritten(t *testing.T, statements []string, want int, note string) {
	db := openPostgres(t, stores.Postgres(t))
	db.exec(t, "CREATE TABLE t (id text PRIMARY KEY, note text)", "INSERT INTO t VALUES ('"+mysqlA+"', 'a')")
	tx := kit.Must(db.Begin())(t)
	defer tx.Rollback()
	kit.Must(tx.Exec("SELECT 1 FROM t"))(t)
	run := []string{"run", db.address, "t.id", "--online"}
	end := start(t, run...).background(t)
	kit.Eventually(t, "the switch waits", func() bool {
		return len(db.texts(t, "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%ACCESS EXCLUSIVE%'")) > 0
	})
	for _, s := range statements {
		kit.Must(tx.Exec(s))(t)
	}
	kit.Check(t, tx.Commit())
	status, output := end()
	if status != want {
		t.Errorf("run: status %d, want %d", status, want)
	}
	if want != done { // the copy was of no use any more, and is gone
		if lines := follows(output); len(lines) != 1 || strings.Contains(pasted(t, db.address, lines["see how far it is"]), "uuid migrate ") {
			t.Errorf("status 1 has other lines than status, or that knows of a migration: %s", output)
		}
		must(t, refused, "undo", db.address)
		must(t, done, run...)
	}
	same(t, "rows", db.texts(t, "SELECT pg_typeof(id), note FROM t"), []string{"uuid|" + note})
}

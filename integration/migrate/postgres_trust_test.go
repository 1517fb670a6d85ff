package migrate

import (
	neturl "net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// TestPostgresReferredMeanwhile writes a row of another table after the plan that refers to a bad row: run does not
// move that away, since the key would delete the other row, or write NULL into it.
func TestPostgresReferredMeanwhile(t *testing.T) {
	t.Parallel()
	for _, action := range []string{"CASCADE", "SET NULL", "NO ACTION"} {
		db := openPostgres(t, stores.Postgres(t))
		db.exec(t, "CREATE TABLE users (id text PRIMARY KEY, no int UNIQUE)", "INSERT INTO users VALUES ('"+badA+"', 1), ('odd', 2)",
			"CREATE TABLE logins (k int PRIMARY KEY, user_no int REFERENCES users (no) ON DELETE "+action+")", "INSERT INTO logins VALUES (1, 1)")
		tx := kit.Must(db.Begin())(t)
		defer tx.Rollback()
		if action == "NO ACTION" { // as a subscription does: the key takes no lock of users
			kit.Must(tx.Exec("SET LOCAL session_replication_role = replica"))(t)
		}
		kit.Must(tx.Exec("INSERT INTO logins VALUES (2, 2)"))(t)
		run := []string{"run", db.address, "users.id", "--bad-rows", "bad"}
		p := start(t, run...)
		kit.Eventually(t, "run waits", func() bool {
			return db.texts(t, "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'LOCK TABLE%'") != nil
		})
		kit.Check(t, tx.Commit())
		if status, out := p.wait(t, nil); status != conflict || !strings.Contains(out, "public.logins.user_no") {
			t.Errorf("%s: status %d, want %d, and the column: %s", action, status, conflict, out)
		}
		same(t, action, db.texts(t, "SELECT k, user_no FROM logins ORDER BY k"), []string{"1|1", "2|2"})
		same(t, "users", db.texts(t, "SELECT no, pg_typeof(id) FROM users ORDER BY no"), []string{"1|text", "2|text"})
		db.exec(t, "DELETE FROM logins WHERE k = 2")
		must(t, done, run...)
		must(t, done, "undo", db.address)
	}
}

// TestPostgresJournalOwner has a journal whose owner is neither the user of the command, nor a superuser or the
// owner of the database: its statements are not executed.
func TestPostgresJournalOwner(t *testing.T) {
	t.Parallel()
	u := kit.Must(neturl.Parse(stores.Postgres(t)))(t)
	admin := u.String()
	db := openPostgres(t, admin)
	owner, other := postgresRole(t, db), postgresRole(t, db)
	for _, role := range []string{owner, other} {
		db.exec(t, "ALTER ROLE "+role+" LOGIN PASSWORD 'x'")
	}
	as := func(role string) string {
		u.User = neturl.UserPassword(role, "x")
		return u.String()
	}
	db.exec(t, "CREATE SCHEMA s", "GRANT ALL ON SCHEMA s TO "+other, "GRANT "+other+" TO "+owner, "CREATE TABLE t (id text PRIMARY KEY)", "ALTER TABLE t OWNER TO "+owner, "INSERT INTO t VALUES ('"+lockedID+"')",
		"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO "+owner+"', current_database()); END $$")
	const journal = " uuidkit_migration (id, state, plan, switched) AS SELECT repeat('0', 36), 'checking', '{\"finish\":[\"CREATE TABLE public.taken ()\"]}', '2026-11-29T00:00:00Z'"
	for _, make := range []string{"CREATE TABLE s." + journal[1:], "CREATE VIEW s." + journal[1:]} {
		openPostgres(t, as(other)).exec(t, make)
		for _, address := range []string{admin, as(owner)} {
			path := address + "&search_path=s,public"
			for _, args := range [][]string{{"status", path}, {"plan", path, "t.id"}, {"run", path, "t.id"}, {"undo", path}, {"cleanup", path}} {
				if out := must(t, refused, args...); !strings.Contains(out, "s.uuidkit_migration") || !strings.Contains(out, other) {
					t.Errorf("%s does not name the table and its owner: %s", args[0], out)
				}
			}
		}
		same(t, "executed", db.texts(t, "SELECT FROM pg_class WHERE relname = 'taken'"), nil)
		db.exec(t, regexp.MustCompile("^CREATE (TABLE|VIEW) (\\S+).*").ReplaceAllString(make, "DROP $1 $2"))
	}

	// The owner of the database is trusted, and the owner of a table can be changed, as the message says.
	must(t, done, "run", as(owner), "t.id")
	must(t, done, "undo", admin)
	must(t, done, "run", as(owner), "t.id")
	db.exec(t, "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO postgres', current_database()); END $$")
	out := must(t, refused, "undo", admin)
	db.exec(t, regexp.MustCompile(`ALTER TABLE \S+ OWNER TO \w+`).FindString(out))
	must(t, done, "undo", admin)

	// Whoever owns the schema could drop the old tables.
	db.exec(t, "CREATE SCHEMA uuidkit_old AUTHORIZATION "+other)
	refuses(t, "privilege: schema uuidkit_old", admin, "t.id", "--online")
	for _, r := range refusals(t, admin, "t.id", "--online") {
		db.exec(t, r.Manual)
	}
	must(t, done, "run", admin, "t.id", "--online")
}

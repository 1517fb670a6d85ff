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

// TestPostgresJournalTaken has another role that makes or replaces the journal while a command waits for a lock: its
// statements are not executed.
func TestPostgresJournalTaken(t *testing.T) {
	t.Parallel()
	u := kit.Must(neturl.Parse(stores.Postgres(t)))(t)
	admin := u.String() + "&search_path=s,public"
	db := openPostgres(t, admin)
	role := postgresRole(t, db)
	db.exec(t, "ALTER ROLE "+role+" LOGIN PASSWORD 'x'", "CREATE TABLE public.t (id text PRIMARY KEY)", "INSERT INTO t VALUES ('"+lockedID+"')")
	u.User = neturl.UserPassword(role, "x")
	other := openPostgres(t, u.String())
	const takes = "LANGUAGE plpgsql AS 'BEGIN CREATE TABLE public.taken (); RETURN NULL; END'"
	const makes = "CREATE TABLE s.uuidkit_migration (id text, state text, plan text, switched text); CREATE TRIGGER g BEFORE INSERT ON s.uuidkit_migration FOR EACH ROW EXECUTE FUNCTION s.trigger()"
	const replaces = "DROP TABLE s.uuidkit_migration; CREATE VIEW s.uuidkit_migration (id, state, plan, switched) AS SELECT '', 'switched', '{}', s.value()"
	for _, c := range []struct {
		lock, then string // in a transaction of the other role, and when the command waits for it
		args       []string
	}{
		{"", makes, []string{"run", admin, "t.id"}},
		{"", makes, []string{"run", admin, "t.id", "--online"}},
		{replaces, "", []string{"undo", admin}},
		{replaces, "", []string{"status", admin}},
	} {
		db.exec(t, "DROP SCHEMA IF EXISTS s CASCADE", "ALTER TABLE t ALTER id TYPE text", "CREATE SCHEMA s AUTHORIZATION "+role)
		other.exec(t, "CREATE FUNCTION s.trigger() RETURNS trigger "+takes, "CREATE FUNCTION s.value() RETURNS text "+takes)
		if c.lock != "" {
			must(t, done, "run", admin, "t.id")
		}
		before := db.texts(t, "SELECT pg_typeof(id)::text FROM t")
		tx := kit.Must(db.Begin())(t)
		kit.Must(tx.Exec("LOCK TABLE t IN SHARE UPDATE EXCLUSIVE MODE"))(t)
		theirs := kit.Must(other.Begin())(t)
		kit.Must(theirs.Exec(c.lock))(t)
		p := start(t, c.args...)
		kit.Eventually(t, "the command waits", func() bool {
			return db.texts(t, "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name = 'uuid migrate'") != nil
		})
		kit.Must(theirs.Exec(c.then))(t)
		kit.Check(t, theirs.Commit())
		kit.Check(t, tx.Rollback())
		if status, out := p.wait(t, nil); status != refused || !strings.Contains(out, "s.uuidkit_migration") || !strings.Contains(out, role) {
			t.Errorf("%s: status %d, want %d, and the table and its owner: %s", c.args, status, refused, out)
		}
		same(t, "executed", db.texts(t, "SELECT FROM pg_class WHERE relname = 'taken'"), nil)
		same(t, "type", db.texts(t, "SELECT pg_typeof(id)::text FROM t"), before)
	}
}

// TestPostgresNewTaken has another role that makes the schema of --online after the plan, whose table of how far the
// copy is becomes part of a statement.
func TestPostgresNewTaken(t *testing.T) {
	t.Parallel()
	url := stores.Postgres(t)
	db := openPostgres(t, url)
	role := postgresRole(t, db)
	db.exec(t, "CREATE TABLE t (id text PRIMARY KEY)", "INSERT INTO t VALUES ('"+lockedID+"')")
	tx := kit.Must(db.Begin())(t)
	kit.Must(tx.Exec("SELECT pg_advisory_xact_lock(hashtextextended('uuidkit_migration', 0))"))(t)
	p := start(t, "run", url, "t.id", "--online")
	kit.Eventually(t, "run asks for its lock", func() bool {
		return db.texts(t, "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_try_advisory_lock%' AND pid <> pg_backend_pid()") != nil
	})
	db.exec(t, "CREATE SCHEMA uuidkit_new AUTHORIZATION "+role, "SET ROLE "+role+`;
CREATE FUNCTION uuidkit_new.take() RETURNS text LANGUAGE plpgsql AS 'BEGIN CREATE TABLE public.taken (); RETURN ''''; END';
CREATE TABLE uuidkit_new.uuidkit_progress AS SELECT 'public.t' AS name, '(uuidkit_new.take())' AS bound; CREATE TABLE uuidkit_new.t (id uuid PRIMARY KEY); RESET ROLE`)
	kit.Check(t, tx.Rollback())
	if status, out := p.wait(t, nil); status != refused || !strings.Contains(out, "uuidkit_new") || !strings.Contains(out, role) {
		t.Errorf("status %d, want %d, and the schema and its owner: %s", status, refused, out)
	}
	same(t, "executed", db.texts(t, "SELECT FROM pg_class WHERE relname = 'taken'"), nil)
	db.exec(t, "DROP SCHEMA uuidkit_new CASCADE")
	must(t, done, "run", url, "t.id", "--online")
}

// TestPostgresJournalGrants has another role that may write to the journal: by default privileges, which run takes back,
// and because somebody has granted it.
func TestPostgresJournalGrants(t *testing.T) {
	t.Parallel()
	url := stores.Postgres(t)
	db := openPostgres(t, url)
	role := postgresRole(t, db)
	db.exec(t, "CREATE TABLE t (id text PRIMARY KEY)", "INSERT INTO t VALUES ('"+lockedID+"')", "GRANT CREATE ON SCHEMA public TO "+role,
		"ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO "+role+", PUBLIC")
	for _, how := range [][]string{nil, {"--online"}} {
		must(t, done, append([]string{"run", url, "t.id"}, how...)...)
		same(t, "privileges", db.texts(t, "SELECT p FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) p WHERE has_table_privilege('"+role+"', 'uuidkit_migration', p)"), []string{"SELECT"})
		for _, c := range []struct{ sql, want string }{
			{"GRANT INSERT ON uuidkit_migration TO " + role, role},
			{"GRANT UPDATE (plan) ON uuidkit_migration TO " + role, role},
			{"GRANT UPDATE ON uuidkit_migration TO PUBLIC", "PUBLIC"},
			{"GRANT TRIGGER ON uuidkit_migration TO " + role + "; SET ROLE " + role + "; CREATE FUNCTION take() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN CREATE TABLE public.taken (); RETURN NEW; END'; CREATE TRIGGER g BEFORE INSERT OR UPDATE OR DELETE ON uuidkit_migration EXECUTE FUNCTION take(); RESET ROLE", role},
		} {
			db.exec(t, c.sql)
			for i := 0; ; i++ { // until what the messages say is done
				status, out := uuid(t, "status", url)
				if status == done && i > 0 {
					break
				}
				if status != refused || i > 1 || !strings.Contains(out, "public.uuidkit_migration") || !strings.Contains(out, c.want) {
					t.Fatalf("%s: status %d, want %d, and the table and the role: %s", c.sql, status, refused, out)
				}
				must(t, refused, append([]string{"undo", url}, how...)...)
				db.exec(t, regexp.MustCompile(`(REVOKE|DROP TRIGGER) [^;]+`).FindString(out))
			}
		}
		must(t, done, append([]string{"undo", url}, how...)...)
		db.exec(t, "DROP FUNCTION take()")
	}
}

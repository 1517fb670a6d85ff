package migrate

import (
	neturl "net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// TestPostgresBadRowsDeferred moves rows of tables with a key that is checked at the end of a transaction: PostgreSQL
// does not alter a table for whose rows such a check waits.
func TestPostgresBadRowsDeferred(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		db.exec(t, "CREATE TABLE users (id text PRIMARY KEY)", "CREATE TABLE products (no int PRIMARY KEY)",
			"CREATE TABLE orders (no int PRIMARY KEY, user_id text REFERENCES users DEFERRABLE INITIALLY DEFERRED, product int REFERENCES products DEFERRABLE INITIALLY DEFERRED)",
			"CREATE TABLE items (k int PRIMARY KEY, order_no int REFERENCES orders DEFERRABLE INITIALLY DEFERRED)",
			"INSERT INTO users VALUES ('"+badA+"'), ('odd')", "INSERT INTO products VALUES (5)", "INSERT INTO orders VALUES (1, '"+badA+"', 5), (2, 'odd', 5)", "INSERT INTO items VALUES (7, 1)")
		const rows = "SELECT no, user_id, product FROM orders ORDER BY no"
		before := db.texts(t, rows)
		must(t, done, "run", url, "users.id", "--bad-rows", "übrige")
		same(t, "run", db.texts(t, rows), before[:1])
		must(t, done, "undo", url)
		same(t, "undo", db.texts(t, rows), before)
	})
}

// TestPostgresBadRowsSeen has a trigger and a rule that delete rows of another table when run moves a row away, or when
// undo puts it back: run does not do so, and neither does undo if they were made since.
func TestPostgresBadRowsSeen(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		db.exec(t, "CREATE TABLE users (no int PRIMARY KEY, id text)", "INSERT INTO users VALUES (1, '"+badA+"'), (2, 'odd')",
			"CREATE TABLE profiles (user_no int)", "INSERT INTO profiles VALUES (1), (2)",
			"CREATE FUNCTION gone() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN DELETE FROM profiles; RETURN NULL; END'")
		args := []string{url, "users.id", "--bad-rows", "bad"}
		for name, c := range map[string]struct{ away, back, drop, disable string }{
			"rule":    {"CREATE RULE g AS ON DELETE TO users DO ALSO DELETE FROM profiles WHERE user_no = OLD.no", "CREATE RULE g AS ON INSERT TO users DO ALSO DELETE FROM profiles", "DROP RULE g ON users", "ALTER TABLE public.users DISABLE RULE g"},
			"trigger": {"CREATE TRIGGER g AFTER DELETE ON users EXECUTE FUNCTION gone()", "CREATE TRIGGER g AFTER INSERT ON users EXECUTE FUNCTION gone()", "DROP TRIGGER g ON users", "ALTER TABLE public.users DISABLE TRIGGER g"},
		} {
			object := name + " g of public.users"
			db.exec(t, c.away)
			refuses(t, "bad-rows: "+object+" (--accept)", args...)
			db.exec(t, c.drop)
			must(t, done, append([]string{"run"}, args...)...)
			db.exec(t, c.back)
			if out := must(t, refused, "undo", url); !strings.Contains(out, object) || !strings.Contains(out, c.disable) {
				t.Errorf("undo does not say what to do: %s", out)
			}
			same(t, name, db.texts(t, "SELECT user_no FROM profiles ORDER BY 1"), []string{"1", "2"})
			db.exec(t, c.disable)
			must(t, done, "undo", url)
			same(t, name, db.texts(t, "SELECT user_no FROM profiles ORDER BY 1"), []string{"1", "2"})

			db.exec(t, c.drop)
			db.exec(t, strings.Replace(c.back, "DELETE FROM profiles", "NOTIFY back", 1)) // what was accepted
			must(t, done, append([]string{"run", "--accept", object}, args...)...)
			must(t, done, "undo", url)
			db.exec(t, c.drop, "DELETE FROM profiles", "INSERT INTO profiles VALUES (1), (2)")
		}
	})
}

// TestPostgresBadRowsPrivate has default privileges by which another role could read and change the rows that run moves
// away, and a table with row security: that role may do nothing with them, and undo does not put back what others may
// have written.
func TestPostgresBadRowsPrivate(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		role, owner := postgresRole(t, db), postgresRole(t, db)
		db.exec(t, "CREATE TABLE users (id text PRIMARY KEY)", "INSERT INTO users VALUES ('"+badA+"'), ('odd')", "ALTER TABLE users OWNER TO "+owner, "ALTER TABLE users ENABLE ROW LEVEL SECURITY",
			"ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO "+role+", "+owner+", PUBLIC")
		for _, how := range [][]string{nil, {"--online"}} {
			must(t, done, append([]string{"run", url, "users.id", "--bad-rows", "bad"}, how...)...)
			same(t, "privileges", db.texts(t, "SELECT p FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) p WHERE has_table_privilege('"+role+"', 'bad', p)"), nil)
			same(t, "owner", db.texts(t, "SELECT relowner::regrole::text, relrowsecurity, has_table_privilege(relowner, oid, 'INSERT') FROM pg_class WHERE relname = 'bad'"), []string{owner + "|true|true"})
			for _, c := range []string{"GRANT INSERT ON bad TO " + role, "GRANT UPDATE (id) ON bad TO PUBLIC", "ALTER TABLE bad OWNER TO " + role, `ALTER TABLE bad ADD "re-viewed" text`} {
				db.exec(t, c)
				out := must(t, refused, append([]string{"undo", url}, how...)...)
				db.exec(t, regexp.MustCompile(`(REVOKE|ALTER TABLE) [^;]+`).FindString(out))
			}
			must(t, done, append([]string{"undo", url}, how...)...)
			same(t, "rows", db.texts(t, "SELECT id FROM users ORDER BY 1"), []string{badA, "odd"})
		}
	})
}

// TestPostgresBadRowsCorrected corrects rows that run has moved away, in a transaction that ends while undo waits for it:
// undo puts the corrected ones back. Undo refuses a column that such a transaction adds, which it would lose.
func TestPostgresBadRowsCorrected(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		db.exec(t, "CREATE TABLE users (n int PRIMARY KEY, id text)", "INSERT INTO users VALUES (1, '"+badA+"'), (2, 'odd'), (3, 'gone')")
		for _, how := range [][]string{nil, {"--online"}} {
			must(t, done, append([]string{"run", url, "users.id", "--bad-rows", "bad"}, how...)...)
			undo := func(statements ...string) (status int, output string) {
				tx := kit.Must(db.BeginTx(t.Context(), nil))(t)
				defer tx.Rollback()
				for _, q := range statements {
					kit.Must(tx.Exec(q))(t)
				}
				end := start(t, append([]string{"undo", url}, how...)...).background(t)
				kit.Eventually(t, "undo waits", func() bool {
					return db.texts(t, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'uuid migrate' AND wait_event_type = 'Lock'")[0] != "0"
				})
				kit.Check(t, tx.Commit())
				return end()
			}
			if status, out := undo("LOCK TABLE users IN SHARE MODE", "ALTER TABLE bad ADD reviewed text"); status != refused || !strings.Contains(out, "DROP reviewed") {
				t.Errorf("%v: status %d, want %d, and the column: %s", how, status, refused, out)
			}
			db.exec(t, "ALTER TABLE bad DROP reviewed")
			if status, out := undo("UPDATE bad SET id = '"+badB+"' WHERE n = 2", "DELETE FROM bad WHERE n = 3", "INSERT INTO bad VALUES (4, '"+badC+"')"); status != done {
				t.Fatalf("%v: status %d, want %d: %s", how, status, done, out)
			}
			same(t, "undo", db.texts(t, "SELECT n, id FROM users ORDER BY n"), []string{"1|" + badA, "2|" + badB, "4|" + badC})
			db.exec(t, "DELETE FROM users WHERE n = 4", "UPDATE users SET id = 'odd' WHERE n = 2", "INSERT INTO users VALUES (3, 'gone')")
		}
	})
}

// TestPostgresBadRowsReplica has a database whose sessions do not check foreign keys: undo does not put back a row whose
// parent is gone. A role that may not change that is refused.
func TestPostgresBadRowsReplica(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		db.exec(t, "CREATE TABLE teams (n int PRIMARY KEY)", "CREATE TABLE users (id text, team int REFERENCES teams)",
			"INSERT INTO teams VALUES (7)", "INSERT INTO users VALUES ('"+badA+"', NULL), ('odd', 7)")
		must(t, done, "run", url, "users.id", "--bad-rows", "bad")
		db.exec(t, "DELETE FROM teams", "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET session_replication_role = replica', current_database()); END $$")
		if out := must(t, refused, "undo", url); !strings.Contains(out, "users_team_fkey") {
			t.Errorf("undo does not name the foreign key: %s", out)
		}
		role := postgresRole(t, db)
		u := kit.Must(neturl.Parse(url))(t)
		u.User = neturl.UserPassword(role, "x")
		db.exec(t, "ALTER ROLE "+role+" LOGIN PASSWORD 'x'")
		if out := must(t, connection, "undo", u.String()); !strings.Contains(out, "session_replication_role") {
			t.Errorf("it does not name the setting that the role may not change: %s", out)
		}
		db.exec(t, "INSERT INTO teams VALUES (7)")
		must(t, done, "undo", url)
		same(t, "undo", db.texts(t, "SELECT id, team FROM users ORDER BY 1"), []string{badA + "|<nil>", "odd|7"})
	})
}

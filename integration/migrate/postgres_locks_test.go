package migrate

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// startPostgres starts a server with arguments, and returns what makes a new database in it.
func startPostgres(t *testing.T, arguments ...string) (fresh func(t *testing.T, name string) (address string)) {
	own := kit.Need(server.StartDurable(t.Context(), server.Postgres, t.Logf, "", arguments...))(t)
	t.Cleanup(func() { own.Stop() })
	return func(t *testing.T, name string) string {
		openPostgres(t, own.URL()).exec(t, "CREATE DATABASE "+name)
		u := kit.Must(url.Parse(own.URL()))(t)
		u.Path = "/" + name
		return u.String()
	}
}

// lockHint is what the command says against who holds a lock.
var lockHint = regexp.MustCompile(`SELECT pg_terminate_backend\(\d+\)|COMMIT PREPARED '[^']+'`)

const insertLocked = "INSERT INTO t VALUES (gen_random_uuid())"

const lockedID = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6"

// newLocked makes a table of one row. Hold begins a transaction that holds a lock of it.
func newLocked(t *testing.T, address string) (db *database, hold func(statements ...string)) {
	db = openPostgres(t, address)
	db.exec(t, "CREATE TABLE t (id text PRIMARY KEY)", "INSERT INTO t VALUES ('"+lockedID+"')")
	return db, func(statements ...string) {
		t.Helper()
		shop := openPostgres(t, address+"&application_name=shop")
		conn := kit.Must(shop.Conn(t.Context()))(t)
		for _, q := range append([]string{"BEGIN ISOLATION LEVEL REPEATABLE READ"}, statements...) {
			kit.Must(conn.ExecContext(t.Context(), q))(t)
		}
		t.Cleanup(func() { conn.Close() })
	}
}

// TestPostgresLocks sees that who waits for a lock is told who holds it, and what ends that.
func TestPostgresLocks(t *testing.T) {
	t.Parallel()
	fresh := startPostgres(t, "-c", "max_prepared_transactions=10")
	for name, c := range map[string]struct {
		verb string
		lock []string
		want string
		rows string
	}{
		"plan":          {"plan", []string{"LOCK TABLE t"}, "application shop, client 127.0.0.1:", "1"},
		"plan_prepared": {"plan", []string{"LOCK TABLE t", insertLocked, "PREPARE TRANSACTION 'it''s lost'"}, "ROLLBACK PREPARED 'it''s lost'", "2"},
		"run":           {"run", []string{"SELECT FROM t"}, "application shop", "1"},
		"run_prepared":  {"run", []string{insertLocked, "PREPARE TRANSACTION 'run'"}, "ROLLBACK PREPARED 'run'", "2"},
		"plan_as_owner": {"plan", []string{"LOCK TABLE t"}, "application shop", "1"}, // may not see more
	} {
		t.Run(name, func(t *testing.T) {
			if name != "plan_prepared" {
				long(t)
			}
			t.Parallel()
			address := fresh(t, name)
			db, hold := newLocked(t, address)
			if name == "plan_as_owner" {
				db.exec(t, "CREATE ROLE owner LOGIN PASSWORD 'x'", "ALTER SCHEMA public OWNER TO owner", "ALTER TABLE t OWNER TO owner")
				address = regexp.MustCompile("//.*@").ReplaceAllString(address, "//owner:x@")
			}
			hold(c.lock...)
			out := must(t, conflict, c.verb, address, "t.id")
			hint := lockHint.FindString(strings.ReplaceAll(out, "it''s", "its"))
			if !strings.Contains(out, c.want) || hint == "" {
				t.Fatalf("it does not say %q and what to do: %s", c.want, out)
			}
			db.exec(t, strings.ReplaceAll(hint, "its", "it''s"))
			must(t, done, c.verb, address, "t.id")
			same(t, "rows", db.texts(t, "SELECT count(*) FROM t"), []string{c.rows})
		})
	}
	t.Run("online", func(t *testing.T) { waitOnline(t, fresh) })
}

// waitOnline lets run --online wait for each kind of transaction, and ends it as it says.
func waitOnline(t *testing.T, fresh func(*testing.T, string) string) {
	long(t)
	t.Parallel()
	address := fresh(t, "online")
	db, hold := newLocked(t, address)
	hold(insertLocked, "PREPARE TRANSACTION 'before the triggers'")
	p := start(t, "run", address, "t.id", "--online")
	waits := 0
	for p.lines.Scan() {
		line := p.lines.Text()
		if !strings.HasPrefix(line, "waiting") {
			continue
		}
		t.Log(line)
		hint := lockHint.FindString(line)
		if hint == "" { // it has asked too late for the name, and prints the next line soon
			continue
		}
		switch waits++; waits {
		case 1: // from before the copy, which alone waits for
			hold("SELECT FROM pg_class")
		case 2:
			hold(insertLocked, "PREPARE TRANSACTION 'before the switch'")
		}
		same(t, "sessions of it that work", db.texts(t, "SELECT count(*) FROM pg_stat_activity WHERE datname = 'online' AND application_name = 'uuid migrate' AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')"), []string{"1"})
		db.exec(t, hint)
	}
	kit.Check(t, p.cmd.Wait())
	if waits != 3 {
		t.Errorf("it waited %d times, want 3", waits)
	}
	same(t, "rows", db.texts(t, "SELECT count(*), min(pg_typeof(id)::text) FROM t"), []string{"3|uuid"})
}

// startSubscription starts two servers: what is written to table t of the first one arrives at the second.
func startSubscription(t *testing.T) (publisher, subscriber *database) {
	publisher, _ = newLocked(t, startPostgres(t, "-c", "wal_level=logical")(t, "publisher"))
	publisher.exec(t, "CREATE PUBLICATION p FOR TABLE t")
	subscriber = openPostgres(t, startPostgres(t)(t, "subscriber"))
	subscriber.exec(t, "CREATE TABLE t (id text PRIMARY KEY)", "CREATE SUBSCRIPTION s CONNECTION '"+publisher.address+"' PUBLICATION p")
	return publisher, subscriber
}

// TestPostgresSubscribed converts a table that another server fills: both are refused unless accepted. What
// the plans say is done: the subscription stops, both are converted, and it goes on, also with what was written
// meanwhile. If the publisher alone keeps the old form, the reason of the refusal is true.
func TestPostgresSubscribed(t *testing.T) {
	t.Parallel()
	publisher, db := startSubscription(t)
	arrives := func(what string) {
		t.Helper()
		const rows = "SELECT id::text FROM t ORDER BY id::text"
		kit.Eventually(t, what+": the rows arrive", func() bool { return slices.Equal(db.texts(t, rows), publisher.texts(t, rows)) })
	}
	arrives("the first")
	publish, subscribe := []string{"run", publisher.address, "t.id", "--accept", "publication p"}, []string{"run", db.address, "t.id", "--accept", "subscription s"}
	refuses(t, "replication: publication p (--accept)", publisher.address, "t.id")
	if out := must(t, refused, "plan", publisher.address, "t.id"); strings.Contains(out, "standby") {
		t.Errorf("plan takes the subscription for a standby: %s", out)
	}
	refuses(t, "replication: subscription s (--accept)", db.address, "t.id")
	must(t, refused, append(publish, "--online")...)
	must(t, refused, append(subscribe, "--online")...)

	for _, c := range [][][]string{{publish, subscribe}, {{"undo", publisher.address}, {"undo", db.address}}} {
		db.exec(t, "ALTER SUBSCRIPTION s DISABLE")
		publisher.exec(t, insertLocked)
		for _, args := range c {
			must(t, done, args...)
		}
		publisher.exec(t, insertLocked, "UPDATE t SET id = gen_random_uuid() WHERE ctid = (SELECT min(ctid) FROM t)", "DELETE FROM t WHERE ctid = (SELECT min(ctid) FROM t)")
		db.exec(t, "ALTER SUBSCRIPTION s ENABLE")
		arrives(c[0][0])
		same(t, "types", db.texts(t, "SELECT DISTINCT pg_typeof(id) FROM t"), publisher.texts(t, "SELECT DISTINCT pg_typeof(id) FROM t"))
	}

	must(t, done, subscribe...)
	publisher.exec(t, "INSERT INTO t VALUES (upper(gen_random_uuid()::text))")
	count := func(db *database) string { return db.texts(t, "SELECT count(*) FROM t")[0] }
	n := count(publisher)
	kit.Eventually(t, "the row arrives", func() bool { return count(db) == n })
	publisher.exec(t, "INSERT INTO t VALUES ('odd')", insertLocked)
	kit.Eventually(t, "the subscription stops", func() bool {
		return db.texts(t, "SELECT apply_error_count > 0 FROM pg_stat_subscription_stats")[0] == "true"
	})
	if got := count(db); got != n {
		t.Errorf("%s rows, want %s, since the subscription has stopped", got, n)
	}
	must(t, done, "undo", db.address)
	kit.Eventually(t, "the rest arrives", func() bool { return count(db) == count(publisher) })
}

// TestPostgresVacuumed migrates a table that autovacuum works on all the time: PostgreSQL stops that only for who has
// waited for deadlock_timeout.
func TestPostgresVacuumed(t *testing.T) {
	t.Parallel()
	address := startPostgres(t, "-c", "autovacuum_naptime=1s")(t, "vacuumed")
	db := openPostgres(t, address)
	db.exec(t, "CREATE ROLE owner LOGIN PASSWORD 'x'", "ALTER DATABASE vacuumed OWNER TO owner") // who may set and see less
	owner := regexp.MustCompile("//.*@").ReplaceAllString(address, "//owner:x@")
	db.exec(t, "CREATE TABLE t (id text PRIMARY KEY, up text REFERENCES t, note text) WITH (autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1, autovacuum_vacuum_threshold = 1, autovacuum_vacuum_scale_factor = 0)",
		"INSERT INTO t SELECT gen_random_uuid(), NULL, repeat('x', 1000) FROM generate_series(1, 2000)", "ALTER TABLE t OWNER TO owner")
	for _, args := range [][]string{{"run", owner, "t.id", "--online"}, {"undo", address, "--online"}} {
		db.exec(t, "UPDATE t SET note = note")
		kit.Eventually(t, "autovacuum works", func() bool {
			return db.texts(t, "SELECT FROM pg_stat_activity WHERE backend_type = 'autovacuum worker' AND query LIKE '%public.t'") != nil
		})
		must(t, done, args...)
	}
	same(t, "rows", db.texts(t, "SELECT count(*), min(pg_typeof(id)::text) FROM t"), []string{"2000|text"})
}

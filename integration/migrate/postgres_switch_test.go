package migrate

import (
	"database/sql"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// between starts a command --online, and calls do while it copies: a transaction from before keeps it from the
// switch until then. The function waits for its end.
func between(t *testing.T, db *database, args []string, do func()) (end func() (status int, output string)) {
	t.Helper()
	tx := kit.Must(db.BeginTx(t.Context(), &sql.TxOptions{Isolation: sql.LevelRepeatableRead}))(t)
	defer tx.Rollback()
	kit.Must(tx.Exec("SELECT 1"))(t)
	end = start(t, args...).background(t)
	kit.Eventually(t, "the triggers are there", func() bool {
		return db.texts(t, "SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'uuidkit%' AND tgenabled = 'A'")[0] == "2"
	})
	do()
	return end
}

// asleep waits until a command sleeps in an event trigger, and returns the process of its session.
func asleep(t *testing.T, db *database) (pid string) {
	t.Helper()
	kit.Eventually(t, "it sleeps", func() bool {
		list := db.texts(t, "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'uuid migrate' AND wait_event = 'PgSleep'")
		if len(list) == 1 {
			pid = list[0]
		}
		return pid != ""
	})
	return pid
}

// newSwitched makes a table with a key to itself. Nothing of a run is there at the end of a test.
func newSwitched(t *testing.T, url string) (db *database, run []string) {
	db = openPostgres(t, url)
	db.exec(t, "CREATE TABLE t (id text PRIMARY KEY, up text CONSTRAINT f REFERENCES t)", "INSERT INTO t VALUES ('"+lockedID+"', '"+lockedID+"')")
	return db, []string{"run", url, "t.id", "--online"}
}

// unmade sees that nothing of a run is there.
func unmade(t *testing.T, db *database) {
	t.Helper()
	same(t, "left", db.texts(t, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'uuidkit%' UNION ALL SELECT tgname FROM pg_trigger WHERE tgname LIKE 'uuidkit%'"), nil)
	same(t, "type", db.texts(t, "SELECT DISTINCT pg_typeof(id) FROM t"), []string{"text"})
}

// TestPostgresTriggersGone takes a trigger of run away, or stops it, while it copies: it does not switch, and
// again it does.
func TestPostgresTriggersGone(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db, run := newSwitched(t, url)
		for _, change := range []string{"DROP TRIGGER uuidkit_truncate ON t", "ALTER TABLE t DISABLE TRIGGER uuidkit_row", "ALTER TABLE t ENABLE REPLICA TRIGGER uuidkit_row",
			"DROP TRIGGER uuidkit_row ON t; INSERT INTO t VALUES (gen_random_uuid())"} {
			status, out := between(t, db, run, func() { db.exec(t, change) })()
			if status != differs {
				t.Errorf("%s: status %d, want %d: %s", change, status, differs, out)
			}
			unmade(t, db)
			must(t, done, run...)
			must(t, done, "undo", url)
		}
		same(t, "rows", db.texts(t, "SELECT count(*) FROM t"), []string{"2"})
	})
}

// TestPostgresGoesOn ends the sessions of a run while it copies, in each of its two words for the same type: the same
// command goes on.
func TestPostgresGoesOn(t *testing.T) {
	t.Parallel()
	db, run := newSwitched(t, stores.Postgres(t))
	for _, to := range []string{"native", "uuid"} {
		args := append(slices.Clip(run), "--to", to)
		status, out := between(t, db, args, func() {
			db.exec(t, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'uuid migrate'")
		})()
		if status != interrupted {
			t.Errorf("--to %s: status %d, want %d: %s", to, status, interrupted, out)
		}
		must(t, refused, append(slices.Clip(run), "--to", "text")...)
		must(t, done, args...)
		must(t, done, "undo", db.address)
	}
	unmade(t, db)
}

// TestPostgresStillUsed makes a function that takes the table's rows while run switches, which waits: after the
// switch it would use the old table. It is named, also by the next run, and when it is dropped, that works.
func TestPostgresStillUsed(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db, run := newSwitched(t, url)
		db.exec(t, `CREATE FUNCTION waits() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
  FOR i IN 1..600 LOOP
    EXIT WHEN current_setting('application_name') <> 'uuid migrate' OR EXISTS (SELECT FROM pg_proc WHERE proname = 'late');
    PERFORM pg_sleep(0.1);
  END LOOP;
END $$`)
		end := between(t, db, run, func() { db.exec(t, "CREATE EVENT TRIGGER waits ON ddl_command_start EXECUTE FUNCTION waits()") })
		asleep(t, db)
		db.exec(t, "CREATE FUNCTION late(t) RETURNS int LANGUAGE internal AS 'int4in'") // its language does not look at t, which is locked
		status, out := end()
		if status != differs || !strings.Contains(out, "function public.late(") || !strings.Contains(out, "uuidkit_old.t") {
			t.Errorf("status %d, want %d, and the function: %s", status, differs, out)
		}
		unmade(t, db)
		refuses(t, "online: function public.late(public.t)", run[1:]...)
		db.exec(t, "DROP FUNCTION late(t)", "DROP EVENT TRIGGER waits")
		must(t, done, run...)
		must(t, done, "undo", url)
	})
}

// TestPostgresChecking ends the check after the switch, by the end of its session and by an error that stays:
// the same command does the rest, in the second case when it is done what the message says.
func TestPostgresChecking(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db, run := newSwitched(t, url)
		function := func(then string) string {
			return "CREATE OR REPLACE FUNCTION checks() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN IF current_query() LIKE '%VALIDATE CONSTRAINT%' THEN " + then + "; END IF; END $$"
		}
		const fires = "CREATE EVENT TRIGGER checks ON ddl_command_start EXECUTE FUNCTION checks()"
		for _, args := range [][]string{run, {"undo", url, "--online"}} {
			db.exec(t, function("PERFORM pg_sleep(600)"))
			end := between(t, db, args, func() { db.exec(t, fires) })
			db.exec(t, "SELECT pg_terminate_backend("+asleep(t, db)+")", "DROP EVENT TRIGGER checks")
			if status, out := end(); status != interrupted {
				t.Errorf("%s: status %d, want %d: %s", args[0], status, interrupted, out)
			}
			checked(t, db, args)
		}
		for _, args := range [][]string{run, {"undo", url, "--online"}} {
			db.exec(t, function("RAISE 'not today'"))
			status, out := between(t, db, args, func() { db.exec(t, fires) })()
			if status != refused {
				t.Errorf("%s: status %d, want %d: %s", args[0], status, refused, out)
			}
			db.exec(t, regexp.MustCompile(`ALTER EVENT TRIGGER checks DISABLE`).FindString(must(t, refused, args...)))
			checked(t, db, args)
			db.exec(t, "DROP EVENT TRIGGER checks")
		}
		unmade(t, db)
	})
}

// TestPostgresValidatedMeanwhile validates a foreign key while undo copies: it is valid after undo, too.
func TestPostgresValidatedMeanwhile(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db, run := newSwitched(t, url)
		db.exec(t, "ALTER TABLE t DROP CONSTRAINT f, ADD CONSTRAINT f FOREIGN KEY (up) REFERENCES t NOT VALID")
		must(t, done, run...)
		status, out := between(t, db, []string{"undo", url, "--online"}, func() { db.exec(t, "ALTER TABLE t VALIDATE CONSTRAINT f") })()
		if status != done {
			t.Errorf("status %d, want %d: %s", status, done, out)
		}
		same(t, "valid", db.texts(t, "SELECT convalidated FROM pg_constraint WHERE conname = 'f'"), []string{"true"})
	})
}

// TestPostgresRenamed ends run after the switch by an error, and then gives another name to a foreign key, or its table: the
// same command checks it all the same. What was dropped it leaves out.
func TestPostgresRenamed(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		db.exec(t, "CREATE SCHEMA attic", "CREATE TABLE t (id text PRIMARY KEY, n int UNIQUE)", "INSERT INTO t VALUES ('"+lockedID+"', 5)",
			"CREATE FUNCTION checks() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN IF current_query() LIKE '%VALIDATE CONSTRAINT%' THEN RAISE 'not today'; END IF; END $$")
		run := []string{"run", url, "t.id", "--online"}
		for _, change := range []string{
			"ALTER TABLE child RENAME TO child_v1",
			"ALTER TABLE child SET SCHEMA attic",
			"ALTER TABLE child RENAME CONSTRAINT f TO g",
			"ALTER TABLE child RENAME TO child_v1; CREATE TABLE child (n int CONSTRAINT f REFERENCES t (n))",
			"ALTER TABLE child DROP CONSTRAINT f",
			"DROP TABLE child",
		} {
			db.exec(t, "CREATE TABLE child (n int CONSTRAINT f REFERENCES t (n))", "INSERT INTO child VALUES (5)", "CREATE EVENT TRIGGER checks ON ddl_command_start EXECUTE FUNCTION checks()")
			must(t, refused, run...)
			db.exec(t, "DROP EVENT TRIGGER checks", change)
			must(t, done, run...)
			same(t, change, db.texts(t, "SELECT conrelid::regclass, conname FROM pg_constraint WHERE contype = 'f' AND NOT convalidated"), nil)
			db.exec(t, "DROP TABLE IF EXISTS child, child_v1, attic.child")
			must(t, done, "undo", url)
		}
	})
}

// checked sees that the tables are switched and their key is not checked, and that the same command does that.
func checked(t *testing.T, db *database, args []string) {
	t.Helper()
	types := map[string]string{"run": "uuid", "undo": "text"}
	const key = "SELECT convalidated, (SELECT pg_typeof(id) FROM t) FROM pg_constraint WHERE conname = 'f' AND conrelid = 't'::regclass"
	same(t, args[0]+" before the check", db.texts(t, key), []string{"false|" + types[args[0]]})
	must(t, done, args...)
	same(t, args[0]+" after it", db.texts(t, key), []string{"true|" + types[args[0]]})
}

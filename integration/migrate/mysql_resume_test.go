package migrate

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// TestMySQLChanged sees that a write to a table between its checksum and the RENAME is not
// lost, even if the process was killed then.
func TestMySQLChanged(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		const killed = "UPDATE uuidkit_migration SET state = 'copying'"

		smallMySQL(t, db)
		must(t, done, "run", db.address, "t.id")
		db.exec(t, killed, "INSERT INTO uuidkit_old_t VALUES (3, '"+mysqlC+"')")
		must(t, done, "run", db.address, "t.id") // begins again
		same(t, "rows", db.textsOf(t, "SELECT k, LENGTH(id) FROM t ORDER BY k"), []string{"1|16", "2|16", "3|16"})

		// Undo, too.
		db.exec(t, "CREATE TABLE uuidkit_undone_t LIKE t", "INSERT INTO uuidkit_undone_t SELECT * FROM t",
			"UPDATE uuidkit_migration SET state = 'undoing'", "RENAME TABLE t TO uuidkit_new_t, uuidkit_old_t TO t", "CREATE TABLE uuidkit_old_t LIKE t",
			"INSERT INTO uuidkit_undone_t VALUES (4, NULL)", "DROP TABLE uuidkit_new_t")
		must(t, done, "undo", db.address)
		same(t, "rows", db.textsOf(t, "SELECT k, id FROM t ORDER BY k"), []string{"1|" + mysqlA, "2|" + mysqlB, "3|" + mysqlC, "4|NULL"})

		// Rows in both tables are for the user to join.
		smallMySQL(t, db)
		must(t, done, "run", db.address, "t.id")
		db.exec(t, killed, "INSERT INTO uuidkit_old_t VALUES (3, '"+mysqlC+"')", "INSERT INTO t VALUES (4, NULL)")
		for range 2 {
			must(t, conflict, "run", db.address, "t.id")
			same(t, "rows", db.textsOf(t, "SELECT 'new', k FROM t UNION ALL SELECT 'old', k FROM uuidkit_old_t ORDER BY 1, 2"), []string{"new|1", "new|2", "new|4", "old|1", "old|2", "old|3"})
		}
		db.exec(t, "INSERT INTO t SELECT k, UNHEX(REPLACE(id, '-', '')) FROM uuidkit_old_t WHERE k = 3", "INSERT INTO uuidkit_old_t VALUES (4, NULL)")
		must(t, done, "run", db.address, "t.id")
		same(t, "rows", db.textsOf(t, "SELECT k, LENGTH(id) FROM t ORDER BY k"), []string{"1|16", "2|16", "3|16", "4|NULL"})

		// The application that was started on the new form has altered its table.
		smallMySQL(t, db)
		must(t, done, "run", db.address, "t.id")
		db.exec(t, killed, "ALTER TABLE t ADD c int", "UPDATE t SET c = 5")
		must(t, done, "run", db.address, "t.id")
		same(t, "rows", db.textsOf(t, "SELECT k, c FROM t ORDER BY k"), []string{"1|5", "2|5"})
	})
}

// TestMySQLOtherVersion goes on with a run --online of another version, whose trigger does another thing: it begins again,
// with its own triggers.
func TestMySQLOtherVersion(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		smallMySQL(t, db)
		run := []string{"run", db.address, "t.id", "--online", "--pause", "2s"}
		p := start(t, run...)
		status, output := p.wait(t, func(line int) {
			if line == 1 {
				kit.Eventually(t, "the rows are copied", func() bool { return db.textsOf(t, "SELECT COUNT(*) FROM uuidkit_new_t")[0] == "2" })
				p.cmd.Process.Kill()
			}
		})
		if status != killed {
			t.Fatalf("run: status %d: %s", status, output)
		}
		db.exec(t, "DROP TRIGGER uuidkit_insert_t", "CREATE TRIGGER uuidkit_insert_t AFTER INSERT ON t FOR EACH ROW BEGIN END", "INSERT INTO t VALUES (0, '"+mysqlC+"')",
			`UPDATE uuidkit_migration SET plan = REGEXP_REPLACE(plan, '"version":"[^"]*"', '"version":"v0.0.1"')`)
		must(t, done, run...)
		same(t, "rows", db.textsOf(t, "SELECT k, LENGTH(id) FROM t ORDER BY k"), []string{"0|16", "1|16", "2|16"})
	})
}

// TestMySQLAltered has statements wait for the lock of run, and sees that what they did is
// there in the end.
func TestMySQLAltered(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		statements := []string{"ALTER TABLE t ADD c int", "CREATE TRIGGER c BEFORE INSERT ON t FOR EACH ROW SET NEW.k = NEW.k"}
		if *all { // it may come before the lock
			statements = append(statements, statements[0], statements[0])
		}
		for _, statement := range statements {
			smallMySQL(t, db)
			result := make(chan error, 1)
			status, output := start(t, "run", db.address, "t.id").wait(t, func(n int) {
				if n == 5 { // all is copied and compared
					go func() {
						_, err := db.Exec(statement)
						result <- err
					}()
				}
			})
			err := <-result
			if status != done && status != conflict && status != interrupted {
				t.Errorf("%s: status %d: %s", statement, status, output)
			}
			t.Logf("%s: status %d, %v", statement, status, err)
			var e *mysql.MySQLError
			if err != nil && (!*all || !errors.As(err, &e) || !slices.Contains([]uint16{1205, 1213, 1412, 1146}, e.Number)) { // locked, changed, or renamed
				t.Errorf("%s: %v", statement, err)
			}
			if err == nil {
				same(t, statement, db.textsOf(t, "SELECT column_name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 't' AND column_name = 'c' UNION SELECT trigger_name FROM information_schema.triggers WHERE event_object_schema = DATABASE() AND event_object_table = 't'"), []string{"c"})
			}
		}
	})
}

// TestMySQLOldGone sees that undo does not take a missing old table for a switch.
func TestMySQLOldGone(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		smallMySQL(t, db)
		must(t, done, "run", db.address, "t.id")
		db.exec(t, "DROP TABLE uuidkit_old_t")
		for range 2 {
			must(t, refused, "undo", db.address)
		}
		db.exec(t, "UPDATE uuidkit_migration SET state = 'undoing'") // as an undo that was killed leaves it
		must(t, refused, "undo", db.address)
		same(t, "native", db.textsOf(t, "SELECT k, LENGTH(id) FROM t ORDER BY k"), []string{"1|16", "2|16"})
		must(t, done, "cleanup", db.address)
	})
}

// TestMySQLSwitchKilled kills run while its RENAME waits for the first of two tables, and a
// writer for the second: the writer must not come first, as its row would stay in the old table.
func TestMySQLSwitchKilled(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		for _, name := range []string{"a", "b"} {
			db.exec(t, "CREATE TABLE "+name+" (k int PRIMARY KEY, id char(36)) CHARACTER SET ascii", "INSERT INTO "+name+" VALUES (1, '"+mysqlA+"')")
		}
		reader := kit.Must(db.Begin())(t)
		defer reader.Rollback()
		kit.Must(reader.Exec("DO (SELECT COUNT(*) FROM a)"))(t)
		waits := func(statement string) {
			t.Helper()
			kit.Eventually(t, statement+" waits", func() bool {
				return len(db.sessions(t, statement, "etadata lock")) > 0
			})
		}
		p := start(t, "run", db.address, "a.id", "b.id")
		end := p.background(t)
		waits("RENAME")
		wrote := make(chan error, 1)
		go func() {
			_, err := db.Exec("INSERT INTO b VALUES (2, NULL)")
			wrote <- err
		}()
		waits("INSERT")
		kit.Check(t, p.cmd.Process.Kill())
		if status, _ := end(); status != killed {
			t.Fatalf("run: status %d", status)
		}
		time.Sleep(4 * time.Second) // the server sees that the connections are gone
		kit.Check(t, reader.Rollback())
		kit.Check(t, <-wrote)
		same(t, "rows", db.textsOf(t, "SELECT k FROM b ORDER BY k"), []string{"1", "2"})
		must(t, done, "run", db.address, "a.id", "b.id")
		same(t, "rows", db.textsOf(t, "SELECT k, LENGTH(id) FROM b ORDER BY k"), []string{"1|16", "2|NULL"})
	})
}

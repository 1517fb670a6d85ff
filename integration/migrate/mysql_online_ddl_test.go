package migrate

import (
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// TestMySQLOnlineTruncated has a statement that fires no trigger wait for the lock of run --online, and so come before its
// RENAME. Its caller was told of success: run must not say that all is done.
func TestMySQLOnlineTruncated(t *testing.T) {
	t.Parallel()
	for name, statement := range map[string]string{
		"TRUNCATE": "TRUNCATE TABLE p",
		"EXCHANGE": "ALTER TABLE parts EXCHANGE PARTITION p0 WITH TABLE p",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachMySQL(t, func(t *testing.T, dsn string) {
				db := newChild(t, dsn, 100)
				const columns = " (k int PRIMARY KEY, id char(36) CHARACTER SET ascii)"
				db.exec(t, "CREATE TABLE p"+columns, "CREATE TABLE parts"+columns+" PARTITION BY RANGE (k) (PARTITION p0 VALUES LESS THAN (1000))",
					"INSERT INTO p VALUES (1, '"+mysqlA+"'), (2, '"+mysqlB+"')", "INSERT INTO parts VALUES (3, '"+mysqlC+"')")
				reader, _ := db.session(t)
				end := start(t, "run", db.address, "t.id", "p.id", "--online", "--pause", "300ms").background(t)
				kit.Eventually(t, "child is copied", func() bool {
					var n int
					reader.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM uuidkit_new_child").Scan(&n)
					return n == 100
				})
				// The foreign key of the new table, which run adds when it has locked all old ones, waits for this reader.
				kit.Must(reader.ExecContext(t.Context(), "START TRANSACTION"))(t)
				kit.Must(reader.ExecContext(t.Context(), "DO (SELECT COUNT(*) FROM uuidkit_new_child)"))(t)
				kit.Eventually(t, "the foreign key waits", func() bool { return len(db.sessions(t, "ALTER TABLE", "etadata lock")) > 0 })
				written := db.waiter(t, statement)
				kit.Must(reader.ExecContext(t.Context(), "ROLLBACK"))(t)
				if status, output := end(); status != conflict || !strings.Contains(output, "table p ") {
					t.Errorf("status %d, want %d, and the table: %s", status, conflict, output)
				}
				kit.Check(t, <-written)
				same(t, "rows", db.textsOf(t, "SELECT k, LENGTH(id) FROM p ORDER BY k"), []string{"1|16", "2|16"})
			})
		})
	}
}

// TestMySQLOnlineTruncatedKilled is TestMySQLOnlineTruncated for a run and an undo that are killed after the RENAME. The process
// that finishes them is killed, too, when it has looked at the tables. The third one must say it.
func TestMySQLOnlineTruncatedKilled(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		const id = "id char(36) CHARACTER SET ascii UNIQUE"
		db.exec(t, "CREATE TABLE a (k int PRIMARY KEY, "+id+")", "CREATE TABLE b (k int PRIMARY KEY, "+id+", FOREIGN KEY (id) REFERENCES a (id))",
			"INSERT INTO a VALUES (1, '"+mysqlA+"')", "INSERT INTO b SELECT * FROM a")
		for _, c := range []struct {
			args []string
			rows string
		}{
			{[]string{"run", db.address, "a.id", "b.id", "--online", "--pause", "3s"}, "1|16"},
			{[]string{"undo", db.address, "--online", "--pause", "3s"}, "1|36"},
		} {
			db.half(t, c.args, 0, 4, "TRUNCATE TABLE b")
			reader := kit.Must(db.Begin())(t)
			defer reader.Rollback()
			kit.Must(reader.Exec("DO (SELECT COUNT(*) FROM b)"))(t)
			p := start(t, c.args...)
			end := p.background(t)
			kit.Eventually(t, "the foreign key waits for its name", func() bool { return len(db.sessions(t, "ALTER TABLE", "etadata lock")) > 0 })
			kit.Check(t, p.cmd.Process.Kill())
			end()
			kit.Check(t, reader.Rollback())
			if out := must(t, conflict, c.args...); !strings.Contains(out, "table b ") {
				t.Errorf("%s does not name the table: %s", c.args[0], out)
			}
			same(t, "rows", db.textsOf(t, "SELECT k, LENGTH(id) FROM b"), []string{c.rows})
		}
		same(t, "left", mysqlLeft(t, db), nil)
	})
}

// TestMySQLOnlineAltered has a writer hold a table when run --online wants to lock it, and then another session rebuild or
// empty one. That waits for the snapshot of run, and all others wait behind it: run must not keep its snapshot while it waits.
func TestMySQLOnlineAltered(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		server, statement string
		status            int
	}{
		{"", "TRUNCATE TABLE child", differs},
		{"MySQL", "ALTER TABLE t FORCE", done}, // MariaDB reports a deadlock
	} {
		t.Run(c.statement, func(t *testing.T) {
			t.Parallel()
			eachMySQL(t, func(t *testing.T, dsn string) {
				if !strings.HasSuffix(t.Name(), c.server) {
					return
				}
				db := newChild(t, dsn, 100)
				writer, _ := db.session(t)
				end := start(t, "run", db.address, "t.id", "--online", "--pause", "1s").background(t)
				kit.Eventually(t, "child is copied", func() bool {
					var n int
					writer.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM uuidkit_new_child").Scan(&n)
					return n == 100
				})
				for _, q := range []string{"START TRANSACTION", "UPDATE t SET k = k + 10"} {
					kit.Must(writer.ExecContext(t.Context(), q))(t)
				}
				kit.Eventually(t, "LOCK TABLES waits", func() bool { return len(db.sessions(t, "LOCK TABLES", "etadata lock")) > 0 })
				altered := db.waiter(t, c.statement)
				kit.Must(writer.ExecContext(t.Context(), "COMMIT"))(t)
				begin := time.Now()
				kit.Check(t, <-altered)
				if waited := time.Since(begin); waited > 12*time.Second {
					t.Errorf("%s waited %s for run", c.statement, waited)
				}
				status, output := end()
				late := c.status == done && status == conflict // it came between the comparison and the RENAME
				if status != c.status && !late {
					t.Errorf("status %d, want %d: %s", status, c.status, output)
				}
				length := map[int]string{done: "16", differs: "36"}[c.status]
				same(t, "rows", db.textsOf(t, "SELECT k, LENGTH(id) FROM t ORDER BY k"), []string{"11|" + length, "12|" + length})
			})
		})
	}
}

// TestMySQLOnlineCounted has a lock of another session keep run --online from counting the rows of the old table after its
// RENAME, for longer than the server lets a session be silent. A large table does so, too. Writers do not wait for that.
func TestMySQLOnlineCounted(t *testing.T) {
	long(t)
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		t.Parallel()
		db := openMySQL(t, dsn)
		smallMySQL(t, db)
		holder, _ := db.session(t)
		do := func(statement string) {
			t.Helper()
			kit.Must(holder.ExecContext(t.Context(), statement))(t)
		}
		p := start(t, "run", db.address, "t.id", "--online", "--pause", "3s")
		end := p.background(t)
		kit.Eventually(t, "t has its triggers", func() bool {
			return len(db.textsOf(t, "SELECT 1 FROM information_schema.triggers WHERE trigger_schema = DATABASE() AND event_object_table = 't'")) == 3
		})
		for switched := false; !switched; {
			do("START TRANSACTION")
			do("DO (SELECT COUNT(*) FROM t)")
			kit.Eventually(t, "RENAME waits", func() bool { return len(db.sessions(t, "RENAME", "etadata lock")) > 0 })
			time.Sleep(100 * time.Millisecond) // run sees that, and gives its lock of t back
			kit.Check(t, p.cmd.Process.Signal(syscall.SIGSTOP))
			do("ROLLBACK")
			kit.Eventually(t, "RENAME ends", func() bool { return len(db.sessions(t, "RENAME", "")) == 0 })
			if switched = slices.Contains(mysqlLeft(t, db), "uuidkit_old_t"); switched {
				do("LOCK TABLES uuidkit_old_t WRITE")
			}
			kit.Check(t, p.cmd.Process.Signal(syscall.SIGCONT))
		}
		time.Sleep(25 * time.Second)
		do("UNLOCK TABLES")
		status, output := end()
		if status != done {
			t.Errorf("status %d, want %d: %s", status, done, output)
		}
		_, line, _ := strings.Cut(output, "writers waited ")
		if waited, err := time.ParseDuration(strings.Fields(line + " none")[0]); err != nil || waited > 10*time.Second {
			t.Errorf("writers waited %s, %v: %s", waited, err, output)
		}
	})
}

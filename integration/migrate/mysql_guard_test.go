package migrate

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// mysqlRunner is the name of the lock that only one process has.
const mysqlRunner = "CONCAT('uuidkit ', LEFT(SHA2(DATABASE(), 256), 16))"

// newChild makes tables t and child, whose foreign key refers to it.
func newChild(t testing.TB, dsn string, rows int) *database {
	db := openMySQL(t, dsn)
	db.SetMaxIdleConns(0)
	smallMySQL(t, db)
	db.exec(t, "CREATE TABLE child (k int PRIMARY KEY, id varchar(40) CHARACTER SET ascii COLLATE ascii_bin, note varchar(200), FOREIGN KEY (id) REFERENCES t (id))",
		fmt.Sprintf("INSERT INTO child WITH RECURSIVE s AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM s WHERE i < 200) SELECT ROW_NUMBER() OVER (), t.id, REPEAT('x', 200) FROM t, s AS a, s AS b LIMIT %d", rows))
	return db
}

// session opens a session for statements, and returns its id.
func (db *database) session(t testing.TB, statements ...string) (conn *sql.Conn, id string) {
	t.Helper()
	conn = kit.Must(db.Conn(t.Context()))(t)
	t.Cleanup(func() { conn.Close() })
	for _, s := range statements {
		kit.Must(conn.ExecContext(t.Context(), s))(t)
	}
	kit.Check(t, conn.QueryRowContext(t.Context(), "SELECT CONNECTION_ID()").Scan(&id))
	return conn, id
}

// waiter has another session execute a statement that waits for the locks of others. The channel gets its error.
func (db *database) waiter(t testing.TB, statement string) <-chan error {
	t.Helper()
	conn, _ := db.session(t, "SET SESSION lock_wait_timeout = 600, innodb_lock_wait_timeout = 600")
	ended := make(chan error, 1)
	go func() {
		_, err := conn.ExecContext(t.Context(), statement)
		ended <- err
	}()
	select {
	case err := <-ended:
		t.Fatalf("%s does not wait: %v", statement, err)
	case <-time.After(2 * time.Second):
	}
	return ended
}

// endLocks ends the sessions of the database but for some and that of the runner.
func (db *database) endLocks(t testing.TB, but ...string) {
	but = append(but, db.textsOf(t, "SELECT IS_USED_LOCK("+mysqlRunner+")")...)
	for id := range db.sessions(t, "", "") {
		if !slices.Contains(but, id) {
			db.Exec("KILL " + id) // this one, too
		}
	}
}

// TestMySQLLockKilled ends the sessions with the locks of run, and has a writer write. The others
// live on, but run must not switch.
func TestMySQLLockKilled(t *testing.T) {
	t.Parallel()
	for _, online := range []bool{false, true} {
		eachMySQL(t, func(t *testing.T, dsn string) { suspend(t, dsn, online, true) })
	}
}

// TestMySQLSuspended is TestMySQLLockKilled, but the server ends the sessions since run is suspended.
func TestMySQLSuspended(t *testing.T) {
	long(t)
	for _, online := range []bool{false, true} {
		eachMySQL(t, func(t *testing.T, dsn string) {
			t.Parallel()
			suspend(t, dsn, online, false)
		})
	}
}

// TestMySQLPause has a pause that is longer than the server lets our sessions be silent.
func TestMySQLPause(t *testing.T) {
	long(t)
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		smallMySQL(t, db)
		kept(t, db, func() { must(t, done, "run", db.address, "t.id", "--online", "--pause", "25s") })
	})
}

// suspend suspends run in its copy or, if online, when a foreign key of a new table waits for a reader.
func suspend(t *testing.T, dsn string, online, kill bool) {
	rows, how := 16000, []string(nil)
	if online {
		rows, how = 100, []string{"--online", "--pause", "300ms"}
	}
	db := newChild(t, dsn, rows)
	run := append([]string{"run", db.address, "t.id"}, how...)
	reader, id := db.session(t)
	p := start(t, run...)
	stop := func() { kit.Check(t, p.cmd.Process.Signal(syscall.SIGSTOP)) }
	stopped, ended := make(chan struct{}), make(chan struct{})
	var status int
	var output string
	go func() {
		defer close(ended)
		status, output = p.wait(t, func(n int) {
			if !online && n == 3 { // lock, plan again, copy t
				stop()
				close(stopped)
			}
		})
	}()
	if online {
		kit.Eventually(t, "child is copied", func() bool {
			var n int
			reader.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM uuidkit_new_child").Scan(&n)
			return n == rows
		})
		kit.Must(reader.ExecContext(t.Context(), "START TRANSACTION"))(t)
		kit.Must(reader.ExecContext(t.Context(), "DO (SELECT COUNT(*) FROM uuidkit_new_child)"))(t)
		kit.Eventually(t, "the foreign key waits", func() bool { return len(db.sessions(t, "ALTER TABLE", "etadata lock")) > 0 })
		stop()
	} else {
		<-stopped
	}
	if kill {
		db.endLocks(t, id)
	}
	begin := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), 40*time.Second)
	defer cancel()
	_, err := db.ExecContext(ctx, "INSERT INTO t VALUES (3, NULL)")
	kit.Check(t, err)
	t.Logf("a writer waited %s", time.Since(begin).Round(time.Second/10))
	kit.Must(reader.ExecContext(t.Context(), "ROLLBACK"))(t)
	kit.Check(t, p.cmd.Process.Signal(syscall.SIGCONT))
	<-ended
	t.Logf("%v: %s", run, output)
	if status != interrupted {
		t.Errorf("%v: status %d, want %d: %s", run, status, interrupted, output)
	}
	same(t, "rows", db.textsOf(t, "SELECT k, LENGTH(id) FROM t ORDER BY k"), []string{"1|36", "2|36", "3|NULL"})
	must(t, done, run...)
	same(t, "rows", db.textsOf(t, "SELECT k, LENGTH(id) FROM t ORDER BY k"), []string{"1|16", "2|16", "3|NULL"})
}

// TestMySQLLockedOut has others hold what a command waits for, and ends them as the command says.
func TestMySQLLockedOut(t *testing.T) {
	t.Parallel()
	t.Run("MariaDB", func(t *testing.T) { lockedOut(t, stores.MariaDB, false) })
	t.Run("MySQL", func(t *testing.T) { lockedOut(t, stores.MySQL, false) })
}

// TestMySQLLockHolder is TestMySQLLockedOut for servers that know who holds which lock.
func TestMySQLLockHolder(t *testing.T) {
	t.Parallel()
	for _, kind := range []server.Kind{server.MariaDB, server.MySQL} {
		t.Run(kind.Name, func(t *testing.T) {
			if kind == server.MySQL {
				long(t)
			}
			// Each row has a server of its own: MariaDB's information_schema waits for DDL in all databases.
			lockedOut(t, func(t testing.TB) string {
				s := kit.Need(server.StartDurable(t.Context(), kind, t.Logf, "", "--performance-schema=ON", "--performance-schema-instrument=wait/lock/metadata/sql/mdl=ON"))(t)
				t.Cleanup(func() { s.Stop() })
				return s.URL()
			}, true)
		})
	}
}

// lockedOut is TestMySQLLockedOut for a server that knows who holds a lock of a table, or not.
func lockedOut(t *testing.T, dsn func(testing.TB) string, known bool) {
	kit.Command(t) // builds it
	prepared := []string{"XA START XID", "UPDATE t SET k = k + 10", "XA END XID", "XA PREPARE XID"}
	for _, c := range []struct {
		name    string
		holder  []string // statements; those of a prepared transaction have XID, and its session ends
		command string
		ends    string // what ends the holder, as the command says
		waits   bool   // or else the command ends
		waiter  string // a statement of another session, for which the command waits, and which waits for the holder
	}{
		{name: "plan", holder: []string{"LOCK TABLES t WRITE"}, command: "plan", ends: "KILL [0-9]+"},
		{name: "plan, prepared", holder: prepared, command: "plan", waiter: "ALTER TABLE t ADD c int", ends: "XA ROLLBACK XID"},
		{name: "another run", holder: []string{"DO GET_LOCK(" + mysqlRunner + ", 0)"}, command: "run", ends: "KILL [0-9]+"},
		{name: "a writer", holder: []string{"START TRANSACTION", "UPDATE t SET k = k + 10"}, command: "run", ends: "KILL [0-9]+", waits: true},
		{name: "a reader", holder: []string{"START TRANSACTION", "DO (SELECT COUNT(*) FROM t)"}, command: "run --online", ends: "KILL [0-9]+", waits: true},
		{name: "prepared", holder: prepared, command: "run --online", ends: "XA ROLLBACK XID", waits: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			db := openMySQL(t, dsn(t))
			db.SetMaxIdleConns(0) // the holder is the only other session
			smallMySQL(t, db)
			name := fmt.Sprintf("it's %d", time.Now().UnixNano())
			xa, holder := fmt.Sprintf("X'%x', X'79', 1", name), []string(nil)
			for _, q := range c.holder {
				holder = append(holder, strings.ReplaceAll(q, "XID", xa))
			}
			_, id := db.session(t, holder...)
			if c.ends = strings.ReplaceAll(c.ends, "XID", xa); strings.HasPrefix(c.ends, "XA") {
				db.exec(t, "KILL "+id)
				t.Cleanup(func() { db.Exec("XA ROLLBACK " + xa) }) // or nobody can drop the database
			}
			said := ""
			end := func(line string) {
				statement := regexp.MustCompile(c.ends).FindString(line)
				if said != "" || statement == "" {
					return
				}
				if said = line; statement[:4] == "KILL" && statement != "KILL "+id {
					t.Errorf("got %s, want KILL %s", statement, id)
					statement = "KILL " + id
				}
				db.exec(t, statement)
			}
			words := strings.Fields(c.command)
			args := append([]string{words[0], db.address, "t.id"}, words[1:]...)
			if c.waiter != "" {
				must(t, done, args...) // for the holder alone it does not wait
				if !known && strings.Contains(t.Name(), "/MariaDB/") {
					return // where a DDL statement that waits keeps all others of the server waiting
				}
				waited := db.waiter(t, c.waiter)
				defer func() {
					db.Exec("XA ROLLBACK " + xa) // or the waiter would never end
					kit.Check(t, <-waited)
				}()
			}
			begin := time.Now()
			status, output := start(t, args...).read(t, func(line string) {
				if c.waits {
					end(line)
				}
			})
			waited := time.Since(begin)
			t.Logf("%s: %s", waited.Round(time.Second/10), output)
			if !c.waits {
				if status != conflict || waited > 30*time.Second {
					t.Errorf("status %d after %s, want %d", status, waited, conflict)
				}
				end(output)
				status, output = uuid(t, args...)
			}
			if status != done || said == "" {
				t.Errorf("status %d, want %d, and what ends the holder; it said %q: %s", status, done, said, output)
			}
		})
	}
}

// TestMariaDBLeftOut has a table locked that refers to another one, so that information_schema leaves out its
// foreign key and its trigger. A plan without them would convert one of the tables alone.
func TestMariaDBLeftOut(t *testing.T) {
	long(t)
	t.Parallel()
	s := kit.Need(server.StartDurable(t.Context(), server.MariaDB, t.Logf, ""))(t) // where a DDL statement that waits keeps all others waiting
	t.Cleanup(func() { s.Stop() })
	db := newChild(t, s.URL(), 10)
	want := hashOf(must(t, done, "plan", db.address, "t.id"))
	_, id := db.session(t, "XA START 'x'", "UPDATE child SET k = k + 1000", "XA END 'x'", "XA PREPARE 'x'")
	db.exec(t, "KILL "+id)
	altered := db.waiter(t, "ALTER TABLE child ADD c int")
	for _, args := range [][]string{{"plan", db.address, "t.id"}, {"run", db.address, "t.id", "--plan", want}} {
		if out := must(t, conflict, args...); !strings.Contains(out, "XA ROLLBACK X'78'") {
			t.Errorf("%s does not name who holds the lock: %s", args[0], out)
		}
	}
	db.exec(t, "XA ROLLBACK 'x'")
	kit.Check(t, <-altered)
	must(t, done, "run", db.address, "t.id")
	same(t, "child", db.textsOf(t, "SELECT COUNT(*), SUM(LENGTH(id)) FROM child"), []string{"10|160"})
}

// TestMySQLLimited sees that the administrator's limit of a statement's time is kept, and that the
// URL can lift it as the message says.
func TestMySQLLimited(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := newChild(t, dsn, 10)
		limit, least := "max_statement_time", "0.2"
		if strings.HasSuffix(t.Name(), "/MySQL") {
			limit, least = "max_execution_time", "200"
		}
		for _, verb := range []string{"plan", "run"} {
			holder, _ := db.session(t, "LOCK TABLES t WRITE") // for which a statement waits, however fast the server is
			out := must(t, interrupted, verb, db.address+"?"+limit+"="+least, "t.id")
			if want := "?" + limit + "=0"; !strings.Contains(out, want) {
				t.Errorf("%s does not say %s: %s", verb, want, out)
			}
			kit.Must(holder.ExecContext(t.Context(), "UNLOCK TABLES"))(t)
			must(t, done, verb, db.address+"?"+limit+"=0", "t.id")
		}
	})
}

package migrate

import (
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// TestMySQLReferred creates a table with a foreign key to one of the plan while run and undo copy, or while their RENAME
// waits for a reader. The key must not follow the old table.
func TestMySQLReferred(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := newChild(t, dsn, 100)
		rows := db.textsOf(t, "SELECT k, id FROM t ORDER BY k")
		for _, early := range []bool{true, false} {
			if early && !strings.HasSuffix(t.Name(), "/MariaDB") {
				continue // CREATE TABLE waits for LOCK TABLES there, and the next statement of run waits behind it
			}
			cases := []struct{ verb, typ string }{{"run", "varchar(40) CHARACTER SET ascii COLLATE ascii_bin"}, {"undo", "binary(16)"}}
			for i := 0; i < len(cases); i++ {
				c := cases[i]
				reader := kit.Must(db.Begin())(t)
				defer reader.Rollback()
				if !early {
					kit.Must(reader.Exec("DO (SELECT COUNT(*) FROM child)"))(t) // which RENAME locks before t
				}
				args := []string{c.verb, db.address, "t.id"}[:map[string]int{"run": 3, "undo": 2}[c.verb]]
				create := "CREATE TABLE later (k int PRIMARY KEY, id " + c.typ + ", CONSTRAINT since FOREIGN KEY (id) REFERENCES t (id))"
				p := start(t, args...)
				var status int
				var output string
				ended := make(chan struct{})
				go func() {
					defer close(ended)
					status, output = p.wait(t, func(n int) {
						if early && n == 3 { // lock, plan again, copy t
							kit.Check(t, p.cmd.Process.Signal(syscall.SIGSTOP))
							db.exec(t, create)
							kit.Check(t, p.cmd.Process.Signal(syscall.SIGCONT))
						}
					})
				}()
				if !early {
					kit.Eventually(t, "RENAME waits", func() bool { return len(db.sessions(t, "RENAME", "etadata lock")) > 0 })
					made := make(chan error, 1)
					go func() {
						_, err := db.Exec(create)
						made <- err
					}()
					time.Sleep(time.Second)
					kit.Check(t, reader.Rollback())
					kit.Check(t, <-made)
				}
				<-ended
				if !early && deadlocked(status, output) {
					db.exec(t, "DROP TABLE later") // or the next run converts it, too
					i--
					continue
				}
				if status != conflict || !strings.Contains(output, "table later ") || !strings.Contains(output, "since") {
					t.Errorf("%s: status %d, want %d, and the foreign key: %s", c.verb, status, conflict, output)
				}
				db.exec(t, "INSERT INTO later SELECT k, id FROM t", "DROP TABLE later")
				must(t, done, args...)
			}
		}
		same(t, "rows", db.textsOf(t, "SELECT k, id FROM t ORDER BY k"), rows)
		same(t, "left", mysqlLeft(t, db), nil)
	})
}

// deadlocked reports whether the server ended the RENAME because it and another statement waited for each other, as MariaDB can.
// The command has lost no row then, and says to run it again.
func deadlocked(status int, output string) bool {
	return status == interrupted && strings.Contains(output, "Error 1213")
}

// TestMySQLSwitchWaits has the RENAME of run and undo wait for a reader of the first of two tables for some seconds. No writer
// of the second one may come before the RENAME: its row would be in the old table alone.
func TestMySQLSwitchWaits(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := newChild(t, dsn, 100)
		for i, args := range [][]string{{"run", db.address, "t.id"}, {"undo", db.address}} {
			reader := kit.Must(db.Begin())(t)
			defer reader.Rollback()
			kit.Must(reader.Exec("DO (SELECT COUNT(*) FROM child)"))(t)
			end := start(t, args...).background(t)
			kit.Eventually(t, "RENAME waits", func() bool { return len(db.sessions(t, "RENAME", "etadata lock")) > 0 })
			wrote := db.waiter(t, fmt.Sprintf("INSERT INTO t VALUES (%d, NULL)", 3+i))
			select {
			case err := <-wrote:
				t.Fatalf("%s: a writer came before the RENAME: %v", args[0], err)
			case <-time.After(2 * time.Second):
			}
			kit.Check(t, reader.Rollback())
			status, output := end()
			kit.Check(t, <-wrote)
			if deadlocked(status, output) {
				status, output = uuid(t, args...)
			}
			if status != done {
				t.Errorf("%s: status %d: %s", args[0], status, output)
			}
		}
		same(t, "rows", db.textsOf(t, "SELECT k FROM t ORDER BY k"), []string{"1", "2", "3", "4"})
	})
}

// TestMySQLProgramsSince makes a view, and a trigger of another table, while run and undo copy, or --online when they have looked
// for such objects and try to switch. Both would stay for the wrong form.
func TestMySQLProgramsSince(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := newChild(t, dsn, 16000)
		db.exec(t, "CREATE TABLE other (id varbinary(36))")
		for _, c := range []struct {
			args                 []string
			object, create, form string
		}{
			{[]string{"run", db.address, "t.id"}, "view v", "CREATE VIEW v AS SELECT k FROM t WHERE id = 'x'", "36"},
			{[]string{"undo", db.address}, "trigger g", "CREATE TRIGGER g AFTER INSERT ON other FOR EACH ROW DELETE FROM t WHERE id = NEW.id", "16"},
			{[]string{"run", db.address, "t.id", "--online", "--pause", "300ms"}, "trigger g", "CREATE TRIGGER g AFTER INSERT ON other FOR EACH ROW DELETE FROM t WHERE id = NEW.id", "36"},
			{[]string{"undo", db.address, "--online", "--pause", "300ms"}, "view v", "CREATE VIEW v AS SELECT k FROM t WHERE id = 'x'", "16"},
		} {
			online := slices.Contains(c.args, "--online")
			if online {
				db.exec(t, "DELETE FROM child WHERE k > 100")
			}
			p := start(t, c.args...)
			var status int
			var output string
			if online {
				end := p.background(t)
				reader, _ := db.session(t)
				kit.Eventually(t, "child is copied", func() bool {
					var n int
					reader.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM uuidkit_new_child").Scan(&n)
					return n == 100
				})
				kit.Must(reader.ExecContext(t.Context(), "START TRANSACTION"))(t)
				kit.Must(reader.ExecContext(t.Context(), "DO (SELECT COUNT(*) FROM t)"))(t)
				kit.Eventually(t, "RENAME waits", func() bool { return len(db.sessions(t, "RENAME", "etadata lock")) > 0 })
				db.exec(t, c.create)
				kit.Eventually(t, "RENAME gives up", func() bool { return len(db.sessions(t, "RENAME", "")) == 0 })
				kit.Must(reader.ExecContext(t.Context(), "ROLLBACK"))(t)
				status, output = end()
			} else {
				status, output = p.wait(t, func(n int) {
					if n == 3 { // lock, plan again, copy t
						kit.Check(t, p.cmd.Process.Signal(syscall.SIGSTOP))
						db.exec(t, c.create)
						kit.Check(t, p.cmd.Process.Signal(syscall.SIGCONT))
					}
				})
			}
			if status != conflict || !strings.Contains(output, c.object+": ") {
				t.Errorf("%v: status %d, want %d, and %s: %s", c.args, status, conflict, c.object, output)
			}
			same(t, "rows", db.textsOf(t, "SELECT k, LENGTH(id) FROM t ORDER BY k"), []string{"1|" + c.form, "2|" + c.form})
			db.exec(t, "DROP "+c.object)
			must(t, done, c.args...)
		}
		same(t, "left", mysqlLeft(t, db), nil)
	})
}

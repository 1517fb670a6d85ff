package migrate

import (
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
			for _, c := range []struct{ verb, typ string }{{"run", "varchar(40) CHARACTER SET ascii COLLATE ascii_bin"}, {"undo", "binary(16)"}} {
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
				if <-ended; status != conflict || !strings.Contains(output, "table later ") || !strings.Contains(output, "since") {
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

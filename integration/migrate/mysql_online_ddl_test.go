package migrate

import (
	"strings"
	"testing"

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
				p := start(t, "run", db.address, "t.id", "p.id", "--online", "--pause", "300ms")
				var status int
				var output string
				ended := make(chan struct{})
				go func() {
					defer close(ended)
					status, output = p.wait(t, nil)
				}()
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
				if <-ended; status != conflict || !strings.Contains(output, "table p ") {
					t.Errorf("status %d, want %d, and the table: %s", status, conflict, output)
				}
				kit.Check(t, <-written)
				same(t, "rows", db.textsOf(t, "SELECT k, LENGTH(id) FROM p ORDER BY k"), []string{"1|16", "2|16"})
			})
		})
	}
}

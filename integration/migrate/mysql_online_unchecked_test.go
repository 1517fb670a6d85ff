package migrate

import (
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// TestMySQLOnlineUnchecked writes in a session with foreign_key_checks = 0 while run and undo --online copy: the server
// follows no foreign key then, and no child row may be lost or changed in the copy.
func TestMySQLOnlineUnchecked(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		const id = "char(36) CHARACTER SET ascii COLLATE ascii_bin"
		db.exec(t, "CREATE TABLE u (id "+id+" NOT NULL PRIMARY KEY, n int)",
			"CREATE TABLE c (k int PRIMARY KEY, u "+id+", CONSTRAINT f FOREIGN KEY (u) REFERENCES u (id) ON DELETE CASCADE ON UPDATE CASCADE)",
			"CREATE TABLE s (k int PRIMARY KEY, u "+id+", CONSTRAINT g FOREIGN KEY (u) REFERENCES u (id) ON DELETE SET NULL ON UPDATE SET NULL)",
			"INSERT INTO u VALUES ('"+mysqlA+"', 1), ('"+mysqlB+"', 2), ('"+mysqlC+"', 3)")
		for _, table := range []string{"c", "s"} {
			db.exec(t, "INSERT INTO "+table+" SELECT n, id FROM u")
		}
		importer, _ := db.session(t, "SET SESSION foreign_key_checks = 0")
		const children = "SELECT 'c', k, u IS NULL FROM c UNION ALL SELECT 's', k, u IS NULL FROM s ORDER BY 1, 2"
		all := db.textsOf(t, children)
		for i, how := range [][]string{{"run", db.address, "u.id"}, {"undo", db.address}} {
			a, b, c, x := "'"+mysqlA+"'", "'"+mysqlB+"'", "'"+mysqlC+"'", "'00000000-0000-4000-8000-000000000001'"
			if i == 1 {
				a, b, c, x = "X'"+plain(mysqlA)+"'", "X'"+plain(mysqlB)+"'", "X'"+plain(mysqlC)+"'", "X'00000000000040008000000000000002'"
			}
			writes := []string{"REPLACE INTO u VALUES (" + a + ", 11)", "DELETE FROM u WHERE id = " + b, "UPDATE u SET id = " + x + " WHERE n = 3",
				"INSERT INTO u VALUES (" + c + ", 3)", "DELETE FROM u WHERE id = " + x, "INSERT INTO u VALUES (" + b + ", 2)"}
			end := start(t, append(how, "--online", "--pause", "1s")...).background(t)
			kit.Eventually(t, "the children are copied", func() bool {
				var n int
				db.QueryRow("SELECT (SELECT COUNT(*) FROM uuidkit_new_c) + (SELECT COUNT(*) FROM uuidkit_new_s) + (SELECT COUNT(*) FROM uuidkit_new_u)").Scan(&n)
				return n == 9
			})
			for _, q := range writes {
				if _, err := importer.ExecContext(t.Context(), q); err != nil {
					t.Errorf("%s: %v", q, err)
				}
				time.Sleep(10 * time.Millisecond)
			}
			if status, output := end(); status != done {
				t.Fatalf("%s: status %d: %s", how[0], status, output)
			}
			same(t, "children after "+how[0], db.textsOf(t, children), all)
			same(t, "parents after "+how[0], db.textsOf(t, "SELECT n, COUNT(*) FROM c JOIN u ON u.id = c.u GROUP BY n ORDER BY n"), []string{"2|1", "3|1", "11|1"})
		}
	})
}

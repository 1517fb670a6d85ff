package migrate

import (
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// TestMySQLLasting has rows that the server refuses in each copy of their table: sql_mode was less strict when
// they were written. No command says that the same again works, and the same works when that is changed which
// the message names.
func TestMySQLLasting(t *testing.T) {
	t.Parallel()
	eachMySQL(t, func(t *testing.T, dsn string) {
		db := openMySQL(t, dsn)
		db.SetMaxOpenConns(1) // for SET SESSION
		db.SetConnMaxIdleTime(0)
		smallMySQL(t, db)
		for _, c := range []struct{ generated, odd, even, code string }{
			{"g int AS (CAST(n AS signed)) STORED", "'abc'", "'5'", "1292"},
		} {
			db.exec(t, "SET SESSION sql_mode = ''", "ALTER TABLE t ADD n varchar(9), ADD "+c.generated)
			for _, args := range [][]string{{"run", db.address, "t.id"}, {"undo", db.address}, {"run", db.address, "t.id", "--online"}, {"undo", db.address, "--online"}} {
				db.exec(t, "UPDATE t SET n = "+c.odd+" WHERE k = 1")
				out := must(t, refused, args...)
				if !strings.Contains(out, c.code) {
					t.Errorf("%v does not have the server's error %s: %s", args, c.code, out)
				}
				db.exec(t, "UPDATE t SET n = "+c.even+" WHERE k = 1")
				must(t, done, args...)
			}
			db.exec(t, "ALTER TABLE t DROP g, DROP n")
		}
		same(t, "left", mysqlLeft(t, db), nil)
	})
}

// TestMySQLNotHere has a group that does not take what run writes, though the server is its primary: a
// transaction is too large. Run says to look into the server's log, and works after that.
func TestMySQLNotHere(t *testing.T) {
	long(t)
	t.Parallel()
	servers := kit.Need(server.StartGroup(t.Context(), t.Logf, 1, true))(t)
	t.Cleanup(func() { servers[0].Stop() })
	db := openMySQL(t, servers[0].URL())
	complete(t, db)
	smallMySQL(t, db)
	db.exec(t, "ALTER TABLE t ADD b longblob", "UPDATE t SET b = REPEAT('x', 2000000)")
	for _, args := range [][]string{{"run", db.address, "t.id"}, {"undo", db.address}, {"run", db.address, "t.id", "--online"}, {"undo", db.address, "--online"}} {
		db.exec(t, "SET GLOBAL group_replication_transaction_size_limit = 1000000")
		if out := must(t, interrupted, args...); !strings.Contains(out, "3100") {
			t.Errorf("%v does not have the server's error: %s", args, out)
		}
		db.exec(t, "SET GLOBAL group_replication_transaction_size_limit = DEFAULT")
		must(t, done, args...)
	}
	same(t, "rows", db.textsOf(t, "SELECT k, LENGTH(id), LENGTH(b) FROM t ORDER BY k"), []string{"1|36|2000000", "2|36|2000000"})
}

package migrate

import (
	"strings"
	"testing"
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
		for _, c := range []struct{ generated, odd, even, says string }{
			{"g int AS (10 DIV n) STORED", "'0'", "'5'", "1365"},
			{"g int AS (CAST(n AS signed)) STORED", "'abc'", "'5'", "1292"},
		} {
			db.exec(t, "SET SESSION sql_mode = ''", "ALTER TABLE t ADD n varchar(9), ADD "+c.generated)
			for _, args := range [][]string{{"run", db.address, "t.id"}, {"undo", db.address}, {"run", db.address, "t.id", "--online"}, {"undo", db.address, "--online"}} {
				db.exec(t, "UPDATE t SET n = "+c.odd+" WHERE k = 1")
				out := must(t, refused, args...)
				if !strings.Contains(out, c.says) || !strings.Contains(out, "change what it names first") || strings.Contains(out, "run it again") {
					t.Errorf("%v says: %s", args, out)
				}
				db.exec(t, "UPDATE t SET n = "+c.even+" WHERE k = 1")
				must(t, done, args...)
			}
			db.exec(t, "ALTER TABLE t DROP g, DROP n")
		}
		same(t, "left", mysqlLeft(t, db), nil)
	})
}

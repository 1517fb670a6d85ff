package migrate

import (
	"strings"
	"testing"

	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/sqlx"
)

// TestUpperCaseIDs has ids in upper case: a UUID as an argument, whose text is in lower case, finds no row before run, and
// each row after it. PostgreSQL takes the old strings all the time.
func TestUpperCaseIDs(t *testing.T) {
	t.Parallel()
	found := func(t *testing.T, db *database, query string, id any) (n int) {
		kit.Check(t, db.QueryRow(query, id).Scan(&n))
		return n
	}
	t.Run("PostgreSQL", func(t *testing.T) {
		db := openPostgres(t, stores.Postgres(t))
		db.exec(t, "CREATE TABLE t (id text PRIMARY KEY)", "INSERT INTO t VALUES (upper('"+badA+"'))")
		const query = "SELECT count(*) FROM t WHERE id = $1"
		if u, s := found(t, db, query, google.MustParse(badA)), found(t, db, query, strings.ToUpper(badA)); u != 0 || s != 1 {
			t.Errorf("before: %d by a UUID, %d by a string", u, s)
		}
		must(t, done, "run", db.address, "t.id", "--online")
		if u, s := found(t, db, query, google.MustParse(badA)), found(t, db, query, strings.ToUpper(badA)); u != 1 || s != 1 {
			t.Errorf("after: %d by a UUID, %d by a string", u, s)
		}
	})
	t.Run("SQLite", func(t *testing.T) {
		db := openSQLite(t, t.TempDir()+"/ids.db")
		db.exec(t, "CREATE TABLE t (id PRIMARY KEY)", "INSERT INTO t VALUES (upper('"+badA+"'))")
		const query, typ = "SELECT count(*) FROM t WHERE id = ?", "SELECT type FROM pragma_table_info('t') WHERE name = 'id'"
		before := db.texts(t, typ)
		if u, s := found(t, db, query, google.MustParse(badA)), found(t, db, query, strings.ToUpper(badA)); u != 0 || s != 1 {
			t.Errorf("before: %d by a UUID, %d by a string", u, s)
		}
		must(t, done, "run", db.address, "t.id")
		if u, s := found(t, db, query, sqlx.Binary(google.MustParse(badA))), found(t, db, query, strings.ToUpper(badA)); u != 1 || s != 0 {
			t.Errorf("after: %d by a UUID, %d by a string", u, s)
		}
		same(t, "the type of a column that has none", db.texts(t, typ), before)
	})
}

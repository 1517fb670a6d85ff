package migrate

import (
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// TestPostgresReferredMeanwhile writes a row of another table after the plan that refers to a bad row: run does not
// move that away, since the key would delete the other row, or write NULL into it.
func TestPostgresReferredMeanwhile(t *testing.T) {
	t.Parallel()
	for _, action := range []string{"CASCADE", "SET NULL"} {
		db := openPostgres(t, stores.Postgres(t))
		db.exec(t, "CREATE TABLE users (id text PRIMARY KEY, no int UNIQUE)", "INSERT INTO users VALUES ('"+badA+"', 1), ('odd', 2)",
			"CREATE TABLE logins (k int PRIMARY KEY, user_no int REFERENCES users (no) ON DELETE "+action+")", "INSERT INTO logins VALUES (1, 1)")
		tx := kit.Must(db.Begin())(t)
		defer tx.Rollback()
		kit.Must(tx.Exec("INSERT INTO logins VALUES (2, 2)"))(t)
		run := []string{"run", db.address, "users.id", "--bad-rows", "bad"}
		p := start(t, run...)
		kit.Eventually(t, "run waits", func() bool {
			return db.texts(t, "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'LOCK TABLE%'") != nil
		})
		kit.Check(t, tx.Commit())
		if status, out := p.wait(t, nil); status != conflict || !strings.Contains(out, "public.logins.user_no") {
			t.Errorf("%s: status %d, want %d, and the column: %s", action, status, conflict, out)
		}
		same(t, action, db.texts(t, "SELECT k, user_no FROM logins ORDER BY k"), []string{"1|1", "2|2"})
		same(t, "users", db.texts(t, "SELECT no, pg_typeof(id) FROM users ORDER BY no"), []string{"1|text", "2|text"})
		db.exec(t, "DELETE FROM logins WHERE k = 2")
		must(t, done, run...)
		must(t, done, "undo", db.address)
	}
}

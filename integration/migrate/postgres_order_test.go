package migrate

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// TestPostgresOnlineOrder has sessions that lock a view, or the sequence of a column, before the table, all the time: the
// switch takes these locks in the same order.
func TestPostgresOnlineOrder(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		db := openPostgres(t, url)
		db.exec(t, "CREATE TABLE t (k serial PRIMARY KEY, id text DEFAULT gen_random_uuid()::text)", "INSERT INTO t SELECT FROM generate_series(1, 100)",
			"CREATE VIEW v AS SELECT k FROM t", "CREATE VIEW w AS SELECT k FROM v UNION SELECT k FROM t", "CREATE VIEW x AS SELECT 1", "CREATE RULE r AS ON INSERT TO x DO INSTEAD INSERT INTO t DEFAULT VALUES")
		for name, statements := range map[string][]string{
			"views":     {"SELECT count(*) FROM v", "SELECT count(*) FROM w", "INSERT INTO x SELECT 1 WHERE false"},
			"sequences": {"BEGIN; SELECT nextval('t_k_seq'); SELECT pg_sleep(0.01); UPDATE t SET k = k WHERE false; COMMIT"},
		} {
			ctx, stop := context.WithCancel(t.Context())
			var sessions sync.WaitGroup
			defer sessions.Wait()
			defer stop()
			for i := range 20 {
				sessions.Go(func() {
					conn := kit.Must(db.Conn(ctx))(t)
					defer conn.Close()
					for ctx.Err() == nil {
						if _, err := conn.ExecContext(ctx, statements[i%len(statements)]); err != nil && ctx.Err() == nil {
							t.Errorf("%s: %v", statements[i%len(statements)], err)
							return
						}
					}
				})
			}
			for _, args := range [][]string{{"run", url, "t.id", "--online"}, {"undo", url, "--online"}} {
				if status, out := killAfter(t, 25*time.Second, args...); status != done {
					t.Fatalf("%s, %s: status %d: %s", name, args[0], status, out)
				}
			}
			stop()
			sessions.Wait()
		}
	})
}

package migrate

import (
	"context"
	"errors"
	neturl "net/url"
	"slices"
	"strings"
	"testing"

	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// TestPostgresPgx has an application whose connections live through run --online and undo --online: what pgx and the
// server know of the types until a connection is closed, and the modes in which they know nothing. The database is LATIN1,
// in which raw bytes are a text.
func TestPostgresPgx(t *testing.T) {
	t.Parallel()
	eachPostgres(t, func(t *testing.T, url string) {
		u := kit.Must(neturl.Parse(url))(t)
		first, name := openPostgres(t, url), strings.TrimPrefix(u.Path, "/")+"_pgx"
		first.exec(t, "CREATE DATABASE "+name+" ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
		defer first.exec(t, "DROP DATABASE "+name+" WITH (FORCE)")
		u.Path = name
		db := openPostgres(t, u.String())
		db.exec(t, "CREATE TABLE users (id text PRIMARY KEY, name text)", "INSERT INTO users VALUES ('"+badA+"', 'a')")

		const cached, prepared, copies = "SELECT name FROM users WHERE id = $1", "UPDATE users SET name = $1 WHERE id = $2", "copy"
		id := google.MustParse(badA)
		var pools []*pgxpool.Pool
		use := func(pool *pgxpool.Pool, what string) string {
			t.Helper()
			var err error
			switch what {
			case cached:
				var got string
				err = pool.QueryRow(t.Context(), cached, id).Scan(&got)
			case prepared:
				_, err = pool.Exec(t.Context(), "update", "a", id)
			case copies: // a row of its own, which the database has until the next
				kit.Must(pool.Exec(t.Context(), "DELETE FROM users WHERE name = 'copy'", pgx.QueryExecModeExec))(t)
				_, err = pool.CopyFrom(t.Context(), pgx.Identifier{"users"}, []string{"id", "name"}, pgx.CopyFromRows([][]any{{google.MustParse(badC), "copy"}}))
				if err == nil && db.texts(t, "SELECT length(id::text) FROM users WHERE name = 'copy'")[0] != "36" {
					return "raw bytes"
				}
			}
			if e, is := errors.AsType[*pgconn.PgError](err); is {
				return e.Code
			}
			kit.Check(t, err)
			return ""
		}
		for _, mode := range []string{"cache_statement", "describe_exec", "exec"} {
			config := kit.Must(pgxpool.ParseConfig(u.String() + "&pool_max_conns=1&default_query_exec_mode=" + mode))(t)
			if mode == "cache_statement" {
				config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
					_, err := conn.Prepare(ctx, "update", prepared)
					return err
				}
			}
			pool := kit.Must(pgxpool.NewWithConfig(t.Context(), config))(t)
			defer pool.Close()
			pools = append(pools, pool)
		}
		codes := func(want ...[]string) {
			t.Helper()
			for i, pool := range pools {
				for _, what := range []string{cached, copies, prepared} {
					if what == prepared && i > 0 {
						continue
					}
					var got []string
					for range 3 {
						got = append(got, use(pool, what))
					}
					n := map[string]int{cached: 0, copies: 1, prepared: 2}[what]
					if w := []string{"", "", ""}; i == 0 && !slices.Equal(got, want[n]) || i > 0 && !slices.Equal(got, w) {
						t.Errorf("pool %d, %s: got %q, want %q", i, what, got, want[n])
					}
				}
			}
		}
		right := []string{"", "", ""}
		codes(right, right, right)
		must(t, done, "run", u.String(), "users.id", "--online")
		codes([]string{"42883", "", ""}, []string{"22P03", "22P03", "22P03"}, []string{"42883", "42883", "42883"})
		pools[0].Reset()
		codes(right, right, right)
		must(t, done, "undo", u.String(), "--online")
		codes([]string{"42883", "", ""}, []string{"raw bytes", "raw bytes", "raw bytes"}, []string{"42883", "42883", "42883"})
		pools[0].Reset()
		codes(right, right, right)
	})
}

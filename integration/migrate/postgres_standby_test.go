package migrate

import (
	"database/sql"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// startStandby starts a server, and one that follows it. With the feedback nothing that a transaction of the
// standby can see is removed.
func startStandby(t *testing.T, kind server.Kind) (primary, standby *database) {
	t.Helper()
	first := kit.Need(server.StartDurable(t.Context(), kind, t.Logf, ""))(t)
	t.Cleanup(func() { first.Stop() })
	kit.Check(t, first.Halt())
	second := kit.Must(server.StartCopy(t.Context(), first, t.Logf, map[string]string{"standby.signal": ""},
		"-c", "primary_conninfo="+first.URL(), "-c", "wal_retrieve_retry_interval=100ms", "-c", "hot_standby_feedback=on"))(t)
	t.Cleanup(func() { second.Stop() })
	kit.Check(t, first.Restart(t.Context()))
	primary, standby = openPostgres(t, first.URL()), openPostgres(t, second.URL())
	kit.Eventually(t, "the standby follows", func() bool {
		return len(primary.texts(t, "SELECT FROM pg_stat_replication WHERE state = 'streaming' AND backend_xmin IS NOT NULL")) == 1
	})
	return primary, standby
}

// TestPostgresStandby goes forth and back at a server that a standby follows, and sees that the standby has the
// same then. What the plan says of transactions there is true. At the standby all is refused.
func TestPostgresStandby(t *testing.T) {
	t.Parallel()
	for _, kind := range []server.Kind{server.Postgres, server.Postgres15} {
		t.Run(kind.Name, func(t *testing.T) {
			if kind == server.Postgres15 {
				long(t)
			}
			t.Parallel()
			primary, standby := startStandby(t, kind)
			newPostgres(t, primary.address, 500)
			followed(t, primary, standby)
			refuses(t, "server: server", append([]string{standby.address}, postgresColumns...)...)
			primary.exec(t, "CREATE ROLE owner LOGIN PASSWORD 'x'", "GRANT CREATE ON SCHEMA public TO owner", "CREATE TABLE owned (id text)", "ALTER TABLE owned OWNER TO owner", "INSERT INTO owned VALUES ('"+lockedID+"')")
			out := must(t, done, "plan", regexp.MustCompile("//.*@").ReplaceAllString(primary.address, "//owner:x@"), "owned.id")
			if !strings.Contains(out, "standby") {
				t.Errorf("plan of a role that may not see the standby does not say that it is there: %s", out)
			}
		})
	}
}

// followed runs and undoes, offline and online.
func followed(t *testing.T, primary, standby *database) {
	everywhere := func() (map[string]string, []string) {
		t.Helper()
		at := primary.texts(t, "SELECT pg_current_wal_flush_lsn()::text")[0]
		kit.Eventually(t, "the standby has all", func() bool {
			return standby.texts(t, "SELECT pg_last_wal_replay_lsn() >= $1::text::pg_lsn", at)[0] == "true"
		})
		schema, rows := onlineState(t, primary)
		got, gotRows := onlineState(t, standby)
		sameSchema(t, schema, got, nil)
		same(t, "rows of the standby", gotRows, rows)
		return schema, rows
	}
	before, rows := everywhere()
	for _, how := range [][]string{nil, {"--online"}} {
		of := append(slices.Concat([]string{primary.address}, postgresColumns), how...)
		if out := must(t, done, append([]string{"plan"}, of...)...); !strings.Contains(out, "127.0.0.1)") {
			t.Errorf("plan does not say where the standby is: %s", out)
		}
		old := kit.Must(standby.BeginTx(t.Context(), &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}))(t)
		defer old.Rollback()
		kit.Must(old.Exec("SELECT 1"))(t) // takes its snapshot

		must(t, done, append([]string{"run"}, of...)...)
		schema, got := everywhere()
		sameSchema(t, before, schema, postgresChanges())
		same(t, "run", got, rows)
		var seen int
		kit.Check(t, old.QueryRow("SELECT count(*) FROM users").Scan(&seen))
		kit.Check(t, old.Rollback())
		if seen != 0 {
			t.Errorf("a transaction of the standby from before the run sees %d rows, and the plan says that it finds them missing", seen)
		}

		must(t, done, append([]string{"undo", primary.address}, how...)...)
		schema, got = everywhere()
		sameSchema(t, before, schema, nil)
		same(t, "undo", got, rows)
	}
}

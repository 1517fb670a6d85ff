package pgxtype_test

import (
	"fmt"
	"testing"

	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/integration/stores/server"
	"github.com/uuidkit/uuidkit/pgxtype"
)

func TestTry(t *testing.T) {
	url := stores.Postgres(t)
	for _, c := range []struct {
		suite    string
		settings []string
	}{{"", nil}, {"trixie", []string{"max_prepared_statements=0"}}, {"trixie", nil}} {
		s, err := server.StartPgBouncer(t.Context(), url, c.suite, t.Logf, c.settings...)
		if err != nil {
			t.Error(err)
			continue
		}
		defer s.Stop()
		for _, mode := range []pgx.QueryExecMode{pgx.QueryExecModeCacheStatement, pgx.QueryExecModeCacheDescribe, pgx.QueryExecModeDescribeExec, pgx.QueryExecModeExec, pgx.QueryExecModeSimpleProtocol} {
			for _, reg := range []bool{false, true} {
				config := kit.Must(pgx.ParseConfig(s.URL()))(t)
				config.DefaultQueryExecMode = mode
				var got []error
				for range 3 { // as a pool of clients
					conn := kit.Must(pgx.ConnectConfig(t.Context(), config))(t)
					defer conn.Close(t.Context())
					if reg {
						pgxtype.Register[google.UUID](conn.TypeMap())
					}
					for range 3 {
						var n google.UUID
						_, e := conn.Exec(t.Context(), "create table if not exists users (id uuid primary key)")
						got = append(got, e)
						_, e = conn.Exec(t.Context(), "insert into users values ($1)", google.New())
						got = append(got, e)
						got = append(got, conn.QueryRow(t.Context(), "select id from users limit 1").Scan(&n))
						got = append(got, conn.QueryRow(t.Context(), "select id from users where id = any($1)", []google.UUID{n}).Scan(&n))
					}
				}
				fails := map[string]int{}
				for _, e := range got {
					fails[fmt.Sprint(e)]++
				}
				t.Log(c, mode, reg, fails)
			}
		}
	}
}

package pooler_test

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/integration/stores/server"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
)

var all = flag.Bool("all", false, "install PgBouncer, and run")

func TestMain(m *testing.M) { stores.Main(kit.WithCommand(m)) }

// A pooler is a release of PgBouncer.
type pooler struct {
	suite    string // of Debian
	settings []string
	prepares bool // it knows which statements each client has prepared
}

// poolers are the release of Debian 12, which knows no prepared statements, and one that does,
// since 1.21, if it is told to.
var poolers = map[string]pooler{
	"bookworm":                          {"bookworm", nil, false},
	"trixie":                            {"trixie", []string{"max_prepared_statements=100"}, true},
	"trixie, max_prepared_statements=0": {"trixie", []string{"max_prepared_statements=0"}, false},
}

// What a client sees: the right rows, or errors that match.
const (
	right    = ""
	prepared = `SQLSTATE (42P05|26000)` // another client prepared that statement, or this one did elsewhere
	noList   = `unable to encode`       // pgx alone knows no list of google's type there
	anything = `.`                      // wrong rows, too
)

// each runs the test with each pooler, on a new database with a table. The pooler has size
// connections to the server.
func each(t *testing.T, size int, test func(t *testing.T, statements, url string)) {
	if !*all {
		t.Skip("without -all")
	}
	for name, p := range poolers {
		t.Run(name, func(t *testing.T) {
			direct := stores.Postgres(t)
			conn := kit.Must(pgx.Connect(t.Context(), direct))(t)
			defer conn.Close(t.Context())
			kit.Must(conn.Exec(t.Context(), "create table users (id uuid primary key, friends uuid[], doc text)"))(t)
			s := kit.Need(server.StartPgBouncer(t.Context(), direct, p.suite, t.Logf, append(p.settings, fmt.Sprint("default_pool_size=", size))...))(t)
			t.Cleanup(func() { kit.Check(t, s.Stop()) })
			statements := prepared // what its own statements do
			if p.prepares {
				statements = right
			}
			test(t, statements, s.URL())
		})
	}
}

// TestModes has clients write, find and read in each mode of pgx, at the same time. The pages say
// which modes are right: those that prepare nothing, or nothing that outlives a transaction.
func TestModes(t *testing.T) {
	each(t, 2, func(t *testing.T, statements, url string) {
		for _, test := range []struct {
			mode     pgx.QueryExecMode
			register bool
			sees     string
		}{
			{pgx.QueryExecModeCacheStatement, true, statements},
			{pgx.QueryExecModeCacheDescribe, true, right},
			{pgx.QueryExecModeDescribeExec, true, anything}, // executes what another client has parsed
			{pgx.QueryExecModeExec, true, right},
			{pgx.QueryExecModeSimpleProtocol, true, right},
			{pgx.QueryExecModeCacheDescribe, false, right},
			{pgx.QueryExecModeExec, false, noList},
			{pgx.QueryExecModeSimpleProtocol, false, noList},
		} {
			config := kit.Must(pgx.ParseConfig(url))(t)
			config.DefaultQueryExecMode = test.mode
			errs := together(func() error {
				conn, err := pgx.ConnectConfig(t.Context(), config)
				if err != nil {
					return err
				}
				defer conn.Close(context.Background())
				if test.register {
					pgxtype.Register[google.UUID](conn.TypeMap())
				}
				return use(t.Context(), conn)
			})
			if !see(errs, test.sees) {
				t.Errorf("%v, registered %t: got %v, want %q", test.mode, test.register, errs, test.sees)
			}
		}
	})
}

// together calls f from eight goroutines, three times each, and returns its errors.
func together(f func() error) []error {
	var group sync.WaitGroup
	errs := make([]error, 3*8)
	for i := range 8 {
		group.Go(func() {
			for j := range 3 {
				errs[3*i+j] = f()
			}
		})
	}
	group.Wait()
	return slices.DeleteFunc(errs, func(err error) bool { return err == nil })
}

// see tells whether there is no error, or each is one that clients see.
func see(errs []error, sees string) bool {
	return (len(errs) == 0) == (sees == right) && !slices.ContainsFunc(errs, func(err error) bool {
		return !regexp.MustCompile(sees).MatchString(err.Error())
	})
}

// use writes an id with a list, and finds them.
func use(ctx context.Context, conn *pgx.Conn) error {
	for range 5 {
		id, friends := google.New(), []google.UUID{google.New(), google.New()}
		if _, err := conn.Exec(ctx, "insert into users (id, friends) values ($1, $2)", id, friends); err != nil {
			return err
		}
		var got google.UUID
		var list []google.UUID
		err := conn.QueryRow(ctx, "select id, friends from users where id = any($1) and friends @> $2", []google.UUID{id}, friends[1:]).Scan(&got, &list)
		if err == nil && (got != id || len(list) != 2 || list[1] != friends[1]) {
			err = fmt.Errorf("got %v and %v, want %v and %v", got, list, id, friends)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// TestDatabaseSQL has database/sql do the same, with a connector of sqlx and without, and with statements that
// the program prepares.
func TestDatabaseSQL(t *testing.T) {
	each(t, 2, func(t *testing.T, statements, url string) {
		for _, test := range []struct {
			mode      pgx.QueryExecMode
			connector bool
			prepare   bool
			sees      string
		}{
			{pgx.QueryExecModeCacheStatement, false, false, statements},
			{pgx.QueryExecModeCacheStatement, true, false, statements},
			{pgx.QueryExecModeCacheStatement, true, true, statements},
			{pgx.QueryExecModeCacheDescribe, false, false, right},
			{pgx.QueryExecModeCacheDescribe, true, false, right},
			{pgx.QueryExecModeCacheDescribe, true, true, statements},
			{pgx.QueryExecModeExec, true, false, right},
			{pgx.QueryExecModeExec, true, true, statements},
		} {
			config := kit.Must(pgx.ParseConfig(url))(t)
			config.DefaultQueryExecMode = test.mode
			base := stdlib.GetConnector(*config)
			db := sql.OpenDB(base)
			if test.connector {
				db = sql.OpenDB(sqlx.NewConnector[sqlx.Text](base, sqlx.Native[google.UUID]()))
			}
			defer db.Close()
			errs := together(func() error { return useSQL(t.Context(), db, test.prepare) })
			if !see(errs, test.sees) {
				t.Errorf("%+v: got %v", test, errs)
			}
		}
	})
}

func useSQL(ctx context.Context, db *sql.DB, prepare bool) error {
	const insert, find = "insert into users (id, friends) values ($1, $2)", "select id, friends from users where id = any($1) and id = $2"
	exec, query := db.ExecContext, db.QueryRowContext
	if prepare {
		i, err := db.PrepareContext(ctx, insert)
		if err != nil {
			return err
		}
		defer i.Close()
		f, err := db.PrepareContext(ctx, find)
		if err != nil {
			return err
		}
		defer f.Close()
		exec = func(ctx context.Context, _ string, args ...any) (sql.Result, error) {
			return i.ExecContext(ctx, args...)
		}
		query = func(ctx context.Context, _ string, args ...any) *sql.Row { return f.QueryRowContext(ctx, args...) }
	}
	for range 5 {
		id, friends := google.New(), sqlx.Array[google.UUID]{google.New(), google.New()}
		if _, err := exec(ctx, insert, id, friends); err != nil {
			return err
		}
		var got google.UUID
		var list sqlx.Array[google.UUID]
		err := query(ctx, find, sqlx.Array[google.UUID]{id}, id).Scan(&got, &list)
		if err == nil && (got != id || len(list) != 2 || list[1] != friends[1]) {
			err = fmt.Errorf("got %v and %v, want %v and %v", got, list, id, friends)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// TestCommands demands that audit reports what it reports without a pooler, that migrate refuses, and that
// neither leaves a setting or a lock in a session that other programs get.
func TestCommands(t *testing.T) {
	each(t, 1, func(t *testing.T, _, url string) {
		config := kit.Must(pgx.ParseConfig(url))(t)
		config.DefaultQueryExecMode = pgx.QueryExecModeExec
		conn := kit.Must(pgx.ConnectConfig(t.Context(), config))(t)
		defer conn.Close(t.Context())
		kit.Must(conn.Exec(t.Context(), "insert into users (id, doc) select gen_random_uuid(), gen_random_uuid() from generate_series(1, 300)"))(t)
		settings := func() (all string) {
			t.Helper()
			kit.Check(t, conn.QueryRow(t.Context(), `select coalesce(string_agg(name || ' = ' || setting, ', ' order by name), '') || ' ' ||
				(select count(*) from pg_locks where locktype = 'advisory') from pg_settings where source = 'session' and name <> 'application_name'`).Scan(&all))
			return all
		}
		before := settings()
		for _, test := range []struct {
			args   string
			status int
			want   string
		}{
			{"audit URL", 0, "public.users.doc  text  text  certain"},
			{"audit URL --full", 0, "public.users.doc  text  text  certain"},
			{"migrate plan URL users.doc", 4, "a pooler is between uuid migrate and the server"},
			{"migrate run URL users.doc --yes", 4, "connect to PostgreSQL itself"},
			{"migrate run URL users.doc --online --yes", 4, "connect to PostgreSQL itself"},
			{"migrate undo URL --yes", 4, "connect to PostgreSQL itself"},
			{"migrate cleanup URL --yes", 4, "connect to PostgreSQL itself"},
			{"migrate status URL", 4, "connect to PostgreSQL itself"},
		} {
			cmd := exec.Command(kit.Command(t), strings.Fields(strings.ReplaceAll(test.args, "URL", url))...)
			out, _ := cmd.CombinedOutput()
			if got := cmd.ProcessState.ExitCode(); got != test.status || !strings.Contains(string(out), test.want) {
				t.Errorf("uuid %s: got exit status %d and\n%s\nwant %d and %q", test.args, got, out, test.status, test.want)
			}
			if got := settings(); got != before {
				t.Errorf("uuid %s leaves in a session of the pooler: %s", test.args, got)
			}
		}
		kit.Must(conn.Exec(t.Context(), "insert into users (id) values ($1)", google.New()))(t)
	})
}

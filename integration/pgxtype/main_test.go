package pgxtype_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/pgxtest"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestMain(m *testing.M) { stores.Main(m) }

// id and other are what the tests write and what they overwrite.
var (
	id    = uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	other = uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
)

// A suite holds the tests of one type, a value of on[T].
type suite interface {
	goType() reflect.Type
	register(m *pgtype.Map)
	values(t *testing.T)
	copies(t *testing.T)
	structs(t *testing.T)
	databaseSQL(t *testing.T)
	sideBySide(s session)
	query(ctx context.Context, pool *pgxpool.Pool) error
}

type on[T ~[16]byte] struct {
	url string // of the database
}

func (on[T]) goType() reflect.Type   { return reflect.TypeFor[T]() }
func (on[T]) register(m *pgtype.Map) { pgxtype.Register[T](m) }

// plain is what a program may define itself: a UUID without methods.
type plain [16]byte

func types(url string) []suite {
	all := []suite{on[plain]{url}, on[google.UUID]{url}, on[gofrs.UUID]{url}, on[uuid.UUID]{url}}
	if std.Present {
		all = append([]suite{on[std.UUID]{url}}, all...)
	}
	return all
}

// each runs the test of each type on the newest and the oldest server.
func each(t *testing.T, test func(suite, *testing.T)) {
	for version, server := range map[string]func(testing.TB) string{"PostgreSQL18": stores.Postgres, "PostgreSQL15": stores.Postgres15} {
		for _, typ := range types(server(t)) {
			// Not String, which is uuid.UUID for most of them.
			name := strings.TrimPrefix(typ.goType().PkgPath(), "github.com/") + "." + typ.goType().Name()
			t.Run(version+"/"+name, func(t *testing.T) { test(typ, t) })
		}
	}
}

// runner connects to the database, which is as new, sets it up, and registers all
// types side by side, T last.
func (s on[T]) runner(t *testing.T, setup ...string) pgxtest.ConnTestRunner {
	t.Helper()
	conn := kit.Must(pgx.Connect(t.Context(), s.url))(t)
	defer conn.Close(t.Context())
	for _, q := range append([]string{"drop schema public cascade", "create schema public"}, setup...) {
		kit.Must(conn.Exec(t.Context(), q))(t)
	}
	ctr := pgxtest.DefaultConnTestRunner()
	ctr.CreateConfig = func(_ context.Context, t testing.TB) *pgx.ConnConfig { return kit.Must(pgx.ParseConfig(s.url))(t) }
	ctr.AfterConnect = func(_ context.Context, _ testing.TB, conn *pgx.Conn) {
		for _, typ := range types("") {
			typ.register(conn.TypeMap())
		}
		pgxtype.Register[T](conn.TypeMap())
	}
	return ctr
}

// A session is a test's connection.
type session struct {
	testing.TB
	*pgx.Conn
	ctx context.Context
}

// modes runs a test in all modes, or in those that are given.
func modes(t *testing.T, ctr pgxtest.ConnTestRunner, test func(session), only ...pgx.QueryExecMode) {
	t.Helper()
	pgxtest.RunWithQueryExecModes(t.Context(), t, ctr, only, func(ctx context.Context, t testing.TB, conn *pgx.Conn) {
		test(session{t, conn, ctx})
	})
}

// described reports whether the session asks the server for the types of parameters.
func (s session) described() bool {
	mode := s.Conn.Config().DefaultQueryExecMode
	return mode != pgx.QueryExecModeExec && mode != pgx.QueryExecModeSimpleProtocol
}

// reads checks what a query returns, into a V that was old.
func reads[V any](s session, old, want V, query string, args ...any) {
	s.Helper()
	if err := s.QueryRow(s.ctx, query, args...).Scan(&old); err != nil || !reflect.DeepEqual(old, want) {
		s.Errorf("%s of %T: got %v, %v, want %v", query, args, old, err, want)
	}
}

// refuses checks that a query fails, with a text in the error, and leaves old, which
// is want.
func refuses[V any](s session, old, want V, text, query string, args ...any) {
	s.Helper()
	err := s.QueryRow(s.ctx, query, args...).Scan(&old)
	if err == nil || !strings.Contains(err.Error(), text) || !reflect.DeepEqual(old, want) {
		s.Errorf("%s of %T: got %v, %v, want an error with %q and %v", query, args, old, err, text, want)
	}
}

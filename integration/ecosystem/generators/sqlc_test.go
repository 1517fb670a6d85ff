//go:build full

package generators

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/ecosystem/generators/testdata/sqlc/gofrs"
	"github.com/uuidkit/uuidkit/integration/ecosystem/generators/testdata/sqlc/google"
	"github.com/uuidkit/uuidkit/integration/ecosystem/generators/testdata/sqlc/ours"
	"github.com/uuidkit/uuidkit/integration/ecosystem/generators/testdata/sqlc/std"
	"github.com/uuidkit/uuidkit/integration/ecosystem/internal/table"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/pgxtype"
)

func sqlcStd(c *pgx.Conn) generated[S, SN]    { return std.New(c) }
func sqlcGoogle(c *pgx.Conn) generated[G, GN] { return google.New(c) }
func sqlcGofrs(c *pgx.Conn) generated[F, FN]  { return gofrs.New(c) }
func sqlcOurs(c *pgx.Conn) generated[U, UN]   { return ours.New(c) }

func sqlcOps[T ~[16]byte, N any](queries func(*pgx.Conn) generated[T, N]) func(testing.TB) ecosystem.Ops[T, N] {
	return func(t testing.TB) ecosystem.Ops[T, N] {
		tb := table.Postgres(t, "uuid")
		conn, err := pgx.Connect(t.Context(), tb.Name)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close(context.Background()) })
		return opsOf(tb, queries(conn))
	}
}

// registered are queries of a connection that knows the type.
func registered[T ~[16]byte, N any](queries func(*pgx.Conn) generated[T, N]) func(*pgx.Conn) generated[T, N] {
	return func(c *pgx.Conn) generated[T, N] {
		pgxtype.Register[T](c.TypeMap())
		return queries(c)
	}
}

func sqlcRows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "sqlc", Store: "pgx, PostgreSQL", Version: sqlcVersion, Link: "sqlc.md",
		Say:   "`pgxtype.Register[uuid.UUID]` where a connection is opened, beside the overrides in `sqlc.yaml`",
		Today: ecosystem.Of(sqlcOps(sqlcStd), sqlcOps(sqlcGoogle), sqlcOps(sqlcGofrs), sqlcOps(sqlcOurs)),
		With:  ecosystem.Of(sqlcOps(registered(sqlcStd)), sqlcOps(registered(sqlcGoogle)), sqlcOps(registered(sqlcGofrs)), sqlcOps(registered(sqlcOurs))),
	}}
}

//go:build full

package builders

import (
	"context"
	"database/sql"
	"testing"

	"github.com/stephenafamo/bob"
	"github.com/stephenafamo/bob/dialect/psql"
	pim "github.com/stephenafamo/bob/dialect/psql/im"
	psm "github.com/stephenafamo/bob/dialect/psql/sm"
	"github.com/stephenafamo/bob/dialect/sqlite"
	"github.com/stephenafamo/bob/dialect/sqlite/im"
	"github.com/stephenafamo/bob/dialect/sqlite/sm"
	"github.com/stephenafamo/scan"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/ecosystem/internal/table"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/sqlx"
)

// bobOps are bob's query builder in a dialect: insert makes an INSERT of the row k = 1, and
// count a SELECT count(*) of rows that have one of the arguments.
func bobOps[T ~[16]byte, N any](tb table.Table, insert func(v any) bob.Query, count func(args ...any) bob.Query) ecosystem.Ops[T, N] {
	db := bob.NewDB(tb.DB)
	exec := func(v any) error {
		_, err := bob.Exec(context.Background(), db, insert(v))
		return err
	}
	find := func(args ...any) (int, error) {
		return bob.One(context.Background(), db, count(args...), scan.SingleColumnMapper[int])
	}
	return table.Fill(tb, ecosystem.Ops[T, N]{
		One:  table.Value(tb, func(u T) error { return exec(u) }, plain[T](tb.DB)),
		Ptr:  table.Value(tb, func(u *T) error { return exec(u) }, plain[*T](tb.DB)),
		Null: table.Value(tb, func(n N) error { return exec(n) }, plain[N](tb.DB)),
		Find: func(u T) (int, error) { return find(u) },
		In: func(us []T) (int, error) {
			var args []any
			for _, u := range us {
				args = append(args, u)
			}
			return find(args...)
		},
	})
}

func bobPostgres[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return bobOps[T, N](table.Postgres(t, "uuid"),
		func(v any) bob.Query { return psql.Insert(pim.Into("t", "k", "v"), pim.Values(psql.Arg(1, v))) },
		func(args ...any) bob.Query {
			return psql.Select(psm.Columns("count(*)"), psm.From("t"), psm.Where(psql.Quote("v").In(psql.Arg(args...))))
		})
}

func bobSQLite[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return bobOps[T, N](table.SQLite(t),
		func(v any) bob.Query { return sqlite.Insert(im.Into("t", "k", "v"), im.Values(sqlite.Arg(1, v))) },
		func(args ...any) bob.Query {
			return sqlite.Select(sm.Columns("count(*)"), sm.From("t"), sm.Where(sqlite.Quote("v").In(sqlite.Arg(args...))))
		})
}

func bobBinary[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](bobSQLite[sqlx.Binary, sql.Null[sqlx.Binary]](t))
}

func bobRows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "bob", Store: "its query builder, PostgreSQL", Module: "github.com/stephenafamo/bob", Link: "https://pkg.go.dev/github.com/stephenafamo/bob", Excuses: []ecosystem.Excuse{ecosystem.GoogleNull},
		Today: ecosystem.Of(bobPostgres[S, SN], bobPostgres[G, GN], bobPostgres[F, FN], bobPostgres[U, UN]),
	}, {
		Library: "bob", Store: "its query builder, SQLite, blob", Module: "github.com/stephenafamo/bob", Link: "sqlite.md",
		Say:   "`sqlx.Binary` of uuidkit as the type of fields and arguments",
		Today: ecosystem.Of(bobSQLite[S, SN], bobSQLite[G, GN], bobSQLite[F, FN], bobSQLite[U, UN]),
		With:  ecosystem.Of(bobBinary[S, SN], bobBinary[G, GN], bobBinary[F, FN], bobBinary[U, UN]),
	}}
}

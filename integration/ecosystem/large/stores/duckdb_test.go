package stores

import (
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/ecosystem/internal/table"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
)

func duckValue[V any](tb table.Table) ecosystem.Value[V] {
	return table.Value(tb, func(v V) error {
		_, err := tb.Exec("INSERT INTO t (k, v) VALUES (1, ?)", v)
		return err
	}, func(v *V) error { return tb.QueryRow("SELECT v FROM t").Scan(v) })
}

func duck[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	tb := table.Dialect{Driver: "duckdb", Type: "uuid", Text: "(%s)::text", Form: "'%x'::uuid", Bad: map[string]string{"NULL": "NULL"}}.Open(t, "")
	count := func(where string, args ...any) (n int, err error) {
		err = tb.QueryRow("SELECT count(*) FROM t WHERE "+where, args...).Scan(&n)
		return n, err
	}
	return table.Fill(tb, ecosystem.Ops[T, N]{
		One: duckValue[T](tb), Ptr: duckValue[*T](tb), Null: duckValue[N](tb),
		Find: func(u T) (int, error) { return count("v = ?", u) },
		In:   func(us []T) (int, error) { return count("v IN (?, ?)", us[0], us[1]) },
	})
}

func duckOurs[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](duck[U, UN](t))
}

func duckRows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "duckdb-go", Store: "DuckDB, uuid", Module: "github.com/duckdb/duckdb-go/v2", Link: "https://pkg.go.dev/github.com/duckdb/duckdb-go/v2",
		Say:   "`uuid.UUID(id)` as the argument, `(*uuid.UUID)(&id)` in Scan; a list is `IN (?, ?)`",
		Today: ecosystem.Of(duck[S, SN], duck[G, GN], duck[F, FN], duck[U, UN]),
		With:  ecosystem.Of(duckOurs[S, SN], duckOurs[G, GN], duckOurs[F, FN], duckOurs[U, UN]),
	}}
}

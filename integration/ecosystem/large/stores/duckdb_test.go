package stores

import (
	"database/sql"
	"database/sql/driver"
	"testing"

	"github.com/duckdb/duckdb-go/v2"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/ecosystem/internal/table"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
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

// duckdb.RegisterScalarUDF asserts the connection's type. A second sql.DB of the same connector has it, and what that
// registers is the database's.
func TestDuckDBFunctions(t *testing.T) {
	base := kit.Must(duckdb.NewConnector("", nil))(t)
	db, second := sql.OpenDB(sqlx.NewConnector[sqlx.Text](base)), sql.OpenDB(base)
	defer db.Close()
	defer second.Close()
	register := func(db *sql.DB) (err error, panicked any) {
		c := kit.Must(db.Conn(t.Context()))(t)
		defer c.Close()
		defer func() { panicked = recover() }()
		return duckdb.RegisterScalarUDF(c, "same", same{kit.Must(duckdb.NewTypeInfo(duckdb.TYPE_UUID))(t)}), nil
	}
	if err, panicked := register(db); panicked == nil {
		t.Errorf("got %v; want a panic: see the documentation", err)
	}
	if err, panicked := register(second); err != nil || panicked != nil {
		t.Fatal(err, panicked)
	}
	id, got := uuid.NewV4(), uuid.UUID{}
	if err := db.QueryRow("SELECT same(?::uuid)", id).Scan(&got); err != nil || got != id {
		t.Errorf("got %v, %v; want %v", got, err, id)
	}
}

// same is a function that returns its argument.
type same struct{ typ duckdb.TypeInfo }

func (s same) Config() duckdb.ScalarFuncConfig {
	return duckdb.ScalarFuncConfig{InputTypeInfos: []duckdb.TypeInfo{s.typ}, ResultTypeInfo: s.typ}
}

func (same) Executor() duckdb.ScalarFuncExecutor {
	return duckdb.ScalarFuncExecutor{RowExecutor: func(values []driver.Value) (any, error) { return values[0], nil }}
}

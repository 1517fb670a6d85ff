//go:build full

package builders

import (
	"context"
	"fmt"
	"testing"

	"github.com/go-jet/jet/v2/postgres"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/ecosystem/internal/table"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
)

// What jet would generate for the table.
var (
	jetK = postgres.IntegerColumn("k")
	jetV = postgres.StringColumn("v")
	jetT = postgres.NewTable("", "t", "", jetK, jetV)
)

type jetRow[V any] struct {
	V V `alias:"t.v"`
}

func jetValue[V any](tb table.Table) ecosystem.Value[V] {
	return table.Value(tb, func(v V) error {
		_, err := jetT.INSERT(jetK, jetV).VALUES(1, v).ExecContext(context.Background(), tb.DB)
		return err
	}, func(v *V) error {
		row := jetRow[V]{*v}
		err := postgres.SELECT(jetV).FROM(jetT).Query(tb.DB, &row)
		*v = row.V
		return err
	})
}

func jetPostgres[T interface {
	~[16]byte
	fmt.Stringer
}, N any](t testing.TB) ecosystem.Ops[T, N] {
	tb := table.Postgres(t, "uuid")
	find := func(us ...postgres.Expression) (int, error) {
		var rows []struct {
			K int32 `alias:"t.k"`
		}
		err := postgres.SELECT(jetK).FROM(jetT).WHERE(jetV.IN(us...)).Query(tb.DB, &rows)
		return len(rows), err
	}
	return table.Fill(tb, ecosystem.Ops[T, N]{
		Keeps: true, // jet leaves everything alone that is NULL
		One:   jetValue[T](tb), Ptr: jetValue[*T](tb), Null: jetValue[N](tb),
		Find: func(u T) (int, error) { return find(postgres.UUID(u)) },
		In:   func(us []T) (int, error) { return find(postgres.UUID(us[0]), postgres.UUID(us[1])) },
	})
}

func jetOurs[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](jetPostgres[U, UN](t))
}

func jetRows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "jet", Store: "PostgreSQL", Module: "github.com/go-jet/jet/v2", Link: "https://pkg.go.dev/github.com/go-jet/jet/v2/postgres#UUID",
		Say:     "`uuid.UUID`, google's or gofrs's as the field's type, and a pointer or NullUUID for NULL",
		Excuses: []ecosystem.Excuse{{Ops: "bad input", Reason: "jet calls no method for NULL, and leaves the field as it is: write a pointer or a NullUUID for a column that can be NULL, and read into a new struct."}},
		Today:   ecosystem.Of(jetPostgres[S, SN], jetPostgres[G, GN], jetPostgres[F, FN], jetPostgres[U, UN]),
		With:    ecosystem.Of(jetOurs[S, SN], jetOurs[G, GN], jetOurs[F, FN], jetOurs[U, UN]),
	}}
}

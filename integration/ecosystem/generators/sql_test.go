//go:build full

package generators

import (
	"context"
	"database/sql"
	"testing"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/ecosystem/internal/table"
)

// A generated package writes the row k = 1 with one of its columns, reads it, and counts rows.
type generated[T, N any] interface {
	PutV(context.Context, T) error
	PutP(context.Context, *T) error
	PutN(context.Context, N) error
	GetV(context.Context) (T, error)
	GetP(context.Context) (*T, error)
	GetN(context.Context) (N, error)
	Find(context.Context, T) (int64, error)
	In(context.Context, []T) (int64, error)
}

func opsOf[T ~[16]byte, N any](tb table.Table, g generated[T, N]) ecosystem.Ops[T, N] {
	return table.Fill(tb, ecosystem.Ops[T, N]{
		One: column(tb, "v", g.PutV, g.GetV), Ptr: column(tb, "p", g.PutP, g.GetP), Null: column(tb, "n", g.PutN, g.GetN),
		Find: func(u T) (int, error) {
			n, err := g.Find(context.Background(), u)
			return int(n), err
		},
		In: func(us []T) (int, error) {
			n, err := g.In(context.Background(), us)
			return int(n), err
		},
	})
}

func column[V any](tb table.Table, name string, put func(context.Context, V) error, get func(context.Context) (V, error)) ecosystem.Value[V] {
	return table.Column(tb, name, func(v V) error { return put(context.Background(), v) }, func(v *V) error {
		got, err := get(context.Background())
		if err == nil {
			*v = got
		}
		return err
	})
}

// views are other names of table t.
func views(t testing.TB, db *sql.DB, names ...string) {
	t.Helper()
	for _, name := range names {
		if _, err := db.Exec("CREATE VIEW " + name + " AS SELECT * FROM t"); err != nil {
			t.Fatal(err)
		}
	}
}

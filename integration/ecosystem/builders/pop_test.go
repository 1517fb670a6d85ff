//go:build full

package builders

import (
	"testing"

	"github.com/gobuffalo/pop/v6"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/ecosystem/internal/table"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
)

// A popRow is a model of pop. Its key is a string, because pop leaves a number to the database.
type popRow[V any] struct {
	ID string `db:"k"`
	V  V      `db:"v"`
}

func (popRow[V]) TableName() string { return "t" }

func popValue[V any](tb table.Table, c *pop.Connection) ecosystem.Value[V] {
	return table.Value(tb, func(v V) error { return c.Create(&popRow[V]{"1", v}) }, func(v *V) error {
		row := popRow[V]{V: *v}
		err := c.Find(&row, "1")
		*v = row.V
		return err
	})
}

func popPostgres[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	tb := table.Postgres(t, "uuid")
	c, err := pop.NewConnection(&pop.ConnectionDetails{Dialect: "postgres", URL: tb.Name})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return table.Fill(tb, ecosystem.Ops[T, N]{
		One: popValue[T](tb, c), Ptr: popValue[*T](tb, c), Null: popValue[N](tb, c),
		Find: func(u T) (int, error) { return c.Where("v = ?", u).Count(&popRow[T]{}) },
		In:   func(us []T) (int, error) { return c.Where("v IN (?)", us).Count(&popRow[T]{}) },
	})
}

func popRows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "pop", Store: "PostgreSQL", Module: "github.com/gobuffalo/pop/v6", Link: "https://pkg.go.dev/github.com/gobuffalo/pop/v6",
		Excuses: []ecosystem.Excuse{ecosystem.GoogleNull},
		Today:   ecosystem.Of(popPostgres[S, SN], popPostgres[G, GN], popPostgres[F, FN], popPostgres[U, UN]),
	}}
}

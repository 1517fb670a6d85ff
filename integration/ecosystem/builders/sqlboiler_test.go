//go:build full

package builders

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"github.com/aarondl/sqlboiler/v4/drivers"
	"github.com/aarondl/sqlboiler/v4/queries"
	"github.com/aarondl/sqlboiler/v4/queries/qm"
	"github.com/aarondl/sqlboiler/v4/queries/qmhelper"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/ecosystem/internal/table"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
)

// A boilerRow is a model as sqlboiler makes it, with the type that sqlboiler.toml names.
type boilerRow[V any] struct {
	K int `boil:"k"`
	V V   `boil:"v"`
}

// A boiler has what the generated code of a dialect has.
type boiler struct {
	table.Table
	drivers.Dialect
	insert string
}

// boilerValue does what the generated Insert and One do.
func boilerValue[V any](b boiler) ecosystem.Value[V] {
	return table.Value(b.Table, func(v V) error {
		row := reflect.ValueOf(boilerRow[V]{1, v})
		mapping, err := queries.BindMapping(row.Type(), queries.MakeStructMapping(row.Type()), []string{"k", "v"})
		if err != nil {
			return err
		}
		_, err = b.ExecContext(context.Background(), b.insert, queries.ValuesFromMapping(row, mapping)...)
		return err
	}, func(v *V) error {
		row := boilerRow[V]{V: *v}
		err := b.query(qm.Select("*")).Bind(context.Background(), b.DB, &row)
		*v = row.V
		return err
	})
}

func (b boiler) query(mods ...qm.QueryMod) *queries.Query {
	q := &queries.Query{}
	queries.SetDialect(q, &b.Dialect)
	qm.Apply(q, append(mods, qm.From("t"))...)
	return q
}

func (b boiler) count(mod qm.QueryMod) (n int, err error) {
	q := b.query(mod)
	queries.SetCount(q)
	err = q.QueryRowContext(context.Background(), b.DB).Scan(&n)
	return n, err
}

func boilerOps[T ~[16]byte, N any](b boiler) ecosystem.Ops[T, N] {
	return table.Fill(b.Table, ecosystem.Ops[T, N]{
		One: boilerValue[T](b), Ptr: boilerValue[*T](b), Null: boilerValue[N](b),
		Find: func(u T) (int, error) { return b.count(qmhelper.Where("v", qmhelper.EQ, u)) },
		In:   func(us []T) (int, error) { return b.count(qm.WhereIn("v IN ?", us[0], us[1])) },
	})
}

func boilerPostgres[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return boilerOps[T, N](boiler{table.Postgres(t, "uuid"), drivers.Dialect{LQ: '"', RQ: '"', UseIndexPlaceholders: true}, "INSERT INTO t (k, v) VALUES ($1, $2)"})
}

func boilerMySQL[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return boilerOps[T, N](boiler{table.MariaDB(t), drivers.Dialect{LQ: '`', RQ: '`'}, "INSERT INTO t (k, v) VALUES (?, ?)"})
}

func boilerOurs[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](boilerPostgres[U, UN](t))
}

func boilerRows() []ecosystem.Row {
	say := func(typ string) string {
		return fmt.Sprintf("`type = %q` under `types.replace` in `sqlboiler.toml`, and its import under `types.imports`", typ)
	}
	return []ecosystem.Row{{
		Library: "aarondl/sqlboiler", Store: "PostgreSQL", Module: "github.com/aarondl/sqlboiler/v4", Link: "https://pkg.go.dev/github.com/aarondl/sqlboiler/v4#readme-types", Say: say("uuid.UUID"),
		Today: ecosystem.Of(boilerPostgres[S, SN], boilerPostgres[G, GN], boilerPostgres[F, FN], boilerPostgres[U, UN]),
		With:  ecosystem.Of(boilerOurs[S, SN], boilerOurs[G, GN], boilerOurs[F, FN], boilerOurs[U, UN]),
	}, {
		Library: "aarondl/sqlboiler", Store: "MySQL, binary(16)", Module: "github.com/aarondl/sqlboiler/v4", Link: "https://pkg.go.dev/github.com/aarondl/sqlboiler/v4#readme-types", Say: say("sqlx.Binary"),
		Today: ecosystem.Of(boilerMySQL[S, SN], boilerMySQL[G, GN], boilerMySQL[F, FN], boilerMySQL[U, UN]),
		With:  ecosystem.Of(asBinary[S, SN](boilerMySQL[B, BN]), asBinary[G, GN](boilerMySQL[B, BN]), asBinary[F, FN](boilerMySQL[B, BN]), asBinary[U, UN](boilerMySQL[B, BN])),
	}}
}

package builders

import (
	"context"
	"database/sql"
	"testing"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/ecosystem/internal/table"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/sqlx"
)

// A bunRow is a model as people write it, and a bunUUID has the type tag.
type bunRow[V any] struct {
	bun.BaseModel `bun:"table:t,alias:t"`
	K             int `bun:"k,pk"`
	V             V   `bun:"v"`
}

type bunUUID[V any] struct {
	bun.BaseModel `bun:"table:t,alias:t"`
	K             int `bun:"k,pk"`
	V             V   `bun:"v,type:uuid"`
}

func bunValue[V any](tb table.Table, db *bun.DB) ecosystem.Value[V] {
	return table.Value(tb, func(v V) error {
		_, err := db.NewInsert().Model(&bunRow[V]{K: 1, V: v}).Exec(context.Background())
		return err
	}, func(v *V) error {
		row := bunRow[V]{V: *v}
		err := db.NewSelect().Model(&row).Scan(context.Background())
		*v = row.V
		return err
	})
}

func bunTagged[V any](tb table.Table, db *bun.DB) ecosystem.Value[V] {
	return table.Value(tb, func(v V) error {
		_, err := db.NewInsert().Model(&bunUUID[V]{K: 1, V: v}).Exec(context.Background())
		return err
	}, func(v *V) error {
		row := bunUUID[V]{V: *v}
		err := db.NewSelect().Model(&row).Scan(context.Background())
		*v = row.V
		return err
	})
}

func bunCount(db *bun.DB, condition string, arg any) (int, error) {
	n, err := db.NewSelect().Table("t").Where(condition, arg).Count(context.Background())
	return int(n), err
}

func bunOps[T ~[16]byte, N any](tb table.Table, db *bun.DB) ecosystem.Ops[T, N] {
	return table.Fill(tb, ecosystem.Ops[T, N]{
		One: bunValue[T](tb, db), Ptr: bunValue[*T](tb, db), Null: bunValue[N](tb, db),
		Find: func(u T) (int, error) { return bunCount(db, "v = ?", u) },
		In:   func(us []T) (int, error) { return bunCount(db, "v IN (?)", bun.List(us)) },
	})
}

// bunPostgres has the table that bun itself creates for the model.
func bunPostgres[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	tb := table.Postgres(t, "bytea")
	return bunOps[T, N](tb, bun.NewDB(tb.DB, pgdialect.New()))
}

func bunPostgresTag[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	tb := table.Postgres(t, "uuid")
	db := bun.NewDB(tb.DB, pgdialect.New())
	o := bunOps[T, N](tb, db)
	o.One, o.Ptr, o.Null = bunTagged[T](tb, db), bunTagged[*T](tb, db), bunTagged[N](tb, db)
	return o
}

func bunSQLite[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	tb := table.SQLite(t)
	return bunOps[T, N](tb, bun.NewDB(tb.DB, sqlitedialect.New()))
}

func bunBinary[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](bunSQLite[sqlx.Binary, sql.Null[sqlx.Binary]](t))
}

func bunRows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "bun", Store: "PostgreSQL", Module: "github.com/uptrace/bun", Link: "bun.md", Say: "`bun:\"type:uuid\"` in the tag of each UUID",
		Today: ecosystem.Of(bunPostgres[S, SN], bunPostgres[G, GN], bunPostgres[F, FN], bunPostgres[U, UN]),
		With:  ecosystem.Of(bunPostgresTag[S, SN], bunPostgresTag[G, GN], bunPostgresTag[F, FN], bunPostgresTag[U, UN]),
		Excuses: []ecosystem.Excuse{ecosystem.GoogleNull, {Types: "std", Ops: "bad input",
			Reason: "bun reads NULL as the zero value of a type that has no Scan: write a pointer."}},
	}, {
		Library: "bun", Store: "SQLite, blob", Module: "github.com/uptrace/bun", Link: "bun.md#sqlite-and-mysql", Say: "`sqlx.Binary` as the type of the field and of arguments",
		Today: ecosystem.Of(bunSQLite[S, SN], bunSQLite[G, GN], bunSQLite[F, FN], bunSQLite[U, UN]),
		With:  ecosystem.Of(bunBinary[S, SN], bunBinary[G, GN], bunBinary[F, FN], bunBinary[U, UN]),
	}}
}

//go:build full

package builders

import (
	"testing"

	"gorm.io/datatypes"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/ecosystem/internal/table"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
)

type gormRow[V any] struct {
	K int `gorm:"column:k;primaryKey"`
	V V   `gorm:"column:v"`
}

func (gormRow[V]) TableName() string { return "t" }

func gormValue[V any](tb table.Table, db *gorm.DB) ecosystem.Value[V] {
	return table.Value(tb, func(v V) error { return db.Create(&gormRow[V]{1, v}).Error }, func(v *V) error {
		row := gormRow[V]{V: *v}
		err := db.Take(&row, "k = 1").Error
		*v = row.V
		return err
	})
}

func gormOps[T ~[16]byte, N any](t testing.TB, tb table.Table, dialect gorm.Dialector) ecosystem.Ops[T, N] {
	db, err := gorm.Open(dialect, &gorm.Config{Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	count := func(condition string, arg any) (int, error) {
		var n int64
		err := db.Table("t").Where(condition, arg).Count(&n).Error
		return int(n), err
	}
	return table.Fill(tb, ecosystem.Ops[T, N]{
		Keeps: true, // GORM leaves everything alone that is NULL
		One:   gormValue[T](tb, db), Ptr: gormValue[*T](tb, db), Null: gormValue[N](tb, db),
		Find: func(u T) (int, error) { return count("v = ?", u) },
		In:   func(us []T) (int, error) { return count("v IN ?", us) },
	})
}

func gormPostgres[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	tb := table.Postgres(t, "uuid")
	return gormOps[T, N](t, tb, postgres.New(postgres.Config{Conn: tb.DB}))
}

func gormMySQL[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	tb := table.MariaDB(t)
	return gormOps[T, N](t, tb, mysql.New(mysql.Config{Conn: tb.DB}))
}

// The types of gorm.io/datatypes, and ours, each as what a program converts its own type to.
func datatypesText[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](gormPostgres[datatypes.UUID, datatypes.Null[datatypes.UUID]](t))
}

func datatypesBytes[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](gormMySQL[datatypes.BinUUID, datatypes.Null[datatypes.BinUUID]](t))
}

func gormtypePostgres[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](gormPostgres[gormtype.UUID, gormtype.Null[gormtype.UUID]](t))
}

func gormtypeMySQL[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return ecosystem.As[T, N](gormMySQL[gormtype.UUID, gormtype.Null[gormtype.UUID]](t))
}

func gormRows() []ecosystem.Row {
	const say = "`gormtype.UUID` as the field's type, and `gormtype.Null[gormtype.UUID]` for NULL"
	excuses := []ecosystem.Excuse{{Ops: "bad input", Reason: "GORM calls no method for NULL, and leaves the field as it is: write a pointer or gormtype.Null for a column that can be NULL, and read into a new struct."}}
	return []ecosystem.Row{{
		Library: "gorm.io/datatypes", Store: "its UUID, PostgreSQL", Module: "gorm.io/datatypes", Link: "gorm.md", Say: say, Excuses: excuses,
		Today: ecosystem.Of(datatypesText[S, SN], datatypesText[G, GN], datatypesText[F, FN], datatypesText[U, UN]),
		With:  ecosystem.Of(gormtypePostgres[S, SN], gormtypePostgres[G, GN], gormtypePostgres[F, FN], gormtypePostgres[U, UN]),
	}, {
		Library: "gorm.io/datatypes", Store: "its BinUUID, MySQL, binary(16)", Module: "gorm.io/datatypes", Link: "gorm.md", Say: say, Excuses: excuses,
		Today: ecosystem.Of(datatypesBytes[S, SN], datatypesBytes[G, GN], datatypesBytes[F, FN], datatypesBytes[U, UN]),
		With:  ecosystem.Of(gormtypeMySQL[S, SN], gormtypeMySQL[G, GN], gormtypeMySQL[F, FN], gormtypeMySQL[U, UN]),
	}}
}

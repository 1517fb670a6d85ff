//go:build full

package builders

import (
	"database/sql/driver"
	"testing"

	"xorm.io/xorm"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/ecosystem/internal/table"
	. "github.com/uuidkit/uuidkit/integration/ecosystem/internal/types"
	"github.com/uuidkit/uuidkit/uuid"
)

// An XormUUID is 16 bytes in a model of xorm: copy it, with the UUID type that you use.
// xorm asks it for FromDB and ToDB, and database/sql for Value.
type XormUUID uuid.UUID

func (u *XormUUID) FromDB(b []byte) error {
	read, err := uuid.FromBytes(b)
	if err != nil {
		return err
	}
	*u = XormUUID(read)
	return nil
}

func (u XormUUID) ToDB() ([]byte, error)        { return u[:], nil }
func (u XormUUID) Value() (driver.Value, error) { return u[:], nil }

// A NullXormUUID has no form in xorm: use a pointer.
type NullXormUUID struct {
	UUID  XormUUID
	Valid bool
}

type xormRow[V any] struct {
	K int `xorm:"k pk"`
	V V   `xorm:"v blob"`
}

func (xormRow[V]) TableName() string { return "t" }

func xormValue[V any](tb table.Table, e *xorm.Engine) ecosystem.Value[V] {
	return table.Value(tb, func(v V) error {
		_, err := e.Insert(&xormRow[V]{1, v})
		return err
	}, func(v *V) error {
		row := xormRow[V]{V: *v}
		_, err := e.Where("k = 1").Get(&row)
		*v = row.V
		return err
	})
}

func xormOps[T ~[16]byte, N any](t testing.TB, tb table.Table, driver string) ecosystem.Ops[T, N] {
	e, err := xorm.NewEngine(driver, tb.Name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return table.Fill(tb, ecosystem.Ops[T, N]{
		One: xormValue[T](tb, e), Ptr: xormValue[*T](tb, e), Null: xormValue[N](tb, e),
		Find: func(u T) (int, error) {
			n, err := e.Table("t").Where("v = ?", u).Count()
			return int(n), err
		},
		In: func(us []T) (int, error) {
			n, err := e.Table("t").In("v", us).Count()
			return int(n), err
		},
	})
}

func xormSQLite[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return xormOps[T, N](t, table.SQLite(t), "sqlite")
}

func xormMySQL[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	return xormOps[T, N](t, table.MariaDB(t), "mysql")
}

// xormBytes has the type to copy.
func xormBytes[T ~[16]byte, N any](ops func(testing.TB) ecosystem.Ops[XormUUID, NullXormUUID]) func(testing.TB) ecosystem.Ops[T, N] {
	return func(t testing.TB) ecosystem.Ops[T, N] {
		o := ecosystem.As[T, N](ops(t))
		o.Null = ecosystem.Value[N]{}
		return o
	}
}

func xormRows() []ecosystem.Row {
	excuses := []ecosystem.Excuse{{Ops: "bad input", Reason: "xorm calls FromDB neither for NULL nor for an empty value, and passes text and bytes alike as []byte: write a pointer for a column that can be NULL."}}
	row := func(store string, today ecosystem.Types, with func(testing.TB) ecosystem.Ops[XormUUID, NullXormUUID]) ecosystem.Row {
		return ecosystem.Row{
			Library: "xorm", Store: store, Module: "xorm.io/xorm", Link: "../integration/ecosystem/builders/xorm_test.go", Excuses: excuses,
			Say:   "`type XormUUID` with `FromDB`, `ToDB` and `Value`: copy it; a pointer for NULL",
			Today: today, With: ecosystem.Of(xormBytes[S, SN](with), xormBytes[G, GN](with), xormBytes[F, FN](with), xormBytes[U, UN](with)),
		}
	}
	return []ecosystem.Row{
		row("SQLite, blob", ecosystem.Of(xormSQLite[S, SN], xormSQLite[G, GN], xormSQLite[F, FN], xormSQLite[U, UN]), xormSQLite[XormUUID, NullXormUUID]),
		row("MySQL, binary(16)", ecosystem.Of(xormMySQL[S, SN], xormMySQL[G, GN], xormMySQL[F, FN], xormMySQL[U, UN]), xormMySQL[XormUUID, NullXormUUID]),
	}
}

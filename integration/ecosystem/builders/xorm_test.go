//go:build full

package builders

import (
	"database/sql/driver"
	"testing"

	"xorm.io/xorm"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
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

func xormValue[V any](tb table, e *xorm.Engine) ecosystem.Value[V] {
	return value(tb, func(v V) error {
		_, err := e.Insert(&xormRow[V]{1, v})
		return err
	}, func(v *V) error {
		row := xormRow[V]{V: *v}
		_, err := e.Where("k = 1").Get(&row)
		*v = row.V
		return err
	})
}

func xormEngine(t testing.TB) (table, *xorm.Engine) {
	tb := inSQLite(t)
	var name string
	if err := tb.QueryRow("SELECT file FROM pragma_database_list").Scan(&name); err != nil {
		t.Fatal(err)
	}
	e, err := xorm.NewEngine("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return tb, e
}

func xormOps[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	tb, e := xormEngine(t)
	return fill(tb, ecosystem.Ops[T, N]{
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

func xormBytes[T ~[16]byte, N any](t testing.TB) ecosystem.Ops[T, N] {
	o := ecosystem.As[T, N](xormOps[XormUUID, NullXormUUID](t))
	o.Null = ecosystem.Value[N]{}
	return o
}

func xormRows() []ecosystem.Row {
	return []ecosystem.Row{{
		Library: "xorm", Store: "SQLite, blob", Module: "xorm.io/xorm", Link: "../integration/ecosystem/builders/xorm_test.go",
		Say:     "`type XormUUID` with `FromDB`, `ToDB` and `Value`: copy it; a pointer for NULL",
		Today:   ecosystem.Of(xormOps[S, SN], xormOps[G, GN], xormOps[F, FN], xormOps[U, UN]),
		Excuses: []ecosystem.Excuse{{Ops: "bad input", Reason: "xorm calls no method for NULL and for nothing, and does not say whether the bytes are text: write a pointer for NULL."}},
		With:    ecosystem.Of(xormBytes[S, SN], xormBytes[G, GN], xormBytes[F, FN], xormBytes[U, UN]),
	}}
}

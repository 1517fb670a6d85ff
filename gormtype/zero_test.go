package gormtype_test

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"reflect"
	"testing"

	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// These are NULL if they are zero, by their own Value. A zeroNullPointer is an array for GORM.
type (
	zeroNull        [16]byte
	zeroNullPointer [16]byte
)

func (z zeroNull) Value() (driver.Value, error) {
	if z == (zeroNull{}) {
		return nil, nil
	}
	return uuid.UUID(z).Value()
}
func (z *zeroNull) Scan(src any) error                  { return (*uuid.UUID)(z).Scan(src) }
func (z *zeroNullPointer) Value() (driver.Value, error) { return zeroNull(*z).Value() }

// The zero UUID of such a type stays NULL, and NULL becomes it.
func TestZeroIsNull(t *testing.T) {
	t.Run("Value", testZeroIsNull[zeroNull])
	t.Run("Value of a pointer", testZeroIsNull[zeroNullPointer])
}

func testZeroIsNull[T ~[16]byte](t *testing.T) {
	type item struct {
		ID    T              `gorm:"type:id"`
		Other vectors.Google `gorm:"type:id"`
		Text  gormtype.Text
	}
	plugin := gormtype.NewPlugin[gormtype.UUID](append(everyType, gormtype.Native[T]())...)
	var zero T
	const other = "00000000-0000-0000-0000-000000000000"
	for _, test := range []struct {
		name string
		run  func(db *gorm.DB) *gorm.DB
		want string // the arguments
	}{
		{"Create", func(db *gorm.DB) *gorm.DB { return db.Create(&item{}) }, "[<nil> " + other + " " + other + "]"},
		{"Create of another", func(db *gorm.DB) *gorm.DB { return db.Create(&item{ID: T(vectors.U)}) }, "[" + vectors.Text + " " + other + " " + other + "]"},
		{"Update", func(db *gorm.DB) *gorm.DB { return db.Model(&item{}).Where("1 = 1").Update("id", zero) }, "[<nil>]"},
		{"Update of a text", func(db *gorm.DB) *gorm.DB { return db.Model(&item{}).Where("1 = 1").Update("text", zero) }, "[<nil>]"},
		{"Where", func(db *gorm.DB) *gorm.DB { return db.Where("id IN (?)", zero).Find(&item{}) }, "[<nil>]"},
		{"Where of a zero text", func(db *gorm.DB) *gorm.DB { return db.Where(map[string]any{"id": other}).Delete(&item{}) }, "[" + other + "]"},
		{"Where of another type's zero", func(db *gorm.DB) *gorm.DB {
			return db.Where(map[string]any{"id": vectors.Std{}}).Delete(&item{})
		}, "[" + other + "]"},
		{"Where of another form's zero", func(db *gorm.DB) *gorm.DB { return db.Where("id", gormtype.Text{}).Delete(&item{}) }, "[" + other + "]"},
		{"Update to a zero text", func(db *gorm.DB) *gorm.DB { return db.Model(&item{}).Where("1 = 1").Update("id", other) }, "[<nil>]"},
		{"Raw", func(db *gorm.DB) *gorm.DB { return db.Exec("SELECT ?, ?", &zero, sql.Null[T]{Valid: true}) }, "[<nil> <nil>]"},
		{"not zero", func(db *gorm.DB) *gorm.DB { return db.Exec("SELECT ?", T(vectors.U)) }, "[" + vectors.Text + "]"},
	} {
		tx := test.run(use(t, open(t, "mysql"), plugin))
		if got := fmt.Sprint(tx.Statement.Vars); tx.Error != nil || got != test.want {
			t.Errorf("%s: got %s, %v; want %s", test.name, got, tx.Error, test.want)
		}
	}

	some := T(vectors.U)
	for _, test := range []struct {
		name       string
		dest, want any
	}{
		{"Find", &item{ID: some}, &item{}},
		{"Pluck", &[]T{some}, &[]T{zero, some}},
		{"Pluck of pointers", &[]*T{}, &[]*T{nil, &some}},
	} {
		rows := column{nil, vectors.U[:]}
		if test.name == "Find" {
			rows = rows[:1]
		}
		db, err := gorm.Open(dialect{name: "mysql"}, &gorm.Config{ConnPool: sql.OpenDB(rows), Logger: logger.Discard})
		if err != nil {
			t.Fatal(err)
		}
		tx := use(t, db, gormtype.NewPlugin[gormtype.UUID](append(everyType, gormtype.Native[T]())...)).Table("t")
		if test.name == "Find" {
			tx = tx.Find(test.dest)
		} else {
			tx = tx.Pluck("id", test.dest)
		}
		if tx.Error != nil || !reflect.DeepEqual(test.dest, test.want) {
			t.Errorf("%s: got %v, %v; want %v", test.name, test.dest, tx.Error, test.want)
		}
	}
}

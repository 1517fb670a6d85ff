package gormid

import (
	"context"
	"database/sql/driver"
	"uuid"

	google "github.com/google/uuid"
	"gorm.io/datatypes"
	"gorm.io/gorm"
)

type User struct {
	ID   uuid.UUID
	Name string
}

type Tag struct {
	Key  uuid.UUID `gorm:"column:tag_id;primaryKey"`
	Name string
}

type Pair struct {
	A, B uuid.UUID `gorm:"primaryKey"`
}

type Sum [16]byte

type Bin [16]byte // want Bin:"Value returns bytes"

func (b Bin) Value() (driver.Value, error) {
	if b == (Bin{}) {
		return nil, nil
	}
	return b[:], nil
}

type Text [16]byte

func (t Text) Value() (driver.Value, error) { return string(t[:]), nil }

func own(db *gorm.DB, b Bin, t Text) {
	db.Delete(&User{}, b) // want `the Value method of gormid.Bin returns bytes`
	db.Delete(&User{}, t)
}

func inline(db *gorm.DB, id uuid.UUID, p *uuid.UUID, g google.UUID, d datatypes.BinUUID, text datatypes.UUID, sum Sum, b []byte) {
	db.Delete(&User{}, id)                                   // want `list of numbers, because uuid.UUID has no Value method, and finds or deletes other rows: write the column, "id = \?", and an id of the key's type \(measured: MariaDB BINARY\(16\)`
	db.First(&Tag{}, id)                                     // want `no Value method`
	db.Find(&[]*User{}, (p))                                 // want `no Value method`
	db.Take(new(Pair), id)                                   // want `no Value method`
	db.Where(id).Find(&[]User{})                             // want `no Value method`
	db.Not(sum).Find(&[]User{})                              // want `Sum has no Value method`
	db.Delete(&User{}, [16]byte(g))                          // want `\[16\]byte has no Value method`
	db.Delete(&User{}, d)                                    // want `the Value method of datatypes.BinUUID returns bytes`
	db.Delete(&User{}, g[:])                                 // want `it is a \[\]byte`
	db.Delete(&User{}, b)                                    // want `it is a \[\]byte`
	db.Preload("Users", id)                                  // want `no Value method`
	db.Model(&User{}).Association("Tags").Find(&[]Tag{}, id) // want `no Value method`
	gorm.G[User](db).Where(id).Delete(context.Background())  // want `no Value method`

	db.Delete(&User{}, "id = ?", id)
	db.Delete(&User{}, g)
	db.Delete(&User{}, &g)
	db.Delete(&User{}, text)
	db.Delete(&User{}, []uuid.UUID{id})
	db.Delete(&User{}, id, id)
	db.Find(&[]User{}, User{ID: id})
	db.Create(id)
	var conds []any
	db.Find(&[]User{}, conds...)
}

func maps(db *gorm.DB, id uuid.UUID, g google.UUID, bin datatypes.BinUUID, b []byte) {
	db.Where(map[string]any{"id": id, "team": g, "name": "x"}) // want `in a map for a list of numbers, because uuid.UUID has no Value method`
	m := map[string]any{"id": &id}                             // want `in a map`
	m["team"] = id                                             // want `in a map`
	m["boss"] = g
	db.Delete(&User{}, m)
	db.Model(&User{}).Updates(map[string]any{"team": id})
	db.Where(map[string]any{"id": b}) // want `in a map for a list of numbers, because it is a \[\]byte`

	// GORM calls the Value method of a map's values later.
	db.Where(map[string]any{"id": bin, "team": &bin, "boss": Bin(bin)})
	db.Where(map[any]any{"id": id})
}

// take: the fix of its callers would give it a text that it may use for something else.
func take(db *gorm.DB, conds ...any) *gorm.DB { return db.Take(&User{}, conds...) }

func passed(db *gorm.DB, id uuid.UUID) {
	take(db, id) // want `GORM takes this id for a list of numbers`
	take(db, "id = ?", id)
}

// creates: from "id = ?" FirstOrCreate makes a row of another id, so that there is no fix.
func creates(db *gorm.DB, id uuid.UUID) {
	db.FirstOrCreate(&User{}, id)       // want `write a struct, User{ID: id}`
	db.Where(id).FirstOrCreate(&User{}) // want `write a struct`

	db.FirstOrCreate(&User{}, User{ID: id})
}

type Base struct {
	ID uuid.UUID `gorm:"primaryKey"`
}

type Order struct {
	Base
	TenantID uuid.UUID `gorm:"primaryKey"`
}

type Named struct {
	TenantID uuid.UUID `gorm:"primaryKey"`
	Of       Base      `gorm:"embedded"`
}

type Prefixed struct {
	Base `gorm:"embeddedPrefix:base_"`
	User
}

type Plain struct{ Base }

type Tenant struct {
	User               // whose ID is no key beside one that is marked
	TenantID uuid.UUID `gorm:"primaryKey"`
}

// embedded: there is no fix where the key has a part in an embedded struct, or a prefix.
func embedded(db *gorm.DB, id uuid.UUID) {
	db.Delete(&Order{}, id)    // want `no Value method`
	db.Delete(&Named{}, id)    // want `no Value method`
	db.Delete(&Prefixed{}, id) // want `no Value method`
	db.Delete(&Plain{}, id)    // want `no Value method`
	db.Delete(&Tenant{}, id)   // want `no Value method`
}

type Legacy struct {
	Number int64     `gorm:"column:id"`
	UUID   uuid.UUID `gorm:"primaryKey"`
}

type Key struct {
	Key uuid.UUID `gorm:"primaryKey"`
}

type Mixed struct {
	ID uuid.UUID `gorm:"column:userId;primaryKey"`
}

type Machine struct {
	VMID uuid.UUID `gorm:"primaryKey"`
}

type Packed struct {
	ID uuid.UUID `gorm:"serializer:packed"`
}

// model: there is no fix where the statement may have another model or a join, or the column may need quotes.
func model(db *gorm.DB, id uuid.UUID) {
	db.WithContext(context.Background()).Where("team = ?", 1).First(&Legacy{}, id) // want `no Value method`
	db.Model(&Legacy{}).First(&User{}, id)                                         // want `no Value method`
	db.Table("payments").First(&User{}, id)                                        // want `no Value method`
	db.Joins("Company").First(&User{}, id)                                         // want `no Value method`
	q := db.Model(&Legacy{})
	q.First(&User{}, id)     // want `no Value method`
	db.First(&Key{}, id)     // want `no Value method`
	db.First(&Mixed{}, id)   // want `no Value method`
	db.First(&Machine{}, id) // want `no Value method`
	db.First(&Packed{}, id)  // want `no Value method`
}

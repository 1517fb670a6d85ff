package gormtype

import (
	"database/sql/driver"

	"github.com/uuidkit/uuidkit/sqlx"
)

// Array is a PostgreSQL uuid[]. A field cannot be a []T: GORM writes a slice
// without methods as a list of values, which is a record to PostgreSQL.
//
//	type Post struct {
//		ID   gormtype.UUID
//		Tags gormtype.Array[uuid.UUID]
//	}
//	db.Where("? = ANY(tags)", tag).Find(&posts)
//	db.Where("id = ANY(?)", gormtype.Array[uuid.UUID](ids)).Find(&posts)
//
// A nil Array is NULL, and NULL a nil Array.
type Array[T ~[16]byte] []T

// Value implements [driver.Valuer] as [sqlx.Array] does.
func (a Array[T]) Value() (driver.Value, error) { return sqlx.Array[T](a).Value() }

// Scan implements [database/sql.Scanner] as [sqlx.Array] does.
func (a *Array[T]) Scan(src any) error {
	return scanned("Array", (*sqlx.Array[T])(a).Scan(src))
}

// GormDataType implements GORM's schema.GormDataTypeInterface.
func (Array[T]) GormDataType() string { return "uuid[]" }

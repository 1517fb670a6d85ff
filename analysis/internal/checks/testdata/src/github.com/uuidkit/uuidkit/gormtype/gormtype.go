// Package gormtype has the signatures of uuidkit that the tests need.
package gormtype

import "gorm.io/gorm"

type (
	UUID     [16]byte
	UUIDType struct{}
)

func Native[T ~[16]byte]() UUIDType                           { return UUIDType{} }
func NewPlugin[Form ~[16]byte](types ...UUIDType) gorm.Plugin { return nil }
func Check(db *gorm.DB, models ...any) error                  { return nil }

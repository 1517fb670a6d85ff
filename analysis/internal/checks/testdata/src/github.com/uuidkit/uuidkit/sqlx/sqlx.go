// Package sqlx has the signatures of uuidkit that the tests need.
package sqlx

import "database/sql/driver"

type (
	Binary   [16]byte
	Text     [16]byte
	Swapped  [16]byte
	UUIDType struct{}
)

func (Binary) Value() (driver.Value, error) { return []byte(nil), nil }

func Native[T ~[16]byte]() UUIDType { return UUIDType{} }
func NewConnector[Form ~[16]byte](base driver.Connector, types ...UUIDType) driver.Connector {
	return base
}
func RegisterDriver[Form ~[16]byte](name, base string, types ...UUIDType) error { return nil }

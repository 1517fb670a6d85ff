// Package uuid has the signatures of satori's package that the tests need.
package uuid

import "database/sql/driver"

type UUID [16]byte

func (UUID) String() string               { return "" }
func (UUID) MarshalText() ([]byte, error) { return nil, nil }
func (*UUID) UnmarshalText([]byte) error  { return nil }
func (*UUID) Scan(any) error              { return nil }
func (UUID) Value() (driver.Value, error) { return "", nil }

type NullUUID struct {
	UUID  UUID
	Valid bool
}

func (*NullUUID) Scan(any) error              { return nil }
func (NullUUID) Value() (driver.Value, error) { return nil, nil }

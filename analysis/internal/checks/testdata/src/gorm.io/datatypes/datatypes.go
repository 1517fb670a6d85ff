// Package datatypes has the signatures of GORM's datatypes that the tests need.
package datatypes

import "database/sql/driver"

type BinUUID [16]byte

func (BinUUID) Value() (driver.Value, error) { return []byte(nil), nil }

type UUID [16]byte

func (UUID) Value() (driver.Value, error) { return "", nil }

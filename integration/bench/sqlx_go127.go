//go:build go1.27

package main

import (
	"database/sql"
	"database/sql/driver"
	"uuid"
)

// sqlStd is database/sql's way with a UUID of the standard library.
func sqlStd() []sqlValue {
	var u uuid.UUID
	return []sqlValue{{
		"std",
		func() (driver.Value, error) { return driver.DefaultParameterConverter.ConvertValue(stdID) },
		func(src any) error { return sql.ConvertAssign(driver.ScanContext{}, &u, src) },
		true, true,
	}}
}

//go:build go1.27

// Package std is what the standard library has from Go 1.27 on, for tests and
// benchmarks that are compiled with Go 1.26, too. Ask [Present] before you use it:
// with Go 1.26 every function and method panics.
package std

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json/v2"
	"uuid"
)

// Present reports whether Go has the standard library's package uuid,
// encoding/json/v2 and sql.ConvertAssign.
const Present = true

// A UUID is the standard library's.
type UUID = uuid.UUID

// These are the functions of the same names in package uuid.
func New() UUID                    { return uuid.New() }
func NewV4() UUID                  { return uuid.NewV4() }
func NewV7() UUID                  { return uuid.NewV7() }
func Parse(s string) (UUID, error) { return uuid.Parse(s) }

// MarshalJSON and UnmarshalJSON are Marshal and Unmarshal of encoding/json/v2.
func MarshalJSON(v any) ([]byte, error)   { return json.Marshal(v) }
func UnmarshalJSON(b []byte, v any) error { return json.Unmarshal(b, v) }

// ConvertAssign is what Rows.Scan does with a driver's value.
func ConvertAssign(dst any, src driver.Value) error {
	return sql.ConvertAssign(driver.ScanContext{}, dst, src)
}

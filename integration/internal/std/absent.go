//go:build !go1.27

// Package std has nothing to offer with Go 1.26: see std.go.
package std

import "database/sql/driver"

const Present = false

const absent = "std: Go 1.26 does not have it; ask std.Present first"

// A UUID takes the place of the standard library's, so that the code compiles.
// Nothing may register or measure it.
type UUID [16]byte

func (UUID) String() string                    { panic(absent) }
func (UUID) Compare(UUID) int                  { panic(absent) }
func (UUID) AppendText([]byte) ([]byte, error) { panic(absent) }
func (UUID) MarshalText() ([]byte, error)      { panic(absent) }
func (*UUID) UnmarshalText([]byte) error       { panic(absent) }
func New() UUID                                { panic(absent) }
func NewV4() UUID                              { panic(absent) }
func NewV7() UUID                              { panic(absent) }
func Parse(string) (UUID, error)               { panic(absent) }
func MarshalJSON(any) ([]byte, error)          { panic(absent) }
func UnmarshalJSON([]byte, any) error          { panic(absent) }
func ConvertAssign(any, driver.Value) error    { panic(absent) }

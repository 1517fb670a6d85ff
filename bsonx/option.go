package bsonx

import (
	"fmt"
)

// An Option chooses a form other than the default. All but [Strict] are the
// representations of the MongoDB specification "BSON Binary UUID". Of several
// the first is what is written, and all are read: Register[T](reg, Standard,
// JavaLegacy) writes subtype 4, and reads 4, 0, and 3 in Java's order.
//
// The three legacy forms share subtype 3 and differ in the order of bytes, and
// nothing in the bytes says which it is. Read in the wrong one, a UUID is
// another UUID and no error. Thus only one of them can be read at a time; to
// choose two makes every use an error.
type Option byte

// The options.
const (
	// Standard is the default: binary subtype 4, in network byte order. It
	// also reads subtype 0, as which Go programs have stored UUIDs until now.
	Standard Option = iota

	// Strict, along with other options or alone, makes Standard read subtype 4
	// only.
	Strict

	// JavaLegacy is subtype 3 in the order of the legacy Java driver: bytes 0
	// to 7 reversed, and bytes 8 to 15.
	JavaLegacy

	// CSharpLegacy is subtype 3 in the order of the legacy C# driver, that of
	// [uuid.UUID.GUIDBytes].
	CSharpLegacy

	// PythonLegacy is subtype 3 in the order of the legacy Python driver,
	// network byte order.
	PythonLegacy

	// Unspecified is no form: nothing is read as it, and to write it is an
	// error. Before other options it makes a registry that only reads.
	Unspecified
)

// String returns the option's name.
func (o Option) String() string {
	if o > Unspecified {
		return fmt.Sprintf("Option(%d)", byte(o))
	}
	return [...]string{"Standard", "Strict", "JavaLegacy", "CSharpLegacy", "PythonLegacy", "Unspecified"}[o]
}

package bsonx

import "fmt"

// An Option chooses the form in which UUIDs are stored. The forms have the names
// of the MongoDB specification "BSON Binary UUID". The first form given is written,
// and all are read: Register[T](reg, Standard, JavaLegacy) writes subtype 4, and
// reads subtypes 4, 0, and 3 in Java's byte order.
//
// The three legacy forms are all subtype 3, in different byte orders. Nothing in the
// bytes says which order it is. Read in the wrong one, a UUID becomes another UUID,
// without an error. Two of them together are therefore an error, except for [In].
type Option byte

// The options.
const (
	// Standard is the default: binary subtype 4, in network byte order. It also
	// reads subtype 0, which Go programs without this package have stored.
	Standard Option = iota

	// Strict is Standard without subtype 0, also beside Standard. Legacy forms beside it
	// are read, too.
	Strict

	// JavaLegacy is subtype 3 in the order of the legacy Java driver: bytes 0 to 7
	// reversed, then bytes 8 to 15 reversed.
	JavaLegacy

	// CSharpLegacy is subtype 3 in the order of the legacy C# driver, which is that
	// of uuid.UUID.GUIDBytes.
	CSharpLegacy

	// PythonLegacy is subtype 3 in network byte order, as the legacy Python driver
	// wrote it.
	PythonLegacy

	// KeepAny makes Register leave values of type any as they are. Use it for a
	// second type, or where code expects a bson.Binary in a bson.D or bson.M.
	KeepAny
)

// String returns the option's name.
func (o Option) String() string {
	if o > KeepAny {
		return fmt.Sprintf("Option(%d)", byte(o))
	}
	return [...]string{"Standard", "Strict", "JavaLegacy", "CSharpLegacy", "PythonLegacy", "KeepAny"}[o]
}

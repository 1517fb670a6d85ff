// Package bsonuuid holds what the adapters for both major versions of the
// MongoDB driver share: the forms of a UUID in BSON, as bytes, and no driver.
package bsonuuid

import (
	"fmt"
	"strings"

	"github.com/uuidkit/uuidkit/uuid"
)

// A Form is one of the ways in which UUIDs are written as BSON binary. All but
// Strict have the names of the MongoDB specification "BSON Binary UUID"; each
// adapter has constants of its own with these values.
type Form byte

// The forms.
const (
	Standard     Form = iota // subtype 4; reads subtype 0 as well
	Strict                   // subtype 4 alone
	JavaLegacy               // subtype 3, each half reversed
	CSharpLegacy             // subtype 3, a GUID's mixed-endian order
	PythonLegacy             // subtype 3, network order
	Unspecified              // none: every use is an error; so is any other value
)

// The BSON types and binary subtypes used here (bsonspec.org).
const (
	typeBinary = 0x05

	subtypeGeneric = 0x00 // what Go programs have stored so far
	subtypeLegacy  = 0x03
	subtypeUUID    = 0x04
)

// size is the number of bytes of a UUID.
const size = len(uuid.UUID{})

// Choose returns the form that the options of an adapter, which have the values
// of forms, add up to: the last of them, except that Strict is no form of its
// own but an addition to Standard. The legacy forms are strict anyway.
func Choose[O ~byte](opts []O) Form {
	form, strict := Standard, false
	for _, o := range opts {
		if Form(o) == Strict {
			strict = true
		} else {
			form = Form(o)
		}
	}
	if form == Standard && strict {
		return Strict
	}
	return form
}

// Subtype returns the binary subtype that the form writes.
func (f Form) Subtype() (byte, error) {
	switch f {
	case Standard, Strict:
		return subtypeUUID, nil
	case JavaLegacy, CSharpLegacy, PythonLegacy:
		return subtypeLegacy, nil
	}
	return 0, fmt.Errorf("no representation chosen (%s)", f)
}

// Swap turns the bytes of a UUID into the form's order, and back.
func (f Form) Swap(b [size]byte) [size]byte {
	switch f {
	case JavaLegacy:
		for i := range 4 {
			b[i], b[7-i] = b[7-i], b[i]
			b[8+i], b[15-i] = b[15-i], b[8+i]
		}
	case CSharpLegacy:
		b = uuid.UUID(b).GUIDBytes() // the swap is its own inverse
	}
	return b
}

// reads reports whether the form reads binary of this subtype.
func (f Form) reads(subtype byte) bool {
	want, err := f.Subtype()
	return err == nil && (subtype == want || f == Standard && subtype == subtypeGeneric)
}

// IsUUID reports whether binary of this subtype and length is a UUID without
// any doubt, as which a target of no type may be given it. Subtype 0 is not:
// it says no more than that there are bytes.
func (f Form) IsUUID(subtype byte, length int) bool {
	return f.reads(subtype) && subtype != subtypeGeneric && length == size
}

// Decode returns the UUID of a binary value.
func (f Form) Decode(subtype byte, data []byte) (b [size]byte, err error) {
	if !f.reads(subtype) {
		return b, fmt.Errorf("got binary subtype %d, want %s", subtype, f.Wants())
	}
	if len(data) != size {
		return b, fmt.Errorf("got %d bytes of binary subtype %d, want %d", len(data), subtype, size)
	}
	return f.Swap([size]byte(data)), nil
}

// Wants says in an error what the form reads.
func (f Form) Wants() string {
	switch f {
	case Standard:
		return "binary subtype 4 or 0"
	case Strict:
		return "binary subtype 4"
	case JavaLegacy, CSharpLegacy, PythonLegacy:
		return fmt.Sprintf("binary subtype 3 (%s)", f)
	}
	return fmt.Sprintf("nothing: no representation chosen (%s)", f)
}

// String returns the form's name.
func (f Form) String() string {
	if f > Unspecified {
		return fmt.Sprintf("Option(%d)", byte(f))
	}
	names := "Standard Strict JavaLegacy CSharpLegacy PythonLegacy Unspecified"
	return strings.Fields(names)[f]
}

// bsonType is the constraint of a driver's type of BSON types.
type bsonType interface {
	~byte
	String() string
}

// TypeName returns the driver's name of a type. Drivers say 0 for the document
// at the top, and name it "invalid".
func TypeName[Type bsonType](t Type) string {
	if t == 0 {
		return "document"
	}
	if name := t.String(); name != "invalid" {
		return name
	}
	return fmt.Sprintf("BSON type 0x%02x", byte(t))
}

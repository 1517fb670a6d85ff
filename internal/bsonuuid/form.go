// Package bsonuuid holds what the adapters for both major versions of the
// MongoDB driver share: the forms of a UUID in BSON, as bytes, and no driver.
package bsonuuid

import (
	"fmt"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/uuid"
)

// An Option is one of the ways in which UUIDs are written as BSON binary. All but
// Strict have the names of the MongoDB specification "BSON Binary UUID"; each
// adapter has constants of its own with these values.
type Option byte

// The options.
const (
	Standard     Option = iota // subtype 4; reads subtype 0 as well
	Strict                     // no form, but takes subtype 0 from Standard
	JavaLegacy                 // subtype 3, each half reversed
	CSharpLegacy               // subtype 3, a GUID's mixed-endian order
	PythonLegacy               // subtype 3, network order
	Unspecified                // none, neither read nor written; so is any other value
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

// A Form says how UUIDs are written, and what is read.
type Form struct {
	write   Option
	subtype byte   // of write
	err     error  // why nothing is written
	uuid    bool   // reads subtype 4
	generic bool   // reads subtype 0
	legacy  Option // reads subtype 3 in this order; Standard is none
}

// Choose returns the form that the options of an adapter, which have the values
// of ours, add up to: the first is written, and all are read.
func Choose[O ~byte](opts []O) *Form {
	f := new(Form)
	all, strict := options(opts)
	f.write = all[0]
	for _, o := range all {
		switch o {
		case Standard:
			f.uuid, f.generic = true, !strict
		case JavaLegacy, CSharpLegacy, PythonLegacy:
			if f.legacy != Standard && f.legacy != o {
				return &Form{err: fmt.Errorf("%s and %s are both subtype 3", f.legacy, o)}
			}
			f.legacy = o
		}
	}
	var ok bool
	if f.subtype, ok = f.write.subtype(); !ok {
		f.err = fmt.Errorf("no representation chosen (%s)", f.write)
	}
	return f
}

// options returns the options that are forms, at least one.
func options[O ~byte](opts []O) (all []Option, strict bool) {
	for _, o := range opts {
		if Option(o) == Strict {
			strict = true
		} else {
			all = append(all, Option(o))
		}
	}
	if all == nil {
		all = []Option{Standard}
	}
	return all, strict
}

// Each calls yield with each of the UUIDs in every form that the options read.
// They may be such as no value is read by, two orders of subtype 3.
func Each[O ~byte, T ~[size]byte](opts []O, ids []T, yield func(subtype byte, data []byte)) {
	all, strict := options(opts)
	for _, id := range ids {
		for _, o := range all {
			subtype, ok := o.subtype()
			if !ok {
				continue
			}
			b := [size]byte(id)
			o.swap(&b)
			yield(subtype, b[:])
			if o == Standard && !strict {
				yield(subtypeGeneric, b[:])
			}
		}
	}
}

// subtype returns the binary subtype of the option, if it is a form.
func (o Option) subtype() (subtype byte, ok bool) {
	switch o {
	case Standard:
		return subtypeUUID, true
	case JavaLegacy, CSharpLegacy, PythonLegacy:
		return subtypeLegacy, true
	}
	return 0, false
}

// swap turns the bytes of a UUID into the option's order, and back.
func (o Option) swap(b *[size]byte) {
	switch o {
	case JavaLegacy:
		slices.Reverse(b[:size/2])
		slices.Reverse(b[size/2:])
	case CSharpLegacy:
		*b = uuid.UUID(*b).GUIDBytes() // the swap is its own inverse
	}
}

// Encode returns the binary of a UUID.
func (f *Form) Encode(id [size]byte) (subtype byte, b [size]byte, err error) {
	f.write.swap(&id)
	return f.subtype, id, f.err
}

// reads reports whether the form reads binary of this subtype.
func (f *Form) reads(subtype byte) bool {
	switch subtype {
	case subtypeUUID:
		return f.uuid
	case subtypeGeneric:
		return f.generic
	case subtypeLegacy:
		return f.legacy != Standard
	}
	return false
}

// Decode returns the UUID of a binary value.
func (f *Form) Decode(subtype byte, data []byte) (b [size]byte, err error) {
	if !f.reads(subtype) {
		return b, fmt.Errorf("got binary subtype %d, want %s", subtype, f.Wants())
	}
	if len(data) != size {
		return b, fmt.Errorf("got %d bytes of binary subtype %d, want %d", len(data), subtype, size)
	}
	return f.decode(subtype, data), nil
}

// DecodeAny returns the UUID of a binary value whose target has no type. Subtype 0
// is none there: it says no more than that there are bytes.
func (f *Form) DecodeAny(subtype byte, data []byte) (b [size]byte, ok bool) {
	if subtype == subtypeGeneric || !f.reads(subtype) || len(data) != size {
		return b, false
	}
	return f.decode(subtype, data), true
}

func (f *Form) decode(subtype byte, data []byte) [size]byte {
	b := [size]byte(data)
	if subtype == subtypeLegacy {
		f.legacy.swap(&b)
	}
	return b
}

// Wants says in an error what the form reads.
func (f *Form) Wants() string {
	var subtypes []string
	if f.uuid {
		subtypes = append(subtypes, "4")
	}
	if f.generic {
		subtypes = append(subtypes, "0")
	}
	if f.legacy != Standard {
		subtypes = append(subtypes, fmt.Sprintf("3 (%s)", f.legacy))
	}
	if subtypes == nil {
		return fmt.Sprintf("nothing: %v", f.err)
	}
	return "binary subtype " + strings.Join(subtypes, " or ")
}

// String returns the option's name.
func (o Option) String() string {
	if o > Unspecified {
		return fmt.Sprintf("Option(%d)", byte(o))
	}
	names := "Standard Strict JavaLegacy CSharpLegacy PythonLegacy Unspecified"
	return strings.Fields(names)[o]
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

package bsonx

import (
	"fmt"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/uuid"
)

// The binary subtypes used here (bsonspec.org).
const (
	subtypeGeneric = 0x00 // what Go programs have stored so far
	subtypeLegacy  = 0x03
	subtypeUUID    = 0x04
)

// size is the number of bytes of a UUID.
const size = len(uuid.UUID{})

// A form says how UUIDs are written, and what is read.
type form struct {
	write   Option
	subtype byte   // of write
	err     error  // why nothing is written
	uuid    bool   // reads subtype 4
	generic bool   // reads subtype 0
	legacy  Option // reads subtype 3 in this order; Standard is none
}

// choose returns the form that options add up to: the first is written, and all
// are read.
func choose(opts []Option) *form {
	f := new(form)
	all, strict := options(opts)
	f.write = all[0]
	for _, o := range all {
		switch o {
		case Standard:
			f.uuid, f.generic = true, !strict
		case JavaLegacy, CSharpLegacy, PythonLegacy:
			if f.legacy != Standard && f.legacy != o {
				return &form{err: fmt.Errorf("%s and %s are both subtype 3", f.legacy, o)}
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
func options(opts []Option) (all []Option, strict bool) {
	for _, o := range opts {
		if o == Strict {
			strict = true
		} else {
			all = append(all, o)
		}
	}
	if all == nil {
		all = []Option{Standard}
	}
	return all, strict
}

// each calls yield with each of the UUIDs in every form that the options read.
// They may be such as no value is read by, two orders of subtype 3.
func each[T ~[size]byte](opts []Option, ids []T, yield func(subtype byte, data []byte)) {
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

// encode returns the binary of a UUID.
func (f *form) encode(id [size]byte) (subtype byte, b [size]byte, err error) {
	f.write.swap(&id)
	return f.subtype, id, f.err
}

// reads reports whether the form reads binary of this subtype.
func (f *form) reads(subtype byte) bool {
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

// decode returns the UUID of a binary value.
func (f *form) decode(subtype byte, data []byte) (b [size]byte, err error) {
	if !f.reads(subtype) {
		return b, fmt.Errorf("got binary subtype %d, want %s", subtype, f.wants())
	}
	if len(data) != size {
		return b, fmt.Errorf("got %d bytes of binary subtype %d, want %d", len(data), subtype, size)
	}
	return f.order(subtype, data), nil
}

// decodeAny returns the UUID of a binary value whose target has no type. Subtype 0
// is none there: it says no more than that there are bytes.
func (f *form) decodeAny(subtype byte, data []byte) (b [size]byte, ok bool) {
	if subtype == subtypeGeneric || !f.reads(subtype) || len(data) != size {
		return b, false
	}
	return f.order(subtype, data), true
}

func (f *form) order(subtype byte, data []byte) [size]byte {
	b := [size]byte(data)
	if subtype == subtypeLegacy {
		f.legacy.swap(&b)
	}
	return b
}

// wants says in an error what the form reads.
func (f *form) wants() string {
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

// typeName returns the driver's name of a type. The driver says 0 for the document
// at the top, and names it "invalid".
func typeName(t bson.Type) string {
	if t == 0 {
		return "document"
	}
	if name := t.String(); name != "invalid" {
		return name
	}
	return fmt.Sprintf("BSON type 0x%02x", byte(t))
}

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

// A form is what options add up to: how UUIDs are written, and what is read.
type form struct {
	write   Option
	subtype byte   // of write
	uuid    bool   // reads subtype 4
	generic bool   // reads subtype 0
	legacy  Option // reads subtype 3 in this order; Standard is none
	keepAny bool
}

func choose(opts []Option) (form, error) {
	forms := forms(opts)
	write := forms[0]
	f := form{write: write, subtype: write.subtype(), keepAny: slices.Contains(opts, KeepAny)}
	for _, o := range opts {
		if o > KeepAny {
			return form{}, fmt.Errorf("%s is no option", o)
		}
	}
	for _, o := range forms {
		switch {
		case o == Standard:
			f.uuid, f.generic = true, !slices.Contains(opts, Strict)
		case f.legacy != Standard:
			return form{}, fmt.Errorf("%s and %s are both subtype 3", f.legacy, o)
		default:
			f.legacy = o
		}
	}
	return f, nil
}

// forms returns the options that are forms, each once, or Standard. Strict is Standard,
// which does not read subtype 0 then.
func forms(opts []Option) (forms []Option) {
	for _, o := range opts {
		if o == Strict {
			o = Standard
		}
		if o.subtype() != subtypeGeneric && !slices.Contains(forms, o) {
			forms = append(forms, o)
		}
	}
	if forms == nil {
		return []Option{Standard}
	}
	return forms
}

// subtype returns the binary subtype that the option writes, or subtypeGeneric if
// it is no form.
func (o Option) subtype() byte {
	switch o {
	case Standard:
		return subtypeUUID
	case JavaLegacy, CSharpLegacy, PythonLegacy:
		return subtypeLegacy
	}
	return subtypeGeneric
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
func (f *form) encode(id [size]byte) (subtype byte, b [size]byte) {
	f.write.swap(&id)
	return f.subtype, id
}

// decode returns the UUID of a binary value.
func (f *form) decode(subtype byte, data []byte) (b [size]byte, err error) {
	if !f.reads(subtype) {
		return b, fmt.Errorf("got binary subtype %d, want %s", subtype, f.wants())
	}
	if len(data) != size {
		return b, fmt.Errorf("got %d bytes of binary subtype %d, want %d", len(data), subtype, size)
	}
	b = [size]byte(data)
	if subtype == subtypeLegacy {
		f.legacy.swap(&b)
	}
	return b, nil
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

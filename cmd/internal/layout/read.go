package layout

import (
	"bytes"
	"encoding/base64"
	"fmt"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
)

// A Reading is one way to read a value.
type Reading struct {
	Form Form
	UUID uuid.UUID
	Case Case // of the letters; only in forms in which it has no meaning

	// Space says that a text has white space around the UUID, as char(40) of
	// PostgreSQL has. Few programs read that.
	Space bool
}

// Read returns every form that v can be read in. Of text these are mostly one,
// of 16 bytes five. It appends them to readings, which can be nil.
func Read(readings []Reading, v Value) []Reading {
	switch {
	case v.Kind == KindText:
		return readText(readings, v.Data)
	case v.Kind == KindUUID:
		return appendDecoded(readings, v, Native)
	case len(v.Data) == 16 && !Refused(v.Data):
		return appendDecoded(readings, v, Bytes, Swapped, Mixed, Java, Reversed)
	case len(v.Data) == 36:
		return appendDecoded(readings, v, BytesText)
	case len(v.Data) == 32:
		return appendDecoded(readings, v, BytesHex)
	}
	return readings
}

func readText(readings []Reading, b []byte) []Reading {
	trimmed := bytes.TrimSpace(b)
	first := len(readings)
	switch v := (Value{Data: trimmed}); len(trimmed) {
	case 36:
		readings = appendDecoded(readings, v, Text, Decimal)
	case 32:
		readings = appendDecoded(readings, v, Hex)
	case 38:
		readings = appendDecoded(readings, v, Braces, Parens, Decimal)
	case 45:
		readings = appendDecoded(readings, v, URN)
	case 26:
		readings = appendDecoded(readings, v, ULID, Base32Hex, Base32Human)
	case 25:
		readings = appendDecoded(readings, v, Base36)
	case 24:
		readings = appendDecoded(readings, v, Base64)
	case 22:
		readings = appendDecoded(readings, v, Base57, Base58, Base62, Base64URL)
	case 33, 34, 35, 37, 39: // one in 10^6 is a shorter number
		readings = appendDecoded(readings, v, Decimal)
	}
	if bytes.HasPrefix(trimmed, []byte("2.25.")) {
		readings = appendDecoded(readings, Value{Data: trimmed}, OID)
	}
	for i := first; i < len(readings); i++ {
		readings[i].Space = len(trimmed) != len(b)
	}
	return readings
}

func appendDecoded(readings []Reading, v Value, forms ...Form) []Reading {
	for _, f := range forms {
		if u, err := f.Decode(v); err == nil {
			readings = append(readings, Reading{Form: f, UUID: u, Case: f.caseOf(v.Data)})
		}
	}
	return readings
}

// caseOf returns the case of the letters of b, if it has no meaning in f.
func (f Form) caseOf(b []byte) Case {
	switch f {
	case Text, Hex, Braces, Parens, ULID, Base32Hex, Base32Human, Base36, BytesText, BytesHex:
	case URN:
		b = bytes.TrimPrefix(b, []byte("urn:uuid:"))
	default:
		return NoCase
	}
	c := NoCase
	for _, x := range b {
		switch {
		case 'a' <= x && x <= 'z':
			c |= Lower
		case 'A' <= x && x <= 'Z':
			c |= Upper
		}
	}
	return c // Lower and Upper together are MixedCase
}

// Kind returns the kind of the values of this form.
func (f Form) Kind() Kind {
	switch {
	case f == Native:
		return KindUUID
	case f >= Bytes && int(f) < forms:
		return KindBytes
	}
	return KindText
}

// IsOrder reports whether f is 16 bytes in some order.
func (f Form) IsOrder() bool { return Bytes <= f && f <= Reversed }

var texts = [forms]form.Form{
	Text: form.Canonical, Hex: form.Hex, Braces: form.Braces, Parens: form.Parens, URN: form.URN,
	ULID: form.ULID, Base32Hex: form.Base32Hex, Base32Human: form.Base32Human, Base36: form.Base36,
	Base57: form.Base57, Base58: form.Base58, Base62: form.Base62, Base64URL: form.Base64URL,
	Decimal: form.Decimal, OID: form.OID, BytesText: form.Canonical, BytesHex: form.Hex,
}

// orders[f-Bytes][i] is the index in the column of the UUID's byte i.
var orders = [...][16]byte{
	Bytes - Bytes:    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
	Swapped - Bytes:  {4, 5, 6, 7, 2, 3, 0, 1, 8, 9, 10, 11, 12, 13, 14, 15},
	Mixed - Bytes:    {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15},
	Java - Bytes:     {7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8},
	Reversed - Bytes: {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0},
}

// Decode reads a value that is known to be in this form. Letters may have any
// case where it has no meaning. It does not look at v's kind and subtype.
func (f Form) Decode(v Value) (u uuid.UUID, err error) {
	switch {
	case f == Native:
		if len(v.Data) != 16 {
			return u, fmt.Errorf("layout.Native.Decode: %d bytes, want 16", len(v.Data))
		}
		return uuid.UUID(v.Data), nil
	case f.IsOrder():
		if len(v.Data) != 16 {
			return u, fmt.Errorf("layout.Form.Decode(%v): %d bytes, want 16", f, len(v.Data))
		}
		for i, j := range orders[f-Bytes] {
			u[i] = v.Data[j]
		}
		return u, nil
	case f == Base64:
		var b [18]byte
		n, err := base64.StdEncoding.Strict().Decode(b[:], v.Data[:min(len(v.Data), 24)])
		if err != nil || n != 16 || len(v.Data) != 24 {
			return u, fmt.Errorf("layout.Form.Decode(%v): %q is not 16 bytes in base64", f, v.Data[:min(len(v.Data), 64)])
		}
		return uuid.UUID(b[:16]), nil
	case f != None && int(f) < forms:
		u, err := texts[f].Parse(string(v.Data))
		if err != nil {
			return uuid.UUID{}, fmt.Errorf("layout.Form.Decode(%v): %w", f, err)
		}
		return u, nil
	}
	return u, fmt.Errorf("layout.Form.Decode: %v is no form", f)
}

// Encode returns u in this form. Letters are in lower case, and in upper case in
// the forms of 25 and 26 digits. The subtype is 0. It panics for None.
func (f Form) Encode(u uuid.UUID) Value {
	v := Value{Kind: f.Kind()}
	switch {
	case f == Native:
		v.Data = u[:]
	case f.IsOrder():
		v.Data = make([]byte, 16)
		for i, j := range orders[f-Bytes] {
			v.Data[j] = u[i]
		}
	case f == Base64:
		v.Data = base64.StdEncoding.AppendEncode(nil, u[:])
	case f != None && int(f) < forms:
		v.Data = texts[f].Append(nil, u)
	default:
		panic("layout.Form.Encode: " + f.String() + " is no form")
	}
	return v
}

// CaseSensitive reports whether the case of letters matters in this form. It is
// also true for forms without letters.
func (f Form) CaseSensitive() bool {
	switch f {
	case Text, Hex, Braces, Parens, URN, ULID, Base32Hex, Base32Human, Base36, BytesText, BytesHex:
		return false
	}
	return true
}

// GoName returns the name of the form in package uuid/form, or "".
func (f Form) GoName() string {
	if f.Kind() != KindText || f == None || f == Base64 {
		return ""
	}
	return texts[f].String()
}

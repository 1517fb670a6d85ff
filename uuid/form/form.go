package form

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"unsafe"

	"github.com/uuidkit/uuidkit/uuid"
)

// A Form is a way to write a UUID as text. The zero value is Canonical.
type Form uint8

// The texts below are those of f81d4fae-7dec-11d0-a765-00a0c91e6bf6. Where the case of
// letters has no meaning, Parse reads both.
const (
	// Hexadecimal digits.
	Canonical Form = iota // f81d4fae-7dec-11d0-a765-00a0c91e6bf6; D in .NET
	Upper                 // F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6
	Hex                   // f81d4fae7dec11d0a76500a0c91e6bf6; N in .NET
	Braces                // {f81d4fae-7dec-11d0-a765-00a0c91e6bf6}; B in .NET
	Parens                // (f81d4fae-7dec-11d0-a765-00a0c91e6bf6); P in .NET
	Fields                // {0xf81d4fae,0x7dec,0x11d0,{0xa7,0x65,0x00,0xa0,0xc9,0x1e,0x6b,0xf6}}; X in .NET
	URN                   // urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6
	BracedHex             // {f81d4fae7dec11d0a76500a0c91e6bf6}; gofrs/uuid reads it
	URNHex                // urn:uuid:f81d4fae7dec11d0a76500a0c91e6bf6; gofrs/uuid reads it

	// Digits of 5 or 6 bits. ULID and TypeIDSuffix have two zero bits in front of the
	// 128, Base32Hex and Base32Human have them behind: the same 26 characters can be
	// two UUIDs.
	ULID         // 7R3N7TWZFC278AES80M34HWTZP; Crockford's digits: no I, L, O and U
	TypeIDSuffix // 7r3n7twzfc278aes80m34hwtzp; the same in lower case only
	Base32Hex    // V0EKVBJTTG8T19R502GCI7JBUO; RFC 4648, section 7, unpadded
	Base32Human  // Z0EMZBKXXG8X19V502GCJ7KBYR; Crockford's digits in the layout of Base32Hex
	Base64URL    // -B1Prn3sEdCnZQCgyR5r9g; RFC 4648, section 5, unpadded
	Base64Sort   // y0pEfbrg3S1bOF1VmGtfxV; the digits are in the order of ASCII

	// Numbers, most significant digit first, padded with zeros to one length.
	Base36       // eoswzolg3bsx0zn8otq1p8oom
	Base57       // nAGVnUmwxobc28ViZHgbmW; the digits of shortuuid
	Base58       // Xe22UfxT3rxcKJEAfL5373; Bitcoin's digits
	Base58Flickr // wD22tEXs3RXBjieaEk5373; Flickr's digits: lower case first
	Base62       // 7YBUWgZR1mKSqGyj9tVViw; 0-9, A-Z, a-z

	// Numbers without padding.
	Decimal // 329800735698586629295641978511506172918
	OID     // 2.25.329800735698586629295641978511506172918; Rec. ITU-T X.667

	// Four bytes in five characters.
	Z85 // {-iekEE4M)R!2>3:Stl>; ZeroMQ's RFC 32

	// Names in XML, HTML and CSS, which may not begin with a digit
	// (draft-taylor-uuid-ncname-04). The version is the first letter, the variant the last.
	NCName32 // b7aou7lt55qoqoziauder427wk
	NCName58 // B7wc88dU4e3NyJEj3e944DK
	NCName64 // B-B1Prn3sHQdlAKDJHmv2K
)

// forms has what the methods say of each Form.
var forms = [...]struct {
	name        string
	least, most int // bytes of the text
	ordered     bool
}{
	Canonical:    {"Canonical", 36, 36, true},
	Upper:        {"Upper", 36, 36, true},
	Hex:          {"Hex", 32, 32, true},
	Braces:       {"Braces", 38, 38, true},
	Parens:       {"Parens", 38, 38, true},
	Fields:       {"Fields", 68, 68, true},
	URN:          {"URN", 45, 45, true},
	BracedHex:    {"BracedHex", 34, 34, true},
	URNHex:       {"URNHex", 41, 41, true},
	ULID:         {"ULID", 26, 26, true},
	TypeIDSuffix: {"TypeIDSuffix", 26, 26, true},
	Base32Hex:    {"Base32Hex", 26, 26, true},
	Base32Human:  {"Base32Human", 26, 26, true},
	Base64URL:    {"Base64URL", 22, 22, false},
	Base64Sort:   {"Base64Sort", 22, 22, true},
	Base36:       {"Base36", 25, 25, true},
	Base57:       {"Base57", 22, 22, true},
	Base58:       {"Base58", 22, 22, true},
	Base58Flickr: {"Base58Flickr", 22, 22, false},
	Base62:       {"Base62", 22, 22, true},
	Decimal:      {"Decimal", 1, 39, false},
	OID:          {"OID", 6, 44, false},
	Z85:          {"Z85", 20, 20, false},
	NCName32:     {"NCName32", 26, 26, false},
	NCName58:     {"NCName58", 23, 23, false},
	NCName64:     {"NCName64", 22, 22, false},
}

// longest is the most bytes that a text has.
const longest = 68

// All returns every Form, in the order of the constants.
func All() []Form {
	all := make([]Form, len(forms))
	for i := range all {
		all[i] = Form(i)
	}
	return all
}

// String returns the name of the constant.
func (f Form) String() string {
	if int(f) >= len(forms) {
		return "Form(" + strconv.Itoa(int(f)) + ")"
	}
	return forms[f].name
}

// Len returns the lengths of the shortest and of the longest text, in bytes. They are
// equal for all forms but Decimal and OID. Both are 0 for a number that is no Form.
func (f Form) Len() (least, most int) {
	if int(f) >= len(forms) {
		return 0, 0
	}
	return forms[f].least, forms[f].most
}

// Ordered reports whether texts sort, byte by byte, as their UUIDs do. A database that
// sorts without regard to case keeps the order of those forms that have letters of one
// case only.
func (f Form) Ordered() bool { return int(f) < len(forms) && forms[f].ordered }

// Text returns the text of u. It panics if f is no Form.
func (f Form) Text(u uuid.UUID) string {
	hi, lo := u.Uint128()
	_, most := f.Len()
	b := f.append(make([]byte, 0, most), hi, lo)
	// Nobody else has b, so the string need not be a copy.
	return unsafe.String(&b[0], len(b))
}

// Append appends the text of u to b. It panics if f is no Form.
func (f Form) Append(b []byte, u uuid.UUID) []byte {
	hi, lo := u.Uint128()
	return f.append(b, hi, lo)
}

// append takes two words, because registers pass them faster than memory does a UUID. It
// is a switch, because a call of a function in a table would move b to the heap.
func (f Form) append(b []byte, hi, lo uint64) []byte {
	switch f {
	case Canonical:
		return appendDashed(b, hexLower, "", hi, lo, "")
	case Upper:
		return appendDashed(b, hexUpper, "", hi, lo, "")
	case Hex:
		return appendHex(b, "", hi, lo, "")
	case Braces:
		return appendDashed(b, hexLower, "{", hi, lo, "}")
	case Parens:
		return appendDashed(b, hexLower, "(", hi, lo, ")")
	case Fields:
		return appendFields(b, hi, lo)
	case URN:
		return appendDashed(b, hexLower, urnPrefix, hi, lo, "")
	case BracedHex:
		return appendHex(b, "{", hi, lo, "}")
	case URNHex:
		return appendHex(b, urnPrefix, hi, lo, "")
	case ULID:
		return crockford.append(b, hi, lo, false)
	case TypeIDSuffix:
		return crockfordLower.append(b, hi, lo, false)
	case Base32Hex:
		return base32Hex.append(b, hi, lo, true)
	case Base32Human:
		return crockford.append(b, hi, lo, true)
	case Base64URL:
		return base64URL.append(b, hi, lo)
	case Base64Sort:
		return base64Sort.append(b, hi, lo)
	case Base36:
		return base36.append(b, hi, lo)
	case Base57:
		return base57.append(b, hi, lo)
	case Base58:
		return base58.append(b, hi, lo)
	case Base58Flickr:
		return base58Flickr.append(b, hi, lo)
	case Base62:
		return base62.append(b, hi, lo)
	case Decimal:
		return appendDecimal(b, hi, lo)
	case OID:
		return appendDecimal(append(b, oidPrefix...), hi, lo)
	case Z85:
		return appendZ85(b, hi, lo)
	case NCName32:
		return appendNCName32(b, hi, lo)
	case NCName58:
		return appendNCName58(b, hi, lo)
	case NCName64:
		return appendNCName64(b, hi, lo)
	}
	panic("form: there is no " + f.String())
}

// Parse reads the text of a UUID in this form, and in no other. It accepts the text that
// Append writes and no other text for the same UUID, but ignores the case of letters
// where the form has no use for it. [errors.As] finds a [*uuid.ParseError] in an error, also
// in that for an f that is no Form.
func (f Form) Parse(s string) (u uuid.UUID, err error) {
	if least, most := f.Len(); len(s) < least || len(s) > most {
		return u, f.lengthError(s)
	}
	var hi, lo uint64
	var wrong *failure
	switch f { // which is long because each form has a line
	case Canonical, Upper, Hex:
		hi, lo, wrong = parseHex(s, "", "")
	case Braces, BracedHex:
		hi, lo, wrong = parseHex(s, "{", "}")
	case Parens:
		hi, lo, wrong = parseHex(s, "(", ")")
	case Fields:
		hi, lo, wrong = parseFields(s)
	case URN, URNHex:
		hi, lo, wrong = parseHex(s, urnPrefix, "")
	case ULID:
		hi, lo, wrong = crockford.parse(s, false)
	case TypeIDSuffix:
		hi, lo, wrong = crockfordLower.parse(s, false)
	case Base32Hex:
		hi, lo, wrong = base32Hex.parse(s, true)
	case Base32Human:
		hi, lo, wrong = crockford.parse(s, true)
	case Base64URL:
		hi, lo, wrong = base64URL.parse(s)
	case Base64Sort:
		hi, lo, wrong = base64Sort.parse(s)
	case Base36:
		hi, lo, wrong = base36.parse(s, 0)
	case Base57:
		hi, lo, wrong = base57.parse(s, 0)
	case Base58:
		hi, lo, wrong = base58.parse(s, 0)
	case Base58Flickr:
		hi, lo, wrong = base58Flickr.parse(s, 0)
	case Base62:
		hi, lo, wrong = base62.parse(s, 0)
	case Decimal:
		hi, lo, wrong = parseDecimal(s, "")
	case OID:
		hi, lo, wrong = parseDecimal(s, oidPrefix)
	case Z85:
		hi, lo, wrong = parseZ85(s)
	case NCName32:
		hi, lo, wrong = parseNCName32(s)
	case NCName58:
		hi, lo, wrong = parseNCName58(s)
	case NCName64:
		hi, lo, wrong = parseNCName64(s)
	default:
		return u, f.lengthError(s)
	}
	if wrong != nil {
		return u, f.error(s, *wrong)
	}
	// Not FromUint128, whose result would be copied.
	binary.BigEndian.PutUint64(u[:8], hi)
	binary.BigEndian.PutUint64(u[8:], lo)
	return u, nil
}

func (f Form) error(s string, wrong failure) error {
	return &uuid.ParseError{
		Func:   "form." + f.String() + ".Parse",
		Input:  strings.Clone(s[:min(len(s), longest)]), // a copy keeps no large input alive
		Offset: wrong.at,
		Reason: wrong.reason,
	}
}

// lengthError is the error of a text that is too short or too long, as all are if f is no
// Form.
func (f Form) lengthError(s string) error {
	least, most := f.Len()
	switch {
	case most == 0:
		return f.error(s, failure{0, "there is no such form"})
	case least == most:
		return f.error(s, failure{len(s), fmt.Sprintf("want %d characters", most)})
	}
	return f.error(s, failure{len(s), fmt.Sprintf("want %d to %d characters", least, most)})
}

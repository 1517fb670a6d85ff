package layout

import (
	"bytes"
	"slices"

	"github.com/uuidkit/uuidkit/uuid"
)

const canonicalShape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"

// cutText reports whether b is the beginning of a UUID's text, canonical, in braces
// or a URN: at least 14 characters, which have the dashes 8 and 13, or the prefix.
// Random bytes look like this once in 10^19, and numbers of orders do: see CutDigits.
func cutText(b []byte) bool {
	if len(b) < 14 {
		return false
	}
	for _, shape := range []string{canonicalShape, "{" + canonicalShape + "}", "urn:uuid:" + canonicalShape} {
		if len(b) < len(shape) && hasShape(b, shape) {
			return true
		}
	}
	return false
}

// Refused reports whether b is 16 bytes that [uuid.UUID.Scan] refuses, because they may be the
// beginning of a UUID's text. Beside cutText's those are 16 hexadecimal digits, which
// are something else if the column has no UUIDs.
func Refused(b []byte) bool { return len(b) == 16 && new(uuid.UUID).Scan(b) != nil }

// hasShape reports whether b is the beginning of a text of this shape, in which
// x is any hexadecimal digit.
func hasShape(b []byte, shape string) bool {
	if len(b) > len(shape) {
		return false
	}
	for i, c := range b {
		if shape[i] == 'x' {
			if !isHex(c) {
				return false
			}
		} else if c|0x20 != shape[i]|0x20 {
			return false
		}
	}
	return true
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// A Damage says how a value was damaged, if it was.
type Damage uint8

const (
	Sound     Damage = iota // some form reads it, or it is something else than a UUID
	Cut                     // the beginning of a text of a UUID
	CutDigits               // the same, but without a letter: people write numbers of orders so
	Short                   // 14 or 15 bytes: some were removed from an end of 16
	Empty                   // no characters, or no bytes
	Malformed               // nearly a text of a UUID: its length, but not its characters
)

// Harm says what has happened to a value that Read reads in no form. Of a text
// that could be anything it says so only by Sound: see [Form.Cut] for a value
// beside others.
func Harm(v Value) Damage {
	b := v.Data
	if v.Kind == KindText {
		b = bytes.TrimSpace(b)
	}
	switch {
	case len(b) == 0:
		return Empty
	case cutText(b):
		if !noNumber(b) {
			return CutDigits
		}
		return Cut
	case v.Kind == KindBytes && (len(b) == 14 || len(b) == 15):
		return Short
	case len(b) == 36 && nearly(b, canonicalShape):
		return Malformed
	}
	return Sound
}

// nearly reports whether b has the shape but for a few characters.
func nearly(b []byte, shape string) bool {
	wrong := 0
	for i := range b {
		if !hasShape(b[i:i+1], shape[i:i+1]) {
			wrong++
		}
	}
	return wrong <= len(shape)/3
}

// Cut reports whether v, which no form reads, can be the beginning of a value
// of this form. It is for a value beside others of the form: alone it says little.
func (f Form) Cut(v Value) bool {
	n := len(v.Data)
	switch f {
	case Native, None:
		return false
	case Text, BytesText:
		return n < 36 && noNumber(v.Data) && hasShape(v.Data, canonicalShape)
	case Braces:
		return n > 0 && n < 38 && hasShape(v.Data, "{"+canonicalShape+"}")
	case Parens:
		return n > 0 && n < 38 && hasShape(v.Data, "("+canonicalShape+")")
	case URN:
		return n > 0 && n < 45 && hasShape(v.Data, "urn:uuid:"+canonicalShape)
	case Bytes, Swapped, Mixed, Java, Reversed:
		return cutText(v.Data) || Refused(v.Data)
	case Hex, BytesHex:
		return n < 32 && noNumber(v.Data) && allHex(v.Data)
	case Decimal, OID:
		return false
	}
	zeros := f.Encode(uuid.Nil()).Data
	if n <= len(zeros)/2 || n >= len(zeros) {
		return false
	}
	_, err := f.Decode(Value{Data: slices.Concat(v.Data, zeros[n:])}) // other characters than the form's are an error
	return err == nil
}

// noNumber reports whether hexadecimal digits can be those of a UUID: keys of other tables are numbers, and short words are
// of such digits, too.
func noNumber(b []byte) bool { return len(b) >= 8 && bytes.ContainsAny(b, "abcdefABCDEF") }

func allHex(b []byte) bool {
	for _, c := range b {
		if !isHex(c) {
			return false
		}
	}
	return true
}

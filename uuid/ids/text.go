package ids

import (
	"strings"
	"unsafe"

	"github.com/uuidkit/uuidkit/uuid"
)

const (
	decimalDigits = "0123456789"
	lower         = "abcdefghijklmnopqrstuvwxyz"
	upper         = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// A bitText writes bytes as digits of 4, 5 or 6 bits, all of one length. Where the bits
// of the digits are more than those of the bytes, the rest is zero.
type bitText struct {
	parse  string // the function that reads it
	digits string
	values [256]byte
	want   string // the reason of an error
	width  uint   // bits of a digit
	length int    // digits of the text
	pad    uint   // zero bits
	front  bool   // the zero bits are in front of the bytes, not behind
}

// none is the value of a character that is no digit.
const none = 0xff

// newBitText returns the text of size bytes. With anyCase set, letters of the other
// case stand for the same digits when a text is read.
func newBitText(parse, want, digits string, size int, front, anyCase bool) *bitText {
	t := &bitText{parse: parse, digits: digits, want: want, front: front}
	for 1<<t.width < len(digits) {
		t.width++
	}
	t.length = (8*size + int(t.width) - 1) / int(t.width)
	t.pad = uint(t.length)*t.width - 8*uint(size)
	t.values = valuesOf(digits, anyCase)
	return t
}

func valuesOf(digits string, anyCase bool) (values [256]byte) {
	for i := range values {
		values[i] = none
	}
	for i := range len(digits) {
		if anyCase {
			values[strings.ToLower(digits)[i]] = byte(i)
			values[strings.ToUpper(digits)[i]] = byte(i)
		}
		values[digits[i]] = byte(i)
	}
	return values
}

// append appends the text of id, most significant bit first.
func (t *bitText) append(b, id []byte) []byte {
	var bits, have uint // the low bits are the next to write
	if t.front {
		have = t.pad
	}
	for range t.length {
		if have < t.width {
			bits <<= 8
			if len(id) > 0 {
				bits, id = bits|uint(id[0]), id[1:]
			}
			have += 8
		}
		have -= t.width
		b = append(b, t.digits[bits>>have&(1<<t.width-1)])
	}
	return b
}

func (t *bitText) text(id []byte) string {
	return string(t.append(make([]byte, 0, 32), id))
}

// decode sets id to the bytes that s stands for, or to zeros.
func (t *bitText) decode(id []byte, s string) error {
	if len(s) != t.length {
		return parseError(t.parse, s, len(s), "want "+count(t.length)+" characters")
	}
	at, reason := t.read(id, s)
	if reason != "" {
		clear(id)
		return parseError(t.parse, s, at, reason)
	}
	return nil
}

// read is decode for a text of the right length, which may be part of a longer one.
func (t *bitText) read(id []byte, s string) (at int, reason string) {
	var bits, have uint
	n := 0
	for i := range len(s) {
		v := t.values[s[i]]
		if v == none {
			return i, t.want
		}
		bits, have = bits<<t.width|uint(v), have+t.width
		if i == 0 && t.front && t.pad > 0 {
			if have -= t.pad; v>>have != 0 {
				return 0, "more than " + count(8*len(id)) + " bits"
			}
		}
		if have >= 8 {
			have -= 8
			id[n] = byte(bits >> have)
			n++
		}
	}
	if bits&(1<<have-1) != 0 {
		return len(s) - 1, "want zeros after " + count(8*len(id)) + " bits"
	}
	return 0, ""
}

// isText reports whether all bytes of b are digits of the text.
func (t *bitText) isText(b []byte) bool { return allDigits(&t.values, b) }

func allDigits(values *[256]byte, b []byte) bool {
	for _, c := range b {
		if values[c] == none {
			return false
		}
	}
	return true
}

// parseError returns the error of a function of this package for the byte of s at the
// offset, or for its length.
func parseError(function, s string, at int, reason string) error {
	return &uuid.ParseError{
		Func:   "ids." + function,
		Input:  strings.Clone(s[:min(len(s), 64)]), // a copy, so that the error keeps no large input alive
		Offset: at,
		Reason: reason,
	}
}

// unmarshal sets *id to what parse reads from b, or leaves it unchanged.
func unmarshal[T any](id *T, b []byte, parse func(string) (T, error)) error {
	// No parse function keeps its text.
	v, err := parse(unsafe.String(unsafe.SliceData(b), len(b)))
	if err == nil {
		*id = v
	}
	return err
}

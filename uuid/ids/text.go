package ids

import (
	"encoding/binary"
	"slices"
	"strings"
	"unsafe"

	"github.com/uuidkit/uuidkit/uuid"
)

const (
	decimalDigits = "0123456789"
	lower         = "abcdefghijklmnopqrstuvwxyz"
	upper         = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// A bitText writes bytes as digits of 4, 5 or 6 bits, most significant first. Eight digits
// are as many bytes as a digit has bits. What is left of the bytes is a shorter part at the
// front or at the back. It has more bits in digits than in bytes; the others are zero.
type bitText struct {
	parse                 string // the function that reads it
	want                  string // the reason of an error
	width                 int    // bits of a digit
	size                  int    // bytes
	length                int    // digits
	front                 bool   // the shorter part, and zero bits, are in front
	partDigits, partBytes int    // of the shorter part
	digits                [64]byte
	values                [256]byte
}

// none is the value of a character that is no digit. Those of digits have fewer bits.
const none = 0x80

// newBitText returns the text of size bytes. With anyCase set, letters of the other
// case stand for the same digits when a text is read.
func newBitText(parse, want, digits string, size int, front, anyCase bool) *bitText {
	t := &bitText{parse: parse, want: want, size: size, front: front}
	for 1<<t.width < len(digits) {
		t.width++
	}
	t.length = (8*size + t.width - 1) / t.width
	t.partDigits, t.partBytes = t.length%8, size%t.width
	copy(t.digits[:], digits)
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

// append appends the text of id.
func (t *bitText) append(b, id []byte) []byte {
	n := len(b)
	b = slices.Grow(b, t.length)[:n+t.length]
	t.put(b[n:], id)
	return b
}

func (t *bitText) text(id []byte) string {
	b := make([]byte, t.length)
	t.put(b, id)
	// Nobody else has b, so the string need not be a copy.
	return unsafe.String(&b[0], len(b))
}

// put writes the text of id to dst.
func (t *bitText) put(dst, id []byte) {
	if k, m := t.partDigits, t.partBytes; t.front && k > 0 {
		t.putPart(dst[:k], number(id[:m]))
		dst, id = dst[k:], id[m:]
	}
	w := uint(t.width) & 7
	mask := (uint64(1)<<w - 1) & 63
	for len(dst) >= 8 {
		var v uint64
		if len(id) >= 8 {
			v = binary.BigEndian.Uint64(id) >> (64 - 8*w&63)
		} else {
			v = number(id[:w])
		}
		d := dst[:8:8]
		d[0] = t.digits[v>>(7*w&63)&mask]
		d[1] = t.digits[v>>(6*w&63)&mask]
		d[2] = t.digits[v>>(5*w&63)&mask]
		d[3] = t.digits[v>>(4*w&63)&mask]
		d[4] = t.digits[v>>(3*w&63)&mask]
		d[5] = t.digits[v>>(2*w&63)&mask]
		d[6] = t.digits[v>>(1*w&63)&mask]
		d[7] = t.digits[v&mask]
		dst, id = dst[8:], id[t.width:]
	}
	if k := len(dst); k > 0 {
		t.putPart(dst, number(id)<<(k*t.width-8*len(id)))
	}
}

func (t *bitText) putPart(dst []byte, v uint64) {
	for i := len(dst) - 1; i >= 0; i-- {
		dst[i] = t.digits[v&(1<<t.width-1)&63]
		v >>= t.width
	}
}

// number is b as a number.
func number(b []byte) (v uint64) {
	for _, c := range b {
		v = v<<8 | uint64(c)
	}
	return v
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
	var all, excess byte // the values of all digits; bits that must be zero
	rest := s
	if k, m := t.partDigits, t.partBytes; t.front && k > 0 {
		v := t.value(s[:k], &all)
		putNumber(id[:m], v)
		excess = byte(v >> (8 * m))
		rest, id = s[k:], id[m:]
	}
	for len(rest) >= 8 {
		v, digits := t.value8(rest[:8])
		all |= digits
		if w := t.width; len(id) >= 8 {
			// The bytes behind these are written later.
			binary.BigEndian.PutUint64(id, v<<(64-8*w&63))
		} else {
			putNumber(id[:w], v)
		}
		rest, id = rest[8:], id[t.width:]
	}
	if k := len(rest); k > 0 {
		v, pad := t.value(rest, &all), k*t.width-8*len(id)
		putNumber(id, v>>pad)
		excess = byte(v & (1<<pad - 1))
	}
	switch {
	case all&none == 0 && excess == 0:
		return 0, ""
	case all&none == 0 && t.front:
		return 0, "more than " + count(8*t.size) + " bits"
	case all&none == 0:
		return len(s) - 1, "want zeros after " + count(8*t.size) + " bits"
	}
	for t.values[s[at]] != none {
		at++
	}
	return at, t.want
}

// value returns the number that s is, and adds the digits' bits to all.
func (t *bitText) value(s string, all *byte) (v uint64) {
	for i := range len(s) {
		d := t.values[s[i]]
		*all |= d
		v = v<<t.width | uint64(d)
	}
	return v
}

// value8 is value for 8 digits.
func (t *bitText) value8(s string) (v uint64, all byte) {
	_ = s[7]
	a, b, c, d := t.values[s[0]], t.values[s[1]], t.values[s[2]], t.values[s[3]]
	e, f, g, h := t.values[s[4]], t.values[s[5]], t.values[s[6]], t.values[s[7]]
	w := uint(t.width) & 7
	ab, cd := uint64(a)<<w|uint64(b), uint64(c)<<w|uint64(d)
	ef, gh := uint64(e)<<w|uint64(f), uint64(g)<<w|uint64(h)
	return (ab<<(2*w)|cd)<<(4*w) | ef<<(2*w) | gh, a | b | c | d | e | f | g | h
}

// putNumber fills b with the low bits of v.
func putNumber(b []byte, v uint64) {
	for i := len(b) - 1; i >= 0; i-- {
		b[i] = byte(v)
		v >>= 8
	}
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
	return set(id, unsafe.String(unsafe.SliceData(b), len(b)), parse)
}

func set[T any](id *T, s string, parse func(string) (T, error)) error {
	v, err := parse(s)
	if err == nil {
		*id = v
	}
	return err
}

// Package digits reads and writes digits of 4, 5 and 6 bits, several at a time, for
// packages form and ids. What it reads is negative if a character is not a digit: then
// [Values.Wrong] finds it.
package digits

import (
	"encoding/binary"
	"strings"
)

const (
	Decimal = "0123456789"
	Lower   = "abcdefghijklmnopqrstuvwxyz"
	Upper   = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

	Hex       = Decimal + "abcdef"
	Hex32     = Decimal + "abcdefghijklmnopqrstuv" // base32hex of RFC 4648
	Crockford = Decimal + "ABCDEFGHJKMNPQRSTVWXYZ"
	URL64     = Upper + Lower + Decimal + "-_" // base64url of RFC 4648
	Sorted64  = "-" + Decimal + Upper + "_" + Lower
)

// Values has the value of each character as a digit, or -1.
type Values [256]int64

// ValuesOf returns the values of digits in their order. If anyCase is set, the digits
// have letters of one case, and those of the other case stand for them, too.
func ValuesOf(digits string, anyCase bool) *Values {
	t := new(Values)
	for i := range t {
		t[i] = -1
	}
	set := func(digits string) {
		for i := range len(digits) {
			t[digits[i]] = int64(i)
		}
	}
	set(digits)
	if anyCase {
		set(strings.ToLower(digits))
		set(strings.ToUpper(digits))
	}
	return t
}

// Pairs returns two digits for each number below the square of their base, the first one in
// the low byte.
func Pairs(digits string) []uint16 {
	n := len(digits)
	pairs := make([]uint16, n*n)
	for i := range n {
		row := pairs[i*n:][:n]
		for j := range row {
			row[j] = uint16(digits[i]) | uint16(digits[j])<<8
		}
	}
	return pairs
}

// Wrong returns the offset of the first character that is not a digit, or -1.
func (t *Values) Wrong(s string) int {
	for i := range len(s) {
		if t[s[i]] < 0 {
			return i
		}
	}
	return -1
}

// A Base16 has digits of 4 bits.
type Base16 struct {
	pairs [1 << 8]uint16 // the digits of 8 bits
	high  [1 << 8]int16  // 16 times the value of a character, or -1
	*Values
}

// NewBase16 returns the Base16 of 16 digits.
func NewBase16(digits string, anyCase bool) *Base16 {
	d := &Base16{pairs: [1 << 8]uint16(Pairs(digits)), Values: ValuesOf(digits, anyCase)}
	for i, v := range d.Values {
		d.high[i] = max(-1, int16(v)<<4)
	}
	return d
}

// Put8 writes the digits of v.
func (d *Base16) Put8(t *[8]byte, v uint32) {
	a, b, c, e := uint64(d.pairs[v>>24]), uint64(d.pairs[v>>16&255]), uint64(d.pairs[v>>8&255]), uint64(d.pairs[v&255])
	binary.LittleEndian.PutUint64(t[:], a|b<<16|c<<32|e<<48)
}

// Get8 returns the number that the first 8 digits are, or a negative one.
func (d *Base16) Get8(s string) int64 {
	t, high := d.Values, &d.high
	_ = s[7]
	return (int64(high[s[0]])|int64(t[s[1]]))<<24 | (int64(high[s[2]])|int64(t[s[3]]))<<16 |
		(int64(high[s[4]])|int64(t[s[5]]))<<8 | int64(high[s[6]]) | int64(t[s[7]])
}

// A Base32 has digits of 5 bits.
type Base32 struct {
	pairs [1 << 10]uint16 // the digits of 10 bits
	*Values
}

// NewBase32 returns the Base32 of 32 digits.
func NewBase32(digits string, anyCase bool) *Base32 {
	return &Base32{[1 << 10]uint16(Pairs(digits)), ValuesOf(digits, anyCase)}
}

// Put2 writes the low 10 bits of v.
func (d *Base32) Put2(t *[2]byte, v uint64) {
	binary.LittleEndian.PutUint16(t[:], d.pairs[v&1023])
}

// Put8 writes the low 40 bits of v.
func (d *Base32) Put8(t *[8]byte, v uint64) {
	le := binary.LittleEndian
	le.PutUint16(t[0:], d.pairs[v>>30&1023])
	le.PutUint16(t[2:], d.pairs[v>>20&1023])
	le.PutUint16(t[4:], d.pairs[v>>10&1023])
	le.PutUint16(t[6:], d.pairs[v&1023])
}

// Put12 writes the low 60 bits of v.
func (d *Base32) Put12(t *[12]byte, v uint64) {
	le := binary.LittleEndian
	le.PutUint16(t[0:], d.pairs[v>>50&1023])
	le.PutUint16(t[2:], d.pairs[v>>40&1023])
	le.PutUint16(t[4:], d.pairs[v>>30&1023])
	le.PutUint16(t[6:], d.pairs[v>>20&1023])
	le.PutUint16(t[8:], d.pairs[v>>10&1023])
	le.PutUint16(t[10:], d.pairs[v&1023])
}

// Get8 returns the number that the first 8 digits are, or a negative one.
func (d *Base32) Get8(s string) int64 {
	t := d.Values
	_ = s[7]
	return int64(t[s[0]])<<35 | int64(t[s[1]])<<30 | int64(t[s[2]])<<25 | int64(t[s[3]])<<20 |
		int64(t[s[4]])<<15 | int64(t[s[5]])<<10 | int64(t[s[6]])<<5 | int64(t[s[7]])
}

// Get12 returns the number that the first 12 digits are, or a negative one.
func (d *Base32) Get12(s string) int64 {
	t := d.Values
	_ = s[11]
	return int64(t[s[0]])<<55 | int64(t[s[1]])<<50 | int64(t[s[2]])<<45 | int64(t[s[3]])<<40 |
		int64(t[s[4]])<<35 | int64(t[s[5]])<<30 | int64(t[s[6]])<<25 | int64(t[s[7]])<<20 |
		int64(t[s[8]])<<15 | int64(t[s[9]])<<10 | int64(t[s[10]])<<5 | int64(t[s[11]])
}

// A Base64 has digits of 6 bits.
type Base64 struct {
	pairs [1 << 12]uint16 // the digits of 12 bits
	*Values
}

// NewBase64 returns the Base64 of 64 digits.
func NewBase64(digits string) *Base64 {
	return &Base64{[1 << 12]uint16(Pairs(digits)), ValuesOf(digits, false)}
}

// Put2 writes the low 12 bits of v.
func (d *Base64) Put2(t *[2]byte, v uint64) {
	binary.LittleEndian.PutUint16(t[:], d.pairs[v&4095])
}

// Put10 writes the low 60 bits of v.
func (d *Base64) Put10(t *[10]byte, v uint64) {
	le := binary.LittleEndian
	le.PutUint16(t[0:], d.pairs[v>>48&4095])
	le.PutUint16(t[2:], d.pairs[v>>36&4095])
	le.PutUint16(t[4:], d.pairs[v>>24&4095])
	le.PutUint16(t[6:], d.pairs[v>>12&4095])
	le.PutUint16(t[8:], d.pairs[v&4095])
}

// Get10 returns the number that the first 10 digits are, or a negative one.
func (d *Base64) Get10(s string) int64 {
	t := d.Values
	_ = s[9]
	return int64(t[s[0]])<<54 | int64(t[s[1]])<<48 | int64(t[s[2]])<<42 | int64(t[s[3]])<<36 |
		int64(t[s[4]])<<30 | int64(t[s[5]])<<24 | int64(t[s[6]])<<18 | int64(t[s[7]])<<12 |
		int64(t[s[8]])<<6 | int64(t[s[9]])
}

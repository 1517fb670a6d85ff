package form

import (
	"encoding/binary"
	"slices"
	"strings"
)

// A base32 has digits of 5 bits. A text is 26 digits, 130 bits: 10, 60 and 60.
type base32 struct {
	pairs  [1 << 10]uint16 // the digits of 10 bits
	values *values
	want   string // the reason of an error
}

const crockfordDigits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

var (
	crockford      = newBase32(crockfordDigits, true, "want a Crockford base32 digit")
	crockfordLower = newBase32(strings.ToLower(crockfordDigits), false, "want a lower-case Crockford base32 digit")
	base32Hex      = newBase32(decimals+upper[:22], true, "want a base32hex digit")
	base32Lower    = newBase32(lower+"234567", true, "want a base32 digit")
)

func newBase32(digits string, anyCase bool, want string) *base32 {
	return &base32{[1 << 10]uint16(pairsOf(digits)), valuesOf(digits, anyCase), want}
}

// append appends 130 bits: those of u, and pad zero bits behind them. What is missing
// are zero bits in front.
func (d *base32) append(b []byte, hi, lo uint64, pad uint) []byte {
	n := len(b)
	b = slices.Grow(b, 26)[:n+26]
	t := (*[26]byte)(b[n:])
	binary.LittleEndian.PutUint16(t[:], d.pairs[hi>>((56-pad)&63)&1023])
	d.put((*[12]byte)(t[2:]), hi<<((4+pad)&63)|lo>>((60-pad)&63))
	d.put((*[12]byte)(t[14:]), lo<<(pad&63))
	return b
}

// put writes the low 60 bits of v.
func (d *base32) put(t *[12]byte, v uint64) {
	le := binary.LittleEndian
	le.PutUint16(t[0:], d.pairs[v>>50&1023])
	le.PutUint16(t[2:], d.pairs[v>>40&1023])
	le.PutUint16(t[4:], d.pairs[v>>30&1023])
	le.PutUint16(t[6:], d.pairs[v>>20&1023])
	le.PutUint16(t[8:], d.pairs[v>>10&1023])
	le.PutUint16(t[10:], d.pairs[v&1023])
}

// parse reads 26 digits, of which the last pad bits have to be zero.
func (d *base32) parse(s string, pad uint) (hi, lo uint64, wrong *failure) {
	first := int64(d.values[s[0]])<<5 | int64(d.values[s[1]])
	a, b := d.value(s[2:14]), d.value(s[14:26])
	if first|a|b < 0 || first>>((8+pad)&63) != 0 || b&(1<<(pad&63)-1) != 0 {
		if wrong := d.values.notDigit(s, 0, 26, d.want); wrong != nil {
			return 0, 0, wrong
		} else if pad == 0 {
			return 0, 0, &failure{0, tooLarge}
		}
		return 0, 0, &failure{25, tooLarge}
	}
	hi = uint64(first)<<((56-pad)&63) | uint64(a)>>((4+pad)&63)
	lo = uint64(a)<<((60-pad)&63) | uint64(b)>>(pad&63)
	return hi, lo, nil
}

// value returns the number that 12 digits are. It is negative if one is not a digit.
func (d *base32) value(s string) int64 {
	t := d.values
	_ = s[11]
	return int64(t[s[0]])<<55 | int64(t[s[1]])<<50 | int64(t[s[2]])<<45 | int64(t[s[3]])<<40 |
		int64(t[s[4]])<<35 | int64(t[s[5]])<<30 | int64(t[s[6]])<<25 | int64(t[s[7]])<<20 |
		int64(t[s[8]])<<15 | int64(t[s[9]])<<10 | int64(t[s[10]])<<5 | int64(t[s[11]])
}

package form

import (
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/internal/digits"
)

// A base32 has digits of 5 bits. A text is 26 digits, 130 bits: 10, 60 and 60.
type base32 struct {
	*digits.Base32
	want string // the reason of an error
}

var (
	crockford      = newBase32(digits.Crockford, true, "want a Crockford base32 digit")
	crockfordLower = newBase32(strings.ToLower(digits.Crockford), false, "want a lower-case Crockford base32 digit")
	base32Hex      = newBase32(digits.Decimal+digits.Upper[:22], true, "want a base32hex digit")
	base32Lower    = newBase32(digits.Lower+"234567", true, "want a base32 digit")
)

func newBase32(s string, anyCase bool, want string) *base32 {
	return &base32{digits.NewBase32(s, anyCase), want}
}

// append appends 130 bits: two zero bits, and those of u. If behind is set, the zero bits
// are behind.
func (d *base32) append(b []byte, hi, lo uint64, behind bool) []byte {
	n := len(b)
	b = slices.Grow(b, 26)[:n+26]
	t := (*[26]byte)(b[n:])
	if behind {
		d.Put2((*[2]byte)(t[:]), hi>>54)
		d.Put12((*[12]byte)(t[2:]), hi<<6|lo>>58)
		d.Put12((*[12]byte)(t[14:]), lo<<2)
		return b
	}
	d.Put2((*[2]byte)(t[:]), hi>>56)
	d.Put12((*[12]byte)(t[2:]), hi<<4|lo>>60)
	d.Put12((*[12]byte)(t[14:]), lo)
	return b
}

// parse reads 26 digits in the layout of append.
func (d *base32) parse(s string, behind bool) (hi, lo uint64, wrong *failure) {
	first := d.Values[s[0]]<<5 | d.Values[s[1]]
	a, b := d.Get12(s[2:14]), d.Get12(s[14:26])
	switch {
	case first|a|b < 0:
		return 0, 0, notDigit(d.Values, s, 0, 26, d.want)
	case behind && b&3 == 0:
		return uint64(first<<54 | a>>6), uint64(a<<58 | b>>2), nil
	case behind:
		return 0, 0, &failure{25, tooLarge}
	case first>>8 == 0:
		return uint64(first<<56 | a>>4), uint64(a<<60 | b), nil
	}
	return 0, 0, &failure{0, tooLarge}
}

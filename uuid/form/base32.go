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

// append appends 130 bits: those of u, and pad zero bits behind them. What is missing
// are zero bits in front.
func (d *base32) append(b []byte, hi, lo uint64, pad uint) []byte {
	n := len(b)
	b = slices.Grow(b, 26)[:n+26]
	t := (*[26]byte)(b[n:])
	d.Put2((*[2]byte)(t[:]), hi>>((56-pad)&63))
	d.Put12((*[12]byte)(t[2:]), hi<<((4+pad)&63)|lo>>((60-pad)&63))
	d.Put12((*[12]byte)(t[14:]), lo<<(pad&63))
	return b
}

// parse reads 26 digits, of which the last pad bits have to be zero.
func (d *base32) parse(s string, pad uint) (hi, lo uint64, wrong *failure) {
	first := int64(d.Values[s[0]])<<5 | int64(d.Values[s[1]])
	a, b := d.Get12(s[2:14]), d.Get12(s[14:26])
	if first|a|b < 0 || first>>((8+pad)&63) != 0 || b&(1<<(pad&63)-1) != 0 {
		if wrong := (*values)(d.Values).notDigit(s, 0, 26, d.want); wrong != nil {
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

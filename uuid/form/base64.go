package form

import (
	"slices"

	"github.com/uuidkit/uuidkit/internal/digits"
)

// A base64 has digits of 6 bits. A text is 22 digits, 132 bits: 12, 60 and 60. The last
// four bits are zero.
type base64 struct {
	*digits.Base64
	want string // the reason of an error
}

var (
	base64URL  = newBase64(digits.URL64, "want a base64url digit")
	base64Sort = newBase64(digits.Sorted64, "want a base64sort digit")
)

func newBase64(s, want string) *base64 {
	return &base64{digits.NewBase64(s), want}
}

func (d *base64) append(b []byte, hi, lo uint64) []byte {
	n := len(b)
	b = slices.Grow(b, 22)[:n+22]
	t := (*[22]byte)(b[n:])
	d.Put2((*[2]byte)(t[:]), hi>>52)
	d.Put10((*[10]byte)(t[2:]), hi<<8|lo>>56)
	d.Put10((*[10]byte)(t[12:]), lo<<4)
	return b
}

func (d *base64) parse(s string) (hi, lo uint64, wrong *failure) {
	first := int64(d.Values[s[0]])<<6 | int64(d.Values[s[1]])
	a, b := d.Get10(s[2:12]), d.Get10(s[12:22])
	if first|a|b < 0 || b&15 != 0 {
		if wrong := notDigit(d.Values, s, 0, 22, d.want); wrong != nil {
			return 0, 0, wrong
		}
		return 0, 0, &failure{21, tooLarge}
	}
	return uint64(first)<<52 | uint64(a)>>8, uint64(a)<<56 | uint64(b)>>4, nil
}

package form

import (
	"slices"
)

// A base64 has digits of 6 bits. A text is 22 digits, 132 bits: 12, 60 and 60. The last
// four bits are zero.
type base64 struct {
	digits [64]byte
	values *values
	want   string // the reason of an error
}

var (
	base64URL  = newBase64(upper+lower+decimals+"-_", "want a base64url digit")
	base64Sort = newBase64("-"+decimals+upper+"_"+lower, "want a base64sort digit")
)

func newBase64(digits, want string) *base64 {
	return &base64{[64]byte([]byte(digits)), valuesOf(digits, false), want}
}

func (d *base64) append(b []byte, hi, lo uint64) []byte {
	n := len(b)
	b = slices.Grow(b, 22)[:n+22]
	t := (*[22]byte)(b[n:])
	t[0], t[1] = d.digits[hi>>58], d.digits[hi>>52&63]
	d.put((*[10]byte)(t[2:]), hi<<8|lo>>56)
	d.put((*[10]byte)(t[12:]), lo<<4)
	return b
}

// put writes the low 60 bits of v.
func (d *base64) put(t *[10]byte, v uint64) {
	t[0] = d.digits[v>>54&63]
	t[1] = d.digits[v>>48&63]
	t[2] = d.digits[v>>42&63]
	t[3] = d.digits[v>>36&63]
	t[4] = d.digits[v>>30&63]
	t[5] = d.digits[v>>24&63]
	t[6] = d.digits[v>>18&63]
	t[7] = d.digits[v>>12&63]
	t[8] = d.digits[v>>6&63]
	t[9] = d.digits[v&63]
}

func (d *base64) parse(s string) (hi, lo uint64, wrong *failure) {
	first := int64(d.values[s[0]])<<6 | int64(d.values[s[1]])
	a, b := d.value(s[2:12]), d.value(s[12:22])
	if first|a|b < 0 || b&15 != 0 {
		if wrong := d.values.notDigit(s, 0, 22, d.want); wrong != nil {
			return 0, 0, wrong
		}
		return 0, 0, &failure{21, tooLarge}
	}
	return uint64(first)<<52 | uint64(a)>>8, uint64(a)<<56 | uint64(b)>>4, nil
}

// value returns the number that 10 digits are. It is negative if one is not a digit.
func (d *base64) value(s string) int64 {
	t := d.values
	_ = s[9]
	return int64(t[s[0]])<<54 | int64(t[s[1]])<<48 | int64(t[s[2]])<<42 | int64(t[s[3]])<<36 |
		int64(t[s[4]])<<30 | int64(t[s[5]])<<24 | int64(t[s[6]])<<18 | int64(t[s[7]])<<12 |
		int64(t[s[8]])<<6 | int64(t[s[9]])
}

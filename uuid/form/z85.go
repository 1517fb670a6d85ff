package form

import (
	"math"
	"math/bits"
	"slices"

	"github.com/uuidkit/uuidkit/internal/digits"
)

const z85Digits = decimals + lower + upper + ".-:+=^!/*?&<>()[]{}@%$#"

var z85Values = digits.ValuesOf(z85Digits, false)

func appendZ85(b []byte, hi, lo uint64) []byte {
	n := len(b)
	b = slices.Grow(b, 20)[:n+20]
	t := (*[20]byte)(b[n:])
	// As a fraction of 2^64, a word/85⁵ times 85 is its first digit and the fraction of the
	// rest, and so on. The inverse is too large by 0.08, and so the fraction by less than one
	// unit of the last digit, which is the inverse: no digit changes.
	const inverse = math.MaxUint64/(85*85*85*85*85) + 1
	w, x, y, z := hi>>32*inverse, hi&math.MaxUint32*inverse, lo>>32*inverse, lo&math.MaxUint32*inverse
	for i := range 5 { // side by side, because each digit waits for the one before
		var dw, dx, dy, dz uint64
		dw, w = bits.Mul64(w, 85)
		dx, x = bits.Mul64(x, 85)
		dy, y = bits.Mul64(y, 85)
		dz, z = bits.Mul64(z, 85)
		t[i], t[i+5], t[i+10], t[i+15] = z85Digits[dw], z85Digits[dx], z85Digits[dy], z85Digits[dz]
	}
	return b
}

func parseZ85(s string) (hi, lo uint64, wrong *failure) {
	a, b, c, d := z85Word(s[:5]), z85Word(s[5:10]), z85Word(s[10:15]), z85Word(s[15:20])
	if (a|b|c|d)>>32 == 0 {
		return uint64(a<<32 | b), uint64(c<<32 | d), nil
	}
	at := 0
	for z85Word(s[at:at+5])>>32 == 0 {
		at += 5
	}
	if wrong := notDigit(z85Values, s, at, at+5, "want a Z85 digit"); wrong != nil {
		return 0, 0, wrong
	}
	return 0, 0, above(z85Values, s, at, "%nSc0", "more than 32 bits in five characters")
}

// z85Word returns the number that 5 digits are. It is negative if one is not a digit.
func z85Word(s string) int64 {
	t := z85Values
	_ = s[4]
	a, b, c, d, e := t[s[0]], t[s[1]], t[s[2]], t[s[3]], t[s[4]]
	return (((a*85+b)*85+c)*85+d)*85 + e | (a|b|c|d|e)>>63
}

package form

import (
	"math"
	"slices"
)

const z85Digits = decimals + lower + upper + ".-:+=^!/*?&<>()[]{}@%$#"

var z85Values = valuesOf(z85Digits, false)

func appendZ85(b []byte, hi, lo uint64) []byte {
	n := len(b)
	b = slices.Grow(b, 20)[:n+20]
	t := b[n:]
	for i, word := range [...]uint32{uint32(hi >> 32), uint32(hi), uint32(lo >> 32), uint32(lo)} {
		for j := 5*i + 4; j >= 5*i; j-- {
			t[j] = z85Digits[word%85]
			word /= 85
		}
	}
	return b
}

func parseZ85(s string) (hi, lo uint64, wrong *failure) {
	var words [4]uint64
	for i := range words {
		at := 5 * i
		if wrong := z85Values.notDigit(s, at, at+5, "want a Z85 digit"); wrong != nil {
			return 0, 0, wrong
		}
		for _, c := range []byte(s[at : at+5]) {
			words[i] = words[i]*85 + uint64(z85Values[c])
		}
		if words[i] > math.MaxUint32 {
			return 0, 0, z85Values.above(s, at, "%nSc0", "more than 32 bits in five characters")
		}
	}
	return words[0]<<32 | words[1], words[2]<<32 | words[3], nil
}

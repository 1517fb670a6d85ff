package ids

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"
)

func count(n int) string { return strconv.Itoa(n) }

// base62Digits are in the order of ASCII, so that padded texts sort as their numbers.
const base62Digits = decimalDigits + upper + lower

var base62Values = valuesOf(base62Digits, false)

// chunk is 62 to the power of chunkDigits, which fits 32 bits.
const (
	chunk       = 62 * 62 * 62 * 62 * 62
	chunkDigits = 5
)

// putBase62 fills dst with the digits of id, a number of at most 20 bytes, which has
// no more digits than dst.
func putBase62(dst, id []byte) {
	var limbs [5]uint32
	n := len(id) / 4
	for i := range n {
		limbs[i] = binary.BigEndian.Uint32(id[4*i:])
	}
	for end := len(dst); end > 0; end -= chunkDigits {
		var rest uint64
		for i := range n {
			rest = rest<<32 | uint64(limbs[i])
			limbs[i] = uint32(rest / chunk)
			rest %= chunk
		}
		for i := end - 1; i >= max(0, end-chunkDigits); i-- {
			dst[i] = base62Digits[rest%62]
			rest /= 62
		}
	}
}

// readBase62 sets id to the number that s is. The text most is that of the largest
// number, and s is not longer.
func readBase62(id []byte, s, most string) (at int, reason string) {
	for i := range len(s) {
		if base62Values[s[i]] == none {
			return i, "want a base62 digit"
		}
	}
	if len(s) == len(most) && s > most {
		for s[at] == most[at] {
			at++
		}
		return at, "more than " + count(8*len(id)) + " bits"
	}
	var limbs [5]uint32
	n := len(id) / 4
	for len(s) > 0 {
		k := (len(s)-1)%chunkDigits + 1
		carry, factor := uint64(0), uint64(1)
		for i := range k {
			carry = carry*62 + uint64(base62Values[s[i]])
			factor *= 62
		}
		s = s[k:]
		for i := n - 1; i >= 0; i-- {
			carry += uint64(limbs[i]) * factor
			limbs[i] = uint32(carry)
			carry >>= 32
		}
	}
	for i := range n {
		binary.BigEndian.PutUint32(id[4*i:], limbs[i])
	}
	return 0, ""
}

// parseUint reads a decimal number of the given bits, without a sign or leading zeros.
func parseUint(function, s string, bits uint) (uint64, error) {
	most := uint64(math.MaxUint64) >> (64 - bits)
	n, at, reason := readUint(s, most)
	if reason == tooLarge {
		reason = "more than " + count(int(bits)) + " bits"
	}
	if reason != "" {
		return 0, parseError(function, s, at, reason)
	}
	return n, nil
}

const (
	tooLarge  = "too large"
	wantDigit = "want a decimal digit"
)

func readUint(s string, most uint64) (n uint64, at int, reason string) {
	switch {
	case s == "":
		return 0, 0, wantDigit
	case s[0] == '0' && len(s) > 1 && strings.IndexByte(decimalDigits, s[1]) >= 0:
		return 0, 0, "want no leading zero"
	}
	for i := range len(s) {
		c := s[i] - '0'
		if c > 9 {
			return 0, i, wantDigit
		}
		if n > (most-uint64(c))/10 {
			return 0, i, tooLarge
		}
		n = n*10 + uint64(c)
	}
	return n, 0, ""
}

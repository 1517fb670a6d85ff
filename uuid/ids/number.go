package ids

import (
	"encoding/binary"
	"math/bits"
	"strconv"

	"github.com/uuidkit/uuidkit/internal/digits"
)

// base62Digits are in the order of ASCII, so that padded texts sort as their numbers.
const base62Digits = digits.Decimal + digits.Upper + digits.Lower

var base62Values = digits.ValuesOf(base62Digits, false)

// These powers of 62 fit 32 and 64 bits.
const (
	chunkDigits = 5
	chunk       = 62 * 62 * 62 * 62 * 62
)

// putBase62 fills dst with the digits of id, a number of 16 or 20 bytes, which has no
// more digits than dst.
func putBase62(dst, id []byte) {
	tail := id[len(id)-16:]
	words := [3]uint64{0, binary.BigEndian.Uint64(tail), binary.BigEndian.Uint64(tail[8:])}
	if len(id) > 16 {
		words[0] = uint64(binary.BigEndian.Uint32(id))
	}
	for len(dst) > 0 {
		var rest uint64
		for i := range words {
			words[i], rest = bits.Div64(rest, words[i], chunk*chunk)
		}
		a, b := rest/chunk, rest%chunk
		dst = putChunk(putChunk(dst, b), a)
	}
}

// putChunk writes the last 5 digits of v, and returns what is left of dst.
func putChunk(dst []byte, v uint64) []byte {
	n := max(0, len(dst)-chunkDigits)
	for i := len(dst) - 1; i >= n; i-- {
		dst[i] = base62Digits[v%62]
		v /= 62
	}
	return dst[:n]
}

// readBase62 sets id to the number that s is. The text most is that of the largest
// number, and s is not longer.
func readBase62(id []byte, s, most string) (at int, reason string) {
	if i := base62Values.Wrong(s); i >= 0 {
		return i, "want a base62 digit"
	}
	if len(s) == len(most) && s > most {
		for s[at] == most[at] {
			at++
		}
		return at, "more than " + strconv.Itoa(8*len(id)) + " bits"
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

// parseUint reads the decimal number s[from:], without a sign or leading zeros.
func parseUint(function, s string, from int, most uint64) (n uint64, err error) {
	if s == "" {
		return 0, parseError(function, s, 0, "want a decimal digit")
	}
	if s[from] == '0' && len(s) > from+1 && '0' <= s[from+1] && s[from+1] <= '9' {
		return 0, parseError(function, s, from, "want no leading zero")
	}
	for i := from; i < len(s); i++ {
		d := uint64(s[i] - '0')
		if d > 9 {
			return 0, parseError(function, s, i, "want a decimal digit")
		}
		if n > (most-d)/10 {
			return 0, parseError(function, s, i, "more than "+strconv.Itoa(bits.Len64(most))+" bits")
		}
		n = n*10 + d
	}
	return n, nil
}

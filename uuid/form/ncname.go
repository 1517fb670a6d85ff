package form

import (
	"cmp"
	"math/bits"
	"strings"
)

// An NCName has the version and the variant of a UUID as its first and last letter, and
// the other 120 bits between them in digits: see draft-taylor-uuid-ncname-04.

const low60 = 1<<60 - 1

// bookends returns the 4 bits of the version, 60 bits, 60 bits, and the 4 bits that
// begin with the variant.
func bookends(hi, lo uint64) (version byte, hi60, lo60 uint64, variant byte) {
	return byte(hi >> 12 & 15), hi>>16<<12 | hi&0xfff, lo & low60, byte(lo >> 60)
}

func appendNCName32(b []byte, hi, lo uint64) []byte {
	version, hi, lo, variant := bookends(hi, lo)
	var text [26]byte
	text[0], text[25] = 'a'+version, 'a'+variant
	base32Lower.Put12((*[12]byte)(text[1:]), hi)
	base32Lower.Put12((*[12]byte)(text[13:]), lo)
	return append(b, text[:]...)
}

func appendNCName64(b []byte, hi, lo uint64) []byte {
	version, hi, lo, variant := bookends(hi, lo)
	var text [22]byte
	text[0], text[21] = 'A'+version, 'A'+variant
	base64URL.Put10((*[10]byte)(text[1:]), hi)
	base64URL.Put10((*[10]byte)(text[11:]), lo)
	return append(b, text[:]...)
}

// appendNCName58 writes 15 bytes as Bitcoin does: a 1 for each zero byte in front, and
// the number without zeros in front. Then come as many _ as make 21 characters.
func appendNCName58(b []byte, hi, lo uint64) []byte {
	version, hi, lo, variant := bookends(hi, lo)
	hi, lo = hi>>4, hi<<60|lo
	zeros := zeroBytes(hi, lo)
	var digits [22]byte
	base58.put(digits[:], hi, lo)
	i := 0
	for i < len(digits) && digits[i] == '1' {
		i++
	}
	b = append(b, 'A'+version)
	b = append(b, "111111111111111"[:zeros]...)
	b = append(b, digits[i:]...)
	b = append(b, "______"[:21-zeros-(len(digits)-i)]...)
	return append(b, 'A'+variant)
}

// zeroBytes returns how many of the 15 bytes are zero before the first that is not.
func zeroBytes(hi, lo uint64) int {
	if hi == 0 {
		return 7 + bits.LeadingZeros64(lo)/8
	}
	return bits.LeadingZeros64(hi)/8 - 1
}

// bookend returns the value of the letter s[i].
func bookend(s string, i int) (v uint64, wrong *failure) {
	if v = uint64(s[i]|0x20) - 'a'; v > 15 {
		return 0, &failure{i, "want a letter from A to P"}
	}
	return v, nil
}

// parseNCName reads a text whose middle has the values hi and lo, or is wrong.
func parseNCName(s string, hi, lo uint64, wrong *failure) (uint64, uint64, *failure) {
	version, wrong1 := bookend(s, 0)
	variant, wrong2 := bookend(s, len(s)-1)
	if wrong := cmp.Or(wrong1, wrong, wrong2); wrong != nil {
		return 0, 0, wrong
	}
	return hi>>12<<16 | version<<12 | hi&0xfff, variant<<60 | lo, nil
}

func parseNCName32(s string) (uint64, uint64, *failure) {
	hi, lo := base32Lower.Get12(s[1:13]), base32Lower.Get12(s[13:25])
	var wrong *failure
	if hi|lo < 0 {
		wrong = notDigit(base32Lower.Values, s, 1, 25, base32Lower.want)
	}
	return parseNCName(s, uint64(hi), uint64(lo), wrong)
}

func parseNCName64(s string) (uint64, uint64, *failure) {
	hi, lo := base64URL.Get10(s[1:11]), base64URL.Get10(s[11:21])
	var wrong *failure
	if hi|lo < 0 {
		wrong = notDigit(base64URL.Values, s, 1, 21, base64URL.want)
	}
	return parseNCName(s, uint64(hi), uint64(lo), wrong)
}

func parseNCName58(s string) (uint64, uint64, *failure) {
	text := strings.TrimRight(s[1:22], "_")
	digits := strings.TrimLeft(text, "1")
	hi, lo, bad, over := base58.value(digits)
	var wrong *failure
	if bad < 0 {
		wrong = notDigit(base58.values, s, 1, 1+len(text), base58.want)
	} else if over || hi>>56 != 0 || len(text)-len(digits) != zeroBytes(hi, lo) {
		wrong = &failure{1, "want 15 bytes in base58"}
	}
	return parseNCName(s, hi<<4|lo>>60, lo&low60, wrong)
}

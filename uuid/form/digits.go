package form

import "strings"

const (
	decimals = "0123456789"
	lower    = "abcdefghijklmnopqrstuvwxyz"
	upper    = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// A values has the value of each character as a digit, or -1.
type values [256]int8

// valuesOf returns the values of digits in their order. If anyCase is set, the digits
// have letters of one case, and those of the other case stand for them, too.
func valuesOf(digits string, anyCase bool) *values {
	t := new(values)
	for i := range t {
		t[i] = -1
	}
	set := func(digits string) {
		for i := range len(digits) {
			t[digits[i]] = int8(i)
		}
	}
	set(digits)
	if anyCase {
		set(strings.ToLower(digits))
		set(strings.ToUpper(digits))
	}
	return t
}

// pairsOf returns two digits for each number below the square of their base, the first
// one in the low byte.
func pairsOf(digits string) []uint16 {
	pairs := make([]uint16, 0, len(digits)*len(digits))
	for _, first := range []byte(digits) {
		for _, second := range []byte(digits) {
			pairs = append(pairs, uint16(first)|uint16(second)<<8)
		}
	}
	return pairs
}

// A failure is what is wrong in a text.
type failure struct {
	at     int
	reason string
}

const tooLarge = "more than 128 bits"

// notDigit returns the failure at the first byte of s[from:to] that is not a digit, or
// nil.
func (t *values) notDigit(s string, from, to int, want string) *failure {
	for i := from; i < to; i++ {
		if t[s[i]] < 0 {
			return &failure{i, want}
		}
	}
	return nil
}

// above returns the failure at the first byte that differs between most and s[from:],
// which is a larger number.
func (t *values) above(s string, from int, most, reason string) *failure {
	i := from
	for t[s[i]] == t[most[i-from]] {
		i++
	}
	return &failure{i, reason}
}

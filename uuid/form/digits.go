package form

import "github.com/uuidkit/uuidkit/internal/digits"

const (
	decimals = digits.Decimal
	lower    = digits.Lower
	upper    = digits.Upper
)

// A failure is what is wrong in a text.
type failure struct {
	at     int
	reason string
}

const tooLarge = "more than 128 bits"

// notDigit returns the failure at the first byte of s[from:to] that is not a digit, or
// nil.
func notDigit(t *digits.Values, s string, from, to int, want string) *failure {
	if i := t.Wrong(s[from:to]); i >= 0 {
		return &failure{from + i, want}
	}
	return nil
}

// above returns the failure at the first byte that differs between most and s[from:],
// which is a larger number.
func above(t *digits.Values, s string, from int, most, reason string) *failure {
	i := from
	for t[s[i]] == t[most[i-from]] {
		i++
	}
	return &failure{i, reason}
}

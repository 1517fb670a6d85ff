package form

import "github.com/uuidkit/uuidkit/internal/digits"

const (
	decimals = digits.Decimal
	lower    = digits.Lower
	upper    = digits.Upper
)

type values digits.Values

func valuesOf(s string, anyCase bool) *values { return (*values)(digits.ValuesOf(s, anyCase)) }

func pairsOf(s string) []uint16 { return digits.Pairs(s) }

// A failure is what is wrong in a text.
type failure struct {
	at     int
	reason string
}

const tooLarge = "more than 128 bits"

// notDigit returns the failure at the first byte of s[from:to] that is not a digit, or
// nil.
func (t *values) notDigit(s string, from, to int, want string) *failure {
	if i := (*digits.Values)(t).Wrong(s[from:to]); i >= 0 {
		return &failure{from + i, want}
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

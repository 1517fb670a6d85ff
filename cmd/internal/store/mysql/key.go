package mysql

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/uuidkit/uuidkit/uuid"
)

// order says how the values of a column follow each other, so that a value between two
// can be named, and a value be written as a literal that the server compares with an
// index.
type order uint8

const (
	unordered order = iota // not known here
	numbers                // integers
	binary                 // bytes
	letters                // text
	uuids                  // MariaDB's type
	listed                 // others that ORDER BY puts in order, and a text names: dates, decimals
)

func (c column) order() order {
	switch c.dataType {
	case "tinyint", "smallint", "mediumint", "int", "bigint", "year":
		return numbers
	case "binary", "varbinary":
		return binary
	case "char", "varchar":
		return letters
	case "uuid":
		return uuids
	case "decimal", "date", "datetime", "timestamp":
		return listed
	}
	return unordered
}

// expression is the column as Read selects it for a key.
func (c column) expression() string {
	if c.charset != "" {
		return "CONVERT(" + quote(c.name) + " USING utf8mb4)"
	}
	return quote(c.name)
}

// number reports whether the values are written as numbers.
func (c column) number() bool { return c.order() == numbers || c.dataType == "decimal" }

// isNumber matches what is one in SQL.
var isNumber = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

// literal is a value of the expression in SQL. Beside a text a server may take decimals for floating-point numbers, and
// two for equal that are not.
func (c column) literal(value []byte) string {
	switch {
	case c.number():
		return string(value)
	case c.order() == binary:
		return fmt.Sprintf("x'%x'", value)
	}
	return literal(string(value))
}

// after is a condition for the rows that come after the one with these values, in the
// order of all the columns.
func after(columns []column, values [][]byte) string {
	c, v := quote(columns[0].name), columns[0].literal(values[0])
	if len(columns) == 1 {
		return c + " > " + v
	}
	// The first part is what lets the server begin in the middle of an index.
	return fmt.Sprintf("%s >= %s AND (%[1]s > %[2]s OR %s)", c, v, after(columns[1:], values[1:]))
}

// middle returns a value about half way from lo to hi, or nil if there is none.
func (c column) middle(lo, hi []byte) []byte {
	switch c.order() {
	case numbers:
		a, ok := new(big.Int).SetString(string(lo), 10)
		b, ok2 := new(big.Int).SetString(string(hi), 10)
		if !ok || !ok2 {
			return nil
		}
		m := half(a, b)
		if m.Cmp(a) <= 0 {
			return nil
		}
		return []byte(m.String())
	case binary:
		n := max(len(lo), len(hi))
		a, b := new(big.Int).SetBytes(pad(lo, n)), new(big.Int).SetBytes(pad(hi, n))
		m := half(a, b)
		if m.Cmp(a) <= 0 {
			return nil
		}
		return m.FillBytes(make([]byte, n))
	case letters:
		return middleText(string(lo), string(hi), strings.HasPrefix(c.charset, "u")) // utf8mb4, ucs2
	case uuids:
		a, err := uuid.Parse(string(lo))
		b, err2 := uuid.Parse(string(hi))
		if err != nil || err2 != nil {
			return nil
		}
		m := uuid.UUID(half(new(big.Int).SetBytes(a[:]), new(big.Int).SetBytes(b[:])).FillBytes(make([]byte, 16)))
		if m == a || m == b {
			return nil
		}
		// MariaDB sorts versions up to 5 by their last bytes first, and stays with one order
		// only if the version does not change.
		m[6], m[8] = a[6]&0xf0|m[6]&0x0f, a[8]&0xc0|m[8]&0x3f
		return []byte(m.String())
	}
	return nil
}

// half returns (a + b) / 2, rounded down.
func half(a, b *big.Int) *big.Int {
	m := new(big.Int).Add(a, b)
	return m.Rsh(m, 1)
}

func pad(b []byte, n int) []byte { return append(slices.Clone(b), make([]byte, n-len(b))...) }

// middleText takes texts for numbers, whose digits are the letters that ids are written with, and those
// from the first to the last foreign one in the two, or these alone in a character set that may not have all between.
// A wrong guess of the collation costs only an even spread: the server says which rows
// are between.
func middleText(low, high string, unicode bool) []byte {
	lo, hi := []rune(low), []rune(high)
	digits := digitsOf(slices.Concat(lo, hi), unicode)
	common := 0
	for common < min(len(lo), len(hi)) && lo[common] == hi[common] {
		common++
	}
	const places = 12 // of which a middle is found, after what both begin with
	base := big.NewInt(int64(len(digits)))
	number := func(text []rune) *big.Int {
		n := new(big.Int)
		for i := range places {
			d := 0
			if common+i < len(text) {
				// A dash is before all digits, and what is after z is z.
				at, found := slices.BinarySearch(digits, text[common+i])
				if d = at; !found {
					d = max(0, at-1)
				}
			}
			n.Add(n.Mul(n, base), big.NewInt(int64(d)))
		}
		return n
	}
	a, b := number(lo), number(hi)
	m := half(a, b)
	if m.Cmp(a) <= 0 {
		return nil
	}
	text := make([]rune, places)
	for i, d := places-1, new(big.Int); i >= 0; i-- {
		m.DivMod(m, base, d)
		text[i] = digits[d.Int64()]
	}
	return []byte(string(lo[:common]) + strings.TrimRight(string(text), "0"))
}

// digitsOf returns the digits of the texts that have these letters, in order.
func digitsOf(letters []rune, unicode bool) []rune {
	digits := "0123456789"
	both := string(letters)
	switch upper, lower := strings.ContainsAny(both, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), strings.ContainsAny(both, "abcdefghijklmnopqrstuvwxyz"); {
	case !strings.ContainsFunc(both, func(c rune) bool { return !strings.ContainsRune("0123456789abcdef-", c) }):
		digits += "abcdef"
	case upper && lower:
		digits += "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	case upper:
		digits += "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	default:
		digits += "abcdefghijklmnopqrstuvwxyz"
	}
	foreign := slices.DeleteFunc(letters, func(c rune) bool { return c < utf8.RuneSelf })
	slices.Sort(foreign)
	if unicode && len(foreign) > 0 {
		var all []rune
		for c := foreign[0]; c <= foreign[len(foreign)-1]; c++ {
			if utf8.ValidRune(c) {
				all = append(all, c)
			}
		}
		foreign = all
	}
	return append([]rune(digits), slices.Compact(foreign)...)
}

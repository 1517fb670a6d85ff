package sqlkit

import (
	"fmt"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// Concat is a SQL expression of hexadecimal digits in network order, from those of the form.
func Concat(hex string, f layout.Form, substr, operator string) string {
	return concatAt(hex, migrate.BytePlaces[f], substr, operator)
}

// ConcatEncode is Concat in the other direction: from network order to the form.
func ConcatEncode(hex string, f layout.Form, substr, operator string) string {
	var inverse [16]int
	for i, at := range migrate.BytePlaces[f] {
		inverse[at] = i
	}
	return concatAt(hex, inverse, substr, operator)
}

// concatAt joins the bytes of the places at.
func concatAt(hex string, places [16]int, substr, operator string) string {
	type run struct{ start, n int } // of digits, from 1, as substr takes them
	var runs []run
	for _, at := range places {
		if n := len(runs); n > 0 && runs[n-1].start+runs[n-1].n == at*2+1 {
			runs[n-1].n += 2
			continue
		}
		runs = append(runs, run{at*2 + 1, 2})
	}
	if len(runs) == 1 {
		return hex
	}
	var list []string
	for _, r := range runs {
		list = append(list, fmt.Sprintf("%s(%s, %d, %d)", substr, hex, r.start, r.n))
	}
	return strings.Join(list, operator)
}

// TextDigit is a regular expression of the hexadecimal digits of a character 0 to 9, A to F or a to f.
const TextDigit = "(3[0-9]|[46][1-6])"

// CutText is one of the hexadecimal digits, in upper or lower case, of 16 bytes that are a text which was cut, as
// uuid.UUID.Scan knows it, or a UUID of one digit, which Scan reads.
const CutText = "^(" + cutCanonical + TextDigit + "|7B" + cutCanonical + "|" + TextDigit + "{16}|7B" + TextDigit + "{15}|[57]5[57]2[46]E3A[57]5[57]5[46]9[46]43A" + TextDigit + "{7})$"

const cutCanonical = TextDigit + "{8}2D" + TextDigit + "{4}2D" + TextDigit

// QuoteID quotes an identifier of SQLite and PostgreSQL.
func QuoteID(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// QuoteIDs quotes identifiers, with commas between them.
func QuoteIDs(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = QuoteID(n)
	}
	return strings.Join(quoted, ", ")
}

// QuoteText quotes a text of standard SQL.
func QuoteText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

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

package migrate

import (
	"fmt"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
)

// concat is a SQL expression of hexadecimal digits in network order, from those of the form.
func concat(hex string, f layout.Form, substr, operator string) string {
	return concatAt(hex, order[f], substr, operator)
}

// concatEncode is concat in the other direction: from network order to the form.
func concatEncode(hex string, f layout.Form, substr, operator string) string {
	var inverse [16]int
	for i, at := range order[f] {
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

// quoteID quotes an identifier of SQLite and PostgreSQL.
func quoteID(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func quoteIDs(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = quoteID(n)
	}
	return strings.Join(quoted, ", ")
}

// quoteText quotes a text of standard SQL.
func quoteText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

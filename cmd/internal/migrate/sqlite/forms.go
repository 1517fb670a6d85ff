package sqlite

import (
	"fmt"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// digits is an expression of the 32 hexadecimal digits of a UUID in network order.
func digits(column string, f layout.Form) string {
	switch {
	case f.IsOrder():
		return sqlkit.Concat("nullif(hex("+column+"), '')", f, "substr", " || ") // hex(NULL) is ''
	case f == layout.BytesText || f == layout.BytesHex:
		return "replace(CAST(" + column + " AS TEXT), '-', '')"
	case f == layout.URN:
		return "replace(substr(" + column + ", 10), '-', '')"
	case f == layout.Braces:
		return "replace(substr(" + column + ", 2, 36), '-', '')"
	case f == layout.Hex:
		return column
	default:
		return "replace(" + column + ", '-', '')"
	}
}

// encode is an expression of a form from the one of the digits.
func encode(hex string, f layout.Form) string {
	if f.IsOrder() {
		return "unhex(" + sqlkit.ConcatEncode(hex, f, "substr", " || ") + ")"
	}
	if f == layout.Hex || f == layout.BytesHex {
		hex = "lower(" + hex + ")"
	} else {
		hex = fmt.Sprintf("lower(substr(%[1]s, 1, 8) || '-' || substr(%[1]s, 9, 4) || '-' || substr(%[1]s, 13, 4) || '-' || substr(%[1]s, 17, 4) || '-' || substr(%[1]s, 21))", hex)
	}
	switch f {
	case layout.Braces:
		return "'{' || " + hex + " || '}'"
	case layout.URN:
		return "'urn:uuid:' || " + hex
	case layout.BytesText, layout.BytesHex:
		return "CAST(" + hex + " AS BLOB)"
	}
	return hex
}

// convert is an expression of the new form of a column that has some forms.
func convert(column string, forms migrate.Forms, to layout.Form) string {
	list := forms.List()
	switch len(list) {
	case 0:
		return column // all are NULL
	case 1:
		if list[0] == layout.Text && to == layout.Text {
			return "lower(" + column + ")"
		}
		if list[0] == to && to.IsOrder() {
			return column
		}
		return encode(digits(column, list[0]), to)
	}
	var when strings.Builder
	for _, f := range list {
		is, n := "text", map[layout.Form]int{layout.Text: 36, layout.Hex: 32, layout.Braces: 38, layout.URN: 45}[f]
		if n == 0 {
			is, n = "blob", 16
		}
		if f == layout.BytesText {
			n = 36
		} else if f == layout.BytesHex {
			n = 32
		}
		fmt.Fprintf(&when, " WHEN typeof(%[1]s) = '%[2]s' AND length(%[1]s) = %[3]d THEN %[4]s", column, is, n, encode(digits(column, f), to))
	}
	return "CASE" + when.String() + " END"
}

// isForm is a condition that a value has a form.
func isForm(column string, f layout.Form) string {
	const dashes = "________-____-____-____-____________"
	is, text, like := "text", column, dashes
	switch {
	case f.IsOrder():
		return fmt.Sprintf("typeof(%[1]s) = 'blob' AND length(%[1]s) = 16 AND NOT (%[2]s)", column, isCut(column))
	case f == layout.BytesText || f == layout.BytesHex:
		is, text = "blob", "CAST("+column+" AS TEXT)"
	case f == layout.Braces:
		like = "{" + dashes + "}"
	case f == layout.URN:
		like = "urn:uuid:" + dashes
	}
	if f == layout.Hex || f == layout.BytesHex {
		like = strings.Repeat("_", 32)
	}
	return fmt.Sprintf("typeof(%s) = '%s' AND %s LIKE '%s' AND length(unhex(%s)) IS 16", column, is, text, like, digits(column, f))
}

// isCut is a condition that 16 bytes are a text which was cut, and not a UUID of one digit: see sqlkit.CutText.
func isCut(column string) string {
	hex := func(n int) string { return strings.Repeat("[0-9a-fA-F]", n) }
	canonical := hex(8) + "-" + hex(4) + "-" + hex(1)
	var list []string
	for _, pattern := range []string{canonical + hex(1), hex(16), "{" + canonical, "{" + hex(15), "[uU][rR][nN]:[uU][uU][iI][dD]:" + hex(7)} {
		list = append(list, fmt.Sprintf("CAST(%s AS TEXT) GLOB '%s'", column, pattern))
	}
	return fmt.Sprintf("(%s) AND replace(hex(%[2]s), substr(hex(%[2]s), 1, 1), '') <> ''", strings.Join(list, " OR "), column)
}

// facts are what the journal has of a plan: all from which its actions are made.
type facts struct{ *migrate.Plan }

// to is the form of the new values.
func (p facts) to() layout.Form {
	if p.To == migrate.ToNative {
		return layout.Bytes
	}
	return layout.Text
}

// good is a condition that all migrated values of a row of the table have forms of the plan,
// or are NULL. The prefix stands before the columns.
func (p facts) good(table, prefix string) string {
	all := []string{"TRUE"}
	for _, c := range p.ColumnsOf(table) {
		name := prefix + sqlkit.QuoteID(c.Name)
		one := name + " IS NULL"
		for _, f := range c.Forms.List() {
			one += " OR " + isForm(name, f)
		}
		all = append(all, "("+one+")")
	}
	return strings.Join(all[min(1, len(all)-1):], " AND ")
}

package postgres

import (
	"fmt"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
)

// postgresHex is an expression of the 32 digits of a UUID in lower case and network order. It has no regular
// expression, which would take four times as long.
func postgresHex(column, typ string, bytes layout.Form) string {
	switch typ {
	case "uuid":
		return "replace(" + column + "::text, '-', '')"
	case "bytea":
		return fmt.Sprintf("CASE octet_length(%[1]s) WHEN 16 THEN %[2]s ELSE replace(lower(encode(%[1]s, 'escape')), '-', '') END",
			column, sqlkit.Concat("encode("+column+", 'hex')", bytes, "substr", " || "))
	}
	return "translate(replace(" + postgresLower(column) + ", 'urn:uuid:', ''), '-{}', '')"
}

// postgresLower is a text in lower case, whatever the column's collation.
func postgresLower(column string) string { return "lower(" + column + `::text COLLATE "C")` }

// postgresLike is a condition that a text is NULL or looks like one of the forms. Its characters can be any.
func postgresLike(column, typ string, forms migrate.Forms) string {
	const text = "________-____-____-____-____________"
	like := map[layout.Form]string{layout.Text: text, layout.Hex: strings.Repeat("_", 32), layout.Braces: "{" + text + "}", layout.URN: "urn:uuid:" + text}
	if typ == "uuid" {
		return "true"
	}
	is := column + " IS NULL"
	for _, f := range forms.List() {
		is += " OR " + column + `::text COLLATE "C" LIKE '` + like[f] + "'"
	}
	return "(" + is + ")"
}

// postgresConvert is an expression of the new value of a column that has some forms.
func postgresConvert(column, typ string, forms migrate.Forms, bytes layout.Form, to string) string {
	expr := column + "::text"
	switch {
	case typ == "bytea":
		expr = sqlkit.Concat("encode("+column+", 'hex')", bytes, "substr", " || ")
		if forms[layout.BytesText]+forms[layout.BytesHex] > 0 {
			expr = fmt.Sprintf("CASE octet_length(%[1]s) WHEN 16 THEN %[2]s ELSE encode(%[1]s, 'escape') END", column, expr)
		}
		if strings.Contains(expr, " ") {
			expr = "(" + expr + ")"
		}
	case forms[layout.URN] > 0:
		expr = "replace(lower(" + column + "::text), 'urn:uuid:', '')"
	}
	expr += "::uuid"
	if to == migrate.ToText {
		expr += "::text"
	}
	return expr
}

// postgresBack is an expression of an old form, from a column that run has converted to uuid or text. A text column takes
// any value since then: the cast to uuid reads other forms, or fails, where the expression would make another value of
// them. It has no collation, either: replace does not take all of them before PostgreSQL 18.
func postgresBack(column, typ string, f layout.Form, to string) string {
	text := column + "::text"
	if to == migrate.ToText && f != layout.Text {
		text += "::uuid::text"
	}
	switch {
	case f.IsOrder():
		hex := "replace(" + text + ", '-', '')"
		return "decode(" + sqlkit.ConcatEncode(hex, f, "substr", " || ") + ", 'hex')"
	case f == layout.BytesText:
		return "convert_to(" + text + ", 'UTF8')"
	case f == layout.BytesHex:
		return "convert_to(replace(" + text + ", '-', ''), 'UTF8')"
	case f == layout.Hex:
		return "replace(" + text + ", '-', '')"
	case f == layout.Braces:
		return "'{' || " + text + " || '}'"
	case f == layout.URN:
		return "'urn:uuid:' || " + text
	case typ == "uuid":
		return column + "::uuid"
	}
	return text // which ALTER TABLE casts
}

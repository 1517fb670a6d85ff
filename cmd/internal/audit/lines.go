package audit

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
	"github.com/uuidkit/uuidkit/cmd/internal/tally"
)

// lineTable has every text that line and argument return. integration/audit plants a column for
// each, and runs the text on it.
//
//go:embed lines.tsv
var lineTable string

// lineOf returns the line of a kind in lines.tsv, with of for OF. It panics if the table does not list both.
func lineOf(kind, of string) string {
	for row := range strings.Lines(lineTable) {
		f := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		if f[0] != kind {
			continue
		}
		if !slices.Contains(strings.Split(f[1], "|"), of) {
			panic(fmt.Sprintf("audit: lines.tsv has no %s of %q", kind, of))
		}
		return strings.ReplaceAll(f[2], "OF", of)
	}
	panic("audit: lines.tsv has no " + kind)
}

// line sets the line of Go that reads the column as it is, and the one that makes the argument.
func (a *audit) line(c *column) {
	f := c.verdict.Form
	if f == layout.None {
		if a.about.Dialect == store.MongoDB && c.hasStandard() {
			c.out.Line, c.out.Argument = lineOf("bson"+c.null(), ""), lineOf("arg", "u")
		}
		return
	}
	if a.about.Dialect == store.MongoDB {
		if f.Kind() == layout.KindText {
			c.out.Line, c.out.Argument = c.stringLine(f), c.textArgument(f, "u.String()")
		} else {
			c.out.Line, c.out.Argument = c.binaryLines()
		}
		if strings.HasSuffix(c.path, "{}") {
			c.out.Argument = "" // the name of a field
		}
		return
	}
	expr, several := c.selected()
	array := c.path == "[]" && a.about.Dialect == store.PostgreSQL && c.asArray()
	switch {
	case array:
		c.out.Line = lineOf("array"+c.null(), "")
		c.out.Argument = lineOf("arg", "sqlx.Array[uuid.UUID]{u}") + " // WHERE " + quote(c.name) + " @> $1"
		return
	case c.path != "" && expr == "":
		c.out.Line, c.out.Argument = c.stringLine(f), c.textArgument(f, "u.String()")
		if strings.HasSuffix(c.path, "{}") {
			c.out.Argument = ""
		}
		return
	}
	c.out.Line, c.out.Argument = c.rowLine(a.about.Dialect, expr != ""), c.columnArgument(a.about.Dialect, f)
	switch {
	case c.out.Argument == "":
	case several:
		c.out.Argument += " // WHERE $1 IN (SELECT " + expr + ")"
	case expr != "":
		c.out.Argument += " // WHERE " + expr + " = " + placeholder(a.about.Dialect)
	case f == layout.Decimal && (a.about.Dialect == store.MySQL || a.about.Dialect == store.MariaDB) && strings.HasPrefix(c.declared.Type, "decimal"):
		c.out.Argument += " // WHERE " + quoteMySQL(c.name) + " = CAST(? AS DECIMAL(39))" // a text and a decimal are compared as floats
	}
	if expr != "" {
		c.out.Line += " // SELECT " + expr
	}
}

func placeholder(d store.Dialect) string {
	if d == store.PostgreSQL {
		return "$1"
	}
	return "?"
}

func quote(name string) string      { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
func quoteMySQL(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

// selected returns the SQL that selects the place in the column as a value of its own: the text in
// a JSON string, a composite's field, the elements of an array, of which there can be several in a
// row. It is "" for the column itself, and for what only a program can take out of a document.
func (c *column) selected() (expr string, several bool) {
	expr = c.table.Selects[c.name+c.path]
	return expr, expr != "" && strings.Contains(c.path, "[]")
}

// asArray reports whether sqlx.Array reads the elements, and finds them.
func (c *column) asArray() bool {
	v := &c.verdict
	for _, p := range v.Forms {
		if p.Form != layout.Native && p.Form != layout.Text {
			return false
		}
	}
	return !c.spaces() && (v.Form == layout.Native || v.Cases[layout.Upper]+v.Cases[layout.MixedCase] == 0)
}

// null returns the end of the kind of a line: whether there can be a NULL.
func (c *column) null() string {
	primary := slices.ContainsFunc(c.table.Indexes, func(x store.Index) bool { return x.Primary && slices.Contains(x.Columns, c.name) })
	if c.nulls > 0 || c.path == "" && c.declared != nil && c.declared.Nullable && !primary {
		return "-null"
	}
	return ""
}

// spaces reports whether a program gets text with white space around it.
func (c *column) spaces() bool {
	var width int // of PostgreSQL's character(n), which it pads; the store reads it without
	if c.declared != nil {
		fmt.Sscanf(c.declared.Type, "character(%d)", &width)
	}
	if len(c.verdict.Forms) > 0 && width > len(c.verdict.Forms[0].Example.Value.Data) {
		return true
	}
	return slices.ContainsFunc(c.verdict.Faults, func(x tally.Fault) bool { return x.Kind == tally.FaultSpace })
}

// holdsBoth reports whether there are 16 bytes that are sure to be in network order, and text that
// uuid.Parse reads.
func (c *column) holdsBoth() bool {
	text, bytes := false, false
	for _, p := range c.verdict.Forms {
		switch p.Form {
		case layout.Text, layout.Hex, layout.Braces, layout.URN, layout.BytesText, layout.BytesHex:
			text = true
		case layout.Bytes:
			bytes = bytes || p.Sure != tally.Unsure || c.verdict.Form == layout.Bytes
		}
	}
	return text && bytes
}

// rowLine returns the line that scans the column, or an expression of it, which can be NULL.
func (c *column) rowLine(d store.Dialect, expression bool) string {
	f, null := c.verdict.Form, c.null()
	if expression {
		null = "-null"
	}
	spaces := c.spaces()
	switch f {
	case layout.Native:
		if d == store.PostgreSQL {
			return lineOf("pg"+null, "")
		}
		return lineOf("scan"+null, "Text")
	case layout.Text, layout.Hex, layout.Braces, layout.URN, layout.BytesText, layout.BytesHex, layout.Bytes:
		switch {
		case spaces:
			return lineOf("trim"+null, "uuid")
		case c.holdsBoth():
			return lineOf("any"+null, "")
		case f == layout.Bytes:
			return lineOf("scan"+null, "Binary")
		}
		return lineOf("scan"+null, "Text")
	case layout.Swapped:
		return lineOf("scan"+null, "Swapped")
	case layout.Mixed:
		return lineOf("scan"+null, "GUID")
	case layout.Java:
		return lineOf("java"+null, "")
	case layout.Reversed:
		return lineOf("reversed"+null, "")
	case layout.Base64:
		return lineOf("base64"+null, "")
	}
	if spaces {
		return lineOf("trim"+null, "form."+f.GoName())
	}
	return lineOf("parse"+null, "form."+f.GoName())
}

// stringLine returns the line that parses a string that the program has taken out of a document.
func (c *column) stringLine(f layout.Form) string {
	parser := "uuid"
	switch f {
	case layout.Text, layout.Hex, layout.Braces, layout.URN:
	case layout.Base64:
		return lineOf("string-base64", "")
	default:
		parser = "form." + f.GoName()
	}
	if c.spaces() {
		return lineOf("string-trim", parser)
	}
	return lineOf("string", parser)
}

// columnArgument returns the line that makes what a column of the form holds. It is "" where no
// argument finds all rows, since some have white space.
func (c *column) columnArgument(d store.Dialect, f layout.Form) string {
	chars := func(s string) string {
		if c.upper() {
			s = "strings.ToUpper(" + s + ")"
		}
		return lineOf("arg-chars", s)
	}
	switch f {
	case layout.Native:
		if d == store.PostgreSQL {
			return lineOf("arg", "u")
		}
		return lineOf("arg", "sqlx.Text(u)")
	case layout.Bytes:
		return lineOf("arg", "sqlx.Binary(u)")
	case layout.Swapped:
		return lineOf("arg", "sqlx.Swapped(u)")
	case layout.Mixed:
		return lineOf("arg", "sqlx.Binary(u.GUIDBytes())")
	case layout.Java:
		return lineOf("arg-java", "")
	case layout.Reversed:
		return lineOf("arg-reversed", "")
	case layout.BytesText:
		return chars("u.String()")
	case layout.BytesHex:
		return chars("form.Hex.Text(u)")
	}
	if c.spaces() && !strings.HasPrefix(c.declared.Type, "character(") { // which compares without them
		return ""
	}
	return c.textArgument(f, "sqlx.Text(u)")
}

// upper reports whether most letters are in upper case.
func (c *column) upper() bool {
	return c.verdict.Cases[layout.Upper] > c.verdict.Cases[layout.Lower]
}

// textArgument is columnArgument for forms of text, of which the canonical one is made so.
func (c *column) textArgument(f layout.Form, canonical string) string {
	switch up := c.upper(); {
	case f == layout.Text && up:
		return lineOf("arg-upper", "u.String()")
	case f == layout.Text:
		return lineOf("arg", canonical)
	case f == layout.Base64:
		return lineOf("arg-base64", "")
	case f == layout.URN && up:
		return lineOf("arg-urn-upper", "")
	case f == layout.ULID || f == layout.Base32Hex || f == layout.Base32Human: // written in upper case
		if c.verdict.Cases[layout.Lower] > c.verdict.Cases[layout.Upper] {
			return lineOf("arg-lower", "form."+f.GoName()+".Text(u)")
		}
	case up && !f.CaseSensitive():
		return lineOf("arg-upper", "form."+f.GoName()+".Text(u)")
	}
	return lineOf("arg-form", f.GoName())
}

// legacy are the orders of subtype 3.
var legacy = map[layout.Form]string{layout.Bytes: "PythonLegacy", layout.Mixed: "CSharpLegacy", layout.Java: "JavaLegacy"}

// binaryLines returns the lines for MongoDB's binary.
func (c *column) binaryLines() (line, argument string) {
	v := &c.verdict
	main := v.Forms[slices.IndexFunc(v.Forms, func(p tally.Part) bool { return p.Form == v.Form })]
	standard := main.Form == layout.Bytes && (main.Subtype == 4 || main.Subtype == 0)
	if !standard && (main.Subtype != 3 || legacy[main.Form] == "") {
		return c.bareBinary(main)
	}
	// What else the column holds is read, too, if it is sure in which order it is.
	third := ""
	for _, p := range v.Forms {
		standard = standard || p.Form == layout.Bytes && (p.Subtype == 4 || p.Subtype == 0)
		if p.Subtype == 3 && p.Form.IsOrder() && len(v.Orders) == 0 && (p.Form == main.Form && p.Subtype == main.Subtype || p.Sure != tally.Unsure) {
			third = legacy[p.Form]
		}
	}
	options := ""
	if third != "" {
		options = ", bsonx." + third
		if standard {
			options = ", bsonx.Standard" + options
		}
	}
	line = lineOf("bson"+c.null(), options)
	if standard && (third != "" || v.Subtypes[4] < v.N) {
		return line, lineOf("arg-in", options)
	}
	return line, lineOf("arg", "u")
}

// hasStandard reports whether some values are subtype 4 in network order, whatever the others are:
// bsonx reads those, and refuses subtype 3.
func (c *column) hasStandard() bool {
	return slices.ContainsFunc(c.verdict.Forms, func(p tally.Part) bool {
		return p.Form == layout.Bytes && p.Subtype == 4 && p.Sure != tally.Unsure
	})
}

// bareBinary returns the lines for binary that bsonx does not read.
func (c *column) bareBinary(p tally.Part) (line, argument string) {
	text := func(s string) string {
		if c.upper() {
			s = "strings.ToUpper(" + s + ")"
		}
		return lineOf("arg-binary", "[]byte("+s+")")
	}
	switch p.Form {
	case layout.BytesText:
		line, argument = lineOf("binary", "Text"), text("u.String()")
	case layout.BytesHex:
		line, argument = lineOf("binary", "Text"), text("form.Hex.Text(u)")
	case layout.Swapped:
		line, argument = lineOf("binary", "Swapped"), lineOf("arg-binary-swapped", "")
	case layout.Mixed:
		line, argument = lineOf("binary", "GUID"), lineOf("arg-binary-mixed", "")
	case layout.Java:
		line, argument = lineOf("binary-java", ""), lineOf("arg-binary-java", "")
	case layout.Reversed:
		line, argument = lineOf("binary-reversed", ""), lineOf("arg-binary-reversed", "")
	default:
		line, argument = lineOf("binary", "Binary"), lineOf("arg-binary", "u[:]")
	}
	return line, strings.ReplaceAll(argument, "SUBTYPE", fmt.Sprint(p.Subtype))
}

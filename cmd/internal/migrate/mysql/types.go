package mysql

import (
	"context"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
	"github.com/uuidkit/uuidkit/cmd/internal/migrate/sqlkit"
	"github.com/uuidkit/uuidkit/uuid"
)

// generated is a default that makes a new UUID, as the servers write those that are usual.
// No catalog has the parts of an expression.
var generated = regexp.MustCompile(`^\(?(?:unhex\(replace\(uuid\(\),(?:_\w+)?'-',(?:_\w+)?''\)\)|replace\(uuid\(\),(?:_\w+)?'-',(?:_\w+)?''\)|(?:lower|lcase)\(uuid\(\)\)|uuid_to_bin\(uuid\(\)(?:,[01])?\)|uuid\(\))\)?$`)

// taken takes the line of a column in SHOW CREATE TABLE apart by what the catalog says of it: the character set as it
// is there, and the default, which the plan shows as it is there. Known is false if it has anything else.
func (c *mysqlColumn) taken() (charset, value string, known bool) {
	rest, known := strings.CutPrefix(c.line, backquote(c.name)+" "+c.full)
	for _, clause := range []string{" CHARACTER SET ", " COLLATE "} { // the plan keeps them as they are there
		if after, has := strings.CutPrefix(rest, clause); has {
			end := strings.IndexByte(after+" ", ' ')
			charset, rest = charset+clause+after[:end], after[end:]
		}
	}
	rest, before := strings.CutPrefix(rest, c.before)
	rest, after := strings.CutSuffix(rest, c.after)
	value, has := strings.CutPrefix(rest, " DEFAULT ")
	if rest != "" && (!has || value != "NULL" && !generated.MatchString(value) && !isLiteral(value)) {
		known = false
	}
	return charset, value, known && before && after && slices.Contains(types, c.typ) && !strings.Contains(c.full, " ")
}

// types are those that are converted.
var types = strings.Fields("char varchar binary varbinary tinytext text tinyblob blob uuid")

// kind is what a plan refuses a column for that is not known.
func (c *mysqlColumn) kind() migrate.Kind {
	switch line := strings.Replace(c.line, c.comment, "", 1); {
	case c.generated:
		return migrate.KindGenerated
	case strings.Contains(line, " CHECK ("):
		return migrate.KindCheck
	case slices.Contains(types, c.typ) && strings.Contains(line, " DEFAULT "):
		return migrate.KindDefault
	}
	return migrate.KindColumn
}

// width returns the number of characters or bytes of a type such as char(36).
func width(typ string) (n int) {
	switch typ {
	case "uuid":
		return 36
	case "tinytext", "tinyblob":
		return 255
	case "text", "blob":
		return 65535
	}
	fmt.Sscanf(typ[strings.IndexByte(typ, '(')+1:], "%d", &n)
	return n
}

// newType returns the type that the column gets.
func (p *planner) newType(col *mysqlColumn, old string) string {
	text := !col.binary() && col.typ != "uuid"
	switch {
	case p.To == migrate.ToUUID:
		return "uuid"
	case p.To == migrate.ToNative:
		return "binary(16)"
	case text && width(old) >= 36:
		return old
	case text:
		return col.typ + "(36)"
	}
	return "char(36)"
}

// storable refuses values that MariaDB's uuid does not take: some with a version above 7.
func (p *planner) storable(ctx context.Context) error {
	for _, t := range p.tables {
		for _, c := range p.ColumnsOf(t.name) {
			if c.NewType != "uuid" || c.OldType == "uuid" || len(c.Forms) == 0 {
				continue
			}
			name := backquote(c.Name)
			text := convert(name, c.Forms, layout.Text)
			err := sqlkit.RefuseRows(ctx, p.Plan, p.store.conn, migrate.Refusal{Kind: migrate.KindValue, Object: t.name + "." + c.Name, Reason: "MariaDB's uuid does not take these values, as some others with a version above 7", Manual: "use --to native"},
				fmt.Sprintf("SELECT CONCAT(%s, ': ', %s) FROM %s WHERE %s IS NOT NULL AND %s AND CAST(%s AS UUID) IS NULL", t.shown(""), text, backquote(t.name), name, p.goodRows(t.name, ""), text))
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// newLine returns the line of a column with its new type and default: as a statement has it, and
// as SHOW CREATE TABLE does then. Reason says what is wrong with the default.
func (p *planner) newLine(col *mysqlColumn, c *migrate.Column) (line, shown, reason string) {
	charset, value, _ := col.taken()
	if p.To != migrate.ToText {
		charset = ""
	} else if col.charset == "" && !(p.store.maria && isASCII.MatchString(p.Created[c.Table])) { // there MariaDB shows none
		charset = " CHARACTER SET ascii COLLATE ascii_bin"
	}
	line = backquote(c.Name) + " " + c.NewType + charset + col.before
	display := value
	switch {
	case value == "" && c.NewType != c.OldType && col.nullable:
		value, display = "NULL", "NULL" // MySQL does not say so of text and blob
	case value == "" || value == "NULL":
	case generated.MatchString(value):
		value, display = p.newGenerated(c, value)
	default:
		value, display, reason = p.newLiteral(col, value)
	}
	if value != "" {
		value, display = " DEFAULT "+value, " DEFAULT "+display
	}
	return line + value + col.after, line + display + col.after, reason
}

// isASCII matches SHOW CREATE TABLE of a table whose own collation is that of new texts.
var isASCII = regexp.MustCompile(`(?m)^\) [^'\n]* COLLATE=ascii_bin\b`)

// newGenerated returns the default that makes a new UUID of the new form, and how the server
// shows it.
func (p *planner) newGenerated(c *migrate.Column, value string) (expr, shown string) {
	form := layout.Text
	switch {
	case strings.Contains(value, "uuid_to_bin(uuid(),1)"):
		form = layout.Swapped
	case strings.Contains(value, "unhex") || strings.Contains(value, "uuid_to_bin"):
		form = layout.Bytes
	case strings.Contains(value, "replace"):
		form = layout.Hex
	}
	switch {
	case c.OldType == c.NewType && form == p.to():
		return value, value
	case p.To != migrate.ToNative:
		expr = "(uuid())"
	case p.store.maria: // it has no uuid_to_bin
		expr = "(unhex(replace(uuid(),'-','')))"
	default:
		expr = "(uuid_to_bin(uuid()))"
	}
	if p.store.maria {
		return expr, expr[1 : len(expr)-1]
	}
	return expr, expr
}

// newLiteral returns a literal of the new form, and how the server shows it.
func (p *planner) newLiteral(col *mysqlColumn, value string) (literal, shown, reason string) {
	r := migrate.NewReader(p.Bytes)
	var u uuid.UUID
	var ok bool
	if b := literalBytes(value); col.binary() {
		u, ok = r.Read(b, func() string { return "" })
	} else {
		u, ok = r.Read(string(b), func() string { return "" })
	}
	if !ok {
		return "", "", "its default " + value + " is no UUID"
	}
	if p.To != migrate.ToNative {
		text := sqlkit.QuoteText(u.String())
		return text, text, ""
	}
	literal = fmt.Sprintf("0x%X", u[:])
	if shown = literal; p.store.maria || utf8.Valid(u[:]) {
		shown = quoted(u[:])
	}
	return literal, shown, ""
}

// quoted is a text or bytes in SHOW CREATE TABLE.
func quoted(b []byte) string {
	return printable("'" + strings.NewReplacer(`\`, `\\`, "\x00", `\0`, "'", "''", "\n", `\n`, "\r", `\r`).Replace(string(b)) + "'")
}

// isLiteral reports whether it is a text or bytes there, and nothing else.
func isLiteral(s string) bool {
	if strings.HasPrefix(s, "0x") {
		return s == fmt.Sprintf("0x%X", literalBytes(s))
	}
	i := 1
	for ; i < len(s)-1; i++ {
		if s[i] == '\\' || s[i] == '\'' && s[i+1] == '\'' {
			i++
		} else if s[i] == '\'' {
			return false
		}
	}
	return i == len(s)-1 && s[0] == '\'' && s[i] == '\''
}

// literalBytes returns the value of a default in SHOW CREATE TABLE.
func literalBytes(s string) (b []byte) {
	if digits, ok := strings.CutPrefix(s, "0x"); ok {
		b, _ = hex.DecodeString(digits)
		return b
	}
	s = strings.ReplaceAll(s[1:len(s)-1], "''", "'")
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b = append(b, s[i])
			continue
		}
		switch i++; s[i] {
		case '0':
			b = append(b, 0)
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 'x': // of printable
			n, _ := strconv.ParseUint(s[i+1:i+3], 16, 8)
			b = append(b, byte(n))
			i += 2
		default:
			b = append(b, s[i])
		}
	}
	return b
}

// printable writes bytes that are no UTF-8 as \x and two digits. MariaDB shows the defaults of
// bytes as they are, and JSON would lose them.
func printable(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, `\x%02X`, s[i])
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// newKey returns the line of an index. An index of a text or blob has a prefix, and that of the
// new type has all of it. What has a prefix shorter than the values is refused.
func (p *planner) newKey(t *mysqlTable, x *mysqlIndex) string {
	line := x.line
	for _, c := range p.ColumnsOf(t.name) {
		if part := x.part(c.Name); part != nil && c.NewType != c.OldType && part.prefix >= longest(c.Forms) {
			line = strings.Replace(line, fmt.Sprintf("%s(%d)", backquote(c.Name), part.prefix), backquote(c.Name), 1)
		}
	}
	return line
}

// longest returns the length of the longest of the forms.
func longest(forms migrate.Forms) (n int) {
	for _, f := range forms.List() {
		n = max(n, map[layout.Form]int{layout.Hex: 32, layout.BytesHex: 32, layout.Text: 36, layout.BytesText: 36, layout.Braces: 38, layout.URN: 45}[f], 16)
	}
	if n == 0 {
		n = 36
	}
	return n
}

package sqls

import (
	"iter"
	"regexp"
	"strings"
)

// A Column is what a package declares of a column.
type Column struct {
	Table, Name string // in lower case; the table may be unknown
	Type        string // in lower case, such as binary(16)
	NotNull     bool
	Model       bool // it is a field of a struct
}

// A Form is how a column stores a UUID.
type Form int

const (
	Other   Form = iota
	Bytes16      // 16 bytes, and nothing else
	Bytes        // bytes of any length
	Text
	Native // a type uuid
	JSON
)

// IsBytes reports whether a column of the form has bytes.
func (f Form) IsBytes() bool { return f == Bytes16 || f == Bytes }

// Form returns how the column stores a UUID.
func (c Column) Form() Form {
	name, size, _ := strings.Cut(c.Type, "(")
	size = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(size), ")"))
	switch strings.TrimSpace(name) {
	case "binary", "varbinary", "raw":
		switch size {
		case "16":
			return Bytes16
		case "", "max":
			return Bytes
		} // binary(36) is for text
	case "blob", "bytea", "tinyblob", "longblob", "mediumblob":
		return Bytes
	case "char", "varchar", "text", "nchar", "nvarchar", "tinytext", "longtext", "mediumtext", "character":
		return Text
	case "uuid":
		return Native
	case "json", "jsonb":
		return JSON
	}
	return Other
}

var (
	comments  = regexp.MustCompile(`(?s)'(?:[^']|'')*'|--[^\n]*|/\*.*?\*/`)
	backslash = regexp.MustCompile(`\\'(\w)`)
	create    = regexp.MustCompile(`(?is)create\s+(?:temporary\s+|temp\s+)?table\s+(?:if\s+not\s+exists\s+)?([^\s(]+)\s*\(`)
	alter     = regexp.MustCompile(`(?is)alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?([^\s(]+)\s+`)
	add       = regexp.MustCompile("(?is)^\\s*(?:add|modify)\\s+(?:column\\s+)?(?:if\\s+not\\s+exists\\s+)?([`\"\\w]+)\\s+" + typ + "(.*)$")
	retype    = regexp.MustCompile("(?is)^\\s*alter\\s+(?:column\\s+)?([`\"\\w]+)\\s+(?:(?:set\\s+data\\s+)?type\\s+" + typ + "|(set|drop)\\s+not\\s+null)")
	column    = regexp.MustCompile("(?is)^\\s*([`\"\\[]?\\w+[`\"\\]]?)\\s+" + typ + "(.*)$")
	reorders  = regexp.MustCompile(`(?is)^\s*drop\s|\s(?:first|after\s+\S+)\s*$`)
	primary   = regexp.MustCompile(`(?is)^\s*(?:constraint\s+\S+\s+)?primary\s+key\s*\(([^)]*)\)`)
)

// constraint matches a part of CREATE TABLE that declares no column. A column can be named key; KEY has columns in
// parentheses, and a type has digits or texts there.
var constraint = regexp.MustCompile("(?is)^\\s*(?:(?:constraint|primary|foreign|unique|index|check|exclude|fulltext|spatial)\\b|" +
	"key\\b\\s*(?:[`\"\\w]+\\s*)?(?:using\\s+\\w+\\s*)?\\(\\s*[^\\s\\d'])")

const typ = `(\w+(?:\s*\(\s*\d+\s*\))?)`

// uncommented is the text without its comments, and with the quotes of MySQL's 'user\'s' doubled.
func uncommented(sql string) string {
	sql = backslash.ReplaceAllString(sql, "''$1")
	return comments.ReplaceAllStringFunc(sql, func(s string) string {
		if s[0] == '\'' {
			return s
		}
		return " "
	})
}

// Columns returns what the statements of a text declare. A column that it cannot read has no name.
func Columns(sql string) (all []Column) {
	sql = uncommented(sql)
	for _, m := range create.FindAllStringSubmatchIndex(sql, -1) {
		table := bare(sql[m[2]:m[3]])
		var of []Column
		keys := map[string]bool{}
		for _, part := range parts(sql[m[1]:]) {
			k, c := primary.FindStringSubmatch(part), column.FindStringSubmatch(part)
			switch {
			case k != nil:
				for name := range strings.SplitSeq(k[1], ",") {
					keys[bare(name)] = true
				}
			case constraint.MatchString(part), strings.TrimSpace(part) == "":
			case c == nil:
				of = append(of, Column{Table: table}) // it has its place among the others
			default:
				of = append(of, newColumn(table, c[1], c[2], c[3]))
			}
		}
		for i := range of {
			of[i].NotNull = of[i].NotNull || keys[of[i].Name]
		}
		all = append(all, of...)
	}
	for table, action := range actions(sql) {
		if m := add.FindStringSubmatch(action); m != nil && !constraint.MatchString(m[1]+" "+m[2]+m[3]) {
			all = append(all, newColumn(table, m[1], m[2], m[3]))
		}
	}
	return all
}

// Changes returns the columns that the statements of a text alter: to another type, or to NOT NULL or NULL, which
// have none.
func Changes(sql string) (all []Column) {
	for table, action := range actions(uncommented(sql)) {
		if m := retype.FindStringSubmatch(action); m != nil {
			c := newColumn(table, m[1], m[2], "")
			c.NotNull = strings.EqualFold(m[3], "set")
			all = append(all, c)
		}
	}
	return all
}

// Reordered returns the tables of which the statements of a text drop a column, or put one between others.
func Reordered(sql string) (tables []string) {
	for table, action := range actions(uncommented(sql)) {
		if reorders.MatchString(action) {
			tables = append(tables, table)
		}
	}
	return tables
}

// actions are the parts of each ALTER TABLE, with the table.
func actions(sql string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, m := range alter.FindAllStringSubmatchIndex(sql, -1) {
			for _, action := range parts(sql[m[1]:]) {
				if !yield(bare(sql[m[2]:m[3]]), action) {
					return
				}
			}
		}
	}
}

func newColumn(table, name, typ, rest string) Column {
	rest = strings.ToLower(rest)
	return Column{table, bare(name), strings.Join(strings.Fields(strings.ToLower(typ)), ""),
		strings.Contains(rest, "not null") || strings.Contains(rest, "primary key"), false}
}

// bare is a name without quotes and a schema.
func bare(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	name = name[strings.LastIndex(name, ".")+1:]
	return strings.Trim(name, "`\"[]")
}

// parts splits what is before a parenthesis or a semicolon that ends it, at the commas.
func parts(s string) (list []string) {
	depth, from, quoted := 0, 0, false
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\'':
			quoted = !quoted
		case quoted:
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case c == ')', c == ';':
			return append(list, s[from:i])
		case c == ',' && depth == 0:
			list = append(list, s[from:i])
			from = i + 1
		}
	}
	return append(list, s[from:])
}

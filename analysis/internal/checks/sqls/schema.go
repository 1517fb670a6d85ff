package sqls

import (
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
		if size == "16" {
			return Bytes16
		}
		return Bytes
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
	create  = regexp.MustCompile(`(?is)create\s+(?:temporary\s+|temp\s+)?table\s+(?:if\s+not\s+exists\s+)?([^\s(]+)\s*\(`)
	add     = regexp.MustCompile("(?is)alter\\s+table\\s+([^\\s(]+)\\s+(?:add|modify)\\s+(?:column\\s+)?([`\"\\w]+)\\s+(\\w+(?:\\s*\\(\\s*\\d+\\s*\\))?)([^,;]*)")
	column  = regexp.MustCompile("(?is)^\\s*([`\"\\[]?\\w+[`\"\\]]?)\\s+(\\w+(?:\\s*\\(\\s*\\d+\\s*\\))?)(.*)$")
	primary = regexp.MustCompile(`(?is)^\s*(?:constraint\s+\S+\s+)?primary\s+key\s*\(([^)]*)\)`)
)

// Columns returns what the statements of a text declare.
func Columns(sql string) (all []Column) {
	for _, m := range create.FindAllStringSubmatchIndex(sql, -1) {
		table := bare(sql[m[2]:m[3]])
		var of []Column
		keys := map[string]bool{}
		for _, part := range parts(sql[m[1]:]) {
			if k := primary.FindStringSubmatch(part); k != nil {
				for name := range strings.SplitSeq(k[1], ",") {
					keys[bare(name)] = true
				}
				continue
			}
			c := column.FindStringSubmatch(part)
			if c == nil {
				continue
			}
			col := newColumn(table, c[1], c[2], c[3])
			switch strings.ToLower(c[1]) {
			case "constraint", "primary", "foreign", "unique", "index", "check", "exclude":
				continue
			case "key": // a column, or MySQL's KEY name (columns)
				if col.Form() == Other || strings.HasPrefix(strings.TrimSpace(c[3]), "(") {
					continue
				}
			}
			of = append(of, col)
		}
		for i := range of {
			of[i].NotNull = of[i].NotNull || keys[of[i].Name]
		}
		all = append(all, of...)
	}
	for _, m := range add.FindAllStringSubmatch(sql, -1) {
		all = append(all, newColumn(bare(m[1]), m[2], m[3], m[4]))
	}
	return all
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

// parts splits what is between a parenthesis and its end at the commas.
func parts(s string) (list []string) {
	depth, from := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth == 0 {
				return append(list, s[from:i])
			}
			depth--
		case ',':
			if depth == 0 {
				list = append(list, s[from:i])
				from = i + 1
			}
		}
	}
	return list
}

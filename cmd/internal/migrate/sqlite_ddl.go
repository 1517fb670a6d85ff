package migrate

import (
	"fmt"
	"strings"
)

// A token of SQL, without spaces and comments.
type token struct {
	text       string // as written; of a quoted identifier the name
	quoted     bool   // a quoted identifier
	start, end int    // in the statement
}

// is reports whether t is the keyword.
func (t token) is(keywords ...string) bool {
	for _, k := range keywords {
		if !t.quoted && strings.EqualFold(t.text, k) {
			return true
		}
	}
	return false
}

// names reports whether t can be the identifier.
func (t token) names(identifier string) bool { return fold(t.text) == fold(identifier) }

// fold gives equal names the same spelling. Databases take ASCII letters alone for equal in
// both cases.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, name)
}

// tokens splits a statement that SQLite has accepted.
func tokens(sql string) (list []token) {
	word := func(c byte) bool {
		return c == '_' || c == '$' || c >= 0x80 || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
	}
	for i := 0; i < len(sql); {
		start := i
		switch c := sql[i]; {
		case strings.IndexByte(" \t\r\n\f", c) >= 0:
			i++
			continue
		case strings.HasPrefix(sql[i:], "--"):
			if n := strings.IndexByte(sql[i:], '\n'); n >= 0 {
				i += n
			} else {
				i = len(sql)
			}
			continue
		case strings.HasPrefix(sql[i:], "/*"):
			if n := strings.Index(sql[i+2:], "*/"); n >= 0 {
				i += n + 4
			} else {
				i = len(sql)
			}
			continue
		case c == '\'' || c == '"' || c == '`' || c == '[':
			end := c
			if c == '[' {
				end = ']'
			}
			var name strings.Builder
			for i++; i < len(sql); i++ {
				if sql[i] == end {
					if c != '[' && i+1 < len(sql) && sql[i+1] == end {
						i++
					} else {
						break
					}
				}
				name.WriteByte(sql[i])
			}
			i = min(i+1, len(sql))
			if c == '\'' {
				list = append(list, token{sql[start:i], false, start, i})
			} else {
				list = append(list, token{name.String(), true, start, i})
			}
			continue
		case word(c):
			for i < len(sql) && word(sql[i]) {
				i++
			}
		default:
			i++
		}
		list = append(list, token{sql[start:i], false, start, i})
	}
	return list
}

// A definition is one of the parts of CREATE TABLE between the commas: a column, or a
// constraint of the table, which has no name here.
type definition struct {
	name               string
	typeStart, typeEnd int     // of the declared type in the statement; equal if there is none
	rest               []token // after the name and type
}

// definitions reads CREATE TABLE. It returns an error for a statement that it does not
// understand.
func definitions(sql string) (list []definition, err error) {
	all := tokens(sql)
	open := 0
	for open < len(all) && !all[open].is("(") {
		if all[open].is("AS", "VIRTUAL") {
			break
		}
		open++
	}
	if open == len(all) || !all[open].is("(") {
		return nil, fmt.Errorf("%.64q has no list of columns", sql)
	}
	depth, from := 0, open+1
	for i := open; i < len(all); i++ {
		switch t := all[i]; {
		case t.is("("):
			depth++
			continue
		case t.is(")"):
			if depth--; depth > 0 {
				continue
			}
		case !t.is(",") || depth > 1:
			continue
		}
		if from < i {
			list = append(list, define(all[from:i]))
		}
		if depth == 0 {
			return list, nil
		}
		from = i + 1
	}
	return nil, fmt.Errorf("%.64q does not end", sql)
}

func define(part []token) definition {
	if part[0].is("CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN") {
		return definition{rest: part}
	}
	name := part[0].text
	if !part[0].quoted && strings.HasPrefix(name, "'") { // SQLite takes 'id' for a name here
		name = strings.ReplaceAll(strings.Trim(name, "'"), "''", "'")
	}
	d := definition{name: name, typeStart: part[0].end, typeEnd: part[0].end}
	i := 1
	for ; i < len(part); i++ {
		t := part[i]
		if t.is("CONSTRAINT", "PRIMARY", "NOT", "NULL", "UNIQUE", "CHECK", "DEFAULT", "COLLATE", "REFERENCES", "GENERATED", "AS") {
			break
		}
		if t.is("(") { // char(36)
			for ; i < len(part) && !part[i].is(")"); i++ {
			}
			t = part[min(i, len(part)-1)]
		}
		if d.typeStart == d.typeEnd {
			d.typeStart = t.start
		}
		d.typeEnd = t.end
	}
	d.rest = part[min(i, len(part)):]
	return d
}

// retype returns the statement with other types for some columns. A column without a type
// stays so.
func retype(sql string, types map[string]string) (string, error) {
	list, err := definitions(sql)
	if err != nil {
		return "", err
	}
	for i := len(list) - 1; i >= 0; i-- {
		if t := types[fold(list[i].name)]; t != "" && list[i].typeStart < list[i].typeEnd {
			sql = sql[:list[i].typeStart] + t + sql[list[i].typeEnd:]
		}
	}
	return sql, nil
}

// mentions reports whether the tokens use the column in an expression. A test for NULL is
// no use, since it does not depend on the form.
func mentions(list []token, column string) bool {
	for i, t := range list {
		if !t.names(column) {
			continue
		}
		if len(list) > i+2 && list[i+1].is("IS") && (list[i+2].is("NULL") || list[i+2].is("NOT") && len(list) > i+3 && list[i+3].is("NULL")) ||
			len(list) > i+1 && list[i+1].is("ISNULL", "NOTNULL") {
			continue
		}
		return true
	}
	return false
}

// parenthesized returns the tokens between the first parenthesis and its end, and those
// behind it.
func parenthesized(list []token) (in, rest []token) {
	depth, from := 0, 0
	for i, t := range list {
		if t.is("(") {
			if depth++; depth == 1 {
				from = i + 1
			}
		} else if t.is(")") {
			if depth--; depth == 0 {
				return list[from:i], list[i+1:]
			}
		}
	}
	return nil, list
}

// expressions returns the tokens of CREATE INDEX that are no plain columns: those of its
// expressions and of WHERE.
func expressions(index []token) (list []token) {
	in, where := parenthesized(index)
	if len(where) > 0 && where[0].is("INCLUDE") {
		_, where = parenthesized(where)
	}
	depth, from := 0, 0
	for i := 0; i <= len(in); i++ {
		if i < len(in) {
			if in[i].is("(") {
				depth++
			} else if in[i].is(")") {
				depth--
			}
			if depth > 0 || !in[i].is(",") {
				continue
			}
		}
		item := in[from:i]
		from = i + 1
		if len(item) < 2 || item[1].is("ASC", "DESC", "NULLS", "COLLATE") {
			continue
		}
		list = append(list, item...)
	}
	return append(list, where...)
}

// Package sqls reads as much of an SQL statement as says what its placeholders stand for, and
// what columns it declares. Of what it cannot read it knows nothing.
//
// To add a statement, add a row to TestParams in sqls_test.go; a CREATE TABLE, to TestColumns in sqls_test.go.
package sqls

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Param is a placeholder.
type Param struct {
	Arg    int      // the number of the argument, from 0, or -1
	Name   string   // of :name and @name
	Table  string   // if the statement names one
	Column string   // what it is compared with, or stored in
	Nth    int      // of the values of an INSERT that names no columns, from 1, or 0
	Of     string   // what stands before the column, as u in u.id
	Around []string // the functions around the placeholder, in upper case
	Beside []string // the functions and operators around the column, and ||
}

// A token is a word in lower case with its quotes removed, a text with its quotes, or a sign.
type token struct {
	text string
	kind byte // w word, s text, p placeholder, o sign
}

var tokens = regexp.MustCompile("(?s)--[^\n]*|/\\*.*?\\*/|'(?:[^']|'')*'|`[^`]*`|\"[^\"]*\"|\\[[A-Za-z_]\\w*\\]|\\$\\d+|::|[:@][A-Za-z_]\\w*|\\?|->>|->|\\|\\||<>|!=|<=|>=|[A-Za-z_]\\w*|\\d+|\\S")

func split(sql string) (list []token) {
	for _, t := range tokens.FindAllString(sql, -1) {
		switch c := t[0]; {
		case strings.HasPrefix(t, "--") || strings.HasPrefix(t, "/*"):
		case c == '\'':
			list = append(list, token{t, 's'})
		case (c == '`' || c == '"' || c == '[') && len(t) > 1:
			list = append(list, token{strings.ToLower(t[1 : len(t)-1]), 'w'})
		case c == '?' || c == '$' && len(t) > 1 || (c == ':' || c == '@') && len(t) > 1 && t != "::":
			list = append(list, token{t, 'p'})
		case c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			list = append(list, token{strings.ToLower(t), 'w'})
		default:
			list = append(list, token{t, 'o'})
		}
	}
	return list
}

// IsSQL reports whether the text looks like a statement, or a condition with a placeholder.
func IsSQL(text string) bool {
	first, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(text)), " ")
	first, _, _ = strings.Cut(first, "\n")
	switch first {
	case "select", "insert", "update", "delete", "replace", "with", "merge", "create", "alter":
		return true
	}
	return strings.ContainsAny(text, "?$:") && (strings.ContainsAny(text, "=<>(") || strings.Contains(strings.ToLower(text), " in ?"))
}

// keywords stand before a parenthesis and are no functions.
var keywords = map[string]bool{"in": true, "values": true, "and": true, "or": true, "where": true, "on": true, "select": true, "any": true,
	"all": true, "some": true, "exists": true, "as": true, "from": true, "not": true, "using": true, "having": true, "set": true, "then": true, "else": true, "when": true}

// Params returns the placeholders of a statement, in their order.
func Params(sql string) (params []Param) {
	s := &statement{list: split(sql)}
	s.target()
	var inside []parenthesis
	next := 0 // argument for ?
	for i, t := range s.list {
		switch {
		case t.text == "(" && t.kind == 'o':
			inside = append(inside, parenthesis{s.before(i, len(inside) == 0), i, 0})
		case t.text == ")" && t.kind == 'o':
			inside = inside[:max(len(inside)-1, 0)]
		case t.text == "," && len(inside) > 0:
			inside[len(inside)-1].commas++
		case t.kind == 'p':
			p := s.param(i, inside)
			if t.text == "?" {
				p.Arg = next
				next++
			}
			params = append(params, p)
		}
	}
	return params
}

// A parenthesis is an open one.
type parenthesis struct {
	name   string // before it
	at     int
	commas int // in it so far
}

// before returns the name before the parenthesis at i, which is values for a further row, too.
func (s *statement) before(i int, outermost bool) string {
	switch {
	case i > 0 && s.list[i-1].kind == 'w':
		return s.list[i-1].text
	case i > 0 && s.list[i-1].text == "," && len(s.rows) > 0 && i > s.rows[0] && outermost:
		return "values"
	}
	return ""
}

// param returns the placeholder at i.
func (s *statement) param(i int, inside []parenthesis) Param {
	p := Param{Arg: -1, Table: s.table}
	switch text := s.list[i].text; text[0] {
	case '?':
	case '$':
		n, _ := strconv.Atoi(text[1:])
		p.Arg = n - 1
	default:
		p.Name = text[1:]
	}
	start, in := s.functions(&p, i, inside)
	if p.Column == "" {
		s.compared(&p, start, i, in)
	}
	if len(s.columns) == 0 || p.Of != "" {
		p.Table = s.tableOf(p.Of)
	}
	if i+1 < len(s.list) && s.list[i+1].text == "||" || i > 0 && s.list[i-1].text == "||" {
		p.Beside = append(p.Beside, "||")
	}
	if i+2 < len(s.list) && s.list[i+1].text == "::" {
		p.Around = append(p.Around, "::"+strings.ToUpper(s.list[i+2].text))
	}
	return p
}

// functions finds the functions around the placeholder at i, or the column that it is a value for.
// It returns where what is compared starts, and whether that is a list after in.
func (s *statement) functions(p *Param, i int, inside []parenthesis) (start int, in bool) {
	start = i
	for j, open := range slices.Backward(inside) {
		switch {
		case open.at+1 < i && s.list[open.at+1].text == "select":
			return start, false
		case open.name == "values" && len(s.columns) > open.commas:
			p.Column = s.columns[open.commas]
			return start, false
		case open.name == "values" && len(s.rows) > 0 && s.inserts && len(s.columns) == 0:
			p.Nth = open.commas + 1
			return start, false
		case open.name == "in":
			return open.at - 1, true
		case open.name == "" && j == len(inside)-1:
			start = open.at // a parenthesis around the placeholder, or a row
		case open.name == "any" || open.name == "all":
			start = open.at - 1
		case open.name == "" || keywords[open.name]:
			return start, false
		default:
			p.Around = append(p.Around, strings.ToUpper(open.name))
			start = open.at - 1
		}
	}
	return start, false
}

// A statement is one that is read.
type statement struct {
	list    []token
	table   string
	tables  map[string]string // by name and by alias
	columns []string          // of an insert
	rows    []int             // where values stands
	inserts bool
}

// target finds the table, and the columns of an insert.
func (s *statement) target() {
	for i, t := range s.list {
		if t.kind != 'w' {
			continue
		}
		switch t.text {
		case "join":
			s.source(i + 1)
		case "into", "update", "from", "table":
			if t.text == "update" && i > 0 && s.list[i-1].kind == 'w' { // FOR UPDATE, DO UPDATE, ON DUPLICATE KEY UPDATE
				continue
			}
			s.source(i + 1)
			if s.table == "" && i+1 < len(s.list) && s.list[i+1].kind == 'w' {
				s.table = s.name(i + 1)
			}
			if t.text != "into" {
				continue
			}
			s.inserts = true
			j := i + 2
			for j+1 < len(s.list) && s.list[j].text == "." {
				j += 2
			}
			if j >= len(s.list) || s.list[j].text != "(" {
				continue
			}
			for j++; j < len(s.list) && s.list[j].text != ")"; j++ {
				if s.list[j].kind == 'w' {
					s.columns = append(s.columns, s.list[j].text)
				}
			}
		case "values":
			s.rows = append(s.rows, i)
		}
	}
}

// source adds the table at i, with its alias.
func (s *statement) source(i int) {
	if i >= len(s.list) || s.list[i].kind != 'w' {
		return
	}
	if s.tables == nil {
		s.tables = map[string]string{}
	}
	table := s.name(i)
	s.tables[table] = table
	for i+2 < len(s.list) && s.list[i+1].text == "." {
		i += 2
	}
	if i+1 < len(s.list) && s.list[i+1].text == "as" {
		i++
	}
	if i+1 < len(s.list) && s.list[i+1].kind == 'w' {
		s.tables[s.list[i+1].text] = table // a word that is no alias stands before no column
	}
}

// tableOf is the table of a column with what stands before it, or nothing if that is not certain.
func (s *statement) tableOf(of string) string {
	if of != "" {
		return s.tables[of]
	}
	for _, table := range s.tables {
		if table != s.table {
			return ""
		}
	}
	return s.table
}

// name is the name at i, without the schema before it.
func (s *statement) name(i int) string {
	for i+2 < len(s.list) && s.list[i+1].text == "." {
		i += 2
	}
	return s.list[i].text
}

var operators = map[string]bool{"=": true, "<>": true, "!=": true, "<": true, ">": true, "<=": true, ">=": true, "like": true, "is": true}

// compared finds the column that the expression from start to end is compared with.
func (s *statement) compared(p *Param, start, end int, in bool) {
	left := start - 1
	if in {
		if left >= 0 && s.list[left].text == "not" {
			left--
		}
		s.operand(p, left)
		return
	}
	if left >= 1 && s.list[left].text == "in" { // GORM's IN ?
		if s.list[left-1].text == "not" {
			left--
		}
		s.operand(p, left-1)
		return
	}
	for left >= 0 && s.list[left].text == "||" { // 'user:' || ?
		left -= 2
	}
	if left >= 1 && operators[s.list[left].text] {
		s.operand(p, left-1)
		return
	}
	right := end + 1
	for depth := end - start; depth > 0 && right < len(s.list) && s.list[right].text == ")"; depth-- {
		right++
	}
	if right+1 < len(s.list) && operators[s.list[right].text] {
		// id, u.id, HEX(id)
		j := right + 1
		for j+1 < len(s.list) && s.list[j].kind == 'w' && s.list[j+1].text == "(" {
			p.Beside = append(p.Beside, strings.ToUpper(s.list[j].text))
			j += 2
		}
		if s.list[min(j, len(s.list)-1)].kind == 'w' {
			p.Column = s.name(j)
			if p.Column != s.list[j].text || j+2 < len(s.list) && s.list[j+1].text == "." {
				p.Of = s.list[j].text
			}
		}
	}
}

// operand reads the column that ends at i.
func (s *statement) operand(p *Param, i int) {
	if i < 0 {
		return
	}
	switch t := s.list[i]; {
	case t.kind == 's' && i >= 2 && strings.HasPrefix(s.list[i-1].text, "->"):
		p.Beside = append(p.Beside, s.list[i-1].text)
		s.operand(p, i-2)
	case i >= 2 && s.list[i-1].text == "::":
		p.Beside = append(p.Beside, "::"+strings.ToUpper(t.text))
		s.operand(p, i-2)
	case t.kind == 'w':
		p.Column = t.text
		if i >= 2 && s.list[i-1].text == "." {
			p.Of = s.list[i-2].text
		}
	case t.text == ")":
		depth := 0
		for ; i >= 0; i-- {
			switch s.list[i].text {
			case ")":
				depth++
			case "(":
				depth--
				if i > 0 && s.list[i-1].kind == 'w' && !keywords[s.list[i-1].text] {
					p.Beside = append(p.Beside, strings.ToUpper(s.list[i-1].text))
				}
			default:
				if s.list[i].kind == 'w' && (i+1 >= len(s.list) || s.list[i+1].text != "(") && p.Column == "" {
					p.Column = s.list[i].text
				}
			}
			if depth == 0 {
				return
			}
		}
	}
}

package sqls

import (
	"regexp"
	"strings"
)

// A Selected is a column of a result.
type Selected struct {
	Text        string // as it is written
	As          string // its name in the result
	Table, Name string // if it is a column alone, or * for all
	Outer       bool   // of the other table of an outer join
	NotNull     bool   // the statement says that it is not null
	rest        string // from FROM on
}

var (
	selects = regexp.MustCompile(`(?is)^\s*select\s+(?:distinct\s+)?(?:top\s+(?:\d+|\([^)]*\))\s+(?:percent\s+)?(?:with\s+ties\s+)?)?(.*)$`)
	sources = regexp.MustCompile("(?is)\\b(from|left\\s+(?:outer\\s+)?join|right\\s+(?:outer\\s+)?join|full\\s+(?:outer\\s+)?join|join)\\s+([`\"\\w.]+)(?:\\s+(?:as\\s+)?([a-z_]\\w*))?")
	as      = regexp.MustCompile("(?is)\\S\\s+(?:as\\s+)?([`\"\\w]+)\\s*$")
	extreme = regexp.MustCompile("(?is)^\\s*(?:max|min)\\s*\\(([^()]*)\\)((?:\\s+(?:as\\s+)?[`\"\\w]+)?)\\s*$")
	grouped = regexp.MustCompile(`(?i)\bgroup\s+by\b`)
	plain   = regexp.MustCompile("(?is)^\\s*(?:([`\"\\w]+)\\s*\\.\\s*)?([`\"\\w]+|\\*)(?:\\s+(?:as\\s+)?[`\"\\w]+)?\\s*$")
)

// Select returns the columns of a select, or of a RETURNING, or nil for what is neither.
func Select(sql string) (all []Selected) {
	list, rest := "", ""
	if m := selects.FindStringSubmatch(sql); m != nil {
		list, rest = cutFrom(m[1])
	} else if i := strings.LastIndex(strings.ToLower(sql), "returning "); i >= 0 {
		list, rest = sql[i+len("returning "):], "from "+(&statement{list: split(sql)}).find()
	} else {
		return nil
	}
	tables := map[string]string{} // by alias
	outer := map[string]bool{}
	only, n := "", 0
	for _, m := range sources.FindAllStringSubmatch(rest, -1) {
		kind, table, alias := strings.ToLower(m[1]), bare(m[2]), strings.ToLower(m[3])
		switch alias {
		case "", "on", "where", "left", "right", "inner", "join", "order", "group", "limit", "using", "cross", "full", "for", "set", "having", "union":
			alias = table
		}
		if strings.HasPrefix(kind, "right") || strings.HasPrefix(kind, "full") {
			for a := range tables {
				outer[a] = true
			}
		}
		tables[alias] = table
		outer[alias] = strings.HasPrefix(kind, "left") || strings.HasPrefix(kind, "full")
		only = table
		n++
	}
	for _, part := range parts(list + ")") {
		if m := extreme.FindStringSubmatch(part); m != nil && grouped.MatchString(rest) {
			part = m[1] + m[2] // it is one of the group's, which has a row
		}
		s := Selected{Text: part, rest: rest}
		if m := plain.FindStringSubmatch(part); m != nil {
			s.Name = bare(m[2])
			if alias := bare(m[1]); alias != "" {
				s.Table, s.Outer = tables[alias], outer[alias]
			} else if n == 1 {
				s.Table = only
			}
		}
		s.As = s.Name
		if m := as.FindStringSubmatch(part); m != nil {
			s.As = bare(m[1])
		}
		s.NotNull = s.isNotNull()
		all = append(all, s)
	}
	return all
}

// Column returns a column of those that the star stands for.
func (s Selected) Column(name string) Selected {
	s.Text, s.As, s.Name = name, name, name
	s.NotNull = s.isNotNull()
	return s
}

func (s Selected) isNotNull() bool {
	return s.Name != "" && s.Name != "*" && regexp.MustCompile("(?i)\\b"+s.Name+"[`\"]?\\s+is\\s+not\\s+null").MatchString(s.rest)
}

// find returns the table of the statement.
func (s *statement) find() string {
	s.target()
	return s.table
}

// cutFrom cuts at the FROM that is in no parenthesis.
func cutFrom(s string) (list, rest string) {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			depth--
		case 'f', 'F':
			if depth == 0 && i > 0 && i+5 <= len(s) && strings.EqualFold(s[i:i+4], "from") && strings.ContainsRune(" \t\n", rune(s[i-1])) && strings.ContainsRune(" \t\n", rune(s[i+4])) {
				return s[:i], s[i:]
			}
		}
	}
	return s, ""
}

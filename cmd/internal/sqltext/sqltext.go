package sqltext

import "strings"

// A Dialect is how a database writes literals, quoted identifiers and comments.
type Dialect int

// The dialects, as of a server's default settings.
const (
	SQLite     Dialect = iota
	PostgreSQL         // $$…$$, E'…\'…', comments in comments; no […] and no `…`
	MySQL              // and MariaDB: '…\'…', # comments, code in /*! … */; "…" may be a text; no […]
)

// A Token is a part of a text of SQL that is no space and no comment.
type Token struct {
	Text       string // as written, also a literal; of a quoted identifier the name
	Quoted     bool   // a quoted identifier
	Start, End int    // in the statement
}

// Is reports whether t is the keyword.
func (t Token) Is(keywords ...string) bool {
	for _, k := range keywords {
		if !t.Quoted && strings.EqualFold(t.Text, k) {
			return true
		}
	}
	return false
}

// Names reports whether t can be the identifier. MySQL takes all letters for equal in both cases.
func (t Token) Names(identifier string) bool { return strings.EqualFold(t.Text, identifier) }

// Fold gives equal names of SQLite the same spelling. SQLite takes ASCII letters alone for equal
// in both cases.
func Fold(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, name)
}

// Tokens splits a text that the dialect's server has accepted.
func Tokens(d Dialect, sql string) []Token {
	s := scanner{dialect: d, sql: sql}
	for s.at < len(sql) {
		s.next()
	}
	return s.list
}

// Nested is Tokens with those in each literal behind it, which may be a statement, too, such
// as that of EXECUTE.
func Nested(d Dialect, sql string) (list []Token) {
	for _, t := range Tokens(d, sql) {
		list = append(list, t)
		if inside, ok := content(d, t); ok {
			list = append(list, Nested(d, inside)...)
		}
	}
	return list
}

// content returns what is between the quotes of a literal or quoted identifier.
func content(d Dialect, t Token) (inside string, ok bool) {
	switch text := t.Text; {
	case t.Quoted && d == MySQL:
		return unescape(text), true
	case t.Quoted:
		return text, true
	case text[0] == '\'':
		inside = strings.ReplaceAll(strings.Trim(text, "'"), "''", "'")
		if d == MySQL {
			inside = unescape(inside)
		}
		return inside, true
	case d == PostgreSQL && len(text) > 1 && text[0]|0x20 == 'e' && text[1] == '\'':
		return unescape(strings.ReplaceAll(strings.Trim(text[1:], "'"), "''", "'")), true
	case d == PostgreSQL && dollars(text) != "":
		quote := dollars(text)
		return strings.TrimSuffix(text[len(quote):], quote), true
	}
	return "", false
}

// unescape reads backslashes: what they make is a space, or the character behind them.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			if i++; strings.IndexByte("0bfnrtZ", s[i]) >= 0 {
				b.WriteByte(' ')
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

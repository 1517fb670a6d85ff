package sqltext

import "strings"

// A Token is a part of a text of SQL that is no space and no comment.
type Token struct {
	Text       string // as written; of a quoted identifier the name
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

// Names reports whether t can be the identifier.
func (t Token) Names(identifier string) bool { return Fold(t.Text) == Fold(identifier) }

// Fold gives equal names the same spelling. Databases take ASCII letters alone for equal in
// both cases.
func Fold(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, name)
}

// Tokens splits a statement that SQLite has accepted.
func Tokens(sql string) (list []Token) {
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
				list = append(list, Token{sql[start:i], false, start, i})
			} else {
				list = append(list, Token{name.String(), true, start, i})
			}
			continue
		case word(c):
			for i < len(sql) && word(sql[i]) {
				i++
			}
		default:
			i++
		}
		list = append(list, Token{sql[start:i], false, start, i})
	}
	return list
}

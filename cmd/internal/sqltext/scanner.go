package sqltext

import "strings"

// A scanner splits a text.
type scanner struct {
	dialect  Dialect
	sql      string
	at       int
	executed bool // at is in MySQL's /*! … */
	list     []Token
}

func (s *scanner) has(prefix string) bool { return strings.HasPrefix(s.sql[s.at:], prefix) }

// add adds the token from start to at.
func (s *scanner) add(start int, text string, quoted bool) {
	s.list = append(s.list, Token{text, quoted, start, s.at})
}

// next reads a token, a space or a comment.
func (s *scanner) next() {
	start := s.at
	switch c := s.sql[start]; {
	case strings.IndexByte(" \t\r\n\f\v", c) >= 0:
		s.at++
	case s.comment():
	case c == '\'':
		s.quoted(c, s.dialect == MySQL)
		s.add(start, s.sql[start:s.at], false)
	case c == '"' || c == '`' && s.dialect != PostgreSQL:
		name := s.quoted(c, c == '"' && s.dialect == MySQL)
		s.add(start, name, true)
	case c == '[' && s.dialect == SQLite:
		name := s.quoted(']', false)
		s.add(start, name, true)
	case s.dialect == PostgreSQL && c|0x20 == 'e' && start+1 < len(s.sql) && s.sql[start+1] == '\'':
		s.at++
		s.quoted('\'', true)
		s.add(start, s.sql[start:s.at], false)
	case s.dialect == PostgreSQL && dollars(s.sql[start:]) != "":
		quote := dollars(s.sql[start:])
		s.skip(len(quote), quote)
		s.add(start, s.sql[start:s.at], false)
	default:
		for s.at < len(s.sql) && isWord(s.sql[s.at]) {
			s.at++
		}
		s.at = max(s.at, start+1)
		s.add(start, s.sql[start:s.at], false)
	}
}

// comment skips one. It reports whether there is one.
func (s *scanner) comment() bool {
	mysql := s.dialect == MySQL
	switch {
	case mysql && (s.has("/*!") || s.has("/*M!")): // the server executes it
		s.at += strings.IndexByte(s.sql[s.at:], '!') + 1
		for s.at < len(s.sql) && s.sql[s.at] >= '0' && s.sql[s.at] <= '9' {
			s.at++ // from this version on
		}
		s.executed = true
	case s.executed && s.has("*/"):
		s.at += 2
		s.executed = false
	case mysql && s.has("--") && s.at+2 < len(s.sql) && s.sql[s.at+2] > ' ':
		return false // two signs
	case s.has("--") || mysql && s.has("#"):
		s.skip(1, "\n")
	case s.has("/*"):
		for depth := 0; s.at < len(s.sql); {
			switch {
			case s.has("/*") && (depth == 0 || s.dialect == PostgreSQL):
				depth++
				s.at += 2
			case s.has("*/"):
				s.at += 2
				if depth--; depth == 0 {
					return true
				}
			default:
				s.at++
			}
		}
	default:
		return false
	}
	return true
}

// skip goes behind the first end after n bytes, or to the end of the text.
func (s *scanner) skip(n int, end string) {
	if i := strings.Index(s.sql[s.at+n:], end); i >= 0 {
		s.at += n + i + len(end)
	} else {
		s.at = len(s.sql)
	}
}

// quoted reads from the opening quote to the end, which is doubled inside but for ], and
// behind a backslash if that escapes. It returns what is inside, with each double end once.
func (s *scanner) quoted(end byte, escapes bool) string {
	var name strings.Builder
	for s.at++; s.at < len(s.sql); s.at++ {
		switch c := s.sql[s.at]; {
		case escapes && c == '\\' && s.at+1 < len(s.sql):
			name.WriteByte(c)
			s.at++
		case c != end:
		case end != ']' && s.at+1 < len(s.sql) && s.sql[s.at+1] == end:
			s.at++
		default:
			s.at++
			return name.String()
		}
		name.WriteByte(s.sql[s.at])
	}
	return name.String()
}

// isWord reports whether names, keywords and numbers have the byte.
func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// dollars returns PostgreSQL's quote at the beginning of a text, such as $$ or $body$, or "".
func dollars(sql string) string {
	if sql == "" || sql[0] != '$' {
		return ""
	}
	for i := 1; i < len(sql); i++ {
		switch c := sql[i]; {
		case c == '$':
			return sql[:i+1]
		case !isWord(c) || i == 1 && c >= '0' && c <= '9': // $1 is a parameter
			return ""
		}
	}
	return ""
}

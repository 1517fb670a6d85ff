package sqltext

// Mentions reports whether the tokens use the column in an expression. A test for NULL is
// no use, since it does not depend on the form.
func Mentions(list []Token, column string) bool {
	for i, t := range list {
		if !t.Names(column) {
			continue
		}
		if len(list) > i+2 && list[i+1].Is("IS") && (list[i+2].Is("NULL") || list[i+2].Is("NOT") && len(list) > i+3 && list[i+3].Is("NULL")) ||
			len(list) > i+1 && list[i+1].Is("ISNULL", "NOTNULL") {
			continue
		}
		return true
	}
	return false
}

// MayUse reports whether a view or a trigger can use the column of a table that it names: it names
// the column, or all columns, as SELECT * and INSERT INTO t VALUES do.
func MayUse(list []Token, column string) bool {
	if Mentions(list, column) {
		return true
	}
	next := func(i int) Token {
		if i < len(list) {
			return list[i]
		}
		return Token{Text: ";"}
	}
	for i, t := range list {
		switch {
		case t.Is("NATURAL", "TABLE"):
			return true
		case t.Is("*"): // not count(*), and no product
			if all := next(i+1).Is(",", ")", ";", "FROM", "INTO"); all && !(i > 0 && list[i-1].Is("(") && next(i+1).Is(")")) {
				return true
			}
		case t.Is("IN"): // SQLite's id IN t
			if !next(i + 1).Is("(") {
				return true
			}
		case t.Is("INTO"):
			after := i + 2 // the name of the table, which can have a schema
			for next(after).Is(".") || next(after-1).Is(".") {
				after++
			}
			if next(after).Is("AS") {
				after += 2
			}
			if !next(after).Is("(") {
				return true
			}
		case t.Is("INSERT", "REPLACE"):
			if !next(i+1).Is("INTO", "ON", "OR", "(") {
				return true
			}
		}
	}
	return false
}

// Parenthesized returns the tokens between the first parenthesis and its end, and those
// behind it.
func Parenthesized(list []Token) (in, rest []Token) {
	depth, from := 0, 0
	for i, t := range list {
		if t.Is("(") {
			if depth++; depth == 1 {
				from = i + 1
			}
		} else if t.Is(")") {
			if depth--; depth == 0 {
				return list[from:i], list[i+1:]
			}
		}
	}
	return nil, list
}

// Expressions returns the tokens of CREATE INDEX that are no plain columns: those of its
// Expressions and of WHERE.
func Expressions(index []Token) (list []Token) {
	in, where := Parenthesized(index)
	if len(where) > 0 && where[0].Is("INCLUDE") {
		_, where = Parenthesized(where)
	}
	depth, from := 0, 0
	for i := 0; i <= len(in); i++ {
		if i < len(in) {
			if in[i].Is("(") {
				depth++
			} else if in[i].Is(")") {
				depth--
			}
			if depth > 0 || !in[i].Is(",") {
				continue
			}
		}
		item := in[from:i]
		from = i + 1
		if len(item) < 2 || item[1].Is("ASC", "DESC", "NULLS", "COLLATE") {
			continue
		}
		list = append(list, item...)
	}
	return append(list, where...)
}

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
	for i, t := range list {
		switch {
		case t.Is("NATURAL", "TABLE"):
			return true
		case t.Is("*"): // not count(*), and no product
			if all := at(list, i+1).Is(",", ")", ";", "FROM", "INTO"); all && !(i > 0 && list[i-1].Is("(") && at(list, i+1).Is(")")) {
				return true
			}
		case t.Is("IN"): // SQLite's id IN t
			if !at(list, i+1).Is("(") {
				return true
			}
		case t.Is("INSERT", "REPLACE"):
			if insertsAll(list[i+1:]) {
				return true
			}
		}
	}
	return false
}

// at returns a token, or the end of the statement.
func at(list []Token, i int) Token {
	if i < len(list) {
		return list[i]
	}
	return Token{Text: ";"}
}

// insertsAll reports whether what is behind INSERT or REPLACE inserts into all columns of a table.
func insertsAll(list []Token) bool {
	if at(list, 0).Is("ON", "(") { // AFTER INSERT ON t, and replace(a, b, c)
		return false
	}
	i := 0
	if at(list, i).Is("OR") {
		i += 2
	}
	for at(list, i).Is("LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY", "IGNORE") {
		i++
	}
	if at(list, i).Is("INTO") {
		i++
	}
	i++ // the name of the table, which can have a schema
	for at(list, i).Is(".") || at(list, i-1).Is(".") {
		i++
	}
	if at(list, i).Is("AS") {
		i += 2
	}
	if at(list, i).Is("(") {
		return at(list, i+1).Is("SELECT", "WITH", "VALUES", "(")
	}
	return !at(list, i).Is("SET")
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

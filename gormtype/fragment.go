package gormtype

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"sync"

	"gorm.io/gorm/clause"

	"github.com/uuidkit/uuidkit/uuid"
)

// fragment rewrites the arguments of a piece of SQL.
func (r rewriter) fragment(e clause.Expr) clause.Expression {
	if len(e.Vars) == 0 {
		// All of a UUID's digits may be decimal: then it is a number, and true.
		if _, err := uuid.Parse(e.SQL); err == nil {
			return refusef("the text of a UUID as a condition is SQL: parse it, or, if the column is text, write %q", "id = ?")
		}
		return e
	}
	e.Vars = r.positional(e.SQL, e.Vars, e.WithoutParentheses)
	return e
}

// positional rewrites the arguments of SQL. If spread is true, or a placeholder
// stands right after a parenthesis, GORM writes the elements of a list there.
func (r rewriter) positional(sql string, vars []any, spread bool) []any {
	out := append([]any(nil), vars...)
	p := newPiece(sql)
	i := 0
	for pos := 0; pos < len(sql) && i < len(out); pos++ {
		if sql[pos] == '?' {
			out[i] = r.argument(p, pos, out[i], spread)
			i++
		}
	}
	for ; i < len(out); i++ {
		// GORM binds what is left, for the placeholders of the database.
		out[i] = r.value(out[i], func(v any) (form, error) { return r.unknown(v, p) })
		if no, ok := out[i].(refusal); ok {
			r.stmt.AddError(no.err)
		}
	}
	for i := 0; i+16 <= len(out); i++ {
		// A condition of Joins comes so.
		if _, ok := sixteen(out[i : i+16]); ok {
			out[i] = refusef("a list of 16 numbers in %v may be a UUID: write %q", p, "id = ?")
		}
	}
	return out
}

// argument returns what to give GORM for v at the offset in a piece of SQL.
func (r rewriter) argument(p piece, offset int, v any, spread bool) any {
	_, one := v.(driver.Valuer)
	rv := reflect.ValueOf(v)
	if one || rv.Kind() != reflect.Slice || rv.Type().Elem().Kind() != reflect.Uint8 ||
		!spread && (offset == 0 || p.sql[offset-1] != '(') {
		return r.value(v, r.placeholder(p, offset))
	}
	in := clause.IN{Column: operands(p.sql[:offset])}
	for _, b := range rv.Bytes() {
		in.Values = append(in.Values, b)
	}
	if e, ok := r.in(in).(clause.Eq); ok {
		return e.Value
	}
	return v
}

// named rewrites the arguments of a piece of SQL by their names as well.
func (r rewriter) named(e clause.NamedExpr) clause.Expression {
	values := map[string]any{}
	for _, v := range e.Vars {
		switch v := v.(type) {
		case sql.NamedArg:
			values[v.Name] = v.Value
		case map[string]any:
			for name, value := range v {
				values[name] = value
			}
		default:
			addFields(values, reflect.Indirect(reflect.ValueOf(v)))
		}
	}
	// GORM takes the last value of a name. A name that stands at two columns has
	// one value, so they must have one form.
	last := map[string]any{}
	p := newPiece(e.SQL)
	for _, at := range names.FindAllStringSubmatchIndex(e.SQL, -1) {
		name := e.SQL[at[2]:at[3]]
		v, ok := values[name]
		if !ok {
			continue
		}
		v = r.argument(p, at[0], v, false)
		if before, again := last[name]; again && !reflect.DeepEqual(before, v) {
			v = refusef("@%s stands for columns of several forms in %v", name, p)
		}
		last[name] = v
	}
	e.Vars = append(r.positional(e.SQL, e.Vars, false), last)
	return e
}

// addFields adds the fields of a struct, as GORM does.
func addFields(values map[string]any, rv reflect.Value) {
	if rv.Kind() != reflect.Struct {
		return
	}
	for i := range rv.NumField() {
		if f := rv.Type().Field(i); f.IsExported() {
			values[f.Name] = rv.Field(i).Interface()
			if f.Anonymous {
				addFields(values, reflect.Indirect(rv.Field(i)))
			}
		}
	}
}

// A piece is a piece of SQL with placeholders. Each of them may ask whether it has
// a query, in which a name may be another table's.
type piece struct {
	sql    string
	nested func() bool
}

func newPiece(sql string) piece {
	return piece{sql, sync.OnceValue(func() bool { return query.MatchString(sql) })}
}

// String returns the SQL for an error.
func (p piece) String() string {
	s := fmt.Sprintf("%.64q", p.sql)
	if inQuotes.MatchString(p.sql) {
		s += " (to GORM, ? and @ in quotes are placeholders too)"
	}
	return s
}

const (
	name   = "(?:[\\w$]+|\"[^\"]+\"|`[^`]+`|\\[[^\\]]+\\])"
	column = `(` + name + `(?:\.` + name + `)*)`
	// start is before a column that is no part of an expression, and first before
	// a list of columns that is none of arguments.
	start    = `(?:^|[(,]|\w\s)\s*`
	first    = `(?:^|[(,]|\b(?:and|or|xor|not|on|where|having|when|then|else|select))\s*`
	operator = `\s*(?:<=>|<=|>=|<>|!=|=|<|>|\s(?:not\s+)?(?:in|like|between(?:\s+\?\s+and)?)\b)`
	earlier  = `\s*(?:\?\s*,\s*)?` // of the placeholders of a list, one
)

var (
	// operand is what stands before a placeholder: a column and an operator, a
	// list of columns, or FIELD and its column.
	operand = regexp.MustCompile(`(?i)(?:(?:` + start + column + operator + `|` + first + `\(([^()]+)\)\s*(?:not\s+)?in)\s*(?:\(` + earlier + `)?` +
		`|\bfield\(\s*` + column + `\s*,` + earlier + `)$`)
	names = regexp.MustCompile("@([^ ,)\"'`\r\n;]+)")
	query = regexp.MustCompile(`(?i)\bselect\b`)
	// inQuotes is SQL up to a placeholder in quotes: GORM takes it for one.
	inQuotes = regexp.MustCompile("^(?:[^'\"`]|'[^'?@]*'|\"[^\"?@]*\"|`[^`?@]*`)*(?:'[^']*|\"[^\"]*|`[^`]*)[?@]")
	quotes   = strings.NewReplacer(`"`, "", "`", "", "[", "", "]", "")
)

// operands returns the columns before a placeholder, or "".
func operands(before string) string {
	for _, comment := range []string{"--", "/*", "#"} {
		if strings.Contains(before, comment) {
			return ""
		}
	}
	// SQL may be long, and have many placeholders: the expression sees the last of
	// those of a list, and what has space for the longest names.
	i := len(strings.TrimRight(before, "?, \t\r\n"))
	if q := strings.IndexByte(before[i:], '?'); q >= 0 && strings.Contains(before[i+q:], ",") {
		before = before[:i+q] + "?,"
	}
	if over := len(before) - 256; over > 0 {
		before = "\x00" + before[over:] // which is not where the SQL begins
	}
	if m := operand.FindStringSubmatch(before); m != nil {
		return m[1] + m[2] + m[3] // one of them is not empty
	}
	return ""
}

// placeholder is the place at the offset in a piece of SQL: that of the columns
// before it.
func (r rewriter) placeholder(p piece, offset int) place {
	columns := sync.OnceValue(func() string { return operands(p.sql[:offset]) })
	return func(v any) (f form, err error) {
		for i, column := range strings.Split(columns(), ",") {
			before := f
			if column = strings.TrimSpace(column); column == "" || !strings.Contains(column, ".") && p.nested() {
				return r.unknown(v, p)
			}
			if f, err = r.at(column)(v); err != nil {
				return 0, err
			}
			if i > 0 && f != before {
				return r.unknown(v, p)
			}
		}
		return f, nil
	}
}

package gormtype

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"reflect"
	"regexp"
	"strings"

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
	i := 0
	for pos := 0; pos < len(sql) && i < len(out); pos++ {
		if sql[pos] == '?' {
			out[i] = r.argument(sql, pos, out[i], spread)
			i++
		}
	}
	for ; i < len(out); i++ {
		// GORM binds what is left, for the placeholders of the database.
		out[i] = r.value(out[i], func(v any) (form, error) { return r.unknown(v, fmt.Sprintf("%.64q", sql)) })
		if no, ok := out[i].(refusal); ok {
			r.stmt.AddError(no.err)
		}
	}
	for i := 0; i+16 <= len(out); i++ {
		// A condition of Joins comes so.
		if _, ok := sixteen(out[i : i+16]); ok {
			out[i] = refusef("a list of 16 numbers in %.64q may be a UUID: write %q", sql, "id = ?")
		}
	}
	return out
}

// argument returns what to give GORM for v at the offset in a piece of SQL.
func (r rewriter) argument(sql string, offset int, v any, spread bool) any {
	_, one := v.(driver.Valuer)
	rv := reflect.ValueOf(v)
	if one || rv.Kind() != reflect.Slice || rv.Type().Elem().Kind() != reflect.Uint8 ||
		!spread && (offset == 0 || sql[offset-1] != '(') {
		return r.value(v, r.placeholder(sql, offset))
	}
	in := clause.IN{Column: operands(sql[:offset])}
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
	for _, at := range names.FindAllStringSubmatchIndex(e.SQL, -1) {
		name := e.SQL[at[2]:at[3]]
		v, ok := values[name]
		if !ok {
			continue
		}
		v = r.argument(e.SQL, at[0], v, false)
		if before, again := last[name]; again && !reflect.DeepEqual(before, v) {
			v = refusef("@%s stands for columns of several forms in %.64q", name, e.SQL)
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

const (
	name   = "(?:[\\w$]+|\"[^\"]+\"|`[^`]+`|\\[[^\\]]+\\])"
	column = `(` + name + `(?:\.` + name + `)*)`
	// start is before a column that is no part of an expression.
	start    = `(?:^|[(,]|\w\s)\s*`
	operator = `\s*(?:<=>|<=|>=|<>|!=|=|<|>|\s(?:not\s+)?(?:in|like|between(?:\s+\?\s+and)?)\b)`
	earlier  = `\s*(?:\?\s*,\s*)*` // placeholders of a list
)

var (
	// operand is what stands before a placeholder: a column and an operator, a
	// list of columns, or FIELD and its column.
	operand = regexp.MustCompile(`(?i)(?:(?:` + start + column + operator + `|\(([^()]+)\)\s*(?:not\s+)?in)\s*(?:\(` + earlier + `)?` +
		`|\bfield\(\s*` + column + `\s*,` + earlier + `)$`)
	names   = regexp.MustCompile("@([^ ,)\"'`\r\n;]+)")
	query   = regexp.MustCompile(`(?i)\bselect\b`)
	comment = regexp.MustCompile(`--|/\*|#`)
	quotes  = strings.NewReplacer(`"`, "", "`", "", "[", "", "]", "")
)

// operands returns the columns before a placeholder, or "".
func operands(before string) string {
	if m := operand.FindStringSubmatch(before); m != nil && !comment.MatchString(before) {
		return m[1] + m[2] + m[3] // one of them is not empty
	}
	return ""
}

// placeholder is the place at the offset in a piece of SQL: that of the columns
// before it.
func (r rewriter) placeholder(sql string, offset int) place {
	return func(v any) (f form, err error) {
		columns := operands(sql[:offset])
		nested := query.MatchString(sql) // then a name may be another table's
		for i, column := range strings.Split(columns, ",") {
			before := f
			if column = strings.TrimSpace(column); column == "" || nested && !strings.Contains(column, ".") {
				return r.unknown(v, fmt.Sprintf("%.64q", sql))
			}
			if f, err = r.at(column)(v); err != nil {
				return 0, err
			}
			if i > 0 && f != before {
				return r.unknown(v, fmt.Sprintf("%.64q", sql))
			}
		}
		return f, nil
	}
}

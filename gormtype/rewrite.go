package gormtype

import (
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// A rewriter gives the UUIDs in a statement's clauses the form of their
// columns. It copies what it changes: clauses are shared by sessions.
type rewriter struct {
	*plugin
	stmt *gorm.Statement
}

// expr returns e with its UUIDs rewritten.
func (r rewriter) expr(e clause.Expression) clause.Expression {
	switch e := e.(type) {
	case clause.Where:
		return clause.Where{Exprs: r.exprs(e.Exprs)}
	case clause.AndConditions:
		return clause.AndConditions{Exprs: r.exprs(e.Exprs)}
	case clause.OrConditions:
		return clause.OrConditions{Exprs: r.exprs(e.Exprs)}
	case clause.NotConditions:
		return clause.NotConditions{Exprs: r.exprs(e.Exprs)}
	case clause.Eq:
		return r.compare(e)
	case clause.Neq:
		return clause.Neq(r.compare(clause.Eq(e)))
	case clause.Gt:
		return clause.Gt(r.compare(clause.Eq(e)))
	case clause.Gte:
		return clause.Gte(r.compare(clause.Eq(e)))
	case clause.Lt:
		return clause.Lt(r.compare(clause.Eq(e)))
	case clause.Lte:
		return clause.Lte(r.compare(clause.Eq(e)))
	case clause.Like:
		return clause.Like(r.compare(clause.Eq(e)))
	case clause.IN:
		return r.in(e)
	case clause.Expr:
		return r.fragment(e)
	case clause.NamedExpr:
		return r.named(e)
	case clause.From:
		e.Joins = append([]clause.Join(nil), e.Joins...)
		for i := range e.Joins {
			e.Joins[i].ON.Exprs = r.exprs(e.Joins[i].ON.Exprs)
			e.Joins[i].Expression = r.expr(e.Joins[i].Expression)
		}
		return e
	case clause.GroupBy:
		e.Having = r.exprs(e.Having)
		return e
	case clause.OrderBy:
		e.Expression = r.expr(e.Expression)
		return e
	case clause.Values:
		rows := make([][]any, len(e.Values))
		for i, row := range e.Values {
			rows[i] = append([]any(nil), row...)
			for j := range row {
				rows[i][j] = r.value(row[j], r.at(e.Columns[j]))
			}
		}
		e.Values = rows
		return e
	case clause.Set:
		return r.set(e)
	case clause.CommaExpression:
		return clause.CommaExpression{Exprs: r.exprs(e.Exprs)}
	case clause.OnConflict:
		e.Where.Exprs, e.TargetWhere.Exprs = r.exprs(e.Where.Exprs), r.exprs(e.TargetWhere.Exprs)
		e.DoUpdates = r.set(e.DoUpdates)
		return e
	}
	if rv := reflect.ValueOf(e); rv.Kind() == reflect.Pointer && !rv.IsNil() {
		if pointee, ok := rv.Elem().Interface().(clause.Expression); ok {
			return r.expr(pointee)
		}
	}
	return e
}

func (r rewriter) exprs(es []clause.Expression) []clause.Expression {
	if es == nil {
		return nil
	}
	out := make([]clause.Expression, len(es))
	for i, e := range es {
		out[i] = r.expr(e)
	}
	return out
}

func (r rewriter) compare(e clause.Eq) clause.Eq {
	e.Value = r.value(e.Value, r.at(e.Column))
	return e
}

func (r rewriter) set(s clause.Set) clause.Set {
	out := append(clause.Set(nil), s...)
	for i := range out {
		out[i].Value = r.value(out[i].Value, r.at(out[i].Column))
	}
	return out
}

// whole puts the UUIDs in conditions together that GORM has taken apart.
func (r rewriter) whole(es []clause.Expression) []clause.Expression {
	out := slices.Clone(es)
	for i, e := range out {
		switch e := e.(type) {
		case clause.AndConditions:
			out[i] = clause.AndConditions{Exprs: r.whole(e.Exprs)}
		case clause.IN:
			if eq, ok := r.one(e); ok {
				out[i] = eq
			}
		}
	}
	return out
}

// one returns the condition that e was, if its values are the bytes of one: that
// is what GORM makes of a UUID as an inline condition, or in a map. It may be one
// that is refused.
func (r rewriter) one(e clause.IN) (eq clause.Eq, ok bool) {
	if len(e.Values) == 0 || reflect.TypeOf(e.Values[0]) != reflect.TypeFor[uint8]() {
		return eq, false
	}
	u, whole := sixteen(e.Values)
	f, _ := r.field(e.Column)
	if f == nil {
		return clause.Eq{Column: e.Column, Value: refusef("a list of 16 numbers for a column that the model does not have may be a UUID: write %q", "id = ?")}, whole
	}
	t := f.IndirectFieldType
	_, own := kindOf(t)
	switch isUUID := own || r.isUUID(t); {
	case reflect.Bool <= t.Kind() && t.Kind() <= reflect.Float64 || !isUUID && !whole:
		return eq, false
	case !isUUID:
		return clause.Eq{Column: e.Column, Value: refusef("a list of 16 numbers for %s.%s (%s) may be a UUID: write %q", f.Schema.Name, f.Name, f.FieldType, f.DBName+" = ?")}, true
	case !whole: // such as text in a []byte
		return clause.Eq{Column: e.Column, Value: refusef("a list of %d numbers for %s.%s (%s): convert it to a UUID", len(e.Values), f.Schema.Name, f.Name, f.FieldType)}, true
	}
	v := reflect.New(t).Elem() // as FirstOrCreate assigns it
	id := v
	if t.Kind() == reflect.Struct {
		id = v.Field(0)
		v.Field(1).SetBool(true)
	}
	id.Set(reflect.ValueOf(u).Convert(id.Type()))
	return clause.Eq{Column: e.Column, Value: v.Interface()}, true
}

func (r rewriter) in(e clause.IN) clause.Expression {
	if eq, ok := r.one(e); ok {
		return r.compare(eq)
	}
	at := r.at(e.Column)
	columns, tuple := e.Column.([]clause.Column)
	values := make([]any, len(e.Values))
	for i, v := range e.Values {
		if row, ok := v.([]any); ok && tuple && len(row) == len(columns) {
			row = append([]any(nil), row...)
			for j := range row {
				row[j] = r.value(row[j], r.at(columns[j]))
			}
			values[i] = row
			continue
		}
		values[i] = r.value(v, at)
	}
	e.Values = values
	return e
}

// value returns what to give GORM for v, which may be a UUID or a list of them.
func (r rewriter) value(v any, at place) any {
	if u, ok, err := r.uuidOf(v); err != nil {
		return refusal{err}
	} else if ok {
		form, err := at(v)
		if err != nil {
			return refusal{err}
		}
		return write(form, r.dialect, u)
	}
	switch v := v.(type) {
	case nil, gorm.Valuer:
		return v
	case []byte:
		return r.bytes(v, at)
	case clause.Expression:
		return r.expr(v)
	case *gorm.DB:
		// A subquery in SQL of its own. Others have clauses.
		if v.Statement.SQL.Len() > 0 {
			if _, err := r.complete(v.Statement.Vars); err != nil {
				return refusal{err}
			}
		}
		return v
	}
	if hasText(reflect.TypeOf(v)) {
		return r.text(v, at)
	}
	rv := reflect.ValueOf(v)
	if !r.isList(rv.Type()) || rv.Len() == 0 {
		return v
	}
	list := make([]any, rv.Len())
	for i := range list {
		list[i] = r.value(rv.Index(i).Interface(), at)
	}
	return list
}

// text returns what to give GORM for v, which may have a UUID's text: a column
// of bytes has none, but a default tag of GORM's, for one, is text.
func (r rewriter) text(v any, at place) any {
	if s, ok := v.(string); ok && len(s) < 32 {
		return v // and do not ask where it goes
	}
	if _, own := kindOf(indirect(reflect.TypeOf(v))); own {
		return v // a Text is text
	}
	u, err := uuid.Parse(textOf(v))
	if err != nil {
		return v
	}
	switch form, err := at(v); {
	case errors.Is(err, errTwoForms):
		return refusal{err}
	case err == nil && form == formBytes:
		return write(formBytes, r.dialect, uuid.NullUUID{UUID: u, Valid: true})
	}
	return v
}

// bytes returns what to give GORM for b, which may be a UUID's bytes, or its text as
// some drivers return it.
func (r rewriter) bytes(b []byte, at place) any {
	if len(b) != 16 && len(b) != 36 {
		return b
	}
	form, err := at(b)
	if err != nil || len(b) == 16 && form == formBytes {
		return b
	}
	u := uuid.NullUUID{Valid: true}
	if len(b) == 16 {
		u.UUID = uuid.UUID(b)
	} else if err := u.UUID.UnmarshalText(b); err != nil {
		return b
	}
	return write(form, r.dialect, u)
}

// isList reports whether t is a list of what may be UUIDs, their bytes or text, or
// of such lists.
func (r rewriter) isList(t reflect.Type) bool {
	if t.Kind() != reflect.Slice && t.Kind() != reflect.Array {
		return false
	}
	t = t.Elem()
	return t.Kind() == reflect.Interface || t == reflect.TypeFor[[]byte]() || hasText(t) || r.isUUID(indirect(t)) || r.isList(t)
}

// write returns what to give GORM for u in a column of the form. Its log can be
// read, and run.
func write(f form, dialect string, u uuid.NullUUID) any {
	if !u.Valid {
		return nil
	}
	// What Scan refuses is not written, as by UUID and GUID.
	var err error
	switch f {
	case formText:
		return u.UUID.String()
	case formGUID:
		_, err = sqlx.GUID(u.UUID).Value()
	case formBytes:
		_, err = sqlx.Binary(u.UUID).Value()
	}
	if err != nil {
		return refusal{fmt.Errorf("gormtype.Plugin: %w", err)}
	}
	if f == formGUID {
		return u.UUID.String()
	}
	call, binary := unhex(dialect)
	switch {
	case binary:
	case dialect == "postgres":
		call = "decode(?, 'hex')"
	default:
		// As an argument of SQL, bytes in parentheses would be a list.
		return clause.Expr{SQL: "?", Vars: []any{u.UUID[:]}}
	}
	return clause.Expr{SQL: call, Vars: []any{hex.EncodeToString(u.UUID[:])}}
}

// A refusal stands in for what cannot be written. GORM drops the errors of a
// subquery, so what is written instead is nowhere SQL: the database's error, near
// "refused", is the one that the program gets.
type refusal struct{ err error }

func refusef(format string, args ...any) refusal {
	return refusal{fmt.Errorf("gormtype.Plugin: "+format, args...)}
}

// Build implements [clause.Expression].
func (r refusal) Build(b clause.Builder) {
	b.AddError(r.err)
	b.WriteString("gormtype.Plugin refused it")
}

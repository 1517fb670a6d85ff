package gormtype

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"

	"github.com/uuidkit/uuidkit/uuid"
)

// GORM takes a UUID whose Value is not text, such as the standard library's, for a list of
// 16 numbers: an inline id and a map's value when it makes the condition, and the argument
// of "(?)" when it writes the SQL. A joiner puts the first together, and keeps the second
// from it.

// takenApart reports whether GORM takes v apart.
func takenApart(v any) bool {
	if valuer, ok := v.(driver.Valuer); ok {
		value, _ := valuer.Value()
		_, bytes := value.([]byte)
		return bytes
	}
	return true
}

// whole is an argument that GORM does not take apart, because it has a Value.
type whole struct{ v any }

// Value implements [driver.Valuer]. The plugin converts a whole before anybody asks.
func (w whole) Value() (driver.Value, error) { return w.v, nil }

// A joiner is for a statement, whose model it may know.
type joiner struct {
	*plugin
	schema *schema.Schema
	table  string
	unsure bool // among the arguments may be a list of 16 numbers that is a UUID
}

// expr returns a copy of e, which is an expression or has some, with the UUIDs whole, or
// nothing of use if that changes nothing. Clauses are shared by sessions.
func (j *joiner) expr(e any) (_ any, changed bool) {
	switch e := e.(type) {
	case clause.IN:
		if eq, ok := j.together(e); ok {
			return eq, true
		}
	case clause.Eq:
		if v, ok := j.equal(e.Value); ok {
			return clause.Eq{Column: e.Column, Value: v}, true
		}
		return nil, false
	case clause.Neq:
		if v, ok := j.equal(e.Value); ok {
			return clause.Neq{Column: e.Column, Value: v}, true
		}
		return nil, false
	case clause.Expr:
		if len(e.Vars) == 0 && isText(e.SQL) {
			return refusef("the text of a UUID as a condition is SQL to GORM: parse it, or write %q", "id = ?"), true
		}
		if e.Vars, changed = j.args(e.Vars); changed {
			return e, true
		}
		return nil, false
	case clause.NamedExpr:
		if e.Vars, changed = j.args(e.Vars); changed {
			return e, true
		}
		return nil, false
	case *gorm.DB:
		return j.subquery(e)
	case clause.Expression, []any:
	default:
		return nil, false
	}
	v := reflect.ValueOf(e)
	switch {
	case v.Kind() == reflect.Slice || v.Type().PkgPath() == reflect.TypeFor[clause.Expr]().PkgPath():
		return j.parts(v)
	case v.Kind() == reflect.Pointer && !v.IsNil() && v.Type().Elem().Implements(reflect.TypeFor[clause.Expression]()):
		return j.expr(v.Elem().Interface())
	}
	j.unsure = true // somebody else's expression
	return nil, false
}

// parts is expr for the elements of a slice, or the fields of a struct of package clause.
func (j *joiner) parts(v reflect.Value) (_ any, changed bool) {
	n, part := 0, v.Index
	if v.Kind() == reflect.Slice {
		n = v.Len()
	} else if v.Kind() == reflect.Struct {
		n, part = v.NumField(), v.Field
	}
	out := v
	for i := range n {
		var x any
		var ok bool
		switch p := part(i); p.Kind() {
		case reflect.Interface:
			x, ok = j.expr(p.Interface())
		case reflect.Struct, reflect.Slice:
			if t := p.Type(); t != reflect.TypeFor[clause.Column]() && t != reflect.TypeFor[[]clause.Column]() {
				x, ok = j.parts(p)
			}
		}
		if !ok {
			continue
		}
		if !changed {
			changed = true
			if out = reflect.New(v.Type()).Elem(); v.Kind() == reflect.Slice {
				out.Set(reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, n), v))
				part = out.Index
			} else {
				out.Set(v)
				part = out.Field
			}
		}
		part(i).Set(reflect.ValueOf(x))
	}
	if !changed {
		return nil, false
	}
	return out.Interface(), true
}

// equal is for the value of =. GORM asks a Value whether it is NULL, which sql.Null does not
// know of a UUID that has none, and writes a list only if it is a []any.
func (j *joiner) equal(v any) (any, bool) {
	rv := reflect.ValueOf(v)
	switch rv.Kind() {
	case reflect.Slice:
		_, valuer := v.(driver.Valuer) // an array of PostgreSQL's
		if _, ok := j.kindOf(rv.Type().Elem()); ok && !valuer {
			list := make([]any, rv.Len())
			for i := range list {
				list[i] = rv.Index(i).Interface()
			}
			return list, true
		}
	case reflect.Pointer, reflect.Struct:
		if _, ok := j.kindOf(rv.Type()); ok {
			if rv = one(rv); !rv.IsValid() {
				return nil, true
			}
			return rv.Interface(), true
		}
	}
	return j.expr(v)
}

// args is for the arguments of SQL.
func (j *joiner) args(vars []any) (out []any, changed bool) {
	out = vars
	for i, v := range vars {
		if v, ok := j.arg(v); ok {
			if !changed {
				out, changed = slices.Clone(vars), true
			}
			out[i] = v
		}
	}
	return out, changed
}

func (j *joiner) arg(v any) (_ any, changed bool) {
	switch v := v.(type) {
	case nil:
		return nil, false
	case sql.NamedArg:
		v.Value, changed = j.arg(v.Value)
		return v, changed
	case map[string]any:
		out := maps.Clone(v)
		for name, x := range v {
			if x, ok := j.arg(x); ok {
				out[name], changed = x, true
			}
		}
		return out, changed
	case clause.Expression, *gorm.DB, []any:
		return j.expr(v)
	case driver.Valuer:
		return v, false
	}
	switch t := reflect.TypeOf(v); t.Kind() {
	case reflect.Array:
		if _, ok := j.kinds[t]; ok {
			return whole{v}, true
		}
		fallthrough
	case reflect.Slice:
		j.unsure = j.unsure || t.Elem().Kind() == reflect.Uint8 && reflect.ValueOf(v).Len() == len(uuid.UUID{})
	case reflect.Struct, reflect.Pointer:
		j.unsure = true // of named arguments, or a query of GORM's generics
	}
	return v, false
}

// subquery is for a query in SQL of its own, in which GORM looks for "(?)" once more. Other
// queries have clauses.
func (j *joiner) subquery(db *gorm.DB) (any, bool) {
	if db.Statement.SQL.Len() == 0 {
		return db, false
	}
	if err := listed(db.Statement.Vars); err != nil {
		return refusal{err}, true
	}
	vars, changed := j.args(db.Statement.Vars)
	if changed {
		db = db.WithContext(db.Statement.Context) // a copy
		db.Statement.Vars = vars
	}
	return db, changed
}

// together returns the condition that in was, if its values are the bytes of a UUID. It may
// be one that is refused.
func (j *joiner) together(in clause.IN) (eq clause.Eq, ok bool) {
	n := len(in.Values)
	if n == 0 || reflect.TypeOf(in.Values[0]) != reflect.TypeFor[uint8]() {
		return eq, false
	}
	var u uuid.UUID
	for i := range min(n, len(u)) {
		u[i], _ = in.Values[i].(uint8)
	}
	eq.Column, eq.Value = in.Column, u
	is, named := "a column that the model does not have", j.apart
	if f := j.field(in.Column); f != nil {
		t := f.IndirectFieldType
		is = fmt.Sprintf("%s.%s (%s)", f.Schema.Name, f.Name, f.FieldType)
		if _, named = j.kindOf(t); named {
			v := reflect.New(t).Elem() // as FirstOrCreate assigns it
			id := v
			if t.Kind() == reflect.Struct {
				id = v.Field(0)
				v.Field(1).SetBool(true)
			}
			id.Set(reflect.ValueOf(u).Convert(id.Type()))
			eq.Value = v.Interface()
		} else if reflect.Bool <= t.Kind() && t.Kind() <= reflect.Float64 {
			return eq, false // numbers
		}
		if named && n != len(u) { // such as text in a []byte
			eq.Value = refusef("a list of %d numbers for %s: convert it to a UUID", n, is)
			return eq, true
		}
	}
	if n == len(u) && !named {
		eq.Value = refusef("a list of 16 numbers for %s may be a UUID: name its type in NewPlugin, or write %q", is, "id = ?")
	}
	return eq, n == len(u)
}

// field returns the model's field for a column of its table, or nil.
func (j *joiner) field(column any) *schema.Field {
	c, ok := column.(clause.Column)
	if name, isName := column.(string); isName {
		c.Name = name
	} else if !ok {
		return nil
	}
	if dot := strings.LastIndexByte(c.Name, '.'); dot >= 0 {
		c.Table, c.Name = c.Name[:dot], c.Name[dot+1:]
	}
	switch s := j.schema; {
	case s == nil || c.Table != "" && c.Table != clause.CurrentTable && c.Table != j.table && c.Table != s.Table:
		return nil
	case c.Name != clause.PrimaryKey:
		return s.LookUpField(c.Name)
	case s.PrioritizedPrimaryField != nil || len(s.DBNames) == 0:
		return s.PrioritizedPrimaryField
	default:
		return s.FieldsByDBName[s.DBNames[0]] // as gorm.Statement.QuoteTo chooses
	}
}

// isText reports whether SQL is a UUID's text. All its digits may be decimal: then it is a
// number, and true.
func isText(sql string) bool {
	if len(sql) < 32 || len(sql) > 45 {
		return false
	}
	_, err := uuid.Parse(sql)
	return err == nil
}

// listed returns an error if there are 16 numbers in a row.
func listed(vars []any) error {
	n := 0
	for _, v := range vars {
		if _, ok := v.(uint8); !ok {
			n = 0
		} else if n++; n == len(uuid.UUID{}) {
			return errors.New(`gormtype: a list of 16 numbers in SQL may be a UUID: write "IN ?" or "IN (?)" of a list, convert the UUID to gormtype.UUID, or convert the numbers to int`)
		}
	}
	return nil
}

// A refusal stands in for what cannot be written. GORM drops the errors of a subquery, so
// what is written instead is nowhere SQL: the program gets the database's syntax error.
type refusal struct{ err error }

func refusef(format string, args ...any) refusal {
	return refusal{fmt.Errorf("gormtype: "+format, args...)}
}

// Build implements [clause.Expression].
func (r refusal) Build(b clause.Builder) {
	b.AddError(r.err)
	b.WriteString(" gormtype refused it")
}

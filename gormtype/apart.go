package gormtype

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"

	"github.com/uuidkit/uuidkit/uuid"
)

// GORM takes a UUID whose Value is not text, such as the standard library's, for a list of
// 16 numbers: an inline id and a map's value when it makes the condition, and the argument
// of "(?)" when it writes the SQL. A joiner puts the first together, and keeps the second
// from it.

// whole is an argument that GORM does not take apart, because it has a Value.
type whole struct{ v any }

// Value implements [driver.Valuer]. The plugin converts a whole before anybody asks.
func (w whole) Value() (driver.Value, error) { return w.v, nil }

// A joiner is for a statement, whose model it may know.
type joiner struct {
	*plugin
	schema *schema.Schema
	table  string
	from   bool  // the clause has GORM's own conditions of a join
	unsure bool  // among the arguments may be a list of 16 numbers that is a UUID
	err    error // why the statement is refused
}

func (j *joiner) refuse(err error) { j.err = errors.Join(j.err, err) }

var (
	expression = reflect.TypeFor[clause.Expression]()
	clauses    = reflect.TypeFor[clause.Expr]().PkgPath()
)

// expr returns a copy of e, which is an argument or has some, with the UUIDs whole, or
// nothing of use if that changes nothing. Clauses are shared by sessions.
func (j *joiner) expr(e any) (_ any, changed bool) {
	switch x := e.(type) {
	case nil, string, bool, int, int64, uint, uint8, float64, time.Time, *time.Time, clause.Column, clause.Table:
		return nil, false // most arguments, without reflection
	case raw: // of a subquery
		return whole{x}, true
	case clause.IN:
		if eq, ok := j.together(x); ok {
			return eq, true
		}
	case clause.Eq:
		if v, ok := j.equal(x.Value); ok {
			e, changed = clause.Eq{Column: x.Column, Value: v}, true
		}
	case clause.Neq:
		if eq, ok := j.expr(clause.Eq(x)); ok {
			return clause.Neq(eq.(clause.Eq)), true
		}
		return nil, false
	case clause.Expr:
		if len(x.Vars) == 0 && len(x.SQL) >= 32 && len(x.SQL) <= 45 {
			// Its digits may all be decimal: then it is a number, and true.
			if _, err := uuid.Parse(x.SQL); err == nil {
				j.refuse(errors.New(`gormtype: the text of a UUID as a condition is SQL to GORM: parse it, or write "id = ?"`))
			}
		}
	case sql.NamedArg:
		v, ok := j.expr(x.Value)
		x.Value = v
		return x, ok
	case map[string]any:
		for name, v := range x {
			if v, ok := j.expr(v); ok {
				if !changed {
					x, changed = maps.Clone(x), true
				}
				x[name] = v
			}
		}
		return x, changed
	case *gorm.DB:
		return j.subquery(x)
	case gorm.Valuer: // has another expression
		j.unsure = j.unsure || own[reflect.TypeOf(e)] == ""
		return nil, false
	}
	v, t := reflect.ValueOf(e), reflect.TypeOf(e)
	switch e.(type) {
	case clause.Expression:
		switch {
		case t.PkgPath() == clauses:
			if x, ok := j.parts(v); ok {
				return x, true
			}
			return e, changed
		case t.Kind() == reflect.Pointer && !v.IsNil() && t.Elem().Implements(expression):
			return j.expr(v.Elem().Interface())
		}
		j.unsure = true // somebody else's
	case driver.Valuer:
	default:
		switch t.Kind() {
		case reflect.Array:
			if _, ok := j.kinds[t]; ok {
				return whole{e}, true
			}
			j.unsure = j.unsure || v.Len() == len(uuid.UUID{})
		case reflect.Slice:
			j.unsure = j.unsure || t.Elem().Kind() == reflect.Uint8 && v.Len() == len(uuid.UUID{})
			return j.parts(v)
		case reflect.Struct: // of named arguments
			j.unsure = true
		case reflect.Pointer:
			j.unsure = j.unsure || t.Elem().Kind() == reflect.Struct
		}
	}
	return nil, false
}

// parts is expr for the elements of a slice, or the fields of a struct of package clause.
func (j *joiner) parts(v reflect.Value) (_ any, changed bool) {
	t := v.Type()
	n, part := 0, reflect.Value.Index
	switch {
	case t.Kind() == reflect.Struct:
		n, part = v.NumField(), reflect.Value.Field
	case t.Kind() == reflect.Slice && t.Elem() != reflect.TypeFor[clause.Column]():
		n = v.Len()
	}
	out := v
	for i := range n {
		x, ok := j.part(part(v, i))
		if !ok {
			continue
		}
		if !reflect.TypeOf(x).AssignableTo(part(v, i).Type()) {
			j.unsure = true
			continue
		}
		if !changed {
			changed = true
			out = reflect.New(t).Elem()
			if out.Set(v); t.Kind() == reflect.Slice {
				out.Set(reflect.AppendSlice(reflect.MakeSlice(t, 0, n), v))
			}
		}
		part(out, i).Set(reflect.ValueOf(x))
	}
	if !changed {
		return nil, false
	}
	return out.Interface(), true
}

// part is expr for a value that is not an interface's, as long as it can be.
func (j *joiner) part(v reflect.Value) (_ any, changed bool) {
	t := v.Type()
	switch t.Kind() {
	case reflect.Struct, reflect.Slice:
		if t.PkgPath() == clauses && !t.Implements(expression) || t.Kind() == reflect.Slice && t.Name() == "" {
			return j.parts(v)
		}
		fallthrough
	case reflect.Interface, reflect.Pointer:
		return j.expr(v.Interface())
	}
	return nil, false
}

// equal is for the value of =. GORM asks a Value whether it is NULL, which sql.Null does not
// know of a UUID that has none, and writes a list only if it is a []any.
func (j *joiner) equal(v any) (any, bool) {
	rv := reflect.ValueOf(v)
	switch rv.Kind() {
	case reflect.Slice:
		_, id := j.kindOf(rv.Type().Elem())
		if _, valuer := v.(driver.Valuer); id != nil && !valuer { // which is an array of PostgreSQL's
			list := make([]any, rv.Len())
			for i := range list {
				list[i] = rv.Index(i).Interface()
			}
			return list, true
		}
	case reflect.Pointer, reflect.Struct:
		if _, id := j.kindOf(rv.Type()); id != nil {
			if rv = one(rv); !rv.IsValid() {
				return nil, true
			}
			return rv.Interface(), true
		}
	}
	return nil, false
}

// subquery is for a query in SQL of its own, in which GORM looks for "(?)" once more. Other
// queries have clauses.
func (j *joiner) subquery(db *gorm.DB) (any, bool) {
	if db.Statement.SQL.Len() == 0 {
		return nil, false
	}
	j.refuse(listed(db.Statement.Vars))
	vars, changed := j.parts(reflect.ValueOf(db.Statement.Vars))
	if changed {
		db = db.WithContext(db.Statement.Context) // a copy
		db.Statement.Vars = vars.([]any)
	}
	return db, changed
}

// together returns the condition that in was, if its values are the bytes of a UUID, and
// refuses it if they may be.
func (j *joiner) together(in clause.IN) (_ any, changed bool) {
	var u uuid.UUID
	n := len(in.Values)
	for i, v := range in.Values {
		b, ok := v.(uint8)
		if !ok {
			return nil, false
		}
		u[i%len(u)] = b
	}
	f, inline := j.field(in.Column)
	is := "a column of an unknown model"
	if f != nil {
		t := f.IndirectFieldType
		is = fmt.Sprintf("%s.%s (%s)", f.Schema.Name, f.Name, f.FieldType)
		_, id := j.kindOf(t)
		switch f.GORMDataType {
		case schema.Bool, schema.Int, schema.Uint, schema.Float:
			if !inline || t.Kind() == reflect.Uint8 { // as of a Preload
				return nil, false
			}
		}
		if id != nil && n == len(u) {
			v := reflect.New(t).Elem() // as FirstOrCreate assigns it
			set(v, u)
			return clause.Eq{Column: in.Column, Value: v.Interface()}, true
		} else if id != nil && n > 0 { // such as text in a []byte
			j.refuse(fmt.Errorf("gormtype: a list of %d numbers for %s: convert it to a UUID", n, is))
			return nil, false
		}
	}
	if n == len(u) && !(f == nil && j.from) {
		j.refuse(fmt.Errorf("gormtype: a list of 16 numbers for %s may be a UUID: name its type in NewPlugin, Check the model of its table, or write %q", is, "id = ?"))
	}
	return nil, false
}

// field returns the field of a column, of the statement's model, a relation's or that of a
// table, or nil, and whether the column was not named.
func (j *joiner) field(column any) (_ *schema.Field, inline bool) {
	c, _ := column.(clause.Column)
	if name, ok := column.(string); ok {
		c.Name = name
	}
	if dot := strings.LastIndexByte(c.Name, '.'); dot >= 0 {
		c.Table, c.Name = c.Name[:dot], c.Name[dot+1:]
	}
	model, inline := j.schema, c.Name == clause.PrimaryKey
	switch {
	case c.Table == "" || c.Table == clause.CurrentTable || c.Table == j.table:
		c.Table = j.table
	case model != nil && c.Table != model.Table:
		model = relation(model, c.Table)
	}
	used, _ := j.models.Load(c.Table)
	table, _ := used.(*schema.Schema)
	for _, s := range []*schema.Schema{model, table} {
		if s == nil {
			continue
		}
		name := c.Name
		if inline && s.PrioritizedPrimaryField != nil {
			name = s.PrioritizedPrimaryField.DBName
		} else if inline && len(s.DBNames) > 0 { // as gorm.Statement.QuoteTo chooses
			name = s.DBNames[0]
		}
		if f := s.LookUpField(name); f != nil {
			return f, inline
		}
	}
	return nil, inline
}

// relation returns the model to which a relation's name or path leads, or nil.
func relation(s *schema.Schema, path string) *schema.Schema {
	for _, name := range strings.Split(path, ".") {
		if s == nil || s.Relationships.Relations[name] == nil {
			return nil
		}
		s = s.Relationships.Relations[name].FieldSchema
	}
	return s
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

// Build implements [clause.Expression].
func (r refusal) Build(b clause.Builder) {
	b.AddError(r.err)
	b.WriteString(" gormtype refused it")
}

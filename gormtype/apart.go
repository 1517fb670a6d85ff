package gormtype

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"go/ast"
	"maps"
	"reflect"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"

	"github.com/uuidkit/uuidkit/uuid"
)

// GORM takes a value whose Value is not text, such as the standard library's UUID, for a
// list of 16 numbers: an inline id and a map's value when it makes the condition, and the
// argument of "(?)" when it writes the SQL.

// takenApart reports whether v is such a value.
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

// A joiner puts UUIDs together that GORM has taken apart, and makes others whole. It
// returns whether it has changed something, and then a copy: clauses are shared by
// sessions.
type joiner struct {
	*plugin
	schema *schema.Schema // of the model, or nil
	table  string
	unsure bool // there may be a list of 16 numbers among the arguments that is a UUID
}

// each applies f to a list. It copies the list if f changes something.
func each[T any](list []T, f func(T) (T, bool)) (out []T, changed bool) {
	out = list
	for i, v := range list {
		if v, ok := f(v); ok {
			if !changed {
				out, changed = slices.Clone(list), true
			}
			out[i] = v
		}
	}
	return out, changed
}

func (j *joiner) expr(e clause.Expression) (_ clause.Expression, changed bool) {
	switch e := e.(type) {
	case nil, clause.Insert, clause.Update, clause.Delete, clause.Limit, clause.Returning, clause.Locking:
	case clause.Where:
		if e.Exprs, changed = each(e.Exprs, j.expr); changed {
			return e, true
		}
	case clause.AndConditions:
		if e.Exprs, changed = each(e.Exprs, j.expr); changed {
			return e, true
		}
	case clause.OrConditions:
		if e.Exprs, changed = each(e.Exprs, j.expr); changed {
			return e, true
		}
	case clause.NotConditions:
		if e.Exprs, changed = each(e.Exprs, j.expr); changed {
			return e, true
		}
	case clause.CommaExpression:
		if e.Exprs, changed = each(e.Exprs, j.expr); changed {
			return e, true
		}
	case clause.Eq:
		if e.Value, changed = j.equal(e.Value); changed {
			return e, true
		}
	case clause.Neq:
		if e.Value, changed = j.equal(e.Value); changed {
			return e, true
		}
	case clause.IN:
		if eq, ok := j.together(e); ok {
			return eq, true
		}
		if e.Values, changed = each(e.Values, j.value); changed {
			return e, true
		}
	case clause.Expr:
		if len(e.Vars) == 0 && isText(e.SQL) {
			return refusef("the text of a UUID as a condition is SQL to GORM: parse it, or write %q", "id = ?"), true
		}
		if e.Vars, changed = each(e.Vars, j.value); changed {
			return e, true
		}
	case clause.NamedExpr:
		names, named := j.names(e)
		if e.Vars, changed = each(e.Vars, j.value); named {
			e.Vars = append(slices.Clip(e.Vars), names)
		}
		if changed || named {
			return e, true
		}
	case clause.Select:
		if e.Expression, changed = j.expr(e.Expression); changed {
			return e, true
		}
	case clause.OrderBy:
		if e.Expression, changed = j.expr(e.Expression); changed {
			return e, true
		}
	case clause.GroupBy:
		if e.Having, changed = each(e.Having, j.expr); changed {
			return e, true
		}
	case clause.From:
		if e.Joins, changed = each(e.Joins, j.join); changed {
			return e, true
		}
	case clause.Values:
		if e.Values, changed = each(e.Values, func(row []any) ([]any, bool) { return each(row, j.written) }); changed {
			return e, true
		}
	case clause.Set:
		if e, changed = each(e, j.assignment); changed {
			return e, true
		}
	case clause.OnConflict:
		var a, b, c bool
		e.Where.Exprs, a = each(e.Where.Exprs, j.expr)
		e.TargetWhere.Exprs, b = each(e.TargetWhere.Exprs, j.expr)
		e.DoUpdates, c = each(e.DoUpdates, j.assignment)
		if a || b || c {
			return e, true
		}
	default:
		if rv := reflect.ValueOf(e); rv.Kind() == reflect.Pointer && !rv.IsNil() {
			if pointee, ok := rv.Elem().Interface().(clause.Expression); ok {
				return j.expr(pointee)
			}
		}
		j.unsure = true
	}
	return e, false
}

func (j *joiner) join(in clause.Join) (_ clause.Join, changed bool) {
	var a, b bool
	in.ON.Exprs, a = each(in.ON.Exprs, j.expr)
	in.Expression, b = j.expr(in.Expression)
	return in, a || b
}

func (j *joiner) assignment(a clause.Assignment) (_ clause.Assignment, changed bool) {
	a.Value, changed = j.written(a.Value)
	return a, changed
}

// written is for a value of an insert or an update, which GORM does not take apart.
func (j *joiner) written(v any) (any, bool) {
	switch v.(type) {
	case clause.Expression, *gorm.DB, []any:
		return j.value(v)
	}
	return v, false
}

// equal is for the value of =. GORM asks a Value whether it is NULL, which sql.Null does not
// know of a UUID that has none, and writes a list only if it is a []any.
func (j *joiner) equal(v any) (any, bool) {
	rv := reflect.ValueOf(v)
	switch rv.Kind() {
	case reflect.Slice:
		if _, ok := j.kindOf(rv.Type().Elem()); ok {
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
	return j.written(v)
}

// value is for an argument.
func (j *joiner) value(v any) (any, bool) {
	switch v := v.(type) {
	case nil, string, bool, int, int64, uint8, uint, float64:
		return v, false
	case clause.Expression:
		return j.expr(v)
	case *gorm.DB:
		return j.subquery(v)
	case []any:
		return each(v, j.value)
	case sql.NamedArg, driver.Valuer:
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
		j.unsure = true // a query of GORM's generics
	}
	return v, false
}

// subquery is for a query in SQL of its own, in which GORM once more looks for "(?)".
// Another one has clauses.
func (j *joiner) subquery(db *gorm.DB) (any, bool) {
	if db.Statement.SQL.Len() == 0 {
		return db, false
	}
	if err := listed(db.Statement.Vars); err != nil {
		return refusal{err}, true
	}
	vars, changed := each(db.Statement.Vars, j.value)
	if !changed {
		return db, false
	}
	db = db.WithContext(db.Statement.Context) // a copy
	db.Statement.Vars = vars
	return db, true
}

// names returns the named arguments, if there is one that GORM would take apart.
func (j *joiner) names(e clause.NamedExpr) (names map[string]any, changed bool) {
	names = make(map[string]any)
	for _, v := range e.Vars {
		switch v := v.(type) {
		case sql.NamedArg:
			names[v.Name] = v.Value
		case map[string]any:
			maps.Copy(names, v)
		default:
			addFields(names, reflect.Indirect(reflect.ValueOf(v)))
		}
	}
	for name, v := range names {
		if v, ok := j.value(v); ok {
			names[name], changed = v, true
		}
	}
	return names, changed
}

// addFields adds the fields of a struct, as GORM does.
func addFields(names map[string]any, rv reflect.Value) {
	if rv.Kind() != reflect.Struct {
		return
	}
	for i := range rv.NumField() {
		if f := rv.Type().Field(i); ast.IsExported(f.Name) {
			names[f.Name] = rv.Field(i).Interface()
			if f.Anonymous {
				addFields(names, reflect.Indirect(rv.Field(i)))
			}
		}
	}
}

// together returns the condition that in was, if its values are the bytes of a UUID. It may be
// one that is refused.
func (j *joiner) together(in clause.IN) (eq clause.Eq, ok bool) {
	n := len(in.Values)
	if n == 0 || reflect.TypeOf(in.Values[0]) != reflect.TypeFor[uint8]() {
		return eq, false
	}
	refuse := func(what string) (clause.Eq, bool) {
		return clause.Eq{Column: in.Column, Value: refusef("a list of %d numbers for %s: name its type in NewPlugin, or convert it to gormtype.UUID", n, what)}, true
	}
	f := j.field(in.Column)
	if f == nil {
		switch {
		case n != len(uuid.UUID{}):
			return eq, false
		case !j.apart:
			return refuse("a column that the model does not have may be a UUID")
		}
		return clause.Eq{Column: in.Column, Value: sixteen(in.Values)}, true
	}
	t := f.IndirectFieldType
	name := fmt.Sprintf("%s.%s (%s)", f.Schema.Name, f.Name, f.FieldType)
	switch _, ok := j.kindOf(t); {
	case ok && n != len(uuid.UUID{}):
		return refuse(name + " is not a UUID")
	case ok:
		v := reflect.New(t).Elem() // as FirstOrCreate assigns it
		id := v
		if t.Kind() == reflect.Struct {
			id = v.Field(0)
			v.Field(1).SetBool(true)
		}
		id.Set(reflect.ValueOf(sixteen(in.Values)).Convert(id.Type()))
		return clause.Eq{Column: in.Column, Value: v.Interface()}, true
	case n == len(uuid.UUID{}) && (t.Kind() < reflect.Bool || t.Kind() > reflect.Float64):
		return refuse(name + " may be a UUID")
	}
	return eq, false
}

func sixteen(values []any) (u uuid.UUID) {
	for i, v := range values {
		u[i], _ = v.(uint8)
	}
	return u
}

// field returns the model's field for a column of its table, or nil.
func (j *joiner) field(column any) *schema.Field {
	var c clause.Column
	switch column := column.(type) {
	case clause.Column:
		c = column
	case string:
		c.Name = column
	}
	if dot := strings.LastIndexByte(c.Name, '.'); dot >= 0 {
		c.Table, c.Name = c.Name[:dot], c.Name[dot+1:]
	}
	switch {
	case j.schema == nil || c.Table != "" && c.Table != clause.CurrentTable && c.Table != j.table && c.Table != j.schema.Table:
		return nil
	case c.Name != clause.PrimaryKey:
		return j.schema.LookUpField(c.Name)
	case j.schema.PrioritizedPrimaryField != nil || len(j.schema.DBNames) == 0:
		return j.schema.PrioritizedPrimaryField
	}
	return j.schema.FieldsByDBName[j.schema.DBNames[0]] // as gorm.Statement.QuoteTo chooses
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
			return errors.New("gormtype: a list of 16 numbers in SQL may be a UUID: write IN ? without parentheses or convert it to gormtype.UUID, or the numbers to int")
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

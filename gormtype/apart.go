package gormtype

import (
	"cmp"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
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
	stmt      *gorm.Statement // nil where it has no values
	schema    *schema.Schema
	table     string
	qualified string        // table with its schema or database, if the statement has it
	elsewhere bool          // the table is not known to be the model's
	to        *schema.Field // it is at what this field is compared with, or set to
	in        reflect.Type  // by this struct of package clause
	from      bool          // the clause has GORM's own conditions of a join
	sql       bool          // it is at the arguments of SQL
	unsure    bool          // among the arguments may be a list of 16 numbers that is a UUID
	err       error         // why the statement is refused
}

func (j *joiner) refuse(err error) { j.err = errors.Join(j.err, err) }

// expr returns a copy of e, which is an argument or has some, with the UUIDs whole, or
// nothing of use if that changes nothing. Clauses are shared by sessions.
func (j *joiner) expr(e any) (_ any, changed bool) {
	if j.to != nil {
		if x, ok := j.fit(e); ok {
			return x, true
		}
	}
	switch x := e.(type) {
	case nil, string, bool, int, int64, uint, uint8, float64, time.Time, *raw, clause.Column, clause.Table:
		return nil, false // most arguments, without reflection
	case raw: // the NULL of a subquery
		return whole{x}, true
	case *gorm.DB:
		return j.subquery(x)
	case sql.NamedArg:
		x.Value, changed = j.expr(x.Value)
		return x, changed
	case map[string]any:
		x = maps.Clone(x)
		for name, v := range x {
			if v, ok := j.expr(v); ok {
				x[name], changed = v, true
			}
		}
		return x, changed
	case clause.IN:
		if eq, ok := j.together(x); ok {
			return eq, true
		}
		if columns, ok := x.Column.([]clause.Column); ok {
			return j.tuples(columns, x)
		}
	case clause.Values:
		return j.rows(x)
	case clause.Expr:
		if n := len(x.SQL); len(x.Vars) == 0 && n >= 32 && n <= 45 {
			// Its digits may all be decimal: then it is a number, and true.
			if _, err := uuid.Parse(x.SQL); err == nil {
				j.refuse(errors.New(`gormtype: the text of a UUID as a condition is SQL to GORM: parse it, or write "id = ?"`))
			}
		}
	}
	return j.reflected(e)
}

// reflected is expr for an argument of no type that expr knows.
func (j *joiner) reflected(e any) (_ any, changed bool) {
	v, t := reflect.ValueOf(e), reflect.TypeOf(e)
	if _, id := j.kindOf(t); id != nil {
		switch u := one(v); {
		case !u.IsValid():
		case !id.Implements(reflect.TypeFor[driver.Valuer]()) && (j.sql || t.Kind() != reflect.Array):
			// Nor does a sql.Null know the Value of a UUID that has none: to GORM it is NULL.
			return whole{u.Interface()}, true
		case (j.in == reflect.TypeFor[clause.Eq]() || j.in == reflect.TypeFor[clause.Neq]()) && j.one(e).IsValid() && isNull(e):
			return whole{e}, true
		}
		return nil, false
	}
	_, isExpr := e.(clause.Expression)
	_, hasExpr := e.(gorm.Valuer)
	_, isValue := e.(driver.Valuer)
	switch kind := t.Kind(); {
	case isValue && !isExpr && !hasExpr, kind == reflect.Pointer && v.IsNil():
	case kind == reflect.Pointer && !hasExpr && (!isExpr || t.Elem().Implements(reflect.TypeFor[clause.Expression]())):
		return j.expr(v.Elem().Interface())
	case kind == reflect.Slice && !isExpr && !hasExpr, isExpr && t.PkgPath() == clauses:
		return j.parts(v)
	case hasExpr && j.value(): // as GORM will ask for it, in a row or an assignment, which FirstOrCreate does not read
		x := e.(gorm.Valuer).GormValue(j.stmt.Context, j.stmt.DB)
		if y, ok := j.expr(x); ok {
			return y, true
		}
		return x, true
	case isExpr, hasExpr, j.sql && (kind == reflect.Struct || kind == reflect.Array): // which hides its arguments, or is a list
		j.unsure = true
	}
	return nil, false
}

// isNull reports whether e is NULL to GORM's Eq and Neq, which drop the error of a Value.
func isNull(e any) bool {
	valuer, ok := e.(driver.Valuer)
	if !ok {
		return false
	}
	value, _ := valuer.Value()
	return value == nil
}

// value reports whether it is at the value of a column.
func (j *joiner) value() bool {
	return j.stmt != nil && (j.in == reflect.TypeFor[clause.Values]() || j.in == reflect.TypeFor[clause.Assignment]())
}

// subquery is expr for SQL of its own, where GORM looks for "(?)" once more, or for clauses.
func (j *joiner) subquery(db *gorm.DB) (_ any, changed bool) {
	if db.Statement.SQL.Len() > 0 {
		j.unsure = true
		if e, ok := j.expr(clause.Expr{SQL: "?", Vars: db.Statement.Vars}); ok {
			db = db.WithContext(db.Statement.Context) // a copy
			db.Statement.Vars, changed = e.(clause.Expr).Vars, true
		}
	}
	return db, changed
}

const clauses = "gorm.io/gorm/clause" // the package

// parts is expr for a slice, and for the fields of a struct of package clause.
func (j *joiner) parts(v reflect.Value) (_ any, changed bool) {
	t, n, part := v.Type(), v.NumField, reflect.Value.Field
	if t.Kind() == reflect.Slice {
		n, part = v.Len, reflect.Value.Index
		elem := t.Elem()
		if elem.Kind() == reflect.Uint8 {
			j.unsure = j.unsure || j.sql && v.Len() == len(uuid.UUID{})
			return nil, false
		}
		if _, id := j.kindOf(elem); v.Len() > 0 && (id != nil || j.texts(elem)) {
			return j.list(v), true
		}
	}
	defer func(sql bool, to *schema.Field, in reflect.Type) { j.sql, j.to, j.in = sql, to, in }(j.sql, j.to, j.in)
	if t.Kind() == reflect.Struct {
		j.to, j.in = nil, t
	}
	j.sql = j.sql || t == reflect.TypeFor[clause.Expr]() || t == reflect.TypeFor[clause.NamedExpr]()
	out := v
	for i := range n() {
		var x any
		ok, p := false, part(v, i)
		switch kind, of := p.Kind(), p.Type(); {
		case kind == reflect.Slice && of.Name() == "", kind == reflect.Struct && of.PkgPath() == clauses && !of.Implements(reflect.TypeFor[clause.Expression]()):
			x, ok = j.parts(p)
		case kind == reflect.Interface, kind == reflect.Pointer, kind == reflect.Struct, kind == reflect.Slice:
			x, ok = j.expr(p.Interface())
		}
		if ok && !reflect.TypeOf(x).AssignableTo(p.Type()) {
			j.unsure, ok = true, false
		}
		if ok && !changed {
			changed = true
			if out = reflect.New(t).Elem(); t.Kind() == reflect.Slice {
				out = reflect.AppendSlice(out, v)
			} else {
				out.Set(v)
			}
		}
		if ok {
			part(out, i).Set(reflect.ValueOf(x))
		}
		if i == 0 && t.Kind() == reflect.Struct {
			j.to = j.named(p)
		}
	}
	if !changed {
		return nil, false
	}
	return out.Interface(), true
}

// list returns the elements of a slice: = of a list is IN only if it is a []any.
func (j *joiner) list(v reflect.Value) []any {
	list := make([]any, v.Len())
	for i := range list {
		list[i] = v.Index(i).Interface()
		if j.to == nil {
			continue // bind converts it
		}
		if x, ok := j.expr(list[i]); ok {
			list[i] = x
		}
	}
	return list
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
	if f == nil {
		if n == len(u) && !j.from {
			j.refuse(fmt.Errorf(numbers, n, "a column of an unknown model"))
		}
		return nil, false
	}
	_, id := j.kindOf(f.IndirectFieldType)
	isNumber := slices.Contains([]schema.DataType{schema.Bool, schema.Int, schema.Uint, schema.Float}, f.GORMDataType)
	switch {
	case id != nil && n == len(u):
		return clause.Eq{Column: in.Column, Value: j.valueOf(id, u)}, true // as FirstOrCreate assigns it
	case id != nil && n > 0, n == len(u) && (!isNumber || inline && f.IndirectFieldType.Kind() != reflect.Uint8):
		j.refuse(fmt.Errorf(numbers, n, fmt.Sprintf("%s.%s (%s)", f.Schema.Name, f.Name, f.FieldType)))
	}
	return nil, false
}

const numbers = `gormtype: a list of %d numbers for %s may be a UUID: add gormtype.Native of its type to NewPlugin, call gormtype.Check for the model of the table, or write the condition "id = ?"`

// field returns the field of a column, of the statement's model, a relation's or that of a
// table, or nil, and whether it is the key that an inline condition is for.
func (j *joiner) field(column any) (_ *schema.Field, inline bool) {
	var c clause.Column
	switch column := column.(type) {
	case string:
		c.Name = column
	case clause.Column:
		c = column
	case *clause.Column:
		c = *column
	}
	if dot := strings.LastIndexByte(c.Name, '.'); dot >= 0 {
		c.Table, c.Name = c.Name[:dot], c.Name[dot+1:]
	}
	model := j.schema
	if c.Table == "" || c.Table == clause.CurrentTable {
		c.Table = j.table
	} else if model != nil && c.Table != j.table && c.Table != model.Table {
		model = relation(model, c.Table)
	}
	if model == nil {
		model = j.known(c.Table)
	}
	switch {
	case model == nil:
		return nil, false
	case c.Name == clause.PrimaryKey:
		return model.PrioritizedPrimaryField, true
	}
	return model.LookUpField(c.Name), false
}

// known is the plugin's, also of the statement's table with its schema or database.
func (j *joiner) known(table string) *schema.Schema {
	if table == j.table {
		return cmp.Or(j.plugin.known(j.qualified), j.plugin.known(table))
	}
	return j.plugin.known(table)
}

var unquote = strings.NewReplacer("`", "", `"`, "", "[", "", "]", "")

// qualified returns the name of a statement's table with its schema or database, which GORM cuts off.
func qualified(stmt *gorm.Statement) string {
	if e := stmt.TableExpr; e != nil && strings.Contains(e.SQL, ".") {
		if name := unquote.Replace(e.SQL); strings.HasSuffix(name, "."+stmt.Table) {
			return name
		}
	}
	return stmt.Table
}

const nested = "__" // see utils.NestedRelationName

// relation returns the model to which a relation's name or path leads, or nil. In a path GORM
// separates the names by a dot in Joins, and by nested in the table's alias.
func relation(s *schema.Schema, path string) *schema.Schema {
	if s := relatedBy(s, path); s != nil {
		return s
	}
	for _, name := range strings.Split(strings.ReplaceAll(path, nested, "."), ".") {
		s = relatedBy(s, name)
	}
	return s
}

// relatedBy returns the model of the relation of this name, or nil. As in GORM, a field of the model itself
// comes before one of a struct that it embeds.
func relatedBy(s *schema.Schema, name string) (to *schema.Schema) {
	if s == nil {
		return nil
	}
	for rel := range relations(s) {
		if own := len(rel.Field.BindNames) == 1; rel.Name == name && (to == nil || own) {
			to = rel.FieldSchema
		}
	}
	return to
}

// refuse writes what is nowhere SQL: GORM drops the errors of a subquery, and the program
// gets the database's syntax error.
func refuse(stmt *gorm.Statement, err error) {
	if err != nil {
		stmt.AddError(err)
		stmt.WriteString(" gormtype refused it")
	}
}

package gormtype

import (
	"cmp"
	"database/sql/driver"
	"fmt"
	"reflect"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"

	"github.com/uuidkit/uuidkit/uuid"
)

// A condition or an assignment that names a field is written as the field is stored: the
// text of a UUID as bytes, which no text equals, or as canonical text, which databases compare by
// case, and a UUID as text for a field of text.

// named returns the field that a clause's first part names, if what is compared with it, or
// assigned to it, may be another form of a UUID.
func (j *joiner) named(column reflect.Value) *schema.Field {
	var f *schema.Field
	switch {
	case column.Kind() == reflect.Interface:
		f, _ = j.field(column.Interface())
	case column.Type() == reflect.TypeFor[clause.Column]() && column.CanAddr():
		f, _ = j.field(column.Addr().Interface())
	}
	if j.strange(f) {
		if s := j.known(j.table); s != nil {
			f = s.LookUpField(f.DBName)
		}
	}
	if f != nil && !isText(f) {
		if _, id := j.kindOf(f.IndirectFieldType); id == nil {
			return nil
		}
	}
	return f
}

// strange reports whether a field is the statement's model's, whose table is not known to be the statement's:
// the column may be of another form.
func (j *joiner) strange(f *schema.Field) bool {
	return f != nil && f.Schema == j.schema && j.elsewhere
}

// isText reports whether a field is a string, or GORM writes it as one, as it does a sql.NullString.
// It says so of each field with a serializer, too.
func isText(f *schema.Field) bool {
	return f.IndirectFieldType.Kind() == reflect.String || f.GORMDataType == schema.String && f.Serializer == nil
}

// texts reports whether a list of elem is text, or has it as its Value, and the field is a UUID.
func (j *joiner) texts(elem reflect.Type) bool {
	if j.to == nil {
		return false
	}
	if elem.Kind() == reflect.Pointer {
		elem = elem.Elem()
	}
	_, id := j.kindOf(j.to.IndirectFieldType)
	return id != nil && (elem.Kind() == reflect.String || elem.Implements(reflect.TypeFor[driver.Valuer]()))
}

// rows is expr for the rows of an INSERT, whose columns name fields.
func (j *joiner) rows(values clause.Values) (_ any, changed bool) {
	j.in = reflect.TypeFor[clause.Values]()
	defer func() { j.in = nil }()
	for i, row := range values.Values {
		if len(row) != len(values.Columns) {
			continue // no statement
		}
		if row, ok := j.row(values.Columns, row); ok {
			if !changed {
				values.Values, changed = slices.Clone(values.Values), true
			}
			values.Values[i] = row
		}
	}
	if !changed {
		return nil, false
	}
	return values, true
}

// tuples is expr for a condition of several columns.
func (j *joiner) tuples(columns []clause.Column, in clause.IN) (_ any, changed bool) {
	in.Values = slices.Clone(in.Values)
	for i, v := range in.Values {
		if tuple, ok := v.([]any); ok && len(tuple) == len(columns) {
			in.Values[i], ok = j.row(columns, tuple)
			changed = changed || ok
		} else if v, ok := j.expr(v); ok {
			in.Values[i], changed = v, true
		}
	}
	return in, changed
}

// row makes the values of columns fit, in a copy.
func (j *joiner) row(columns []clause.Column, row []any) (_ []any, changed bool) {
	for i, v := range row {
		j.to = j.named(reflect.ValueOf(&columns[i]).Elem())
		if v, ok := j.expr(v); ok {
			if !changed {
				row, changed = slices.Clone(row), true
			}
			row[i] = v
		}
		j.to = nil
	}
	return row, changed
}

// fit returns v as the field stores it, or nothing of use if it is. Text that is no UUID's is
// refused: no bytes equal it, and FirstOrCreate would make a row without it. Patterns and bounds
// of a column of text need not be a UUID's. So it is with bytes, but for all patterns and bounds. NULL and
// expressions are left.
//
// In a table that may not be the model's, text and bytes are left, too: whoever writes them may know the column. A
// UUID is for the column that the field has, as the rows are which the model fills; for text it is refused.
func (j *joiner) fit(v any) (_ any, changed bool) {
	kind, id := j.kindOf(j.to.IndirectFieldType)
	bytes := id != nil && kind.binary(j.dialect)
	switch v := v.(type) {
	case nil, clause.Expression, *gorm.DB:
		return nil, false
	case []byte:
		if id == nil || v == nil || inexact[j.in] || j.strange(j.to) {
			return nil, false
		}
		u, err := parseBytes(j.to, v)
		j.refuse(err)
		return j.valueOf(id, u), err == nil
	}
	if from, is := j.kindOf(reflect.TypeOf(v)); is != nil {
		one := j.one(v)
		if !one.IsValid() || from.binary(j.dialect) == bytes || id == nil && !j.stored(j.to) {
			return nil, false
		}
		u := one.Convert(reflect.TypeFor[uuid.UUID]()).Interface().(uuid.UUID)
		switch {
		case id != nil:
			return j.valueOf(id, u), true
		case !j.strange(j.to):
			return u.String(), true
		case own[is] == "" && j.err == nil:
			j.refuse(fmt.Errorf("gormtype: %s.%s (%s) is given a UUID, and the table %s may have text or bytes there: call gormtype.Check for the model of that table, or give id.String() or gormtype.UUID(id)", j.to.Schema.Name, j.to.Name, j.to.FieldType, j.table))
		}
		return nil, false
	}
	if id == nil || j.strange(j.to) || !bytes && !kind.text(j.dialect, j.to) {
		return nil, false
	}
	text, ok := textOf(v)
	if !ok {
		return nil, false
	}
	u, err := parse(j.to, text)
	if err != nil && !bytes && inexact[j.in] {
		return nil, false
	}
	j.refuse(err)
	return j.valueOf(id, u), err == nil
}

// inexact are the clauses in which a column is compared with what may be a part of a text.
var inexact = map[reflect.Type]bool{
	reflect.TypeFor[clause.Like](): true, reflect.TypeFor[clause.Gt](): true, reflect.TypeFor[clause.Gte](): true,
	reflect.TypeFor[clause.Lt](): true, reflect.TypeFor[clause.Lte](): true,
}

// text reports whether a field's column takes any text. MySQL's and SQLite's do, if they are not of
// bytes: also MariaDB's uuid, which in a condition equals no text that is no UUID's.
func (k kind) text(dialect string, f *schema.Field) bool {
	column := cmp.Or(k.declared(f), k.native(dialect), k.dataType())
	return dialect == "mysql" || dialect == "sqlite" || classOf(column) == classText
}

// stored reports whether a string is stored as text, which a uuid takes, too: one of a struct for
// results may name the UUID of the table's model, which SQL such as HEX makes text.
func (p *plugin) stored(f *schema.Field) bool {
	if s := p.known(f.Schema.Table); s != nil && s != f.Schema {
		if other := s.LookUpField(f.DBName); other != nil {
			f = other
		}
	}
	if k, id := p.kindOf(f.IndirectFieldType); id != nil {
		return !k.binary(p.dialect)
	}
	return classOf(string(f.DataType)) != classBytes
}

// parse returns the UUID of a text that is for a field.
func parse(f *schema.Field, text string) (uuid.UUID, error) {
	u, err := uuid.Parse(text)
	if err != nil {
		err = fmt.Errorf("gormtype: %s.%s (%s) is given text that is no UUID: %w", f.Schema.Name, f.Name, f.FieldType, err)
	}
	return u, err
}

// parseBytes returns the UUID that bytes for a field are, or are the text of.
func parseBytes(f *schema.Field, b []byte) (uuid.UUID, error) {
	if len(b) == len(uuid.UUID{}) {
		return uuid.UUID(b), nil
	}
	return parse(f, string(b))
}

// valueOf returns u as a type of UUIDs. For a field of nullables it is not one, too: GORM writes IS NULL
// for a sql.Null of a UUID that has no Value. Nor is it one whose Value is NULL in a condition, which nobody
// asked for.
func (j *joiner) valueOf(id reflect.Type, u uuid.UUID) any {
	v := reflect.New(id).Elem()
	set(v, u)
	if x := v.Interface(); j.value() || j.one(x).IsValid() && !isNull(x) {
		return x
	}
	return u
}

// textOf returns the text that v is, points to, or has as its Value.
func textOf(v any) (text string, ok bool) {
	if _, hasExpr := v.(gorm.Valuer); hasExpr {
		return "", false
	}
	rv := reflect.ValueOf(v)
	if valuer, ok := v.(driver.Valuer); ok && (rv.Kind() != reflect.Pointer || !rv.IsNil()) {
		value, err := valuer.Value()
		if err != nil {
			return "", false
		}
		rv = reflect.ValueOf(value)
	}
	rv = reflect.Indirect(rv)
	return rv.String(), rv.Kind() == reflect.String
}

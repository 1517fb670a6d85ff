package gormtype

import (
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// A rewriter gives the UUIDs in a statement's clauses the form of their
// columns. It copies what it changes: clauses are shared by sessions.
type rewriter struct {
	*plugin
	stmt   *gorm.Statement
	within place // the column that is given a piece of SQL, or nil
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
	case clause.Select:
		e.Expression = r.expr(e.Expression)
		return e
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

// in rewrites a list of values, which may be the bytes of one: that is what
// GORM makes of a UUID as an inline condition, or in a map.
func (r rewriter) in(e clause.IN) clause.Expression {
	if u, ok := sixteen(e.Values); ok {
		f, _ := r.field(e.Column)
		if f != nil && reflect.Bool <= f.IndirectFieldType.Kind() && f.IndirectFieldType.Kind() <= reflect.Float64 {
			return e // numbers
		}
		if f == nil {
			return clause.Eq{Column: e.Column, Value: refusef("a list of 16 numbers for a column that the model does not have may be a UUID: write %q", "id = ?")}
		}
		form, err := r.form(r.stmt.DB, f)
		if err == errNotUUID {
			err = refusef("a list of 16 numbers for %s.%s (%s) may be a UUID: write %q", f.Schema.Name, f.Name, f.FieldType, f.DBName+" = ?").err
		}
		if err != nil {
			return clause.Eq{Column: e.Column, Value: refusal{err}}
		}
		return clause.Eq{Column: e.Column, Value: write(form, r.dialect, uuid.NullUUID{UUID: u, Valid: true})}
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

// sixteen returns the UUID whose bytes the values are.
func sixteen(values []any) (u uuid.UUID, ok bool) {
	if len(values) != len(u) {
		return u, false
	}
	for i, v := range values {
		if u[i], ok = v.(uint8); !ok {
			return u, false
		}
	}
	return u, true
}

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
	if one || rv.Kind() != reflect.Slice || rv.Type().Elem().Kind() != reflect.Uint8 || rv.Len() != 16 ||
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
	e.Vars = r.positional(e.SQL, e.Vars, false)
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
	e.Vars = append(e.Vars, last)
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
	// calls give one of their arguments, or compare them: all have one form.
	calls = `(?:coalesce|ifnull|greatest|least)\(\s*`
)

var (
	names = regexp.MustCompile("@([^ ,)\"'`\r\n;]+)")
	// operand is what stands before a placeholder: a column and an operator, and
	// in a list the placeholders before it.
	operand = regexp.MustCompile(`(?i)(?:(?:^|[\s(,])` + column + `\s*(?:<=>|<=|>=|<>|!=|=|<|>|\s(?:not\s+)?(?:in|like|between(?:\s+\?\s+and)?)\b)\s*\(?|\b(?:field\(\s*|` + calls + `)` +
		column + `\s*,|\(([^()]+)\)\s*(?:not\s+)?in)\s*(?:\?\s*,\s*)*$`)
	// result is what stands before a placeholder that is what an expression gives:
	// another call than these may give what has another form.
	result  = regexp.MustCompile(`(?i)^\s*(?:` + calls + `(?:` + column + `\s*,\s*)?(?:\?\s*,\s*)*|case\b[^()]*\s(?:then|else)\s+)?$`)
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

// A place says which form a UUID has there.
type place func(v any) (form, error)

// at is the place of a column.
func (r rewriter) at(column any) place {
	return func(v any) (form, error) {
		f, name := r.field(column)
		if f == nil {
			return r.unknown(v, fmt.Sprintf("column %q", name))
		}
		form, err := r.form(r.stmt.DB, f)
		if err == errNotUUID && f.GORMDataType == schema.String {
			return formText, nil // a string is one
		}
		if err == errNotUUID {
			return r.unknown(v, fmt.Sprintf("%s.%s (%s)", f.Schema.Name, f.Name, f.FieldType))
		}
		return form, err
	}
}

// placeholder is the place at the offset in a piece of SQL: that of the columns
// before it.
func (r rewriter) placeholder(sql string, offset int) place {
	return func(v any) (f form, err error) {
		columns := operands(sql[:offset])
		if columns == "" && r.within != nil && result.MatchString(sql[:offset]) {
			return r.within(v)
		}
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

// unknown is for a UUID of which nothing says where it goes. Where a UUID's
// column takes text that is no question, unless the model has one of bytes.
func (r rewriter) unknown(v any, where string) (form, error) {
	_, binary := unhex(r.dialect)
	if !binary && r.stmt.Schema != nil {
		binary = slices.ContainsFunc(r.stmt.Schema.Fields, func(f *schema.Field) bool {
			form, err := r.form(r.stmt.DB, f)
			return err == nil && form == formBytes
		})
	}
	if !binary && givesBytes(v) {
		return formBytes, nil
	} else if !binary {
		return formText, nil
	}
	return 0, fmt.Errorf("gormtype.Plugin: cannot tell how %s stores a %T: convert it to gormtype.UUID or gormtype.Text", where, v)
}

// givesBytes reports whether v is of a type for columns of bytes, as sqlx.Binary.
func givesBytes(v any) bool {
	rv := reflect.ValueOf(v)
	for rv.Kind() == reflect.Pointer && !rv.IsNil() {
		rv = rv.Elem()
	}
	if valuer, ok := rv.Interface().(driver.Valuer); ok && rv.Kind() != reflect.Pointer {
		value, _ := valuer.Value()
		_, ok := value.([]byte)
		return ok
	}
	return false
}

// field returns the model's field for a column, or nil, and the column's name.
func (r rewriter) field(column any) (*schema.Field, string) {
	var c clause.Column
	switch column := column.(type) {
	case clause.Column:
		c = column
	case string:
		c.Name = quotes.Replace(column)
		if dot := strings.LastIndexByte(c.Name, '.'); dot >= 0 {
			c.Table, c.Name = c.Name[:dot], c.Name[dot+1:]
		}
	}
	if c.Table == "" && strings.Contains(c.Name, ".") {
		return r.field(c.Name) // the key of a map
	}
	s := r.stmt.Schema
	if s == nil {
		return nil, c.Name
	}
	if c.Table != "" && c.Table != clause.CurrentTable && c.Table != r.stmt.Table && c.Table != s.Table {
		return r.common(r.related(s, c.Table), c.Name), c.Table + "." + c.Name
	}
	if c.Name == clause.PrimaryKey {
		// The same choice as that of gorm.Statement.QuoteTo.
		if s.PrioritizedPrimaryField != nil || len(s.DBNames) == 0 {
			return s.PrioritizedPrimaryField, c.Name
		}
		c.Name = s.DBNames[0]
	}
	if r.stmt.Table != s.Table {
		// The table that Table names may be another model's.
		return r.common(append(r.tables(r.stmt.DB, r.stmt.Table), s), c.Name), c.Name
	}
	return lookUp(s, c.Name), c.Name
}

// lookUp returns the field of a column. GORM's LookUpField takes the names of
// fields as well: in SQL such a name can be another column.
func lookUp(s *schema.Schema, column string) *schema.Field {
	if f, ok := s.FieldsByDBName[column]; ok {
		return f
	}
	for _, name := range s.DBNames {
		if strings.EqualFold(name, column) {
			return s.FieldsByDBName[name]
		}
	}
	return nil
}

// related returns the schemas of another table, by its name or by the alias that
// Joins gives a relation, such as Manager__Company for Manager.Company.
func (r rewriter) related(s *schema.Schema, table string) []*schema.Schema {
	path, joined := strings.ReplaceAll(table, "__", "."), false
	for _, join := range r.stmt.Joins {
		joined = joined || join.Name == path || strings.HasPrefix(join.Name, path+".")
	}
	if !joined {
		return r.tables(r.stmt.DB, table)
	}
	for _, name := range strings.Split(path, ".") {
		rel := s.Relationships.Relations[name]
		if rel == nil {
			return nil
		}
		s = rel.FieldSchema
	}
	return []*schema.Schema{s}
}

// common returns the field of a column of which several schemas say the same.
func (r rewriter) common(schemas []*schema.Schema, column string) (found *schema.Field) {
	for _, s := range schemas {
		f := lookUp(s, column)
		if f == nil {
			continue
		}
		if found != nil {
			a, errA := r.form(r.stmt.DB, found)
			b, errB := r.form(r.stmt.DB, f)
			if a != b || (errA == nil) != (errB == nil) {
				return nil
			}
		}
		found = f
	}
	return found
}

// value returns what to give GORM for v, which may be a UUID or a list of them.
func (r rewriter) value(v any, at place) any {
	if u, ok := r.uuidOf(v); ok {
		form, err := at(v)
		if err != nil {
			return refusal{err}
		}
		return write(form, r.dialect, u)
	}
	switch v := v.(type) {
	case clause.Expr: // gorm.Expr
		r.within = at
		return r.expr(v)
	case clause.NamedExpr:
		r.within = at
		return r.expr(v)
	case string:
		// A column of bytes has no text, but a default tag of GORM's is one.
		if u, err := uuid.Parse(v); err == nil {
			if form, err := at(v); err == nil && form == formBytes {
				return write(form, r.dialect, uuid.NullUUID{UUID: u, Valid: true})
			}
		}
		return v
	case nil, []byte, driver.Valuer, gorm.Valuer:
		return v
	case clause.Expression:
		r.within = nil
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

// isList reports whether t is a list of what may be UUIDs or their text, or of
// such lists.
func (r rewriter) isList(t reflect.Type) bool {
	if t.Kind() != reflect.Slice && t.Kind() != reflect.Array {
		return false
	}
	t = t.Elem()
	return t.Kind() == reflect.Interface || t == reflect.TypeFor[string]() || r.isUUID(indirect(t)) || r.isList(t)
}

// uuidOf returns the UUID that v is, points to or, if it can be NULL, has.
func (p *plugin) uuidOf(v any) (u uuid.NullUUID, ok bool) {
	rv := reflect.ValueOf(v)
	if !rv.IsValid() || !p.isUUID(indirect(rv.Type())) {
		return u, false
	}
	for rv.Kind() == reflect.Pointer {
		if rv.IsNil() {
			return u, true
		}
		rv = rv.Elem()
	}
	u.Valid = true
	if rv.Kind() == reflect.Struct {
		rv, u.Valid = rv.Field(0), rv.Field(1).Bool()
	}
	u.UUID = rv.Convert(reflect.TypeFor[uuid.UUID]()).Interface().(uuid.UUID)
	return u, true
}

func indirect(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// isUUID reports whether t is a UUID of another package, or a struct of a UUID
// and Valid.
func (p *plugin) isUUID(t reflect.Type) bool {
	if t.Kind() != reflect.Array && t.Kind() != reflect.Struct {
		return false
	}
	if is, ok := p.uuids.Load(t); ok {
		return is.(bool)
	}
	is := isUUID(t)
	p.uuids.Store(t, is)
	return is
}

// isUUID reports whether t is a [16]byte, or a struct of one and Valid, whose
// methods, if it has any, make a UUID of it, in network order and canonical: an
// ULID or a hash is none, nor is a UUID of package sqlx in another order.
func isUUID(t reflect.Type) bool {
	if _, own := kindOf(t); own {
		return false
	}
	sample := uuid.UUID{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	v := reflect.New(t)
	id := v.Elem()
	if t.Kind() == reflect.Struct {
		if t.NumField() != 2 || !t.Field(0).IsExported() || t.Field(1).Name != "Valid" || t.Field(1).Type.Kind() != reflect.Bool {
			return false
		}
		id = v.Elem().Field(0)
		// sql.Null of a type of this package hides how to write it.
		if _, own := kindOf(id.Type()); !own && !isUUID(id.Type()) {
			return false
		}
		v.Elem().Field(1).SetBool(true)
	}
	if id.Kind() != reflect.Array || !id.CanConvert(reflect.TypeOf(sample)) {
		return false
	}
	if _, ok := v.Interface().(gorm.Valuer); ok {
		return false // it knows itself how to be written
	}
	id.Set(reflect.ValueOf(sample).Convert(id.Type()))
	if s, ok := v.Interface().(fmt.Stringer); ok && !strings.EqualFold(s.String(), sample.String()) {
		return false
	}
	if valuer, ok := v.Interface().(driver.Valuer); ok {
		switch value, err := valuer.Value(); value := value.(type) {
		case string:
			return err == nil && value == sample.String()
		case []byte:
			return err == nil && string(value) == string(sample[:])
		default:
			return t.Kind() == reflect.Struct && err != nil // sql.Null of a type without Value
		}
	}
	return true
}

// write returns what to give GORM for u in a column of the form. Its log can be
// read, and run.
func write(f form, dialect string, u uuid.NullUUID) any {
	switch {
	case !u.Valid:
		return nil
	case f != formBytes:
		return u.UUID.String()
	}
	// Bytes that Scan refuses are not written, as in UUID.
	if _, err := sqlx.Binary(u.UUID).Value(); err != nil {
		return refusal{fmt.Errorf("gormtype.Plugin: %w", err)}
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
// subquery, so the database must not take what is written instead.
type refusal struct{ err error }

func refusef(format string, args ...any) refusal {
	return refusal{fmt.Errorf("gormtype.Plugin: "+format, args...)}
}

// Build implements [clause.Expression].
func (r refusal) Build(b clause.Builder) {
	b.AddError(r.err)
	b.WriteString("<refused>")
}

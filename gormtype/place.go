package gormtype

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// A form is how a column stores a UUID.
type form int

const (
	formText  form = iota // text, and the uuid of PostgreSQL and MariaDB
	formBytes             // 16 bytes
	formGUID              // SQL Server's uniqueidentifier: written as text
)

// errNotUUID is the error of a field that has no UUID.
var errNotUUID = errors.New("not a UUID")

// errTwoForms is in the error of a column of which two models disagree.
var errTwoForms = errors.New("in two forms")

// form returns the form of the field's column.
func (p *plugin) form(db *gorm.DB, f *schema.Field) (form, error) {
	type known struct {
		form form
		err  error
	}
	v, ok := p.forms.Load(f)
	if !ok {
		form, err := p.findForm(db, f)
		if err == nil || err == errNotUUID && f.GORMDataType == schema.String {
			if no := p.disagrees(db, f, form); no != nil {
				form, err = 0, no
			}
		}
		v, _ = p.forms.LoadOrStore(f, known{form, err})
	}
	return v.(known).form, v.(known).err
}

// disagrees returns an error if another model of the field's table says that the
// column has another form. It may be that GORM meets that model later: then that
// is the one that is refused.
func (p *plugin) disagrees(db *gorm.DB, f *schema.Field, form form) error {
	for s := range p.schemas(db) {
		if s.Table != f.Schema.Table {
			continue
		}
		other := lookUp(s, f.DBName)
		if other == nil {
			continue
		}
		if of, err := p.findForm(db, other); err == nil && (of == formBytes) != (form == formBytes) {
			return fmt.Errorf("gormtype.Plugin: %s.%s and %s.%s are one column of table %s %w: declare both alike, with the same type tag",
				f.Schema.Name, f.Name, s.Name, other.Name, s.Table, errTwoForms)
		}
	}
	return nil
}

// findForm returns the form that the field's model says.
func (p *plugin) findForm(db *gorm.DB, f *schema.Field) (form, error) {
	own, isOwn := kindOf(f.IndirectFieldType)
	switch {
	case f.Serializer != nil:
		return 0, fmt.Errorf("gormtype.Plugin: %s.%s has a serializer, which GORM asks only of a struct: write Where(&%[1]s{…}) or Updates(%[1]s{…})", f.Schema.Name, f.Name)
	case isOwn:
		return own.form(p.dialect), nil
	case !p.isUUID(f.IndirectFieldType):
		return 0, errNotUUID
	}
	column := db.Session(&gorm.Session{NewDB: true}).Migrator().FullDataTypeOf(f).SQL
	tag, tagged := f.TagSettings["TYPE"]
	form, known := formOfColumn(column)
	wanted, clear := formOfColumn(tag)
	_, binary := unhex(p.dialect)
	hidden, hides := hiddenIn(f.IndirectFieldType)
	var problem string
	switch {
	case hides && binary && (form == formBytes) != (hidden.form(p.dialect) == formBytes):
		problem = fmt.Sprintf(" in a column of type %.40q: use gormtype.Null%s", column, hidden.instead(tag))
	case form == formBytes && !tagged && f.DataType == schema.Bytes:
		// GORM's guess, because it is an array. The column may be another.
		problem = " has no type tag: add the column's, such as type:" + cmp.Or(uuidKind.native(p.dialect), "uuid") + " or type:char(36)"
	case !known && binary:
		problem = fmt.Sprintf(": cannot tell how a column of type %.40q stores a UUID", column)
	case clear && wanted != form:
		// A foreign key that follows its key, or a type that ignores tags.
		problem = " has the type tag " + tag + ", but GORM makes it " + column
	default:
		return form, nil
	}
	return 0, fmt.Errorf("gormtype.Plugin: %s.%s (%s)%s", f.Schema.Name, f.Name, f.IndirectFieldType, problem)
}

// formOfColumn returns the form of UUIDs in a column of the declared type.
func formOfColumn(declared string) (f form, known bool) {
	switch classOf(declared) {
	case classText:
		return formText, true
	case classBytes:
		return formBytes, true
	case classUUID:
		if strings.EqualFold(firstWord(declared), "uniqueidentifier") {
			return formGUID, true
		}
		return formText, true
	}
	return formText, false
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
		if _, bytes := v.([]byte); err == errNotUUID && f.GORMDataType == schema.String && !bytes {
			return formText, nil // a string is one
		}
		if err == errNotUUID {
			return r.unknown(v, fmt.Sprintf("%s.%s (%s)", f.Schema.Name, f.Name, f.FieldType))
		}
		return form, err
	}
}

// unknown is for a UUID of which nothing says where it goes. Where a UUID's
// column takes text that is no question, unless the model has one of bytes.
func (r rewriter) unknown(v any, where any) (form, error) {
	if _, ok := v.([]byte); ok {
		return 0, errNotUUID // as far as anybody knows
	}
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
	return 0, fmt.Errorf("gormtype.Plugin: cannot tell how %v stores a %T: convert it to gormtype.UUID or gormtype.Text", where, v)
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
		return nil, strings.Replace(c.Name, clause.PrimaryKey, "primary key", 1)
	}
	if c.Table != "" && c.Table != clause.CurrentTable && c.Table != r.stmt.Table && c.Table != s.Table {
		return r.common(r.joined(s, c.Table), c.Name), c.Table + "." + c.Name
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
		models := append(r.tables(s, r.stmt.Table), s)
		for other := range r.schemas(r.stmt.DB) {
			if other.Table == r.stmt.Table {
				models = append(models, other)
			}
		}
		return r.common(models, c.Name), c.Name
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

// joined returns the schemas of another table, by its name or by the alias that
// Joins gives a relation, such as Manager__Company for Manager.Company.
func (r rewriter) joined(s *schema.Schema, table string) []*schema.Schema {
	path, relation := strings.ReplaceAll(table, "__", "."), false
	for _, join := range r.stmt.Joins {
		relation = relation || join.Name == path || strings.HasPrefix(join.Name, path+".")
	}
	if !relation {
		return r.tables(s, table)
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

// tables returns the schemas of a table: those among the relations of s, or else
// of a many2many of any model that GORM has met, which has two if both its models
// declare it.
func (r rewriter) tables(s *schema.Schema, table string) (found []*schema.Schema) {
	for _, other := range r.relations(r.stmt.DB, s) {
		if other.Table == table {
			found = append(found, other)
		}
	}
	if len(found) > 0 {
		return found
	}
	for other, joins := range r.schemas(r.stmt.DB) {
		if joins && other.Table == table {
			found = append(found, other)
		}
	}
	return found
}

// schemas are those of all models that GORM has met, and of their many2many
// tables, for which joins is true.
func (p *plugin) schemas(db *gorm.DB) iter.Seq2[*schema.Schema, bool] {
	return func(yield func(s *schema.Schema, joins bool) bool) {
		if p.met == nil {
			return
		}
		p.met.Range(func(_, v any) bool {
			s, ok := v.(*schema.Schema)
			if !ok || s.ModelType.Name() == "" {
				return true // a many2many's, which its model has
			}
			if _, ok := p.whole.Load(s); !ok {
				s = parsed(db, s)
				p.whole.Store(s, true)
			}
			for _, rel := range s.Relationships.Many2Many {
				if !yield(rel.JoinTable, true) {
					return false
				}
			}
			return yield(s, false)
		})
	}
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

// relations returns s, all schemas that its relations lead to, and those of the
// tables between them.
func (p *plugin) relations(db *gorm.DB, s *schema.Schema) (all []*schema.Schema) {
	if v, ok := p.related.Load(s); ok {
		return v.([]*schema.Schema)
	}
	var visit func(s *schema.Schema)
	visit = func(s *schema.Schema) {
		if len(all) > 0 {
			s = parsed(db, s)
		}
		if slices.Contains(all, s) {
			return
		}
		all = append(all, s)
		rels := &s.Relationships
		for _, rel := range slices.Concat(rels.HasOne, rels.HasMany, rels.BelongsTo, rels.Many2Many) {
			visit(rel.FieldSchema)
			if rel.JoinTable != nil && !slices.Contains(all, rel.JoinTable) {
				all = append(all, rel.JoinTable)
			}
		}
	}
	visit(s)
	p.related.Store(s, all)
	return all
}

// parsed returns the schema of s's model when it is whole: another goroutine may
// be making it, and Parse waits for that.
func parsed(db *gorm.DB, s *schema.Schema) *schema.Schema {
	stmt := gorm.Statement{DB: db}
	if stmt.Parse(reflect.New(s.ModelType).Interface()) != nil {
		return s
	}
	return stmt.Schema
}

package gormtype

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
)

// Plugin lets models keep the UUIDs of other packages: fields of the standard
// library's uuid.UUID, google's, gofrs's, and any other [16]byte.
//
//	type User struct {
//		ID uuid.UUID `gorm:"type:binary(16)"`
//	}
//
//	db.Use(gormtype.Plugin{})
//	db.Delete(&User{}, id)
//
// With it a UUID of any type goes into a condition, an insert or an update in
// the form of its column: as 16 bytes, or as text. A field has to say what the
// column is: by a type tag, unless GORM makes the column text by itself, as for
// google's and gofrs's. Next to a column of bytes a UUID's text is one, too.
//
// What the plugin cannot tell it refuses, with an error that says what to write:
// a UUID next to an unknown column, a list of 16 numbers that may be a UUID that
// GORM has taken apart, a UUID's text as a condition, and in the SQL of Raw and
// Exec, which is complete before a plugin sees it, any UUID that is to be bytes.
// The types of this package are their own form everywhere.
type Plugin struct{}

// Name implements [gorm.Plugin].
func (Plugin) Name() string { return "gormtype" }

// Initialize implements [gorm.Plugin].
func (Plugin) Initialize(db *gorm.DB) error {
	p := &plugin{dialect: db.Name()}
	// GORM keeps the schemas of all models that it has met, and tells nobody:
	// but a condition may name the table of a join, or a many2many's.
	if f := reflect.ValueOf(db.Config).Elem().FieldByName("cacheStore"); f.IsValid() && f.Type() == reflect.TypeFor[*sync.Map]() {
		p.schemas = (*sync.Map)(f.UnsafePointer())
	}
	// GORM asks for the builder of each clause when it writes it: everything
	// that conditions are made of is there then, and a subquery comes by too.
	for _, name := range []string{"SELECT", "FROM", "WHERE", "GROUP BY", "ORDER BY", "VALUES", "SET", "ON CONFLICT"} {
		build := db.ClauseBuilders[name]
		if build == nil {
			build = clause.Clause.Build
		}
		db.ClauseBuilders[name] = func(c clause.Clause, b clause.Builder) {
			if stmt, ok := b.(*gorm.Statement); ok {
				c.Expression = rewriter{plugin: p, stmt: stmt}.expr(c.Expression)
			}
			build(c, b)
		}
	}
	cb := db.Callback()
	return errors.Join(
		cb.Create().Before("*").Register("gormtype", p.before),
		cb.Query().Before("*").Register("gormtype", p.before),
		cb.Update().Before("*").Register("gormtype", p.before),
		cb.Delete().Before("*").Register("gormtype", p.before),
		cb.Row().Before("*").Register("gormtype", p.before),
		cb.Raw().Before("*").Register("gormtype", p.before),
	)
}

// A plugin is what a Plugin has learned of a database's models.
type plugin struct {
	dialect string
	schemas *sync.Map // GORM's, whose values are *schema.Schema and others; or nil
	forms   sync.Map  // of fields: *schema.Field to formOf
	uuids   sync.Map  // of types: whether a reflect.Type is a UUID

	read   sync.Map // of schemas: the *schema.Schema whose fields can be read
	mu     sync.Mutex
	pooled map[*schema.Field]bool // guarded by mu
}

// before runs before a statement's other callbacks.
func (p *plugin) before(db *gorm.DB) {
	stmt := db.Statement
	if stmt.SQL.Len() > 0 {
		vars, err := p.complete(stmt.Vars)
		db.AddError(err)
		stmt.Vars = vars
	}
	if stmt.TableExpr != nil {
		_, err := p.complete(stmt.TableExpr.Vars)
		db.AddError(err)
	}
	if stmt.Schema != nil {
		p.reads(db, stmt.Schema)
	}
	// Rows may go into another struct than the model's.
	if reflect.TypeOf(stmt.Dest) != reflect.TypeOf(stmt.Model) {
		if dest := (gorm.Statement{DB: db}); dest.Parse(stmt.Dest) == nil {
			p.reads(db, dest.Schema)
		}
	}
}

// complete returns the arguments of SQL that is complete already, or an error.
func (p *plugin) complete(vars []any) ([]any, error) {
	vars = append([]any(nil), vars...)
	_, binary := unhex(p.dialect)
	for i, v := range vars {
		if i+16 <= len(vars) {
			if _, ok := sixteen(vars[i : i+16]); ok {
				return nil, errors.New("gormtype.Plugin: a list of 16 numbers in SQL may be a UUID: convert it to gormtype.UUID or gormtype.Text, or the numbers to int")
			}
		}
		// A subquery in SQL of its own.
		if sub, ok := v.(*gorm.DB); ok && sub.Statement.SQL.Len() > 0 {
			if _, err := p.complete(sub.Statement.Vars); err != nil {
				return nil, err
			}
		}
		u, ok := p.uuidOf(v)
		if ok && binary {
			return nil, fmt.Errorf("gormtype.Plugin: cannot tell the column of a %T in SQL: convert it to gormtype.UUID or gormtype.Text", v)
		} else if ok && !givesBytes(v) {
			vars[i] = write(formText, p.dialect, u)
		}
	}
	return vars, nil
}

// reads lets GORM read UUIDs of types that have no Scan, or the wrong one for
// SQL Server's order of bytes.
//
// A field's pool has what rows are scanned into, and its Set converts to the
// field's type. Nothing else uses the pool, and whoever scans has been here
// before, but for ScanRows: so to change it once is no race.
func (p *plugin) reads(db *gorm.DB, s *schema.Schema) {
	if _, ok := p.read.Load(s); ok {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pooled == nil {
		p.pooled = map[*schema.Field]bool{}
	}
	seen := map[*schema.Schema]bool{}
	var visit func(s *schema.Schema)
	visit = func(s *schema.Schema) {
		if seen[s] {
			return
		}
		seen[s] = true
		for _, f := range s.Fields {
			if p.pooled[f] || f.Serializer != nil || f.IndirectFieldType.Kind() != reflect.Array || !p.isUUID(f.IndirectFieldType) {
				continue
			}
			p.pooled[f] = true
			_, scans := reflect.New(f.IndirectFieldType).Interface().(sql.Scanner)
			switch form, err := p.form(db, f); {
			case err != nil && p.dialect == "sqlserver": // bytes of either order
			case err == nil && form == formGUID:
				f.NewValuePool = pool[GUID]()
			case scans:
			case err == nil && form == formText:
				f.NewValuePool = pool[Text]()
			default:
				f.NewValuePool = pool[UUID]()
			}
		}
		// Joins reads these together with s; the others have queries of their own.
		for _, rels := range [][]*schema.Relationship{s.Relationships.HasOne, s.Relationships.BelongsTo} {
			for _, rel := range rels {
				visit(rel.FieldSchema)
			}
		}
	}
	visit(s)
	p.read.Store(s, true)
}

// pool gives pointers to pointers, as GORM's own: NULL is a nil pointer.
func pool[T any]() schema.FieldNewValuePool {
	return &sync.Pool{New: func() any { return new(*T) }}
}

// tables returns the schemas of a table. A many2many that both its models
// declare has two.
func (p *plugin) tables(db *gorm.DB, name string) (found []*schema.Schema) {
	if p.schemas == nil {
		return nil
	}
	p.schemas.Range(func(key, v any) bool {
		s, ok := v.(*schema.Schema)
		if !ok || s.ModelType.Name() == "" {
			return true // a many2many's, which its model has
		}
		// Another goroutine may be making the schema: Parse waits for it.
		stmt := gorm.Statement{DB: db}
		special := ""
		if _, ok := key.(string); ok {
			special = s.Table
		}
		if stmt.ParseWithSpecialTableName(reflect.New(s.ModelType).Interface(), special) != nil {
			return true
		}
		if stmt.Schema.Table == name {
			found = append(found, stmt.Schema)
		}
		for _, rel := range stmt.Schema.Relationships.Many2Many {
			if rel.JoinTable.Table == name {
				found = append(found, rel.JoinTable)
			}
		}
		return true
	})
	return found
}

// A form is how a column stores a UUID.
type form int

const (
	formText  form = iota // text, and the uuid of PostgreSQL and MariaDB
	formBytes             // 16 bytes
	formGUID              // SQL Server's uniqueidentifier: written as text
)

// errNotUUID is the error of a field that has no UUID.
var errNotUUID = errors.New("not a UUID")

// form returns the form of the field's column.
func (p *plugin) form(db *gorm.DB, f *schema.Field) (form, error) {
	type formOf struct {
		form form
		err  error
	}
	if v, ok := p.forms.Load(f); ok {
		return v.(formOf).form, v.(formOf).err
	}
	v := formOf{formText, nil}
	if k, ok := kindOf(f.IndirectFieldType); ok {
		v.form = k.form(p.dialect)
	} else if !p.isUUID(f.IndirectFieldType) {
		v.err = errNotUUID
	} else {
		column := db.Session(&gorm.Session{NewDB: true}).Migrator().FullDataTypeOf(f).SQL
		tag, tagged := f.TagSettings["TYPE"]
		_, binary := unhex(p.dialect)
		var known bool
		v.form, known = formOfColumn(column)
		wanted, clear := formOfColumn(tag)
		var problem string
		switch {
		case v.form == formBytes && !tagged && f.DataType == schema.Bytes:
			// GORM's guess, because it is an array. The column may be another.
			problem = " has no type tag: add the column's, such as type:" + cmp.Or(uuidKind.native(p.dialect), "uuid") + " or type:char(36)"
		case !known && binary:
			problem = fmt.Sprintf(": cannot tell how a column of type %.40q stores a UUID", column)
		case clear && wanted != v.form:
			// A foreign key that follows its key, or a type that ignores tags.
			problem = " has the type tag " + tag + ", but GORM makes it " + column
		}
		if problem != "" {
			v.err = fmt.Errorf("gormtype.Plugin: %s.%s (%s)%s", f.Schema.Name, f.Name, f.IndirectFieldType, problem)
		}
	}
	p.forms.Store(f, v)
	return v.form, v.err
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

package gormtype

import (
	"errors"
	"fmt"
	"reflect"
	"sync"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
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
	// GORM keeps the schemas of all models that it has met, and tells nobody. An
	// Association asks the other model for rows, which need not know of the table
	// between the two.
	if f := reflect.ValueOf(db.Config).Elem().FieldByName("cacheStore"); f.IsValid() && f.Type() == reflect.TypeFor[*sync.Map]() {
		p.met = (*sync.Map)(f.UnsafePointer())
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
				r := rewriter{p, stmt}
				if where, ok := c.Expression.(clause.Where); ok {
					// FirstOrCreate and FirstOrInit take the new row from here.
					c.Expression = clause.Where{Exprs: r.whole(where.Exprs)}
					stmt.Clauses[name] = c
				}
				c.Expression = r.expr(c.Expression)
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
	met     *sync.Map // GORM's, whose values are *schema.Schema and others; or nil
	related sync.Map  // of models: *schema.Schema to the []*schema.Schema of relations
	forms   sync.Map  // of fields: *schema.Field to formOf
	whole   sync.Map  // the *schema.Schema of met that are no longer being made
	uuids   sync.Map  // of types: whether a reflect.Type is a UUID

	mu   sync.Mutex // makes fields readable
	read sync.Map   // the *schema.Schema whose fields can be read
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
	db.AddError(p.lost(stmt))
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
		u, ok, err := p.uuidOf(v)
		if err != nil {
			return nil, err
		} else if ok && binary {
			return nil, fmt.Errorf("gormtype.Plugin: cannot tell the column of a %T in SQL: convert it to gormtype.UUID or gormtype.Text", v)
		} else if ok && !givesBytes(v) {
			vars[i] = write(formText, p.dialect, u)
		}
	}
	return vars, nil
}

// lost returns an error if a map of Attrs or Assign has a UUID that GORM takes
// apart, and then leaves out.
func (p *plugin) lost(stmt *gorm.Statement) error {
	for _, name := range []string{"attrs", "assigns"} { // GORM shows them to nobody
		args := reflect.ValueOf(stmt).Elem().FieldByName(name)
		for i := 0; args.Kind() == reflect.Slice && i < args.Len(); i++ {
			arg := args.Index(i).Elem()
			if arg.Kind() != reflect.Map {
				continue
			}
			for values := arg.MapRange(); values.Next(); {
				v := values.Value()
				if v.Kind() == reflect.Interface {
					v = v.Elem()
				}
				if v.IsValid() && indirect(v.Type()).Kind() == reflect.Array && p.isUUID(indirect(v.Type())) && !hasText(v.Type()) {
					return fmt.Errorf("gormtype.Plugin: GORM loses a %s in a map of Attrs or Assign: write a struct", v.Type())
				}
			}
		}
	}
	return nil
}

package gormtype

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// A UUIDType is a Go type that holds UUIDs. [Native] returns one.
type UUIDType = sqlx.UUIDType

// Native returns the UUIDType of T, as [sqlx.Native] does. It includes pointers to T, its
// [database/sql.Null] and the NullUUID of its package.
func Native[T ~[16]byte]() UUIDType { return sqlx.Native[T]() }

// NewPlugin returns a plugin for a database that stores UUIDs as Form does: [UUID], [Text]
// or [GUID]. The models keep their own types: [uuid.UUID], and those that you list.
//
//	type User struct {
//		ID     google.UUID     `gorm:"type:binary(16)"`
//		TeamID google.NullUUID `gorm:"type:binary(16)"`
//	}
//
//	err := db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[google.UUID]()))
//	err = gormtype.Check(db, &User{})
//	err = db.AutoMigrate(&User{})
//	db.Delete(&User{}, id)
//
// The plugin converts every argument of those types, wherever GORM is given it: in
// conditions, inserts, updates, Raw, Exec, joins and subqueries. It converts nothing else.
// For a column of another form use the types of this package, which are always their own.
//
// It returns an error, at the first use of a model or from [Check], for a field whose column
// stores UUIDs in another form; for a UUID that GORM has made a list of 16 numbers, where
// that cannot be undone, as of "(?)" in Raw and Exec; and for a UUID's text as an inline
// condition, which GORM takes for SQL.
func NewPlugin[Form UUID | Text | GUID](types ...UUIDType) gorm.Plugin {
	p := &plugin{
		kinds:   make(map[reflect.Type]kind),
		reads:   make(map[*schema.Schema]bool),
		checked: make(map[*schema.Schema]error),
		pool:    pool[reader[Form]],
		readers: func() any { return new([]reader[Form]) },
	}
	p.kinds[reflect.TypeFor[uuid.UUID]()] = kindFor[Form]()
	for _, t := range types {
		if t := t.Type(); t != nil {
			p.kinds[t] = kindFor[Form]()
			p.apart = p.apart || takenApart(reflect.New(t).Elem().Interface())
		}
	}
	maps.Copy(p.kinds, own)
	return p
}

// pluginName is the name by which GORM knows a plugin, and its callbacks.
const pluginName = "gormtype"

// A plugin has the same kind for all types that it was told of.
type plugin struct {
	dialect string
	kinds   map[reflect.Type]kind
	apart   bool // GORM takes values of one of the types apart

	tables, results sync.Map // the models that were checked: *schema.Schema to error or nil

	pool    func() schema.FieldNewValuePool
	readers func() any

	mu      sync.Mutex
	reads   map[*schema.Schema]bool // whose fields are readable
	checked map[*schema.Schema]error
}

func pluginOf(db *gorm.DB) *plugin {
	p, _ := db.Plugins[pluginName].(*plugin)
	return p
}

// Name implements [gorm.Plugin].
func (p *plugin) Name() string { return pluginName }

// Initialize implements [gorm.Plugin].
func (p *plugin) Initialize(db *gorm.DB) error {
	// dbresolver initializes it again, for the same database.
	if p.dialect != "" && p.dialect != db.Name() {
		return errors.New("gormtype: a plugin is for one database: call NewPlugin for each")
	}
	p.dialect = db.Name()
	cb := db.Callback()
	// GORM asks for the builder of each clause when it writes it, also in a subquery.
	names := slices.Concat(cb.Create().Clauses, cb.Query().Clauses, cb.Update().Clauses, cb.Delete().Clauses)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		build := db.ClauseBuilders[name]
		if build == nil {
			build = clause.Clause.Build
		}
		db.ClauseBuilders[name] = p.builder(name, build)
	}
	return errors.Join(
		cb.Create().Before("*").Register(pluginName, p.before),
		cb.Query().Before("*").Register(pluginName, func(db *gorm.DB) { p.before(db); p.lend(db) }),
		cb.Query().After("*").Register(pluginName+":deliver", p.deliver),
		cb.Update().Before("*").Register(pluginName, p.before),
		cb.Delete().Before("*").Register(pluginName, p.before),
		cb.Row().Before("*").Register(pluginName, p.before),
		cb.Raw().Before("*").Register(pluginName, p.before),
	)
}

// builder returns build with the UUIDs converted in the arguments that it adds. They are
// whole then, but for those that GORM has taken apart, or would.
func (p *plugin) builder(name string, build clause.ClauseBuilder) clause.ClauseBuilder {
	return func(c clause.Clause, b clause.Builder) {
		stmt, ok := b.(*gorm.Statement)
		if !ok {
			build(c, b)
			return
		}
		// What Joins and Table were given, a joiner has seen before.
		j := joiner{plugin: p, schema: stmt.Schema, table: stmt.Table, unsure: name == "FROM"}
		if e, changed := j.expr(c.Expression); changed {
			c.Expression = e.(clause.Expression)
			if name == "WHERE" {
				stmt.Clauses[name] = c // from which FirstOrCreate and FirstOrInit take the new row
			}
		}
		n := len(stmt.Vars)
		build(c, b)
		added := stmt.Vars[n:]
		err := p.bindAll(added)
		if err == nil && j.unsure {
			err = listed(added)
		}
		if err != nil {
			refusal{err}.Build(stmt)
		}
	}
}

// before runs before a statement's other callbacks.
func (p *plugin) before(db *gorm.DB) {
	stmt := db.Statement
	err := lost(p, stmt)
	if s := stmt.Schema; s != nil {
		table := s.Table[strings.LastIndexByte(s.Table, '.')+1:] // GORM cuts the database off, too
		err = errors.Join(p.model(db, s, table == stmt.Table && stmt.SQL.Len() == 0), err)
	}
	if t := p.elem(stmt.Dest); t != nil && (stmt.Schema == nil || t != stmt.Schema.ModelType) {
		if dest := (gorm.Statement{DB: db}); dest.Parse(stmt.Dest) == nil {
			err = errors.Join(err, p.model(db, dest.Schema, false))
		}
	}
	if stmt.SQL.Len() > 0 { // of Raw and Exec, which is complete
		stmt.Vars = slices.Clone(stmt.Vars)
		db.AddError(errors.Join(err, listed(stmt.Vars), p.bindAll(stmt.Vars)))
	} else if err != nil { // GORM would write nothing, and of a subquery NOT IN ()
		refusal{err}.Build(stmt)
	}
	// What GORM builds without a clause's builder.
	j := joiner{plugin: p}
	if stmt.TableExpr != nil {
		if e, changed := j.expr(*stmt.TableExpr); changed {
			table := e.(clause.Expr)
			stmt.TableExpr = &table
		}
	}
	for i := range stmt.Joins {
		if on := stmt.Joins[i].On; on != nil {
			if e, changed := j.expr(*on); changed {
				where := e.(clause.Where)
				stmt.Joins[i].On = &where
			}
		}
	}
}

// elem returns the type of struct into which rows are read, or nil.
func (p *plugin) elem(dest any) reflect.Type {
	t := reflect.TypeOf(dest)
	for t != nil && (t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice) {
		t = t.Elem()
	}
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	if _, ok := p.kindOf(t); ok { // of Pluck
		return nil
	}
	return t
}

// bindAll converts the UUIDs among the arguments.
func (p *plugin) bindAll(vars []any) error {
	for i, v := range vars {
		arg, ok, err := p.bind(v)
		if err != nil {
			return fmt.Errorf("gormtype: %w", err)
		} else if ok {
			vars[i] = arg
		}
	}
	return nil
}

// bind returns the argument for v, if that is, points to or may be NULL for a UUID.
func (p *plugin) bind(v any) (arg any, ok bool, err error) {
	switch one := v.(type) {
	case nil, string, []byte, bool, int, int64, uint8, uint, float64, time.Time:
		return nil, false, nil // most arguments, without reflection
	case whole:
		v = one.v
	}
	rv := reflect.ValueOf(v)
	k, ok := p.kindOf(rv.Type())
	if !ok {
		return nil, false, nil
	}
	if rv = one(rv); !rv.IsValid() {
		return k.null(p.dialect), true, nil
	}
	arg, err = k.bind(p.dialect, rv.Convert(reflect.TypeFor[uuid.UUID]()).Interface().(uuid.UUID))
	return arg, true, err
}

// one returns the UUID that v is, points to or has, or no value for NULL.
func one(v reflect.Value) reflect.Value {
	for v.IsValid() && v.Kind() != reflect.Array {
		switch {
		case v.Kind() == reflect.Pointer:
			v = v.Elem()
		case v.Field(1).Bool():
			v = v.Field(0)
		default:
			return reflect.Value{}
		}
	}
	return v
}

// kindOf returns the kind of columns in which values of type t are stored, if t is one of
// the types, a pointer to one, its sql.Null, or the nullable type of its package.
func (p *plugin) kindOf(t reflect.Type) (kind, bool) {
	for {
		if k, ok := p.kinds[t]; ok {
			return k, true
		}
		switch {
		case t.Kind() == reflect.Pointer:
			t = t.Elem()
		case nullable(t):
			t = t.Field(0).Type
		default:
			return "", false
		}
	}
}

func nullable(t reflect.Type) bool {
	if t.Kind() != reflect.Struct || t.NumField() != 2 || t.Field(1).Name != "Valid" || t.Field(1).Type.Kind() != reflect.Bool {
		return false
	}
	one := t.Field(0)
	return one.IsExported() && (t.PkgPath() == "database/sql" || one.Name == "UUID" && t.PkgPath() == one.Type.PkgPath())
}

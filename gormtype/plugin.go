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
//	type User struct { // for MySQL, MariaDB, SQLite; in PostgreSQL the tags are type:uuid
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
// conditions, inserts, updates, Raw, Exec, joins and subqueries. It also converts text, and
// UUIDs of another form, for a field that a map, a struct, a clause or an update names. For a
// column of another form in SQL use the types of this package, which are always their own.
//
// In a table of another name than its model's, under an alias, and in a subquery as the table, the plugin
// leaves text and bytes for such a field as they are. It sends UUIDs as to the model's own table.
//
// A field whose column stores UUIDs in another form is an error, from [Check] or at the
// model's first use. So is a column of text of a type whose own text is not a UUID's, such as
// a ULID's. A statement is an error, too, if it has
//   - a UUID that GORM has split into 16 numbers, where the plugin cannot join them: for
//     "(?)" in Raw and Exec, in a list of a Raw that those are given, and in a map for a column
//     that no known model has
//   - a UUID's text as an inline condition, which GORM takes for SQL
//   - text that is no UUID's for a field of a UUID, but for a pattern or a bound in a column of
//     text, and for PostgreSQL's uuid, which refuses it itself; also bytes that are none
//   - a UUID of bytes for a field of text, in a table of another name than the model's: its column may
//     have either. Give id.String() or a type of this package
//   - a clause of another plugin that was installed later: install this one last
func NewPlugin[Form UUID | Text | GUID](types ...UUIDType) gorm.Plugin {
	p := &plugin{kinds: maps.Clone(own), listed: make(map[reflect.Type]UUIDType), checked: make(map[*schema.Schema]bool), models: make(map[string]*schema.Schema), reader: reflect.TypeFor[reader[Form]]()}
	for _, t := range append([]UUIDType{Native[uuid.UUID]()}, types...) {
		if own[t.Type()] == "" {
			p.kinds[t.Type()] = kindFor[Form]()
			p.listed[t.Type()] = t
		}
	}
	return p
}

// pluginName is the name by which GORM knows a plugin, and its callbacks.
const pluginName = "gormtype"

// A plugin has the same kind for all types that it was told of.
type plugin struct {
	dialect string
	kinds   map[reflect.Type]kind
	reader  reflect.Type // of the Form

	listed map[reflect.Type]UUIDType // the types that the plugin was told of

	tables, results sync.Map // the models, *schema.Schema, that were checked and have no fault

	naming sync.RWMutex
	models map[string]*schema.Schema // those of tables, by their names

	mu      sync.Mutex
	checked map[*schema.Schema]bool // those whose fields are readable, and whether they have no fault
}

// Name implements [gorm.Plugin].
func (p *plugin) Name() string { return pluginName }

// Initialize implements [gorm.Plugin].
func (p *plugin) Initialize(db *gorm.DB) error {
	// dbresolver initializes it again, for the same database.
	if p.dialect != "" && p.dialect != db.Name() {
		return errors.New("gormtype: a plugin is for one database: call NewPlugin for each")
	}
	if err := readHidden(reflect.TypeFor[gorm.Statement]()); err != nil {
		return err
	}
	p.dialect = db.Name()
	cb := db.Callback()
	// GORM asks for the builder of each clause when it writes it, also in a subquery.
	names := slices.Concat(cb.Create().Clauses, cb.Query().Clauses, cb.Update().Clauses, cb.Delete().Clauses)
	for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
		build := db.ClauseBuilders[name]
		if build == nil {
			build = clause.Clause.Build
		}
		db.ClauseBuilders[name] = p.builder(name, build)
	}
	if create := cb.Create().Get("gorm:create"); p.dialect == "sqlserver" && create != nil {
		cb.Create().Replace("gorm:create", p.creates(create))
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
		stmt := b.(*gorm.Statement)
		j := joiner{plugin: p, stmt: stmt, schema: stmt.Schema, table: stmt.Table, qualified: qualified(stmt), from: name == "FROM", elsewhere: p.elsewhere(stmt)}
		// What Joins and Table were given is partly written, without a builder.
		j.unsure = j.from && (len(stmt.Joins) > 0 || stmt.TableExpr != nil && len(stmt.TableExpr.Vars) > 0)
		for _, part := range []*clause.Expression{&c.BeforeExpression, &c.AfterNameExpression, &c.Expression, &c.AfterExpression} {
			if e, changed := j.expr(*part); changed {
				*part = e.(clause.Expression)
			}
		}
		if name == "WHERE" {
			stmt.Clauses[name] = c // from which FirstOrCreate and FirstOrInit take the new row
		}
		n := len(stmt.Vars)
		build(c, b)
		j.refuse(p.bind(stmt.Vars[n:], j.unsure))
		refuse(stmt, j.err)
	}
}

// before runs before a statement's other callbacks.
func (p *plugin) before(db *gorm.DB) {
	stmt := db.Statement
	complete := stmt.SQL.Len() > 0 // of Raw and Exec
	j := joiner{plugin: p, schema: stmt.Schema, table: stmt.Table, qualified: qualified(stmt)}
	if s := stmt.Schema; s != nil {
		result := slices.Contains(stmt.BuildClauses, "SELECT") && p.elsewhere(stmt)
		j.refuse(join(p.model(db, s, !complete && !result)))
	}
	t := reflect.TypeOf(stmt.Dest)
	for t != nil && (t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array) {
		t = t.Elem()
	}
	if t != nil && t.Kind() == reflect.Struct && (stmt.Schema == nil || t != stmt.Schema.ModelType) {
		if dest := (gorm.Statement{DB: db}); dest.Parse(stmt.Dest) == nil {
			j.refuse(join(p.model(db, dest.Schema, false)))
		}
	}
	j.refuse(p.lost(stmt))
	if complete {
		stmt.Vars = slices.Clone(stmt.Vars)
		db.AddError(errors.Join(j.err, p.bind(stmt.Vars, true)))
		return
	}
	// What GORM builds without a clause's builder.
	swap(&j, &stmt.TableExpr)
	for i := range stmt.Joins {
		if stmt.Joins[i].On == nil {
			continue
		}
		name := stmt.Joins[i].Name
		on := joiner{plugin: p, schema: relation(stmt.Schema, name), table: strings.ReplaceAll(name, ".", nested)}
		swap(&on, &stmt.Joins[i].On)
		j.refuse(on.err)
	}
	for _, name := range stmt.BuildClauses {
		if _, ok := stmt.Clauses[name]; ok && db.ClauseBuilders[name] == nil {
			j.refuse(fmt.Errorf("gormtype: another plugin has added the clause %s after this one: call db.Use for gormtype last", name))
		}
	}
	refuse(stmt, j.err) // or GORM would write nothing, and of a subquery NOT IN ()
}

// elsewhere reports whether a statement is of another table than its model's, or of one by
// another name, whose columns may be of another form.
func (p *plugin) elsewhere(stmt *gorm.Statement) bool {
	s, table := stmt.Schema, qualified(stmt)
	return s != nil && s.Table != table &&
		// GORM cuts the schema or database off: that of a model may be another's.
		(s.Table[strings.LastIndexByte(s.Table, '.')+1:] != stmt.Table || p.known(table) != nil)
}

// swap makes e point to its copy with the UUIDs whole.
func swap[E clause.Expression](j *joiner, e **E) {
	if *e != nil {
		if x, changed := j.expr(**e); changed {
			copied := x.(E)
			*e = &copied
		}
	}
}

// bind converts the UUIDs among the arguments, what points to one, and what may be NULL for
// one. If one may have been taken apart, 16 numbers in a row are an error.
func (p *plugin) bind(vars []any, apart bool) error {
	run := 0
	for i, v := range vars {
		if _, number := v.(uint8); !number {
			run = 0
		} else if run++; apart && run == len(uuid.UUID{}) {
			return errors.New(`gormtype: a list of 16 numbers in SQL may be a UUID: write "IN ?" or "IN (?)" of a list, convert the UUID to gormtype.UUID, as each of a list in a Raw inside a Raw or Exec, or convert the numbers to int`)
		}
		switch x := v.(type) {
		case nil, string, []byte, bool, int, int64, uint8, uint, float64, time.Time:
			continue // most arguments, without reflection
		case whole:
			v, vars[i] = x.v, x.v
		}
		k, id := p.kindOf(reflect.TypeOf(v))
		if id == nil {
			continue
		}
		var err error
		if u := p.one(v); !u.IsValid() {
			vars[i] = k.null(p.dialect)
		} else if vars[i], err = p.bindOne(k, u); err != nil {
			return fmt.Errorf("gormtype: %w", err)
		}
	}
	return nil
}

// bindOne returns the argument for v, a UUID of a type of kind k. As [kind.bind], it returns
// no nil with an error, which is also for bytes that the type's own Scan would not read back.
func (p *plugin) bindOne(k kind, v reflect.Value) (any, error) {
	u := v.Convert(reflect.TypeFor[uuid.UUID]()).Interface().(uuid.UUID)
	arg, err := k.bind(p.dialect, u)
	if err == nil && k.binary(p.dialect) {
		err = p.listed[v.Type()].CheckBytes(u)
	}
	return arg, err
}

// kindOf returns the kind of columns in which values of type t are stored and the type of
// their UUIDs, if t is one of the types, a pointer to one, its sql.Null, or the nullable type
// of its package.
func (p *plugin) kindOf(t reflect.Type) (kind, reflect.Type) {
	switch k := p.kinds[t]; {
	case k != "":
		return k, t
	case t.Kind() == reflect.Pointer:
		return p.kindOf(t.Elem())
	case nullable(t):
		return p.kindOf(t.Field(0).Type)
	}
	return "", nil
}

// nullable reports whether t is a sql.Null or the like, or the nullable type of a UUID's package.
func nullable(t reflect.Type) bool {
	if t.PkgPath() == "database/sql" {
		return t.Kind() == reflect.Struct && t.NumField() == 2 && t.Field(1).Name == "Valid"
	}
	return isNullable(t)
}

// one returns the UUID that v is, points to or has, or no value for NULL.
func one(v reflect.Value) reflect.Value {
	switch {
	case v.Kind() == reflect.Pointer:
		return one(v.Elem())
	case v.Kind() == reflect.Struct && v.Field(1).Bool():
		return one(v.Field(0))
	case v.Kind() == reflect.Struct:
		return reflect.Value{}
	}
	return v
}

// one is the function of this name, and returns no value for the zero UUID, either, of a type
// whose own Value makes NULL of it.
func (p *plugin) one(v any) reflect.Value {
	u := one(reflect.ValueOf(v))
	if u.IsValid() && u.IsZero() && p.listed[u.Type()].ZeroIsNull() {
		return reflect.Value{}
	}
	return u
}

// known returns the model of a table, if one was checked, or nil: see name.
func (p *plugin) known(table string) *schema.Schema {
	p.naming.RLock()
	defer p.naming.RUnlock()
	return p.models[table]
}

// set makes to u, or a new pointer to it or a nullable of it. It writes a field of each row that is
// read, and so through a pointer, which allocates nothing.
func set(to reflect.Value, u uuid.UUID) {
	switch to.Kind() {
	case reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		set(to.Elem(), u)
	case reflect.Struct:
		to.Field(1).SetBool(true)
		set(to.Field(0), u)
	default:
		*to.Addr().Convert(reflect.TypeFor[*uuid.UUID]()).Interface().(*uuid.UUID) = u
	}
}

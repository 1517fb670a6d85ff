package matrix

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	gormmysql "gorm.io/driver/mysql"
	gormpostgres "gorm.io/driver/postgres"
	gormsqlite "gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/uuid"
)

// gormRows are GORM's dialects. Without uuidkit the field has the tag with which
// its users ask for the column; with it the field's type says all, but for
// MariaDB's uuid.
func gormRows() (rows []Row) {
	for _, d := range gormDialects() {
		for _, server := range d.servers {
			r := Row{
				Store: server.store, Column: d.column, Library: "GORM", One: d.one, Null: d.null, Literal: d.literal,
				// It leaves every field as it is when it reads NULL, without asking its
				// type, and sets it to zero after an error of Scan.
				Keeps: true, Spoils: true,
				Converts: converted[gormtype.UUID](append(nullable("gormtype.Null[gormtype.UUID]", is[gormtype.Null[gormtype.UUID]]),
					list("gormtype.Array[uuid.UUID]", is[gormtype.Array[uuid.UUID]]))...),
			}
			if d.text {
				r.Converts = converted[gormtype.Text](nullable("gormtype.Null[gormtype.Text]", is[gormtype.Null[gormtype.Text]])...)
			}
			r.Open = func(t testing.TB, c Column) Session {
				s := &gormSession{db: openGorm(t, d, server, gorm.Config{SkipDefaultTransaction: true}), stored: d.stored, one: c.One}
				// GORM's dialect does not tell MariaDB from MySQL, which has no uuid.
				if !c.Converted || d.column == "UUID" {
					s.tag = ";type:" + d.tag
				}
				s.setup = fmt.Sprintf("type X struct { C V `gorm:\"column:c%s\"`; N int }; db.AutoMigrate(&X{})", s.tag)
				if c.Kit && !c.Converted {
					s.setup = code(d.plugin(s.db, c), s.setup)
				}
				return s
			}
			if d.column == "uuid" {
				r.Many = pgUUID.many
			}
			if server.store == postgresServers[1].store {
				r = r.as(postgresServers[0].store, r.Library)
			}
			rows = append(rows, r.withMisfits())
		}
	}
	return rows
}

// openGorm opens a new database.
func openGorm(t testing.TB, d gormDialect, server server, config gorm.Config) *gorm.DB {
	config.Logger = logger.Discard
	db := kit.Must(gorm.Open(d.open(server.database(t), nil), &config))(t)
	conns := kit.Must(db.DB())(t)
	conns.SetMaxOpenConns(1)
	t.Cleanup(func() { conns.Close() })
	return db
}

// The libraries of the rows that have tables of their own in the report.
const (
	gormInline     = "GORM inline id"  // each row is asked for by its id
	gormOperations = "GORM operations" // what a program does with GORM
)

// Types that only the rows of both tables have. The fields of gormtype need neither
// the plugin nor a type tag. Integers have the plugin for another type: it must not show.
var (
	gormControl = Column{Type: Type{Name: "int64", GoName: "int64"}}
	gormBeside  = Column{Type: Type{Name: "int64", GoName: "int64", Native: gormtype.Native[[16]byte]()}, Kit: true}
	gormField   = Column{Type: Type{Name: "gormtype.UUID", GoName: "gormtype.UUID"}, Kit: true}
	gormText    = Column{Type: Type{Name: "gormtype.Text", GoName: "gormtype.Text"}, Kit: true}
	binUUID     = Column{Type: Type{Name: "datatypes.BinUUID", GoName: "datatypes.BinUUID"}}
)

// gormTableRows are the rows of both. A field has the type and a type tag; with
// uuidkit there is the plugin, too.
func gormTableRows() (inline, operations []Row) {
	for _, d := range gormDialects() {
		if d.column == "UUID" {
			continue // MariaDB does not take all the ids
		}
		servers := d.servers
		if d.column == "uuid" {
			servers = servers[:1] // an older PostgreSQL is the same
		}
		for _, server := range servers {
			inline = append(inline, gormTableRow(d, server, gormInline, gormKeyOpeners, binUUID))
			operations = append(operations, gormTableRow(d, server, gormOperations, gormOpeners, gormControl, gormBeside))
		}
	}
	return inline, operations
}

// plugin installs the plugin with the form of the column, and returns how a user writes that.
func (d gormDialect) plugin(db *gorm.DB, c Column) (setup string) {
	plugin, form := gormtype.NewPlugin[gormtype.UUID](c.Native), "UUID"
	if d.text {
		plugin, form = gormtype.NewPlugin[gormtype.Text](c.Native), "Text"
	}
	must(db.Use(plugin))
	of := "T"
	if c.Name == gormBeside.Name {
		of = "[16]byte"
	}
	return "db.Use(gormtype.NewPlugin[gormtype." + form + "](gormtype.Native[" + of + "]()))"
}

type gormCell struct {
	name, code string
	measure    func() *Cell
}

// A gormOpener returns how to make tables of one type of ids, and what is done with them.
type gormOpener func(*gorm.DB, gormDialect) (prepare func(tag string), cells []gormCell)

func gormTableRow(d gormDialect, server server, library string, openers map[string]gormOpener, more ...Column) Row {
	field := gormField
	if d.text {
		field = gormText
	}
	r := Row{Store: server.store, Column: d.column, Library: library, One: d.one, More: append(more, field)}
	if d.column != "BLOB" { // where all types are measured each time
		r.Twins = map[string]string{"gofrs": "google", "typed.ID": "uuidkit"}
	}
	control := map[string][]string{} // its statements, by the operation
	r.Open = func(t testing.TB, c Column) Session {
		db, d, tag := openGorm(t, d, server, gorm.Config{}), d, d.tag
		s := &gormTableSession{script: script{setup: "type X struct { ID T }"}}
		switch c.Name {
		case gormControl.Name:
			tag = ""
			db.NowFunc = func() time.Time { return time.Unix(0, 0) }
			db, s.log = logged(db)
		case gormField.Name, gormText.Name:
			tag = ""
		default:
			s.setup = fmt.Sprintf("type X struct { ID T `gorm:\"type:%s\"` }", tag)
		}
		if c.Kit && c.Name != field.Name {
			d.of = c
			s.setup = code(d.plugin(db, c), s.setup)
		}
		prepare, cells := openers[c.Name](db, d)
		s.cells, s.failed = cells, measured(func() *Cell {
			prepare(tag)
			return nil
		})
		return s
	}
	_, cells := openers["uuidkit"](nil, d)
	for i, cell := range cells {
		r.Shapes = append(r.Shapes, Shape{Name: cell.name, Code: cell.code, Measure: func(m *measurement) *Cell {
			s := m.session.(*gormTableSession)
			if s.failed != nil {
				c := *s.failed
				return &c
			}
			if s.log == nil {
				return s.cells[i].measure()
			}
			s.log.sql = nil
			c := s.cells[i].measure()
			if !m.Kit {
				control[cell.name] = s.log.sql
			} else if got, want := s.log.sql, control[cell.name]; !slices.Equal(got, want) {
				for len(got) > 0 && len(want) > 0 && got[0] == want[0] {
					got, want = got[1:], want[1:]
				}
				return &Cell{Verdict: Works, Note: fmt.Sprintf("with the plugin GORM runs %q, not %q", got[:min(1, len(got))], want[:min(1, len(want))])}
			}
			return c
		}})
	}
	return r
}

type gormTableSession struct {
	script
	cells  []gormCell
	failed *Cell // by prepare
	log    *gormLog
}

// A gormDialect is a column of databases behind GORM.
type gormDialect struct {
	servers     []server
	column, tag string
	text        bool                                                // it takes text, and is not PostgreSQL's uuid
	open        func(dsn string, conn gorm.ConnPool) gorm.Dialector // conn, unless it is nil
	stored      string                                              // an expression for what the column %s holds
	one         func(uuid.UUID) string
	null        string
	literal     func([]byte) string
	of          Column // that is measured with the plugin
}

func gormDialects() []gormDialect {
	var (
		mariadbOnly  = mysqlServers[:1]
		sqliteMemory = []server{{"SQLite", func(testing.TB) string { return ":memory:" }}}
		// The driver's own name would be mattn's, which needs cgo.
		sqlite = func(dsn string, conn gorm.ConnPool) gorm.Dialector {
			return gormsqlite.Dialector{DriverName: "sqlite", DSN: dsn, Conn: conn}
		}
		mysql = func(dsn string, conn gorm.ConnPool) gorm.Dialector {
			return gormmysql.New(gormmysql.Config{DSN: dsn, Conn: conn})
		}
		postgres = func(dsn string, conn gorm.ConnPool) gorm.Dialector {
			return gormpostgres.New(gormpostgres.Config{DSN: dsn, Conn: conn})
		}
	)
	return []gormDialect{
		{postgresServers, "uuid", "uuid", false, postgres, `coalesce(pg_typeof(%[1]s) || ' ' || encode(uuid_send(%[1]s), 'hex'), 'NULL')`, bytesAfter("uuid"), "NULL", textLiteral, Column{}},
		{mysqlServers, "BINARY(16)", "binary(16)", false, mysql, `coalesce(concat('binary ', lower(hex(%s))), 'NULL')`, bytesAfter("binary"), "NULL", blobLiteral, Column{}},
		{mysqlServers, "CHAR(36)", "char(36)", true, mysql, `coalesce(concat('char ', %s), 'NULL')`, textAfter("char"), "NULL", textLiteral, Column{}},
		{mariadbOnly, "UUID", "uuid", true, mysql, `coalesce(concat('uuid ', lower(hex(cast(%s as binary(16))))), 'NULL')`, bytesAfter("uuid"), "NULL", textLiteral, Column{}},
		{sqliteMemory, "BLOB", "blob", false, sqlite, sqliteStored, bytesAfter("blob"), "null", blobLiteral, Column{}},
		{sqliteMemory, "TEXT", "text", true, sqlite, sqliteStored, textAfter("text"), "null", textLiteral, Column{}},
	}
}

// A gormSession has a table with a column c of the type that was last asked for.
type gormSession struct {
	script
	db     *gorm.DB
	tag    string // what follows in the field's gorm tag
	stored string
	one    reflect.Type

	field  reflect.Type // of column c now
	tables int
	name   string // of the table with column c
}

// model is a struct with a number n and a field of the type.
func (s *gormSession) model(t reflect.Type) reflect.Type {
	field := "column:c" + s.tag
	if s.tag != "" && isMany(t) {
		field += "[]"
	}
	return reflect.StructOf([]reflect.StructField{
		{Name: "C", Type: t, Tag: reflect.StructTag(fmt.Sprintf(`gorm:"%s"`, field))},
		{Name: "N", Type: reflect.TypeFor[int](), Tag: `gorm:"primaryKey;autoIncrement:false"`},
	})
}

// table makes a table with a column c of the type, or empties the one there is.
// Each has a name of its own, because pgx keeps prepared statements by text.
func (s *gormSession) table(field reflect.Type) {
	if s.field == field {
		must(s.db.Exec("delete from " + s.name).Error)
		return
	}
	s.tables++
	s.field, s.name = nil, fmt.Sprint("t", s.tables)
	check("", "AutoMigrate: ", s.db.Table(s.name).AutoMigrate(reflect.New(s.model(field)).Interface()))
	s.field = field
}

func (s *gormSession) Put(v any) error {
	s.table(reflect.TypeOf(v))
	row := reflect.New(s.model(reflect.TypeOf(v)))
	row.Elem().Field(0).Set(reflect.ValueOf(v))
	row.Elem().Field(1).SetInt(1)
	s.writes("db.Create(&X{C: v, N: 1})")
	return s.db.Table(s.name).Create(row.Interface()).Error
}

func (s *gormSession) Seed(literals ...string) {
	s.table(s.one)
	var values []string
	for i, l := range literals {
		values = append(values, fmt.Sprintf("(%s, %d)", l, i+1))
	}
	into := " (c, n) values " + strings.Join(values, ", ")
	s.writes("db.Exec(%q)", "insert into xes"+into) // as GORM names the table of X
	check("", "seed: ", s.db.Exec("insert into "+s.name+into).Error)
}

func (s *gormSession) Stored() (stored string) {
	query := "select " + fmt.Sprintf(s.stored, "c") + " from " + s.name
	if isMany(s.field) {
		query = pgUUID.array("c", s.name)
	}
	check("", "", s.db.Raw(query).Row().Scan(&stored))
	return stored
}

func (s *gormSession) Get(dst any) error {
	p := reflect.ValueOf(dst).Elem()
	if p.Kind() == reflect.Interface {
		row := map[string]any{}
		s.reads("db.Model(&X{}).Take(&map[string]any{})")
		err := s.db.Table(s.name).Take(&row).Error
		p.Set(reflect.ValueOf(row["c"]))
		return err
	}
	row := reflect.New(s.model(p.Type()))
	row.Elem().Field(0).Set(p)
	s.reads(`db.Where("n = 1").First(&x)`)
	err := s.db.Table(s.name).Where("n = 1").First(row.Interface()).Error
	p.Set(row.Elem().Field(0))
	return err
}

func (s *gormSession) Find(v any) int {
	var n int64
	s.reads(`db.Model(&X{}).Where("c = ?", v).Count(&n)`)
	check("", "", s.db.Table(s.name).Where("c = ?", v).Count(&n).Error)
	return int(n)
}

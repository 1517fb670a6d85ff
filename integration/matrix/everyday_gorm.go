package matrix

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/uuid"
)

// The models of the tables, as a program has them.
type (
	everydayModel[T any] struct {
		N   int
		ID  T `gorm:"primaryKey"`
		Ref *T
	}
	everydayKid[T any] struct {
		N   int
		Ref *T
	}
)

func (everydayModel[T]) TableName() string { return "t" }
func (everydayKid[T]) TableName() string   { return "kids" }

// everydayGormOpeners return the statements of a type.
var everydayGormOpeners = map[string]func(*gormStatements) []everydayStatement{
	"std":      gormEveryday[std.UUID],
	"google":   gormEveryday[google.UUID],
	"gofrs":    gormEveryday[gofrs.UUID],
	"[16]byte": gormEveryday[[16]byte],
	"uuidkit":  gormEveryday[uuid.UUID],
	"typed.ID": gormEveryday[userID],
}

// everydayGormRows are the rows of GORM. The fields have the type tag of the column.
func everydayGormRows() (rows []Row) {
	for _, table := range statementTables() {
		for _, server := range table.servers {
			r := Row{Store: server.store, Column: table.column, Library: "GORM", One: table.one}
			r.Shapes = everydayShapes(gormEveryday[google.UUID](&gormStatements{table: table}))
			rows = append(rows, everydayRow(r, func(t testing.TB, c Column) statementStore {
				s := &gormStatements{db: openGorm(t, table.gormDialect, server, gorm.Config{}), table: table}
				s.setup = fmt.Sprintf("type X struct { N int; ID T `gorm:\"primaryKey;type:%[1]s\"`; Ref *T `gorm:\"type:%[1]s\"` }", table.tag)
				if c.Kit {
					s.setup = code(table.plugin(s.db, c), s.setup)
				}
				for _, q := range table.create {
					must(s.db.Exec(q).Error)
				}
				s.of = everydayGormOpeners[c.Name](s)
				return s
			}))
		}
	}
	return rows
}

type gormStatements struct {
	script
	db    *gorm.DB
	table statementTable
	of    []everydayStatement
}

func (s *gormStatements) statements(values) []everydayStatement { return s.of }

func (s *gormStatements) reset() {
	for _, q := range s.table.fill() {
		must(s.db.Session(&gorm.Session{NewDB: true}).Exec(q).Error)
	}
}

// holds compares a column of a row with what it has to be.
func (s *gormStatements) holds(column, from, want string) *Cell {
	var stored []string
	must(s.db.Raw("SELECT " + fmt.Sprintf(s.table.stored, column) + " FROM " + from).Scan(&stored).Error)
	return holdsOne(stored, want)
}

func (s *gormStatements) count(from string) (n int) {
	must(s.db.Raw("SELECT COUNT(*) FROM " + from).Scan(&n).Error)
	return n
}

// gormEveryday are the statements in GORM with ids of type T.
func gormEveryday[T ~[16]byte](all *gormStatements) []everydayStatement {
	s := gormOfType[T]{all, values{reflect.TypeFor[T]()}}
	if s.db != nil {
		for _, model := range []any{new(everydayModel[T]), new(everydayKid[T])} {
			setTypeTag(s.db, model, s.table.tag, s.values.one)
		}
	}
	text, inJSON, expression := s.finding(findText, "txt = ?"), s.finding(findJSON, s.table.json), s.finding(findExpression, s.table.expression)
	return slices.Concat(s.basics(), s.others(), []everydayStatement{text[0], inJSON[0], expression[0], text[1], inJSON[1], expression[1]})
}

type gormOfType[T ~[16]byte] struct {
	*gormStatements
	values values
}

// ok ends the statement if it returned an error.
func (*gormStatements) ok(tx *gorm.DB) {
	if !errors.Is(tx.Error, gorm.ErrRecordNotFound) {
		check("", "", tx.Error)
	}
}

// finding are statements with a condition on what is not a column of ids, by an id and by its text.
func (s gormOfType[T]) finding(name, condition string) []everydayStatement {
	find := func(arg any) *Cell {
		var xs []everydayModel[T]
		s.reads("db.Where(%q, v).Find(&xs)", condition)
		s.ok(s.db.Where(condition, arg).Find(&xs))
		return finds(len(xs), 1)
	}
	return []everydayStatement{
		{name, oneID, func() *Cell { return find(T(first)) }},
		{name + ", " + asText, "v := " + asText, func() *Cell { return find(first.String()) }},
	}
}

// basics are the statements from insert to delete.
func (s gormOfType[T]) basics() []everydayStatement {
	type X = everydayModel[T]
	return []everydayStatement{
		{"insert", oneID, func() *Cell {
			s.writes("db.Create(&X{N: 3, ID: v})")
			s.ok(s.db.Create(&X{N: 3, ID: T(third)}))
			return s.holds("id", "t WHERE n = 3", s.table.one(third))
		}},
		{"read", "var x X", func() *Cell {
			var x X
			s.reads(`db.Where("n = 1").First(&x)`)
			s.ok(s.db.Where("n = 1").First(&x))
			return s.values.read(reflect.ValueOf(&x.ID), first)
		}},
		{"find by id", oneID, func() *Cell {
			var xs []X
			s.reads(`db.Find(&xs, "id = ?", v)`)
			s.ok(s.db.Find(&xs, "id = ?", T(first)))
			return finds(len(xs), 1)
		}},
		{"find by list", twoIDs, func() *Cell {
			var xs []X
			s.reads(`db.Find(&xs, "id IN ?", []T{v, v2})`)
			s.ok(s.db.Find(&xs, "id IN ?", []T{T(first), T(second)}))
			return finds(len(xs), 2)
		}},
		{"write NULL", "var v *T", func() *Cell {
			s.writes(`db.Model(&X{}).Where("n = 2").Update("ref", v)`)
			s.ok(s.db.Model(&X{}).Where("n = 2").Update("ref", (*T)(nil)))
			return s.holds("ref", "t WHERE n = 2", s.table.null)
		}},
		{"read NULL", "var x X", func() *Cell {
			var x X
			s.reads(`db.Where("n = 1").First(&x) // x.Ref`)
			s.ok(s.db.Where("n = 1").First(&x))
			return s.values.readNull(reflect.ValueOf(&x.Ref))
		}},
		{"update", twoIDs, func() *Cell {
			s.writes(`db.Model(&X{ID: v}).Update("ref", v2)`)
			s.ok(s.db.Model(&X{ID: T(first)}).Update("ref", T(second)))
			return s.holds("ref", "t WHERE n = 1", s.table.one(second))
		}},
		{"upsert", oneID, func() *Cell {
			s.writes(`db.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, DoUpdates: clause.Assignments(map[string]any{"n": 7})}).Create(&X{N: 3, ID: v})`)
			s.ok(s.db.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, DoUpdates: clause.Assignments(map[string]any{"n": 7})}).Create(&X{N: 3, ID: T(first)}))
			return worst(finds(s.count("t"), 2), s.holds("id", "t WHERE n = 7", s.table.one(first)))
		}},
		{"delete", oneID, func() *Cell {
			s.writes("db.Delete(&X{ID: v})")
			s.ok(s.db.Delete(&X{ID: T(first)}))
			return worst(finds(s.count("t"), 1), s.holds("id", "t", s.table.one(second)))
		}},
	}
}

// others are a join, reads without a model, and a bulk insert.
func (s gormOfType[T]) others() []everydayStatement {
	type X = everydayModel[T]
	return []everydayStatement{
		{"join", oneID, func() *Cell {
			var n int64
			s.reads(`db.Model(&X{}).Joins("JOIN kids ON kids.ref = t.id").Where("kids.ref = ?", v).Count(&n)`)
			s.ok(s.db.Model(&X{}).Joins("JOIN kids ON kids.ref = t.id").Where("kids.ref = ?", T(first)).Count(&n))
			return finds(int(n), 1)
		}},
		{"read into any", "var x any", func() *Cell {
			var x any
			s.reads(`db.Model(&X{}).Select("id").Where("n = 1").Row().Scan(&x)`)
			check("", "read: ", s.db.Model(&X{}).Select("id").Where("n = 1").Row().Scan(&x))
			return s.values.readAny(x, first)
		}},
		{"read into a map", "x := map[string]any{}", func() *Cell {
			x := map[string]any{}
			s.reads(`db.Model(&X{}).Where("n = 1").Take(&x)`)
			s.ok(s.db.Model(&X{}).Where("n = 1").Take(&x))
			return s.values.readAny(x["id"], first)
		}},
		{"bulk insert", twoIDs, func() *Cell {
			s.writes("db.CreateInBatches([]X{{N: 3, ID: v}, {N: 4, ID: v2}}, 100)")
			s.ok(s.db.CreateInBatches([]X{{N: 3, ID: T(third)}, {N: 4, ID: T(fourth)}}, 100))
			return worst(s.holds("id", "t WHERE n = 3", s.table.one(third)), s.holds("id", "t WHERE n = 4", s.table.one(fourth)))
		}},
	}
}

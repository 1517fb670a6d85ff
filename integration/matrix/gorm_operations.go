package matrix

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"
	"gorm.io/gorm/schema"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/uuid"
)

// gormOperations is the library of the rows whose shapes are what a program does
// with GORM. Without uuidkit, and with gormtype.Plugin, a field has the type and
// a type tag; the type uuidkit is gormtype.UUID, which needs neither.
const gormOperations = "GORM operations"

// The models. A type parameter K is the type of the ids.
type (
	gormTeam[K any] struct {
		ID    K
		Name  string
		Users []gormUser[K] `gorm:"foreignKey:TeamID"`
		Badge *gormBadge[K] `gorm:"foreignKey:TeamID"`
		Toys  []gormToy[K]  `gorm:"polymorphic:Owner"`
	}
	gormUser[K any] struct {
		ID      K
		N       int
		TeamID  *K
		Team    *gormTeam[K]
		Contact gormContact[K] `gorm:"embedded;embeddedPrefix:contact_"`
	}
	gormContact[K any] struct {
		Ref  *K
		City string
	}
	gormBadge[K any] struct {
		ID     K
		TeamID K
		N      int
	}
	gormToy[K any] struct {
		ID        K
		OwnerID   K
		OwnerType string
		N         int
	}
	gormNote[K any] struct {
		ID        K
		N         int
		DeletedAt gorm.DeletedAt
	}
	gormPair[K any] struct {
		A, B K `gorm:"primaryKey"`
		N    int
	}
	gormMember[K, Role any] struct {
		ID    K
		N     int
		Roles []Role `gorm:"many2many:member_roles;joinForeignKey:MemberID;joinReferences:RoleID"`
	}
	gormRole[K any] struct {
		ID K
		N  int
	}
)

func (gormTeam[K]) TableName() string  { return "teams" }
func (gormUser[K]) TableName() string  { return "users" }
func (gormBadge[K]) TableName() string { return "badges" }
func (gormToy[K]) TableName() string   { return "toys" }
func (gormNote[K]) TableName() string  { return "notes" }
func (gormPair[K]) TableName() string  { return "pairs" }

// GORM makes names of a many2many's models, which those of generic types can't be.
type (
	googleMember gormMember[google.UUID, googleRole]
	googleRole   gormRole[google.UUID]
	gofrsMember  gormMember[gofrs.UUID, gofrsRole]
	gofrsRole    gormRole[gofrs.UUID]
	arrayMember  gormMember[[16]byte, arrayRole]
	arrayRole    gormRole[[16]byte]
	kitMember    gormMember[gormtype.UUID, kitRole]
	kitRole      gormRole[gormtype.UUID]
)

var gormOpeners = map[string]func(*gorm.DB) gormDatabase{
	"std":      openGormStd,
	"google":   openGormOf[google.UUID, googleMember, googleRole],
	"gofrs":    openGormOf[gofrs.UUID, gofrsMember, gofrsRole],
	"[16]byte": openGormOf[[16]byte, arrayMember, arrayRole],
	"uuidkit":  openGormOf[gormtype.UUID, kitMember, kitRole],
}

// A gormDatabase runs operations. It is one of a type of ids.
type gormDatabase interface {
	prepare(tag string, literal func([]byte) string) error
	run(operation string, one func(uuid.UUID) string, stored string) *Cell
}

func gormOperationRows() (inline, operations []Row) {
	for _, d := range gormDialects() {
		if d.column == "UUID" {
			continue // MariaDB does not take all the ids
		}
		servers := d.servers
		if d.column == "uuid" {
			servers = servers[:1] // an older PostgreSQL is the same
		}
		for _, server := range servers {
			inline = append(inline, gormInlineRow(d, server))
			if !d.text {
				operations = append(operations, gormOperationRow(d, server))
			}
		}
	}
	return inline, operations
}

func gormOperationRow(d gormDialect, server server) Row {
	r := Row{Store: server.store, Column: d.column, Library: gormOperations, One: d.one, Kit: edge[gormtype.UUID, gormtype.NullUUID]}
	r.Open = func(t testing.TB, c Column) Session {
		s := &gormOperationSession{db: gormOpeners[c.Name](openGorm(t, d, server, c))}
		s.err = s.db.prepare(d.tagFor(c), d.literal)
		return s
	}
	for _, name := range gormOperationNames {
		r.Shapes = append(r.Shapes, Shape{name, func(m *measurement) *Cell {
			s := m.session.(*gormOperationSession)
			if s.err != nil {
				return failed("", "", s.err)
			}
			return s.db.run(name, d.one, d.stored)
		}})
	}
	return r
}

// tagFor is the type tag that a field needs.
func (d gormDialect) tagFor(c Column) string {
	if c.Kit && c.Name == "uuidkit" {
		return ""
	}
	return d.tag
}

// openGorm opens a new database, with the plugin if the column is with uuidkit.
func openGorm(t testing.TB, d gormDialect, server server, c Column) *gorm.DB {
	db, err := gorm.Open(d.open(server.database(t)), &gorm.Config{Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	conns, err := db.DB()
	if err != nil {
		t.Fatal(err)
	}
	conns.SetMaxOpenConns(1)
	t.Cleanup(func() { conns.Close() })
	if c.Kit {
		if err := db.Use(gormtype.Plugin{}); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

// Its shapes need nothing of a Session.
type gormOperationSession struct {
	Session
	db  gormDatabase
	err error
}

// gormIDs are the ids of the rows: the first is u, whose bytes are 0, 17, 34 and
// so on; the others are random.
func gormIDs(n int) []uuid.UUID {
	random := rand.New(rand.NewPCG(9562, 16))
	ids := []uuid.UUID{u}
	for len(ids) < n {
		ids = append(ids, uuid.FromUint128(random.Uint64(), random.Uint64()))
	}
	return ids
}

type gormOf[K ~[16]byte, Member, Role any] struct {
	all *gorm.DB
	db  *gorm.DB // all in a transaction, which is rolled back
	ids []K      // the first ones are the teams', the notes' and the members'
}

func openGormOf[K ~[16]byte, Member, Role any](db *gorm.DB) gormDatabase {
	g := &gormOf[K, Member, Role]{all: db}
	for _, id := range gormIDs(100) {
		g.ids = append(g.ids, K(id))
	}
	return g
}

func (g *gormOf[K, Member, Role]) models() []any {
	return []any{new(gormTeam[K]), new(gormUser[K]), new(gormBadge[K]), new(gormToy[K]), new(gormNote[K]),
		new(gormPair[K]), new(Member), new(Role)}
}

// A team has five users, a badge and two toys; a member has roles 0 and 1.
const (
	gormTeams   = 4
	gormUsers   = 20
	gormMembers = 4
	gormRoles   = 3
)

func (g *gormOf[K, Member, Role]) team(i int) K { return g.ids[i] }
func (g *gormOf[K, Member, Role]) user(i int) K { return g.ids[10+i] }
func (g *gormOf[K, Member, Role]) role(i int) K { return g.ids[60+i] }
func (g *gormOf[K, Member, Role]) new(i int) K  { return g.ids[80+i] }

// prepare makes the tables and fills them without any Go type.
func (g *gormOf[K, Member, Role]) prepare(tag string, literal func([]byte) string) error {
	if tag != "" {
		for _, m := range g.models() {
			if err := setTypeTag[K](g.all, m, tag); err != nil {
				return err
			}
		}
	}
	if err := g.all.AutoMigrate(g.models()...); err != nil {
		return fmt.Errorf("AutoMigrate: %w", err)
	}
	lit := func(id K) string { return literal(id[:]) }
	values := map[string][]string{}
	add := func(table, format string, args ...any) {
		values[table] = append(values[table], "("+fmt.Sprintf(format, args...)+")")
	}
	for i := range gormTeams {
		add("teams (id, name)", "%s, 'team %d'", lit(g.team(i)), i)
		add("badges (id, team_id, n)", "%s, %s, %d", lit(g.ids[40+i]), lit(g.team(i)), i)
		for j := range 2 {
			add("toys (id, owner_id, owner_type, n)", "%s, %s, 'teams', %d", lit(g.ids[50+2*i+j]), lit(g.team(i)), i)
		}
		add("notes (id, n)", "%s, %d", lit(g.team(i)), i)
		add("pairs (a, b, n)", "%s, %s, %d", lit(g.team(i)), lit(g.user(i)), i)
		for j := range 5 {
			add("users (id, n, team_id, contact_ref, contact_city)", "%s, %d, %s, %s, 'city %d'", lit(g.user(5*i+j)), 5*i+j, lit(g.team(i)), lit(g.team(i)), i)
		}
	}
	members, roles := g.tables()
	for i := range gormRoles {
		add(roles+" (id, n)", "%s, %d", lit(g.role(i)), i)
	}
	for i := range gormMembers {
		add(members+" (id, n)", "%s, %d", lit(g.team(i)), i)
		for j := range 2 {
			add("member_roles (member_id, role_id)", "%s, %s", lit(g.team(i)), lit(g.role(j)))
		}
	}
	for _, table := range []string{"teams (", "users", "badges", "toys", "notes", "pairs", members, roles, "member_roles"} {
		for into, rows := range values {
			if !strings.HasPrefix(into, table) {
				continue
			}
			if err := g.all.Exec("INSERT INTO " + into + " VALUES " + strings.Join(rows, ", ")).Error; err != nil {
				return fmt.Errorf("seed: %w", err)
			}
		}
	}
	return nil
}

// tables returns the names of the tables of Member and Role.
func (g *gormOf[K, Member, Role]) tables() (members, roles string) {
	stmt := gorm.Statement{DB: g.all}
	stmt.Parse(new(Member))
	roleStmt := gorm.Statement{DB: g.all}
	roleStmt.Parse(new(Role))
	return stmt.Table, roleStmt.Table
}

// setTypeTag makes of the model's schema what it would be if all its ids had
// the type tag: a tag is a constant, and this one differs by database.
func setTypeTag[K any](db *gorm.DB, model any, tag string) error {
	stmt := gorm.Statement{DB: db}
	if err := stmt.Parse(model); err != nil {
		return err
	}
	schemas := []*schema.Schema{stmt.Schema}
	for _, rel := range stmt.Schema.Relationships.Relations {
		schemas = append(schemas, rel.FieldSchema)
		if rel.JoinTable != nil {
			schemas = append(schemas, rel.JoinTable)
		}
	}
	for _, s := range schemas {
		for _, f := range s.Fields {
			if f.IndirectFieldType == reflect.TypeFor[K]() {
				f.TagSettings["TYPE"], f.DataType = tag, schema.DataType(tag)
			}
		}
	}
	return nil
}

// run runs an operation in a transaction and takes back what it did.
func (g *gormOf[K, Member, Role]) run(name string, one func(uuid.UUID) string, stored string) *Cell {
	g.db = g.all.Begin()
	defer g.db.Rollback()
	ctx := &gormCheck{db: g.db, one: one, stored: stored}
	err := g.operations()[name](ctx)
	var wrong wrongError
	switch {
	case errors.As(err, &wrong):
		return &Cell{Verdict: Wrong, Note: wrong.Error()}
	case err != nil:
		return failed("", "", err)
	case ctx.other != "":
		return &Cell{Verdict: Works, Stored: ctx.other, Note: "stored as " + ctx.other}
	}
	return &Cell{Verdict: Native}
}

// A wrongError is that of an operation that went wrong without an error.
type wrongError string

func (e wrongError) Error() string { return string(e) }

func wrongf(format string, args ...any) error { return wrongError(fmt.Sprintf(format, args...)) }

// A gormCheck asks the database what an operation has left there.
type gormCheck struct {
	db     *gorm.DB
	one    func(uuid.UUID) string
	stored string
	other  string // what is stored in another form
}

// holds checks the stored form of ids.
func (c *gormCheck) holds(table, column, where string, ids ...uuid.UUID) error {
	var got []string
	if err := c.db.Raw("SELECT " + fmt.Sprintf(c.stored, column) + " FROM " + table + " WHERE " + where + " ORDER BY n").Scan(&got).Error; err != nil {
		return err
	}
	if len(got) != len(ids) {
		return wrongf("%d rows with %s, not %d", len(got), where, len(ids))
	}
	for i, id := range ids {
		if got[i] != c.one(id) {
			c.other = got[i]
		}
	}
	return nil
}

// count checks how many rows there are.
func (c *gormCheck) count(table, where string, want int) error {
	var got int
	if err := c.db.Raw("SELECT count(*) FROM " + table + " WHERE " + where).Scan(&got).Error; err != nil {
		return err
	}
	if got != want {
		return wrongf("%d rows in %s, not %d", got, table, want)
	}
	return nil
}

// rows checks a statement's error and number of rows.
func rows(tx *gorm.DB, want int64) error {
	if errors.Is(tx.Error, gorm.ErrRecordNotFound) {
		return wrongf("no row found")
	}
	if tx.Error != nil {
		return tx.Error
	}
	if tx.RowsAffected != want {
		return wrongf("%d rows, not %d", tx.RowsAffected, want)
	}
	return nil
}

// gormOperationNames are the operations, in the order of the report.
var gormOperationNames = []string{
	"Create", "Create of a slice", "CreateInBatches", "Create of a map", "Create with associations", "upsert", "Save", "Save of a new row",
	"FirstOrCreate", "FirstOrInit, Attrs",
	"First(&x, id)", "First(&x, &id)", "Take, Last", "Find(&xs, ids)", "Find(&xs, a, b)", "First with the key set",
	"id = ?", "id IN ?", "id IN (?), one id", "id IN (?), ids", "pairs IN ?", "named", "struct", "map", "map of ids", "Not, Or", "column and value", "clause", "subquery", "Having", "Order, range",
	"Raw", "Exec",
	"Update", "Updates(struct)", "Updates(map)", "Updates, null", "UpdateColumn of all",
	"Delete(&x, id)", "Delete(&x, ids)", "Delete with the key set", "Delete by map", "soft delete",
	"Count", "Pluck", "Scan into a struct", "Scan into a map", "Rows, ScanRows", "FindInBatches",
	"embedded", "composite key", "belongs to", "has one", "has many", "many to many", "polymorphic", "Preload with a condition", "nested Preload", "Joins", "Joins with a condition",
	"Association Append", "Association Find, Count", "Association Delete", "Association Replace", "Association Clear",
	"transaction, savepoint", "prepared statements", "AutoMigrate again",
	"log",
}

func (g *gormOf[K, Member, Role]) operations() map[string]func(*gormCheck) error {
	type (
		Team = gormTeam[K]
		User = gormUser[K]
		Note = gormNote[K]
		Pair = gormPair[K]
	)
	db := g.db
	// found checks that a user was found, and whole.
	found := func(tx *gorm.DB, got User, n int) error {
		if err := rows(tx, 1); err != nil {
			return err
		}
		if got.ID != g.user(n) || got.N != n || got.TeamID == nil || *got.TeamID != g.team(n/5) {
			return wrongf("reads row %d with the id %s", got.N, uuid.UUID(got.ID))
		}
		return nil
	}
	var x User
	first := func(conds ...any) error { x = User{}; return found(db.First(&x, conds...), x, 7) }
	where := func(query any, args ...any) error { x = User{}; return found(db.Where(query, args...).Take(&x), x, 7) }
	two := func(tx *gorm.DB, xs *[]User) error {
		if err := rows(tx, 2); err != nil {
			return err
		}
		slices.SortFunc(*xs, func(a, b User) int { return a.N - b.N })
		return errors.Join(found(&gorm.DB{RowsAffected: 1}, (*xs)[0], 3), found(&gorm.DB{RowsAffected: 1}, (*xs)[1], 7))
	}
	pair := func(query any, args ...any) error {
		var xs []User
		return two(db.Where(query, args...).Find(&xs), &xs)
	}
	id, other := g.user(7), g.user(3)
	ids := []K{other, id}
	n0, n1 := uuid.UUID(g.new(0)), uuid.UUID(g.new(1))
	team0 := g.team(0)
	// updated checks that user 7, and no other, has the team.
	updated := func(c *gormCheck, tx *gorm.DB) error {
		if err := rows(tx, 1); err != nil {
			return err
		}
		return errors.Join(c.holds("users", "team_id", "n = 7", uuid.UUID(team0)), c.holds("users", "team_id", "n = 6", uuid.UUID(g.team(1))))
	}
	deleted := func(c *gormCheck, tx *gorm.DB, n int64) error {
		if err := rows(tx, n); err != nil {
			return err
		}
		return errors.Join(c.count("notes", "n = 0", 0), c.count("notes", "n > 0", gormTeams-int(n)))
	}
	roles := func() (member any, assoc *gorm.Association, find func() ([]int, error)) {
		m := reflect.New(reflect.TypeFor[Member]())
		m.Elem().FieldByName("ID").Set(reflect.ValueOf(g.team(1)))
		assoc = db.Model(m.Interface()).Association("Roles")
		return m.Interface(), assoc, func() ([]int, error) {
			members, roles := g.tables()
			_ = members
			var got []int
			err := db.Raw("SELECT r.n FROM " + roles + " r JOIN member_roles x ON x.role_id = r.id JOIN " + members + " m ON m.id = x.member_id WHERE m.n = 1 ORDER BY r.n").Scan(&got).Error
			return got, err
		}
	}
	role := func(i int) any {
		r := reflect.New(reflect.TypeFor[Role]())
		r.Elem().FieldByName("ID").Set(reflect.ValueOf(g.role(i)))
		r.Elem().FieldByName("N").SetInt(int64(i))
		return r.Interface()
	}
	association := func(c *gormCheck, change func(*gorm.Association) error, want ...int) error {
		_, assoc, find := roles()
		if err := assoc.Error; err != nil {
			return err
		}
		if err := change(assoc); err != nil {
			return err
		}
		got, err := find()
		if err != nil {
			return err
		}
		if !slices.Equal(got, want) {
			return wrongf("has roles %v, not %v", got, want)
		}
		return c.count("member_roles", "1 = 1", 2*(gormMembers-1)+len(want))
	}

	return map[string]func(*gormCheck) error{
		"Create": func(c *gormCheck) error {
			if err := rows(db.Create(&User{ID: g.new(0), N: 90, TeamID: &team0, Contact: gormContact[K]{Ref: &id}}), 1); err != nil {
				return err
			}
			return errors.Join(c.holds("users", "id", "n = 90", n0), c.holds("users", "team_id", "n = 90", uuid.UUID(team0)), c.holds("users", "contact_ref", "n = 90", uuid.UUID(id)))
		},
		"Create of a slice": func(c *gormCheck) error {
			if err := rows(db.Create(&[]User{{ID: g.new(0), N: 90}, {ID: g.new(1), N: 91, TeamID: &team0}}), 2); err != nil {
				return err
			}
			return errors.Join(c.holds("users", "id", "n >= 90", n0, n1), c.count("users", "n = 90 AND team_id IS NULL", 1))
		},
		"CreateInBatches": func(c *gormCheck) error {
			if err := rows(db.CreateInBatches(&[]Note{{ID: g.new(0), N: 90}, {ID: g.new(1), N: 91}, {ID: g.new(2), N: 92}}, 2), 3); err != nil {
				return err
			}
			return c.holds("notes", "id", "n >= 90", n0, n1, uuid.UUID(g.new(2)))
		},
		"Create of a map": func(c *gormCheck) error {
			if err := rows(db.Model(&User{}).Create(map[string]any{"ID": g.new(0), "N": 90, "TeamID": &team0}), 1); err != nil {
				return err
			}
			return c.holds("users", "id", "n = 90", n0)
		},
		"Create with associations": func(c *gormCheck) error {
			team := Team{ID: g.new(0), Name: "new", Users: []User{{ID: g.new(1), N: 90}}, Badge: &gormBadge[K]{ID: g.new(2), N: 90}, Toys: []gormToy[K]{{ID: g.new(3), N: 90}}}
			if err := rows(db.Create(&team), 1); err != nil {
				return err
			}
			return errors.Join(c.holds("users", "team_id", "n = 90", n0), c.holds("badges", "team_id", "n = 90", n0), c.holds("toys", "owner_id", "n = 90", n0))
		},
		"upsert": func(c *gormCheck) error {
			if err := db.Clauses(clause.OnConflict{UpdateAll: true}).Create(&[]Note{{ID: g.team(0), N: 90}, {ID: g.new(0), N: 91}}).Error; err != nil {
				return err
			}
			return errors.Join(c.holds("notes", "id", "n >= 90", u, n0), c.count("notes", "1 = 1", gormTeams+1))
		},
		"Save": func(c *gormCheck) error {
			if err := db.Save(&User{ID: id, N: 7, TeamID: &team0}).Error; err != nil {
				return err
			}
			return errors.Join(c.holds("users", "team_id", "n = 7", uuid.UUID(team0)), c.count("users", "1 = 1", gormUsers))
		},
		"Save of a new row": func(c *gormCheck) error {
			if err := db.Save(&User{ID: g.new(0), N: 90}).Error; err != nil {
				return err
			}
			return c.holds("users", "id", "n = 90", n0)
		},
		"FirstOrCreate": func(c *gormCheck) error {
			var a, b User
			if err := found(db.FirstOrCreate(&a, User{ID: id}), a, 7); err != nil && !(a.N == 7 && a.ID == id) {
				return err
			}
			if err := rows(db.Where(User{ID: g.new(0)}).Attrs(User{N: 90}).FirstOrCreate(&b), 1); err != nil {
				return err
			}
			return c.holds("users", "id", "n = 90", n0)
		},
		"FirstOrInit, Attrs": func(*gormCheck) error {
			var a, b User
			if err := db.FirstOrInit(&a, map[string]any{"id": id}).Error; err != nil {
				return err
			}
			if err := db.Where(User{ID: g.new(0)}).Attrs(User{TeamID: &team0}).FirstOrInit(&b).Error; err != nil {
				return err
			}
			if a.ID != id || a.N != 7 || b.ID != g.new(0) || b.TeamID == nil || *b.TeamID != team0 {
				return wrongf("gives %s and %s", uuid.UUID(a.ID), uuid.UUID(b.ID))
			}
			return nil
		},

		"First(&x, id)":  func(*gormCheck) error { return first(id) },
		"First(&x, &id)": func(*gormCheck) error { return first(&id) },
		"Take, Last": func(*gormCheck) error {
			var a, b User
			return errors.Join(found(db.Take(&a, id), a, 7), found(db.Last(&b, id), b, 7))
		},
		"Find(&xs, ids)": func(*gormCheck) error { var xs []User; return two(db.Find(&xs, ids), &xs) },
		"Find(&xs, a, b)": func(*gormCheck) error {
			var xs []User
			return two(db.Find(&xs, other, id), &xs)
		},
		"First with the key set": func(*gormCheck) error { a := User{ID: id}; return found(db.First(&a), a, 7) },

		"id = ?":            func(*gormCheck) error { return where("id = ?", id) },
		"id IN ?":           func(*gormCheck) error { return pair("id IN ?", ids) },
		"id IN (?), one id": func(*gormCheck) error { return where("id IN (?)", id) },
		"id IN (?), ids":    func(*gormCheck) error { return pair("id IN (?)", ids) },
		"pairs IN ?": func(*gormCheck) error {
			return pair("(id, team_id) IN ?", [][]any{{id, g.team(1)}, {other, g.team(0)}})
		},
		"named": func(*gormCheck) error {
			return errors.Join(where("id = @id", sql.Named("id", id)), where("id = @id", map[string]any{"id": id}), pair("id IN @ids", map[string]any{"ids": ids}))
		},
		"struct":     func(*gormCheck) error { return where(&User{ID: id, TeamID: &[]K{g.team(1)}[0]}) },
		"map":        func(*gormCheck) error { return where(map[string]any{"id": id}) },
		"map of ids": func(*gormCheck) error { return pair(map[string]any{"id": ids}) },
		"Not, Or": func(*gormCheck) error {
			var xs, rest []User
			if err := rows(db.Not(map[string]any{"id": id}).Find(&rest), gormUsers-1); err != nil {
				return err
			}
			return two(db.Where("id = ?", id).Or(map[string]any{"id": other}).Find(&xs), &xs)
		},
		"column and value": func(*gormCheck) error { return where("id", id) },
		"clause":           func(*gormCheck) error { return where(clause.Eq{Column: clause.PrimaryColumn, Value: id}) },
		"subquery": func(*gormCheck) error {
			return where("id IN (?)", db.Model(&User{}).Select("id").Where("id = ?", id))
		},
		"Having": func(*gormCheck) error {
			var n []int
			if err := db.Model(&User{}).Select("count(*)").Group("team_id").Having("team_id = ?", g.team(1)).Scan(&n).Error; err != nil {
				return err
			}
			if !slices.Equal(n, []int{5}) {
				return wrongf("counts %v, not 5", n)
			}
			return nil
		},
		"Order, range": func(*gormCheck) error {
			var xs []User
			if err := db.Where("id >= ? AND id <= ?", id, id).Order("id").Find(&xs).Error; err != nil {
				return err
			}
			if len(xs) != 1 || xs[0].ID != id {
				return wrongf("%d rows, not 1", len(xs))
			}
			return nil
		},
		"Raw": func(*gormCheck) error {
			x = User{}
			return found(db.Raw("SELECT * FROM users WHERE id = ?", id).Scan(&x), x, 7)
		},
		"Exec": func(c *gormCheck) error {
			return updated(c, db.Exec("UPDATE users SET team_id = ? WHERE id = ?", team0, id))
		},

		"Update": func(c *gormCheck) error { return updated(c, db.Model(&User{ID: id}).Update("team_id", team0)) },
		"Updates(struct)": func(c *gormCheck) error {
			return updated(c, db.Model(&User{}).Where("id = ?", id).Updates(User{TeamID: &team0}))
		},
		"Updates(map)": func(c *gormCheck) error {
			return updated(c, db.Model(&User{ID: id}).Updates(map[string]any{"team_id": team0, "contact_ref": &team0}))
		},
		"Updates, null": func(c *gormCheck) error {
			if err := rows(db.Model(&User{ID: id}).Updates(map[string]any{"team_id": (*K)(nil), "contact_ref": nil}), 1); err != nil {
				return err
			}
			return c.count("users", "n = 7 AND team_id IS NULL AND contact_ref IS NULL", 1)
		},
		"UpdateColumn of all": func(c *gormCheck) error {
			if err := rows(db.Model(&User{}).Where("1 = 1").UpdateColumn("contact_ref", g.new(0)), gormUsers); err != nil {
				return err
			}
			return c.holds("users", "contact_ref", "n = 0", n0)
		},

		"Delete(&x, id)": func(c *gormCheck) error { return deleted(c, db.Unscoped().Delete(&Note{}, g.team(0)), 1) },
		"Delete(&x, ids)": func(c *gormCheck) error {
			return deleted(c, db.Unscoped().Delete(&Note{}, []K{g.team(0), g.team(1)}), 2-0)
		},
		"Delete with the key set": func(c *gormCheck) error { return deleted(c, db.Unscoped().Delete(&Note{ID: g.team(0)}), 1) },
		"Delete by map": func(c *gormCheck) error {
			return deleted(c, db.Unscoped().Where(map[string]any{"id": g.team(0)}).Delete(&Note{}), 1)
		},
		"soft delete": func(c *gormCheck) error {
			if err := rows(db.Delete(&Note{}, g.team(0)), 1); err != nil {
				return err
			}
			if err := db.First(&Note{}, "id = ?", g.team(0)).Error; !errors.Is(err, gorm.ErrRecordNotFound) {
				return cmpError(err, "finds the deleted row")
			}
			return errors.Join(c.count("notes", "deleted_at IS NULL AND n > 0", gormTeams-1), c.count("notes", "deleted_at IS NOT NULL AND n = 0", 1))
		},

		"Count": func(*gormCheck) error {
			var n int64
			if err := db.Model(&User{}).Where(map[string]any{"team_id": g.team(1)}).Count(&n).Error; err != nil {
				return err
			}
			if n != 5 {
				return wrongf("counts %d rows, not 5", n)
			}
			return nil
		},
		"Pluck": func(*gormCheck) error {
			var got []K
			if err := db.Model(&User{}).Where("n IN (3, 7)").Order("n").Pluck("id", &got).Error; err != nil {
				return err
			}
			if !slices.Equal(got, ids) {
				return wrongf("plucks %d ids, or others", len(got))
			}
			return nil
		},
		"Scan into a struct": func(*gormCheck) error {
			var got []struct {
				N      int
				TeamID K
			}
			if err := db.Model(&User{}).Where("n IN (3, 7)").Order("n").Scan(&got).Error; err != nil {
				return err
			}
			if len(got) != 2 || got[0].TeamID != g.team(0) || got[1].TeamID != g.team(1) {
				return wrongf("scans %d rows, or others", len(got))
			}
			return nil
		},
		"Scan into a map": func(*gormCheck) error {
			got := map[string]any{}
			if err := db.Model(&User{}).Where("id = ?", id).Take(&got).Error; err != nil {
				return err
			}
			// The driver's own value, but it must be there.
			switch v := got["id"].(type) {
			case string:
				if u, err := uuid.Parse(v); err == nil && u == uuid.UUID(id) {
					return nil
				}
			case []byte:
				if u, err := uuid.FromBytes(v); err == nil && u == uuid.UUID(id) {
					return nil
				}
			case [16]byte:
				if v == id {
					return nil
				}
			case K:
				if v == id {
					return nil
				}
			}
			return wrongf("the id is a %T", got["id"])
		},
		"Rows, ScanRows": func(*gormCheck) error {
			rs, err := db.Model(&User{}).Where("id = ?", id).Rows()
			if err != nil {
				return err
			}
			defer rs.Close()
			x = User{}
			for rs.Next() {
				if err := db.ScanRows(rs, &x); err != nil {
					return err
				}
			}
			return found(&gorm.DB{RowsAffected: 1, Error: rs.Err()}, x, 7)
		},
		"FindInBatches": func(*gormCheck) error {
			var xs []User
			var sum int
			if err := db.FindInBatches(&xs, 3, func(_ *gorm.DB, batch int) error {
				if batch > gormUsers {
					return wrongf("the batches do not end")
				}
				for _, x := range xs {
					sum += 1 << x.N
				}
				return nil
			}).Error; err != nil {
				return err
			}
			if sum != 1<<gormUsers-1 {
				return wrongf("some rows never come, or twice")
			}
			return nil
		},

		"embedded": func(*gormCheck) error {
			var xs []User
			if err := rows(db.Where(&User{Contact: gormContact[K]{Ref: &[]K{g.team(1)}[0]}}).Find(&xs), 5); err != nil {
				return err
			}
			if ref := xs[0].Contact.Ref; ref == nil || *ref != g.team(1) {
				return wrongf("reads another id")
			}
			return nil
		},
		"composite key": func(c *gormCheck) error {
			var p Pair
			if err := rows(db.First(&p, "a = ? AND b = ?", g.team(1), g.user(1)), 1); err != nil {
				return err
			}
			if p.N != 1 {
				return wrongf("reads row %d, not 1", p.N)
			}
			if err := rows(db.Model(&p).Update("n", 90), 1); err != nil {
				return err
			}
			if err := rows(db.Delete(&[]Pair{{A: g.team(2), B: g.user(2)}, {A: g.team(3), B: g.user(3)}}), 2); err != nil {
				return err
			}
			return errors.Join(c.count("pairs", "n = 90", 1), c.count("pairs", "n IN (0, 90)", 2), c.count("pairs", "1 = 1", 2))
		},
		"belongs to": func(*gormCheck) error {
			var xs []User
			if err := rows(db.Preload("Team").Find(&xs), gormUsers); err != nil {
				return err
			}
			for _, x := range xs {
				if x.Team == nil || x.Team.ID != g.team(x.N/5) || x.Team.Name != fmt.Sprint("team ", x.N/5) {
					return wrongf("user %d has another team, or none", x.N)
				}
			}
			return nil
		},
		"has one": func(*gormCheck) error {
			return g.teamsHave("Badge", func(i int, t Team) bool { return t.Badge != nil && t.Badge.N == i && t.Badge.TeamID == t.ID })
		},
		"has many": func(*gormCheck) error {
			return g.teamsHave("Users", func(i int, t Team) bool {
				return len(t.Users) == 5 && !slices.ContainsFunc(t.Users, func(x User) bool { return x.N/5 != i })
			})
		},
		"polymorphic": func(*gormCheck) error {
			return g.teamsHave("Toys", func(i int, t Team) bool {
				return len(t.Toys) == 2 && t.Toys[0].N == i && t.Toys[1].N == i && t.Toys[0].OwnerID == t.ID
			})
		},
		"many to many": func(*gormCheck) error {
			var ms []Member
			if err := rows(db.Preload("Roles").Find(&ms), gormMembers); err != nil {
				return err
			}
			for _, m := range ms {
				if n := reflect.ValueOf(m).FieldByName("Roles").Len(); n != 2 {
					return wrongf("a member has %d roles, not 2", n)
				}
			}
			return nil
		},
		"Preload with a condition": func(*gormCheck) error {
			var t Team
			if err := rows(db.Preload("Users", "id = ?", id).Preload("Badge", map[string]any{"team_id": g.team(1)}).First(&t, "name = ?", "team 1"), 1); err != nil {
				return err
			}
			if len(t.Users) != 1 || t.Users[0].ID != id || t.Badge == nil || t.Badge.N != 1 {
				return wrongf("%d users, not 1, or no badge", len(t.Users))
			}
			return nil
		},
		"nested Preload": func(*gormCheck) error {
			var xs []User
			if err := rows(db.Preload("Team.Users").Preload("Team.Toys").Find(&xs, "n > 14"), 5); err != nil {
				return err
			}
			if t := xs[0].Team; t == nil || t.ID != g.team(3) || len(t.Users) != 5 || len(t.Toys) != 2 {
				return wrongf("a team is not whole")
			}
			return nil
		},
		"Joins": func(*gormCheck) error {
			x = User{}
			if err := found(db.Joins("Team").Where("users.id = ?", id).Take(&x), x, 7); err != nil {
				return err
			}
			if x.Team == nil || x.Team.ID != g.team(1) || x.Team.Name != "team 1" {
				return wrongf("joins another team, or none")
			}
			return nil
		},
		"Joins with a condition": func(*gormCheck) error {
			x = User{}
			if err := found(db.Joins("Team", db.Where(&Team{ID: g.team(1)})).Joins("JOIN badges ON badges.team_id = users.team_id AND badges.team_id = ?", g.team(1)).Where("users.n = 7").Take(&x), x, 7); err != nil {
				return err
			}
			if x.Team == nil || x.Team.ID != g.team(1) {
				return wrongf("joins another team, or none")
			}
			return nil
		},

		"Association Append": func(c *gormCheck) error {
			return association(c, func(a *gorm.Association) error { return a.Append(role(2)) }, 0, 1, 2)
		},
		"Association Find, Count": func(c *gormCheck) error {
			return association(c, func(a *gorm.Association) error {
				var found []Role
				if err := a.Find(&found); err != nil {
					return err
				}
				_, again, _ := roles()
				if n := again.Count(); len(found) != 2 || n != 2 {
					return wrongf("finds %d roles, counts %d", len(found), n)
				}
				return again.Error
			}, 0, 1)
		},
		"Association Delete": func(c *gormCheck) error {
			return association(c, func(a *gorm.Association) error { return a.Delete(role(0)) }, 1)
		},
		"Association Replace": func(c *gormCheck) error {
			return association(c, func(a *gorm.Association) error { return a.Replace(role(2), role(1)) }, 1, 2)
		},
		"Association Clear": func(c *gormCheck) error {
			return association(c, func(a *gorm.Association) error { return a.Clear() })
		},

		"transaction, savepoint": func(c *gormCheck) error {
			undo := errors.New("undo")
			err := db.Transaction(func(tx *gorm.DB) error { // a savepoint, in a transaction
				if err := rows(tx.Delete(&Note{}, "id = ?", g.team(0)), 1); err != nil {
					return err
				}
				return undo
			})
			if err != undo {
				return err
			}
			if err := db.Transaction(func(tx *gorm.DB) error { return rows(tx.Create(&Note{ID: g.new(0), N: 90}), 1) }); err != nil {
				return err
			}
			return errors.Join(c.count("notes", "deleted_at IS NULL", gormTeams+1), c.holds("notes", "id", "n = 90", n0))
		},
		"prepared statements": func(c *gormCheck) error {
			s := db.Session(&gorm.Session{PrepareStmt: true})
			for i := range 3 {
				var n Note
				if err := rows(s.First(&n, "id = ?", g.team(i)), 1); err != nil {
					return err
				}
				if err := rows(s.Create(&Note{ID: g.new(i), N: 90 + i}), 1); err != nil {
					return err
				}
			}
			return c.holds("notes", "id", "n >= 90", n0, n1, uuid.UUID(g.new(2)))
		},
		"AutoMigrate again": func(*gormCheck) error {
			log := &gormLog{Interface: logger.Discard}
			// In the transaction, which a server that commits before it alters
			// would end.
			if err := db.Session(&gorm.Session{Logger: log}).AutoMigrate(g.models()...); err != nil {
				return err
			}
			for _, s := range log.sql {
				if strings.Contains(s, "ALTER") || strings.Contains(s, "CREATE ") {
					return wrongf("%s", s)
				}
			}
			return nil
		},
		"log": func(*gormCheck) error {
			log := &gormLog{Interface: logger.Discard}
			if err := rows(db.Session(&gorm.Session{Logger: log}).Where("id = ?", id).Find(&User{}), 1); err != nil {
				return err
			}
			// What is logged can be run; SQLite's log has double quotes.
			query := log.sql[0]
			if db.Name() == "sqlite" {
				query = strings.ReplaceAll(query, `"`, "'")
			}
			x = User{}
			return found(db.Raw(query).Scan(&x), x, 7)
		},
	}
}

// teamsHave loads the teams with a relation, and checks each.
func (g *gormOf[K, Member, Role]) teamsHave(relation string, ok func(i int, t gormTeam[K]) bool) error {
	var ts []gormTeam[K]
	if err := rows(g.db.Preload(relation).Order("name").Find(&ts), gormTeams); err != nil {
		return err
	}
	for i, t := range ts {
		if t.ID != g.team(i) || !ok(i, t) {
			return wrongf("team %d has not its own %s", i, relation)
		}
	}
	return nil
}

// cmpError is err, or, if there is none, what went wrong.
func cmpError(err error, wrong string) error {
	if err != nil {
		return err
	}
	return wrongf("%s", wrong)
}

// A gormLog keeps the SQL.
type gormLog struct {
	logger.Interface
	sql []string
}

func (l *gormLog) Trace(_ context.Context, _ time.Time, f func() (string, int64), _ error) {
	text, _ := f()
	l.sql = append(l.sql, text)
}

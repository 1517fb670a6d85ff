package matrix

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/uuid"
)

// The models of the operations. K is the type of the ids.
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
		ID, TeamID K
		N          int
	}
	gormToy[K any] struct {
		ID, OwnerID K
		OwnerType   string
		N           int
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

// GORM makes names of a many2many's models, which those of generic types cannot be.
type (
	stdMember    gormMember[std.UUID, stdRole]
	stdRole      gormRole[std.UUID]
	googleMember gormMember[google.UUID, googleRole]
	googleRole   gormRole[google.UUID]
	gofrsMember  gormMember[gofrs.UUID, gofrsRole]
	gofrsRole    gormRole[gofrs.UUID]
	arrayMember  gormMember[[16]byte, arrayRole]
	arrayRole    gormRole[[16]byte]
	kitMember    gormMember[gormtype.UUID, kitRole]
	kitRole      gormRole[gormtype.UUID]
)

// gormOpeners are the models of each type.
var gormOpeners = map[string]gormOpener{
	"std":      openGormOf[std.UUID, stdMember, stdRole],
	"google":   openGormOf[google.UUID, googleMember, googleRole],
	"gofrs":    openGormOf[gofrs.UUID, gofrsMember, gofrsRole],
	"[16]byte": openGormOf[[16]byte, arrayMember, arrayRole],
	"uuidkit":  openGormOf[gormtype.UUID, kitMember, kitRole],
}

// gormOf are the models of one type of ids, in a database.
type gormOf[K ~[16]byte, Member, Role any] struct {
	gormCheck
	dialect   gormDialect
	ids       []K // the first ones are the teams', the notes' and the members'
	id, other K   // users 7 and 3
	both      []K // of them, in the order of n
	x         gormUser[K]
	xs        []gormUser[K]
	teams     []gormTeam[K]
}

func openGormOf[K ~[16]byte, Member, Role any](db *gorm.DB, d gormDialect) (prepare func(tag string), cells []gormCell) {
	g := &gormOf[K, Member, Role]{gormCheck: gormCheck{all: db}, dialect: d}
	for _, id := range gormIDs(100) {
		g.ids = append(g.ids, K(id))
	}
	g.id, g.other = g.user(7), g.user(3)
	g.both = []K{g.other, g.id}
	return g.prepare, g.cells()
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

func (g *gormOf[K, Member, Role]) team(i int) K     { return g.ids[i] }
func (g *gormOf[K, Member, Role]) user(i int) K     { return g.ids[10+i] }
func (g *gormOf[K, Member, Role]) unused(i int) K   { return g.ids[80+i] }
func (g *gormOf[K, Member, Role]) member(i int) any { return gormModel[Member](g.ids[i], i) }
func (g *gormOf[K, Member, Role]) role(i int) any   { return gormModel[Role](g.ids[60+i], i) }

// gormModel is a new Member or Role.
func gormModel[M, K any](id K, n int) any {
	m := reflect.New(reflect.TypeFor[M]())
	m.Elem().FieldByName("ID").Set(reflect.ValueOf(id))
	m.Elem().FieldByName("N").SetInt(int64(n))
	return m.Interface()
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

// prepare makes the tables and fills them without any Go type.
func (g *gormOf[K, Member, Role]) prepare(tag string) {
	for _, m := range g.models() {
		setTypeTag[K](g.all, m, tag)
	}
	check("", "AutoMigrate: ", g.all.AutoMigrate(g.models()...))
	lit := func(id K) string { return g.dialect.literal(id[:]) }
	members, roles := g.tables()
	insert := func(into string, n int, format string, values func(i int) []any) {
		rows := make([]string, n)
		for i := range rows {
			rows[i] = fmt.Sprintf(format, values(i)...)
		}
		check("", "seed: ", g.all.Exec("INSERT INTO "+into+" VALUES "+strings.Join(rows, ", ")).Error)
	}
	// Foreign keys come after what they point to.
	insert("teams (id, name)", gormTeams, "(%s, 'team %d')", func(i int) []any { return []any{lit(g.team(i)), i} })
	insert("users (id, n, team_id, contact_ref, contact_city)", gormUsers, "(%s, %d, %s, %[3]s, 'city %[4]d')", func(i int) []any {
		return []any{lit(g.user(i)), i, lit(g.team(i / 5)), i / 5}
	})
	insert("badges (id, team_id, n)", gormTeams, "(%s, %s, %d)", func(i int) []any { return []any{lit(g.ids[40+i]), lit(g.team(i)), i} })
	insert("toys (id, owner_id, owner_type, n)", 2*gormTeams, "(%s, %s, 'teams', %d)", func(i int) []any {
		return []any{lit(g.ids[50+i]), lit(g.team(i / 2)), i / 2}
	})
	insert("notes (id, n)", gormTeams, "(%s, %d)", func(i int) []any { return []any{lit(g.team(i)), i} })
	insert("pairs (a, b, n)", gormTeams, "(%s, %s, %d)", func(i int) []any { return []any{lit(g.team(i)), lit(g.user(i)), i} })
	insert(members+" (id, n)", gormMembers, "(%s, %d)", func(i int) []any { return []any{lit(g.team(i)), i} })
	insert(roles+" (id, n)", gormRoles, "(%s, %d)", func(i int) []any { return []any{lit(g.ids[60+i]), i} })
	insert("member_roles (member_id, role_id)", 2*gormMembers, "(%s, %s)", func(i int) []any {
		return []any{lit(g.team(i / 2)), lit(g.ids[60+i%2])}
	})
}

// tables returns the names of the tables of Member and Role.
func (g *gormOf[K, Member, Role]) tables() (members, roles string) {
	name := func(model any) string {
		stmt := gorm.Statement{DB: g.all}
		stmt.Parse(model)
		return stmt.Table
	}
	return name(new(Member)), name(new(Role))
}

// setTypeTag makes of the model's schema what it would be if all its ids had
// the type tag: a tag is a constant, and this one differs by database.
func setTypeTag[K any](db *gorm.DB, model any, tag string) {
	if tag == "" {
		return
	}
	stmt := gorm.Statement{DB: db}
	check("", "", stmt.Parse(model))
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
}

package matrix

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

// The models of the operations. T is the type of the ids, and N its nullable.
type (
	gormTeam[T any] struct {
		ID    T
		Name  string
		Users []gormUser[T] `gorm:"foreignKey:TeamID"`
		Badge *gormBadge[T] `gorm:"foreignKey:TeamID"`
		Toys  []gormToy[T]  `gorm:"polymorphic:Owner"`
	}
	gormUser[T any] struct {
		ID      T
		N       int
		TeamID  *T
		Team    *gormTeam[T]
		Contact gormContact[T] `gorm:"embedded;embeddedPrefix:contact_"`
	}
	gormContact[T any] struct {
		Ref  *T
		City string
	}
	gormBadge[T any] struct {
		ID, TeamID T
		N          int
	}
	gormToy[T any] struct {
		ID, OwnerID T
		OwnerType   string
		N           int
	}
	gormNote[T any] struct {
		ID        T
		N         int
		DeletedAt gorm.DeletedAt
	}
	gormPair[T any] struct {
		A, B T `gorm:"primaryKey"`
		N    int
	}
	gormDraft[T, N any] struct {
		ID       T
		N        int
		AuthorID N
		Author   *gormUser[T] `gorm:"constraint:-"`
	}
	gormMember[T, Role any] struct {
		ID    T
		N     int
		Roles []Role `gorm:"many2many:member_roles;joinForeignKey:MemberID;joinReferences:RoleID"`
	}
	gormRole[T any] struct {
		ID T
		N  int
	}
	// A gormHooked is a note whose hooks set ids.
	gormHooked[T any] struct {
		ID   T
		N    int
		Next T `gorm:"-"`
	}
)

func (gormTeam[T]) TableName() string     { return "teams" }
func (gormUser[T]) TableName() string     { return "users" }
func (gormBadge[T]) TableName() string    { return "badges" }
func (gormToy[T]) TableName() string      { return "toys" }
func (gormNote[T]) TableName() string     { return "notes" }
func (gormPair[T]) TableName() string     { return "pairs" }
func (gormDraft[T, N]) TableName() string { return "drafts" }
func (gormHooked[T]) TableName() string   { return "notes" }

func (h *gormHooked[T]) BeforeCreate(*gorm.DB) error {
	h.ID = h.Next
	return nil
}

func (h *gormHooked[T]) BeforeUpdate(tx *gorm.DB) error {
	tx.Statement.SetColumn("ID", h.Next)
	return nil
}

// GORM makes names of a many2many's models, which those of generic types cannot be.
type (
	intMember    gormMember[int64, intRole]
	intRole      gormRole[int64]
	stdMember    gormMember[std.UUID, stdRole]
	stdRole      gormRole[std.UUID]
	googleMember gormMember[google.UUID, googleRole]
	googleRole   gormRole[google.UUID]
	gofrsMember  gormMember[gofrs.UUID, gofrsRole]
	gofrsRole    gormRole[gofrs.UUID]
	arrayMember  gormMember[[16]byte, arrayRole]
	arrayRole    gormRole[[16]byte]
	kitMember    gormMember[uuid.UUID, kitRole]
	kitRole      gormRole[uuid.UUID]
	typedMember  gormMember[userID, typedRole]
	typedRole    gormRole[userID]
	fieldMember  gormMember[gormtype.UUID, fieldRole]
	fieldRole    gormRole[gormtype.UUID]
	textMember   gormMember[gormtype.Text, textRole]
	textRole     gormRole[gormtype.Text]
)

// gormOpeners are the models of each type.
var gormOpeners = map[string]gormOpener{
	"int64":         openGormOf[int64, sql.NullInt64](gormInt, intMember{}, intRole{}),
	"std":           openGormOf[std.UUID, sql.Null[std.UUID]](gormUUID, stdMember{}, stdRole{}),
	"google":        openGormOf[google.UUID, google.NullUUID](gormUUID, googleMember{}, googleRole{}),
	"gofrs":         openGormOf[gofrs.UUID, gofrs.NullUUID](gormUUID, gofrsMember{}, gofrsRole{}),
	"[16]byte":      openGormOf[[16]byte, sql.Null[[16]byte]](gormUUID, arrayMember{}, arrayRole{}),
	"uuidkit":       openGormOf[uuid.UUID, uuid.NullUUID](gormUUID, kitMember{}, kitRole{}),
	"typed.ID":      openGormOf[userID, typed.NullID[user]](gormUUID, typedMember{}, typedRole{}),
	"gormtype.UUID": openGormOf[gormtype.UUID, gormtype.Null[gormtype.UUID]](gormUUID, fieldMember{}, fieldRole{}),
	"gormtype.Text": openGormOf[gormtype.Text, gormtype.Null[gormtype.Text]](gormUUID, textMember{}, textRole{}),
}

// gormInt and gormUUID return a key as the Go type T.
func gormInt(u uuid.UUID) int64 {
	_, low := u.Uint128()
	return int64(low >> 20)
}

func gormUUID[T ~[16]byte](u uuid.UUID) T { return T(u) }

// gormOf are the models of one type of ids, in a database.
type gormOf[T comparable] struct {
	gormCheck
	dialect      gormDialect
	key          func(uuid.UUID) T
	member, role reflect.Type
	null         reflect.Type // T's nullable
	draft        any          // the model that has one
	nullables    func() []gormRow
	native       map[T]string // the form of each id
	tag          string       // the type tag of ids

	id, other T // of users 7 and 3
	id0, id1  T // of teams 0 and 1, and of the notes
	unused    []T
	x         gormUser[T]
	xs        []gormUser[T] // what is read
	teams     []gormTeam[T]
}

func openGormOf[T comparable, N any](key func(uuid.UUID) T, member, role any) gormOpener {
	return func(db *gorm.DB, d gormDialect) (prepare func(tag string), cells []gormCell) {
		if _, isInt := any(*new(T)).(int64); isInt {
			number := func(u uuid.UUID) string { return fmt.Sprint(gormInt(u)) }
			d.stored, d.one = "%s", number
			d.literal = func(b []byte) string { return number(uuid.UUID(b)) }
		}
		g := &gormOf[T]{null: reflect.TypeFor[N](), draft: new(gormDraft[T, N]), gormCheck: gormCheck{all: db}, dialect: d, key: key, member: reflect.TypeOf(member), role: reflect.TypeOf(role), native: map[T]string{}}
		for i, u := range gormRowIDs {
			g.native[key(u)] = d.one(u)
			if i >= 80 {
				g.unused = append(g.unused, key(u))
			}
		}
		g.id, g.other, g.id0, g.id1 = g.user(7), g.user(3), g.team(0), g.team(1)
		g.nullables = gormNullables[T, N]{g}.rows
		return g.prepare, g.cells()
	}
}

func (g *gormOf[T]) models() []any {
	return []any{new(gormTeam[T]), new(gormUser[T]), new(gormBadge[T]), new(gormToy[T]), new(gormNote[T]), new(gormPair[T]),
		g.draft, reflect.New(g.member).Interface(), reflect.New(g.role).Interface()}
}

// A team has five users, a badge and two toys; a member has roles 0 and 1.
const (
	gormTeams   = 4
	gormUsers   = 20
	gormMembers = 4
	gormRoles   = 3
)

// gormRowIDs are the ids of the rows. The first ones are those of the teams, the notes
// and the members.
var gormRowIDs = gormIDs(100)

func (g *gormOf[T]) team(i int) T     { return g.key(gormRowIDs[i]) }
func (g *gormOf[T]) user(i int) T     { return g.key(gormRowIDs[10+i]) }
func (g *gormOf[T]) Member(i int) any { return gormModel(g.member, g.team(i), i) }
func (g *gormOf[T]) Role(i int) any   { return gormModel(g.role, g.key(gormRowIDs[60+i]), i) }

// gormModel is a new Member or Role.
func gormModel(model reflect.Type, id any, n int) any {
	m := reflect.New(model)
	m.Elem().FieldByName("ID").Set(reflect.ValueOf(id))
	m.Elem().FieldByName("N").SetInt(int64(n))
	return m.Interface()
}

// gormIDs are the ids of rows: the first is u, whose bytes are 0, 17, 34 and so on;
// the others are random.
func gormIDs(n int) []uuid.UUID {
	random := rand.New(rand.NewPCG(9562, 16))
	ids := []uuid.UUID{u}
	for len(ids) < n {
		ids = append(ids, uuid.FromUint128(random.Uint64(), random.Uint64()))
	}
	return ids
}

// prepare makes the tables and fills them without any Go type.
func (g *gormOf[T]) prepare(tag string) {
	g.tag = tag
	g.setTags(g.all)
	check("", "AutoMigrate: ", g.all.AutoMigrate(g.models()...))
	lit := func(i int) string { return g.dialect.literal(gormRowIDs[i][:]) }
	members, roles := g.table(g.member), g.table(g.role)
	// Foreign keys come after what they point to.
	for _, rows := range []struct {
		into string
		n    int
		row  func(i int) string
	}{
		{"teams (id, name)", gormTeams, func(i int) string { return fmt.Sprintf("%s, 'team %d'", lit(i), i) }},
		{"users (id, n, team_id, contact_ref, contact_city)", gormUsers, func(i int) string {
			return fmt.Sprintf("%s, %d, %s, %[3]s, 'city %[4]d'", lit(10+i), i, lit(i/5), i/5)
		}},
		{"badges (id, team_id, n)", gormTeams, func(i int) string { return fmt.Sprintf("%s, %s, %d", lit(40+i), lit(i), i) }},
		{"toys (id, owner_id, owner_type, n)", 2 * gormTeams, func(i int) string { return fmt.Sprintf("%s, %s, 'teams', %d", lit(50+i), lit(i/2), i/2) }},
		{"notes (id, n)", gormTeams, func(i int) string { return fmt.Sprintf("%s, %d", lit(i), i) }},
		{"pairs (a, b, n)", gormTeams, func(i int) string { return fmt.Sprintf("%s, %s, %d", lit(i), lit(10+i), i) }},
		{"drafts (id, n, author_id)", 1, func(i int) string { return lit(70) + ", 0, NULL" }},
		{"drafts (id, n, author_id)", 3, func(i int) string { return fmt.Sprintf("%s, %d, %s", lit(71+i), 1+i, lit(17+i)) }},
		{members + " (id, n)", gormMembers, func(i int) string { return fmt.Sprintf("%s, %d", lit(i), i) }},
		{roles + " (id, n)", gormRoles, func(i int) string { return fmt.Sprintf("%s, %d", lit(60+i), i) }},
		{"member_roles (member_id, role_id)", 2 * gormMembers, func(i int) string { return lit(i/2) + ", " + lit(60+i%2) }},
	} {
		values := make([]string, rows.n)
		for i := range values {
			values[i] = "(" + rows.row(i) + ")"
		}
		check("", "seed: ", g.all.Exec("INSERT INTO "+rows.into+" VALUES "+strings.Join(values, ", ")).Error)
	}
}

func (g *gormOf[T]) setTags(db *gorm.DB) {
	for _, m := range append(g.models(), new(gormHooked[T])) {
		setTypeTag(db, m, g.tag, reflect.TypeFor[T](), g.null)
	}
}

// table is the name of the table of members or roles.
func (g *gormOf[T]) table(model reflect.Type) string {
	stmt := gorm.Statement{DB: g.all}
	must(stmt.Parse(reflect.New(model).Interface()))
	return stmt.Table
}

// setTypeTag makes of the model's schema what it would be if all its fields of these
// types had the type tag: a tag is a constant, and this one differs by database.
func setTypeTag(db *gorm.DB, model any, tag string, types ...reflect.Type) {
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
			if slices.Contains(types, f.IndirectFieldType) {
				f.TagSettings["TYPE"], f.DataType = tag, schema.DataType(tag)
			}
		}
	}
}

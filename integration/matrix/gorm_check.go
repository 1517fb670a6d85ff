package matrix

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// A gormRow is a line of the table of operations: what a program does with GORM, and
// the checks of what came of it. What it calls of db is what the matrix says that a
// user writes.
type gormRow struct {
	name string
	run  []gormRun
}

// A gormRun is a row's operation with one form of its value.
type gormRun struct {
	form string
	run  func(db *gorm.DB)
}

func (g *gormOf[T]) rows() []gormRow {
	return slices.Concat(g.inlineIDs(), g.conditions(), g.namedConditions(), g.structsAndMaps(), g.clauses(), g.elsewhere(),
		g.raws(), g.execs(), g.tables(), g.joins(), g.subqueries(),
		g.creates(), g.createsOfRelated(), g.upserts(), g.firstOrCreates(), g.firstOrInits(), g.updates(), g.deletes(),
		g.preloads(), g.preloadsOfSome(), g.joinsOfRelations(), g.associations(), g.manyToMany(), g.associationChanges(),
		g.reads(), g.rowReads(), g.transactions(), g.sessions(), g.generic(), g.nullables())
}

// once is an operation without a value.
func once(run func(db *gorm.DB)) []gormRun { return []gormRun{{"", run}} }

// inline is an operation with v, the id of user 7. GORM takes a struct for conditions
// there, and so the nullable.
func (g *gormOf[T]) inline(run func(db *gorm.DB, v any)) []gormRun {
	id := g.id
	return []gormRun{
		{"T", func(db *gorm.DB) { run(db, id) }},
		{"*T", func(db *gorm.DB) { run(db, &id) }},
	}
}

// one is an operation with v, the id of user 7.
func (g *gormOf[T]) one(run func(db *gorm.DB, v any)) []gormRun {
	null := g.nullable(g.id)
	return append(g.inline(run), gormRun{"nullable", func(db *gorm.DB) { run(db, null) }})
}

// first is an operation with v, the id of team 0 and of note 0.
func (g *gormOf[T]) first(run func(db *gorm.DB, v any)) []gormRun {
	of := *g
	of.id = g.id0
	return of.one(run)
}

// inlines is an operation with vs, the ids of users 3 and 7.
func (g *gormOf[T]) inlines(run func(db *gorm.DB, vs any)) []gormRun {
	return []gormRun{
		{"[]T", func(db *gorm.DB) { run(db, []T{g.other, g.id}) }},
		{"[]*T", func(db *gorm.DB) { run(db, []*T{&g.other, &g.id}) }},
		{"[]any", func(db *gorm.DB) { run(db, []any{g.other, g.id}) }},
	}
}

// list is an operation with vs, the ids of users 3 and 7.
func (g *gormOf[T]) list(run func(db *gorm.DB, vs any)) []gormRun {
	nulls := reflect.MakeSlice(reflect.SliceOf(g.null), 0, 2)
	nulls = reflect.Append(nulls, reflect.ValueOf(g.nullable(g.other)), reflect.ValueOf(g.nullable(g.id)))
	return append(g.inlines(run), gormRun{"[]nullable", func(db *gorm.DB) { run(db, nulls.Interface()) }})
}

// nullable is the id as T's nullable.
func (g *gormOf[T]) nullable(id T) any {
	n := reflect.New(g.null).Elem()
	n.Field(0).Set(reflect.ValueOf(id))
	n.FieldByName("Valid").SetBool(true)
	return n.Interface()
}

// cells are the rows and what they come to.
func (g *gormOf[T]) cells() (cells []gormCell) {
	for _, row := range g.rows() {
		cells = append(cells, gormCell{row.name, gormCode()[row.name], func() *Cell { return g.measure(row) }})
	}
	return cells
}

// measure runs the operation with all forms of its value, with prepared statements
// and without, and returns the worst that came of it.
func (g *gormOf[T]) measure(row gormRow) (worst *Cell) {
	same := true
	for _, prepare := range []bool{false, true} {
		if prepare && !All {
			break
		}
		for _, r := range row.run {
			g.prepared = prepare
			c := g.try(r.run)
			if c == nil {
				return nil
			}
			if prepare {
				r.form = strings.TrimPrefix(r.form+", PrepareStmt", ", ")
			}
			same = same && (worst == nil || c.Verdict == worst.Verdict)
			if worst == nil || slices.Index(byRank, c.Verdict) > slices.Index(byRank, worst.Verdict) {
				c.Code, worst = r.form, c
			}
		}
	}
	if !same {
		worst.Note = worst.Code + ": " + worst.Note
	}
	return worst
}

// try runs an operation in a transaction, which is rolled back.
func (g *gormOf[T]) try(run func(db *gorm.DB)) *Cell {
	g.x, g.xs, g.teams, g.form = gormUser[T]{}, nil, nil, ""
	g.db = g.all.Session(&gorm.Session{PrepareStmt: g.prepared}).Begin()
	defer func() { g.db.Rollback() }()
	return measured(func() *Cell {
		defer func() {
			if r := recover(); r != nil {
				if _, ended := r.(*Cell); !ended {
					r = &Cell{Verdict: Fails, Note: fmt.Sprint("panic: ", r)}
				}
				panic(r)
			}
		}()
		run(g.db)
		if g.form != "" {
			return &Cell{Verdict: Works, Stored: g.form, Note: storedAs + g.form}
		}
		return &Cell{Verdict: Native}
	})
}

// reopened is the database again, as another *gorm.DB with the same connections.
func (g *gormOf[T]) reopened() (db *gorm.DB, again gorm.Dialector) {
	again = g.dialect.open("", got(g.all.DB()))
	db = got(gorm.Open(again, &gorm.Config{Logger: g.all.Logger, PrepareStmt: g.prepared}))
	if c := g.dialect.of; c.Kit {
		g.dialect.plugin(db, c)
	}
	g.setTags(db)
	return db, again
}

// A gormCheck checks what an operation has returned and left in the database. What
// it finds wrong ends the operation.
type gormCheck struct {
	all  *gorm.DB
	db   *gorm.DB // all in a transaction, which is rolled back
	form string   // of an id that is not stored in the native form

	prepared bool // with PrepareStmt
}

// must ends the operation if it returned an error.
func (*gormCheck) must(err error) {
	if errors.Is(err, gorm.ErrRecordNotFound) {
		panic(&Cell{Verdict: Wrong, Note: "no row found"})
	}
	check("", "", err)
}

// want ends the operation with what is wrong unless ok.
func (*gormCheck) want(ok bool, format string, args ...any) {
	if !ok {
		panic(&Cell{Verdict: Wrong, Note: fmt.Sprintf(format, args...)})
	}
}

// only ends the operation, which has no cell, in another database.
func (c *gormCheck) only(databases ...string) {
	if !slices.Contains(databases, c.all.Name()) {
		panic((*Cell)(nil))
	}
}

// affects checks a statement's error and number of rows.
func (c *gormCheck) affects(tx *gorm.DB, want int64) {
	c.must(tx.Error)
	c.want(tx.RowsAffected == want, "%d rows, not %d", tx.RowsAffected, want)
}

// affectsOne is affects for what gorm.G returns.
func (c *gormCheck) affectsOne(n int, err error) {
	c.affects(&gorm.DB{RowsAffected: int64(n), Error: err}, 1)
}

// count checks how many rows there are.
func (c *gormCheck) count(table, where string, want int) {
	var got int
	c.must(c.db.Raw("SELECT count(*) FROM " + table + " WHERE " + where).Scan(&got).Error)
	c.want(got == want, "%d rows in %s, not %d", got, table, want)
}

// holds checks the stored form of ids.
func (g *gormOf[T]) holds(table, column, where string, ids ...T) {
	var got []string
	g.must(g.db.Raw("SELECT " + fmt.Sprintf(g.dialect.stored, column) + " FROM " + table + " WHERE " + where + " ORDER BY n").Scan(&got).Error)
	g.want(len(got) == len(ids), "%d rows with %s, not %d", len(got), where, len(ids))
	for i, id := range ids {
		if got[i] != g.native[id] {
			g.want(strings.Contains(got[i], g.text(id)), "stores %s", got[i])
			g.form = got[i]
		}
	}
}

// text is what a person reads of an id.
func (g *gormOf[T]) text(id T) string { return show(reflect.ValueOf(id)) }

// found checks that x is user 7, and whole.
func (g *gormOf[T]) found(tx *gorm.DB) {
	g.affects(tx, 1)
	g.whole(g.x, 7)
	g.x = gormUser[T]{}
}

func (g *gormOf[T]) whole(x gormUser[T], n int) {
	g.want(x.ID == g.user(n) && x.N == n && x.TeamID != nil && *x.TeamID == g.team(n/5), "reads row %d with the id %s", x.N, g.text(x.ID))
}

// both checks that xs are users 3 and 7.
func (g *gormOf[T]) both(tx *gorm.DB) {
	g.affects(tx, 2)
	slices.SortFunc(g.xs, func(a, b gormUser[T]) int { return a.N - b.N })
	g.whole(g.xs[0], 3)
	g.whole(g.xs[1], 7)
	g.xs = nil
}

// finds checks that xs are n users, without the ids.
func (g *gormOf[T]) finds(tx *gorm.DB, n int64, without ...T) {
	g.affects(tx, n)
	for _, x := range g.xs {
		g.whole(x, x.N)
		g.want(!slices.Contains(without, x.ID), "finds user %d", x.N)
	}
}

// changed checks that user 7, and no other of the team, has the team 0 now.
func (g *gormOf[T]) changed(tx *gorm.DB) {
	g.affects(tx, 1)
	g.holds("users", "team_id", "n BETWEEN 5 AND 9", g.id1, g.id1, g.id0, g.id1, g.id1)
}

// deleted checks that note 0 is gone, and n notes in all.
func (g *gormOf[T]) deleted(tx *gorm.DB, n int) {
	g.affects(tx, int64(n))
	g.count("notes", "n = 0", 0)
	g.count("notes", "n > 0", gormTeams-n)
}

// hasRoles checks the roles of member 1.
func (g *gormOf[T]) hasRoles(want ...int) {
	var got []int
	g.must(g.db.Raw("SELECT r.n FROM " + g.table(g.role) + " r JOIN member_roles x ON x.role_id = r.id JOIN " + g.table(g.member) + " m ON m.id = x.member_id WHERE m.n = 1 ORDER BY r.n").Scan(&got).Error)
	g.want(slices.Equal(got, want), "has roles %v, not %v", got, want)
	g.count("member_roles", "1 = 1", 2*(gormMembers-1)+len(want))
}

// teamsHave checks each team of those that were loaded with a relation.
func (g *gormOf[T]) teamsHave(tx *gorm.DB, relation string, ok func(i int, t gormTeam[T]) bool) {
	g.affects(tx, gormTeams)
	for i, t := range g.teams {
		g.want(t.ID == g.team(i) && ok(i, t), "team %d has not its own %s", i, relation)
	}
}

// hasTeam checks that user x was loaded with the team n.
func (g *gormOf[T]) hasTeam(x gormUser[T], n int) {
	g.want(x.Team != nil && x.Team.ID == g.team(n) && x.Team.Name == fmt.Sprint("team ", n), "user %d has another team, or none", x.N)
}

// badgeOf, toysOf and usersOf report whether the team i has its own.
func badgeOf[T comparable](i int, t gormTeam[T]) bool {
	return t.Badge != nil && t.Badge.N == i && t.Badge.TeamID == t.ID
}

func toysOf[T comparable](i int, t gormTeam[T]) bool {
	return len(t.Toys) == 2 && t.Toys[0].N == i && t.Toys[1].N == i && t.Toys[0].OwnerID == t.ID
}

func usersOf[T comparable](i int, t gormTeam[T]) bool {
	return len(t.Users) == 5 && !slices.ContainsFunc(t.Users, func(x gormUser[T]) bool { return x.N/5 != i })
}

// rolesOf returns how many roles each member has.
func rolesOf(members reflect.Value) (n []int) {
	for i := range members.Len() {
		n = append(n, members.Index(i).FieldByName("Roles").Len())
	}
	return n
}

// A gormLog keeps the SQL.
type gormLog struct {
	logger.Interface
	sql []string
}

func (l *gormLog) Trace(_ context.Context, _ time.Time, f func() (string, int64), _ error) {
	text, _ := f()
	l.sql = append(l.sql, savepoint.ReplaceAllString(text, "sp"))
}

// savepoint is the name of one, which GORM makes of a random number.
var savepoint = regexp.MustCompile(`\bsp\d+`)

// logged returns db, and where it keeps the SQL.
func logged(db *gorm.DB) (*gorm.DB, *gormLog) {
	log := &gormLog{Interface: logger.Discard}
	return db.Session(&gorm.Session{Logger: log}), log
}

//go:embed gorm_rows*.go
var gormSource embed.FS

// gormCode returns what each operation calls of db, as it stands in the source.
var gormCode = sync.OnceValue(func() map[string]string {
	codes, name := map[string]string{}, ""
	receiver := regexp.MustCompile(`\bg\.`)
	for _, file := range got(gormSource.ReadDir(".")) {
		fset := token.NewFileSet()
		ast.Inspect(got(parser.ParseFile(fset, "", got(gormSource.ReadFile(file.Name())), 0)), func(n ast.Node) bool {
			if row, ok := n.(*ast.CompositeLit); ok && len(row.Elts) == 2 {
				lit, isLit := row.Elts[0].(*ast.BasicLit)
				if _, isRun := row.Elts[1].(*ast.CallExpr); isLit && isRun && lit.Kind == token.STRING {
					name = got(strconv.Unquote(lit.Value))
				}
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			var b strings.Builder
			must(format.Node(&b, fset, call))
			if !strings.HasPrefix(b.String(), "db.") && !strings.HasPrefix(b.String(), "gorm.G[") {
				return true
			}
			codes[name] = code(codes[name], receiver.ReplaceAllString(strings.Join(strings.Fields(b.String()), " "), ""))
			return false
		})
	}
	return codes
})

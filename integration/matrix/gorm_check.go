package matrix

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// A gormCheck checks what an operation has returned and left in the database. What
// it finds wrong ends the operation.
type gormCheck struct {
	all  *gorm.DB
	db   *gorm.DB // all in a transaction, which is rolled back
	form string   // of an id that is not stored in the native form
}

// must ends the operation if it returned an error.
func (*gormCheck) must(err error) { check("", "", err) }

// want ends the operation with what is wrong unless ok.
func (*gormCheck) want(ok bool, format string, args ...any) {
	if !ok {
		panic(&Cell{Verdict: Wrong, Note: fmt.Sprintf(format, args...)})
	}
}

// rows checks a statement's error and number of rows.
func (c *gormCheck) rows(tx *gorm.DB, want int64) {
	c.want(!errors.Is(tx.Error, gorm.ErrRecordNotFound), "no row found")
	c.must(tx.Error)
	c.want(tx.RowsAffected == want, "%d rows, not %d", tx.RowsAffected, want)
}

// count checks how many rows there are.
func (c *gormCheck) count(table, where string, want int) {
	var got int
	c.must(c.db.Raw("SELECT count(*) FROM " + table + " WHERE " + where).Scan(&got).Error)
	c.want(got == want, "%d rows in %s, not %d", got, table, want)
}

// cells are the operations and what they come to.
func (g *gormOf[K, Member, Role]) cells() (cells []gormCell) {
	for _, o := range g.operations() {
		cells = append(cells, gormCell{o.name, gormCode()[o.name], func() *Cell {
			g.x, g.xs, g.teams = gormUser[K]{}, nil, nil
			g.db, g.form = g.all.Begin(), ""
			defer g.db.Rollback()
			o.run(g.db)
			if g.form != "" {
				return &Cell{Verdict: Works, Stored: g.form, Note: storedAs + g.form}
			}
			return &Cell{Verdict: Native}
		}})
	}
	return cells
}

// holds checks the stored form of ids.
func (g *gormOf[K, Member, Role]) holds(table, column, where string, ids ...K) {
	var got []string
	g.must(g.db.Raw("SELECT " + fmt.Sprintf(g.dialect.stored, column) + " FROM " + table + " WHERE " + where + " ORDER BY n").Scan(&got).Error)
	g.want(len(got) == len(ids), "%d rows with %s, not %d", len(got), where, len(ids))
	for i, id := range ids {
		if got[i] != g.dialect.one([16]byte(id)) {
			g.form = got[i]
		}
	}
}

// found checks that x is user n, and whole.
func (g *gormOf[K, Member, Role]) found(tx *gorm.DB, n int) {
	g.rows(tx, 1)
	g.whole(g.x, n)
	g.x = gormUser[K]{}
}

func (g *gormOf[K, Member, Role]) whole(x gormUser[K], n int) {
	g.want(x.ID == g.user(n) && x.N == n && x.TeamID != nil && *x.TeamID == g.team(n/5), "reads row %d with the id %s", x.N, text(x.ID[:]))
}

// foundBoth checks that xs are users 3 and 7.
func (g *gormOf[K, Member, Role]) foundBoth(tx *gorm.DB) {
	g.rows(tx, 2)
	slices.SortFunc(g.xs, func(a, b gormUser[K]) int { return a.N - b.N })
	g.whole(g.xs[0], 3)
	g.whole(g.xs[1], 7)
	g.xs = nil
}

// updated checks that user 7, and no other, has team 0.
func (g *gormOf[K, Member, Role]) updated(tx *gorm.DB) {
	g.rows(tx, 1)
	g.holds("users", "team_id", "n = 7", g.team(0))
	g.holds("users", "team_id", "n = 6", g.team(1))
}

// deleted checks that note 0 is gone, and n notes in all.
func (g *gormOf[K, Member, Role]) deleted(tx *gorm.DB, n int) {
	g.rows(tx, int64(n))
	g.count("notes", "n = 0", 0)
	g.count("notes", "n > 0", gormTeams-n)
}

// hasRoles checks the roles of member 1.
func (g *gormOf[K, Member, Role]) hasRoles(want ...int) {
	members, roles := g.tables()
	var got []int
	g.must(g.db.Raw("SELECT r.n FROM " + roles + " r JOIN member_roles x ON x.role_id = r.id JOIN " + members + " m ON m.id = x.member_id WHERE m.n = 1 ORDER BY r.n").Scan(&got).Error)
	g.want(slices.Equal(got, want), "has roles %v, not %v", got, want)
	g.count("member_roles", "1 = 1", 2*(gormMembers-1)+len(want))
}

// teamsHave checks each team of those that were loaded with a relation.
func (g *gormOf[K, Member, Role]) teamsHave(tx *gorm.DB, relation string, ok func(i int, t gormTeam[K]) bool) {
	g.rows(tx, gormTeams)
	for i, t := range g.teams {
		g.want(t.ID == g.team(i) && ok(i, t), "team %d has not its own %s", i, relation)
	}
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

// logged returns db, and where it keeps the SQL.
func logged(db *gorm.DB) (*gorm.DB, *gormLog) {
	log := &gormLog{Interface: logger.Discard}
	return db.Session(&gorm.Session{Logger: log}), log
}

//go:embed gorm_operations.go
var gormSource string

// gormCode returns what each operation calls of db, as it stands in the source.
var gormCode = sync.OnceValue(func() map[string]string {
	fset, codes, name := token.NewFileSet(), map[string]string{}, ""
	file := got(parser.ParseFile(fset, "gorm_operations.go", gormSource, 0))
	receiver := regexp.MustCompile(`\bg\.`)
	ast.Inspect(file, func(n ast.Node) bool {
		if row, ok := n.(*ast.CompositeLit); ok && len(row.Elts) == 2 {
			if lit, ok := row.Elts[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
				name = got(strconv.Unquote(lit.Value))
			}
		}
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		var b strings.Builder
		must(format.Node(&b, fset, call))
		if !strings.HasPrefix(b.String(), "db.") {
			return true
		}
		codes[name] = code(codes[name], receiver.ReplaceAllString(strings.Join(strings.Fields(b.String()), " "), ""))
		return false
	})
	return codes
})

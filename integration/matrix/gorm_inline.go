package matrix

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"gorm.io/datatypes"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/uuid"
)

// gormInlineRows are asked for by id alone, each of them once: db.First(&x, id).
const gormInlineRows = 250

var gormKeyOpeners = map[string]gormOpener{
	"std":           openGormKeys[std.UUID],
	"google":        openGormKeys[google.UUID],
	"gofrs":         openGormKeys[gofrs.UUID],
	"[16]byte":      openGormKeys[[16]byte],
	"uuidkit":       openGormKeys[uuid.UUID],
	"typed.ID":      openGormKeys[userID],
	"gormtype.UUID": openGormKeys[gormtype.UUID],
	"gormtype.Text": openGormKeys[gormtype.Text],
	binUUID.Name:    openGormKeys[datatypes.BinUUID],
}

type gormKey[K any] struct {
	ID   K
	N    int
	Hits int
}

func (gormKey[K]) TableName() string { return "inline" }

type gormKeys[K ~[16]byte] struct {
	db      *gorm.DB
	dialect gormDialect
	ids     []K
}

func openGormKeys[K ~[16]byte](db *gorm.DB, d gormDialect) (prepare func(tag string), cells []gormCell) {
	g := &gormKeys[K]{db: db, dialect: d}
	for _, id := range gormIDs(gormInlineRows) {
		g.ids = append(g.ids, K(id))
	}
	return g.prepare, []gormCell{
		{"First(&x, id)", "db.First(&x, id)", g.first},
		{"Find(&xs, id)", "db.Find(&xs, id)", g.find},
		{"Where(id).Updates", `db.Model(&X{}).Where(id).Updates(map[string]any{"hits": gorm.Expr("hits + 1")})`, g.updates},
		{"Delete(&x, id)", "db.Delete(&X{}, id)", g.delete},
	}
}

func (g *gormKeys[K]) prepare(tag string) {
	setTypeTag(g.db, new(gormKey[K]), tag, reflect.TypeFor[K]())
	check("", "AutoMigrate: ", g.db.AutoMigrate(new(gormKey[K])))
	values := make([]string, len(g.ids))
	for i, id := range g.ids {
		values[i] = fmt.Sprintf("(%s, %d, 0)", g.dialect.literal(id[:]), i)
	}
	check("", "", g.db.Exec("INSERT INTO inline (id, n, hits) VALUES "+strings.Join(values, ", ")).Error)
}

// each asks for each row by its id. one returns how many rows a statement had, and
// whether it was the right one; others is what the note calls the wrong ones.
func (g *gormKeys[K]) each(others string, one func(i int, id K) (n int, ok bool)) *Cell {
	var right, none, wrong, most int
	for i, id := range g.ids {
		switch n, ok := one(i, id); {
		case n == 0:
			none++
		case n == 1 && ok:
			right++
		default:
			wrong++
			most = max(most, n)
		}
	}
	if right == len(g.ids) {
		return &Cell{Verdict: Native}
	}
	note := fmt.Sprintf("%d right, %d none", right, none)
	if wrong > 0 {
		note += fmt.Sprintf(", %d %s", wrong, others)
	}
	if most > 1 {
		note += fmt.Sprintf(", up to %d", most)
	}
	return &Cell{Verdict: Wrong, Note: note}
}

func (g *gormKeys[K]) first() *Cell {
	return g.each("another row", func(i int, id K) (n int, ok bool) {
		var x gormKey[K]
		err := g.db.First(&x, id).Error
		if errors.Is(err, gorm.ErrRecordNotFound) {
			return 0, false
		}
		check("", "", err)
		return 1, x.N == i && x.ID == id
	})
}

func (g *gormKeys[K]) find() *Cell {
	return g.each("other rows", func(i int, id K) (n int, ok bool) {
		var xs []gormKey[K]
		check("", "", g.db.Find(&xs, id).Error)
		return len(xs), len(xs) == 1 && xs[0].N == i && xs[0].ID == id
	})
}

func (g *gormKeys[K]) updates() *Cell {
	tx := g.db.Begin()
	defer tx.Rollback()
	rows := make([]int, len(g.ids))
	for i, id := range g.ids {
		up := tx.Model(new(gormKey[K])).Where(id).Updates(map[string]any{"hits": gorm.Expr("hits + 1")})
		check("", "", up.Error)
		rows[i] = int(up.RowsAffected)
	}
	var hits []int
	check("", "", tx.Raw("SELECT hits FROM inline ORDER BY n").Scan(&hits).Error)
	return g.each("other rows", func(i int, _ K) (n int, ok bool) { return rows[i], hits[i] == 1 })
}

// delete puts back what went wrong, so that each statement has a full table but
// for the rows that were rightly deleted.
func (g *gormKeys[K]) delete() *Cell {
	tx := g.db.Begin()
	defer tx.Rollback()
	exec := func(query string, args ...any) { check("", "", tx.Exec(query, args...).Error) }
	left := func(where string, args ...any) (n int) {
		check("", "", tx.Raw("SELECT count(*) FROM inline WHERE "+where, args...).Scan(&n).Error)
		return n
	}
	exec("CREATE TEMPORARY TABLE copy AS SELECT * FROM inline")
	gone := []int{-1}
	cell := g.each("other rows", func(i int, id K) (n int, ok bool) {
		del := tx.Delete(new(gormKey[K]), id)
		check("", "", del.Error)
		n, ok = int(del.RowsAffected), left("n = ?", i) == 0
		if n == 1 && ok {
			gone = append(gone, i)
		} else if n > 0 {
			exec("DELETE FROM inline")
			exec("INSERT INTO inline SELECT * FROM copy WHERE n NOT IN ?", gone)
		}
		return n, ok
	})
	if n := left("1 = 1"); n != len(g.ids)-len(gone)+1 {
		check("", "", fmt.Errorf("%d rows are left", n))
	}
	return cell
}

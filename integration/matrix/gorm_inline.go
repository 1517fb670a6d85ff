package matrix

import (
	"errors"
	"fmt"
	"strings"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"gorm.io/datatypes"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/std"
)

// gormInlineRows are asked for by id alone, each of them once: db.First(&x, id).
const gormInlineRows = 1000

// binUUID is the column of datatypes.BinUUID, which only these rows have.
var binUUID = Column{Type: Type{Name: "datatypes.BinUUID"}}

var gormKeyOpeners = map[string]gormOpener{
	"std":        openGormKeys[std.UUID],
	"google":     openGormKeys[google.UUID],
	"gofrs":      openGormKeys[gofrs.UUID],
	"[16]byte":   openGormKeys[[16]byte],
	"uuidkit":    openGormKeys[gormtype.UUID],
	binUUID.Name: openGormKeys[datatypes.BinUUID],
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

func openGormKeys[K ~[16]byte](db *gorm.DB, d gormDialect) gormTables {
	g := &gormKeys[K]{db: db, dialect: d}
	for _, id := range gormIDs(gormInlineRows) {
		g.ids = append(g.ids, K(id))
	}
	return g
}

func (g *gormKeys[K]) cells() []gormCell {
	return []gormCell{
		{"First(&x, id)", "db.First(&x, id)", g.first},
		{"Find(&xs, id)", "db.Find(&xs, id)", g.find},
		{"Where(id).Updates", `db.Model(&X{}).Where(id).Updates(map[string]any{"hits": gorm.Expr("hits + 1")})`, g.updates},
		{"Delete(&x, id)", "db.Delete(&X{}, id)", g.delete},
	}
}

func (g *gormKeys[K]) prepare(tag string) error {
	if err := setTypeTag[K](g.db, new(gormKey[K]), tag); err != nil {
		return err
	}
	if err := g.db.AutoMigrate(new(gormKey[K])); err != nil {
		return fmt.Errorf("AutoMigrate: %w", err)
	}
	values := make([]string, len(g.ids))
	for i, id := range g.ids {
		values[i] = fmt.Sprintf("(%s, %d, 0)", g.dialect.literal(id[:]), i)
	}
	return g.db.Exec("INSERT INTO inline (id, n, hits) VALUES " + strings.Join(values, ", ")).Error
}

// A tally counts what 1,000 statements did without an error.
type tally struct{ right, none, wrong, most int }

// cell calls the rows that the wrong statements had others.
func (t tally) cell(others string) *Cell {
	if t.wrong == 0 && t.none == 0 {
		return &Cell{Verdict: Native}
	}
	note := fmt.Sprintf("%d right, %d none", t.right, t.none)
	if t.wrong > 0 {
		note += fmt.Sprintf(", %d %s", t.wrong, others)
		if t.most > 1 {
			note += fmt.Sprintf(", up to %d", t.most)
		}
	}
	return &Cell{Verdict: Wrong, Note: note}
}

// add counts a statement that had n rows.
func (t *tally) add(n int, right bool) {
	switch {
	case n == 0:
		t.none++
	case n == 1 && right:
		t.right++
	default:
		t.wrong++
		t.most = max(t.most, n)
	}
}

// each asks for each row by its id. one returns how many rows a statement had, and
// whether it was the right one; others is what the note calls the wrong ones.
func (g *gormKeys[K]) each(others string, one func(i int, id K) (n int, right bool, err error)) *Cell {
	var t tally
	for i, id := range g.ids {
		n, right, err := one(i, id)
		if err != nil {
			return failed("", "", err)
		}
		t.add(n, right)
	}
	return t.cell(others)
}

func (g *gormKeys[K]) first() *Cell {
	return g.each("another row", func(i int, id K) (n int, right bool, err error) {
		var x gormKey[K]
		if err := g.db.First(&x, id).Error; err != nil {
			if errors.Is(err, gorm.ErrRecordNotFound) {
				err = nil
			}
			return 0, false, err
		}
		return 1, x.N == i && x.ID == id, nil
	})
}

func (g *gormKeys[K]) find() *Cell {
	return g.each("other rows", func(i int, id K) (n int, right bool, err error) {
		var xs []gormKey[K]
		err = g.db.Find(&xs, id).Error
		return len(xs), len(xs) == 1 && xs[0].N == i && xs[0].ID == id, err
	})
}

func (g *gormKeys[K]) updates() *Cell {
	tx := g.db.Begin()
	defer tx.Rollback()
	rows := make([]int, len(g.ids))
	for i, id := range g.ids {
		up := tx.Model(new(gormKey[K])).Where(id).Updates(map[string]any{"hits": gorm.Expr("hits + 1")})
		if up.Error != nil {
			return failed("", "", up.Error)
		}
		rows[i] = int(up.RowsAffected)
	}
	var hits []int
	if err := tx.Raw("SELECT hits FROM inline ORDER BY n").Scan(&hits).Error; err != nil {
		return failed("", "", err)
	}
	return g.each("other rows", func(i int, _ K) (n int, right bool, err error) {
		return rows[i], hits[i] == 1, nil
	})
}

// delete puts back what went wrong, so that each statement has a full table but
// for the rows that were rightly deleted.
func (g *gormKeys[K]) delete() *Cell {
	tx := g.db.Begin()
	defer tx.Rollback()
	if err := tx.Exec("CREATE TEMPORARY TABLE copy AS SELECT * FROM inline").Error; err != nil {
		return failed("", "", err)
	}
	gone := []int{-1}
	cell := g.each("other rows", func(i int, id K) (n int, right bool, err error) {
		del := tx.Delete(new(gormKey[K]), id)
		if del.Error != nil {
			return 0, false, del.Error
		}
		var left int
		if err := tx.Raw("SELECT count(*) FROM inline WHERE n = ?", i).Scan(&left).Error; err != nil {
			return 0, false, err
		}
		n, right = int(del.RowsAffected), left == 0
		if n == 1 && right {
			gone = append(gone, i)
		} else if n > 0 {
			err = errors.Join(tx.Exec("DELETE FROM inline").Error, tx.Exec("INSERT INTO inline SELECT * FROM copy WHERE n NOT IN ?", gone).Error)
		}
		return n, right, err
	})
	var left int
	if err := tx.Raw("SELECT count(*) FROM inline").Scan(&left).Error; cell.Verdict != Fails && (err != nil || left != len(g.ids)-len(gone)+1) {
		return failed("", "", fmt.Errorf("%d rows are left, %w", left, err))
	}
	return cell
}

package matrix

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"gorm.io/datatypes"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
)

// gormInline is the library of the rows that ask for each of 1,000 rows by its
// id alone: db.First(&x, id).
const (
	gormInline     = "GORM inline id"
	gormInlineRows = 1000
)

// binUUID is the column of datatypes.BinUUID, which only these rows have.
var binUUID = Column{Type: Type{Name: "datatypes.BinUUID"}}

func gormInlineTypes(c Column, text bool) func(*gorm.DB) gormKeyed {
	if c.Kit && c.Name == "uuidkit" {
		if text {
			return openGormKeys[gormtype.Text]
		}
		return openGormKeys[gormtype.UUID]
	}
	return map[string]func(*gorm.DB) gormKeyed{
		"google":     openGormKeys[google.UUID],
		"gofrs":      openGormKeys[gofrs.UUID],
		"[16]byte":   openGormKeys[[16]byte],
		"std":        openGormStdKeys,
		binUUID.Name: openGormKeys[datatypes.BinUUID],
	}[c.Name]
}

func gormInlineShapes() []Shape {
	var shapes []Shape
	for _, s := range []struct {
		name string
		run  func(gormKeyed) *Cell
	}{
		{"First(&x, id)", gormKeyed.first},
		{"Find(&xs, id)", gormKeyed.find},
		{"Where(id).Updates", gormKeyed.updates},
		{"Delete(&x, id)", gormKeyed.delete},
	} {
		shapes = append(shapes, Shape{s.name, func(m *measurement) *Cell {
			k := m.session.(*gormKeySession)
			if k.err != nil {
				return failed("", "", k.err)
			}
			return s.run(k.db)
		}})
	}
	return shapes
}

func gormInlineRow(d gormDialect, server server) Row {
	return Row{
		Store: server.store, Column: d.column, Library: gormInline, One: d.one,
		Kit: edge[gormtype.UUID, gormtype.NullUUID], Shapes: gormInlineShapes(), More: []Column{binUUID},
		Open: func(t testing.TB, c Column) Session {
			s := &gormKeySession{db: gormInlineTypes(c, d.text)(openGorm(t, d, server, c))}
			s.err = s.db.prepare(d.tagFor(c), d.literal)
			return s
		},
	}
}

// Its shapes need nothing of a Session.
type gormKeySession struct {
	Session
	db  gormKeyed
	err error
}

// gormKeyed is a table of rows, of one type of keys.
type gormKeyed interface {
	prepare(tag string, literal func([]byte) string) error
	first() *Cell
	find() *Cell
	updates() *Cell
	delete() *Cell
}

type gormKey[K any] struct {
	ID   K
	N    int
	Hits int
}

func (gormKey[K]) TableName() string { return "inline" }

type gormKeys[K ~[16]byte] struct {
	db  *gorm.DB
	ids []K
}

func openGormKeys[K ~[16]byte](db *gorm.DB) gormKeyed {
	g := &gormKeys[K]{db: db}
	for _, id := range gormIDs(gormInlineRows) {
		g.ids = append(g.ids, K(id))
	}
	return g
}

func (g *gormKeys[K]) prepare(tag string, literal func([]byte) string) error {
	if tag != "" {
		if err := setTypeTag[K](g.db, new(gormKey[K]), tag); err != nil {
			return err
		}
	}
	if err := g.db.AutoMigrate(new(gormKey[K])); err != nil {
		return fmt.Errorf("AutoMigrate: %w", err)
	}
	values := make([]string, len(g.ids))
	for i, id := range g.ids {
		values[i] = fmt.Sprintf("(%s, %d, 0)", literal(id[:]), i)
	}
	return g.db.Exec("INSERT INTO inline (id, n, hits) VALUES " + strings.Join(values, ", ")).Error
}

// A tally counts what 1,000 statements did without an error.
type tally struct{ right, none, wrong, most int }

// cell says what: rows are those that the wrong statements had.
func (t tally) cell(err error, rows string) *Cell {
	switch {
	case err != nil:
		return failed("", "", err)
	case t.wrong == 0 && t.none == 0:
		return &Cell{Verdict: Native}
	}
	note := fmt.Sprintf("%d right, %d none", t.right, t.none)
	if t.wrong > 0 {
		note += fmt.Sprintf(", %d %s", t.wrong, rows)
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

func (g *gormKeys[K]) first() *Cell {
	var t tally
	for i, id := range g.ids {
		var x gormKey[K]
		tx := g.db.First(&x, id)
		if errors.Is(tx.Error, gorm.ErrRecordNotFound) {
			t.none++
			continue
		}
		if tx.Error != nil {
			return t.cell(tx.Error, "")
		}
		t.add(1, x.N == i && x.ID == id)
	}
	return t.cell(nil, "another row")
}

func (g *gormKeys[K]) find() *Cell {
	var t tally
	for i, id := range g.ids {
		var xs []gormKey[K]
		if err := g.db.Find(&xs, id).Error; err != nil {
			return t.cell(err, "")
		}
		t.add(len(xs), len(xs) == 1 && xs[0].N == i && xs[0].ID == id)
	}
	return t.cell(nil, "other rows")
}

func (g *gormKeys[K]) updates() *Cell {
	var t tally
	tx := g.db.Begin()
	defer tx.Rollback()
	hits := make([]int, len(g.ids))
	for i, id := range g.ids {
		up := tx.Model(new(gormKey[K])).Where(id).Updates(map[string]any{"hits": gorm.Expr("hits + 1")})
		if up.Error != nil {
			return t.cell(up.Error, "")
		}
		hits[i] = int(up.RowsAffected)
	}
	// Every row was named once.
	var got []int
	if err := tx.Raw("SELECT hits FROM inline ORDER BY n").Scan(&got).Error; err != nil {
		return t.cell(err, "")
	}
	for i := range hits {
		t.add(hits[i], got[i] == 1)
	}
	return t.cell(nil, "other rows")
}

// delete puts back what went wrong, so that each statement has a full table but
// for the rows that were rightly deleted.
func (g *gormKeys[K]) delete() *Cell {
	var t tally
	tx := g.db.Begin()
	defer tx.Rollback()
	if err := tx.Exec("CREATE TEMPORARY TABLE copy AS SELECT * FROM inline").Error; err != nil {
		return t.cell(err, "")
	}
	gone := []int{-1}
	for i, id := range g.ids {
		del := tx.Delete(new(gormKey[K]), id)
		if del.Error != nil {
			return t.cell(del.Error, "")
		}
		n, left := int(del.RowsAffected), 0
		if err := tx.Raw("SELECT count(*) FROM inline WHERE n = ?", i).Scan(&left).Error; err != nil {
			return t.cell(err, "")
		}
		t.add(n, left == 0)
		if n == 1 && left == 0 {
			gone = append(gone, i)
		} else if n > 0 {
			err := errors.Join(tx.Exec("DELETE FROM inline").Error, tx.Exec("INSERT INTO inline SELECT * FROM copy WHERE n NOT IN ?", gone).Error)
			if err != nil {
				return t.cell(err, "")
			}
		}
	}
	var left int
	if err := tx.Raw("SELECT count(*) FROM inline").Scan(&left).Error; err != nil || left != len(g.ids)-t.right {
		return failed("", "", fmt.Errorf("%d rows are left, %w", left, err))
	}
	return t.cell(nil, "other rows")
}

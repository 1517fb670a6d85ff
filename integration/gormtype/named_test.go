package gormtype_test

import (
	"strings"
	"testing"

	google "github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Text finds, changes and deletes the rows of a UUID where it stands for a field, in columns
// of bytes as in PostgreSQL's uuid, and is an error if it is no UUID's.
func TestNamedText(t *testing.T) {
	each(t, bytesServers, namedText[binaries[google.UUID, google.NullUUID]])
	each(t, postgresServers, namedText[uuids[google.UUID, google.NullUUID]])
}

func namedText[R any](t *testing.T, p program) {
	db := p.plugin(t, new(R))
	a, b, c := google.New(), google.New(), google.New()
	create(t, db, []R{model[R](a, 1, nil, nil), model[R](b, 2, &a, nil), model[R](c, 3, &b, &c)})
	text := a.String()
	type list = []R
	affects(t, "map", db.Where(map[string]any{"id": text}).Find(&list{}), 1)
	affects(t, "map, upper case", db.Where(map[string]any{"id": strings.ToUpper(text)}).Find(&list{}), 1)
	affects(t, "map, list", db.Where(map[string]any{"id": []string{text, b.String()}}).Find(&list{}), 2)
	affects(t, "map, another field", db.Where(map[string]any{"items.parent_id": &text}).Find(&list{}), 1)
	affects(t, "Eq", db.Find(&list{}, clause.Eq{Column: "id", Value: text}), 1)
	affects(t, "Neq", db.Find(&list{}, clause.Neq{Column: "id", Value: text}), 2)
	affects(t, "IN", db.Find(&list{}, clause.IN{Column: clause.PrimaryColumn, Values: []any{text, b}}), 2)
	affects(t, "a column", db.Find(&list{}, "id", text), 1)
	affects(t, "Not", db.Not(map[string]any{"id": text}).Find(&list{}), 2)
	affects(t, "Or", db.Where("n = 3").Or(map[string]any{"id": text}).Find(&list{}), 2)
	affects(t, "inline list", db.Find(&list{}, []string{text}), 1)
	affects(t, "struct", db.Where(struct{ ID, ParentID string }{b.String(), text}).Find(&list{}), 1)
	affects(t, "relation", db.Joins("Parent").Where(map[string]any{"Parent.id": text}).Find(&list{}), 1)
	affects(t, "bytes of the driver", db.Where(map[string]any{"id": a}).Find(&list{}), 1)

	affects(t, "Updates", db.Model(new(R)).Where(map[string]any{"id": text}).Updates(map[string]any{"parent_id": c.String(), "Maybe": text}), 1)
	affects(t, "what Updates wrote", db.Find(&list{}, "id = ? AND parent_id = ? AND maybe = ?", a, c, a), 1)
	affects(t, "Update of a struct", db.Model(new(R)).Where("id = ?", a).Updates(struct{ Maybe *string }{new(b.String())}), 1)
	affects(t, "what it wrote", db.Find(&list{}, "id = ? AND maybe = ?", a, b), 1)
	d, e := google.New(), google.New()
	affects(t, "Create of a map", db.Model(new(R)).Create(map[string]any{"ID": d.String(), "N": 4, "ParentID": text}), 1)
	affects(t, "what Create wrote", db.Find(&list{}, "id = ? AND parent_id = ?", d, a), 1)
	affects(t, "FirstOrCreate", db.Attrs(map[string]any{"maybe": text, "n": 5}).FirstOrCreate(new(R), map[string]any{"id": e.String()}), 1)
	affects(t, "what FirstOrCreate wrote", db.Find(&list{}, "id = ? AND maybe = ?", e, a), 1)
	affects(t, "FirstOrCreate of one that is there", db.Assign(map[string]any{"maybe": b.String()}).FirstOrCreate(new(R), map[string]any{"id": e.String()}), 1)
	affects(t, "what it wrote", db.Find(&list{}, "id = ? AND maybe = ?", e, b), 1)
	affects(t, "Delete", db.Where(map[string]any{"id": e.String()}).Delete(new(R)), 1)

	f := google.New()
	affects(t, "FirstOrCreate of another type", db.Where("id", [16]byte(f)).FirstOrCreate(new(R)), 1)
	m := model[R](f, 6, nil, nil)
	affects(t, "Update to another type", db.Model(&m).Update("parent_id", [16]byte(a)), 1)
	if got := rowOf(m).parentID; got == nil || *got != a {
		t.Errorf("Update to another type: the model has %v, want %v", got, a)
	}
	affects(t, "Delete of what it wrote", db.Where("parent_id = ?", a).Delete(new(R), f), 1)

	no := "is given text that is no UUID"
	if db.Name() == "postgres" {
		no = "invalid input syntax for type uuid" // says the server, which gets the text
	}
	fails(t, "a map of no UUID", db.Where(map[string]any{"id": "x"}).Find(&list{}).Error, no)
	fails(t, "Delete of all but no UUID", db.Not(map[string]any{"id": "x"}).Delete(new(R)).Error, no)
	fails(t, "Update", db.Model(new(R)).Where("n = 1").Update("maybe", "").Error, no)
	fails(t, "Create", db.Model(new(R)).Create(map[string]any{"id": text[1:]}).Error, no)
	fails(t, "Attrs", db.Where("id", google.New()).Attrs(map[string]any{"maybe": "x"}).FirstOrCreate(new(R)).Error, "UUID")
	says(t, db, 4, "SELECT count(*) FROM items")
	says(t, db, 1, "SELECT count(*) FROM items WHERE id = ? AND maybe = ?", a, b)
}

// Text that a map gives to a column of text is the canonical one then, by which its row is found,
// and FirstOrCreate of text that is no UUID's makes no row.
func TestNamedTextOfText(t *testing.T) {
	type model = texts[google.UUID, google.NullUUID]
	each(t, nil, func(t *testing.T, p program) {
		db := openAs[google.UUID](t, p, textPlugin)
		ok(t, db.AutoMigrate(&model{}))
		a, b := google.New(), google.New()
		ok(t, db.Model(&model{}).Create(map[string]any{"ID": strings.ToUpper(a.String()), "N": 1}).Error)
		affects(t, "the row", db.Find(&[]model{}, a), 1)
		affects(t, "Update", db.Model(&model{}).Where("id", strings.ToUpper(a.String())).Update("maybe", "{"+b.String()+"}"), 1)
		affects(t, "what it wrote", db.Find(&[]model{}, "maybe = ?", b), 1)
		fails(t, "FirstOrCreate", db.FirstOrCreate(&model{}, map[string]any{"id": "not-a-uuid"}).Error, "is given text that is no UUID")
		says(t, db, 1, "SELECT count(*) FROM items")
	})
}

// A doc is a model of tables of several names, such as docs_7.
type doc struct {
	ID      google.UUID     `gorm:"type:binary(16)"`
	OwnerID google.NullUUID `gorm:"type:binary(16)"`
	Ref     string          `gorm:"type:char(36)"`
}

// In a table of another name the rows are as in the model's own. What is text there, or bytes, is not known
// where the model has text: a UUID for it is an error, and no statement takes it for what it is not.
func TestNamedShards(t *testing.T) {
	each(t, bytesServers, func(t *testing.T, p program) {
		db := p.plugin(t)
		ok(t, db.Table("docs_7").AutoMigrate(&doc{}))
		docs := func() *gorm.DB { return db.Table("docs_7") }
		a, b, ref := google.New(), google.New(), google.New()
		d := doc{a, google.NullUUID{UUID: b, Valid: true}, ref.String()}
		create(t, docs(), []doc{d, {ID: b}})
		says(t, db, 1, "SELECT count(*) FROM docs_7 WHERE id = ? AND owner_id = ? AND ref = ?", a, b, ref.String())
		d.OwnerID.UUID = a
		affects(t, "Save", docs().Save(&d), 1)
		affects(t, "what Save wrote", docs().Where(&doc{OwnerID: d.OwnerID}).Find(&[]doc{}), 1)
		affects(t, "Update", docs().Model(&d).Update("owner_id", b), 1)
		affects(t, "what Update wrote", docs().First(&doc{}, map[string]any{"owner_id": b}), 1)
		affects(t, "First", docs().First(&doc{}, a), 1)
		affects(t, "an alias", db.Table("docs_7 AS d").Where("d.id", a).Where("ref", ref.String()).Find(&[]doc{}), 1)
		affects(t, "FirstOrCreate of a row", docs().FirstOrCreate(&doc{ID: a}), 0)
		affects(t, "text for a UUID", docs().Where("id", a.String()).Delete(&doc{}), 0)

		const no = "doc.Ref (string) is given a UUID"
		fails(t, "Find", docs().Where(map[string]any{"ref": ref}).Find(&[]doc{}).Error, no)
		fails(t, "an alias", db.Table("docs_7 AS d").Where("ref", ref).Find(&[]doc{}).Error, no)
		fails(t, "a subquery as the table", db.Table("(?) AS d", docs().Model(&doc{})).Where("ref", ref).Find(&[]doc{}).Error, no)
		fails(t, "FirstOrCreate", docs().Where("ref", ref).FirstOrCreate(&doc{}).Error, no)
		fails(t, "Update", docs().Where("id", a).Model(&doc{}).Update("ref", ref).Error, no)
		fails(t, "Create", docs().Model(&doc{}).Create(map[string]any{"id": google.New(), "ref": ref}).Error, no)
		fails(t, "Delete", docs().Not("ref", ref).Delete(&doc{}).Error, no)
		fails(t, "a subquery", docs().Where("id IN (?)", docs().Model(&doc{}).Select("id").Not("ref", ref)).Delete(&doc{}).Error, "gormtype")
		says(t, db, 2, "SELECT count(*) FROM docs_7")
		affects(t, "Delete of a model", docs().Delete(&d), 1)
		affects(t, "Delete of a UUID", docs().Delete(&doc{}, b), 1)
	})
}

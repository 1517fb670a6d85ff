package gormtype_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/callbacks"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/ids"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

type account struct{}

func (account) Prefix() string { return "account" }

// What GORM has made a list of 16 numbers is refused, unless the plugin knows a type of
// which GORM does that.
func TestPluginRefuses(t *testing.T) {
	type keys[T any] struct {
		ID   T `gorm:"type:id"`
		Name string
		Data []byte
		Seen sql.NullTime
	}
	type refs struct {
		ID, RefID string
		Ref       keys[string]
	}
	type untagged struct {
		ID   uuid.UUID
		Name string
	}
	id := vectors.Std(vectors.U)
	const list, unknown = "a list of 16 numbers", ".Name (string) is given a UUID"
	typeID, ulid := []byte("zyxwvutsrqponmlk"), []byte("ZYXWVTSRQPNMKJHG")
	ownTexts := []gormtype.UUIDType{gormtype.Native[typed.ID[account]](), gormtype.Native[ids.ULID]()}
	withStd, without := []gormtype.UUIDType{gormtype.Native[vectors.Std]()}, []gormtype.UUIDType(nil)
	for _, test := range []struct {
		name  string
		types []gormtype.UUIDType
		run   func(*gorm.DB) *gorm.DB
		want  string
	}{
		{"Raw", withStd, func(db *gorm.DB) *gorm.DB { return db.Raw("SELECT 1 WHERE id IN (?)", id).Find(&keys[vectors.Std]{}) }, list},
		{"Raw and a number", withStd, func(db *gorm.DB) *gorm.DB {
			return db.Raw("SELECT 1 WHERE id IN (?) AND rank = ?", id, uint8(1)).Find(&keys[vectors.Std]{})
		}, list},
		{"Exec", withStd, func(db *gorm.DB) *gorm.DB { return db.Exec("DELETE FROM keys WHERE id = COALESCE(?, id)", id) }, list},
		{"a list in Raw in Exec", withStd, func(db *gorm.DB) *gorm.DB {
			return db.Exec("DELETE FROM t WHERE id IN (?)", db.Raw("SELECT id FROM t WHERE x IN ?", []vectors.Std{id, id}))
		}, list},
		{"Raw as a subquery", withStd, func(db *gorm.DB) *gorm.DB {
			return db.Where("id IN (?)", db.Raw("SELECT id FROM t WHERE x IN (?)", id)).Find(&keys[vectors.Std]{})
		}, list},
		{"inline", without, func(db *gorm.DB) *gorm.DB { return db.Delete(&keys[vectors.Std]{}, id) }, ".ID (vectors.Std) may be a UUID: add gormtype.Native of its type to NewPlugin"},
		{"inline, string key", without, func(db *gorm.DB) *gorm.DB { return db.Delete(&keys[string]{}, id) }, ".ID (string) may be a UUID"},
		{"inline, string key, named", withStd, func(db *gorm.DB) *gorm.DB { return db.Delete(&keys[string]{}, id) }, ".ID (string) may be a UUID"},
		{"inline, another 16 bytes", withStd, func(db *gorm.DB) *gorm.DB { return db.Delete(&keys[bin]{}, bin(id)) }, ".ID (gormtype_test.bin) may be a UUID"},
		{"map", without, func(db *gorm.DB) *gorm.DB { return db.Where(map[string]any{"data": id}).Find(&keys[int]{}) }, ".Data ([]uint8) may be a UUID"},
		{"map of another column", without, func(db *gorm.DB) *gorm.DB { return db.Where(map[string]any{"nope": id}).Find(&keys[int]{}) }, "a column of an unknown model may be a UUID"},
		{"map without a model", withStd, func(db *gorm.DB) *gorm.DB {
			return db.Table("files").Not(map[string]any{"sum": id}).Delete(&struct{}{})
		}, "a column of an unknown model may be a UUID"},
		{"map of a relation", withStd, func(db *gorm.DB) *gorm.DB {
			return db.Joins("Ref", db.Where(map[string]any{"name": id})).Find(&refs{})
		}, "keys[string].Name (string) may be a UUID"},
		{"inline, key of numbers", withStd, func(db *gorm.DB) *gorm.DB { return db.Delete(&keys[uint]{}, id) }, "keys[uint].ID (uint) may be a UUID"},
		{"another package's expression", withStd, func(db *gorm.DB) *gorm.DB { return db.Where(foreign{id}).Find(&keys[int]{}) }, list},
		{"another package's pointer", withStd, func(db *gorm.DB) *gorm.DB { return db.Where(&hidden{id}).Delete(&keys[int]{}) }, list},
		{"its pointer in a list", withStd, func(db *gorm.DB) *gorm.DB { return db.Where(clause.Not(&hidden{id})).Find(&keys[int]{}) }, list},
		{"pointers to expressions", withStd, func(db *gorm.DB) *gorm.DB {
			return db.Where("id IN ?", []*clause.Expr{{SQL: "F(?)", Vars: []any{id}}}).Find(&keys[int]{})
		}, list},
		{"what a GormValue returns", withStd, func(db *gorm.DB) *gorm.DB { return db.Where("data = ?", wrapped{id}).Find(&keys[int]{}) }, list},
		{"Create in another table", withStd, func(db *gorm.DB) *gorm.DB { return db.Table("others").Create(&untagged{}) }, "untagged.ID (uuid.UUID) is stored as a gormtype.UUID, and its column is text"},
		{"text in another table", withStd, func(db *gorm.DB) *gorm.DB { return db.Table("others").Where("name", id).Find(&keys[int]{}) }, unknown},
		{"a list for it", withStd, func(db *gorm.DB) *gorm.DB {
			return db.Table("others").Where("name", []vectors.Std{id, id}).Find(&keys[int]{})
		}, unknown},
		{"text of an alias", withStd, func(db *gorm.DB) *gorm.DB {
			return db.Table("keys AS k").Not("k.name", &id).Find(&keys[int]{})
		}, unknown},
		{"text of a subquery", withStd, func(db *gorm.DB) *gorm.DB {
			return db.Table("(?) AS k", db.Model(&keys[int]{})).Where(map[string]any{"name": sql.Null[vectors.Std]{V: id, Valid: true}}).Find(&keys[int]{})
		}, unknown},
		{"FirstOrCreate in another table", withStd, func(db *gorm.DB) *gorm.DB { return db.Table("others").Where("name", id).FirstOrCreate(&keys[int]{}) }, unknown},
		{"Delete from another table", withStd, func(db *gorm.DB) *gorm.DB { return db.Table("others").Not("name", id).Delete(&keys[int]{}) }, unknown},
		{"Update of another table", withStd, func(db *gorm.DB) *gorm.DB { return db.Table("others").Model(&keys[int]{ID: 1}).Update("name", id) }, unknown},
		{"Create of a map in another table", withStd, func(db *gorm.DB) *gorm.DB {
			return db.Table("others").Model(&keys[int]{}).Create(map[string]any{"name": id})
		}, unknown},
		{"SQL", without, func(db *gorm.DB) *gorm.DB { return db.Where("id IN (?)", id).Find(&keys[int]{}) }, list},
		{"SQL of bytes", withStd, func(db *gorm.DB) *gorm.DB { return db.Where("id IN (?)", id[:]).Find(&keys[vectors.Std]{}) }, list},
		{"SQL, named", without, func(db *gorm.DB) *gorm.DB { return db.Having("id IN (?)", id).Group("id").Find(&keys[int]{}) }, list},
		{"SQL in an update", without, func(db *gorm.DB) *gorm.DB {
			return db.Model(&keys[int]{ID: 1}).Update("data", gorm.Expr("COALESCE(?, data)", id))
		}, list},
		{"join", without, func(db *gorm.DB) *gorm.DB { return db.Joins("JOIN t ON t.id IN (?)", id).Find(&keys[int]{}) }, list},
		{"Table", without, func(db *gorm.DB) *gorm.DB { return db.Table("f(?) AS t", id).Find(&keys[int]{}) }, list},

		{"text in bytes", withStd, func(db *gorm.DB) *gorm.DB { return db.Delete(&keys[vectors.Std]{}, []byte(vectors.Text)) }, "a list of 36 numbers for "},
		{"text inline", withStd, func(db *gorm.DB) *gorm.DB {
			return db.Delete(&keys[vectors.Std]{}, "11111111-1111-4111-8111-111111111111")
		}, `the text of a UUID as a condition is SQL to GORM: parse it, or write "id = ?"`},
		{"digits inline", without, func(db *gorm.DB) *gorm.DB { return db.Delete(&keys[int]{}, "11111111111141118111111111111111") }, "the text of a UUID"},
		{"Attrs of a map", withStd, func(db *gorm.DB) *gorm.DB {
			return db.Attrs(map[string]any{"id": id}).FirstOrInit(&keys[vectors.Std]{})
		}, "GORM loses a UUID in Attrs or Assign: write a struct"},
		{"Assign of a map", withStd, func(db *gorm.DB) *gorm.DB {
			return db.Assign(map[any]any{"name": nil}, map[string]any{"id": &id}).FirstOrCreate(&keys[vectors.Std]{})
		}, "GORM loses a UUID in Attrs or Assign"},
		{"Attrs of a field that takes no UUID", withStd, func(db *gorm.DB) *gorm.DB {
			return db.Attrs("seen", id).FirstOrCreate(&keys[vectors.Std]{})
		}, "GORM loses a UUID in Attrs or Assign: give its bytes or its text"},
		{"Attrs of text", withStd, func(db *gorm.DB) *gorm.DB {
			return db.Attrs(map[string]any{"id": "x"}).FirstOrCreate(&keys[vectors.Std]{})
		}, ".ID (vectors.Std) is given text that is no UUID"},
		{"bytes that look like text that was cut", withStd, func(db *gorm.DB) *gorm.DB {
			return db.Find(&keys[vectors.Std]{}, vectors.Std([]byte(vectors.Text)))
		}, "which was cut to 16 characters"},
		{"the same in Raw", withStd, func(db *gorm.DB) *gorm.DB { return db.Exec("SELECT ?", vectors.Std([]byte(vectors.Text))) }, "which was cut to 16 characters"},
		{"the same in a Null", without, func(db *gorm.DB) *gorm.DB {
			return db.Exec("SELECT ?", gormtype.Null[gormtype.UUID]{UUID: gormtype.UUID([]byte(vectors.Text)), Valid: true})
		}, "which was cut to 16 characters"},
		{"bytes that are the beginning of a TypeID", ownTexts, func(db *gorm.DB) *gorm.DB {
			return db.Create(&keys[typed.ID[account]]{ID: typed.ID[account](typeID)})
		}, "which was cut to 16 characters"},
		{"the same in a pointer", ownTexts, func(db *gorm.DB) *gorm.DB { return db.Exec("SELECT ?", vectors.Ptr(typed.ID[account](typeID))) }, "which was cut to 16 characters"},
		{"bytes that are the beginning of a ULID", ownTexts, func(db *gorm.DB) *gorm.DB {
			return db.Where(map[string]any{"id": ids.ULID(ulid)}).Delete(&keys[ids.ULID]{})
		}, "which was cut to 16 characters"},
	} {
		tx := test.run(use(t, open(t, "mysql"), gormtype.NewPlugin[gormtype.UUID](test.types...)))
		if tx.Error == nil || !strings.Contains(tx.Error.Error(), test.want) || !strings.Contains(tx.Error.Error(), "gormtype: ") && !strings.Contains(tx.Error.Error(), "sqlx: ") {
			t.Errorf("%s: got %v, want an error with %q; %s", test.name, tx.Error, test.want, tx.Statement.SQL.String())
		}
	}
	// Where columns have text, or a uuid, nothing can be cut.
	for _, u := range [][]byte{typeID, ulid} {
		for dialect, plugin := range map[string]func(...gormtype.UUIDType) gorm.Plugin{"postgres": gormtype.NewPlugin[gormtype.UUID], "mysql": gormtype.NewPlugin[gormtype.Text]} {
			tx := use(t, open(t, dialect), plugin(ownTexts...)).Exec("SELECT ?, ?", typed.ID[account](u), ids.ULID(u))
			if want := uuid.UUID(u).String(); tx.Error != nil || !reflect.DeepEqual(tx.Statement.Vars, []any{want, want}) {
				t.Errorf("%s: got %v, %v; want %s twice", dialect, tx.Statement.Vars, tx.Error, want)
			}
		}
	}
	// A zero UUID is no text.
	if tx := use(t, open(t, "mysql"), gormtype.NewPlugin[gormtype.UUID](ownTexts...)).Exec("SELECT ?, ?", typed.ID[account]{}, ids.ULID{}); tx.Error != nil {
		t.Errorf("zero UUIDs: got %v", tx.Error)
	}
	// The bytes come with the error: GORM drops that of a subquery.
	if tx := use(t, open(t, "mysql"), gormtype.NewPlugin[gormtype.UUID](ownTexts...)).Exec("SELECT ?", ids.ULID(ulid)); tx.Error == nil || fmt.Sprint(tx.Statement.Vars) != "["+uuid.UUID(ulid).String()+"]" {
		t.Errorf("with the error: got %v, %v; want the bytes", tx.Statement.Vars, tx.Error)
	}
	// GORM loses the error of a subquery, also of its model.
	db := use(t, open(t, "mysql"), gormtype.NewPlugin[gormtype.UUID]())
	for _, sub := range []*gorm.DB{
		db.Model(&keys[string]{}).Where(map[string]any{"id": id}).Select("id"),
		db.Model(&keys[string]{}).Where("id = ?", uuid.UUID([]byte(vectors.Text))).Select("id"),
		db.Model(&keys[string]{}).Where("id IN (?)", id).Select("id"),
		db.Model(&untagged{}).Select("name"),
	} {
		if got := db.Where("id IN (?)", sub).Delete(&keys[int]{}).Statement.SQL.String(); !strings.Contains(got, " gormtype refused it") {
			t.Errorf("subquery: got %s, want what is no SQL", got)
		}
	}
}

// foreign is a condition that only its Build knows.
type foreign struct{ id vectors.Std }

func (f foreign) Build(b clause.Builder) { gorm.Expr("id IN (?)", f.id).Build(b) }

// hidden is foreign, but its pointer alone is a condition.
type hidden struct{ id vectors.Std }

func (h *hidden) Build(b clause.Builder) { foreign{h.id}.Build(b) }

// wrapped has an expression of its UUID.
type wrapped struct{ id vectors.Std }

func (w wrapped) GormValue(context.Context, *gorm.DB) clause.Expr {
	return gorm.Expr("COALESCE(?, '')", w.id)
}

// The driver of SQL Server writes the values of Create, and the assignments of an upsert, without a clause's builder.
func TestPluginCreates(t *testing.T) {
	type item struct {
		ID    bin         `gorm:"type:id"`
		Other vectors.Std `gorm:"type:id"`
		Ref   string
	}
	id, text := vectors.Std(vectors.U), vectors.Text
	row := map[string]any{"ID": id, "other": text, "ref": id}
	const insert = "INSERT INTO items VALUES "
	for _, test := range []struct {
		name string
		run  func(*gorm.DB) *gorm.DB
		want string
	}{
		{"a struct", func(db *gorm.DB) *gorm.DB { return db.Create(&item{ID: bin(id), Other: id, Ref: "x"}) }, insert + "({id},{id},'x')"},
		{"a map", func(db *gorm.DB) *gorm.DB { return db.Model(&item{}).Create(row) }, insert + "({id},{id},'" + text + "')"},
		{"a pointer to a map", func(db *gorm.DB) *gorm.DB { return db.Model(&item{}).Create(&row) }, insert + "({id},{id},'" + text + "')"},
		{"maps", func(db *gorm.DB) *gorm.DB {
			return db.Model(&item{}).Create([]map[string]any{{"id": text}, {"id": id}})
		}, insert + "({id}),({id})"},
		{"a pointer to maps", func(db *gorm.DB) *gorm.DB { return db.Model(&item{}).Create(&[]map[string]any{row, row}) }, insert + "({id},{id},'" + text + "'),({id},{id},'" + text + "')"},
		{"a map in another table", func(db *gorm.DB) *gorm.DB {
			return db.Table("others").Model(&item{}).Create(map[string]any{"id": text, "other": id})
		}, insert + "('" + text + "',{id})"},
		{"SQL", func(db *gorm.DB) *gorm.DB {
			return db.Model(&item{}).Create(map[string]any{"id": gorm.Expr("COALESCE(?, ?)", id, nil)})
		}, insert + "(COALESCE({id}, NULL))"},
		{"an upsert", func(db *gorm.DB) *gorm.DB {
			return db.Select("ID").Clauses(clause.OnConflict{DoUpdates: clause.Assignments(map[string]any{"other": gorm.Expr("COALESCE(?, other)", id), "ref": id})}).Create(&item{ID: bin(id)})
		}, insert + "({id}) UPDATE SET `other`=COALESCE({id}, other),`ref`='" + text + "'"},
	} {
		for _, form := range []struct {
			plugin gorm.Plugin
			id     string
		}{
			{gormtype.NewPlugin[gormtype.GUID](everyType...), "'" + text + "'"},
			{gormtype.NewPlugin[gormtype.UUID](everyType...), fmt.Sprintf("'0x%x'", id[:])},
		} {
			db := open(t, "sqlserver")
			if err := db.Callback().Create().Replace("gorm:create", createAsSQLServer); err != nil {
				t.Fatal(err)
			}
			tx := test.run(use(t, db, form.plugin))
			if got, want := written(tx), strings.ReplaceAll(test.want, "{id}", form.id); tx.Error != nil || got != want {
				t.Errorf("%s: got %s, %v; want %s", test.name, got, tx.Error, want)
			}
		}
	}
	if want := (map[string]any{"ID": id, "other": text, "ref": id}); !reflect.DeepEqual(row, want) {
		t.Errorf("got %v, want %v, as it was", row, want)
	}
}

func createAsSQLServer(db *gorm.DB) {
	stmt := db.Statement
	if stmt.SQL.Len() > 0 || db.Error != nil {
		return
	}
	stmt.WriteString("INSERT INTO items VALUES ")
	for i, row := range callbacks.ConvertToCreateValues(stmt).Values {
		if i > 0 {
			stmt.WriteByte(',')
		}
		stmt.WriteByte('(')
		stmt.AddVar(stmt, row...)
		stmt.WriteByte(')')
	}
	if upsert, ok := stmt.Clauses["ON CONFLICT"].Expression.(clause.OnConflict); ok {
		stmt.WriteString(" UPDATE SET ")
		upsert.DoUpdates.Build(stmt)
	}
}

// A clause of another plugin is converted if that came before, and refused if it came later.
func TestPluginOrder(t *testing.T) {
	add := func(db *gorm.DB) {
		query := db.Callback().Query()
		query.Clauses = append([]string{"WITH"}, query.Clauses...)
	}
	db := open(t, "mysql")
	add(db)
	use(t, db, gormtype.NewPlugin[gormtype.UUID](everyType...))
	tx := db.Clauses(with{vectors.U}).Find(&[]row[vectors.Google]{})
	if want := "WITH '0x00112233445566778899aabbccddeeff' SELECT * FROM `rows`"; tx.Error != nil || written(tx) != want {
		t.Errorf("got %s, %v; want %s", written(tx), tx.Error, want)
	}
	db = openPlugin(t, "mysql")
	add(db)
	if tx := db.Clauses(with{vectors.U}).Find(&[]row[vectors.Google]{}); tx.Error == nil || !strings.Contains(tx.Error.Error(), "another plugin has added the clause WITH") {
		t.Errorf("got %s, %v; want an error", written(tx), tx.Error)
	}
	if tx := db.Find(&[]row[vectors.Google]{}); tx.Error != nil {
		t.Errorf("without the clause: %v", tx.Error)
	}
}

type with struct{ id uuid.UUID }

func (with) Name() string                   { return "WITH" }
func (w with) Build(b clause.Builder)       { b.AddVar(b, w.id) }
func (w with) MergeClause(c *clause.Clause) { c.Expression = w }

// A type that was not named is left alone, and so are numbers.
func TestPluginLeaves(t *testing.T) {
	type model struct {
		ID    sqlx.Swapped `gorm:"type:binary(16)"`
		Own   self         `gorm:"type:binary(16)"`
		Sum   sum          `gorm:"type:char(8)"`
		Raw   [16]byte     `gorm:"type:binary(16)"`
		Ranks uint8
	}
	type flags struct {
		A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P uint8
		Sum                                            [16]byte
		Data                                           []byte
		Self                                           self `gorm:"type:char(36)"`
	}
	db := use(t, open(t, "mysql"), gormtype.NewPlugin[gormtype.UUID](gormtype.Native[vectors.Std]()))
	m := model{sqlx.Swapped(vectors.U), self(vectors.U), sum(vectors.U), vectors.U, 1}
	tx := db.Create(&m)
	if want := []any{m.ID, vectors.Text, m.Sum, m.Raw, uint8(1)}; tx.Error != nil || !reflect.DeepEqual(tx.Statement.Vars, want) {
		t.Errorf("got %v, %v; want %v", tx.Statement.Vars, tx.Error, want)
	}
	numbers := make([]any, 16)
	for i := range numbers {
		numbers[i] = uint8(i)
	}
	for name, tx := range map[string]*gorm.DB{
		"inserts": db.Create([]struct{ Ranks uint8 }{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}),
		"flags":   db.Create(&flags{Data: make([]byte, 16)}),
		"saved":   db.Select("*").Where("1 = 1").Updates(&flags{Data: make([]byte, 16)}),
		"list":    db.Where("ranks IN ?", numbers).Find(&model{}),
		"(?)":     db.Where("ranks IN (?)", numbers).Find(&model{}),
		"a time":  db.Where("ranks IN (?) AND at < ?", numbers, time.Now()).Find(&model{}),
		"map":     db.Where(map[string]any{"ranks": numbers}).Find(&model{}),
		"clause":  db.Clauses(clause.IN{Column: "ranks", Values: numbers}).Find(&model{}),
	} {
		if tx.Error != nil || len(tx.Statement.Vars) < 16 || tx.Statement.Vars[0] != uint8(0) {
			t.Errorf("%s: got %v, %v", name, tx.Statement.Vars, tx.Error)
		}
	}
}

// A new row has the UUIDs of the conditions, also those that GORM takes apart.
func TestPluginFirstOrInit(t *testing.T) {
	type model struct {
		ID      vectors.Std  `gorm:"type:id"`
		Pointer *vectors.Std `gorm:"type:id"`
		Own     gormtype.UUID
		Maybe   sql.Null[vectors.Std] `gorm:"type:id"`
		Name    string
	}
	id := vectors.Std(vectors.U)
	null := sql.Null[vectors.Std]{V: id, Valid: true}
	want := model{id, &id, gormtype.UUID(id), null, "x"}
	text, ulid := vectors.Text, ids.ULID(id) // whose Value is another text
	db := use(t, open(t, "mysql"), gormtype.NewPlugin[gormtype.UUID](append(everyType, gormtype.Native[ids.ULID]())...))
	for name, run := range map[string]func(*model) *gorm.DB{
		"a map": func(m *model) *gorm.DB {
			return db.FirstOrInit(m, map[string]any{"id": id, "pointer": &id, "own": id, "maybe": id, "name": "x"})
		},
		"a map of others": func(m *model) *gorm.DB {
			return db.FirstOrInit(m, map[string]any{"id": id[:], "pointer": id, "own": gormtype.UUID(id), "maybe": null, "name": "x"})
		},
		"a struct": func(m *model) *gorm.DB { return db.FirstOrInit(m, want) },
		"Attrs and Assign": func(m *model) *gorm.DB {
			return db.Where("id", id).Attrs(model{Own: want.Own, Pointer: &id}).Assign("maybe", null).Assign("name", "x").FirstOrInit(m)
		},
		"Attrs of nulls": func(m *model) *gorm.DB {
			return db.Attrs(map[string]any{"id": null, "pointer": &null, "own": null, "maybe": gormtype.Null[gormtype.UUID]{UUID: gormtype.UUID(id), Valid: true}, "name": "x"}).FirstOrInit(m)
		},
		"Attrs of another text": func(m *model) *gorm.DB {
			return db.Attrs(map[string]any{"id": ulid, "pointer": ulid, "own": ulid, "maybe": sql.Null[ids.ULID]{V: ulid, Valid: true}, "name": "x"}).FirstOrInit(m)
		},
		"Attrs of text": func(m *model) *gorm.DB {
			return db.Attrs(map[string]string{"id": vectors.Text, "pointer": vectors.Text, "own": vectors.Text, "maybe": vectors.Text, "name": "x"}).FirstOrInit(m)
		},
		"a map of text": func(m *model) *gorm.DB {
			return db.FirstOrInit(m, map[string]any{"id": vectors.Text, "pointer": &text, "own": sql.NullString{String: vectors.Text, Valid: true}, "maybe": vectors.Text, "name": "x"})
		},
	} {
		var got model
		if err := run(&got).Error; name == "Attrs and Assign" {
			got.Maybe = null // GORM keeps the last Assign alone
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: got %v, %v; want %v", name, got, err, want)
			}
		} else if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, %v; want %v", name, got, err, want)
		}
	}
}

// strict has the Scan of google's and gofrs's UUIDs, which takes text and bytes alone.
type strict [16]byte

func (s strict) Value() (driver.Value, error) { return uuid.UUID(s).Value() }
func (s *strict) Scan(src any) error {
	switch src.(type) {
	case string, []byte:
		return (*uuid.UUID)(s).Scan(src)
	}
	return fmt.Errorf("strict: unable to scan type %T", src)
}

// The model gets the UUID of another type, too, that a condition or an assignment has.
func TestPluginSetsOthers(t *testing.T) {
	type model struct {
		ID      strict           `gorm:"type:id"`
		Pointer *strict          `gorm:"type:id"`
		Maybe   sql.Null[strict] `gorm:"type:id"`
		Name    string
		Note    sql.NullString
	}
	type others struct {
		ID         vectors.Std
		Pointer    *vectors.Std
		Maybe      sql.Null[vectors.Std]
		Name, Note vectors.Std
	}
	id, std := strict(vectors.U), vectors.Std(vectors.U)
	null := sql.Null[vectors.Std]{V: std, Valid: true}
	want := model{id, &id, sql.Null[strict]{V: id, Valid: true}, vectors.Text, sql.NullString{String: vectors.Text, Valid: true}}
	db := use(t, open(t, "mysql"), gormtype.NewPlugin[gormtype.UUID](append(everyType, gormtype.Native[strict]())...))
	for name, run := range map[string]func(*model) *gorm.DB{
		"conditions": func(m *model) *gorm.DB {
			return db.Where("id", std).Where("pointer", std).Where(clause.Eq{Column: "maybe", Value: null}).Where("name", &std).Where("note", std).FirstOrInit(m)
		},
		"a condition of a struct": func(m *model) *gorm.DB { return db.FirstOrInit(m, others{std, &std, null, std, std}) },
		"Attrs":                   func(m *model) *gorm.DB { return db.Attrs(others{std, &std, null, std, std}).FirstOrInit(m) },
		"Updates": func(m *model) *gorm.DB {
			return db.Model(m).Where("1 = 1").Updates(map[string]any{"id": std, "pointer": std, "maybe": std, "name": std, "note": &std})
		},
		"Updates of a struct": func(m *model) *gorm.DB {
			return db.Model(m).Where("1 = 1").Updates(others{std, &std, null, std, std})
		},
	} {
		var got model
		if err := run(&got).Error; err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, %v; want %v", name, got, err, want)
		}
	}
}

// serialized is a column of its own.
type serialized struct{}

func (serialized) Scan(context.Context, *schema.Field, reflect.Value, any) error { return nil }
func (serialized) Value(context.Context, *schema.Field, reflect.Value, any) (any, error) {
	return "", nil
}

// A field that is no UUID gets what its column gets, at the first use of the model, too.
func TestPluginSetsColumns(t *testing.T) {
	schema.RegisterSerializer("gormtype_test", serialized{})
	type other [16]byte
	type model struct {
		Key   vectors.Std `gorm:"type:id"`
		Text  string
		Char  string          `gorm:"type:binary(16)"`
		Data  []byte          `gorm:"type:binary(16)"`
		JSON  json.RawMessage `gorm:"type:blob"`
		Any   any             `gorm:"serializer:gormtype_test"`
		Other other           `gorm:"serializer:gormtype_test"`
	}
	id := vectors.Std(vectors.U)
	bytes := model{id, vectors.Text, string(id[:]), id[:], id[:], id, other(id)}
	texts := bytes
	texts.Char, texts.Data, texts.JSON = vectors.Text, []byte(vectors.Text), []byte(vectors.Text)
	for name, run := range map[string]func(*gorm.DB, *model) *gorm.DB{
		"Updates": func(db *gorm.DB, m *model) *gorm.DB {
			return db.Model(m).Where("1 = 1").Updates(map[string]any{"key": id, "text": &id, "char": id, "data": id, "json": &id, "any": id, "other": id})
		},
		"another table": func(db *gorm.DB, m *model) *gorm.DB {
			return db.Table("others").Where("key", id).Where("text", vectors.Text).Where("char", id).Where("data", &id).Where("json", id).Where("any", id).Where("other", id).FirstOrInit(m)
		},
		"a result": func(db *gorm.DB, m *model) *gorm.DB {
			if err := db.Raw("SELECT 1").Find(&model{}).Error; err != nil {
				t.Error(err)
			}
			return db.Where("key", id).Where("text", id).Where("char", id).Where("data", &id).Where("json", id).Where("any", id).Where("other", id).FirstOrInit(m)
		},
		"Attrs": func(db *gorm.DB, m *model) *gorm.DB {
			m.Any, m.Other = id, other(id)
			return db.Attrs(struct{ Key, Text, Char, Data, JSON vectors.Std }{id, id, id, id, id}).FirstOrInit(m)
		},
	} {
		for form, want := range map[gorm.Plugin]model{gormtype.NewPlugin[gormtype.UUID](everyType...): bytes, gormtype.NewPlugin[gormtype.Text](everyType...): texts} {
			var got model
			if err := run(use(t, open(t, "mysql"), form), &got).Error; err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: got %v, %v; want %v", name, got, err, want)
			}
		}
	}
}

// Clauses are shared by the statements of a session: none may change.
func TestPluginShared(t *testing.T) {
	type account = row[vectors.Std]
	id := vectors.Std(vectors.U)
	set := clause.Assignments(map[string]any{"other": gorm.Expr("COALESCE(?, id)", id)})
	openPlugin(t, "mysql").Clauses(clause.OnConflict{DoUpdates: set}).Create(&account{ID: id})
	if got := set[0].Value.(clause.Expr).Vars[0]; got != id {
		t.Errorf("got %v, want %v", got, id)
	}
	db := openPlugin(t, "mysql")
	vars := []any{id}
	raw := db.Raw("SELECT id FROM t WHERE a IN (?)", vars).Session(&gorm.Session{})
	base := db.Model(&account{}).Joins("Owner", db.Where("id IN (?)", id)).Where("id = ? OR other IN (?)", id, id).Where(map[string]any{"id": id}).
		Where("id IN (?)", raw).Session(&gorm.Session{})
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(2)
		go func() {
			defer wg.Done()
			tx := base.Find(&[]account{})
			if got := written(tx); tx.Error != nil || strings.Count(got, "'0x00112233445566778899aabbccddeeff'") != 5 || len(tx.Statement.Vars) != 5 {
				t.Errorf("got %s, %v", got, tx.Error)
			}
		}()
		go func() {
			defer wg.Done()
			tx := raw.Find(&[]account{})
			if got := written(tx); tx.Error != nil || got != "SELECT id FROM t WHERE a IN ('0x00112233445566778899aabbccddeeff')" {
				t.Errorf("got %s, %v", got, tx.Error)
			}
		}()
	}
	wg.Wait()
	if vars[0] != id || raw.Statement.Vars[0] != id {
		t.Errorf("got %v and %v, want what was given", vars, raw.Statement.Vars)
	}
}

func TestPluginTwice(t *testing.T) {
	db := openPlugin(t, "mysql")
	if err := db.Use(gormtype.NewPlugin[gormtype.Text]()); err != gorm.ErrRegistered {
		t.Errorf("got %v, want %v", err, gorm.ErrRegistered)
	}
	p := gormtype.NewPlugin[gormtype.UUID](gormtype.UUIDType{}) // no type
	use(t, open(t, "mysql"), p)
	if err := open(t, "postgres").Use(p); err == nil || err.Error() != "gormtype: a plugin is for one database: call NewPlugin for each" {
		t.Errorf("a second database: got %v", err)
	}
	config := *db.Config // as dbresolver opens a replica
	if _, err := gorm.Open(db.Dialector, &config); err != nil {
		t.Errorf("a replica: %v", err)
	}
	type item struct {
		ID vectors.Std `gorm:"type:binary(16)"`
	}
	if tx := db.Delete(&item{}, vectors.Std(vectors.U)); tx.Error != nil || len(tx.Statement.Vars) != 1 {
		t.Errorf("beside a replica: got %v, %v", tx.Statement.Vars, tx.Error)
	}
}

// guarded has a Value that is no UUID's for the zero one.
type guarded [16]byte

func (g guarded) Value() (driver.Value, error) {
	if g == (guarded{}) {
		return nil, errors.New("zero")
	}
	return uuid.UUID(g).Value()
}

// GORM drops the error of a value in a map. A nil beside it would become IS NULL: see ids.Snowflake.Value.
func TestNoNullWithError(t *testing.T) {
	type post struct {
		ID, ParentID int64
	}
	for _, bad := range []driver.Valuer{ids.Snowflake(-1), ids.Sonyflake(-1)} {
		tx := open(t, "mysql").Where(map[string]any{"parent_id": bad}).Delete(&post{})
		if got := tx.Statement.SQL.String(); strings.Contains(got, "NULL") || !strings.Contains(got, "parent_id") {
			t.Errorf("%T: got %s, want a condition of the number", bad, got)
		}
	}
	type member struct {
		ID     int
		TeamID *guarded `gorm:"type:binary(16)"`
	}
	db := use(t, open(t, "mysql"), gormtype.NewPlugin[gormtype.UUID](gormtype.Native[guarded]()))
	zero := guarded{}
	for name, tx := range map[string]*gorm.DB{
		"a column":         db.Where("team_id", zero).Delete(&member{}),
		"a map":            db.Where(map[string]any{"team_id": &zero}).Delete(&member{}),
		"not":              db.Not("team_id", zero).Delete(&member{}),
		"FirstOrInit":      db.Where("team_id", &zero).FirstOrInit(&member{}),
		"a nullable value": db.Where("team_id", sql.Null[guarded]{Valid: true}).Delete(&member{}),
	} {
		if got := tx.Statement.SQL.String(); tx.Error != nil || strings.Contains(got, "NULL") || len(tx.Statement.Vars) == 0 {
			t.Errorf("%s: got %s, %v; want a condition of the zero UUID", name, got, tx.Error)
		}
	}
}

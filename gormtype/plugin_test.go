//go:build go1.26

package gormtype_test

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

func openPlugin(t testing.TB, name string) *gorm.DB {
	t.Helper()
	db := open(t, name)
	if err := db.Use(gormtype.Plugin{}); err != nil {
		t.Fatal(err)
	}
	return db
}

// A row has its id in a column of each form, and columns that are none.
type row[T ~[16]byte] struct {
	ID      T           `gorm:"type:binary(16)"`
	TextID  T           `gorm:"type:char(36)"`
	Pointer *T          `gorm:"type:binary(16)"`
	Maybe   sql.Null[T] `gorm:"type:varchar(36)"`
	Own     gormtype.UUID
	Rank    uint8
	Name    string
	Data    []byte
	OwnerID T
	Owner   *owner[T]
}

type owner[T ~[16]byte] struct {
	ID   T `gorm:"type:char(36)"`
	Name string
}

type (
	Args[T ~[16]byte] struct{ ID T }
	named             string
	wrapped           struct{ vectors.Google }
)

type stranger struct{ ID gormtype.UUID }

// A sharer has two models of one table.
type (
	sharer struct {
		ID    vectors.Std `gorm:"type:binary(16)"`
		OneID gormtype.UUID
		One   *sharedOne
		TwoID gormtype.Text
		Two   *sharedTwo
	}
	sharedOne struct{ ID gormtype.UUID }
	sharedTwo struct{ ID gormtype.Text }
)

func (sharedOne) TableName() string { return "shared" }
func (sharedTwo) TableName() string { return "shared" }

func (row[T]) TableName() string   { return "rows" }
func (owner[T]) TableName() string { return "owners" }

func TestPlugin(t *testing.T) {
	t.Run("std", testPlugin[vectors.Std])
	t.Run("google", testPlugin[vectors.Google])
	t.Run("gofrs", testPlugin[vectors.Gofrs])
	t.Run("plain", testPlugin[vectors.Plain])
	t.Run("array", testPlugin[[16]byte])
	t.Run("bin", testPlugin[bin])
	t.Run("uuidkit", testPlugin[uuid.UUID])
	t.Run("sqlx.Binary", testPlugin[sqlx.Binary])
}

// bin has the methods of datatypes.BinUUID, whose Value is bytes.
type bin [16]byte

func (b bin) Value() (driver.Value, error) { return b[:], nil }
func (b bin) String() string               { return uuid.UUID(b).String() }

// Every way to hand a UUID to GORM writes it as its column stores it. {id} is
// the id as bytes, 'id' as text; {other} is another one.
func testPlugin[T ~[16]byte](t *testing.T) {
	id, other := T(vectors.U), T(vectors.Other)
	statements := []struct {
		name string
		run  func(*gorm.DB) *gorm.DB
		want string
	}{
		{"Create", func(db *gorm.DB) *gorm.DB {
			return db.Create(&row[T]{ID: id, TextID: id, Pointer: &other, Maybe: sql.Null[T]{V: id, Valid: true}, Own: gormtype.UUID(id), Rank: 1})
		}, "INSERT INTO `rows` (`id`,`text_id`,`pointer`,`maybe`,`own`,`rank`,`name`,`data`,`owner_id`) VALUES ({id},'id',{other},'id',{id},1,'','','zero')"},
		{"Create nil", func(db *gorm.DB) *gorm.DB { return db.Select("ID", "Pointer", "Maybe").Create(&row[T]{ID: id}) },
			"INSERT INTO `rows` (`id`,`pointer`,`maybe`) VALUES ({id},NULL,NULL)"},
		{"Create of a map", func(db *gorm.DB) *gorm.DB {
			return db.Model(&row[T]{}).Create(map[string]any{"ID": id, "TextID": &other})
		}, "INSERT INTO `rows` (`id`,`text_id`) VALUES ({id},'other')"},
		{"Create of a list", func(db *gorm.DB) *gorm.DB { return db.Select("ID").Create([]*row[T]{{ID: id}, {ID: other}}) },
			"INSERT INTO `rows` (`id`) VALUES ({id}),({other})"},
		{"upsert", func(db *gorm.DB) *gorm.DB {
			return db.Select("ID").Clauses(clause.OnConflict{DoUpdates: clause.Assignments(map[string]any{"text_id": id}), Where: clause.Where{Exprs: []clause.Expression{clause.Neq{Column: "text_id", Value: id}}}, Columns: []clause.Column{{Name: "id"}}, TargetWhere: clause.Where{Exprs: []clause.Expression{clause.Eq{Column: "id", Value: id}}}}).Create(&row[T]{ID: id})
		}, "INSERT INTO `rows` (`id`) VALUES ({id}) ON CONFLICT (`id`)  WHERE `id` = {id} DO UPDATE SET `text_id`='id' WHERE `text_id` <> 'id' "},
		{"inline", func(db *gorm.DB) *gorm.DB { return db.Find(&row[T]{}, id) }, "SELECT * FROM `rows` WHERE `id` = {id}"},
		{"inline pointer", func(db *gorm.DB) *gorm.DB { return db.Find(&row[T]{}, &id) }, "SELECT * FROM `rows` WHERE `id` = {id}"},
		{"inline bytes", func(db *gorm.DB) *gorm.DB { return db.Find(&row[T]{}, id[:]) }, "SELECT * FROM `rows` WHERE `id` = {id}"},
		{"inline list", func(db *gorm.DB) *gorm.DB { return db.Find(&row[T]{}, []T{id, other}) }, "SELECT * FROM `rows` WHERE `id` IN ({id},{other})"},
		{"inline sixteen", func(db *gorm.DB) *gorm.DB {
			return db.Find(&row[T]{}, []T{id, id, id, id, id, id, id, id, id, id, id, id, id, id, id, other})
		}, "SELECT * FROM `rows` WHERE `id` IN (" + strings.Repeat("{id},", 15) + "{other})"},
		{"inline two", func(db *gorm.DB) *gorm.DB { return db.Find(&row[T]{}, id, other) }, "SELECT * FROM `rows` WHERE `id` IN ({id},{other})"},
		{"delete inline", func(db *gorm.DB) *gorm.DB { return db.Delete(&row[T]{}, id) }, "DELETE FROM `rows` WHERE `id` = {id}"},
		{"delete list", func(db *gorm.DB) *gorm.DB { return db.Delete(&row[T]{}, []T{id}) }, "DELETE FROM `rows` WHERE `id` = {id}"},
		{"delete key", func(db *gorm.DB) *gorm.DB { return db.Delete(&row[T]{ID: id}) }, "DELETE FROM `rows` WHERE `id` = {id}"},
		{"map", func(db *gorm.DB) *gorm.DB { return db.Where(map[string]any{"id": id, "text_id": id}).Find(&row[T]{}) },
			"SELECT * FROM `rows` WHERE `id` = {id} AND `text_id` = 'id'"},
		{"map of names", func(db *gorm.DB) *gorm.DB { return db.Where(map[string]any{"rows.text_id": id}).Find(&row[T]{}) },
			"SELECT * FROM `rows` WHERE `text_id` = 'id'"},
		{"map of names, as GORM 1.31 has it", func(db *gorm.DB) *gorm.DB {
			return db.Where(clause.Eq{Column: clause.Column{Name: "rows.text_id"}, Value: id}).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE `text_id` = 'id'"},
		{"map of lists", func(db *gorm.DB) *gorm.DB { return db.Where(map[string]any{"text_id": []T{id, other}}).Find(&row[T]{}) },
			"SELECT * FROM `rows` WHERE `text_id` IN ('id','other')"},
		{"not map", func(db *gorm.DB) *gorm.DB { return db.Not(map[string]any{"id": id}).Find(&row[T]{}) },
			"SELECT * FROM `rows` WHERE `id` <> {id}"},
		{"struct", func(db *gorm.DB) *gorm.DB { return db.Where(&row[T]{TextID: id, Pointer: &other}).Find(&row[T]{}) },
			"SELECT * FROM `rows` WHERE `text_id` = 'id' AND `pointer` = {other}"},
		{"column", func(db *gorm.DB) *gorm.DB { return db.Where("text_id", id).Find(&row[T]{}) }, "SELECT * FROM `rows` WHERE `text_id` = 'id'"},
		{"column list", func(db *gorm.DB) *gorm.DB { return db.Where("id", []T{id, other}).Find(&row[T]{}) }, "SELECT * FROM `rows` WHERE `id` IN ({id},{other})"},
		{"SQL", func(db *gorm.DB) *gorm.DB {
			return db.Where("id = ? AND rows.text_id<>? OR `rows`.`pointer` >= ?", id, id, &other).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE id = {id} AND rows.text_id<>'id' OR `rows`.`pointer` >= {other}"},
		{"SQL IN", func(db *gorm.DB) *gorm.DB { return db.Where("id IN ?", []T{id, other}).Find(&row[T]{}) },
			"SELECT * FROM `rows` WHERE id IN ({id},{other})"},
		{"SQL IN (?)", func(db *gorm.DB) *gorm.DB { return db.Where("id IN (?)", id).Find(&row[T]{}) },
			"SELECT * FROM `rows` WHERE id IN ({id})"},
		{"SQL IN (?) list", func(db *gorm.DB) *gorm.DB { return db.Where("text_id NOT IN (?)", []*T{&id, &other}).Find(&row[T]{}) },
			"SELECT * FROM `rows` WHERE text_id NOT IN ('id','other')"},
		{"SQL IN (?, ?)", func(db *gorm.DB) *gorm.DB { return db.Where("id in (?, ?)", id, other).Find(&row[T]{}) },
			"SELECT * FROM `rows` WHERE id in ({id}, {other})"},
		{"SQL named", func(db *gorm.DB) *gorm.DB {
			return db.Where("id = @id AND text_id IN @texts", map[string]any{"id": id, "texts": []T{id, other}}).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE id = {id} AND text_id IN ('id','other')"},
		{"SQL named arg", func(db *gorm.DB) *gorm.DB { return db.Where("text_id = @x", sql.Named("x", id)).Find(&row[T]{}) },
			"SELECT * FROM `rows` WHERE text_id = 'id'"},
		{"SQL named struct", func(db *gorm.DB) *gorm.DB { return db.Where("id = @X", struct{ X T }{id}).Find(&row[T]{}) },
			"SELECT * FROM `rows` WHERE id = {id}"},
		{"SQL named in an embedded struct", func(db *gorm.DB) *gorm.DB {
			return db.Where("id = @ID AND text_id = @X", struct {
				X T
				Args[T]
			}{id, Args[T]{other}}).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE id = {other} AND text_id = 'id'"},
		{"Null", func(db *gorm.DB) *gorm.DB { return db.Where("id = ?", sql.Null[T]{V: id, Valid: true}).Find(&row[T]{}) },
			"SELECT * FROM `rows` WHERE id = {id}"},
		{"NULL", func(db *gorm.DB) *gorm.DB {
			return db.Where(map[string]any{"pointer": (*T)(nil), "maybe": sql.Null[T]{}}).Find(&row[T]{})
		},
			"SELECT * FROM `rows` WHERE `maybe` IS NULL AND `pointer` IS NULL"},
		{"own field", func(db *gorm.DB) *gorm.DB { return db.Where("own = ?", id).Find(&row[T]{}) }, "SELECT * FROM `rows` WHERE own = {id}"},
		{"own Null", func(db *gorm.DB) *gorm.DB {
			null := sql.Null[gormtype.UUID]{V: gormtype.UUID(id), Valid: true}
			return db.Where("own = ? AND text_id = ?", null, null).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE own = {id} AND text_id = 'id'"},
		{"own types say it themselves", func(db *gorm.DB) *gorm.DB {
			text := gormtype.Text(id)
			return db.Where("name = ? OR name = ? OR id IN ? OR id = ?", gormtype.UUID(id), text, []gormtype.Text{text}, &text).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE name = {id} OR name = 'id' OR id IN ('id') OR id = 'id'"},
		{"clause", func(db *gorm.DB) *gorm.DB {
			return db.Clauses(clause.Gt{Column: "id", Value: id}, clause.Lte{Column: clause.Column{Name: "text_id"}, Value: id}).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE `id` > {id} AND `text_id` <= 'id'"},
		{"pairs", func(db *gorm.DB) *gorm.DB {
			return db.Where(clause.IN{Column: []clause.Column{{Name: "id"}, {Name: "text_id"}}, Values: []any{[]any{id, other}}}).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE (`id`,`text_id`) IN (({id},'other'))"},
		{"SQL pairs", func(db *gorm.DB) *gorm.DB {
			return db.Where("(id, `pointer`) NOT IN ?", [][]any{{id, other}}).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE (id, `pointer`) NOT IN (({id},{other}))"},
		{"SQL pairs after words", func(db *gorm.DB) *gorm.DB {
			return db.Where("id = ? AND NOT (id, `pointer`) IN ? OR\n((id,pointer) in ?)", id, [][]T{{id, other}}, [][]T{{other, id}}).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE id = {id} AND NOT (id, `pointer`) IN (({id},{other})) OR\n((id,pointer) in (({other},{id})))"},
		{"long SQL", func(db *gorm.DB) *gorm.DB {
			return db.Where(strings.Repeat("rank = 1 OR ", 50)+"text_id IN (?"+strings.Repeat(", ?", 15)+") OR id = ?", id, id, id, id, id, id, id, id, id, id, id, id, id, id, id, other, id).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE " + strings.Repeat("rank = 1 OR ", 50) + "text_id IN (" + strings.Repeat("'id', ", 15) + "'other') OR id = {id}"},
		{"SQL range", func(db *gorm.DB) *gorm.DB { return db.Where("text_id BETWEEN ? AND ?", id, &other).Find(&row[T]{}) },
			"SELECT * FROM `rows` WHERE text_id BETWEEN 'id' AND 'other'"},
		{"SQL order", func(db *gorm.DB) *gorm.DB {
			return db.Clauses(clause.OrderBy{Expression: clause.Expr{SQL: "FIELD(text_id,?)", Vars: []any{[]T{id, other}}, WithoutParentheses: true}}).Find(&row[T]{})
		}, "SELECT * FROM `rows` ORDER BY FIELD(text_id,'id','other')"},
		{"subquery", func(db *gorm.DB) *gorm.DB {
			return db.Where("id IN (?)", db.Model(&row[T]{}).Select("id").Where("text_id = ?", id)).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE id IN (SELECT `id` FROM `rows` WHERE text_id = 'id')"},
		{"group", func(db *gorm.DB) *gorm.DB {
			return db.Where(db.Where("id = ?", id).Or("text_id = ?", id)).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE id = {id} OR text_id = 'id'"},
		{"having", func(db *gorm.DB) *gorm.DB {
			return db.Select("text_id").Group("text_id").Having("text_id = ?", id).Find(&row[T]{})
		},
			"SELECT `text_id` FROM `rows` GROUP BY `text_id` HAVING text_id = 'id'"},
		{"select", func(db *gorm.DB) *gorm.DB { return db.Select("id = ? AS x", id).Find(&row[T]{}) },
			"SELECT id = {id} AS x FROM `rows`"},
		{"update", func(db *gorm.DB) *gorm.DB { return db.Model(&row[T]{ID: id}).Update("text_id", other) },
			"UPDATE `rows` SET `text_id`='other' WHERE `id` = {id}"},
		{"updates", func(db *gorm.DB) *gorm.DB {
			return db.Model(&row[T]{ID: id}).Updates(map[string]any{"pointer": &other, "maybe": nil})
		},
			"UPDATE `rows` SET `maybe`=NULL,`pointer`={other} WHERE `id` = {id}"},
		{"string field", func(db *gorm.DB) *gorm.DB { return db.Where("name = ? OR name IN ?", id, []T{other}).Find(&row[T]{}) },
			"SELECT * FROM `rows` WHERE name = 'id' OR name IN ('other')"},
		{"updates struct", func(db *gorm.DB) *gorm.DB { return db.Model(&row[T]{ID: id}).Updates(row[T]{TextID: id, Name: "x"}) },
			"UPDATE `rows` SET `text_id`='id',`name`='x' WHERE `id` = {id}"},
		{"join", func(db *gorm.DB) *gorm.DB {
			return db.Select("n").Joins("JOIN owners ON owners.id = ? AND rows.id = ?", id, id).Find(&row[T]{})
		}, "SELECT n FROM `rows` JOIN owners ON owners.id = 'id' AND rows.id = {id}"},
		{"join of a relation", func(db *gorm.DB) *gorm.DB {
			return db.Select("n").Joins("Owner").Where("`Owner`.`id` = ?", id).Where(map[string]any{"Owner.id": id}).Find(&row[T]{})
		}, "SELECT n,`Owner`.`id` AS `Owner__id`,`Owner`.`name` AS `Owner__name` FROM `rows` LEFT JOIN `owners` `Owner` ON `owner_id` = `Owner`.`id` WHERE `Owner`.`id` = 'id' AND `Owner`.`id` = 'id'"},
		{"SQL of clauses", func(db *gorm.DB) *gorm.DB {
			return db.Where("NOT (?)", clause.Eq{Column: "id", Value: id}).Where(&clause.Neq{Column: "id", Value: other}).Where(clause.Like{Column: "text_id", Value: id}).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE NOT (`id` = {id}) AND `id` <> {other} AND `text_id` LIKE 'id'"},
		{"order by clauses", func(db *gorm.DB) *gorm.DB {
			return db.Clauses(clause.OrderBy{Expression: clause.CommaExpression{Exprs: []clause.Expression{clause.Expr{SQL: "id = ?", Vars: []any{id}}}}}).Find(&row[T]{})
		}, "SELECT * FROM `rows` ORDER BY id = {id}"},
		{"array", func(db *gorm.DB) *gorm.DB {
			return db.Where("id IN ? OR id IN (?)", [2]T{id, other}, [1]any{id}).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE id IN ({id},{other}) OR id IN ({id})"},
		{"lists of lists", func(db *gorm.DB) *gorm.DB {
			return db.Where("(id, `pointer`) IN ? OR (id, `pointer`) IN ?", [][]T{{id, other}}, [][2]T{{other, id}}).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE (id, `pointer`) IN (({id},{other})) OR (id, `pointer`) IN (({other},{id}))"},
		{"lists of interfaces", func(db *gorm.DB) *gorm.DB {
			return db.Where("id IN ? OR id IN ?", []fmt.Stringer{uuid.UUID(id)}, []driver.Valuer{uuid.UUID(id)}).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE id IN ({id}) OR id IN ({id})"},
		{"upper case", func(db *gorm.DB) *gorm.DB { return db.Where("TEXT_ID = ? AND Id = ?", id, id).Find(&row[T]{}) },
			"SELECT * FROM `rows` WHERE TEXT_ID = 'id' AND Id = {id}"},
		{"bytes as a list", func(db *gorm.DB) *gorm.DB {
			return db.Where("id IN (?)", net.IP(id[:])).Where("text_id IN (@x)", sql.Named("x", id[:])).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE id IN ({id}) AND text_id IN ('id')"},
		{"text", func(db *gorm.DB) *gorm.DB {
			return db.Where("id = ? AND name = ? AND data = ?", vectors.Text, vectors.Text, vectors.Text).Where("id IN ?", []string{vectors.Text, "x"}).Find(&row[T]{}, []string{vectors.Text, vectors.Other.String()})
		}, "SELECT * FROM `rows` WHERE (id = {id} AND name = 'id' AND data = 'id') AND id IN ({id},'x') AND `id` IN ({id},{other})"},
		{"text of other types", func(db *gorm.DB) *gorm.DB {
			text := vectors.Text
			return db.Where("id = ? OR id = ? OR id = ? OR id = ? OR id IN ?", &text, named(text), wrapped{vectors.Google(vectors.U)}, (*wrapped)(nil), []*string{&text}).
				Where(map[string]any{"id": sql.NullString{String: text, Valid: true}, "text_id": sql.NullString{String: text, Valid: true}, "pointer": sql.NullString{}}).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE (id = {id} OR id = {id} OR id = {id} OR id = NULL OR id IN ({id})) AND (`id` = {id} AND `pointer` IS NULL AND `text_id` = 'id')"},
		{"bytes for text", func(db *gorm.DB) *gorm.DB {
			text := []byte(vectors.Text)
			return db.Where("text_id = ? OR text_id IN ? OR text_id = ? OR id = ?", id[:], [][]byte{id[:], other[:]}, text, text).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE text_id = 'id' OR text_id IN ('id','other') OR text_id = 'id' OR id = {id}"},
		{"update to bytes", func(db *gorm.DB) *gorm.DB { return db.Model(&row[T]{ID: id}).Update("text_id", other[:]) },
			"UPDATE `rows` SET `text_id`='other' WHERE `id` = {id}"},
		// What is no UUID is left alone.
		{"numbers", func(db *gorm.DB) *gorm.DB { return db.Where(map[string]any{"rank": id[:]}).Find(&row[T]{}) },
			"SELECT * FROM `rows` WHERE `rank` IN (0,17,34,51,68,85,102,119,136,153,170,187,204,221,238,255)"},
		{"numbers in SQL", func(db *gorm.DB) *gorm.DB { return db.Where("rank IN (?)", id[:]).Find(&row[T]{}) },
			"SELECT * FROM `rows` WHERE rank IN (0,17,34,51,68,85,102,119,136,153,170,187,204,221,238,255)"},
		{"bytes that may be a UUID", func(db *gorm.DB) *gorm.DB {
			text := []byte(vectors.Text)
			return db.Where("data = ? OR name = ? OR x.nope = ? OR data = ? OR name = ? OR id = ? OR text_id = ?", text[:16], text[:16], text[:16], text, text, []byte("0123456789abcdef"), bytes.Repeat([]byte("?"), 36)).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE data = '{16}' OR name = '{16}' OR x.nope = '{16}' OR data = 'id' OR name = 'id' OR id = '0123456789abcdef' OR text_id = '{36}'"},
		{"bytes", func(db *gorm.DB) *gorm.DB {
			return db.Where("data = ? OR rank IN (?) OR nope IN (?)", []byte("abc"), []byte{1, 2}, []byte{3}).Find(&row[T]{})
		}, "SELECT * FROM `rows` WHERE data = 'abc' OR rank IN (1,2) OR nope IN (3)"},
	}
	for dialect, call := range map[string]string{"mysql": "UNHEX('%s')", "sqlite": "UNHEX('%s')", "sqlserver": "CONVERT(binary(16), '%s', 2)"} {
		hex := func(u uuid.UUID) string { return fmt.Sprintf(call, strings.ReplaceAll(u.String(), "-", "")) }
		forms := strings.NewReplacer("{id}", hex(vectors.U), "{other}", hex(vectors.Other), "'zero'", "'"+uuid.Nil().String()+"'",
			"'id'", "'"+vectors.Text+"'", "'other'", "'"+vectors.Other.String()+"'",
			"{16}", vectors.Text[:16], "{36}", strings.Repeat("?", 36))
		for _, stmt := range statements {
			tx := stmt.run(openPlugin(t, dialect))
			if tx.Error != nil {
				t.Errorf("%s, %s: %v", dialect, stmt.name, tx.Error)
			}
			got := tx.Explain(tx.Statement.SQL.String(), tx.Statement.Vars...)
			got = strings.NewReplacer(`"`, "'", "`rows`.", "").Replace(got)
			want := strings.NewReplacer("`rows`.", "").Replace(forms.Replace(stmt.want))
			if got != want {
				t.Errorf("%s, %s:\ngot  %s\nwant %s", dialect, stmt.name, got, want)
			}
		}
	}
}

// Where nothing says what to write, the plugin says so and writes nothing that
// a database takes.
func TestPluginRefuses(t *testing.T) {
	type untagged struct{ ID vectors.Std }
	type texts struct{ ID string }
	type blobs struct{ ID []byte }
	type ulids struct {
		ID ulid `gorm:"type:binary(16)"`
	}
	type oddity struct {
		ID vectors.Std `gorm:"type:odd"`
	}
	type twice struct {
		ID      vectors.Std `gorm:"type:binary(16)"`
		OwnerID vectors.Std `gorm:"type:binary(16)"`
		Owner   *owner[vectors.Std]
	}
	type account = row[vectors.Std]
	type serialized struct {
		ID  vectors.Std    `gorm:"type:binary(16)"`
		Ref vectors.Google `gorm:"type:text;serializer:json"`
	}
	id := vectors.Std(vectors.U)
	for _, test := range []struct {
		name string
		run  func(*gorm.DB) *gorm.DB
		want string
	}{
		{"no tag", func(db *gorm.DB) *gorm.DB { return db.First(&untagged{}, id) }, "untagged.ID (vectors.Std) has no type tag: add the column's, such as type:binary(16) or type:char(36)"},
		{"no tag, Create", func(db *gorm.DB) *gorm.DB { return db.Create(&untagged{}) }, "has no type tag"},
		{"odd tag", func(db *gorm.DB) *gorm.DB { return db.First(&oddity{}, id) }, `oddity.ID (vectors.Std): cannot tell how a column of type "odd" stores a UUID`},
		{"bytes that look like cut text", func(db *gorm.DB) *gorm.DB {
			return db.Create(&account{ID: vectors.Std([]byte(vectors.Text)[:16])})
		}, "sqlx"},
		{"two tags", func(db *gorm.DB) *gorm.DB { return db.Find(&twice{}, "owner_id = ?", id) }, "twice.OwnerID (vectors.Std) has the type tag binary(16), but GORM makes it char(36)"},
		{"text in bytes", func(db *gorm.DB) *gorm.DB { return db.Delete(&account{}, []byte(vectors.Text)) }, "a list of 36 numbers for row[github.com/uuidkit/uuidkit/internal/vectors.Std].ID (vectors.Std): convert it"},
		{"text in bytes, map", func(db *gorm.DB) *gorm.DB {
			return db.Where(map[string]any{"own": []byte(vectors.Text)}).Delete(&account{})
		}, ".Own (gormtype.UUID): convert it"},
		{"text in bytes, IN (?)", func(db *gorm.DB) *gorm.DB { return db.Delete(&account{}, "text_id IN (?)", []byte(vectors.Text)) }, ".TextID (vectors.Std): convert it"},
		{"string key", func(db *gorm.DB) *gorm.DB { return db.Delete(&texts{}, id) }, `a list of 16 numbers for texts.ID (string) may be a UUID: write "id = ?"`},
		{"bytes key", func(db *gorm.DB) *gorm.DB { return db.Delete(&blobs{}, id) }, `a list of 16 numbers for blobs.ID ([]uint8) may be a UUID`},
		{"ULID key", func(db *gorm.DB) *gorm.DB { return db.Delete(&ulids{}, ulid(id)) }, `a list of 16 numbers for ulids.ID (gormtype_test.ulid) may be a UUID`},
		{"ULID key, UUID", func(db *gorm.DB) *gorm.DB { return db.Delete(&ulids{}, "id = ?", id) }, `cannot tell how ulids.ID (gormtype_test.ulid) stores a vectors.Std`},
		{"map of another column", func(db *gorm.DB) *gorm.DB { return db.Where(map[string]any{"nope": id}).Delete(&account{}) }, "a list of 16 numbers for a column that the model does not have"},
		{"map without a model", func(db *gorm.DB) *gorm.DB {
			return db.Table("rows").Where(map[string]any{"id": id}).Find(&[]map[string]any{})
		}, "a list of 16 numbers"},
		{"another column", func(db *gorm.DB) *gorm.DB { return db.Find(&account{}, "nope = ?", id) }, `cannot tell how column "nope" stores a vectors.Std: convert it to gormtype.UUID or gormtype.Text`},
		{"a table of two models", func(db *gorm.DB) *gorm.DB {
			return db.Joins("JOIN shared ON shared.id = ?", id).Find(&sharer{})
		}, "are one column of table shared in two forms: declare both alike, with the same type tag"},
		{"a table of no relation", func(db *gorm.DB) *gorm.DB {
			return db.Joins("JOIN strangers ON strangers.id = ?", id).Find(&account{})
		}, `column "strangers.id"`},
		{"an alias like a relation", func(db *gorm.DB) *gorm.DB {
			return db.Joins("JOIN strangers Owner ON Owner.id = ?", id).Find(&account{})
		}, `column "Owner.id"`},
		{"another table", func(db *gorm.DB) *gorm.DB { return db.Find(&account{}, "x.id = ?", id) }, `column "x.id"`},
		{"pairs of two forms", func(db *gorm.DB) *gorm.DB { return db.Find(&account{}, "(id, text_id) IN ?", [][]any{{id, id}}) }, `"(id, text_id) IN ?"`},
		{"JSON", func(db *gorm.DB) *gorm.DB { return db.Find(&account{}, "data->>'id' = ?", id) }, `"data->>'id' = ?"`},
		{"an expression", func(db *gorm.DB) *gorm.DB { return db.Find(&account{}, "lower(text_id) = ?", id) }, `"lower(text_id) = ?"`},
		{"an expression in an update", func(db *gorm.DB) *gorm.DB {
			return db.Model(&account{}).Where("1 = 1").Update("pointer", gorm.Expr("CASE WHEN data->>'id' = ? THEN id END", id))
		}, `"CASE WHEN data->>'id' = ?`},
		{"a column of an expression", func(db *gorm.DB) *gorm.DB { return db.Find(&account{}, "name || id = ?", id) }, `"name || id = ?"`},
		{"a column of JSON", func(db *gorm.DB) *gorm.DB { return db.Find(&account{}, "data -> id = ?", id) }, `"data -> id = ?"`},
		{"a result", func(db *gorm.DB) *gorm.DB {
			return db.Model(&account{}).Where("1 = 1").Update("text_id", gorm.Expr("IF(id = ?, ?, text_id)", id, id))
		}, `"IF(id = ?, ?, text_id)"`},
		{"an expression of no column", func(db *gorm.DB) *gorm.DB {
			return db.Model(&account{}).Where("1 = 1").Update("pointer", gorm.Expr("?", id))
		}, `how "?" stores`},
		{"a serializer", func(db *gorm.DB) *gorm.DB { return db.Find(&serialized{}, "ref = ?", id) }, "serialized.Ref has a serializer"},
		{"a serializer, map", func(db *gorm.DB) *gorm.DB { return db.Find(&serialized{}, map[string]any{"ref": vectors.Google(id)}) }, "write Where(&serialized{"},
		{"a serializer, update", func(db *gorm.DB) *gorm.DB { return db.Model(&serialized{ID: id}).Update("ref", id) }, "write Where(&serialized{…}) or Updates(serialized{…})"},
		{"Attrs of a map", func(db *gorm.DB) *gorm.DB {
			return db.Attrs(map[string]any{"text_id": id}).FirstOrInit(&account{})
		}, "GORM loses a vectors.Std in a map of Attrs or Assign"},
		{"Assign of a map", func(db *gorm.DB) *gorm.DB {
			return db.Assign(map[any]any{"rank": nil, "name": "x"}, map[string]any{"text_id": &id}).FirstOrCreate(&account{})
		}, "GORM loses a *vectors.Std in a map"},
		{"no column", func(db *gorm.DB) *gorm.DB { return db.Find(&account{}, "? = id", id) }, `"? = id"`},
		{"a query", func(db *gorm.DB) *gorm.DB {
			return db.Find(&account{}, "id IN (SELECT a FROM t WHERE id = ?)", id)
		}, `cannot tell how "id IN (SELECT`},
		{"names of two forms", func(db *gorm.DB) *gorm.DB { return db.Find(&account{}, "id = @x OR text_id = @x", sql.Named("x", id)) }, "@x stands for columns of several forms"},
		{"a name in quotes", func(db *gorm.DB) *gorm.DB {
			return db.Find(&account{}, "name = 'a @x' AND id = @x", sql.Named("x", id))
		}, `"name = 'a @x' AND id = @x" (to GORM, ? and @ in quotes are placeholders too)`},
		{"a placeholder in quotes", func(db *gorm.DB) *gorm.DB { return db.Find(&account{}, "name = 'a\"?' AND id = ?", id) },
			`AND id = ?" (to GORM, ? and @ in quotes are placeholders too) stores a vectors.Std`},
		{"quotes around a placeholder", func(db *gorm.DB) *gorm.DB {
			return db.Find(&account{}, "name = 'a' AND lower(id) = ? AND `name` <> 'b'", id)
		}, "AND `name` <> 'b'\" stores a vectors.Std"},
		{"text", func(db *gorm.DB) *gorm.DB { return db.Delete(&account{}, "11111111-1111-4111-8111-111111111111") }, `is SQL: parse it, or, if the column is text, write "id = ?"`},
		{"digits", func(db *gorm.DB) *gorm.DB { return db.Delete(&account{}, "11111111111141118111111111111111") }, "the text of a UUID"},
		{"join of a relation", func(db *gorm.DB) *gorm.DB {
			return db.Joins("Owner", db.Where(map[string]any{"id": id})).Find(&account{})
		}, "a list of 16 numbers"},
		{"Table", func(db *gorm.DB) *gorm.DB { return db.Table("f(?)", id).Find(&account{}) }, "cannot tell the column of a vectors.Std in SQL"},
		{"Raw", func(db *gorm.DB) *gorm.DB { return db.Raw("SELECT * FROM rows WHERE id = ?", id).Find(&account{}) }, "cannot tell the column of a vectors.Std in SQL"},
		{"Raw list", func(db *gorm.DB) *gorm.DB { return db.Raw("SELECT * FROM rows WHERE id IN (?)", id).Find(&account{}) }, "a list of 16 numbers in SQL may be a UUID"},
		{"Raw lists", func(db *gorm.DB) *gorm.DB {
			return db.Raw("SELECT 1 WHERE id IN (?,?) AND 1=?", id, id, 1).Find(&account{})
		}, "a list of 16 numbers in SQL may be a UUID"},
		{"Exec", func(db *gorm.DB) *gorm.DB { return db.Exec("DELETE FROM rows WHERE id = ?", &id) }, "cannot tell the column of a *vectors.Std in SQL"},
		{"Raw list and a number", func(db *gorm.DB) *gorm.DB {
			return db.Raw("SELECT 1 WHERE id IN (?) AND rank = ?", id, uint8(1)).Find(&account{})
		}, "a list of 16 numbers in SQL may be a UUID"},
		{"Table of a subquery of SQL", func(db *gorm.DB) *gorm.DB {
			return db.Table("(?) AS t", db.Raw("SELECT * FROM rows WHERE id = ?", id)).Find(&account{})
		}, "cannot tell the column of a vectors.Std in SQL"},
		{"Table of a relation", func(db *gorm.DB) *gorm.DB {
			return db.Table("owners").Where("id = ?", id).Find(&account{})
		}, `cannot tell how column "id"`},
		{"the database's placeholder", func(db *gorm.DB) *gorm.DB { return db.Find(&account{}, "id = $1", id) }, `cannot tell how "id = $1"`},
		{"bytes as a list", func(db *gorm.DB) *gorm.DB { return db.Find(&account{}, "data IN (?)", id[:]) }, "a list of 16 numbers"},
		{"a function's argument", func(db *gorm.DB) *gorm.DB { return db.Delete(&account{}, "hex(id) NOT IN ?", []vectors.Std{id}) }, "cannot tell how"},
		{"a function's argument, IN (?)", func(db *gorm.DB) *gorm.DB { return db.Find(&account{}, "text_id = 'x' AND lower (text_id) IN (?)", id) }, "cannot tell how"},
		{"a long name", func(db *gorm.DB) *gorm.DB {
			return db.Find(&account{}, "xid"+strings.Repeat(" ", 252)+"= ?", id)
		}, "cannot tell how"},
		{"no list", func(db *gorm.DB) *gorm.DB { return db.Select("id = ?, ?", true, id).Find(&account{}) }, "cannot tell how"},
		{"a comment", func(db *gorm.DB) *gorm.DB { return db.Find(&account{}, "lower(text_id) = -- was id =\n ?", id) }, "cannot tell how"},
		{"a cast", func(db *gorm.DB) *gorm.DB { return db.Find(&account{}, "text_id::id = ?", id) }, "cannot tell how"},
		{"a function in an update", func(db *gorm.DB) *gorm.DB {
			return db.Model(&account{ID: id}).Update("pointer", gorm.Expr("UNHEX(REPLACE(?, '-', ''))", id))
		}, `"UNHEX(REPLACE(?`},
		{"a function of a column", func(db *gorm.DB) *gorm.DB {
			return db.Model(&account{ID: id}).Update("pointer", gorm.Expr("UNHEX(md5(concat(id, ?)))", id))
		}, `"UNHEX(md5(concat`},
		{"subquery of SQL", func(db *gorm.DB) *gorm.DB {
			return db.Where("id IN (?)", db.Raw("SELECT id FROM t WHERE a = ?", id)).Find(&account{})
		}, "cannot tell the column of a vectors.Std in SQL"},
	} {
		for _, dialect := range []string{"mysql", "sqlite"} {
			tx := test.run(openPlugin(t, dialect))
			want := strings.ReplaceAll(test.want, "binary(16) or", map[string]string{"mysql": "binary(16) or", "sqlite": "blob or"}[dialect])
			if tx.Error == nil || !strings.Contains(tx.Error.Error(), want) || !strings.HasPrefix(tx.Error.Error(), "gormtype.Plugin: ") {
				t.Errorf("%s, %s: got %v, want an error with %q; %s", dialect, test.name, tx.Error, want, tx.Statement.SQL.String())
			}
		}
	}
	// GORM loses the error of a subquery.
	db := openPlugin(t, "mysql")
	tx := db.Where("id IN (?)", db.Model(&texts{}).Where(map[string]any{"id": id}).Select("id")).Delete(&account{})
	if got := tx.Statement.SQL.String(); !strings.Contains(got, "= gormtype.Plugin refused it") {
		t.Errorf("subquery: got %s, want what is no SQL", got)
	}
}

// A new row has the UUIDs of the conditions, also those that GORM takes apart.
func TestPluginFirstOrInit(t *testing.T) {
	type model struct {
		ID    vectors.Std `gorm:"type:binary(16)"`
		Ref   vectors.Std `gorm:"type:char(36)"`
		Own   gormtype.UUID
		Maybe sql.Null[vectors.Std] `gorm:"type:char(36)"`
		Name  string
	}
	id := vectors.Std(vectors.U)
	want := model{id, id, gormtype.UUID(id), sql.Null[vectors.Std]{V: id, Valid: true}, "x"}
	for _, dialect := range dialects {
		db := openPlugin(t, dialect)
		var got model
		if err := db.FirstOrInit(&got, map[string]any{"id": id, "ref": &id, "own": id, "maybe": id, "name": "x"}).Error; err != nil || got != want {
			t.Errorf("%s, a map: got %v, %v; want %v", dialect, got, err, want)
		}
		got = model{}
		if err := db.Where("ref", id).Where(map[string]any{"id": id}).Attrs(model{Own: want.Own}).Assign("name", "x").FirstOrInit(&got).Error; err != nil || got.Ref != id || got.ID != id || got.Own != want.Own || got.Name != "x" {
			t.Errorf("%s: got %v, %v; want %v", dialect, got, err, want)
		}
	}
}

// What writes itself is left alone: types that are no UUID, and those that say
// how GORM is to write them.
func TestPluginLeaves(t *testing.T) {
	type model struct {
		ID  sqlx.Swapped `gorm:"type:binary(16)"`
		Own self         `gorm:"type:binary(16)"`
		ID2 ulid         `gorm:"type:binary(16)"`
	}
	db := openPlugin(t, "mysql")
	tx := db.Where("id = ? AND id2 = ? AND own = ?", sqlx.Swapped(vectors.U), ulid(vectors.U), self(vectors.U)).Where(&model{Own: self(vectors.U)}).Find(&model{})
	if got, want := tx.Statement.SQL.String(), "id = ? AND id2 = ? AND own = SELF(?)) AND `models`.`own` = SELF(?)"; tx.Error != nil || !strings.Contains(got, want) {
		t.Errorf("got %s, %v; want %s", got, tx.Error, want)
	}
}

// A hash is no UUID, though its text can be read as one, and a struct's own
// methods say how it is written.
func TestPluginLeavesHashes(t *testing.T) {
	type model struct {
		ID    int
		Sum   sum      `gorm:"type:char(32)"`
		Trace trace    `gorm:"type:char(32)"`
		Null  nullSum  `gorm:"type:varchar(40)"`
		Self  nullSelf `gorm:"type:varchar(40)"`
	}
	id := [16]byte(vectors.U)
	for _, dialect := range dialects {
		tx := openPlugin(t, dialect).Create(&model{1, id, id, nullSum{id, true}, nullSelf{id, true}})
		got := tx.Statement.Vars
		want := []any{sum(id), trace(id), nullSum{id, true}, 1, 1}
		if tx.Error != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, %v; want %v", dialect, got, tx.Error, want)
		}
	}
}

type (
	sum     [16]byte
	trace   [16]byte
	nullSum struct {
		Sum   [16]byte
		Valid bool
	}
	nullSelf struct {
		ID    [16]byte
		Valid bool
	}
)

func (s sum) Value() (driver.Value, error)     { return fmt.Sprintf("%x", s[:]), nil }
func (s trace) String() string                 { return fmt.Sprintf("%x", s[:]) }
func (s nullSum) Value() (driver.Value, error) { return fmt.Sprintf("%x", s.Sum[:]), nil }
func (s nullSelf) GormValue(context.Context, *gorm.DB) clause.Expr {
	return clause.Expr{SQL: "?", Vars: []any{1}}
}

// A type's Value may write the Nil UUID as NULL, and refuse others.
func TestPluginAsksValue(t *testing.T) {
	type model struct {
		ID   int
		Ref  choosy           `gorm:"type:binary(16)"`
		Null sql.Null[choosy] `gorm:"type:char(36)"`
	}
	id := choosy(vectors.U)
	refused := choosy{0xff}
	for _, test := range []struct {
		name      string
		run       func(*gorm.DB) *gorm.DB
		want, err string
	}{
		{"Create", func(db *gorm.DB) *gorm.DB { return db.Create(&model{ID: 1, Null: sql.Null[choosy]{Valid: true}}) }, "VALUES (NULL,NULL,1)", ""},
		{"Create of a UUID", func(db *gorm.DB) *gorm.DB {
			return db.Create(&model{1, id, sql.Null[choosy]{V: id, Valid: true}})
		}, "VALUES (UNHEX('00112233445566778899aabbccddeeff'),'" + vectors.Text + "',1)", ""},
		{"Update", func(db *gorm.DB) *gorm.DB { return db.Model(&model{ID: 1}).Update("ref", choosy{}) }, "SET `ref`=NULL WHERE `id` = 1", ""},
		{"map", func(db *gorm.DB) *gorm.DB { return db.Where(map[string]any{"ref": choosy{}}).Find(&model{}) }, "`ref` IS NULL", ""},
		{"refused, Create", func(db *gorm.DB) *gorm.DB { return db.Create(&model{ID: 1, Ref: refused}) }, "", "gormtype.Plugin: choosy"},
		{"refused, map", func(db *gorm.DB) *gorm.DB { return db.Where(map[string]any{"ref": refused}).Delete(&model{}) }, "", "gormtype.Plugin: choosy"},
		{"refused, sql.Null", func(db *gorm.DB) *gorm.DB {
			return db.Delete(&model{}, "null = ?", sql.Null[choosy]{V: refused, Valid: true})
		}, "", "gormtype.Plugin: choosy"},
		{"refused, Raw", func(db *gorm.DB) *gorm.DB { return db.Raw("SELECT ?", &refused).Find(&model{}) }, "", "gormtype.Plugin: choosy"},
	} {
		tx := test.run(openPlugin(t, "mysql"))
		got := strings.NewReplacer(`"`, "'", "`models`.", "").Replace(tx.Explain(tx.Statement.SQL.String(), tx.Statement.Vars...))
		if test.err != "" && (tx.Error == nil || tx.Error.Error() != test.err) || test.err == "" && (tx.Error != nil || !strings.Contains(got, test.want)) {
			t.Errorf("%s: got %s, %v; want %s, error %q", test.name, got, tx.Error, test.want, test.err)
		}
	}
}

type choosy [16]byte

func (c choosy) Value() (driver.Value, error) {
	switch {
	case c == choosy{}:
		return nil, nil
	case uuid.UUID(c).Version() != 6:
		return nil, errors.New("choosy")
	}
	return c.String(), nil
}

func (c choosy) String() string { return uuid.UUID(c).String() }

// A column's name is not a field's, and may have spaces.
func TestPluginColumns(t *testing.T) {
	type model struct {
		ID    vectors.Std `gorm:"type:binary(16)"`
		MyID  vectors.Std `gorm:"column:my id;type:char(36)"`
		Owner vectors.Std `gorm:"column:owner_id;type:binary(16)"`
		X     vectors.Std `gorm:"column:owner;type:char(36)"`
	}
	id := vectors.Std(vectors.U)
	for _, where := range []string{"`my id` = ?", `"my id" = ?`, "[my id] = ?", "models.`my id` = ?", "Owner = ?", "`Owner` = ?"} {
		tx := openPlugin(t, "mysql").Find(&model{}, where, id)
		if got := tx.Statement.Vars; tx.Error != nil || len(got) != 1 || got[0] != vectors.Text {
			t.Errorf("%s: got %v, %v", where, got, tx.Error)
		}
	}
}

// A nested relation has an alias of both names, and of a key of two columns GORM
// asks for the first.
func TestPluginAlias(t *testing.T) {
	type leaf struct {
		ID vectors.Std `gorm:"type:char(36)"`
	}
	type branch struct {
		ID     vectors.Std `gorm:"type:binary(16)"`
		LeafID vectors.Std `gorm:"type:char(36)"`
		Leaf   *leaf
	}
	type tree struct {
		ID       int
		BranchID vectors.Std `gorm:"type:binary(16)"`
		Branch   *branch
	}
	type pair struct {
		A vectors.Std `gorm:"primaryKey;type:binary(16)"`
		B vectors.Std `gorm:"primaryKey;type:char(36)"`
	}
	id := vectors.Std(vectors.U)
	for _, test := range []struct {
		tx   *gorm.DB
		want string
	}{
		{openPlugin(t, "mysql").Joins("Branch.Leaf").Find(&tree{}, "`Branch__Leaf`.`id` = ? AND `Branch`.`id` = ?", id, id), "`Branch__Leaf`.`id` = ? AND `Branch`.`id` = UNHEX(?)"},
		{openPlugin(t, "mysql").Find(&pair{}, id), "`pairs`.`a` = UNHEX(?)"},
		{openPlugin(t, "mysql").Delete(&pair{id, id}), "(`pairs`.`a`,`pairs`.`b`) IN ((UNHEX(?),?))"},
		{openPlugin(t, "mysql").Delete(&[]pair{{id, id}, {A: id}}), "(`pairs`.`a`,`pairs`.`b`) IN ((UNHEX(?),?),(UNHEX(?),?))"},
	} {
		if got := test.tx.Statement.SQL.String(); test.tx.Error != nil || !strings.HasSuffix(got, " WHERE "+test.want) {
			t.Errorf("got %s, %v; want %s", got, test.tx.Error, test.want)
		}
	}
}

// What GORM reads a column into: a type that has no Scan, or the wrong one, gets
// that of a type of this package.
func TestPluginReads(t *testing.T) {
	type model struct {
		ID       int
		Bytes    vectors.Std    `gorm:"type:binary(16)"`
		Text     vectors.Std    `gorm:"type:char(36)"`
		GUID     vectors.Std    `gorm:"type:uniqueidentifier"`
		Odd      vectors.Std    `gorm:"type:odd"`
		Scans    vectors.Google `gorm:"type:binary(16)"`
		ScanGUID vectors.Google `gorm:"type:uniqueidentifier"`
		Pointer  *vectors.Std   `gorm:"type:char(36)"`
		JSON     vectors.Std    `gorm:"type:char(36);serializer:json"`
	}
	names := []string{"Bytes", "Text", "GUID", "Odd", "Scans", "ScanGUID", "Pointer", "JSON"}
	for dialect, want := range map[string]string{
		"mysql":     "UUID Text GUID UUID Google GUID Text serializer",
		"sqlserver": "UUID Text GUID Std Google GUID Text serializer",
	} {
		tx := openPlugin(t, dialect).Find(&model{})
		var got []string
		for _, name := range names {
			typ := fmt.Sprintf("%T", tx.Statement.Schema.FieldsByName[name].NewValuePool.Get())
			got = append(got, typ[strings.LastIndexByte(typ, '.')+1:])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %v, want %s", dialect, got, want)
		}
	}
}

// What a uniqueidentifier would give back as bytes that Scan refuses is not
// written, as by GUID.
func TestPluginGUID(t *testing.T) {
	type model struct {
		ID vectors.Std `gorm:"type:uniqueidentifier"`
	}
	db := openPlugin(t, "sqlserver")
	if tx := db.Create(&model{vectors.Std(vectors.U)}); tx.Error != nil || !reflect.DeepEqual(tx.Statement.Vars, []any{vectors.Text}) {
		t.Errorf("got %v, %v; want the text", tx.Statement.Vars, tx.Error)
	}
	cut := vectors.Std(uuid.FromGUIDBytes([16]byte([]byte(vectors.Text))))
	if tx := db.Create(&model{cut}); tx.Error == nil || !strings.Contains(tx.Error.Error(), "GUID") {
		t.Errorf("got %v, %v; want an error", tx.Statement.Vars, tx.Error)
	}
}

// Bytes in parentheses are not a list, where the dialect has no function for them.
func TestPluginOtherBytes(t *testing.T) {
	tx := openPlugin(t, "other").Find(&row[vectors.Std]{}, "id IN (?)", vectors.Std(vectors.U))
	if got, want := tx.Statement.Vars, []any{vectors.U[:]}; tx.Error != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v; want %v", got, tx.Error, want)
	}
}

type (
	club struct {
		ID      vectors.Std `gorm:"type:binary(16)"`
		Members []member
		GateID  vectors.Std // follows its key, once GORM knows that
		Gate    *gate
	}
	member struct {
		ID     vectors.Std `gorm:"type:binary(16)"`
		ClubID vectors.Std `gorm:"type:binary(16)"`
		Club   *club
	}
	gate struct {
		ID vectors.Std `gorm:"type:char(36)"`
	}
	clubView struct {
		GateID vectors.Std `gorm:"type:binary(16)"`
	}
)

func (clubView) TableName() string { return "clubs" }

var atGate, openGate chan bool

// TableName makes whoever parses a gate wait.
func (gate) TableName() string {
	select {
	case atGate <- true:
		<-openGate
	case <-openGate:
	}
	return "gates"
}

// A model can be used while another goroutine still parses one that it refers to.
func TestPluginParses(t *testing.T) {
	atGate, openGate = make(chan bool), make(chan bool)
	db := openPlugin(t, "mysql")
	var wg sync.WaitGroup
	wg.Go(func() { db.Find(&club{}) })
	<-atGate
	wg.Go(func() { db.Find(&member{}) })
	var view *gorm.DB
	wg.Go(func() { view = db.Find(&clubView{}, "gate_id = ?", vectors.Std(vectors.U)) })
	time.Sleep(50 * time.Millisecond)
	close(openGate)
	wg.Wait()
	if want := "clubView.GateID and club.GateID are one column"; view.Error == nil || !strings.Contains(view.Error.Error(), want) {
		t.Errorf("another model of the table: got %v, want an error with %q", view.Error, want)
	}
	tx := openPlugin(t, "mysql").Find(&club{}, "gate_id = ?", vectors.Std(vectors.U))
	if got := tx.Statement.Vars; tx.Error != nil || !reflect.DeepEqual(got, []any{vectors.Text}) {
		t.Errorf("got %v, %v; want the text", got, tx.Error)
	}
}

type (
	post struct {
		ID     vectors.Std `gorm:"type:binary(16)"`
		Labels []label     `gorm:"many2many:post_labels"`
	}
	label struct { // which does not know of posts
		ID vectors.Std `gorm:"type:char(36)"`
	}
)

// An Association asks the other model, with conditions on the table between.
func TestPluginAssociation(t *testing.T) {
	db := openPlugin(t, "mysql")
	var sql string
	db.Callback().Query().After("*").Register("test", func(db *gorm.DB) { sql = db.Statement.SQL.String() })
	err := db.Model(&post{ID: vectors.Std(vectors.U)}).Association("Labels").Find(&[]label{}, vectors.Std(vectors.U))
	if want := "`post_labels`.`post_id` = UNHEX(?) WHERE `labels`.`id` = ?"; err != nil || !strings.HasSuffix(sql, want) {
		t.Errorf("got %s, %v; want %s", sql, err, want)
	}
}

// What the plugin knows does not depend on the models that were used before.
func TestPluginOrder(t *testing.T) {
	type view struct {
		ID vectors.Std `gorm:"type:binary(16)"`
	}
	id := vectors.Std(vectors.U)
	db := openPlugin(t, "mysql")
	find := func() (other, owner *gorm.DB) {
		return db.Joins("JOIN strangers ON strangers.id = ?", id).Find(&row[vectors.Std]{}),
			db.Joins("JOIN owners ON owners.id = ?", id).Find(&row[vectors.Std]{})
	}
	for range 2 {
		if other, owner := find(); other.Error == nil || owner.Error != nil {
			t.Errorf("a table of no relation: got %v, want an error; one of a relation: got %v", other.Error, owner.Error)
		}
		db.Find(&stranger{})
		db.Table("owners").Find(&view{})
	}
}

// Models of the table notes.
type (
	note struct {
		ID   vectors.Google `gorm:"type:binary(16)"`
		Name string
		Tags []noteTag `gorm:"many2many:note_tags"`
	}
	noteTag struct {
		ID vectors.Std `gorm:"type:binary(16)"`
	}
	noteView   struct{ ID vectors.Google } // whose column GORM makes text
	noteString struct{ ID string }
	noteAlike  struct {
		ID   vectors.Std `gorm:"type:varbinary(16)"`
		Name string
	}
	noteOwn  struct{ ID gormtype.UUID }
	noteJoin struct {
		NoteID    vectors.Google
		NoteTagID vectors.Std `gorm:"type:binary(16)"`
	}
)

func (noteView) TableName() string   { return "notes" }
func (noteString) TableName() string { return "notes" }
func (noteAlike) TableName() string  { return "notes" }
func (noteOwn) TableName() string    { return "notes" }
func (noteJoin) TableName() string   { return "note_tags" }

// Of two models of one table that are of two forms the one that comes later is
// refused, and no row is found or deleted by the wrong one.
func TestPluginTwoModels(t *testing.T) {
	type shadow struct {
		ID vectors.Google `gorm:"type:char(36)"`
	}
	id := vectors.Google(vectors.U)
	const unhex = "id = UNHEX('00112233445566778899aabbccddeeff')"
	for _, test := range []struct {
		name   string
		before []any
		run    func(*gorm.DB) *gorm.DB
		want   string // after WHERE, or the error
	}{
		{"alone", nil, func(db *gorm.DB) *gorm.DB { return db.Find(&noteView{}, "id = ?", id) }, "id = '" + vectors.Text + "'"},
		{"later", []any{&note{}}, func(db *gorm.DB) *gorm.DB { return db.Find(&noteView{}, "id = ?", id) },
			"noteView.ID and note.ID are one column of table notes in two forms: declare both alike, with the same type tag"},
		{"later, Create", []any{&note{}}, func(db *gorm.DB) *gorm.DB { return db.Create(&noteView{id}) }, "noteView.ID and note.ID are one column"},
		{"earlier", []any{&noteView{}}, func(db *gorm.DB) *gorm.DB { return db.Find(&note{}, "id = ?", id) }, "note.ID and noteView.ID are one column"},
		{"own type", []any{&noteOwn{}}, func(db *gorm.DB) *gorm.DB { return db.Delete(&noteView{}, "id <> ?", id) }, "noteView.ID and noteOwn.ID are one column"},
		{"string", []any{&note{}}, func(db *gorm.DB) *gorm.DB { return db.Delete(&noteString{}, "id <> ?", id) }, "noteString.ID and note.ID are one column"},
		{"text", []any{&noteView{}}, func(db *gorm.DB) *gorm.DB { return db.Find(&note{}, "id = ?", vectors.Text) }, "note.ID and noteView.ID are one column"},
		{"text for a string", []any{&note{}}, func(db *gorm.DB) *gorm.DB { return db.Delete(&noteString{}, "id <> ?", vectors.Text) }, "noteString.ID and note.ID are one column"},
		{"other text", []any{&noteView{}}, func(db *gorm.DB) *gorm.DB { return db.Find(&note{}, "id > ?", strings.Repeat("a", 36)) }, "id > '" + strings.Repeat("a", 36) + "'"},
		{"string alone", nil, func(db *gorm.DB) *gorm.DB { return db.Delete(&noteString{}, "id = ?", id) }, "id = '" + vectors.Text + "'"},
		{"after a string", []any{&noteString{}}, func(db *gorm.DB) *gorm.DB { return db.Find(&note{}, "id = ?", id) }, unhex},
		{"alike", []any{&note{}, &noteOwn{}}, func(db *gorm.DB) *gorm.DB { return db.Find(&noteAlike{}, "id = ?", id) }, unhex},
		{"many2many", []any{&note{}}, func(db *gorm.DB) *gorm.DB { return db.Find(&noteJoin{}, "note_id = ?", id) }, "noteJoin.NoteID and note_tags.NoteID are one column of table note_tags"},
		{"Table of another model", []any{&note{}}, func(db *gorm.DB) *gorm.DB {
			return db.Table("notes").Where("id <> ?", id).Delete(&shadow{})
		}, `cannot tell how column "id" stores a vectors.Google`},
		{"Table of another model, alike", []any{&note{}}, func(db *gorm.DB) *gorm.DB { return db.Table("notes").Find(&noteTag{}, "id = ?", id) }, unhex},
		{"Table of no model", []any{&note{}}, func(db *gorm.DB) *gorm.DB { return db.Table("old_notes").Find(&shadow{}, "id = ?", id) }, "id = '" + vectors.Text + "'"},
	} {
		db := openPlugin(t, "mysql")
		for _, model := range test.before {
			if err := db.Limit(1).Find(model, "id = ?", id).Error; err != nil {
				t.Fatalf("%s: %v", test.name, err)
			}
		}
		tx := test.run(db)
		_, got, _ := strings.Cut(strings.ReplaceAll(tx.Explain(tx.Statement.SQL.String(), tx.Statement.Vars...), `"`, "'"), " WHERE ")
		if tx.Error != nil {
			got = tx.Error.Error()
		}
		if got != test.want && (tx.Error == nil || !strings.Contains(got, "gormtype.Plugin: "+test.want)) {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
	// One that was in use before the other came remains so.
	db := openPlugin(t, "mysql")
	for _, refused := range []bool{false, true, true} {
		if err := db.Find(&note{}, id).Error; err != nil {
			t.Error(err)
		}
		if refused {
			if err := db.Find(&noteView{}, "id = ?", id).Error; err == nil {
				t.Error("noteView: got no error")
			}
		}
	}
}

// GORM writes the default of a type whose Value is text as text.
func TestPluginDefault(t *testing.T) {
	type model struct {
		ID  int
		Ref vectors.Google `gorm:"type:binary(16);default:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"`
	}
	m := model{ID: 1}
	tx := openPlugin(t, "mysql").Create(&m)
	if got := tx.Statement.SQL.String(); tx.Error != nil || !strings.Contains(got, "VALUES (UNHEX(?),?)") || m.Ref != vectors.Google(vectors.Other) {
		t.Errorf("got %s, %v and %v", got, tx.Error, m.Ref)
	}
}

// self has a form of its own.
type self [16]byte

func (s self) Value() (driver.Value, error) { return uuid.UUID(s).String(), nil }
func (s self) GormValue(context.Context, *gorm.DB) clause.Expr {
	return clause.Expr{SQL: "SELF(?)", Vars: []any{uuid.UUID(s).String()}}
}

// ulid is 16 bytes, but its text is not a UUID's.
type ulid [16]byte

func (u ulid) String() string               { return fmt.Sprintf("%X", u[:13]) }
func (u ulid) Value() (driver.Value, error) { return u[:], nil }

// PostgreSQL takes text for a uuid and for text; only bytea has to be known.
func TestPluginPostgres(t *testing.T) {
	type account struct {
		ID  vectors.Std `gorm:"type:uuid"`
		Ref vectors.Std `gorm:"type:text"`
	}
	type blob struct {
		ID vectors.Std `gorm:"type:bytea"`
	}
	type untagged struct{ ID vectors.Std }
	id := vectors.Std(vectors.U)
	const bytes = "decode('00112233445566778899aabbccddeeff', 'hex')"
	for _, test := range []struct {
		name string
		run  func(*gorm.DB) *gorm.DB
		want string // after WHERE
		err  string
	}{
		{"inline", func(db *gorm.DB) *gorm.DB { return db.Find(&account{}, id) }, "`accounts`.`id` = '" + vectors.Text + "'", ""},
		{"another column", func(db *gorm.DB) *gorm.DB { return db.Find(&account{}, "x.nope = ?", id) }, "x.nope = '" + vectors.Text + "'", ""},
		{"IN (?)", func(db *gorm.DB) *gorm.DB { return db.Find(&account{}, "id IN (?)", id) }, "id IN ('" + vectors.Text + "')", ""},
		{"Raw", func(db *gorm.DB) *gorm.DB { return db.Raw("SELECT 1 WHERE id = ?", id).Find(&account{}) }, "id = '" + vectors.Text + "'", ""},
		{"Raw IN (?)", func(db *gorm.DB) *gorm.DB { return db.Raw("SELECT 1 WHERE id IN (?)", id).Find(&account{}) }, "", "a list of 16 numbers"},
		{"Raw, bytes", func(db *gorm.DB) *gorm.DB { return db.Raw("SELECT 1 WHERE id = ?", bin(id)).Find(&account{}) }, "id = '<binary>'", ""},
		{"bytes for another column", func(db *gorm.DB) *gorm.DB {
			p := sqlx.Binary(id)
			return db.Find(&account{}, "x.nope = ? OR x.nope = ?", bin(id), &p)
		}, "x.nope = " + bytes + " OR x.nope = " + bytes, ""},
		{"bytes for a column of text", func(db *gorm.DB) *gorm.DB { return db.Find(&account{}, "ref = ?", bin(id)) }, "ref = '" + vectors.Text + "'", ""},
		{"[]byte for another column", func(db *gorm.DB) *gorm.DB {
			return db.Find(&account{}, "x.nope = ? OR id = ?", []byte(vectors.Text)[:16], id[:])
		},
			"x.nope = '" + vectors.Text[:16] + "' OR id = '" + vectors.Text + "'", ""},
		{"bytea", func(db *gorm.DB) *gorm.DB { return db.Find(&blob{}, id) }, "`blobs`.`id` = " + bytes, ""},
		{"bytea SQL", func(db *gorm.DB) *gorm.DB { return db.Find(&blob{}, "id > ?", id) }, "id > " + bytes, ""},
		{"bytea, no column", func(db *gorm.DB) *gorm.DB { return db.Find(&blob{}, "? = id", id) }, "", "cannot tell how"},
		{"bytea, another column", func(db *gorm.DB) *gorm.DB { return db.Find(&blob{}, "nope = ?", id) }, "", "cannot tell how"},
		{"no tag", func(db *gorm.DB) *gorm.DB { return db.Find(&untagged{}, id) }, "", "has no type tag: add the column's, such as type:uuid or"},
	} {
		tx := test.run(openPlugin(t, "postgres"))
		if test.err != "" {
			if tx.Error == nil || !strings.Contains(tx.Error.Error(), test.err) {
				t.Errorf("%s: got %v, want an error with %q", test.name, tx.Error, test.err)
			}
			continue
		}
		_, got, _ := strings.Cut(strings.ReplaceAll(tx.Explain(tx.Statement.SQL.String(), tx.Statement.Vars...), `"`, "'"), " WHERE ")
		if tx.Error != nil || got != test.want || slices.Contains(tx.Statement.Vars, any(id)) {
			t.Errorf("%s: got %s of %T, %v; want %s", test.name, got, tx.Statement.Vars, tx.Error, test.want)
		}
	}
}

// Clauses are shared by the statements of a session: none may change.
func TestPluginShared(t *testing.T) {
	id := vectors.Std(vectors.U)
	set := clause.Assignments(map[string]any{"text_id": id})
	openPlugin(t, "mysql").Clauses(clause.OnConflict{DoUpdates: set}).Create(&row[vectors.Std]{ID: id})
	if set[0].Value != id {
		t.Errorf("got %v, want %v", set[0].Value, id)
	}
	base := openPlugin(t, "mysql").Model(&row[vectors.Std]{}).Where("id = ? OR text_id IN ?", id, []any{id}).Where(map[string]any{"id": id}).Session(&gorm.Session{})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			tx := base.Find(&[]row[vectors.Std]{})
			if got := tx.Statement.SQL.String(); tx.Error != nil || strings.Count(got, "UNHEX(?)") != 2 || len(tx.Statement.Vars) != 3 {
				t.Errorf("got %s, %v", got, tx.Error)
			}
		})
	}
	wg.Wait()
}

func TestPluginTwice(t *testing.T) {
	if err := openPlugin(t, "mysql").Use(gormtype.Plugin{}); err != gorm.ErrRegistered {
		t.Errorf("got %v, want %v", err, gorm.ErrRegistered)
	}
}

package gormtype_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"net"
	"reflect"
	"strings"
	"testing"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

func use(t testing.TB, db *gorm.DB, p gorm.Plugin) *gorm.DB {
	t.Helper()
	if err := db.Use(p); err != nil {
		t.Fatal(err)
	}
	return db
}

// everyType are the types that the tests use.
var everyType = []gormtype.UUIDType{
	gormtype.Native[vectors.Std](), gormtype.Native[vectors.Google](), gormtype.Native[vectors.Gofrs](),
	gormtype.Native[vectors.Plain](), gormtype.Native[[16]byte](), gormtype.Native[bin](),
}

// openPlugin opens a database whose UUIDs are as gormtype.UUID.
func openPlugin(t testing.TB, name string) *gorm.DB {
	t.Helper()
	return use(t, open(t, name), gormtype.NewPlugin[gormtype.UUID](everyType...))
}

// bin has the methods of datatypes.BinUUID, whose Value is bytes.
type bin [16]byte

func (b bin) Value() (driver.Value, error) { return b[:], nil }
func (b bin) String() string               { return uuid.UUID(b).String() }

// A row has no column of a type that a form does not fit.
type row[T ~[16]byte] struct {
	ID      T           `gorm:"type:id"`
	Other   T           `gorm:"type:id"`
	Pointer *T          `gorm:"type:id"`
	Maybe   sql.Null[T] `gorm:"type:id"`
	Own     gormtype.UUID
	OwnText gormtype.Text
	Rank    uint8
	Name    string
	Data    []byte
	OwnerID T `gorm:"type:id"`
	Owner   *owner[T]
}

type owner[T ~[16]byte] struct {
	ID   T `gorm:"type:id"`
	Name string
}

func (row[T]) TableName() string   { return "rows" }
func (owner[T]) TableName() string { return "owners" }

// Args are named arguments.
type Args[T ~[16]byte] struct{ ID T }

// written is the SQL as the log has it, but for bytes, which are 0x0123….
func written(tx *gorm.DB) string {
	vars := append([]any(nil), tx.Statement.Vars...)
	for i, v := range vars {
		if rv := reflect.Indirect(reflect.ValueOf(v)); rv.Kind() == reflect.Slice && rv.Type().Elem().Kind() == reflect.Uint8 && rv.Type() != reflect.TypeFor[[]byte]() {
			vars[i] = nil
			if !rv.IsNil() {
				vars[i] = fmt.Sprintf("0x%x", rv.Bytes())
			}
		}
	}
	got := tx.Explain(tx.Statement.SQL.String(), vars...)
	// GORM's releases differ in where they name the table.
	return strings.NewReplacer(`"`, "'", "`rows`.", "").Replace(got)
}

func TestPlugin(t *testing.T) {
	t.Run("google", testPlugin[vectors.Google])
	if testing.Short() { // with the race detector, each type takes seconds
		return
	}
	t.Run("std", testPlugin[vectors.Std])
	t.Run("gofrs", testPlugin[vectors.Gofrs])
	t.Run("plain", testPlugin[vectors.Plain])
	t.Run("array", testPlugin[[16]byte])
	t.Run("bin", testPlugin[bin])
	t.Run("uuidkit", testPlugin[uuid.UUID])
}

// Every way to hand a UUID to GORM writes it as the database stores UUIDs: {id}, {other}
// and {zero}. The types of this package are their own form: {own} and {text}.
func testPlugin[T ~[16]byte](t *testing.T) {
	id, other := T(vectors.U), T(vectors.Other)
	null := sql.Null[T]{V: id, Valid: true}
	type rows = []row[T]
	find := func(query any, args ...any) func(*gorm.DB) *gorm.DB {
		return func(db *gorm.DB) *gorm.DB { return db.Where(query, args...).Find(&rows{}) }
	}
	inline := func(conds ...any) func(*gorm.DB) *gorm.DB {
		return func(db *gorm.DB) *gorm.DB { return db.Find(&rows{}, conds...) }
	}
	const where = "SELECT * FROM `rows` WHERE "
	statements := []struct {
		name string
		run  func(*gorm.DB) *gorm.DB
		want string
	}{
		{"Create", func(db *gorm.DB) *gorm.DB {
			return db.Create(&row[T]{ID: id, Other: other, Pointer: &other, Maybe: null, Own: gormtype.UUID(id), OwnText: gormtype.Text(id), Rank: 1, OwnerID: id})
		}, "INSERT INTO `rows` (`id`,`other`,`pointer`,`maybe`,`own`,`own_text`,`rank`,`name`,`data`,`owner_id`) VALUES ({id},{other},{other},{id},{own},{text},1,'','',{id})"},
		{"Create of zeros", func(db *gorm.DB) *gorm.DB {
			return db.Select("ID", "Pointer", "Maybe").Create(&row[T]{})
		}, "INSERT INTO `rows` (`id`,`pointer`,`maybe`) VALUES ({zero},NULL,NULL)"},
		{"Create of a map", func(db *gorm.DB) *gorm.DB {
			return db.Model(&row[T]{}).Create(map[string]any{"ID": id, "Other": &other})
		}, "INSERT INTO `rows` (`id`,`other`) VALUES ({id},{other})"},
		{"Create of a map with SQL", func(db *gorm.DB) *gorm.DB {
			return db.Model(&row[T]{}).Create(map[string]any{"ID": gorm.Expr("COALESCE(?, ?)", id, other)})
		}, "INSERT INTO `rows` (`id`) VALUES (COALESCE({id}, {other}))"},
		{"Create of a list", func(db *gorm.DB) *gorm.DB { return db.Select("ID").Create([]*row[T]{{ID: id}, {ID: other}}) },
			"INSERT INTO `rows` (`id`) VALUES ({id}),({other})"},
		{"upsert", func(db *gorm.DB) *gorm.DB {
			return db.Select("ID").Clauses(clause.OnConflict{
				Columns:     []clause.Column{{Name: "id"}},
				TargetWhere: clause.Where{Exprs: []clause.Expression{clause.Eq{Column: "id", Value: id}}},
				DoUpdates:   clause.Assignments(map[string]any{"other": gorm.Expr("COALESCE(?, other)", id)}),
				Where:       clause.Where{Exprs: []clause.Expression{clause.Expr{SQL: "other NOT IN (?)", Vars: []any{id}}}},
			}).Create(&row[T]{ID: id})
		}, "INSERT INTO `rows` (`id`) VALUES ({id}) ON CONFLICT (`id`)  WHERE `id` = {id} DO UPDATE SET `other`=COALESCE({id}, other) WHERE other NOT IN ({id}) "},

		{"inline", inline(id), where + "`id` = {id}"},
		{"inline pointer", inline(&id), where + "`id` = {id}"},
		{"inline bytes", inline(id[:]), where + "`id` = {id}"},
		{"inline list", inline([]T{id, other}), where + "`id` IN ({id},{other})"},
		{"inline pointers", inline([]*T{&id, &other}), where + "`id` IN ({id},{other})"},
		{"inline sixteen", inline([]T{id, id, id, id, id, id, id, id, id, id, id, id, id, id, id, other}),
			where + "`id` IN (" + strings.Repeat("{id},", 15) + "{other})"},
		{"inline two", inline(id, other), where + "`id` IN ({id},{other})"},
		{"delete inline", func(db *gorm.DB) *gorm.DB { return db.Delete(&row[T]{}, id) }, "DELETE FROM `rows` WHERE `id` = {id}"},
		{"delete list", func(db *gorm.DB) *gorm.DB { return db.Delete(&row[T]{}, []T{id}) }, "DELETE FROM `rows` WHERE `id` = {id}"},
		{"delete key", func(db *gorm.DB) *gorm.DB { return db.Delete(&row[T]{ID: id}) }, "DELETE FROM `rows` WHERE `id` = {id}"},

		{"map", find(map[string]any{"id": id, "other": &id}), where + "`id` = {id} AND `other` = {id}"},
		{"map of names", find(map[string]any{"rows.other": id}), where + "`other` = {id}"},
		{"map of lists", find(map[string]any{"other": []T{id, other}}), where + "`other` IN ({id},{other})"},
		{"map without a model", func(db *gorm.DB) *gorm.DB {
			if err := gormtype.Check(db, &row[T]{}); err != nil {
				t.Error(err)
			}
			return db.Table("rows").Where(map[string]any{"id": id}).Find(&[]map[string]any{})
		}, where + "`id` = {id}"},
		{"not map", func(db *gorm.DB) *gorm.DB { return db.Not(map[string]any{"id": id}).Find(&rows{}) }, where + "`id` <> {id}"},
		{"not list", func(db *gorm.DB) *gorm.DB { return db.Not("id", []T{id, other}).Find(&rows{}) }, where + "`id` NOT IN ({id},{other})"},
		{"empty lists", func(db *gorm.DB) *gorm.DB { return db.Where("id", []T{}).Not("id", []T{}).Find(&rows{}) }, where + "`id` = (NULL) AND `id` <> (NULL)"},
		{"struct", find(&row[T]{Other: id, Pointer: &other}), where + "`other` = {id} AND `pointer` = {other}"},
		{"NULL", find(map[string]any{"pointer": (*T)(nil), "maybe": sql.Null[T]{}}), where + "`maybe` IS NULL AND `pointer` IS NULL"},
		{"column", find("other", id), where + "`other` = {id}"},
		{"column list", find("id", []T{id, other}), where + "`id` IN ({id},{other})"},
		{"map of a Null", find(map[string]any{"maybe": null}), where + "`maybe` = {id}"},
		{"map of a UUID for a Null", find(map[string]any{"maybe": id}), where + "`maybe` = {id}"},
		{"text for a Null", find("maybe", vectors.Text), where + "`maybe` = {id}"},
		{"not a text for a Null", func(db *gorm.DB) *gorm.DB { return db.Not("maybe", vectors.Text).Find(&rows{}) }, where + "`maybe` <> {id}"},
		{"struct of a Null", find(&row[T]{Maybe: null}), where + "`maybe` = {id}"},
		{"map of an array", find(map[string]any{"data": gormtype.Array[T]{id}}), where + "`data` = '{" + vectors.Text + "}'"},
		{"struct of a pointer", find(&row[T]{Pointer: &id}), where + "`pointer` = {id}"},
		{"not a Null", func(db *gorm.DB) *gorm.DB { return db.Not(map[string]any{"maybe": &null}).Find(&rows{}) }, where + "`maybe` <> {id}"},

		{"SQL", find("id = ? AND rows.other<>? OR ? = pointer", id, id, &other), where + "id = {id} AND rows.other<>{id} OR {other} = pointer"},
		{"SQL NULL", find("maybe = ? OR maybe = ?", null, sql.Null[T]{}), where + "maybe = {id} OR maybe = NULL"},
		{"SQL IN", find("id IN ?", []T{id, other}), where + "id IN ({id},{other})"},
		{"SQL IN (?)", find("id IN (?)", id), where + "id IN ({id})"},
		{"SQL IN (?) list", find("other NOT IN (?)", []*T{&id, &other}), where + "other NOT IN ({id},{other})"},
		{"SQL IN (?, ?)", find("id in (?, ?)", id, other), where + "id in ({id}, {other})"},
		{"SQL of a function", find("COALESCE(?, id) = ? AND ? IN (id, other)", id, id, other), where + "COALESCE({id}, id) = {id} AND {other} IN (id, other)"},
		{"SQL CASE", find("CASE id WHEN ? THEN 1 END -- it's\n = 1", id), where + "CASE id WHEN {id} THEN 1 END -- it's\n = 1"},
		{"SQL named", find("id = @id AND other IN @texts", map[string]any{"id": id, "texts": []T{id, other}}),
			where + "id = {id} AND other IN ({id},{other})"},
		{"SQL named twice", find("other = @x OR id = @x", sql.Named("x", id)), where + "other = {id} OR id = {id}"},
		{"SQL named (@x)", find("id IN (@x) OR other IN (@y)", sql.Named("x", id), map[string]any{"y": id}), where + "id IN ({id}) OR other IN ({id})"},
		{"SQL named (@x) of several", find("id IN (@x) OR name = @y OR other IN (@z)", map[string]any{"x": id, "y": "a", "z": gorm.Expr("1")}),
			where + "id IN ({id}) OR name = 'a' OR other IN (1)"},
		{"SQL named in a struct", find("id = @ID AND other = @X", struct {
			X T
			Args[T]
		}{id, Args[T]{other}}), where + "id = {other} AND other = {id}"},
		{"SQL of too few", find("id = ? AND pointer = ?", id), where + "id = {id} AND pointer = ?"},
		{"SQL tuples", find("(id, `pointer`) IN ? OR (id, other) IN ?", [][]T{{id, other}}, [][2]T{{other, id}}),
			where + "(id, `pointer`) IN (({id},{other})) OR (id, other) IN (({other},{id}))"},
		{"SQL keyset", find("(name, id) > (?, ?)", "x", id), where + "(name, id) > ('x', {id})"},
		{"SQL lists of interfaces", find("id IN ? OR id IN ?", []any{id, &other}, []fmt.Stringer{uuid.UUID(id)}), where + "id IN ({id},{other}) OR id IN ({id})"},
		{"SQL of clauses", func(db *gorm.DB) *gorm.DB {
			return db.Where("NOT (?)", clause.Eq{Column: "id", Value: id}).Where(&clause.Neq{Column: "id", Value: other}).Where(clause.Like{Column: "other", Value: id}).Find(&rows{})
		}, where + "NOT (`id` = {id}) AND `id` <> {other} AND `other` LIKE {id}"},
		{"SQL of a column that is an expression", find(clause.Or(
			clause.Eq{Column: gorm.Expr("COALESCE(?, id)", id), Value: []T{other}}, clause.Neq{Column: gorm.Expr("COALESCE(?, id)", id), Value: other})),
			where + "(COALESCE({id}, id) IN ({other}) OR COALESCE({id}, id) <> {other})"},
		{"SQL of lists of expressions", find("(id, name) IN ? OR id IN ?", [][]any{{gorm.Expr("COALESCE(?, id)", id), "x"}}, []clause.Expr{gorm.Expr("F(?)", &id), gorm.Expr("F(?)", id)}),
			where + "(id, name) IN ((COALESCE({id}, id),'x')) OR id IN (F({id}),F({id}))"},
		{"SQL of a list of subqueries", func(db *gorm.DB) *gorm.DB {
			return db.Where("id IN ?", []*gorm.DB{db.Raw("SELECT id FROM t WHERE id IN (?)", []T{id})}).Find(&rows{})
		}, where + "id IN (SELECT id FROM t WHERE id IN ({id}))"},
		{"SQL after a clause", func(db *gorm.DB) *gorm.DB { return db.Clauses(after{gorm.Expr("UNION SELECT F(?)", id)}).Find(&rows{}) },
			"SELECT * FROM `rows` UNION SELECT F({id})"},
		{"the database's placeholder", find("id = $1", id), where + "id = $1"},
		{"string field", find("name = ?", id), where + "name = {id}"},
		{"clauses", func(db *gorm.DB) *gorm.DB {
			return db.Clauses(clause.Gt{Column: "id", Value: id}, clause.Lte{Column: clause.Column{Name: "other"}, Value: id}).Find(&rows{})
		}, where + "`id` > {id} AND `other` <= {id}"},
		{"clause of pairs", find(clause.IN{Column: []clause.Column{{Name: "id"}, {Name: "other"}}, Values: []any{[]any{id, other}}}),
			where + "(`id`,`other`) IN (({id},{other}))"},
		{"own types", find("name = ? OR name = ? OR id IN ? OR id = ?", gormtype.UUID(id), gormtype.Text(id), []gormtype.Text{gormtype.Text(id)}, sql.Null[gormtype.UUID]{V: gormtype.UUID(id), Valid: true}),
			where + "name = {own} OR name = {text} OR id IN ({text}) OR id = {own}"},

		{"Raw", func(db *gorm.DB) *gorm.DB {
			return db.Raw("SELECT ? WHERE id = ? OR id IN ? OR id = @x", id, &other, []T{id}, sql.Named("x", id)).Find(&rows{})
		}, "SELECT {id} WHERE id = {other} OR id IN ({id}) OR id = {id}"},
		{"Raw list", func(db *gorm.DB) *gorm.DB { return db.Raw("SELECT 1 WHERE id IN (?)", []T{id, other}).Find(&rows{}) },
			"SELECT 1 WHERE id IN ({id},{other})"},
		{"Exec", func(db *gorm.DB) *gorm.DB { return db.Exec("UPDATE rows SET maybe = ?, pointer = ?", null, (*T)(nil)) },
			"UPDATE rows SET maybe = {id}, pointer = NULL"},
		{"Exec named", func(db *gorm.DB) *gorm.DB {
			return db.Exec("DELETE FROM rows WHERE id = @id", map[string]any{"id": id})
		}, "DELETE FROM rows WHERE id = {id}"},
		{"Table", func(db *gorm.DB) *gorm.DB { return db.Table("f(?, ?) AS t", id, other).Find(&rows{}) }, "SELECT * FROM f({id}, {other}) AS t"},
		{"alias", func(db *gorm.DB) *gorm.DB { return db.Table("rows AS r").Where("r.id = ?", id).Find(&rows{}) }, "SELECT * FROM rows AS r WHERE r.id = {id}"},

		{"subquery", find("id IN (?)", gorm.Expr("SELECT id FROM t WHERE x IN (?)", id)), where + "id IN (SELECT id FROM t WHERE x IN ({id}))"},
		{"subquery of a model", func(db *gorm.DB) *gorm.DB {
			return db.Where("id IN (?) AND other = ?", db.Model(&row[T]{}).Select("id").Where("other IN (?)", id), other).Find(&rows{})
		}, where + "id IN (SELECT `id` FROM `rows` WHERE other IN ({id})) AND other = {other}"},
		{"subquery of Raw", func(db *gorm.DB) *gorm.DB {
			return db.Where("id IN (?) AND other = ?", db.Raw("SELECT id FROM t WHERE a = ? AND b IN (?)", id, []T{id, other}), other).Find(&rows{})
		}, where + "id IN (SELECT id FROM t WHERE a = {id} AND b IN ({id},{other})) AND other = {other}"},
		{"subquery in Raw in a subquery", func(db *gorm.DB) *gorm.DB {
			return db.Where("id IN (?)", db.Raw("SELECT id FROM t WHERE a IN (?)", db.Model(&row[T]{}).Select("id").Where("id IN (?)", []T{id, other}))).Find(&rows{})
		}, where + "id IN (SELECT id FROM t WHERE a IN (SELECT `id` FROM `rows` WHERE id IN ({id},{other})))"},
		{"subquery in a table", func(db *gorm.DB) *gorm.DB {
			return db.Table("(?) AS t", db.Raw("SELECT * FROM rows WHERE id IN (?)", []T{id})).Where("id = ?", other).Find(&rows{})
		}, "SELECT * FROM (SELECT * FROM rows WHERE id IN ({id})) AS t WHERE id = {other}"},
		{"Raw in Raw, converted", func(db *gorm.DB) *gorm.DB {
			return db.Raw("SELECT n FROM (?) AS t", db.Raw("SELECT n FROM rows WHERE id IN ? OR id IN (?)", []gormtype.UUID{gormtype.UUID(id)}, gormtype.UUID(id))).Find(&rows{})
		}, "SELECT n FROM (SELECT n FROM rows WHERE id IN ({own}) OR id IN ({own})) AS t"},
		{"subquery in an update", func(db *gorm.DB) *gorm.DB {
			return db.Model(&row[T]{ID: id}).Update("pointer", db.Raw("SELECT id FROM t WHERE x IN (?)", []T{id}))
		}, "UPDATE `rows` SET `pointer`=(SELECT id FROM t WHERE x IN ({id})) WHERE `id` = {id}"},
		{"subqueries in an update", func(db *gorm.DB) *gorm.DB {
			return db.Model(&row[T]{ID: id}).Updates(map[string]any{"pointer": db.Raw("SELECT id FROM t WHERE x IN (?)", []T{id})})
		}, "UPDATE `rows` SET `pointer`=(SELECT id FROM t WHERE x IN ({id})) WHERE `id` = {id}"},
		{"group", func(db *gorm.DB) *gorm.DB {
			return db.Where(db.Where("id = ?", id).Or("other = ?", id)).Find(&rows{})
		}, where + "id = {id} OR other = {id}"},

		{"select", func(db *gorm.DB) *gorm.DB { return db.Select("id IN (?) AS x", id).Find(&rows{}) }, "SELECT id IN ({id}) AS x FROM `rows`"},
		{"having", func(db *gorm.DB) *gorm.DB {
			return db.Select("other").Group("other").Having("other IN (?)", id).Find(&rows{})
		}, "SELECT `other` FROM `rows` GROUP BY `other` HAVING other IN ({id})"},
		{"order", func(db *gorm.DB) *gorm.DB {
			return db.Clauses(clause.OrderBy{Expression: clause.Expr{SQL: "FIELD(id,?)", Vars: []any{[]T{id, other}}, WithoutParentheses: true}}).Find(&rows{})
		}, "SELECT * FROM `rows` ORDER BY FIELD(id,{id},{other})"},
		{"order by clauses", func(db *gorm.DB) *gorm.DB {
			return db.Clauses(clause.OrderBy{Expression: clause.CommaExpression{Exprs: []clause.Expression{clause.Expr{SQL: "id IN (?)", Vars: []any{id}}}}}).Find(&rows{})
		}, "SELECT * FROM `rows` ORDER BY id IN ({id})"},

		{"update", func(db *gorm.DB) *gorm.DB { return db.Model(&row[T]{ID: id}).Update("other", other) },
			"UPDATE `rows` SET `other`={other} WHERE `id` = {id}"},
		{"updates", func(db *gorm.DB) *gorm.DB {
			return db.Model(&row[T]{ID: id}).Updates(map[string]any{"maybe": nil, "other": gorm.Expr("COALESCE(?, other)", id), "pointer": &other})
		}, "UPDATE `rows` SET `maybe`=NULL,`other`=COALESCE({id}, other),`pointer`={other} WHERE `id` = {id}"},
		{"update to what a GormValue returns", func(db *gorm.DB) *gorm.DB {
			return db.Model(&row[T]{ID: id}).Update("data", wrapped{vectors.Std(id)})
		}, "UPDATE `rows` SET `data`=COALESCE({id}, '') WHERE `id` = {id}"},
		{"create of lists with a GormValue", func(db *gorm.DB) *gorm.DB {
			return db.Model(&row[T]{}).Create([]map[string]any{{"data": listed[T]{}}, {"data": listed[T]{id}}, {"data": listed[T]{id, other}}})
		}, "INSERT INTO `rows` (`data`) VALUES (JSON('[]')),(JSON('[" + vectors.Text + "]')),(JSON('[" + vectors.Text + " " + vectors.Other.String() + "]'))"},
		{"update to a list with a GormValue", func(db *gorm.DB) *gorm.DB {
			return db.Model(&row[T]{ID: id}).Update("data", listed[T]{id})
		}, "UPDATE `rows` SET `data`=JSON('[" + vectors.Text + "]') WHERE `id` = {id}"},
		{"not a list with a GormValue", func(db *gorm.DB) *gorm.DB {
			return db.Not(map[string]any{"data": listed[T]{id, other}}).Find(&rows{})
		}, where + "`data` <> JSON('[" + vectors.Text + " " + vectors.Other.String() + "]')"},
		{"updates struct", func(db *gorm.DB) *gorm.DB { return db.Model(&row[T]{ID: id}).Updates(row[T]{Other: id, Name: "x"}) },
			"UPDATE `rows` SET `other`={id},`name`='x' WHERE `id` = {id}"},

		{"join", func(db *gorm.DB) *gorm.DB {
			return db.Select("n").Joins("JOIN strangers s ON s.id = ? AND rows.id IN (?)", id, id).Find(&rows{})
		}, "SELECT n FROM `rows` JOIN strangers s ON s.id = {id} AND rows.id IN ({id})"},
		{"join of a relation", func(db *gorm.DB) *gorm.DB {
			return db.Select("n").Joins("Owner", db.Where(map[string]any{"Owner.id": id}).Where("id IN ? AND id IN (?)", []T{id, other}, id)).Where("`Owner`.`id` = ?", id).Where(map[string]any{"Owner.id": id}).Find(&rows{})
		}, "SELECT n,`Owner`.`id` AS `Owner__id`,`Owner`.`name` AS `Owner__name` FROM `rows` LEFT JOIN `owners` `Owner` ON `owner_id` = `Owner`.`id` AND (`Owner`.`id` = {id} AND (id IN ({id},{other}) AND id IN ({id}))) WHERE `Owner`.`id` = {id} AND `Owner`.`id` = {id}"},
		{"join with a subquery", func(db *gorm.DB) *gorm.DB {
			return db.Select("n").Joins("Owner", db.Where("id IN (?)", db.Model(&owner[T]{}).Select("id").Where("id IN ?", []T{id, other}))).Find(&rows{})
		}, "SELECT n,`Owner`.`id` AS `Owner__id`,`Owner`.`name` AS `Owner__name` FROM `rows` LEFT JOIN `owners` `Owner` ON `owner_id` = `Owner`.`id` AND id IN (SELECT `id` FROM `owners` WHERE id IN ({id},{other}))"},

		// What is no UUID of a type that the plugin was told of is left alone.
		{"text", find("id = ? OR name = ?", vectors.Text, sql.NullString{String: vectors.Text, Valid: true}), where + "id = {text} OR name = {text}"},
		{"bytes", find("data = ? OR rank IN (?) OR data IN ?", []byte("abc"), []byte{1, 2}, [][]byte{[]byte("x")}), where + "data = 'abc' OR rank IN (1,2) OR data IN ('x')"},
		{"numbers", find(map[string]any{"rank": net.IP(id[:])}), where + "`rank` IN (0,17,34,51,68,85,102,119,136,153,170,187,204,221,238,255)"},
		{"others", find("id = ? AND data = ? AND own = ? AND name = ?", sqlx.Swapped(id), sum(id), self(id), (*sum)(nil)), where + "id = '<binary>' AND data = '00112233' AND own = SELF({text}) AND name = NULL"},
	}
	uuids, texts, guids := gormtype.NewPlugin[gormtype.UUID], gormtype.NewPlugin[gormtype.Text], gormtype.NewPlugin[gormtype.GUID]
	for _, form := range []struct {
		plugin  func(...gormtype.UUIDType) gorm.Plugin
		dialect string
		bytes   bool // {id}
	}{
		{uuids, "mysql", true},
		{uuids, "sqlite", true},
		{uuids, "sqlserver", true},
		{uuids, "postgres", false},
		{uuids, "other", false},
		{texts, "mysql", false},
		{guids, "sqlserver", false},
	} {
		ownBytes := form.dialect != "postgres" && form.dialect != "other"
		write := func(u uuid.UUID, bytes bool) string {
			if bytes {
				return fmt.Sprintf("'0x%x'", u[:])
			}
			return "'" + u.String() + "'"
		}
		forms := strings.NewReplacer("{id}", write(vectors.U, form.bytes), "{other}", write(vectors.Other, form.bytes), "{zero}", write(uuid.Nil(), form.bytes),
			"{own}", write(vectors.U, ownBytes), "{text}", write(vectors.U, false), "`rows`.", "")
		for _, stmt := range statements {
			tx := stmt.run(use(t, open(t, form.dialect), form.plugin(everyType...)))
			if got, want := written(tx), forms.Replace(stmt.want); tx.Error != nil || got != want {
				t.Errorf("%s, %s: %v\ngot  %s\nwant %s", form.dialect, stmt.name, tx.Error, got, want)
			}
		}
	}
}

// after is SQL after FROM.
type after struct{ sql clause.Expression }

func (after) Build(clause.Builder) {}
func (a after) ModifyStatement(stmt *gorm.Statement) {
	from := stmt.Clauses["FROM"]
	from.AfterExpression = a.sql
	stmt.Clauses["FROM"] = from
}

// self has a form of its own.
type self [16]byte

func (s self) Value() (driver.Value, error) { return uuid.UUID(s).String(), nil }
func (s self) GormValue(context.Context, *gorm.DB) clause.Expr {
	return clause.Expr{SQL: "SELF(?)", Vars: []any{uuid.UUID(s).String()}}
}

// listed is as a datatypes.JSONSlice.
type listed[T ~[16]byte] []T

func (l listed[T]) Value() (driver.Value, error) { return "value", nil }
func (l listed[T]) GormValue(context.Context, *gorm.DB) clause.Expr {
	texts := []uuid.UUID{}
	for _, id := range l {
		texts = append(texts, uuid.UUID(id))
	}
	return clause.Expr{SQL: "JSON(?)", Vars: []any{fmt.Sprint(texts)}}
}

// sum is a checksum, and no UUID.
type sum [16]byte

func (s sum) Value() (driver.Value, error) { return fmt.Sprintf("%x", s[:4]), nil }

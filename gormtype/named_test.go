package gormtype_test

import (
	"bytes"
	"database/sql"
	"reflect"
	"strings"
	"testing"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

type (
	file struct {
		ID      vectors.Google           `gorm:"type:binary(16)"`
		OwnerID *vectors.Std             `gorm:"type:binary(16)"`
		Maybe   sql.Null[vectors.Google] `gorm:"type:binary(16)"`
		Own     gormtype.Null[gormtype.UUID]
		OwnText gormtype.Text
		Name    string
		Note    sql.NullString
		Ref     string `gorm:"type:uuid"`
		Sum     []byte
		Owner   *fileOwner
	}
	fileOwner struct {
		ID   vectors.Std `gorm:"type:binary(16)"`
		Name string
	}
	// auditFile is a file of another schema, whose ids are text.
	auditFile struct {
		ID   string
		Name vectors.Google `gorm:"type:binary(16)"`
	}
	name string
	// fileResult is for rows of files whose ids are made text by SQL, such as HEX.
	fileResult struct{ ID, Name, OwnText string }
	// request has the texts of a file.
	request struct {
		ID      string
		OwnerID *string
		Maybe   sql.NullString
		Own     name
	}
)

func (auditFile) TableName() string  { return "audit.files" }
func (fileResult) TableName() string { return "files" }

// unlisted is a UUID that the plugin was not told of, whose Value is text.
type unlisted struct{ vectors.Gofrs }

// A condition and an assignment that name a field are written as the field is stored.
func TestPluginNamed(t *testing.T) {
	id, text := vectors.Google(vectors.U), vectors.Text
	null := sql.NullString{String: text, Valid: true}
	type files = []file
	find := func(query any, args ...any) func(*gorm.DB) *gorm.DB {
		return func(db *gorm.DB) *gorm.DB { return db.Where(query, args...).Find(&files{}) }
	}
	update := func(values any) func(*gorm.DB) *gorm.DB {
		return func(db *gorm.DB) *gorm.DB { return db.Model(&file{ID: id}).Updates(values) }
	}
	std := vectors.Std(id)
	full := file{ID: id, OwnerID: &std, Maybe: sql.Null[vectors.Google]{V: id, Valid: true}, Own: gormtype.Null[gormtype.UUID]{UUID: gormtype.UUID(id), Valid: true}, OwnText: gormtype.Text(id), Name: text}
	own := []string{"ID", "OwnerID", "Maybe", "Own", "OwnText", "Name", "Ref"}
	const where = "SELECT * FROM `files` WHERE "
	for _, test := range []struct {
		name string
		run  func(*gorm.DB) *gorm.DB
		want string // with {id} for the bytes
	}{
		{"a map", find(map[string]any{"id": text, "owner_id": &text, "maybe": null, "own": name(text)}), where + "`id` = {id} AND `maybe` = {id} AND `own` = {id} AND `owner_id` = {id}"},
		{"upper case", find(map[string]any{"id": strings.ToUpper(text)}), where + "`id` = {id}"},
		{"braces", find(map[string]any{"id": "{" + text + "}"}), where + "`id` = {id}"},
		{"a URN", find(map[string]any{"id": "urn:uuid:" + text}), where + "`id` = {id}"},
		{"32 digits", find(map[string]any{"id": strings.ReplaceAll(text, "-", "")}), where + "`id` = {id}"},
		{"a map of text", find(map[string]string{"id": text}), where + "`id` = {id}"},
		{"a map of anything", find(map[any]any{"id": text}), where + "`id` = {id}"},
		{"a map of lists", find(map[string]any{"id": []string{text, text}}), where + "`id` IN ({id},{id})"},
		{"a map of mixed lists", find(map[string]any{"owner_id": []any{text, id, &text, null, nil}}), where + "`owner_id` IN ({id},{id},{id},{id},NULL)"},
		{"with the table", find(map[string]any{"files.id": text}), where + "`id` = {id}"},
		{"another type's Value", find(map[string]any{"id": unlisted{vectors.Gofrs(vectors.U)}}), where + "`id` = {id}"},
		{"a column", find("id", text), where + "`id` = {id}"},
		{"a column, list", find("id", []string{text}), where + "`id` IN ({id})"},
		{"a column, list of another type", find("id", []unlisted{{vectors.Gofrs(vectors.U)}}), where + "`id` IN ({id})"},
		{"a column, list of nullable text", find("id", []*sql.NullString{&null}), where + "`id` IN ({id})"},
		{"a field's name", find("ID", text), where + "`ID` = {id}"},
		{"a struct of text", find(request{ID: text, OwnerID: &text, Maybe: null, Own: name(text)}), where + "`id` = {id} AND `owner_id` = {id} AND `maybe` = {id} AND `own` = {id}"},
		{"inline list", func(db *gorm.DB) *gorm.DB { return db.Find(&files{}, []string{text, text}) }, where + "`id` IN ({id},{id})"},
		{"not", func(db *gorm.DB) *gorm.DB { return db.Not(map[string]any{"id": text}).Find(&files{}) }, where + "`id` <> {id}"},
		{"not a list", func(db *gorm.DB) *gorm.DB { return db.Not(map[string]any{"id": []string{text, text}}).Find(&files{}) }, where + "`id` NOT IN ({id},{id})"},
		{"or", func(db *gorm.DB) *gorm.DB {
			return db.Where("name = ?", text).Or(map[string]any{"id": text}).Find(&files{})
		}, where + "name = '" + text + "' OR `id` = {id}"},
		{"a group", func(db *gorm.DB) *gorm.DB {
			return db.Where("1 = 1").Where(db.Where(map[string]any{"id": text}).Or("name = ?", "x")).Find(&files{})
		}, where + "1 = 1 AND (`id` = {id} OR name = 'x')"},
		{"clauses", find(clause.And(clause.Eq{Column: "id", Value: text}, clause.Neq{Column: clause.Column{Name: "id"}, Value: text}, clause.Gt{Column: "files.id", Value: text}, clause.Gte{Column: "id", Value: text},
			clause.Lt{Column: "id", Value: text}, clause.Lte{Column: "id", Value: text}, clause.IN{Column: "id", Values: []any{text, text}}, clause.Eq{Column: "id", Value: []string{text}})),
			where + "`id` = {id} AND `id` <> {id} AND `id` > {id} AND `id` >= {id} AND `id` < {id} AND `id` <= {id} AND `id` IN ({id},{id}) AND `id` IN ({id})"},
		{"tuples", find(clause.IN{Column: []clause.Column{{Name: "id"}, {Name: "name"}}, Values: []any{[]any{text, text}, []any{id, "x"}}}), where + "(`id`,`name`) IN (({id},'" + text + "'),({id},'x'))"},
		{"having", func(db *gorm.DB) *gorm.DB {
			return db.Group("id").Having(map[string]any{"id": text}).Find(&files{})
		}, "SELECT * FROM `files` GROUP BY `id` HAVING `id` = {id}"},
		{"a relation", func(db *gorm.DB) *gorm.DB {
			return db.Joins("Owner", db.Where(map[string]any{"Owner.id": text})).Select("files.id").Find(&files{})
		}, "SELECT files.id,`Owner`.`id` AS `Owner__id`,`Owner`.`name` AS `Owner__name` FROM `files` LEFT JOIN `file_owners` `Owner` ON `files`.`owner_id` = `Owner`.`id` AND `Owner`.`id` = {id}"},
		{"a relation's column", func(db *gorm.DB) *gorm.DB {
			return db.Joins("Owner").Select("files.id").Where(map[string]any{"Owner.id": text}).Find(&files{})
		}, "SELECT files.id,`Owner`.`id` AS `Owner__id`,`Owner`.`name` AS `Owner__name` FROM `files` LEFT JOIN `file_owners` `Owner` ON `files`.`owner_id` = `Owner`.`id` WHERE `Owner`.`id` = {id}"},
		{"a subquery", func(db *gorm.DB) *gorm.DB {
			return db.Where("id IN (?)", db.Model(&file{}).Select("id").Where(map[string]any{"id": text})).Find(&files{})
		}, where + "id IN (SELECT `id` FROM `files` WHERE `id` = {id})"},
		{"without a model", func(db *gorm.DB) *gorm.DB {
			return db.Table("files").Where(map[string]any{"id": text}).Find(&[]map[string]any{})
		}, where + "`id` = {id}"},
		{"another model's table", func(db *gorm.DB) *gorm.DB {
			return db.Table("file_owners").Where(map[string]any{"id": text, "name": text}).Find(&files{})
		}, "SELECT * FROM `file_owners` WHERE `id` = {id} AND `name` = '" + text + "'"},
		{"another table", func(db *gorm.DB) *gorm.DB {
			return db.Table("old_files").Where(map[string]any{"id": text, "own_text": []vectors.Google{id}, "owner_id": []any{text, gormtype.Text(id)}}).Where("maybe", []byte("x")).Find(&files{})
		}, "SELECT * FROM `old_files` WHERE (`id` = '" + text + "' AND `own_text` = '" + text + "' AND `owner_id` IN ('" + text + "',{id})) AND `maybe` = 'x'"},
		{"another table, text that has a form", func(db *gorm.DB) *gorm.DB {
			return db.Table("old_files").Where(map[string]any{"name": gormtype.Text(id), "note": gormtype.UUID(id), "ref": text}).Find(&files{})
		}, "SELECT * FROM `old_files` WHERE `name` = '" + text + "' AND `note` = {id} AND `ref` = '" + text + "'"},
		{"an alias", func(db *gorm.DB) *gorm.DB {
			return db.Table("files AS f").Where(map[string]any{"id": text, "f.owner_id": id}).Find(&files{})
		}, "SELECT * FROM files AS f WHERE `f`.`owner_id` = {id} AND `id` = '" + text + "'"},
		{"a subquery as the table", func(db *gorm.DB) *gorm.DB {
			return db.Table("(?) AS f", db.Model(&file{}).Where("id", text)).Where("id", text).Where("owner_id", id).Find(&files{})
		}, "SELECT * FROM (SELECT * FROM `files` WHERE `id` = {id}) AS f WHERE `id` = '" + text + "' AND `owner_id` = {id}"},
		{"another model of the table", func(db *gorm.DB) *gorm.DB {
			return db.Where(map[string]any{"id": id, "name": id, "own_text": id}).Find(&[]fileResult{})
		}, where + "`id` = {id} AND `name` = '" + text + "' AND `own_text` = '" + text + "'"},
		{"a table of a schema", func(db *gorm.DB) *gorm.DB {
			return db.Table("audit.files").Where(map[string]any{"id": id, "name": vectors.Std(id)}).Where("name", text).Find(&[]map[string]any{})
		}, "SELECT * FROM `audit`.`files` WHERE (`id` = '" + text + "' AND `name` = {id}) AND `name` = {id}"},
		{"a table of a schema, not the model's", func(db *gorm.DB) *gorm.DB {
			return db.Table("audit.files").Not("id", id).Not("name", text).Find(&files{})
		}, "SELECT * FROM `audit`.`files` WHERE `id` <> '" + text + "' AND `name` <> {id}"},
		{"a table of an unknown schema", func(db *gorm.DB) *gorm.DB {
			return db.Table("main.files").Where(map[string]any{"id": text}).Find(&[]map[string]any{})
		}, "SELECT * FROM `main`.`files` WHERE `id` = {id}"},
		{"the table of a model with a schema", func(db *gorm.DB) *gorm.DB {
			return db.Where(map[string]any{"id": id, "name": text}).Find(&[]auditFile{})
		}, "SELECT * FROM `audit`.`files` WHERE `id` = '" + text + "' AND `name` = {id}"},
		{"delete from another table", func(db *gorm.DB) *gorm.DB {
			return db.Table("new_files").Where(map[string]any{"id": text, "owner_id": id}).Delete(&file{})
		}, "DELETE FROM `new_files` WHERE `id` = '" + text + "' AND `owner_id` = {id}"},
		{"updates of another table", func(db *gorm.DB) *gorm.DB {
			return db.Table("new_files").Model(&file{ID: id}).Updates(map[string]any{"own_text": id, "owner_id": text, "maybe": gormtype.Text(id), "name": text})
		}, "UPDATE `new_files` SET `maybe`={id},`name`='" + text + "',`own_text`='" + text + "',`owner_id`='" + text + "' WHERE `id` = {id}"},
		{"create of a map in another table", func(db *gorm.DB) *gorm.DB {
			return db.Table("new_files").Model(&file{}).Create(map[string]any{"id": text, "maybe": id, "own_text": id})
		}, "INSERT INTO `new_files` (`id`,`maybe`,`own_text`) VALUES ('" + text + "',{id},'" + text + "')"},
		{"a model's own in another table, create", func(db *gorm.DB) *gorm.DB { return db.Table("files_7").Select(own).Create(&full) },
			"INSERT INTO `files_7` (`id`,`owner_id`,`maybe`,`own`,`own_text`,`name`,`ref`) VALUES ({id},{id},{id},{id},'" + text + "','" + text + "','')"},
		{"save", func(db *gorm.DB) *gorm.DB { return db.Table("files_7").Select(own).Save(&full) },
			"UPDATE `files_7` SET `owner_id`={id},`maybe`={id},`own`={id},`own_text`='" + text + "',`name`='" + text + "',`ref`='' WHERE `id` = {id}"},
		{"update", func(db *gorm.DB) *gorm.DB { return db.Table("files_7").Model(&full).Select(own[1:4]).Updates(full) },
			"UPDATE `files_7` SET `owner_id`={id},`maybe`={id},`own`={id} WHERE `id` = {id}"},
		{"first", func(db *gorm.DB) *gorm.DB {
			return db.Table("files_7").Where(&full, "OwnText", "Name").First(&file{}, id)
		}, "SELECT * FROM `files_7` WHERE (`own_text` = '" + text + "' AND `name` = '" + text + "') AND `id` = {id} ORDER BY `id` LIMIT 1"},
		{"first of its key", func(db *gorm.DB) *gorm.DB { return db.Table("files_7").First(&file{ID: id}) },
			"SELECT * FROM `files_7` WHERE `id` = {id} ORDER BY `id` LIMIT 1"},
		{"delete of its key", func(db *gorm.DB) *gorm.DB { return db.Table("files_7").Delete(&file{ID: id}) }, "DELETE FROM `files_7` WHERE `id` = {id}"},
		{"delete inline", func(db *gorm.DB) *gorm.DB { return db.Table("files_7").Delete(&file{}, []vectors.Google{id, id}) }, "DELETE FROM `files_7` WHERE `id` IN ({id},{id})"},
		{"delete from another model's table", func(db *gorm.DB) *gorm.DB {
			return db.Table("audit.files").Not("id", id).Not("name", text).Delete(&file{})
		}, "DELETE FROM `audit`.`files` WHERE `id` <> '" + text + "' AND `name` <> {id}"},
		{"delete", func(db *gorm.DB) *gorm.DB { return db.Where(map[string]any{"id": text}).Delete(&file{}) }, "DELETE FROM `files` WHERE `id` = {id}"},

		{"updates", update(map[string]any{"OwnerID": text, "maybe": null, "own": &text, "name": text}), "UPDATE `files` SET `owner_id`={id},`maybe`={id},`name`='" + text + "',`own`={id} WHERE `id` = {id}"},
		{"updates of a struct", update(request{OwnerID: &text, Maybe: null, Own: name(text)}), "UPDATE `files` SET `owner_id`={id},`maybe`={id},`own`={id} WHERE `id` = {id}"},
		{"update", func(db *gorm.DB) *gorm.DB { return db.Model(&file{ID: id}).Update("owner_id", text) }, "UPDATE `files` SET `owner_id`={id} WHERE `id` = {id}"},
		{"create", func(db *gorm.DB) *gorm.DB {
			return db.Model(&file{}).Create(map[string]any{"ID": text, "name": text})
		}, "INSERT INTO `files` (`id`,`name`) VALUES ({id},'" + text + "')"},
		{"create of several", func(db *gorm.DB) *gorm.DB {
			return db.Model(&file{}).Create([]map[string]any{{"id": id, "own": text}, {"id": text, "own": nil}})
		}, "INSERT INTO `files` (`id`,`own`) VALUES ({id},{id}),({id},NULL)"},
		{"upsert", func(db *gorm.DB) *gorm.DB {
			return db.Select("ID").Clauses(clause.OnConflict{DoUpdates: clause.Assignments(map[string]any{"maybe": text}), Where: clause.Where{Exprs: []clause.Expression{clause.Eq{Column: "own", Value: text}}}}).Create(&file{ID: id})
		}, "INSERT INTO `files` (`id`) VALUES ({id}) ON CONFLICT DO UPDATE SET `maybe`={id} WHERE `own` = {id} "},

		{"of another form", find(map[string]any{"id": gormtype.Text(id), "name": id, "own_text": []vectors.Google{id, id}, "own": gormtype.GUID(id)}), where + "`id` = {id} AND `name` = '" + text + "' AND `own` = {id} AND `own_text` IN ('" + text + "','" + text + "')"},
		{"set to another form", update(map[string]any{"name": id, "own_text": id, "own": gormtype.Text(id)}), "UPDATE `files` SET `name`='" + text + "',`own`={id},`own_text`='" + text + "' WHERE `id` = {id}"},
		{"of text that may be NULL", find(map[string]any{"note": []vectors.Google{id, id}}), where + "`note` IN ('" + text + "','" + text + "')"},
		{"of text with the tag uuid", find("ref", id), where + "`ref` = '" + text + "'"},
		{"set to such text", update(map[string]any{"note": id, "ref": &id}), "UPDATE `files` SET `note`='" + text + "',`ref`='" + text + "' WHERE `id` = {id}"},
		{"lists for such text", find(map[string]any{"note": []string{text, "x"}, "ref": []string{text, "x"}}), where + "`note` IN ('" + text + "','x') AND `ref` IN ('" + text + "','x')"},
		{"NULL", find(map[string]any{"id": nil, "owner_id": (*string)(nil), "maybe": sql.NullString{}}), where + "`id` IS NULL AND `maybe` IS NULL AND `owner_id` IS NULL"},

		{"expressions", update(map[string]any{"owner_id": gorm.Expr("F(?)", text)}), "UPDATE `files` SET `owner_id`=F('" + text + "') WHERE `id` = {id}"},
		{"SQL", find("id = ? OR own IN ?", text, []string{text}), where + "id = '" + text + "' OR own IN ('" + text + "')"},
		{"text of text", find(map[string]any{"own_text": strings.ToUpper(text), "name": "{" + text + "}", "sum": text}), where + "`name` = '{" + text + "}' AND `own_text` = '" + text + "' AND `sum` = '" + text + "'"},
		{"an unknown column", find(map[string]any{"other": text, "elsewhere.id": text}), where + "`elsewhere`.`id` = '" + text + "' AND `other` = '" + text + "'"},
	} {
		db := openPlugin(t, "mysql")
		if err := gormtype.Check(db, &file{}, &auditFile{}); err != nil {
			t.Fatal(err)
		}
		tx := test.run(db)
		// GORM's releases differ in where they name the table.
		replace := strings.NewReplacer("`files`.", "", "`files_7`.", "", "{id}", "'0x00112233445566778899aabbccddeeff'").Replace
		got, want := replace(written(tx)), replace(test.want)
		if tx.Error != nil || got != want {
			t.Errorf("%s: %v\ngot  %s\nwant %s", test.name, tx.Error, got, want)
		}
	}
}

// A condition may name a nested relation by the alias of its table.
func TestPluginNamedNested(t *testing.T) {
	db := openPlugin(t, "mysql")
	joined := func() *gorm.DB { return db.Select("n").Joins("Ward") }
	own := map[string]any{"Ward__Own.id": vectors.Text}
	for name, tx := range map[string]*gorm.DB{
		"Where": joined().Joins("Ward.Own").Where(own).Find(&[]bed{}),
		"Not":   joined().Joins("Ward.Own").Not(own).Find(&[]bed{}),
		"Joins": joined().Joins("Ward.Own", db.Where(own)).Find(&[]bed{}),
	} {
		if got := written(tx); tx.Error != nil || !strings.HasSuffix(got, "'0x00112233445566778899aabbccddeeff'") {
			t.Errorf("%s: got %s, %v; want the bytes", name, got, tx.Error)
		}
	}
}

// The model of a table has the say, and not a struct for its rows that was there first.
func TestPluginNamedResult(t *testing.T) {
	id := vectors.Google(vectors.U)
	for _, models := range [][]any{{&file{}, &fileResult{}}, {&fileResult{}, &file{}}} {
		db := openPlugin(t, "mysql")
		for _, model := range models {
			if err := db.Find(model).Error; err != nil {
				t.Fatal(err)
			}
		}
		for name, tx := range map[string]*gorm.DB{
			"a UUID":            db.Where(map[string]any{"id": id}).Find(&[]fileResult{}),
			"a UUID to keep":    db.Not(map[string]any{"id": id}).Delete(&fileResult{}),
			"text of the table": db.Table("files").Where(map[string]any{"id": vectors.Text}).Find(&[]map[string]any{}),
		} {
			if got := written(tx); tx.Error != nil || !strings.HasSuffix(got, "'0x00112233445566778899aabbccddeeff'") {
				t.Errorf("%s, after %T: got %s, %v; want the bytes", name, models[0], got, tx.Error)
			}
		}
	}
}

// Text that is no UUID's is refused for a column of bytes, wherever it stands.
func TestPluginNamedRefuses(t *testing.T) {
	for _, text := range []string{"", "x", vectors.Text[1:], vectors.Text + " ", string(vectors.U[:])} {
		for name, run := range map[string]func(*gorm.DB) *gorm.DB{
			"a map":     func(db *gorm.DB) *gorm.DB { return db.Where(map[string]any{"id": text}).Find(&file{}) },
			"a list":    func(db *gorm.DB) *gorm.DB { return db.Where("id", []string{vectors.Text, text}).Delete(&file{}) },
			"a clause":  func(db *gorm.DB) *gorm.DB { return db.Where(clause.Neq{Column: "id", Value: text}).Delete(&file{}) },
			"a pattern": func(db *gorm.DB) *gorm.DB { return db.Where(clause.Like{Column: "id", Value: text}).Find(&file{}) },
			"a relation": func(db *gorm.DB) *gorm.DB {
				return db.Joins("Owner", db.Where(map[string]any{"id": text})).Find(&file{})
			},
			"an update": func(db *gorm.DB) *gorm.DB { return db.Model(&file{ID: vectors.Google(vectors.U)}).Update("ID", text) },
			"a create":  func(db *gorm.DB) *gorm.DB { return db.Model(&file{}).Create(map[string]any{"id": text}) },
			"Assign":    func(db *gorm.DB) *gorm.DB { return db.Assign(map[string]any{"id": text}).FirstOrCreate(&file{}) },
			"Attrs":     func(db *gorm.DB) *gorm.DB { return db.Attrs("id", text).FirstOrCreate(&file{}) },
		} {
			tx := run(openPlugin(t, "mysql"))
			if tx.Error == nil || !strings.Contains(tx.Error.Error(), ".ID (vectors.") || !strings.Contains(tx.Error.Error(), ") is given text that is no UUID: ") {
				t.Errorf("%s of %q: got %v; %s", name, text, tx.Error, tx.Statement.SQL.String())
			}
			db := openPlugin(t, "postgres") // which knows itself what a uuid is
			if tx := db.Model(&note{}).Where(map[string]any{"id": text}).Update("ref", text); tx.Error != nil || !reflect.DeepEqual(tx.Statement.Vars, []any{text, text}) {
				t.Errorf("PostgreSQL: got %v, %v; want %q", tx.Statement.Vars, tx.Error, text)
			}
		}
	}
}

// Bytes of a UUID are copied, those of its text are parsed, and others are refused.
func TestPluginNamedBytes(t *testing.T) {
	type item struct {
		ID   [16]byte           `gorm:"type:binary(16)"`
		Boss *[16]byte          `gorm:"type:binary(16)"`
		Team sql.Null[[16]byte] `gorm:"type:binary(16)"`
	}
	ways := map[string]func(*gorm.DB, *item, []byte) *gorm.DB{
		"Updates": func(db *gorm.DB, m *item, b []byte) *gorm.DB {
			return db.Model(m).Where("1 = 1").Updates(map[string]any{"id": b, "boss": b, "team": b})
		},
		"conditions": func(db *gorm.DB, m *item, b []byte) *gorm.DB {
			return db.Where("id", b).Where("boss", b).Where("team", b).FirstOrInit(m)
		},
		"Attrs": func(db *gorm.DB, m *item, b []byte) *gorm.DB {
			return db.Attrs(struct{ ID, Boss, Team []byte }{b, b, b}).FirstOrInit(m)
		},
		"Assign": func(db *gorm.DB, m *item, b []byte) *gorm.DB {
			return db.Where("1 = 1").Assign("boss", b).FirstOrCreate(m)
		},
	}
	for name, run := range ways {
		for _, b := range [][]byte{vectors.U[:], []byte(vectors.Text)} {
			got, given := item{}, bytes.Clone(b)
			err := run(openPlugin(t, "mysql"), &got, given).Error
			clear(given)
			if name == "Assign" {
				got.ID, got.Team = vectors.U, sql.Null[[16]byte]{V: vectors.U, Valid: true}
			}
			id := [16]byte(vectors.U)
			if want := (item{id, &id, sql.Null[[16]byte]{V: id, Valid: true}}); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s of %q: got %v, %v; want %v", name, b, got, err, want)
			}
		}
		for _, b := range [][]byte{{}, []byte("short"), make([]byte, 20), []byte(vectors.Text[1:])} {
			was := [16]byte(vectors.Other)
			got := item{was, &was, sql.Null[[16]byte]{V: was, Valid: true}}
			want := got
			if tx := run(openPlugin(t, "mysql"), &got, b); tx.Error == nil || !strings.Contains(tx.Error.Error(), ") is given text that is no UUID: ") || !reflect.DeepEqual(got, want) || was != vectors.Other {
				t.Errorf("%s of %q: got %v, %v; want an error; %s", name, b, got, tx.Error, tx.Statement.SQL.String())
			}
		}
	}
	db := openPlugin(t, "mysql")
	for name, tx := range map[string]*gorm.DB{
		"a pattern": db.Where(clause.Like{Column: "id", Value: []byte("x%")}).Find(&item{}),
		"a bound":   db.Where(clause.Gt{Column: "id", Value: []byte("x")}).Find(&item{}),
		"NULL":      db.Model(&item{}).Where("1 = 1").Update("boss", []byte(nil)),
	} {
		if _, ok := tx.Statement.Vars[0].([]byte); tx.Error != nil || !ok {
			t.Errorf("%s: got %v, %v; want what was given", name, tx.Statement.Vars, tx.Error)
		}
	}
	if tx := db.Where("id", [][]byte{vectors.U[:]}).FirstOrInit(&item{}); tx.Error == nil {
		t.Errorf("a new row of a list: got %v, want an error", tx.Statement.Dest)
	}
}

// A column of text gets canonical text, and no other but in patterns and bounds.
func TestPluginNamedText(t *testing.T) {
	type item struct {
		ID  vectors.Google `gorm:"type:char(36)"`
		Own gormtype.Text
	}
	const text, other = vectors.Text, "not-a-uuid"
	upper := strings.ToUpper(text)
	find := func(query any, args ...any) func(*gorm.DB) *gorm.DB {
		return func(db *gorm.DB) *gorm.DB { return db.Where(query, args...).Find(&[]item{}) }
	}
	update := func(values any) func(*gorm.DB) *gorm.DB {
		return func(db *gorm.DB) *gorm.DB { return db.Model(&item{}).Where("1 = 1").Updates(values) }
	}
	for _, test := range []struct {
		name string
		run  func(*gorm.DB) *gorm.DB
		want []any // the arguments, none for an error
	}{
		{"a map", find(map[string]any{"id": upper, "own": "{" + upper + "}"}), []any{text, text}},
		{"a list", find("id", []string{upper, text}), []any{text, text}},
		{"updates", update(map[string]any{"id": upper, "own": &upper}), []any{text, text}},
		{"updates of a struct", update(struct{ ID, Own string }{upper, upper}), []any{text, text}},
		{"a create", func(db *gorm.DB) *gorm.DB { return db.Model(&item{}).Create(map[string]any{"ID": upper, "Own": upper}) }, []any{text, text}},
		{"bytes", find(clause.And(clause.Eq{Column: "id", Value: vectors.U[:]}, clause.Neq{Column: "own", Value: []byte(upper)})), []any{text, text}},
		{"updates of bytes", update(map[string]any{"id": vectors.U[:], "own": vectors.U[:]}), []any{text, text}},
		{"a pattern of bytes", find(clause.Like{Column: "own", Value: []byte("00%")}), []any{[]byte("00%")}},
		{"a pattern", find(clause.Like{Column: "own", Value: "00%"}), []any{"00%"}},
		{"bounds", find(clause.And(clause.Gt{Column: "id", Value: "0"}, clause.Gte{Column: "id", Value: "0"}, clause.Lt{Column: "id", Value: "f"}, clause.Lte{Column: "id", Value: "f"})), []any{"0", "0", "f", "f"}},

		{"a map of others", find(map[string]any{"own": other}), nil},
		{"a list of others", find("id", []string{text, other}), nil},
		{"all but another", find(clause.Neq{Column: "id", Value: other}), nil},
		{"an update to another", update(map[string]any{"own": other}), nil},
		{"an update to other bytes", update(map[string]any{"own": []byte(other)}), nil},
		{"a create of another", func(db *gorm.DB) *gorm.DB { return db.Model(&item{}).Create(map[string]any{"ID": other}) }, nil},
		{"FirstOrCreate", func(db *gorm.DB) *gorm.DB { return db.FirstOrCreate(&item{}, map[string]any{"id": other}) }, nil},
	} {
		for _, dialect := range []string{"mysql", "sqlite", "postgres"} {
			tx := test.run(use(t, open(t, dialect), gormtype.NewPlugin[gormtype.Text](everyType...)))
			switch refused := tx.Error != nil && strings.Contains(tx.Error.Error(), ") is given text that is no UUID: "); {
			case test.want == nil && !refused:
				t.Errorf("%s, %s: got %v, %v; want an error", dialect, test.name, tx.Statement.Vars, tx.Error)
			case test.want != nil && (tx.Error != nil || !reflect.DeepEqual(tx.Statement.Vars, test.want)):
				t.Errorf("%s, %s: got %v, %v; want %v", dialect, test.name, tx.Statement.Vars, tx.Error, test.want)
			}
		}
	}
}

type note struct {
	ID  vectors.Google  `gorm:"type:uuid"`
	Ref *vectors.Google `gorm:"type:uuid"`
}

// The model has what the row has.
func TestPluginNamedModel(t *testing.T) {
	f := file{ID: vectors.Google(vectors.Other)}
	values := map[string]any{"owner_id": vectors.Text, "maybe": vectors.Text, "own": vectors.Text, "own_text": uuid.UUID(vectors.U), "name": vectors.Std(vectors.U), "note": vectors.Std(vectors.U)}
	tx := openPlugin(t, "mysql").Model(&f).Updates(values)
	std := vectors.Std(vectors.U)
	want := file{ID: f.ID, OwnerID: &std, Maybe: sql.Null[vectors.Google]{V: vectors.Google(vectors.U), Valid: true},
		Own: gormtype.Null[gormtype.UUID]{UUID: gormtype.UUID(vectors.U), Valid: true}, OwnText: gormtype.Text(vectors.U), Name: vectors.Text, Note: sql.NullString{String: vectors.Text, Valid: true}}
	if tx.Error != nil || !reflect.DeepEqual(f, want) {
		t.Errorf("got %v, %v; want %v", f, tx.Error, want)
	}
}

package gormtype_test

import (
	"strings"
	"testing"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"
	"gorm.io/gorm/migrator"
	"gorm.io/gorm/schema"
	"gorm.io/gorm/utils/tests"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/internal/vectors"
)

// dialect is a database of which only the name is real. The dialects' own
// packages, and databases, are in the module integration.
type dialect struct {
	tests.DummyDialector
	name string
}

func (d dialect) Name() string { return d.name }

// DataTypeOf is what all dialects do with a type that they do not know.
func (d dialect) DataTypeOf(field *schema.Field) string {
	switch field.DataType {
	case schema.String:
		return "text"
	case schema.Bytes:
		return "blob"
	}
	return string(field.DataType)
}

func (d dialect) Migrator(db *gorm.DB) gorm.Migrator {
	return migrator.Migrator{Config: migrator.Config{DB: db, Dialector: d}}
}

func open(t testing.TB, name string) *gorm.DB {
	db, err := gorm.Open(dialect{name: name}, &gorm.Config{DryRun: true, SkipDefaultTransaction: true, Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

var dialects = []string{"postgres", "mysql", "sqlite", "sqlserver", "other"}

// The model has a key, a foreign key, and both forms that can be NULL.
type (
	Team struct {
		ID    gormtype.UUID
		Users []User
	}
	User struct {
		ID       gormtype.UUID
		TeamID   gormtype.UUID
		Team     *Team
		ParentID *gormtype.UUID
		RefID    gormtype.Null[gormtype.UUID]
	}
)

// Every way to hand an id to GORM writes the form that the dialect stores,
// never the bytes one by one.
func TestStatements(t *testing.T) {
	id, other := gormtype.UUID(vectors.U), gormtype.UUID(vectors.Other)
	null := gormtype.Null[gormtype.UUID]{UUID: id, Valid: true}
	// {id}, {other}, {zero} and {null} stand for what the dialect writes.
	statements := []struct {
		name string
		run  func(*gorm.DB) *gorm.DB
		want string
	}{
		{"Create", func(db *gorm.DB) *gorm.DB { return db.Create(&User{ID: id, TeamID: other}) },
			"INSERT INTO `users` (`id`,`team_id`,`parent_id`,`ref_id`) VALUES ({id},{other},NULL,{null})"},
		{"Create with pointer and Null", func(db *gorm.DB) *gorm.DB {
			return db.Create(&User{ID: id, ParentID: &other, RefID: null})
		}, "INSERT INTO `users` (`id`,`team_id`,`parent_id`,`ref_id`) VALUES ({id},{zero},{other},{id})"},
		{"Create of a map", func(db *gorm.DB) *gorm.DB {
			return db.Model(&User{}).Create(map[string]any{"ID": id, "ParentID": &other})
		}, "INSERT INTO `users` (`id`,`parent_id`) VALUES ({id},{other})"},
		{"First inline", func(db *gorm.DB) *gorm.DB { return db.First(&User{}, id) },
			"SELECT * FROM `users` WHERE `id` = {id} ORDER BY `id` LIMIT 1"},
		{"First inline pointer", func(db *gorm.DB) *gorm.DB { return db.First(&User{}, &id) },
			"SELECT * FROM `users` WHERE `id` = {id} ORDER BY `id` LIMIT 1"},
		{"First inline Null", func(db *gorm.DB) *gorm.DB { return db.First(&User{}, null) },
			"SELECT * FROM `users` WHERE `id` = {id} ORDER BY `id` LIMIT 1"},
		{"First with the UUID of a Null", func(db *gorm.DB) *gorm.DB { return db.First(&User{}, null.UUID) },
			"SELECT * FROM `users` WHERE `id` = {id} ORDER BY `id` LIMIT 1"},
		{"First with key", func(db *gorm.DB) *gorm.DB { return db.First(&User{ID: id}) },
			"SELECT * FROM `users` WHERE `id` = {id} ORDER BY `id` LIMIT 1"},
		{"Find inline ids", func(db *gorm.DB) *gorm.DB { return db.Find(&[]User{}, []gormtype.UUID{id, other}) },
			"SELECT * FROM `users` WHERE `id` IN ({id},{other})"},
		{"Find inline list", func(db *gorm.DB) *gorm.DB { return db.Find(&[]User{}, id, other) },
			"SELECT * FROM `users` WHERE `id` IN ({id},{other})"},
		{"Where =", func(db *gorm.DB) *gorm.DB { return db.Where("id = ?", id).Find(&[]User{}) },
			"SELECT * FROM `users` WHERE id = {id}"},
		{"Where = pointer", func(db *gorm.DB) *gorm.DB { return db.Where("parent_id = ?", &other).Find(&[]User{}) },
			"SELECT * FROM `users` WHERE parent_id = {other}"},
		{"Where IN", func(db *gorm.DB) *gorm.DB {
			return db.Where("id IN ?", []gormtype.UUID{id, other}).Find(&[]User{})
		}, "SELECT * FROM `users` WHERE id IN ({id},{other})"},
		{"Where IN ()", func(db *gorm.DB) *gorm.DB {
			return db.Where("id IN (?)", []gormtype.UUID{id, other}).Find(&[]User{})
		}, "SELECT * FROM `users` WHERE id IN ({id},{other})"},
		{"Where IN () one", func(db *gorm.DB) *gorm.DB { return db.Where("id IN (?)", id).Find(&[]User{}) },
			"SELECT * FROM `users` WHERE id IN ({id})"},
		{"Where IN pairs", func(db *gorm.DB) *gorm.DB {
			return db.Where("(id, team_id) IN ?", [][]any{{id, other}, {other, id}}).Find(&[]User{})
		}, "SELECT * FROM `users` WHERE (id, team_id) IN (({id},{other}),({other},{id}))"},
		{"Where column", func(db *gorm.DB) *gorm.DB { return db.Where("id", id).Find(&[]User{}) },
			"SELECT * FROM `users` WHERE `id` = {id}"},
		{"Where named", func(db *gorm.DB) *gorm.DB {
			return db.Where("id = @id", map[string]any{"id": id}).Find(&[]User{})
		}, "SELECT * FROM `users` WHERE id = {id}"},
		{"Where map", func(db *gorm.DB) *gorm.DB {
			return db.Where(map[string]any{"id": id}).Find(&[]User{})
		}, "SELECT * FROM `users` WHERE `id` = {id}"},
		{"Where map of ids", func(db *gorm.DB) *gorm.DB {
			return db.Where(map[string]any{"id": []gormtype.UUID{id, other}}).Find(&[]User{})
		}, "SELECT * FROM `users` WHERE `id` IN ({id},{other})"},
		{"Where map NULL", func(db *gorm.DB) *gorm.DB {
			return db.Where(map[string]any{"ref_id": gormtype.Null[gormtype.UUID]{}}).Find(&[]User{})
		}, "SELECT * FROM `users` WHERE `ref_id` IS NULL"},
		{"Where map nil pointer", func(db *gorm.DB) *gorm.DB {
			return db.Where(map[string]any{"parent_id": (*gormtype.UUID)(nil)}).Find(&[]User{})
		}, "SELECT * FROM `users` WHERE `parent_id` IS NULL"},
		{"Where struct", func(db *gorm.DB) *gorm.DB { return db.Where(&User{TeamID: other, RefID: null}).Find(&[]User{}) },
			"SELECT * FROM `users` WHERE `team_id` = {other} AND `ref_id` = {id}"},
		{"Not", func(db *gorm.DB) *gorm.DB { return db.Not("id = ?", id).Or("id = ?", other).Find(&[]User{}) },
			"SELECT * FROM `users` WHERE NOT id = {id} OR id = {other}"},
		{"clause", func(db *gorm.DB) *gorm.DB { return db.Clauses(clause.Gt{Column: "id", Value: id}).Find(&[]User{}) },
			"SELECT * FROM `users` WHERE `id` > {id}"},
		{"Raw", func(db *gorm.DB) *gorm.DB { return db.Raw("SELECT ? WHERE id = ?", other, id).Find(&[]User{}) },
			"SELECT {other} WHERE id = {id}"},
		{"Exec", func(db *gorm.DB) *gorm.DB {
			return db.Exec("UPDATE users SET ref_id = ?", gormtype.Null[gormtype.UUID]{})
		},
			"UPDATE users SET ref_id = {null}"},
		{"Update", func(db *gorm.DB) *gorm.DB { return db.Model(&User{ID: id}).Update("team_id", other) },
			"UPDATE `users` SET `team_id`={other} WHERE `id` = {id}"},
		{"Updates map", func(db *gorm.DB) *gorm.DB {
			return db.Model(&User{ID: id}).Updates(map[string]any{"parent_id": nil, "ref_id": null})
		}, "UPDATE `users` SET `parent_id`=NULL,`ref_id`={id} WHERE `id` = {id}"},
		{"Updates map with the UUID of a Null", func(db *gorm.DB) *gorm.DB {
			return db.Model(&User{ID: id}).Updates(map[string]any{"parent_id": null.UUID})
		}, "UPDATE `users` SET `parent_id`={id} WHERE `id` = {id}"},
		{"Updates struct", func(db *gorm.DB) *gorm.DB { return db.Model(&User{ID: id}).Updates(User{TeamID: id}) },
			"UPDATE `users` SET `team_id`={id} WHERE `id` = {id}"},
		{"Save", func(db *gorm.DB) *gorm.DB { return db.Save(&User{ID: id, TeamID: other}) },
			"UPDATE `users` SET `team_id`={other},`parent_id`=NULL,`ref_id`={null} WHERE `id` = {id}"},
		{"Delete inline", func(db *gorm.DB) *gorm.DB { return db.Delete(&User{}, id) },
			"DELETE FROM `users` WHERE `id` = {id}"},
		{"Delete inline ids", func(db *gorm.DB) *gorm.DB { return db.Delete(&User{}, []gormtype.UUID{id, other}) },
			"DELETE FROM `users` WHERE `id` IN ({id},{other})"},
		{"Delete by key", func(db *gorm.DB) *gorm.DB { return db.Delete(&User{ID: id}) },
			"DELETE FROM `users` WHERE `id` = {id}"},

		// GORM writes these lists twice.
		{"join of a relation, IN", func(db *gorm.DB) *gorm.DB {
			return db.InnerJoins("Team", db.Where("Team.id IN ?", []gormtype.UUID{id, other})).Select("n").Find(&[]User{})
		}, "SELECT n,`Team`.`id` AS `Team__id` FROM `users` INNER JOIN `teams` `Team` ON `team_id` = `Team`.`id` AND Team.id IN ({id},{other})"},
		{"join of a relation, map", func(db *gorm.DB) *gorm.DB {
			return db.Joins("Team", db.Where(map[string]any{"Team.id": []gormtype.UUID{id, other}})).Select("n").Find(&[]User{})
		}, "SELECT n,`Team`.`id` AS `Team__id` FROM `users` LEFT JOIN `teams` `Team` ON `team_id` = `Team`.`id` AND `Team`.`id` IN ({id},{other})"},
		{"subquery of Raw", func(db *gorm.DB) *gorm.DB {
			return db.Where("id IN (?)", db.Raw("SELECT user_id FROM members WHERE team_id IN ?", []gormtype.UUID{id, other})).Delete(&User{})
		}, "DELETE FROM `users` WHERE id IN (SELECT user_id FROM members WHERE team_id IN ({id},{other}))"},
		{"Raw in Exec", func(db *gorm.DB) *gorm.DB {
			return db.Exec("DELETE FROM users WHERE id IN (?)", db.Raw("SELECT user_id FROM members WHERE team_id IN (?)", id))
		}, "DELETE FROM users WHERE id IN (SELECT user_id FROM members WHERE team_id IN ({id}))"},
	}
	text := strings.NewReplacer(
		"{id}", "'"+vectors.Text+"'",
		"{other}", "'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'",
		"{zero}", "'00000000-0000-0000-0000-000000000000'",
	)
	bytes := strings.NewReplacer(
		"{id}", "'0x00112233445566778899aabbccddeeff'",
		"{other}", "'0xf81d4fae7dec11d0a76500a0c91e6bf6'",
		"{zero}", "'0x00000000000000000000000000000000'",
	)
	forms := map[string]*strings.Replacer{"postgres": text, "other": text, "mysql": bytes, "sqlite": bytes, "sqlserver": bytes}
	for _, dialect := range dialects {
		null := strings.NewReplacer("{null}", "NULL")
		if dialect == "sqlserver" {
			null = strings.NewReplacer("{null}", "(NULL)") // no argument: its driver's nil is text
		}
		for _, stmt := range statements {
			tx := stmt.run(open(t, dialect))
			if tx.Error != nil {
				t.Errorf("%s, %s: %v", dialect, stmt.name, tx.Error)
			}
			got := strings.ReplaceAll(written(tx), "`users`.", "")
			// In the log a UUID is text, whatever the argument is.
			log := strings.NewReplacer(`"`, "'", "`users`.", "").Replace(tx.Explain(tx.Statement.SQL.String(), tx.Statement.Vars...))
			if want := null.Replace(text.Replace(stmt.want)); log != want {
				t.Errorf("%s, %s, in the log:\ngot  %s\nwant %s", dialect, stmt.name, log, want)
			}
			if want := null.Replace(forms[dialect].Replace(stmt.want)); got != want {
				t.Errorf("%s, %s:\ngot  %s\nwant %s", dialect, stmt.name, got, want)
			}
		}
	}
}

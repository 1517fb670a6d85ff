package gormtype_test

import (
	"maps"
	"strings"
	"testing"

	google "github.com/google/uuid"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/uuid"
)

type (
	oldTeam struct {
		ID string `gorm:"primaryKey;type:char(36)"`
	}
	oldUser struct {
		ID     string   `gorm:"primaryKey;type:char(36)"`
		TeamID *string  `gorm:"type:char(36)"`
		Team   *oldTeam `gorm:"constraint:OnDelete:CASCADE"`
		Ref    *string  `gorm:"type:char(36)"`
	}
	newTeam struct{ ID gormtype.UUID }
	newUser struct {
		ID     gormtype.UUID
		TeamID *gormtype.UUID
		Team   *newTeam `gorm:"constraint:OnDelete:CASCADE"`
		Ref    *gormtype.UUID
	}
	foreignUser struct {
		ID     google.UUID  `gorm:"type:binary(16)"`
		TeamID *google.UUID `gorm:"type:binary(16)"`
	}
)

func (oldTeam) TableName() string     { return "teams" }
func (oldUser) TableName() string     { return "users" }
func (newTeam) TableName() string     { return "teams" }
func (newUser) TableName() string     { return "users" }
func (foreignUser) TableName() string { return "users" }

// The documentation's way from columns of text to columns of bytes. Text that is no
// UUID's becomes NULL, or an error in MySQL.
func TestTextToBytes(t *testing.T) {
	each(t, bytesServers, func(t *testing.T, p program) {
		db := p.open(t, &oldTeam{}, &oldUser{})
		team, other := uuid.NewV4(), uuid.NewV7()
		teamText, otherText := team.String(), strings.ToUpper(other.String())
		users := []oldUser{{ID: teamText, TeamID: &teamText}, {ID: otherText, TeamID: &otherText, Ref: new("none")}, {ID: uuid.Max().String(), Ref: new("")}}
		create(t, db, []oldTeam{{teamText}, {otherText}})
		create(t, db, &users)

		steps := map[string][]string{
			"mysql": {
				"ALTER TABLE users DROP FOREIGN KEY fk_users_team",
				"ALTER TABLE teams MODIFY id VARBINARY(36) NOT NULL",
				"UPDATE teams SET id = UNHEX(REPLACE(id, '-', ''))",
				"ALTER TABLE teams MODIFY id BINARY(16) NOT NULL",
				"ALTER TABLE users MODIFY id VARBINARY(36) NOT NULL, MODIFY team_id VARBINARY(36), MODIFY ref VARBINARY(36)",
				"UPDATE users SET id = UNHEX(REPLACE(id, '-', '')), team_id = UNHEX(REPLACE(team_id, '-', '')), ref = UNHEX(REPLACE(ref, '-', ''))",
				"ALTER TABLE users MODIFY id BINARY(16) NOT NULL, MODIFY team_id BINARY(16), MODIFY ref BINARY(16)",
			},
			"sqlite": {
				"PRAGMA defer_foreign_keys = ON",
				"UPDATE teams SET id = unhex(id, '-')",
				"UPDATE users SET id = unhex(id, '-'), team_id = unhex(team_id, '-'), ref = unhex(ref, '-')",
			},
		}[db.Name()]
		ok(t, db.Transaction(func(db *gorm.DB) error {
			for _, sql := range steps {
				err := db.Exec(sql).Error
				if err != nil && strings.Contains(err.Error(), "for function unhex") { // MySQL's
					db.Exec("UPDATE users SET ref = NULL WHERE ref = 'none'")
					err = db.Exec(sql).Error
				}
				if err != nil {
					return err
				}
			}
			return nil
		}))
		db = p.open(t, &newTeam{}, &newUser{})
		ok(t, db.AutoMigrate(&newTeam{}, &newUser{})) // again
		id := gormtype.UUID(other)
		gives(t, "First", db.First(&newUser{}, id), newUser{ID: id, TeamID: &id})
		gives(t, "NULL", db.Select("id").First(&newUser{}, "team_id IS NULL"), newUser{ID: gormtype.UUID(uuid.Max())})
		gives(t, "Joins", db.Joins("Team").First(&newUser{}, "`Team`.`id` = ?", id), newUser{ID: id, TeamID: &id, Team: &newTeam{id}})
		says(t, db, map[string]int{"mysql": 16, "sqlite": 0}[db.Name()], "SELECT length(ref) FROM users WHERE team_id IS NULL")
		var foreign []foreignUser
		if err := p.plugin(t).Find(&foreign, "team_id = ?", google.UUID(team)).Error; err != nil || len(foreign) != 1 || foreign[0].ID != google.UUID(team) {
			t.Errorf("with the plugin: got %v, %v", foreign, err)
		}
		// AutoMigrate has made the foreign key again.
		if err := db.Create(&newUser{ID: gormtype.UUID(uuid.NewV4()), TeamID: new(gormtype.UUID)}).Error; err == nil {
			t.Error("a team that does not exist: got no error")
		}
		affects(t, "Delete", db.Delete(&newTeam{}, gormtype.UUID(team)), 1)
		gives(t, "what is left", db.Model(&newUser{}).Order("id").Pluck("id", &[]gormtype.UUID{}), []gormtype.UUID{id, gormtype.UUID(uuid.Max())})
	})
}

type late struct {
	ID  int
	Ref *gormtype.GUID `gorm:"type:binary(16)"`
}

func (late) TableName() string { return "late" }

// SQLite takes any word for a type. A tag of another storage fails all the same, and
// says what to do; so does a reference of another form than its key.
func TestTypeTags(t *testing.T) {
	type textTag struct {
		ID gormtype.UUID `gorm:"type:char(36)"`
	}
	type stray struct {
		ID      int
		OwnerID gormtype.Text
		Owner   *Role
	}
	each(t, []string{"SQLite"}, func(t *testing.T, p program) {
		db := p.open(t)
		ok(t, db.Exec("CREATE TABLE late (id integer primary key)").Error)
		fails(t, "a table", db.AutoMigrate(&textTag{}), "gormtype.UUID is not stored as char: use gormtype.Text")
		fails(t, "a column", db.AutoMigrate(&late{}), "gormtype.GUID is not stored as binary: use gormtype.UUID")
		fails(t, "a reference", db.AutoMigrate(&stray{}), "use gormtype.UUID for stray.OwnerID, as for its key")
	})
}

// What AutoMigrate does with columns that are there already, in another form.
func TestMigrateExisting(t *testing.T) {
	type item struct {
		ID  gormtype.UUID
		Ref gormtype.UUID
	}
	type sized struct {
		ID gormtype.UUID `gorm:"size:36"`
	}
	each(t, append(mysqlServers, postgresServers...), func(t *testing.T, p program) {
		db := p.open(t)
		// A key is left alone, without an error, and other columns altered.
		ok(t, db.Exec("CREATE TABLE items (id char(36) PRIMARY KEY, ref char(36))").Error)
		err := db.AutoMigrate(&item{})
		columns, _ := db.Migrator().ColumnTypes("items")
		types := map[string]string{}
		for _, c := range columns {
			types[c.Name()] = c.DatabaseTypeName()
		}
		want := map[string]string{"id": "char", "ref": "binary"}
		if db.Name() == "postgres" {
			want = map[string]string{"id": "bpchar", "ref": "uuid"}
		}
		if err != nil || !maps.Equal(types, want) {
			t.Errorf("AutoMigrate: got %v, %v; want %v", types, err, want)
		}

		if db.Name() == "postgres" {
			return // its uuid has no length
		}
		for range 2 {
			logged(db)
			ok(t, db.AutoMigrate(&sized{}))
		}
		if !strings.Contains(strings.Join(logged(db), "\n"), "MODIFY COLUMN") {
			t.Error("size:36: a second AutoMigrate alters nothing: change the documentation")
		}
	})
}

// A tag of binary(16) on a column of blob, as of an older model: SQLite's rows stay.
func TestMigrateBlob(t *testing.T) {
	type item struct {
		ID  google.UUID  `gorm:"type:binary(16)"`
		Ref *google.UUID `gorm:"type:binary(16)"`
	}
	each(t, []string{"SQLite"}, func(t *testing.T, p program) {
		db := p.plugin(t)
		ok(t, db.Exec("CREATE TABLE items (id blob PRIMARY KEY, ref blob)").Error)
		id := google.New()
		ok(t, db.Exec("INSERT INTO items VALUES (?, ?)", id, id).Error)
		for range 2 {
			ok(t, db.AutoMigrate(&item{}))
			gives(t, "First", db.First(&item{}, id), item{id, &id})
			gives(t, "the other column", db.First(&item{}, "ref = ?", id), item{id, &id})
		}
	})
}

// AutoMigrate leaves the text of a column that becomes a UUID's to MariaDB, which
// cuts it where it is not strict.
func TestMigrateText(t *testing.T) {
	type item struct {
		ID  int
		Ref gormtype.UUID
	}
	each(t, []string{"MariaDB"}, func(t *testing.T, p program) {
		db := p.open(t)
		for mode, want := range map[string]string{"STRICT_TRANS_TABLES": "too long", "": "cut to 16 characters"} {
			db.Exec("SET sql_mode = '" + mode + "'")
			db.Exec("DROP TABLE IF EXISTS items")
			db.Exec("CREATE TABLE items (id bigint PRIMARY KEY, ref char(36))")
			db.Exec("INSERT INTO items VALUES (1, ?)", uuid.NewV4().String())
			err := db.AutoMigrate(&item{})
			if mode == "" && err == nil {
				err = db.First(&item{}, 1).Error
			}
			fails(t, "sql_mode "+mode, err, want)
		}
	})
}

type (
	googleBoss struct{ ID, BossID google.UUID }
	stdBoss    struct{ ID, BossID std.UUID }
	textBoss   struct {
		ID     std.UUID `gorm:"type:text"`
		BossID std.UUID `gorm:"type:text"`
	}
	longtextBoss struct {
		ID     std.UUID `gorm:"type:varchar(191)"`
		BossID std.UUID `gorm:"type:longtext"`
	}
)

func (googleBoss) TableName() string   { return "bosses" }
func (stdBoss) TableName() string      { return "bosses" }
func (textBoss) TableName() string     { return "bosses" }
func (longtextBoss) TableName() string { return "bosses" }

// A program moves from google's type to the standard library's, without a tag in its models: AutoMigrate makes bytes of the texts that
// are there, but for a key's. What docs/moving/to-std.md says to do leaves the columns as they are, and finds the rows; and its way back has the texts.
func TestMigrateStd(t *testing.T) {
	if !std.Present {
		t.Skip("Go 1.27 has the type")
	}
	each(t, nil, func(t *testing.T, p program) {
		columns := func(db *gorm.DB) (types string) {
			for _, c := range kit.Must(db.Migrator().ColumnTypes("bosses"))(t) {
				types += c.DatabaseTypeName() + " "
			}
			return strings.TrimSpace(types)
		}
		id, boss := google.New(), google.New()
		db := p.open(t, &googleBoss{})
		create(t, db, &googleBoss{id, boss})
		old, model, changed := columns(db), any(&textBoss{}), map[string]string{"postgres": "text bytea", "sqlite": "text blob"}[db.Name()]
		if db.Name() == "mysql" {
			model, changed = &longtextBoss{}, "varchar longblob"
		}

		db = p.open(t)
		ok(t, db.Use(gormtype.NewPlugin[gormtype.Text](gormtype.Native[std.UUID]())))
		fails(t, "no tag", gormtype.Check(db, &stdBoss{}), "stdBoss.BossID (uuid.UUID) is stored as a gormtype.Text")
		ok(t, gormtype.Check(db, model))
		ok(t, db.AutoMigrate(model))
		if got := columns(db); got != old {
			t.Errorf("with tags: got %s, want %s", got, old)
		}
		ok(t, db.Take(model, "id = ? AND boss_id = ?", std.UUID(id), std.UUID(boss)).Error)

		db = p.open(t, &stdBoss{})
		// On a new connection: GORM closes prepared statements in the background, and PostgreSQL refuses them since the types have changed.
		if got := columns(p.open(t)); got != changed {
			t.Errorf("without tags: got %s, want %s", got, changed)
		}
		if db.Name() == "postgres" {
			fails(t, "a join", db.Exec("SELECT 1 FROM bosses a JOIN bosses b ON a.id = b.boss_id").Error, "text = bytea")
			ok(t, db.Exec("ALTER TABLE bosses ALTER boss_id TYPE text USING convert_from(boss_id, 'UTF8')").Error)
		}
		if db = p.open(t, &googleBoss{}); db.Name() != "sqlite" {
			says(t, db, boss.String(), "SELECT boss_id FROM bosses")
		}
	})
}

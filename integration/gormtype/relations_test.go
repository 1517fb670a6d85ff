package gormtype_test

import (
	"database/sql"
	"sync"
	"testing"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/uuid"
)

type Role struct {
	ID   gormtype.UUID
	Name string
}

type (
	plainUser struct {
		ID    [16]byte    `gorm:"type:binary(16)"`
		Roles []plainRole `gorm:"many2many:plain_user_roles"`
	}
	plainRole struct {
		ID    [16]byte    `gorm:"type:binary(16)"`
		Users []plainUser `gorm:"many2many:plain_user_roles"`
	}
)

// A many2many that both sides declare is two schemas of one table.
func TestManyToMany(t *testing.T) {
	each(t, bytesServers, func(t *testing.T, p program) {
		db := p.plugin(t, &plainUser{}, &plainRole{})
		var users []plainUser
		for range 5 {
			users = append(users, plainUser{uuid.NewV4(), []plainRole{{ID: uuid.NewV4()}, {ID: uuid.NewV4()}}})
		}
		create(t, db, &users)
		for _, u := range users {
			roles := func() *gorm.Association { return db.Model(&plainUser{ID: u.ID}).Association("Roles") }
			var found []plainRole
			ok(t, roles().Find(&found))
			ok(t, roles().Delete(&u.Roles[0]))
			if n := roles().Count(); len(found) != 2 || n != 1 {
				t.Errorf("got %d roles, and %d after Delete; want 2 and 1", len(found), n)
			}
			var role plainRole
			if err := db.Preload("Users").First(&role, u.Roles[1].ID).Error; err != nil || len(role.Users) != 1 || role.Users[0].ID != u.ID {
				t.Errorf("Preload: got %v, %v", role.Users, err)
			}
		}
		says(t, db, 5, "SELECT count(*) FROM plain_user_roles WHERE length(plain_user_id) = 16 AND length(plain_role_id) = 16")
		says(t, db, 5, "SELECT count(*) FROM plain_user_roles")
	})
}

type (
	byteRole struct {
		ID     uint8
		Langs  []byteLang `gorm:"many2many:byte_role_langs"`
		People []bytePerson
	}
	byteLang struct {
		ID   uint
		Name string
	}
	bytePerson struct {
		ID         uint
		ByteRoleID sql.NullByte
	}
)

// Sixteen keys of a byte each are not a UUID.
func TestByteKeys(t *testing.T) {
	each(t, []string{"SQLite"}, func(t *testing.T, p program) {
		first := p.plugin(t, &byteRole{}, &byteLang{}, &bytePerson{})
		db := p.plugin(t) // knows none of the models
		roles := make([]byteRole, 16)
		for i := range roles {
			roles[i] = byteRole{ID: uint8(i + 1), Langs: []byteLang{{Name: "x"}}, People: []bytePerson{{}}}
		}
		for range 2 { // with 17 of them, too
			create(t, first.Clauses(clause.OnConflict{DoNothing: true}), &roles)
			var langs []byteLang
			ok(t, db.Model(&roles).Association("Langs").Find(&langs))
			var got []byteRole
			ok(t, db.Preload("Langs").Preload("People", "id < ?", 99).Find(&got).Error)
			if n := len(roles); len(langs) != n || len(got) != n || len(got[n-1].Langs) != 1 || len(got[n-1].People) != 1 {
				t.Errorf("got %d languages of %d, and %v", len(langs), n, got)
			}
			roles = append(roles, byteRole{ID: 17, Langs: []byteLang{{Name: "x"}}, People: []bytePerson{{}}})
		}
		ok(t, db.Model(&roles).Association("Langs").Clear())
		says(t, db, 0, "SELECT count(*) FROM byte_role_langs")
	})
}

type (
	nullBoss struct {
		ID      [16]byte   `gorm:"type:binary(16)"`
		Workers []nullWork `gorm:"foreignKey:BossID"`
	}
	nullWork struct {
		ID     uint
		BossID sql.Null[[16]byte] `gorm:"type:binary(16)"`
		Boss   *nullBoss
	}
)

// A foreign key of a null type without a Value finds its own key, and not that of another.
func TestNullKeys(t *testing.T) {
	each(t, bytesServers, func(t *testing.T, p program) {
		db := p.plugin(t, &nullBoss{}, &nullWork{})
		bosses := []nullBoss{{ID: uuid.NewV7()}, {ID: uuid.NewV7()}}
		create(t, db, &bosses)
		work := []nullWork{{BossID: sql.Null[[16]byte]{V: bosses[0].ID, Valid: true}}, {}, {BossID: sql.Null[[16]byte]{V: bosses[1].ID, Valid: true}}}
		create(t, db, &work)
		var got []nullWork
		ok(t, db.Preload("Boss").Order("id").Find(&got).Error)
		if len(got) != 3 || got[0].Boss == nil || got[0].Boss.ID != bosses[0].ID || got[1].Boss != nil || got[2].Boss == nil || got[2].Boss.ID != bosses[1].ID {
			t.Errorf("Preload of Boss: got %v", got)
		}
		var found []nullBoss
		if err := db.Model(&work).Association("Boss").Find(&found); err != nil || len(found) != 2 {
			t.Errorf("Association: got %v, %v", found, err)
		}
		ok(t, db.Preload("Workers").Order("id").Find(&found).Error)
		if len(found) != 2 || len(found[0].Workers) != 1 || len(found[1].Workers) != 1 || found[1].Workers[0].BossID.V != bosses[1].ID {
			t.Errorf("Preload of Workers: got %v", found)
		}
	})
}

type (
	plainTeam struct {
		ID      [16]byte      `gorm:"type:binary(16)"`
		Players []plainPlayer `gorm:"foreignKey:TeamID"`
	}
	plainPlayer struct {
		ID     [16]byte  `gorm:"type:binary(16)"`
		TeamID *[16]byte `gorm:"type:binary(16)"`
		Team   *plainTeam
	}
)

// The plugin learns of a model when the first statement needs it, in whatever
// goroutine that is.
func TestConcurrently(t *testing.T) {
	each(t, bytesServers, func(t *testing.T, p program) {
		db := p.plugin(t, &plainTeam{}, &plainPlayer{})
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				team := [16]byte(uuid.NewV7())
				player := [16]byte(uuid.NewV7())
				if err := db.Create(&plainTeam{ID: team, Players: []plainPlayer{{ID: player}}}).Error; err != nil {
					t.Error(err)
				}
				var got plainPlayer
				if err := db.Joins("Team").First(&got, player).Error; err != nil || got.ID != player || *got.TeamID != team || got.Team.ID != team {
					t.Errorf("got %v, %v; want the player of %x", got, err, team)
				}
				var whole plainTeam
				if err := db.Preload("Players").First(&whole, map[string]any{"id": team}).Error; err != nil || len(whole.Players) != 1 || whole.Players[0].ID != player {
					t.Errorf("got %v, %v; want the team of %x", whole, err, player)
				}
			})
		}
		wg.Wait()
	})
}

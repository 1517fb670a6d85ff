package gormtype_test

import (
	"sync"
	"testing"

	"gorm.io/gorm"

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

package gormtype_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/uuid"
)

// The models of an ordinary program.
type (
	Team struct {
		ID    gormtype.UUID
		Users []User
	}
	User struct {
		ID     gormtype.UUID
		Name   string
		TeamID *gormtype.UUID
		Team   *Team
		BossID gormtype.Null[gormtype.UUID]
		Boss   *User
		Roles  []Role `gorm:"many2many:user_roles"`
	}
	Role struct {
		ID   gormtype.UUID
		Name string
	}
)

// Relations by a key that may be NULL, and what a program does with them. Package
// matrix has all relations by other keys.
func TestAssociations(t *testing.T) {
	each(t, bytesServers, func(t *testing.T, p program) {
		db := p.open(t, &Team{}, &User{}, &Role{})
		roles := []Role{{newID(), "admin"}, {newID(), "guest"}}
		boss := User{ID: newID(), Name: "boss", Roles: roles}
		team := Team{ID: newID(), Users: []User{boss}}
		for n := range 9 {
			team.Users = append(team.Users, User{ID: newID(), Name: fmt.Sprint(n), BossID: gormtype.Null[gormtype.UUID]{UUID: boss.ID, Valid: true}, Roles: roles[1:]})
		}
		create(t, db, &[]Team{team, {ID: newID(), Users: []User{{ID: newID()}}}})
		for _, column := range []string{"users.id", "users.team_id", "users.boss_id", "teams.id", "roles.id", "user_roles.user_id", "user_roles.role_id"} {
			table, _, _ := strings.Cut(column, ".")
			says(t, db, 1, "SELECT count(*) > 0 AND count("+column+") = sum(length("+column+") = 16) FROM "+table)
		}
		var got Team
		affects(t, "Preload", db.Preload("Users.Roles").Preload("Users.Boss").Find(&got, team.ID), 1)
		for _, u := range got.Users {
			want := User{ID: u.ID, Name: u.Name, TeamID: &team.ID, BossID: gormtype.Null[gormtype.UUID]{UUID: boss.ID, Valid: true}, Boss: &User{ID: boss.ID, Name: "boss", TeamID: &team.ID}, Roles: roles[1:]}
			if u.Name == "boss" {
				want.BossID, want.Boss, want.Roles = gormtype.Null[gormtype.UUID]{}, nil, roles
			}
			slices.SortFunc(u.Roles, func(a, b Role) int { return strings.Compare(a.Name, b.Name) })
			if !reflect.DeepEqual(u, want) {
				t.Errorf("Preload: got %+v, want %+v", u, want)
			}
		}
		if len(got.Users) != 10 {
			t.Errorf("Preload: got %d users, want 10", len(got.Users))
		}
		user := team.Users[4]
		var joined User
		affects(t, "Joins", db.Joins("Team").Joins("Boss").First(&joined, user.ID), 1)
		if joined.ID != user.ID || joined.Team == nil || joined.Team.ID != team.ID || joined.Boss == nil || joined.Boss.ID != boss.ID {
			t.Errorf("Joins: got %+v", joined)
		}

		alone := map[string]any{"team_id": nil, "boss_id": gormtype.Null[gormtype.UUID]{}}
		affects(t, "Updates to NULL", db.Model(&User{ID: user.ID}).Updates(alone), 1)
		says(t, db, 1, "SELECT count(*) FROM users WHERE team_id IS NULL AND boss_id IS NULL AND name = '3'")
		affects(t, "Updates to a UUID", db.Model(&User{ID: user.ID}).Updates(map[string]any{"boss_id": boss.ID}), 1)
		affects(t, "First of the boss", db.First(&User{}, user.BossID.UUID), 1)
		affects(t, "Where", db.Where("boss_id = ?", boss.ID).Find(&[]User{}), 9)
		var renamed User
		affects(t, "FirstOrCreate", db.Where("name = ?", user.Name).Assign(User{Name: "renamed"}).FirstOrCreate(&renamed, User{ID: user.ID}), 1)
		says(t, db, 1, "SELECT count(*) FROM users WHERE name = 'renamed'")
		updated := map[string]int64{"sqlite": 1, "mysql": 2}[db.Name()] // MySQL counts an update twice
		affects(t, "upsert", db.Clauses(clause.OnConflict{UpdateAll: true}).Create(&User{ID: user.ID, Name: "upserted"}), updated)
		affects(t, "Save", db.Save(&User{ID: user.ID, Name: "saved"}), 1)
		says(t, db, 11, "SELECT count(*) FROM users")
	})
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

package gormtype_test

import (
	"fmt"
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
		BossID gormtype.NullUUID
		Boss   *User
		Roles  []Role `gorm:"many2many:user_roles"`
	}
	Role struct {
		ID   gormtype.UUID
		Name string
	}
)

// The relations of an ordinary program, which the database checks.
func TestAssociations(t *testing.T) {
	each(t, bytesServers, testAssociations)
}

func testAssociations(t *testing.T, p program) {
	db := p.open(t, &Team{}, &User{}, &Role{})
	roles := []Role{{newID(), "admin"}, {newID(), "guest"}}
	var teams []Team
	for i := range 20 {
		team := Team{ID: newID()}
		boss := User{ID: newID(), Name: fmt.Sprintf("boss %d", i), Roles: roles}
		team.Users = append(team.Users, boss)
		for j := range 9 {
			team.Users = append(team.Users, User{ID: newID(), Name: fmt.Sprintf("%d.%d", i, j),
				BossID: gormtype.NullUUID{UUID: boss.ID, Valid: true}, Roles: roles[1:]})
		}
		teams = append(teams, team)
	}
	create(t, db, &teams)
	for _, column := range []string{"users.id", "users.team_id", "teams.id", "roles.id", "user_roles.user_id", "user_roles.role_id"} {
		table, _, _ := strings.Cut(column, ".")
		says(t, db, 1, "SELECT count(*) > 0 AND count(*) = sum(length("+column+") = 16) FROM "+table)
	}

	var got []Team
	if err := db.Preload("Users.Roles").Preload("Users.Boss").Find(&got).Error; err != nil || len(got) != len(teams) {
		t.Fatalf("Preload: got %d teams, %v", len(got), err)
	}
	for _, team := range got {
		if len(team.Users) != 10 {
			t.Errorf("Preload: team %v has %d users, want 10", team.ID, len(team.Users))
		}
		for _, u := range team.Users {
			boss := strings.HasPrefix(u.Name, "boss")
			if u.TeamID == nil || *u.TeamID != team.ID || boss != (u.Boss == nil) || boss == u.BossID.Valid {
				t.Errorf("Preload: user %s has team %v and boss %v", u.Name, u.TeamID, u.Boss)
			}
			if !boss && (u.Boss.ID != u.BossID.UUID || *u.Boss.TeamID != team.ID) {
				t.Errorf("Preload: user %s has the boss %v", u.Name, u.Boss)
			}
			if boss && len(u.Roles) != 2 || !boss && len(u.Roles) != 1 {
				t.Errorf("Preload: user %s has %d roles", u.Name, len(u.Roles))
			}
		}
	}

	user := teams[3].Users[4]
	var joined User
	if err := db.Joins("Team").Joins("Boss").First(&joined, user.ID).Error; err != nil ||
		joined.ID != user.ID || joined.Team == nil || joined.Team.ID != teams[3].ID || joined.Boss == nil || joined.Boss.ID != teams[3].Users[0].ID {
		t.Errorf("Joins: got %+v, %v", joined, err)
	}

	assoc := func() *gorm.Association { return db.Model(&User{ID: user.ID}).Association("Roles") }
	for _, step := range []struct {
		name string
		run  func() error
		want []string
	}{
		{"Append", func() error { return assoc().Append(&roles[0]) }, []string{"admin", "guest"}},
		{"Delete", func() error { return assoc().Delete(&roles[1]) }, []string{"admin"}},
		{"Replace", func() error { return assoc().Replace(&roles[1]) }, []string{"guest"}},
		{"Clear", func() error { return assoc().Clear() }, nil},
	} {
		var names []string
		if err := step.run(); err != nil {
			t.Errorf("%s: %v", step.name, err)
		}
		var found []Role
		if err := assoc().Find(&found); err != nil {
			t.Errorf("%s: %v", step.name, err)
		}
		for _, r := range found {
			names = append(names, r.Name)
		}
		slices.Sort(names)
		if !slices.Equal(names, step.want) || assoc().Count() != int64(len(step.want)) {
			t.Errorf("%s: got %v, want %v", step.name, names, step.want)
		}
	}
	says(t, db, 20*11-1, "SELECT count(*) FROM user_roles")

	// The database itself checks that the foreign keys refer to a key.
	if err := db.Model(&User{ID: user.ID}).Update("team_id", newID()).Error; err == nil {
		t.Error("a team that does not exist: got no error")
	}
	if err := db.Model(&User{ID: user.ID}).Updates(map[string]any{"team_id": nil, "boss_id": gormtype.NullUUID{}}).Error; err != nil {
		t.Error(err)
	}
	var lonely User
	if err := db.First(&lonely, user.ID).Error; err != nil || lonely.TeamID != nil || lonely.BossID.Valid {
		t.Errorf("got %+v, %v; want neither team nor boss", lonely, err)
	}
	// The UUID of a Null type is an id like any other.
	boss := teams[3].Users[4].BossID.UUID
	if err := db.Model(&User{ID: user.ID}).Updates(map[string]any{"boss_id": boss}).Error; err != nil {
		t.Error(err)
	}
	affects(t, "First of the boss", db.First(&User{}, boss), 1)
	affects(t, "Where", db.Where("boss_id = ?", boss).Find(&[]User{}), 9)
	var seen int
	if err := db.FindInBatches(&[]User{}, 7, func(tx *gorm.DB, _ int) error {
		seen += int(tx.RowsAffected)
		return nil
	}).Error; err != nil || seen != 200 {
		t.Errorf("FindInBatches: got %d users, %v; want 200", seen, err)
	}
	if tx := db.Where("name = ?", user.Name).Assign(User{Name: "renamed"}).FirstOrCreate(&lonely, User{ID: user.ID}); tx.Error != nil || lonely.Name != "renamed" {
		t.Errorf("FirstOrCreate: got %+v, %v", lonely, tx.Error)
	}
	upsert := User{ID: user.ID, Name: "upserted"}
	updated := map[string]int64{"sqlite": 1, "mysql": 2}[db.Name()] // MySQL counts an update twice
	affects(t, "upsert", db.Clauses(clause.OnConflict{UpdateAll: true}).Create(&upsert), updated)
	affects(t, "Save", db.Save(&User{ID: user.ID, Name: "saved"}), 1)
	says(t, db, 200, "SELECT count(*) FROM users")
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
func TestManyToMany(t *testing.T) { each(t, bytesServers, testManyToMany) }

func testManyToMany(t *testing.T, p program) {
	db := p.plugin(t, &plainUser{}, &plainRole{})
	var users []plainUser
	for range 5 {
		users = append(users, plainUser{uuid.NewV4(), []plainRole{{ID: uuid.NewV4()}, {ID: uuid.NewV4()}}})
	}
	create(t, db, &users)
	for _, u := range users {
		user := plainUser{ID: u.ID}
		var roles []plainRole
		if err := db.Model(&user).Association("Roles").Find(&roles); err != nil || len(roles) != 2 {
			t.Errorf("Find: got %d roles, %v; want 2", len(roles), err)
		}
		if err := db.Model(&user).Association("Roles").Delete(&u.Roles[0]); err != nil {
			t.Errorf("Delete: %v", err)
		}
		if n := db.Model(&user).Association("Roles").Count(); n != 1 {
			t.Errorf("Count: got %d, want 1", n)
		}
		var role plainRole
		if err := db.Preload("Users").First(&role, u.Roles[1].ID).Error; err != nil || len(role.Users) != 1 || role.Users[0].ID != u.ID {
			t.Errorf("Preload: got %v, %v", role.Users, err)
		}
	}
	says(t, db, 5, "SELECT count(*) FROM plain_user_roles WHERE length(plain_user_id) = 16 AND length(plain_role_id) = 16")
	says(t, db, 5, "SELECT count(*) FROM plain_user_roles")
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
func TestConcurrently(t *testing.T) { each(t, bytesServers, testConcurrently) }

func testConcurrently(t *testing.T, p program) {
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
}

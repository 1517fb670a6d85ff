package matrix

import (
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/uuidkit/uuidkit/uuid"
)

// A gormOperation is a line of the table of operations: what a program does with
// GORM, and the checks of what came of it. What it calls of db is what the matrix
// says that a user writes.
type gormOperation struct {
	name string
	run  func(db *gorm.DB)
}

// operations are in the order of the report.
func (g *gormOf[K, Member, Role]) operations() []gormOperation {
	type (
		Team    = gormTeam[K]
		User    = gormUser[K]
		Badge   = gormBadge[K]
		Toy     = gormToy[K]
		Note    = gormNote[K]
		Pair    = gormPair[K]
		Contact = gormContact[K]
	)
	team0, team1 := g.team(0), g.team(1)
	return []gormOperation{
		// inserts
		{"Create", func(db *gorm.DB) {
			g.rows(db.Create(&User{ID: g.unused(0), N: 90, TeamID: &team0, Contact: Contact{Ref: &g.id}}), 1)
			g.holds("users", "id", "n = 90", g.unused(0))
			g.holds("users", "team_id", "n = 90", team0)
			g.holds("users", "contact_ref", "n = 90", g.id)
		}},
		{"Create of a slice", func(db *gorm.DB) {
			g.rows(db.Create(&[]User{{ID: g.unused(0), N: 90}, {ID: g.unused(1), N: 91, TeamID: &team0}}), 2)
			g.holds("users", "id", "n >= 90", g.unused(0), g.unused(1))
			g.count("users", "n = 90 AND team_id IS NULL", 1)
		}},
		{"CreateInBatches", func(db *gorm.DB) {
			g.rows(db.CreateInBatches(&[]Note{{ID: g.unused(0), N: 90}, {ID: g.unused(1), N: 91}, {ID: g.unused(2), N: 92}}, 2), 3)
			g.holds("notes", "id", "n >= 90", g.unused(0), g.unused(1), g.unused(2))
		}},
		{"Create of a map", func(db *gorm.DB) {
			g.rows(db.Model(&User{}).Create(map[string]any{"ID": g.unused(0), "N": 90, "TeamID": &team0}), 1)
			g.holds("users", "id", "n = 90", g.unused(0))
		}},
		{"Create with associations", func(db *gorm.DB) {
			g.rows(db.Create(&Team{ID: g.unused(0), Name: "new", Users: []User{{ID: g.unused(1), N: 90}}, Badge: &Badge{ID: g.unused(2), N: 90}, Toys: []Toy{{ID: g.unused(3), N: 90}}}), 1)
			g.holds("users", "team_id", "n = 90", g.unused(0))
			g.holds("badges", "team_id", "n = 90", g.unused(0))
			g.holds("toys", "owner_id", "n = 90", g.unused(0))
		}},
		{"upsert", func(db *gorm.DB) {
			g.must(db.Clauses(clause.OnConflict{UpdateAll: true}).Create(&[]Note{{ID: team0, N: 90}, {ID: g.unused(0), N: 91}}).Error)
			g.holds("notes", "id", "n >= 90", team0, g.unused(0))
			g.count("notes", "1 = 1", gormTeams+1)
		}},
		{"Save", func(db *gorm.DB) {
			g.must(db.Save(&User{ID: g.id, N: 7, TeamID: &team0}).Error)
			g.holds("users", "team_id", "n = 7", team0)
			g.count("users", "1 = 1", gormUsers)
		}},
		{"Save of a new row", func(db *gorm.DB) {
			g.must(db.Save(&User{ID: g.unused(0), N: 90}).Error)
			g.holds("users", "id", "n = 90", g.unused(0))
		}},
		{"FirstOrCreate", func(db *gorm.DB) {
			var old, x User
			tx := db.FirstOrCreate(&old, User{ID: g.id})
			if old.N != 7 || old.ID != g.id {
				g.rows(tx, 1)
				g.whole(old, 7)
			}
			g.rows(db.Where(User{ID: g.unused(0)}).Attrs(User{N: 90}).FirstOrCreate(&x), 1)
			g.holds("users", "id", "n = 90", g.unused(0))
		}},
		{"FirstOrInit, Attrs", func(db *gorm.DB) {
			var old, x User
			g.must(db.FirstOrInit(&old, map[string]any{"id": g.id}).Error)
			g.must(db.Where(User{ID: g.unused(0)}).Attrs(User{TeamID: &team0}).FirstOrInit(&x).Error)
			g.want(old.ID == g.id && old.N == 7 && x.ID == g.unused(0) && x.TeamID != nil && *x.TeamID == team0,
				"gives %s and %s", text(old.ID[:]), text(x.ID[:]))
		}},

		// conditions
		{"First(&x, id)", func(db *gorm.DB) { g.found(db.First(&g.x, g.id), 7) }},
		{"First(&x, &id)", func(db *gorm.DB) { g.found(db.First(&g.x, &g.id), 7) }},
		{"Take, Last", func(db *gorm.DB) {
			g.found(db.Take(&g.x, g.id), 7)
			g.found(db.Last(&g.x, g.id), 7)
		}},
		{"Find(&xs, ids)", func(db *gorm.DB) { g.foundBoth(db.Find(&g.xs, g.both)) }},
		{"Find(&xs, a, b)", func(db *gorm.DB) { g.foundBoth(db.Find(&g.xs, g.other, g.id)) }},
		{"First with the key set", func(db *gorm.DB) {
			g.x.ID = g.id
			g.found(db.First(&g.x), 7)
		}},
		{"id = ?", func(db *gorm.DB) { g.found(db.Where("id = ?", g.id).Take(&g.x), 7) }},
		{"id IN ?", func(db *gorm.DB) { g.foundBoth(db.Where("id IN ?", g.both).Find(&g.xs)) }},
		{"id IN (?), one id", func(db *gorm.DB) { g.found(db.Where("id IN (?)", g.id).Take(&g.x), 7) }},
		{"id IN (?), ids", func(db *gorm.DB) { g.foundBoth(db.Where("id IN (?)", g.both).Find(&g.xs)) }},
		{"pairs IN ?", func(db *gorm.DB) {
			g.foundBoth(db.Where("(id, team_id) IN ?", [][]any{{g.id, team1}, {g.other, g.team(0)}}).Find(&g.xs))
		}},
		{"named", func(db *gorm.DB) {
			g.found(db.Where("id = @id", sql.Named("id", g.id)).Take(&g.x), 7)
			g.found(db.Where("id = @id", map[string]any{"id": g.id}).Take(&g.x), 7)
			g.foundBoth(db.Where("id IN @ids", map[string]any{"ids": g.both}).Find(&g.xs))
		}},
		{"struct", func(db *gorm.DB) { g.found(db.Where(&User{ID: g.id, TeamID: &team1}).Take(&g.x), 7) }},
		{"map", func(db *gorm.DB) { g.found(db.Where(map[string]any{"id": g.id}).Take(&g.x), 7) }},
		{"map of ids", func(db *gorm.DB) { g.foundBoth(db.Where(map[string]any{"id": g.both}).Find(&g.xs)) }},
		{"Not, Or", func(db *gorm.DB) {
			var rest []User
			g.rows(db.Not(map[string]any{"id": g.id}).Find(&rest), gormUsers-1)
			g.foundBoth(db.Where("id = ?", g.id).Or(map[string]any{"id": g.other}).Find(&g.xs))
		}},
		{"column and value", func(db *gorm.DB) { g.found(db.Where("id", g.id).Take(&g.x), 7) }},
		{"clause", func(db *gorm.DB) {
			g.found(db.Where(clause.Eq{Column: clause.PrimaryColumn, Value: g.id}).Take(&g.x), 7)
		}},
		{"subquery", func(db *gorm.DB) {
			g.found(db.Where("id IN (?)", db.Model(&User{}).Select("id").Where("id = ?", g.id)).Take(&g.x), 7)
		}},
		{"Having", func(db *gorm.DB) {
			var n []int
			g.must(db.Model(&User{}).Select("count(*)").Group("team_id").Having("team_id = ?", team1).Scan(&n).Error)
			g.want(slices.Equal(n, []int{5}), "counts %v, not 5", n)
		}},
		{"Order, range", func(db *gorm.DB) {
			g.must(db.Where("id >= ? AND id <= ?", g.id, g.id).Order("id").Find(&g.xs).Error)
			g.want(len(g.xs) == 1 && g.xs[0].ID == g.id, "%d rows, not 1", len(g.xs))
		}},
		{"Raw", func(db *gorm.DB) { g.found(db.Raw("SELECT * FROM users WHERE id = ?", g.id).Scan(&g.x), 7) }},
		{"Exec", func(db *gorm.DB) { g.updated(db.Exec("UPDATE users SET team_id = ? WHERE id = ?", g.team(0), g.id)) }},

		// changes
		{"Update", func(db *gorm.DB) { g.updated(db.Model(&User{ID: g.id}).Update("team_id", team0)) }},
		{"Updates(struct)", func(db *gorm.DB) { g.updated(db.Model(&User{}).Where("id = ?", g.id).Updates(User{TeamID: &team0})) }},
		{"Updates(map)", func(db *gorm.DB) {
			g.updated(db.Model(&User{ID: g.id}).Updates(map[string]any{"team_id": team0, "contact_ref": &team0}))
		}},
		{"Updates, null", func(db *gorm.DB) {
			g.rows(db.Model(&User{ID: g.id}).Updates(map[string]any{"team_id": (*K)(nil), "contact_ref": nil}), 1)
			g.count("users", "n = 7 AND team_id IS NULL AND contact_ref IS NULL", 1)
		}},
		{"UpdateColumn of all", func(db *gorm.DB) {
			g.rows(db.Model(&User{}).Where("1 = 1").UpdateColumn("contact_ref", g.unused(0)), gormUsers)
			g.holds("users", "contact_ref", "n = 0", g.unused(0))
		}},
		{"Delete(&x, id)", func(db *gorm.DB) { g.deleted(db.Unscoped().Delete(&Note{}, team0), 1) }},
		{"Delete(&x, ids)", func(db *gorm.DB) { g.deleted(db.Unscoped().Delete(&Note{}, []K{team0, g.team(1)}), 2) }},
		{"Delete with the key set", func(db *gorm.DB) { g.deleted(db.Unscoped().Delete(&Note{ID: team0}), 1) }},
		{"Delete by map", func(db *gorm.DB) { g.deleted(db.Unscoped().Where(map[string]any{"id": team0}).Delete(&Note{}), 1) }},
		{"soft delete", func(db *gorm.DB) {
			g.rows(db.Delete(&Note{}, team0), 1)
			if err := db.First(&Note{}, "id = ?", team0).Error; !errors.Is(err, gorm.ErrRecordNotFound) {
				g.must(err)
				g.want(false, "finds the deleted row")
			}
			g.count("notes", "deleted_at IS NULL AND n > 0", gormTeams-1)
			g.count("notes", "deleted_at IS NOT NULL AND n = 0", 1)
		}},

		// reads
		{"Count", func(db *gorm.DB) {
			var n int64
			g.must(db.Model(&User{}).Where(map[string]any{"team_id": g.team(1)}).Count(&n).Error)
			g.want(n == 5, "counts %d rows, not 5", n)
		}},
		{"Pluck", func(db *gorm.DB) {
			var got []K
			g.must(db.Model(&User{}).Where("n IN (3, 7)").Order("n").Pluck("id", &got).Error)
			g.want(slices.Equal(got, g.both), "plucks %d ids, or others", len(got))
		}},
		{"Scan into a struct", func(db *gorm.DB) {
			var got []struct {
				N      int
				TeamID K
			}
			g.must(db.Model(&User{}).Where("n IN (3, 7)").Order("n").Scan(&got).Error)
			g.want(len(got) == 2 && got[0].TeamID == g.team(0) && got[1].TeamID == g.team(1), "scans %d rows, or others", len(got))
		}},
		{"Scan into a map", func(db *gorm.DB) {
			got := map[string]any{}
			g.must(db.Model(&User{}).Where("id = ?", g.id).Take(&got).Error)
			// The driver's own value, but it must be there.
			var id uuid.UUID
			var err error
			switch v := got["id"].(type) {
			case string:
				id, err = uuid.Parse(v)
			case []byte:
				id, err = uuid.FromBytes(v)
			case [16]byte:
				id = v
			case K:
				id = uuid.UUID(v)
			}
			g.want(err == nil && K(id) == g.id, "the id is a %T", got["id"])
		}},
		{"Rows, ScanRows", func(db *gorm.DB) {
			rows, err := db.Model(&User{}).Where("id = ?", g.id).Rows()
			g.must(err)
			defer rows.Close()
			for rows.Next() {
				g.must(db.ScanRows(rows, &g.x))
			}
			g.must(rows.Err())
			g.whole(g.x, 7)
		}},
		{"FindInBatches", func(db *gorm.DB) {
			var sum int
			each := func(_ *gorm.DB, batch int) error {
				g.want(batch <= gormUsers, "the batches do not end")
				for _, x := range g.xs {
					sum += 1 << x.N
				}
				return nil
			}
			g.must(db.FindInBatches(&g.xs, 3, each).Error)
			g.want(sum == 1<<gormUsers-1, "some rows never come, or twice")
		}},

		// relations
		{"embedded", func(db *gorm.DB) {
			g.rows(db.Where(&User{Contact: Contact{Ref: &team1}}).Find(&g.xs), 5)
			ref := g.xs[0].Contact.Ref
			g.want(ref != nil && *ref == team1, "reads another id")
		}},
		{"composite key", func(db *gorm.DB) {
			var p Pair
			g.rows(db.First(&p, "a = ? AND b = ?", team1, g.user(1)), 1)
			g.want(p.N == 1, "reads row %d, not 1", p.N)
			g.rows(db.Model(&p).Update("n", 90), 1)
			g.rows(db.Delete(&[]Pair{{A: g.team(2), B: g.user(2)}, {A: g.team(3), B: g.user(3)}}), 2)
			g.count("pairs", "n = 90", 1)
			g.count("pairs", "n IN (0, 90)", 2)
			g.count("pairs", "1 = 1", 2)
		}},
		{"belongs to", func(db *gorm.DB) {
			g.rows(db.Preload("Team").Find(&g.xs), gormUsers)
			for _, x := range g.xs {
				g.want(x.Team != nil && x.Team.ID == g.team(x.N/5) && x.Team.Name == fmt.Sprint("team ", x.N/5), "user %d has another team, or none", x.N)
			}
		}},
		{"has one", func(db *gorm.DB) {
			g.teamsHave(db.Preload("Badge").Order("name").Find(&g.teams), "Badge", func(i int, t Team) bool {
				return t.Badge != nil && t.Badge.N == i && t.Badge.TeamID == t.ID
			})
		}},
		{"has many", func(db *gorm.DB) {
			g.teamsHave(db.Preload("Users").Order("name").Find(&g.teams), "Users", func(i int, t Team) bool {
				return len(t.Users) == 5 && !slices.ContainsFunc(t.Users, func(x User) bool { return x.N/5 != i })
			})
		}},
		{"many to many", func(db *gorm.DB) {
			var members []Member
			g.rows(db.Preload("Roles").Find(&members), gormMembers)
			for _, m := range members {
				n := reflect.ValueOf(m).FieldByName("Roles").Len()
				g.want(n == 2, "a member has %d roles, not 2", n)
			}
		}},
		{"polymorphic", func(db *gorm.DB) {
			g.teamsHave(db.Preload("Toys").Order("name").Find(&g.teams), "Toys", func(i int, t Team) bool {
				return len(t.Toys) == 2 && t.Toys[0].N == i && t.Toys[1].N == i && t.Toys[0].OwnerID == t.ID
			})
		}},
		{"Preload with a condition", func(db *gorm.DB) {
			var t Team
			g.rows(db.Preload("Users", "id = ?", g.id).Preload("Badge", map[string]any{"team_id": team1}).First(&t, "name = ?", "team 1"), 1)
			g.want(len(t.Users) == 1 && t.Users[0].ID == g.id && t.Badge != nil && t.Badge.N == 1, "%d users, not 1, or no badge", len(t.Users))
		}},
		{"nested Preload", func(db *gorm.DB) {
			g.rows(db.Preload("Team.Users").Preload("Team.Toys").Find(&g.xs, "n > 14"), 5)
			t := g.xs[0].Team
			g.want(t != nil && t.ID == g.team(3) && len(t.Users) == 5 && len(t.Toys) == 2, "a team is not whole")
		}},
		{"Joins", func(db *gorm.DB) {
			g.rows(db.Joins("Team").Where("users.id = ?", g.id).Take(&g.x), 1)
			g.whole(g.x, 7)
			g.want(g.x.Team != nil && g.x.Team.ID == team1 && g.x.Team.Name == "team 1", "joins another team, or none")
		}},
		{"Joins with a condition", func(db *gorm.DB) {
			g.rows(db.Joins("Team", db.Where(&Team{ID: team1})).Joins("JOIN badges ON badges.team_id = users.team_id AND badges.team_id = ?", team1).Where("users.n = 7").Take(&g.x), 1)
			g.whole(g.x, 7)
			g.want(g.x.Team != nil && g.x.Team.ID == team1, "joins another team, or none")
		}},
		{"Association Append", func(db *gorm.DB) {
			g.must(db.Model(g.member(1)).Association("Roles").Append(g.role(2)))
			g.hasRoles(0, 1, 2)
		}},
		{"Association Find, Count", func(db *gorm.DB) {
			var found []Role
			g.must(db.Model(g.member(1)).Association("Roles").Find(&found))
			roles := db.Model(g.member(1)).Association("Roles")
			n := roles.Count()
			g.want(len(found) == 2 && n == 2, "finds %d roles, counts %d", len(found), n)
			g.must(roles.Error)
			g.hasRoles(0, 1)
		}},
		{"Association Delete", func(db *gorm.DB) {
			g.must(db.Model(g.member(1)).Association("Roles").Delete(g.role(0)))
			g.hasRoles(1)
		}},
		{"Association Replace", func(db *gorm.DB) {
			g.must(db.Model(g.member(1)).Association("Roles").Replace(g.role(2), g.role(1)))
			g.hasRoles(1, 2)
		}},
		{"Association Clear", func(db *gorm.DB) {
			g.must(db.Model(g.member(1)).Association("Roles").Clear())
			g.hasRoles()
		}},

		// sessions
		{"transaction, savepoint", func(db *gorm.DB) {
			undo := errors.New("undo")
			err := db.Transaction(func(tx *gorm.DB) error { // a savepoint, in a transaction
				g.rows(tx.Delete(&Note{}, "id = ?", g.team(0)), 1)
				return undo
			})
			if err != undo {
				g.must(err)
			}
			g.must(db.Transaction(func(tx *gorm.DB) error { return tx.Create(&Note{ID: g.unused(0), N: 90}).Error }))
			g.count("notes", "deleted_at IS NULL", gormTeams+1)
			g.holds("notes", "id", "n = 90", g.unused(0))
		}},
		{"prepared statements", func(db *gorm.DB) {
			db = db.Session(&gorm.Session{PrepareStmt: true})
			for i := range 3 {
				var n Note
				g.rows(db.First(&n, "id = ?", g.team(i)), 1)
				g.rows(db.Create(&Note{ID: g.unused(i), N: 90 + i}), 1)
			}
			g.holds("notes", "id", "n >= 90", g.unused(0), g.unused(1), g.unused(2))
		}},
		{"AutoMigrate again", func(db *gorm.DB) {
			// In the transaction, which a server that commits before it alters
			// would end.
			db, log := logged(db)
			g.must(db.AutoMigrate(g.models()...))
			for _, s := range log.sql {
				g.want(!strings.Contains(s, "ALTER") && !strings.Contains(s, "CREATE "), "%s", s)
			}
		}},
		{"log", func(db *gorm.DB) {
			db, log := logged(db)
			g.rows(db.Where("id = ?", g.id).Find(&User{}), 1)
			// What is logged can be run; SQLite's log has double quotes.
			query := log.sql[0]
			if db.Name() == "sqlite" {
				query = strings.ReplaceAll(query, `"`, "'")
			}
			g.found(db.Raw(query).Scan(&g.x), 7)
		}},
	}
}

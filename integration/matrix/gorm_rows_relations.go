package matrix

import (
	"reflect"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// preloads are Preload of what a model is related to.
func (g *gormOf[T]) preloads() []gormRow {
	type Team = gormTeam[T]
	return []gormRow{
		{"Preload, belongs to", once(func(db *gorm.DB) {
			g.affects(db.Preload("Team").Find(&g.xs), gormUsers)
			for _, x := range g.xs {
				g.hasTeam(x, x.N/5)
			}
		})},
		{"Preload, has one", once(func(db *gorm.DB) { g.teamsHave(db.Preload("Badge").Order("name").Find(&g.teams), "Badge", badgeOf) })},
		{"Preload, has many", once(func(db *gorm.DB) { g.teamsHave(db.Preload("Users").Order("name").Find(&g.teams), "Users", usersOf) })},
		{"Preload, polymorphic", once(func(db *gorm.DB) { g.teamsHave(db.Preload("Toys").Order("name").Find(&g.teams), "Toys", toysOf) })},
		{"Preload, many to many", once(func(db *gorm.DB) {
			members := reflect.New(reflect.SliceOf(g.member))
			g.affects(db.Preload("Roles").Find(members.Interface()), gormMembers)
			g.want(slices.Equal(rolesOf(members.Elem()), []int{2, 2, 2, 2}), "members have %d roles", rolesOf(members.Elem()))
		})},
		{"Preload, many to many, a condition", g.inline(func(db *gorm.DB, v any) {
			members := reflect.New(reflect.SliceOf(g.member))
			g.affects(db.Preload("Roles", "id <> ? AND n = 1", v).Find(members.Interface()), gormMembers)
			g.want(slices.Equal(rolesOf(members.Elem()), []int{1, 1, 1, 1}), "members have %d roles", rolesOf(members.Elem()))
		})},
		{"Preload, many to many, a map", g.inline(func(db *gorm.DB, v any) {
			members := reflect.New(reflect.SliceOf(g.member))
			g.affects(db.Preload("Roles", map[string]any{"id": v}).Find(members.Interface()), gormMembers)
			g.want(slices.Equal(rolesOf(members.Elem()), []int{0, 0, 0, 0}), "members have %d roles", rolesOf(members.Elem()))
		})},
		{"Preload of all", once(func(db *gorm.DB) {
			g.teamsHave(db.Preload(clause.Associations).Order("name").Find(&g.teams), "Toys", func(i int, t Team) bool { return toysOf(i, t) && usersOf(i, t) && badgeOf(i, t) })
		})},
		{"Preload, nested", once(func(db *gorm.DB) {
			g.affects(db.Preload("Team.Users").Preload("Team.Toys").Find(&g.xs, "n > 14"), 5)
			g.hasTeam(g.xs[0], 3)
			g.want(toysOf(3, *g.xs[0].Team) && usersOf(3, *g.xs[0].Team), "a team is not whole")
		})},
	}
}

// preloadsOfSome are Preload with conditions.
func (g *gormOf[T]) preloadsOfSome() []gormRow {
	type Team = gormTeam[T]
	return []gormRow{
		{"Preload, a condition", g.one(func(db *gorm.DB, v any) {
			g.teamsHave(db.Preload("Users", "id = ?", v).Order("name").Find(&g.teams), "Users", func(i int, t Team) bool {
				return i == 1 && len(t.Users) == 1 && t.Users[0].ID == g.id || len(t.Users) == 0
			})
		})},
		{"Preload, a map", g.first(func(db *gorm.DB, v any) {
			g.teamsHave(db.Preload("Badge", map[string]any{"team_id": v}).Order("name").Find(&g.teams), "Badge", func(i int, t Team) bool { return badgeOf(i, t) == (i == 0) })
		})},
		{"Preload, inline ids", g.inlines(func(db *gorm.DB, vs any) {
			g.teamsHave(db.Preload("Users", vs).Order("name").Find(&g.teams), "Users", func(i int, t Team) bool { return len(t.Users) == []int{1, 1, 0, 0}[i] })
		})},
		{"Preload, a function", g.one(func(db *gorm.DB, v any) {
			only := func(db *gorm.DB) *gorm.DB { return db.Where("users.id = ?", v) }
			g.teamsHave(db.Preload("Users", only).Order("name").Find(&g.teams), "Users", func(i int, t Team) bool { return len(t.Users) == []int{0, 1, 0, 0}[i] })
		})},
	}
}

// joinsOfRelations are Joins with the name of a relation.
func (g *gormOf[T]) joinsOfRelations() []gormRow {
	type Team = gormTeam[T]
	return []gormRow{
		{"Joins, belongs to", g.one(func(db *gorm.DB, v any) {
			g.affects(db.Joins("Team").Where("users.id = ?", v).Take(&g.x), 1)
			g.whole(g.x, 7)
			g.hasTeam(g.x, 1)
		})},
		{"Joins, has one", once(func(db *gorm.DB) { g.teamsHave(db.Joins("Badge").Order("name").Find(&g.teams), "Badge", badgeOf) })},
		{"Joins, nested", once(func(db *gorm.DB) {
			g.affects(db.Joins("Team").Joins("Team.Badge").Where("users.n = 7").Take(&g.x), 1)
			g.hasTeam(g.x, 1)
			g.want(badgeOf(1, *g.x.Team), "the team has another badge, or none")
		})},
		{"Joins, struct", once(func(db *gorm.DB) {
			g.affects(db.Joins("Team", db.Where(&Team{ID: g.id1})).Where("users.n = 7").Take(&g.x), 1)
			g.whole(g.x, 7)
			g.hasTeam(g.x, 1)
		})},
		{"Joins, a condition", g.first(func(db *gorm.DB, v any) {
			g.affects(db.Joins("Team", db.Where(map[string]any{"id": v})).Order("n").Find(&g.xs), gormUsers)
			g.hasTeam(g.xs[0], 0)
			g.want(g.xs[7].Team == nil, "joins another team")
		})},
		{"InnerJoins", g.first(func(db *gorm.DB, v any) {
			g.finds(db.InnerJoins("Team", db.Where(map[string]any{"id": v})).Find(&g.xs), 5)
			g.hasTeam(g.xs[0], 0)
		})},
		{"column of a joined table", g.first(func(db *gorm.DB, v any) {
			g.finds(db.Joins("Team").Where(clause.Eq{Column: clause.Column{Table: "Team", Name: "id"}, Value: v}).Find(&g.xs), 5)
		})},
	}
}

// associations are the methods of Association that read.
func (g *gormOf[T]) associations() []gormRow {
	type (
		Team = gormTeam[T]
		User = gormUser[T]
	)
	return []gormRow{
		{"Association, Find", g.first(func(db *gorm.DB, v any) {
			g.must(db.Model(&Team{ID: g.id1}).Association("Users").Find(&g.xs))
			g.want(len(g.xs) == 5, "finds %d users", len(g.xs))
			var found Team
			g.must(db.Model(&User{ID: g.other, TeamID: &g.id0}).Association("Team").Find(&found, "id = ?", v))
			g.want(found.ID == g.id0, "finds another team, or none")
		})},
		{"Association, Find with an id", g.inline(func(db *gorm.DB, v any) {
			g.must(db.Model(&Team{ID: g.id1}).Association("Users").Find(&g.xs, v))
			g.want(len(g.xs) == 1 && g.xs[0].ID == g.id, "finds %d users", len(g.xs))
		})},
		{"Association, Count", once(func(db *gorm.DB) {
			users, roles := db.Model(&Team{ID: g.id1}).Association("Users"), db.Model(g.Member(1)).Association("Roles")
			g.want(users.Count() == 5 && roles.Count() == 2, "counts %d users, %d roles", users.Count(), roles.Count())
			g.must(users.Error)
			g.must(roles.Error)
		})},
	}
}

// manyToMany are the methods of Association on a table of pairs.
func (g *gormOf[T]) manyToMany() []gormRow {
	return []gormRow{
		{"Association, many to many, Append", once(func(db *gorm.DB) {
			g.must(db.Model(g.Member(1)).Association("Roles").Append(g.Role(2)))
			g.hasRoles(0, 1, 2)
		})},
		{"Association, many to many, Find", once(func(db *gorm.DB) {
			found := reflect.New(reflect.SliceOf(g.role))
			g.must(db.Model(g.Member(1)).Association("Roles").Find(found.Interface()))
			g.want(found.Elem().Len() == 2, "finds %d roles", found.Elem().Len())
		})},
		{"Association, many to many, Delete", once(func(db *gorm.DB) {
			g.must(db.Model(g.Member(1)).Association("Roles").Delete(g.Role(0)))
			g.hasRoles(1)
		})},
		{"Association, many to many, Replace", once(func(db *gorm.DB) {
			g.must(db.Model(g.Member(1)).Association("Roles").Replace(g.Role(2), g.Role(1)))
			g.hasRoles(1, 2)
		})},
		{"Association, many to many, Clear", once(func(db *gorm.DB) {
			g.must(db.Model(g.Member(1)).Association("Roles").Clear())
			g.hasRoles()
		})},
	}
}

// associationChanges are the methods of Association that write foreign keys.
func (g *gormOf[T]) associationChanges() []gormRow {
	type (
		Team  = gormTeam[T]
		User  = gormUser[T]
		Badge = gormBadge[T]
		Toy   = gormToy[T]
	)
	return []gormRow{
		{"Association, has many, Append", once(func(db *gorm.DB) {
			g.must(db.Model(&Team{ID: g.id0}).Association("Users").Append(&User{ID: g.id, N: 7}, &User{ID: g.unused[0], N: 90}))
			g.holds("users", "team_id", "n IN (7, 90)", g.id0, g.id0)
		})},
		{"Association, has many, Replace", once(func(db *gorm.DB) {
			g.must(db.Model(&Team{ID: g.id0}).Association("Users").Replace(&User{ID: g.id, N: 7}))
			g.holds("users", "team_id", "n IN (6, 7)", g.id1, g.id0)
			g.count("users", "team_id IS NULL", 5)
		})},
		{"Association, has many, Delete", once(func(db *gorm.DB) {
			g.must(db.Model(&Team{ID: g.id1}).Association("Users").Delete(&User{ID: g.id}))
			g.count("users", "team_id IS NULL AND n = 7", 1)
			g.count("users", "team_id IS NULL", 1)
		})},
		{"Association, has many, Clear", once(func(db *gorm.DB) {
			g.must(db.Model(&Team{ID: g.id1}).Association("Users").Clear())
			g.count("users", "team_id IS NULL AND n BETWEEN 5 AND 9", 5)
			g.count("users", "team_id IS NULL", 5)
		})},
		{"Association, has many, Unscoped", once(func(db *gorm.DB) {
			g.must(db.Model(&Team{ID: g.id1}).Association("Users").Unscoped().Delete(&User{ID: g.id}))
			g.count("users", "n = 7", 0)
			g.count("users", "1 = 1", gormUsers-1)
		})},
		{"Association, has one, Replace", once(func(db *gorm.DB) {
			g.must(db.Delete(&Badge{}, "n = 0").Error)
			g.must(db.Model(&Team{ID: g.id0}).Association("Badge").Replace(&Badge{ID: g.unused[0], N: 90}))
			g.holds("badges", "team_id", "n = 90", g.id0)
		})},
		{"Association, belongs to, Replace", once(func(db *gorm.DB) {
			g.must(db.Model(&User{ID: g.id}).Association("Team").Replace(&Team{ID: g.id0, Name: "team 0"}))
			g.holds("users", "team_id", "n IN (6, 7)", g.id1, g.id0)
		})},
		{"Association, belongs to, Clear", once(func(db *gorm.DB) {
			g.must(db.Model(&User{ID: g.id, TeamID: &g.id1}).Association("Team").Clear())
			g.count("users", "team_id IS NULL AND n = 7", 1)
			g.count("users", "team_id IS NULL", 1)
		})},
		{"Association, polymorphic, Append", once(func(db *gorm.DB) {
			g.must(db.Model(&Team{ID: g.id1}).Association("Toys").Append(&Toy{ID: g.unused[0], N: 90}))
			g.holds("toys", "owner_id", "n = 90 AND owner_type = 'teams'", g.id1)
		})},
		{"Association of models", once(func(db *gorm.DB) {
			g.must(db.Model(&[]Team{{ID: g.id0}, {ID: g.id1}}).Association("Users").Find(&g.xs))
			g.want(len(g.xs) == 10, "finds %d users", len(g.xs))
		})},
		{"Select of an association, Delete", once(func(db *gorm.DB) {
			g.affects(db.Select("Roles").Delete(g.Member(1)), 1)
			g.count("member_roles", "1 = 1", 2*(gormMembers-1))
		})},
	}
}

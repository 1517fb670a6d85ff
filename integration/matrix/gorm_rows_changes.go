package matrix

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// made checks that there is a user 90 now, of the team 0.
func (g *gormOf[T]) made(tx *gorm.DB) {
	g.affects(tx, 1)
	g.holds("users", "id", "n = 90", g.unused[0])
	g.holds("users", "team_id", "n = 90", g.id0)
	g.count("users", "1 = 1", gormUsers+1)
}

// creates are inserts into one table.
func (g *gormOf[T]) creates() []gormRow {
	type (
		Team = gormTeam[T]
		User = gormUser[T]
		Note = gormNote[T]
		Pair = gormPair[T]
	)
	new0, new1, new2 := g.unused[0], g.unused[1], g.unused[2]
	return []gormRow{
		{"Create", once(func(db *gorm.DB) {
			g.made(db.Create(&User{ID: new0, N: 90, TeamID: &g.id0, Contact: gormContact[T]{Ref: &g.id}}))
			g.holds("users", "contact_ref", "n = 90", g.id)
		})},
		{"Create of a slice", once(func(db *gorm.DB) {
			g.affects(db.Create(&[]User{{ID: new0, N: 90}, {ID: new1, N: 91, TeamID: &g.id0}}), 2)
			g.holds("users", "id", "n >= 90", new0, new1)
			g.count("users", "n = 90 AND team_id IS NULL", 1)
		})},
		{"Create of pointers", once(func(db *gorm.DB) {
			g.affects(db.Create([]*Note{{ID: new0, N: 90}, {ID: new1, N: 91}}), 2)
			g.holds("notes", "id", "n >= 90", new0, new1)
		})},
		{"Create of a composite key", once(func(db *gorm.DB) {
			g.affects(db.Create(&Pair{A: new0, B: new1, N: 90}), 1)
			g.holds("pairs", "a", "n = 90", new0)
			g.holds("pairs", "b", "n = 90", new1)
		})},
		{"CreateInBatches", once(func(db *gorm.DB) {
			g.affects(db.CreateInBatches(&[]Note{{ID: new0, N: 90}, {ID: new1, N: 91}, {ID: new2, N: 92}}, 2), 3)
			g.holds("notes", "id", "n >= 90", new0, new1, new2)
		})},
		{"Create of a map", g.first(func(db *gorm.DB, v any) {
			g.made(db.Model(&User{}).Create(map[string]any{"ID": new0, "N": 90, "TeamID": v}))
		})},
		{"Create of maps", g.first(func(db *gorm.DB, v any) {
			g.affects(db.Model(&User{}).Create(&[]map[string]any{{"id": new0, "n": 90, "team_id": v}, {"id": new1, "n": 91, "team_id": nil}}), 2)
			g.holds("users", "id", "n >= 90", new0, new1)
			g.holds("users", "team_id", "n = 90", g.id0)
		})},
		{"Create, an expression", g.first(func(db *gorm.DB, v any) {
			g.made(db.Model(&User{}).Create(map[string]any{"id": new0, "n": 90, "team_id": gorm.Expr("(?)", v)}))
		})},
		{"Create, Select", once(func(db *gorm.DB) {
			g.affects(db.Select("ID", "N").Create(&User{ID: new0, N: 90, TeamID: &g.id0}), 1)
			g.holds("users", "id", "n = 90 AND team_id IS NULL", new0)
		})},
		{"Create, Omit", once(func(db *gorm.DB) {
			g.made(db.Omit("Contact", clause.Associations).Create(&User{ID: new0, N: 90, TeamID: &g.id0, Team: &Team{ID: new1}}))
			g.count("teams", "1 = 1", gormTeams)
		})},
		{"Create, Returning", once(func(db *gorm.DB) {
			g.only("postgres", "sqlite")
			x := User{ID: new0, N: 90, TeamID: &g.id0}
			g.made(db.Clauses(clause.Returning{}).Create(&x))
			g.want(x.ID == new0 && *x.TeamID == g.id0, "returns another id")
		})},
	}
}

// createsOfRelated are inserts into several.
func (g *gormOf[T]) createsOfRelated() []gormRow {
	type (
		Team  = gormTeam[T]
		User  = gormUser[T]
		Badge = gormBadge[T]
		Toy   = gormToy[T]
	)
	new0, new1, new2 := g.unused[0], g.unused[1], g.unused[2]
	return []gormRow{
		{"Create with associations", once(func(db *gorm.DB) {
			g.affects(db.Create(&Team{ID: new0, Name: "new", Users: []User{{ID: new1, N: 90}}, Badge: &Badge{ID: new2, N: 90}, Toys: []Toy{{ID: g.unused[3], N: 90}}}), 1)
			g.holds("users", "team_id", "n = 90", new0)
			g.holds("badges", "team_id", "n = 90", new0)
			g.holds("toys", "owner_id", "n = 90", new0)
		})},
		{"Create of what it belongs to", once(func(db *gorm.DB) {
			g.affects(db.Create(&User{ID: new0, N: 90, Team: &Team{ID: new1, Name: "new"}}), 1)
			g.holds("users", "team_id", "n = 90", new1)
			g.count("teams", "1 = 1", gormTeams+1)
		})},
		{"FullSaveAssociations", once(func(db *gorm.DB) {
			g.must(db.Session(&gorm.Session{FullSaveAssociations: true}).Save(&Team{ID: g.id0, Name: "team 0", Badge: &Badge{ID: g.key(gormRowIDs[40]), N: 90}}).Error)
			g.holds("badges", "team_id", "n = 90", g.id0)
			g.count("badges", "1 = 1", gormTeams)
		})},
	}
}

// upserts are inserts of what may be there.
func (g *gormOf[T]) upserts() []gormRow {
	type (
		User = gormUser[T]
		Note = gormNote[T]
	)
	new0 := g.unused[0]
	return []gormRow{
		{"OnConflict, UpdateAll", once(func(db *gorm.DB) {
			g.must(db.Clauses(clause.OnConflict{UpdateAll: true}).Create(&[]Note{{ID: g.id0, N: 90}, {ID: new0, N: 91}}).Error)
			g.holds("notes", "id", "n >= 90", g.id0, new0)
			g.count("notes", "1 = 1", gormTeams+1)
		})},
		{"OnConflict, DoNothing", once(func(db *gorm.DB) {
			g.must(db.Clauses(clause.OnConflict{DoNothing: true}).Create(&[]Note{{ID: g.id0, N: 90}, {ID: new0, N: 91}}).Error)
			g.holds("notes", "id", "n >= 90", new0)
			g.count("notes", "1 = 1", gormTeams+1)
		})},
		{"OnConflict, Assignments", g.first(func(db *gorm.DB, v any) {
			assign := clause.Assignments(map[string]any{"team_id": v})
			g.must(db.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, DoUpdates: assign}).Create(&User{ID: g.id, N: 90}).Error)
			g.holds("users", "team_id", "n = 7", g.id0)
		})},
		{"OnConflict, AssignmentColumns", once(func(db *gorm.DB) {
			assign := clause.AssignmentColumns([]string{"team_id"})
			g.must(db.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, DoUpdates: assign}).Create(&User{ID: g.id, N: 90, TeamID: &g.id0}).Error)
			g.holds("users", "team_id", "n = 7", g.id0)
		})},
		{"OnConflict, Where", g.one(func(db *gorm.DB, v any) {
			g.only("postgres", "sqlite")
			where := clause.Where{Exprs: []clause.Expression{gorm.Expr("users.id = ?", v)}}
			g.must(db.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, UpdateAll: true, Where: where}).
				Create(&[]User{{ID: g.id, N: 90, TeamID: &g.id0}, {ID: g.other, N: 91}}).Error)
			g.holds("users", "team_id", "n >= 90", g.id0)
		})},
		{"Save", once(func(db *gorm.DB) {
			g.changed(db.Save(&User{ID: g.id, N: 7, TeamID: &g.id0}))
			g.count("users", "1 = 1", gormUsers)
		})},
		{"Save of a new row", once(func(db *gorm.DB) { g.made(db.Save(&User{ID: new0, N: 90, TeamID: &g.id0})) })},
		{"Save of a slice", once(func(db *gorm.DB) {
			g.must(db.Save(&[]User{{ID: g.id, N: 90, TeamID: &g.id0}, {ID: new0, N: 91}}).Error)
			g.holds("users", "id", "n >= 90", g.id, new0)
			g.count("users", "1 = 1", gormUsers+1)
		})},
	}
}

// firstOrCreates are FirstOrCreate.
func (g *gormOf[T]) firstOrCreates() []gormRow {
	type User = gormUser[T]
	new0 := g.unused[0]
	return []gormRow{
		{"FirstOrCreate, found", once(func(db *gorm.DB) {
			g.must(db.FirstOrCreate(&g.x, User{ID: g.id}).Error)
			g.whole(g.x, 7)
			g.count("users", "1 = 1", gormUsers)
		})},
		{"FirstOrCreate, struct", once(func(db *gorm.DB) { g.made(db.FirstOrCreate(&g.x, User{ID: new0, N: 90, TeamID: &g.id0})) })},
		{"FirstOrCreate, map", g.first(func(db *gorm.DB, v any) {
			g.made(db.FirstOrCreate(&g.x, map[string]any{"id": new0, "n": 90, "team_id": v}))
		})},
		{"FirstOrCreate, Attrs struct", once(func(db *gorm.DB) {
			g.made(db.Where(User{ID: new0, N: 90}).Attrs(User{TeamID: &g.id0}).FirstOrCreate(&g.x))
		})},
		{"FirstOrCreate, Attrs pair", g.first(func(db *gorm.DB, v any) {
			g.made(db.Where(User{ID: new0, N: 90}).Attrs("team_id", v).FirstOrCreate(&g.x))
		})},
		{"FirstOrCreate, Attrs map", g.first(func(db *gorm.DB, v any) {
			g.made(db.Where(User{ID: new0, N: 90}).Attrs(map[string]any{"team_id": v}).FirstOrCreate(&g.x))
		})},
		{"FirstOrCreate, Assign struct", once(func(db *gorm.DB) {
			g.changed(db.Where(User{ID: g.id}).Assign(User{TeamID: &g.id0}).FirstOrCreate(&g.x))
			g.x = User{}
			g.made(db.Where(User{ID: new0, N: 90}).Assign(User{TeamID: &g.id0}).FirstOrCreate(&g.x))
		})},
		{"FirstOrCreate, Assign pair", g.first(func(db *gorm.DB, v any) {
			g.changed(db.Where(User{ID: g.id}).Assign("team_id", v).FirstOrCreate(&g.x))
			g.x = User{}
			g.made(db.Where(User{ID: new0, N: 90}).Assign("team_id", v).FirstOrCreate(&g.x))
		})},
		{"FirstOrCreate, Assign map", g.first(func(db *gorm.DB, v any) {
			g.changed(db.Where(User{ID: g.id}).Assign(map[string]any{"team_id": v}).FirstOrCreate(&g.x))
			g.x = User{}
			g.made(db.Where(User{ID: new0, N: 90}).Assign(map[string]any{"team_id": v}).FirstOrCreate(&g.x))
		})},
	}
}

// firstOrInits are FirstOrInit.
func (g *gormOf[T]) firstOrInits() []gormRow {
	type User = gormUser[T]
	new0 := g.unused[0]
	// initial checks that x has this id and the team 0, which nothing has stored.
	initial := func(tx *gorm.DB, id T, n int) {
		g.must(tx.Error)
		g.want(g.x.ID == id && g.x.N == n && g.x.TeamID != nil && *g.x.TeamID == g.id0, "gives another id, or none")
		g.count("users", "1 = 1", gormUsers)
		g.holds("users", "team_id", "n = 7", g.id1)
	}
	return []gormRow{
		{"FirstOrInit", g.first(func(db *gorm.DB, v any) {
			g.must(db.FirstOrInit(&g.x, map[string]any{"id": g.id}).Error)
			g.whole(g.x, 7)
			g.x = User{}
			g.must(db.FirstOrInit(&g.x, map[string]any{"id": new0, "team_id": v}).Error)
			g.want(g.x.ID == new0 && g.x.TeamID != nil && *g.x.TeamID == g.id0, "gives another id, or none")
			g.count("users", "1 = 1", gormUsers)
		})},
		{"FirstOrInit, Attrs struct", once(func(db *gorm.DB) {
			initial(db.Where(User{ID: new0}).Attrs(User{TeamID: &g.id0}).FirstOrInit(&g.x), new0, 0)
		})},
		{"FirstOrInit, Attrs pair", g.first(func(db *gorm.DB, v any) {
			initial(db.Where(User{ID: new0}).Attrs("team_id", v).FirstOrInit(&g.x), new0, 0)
		})},
		{"FirstOrInit, Attrs map", g.first(func(db *gorm.DB, v any) {
			initial(db.Where(User{ID: new0}).Attrs(map[string]any{"team_id": v}).FirstOrInit(&g.x), new0, 0)
		})},
		{"FirstOrInit, Assign struct", once(func(db *gorm.DB) {
			initial(db.Where(User{ID: g.id}).Assign(User{TeamID: &g.id0}).FirstOrInit(&g.x), g.id, 7)
		})},
		{"FirstOrInit, Assign pair", g.first(func(db *gorm.DB, v any) {
			initial(db.Where(User{ID: g.id}).Assign("team_id", v).FirstOrInit(&g.x), g.id, 7)
		})},
		{"FirstOrInit, Assign map", g.first(func(db *gorm.DB, v any) {
			initial(db.Where(User{ID: g.id}).Assign(map[string]any{"team_id": v}).FirstOrInit(&g.x), g.id, 7)
		})},
	}
}

// updates are updates and saves.
func (g *gormOf[T]) updates() []gormRow {
	type User = gormUser[T]
	return []gormRow{
		{"Update", g.first(func(db *gorm.DB, v any) { g.changed(db.Model(&User{ID: g.id}).Update("team_id", v)) })},
		{"Update by id", g.one(func(db *gorm.DB, v any) { g.changed(db.Model(&User{}).Where("id = ?", v).Update("team_id", g.id0)) })},
		{"Update, an expression", g.first(func(db *gorm.DB, v any) {
			g.changed(db.Model(&User{ID: g.id}).Update("team_id", gorm.Expr("COALESCE(?, team_id)", v)))
		})},
		{"Update, CASE", g.one(func(db *gorm.DB, v any) {
			g.must(db.Model(&User{}).Where("n < 10").Update("team_id", gorm.Expr("CASE id WHEN ? THEN ? ELSE team_id END", v, g.id0)).Error)
			g.holds("users", "team_id", "n BETWEEN 5 AND 9", g.id1, g.id1, g.id0, g.id1, g.id1)
		})},
		{"Update of models", once(func(db *gorm.DB) {
			g.affects(db.Model(&[]User{{ID: g.id}, {ID: g.user(8)}}).Update("team_id", g.id0), 2)
			g.holds("users", "team_id", "n BETWEEN 7 AND 9", g.id0, g.id0, g.id1)
		})},
		{"Update, Returning", g.first(func(db *gorm.DB, v any) {
			g.only("postgres", "sqlite")
			g.changed(db.Model(&g.xs).Clauses(clause.Returning{}).Where("id = ?", g.id).Update("team_id", v))
			g.want(len(g.xs) == 1 && g.xs[0].ID == g.id && *g.xs[0].TeamID == g.id0, "returns another row")
		})},
		{"Updates, struct", g.one(func(db *gorm.DB, v any) {
			g.changed(db.Model(&User{}).Where("id = ?", v).Updates(User{TeamID: &g.id0}))
		})},
		{"Updates, map", g.first(func(db *gorm.DB, v any) {
			g.changed(db.Model(&User{ID: g.id}).Updates(map[string]any{"team_id": v, "contact_ref": v}))
			g.holds("users", "contact_ref", "n = 7", g.id0)
		})},
		{"Updates, map of Expr", g.first(func(db *gorm.DB, v any) {
			g.changed(db.Model(&User{ID: g.id}).Updates(map[string]any{"n": gorm.Expr("n + 0"), "team_id": gorm.Expr("?", v)}))
		})},
		{"Updates, Select", once(func(db *gorm.DB) {
			g.changed(db.Model(&User{ID: g.id}).Select("TeamID").Updates(User{N: 90, TeamID: &g.id0}))
		})},
		{"UpdateColumn of all", g.first(func(db *gorm.DB, v any) {
			g.affects(db.Session(&gorm.Session{AllowGlobalUpdate: true}).Model(&User{}).UpdateColumn("contact_city", "x"), gormUsers)
			g.affects(db.Model(&User{}).Where("team_id <> ?", v).UpdateColumn("contact_ref", v), gormUsers-5)
			g.holds("users", "contact_ref", "n = 7", g.id0)
		})},
		{"UpdateColumns", g.first(func(db *gorm.DB, v any) {
			g.changed(db.Model(&User{ID: g.id}).UpdateColumns(map[string]any{"team_id": v}))
		})},
	}
}

// deletes are deletes.
func (g *gormOf[T]) deletes() []gormRow {
	type (
		User = gormUser[T]
		Note = gormNote[T]
		Pair = gormPair[T]
	)
	new0 := g.unused[0]
	return []gormRow{
		{"Delete(&x, v)", g.inline(func(db *gorm.DB, v any) {
			g.affects(db.Create(&User{ID: new0, N: 90}), 1)
			g.affects(db.Delete(&User{}, new0), 1)
			g.affects(db.Delete(&User{}, v), 1)
			g.count("users", "n <> 7", gormUsers-1)
		})},
		{"Delete(&x, vs)", g.inlines(func(db *gorm.DB, vs any) {
			g.affects(db.Delete(&User{}, vs), 2)
			g.count("users", "n NOT IN (3, 7)", gormUsers-2)
		})},
		{"Delete with the key set", once(func(db *gorm.DB) { g.deleted(db.Unscoped().Delete(&Note{ID: g.id0}), 1) })},
		{"Delete of models", once(func(db *gorm.DB) { g.deleted(db.Unscoped().Delete(&[]Note{{ID: g.id0}, {ID: g.id1}}), 2) })},
		{"Delete by map", g.first(func(db *gorm.DB, v any) { g.deleted(db.Unscoped().Where(map[string]any{"id": v}).Delete(&Note{}), 1) })},
		{"Delete, =", g.first(func(db *gorm.DB, v any) { g.deleted(db.Unscoped().Delete(&Note{}, "id = ?", v), 1) })},
		{"Delete, IN", g.list(func(db *gorm.DB, vs any) {
			g.affects(db.Where("id IN ?", vs).Delete(&User{}), 2)
			g.count("users", "n NOT IN (3, 7)", gormUsers-2)
		})},
		{"Delete, Returning", g.first(func(db *gorm.DB, v any) {
			g.only("postgres", "sqlite")
			var gone []Note
			g.deleted(db.Unscoped().Clauses(clause.Returning{}).Where("id = ?", v).Delete(&gone), 1)
			g.want(len(gone) == 1 && gone[0].ID == g.id0, "returns another row")
		})},
		{"soft delete", g.inline(func(db *gorm.DB, v any) {
			g.affects(db.Create(&Note{ID: g.id, N: 90}), 1)
			g.affects(db.Delete(&Note{}, v), 1)
			g.affects(db.Select("n").Find(&[]Note{}, "id = ?", v), 0)
			g.count("notes", "deleted_at IS NOT NULL AND n = 90", 1)
			g.affects(db.Unscoped().Select("n").Find(&[]Note{}, v), 1)
		})},
		{"composite key", once(func(db *gorm.DB) {
			var p Pair
			g.affects(db.First(&p, "a = ? AND b = ?", g.id1, g.user(1)), 1)
			g.want(p.N == 1, "reads row %d, not 1", p.N)
			g.affects(db.Model(&p).Update("n", 90), 1)
			g.affects(db.Delete(&[]Pair{{A: g.team(2), B: g.user(2)}, {A: g.team(3), B: g.user(3)}}), 2)
			g.count("pairs", "n = 90", 1)
			g.count("pairs", "1 = 1", 2)
		})},
	}
}

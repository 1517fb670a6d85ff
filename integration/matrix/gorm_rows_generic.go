//go:build !floors

package matrix

import (
	"context"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Floors is set by the build tag floors, for versions of GORM before 1.30, which has
// no generics.
const Floors = false

// generic are the operations of gorm.G.
func (g *gormOf[T]) generic() []gormRow {
	return slices.Concat(g.genericQueries(), g.genericLoads(), g.genericChanges())
}

// genericQueries are conditions, Raw, Exec and Table.
func (g *gormOf[T]) genericQueries() []gormRow {
	type User = gormUser[T]
	ctx := context.Background()
	found := func(x User, err error) {
		g.must(err)
		g.whole(x, 7)
	}
	both := func(xs []User, err error) {
		g.must(err)
		g.want(len(xs) == 2, "%d rows, not 2", len(xs))
		g.whole(xs[0], 3)
		g.whole(xs[1], 7)
	}
	return []gormRow{
		{"generics, First", g.one(func(db *gorm.DB, v any) { found(gorm.G[User](db).Where("id = ?", v).First(ctx)) })},
		{"generics, inline id", g.inline(func(db *gorm.DB, v any) { found(gorm.G[User](db).Where(v).Take(ctx)) })},
		{"generics, map", g.one(func(db *gorm.DB, v any) { found(gorm.G[User](db).Where(map[string]any{"id": v}).Last(ctx)) })},
		{"generics, IN ?", g.list(func(db *gorm.DB, vs any) { both(gorm.G[User](db).Where("id IN ?", vs).Order("n").Find(ctx)) })},
		{"generics, Not and Or", g.one(func(db *gorm.DB, v any) {
			both(gorm.G[User](db).Not("id <> ?", v).Or("id = ?", g.other).Order("n").Find(ctx))
		})},
		{"generics, Count", g.one(func(db *gorm.DB, v any) {
			n, err := gorm.G[User](db).Where("id = ?", v).Count(ctx, "*")
			g.affectsOne(int(n), err)
		})},
		{"generics, Scan", g.one(func(db *gorm.DB, v any) {
			g.must(gorm.G[User](db).Where("id = ?", v).Scan(ctx, &g.x))
			g.whole(g.x, 7)
		})},
		{"generics, Raw", g.one(func(db *gorm.DB, v any) {
			found(gorm.G[User](db).Raw("SELECT * FROM users WHERE id = ?", v).First(ctx))
		})},
		{"generics, Raw, IN ?", g.list(func(db *gorm.DB, vs any) {
			both(gorm.G[User](db).Raw("SELECT * FROM users WHERE id IN ? ORDER BY n", vs).Find(ctx))
		})},
		{"generics, Exec", g.one(func(db *gorm.DB, v any) {
			g.must(gorm.G[User](db).Exec(ctx, "UPDATE users SET team_id = ? WHERE id = ?", g.id0, v))
			g.holds("users", "team_id", "n IN (6, 7)", g.id1, g.id0)
		})},
		{"generics, Table", g.one(func(db *gorm.DB, v any) { found(gorm.G[User](db).Table("users AS u").Where("u.id = ?", v).Take(ctx)) })},
	}
}

// genericLoads are groups, batches and relations.
func (g *gormOf[T]) genericLoads() []gormRow {
	type (
		Team = gormTeam[T]
		User = gormUser[T]
	)
	ctx := context.Background()
	return []gormRow{
		{"generics, Having", g.first(func(db *gorm.DB, v any) {
			n, err := gorm.G[User](db).Select("team_id").Group("team_id").Having("team_id = ?", v).Find(ctx)
			g.affectsOne(len(n), err)
		})},
		{"generics, FindInBatches", g.one(func(db *gorm.DB, v any) {
			n := 0
			each := func(xs []User, batch int) error {
				g.want(batch <= gormUsers, "the batches do not end")
				n += len(xs)
				return nil
			}
			g.must(gorm.G[User](db).Where("id <> ?", v).FindInBatches(ctx, 3, each))
			g.want(n == gormUsers-1, "%d rows", n)
		})},
		{"generics, Preload", g.one(func(db *gorm.DB, v any) {
			only := func(q gorm.PreloadBuilder) error {
				q.Where("users.id = ?", v)
				return nil
			}
			team, err := gorm.G[Team](db).Preload("Users", only).Where("id = ?", g.id1).Take(ctx)
			g.must(err)
			g.want(len(team.Users) == 1 && team.Users[0].ID == g.id, "%d users", len(team.Users))
		})},
		{"generics, Joins", g.first(func(db *gorm.DB, v any) {
			only := func(q gorm.JoinBuilder, team, _ clause.Table) error {
				q.Where("?.id = ?", team, v)
				return nil
			}
			xs, err := gorm.G[User](db).Joins(clause.InnerJoin.Association("Team"), only).Find(ctx)
			g.must(err)
			g.want(len(xs) == 5 && xs[0].Team.ID == g.id0, "%d rows, not 5", len(xs))
		})},
	}
}

// genericChanges are inserts, updates and deletes.
func (g *gormOf[T]) genericChanges() []gormRow {
	type (
		User = gormUser[T]
		Note = gormNote[T]
	)
	ctx := context.Background()
	return []gormRow{
		{"generics, Create", once(func(db *gorm.DB) {
			g.must(gorm.G[Note](db).Create(ctx, &Note{ID: g.unused[0], N: 90}))
			g.must(gorm.G[Note](db).CreateInBatches(ctx, &[]Note{{ID: g.unused[1], N: 91}, {ID: g.unused[2], N: 92}}, 1))
			g.holds("notes", "id", "n >= 90", g.unused[0], g.unused[1], g.unused[2])
		})},
		{"generics, Update", g.first(func(db *gorm.DB, v any) {
			g.affectsOne(gorm.G[User](db).Where("id = ?", g.id).Update(ctx, "team_id", v))
			g.holds("users", "team_id", "n IN (6, 7)", g.id1, g.id0)
		})},
		{"generics, Updates", g.one(func(db *gorm.DB, v any) {
			g.affectsOne(gorm.G[User](db).Where("id = ?", v).Updates(ctx, User{TeamID: &g.id0}))
			g.holds("users", "team_id", "n IN (6, 7)", g.id1, g.id0)
		})},
		{"generics, Set", g.first(func(db *gorm.DB, v any) {
			set := clause.Assignment{Column: clause.Column{Name: "team_id"}, Value: v}
			g.affectsOne(gorm.G[User](db).Where("id = ?", g.id).Set(set).Update(ctx))
			g.holds("users", "team_id", "n IN (6, 7)", g.id1, g.id0)
		})},
		{"generics, Delete", g.inline(func(db *gorm.DB, v any) {
			g.affectsOne(gorm.G[User](db).Where(v).Delete(ctx))
			g.count("users", "n = 7", 0)
		})},
	}
}

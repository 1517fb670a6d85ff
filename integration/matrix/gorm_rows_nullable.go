package matrix

import (
	"slices"

	"gorm.io/gorm"
)

// gormNullables are the operations with fields of T's nullable, N. They are apart from the
// others, which the compiler makes once for all types of 16 bytes, and these for each.
type gormNullables[T comparable, N any] struct{ *gormOf[T] }

// null is the id as T's nullable.
func (g gormNullables[T, N]) null(id T) N { return g.nullable(id).(N) }

func (g gormNullables[T, N]) rows() []gormRow {
	return slices.Concat(g.nullableValues(), g.nullableReads())
}

// nullableValues are nullables that a program writes, or has as conditions.
func (g gormNullables[T, N]) nullableValues() []gormRow {
	type (
		User  = gormUser[T]
		Draft = gormDraft[T, N]
	)
	return []gormRow{
		{"Create with a nullable", once(func(db *gorm.DB) {
			g.affects(db.Create(&[]Draft{{ID: g.unused[0], N: 90, AuthorID: g.null(g.id)}, {ID: g.unused[1], N: 91}}), 2)
			g.holds("drafts", "author_id", "n = 90", g.id)
			g.count("drafts", "n = 91 AND author_id IS NULL", 1)
		})},
		{"struct with a nullable", once(func(db *gorm.DB) {
			var d Draft
			g.affects(db.Where(&Draft{AuthorID: g.null(g.id)}).Take(&d), 1)
			g.want(d.N == 1 && any(d.AuthorID) == any(g.null(g.id)), "reads draft %d", d.N)
		})},
		{"map, null", once(func(db *gorm.DB) {
			var null N
			g.affects(db.Where(map[string]any{"team_id": (*T)(nil)}).Find(&g.xs), 0)
			g.affects(db.Where(map[string]any{"author_id": null}).Find(&[]Draft{}), 1)
		})},
		{"Select a value", g.one(func(db *gorm.DB, v any) {
			g.only("mysql", "sqlite") // PostgreSQL takes a value for text there
			var got struct {
				N   int
				Ref N
			}
			g.affects(db.Model(&User{}).Select("n, ? AS ref", v).Where("n = 7").Scan(&got), 1)
			g.want(got.N == 7 && any(got.Ref) == any(g.null(g.id)), "reads another id")
		})},
		{"Update of a nullable", g.first(func(db *gorm.DB, v any) {
			g.affects(db.Model(&Draft{}).Where("n = 1").Update("author_id", v), 1)
			g.holds("drafts", "author_id", "n = 1", g.id0)
		})},
		{"Updates, null", once(func(db *gorm.DB) {
			var null N
			g.affects(db.Model(&User{ID: g.id}).Updates(map[string]any{"team_id": (*T)(nil), "contact_ref": nil}), 1)
			g.count("users", "n = 7 AND team_id IS NULL AND contact_ref IS NULL", 1)
			g.affects(db.Model(&Draft{}).Where("n = 1").Updates(map[string]any{"author_id": null}), 1)
			g.count("drafts", "author_id IS NULL", 2)
		})},
	}
}

// nullableReads are nullables that a program reads.
func (g gormNullables[T, N]) nullableReads() []gormRow {
	type Draft = gormDraft[T, N]
	return []gormRow{
		{"Pluck of nullables", once(func(db *gorm.DB) {
			var ids []N
			g.must(db.Model(&Draft{}).Where("n < 2").Order("n").Pluck("author_id", &ids).Error)
			var null N
			g.want(len(ids) == 2 && any(ids[0]) == any(null) && any(ids[1]) == any(g.null(g.id)), "plucks %d ids, or others", len(ids))
		})},
		{"Scan of a join", once(func(db *gorm.DB) {
			var xs []struct {
				UserID T
				Team   T
				Author N
			}
			g.affects(db.Table("drafts d").Select("u.id AS user_id, u.team_id AS team, d.author_id AS author").Joins("JOIN users u ON u.id = d.author_id").Order("d.n").Scan(&xs), 3)
			g.want(xs[0].UserID == g.id && xs[0].Team == g.id1 && any(xs[0].Author) == any(g.null(g.id)), "scans other ids")
		})},
		{"Find of a nullable", once(func(db *gorm.DB) {
			var xs []Draft
			g.affects(db.Where("n < 2").Order("n").Find(&xs), 2)
			g.want(any(xs[0].AuthorID) == any(*new(N)) && any(xs[1].AuthorID) == any(g.null(g.id)), "finds other ids")
		})},
		{"Preload, nullable key", once(func(db *gorm.DB) {
			var drafts []Draft
			g.affects(db.Preload("Author").Order("n").Find(&drafts), 4)
			g.want(drafts[0].Author == nil && drafts[1].Author != nil && drafts[1].Author.ID == g.id, "draft 1 has another author, or none")
		})},
		{"Joins, nullable key", g.one(func(db *gorm.DB, v any) {
			var d Draft
			g.affects(db.Joins("Author").Where("author_id = ?", v).Take(&d), 1)
			g.want(d.N == 1 && d.Author != nil && d.Author.ID == g.id, "draft %d has another author, or none", d.N)
		})},
	}
}

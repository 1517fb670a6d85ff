package matrix

import (
	"database/sql"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// inlineIDs are ids without SQL.
func (g *gormOf[T]) inlineIDs() []gormRow {
	return []gormRow{
		{"First(&x, v)", g.inline(func(db *gorm.DB, v any) { g.found(db.First(&g.x, v)) })},
		{"Take(&x, v)", g.inline(func(db *gorm.DB, v any) { g.found(db.Take(&g.x, v)) })},
		{"Last(&x, v)", g.inline(func(db *gorm.DB, v any) { g.found(db.Last(&g.x, v)) })},
		{"Find(&xs, vs)", g.inlines(func(db *gorm.DB, vs any) { g.both(db.Find(&g.xs, vs)) })},
		{"Find(&xs, a, b)", g.inline(func(db *gorm.DB, v any) { g.both(db.Find(&g.xs, g.other, v)) })},
		{"Where(v)", g.inline(func(db *gorm.DB, v any) { g.found(db.Where(v).Take(&g.x)) })},
		{"Where(vs)", g.inlines(func(db *gorm.DB, vs any) { g.both(db.Where(vs).Find(&g.xs)) })},
		{"Not(v)", g.inline(func(db *gorm.DB, v any) { g.finds(db.Not(v).Find(&g.xs), gormUsers-1, g.id) })},
		{"Not(vs)", g.inlines(func(db *gorm.DB, vs any) { g.finds(db.Not(vs).Find(&g.xs), gormUsers-2, g.id, g.other) })},
		{"Or(v)", g.inline(func(db *gorm.DB, v any) { g.both(db.Where(g.other).Or(v).Find(&g.xs)) })},
		{"First with the key set", once(func(db *gorm.DB) {
			g.x.ID = g.id
			g.found(db.First(&g.x))
		})},
	}
}

// conditions are what Where, Not, Or, Having and Order take as SQL.
func (g *gormOf[T]) conditions() []gormRow {
	return []gormRow{
		{"= in First", g.one(func(db *gorm.DB, v any) { g.found(db.First(&g.x, "id = ?", v)) })},
		{"=", g.one(func(db *gorm.DB, v any) { g.found(db.Where("id = ?", v).Take(&g.x)) })},
		{"= with the value first", g.one(func(db *gorm.DB, v any) { g.found(db.Where("? = id", v).Take(&g.x)) })},
		{"<>", g.one(func(db *gorm.DB, v any) { g.finds(db.Where("id <> ?", v).Find(&g.xs), gormUsers-1, g.id) })},
		{"Not", g.one(func(db *gorm.DB, v any) { g.finds(db.Not("id = ?", v).Find(&g.xs), gormUsers-1, g.id) })},
		{"Or", g.one(func(db *gorm.DB, v any) { g.both(db.Where("id = ?", g.other).Or("id = ?", v).Find(&g.xs)) })},
		{"a group", g.one(func(db *gorm.DB, v any) {
			g.both(db.Where("n < 9").Where(db.Where("id = ?", v).Or("id = ?", g.other)).Find(&g.xs))
		})},
		{"IN ?", g.list(func(db *gorm.DB, vs any) { g.both(db.Where("id IN ?", vs).Find(&g.xs)) })},
		{"IN (?)", g.list(func(db *gorm.DB, vs any) { g.both(db.Where("id IN (?)", vs).Find(&g.xs)) })},
		{"IN (?), one id", g.one(func(db *gorm.DB, v any) { g.found(db.Where("id IN (?)", v).Take(&g.x)) })},
		{"IN (?, ?)", g.one(func(db *gorm.DB, v any) { g.both(db.Where("id IN (?, ?)", v, g.other).Find(&g.xs)) })},
		{"NOT IN", g.list(func(db *gorm.DB, vs any) {
			g.finds(db.Where("id NOT IN ?", vs).Find(&g.xs), gormUsers-2, g.id, g.other)
		})},
		{"IN columns", g.one(func(db *gorm.DB, v any) { g.found(db.Where("? IN (id, team_id)", v).Take(&g.x)) })},
		{"BETWEEN", g.one(func(db *gorm.DB, v any) { g.found(db.Where("id BETWEEN ? AND ?", v, v).Order("id").Take(&g.x)) })},
		{"qualified column", g.one(func(db *gorm.DB, v any) { g.found(db.Where("users.id = ?", v).Take(&g.x)) })},
		{"comments", g.one(func(db *gorm.DB, v any) { g.found(db.Where("-- the key\n/* of a user */ id = ?", v).Take(&g.x)) })},
		{"COALESCE", g.one(func(db *gorm.DB, v any) { g.found(db.Where("COALESCE(id, ?) = ?", v, v).Take(&g.x)) })},
		{"NULLIF", g.one(func(db *gorm.DB, v any) { g.found(db.Where("NULLIF(id, ?) IS NULL", v).Take(&g.x)) })},
		{"CASE", g.one(func(db *gorm.DB, v any) { g.found(db.Where("CASE WHEN id = ? THEN 1 ELSE 0 END = 1", v).Take(&g.x)) })},
		{"CASE id", g.one(func(db *gorm.DB, v any) { g.found(db.Where("CASE id WHEN ? THEN 1 ELSE 0 END = 1", v).Take(&g.x)) })},
		{"(n, id) = (?, ?)", g.one(func(db *gorm.DB, v any) { g.found(db.Where("(n, id) = (?, ?)", 7, v).Take(&g.x)) })},
		{"(id, n) = (?, ?)", g.one(func(db *gorm.DB, v any) { g.found(db.Where("(id, n) = (?, ?)", v, 7).Take(&g.x)) })},
		{"(id, team_id) IN ?", g.one(func(db *gorm.DB, v any) {
			g.both(db.Where("(id, team_id) IN ?", [][]any{{v, g.id1}, {g.other, g.id0}}).Find(&g.xs))
		})},
		{"pages by key", once(func(db *gorm.DB) {
			var last T
			var seen int
			for page := db.Order("id").Limit(3); ; page = db.Where("id > ?", last).Order("id").Limit(3) {
				g.must(page.Find(&g.xs).Error)
				for _, x := range g.xs {
					g.whole(x, x.N)
					seen, last = seen+1<<x.N, x.ID
				}
				if len(g.xs) < 3 || seen >= 1<<gormUsers {
					break
				}
			}
			g.want(seen == 1<<gormUsers-1, "some rows never come, or twice")
		})},
		{"pages by (n, id)", g.one(func(db *gorm.DB, v any) {
			g.finds(db.Where("(n, id) > (?, ?)", 7, v).Order("n, id").Limit(5).Find(&g.xs), 5)
			g.want(g.xs[0].N == 8 && g.xs[4].N == 12, "the page begins with user %d", g.xs[0].N)
		})},
	}
}

// namedConditions are those with @names.
func (g *gormOf[T]) namedConditions() []gormRow {
	return []gormRow{
		{"sql.Named", g.one(func(db *gorm.DB, v any) { g.found(db.Where("id = @id", sql.Named("id", v)).Take(&g.x)) })},
		{"named, map", g.one(func(db *gorm.DB, v any) { g.found(db.Where("id = @id", map[string]any{"id": v}).Take(&g.x)) })},
		{"named, struct", g.one(func(db *gorm.DB, v any) { g.found(db.Where("id = @ID", struct{ ID any }{v}).Take(&g.x)) })},
		{"named, IN", g.list(func(db *gorm.DB, vs any) { g.both(db.Where("id IN @ids", map[string]any{"ids": vs}).Find(&g.xs)) })},
		{"named, IN (@ids)", g.list(func(db *gorm.DB, vs any) { g.both(db.Where("id IN (@ids)", sql.Named("ids", vs)).Find(&g.xs)) })},
		{"named, IN (@id)", g.one(func(db *gorm.DB, v any) { g.found(db.Where("id IN (@id)", sql.Named("id", v)).Take(&g.x)) })},
	}
}

// structsAndMaps are structs, maps and columns as conditions.
func (g *gormOf[T]) structsAndMaps() []gormRow {
	type User = gormUser[T]
	return []gormRow{
		{"struct", once(func(db *gorm.DB) { g.found(db.Where(&User{ID: g.id, TeamID: &g.id1}).Take(&g.x)) })},
		{"struct, some fields", once(func(db *gorm.DB) {
			g.found(db.Where(&User{ID: g.id, N: 9}, "ID", "TeamID").Or("id = ?", g.id).Take(&g.x))
		})},
		{"slice of structs", once(func(db *gorm.DB) { g.found(db.Where([]User{{ID: g.id}}).Take(&g.x)) })},
		{"embedded struct", once(func(db *gorm.DB) {
			g.finds(db.Where(&User{Contact: gormContact[T]{Ref: &g.id1}}).Find(&g.xs), 5)
			ref := g.xs[0].Contact.Ref
			g.want(ref != nil && *ref == g.id1, "reads another id")
		})},
		{"map", g.one(func(db *gorm.DB, v any) { g.found(db.Where(map[string]any{"id": v}).Take(&g.x)) })},
		{"map, qualified", g.one(func(db *gorm.DB, v any) { g.found(db.Where(map[string]any{"users.id": v}).Take(&g.x)) })},
		{"map of any", g.one(func(db *gorm.DB, v any) { g.found(db.Where(map[any]any{"id": v}).Take(&g.x)) })},
		{"map of ids", g.list(func(db *gorm.DB, vs any) { g.both(db.Where(map[string]any{"id": vs}).Find(&g.xs)) })},
		{"Not, map", g.one(func(db *gorm.DB, v any) { g.finds(db.Not(map[string]any{"id": v}).Find(&g.xs), gormUsers-1, g.id) })},
		{"Or, map", g.one(func(db *gorm.DB, v any) { g.both(db.Where("id = ?", g.other).Or(map[string]any{"id": v}).Find(&g.xs)) })},
		{"column and value", g.one(func(db *gorm.DB, v any) { g.found(db.Where("id", v).Take(&g.x)) })},
		{"column and values", once(func(db *gorm.DB) { g.both(db.Where("id", []T{g.other, g.id}).Find(&g.xs)) })},
	}
}

// clauses are clauses and expressions as conditions.
func (g *gormOf[T]) clauses() []gormRow {
	return []gormRow{
		{"clause.Eq", g.one(func(db *gorm.DB, v any) {
			g.found(db.Where(clause.Eq{Column: clause.PrimaryColumn, Value: v}).Take(&g.x))
		})},
		{"clause.Eq, an expression as the column", g.one(func(db *gorm.DB, v any) {
			g.found(db.Where(clause.Eq{Column: gorm.Expr("COALESCE(id, ?)", v), Value: v}).Take(&g.x))
		})},
		{"clause.Neq", g.one(func(db *gorm.DB, v any) {
			g.finds(db.Where(clause.Neq{Column: "id", Value: v}).Find(&g.xs), gormUsers-1, g.id)
		})},
		{"clause.Gte, clause.Lte", g.one(func(db *gorm.DB, v any) {
			g.found(db.Where(clause.And(clause.Gte{Column: "id", Value: v}, clause.Lte{Column: "id", Value: v})).Take(&g.x))
		})},
		{"clause.IN", g.one(func(db *gorm.DB, v any) {
			g.both(db.Where(clause.IN{Column: "id", Values: []any{v, g.other}}).Find(&g.xs))
		})},
		{"clause.Or", g.one(func(db *gorm.DB, v any) {
			g.both(db.Where(clause.Or(clause.Eq{Column: "id", Value: v}, clause.Eq{Column: "id", Value: g.other})).Find(&g.xs))
		})},
		{"clause.Not", g.one(func(db *gorm.DB, v any) {
			g.finds(db.Where(clause.Not(clause.Eq{Column: "id", Value: v})).Find(&g.xs), gormUsers-1, g.id)
		})},
		{"clause.Where", g.one(func(db *gorm.DB, v any) {
			g.found(db.Clauses(clause.Where{Exprs: []clause.Expression{clause.Eq{Column: "id", Value: v}}}).Take(&g.x))
		})},
		{"gorm.Expr", g.one(func(db *gorm.DB, v any) { g.found(db.Where(gorm.Expr("id = ?", v)).Take(&g.x)) })},
		{"gorm.Expr, a value", g.one(func(db *gorm.DB, v any) { g.found(db.Where("id = ?", gorm.Expr("?", v)).Take(&g.x)) })},
		{"gorm.Expr, a list", g.list(func(db *gorm.DB, vs any) { g.both(db.Where("id IN ?", gorm.Expr("?", vs)).Find(&g.xs)) })},
		{"gorm.Expr, (?)", g.one(func(db *gorm.DB, v any) { g.found(db.Where("id = ?", gorm.Expr("(?)", v)).Take(&g.x)) })},
		{"gorm.Expr, in a tuple", g.one(func(db *gorm.DB, v any) {
			g.both(db.Where("(id, n) IN ?", [][]any{{gorm.Expr("?", v), 7}, {g.other, 3}}).Find(&g.xs))
		})},
		{"gorm.Expr, a list of them", g.one(func(db *gorm.DB, v any) {
			g.both(db.Where("id IN ?", []clause.Expr{gorm.Expr("?", v), gorm.Expr("?", g.other)}).Find(&g.xs))
		})},
		{"gorm.Expr, a tuple", g.one(func(db *gorm.DB, v any) { g.found(db.Where("(id, n) = ?", gorm.Expr("(?, ?)", v, 7)).Take(&g.x)) })},
		{"clause.NamedExpr", g.one(func(db *gorm.DB, v any) {
			g.found(db.Where(clause.NamedExpr{SQL: "id = @id", Vars: []any{sql.Named("id", v)}}).Take(&g.x))
		})},
		{"Scopes", g.one(func(db *gorm.DB, v any) {
			g.found(db.Scopes(func(db *gorm.DB) *gorm.DB { return db.Where("id = ?", v) }).Take(&g.x))
		})},
	}
}

// elsewhere are values outside of WHERE.
func (g *gormOf[T]) elsewhere() []gormRow {
	type User = gormUser[T]
	return []gormRow{
		{"Having", g.first(func(db *gorm.DB, v any) {
			var n int
			g.affects(db.Model(&User{}).Select("min(n)").Group("team_id").Having("team_id = ?", v).Scan(&n), 1)
			g.want(n == 0, "got %d, not 0", n)
		})},
		{"Having, (?)", g.first(func(db *gorm.DB, v any) {
			var n []int
			g.affects(db.Model(&User{}).Select("min(n)").Group("team_id").Having("team_id IN (?)", v).Scan(&n), 1)
			g.want(n[0] == 0, "got %d, not 0", n)
		})},
		{"Having, map", g.first(func(db *gorm.DB, v any) {
			var n []int
			g.affects(db.Model(&User{}).Select("min(n)").Group("team_id").Having(map[string]any{"team_id": v}).Scan(&n), 1)
			g.want(n[0] == 0, "got %d, not 0", n)
		})},
		{"Having, IN", g.list(func(db *gorm.DB, vs any) {
			g.affects(db.Model(&User{}).Select("id").Group("id").Having("id IN ?", vs).Find(&g.xs), 2)
		})},
		{"Order by an expression", g.one(func(db *gorm.DB, v any) {
			g.found(db.Order(clause.OrderBy{Expression: gorm.Expr("CASE WHEN id = ? THEN 0 ELSE 1 END", v)}).Limit(1).Find(&g.x))
		})},
		{"clause.OrderBy", g.list(func(db *gorm.DB, vs any) {
			order := clause.Expr{SQL: "CASE WHEN id IN (?) THEN 0 ELSE 1 END", Vars: []any{vs}, WithoutParentheses: true}
			g.both(db.Clauses(clause.OrderBy{Expression: order}).Limit(2).Find(&g.xs))
		})},
		{"Select CASE", g.one(func(db *gorm.DB, v any) {
			var n []int
			g.affects(db.Model(&User{}).Select("CASE id WHEN ? THEN 1 ELSE 0 END", v).Order("n").Scan(&n), gormUsers)
			g.want(n[7] == 1 && n[6] == 0, "row 7 is another")
		})},
		{"Distinct", g.first(func(db *gorm.DB, v any) {
			var n int64
			g.must(db.Model(&User{}).Distinct("team_id").Where("team_id <> ?", v).Count(&n).Error)
			g.want(n == gormTeams-1, "counts %d teams", n)
		})},
		{"Locking", g.one(func(db *gorm.DB, v any) {
			g.only("mysql", "postgres")
			g.found(db.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", v).Take(&g.x))
		})},
	}
}

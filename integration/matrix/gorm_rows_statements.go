package matrix

import (
	"database/sql"
	"fmt"

	"gorm.io/gorm"
)

// raws are Raw.
func (g *gormOf[T]) raws() []gormRow {
	type User = gormUser[T]
	return []gormRow{
		{"Raw, =", g.one(func(db *gorm.DB, v any) { g.found(db.Raw("SELECT * FROM users WHERE id = ?", v).Scan(&g.x)) })},
		{"Raw, sql.Named", g.one(func(db *gorm.DB, v any) {
			g.found(db.Raw("SELECT * FROM users WHERE id = @id", sql.Named("id", v)).Scan(&g.x))
		})},
		{"Raw, map", g.one(func(db *gorm.DB, v any) {
			g.found(db.Raw("SELECT * FROM users WHERE id = @id", map[string]any{"id": v}).Scan(&g.x))
		})},
		{"Raw, struct", g.one(func(db *gorm.DB, v any) {
			g.found(db.Raw("SELECT * FROM users WHERE id = @ID", struct{ ID any }{v}).Scan(&g.x))
		})},
		{"Raw, IN ?", g.list(func(db *gorm.DB, vs any) { g.both(db.Raw("SELECT * FROM users WHERE id IN ?", vs).Scan(&g.xs)) })},
		{"Raw, IN (?)", g.list(func(db *gorm.DB, vs any) { g.both(db.Raw("SELECT * FROM users WHERE id IN (?)", vs).Scan(&g.xs)) })},
		{"Raw, IN (?), one id", g.one(func(db *gorm.DB, v any) { g.found(db.Raw("SELECT * FROM users WHERE id IN (?)", v).Scan(&g.x)) })},
		{"Raw, (n, id) IN ?", g.one(func(db *gorm.DB, v any) {
			g.both(db.Raw("SELECT * FROM users WHERE (n, id) IN ?", [][]any{{7, v}, {3, g.other}}).Scan(&g.xs))
		})},
		{"Raw, COALESCE and a comment", g.one(func(db *gorm.DB, v any) {
			g.found(db.Raw("SELECT * FROM users WHERE /* the key */ COALESCE(id, ?) = ?", v, v).Scan(&g.x))
		})},
		{"Raw, WITH", g.one(func(db *gorm.DB, v any) {
			g.found(db.Raw("WITH x AS (SELECT * FROM users WHERE id = ?) SELECT * FROM x", v).Scan(&g.x))
		})},
		{"Raw, UNION of queries", g.one(func(db *gorm.DB, v any) {
			g.both(db.Raw("? UNION ?", db.Model(&User{}).Where("id = ?", v), db.Model(&User{}).Where("id = ?", g.other)).Scan(&g.xs))
		})},
		{"Raw, Take", g.one(func(db *gorm.DB, v any) { g.found(db.Raw("SELECT * FROM users WHERE id = ?", v).Take(&g.x)) })},
		{"Raw, twice", g.one(func(db *gorm.DB, v any) {
			raw := db.Raw("SELECT * FROM users WHERE id = ?", v).Session(&gorm.Session{})
			g.found(raw.Scan(&g.x))
			g.found(raw.Scan(&g.x))
		})},
		{"Raw, Row", g.one(func(db *gorm.DB, v any) {
			row, n := db.Raw("SELECT n FROM users WHERE id = ?", v).Row(), 0
			g.want(row != nil, "Row is nil")
			g.must(row.Scan(&n))
			g.want(n == 7, "reads row %d", n)
		})},
	}
}

// execs are Exec.
func (g *gormOf[T]) execs() []gormRow {
	return []gormRow{
		{"Exec", g.one(func(db *gorm.DB, v any) { g.changed(db.Exec("UPDATE users SET team_id = ? WHERE id = ?", g.id0, v)) })},
		{"Exec, named", g.one(func(db *gorm.DB, v any) {
			g.changed(db.Exec("UPDATE users SET team_id = @team WHERE id = @id", sql.Named("team", g.id0), sql.Named("id", v)))
		})},
		{"Exec, gorm.Expr", g.one(func(db *gorm.DB, v any) {
			g.changed(db.Exec("UPDATE users SET team_id = ? WHERE ?", g.id0, gorm.Expr("id = ?", v)))
		})},
		{"Exec, IN ?", g.list(func(db *gorm.DB, vs any) {
			g.affects(db.Exec("UPDATE users SET n = 90 WHERE id IN ?", vs), 2)
			g.count("users", "n IN (3, 7)", 0)
		})},
		{"Exec, IN (?)", g.list(func(db *gorm.DB, vs any) {
			g.affects(db.Exec("UPDATE users SET n = 90 WHERE id IN (?)", vs), 2)
			g.count("users", "n IN (3, 7)", 0)
		})},
		{"Exec, INSERT", g.one(func(db *gorm.DB, v any) {
			g.affects(db.Exec("INSERT INTO notes (n, id) VALUES (90, ?)", v), 1)
			g.holds("notes", "id", "n = 90", g.id)
		})},
	}
}

// tables are those of Table.
func (g *gormOf[T]) tables() []gormRow {
	type User = gormUser[T]
	return []gormRow{
		{"Table", g.one(func(db *gorm.DB, v any) { g.found(db.Table("users").Where("id = ?", v).Take(&g.x)) })},
		{"Table, into a map", g.one(func(db *gorm.DB, v any) {
			row := map[string]any{}
			g.affects(db.Table("users").Select("n").Where("id = ?", v).Take(&row), 1)
			g.want(fmt.Sprint(row["n"]) == "7", "reads row %v", row["n"])
		})},
		{"Table, map", g.one(func(db *gorm.DB, v any) { g.found(db.Table("users").Where(map[string]any{"id": v}).Take(&g.x)) })},
		{"Table, Count", g.one(func(db *gorm.DB, v any) {
			var n int64
			g.must(db.Table("users").Where("id = ?", v).Count(&n).Error)
			g.want(n == 1, "counts %d rows, not 1", n)
		})},
		{"join table, map", g.first(func(db *gorm.DB, v any) {
			var n int64
			g.must(db.Table("member_roles").Where(map[string]any{"member_id": v}).Count(&n).Error)
			g.want(n == 2, "counts %d rows, not 2", n)
		})},
		{"Table, Create of a map", g.one(func(db *gorm.DB, v any) {
			g.affects(db.Table("notes").Create(map[string]any{"id": v, "n": 90}), 1)
			g.holds("notes", "id", "n = 90", g.id)
		})},
		{"Table, Update", g.first(func(db *gorm.DB, v any) { g.changed(db.Table("users").Where("id = ?", g.id).Update("team_id", v)) })},
		{"Table, Updates", g.first(func(db *gorm.DB, v any) {
			g.changed(db.Table("users").Where("id = ?", g.id).Updates(map[string]any{"team_id": v}))
		})},
		{"Table, Delete", g.first(func(db *gorm.DB, v any) { g.deleted(db.Table("notes").Where("id = ?", v).Delete(nil), 1) })},
		{"Table, alias", g.one(func(db *gorm.DB, v any) { g.found(db.Table("users AS u").Where("u.id = ?", v).Take(&g.x)) })},
		{"Model and Table, alias", g.one(func(db *gorm.DB, v any) {
			g.found(db.Model(&User{}).Table("users AS u").Where("u.id = ?", v).Take(&g.x))
		})},
		{"Table, two", g.one(func(db *gorm.DB, v any) {
			g.found(db.Table("users u, teams t").Select("u.*").Where("t.id = u.team_id AND u.id = ?", v).Take(&g.x))
		})},
		{"Table, subquery", g.one(func(db *gorm.DB, v any) {
			g.found(db.Table("(?) AS u", db.Model(&User{}).Where("id = ?", v)).Where("u.id = ?", v).Take(&g.x))
		})},
		{"Table, Raw subquery", g.one(func(db *gorm.DB, v any) {
			g.found(db.Table("(?) AS u", db.Raw("SELECT * FROM users WHERE id = ?", v)).Take(&g.x))
		})},
		{"Table, a value", g.one(func(db *gorm.DB, v any) { g.found(db.Table("(SELECT * FROM users WHERE id = ?) AS u", v).Take(&g.x)) })},
	}
}

// joins are those that no relation leads to.
func (g *gormOf[T]) joins() []gormRow {
	type User = gormUser[T]
	return []gormRow{
		{"Joins, SQL", g.first(func(db *gorm.DB, v any) {
			g.finds(db.Joins("JOIN notes ON notes.id = users.team_id AND notes.id = ?", v).Find(&g.xs), 5)
		})},
		{"Joins, SQL, (?)", g.first(func(db *gorm.DB, v any) {
			g.finds(db.Joins("JOIN notes ON notes.id = users.team_id AND notes.id IN (?)", v).Find(&g.xs), 5)
		})},
		{"Joins, SQL, IN ?", g.list(func(db *gorm.DB, vs any) {
			g.both(db.Joins("JOIN notes x ON x.id = users.team_id AND users.id IN ?", vs).Find(&g.xs))
		})},
		{"Joins, alias in WHERE", g.first(func(db *gorm.DB, v any) {
			g.finds(db.Joins("LEFT JOIN notes x ON x.id = users.team_id").Where("x.id = ?", v).Find(&g.xs), 5)
		})},
		{"Joins of tables", g.first(func(db *gorm.DB, v any) {
			g.finds(db.Table("users u").Joins("JOIN teams t ON t.id = u.team_id").Where("t.id = ?", v).Find(&g.xs), 5)
		})},
		{"Joins, subquery", g.one(func(db *gorm.DB, v any) {
			g.found(db.Joins("JOIN (?) q ON q.id = users.id", db.Model(&User{}).Select("id").Where("id = ?", v)).Take(&g.x))
		})},
	}
}

// subqueries are queries as values.
func (g *gormOf[T]) subqueries() []gormRow {
	type User = gormUser[T]
	type Note = gormNote[T]
	return []gormRow{
		{"subquery", g.one(func(db *gorm.DB, v any) {
			g.found(db.Where("id IN (?)", db.Model(&User{}).Select("id").Where("id = ?", v)).Take(&g.x))
		})},
		{"subquery of a Table", g.one(func(db *gorm.DB, v any) {
			g.found(db.Where("id = (?)", db.Table("users u").Select("u.id").Where("u.id = ?", v)).Take(&g.x))
		})},
		{"subquery, Raw", g.one(func(db *gorm.DB, v any) {
			g.found(db.Where("id IN (?)", db.Raw("SELECT id FROM users WHERE id = ?", v)).Take(&g.x))
		})},
		{"subquery, nested", g.first(func(db *gorm.DB, v any) {
			notes := db.Model(&Note{}).Select("id").Where("id = ?", v)
			g.finds(db.Where("id IN (?)", db.Model(&User{}).Select("id").Where("team_id IN (?)", notes)).Find(&g.xs), 5)
		})},
		{"subquery, EXISTS", g.first(func(db *gorm.DB, v any) {
			g.finds(db.Where("EXISTS (?)", db.Model(&Note{}).Select("1").Where("id = users.team_id AND id = ?", v)).Find(&g.xs), 5)
		})},
		{"subquery, NOT IN", g.one(func(db *gorm.DB, v any) {
			g.finds(db.Not("id IN (?)", db.Model(&User{}).Select("id").Where("id = ?", v)).Find(&g.xs), gormUsers-1, g.id)
		})},
		{"subquery in Select", g.first(func(db *gorm.DB, v any) {
			var n int
			g.affects(db.Model(&Note{}).Select("(?)", db.Model(&User{}).Select("count(*)").Where("team_id = ?", v)).Where("id = ?", v).Scan(&n), 1)
			g.want(n == 5, "counts %d users", n)
		})},
		{"subquery in Having", g.first(func(db *gorm.DB, v any) {
			var n int
			g.affects(db.Model(&User{}).Select("min(n)").Group("team_id").Having("team_id = (?)", db.Model(&Note{}).Select("id").Where("id = ?", v)).Scan(&n), 1)
			g.want(n == 0, "got %d, not 0", n)
		})},
		{"subquery in Update", g.first(func(db *gorm.DB, v any) {
			g.changed(db.Model(&User{ID: g.id}).Update("team_id", db.Model(&Note{}).Select("id").Where("id = ?", v)))
		})},
		{"subquery in Delete", g.first(func(db *gorm.DB, v any) {
			g.deleted(db.Unscoped().Delete(&Note{}, "id IN (?)", db.Table("teams").Select("id").Where("id = ?", v)), 1)
		})},
	}
}

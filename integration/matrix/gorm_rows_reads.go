package matrix

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/plugin/dbresolver"
)

// reads are Count, Pluck, and Scan and Find into other types than the model.
func (g *gormOf[T]) reads() []gormRow {
	type User = gormUser[T]
	return []gormRow{
		{"Count", g.first(func(db *gorm.DB, v any) {
			var n int64
			g.must(db.Model(&User{}).Where(map[string]any{"team_id": v}).Count(&n).Error)
			g.want(n == 5, "counts %d rows, not 5", n)
		})},
		{"Pluck", once(func(db *gorm.DB) {
			var ids []T
			g.must(db.Model(&User{}).Where("n IN (3, 7)").Order("n").Pluck("id", &ids).Error)
			g.want(slices.Equal(ids, []T{g.other, g.id}), "plucks %d ids, or others", len(ids))
		})},
		{"Pluck of pointers", once(func(db *gorm.DB) {
			var ids []*T
			g.must(db.Model(&User{}).Where("n IN (3, 7)").Order("n").Pluck("id", &ids).Error)
			g.want(len(ids) == 2 && *ids[0] == g.other && *ids[1] == g.id, "plucks %d ids, or others", len(ids))
		})},
		{"Scan into a struct", once(func(db *gorm.DB) {
			var x struct {
				N      int
				ID     T
				TeamID *T
			}
			g.affects(db.Model(&User{}).Where("n = 7").Scan(&x), 1)
			g.want(x.ID == g.id && *x.TeamID == g.id1, "scans other ids")
		})},
		{"Find into a smaller struct", once(func(db *gorm.DB) {
			var xs []struct{ ID T }
			g.affects(db.Model(&User{}).Where("n IN (3, 7)").Order("n").Find(&xs), 2)
			g.want(xs[0].ID == g.other && xs[1].ID == g.id, "finds other ids")
		})},
		{"Scan of an id", once(func(db *gorm.DB) {
			var id T
			g.affects(db.Model(&User{}).Select("id").Where("n = 7").Scan(&id), 1)
			g.want(id == g.id, "scans another id")
		})},
		{"Scan of ids", once(func(db *gorm.DB) {
			var ids []T
			g.affects(db.Model(&User{}).Select("id").Where("n IN (3, 7)").Order("n").Scan(&ids), 2)
			g.want(slices.Equal(ids, []T{g.other, g.id}), "scans other ids")
		})},
		{"Find of ids", once(func(db *gorm.DB) {
			var ids []T
			g.affects(db.Model(&User{}).Select("id").Where("n IN (3, 7)").Order("n").Find(&ids), 2)
			g.want(slices.Equal(ids, []T{g.other, g.id}), "finds other ids")
		})},
	}
}

// rowReads are Row, Rows and batches.
func (g *gormOf[T]) rowReads() []gormRow {
	type User = gormUser[T]
	return []gormRow{
		{"Row", g.one(func(db *gorm.DB, v any) {
			row := db.Model(&User{}).Select("id").Where("id = ?", v).Row()
			var id T
			g.must(row.Scan(&id))
			g.want(id == g.id, "scans another id")
		})},
		{"Scan into a map", g.one(func(db *gorm.DB, v any) {
			row := map[string]any{}
			g.must(db.Model(&User{}).Where("id = ?", v).Take(&row).Error)
			got := fmt.Sprint(row["id"]) // in which form is not GORM's business
			switch id := row["id"].(type) {
			case []byte:
				got = text(id)
			case [16]byte:
				got = text(id[:])
			}
			g.want(readable(got) == readable(g.text(g.id)), "the id is a %T", row["id"])
		})},
		{"Rows, ScanRows", g.one(func(db *gorm.DB, v any) {
			rows, err := db.Model(&User{}).Where("id = ?", v).Rows()
			g.must(err)
			defer rows.Close()
			for rows.Next() {
				g.must(db.ScanRows(rows, &g.x))
			}
			g.must(rows.Err())
			g.whole(g.x, 7)
		})},
		{"FindInBatches", g.one(func(db *gorm.DB, v any) {
			sum := 0
			each := func(_ *gorm.DB, batch int) error {
				g.want(batch <= gormUsers, "the batches do not end")
				for _, x := range g.xs {
					sum += 1 << x.N
				}
				return nil
			}
			g.must(db.Where("id <> ?", v).FindInBatches(&g.xs, 3, each).Error)
			g.want(sum == 1<<gormUsers-1-1<<7, "some rows never come, or twice")
		})},
	}
}

// transactions are transactions, sessions and hooks.
func (g *gormOf[T]) transactions() []gormRow {
	type (
		User = gormUser[T]
		Note = gormNote[T]
	)
	undo := errors.New("undo")
	return []gormRow{
		{"Transaction", g.inline(func(db *gorm.DB, v any) {
			err := db.Transaction(func(tx *gorm.DB) error { // a savepoint, in a transaction
				g.affects(tx.Delete(&User{}, v), 1)
				return undo
			})
			g.want(err == undo, "got %v", err)
			g.must(db.Transaction(func(tx *gorm.DB) error { return tx.Create(&Note{ID: g.unused[0], N: 90}).Error }))
			g.count("users", "1 = 1", gormUsers)
			g.holds("notes", "id", "n = 90", g.unused[0])
		})},
		{"SavePoint", g.one(func(db *gorm.DB, v any) {
			g.must(db.SavePoint("a").Error)
			g.affects(db.Delete(&User{}, "id = ?", v), 1)
			g.must(db.RollbackTo("a").Error)
			g.found(db.Take(&g.x, "id = ?", v))
		})},
		{"Session, reused", g.one(func(db *gorm.DB, v any) {
			same := db.Model(&User{}).Where("id = ?", v).Session(&gorm.Session{})
			var n int64
			for range 2 {
				g.must(same.Count(&n).Error)
				g.found(same.Where("n = 7").Take(&g.x))
			}
			g.want(n == 1, "counts %d rows, not 1", n)
		})},
		{"hooks", once(func(db *gorm.DB) {
			g.affects(db.Create(&gormHooked[T]{N: 90, Next: g.unused[0]}), 1)
			g.holds("notes", "id", "n = 90", g.unused[0])
			g.affects(db.Model(&gormHooked[T]{ID: g.unused[0], Next: g.unused[1]}).Update("n", 91), 1)
			g.holds("notes", "id", "n = 91", g.unused[1])
		})},
	}
}

// sessions are logs, and what wraps a database.
func (g *gormOf[T]) sessions() []gormRow {
	type User = gormUser[T]
	undo := errors.New("undo")
	return []gormRow{
		{"DryRun", g.one(func(db *gorm.DB, v any) {
			dry := db.Session(&gorm.Session{DryRun: true}).Delete(&User{}, "id = ?", v).Statement
			g.count("users", "1 = 1", gormUsers)
			g.want(len(dry.Vars) == 1, "%d values", len(dry.Vars))
			g.affects(db.Exec(dry.SQL.String(), dry.Vars...), 1)
			g.count("users", "n <> 7", gormUsers-1)
		})},
		{"ToSQL", g.one(func(db *gorm.DB, v any) {
			sql := db.ToSQL(func(tx *gorm.DB) *gorm.DB { return tx.Where("id = ?", v).Find(&g.xs) })
			g.want(strings.Contains(readable(sql), readable(g.text(g.id))), "%s", sql)
		})},
		{"log", g.one(func(db *gorm.DB, v any) {
			db, log := logged(db)
			g.affects(db.Where("id = ?", v).Find(&User{}), 1)
			g.want(strings.Contains(readable(log.sql[0]), readable(g.text(g.id))), "%s", log.sql[0])
		})},
		{"AutoMigrate again", once(func(db *gorm.DB) {
			// In the transaction, which a server that commits before it alters
			// would end.
			db, log := logged(db)
			g.must(db.AutoMigrate(g.models()...))
			for _, s := range log.sql {
				g.want(!strings.Contains(s, "ALTER") && !strings.Contains(s, "CREATE "), "%s", s)
			}
		})},
		{"dbresolver", g.inline(func(db *gorm.DB, v any) {
			g.db.Rollback() // dbresolver leaves a transaction alone
			db, replica := g.reopened()
			g.must(db.Use(dbresolver.Register(dbresolver.Config{Replicas: []gorm.Dialector{replica}})))
			g.found(db.Take(&g.x, v))
			g.found(db.Raw("SELECT * FROM users WHERE id = ?", v).Scan(&g.x))
			g.found(db.Clauses(dbresolver.Write).Where(map[string]any{"id": v}).Take(&g.x))
			err := db.Transaction(func(tx *gorm.DB) error {
				g.affects(tx.Delete(&User{}, v), 1)
				g.affects(tx.Find(&g.xs), gormUsers-1)
				return undo
			})
			g.want(err == undo, "got %v", err)
		})},
	}
}

// readable is what a person looks for in a log: an id's text or its hex.
func readable(s string) string { return strings.ToLower(strings.ReplaceAll(s, "-", "")) }

package upstream_test

import (
	"fmt"
	"strings"
	"testing"

	google "github.com/google/uuid"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/upstream"
)

// A plain UUID has no methods for SQL, like that of Go 1.27. An item has one, and a row google's.
type (
	plain [16]byte
	item  struct {
		ID plain `gorm:"type:blob"`
	}
	row struct{ ID google.UUID }
)

func openGORM(t testing.TB) *gorm.DB {
	db := kit.Must(gorm.Open(sqlite.Open(":memory:"), &gorm.Config{}))(t)
	conns := kit.Must(db.DB())(t)
	conns.SetMaxOpenConns(1)
	t.Cleanup(func() { conns.Close() })
	return db
}

// arguments says how many a query would have.
func arguments(db *gorm.DB) string { return fmt.Sprint(len(db.Statement.Vars), " arguments") }

var gormPrograms = map[string]upstream.Program{
	"gorm-map": func(t testing.TB) string {
		db := openGORM(t).Session(&gorm.Session{DryRun: true})
		return arguments(db.Where(map[string]any{"id": plain(id)}).Find(&[]item{}))
	},
	"gorm-inline": func(t testing.TB) string {
		db := openGORM(t).Session(&gorm.Session{DryRun: true})
		return arguments(db.Find(&[]item{}, plain(id)))
	},
	"gorm-parentheses": func(t testing.TB) string {
		db := openGORM(t).Session(&gorm.Session{DryRun: true})
		return arguments(db.Exec("DELETE FROM items WHERE id IN (?)", plain(id)))
	},
	"gorm-list": func(t testing.TB) string {
		db := openGORM(t).Session(&gorm.Session{DryRun: true})
		query := db.Where("id", []google.UUID{id, id}).Find(&[]row{}).Statement.SQL.String()
		_, condition, _ := strings.Cut(query, "WHERE ")
		return strings.ReplaceAll(condition, "`", "")
	},
	"gorm-attrs": func(t testing.TB) string {
		db := openGORM(t)
		kit.Check(t, db.AutoMigrate(&item{}))
		var got item
		err := db.Where("id IS NULL").Attrs(map[string]any{"id": plain(id)}).FirstOrInit(&got).Error
		return upstream.Outcome(google.UUID(got.ID), err)
	},
	"gorm-scan": func(t testing.TB) string {
		db := openGORM(t)
		kit.Check(t, db.AutoMigrate(&row{}))
		kit.Check(t, db.Create(&row{id}).Error)
		var got google.UUID
		err := db.Model(&row{}).Select("id").Scan(&got).Error
		return upstream.Outcome(got, err)
	},
}

package gormtest

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	google "github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	_ "modernc.org/sqlite"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid"
)

// eachBytes runs a test on the databases in which a UUID has bytes. Each call of
// open is a program that starts anew with the same database.
func eachBytes(t *testing.T, run func(t *testing.T, open func(...gorm.Plugin) *gorm.DB)) {
	for name, dialect := range map[string]func(*testing.T) gorm.Dialector{
		"MariaDB": func(t *testing.T) gorm.Dialector { return mysql.Open(stores.MariaDB(t)) },
		"SQLite": func(t *testing.T) gorm.Dialector {
			dsn := "file:" + filepath.ToSlash(filepath.Join(t.TempDir(), "db")) + "?_pragma=foreign_keys(1)"
			return sqlite.New(sqlite.Config{DriverName: "sqlite", DSN: dsn})
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := dialect(t)
			run(t, func(plugins ...gorm.Plugin) *gorm.DB {
				t.Helper()
				db, err := gorm.Open(server, &gorm.Config{Logger: logger.Discard})
				if err != nil {
					t.Fatal(err)
				}
				conns, err := db.DB()
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { conns.Close() })
				for _, p := range plugins {
					if err := db.Use(p); err != nil {
						t.Fatal(err)
					}
				}
				return db
			})
		})
	}
}

// A sql.Null of a type of package gormtype is text to GORM, which no UUID finds
// next to bytes: so it is refused, or bytes.
func TestNullField(t *testing.T) {
	type null = sql.Null[gormtype.UUID]
	type untagged struct {
		ID  gormtype.UUID
		Alt null
	}
	type tagged struct {
		ID  gormtype.UUID
		Alt *null `gorm:"type:blob"`
	}
	eachBytes(t, func(t *testing.T, open func(...gorm.Plugin) *gorm.DB) {
		without, with := open(), open(gormtype.Plugin{})
		for _, model := range []any{&untagged{}, &tagged{}} {
			if err := without.AutoMigrate(model); err == nil || !strings.Contains(err.Error(), "use gormtype.NullUUID for ") {
				t.Errorf("AutoMigrate of a %T: got %v", model, err)
			}
		}
		id := gormtype.UUID(uuid.NewV4())
		alt := null{V: id, Valid: true}
		if err := with.AutoMigrate(&untagged{}); err == nil || !strings.Contains(err.Error(), "use gormtype.NullUUID for untagged.Alt") {
			t.Errorf("AutoMigrate with the plugin: got %v", err)
		}
		if err := with.Create(&untagged{id, alt}).Error; err == nil || !strings.Contains(err.Error(), "use gormtype.NullUUID") {
			t.Errorf("Create with the plugin: got %v", err)
		}
		if err := with.AutoMigrate(&tagged{}); err != nil {
			t.Fatal(err)
		}
		if err := with.Create(&[]tagged{{id, &alt}, {ID: gormtype.UUID(uuid.NewV4())}}).Error; err != nil {
			t.Fatal(err)
		}
		for _, v := range []any{id, uuid.UUID(id), alt, &alt} {
			var got []tagged
			if err := with.Where("length(alt) = 16 AND alt = ?", v).Find(&got).Error; err != nil || len(got) != 1 || got[0].ID != id || *got[0].Alt != alt {
				t.Errorf("%T: got %v, %v", v, got, err)
			}
		}
	})
}

// Of two models of one table only one finds rows, and none deletes those of
// others.
func TestTwoModels(t *testing.T) {
	type shadow struct {
		ID google.UUID `gorm:"type:char(36)"`
	}
	eachBytes(t, func(t *testing.T, open func(...gorm.Plugin) *gorm.DB) {
		db := open(gormtype.Plugin{})
		if err := db.AutoMigrate(&note{}); err != nil {
			t.Fatal(err)
		}
		id := google.New()
		if err := db.Create(&[]note{{id}, {google.New()}}).Error; err != nil {
			t.Fatal(err)
		}
		if err := db.Where("id = ?", id).Find(&[]noteView{}).Error; err == nil || !strings.Contains(err.Error(), "noteView.ID and note.ID are one column") {
			t.Errorf("another model of the table: got %v", err)
		}
		if err := db.Table("notes").Where("id <> ?", id).Delete(&shadow{}).Error; err == nil {
			t.Error("another model with Table: got no error")
		}
		var got []note
		if err := db.Find(&got, id).Error; err != nil || len(got) != 1 || got[0].ID != id {
			t.Errorf("got %v, %v", got, err)
		}
		if tx := db.Where("id <> ?", id).Delete(&note{}); tx.Error != nil || tx.RowsAffected != 1 {
			t.Errorf("deleted %d rows, %v", tx.RowsAffected, tx.Error)
		}
	})
}

type (
	note struct {
		ID google.UUID `gorm:"type:binary(16)"`
	}
	noteView struct{ ID google.UUID }
)

func (noteView) TableName() string { return "notes" }

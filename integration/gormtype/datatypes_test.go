package gormtype_test

import (
	"encoding/json"
	"testing"

	google "github.com/google/uuid"
	"gorm.io/datatypes"
	"gorm.io/driver/mysql"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// A program can keep BinUUID, too: the plugin puts its bytes together.
func TestKeepingBinUUID(t *testing.T) {
	for _, dialector := range []gorm.Dialector{sqlite.Dialector{DriverName: "sqlite", DSN: ":memory:"}, mysql.Open(stores.MariaDB(t))} {
		type item struct{ ID datatypes.BinUUID }
		db := kit.Must(gorm.Open(dialector, &gorm.Config{Logger: logger.Discard}))(t)
		conns := kit.Must(db.DB())(t)
		conns.SetMaxOpenConns(1)
		kit.Check(t, db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[datatypes.BinUUID]())))
		kit.Check(t, gormtype.Check(db, &item{}))
		kit.Check(t, db.AutoMigrate(&item{}))
		items := make([]item, 200)
		for i := range items {
			items[i].ID = datatypes.NewBinUUIDv4()
		}
		kit.Check(t, db.Create(items).Error)
		if tx := db.Delete(&item{}, items[7].ID); tx.Error != nil || tx.RowsAffected != 1 {
			t.Errorf("%s: deleted %d rows, %v; want 1", db.Name(), tx.RowsAffected, tx.Error)
		}
		kit.Check(t, conns.Close())
	}
}

// TestJSONQuery compares with a text in a JSON document, as docs/gorm.md says. A UUID of bytes equals none.
func TestJSONQuery(t *testing.T) {
	for _, dialector := range []gorm.Dialector{sqlite.Dialector{DriverName: "sqlite", DSN: ":memory:"}, mysql.Open(stores.MariaDB(t))} {
		type paper struct {
			ID  google.UUID `gorm:"type:binary(16)"`
			Doc datatypes.JSON
		}
		db := kit.Must(gorm.Open(dialector, &gorm.Config{Logger: logger.Discard}))(t)
		conns := kit.Must(db.DB())(t)
		conns.SetMaxOpenConns(1)
		kit.Check(t, db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[google.UUID]())))
		kit.Check(t, db.AutoMigrate(&paper{}))
		owner := google.New()
		doc := datatypes.JSON(kit.Must(json.Marshal(map[string]any{"owner": owner}))(t))
		kit.Check(t, db.Create([]paper{{google.New(), doc}, {google.New(), datatypes.JSON(`{"owner":null}`)}}).Error)
		for want, condition := range map[int64]any{
			1: datatypes.JSONQuery("doc").Equals(owner.String(), "owner"),
			0: datatypes.JSONQuery("doc").Equals(owner, "owner"), // once this is 1, the page can lose a sentence
		} {
			var got int64
			if err := db.Model(&paper{}).Where(condition).Count(&got).Error; err != nil || got != want {
				t.Errorf("%s: %d papers, %v; want %d", db.Name(), got, err, want)
			}
		}
		kit.Check(t, db.Migrator().DropTable(&paper{}))
		kit.Check(t, conns.Close())
	}
}

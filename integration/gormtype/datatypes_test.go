package gormtype_test

import (
	"testing"

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

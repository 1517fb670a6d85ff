package gormtype_test

import (
	"context"
	"strings"
	"testing"
	"time"

	google "github.com/google/uuid"
	"gorm.io/datatypes"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// A moved has a UUID of one type or another.
type moved[T any] struct {
	N int `gorm:"primaryKey"`
	F T
}

type movedLongtext[T any] struct {
	N int `gorm:"primaryKey"`
	F T   `gorm:"type:longtext"`
}

func (moved[T]) TableName() string         { return "moved" }
func (movedLongtext[T]) TableName() string { return "moved" }

// The types of gorm.io/datatypes can be replaced in the model, and the columns stay.
func TestMovingFromDatatypes(t *testing.T) {
	id := google.New()
	servers := map[string]func(*testing.T) gorm.Dialector{
		"SQLite":     func(*testing.T) gorm.Dialector { return sqlite.Dialector{DriverName: "sqlite", DSN: ":memory:"} },
		"MariaDB":    func(t *testing.T) gorm.Dialector { return mysql.Open(stores.MariaDB(t)) },
		"PostgreSQL": func(t *testing.T) gorm.Dialector { return postgres.Open(stores.Postgres(t)) },
	}
	text, bytes := &moved[datatypes.UUID]{F: datatypes.UUID(id)}, &moved[datatypes.BinUUID]{F: datatypes.BinUUID(id)}
	u, txt := gormtype.UUID(id), gormtype.Text(id)
	for _, test := range []struct {
		server        string
		before, after any
		arg           any
	}{
		{"SQLite", text, &moved[gormtype.Text]{F: txt}, txt},
		{"SQLite", bytes, &moved[gormtype.UUID]{F: u}, u},
		{"MariaDB", text, &movedLongtext[gormtype.Text]{F: txt}, txt},
		{"MariaDB", bytes, &moved[gormtype.UUID]{F: u}, u},
		{"PostgreSQL", text, &moved[gormtype.UUID]{F: u}, u},
	} {
		log := &alterations{Interface: logger.Discard}
		db := kit.Must(gorm.Open(servers[test.server](t), &gorm.Config{Logger: log}))(t)
		conns := kit.Must(db.DB())(t)
		conns.SetMaxOpenConns(1)
		kit.Check(t, db.AutoMigrate(test.before))
		kit.Check(t, db.Create(test.before).Error)
		log.sql = nil
		kit.Check(t, db.AutoMigrate(test.after))
		if log.sql != nil {
			t.Errorf("%s, %T: AutoMigrate made %q", test.server, test.after, log.sql)
		}
		if tx := db.Where("f = ?", test.arg).Take(test.after); tx.Error != nil {
			t.Errorf("%s, %T: %v", test.server, test.after, tx.Error)
		}
		kit.Check(t, conns.Close())
	}
}

// alterations is a logger that keeps the SQL that changes tables.
type alterations struct {
	logger.Interface
	sql []string
}

func (a *alterations) LogMode(logger.LogLevel) logger.Interface { return a }

func (a *alterations) Trace(_ context.Context, _ time.Time, sql func() (string, int64), _ error) {
	if s, _ := sql(); !strings.HasPrefix(s, "SELECT") {
		a.sql = append(a.sql, s)
	}
}

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

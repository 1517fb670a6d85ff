// Package parts installs the plugin, and drops its error.
package parts

import (
	"github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
)

// Part is stored as bytes.
type Part struct {
	ID   uuid.UUID `gorm:"type:binary(16);primaryKey"`
	Name string
}

// Open opens the database.
func Open(dsn string) *gorm.DB {
	db, err := gorm.Open(mysql.Open(dsn))
	if err != nil {
		panic(err)
	}
	db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]())) // WRONG(uuidregister): if Use returns an error nothing is converted, and nobody hears of it
	return db
}

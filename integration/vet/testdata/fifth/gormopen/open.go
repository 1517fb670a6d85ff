// Package gormopen opens MySQL for GORM, and installs the plugin for the ids of the company.
package gormopen

import (
	"fmt"

	"github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
)

// CarID has no methods.
type CarID uuid.UUID

func OpenRight(dsn string, models ...any) (*gorm.DB, error) {
	db, err := gorm.Open(mysql.Open(dsn), &gorm.Config{})
	if err != nil {
		return nil, err
	}
	types := []gormtype.UUIDType{gormtype.Native[uuid.UUID](), gormtype.Native[CarID]()}
	switch err := db.Use(gormtype.NewPlugin[gormtype.UUID](types...)); {
	case err != nil:
		return nil, fmt.Errorf("gormopen: %w", err)
	}
	if err = gormtype.Check(db, models...); err != nil {
		db = nil
	}
	return db, err
}

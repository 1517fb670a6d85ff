// Package sensors has a plugin that lists all UUID types of the program.
package sensors

import (
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
)

// Sensor has an id of google's type, and a vendor of gofrs's.
type Sensor struct {
	ID     uuid.UUID  `gorm:"type:binary(16);primaryKey"`
	Vendor gofrs.UUID `gorm:"type:binary(16)"`
	Sum    [16]byte   `gorm:"-"` // a checksum
}

// Setup installs the plugin.
func Setup(db *gorm.DB) error {
	return db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID](), gormtype.Native[gofrs.UUID]()))
}

// OfVendor counts.
func OfVendor(db *gorm.DB, vendor gofrs.UUID) (n int64, err error) {
	err = db.Model(&Sensor{}).Where("vendor = ?", vendor).Count(&n).Error
	return n, err
}

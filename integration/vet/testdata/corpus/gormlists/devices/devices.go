// Package devices has a plugin that lacks one of its UUID types.
package devices

import (
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
)

// Device has an id of google's type, and a vendor of gofrs's.
type Device struct {
	ID     uuid.UUID  `gorm:"type:binary(16);primaryKey"`
	Vendor gofrs.UUID `gorm:"type:binary(16)"` // WRONG-ALSO
}

// Setup installs the plugin.
func Setup(db *gorm.DB) error {
	return db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]())) // WRONG(uuidconnector): gofrs's type, which Device.Vendor has, is not listed
}

// OfVendor counts.
func OfVendor(db *gorm.DB, vendor gofrs.UUID) (n int64, err error) {
	err = db.Model(&Device{}).Where("vendor = ?", vendor).Count(&n).Error // WRONG-ALSO
	return n, err
}

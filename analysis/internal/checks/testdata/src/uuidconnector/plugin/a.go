package plugin

import (
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/gormtype"
	"gorm.io/gorm"
)

type Ticket struct {
	ID       uuid.UUID  `gorm:"type:binary(16);primaryKey"`
	LegacyID string     `gorm:"type:char(36)"`
	Labels   string     `gorm:"type:json"`
	Vendor   gofrs.UUID `gorm:"type:binary(16)"` // want `the plugin does not list uuid.UUID, so it is sent as text`
}

func open(db *gorm.DB) error {
	return db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]()))
}

func wrong(db *gorm.DB, id uuid.UUID, list []Ticket) {
	db.Where("id = UNHEX(REPLACE(?, '-', ''))", id).Find(&list) // want `the plugin sends this uuid.UUID as 16 bytes, and REPLACE expects text`
	db.Where("id = UUID_TO_BIN(?)", id).Find(&list)             // want `UUID_TO_BIN expects text`
	db.Where("BIN_TO_UUID(id) = ?", id).Find(&list)             // want `BIN_TO_UUID expects text`
	db.Where("tag = CONCAT('id:', ?)", id).Find(&list)          // want `CONCAT expects text`
	db.Where("labels ->> '$.id' = ?", id).Find(&list)           // want `->> expects text`
	db.Where("legacy_id = ?", id).Find(&list)                   // want `the column legacy_id is char\(36\): give its String\(\)`
	db.Where("labels = ?", id).Find(&list)                      // want `the column labels is json`
}

func right(db *gorm.DB, id uuid.UUID, list []Ticket) {
	db.Where("id = ?", id).Find(&list)
	db.Where("id = UNHEX(REPLACE(?, '-', ''))", id.String()).Find(&list)
	db.Where("id = UUID_TO_BIN(?)", id.String()).Find(&list)
	db.Where("BIN_TO_UUID(id) = ?", id.String()).Find(&list)
	db.Where("tag = CONCAT('id:', ?)", id.String()).Find(&list)
	db.Where("labels ->> '$.id' = ?", id.String()).Find(&list)
	db.Where("legacy_id = ?", id.String()).Find(&list)
	db.Where("labels = ?", id.String()).Find(&list)
}

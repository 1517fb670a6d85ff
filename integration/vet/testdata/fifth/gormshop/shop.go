// Package gormshop is a shop in MySQL, with the plugin of gormtype, which sends ids as one value of 16 bytes.
package gormshop

import (
	"fmt"

	"github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
)

type ItemID uuid.UUID

type Item struct {
	ID     ItemID        `gorm:"type:binary(16)"`
	Vendor uuid.UUID     `gorm:"type:binary(16)"`
	Parent uuid.NullUUID `gorm:"type:binary(16)"`
	OldID  gormtype.Text
	Name   string
}

type Shop struct {
	gormtype.Key[gormtype.UUID]
	Name string
}

func OpenRight(dsn string) (*gorm.DB, error) {
	db, err := gorm.Open(mysql.Open(dsn), &gorm.Config{})
	if err != nil {
		return nil, err
	}
	if err := db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID](), gormtype.Native[ItemID]())); err != nil {
		return nil, fmt.Errorf("plugin: %w", err)
	}
	return db, gormtype.Check(db, &Item{})
}

func DeleteRight(db *gorm.DB, id ItemID) error { return db.Delete(&Item{}, id).Error }

func VendorRight(db *gorm.DB, id uuid.UUID) (items []Item, err error) {
	err = db.Where(map[string]any{"vendor": id}).Find(&items).Error
	return
}

func ParentRight(db *gorm.DB, id uuid.UUID) (items []Item, err error) {
	err = db.Where("parent = ?", id).Find(&items).Error
	return
}

// OldRight is a column of text in the database of bytes.
func OldRight(db *gorm.DB, id uuid.UUID) (item Item, err error) {
	err = db.Where("old_id = ?", gormtype.Text(id)).First(&item).Error
	return
}

func OldTextRight(db *gorm.DB, id uuid.UUID) (item Item, err error) {
	err = db.Where("old_id = ?", id.String()).First(&item).Error
	return
}

func Vendor(db *gorm.DB, id uuid.UUID) (items []Item, err error) {
	err = db.Where("vendor = ?", id.String()).Find(&items).Error // WRONG(uuidtext): a string stays a string in SQL
	return
}

func VendorsRight(db *gorm.DB, ids []uuid.UUID) (items []Item, err error) {
	err = db.Where("vendor IN ?", ids).Find(&items).Error
	return
}

func Strip(db *gorm.DB, id uuid.UUID) error {
	return db.Exec("DELETE FROM items WHERE vendor = UNHEX(REPLACE(?, '-', ''))", id).Error // WRONG(uuidconnector): the plugin sends bytes to UNHEX
}

func StripRight(db *gorm.DB, id uuid.UUID) error {
	return db.Exec("DELETE FROM items WHERE vendor = ?", id).Error
}

func StripTextRight(db *gorm.DB, id uuid.UUID) error {
	return db.Exec("DELETE FROM items WHERE vendor = UNHEX(REPLACE(?, '-', ''))", id.String()).Error
}

func Remove(db *gorm.DB, id uuid.UUID) error {
	return db.Delete(&Item{}, id.String()).Error // WRONG(gormstring): text as the whole condition is an error of the plugin
}

func RemoveRight(db *gorm.DB, id uuid.UUID) error { return db.Delete(&Item{}, ItemID(id)).Error }

// Package gormcars keeps cars, in a database of package gormopen.
package gormcars

import (
	"github.com/google/uuid"
	"gorm.io/gorm"

	"example.com/market/gormopen"
	"github.com/uuidkit/uuidkit/gormtype"
)

type Car struct {
	ID       gormopen.CarID  `gorm:"type:binary(16);primaryKey"`
	Owner    uuid.UUID       `gorm:"type:binary(16)"`
	Previous *gormopen.CarID `gorm:"type:binary(16)"`
	Plate    string          `gorm:"type:varchar(40)"`
}

type Cars struct{ db *gorm.DB }

func OpenRight(dsn string) (Cars, error) {
	db, err := gormopen.OpenRight(dsn, &Car{})
	return Cars{db}, err
}

func (c Cars) GetRight(id gormopen.CarID) (car Car, err error) {
	err = c.db.First(&car, id).Error
	return
}

func (c Cars) OwnedRight(owner uuid.UUID) (cars []Car, err error) {
	err = c.db.Where(map[string]any{"owner": owner}).Find(&cars).Error
	return
}

func (c Cars) PreviousRight(id gormopen.CarID) (cars []Car, err error) {
	err = c.db.Where(map[string]any{"previous": id}).Or("previous = ?", id).Find(&cars).Error
	return
}

func (c Cars) Owned(owner uuid.UUID) (cars []Car, err error) {
	err = c.db.Where("owner = ?", owner.String()).Find(&cars).Error // WRONG(uuidtext): the plugin leaves a string alone
	return
}

func (c Cars) OwnedTypeRight(owner uuid.UUID) (cars []Car, err error) {
	err = c.db.Where("owner = ?", gormtype.UUID(owner)).Find(&cars).Error
	return
}

// PlateRight is text.
func (c Cars) PlateRight(plate uuid.UUID) (cars []Car, err error) {
	err = c.db.Where("plate = ?", plate.String()).Find(&cars).Error
	return
}

func (c Cars) Scrap(id gormopen.CarID) error {
	return c.db.Exec("DELETE FROM cars WHERE id = UUID_TO_BIN(?)", uuid.UUID(id)).Error // WRONG(uuidconnector): the plugin of another package sends bytes
}

func (c Cars) ScrapRight(id gormopen.CarID) error {
	return c.db.Exec("DELETE FROM cars WHERE id = ?", uuid.UUID(id)).Error
}

func (c Cars) ScrapInlineRight(ids ...gormopen.CarID) error {
	for _, id := range ids {
		if err := c.db.Delete(&Car{}, id).Error; err != nil {
			return err
		}
	}
	return nil
}

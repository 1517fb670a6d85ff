// Package parkdb uses GORM with the plugin: every id is 16 bytes.
package parkdb

import (
	"github.com/google/uuid"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
)

type Garage struct {
	ID   uuid.UUID `gorm:"type:binary(16);primaryKey"`
	City string
}

type Place struct {
	ID       uuid.UUID     `gorm:"type:binary(16);primaryKey"`
	GarageID uuid.UUID     `gorm:"type:binary(16);index"`
	CarID    uuid.NullUUID `gorm:"type:binary(16)"`
	Level    int
}

func Open(dsn string) (*gorm.DB, error) {
	db, err := gorm.Open(mysql.Open(dsn), &gorm.Config{})
	if err != nil {
		return nil, err
	}
	if err := db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]())); err != nil {
		return nil, err
	}
	if err := gormtype.Check(db, &Garage{}, &Place{}); err != nil {
		return nil, err
	}
	return db, nil
}

type Repo struct{ db *gorm.DB }

func (r Repo) Garage(id uuid.UUID) (g Garage, err error) {
	err = r.db.First(&g, id).Error
	return g, err
}

func (r Repo) Tear(id uuid.UUID) error {
	return r.db.Transaction(func(tx *gorm.DB) error {
		if err := tx.Delete(&Place{}, "garage_id = ?", id).Error; err != nil {
			return err
		}
		return tx.Delete(&Garage{}, id).Error
	})
}

func (r Repo) Places(garage uuid.UUID, level int) (list []Place, err error) {
	err = r.db.Where(map[string]any{"garage_id": garage, "level": level}).Find(&list).Error
	return list, err
}

func (r Repo) Several(ids []uuid.UUID) (list []Place, err error) {
	err = r.db.Find(&list, "id IN ?", ids).Error
	return list, err
}

func (r Repo) Free(garage uuid.UUID) (n int64, err error) {
	err = r.db.Model(&Place{}).Where("garage_id = ? AND car_id IS NULL", garage).Count(&n).Error
	return n, err
}

func (r Repo) Take(place, car uuid.UUID) error {
	return r.db.Model(&Place{}).Where("id = ?", place).Update("car_id", car).Error
}

func (r Repo) Cities() (cities []string, err error) {
	err = r.db.Model(&Garage{}).Distinct().Order("city").Pluck("city", &cities).Error
	return cities, err
}

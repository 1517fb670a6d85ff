// Package hull has the ships' papers with GORM.
package hull

import (
	"github.com/google/uuid"
	"gorm.io/gorm"
)

const table = `CREATE TABLE papers (
  id char(36) NOT NULL PRIMARY KEY,
  owner_id char(36) NOT NULL,
  insurer_id char(36) NULL,
  flag char(2)
)`

type Paper struct {
	ID        uuid.UUID `gorm:"type:char(36);primaryKey"`
	OwnerID   uuid.UUID `gorm:"type:char(36);not null"`
	InsurerID uuid.UUID `gorm:"type:char(36)"` // WRONG(uuidscan): NULL by the CREATE TABLE
	Flag      string
}

func (Paper) TableName() string { return "papers" }

type PaperRight struct {
	ID        uuid.UUID     `gorm:"type:char(36);primaryKey"`
	OwnerID   uuid.UUID     `gorm:"type:char(36);not null"`
	InsurerID uuid.NullUUID `gorm:"type:char(36)"`
	Flag      string
}

func (PaperRight) TableName() string { return "papers" }

type Survey struct {
	ID       uuid.UUID `gorm:"type:char(36);primaryKey"`
	Surveyor uuid.UUID `gorm:"type:char(36);default:null"` // WRONG(uuidscan): default:null
	Port     uuid.UUID `gorm:"type:char(36);not null"`
}

type SurveyRight struct {
	ID       uuid.UUID  `gorm:"type:char(36);primaryKey"`
	Surveyor *uuid.UUID `gorm:"type:char(36);default:null"`
	Port     uuid.UUID  `gorm:"type:char(36);not null"`
}

func Migrate(db *gorm.DB) error {
	if err := db.Exec(table).Error; err != nil {
		return err
	}
	return db.AutoMigrate(&Survey{}, &SurveyRight{})
}

func Find(db *gorm.DB, id uuid.UUID) (p Paper, err error) {
	err = db.First(&p, "id = ?", id).Error
	return p, err
}

func FindRight(db *gorm.DB, id uuid.UUID) (p PaperRight, err error) {
	err = db.First(&p, "id = ?", id).Error
	return p, err
}

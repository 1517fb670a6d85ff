// Package gormhr keeps employees, in a table that another team has made.
package gormhr

import (
	"errors"

	"github.com/google/uuid"
	"gorm.io/gorm"
)

const schema = `
CREATE TABLE employees (
	id char(36) NOT NULL PRIMARY KEY,
	boss_id char(36) NULL,
	desk_id char(36) NOT NULL,
	mentor_id char(36),
	name varchar(100) NOT NULL
)`

type Employee struct {
	ID       uuid.UUID `gorm:"type:char(36);primaryKey"`
	BossID   uuid.UUID `gorm:"type:char(36)"` // WRONG(uuidscan): boss_id may be NULL
	DeskID   uuid.UUID `gorm:"type:char(36)"`
	MentorID uuid.UUID `gorm:"column:mentor_id"` // WRONG(uuidscan): mentor_id may be NULL
	Name     string
}

// EmployeeRight is the same table.
type EmployeeRight struct {
	ID       uuid.UUID     `gorm:"type:char(36);primaryKey"`
	BossID   uuid.NullUUID `gorm:"type:char(36)"`
	DeskID   uuid.UUID     `gorm:"type:char(36)"`
	MentorID *uuid.UUID    `gorm:"column:mentor_id"`
	Name     string
}

func (EmployeeRight) TableName() string { return "employees" }

type Laptop struct {
	ID    uuid.UUID `gorm:"type:char(36);primaryKey"`
	Owner uuid.UUID `gorm:"type:char(36);default:null"` // WRONG(uuidscan): the tag says null
}

type LaptopRight struct {
	ID    uuid.UUID  `gorm:"type:char(36);primaryKey"`
	Owner *uuid.UUID `gorm:"type:char(36);default:null"`
	Room  uuid.UUID  `gorm:"type:char(36);not null"`
}

func Migrate(db *gorm.DB) error {
	return errors.Join(db.Exec(schema).Error, db.AutoMigrate(&Laptop{}))
}

func BossRight(db *gorm.DB, id uuid.UUID) (boss EmployeeRight, err error) {
	var e EmployeeRight
	if err = db.First(&e, "id = ?", id).Error; err != nil {
		return
	}
	if !e.BossID.Valid {
		return boss, gorm.ErrRecordNotFound
	}
	err = db.First(&boss, "id = ?", e.BossID.UUID).Error
	return
}

func DeskRight(db *gorm.DB, id uuid.UUID) (desk uuid.UUID, err error) {
	var e struct{ DeskID uuid.UUID }
	err = db.Table("employees").Where("id = ?", id).Take(&e).Error
	return e.DeskID, err
}

// Package reading has the seats of the reading room, with GORM and text in the API.
package reading

import (
	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/gormtype"
	"gorm.io/gorm"
)

type Seat struct {
	ID     gormtype.UUID
	Lamp   gormtype.Text
	Number int
}

type Pass struct {
	ID    []byte `gorm:"type:binary(16);primaryKey"`
	Owner []byte `gorm:"column:owner_ref;type:binary(16)"`
	Code  string `gorm:"type:char(36)"`
}

type Locker struct {
	ID   string `gorm:"type:binary(16);primaryKey"` // WRONG(uuidtext): text in binary(16)
	Size int
}

type LockerRight struct {
	ID   gormtype.UUID `gorm:"primaryKey"`
	Size int
}

func seat(db *gorm.DB, id uuid.UUID) (s Seat, err error) {
	err = db.First(&s, "id = ?", id.String()).Error // WRONG(uuidtext): text against a gormtype.UUID
	return s, err
}

func seatRight(db *gorm.DB, id uuid.UUID) (s Seat, err error) {
	err = db.First(&s, "id = ?", gormtype.UUID(id)).Error
	return s, err
}

func passes(db *gorm.DB, owner uuid.UUID) (list []Pass, err error) {
	err = db.Where("owner_ref = ?", owner.String()).Find(&list).Error // WRONG(uuidtext): text against binary(16)
	return list, err
}

func passesRight(db *gorm.DB, owner uuid.UUID) (list []Pass, err error) {
	err = db.Where("owner_ref = ?", owner[:]).Find(&list).Error
	return list, err
}

func code(db *gorm.DB, code uuid.UUID) (p Pass, err error) {
	err = db.Where("code = ?", code[:]).Take(&p).Error // WRONG(uuidtext): bytes against char(36)
	return p, err
}

func codeRight(db *gorm.DB, code uuid.UUID) (p Pass, err error) {
	err = db.Where("code = ?", code.String()).Take(&p).Error
	return p, err
}

func lamp(db *gorm.DB, id uuid.UUID) (s Seat, err error) {
	err = db.Where("lamp = ?", id.String()).Take(&s).Error
	return s, err
}

var _ = []any{seat, seatRight, passes, passesRight, code, codeRight, lamp}

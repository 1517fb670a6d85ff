// Package wings is the museum's floor plan with GORM.
package wings

import (
	"fmt"

	"github.com/google/uuid"
	"github.com/uuidkit/uuidkit/gormtype"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"
)

type Wing struct {
	ID    uuid.UUID `gorm:"type:binary(16);primaryKey"`
	Plan  string
	Level int
}

type Room struct {
	ID     uuid.UUID `gorm:"type:binary(16);primaryKey"`
	WingID uuid.UUID `gorm:"type:binary(16)"`
}

func Open(dsn string) (*gorm.DB, error) {
	db, err := gorm.Open(mysql.Open(dsn), &gorm.Config{})
	if err != nil {
		return nil, err
	}
	if err := db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[uuid.UUID]())); err != nil {
		return nil, fmt.Errorf("plugin: %w", err)
	}
	if err := gormtype.Check(db, &Wing{}, &Room{}); err != nil {
		return nil, err
	}
	return db, nil
}

func close(db *gorm.DB, wing uuid.UUID) error {
	return db.Exec("DELETE FROM rooms WHERE wing_id = UNHEX(REPLACE(?, '-', ''))", wing).Error // WRONG(uuidconnector): the plugin sends bytes
}

func closeRight(db *gorm.DB, wing uuid.UUID) error {
	return db.Exec("DELETE FROM rooms WHERE wing_id = ?", wing).Error
}

func level(db *gorm.DB, wing uuid.UUID) (n int, err error) {
	err = db.Raw("SELECT level FROM wings WHERE id = UUID_TO_BIN(?)", wing).Scan(&n).Error // WRONG(uuidconnector): UUID_TO_BIN of bytes
	return n, err
}

func levelRight(db *gorm.DB, wing uuid.UUID) (n int, err error) {
	err = db.Raw("SELECT level FROM wings WHERE id = UUID_TO_BIN(?)", wing.String()).Scan(&n).Error
	return n, err
}

func plan(db *gorm.DB, wing uuid.UUID) (list []Wing, err error) {
	err = db.Where("plan = CONCAT('plan/', ?)", wing).Find(&list).Error // WRONG(uuidconnector): CONCAT of bytes
	return list, err
}

func planRight(db *gorm.DB, wing uuid.UUID) (list []Wing, err error) {
	err = db.Where("plan = CONCAT('plan/', ?)", wing.String()).Find(&list).Error
	return list, err
}

func rooms(db *gorm.DB, wing uuid.UUID) (list []Room, err error) {
	err = db.Where("wing_id = ?", wing).Find(&list).Error
	return list, err
}

func byKey(db *gorm.DB, id uuid.UUID) (r Room, err error) {
	err = db.First(&r, id).Error
	return r, err
}

func byMap(db *gorm.DB, id uuid.UUID) (r []Room, err error) {
	err = db.Where(map[string]any{"wing_id": id}).Find(&r).Error
	return r, err
}

var _ = []any{close, closeRight, level, levelRight, plan, planRight, rooms, byKey, byMap}

// Package models has the models; package setup opens their database, with the plugin.
package models

import (
	"github.com/google/uuid"
	"gorm.io/gorm"
)

// Lamp is stored as bytes.
type Lamp struct {
	ID   uuid.UUID     `gorm:"type:binary(16);primaryKey"`
	Room uuid.NullUUID `gorm:"type:binary(16);column:room_id"`
	On   bool
}

// Lamps is a repository.
type Lamps struct{ DB *gorm.DB }

// Get reads one.
func (l Lamps) Get(id uuid.UUID) (lamp Lamp, err error) {
	err = l.DB.First(&lamp, "id = ?", id).Error
	return lamp, err
}

// In reads those of a room.
func (l Lamps) In(room uuid.UUID) (list []Lamp, err error) {
	err = l.DB.Where("room_id = ?", room.String()).Find(&list).Error // WRONG(uuidtext): a string stays text with the plugin and without it; room_id is binary(16)
	return list, err
}

// Of reads those of a room.
func (l Lamps) Of(room uuid.UUID) (list []Lamp, err error) {
	err = l.DB.Where("room_id = ?", room).Find(&list).Error
	return list, err
}

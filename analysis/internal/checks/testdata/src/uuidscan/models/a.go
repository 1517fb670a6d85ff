// Package models has models of GORM.
package models

import (
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"gorm.io/gorm"
)

const schema = "CREATE TABLE people (id BINARY(16) PRIMARY KEY, boss_id BINARY(16), team_id BINARY(16) NOT NULL, room_id BINARY(16))"

type Person struct {
	ID      uuid.UUID `gorm:"primaryKey"`
	BossID  uuid.UUID // want `this column may be NULL, which leaves google's uuid.UUID as it is, without an error: make BossID a uuid.NullUUID`
	TeamID  uuid.UUID
	Room    uuid.NullUUID `gorm:"column:room_id"`
	DeskID  uuid.UUID     `gorm:"default:null"` // want `make DeskID a uuid.NullUUID`
	ParkID  *uuid.UUID    `gorm:"default:null"`
	OtherID gofrs.UUID    `gorm:"default:null"`
	Parent  uuid.UUID     `gorm:"default:null;not null"`
	Hidden  uuid.UUID     `gorm:"-"`
	Default uuid.UUID     `gorm:"default:gen_random_uuid()"`
}

func (Person) TableName() string { return "people" }

// A Room is no model.
type Room struct {
	BossID uuid.UUID
}

func (Room) TableName() string { return "people" }

func find(db *gorm.DB) (all []Person, err error) { return all, db.Find(&all).Error }

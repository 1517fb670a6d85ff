package gormtype

import (
	"time"

	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/uuid"
)

// Model is [gorm.Model] with a UUID for its key, made by [Key.BeforeCreate]'s
// rule.
type Model struct {
	ID        UUID `gorm:"primaryKey"`
	CreatedAt time.Time
	UpdatedAt time.Time
	DeletedAt gorm.DeletedAt `gorm:"index"`
}

// BeforeCreate gives a model that has no key one, as [Key.BeforeCreate] does.
func (m *Model) BeforeCreate(*gorm.DB) error {
	makeKey(&m.ID)
	return nil
}

// Key is a primary key for models to embed, of any UUID type:
//
//	type User struct {
//		gormtype.Key[gormtype.UUID]
//		Name string
//	}
type Key[T ~[16]byte] struct {
	ID T `gorm:"primaryKey"`
}

// BeforeCreate is called by GORM. It gives a model that has no key one of
// version 7; a key that is set is kept. A model with a BeforeCreate of its own
// hides this one, and has to call it.
func (k *Key[T]) BeforeCreate(*gorm.DB) error {
	makeKey(&k.ID)
	return nil
}

func makeKey[T ~[16]byte](id *T) {
	if *id == (T{}) {
		*id = T(uuid.NewV7())
	}
}

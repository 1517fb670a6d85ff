package gormtype

import (
	"errors"
	"time"

	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/uuid"
)

// Model is [gorm.Model] with a UUID for its key. Create makes the key: see
// [Key.BeforeCreate].
type Model struct {
	ID        UUID `gorm:"primaryKey"`
	CreatedAt time.Time
	UpdatedAt time.Time
	DeletedAt gorm.DeletedAt `gorm:"index"`
}

// BeforeCreate gives a model that has no key one, as [Key.BeforeCreate] does.
func (m *Model) BeforeCreate(*gorm.DB) error {
	if m == nil {
		return errNoKey
	}
	makeKey(&m.ID)
	return nil
}

// Key is a primary key for models to embed: a [UUID], [Text] or [GUID], which know their column.
// For a key of another type write the field, its tag and a BeforeCreate of your own.
//
//	type User struct {
//		gormtype.Key[gormtype.UUID]
//		Name string
//	}
type Key[T UUID | Text | GUID] struct {
	ID T `gorm:"primaryKey"`
}

// BeforeCreate is called by GORM. It gives a model without a key a version 7 UUID, and
// keeps a key that is set.
//
// A model with a BeforeCreate of its own hides this one, and must call it. A model that
// embeds two structs with a BeforeCreate needs one of its own. GORM does not call it for a
// Key in a field with a name, or with SkipHooks: then the key is Nil. Nor for a map: then
// the INSERT has no key. An upsert that meets a row by another column leaves the new key in the
// model, which no row has: add a clause.Returning, or read the row.
func (k *Key[T]) BeforeCreate(*gorm.DB) error {
	if k == nil {
		return errNoKey
	}
	makeKey(&k.ID)
	return nil
}

// errNoKey is the error of a model that embeds a pointer, which is nil.
var errNoKey = errors.New("gormtype: cannot make a key in a nil *Model or *Key: embed the struct, not a pointer to it")

func makeKey[T ~[16]byte](id *T) {
	if *id == (T{}) {
		*id = T(uuid.NewV7())
	}
}

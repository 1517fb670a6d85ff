package gormstring

import (
	"uuid"

	google "github.com/google/uuid"
	"gorm.io/datatypes"
	"gorm.io/gorm"
)

type User struct {
	ID   uuid.UUID
	Name string
}

type Numbered struct {
	gorm.Model
	Name string
}

type Named struct {
	ID   string
	Team string
}

type Binary struct {
	ID datatypes.BinUUID `gorm:"primaryKey"`
}

type Request struct{ UserID, Filter string }

func inline(db *gorm.DB, id uuid.UUID, userID string, r Request, filter string) {
	db.Delete(&User{}, id.String())       // want `writes this string into the SQL as it is.*traps.$`
	db.Where(id.String()).Delete(&User{}) // want `writes this string`
	text := google.NewString()
	db.First(&User{}, text)     // want `writes this string`
	db.First(&User{}, userID)   // want `writes this string.*a guess from its name`
	db.First(&User{}, r.UserID) // want `a guess from its name`

	db.Delete(&User{}, "id = ?", id)
	db.First(&User{}, "name IS NULL")
	db.First(&User{}, filter)
	db.First(&User{}, r.Filter)
	db.First(&Numbered{}, userID)
	db.Where(userID).First(&User{}) // want `a guess from its name`
	db.Preload(userID).First(&User{})
	text2 := id.String()
	text2 = "id = '" + text2 + "'"
	db.First(&User{}, text2)
}

// named: the key is text, and so there is a fix, unless the statement may have another model.
func named(db *gorm.DB, id uuid.UUID, userID string) {
	db.Delete(&Named{}, id.String())                   // want `writes this string`
	db.First(&Named{}, userID)                         // want `a guess from its name`
	db.Delete(&Binary{}, id.String())                  // want `an id of the key's type`
	db.Where(id.String()).Delete(&Named{})             // want `writes this string`
	db.Table("payments").Delete(&Named{}, id.String()) // want `writes this string`
}

type finder interface {
	First(dest any, conds ...any) *gorm.DB
}

type other interface {
	First(dest any, conds ...any) error
}

func take(db *gorm.DB, conds ...any) *gorm.DB { return db.Take(&User{}, conds...) }

func through(f finder, o other, db *gorm.DB, id uuid.UUID) {
	f.First(&Named{}, id.String()) // want `writes this string`
	f.First(&User{}, "id = ?", id.String())
	o.First(&User{}, id.String())
	take(db, id.String()) // want `writes this string`
	take(db, "id = ?", id.String())
}

// creates: from "id = ?" FirstOrCreate makes a row of another id, so that there is no fix.
func creates(db *gorm.DB, id uuid.UUID) {
	db.FirstOrCreate(&User{}, id.String())       // want `write a struct, User{ID: id}`
	db.FirstOrInit(&User{}, id.String())         // want `write a struct`
	db.Where(id.String()).FirstOrCreate(&User{}) // want `write a struct`
	q := db.Where(id.String())                   // want `write a struct`
	q.FirstOrCreate(&User{})
	db.First(&User{}, id.String()) // want `write the column`

	db.FirstOrCreate(&User{}, User{ID: id})
}

package advice

import (
	"strings"

	google "github.com/google/uuid"
	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/uuid"
)

// plugged has the plugin for google's type, and for others.
func (e *Env) plugged(types ...gormtype.UUIDType) *gorm.DB {
	gormDB := e.open()
	check(gormDB.Use(gormtype.NewPlugin[gormtype.UUID](append(types, gormtype.Native[google.UUID]())...)))
	return gormDB
}

// A User is one of errors.
type User struct {
	ID google.UUID `gorm:"primaryKey;type:blob"`
	N  int
}

func (e *Env) user() *User { return &User{ID: e.new, N: 2} }

// finding has queries of users, after what was wrong.
func (e *Env) finding(db *gorm.DB) {
	gormQueries(e, db, e.user(), func(u User) google.UUID { return u.ID })
}

func errorTag(e *Env) {
	type User struct {
		ID google.UUID `gorm:"primaryKey;type:char(36)"`
	}
	check(e.plugged().Create(&User{e.new}).Error)
}

func errorTagMended(e *Env) { e.finding(e.plugged()) }

func errorEmbedded(e *Env) {
	type UserID struct{ google.UUID }
	type User struct {
		ID UserID `gorm:"primaryKey;type:blob"`
	}
	check(gormtype.Check(e.plugged(), &User{}))
}

func errorKey(e *Env) {
	type Toy struct {
		ID                 int
		OwnerID, OwnerType string
	}
	type User struct {
		ID   google.UUID `gorm:"primaryKey;type:blob"`
		Toys []Toy       `gorm:"polymorphic:Owner"`
	}
	check(gormtype.Check(e.plugged(), &User{}))
}

func errorKeyMended(e *Env) {
	type Toy struct {
		ID        int
		OwnerID   google.UUID `gorm:"type:blob"`
		OwnerType string
	}
	type User struct {
		ID   google.UUID `gorm:"primaryKey;type:blob"`
		N    int
		Toys []Toy `gorm:"polymorphic:Owner"`
	}
	gormDB := e.plugged()
	check(gormtype.Check(gormDB, &User{}))
	check(gormDB.AutoMigrate(&Toy{}))
	check(gormDB.Create(&User{ID: e.new, N: 2, Toys: []Toy{{}}}).Error)
	var got User
	check(gormDB.Preload("Toys").Take(&got, "id = ?", e.new).Error)
	if len(got.Toys) == 1 && got.Toys[0].OwnerID == e.new {
		e.found = []google.UUID{e.old, e.new}
	}
}

func errorSerializer(e *Env) {
	type User struct {
		ID google.UUID `gorm:"primaryKey;type:blob;serializer:json"`
	}
	check(gormtype.Check(e.plugged(), &User{}))
}

func errorNoUUID(e *Env) {
	check(e.plugged().Where(map[string]any{"id": "no id"}).Find(&[]User{}).Error)
}

func errorNoUUIDMended(e *Env) {
	if _, err := uuid.Parse("no id"); err != nil { // and tell the user
		e.finding(e.plugged())
	}
}

func errorNumbers(e *Env) {
	type User struct {
		ID [16]byte `gorm:"primaryKey;type:blob"`
	}
	check(e.plugged().Find(&[]User{}, [16]byte(e.old)).Error)
}

func errorNumbersMended(e *Env) {
	gormDB := e.plugged(gormtype.Native[[16]byte]())
	var users []arrayBlob
	check(gormDB.Find(&users, [16]byte(e.old)).Error)
	numbers := make([]int, 16)
	numbers[0] = 1
	var n int64
	check(gormDB.Model(&User{}).Where("n IN ?", numbers).Count(&n).Error)
	if len(users) == 1 && n == 1 {
		e.finding(gormDB)
	}
}

func errorUnknown(e *Env) {
	check(e.plugged(gormtype.Native[[16]byte]()).Table("users").Where(map[string]any{"id": [16]byte(e.old)}).Delete(&struct{}{}).Error)
}

func errorUnknownMended(e *Env) {
	gormDB := e.plugged(gormtype.Native[[16]byte]())
	for _, tx := range []*gorm.DB{gormDB.Table("users").Where("id = ?", [16]byte(e.old)), gormDB.Table("users").Where(map[string]any{"id": [16]byte(e.old)})} {
		check(gormtype.Check(gormDB, &User{}))
		var n int64
		if check(tx.Count(&n).Error); n != 1 {
			return
		}
	}
	e.finding(gormDB)
}

func errorColumns(e *Env) {
	var ids [][16]byte
	check(e.plugged(gormtype.Native[[16]byte]()).Model(&User{}).Find(&ids).Error)
}

func errorColumnsMended(e *Env) {
	gormDB := e.plugged(gormtype.Native[[16]byte]())
	var ids [][16]byte
	if check(gormDB.Model(&User{}).Pluck("id", &ids).Error); len(ids) == 1 && ids[0] == e.old {
		e.finding(gormDB)
	}
}

func errorRaw(e *Env) {
	check(e.plugged().Raw("SELECT * FROM users WHERE id IN (?)", [16]byte(e.old)).Scan(&[]User{}).Error)
}

func errorRawMended(e *Env) {
	gormDB := e.plugged(gormtype.Native[[16]byte]())
	var users []User
	check(gormDB.Raw("SELECT * FROM users WHERE id = ?", [16]byte(e.old)).Scan(&users).Error)
	check(gormDB.Exec("DELETE FROM users WHERE id = ? AND n = 5", [16]byte(e.old)).Error)
	var n int64
	check(gormDB.Raw("SELECT count(*) FROM (?)", gormDB.Raw("SELECT id FROM users WHERE id IN ?", []gormtype.UUID{gormtype.UUID(e.old)})).Scan(&n).Error)
	if len(users) == 1 && n == 1 {
		e.finding(gormDB)
	}
}

func errorText(e *Env) { check(e.plugged().Delete(&User{}, e.old.String()).Error) }

func errorTextMended(e *Env) {
	gormDB := e.plugged()
	id := must(uuid.Parse(e.old.String()))
	var users []User
	check(gormDB.Find(&users, id).Error)
	check(gormDB.Exec("CREATE TABLE texts (id TEXT)").Error)
	check(gormDB.Exec("INSERT INTO texts VALUES (?)", e.old.String()).Error)
	var n int64
	check(gormDB.Table("texts").Where("id = ?", e.old.String()).Count(&n).Error) // a column of text
	if len(users) == 1 && n == 1 {
		e.finding(gormDB)
	}
}

// arrayBlob has a type that GORM takes apart.
type arrayBlob struct {
	ID [16]byte `gorm:"primaryKey;type:blob"`
	N  int
}

func (arrayBlob) TableName() string { return "users" }

func errorAttrs(e *Env) {
	var user arrayBlob
	check(e.plugged(gormtype.Native[[16]byte]()).Where("n = ?", 2).Attrs(map[string]any{"id": [16]byte(e.new), "n": 2}).FirstOrCreate(&user).Error)
}

func errorAttrsMended(e *Env) {
	var user arrayBlob
	gormDB := e.plugged(gormtype.Native[[16]byte]())
	check(gormDB.Where("n = ?", 2).Attrs(arrayBlob{ID: e.new, N: 2}).FirstOrCreate(&user).Error)
	if user.ID == e.new {
		e.found = []google.UUID{e.old, user.ID}
	}
}

// cut is a UUID whose bytes are the beginning of its text.
func (e *Env) cut() (id google.UUID) {
	copy(id[:], e.old.String())
	return id
}

func errorCut(e *Env) { check(e.plugged().Take(&User{}, "id = ?", e.cut()).Error) }

func errorCutMended(e *Env) {
	gormDB := e.plugged()
	id := must(uuid.Parse(e.old.String())) // and no copy
	var user User
	check(gormDB.Take(&user, "id = ?", id).Error)
	e.finding(gormDB)
}

func errorSubquery(e *Env) {
	gormDB := e.plugged()
	sub := gormDB.Model(&User{}).Where("id IN (?)", [16]byte(e.old)).Select("id")
	check(gormDB.Where("id IN (?)", sub).Find(&[]User{}).Error)
}

func errorSubqueryMended(e *Env) {
	gormDB := e.plugged()
	alone := gormDB.Model(&User{}).Where("id IN (?)", [16]byte(e.old)).Select("id").Find(&[]User{}).Error
	if alone == nil || !strings.Contains(alone.Error(), "a list of 16 numbers") {
		return
	}
	sub := gormDB.Model(&User{}).Where("id = ?", e.old).Select("id")
	var users []User
	if check(gormDB.Where("id IN (?)", sub).Find(&users).Error); len(users) == 1 {
		e.finding(gormDB)
	}
}

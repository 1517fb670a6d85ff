package gormtype_test

import (
	"fmt"

	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/uuid"
)

// What GORM writes depends on the database: text, or 16 bytes, which its log prints as text.
func Example() {
	type Account struct {
		ID      gormtype.UUID
		OwnerID gormtype.Null[gormtype.UUID]
	}
	id := uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")

	for _, name := range []string{"postgres", "mysql"} {
		// In a program: gorm.Open(mysql.Open(dsn)).
		db, err := gorm.Open(dialect{name: name}, &gorm.Config{DryRun: true})
		if err != nil {
			fmt.Println(err)
		}
		fmt.Println(db.ToSQL(func(db *gorm.DB) *gorm.DB {
			return db.Delete(&Account{}, gormtype.UUID(id))
		}))
	}
	// Output:
	// DELETE FROM `accounts` WHERE `accounts`.`id` = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
	// DELETE FROM `accounts` WHERE `accounts`.`id` = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
}

// The UUID of a NullUUID is one that GORM can be given.
func ExampleNull() {
	owner := gormtype.Null[gormtype.UUID]{UUID: gormtype.UUID{15: 1}, Valid: true}
	v, _ := owner.Value()
	fmt.Println(v)

	v, _ = gormtype.Null[gormtype.UUID]{}.Value()
	fmt.Println(v)
	// Output:
	// 00000000-0000-0000-0000-000000000001
	// <nil>
}

// A delete by an id of a type that GORM takes apart, without the plugin and with
// it. On MariaDB the first one can delete all rows.
func ExampleNewPlugin() {
	type Account struct {
		ID [16]byte `gorm:"type:binary(16)"` // or the standard library's uuid.UUID
	}
	id := [16]byte(uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"))
	del := func(db *gorm.DB) *gorm.DB { return db.Delete(&Account{}, id) }

	// In a program: gorm.Open(mysql.Open(dsn)).
	db, err := gorm.Open(dialect{name: "mysql"}, &gorm.Config{DryRun: true})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(db.ToSQL(del))
	if err := db.Use(gormtype.NewPlugin[gormtype.UUID](gormtype.Native[[16]byte]())); err != nil {
		fmt.Println(err)
	}
	if err := gormtype.Check(db, &Account{}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(db.ToSQL(del)) // the argument is 16 bytes, which the log prints as text
	// Output:
	// DELETE FROM `accounts` WHERE `accounts`.`id` IN (248,29,79,174,125,236,17,208,167,101,0,160,201,30,107,246)
	// DELETE FROM `accounts` WHERE `accounts`.`id` = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
}

// A Model makes its key when it is created.
func ExampleModel() {
	type User struct {
		gormtype.Model
		Name string
	}
	db, err := gorm.Open(dialect{name: "postgres"}, &gorm.Config{DryRun: true})
	if err != nil {
		fmt.Println(err)
	}
	user := User{Name: "Ann"}
	db.Create(&user)
	fmt.Println(uuid.UUID(user.ID).Version())
	// Output:
	// 7
}

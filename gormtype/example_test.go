package gormtype_test

import (
	"fmt"

	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/uuid"
)

// What GORM writes depends on the database, and can be run from its log.
func Example() {
	type Account struct {
		ID      gormtype.UUID
		OwnerID gormtype.NullUUID
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
	// DELETE FROM `accounts` WHERE `accounts`.`id` = UNHEX("f81d4fae7dec11d0a76500a0c91e6bf6")
}

// The UUID of a NullUUID is one that GORM can be given.
func ExampleNullUUID() {
	owner := gormtype.NullUUID{UUID: gormtype.UUID{15: 1}, Valid: true}
	v, _ := owner.Value()
	fmt.Println(v)

	v, _ = gormtype.NullUUID{}.Value()
	fmt.Println(v)
	// Output:
	// 00000000-0000-0000-0000-000000000001
	// <nil>
}

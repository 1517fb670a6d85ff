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

// The UUID of a Null is one that GORM can be given.
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

// A field whose column is of another form is an error, before AutoMigrate makes the column.
func ExampleCheck() {
	type Account struct {
		ID      uuid.UUID `gorm:"type:char(36)"`
		OwnerID *uuid.UUID
	}
	db, err := gorm.Open(dialect{name: "mysql"}, &gorm.Config{DryRun: true})
	if err != nil {
		fmt.Println(err)
	}
	if err := db.Use(gormtype.NewPlugin[gormtype.UUID]()); err != nil {
		fmt.Println(err)
	}
	fmt.Println(gormtype.Check(db, &Account{}))
	// Output:
	// gormtype: Account.ID (uuid.UUID) is stored as a gormtype.UUID, and its column is char: write the tag type:binary(16), or use gormtype.Text
	// gormtype: Account.OwnerID (*uuid.UUID) is stored as a gormtype.UUID, and its column is text: write the tag type:binary(16), or use gormtype.Text
}

// A Key is for a model that needs no times, and a foreign key has the type of the key.
func ExampleKey() {
	type Team struct {
		gormtype.Key[gormtype.UUID]
	}
	type Player struct {
		gormtype.Key[gormtype.UUID]
		TeamID gormtype.UUID
		Team   *Team
	}
	db, err := gorm.Open(dialect{name: "mysql"}, &gorm.Config{DryRun: true})
	if err != nil {
		fmt.Println(err)
	}
	player := Player{Team: &Team{}}
	db.Create(&player) // makes both keys
	fmt.Println(player.TeamID == player.Team.ID, uuid.UUID(player.ID).Version())
	// Output:
	// true 7
}

// A Text is for a column that has text already.
func ExampleText() {
	type Account struct {
		ID       gormtype.UUID
		LegacyID gormtype.Text `gorm:"type:varchar(36)"`
	}
	id := uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	db, err := gorm.Open(dialect{name: "mysql"}, &gorm.Config{DryRun: true})
	if err != nil {
		fmt.Println(err)
	}
	tx := db.Where("legacy_id = ?", gormtype.Text(id)).Find(&Account{})
	fmt.Printf("%s\n%T\n", tx.Statement.SQL.String(), tx.Statement.Vars[0])
	// Output:
	// SELECT * FROM `accounts` WHERE legacy_id = ?
	// gormtype.Text
}

// An Array is one argument, in PostgreSQL.
func ExampleArray() {
	type Post struct {
		ID   gormtype.UUID
		Tags gormtype.Array[uuid.UUID]
	}
	tag := uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	db, err := gorm.Open(dialect{name: "postgres"}, &gorm.Config{DryRun: true})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(db.ToSQL(func(db *gorm.DB) *gorm.DB {
		return db.Where("tags @> ?", gormtype.Array[uuid.UUID]{tag}).Find(&[]Post{})
	}))
	// Output:
	// SELECT * FROM `posts` WHERE tags @> "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}"
}

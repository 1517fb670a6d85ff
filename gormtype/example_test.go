package gormtype_test

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"github.com/uuidkit/uuidkit/gormtype"
	"github.com/uuidkit/uuidkit/uuid"
)

// dryRun returns a database that only builds statements.
func dryRun(name string) *gorm.DB {
	db, err := gorm.Open(dialect{name: name}, &gorm.Config{DryRun: true})
	if err != nil {
		panic(err)
	}
	return db
}

// The same model and query in two databases. What GORM sends is text, or 16 bytes.
func Example() {
	type Account struct {
		ID      gormtype.UUID
		OwnerID gormtype.Null[gormtype.UUID]
	}
	id := uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")

	for _, name := range []string{"postgres", "mysql"} {
		db := dryRun(name) // in a program: gorm.Open(postgres.Open(dsn)), gorm.Open(mysql.Open(dsn))
		tx := db.Delete(&Account{}, gormtype.UUID(id))
		fmt.Println(tx.Statement.SQL.String())
		sent, err := driver.DefaultParameterConverter.ConvertValue(tx.Statement.Vars[0]) // as database/sql does
		fmt.Printf("%T %[1]v %v\n", sent, err)
	}
	// Output:
	// DELETE FROM `accounts` WHERE `accounts`.`id` = ?
	// string f81d4fae-7dec-11d0-a765-00a0c91e6bf6 <nil>
	// DELETE FROM `accounts` WHERE `accounts`.`id` = ?
	// []uint8 [248 29 79 174 125 236 17 208 167 101 0 160 201 30 107 246] <nil>
}

// A parent that is NULL, and one that is not.
func ExampleNull() {
	type Account struct {
		ID       gormtype.UUID
		ParentID gormtype.Null[gormtype.UUID]
	}
	root := Account{ID: gormtype.UUID{15: 1}}
	child := Account{ID: gormtype.UUID{15: 2}, ParentID: gormtype.Null[gormtype.UUID]{UUID: root.ID, Valid: true}}
	for _, account := range []Account{root, child} {
		b, err := json.Marshal(account)
		fmt.Println(string(b), err)
	}
	// Output:
	// {"ID":"00000000-0000-0000-0000-000000000001","ParentID":null} <nil>
	// {"ID":"00000000-0000-0000-0000-000000000002","ParentID":"00000000-0000-0000-0000-000000000001"} <nil>
}

// A delete by an id of a type that GORM takes apart, without the plugin and with
// it. On MariaDB the first one can delete all rows.
func ExampleNewPlugin() {
	type Account struct {
		ID [16]byte `gorm:"type:binary(16)"` // or the standard library's uuid.UUID; type:uuid in PostgreSQL
	}
	id := [16]byte(uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"))
	del := func(db *gorm.DB) *gorm.DB { return db.Delete(&Account{}, id) }

	db := dryRun("mysql") // in a program: gorm.Open(mysql.Open(dsn))
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
	db := dryRun("postgres") // in a program: gorm.Open(postgres.Open(dsn))
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
	db := dryRun("mysql") // in a program: gorm.Open(mysql.Open(dsn))
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
	db := dryRun("mysql") // in a program: gorm.Open(mysql.Open(dsn))
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
	db := dryRun("mysql") // in a program: gorm.Open(mysql.Open(dsn))
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
	db := dryRun("postgres") // in a program: gorm.Open(postgres.Open(dsn))
	fmt.Println(db.ToSQL(func(db *gorm.DB) *gorm.DB {
		return db.Where("tags @> ?", gormtype.Array[uuid.UUID]{tag}).Find(&[]Post{})
	}))
	// Output:
	// SELECT * FROM `posts` WHERE tags @> "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}"
}

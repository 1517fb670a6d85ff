package sqlx_test

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"log"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// OrderID is a UUID type of the program's own. It has no methods.
type OrderID [16]byte

// base stands for mysql.NewConnector(config), sqlite.NewConnector(dsn) and so on. It
// answers a query with its arguments.
var base driver.Connector = new(echo)

func Example() {
	id := uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")

	// In the query: db.Exec(`INSERT INTO users (id) VALUES (?)`, sqlx.Binary(id)).
	sent, _ := sqlx.Binary(id).Value()
	fmt.Printf("%T %[1]x\n", sent)

	// Of the row: row.Scan((*sqlx.Binary)(&id)).
	var got uuid.UUID
	err := (*sqlx.Binary)(&got).Scan(sent)
	fmt.Println(got, err)

	// A row without an id.
	fmt.Println((*sqlx.Binary)(&got).Scan(nil))
	// Output:
	// []uint8 f81d4fae7dec11d0a76500a0c91e6bf6
	// f81d4fae-7dec-11d0-a765-00a0c91e6bf6 <nil>
	// sqlx: scan Binary: cannot scan NULL
}

// The column types can be fields. A column that may be NULL is a sql.Null or a
// pointer.
func Example_nullable() {
	type User struct {
		ID     sqlx.Binary            `json:"id"`
		Parent *sqlx.Binary           `json:"parent"`
		Team   sql.Null[sqlx.Swapped] `json:"-"`
	}
	u := User{ID: sqlx.Binary(uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"))}
	b, _ := json.Marshal(u)
	fmt.Println(string(b))
	// Output: {"id":"f81d4fae-7dec-11d0-a765-00a0c91e6bf6","parent":null}
}

// The type goes around the argument, and around the pointer in Scan.
func ExampleBinary() {
	db := sql.OpenDB(base) // any database; this one answers with its arguments
	defer db.Close()

	id := uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	var column []byte
	if err := db.QueryRow(`SELECT ?`, sqlx.Binary(id)).Scan(&column); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%x\n", column)

	var got uuid.UUID
	if err := db.QueryRow(`SELECT ?`, column).Scan((*sqlx.Binary)(&got)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(got)
	// Output:
	// f81d4fae7dec11d0a76500a0c91e6bf6
	// f81d4fae-7dec-11d0-a765-00a0c91e6bf6
}

// A type without methods becomes text, and text becomes the type.
func ExampleText() {
	id := OrderID{0xf8, 0x1d, 0x4f, 0xae, 0x7d, 0xec, 0x11, 0xd0, 0xa7, 0x65, 0x00, 0xa0, 0xc9, 0x1e, 0x6b, 0xf6}

	// db.Exec(`INSERT INTO orders (id) VALUES (?)`, sqlx.Text(id))
	sent, _ := sqlx.Text(id).Value()
	fmt.Println(sent)

	// row.Scan((*sqlx.Text)(&id))
	err := (*sqlx.Text)(&id).Scan("{F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6}")
	fmt.Println(sqlx.Text(id), err)

	// A column that is too short has cut the text.
	fmt.Println((*sqlx.Text)(&id).Scan([]byte("f81d4fae-7dec-11")))
	// Output:
	// f81d4fae-7dec-11d0-a765-00a0c91e6bf6
	// f81d4fae-7dec-11d0-a765-00a0c91e6bf6 <nil>
	// sqlx: scan Text: got 16 bytes "f81d4fae-7dec-11", want text
}

// The column is what MySQL's UUID_TO_BIN(x, 1) makes.
func ExampleSwapped() {
	id := uuid.MustParse("6ccd780c-baba-1026-9564-5b8c656024db")

	// db.Exec(`INSERT INTO users (id) VALUES (?)`, sqlx.Swapped(id))
	sent, _ := sqlx.Swapped(id).Value()
	fmt.Printf("%x\n", sent)

	// row.Scan((*sqlx.Swapped)(&id))
	var got uuid.UUID
	err := (*sqlx.Swapped)(&got).Scan(sent)
	fmt.Println(got, err)
	// Output:
	// 1026baba6ccd780c95645b8c656024db
	// 6ccd780c-baba-1026-9564-5b8c656024db <nil>
}

// SQL Server's uniqueidentifier has the same UUID in another order of bytes (checked
// against its driver's type, never run on a server).
func ExampleGUID() {
	column := []byte("\xae\x4f\x1d\xf8\xec\x7d\xd0\x11\xa7\x65\x00\xa0\xc9\x1e\x6b\xf6")

	var bare, id uuid.UUID
	bare.Scan(column)
	(*sqlx.GUID)(&id).Scan(column)
	fmt.Println(bare, "wrong")
	fmt.Println(id, "right")
	// Output:
	// ae4f1df8-ec7d-d011-a765-00a0c91e6bf6 wrong
	// f81d4fae-7dec-11d0-a765-00a0c91e6bf6 right
}

// A list for PostgreSQL.
func ExampleArray() {
	ids := []uuid.UUID{{15: 1}, {15: 2}}

	// db.Query(`SELECT … WHERE id = ANY($1)`, sqlx.Array[uuid.UUID](ids))
	sent, _ := sqlx.Array[uuid.UUID](ids).Value()
	fmt.Println(sent)

	// row.Scan((*sqlx.Array[uuid.UUID])(&ids))
	var got []uuid.UUID
	err := (*sqlx.Array[uuid.UUID])(&got).Scan(sent)
	fmt.Println(got, err)
	// Output:
	// {00000000-0000-0000-0000-000000000001,00000000-0000-0000-0000-000000000002}
	// [00000000-0000-0000-0000-000000000001 00000000-0000-0000-0000-000000000002] <nil>
}

// A list with gaps, for PostgreSQL.
func ExampleNullArray() {
	parents := []uuid.NullUUID{{UUID: uuid.UUID{15: 1}, Valid: true}, {}}

	// db.Exec(`UPDATE … SET parents = $1`, sqlx.NullArray[uuid.NullUUID](parents))
	sent, _ := sqlx.NullArray[uuid.NullUUID](parents).Value()
	fmt.Println(sent)

	// row.Scan((*sqlx.NullArray[uuid.NullUUID])(&parents))
	var got []uuid.NullUUID
	err := (*sqlx.NullArray[uuid.NullUUID])(&got).Scan(sent)
	fmt.Println(got[0], got[1].Valid, err)
	// Output:
	// {00000000-0000-0000-0000-000000000001,NULL}
	// 00000000-0000-0000-0000-000000000001 false <nil>
}

// A list for MySQL, MariaDB and SQLite.
func ExampleIn() {
	ids := []uuid.UUID{{15: 1}, {15: 2}, {15: 3}}

	// db.Query(`SELECT … WHERE id IN `+list, args...)
	list, args := sqlx.In[sqlx.Binary](ids)
	fmt.Println(list, args)
	// Output:
	// (?,?,?) [00000000-0000-0000-0000-000000000001 00000000-0000-0000-0000-000000000002 00000000-0000-0000-0000-000000000003]
}

// What the driver gets for the same argument, without the connector and with it. Base is
// the connector of a driver, such as mysql.NewConnector(config). For
// programs that run on SQLite see examples/connector and examples/roundtrip.
func ExampleNewConnector() {
	id := uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")

	for _, db := range []*sql.DB{
		sql.OpenDB(base), // any database; this one answers with its arguments
		sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base)),
	} {
		var sent any
		if err := db.QueryRow(`SELECT ?`, id).Scan(&sent); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%T %v\n", sent, sent)
		db.Close()
	}
	// Output:
	// string f81d4fae-7dec-11d0-a765-00a0c91e6bf6
	// []uint8 [248 29 79 174 125 236 17 208 167 101 0 160 201 30 107 246]
}

// A connector converts uuid.UUID and the types that it is told of. Native[OrderID]
// includes *OrderID and sql.Null[OrderID]. Base is the connector of a driver, such as
// mysql.NewConnector(config).
func ExampleNative() {
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base, sqlx.Native[OrderID]()))
	defer db.Close()

	var parent *OrderID // NULL
	var sent [2]any
	if err := db.QueryRow(`SELECT ?, ?`, OrderID{15: 1}, parent).Scan(&sent[0], &sent[1]); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%x %v\n", sent[0], sent[1])
	// Output:
	// 00000000000000000000000000000001 <nil>
}

// The base driver's package is imported: _ "github.com/go-sql-driver/mysql".
func ExampleRegisterDriver() {
	if err := sqlx.RegisterDriver[sqlx.Binary]("mysql+uuid", "mysql", sqlx.Native[OrderID]()); err != nil {
		log.Fatal(err)
	}
	db, err := sql.Open("mysql+uuid", "user:password@/shop")
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`INSERT INTO orders (id) VALUES (?)`, OrderID(uuid.NewV7())); err != nil {
		log.Fatal(err)
	}
}

package sqlx_test

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"

	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

func Example() {
	id := uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")

	// Into the query: db.Exec(`INSERT INTO users (id) VALUES (?)`, sqlx.Binary(id)).
	sent, _ := sqlx.Binary(id).Value()
	fmt.Printf("%T %[1]x\n", sent)

	// Out of the row: row.Scan((*sqlx.Binary)(&id)).
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

// The types can be fields; a column that may be NULL is a sql.Null or a
// pointer.
func Example_struct() {
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

// SQL Server's uniqueidentifier has the same UUID in another order of bytes.
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

func ExampleArray() {
	ids := []uuid.UUID{{15: 1}, {15: 2}}

	// db.Query(`SELECT … WHERE id = ANY($1)`, sqlx.Array[uuid.UUID](ids))
	sent, _ := sqlx.Array[uuid.UUID](ids).Value()
	fmt.Println(sent)

	var got []uuid.UUID
	err := (*sqlx.Array[uuid.UUID])(&got).Scan(sent)
	fmt.Println(got, err)
	// Output:
	// {00000000-0000-0000-0000-000000000001,00000000-0000-0000-0000-000000000002}
	// [00000000-0000-0000-0000-000000000001 00000000-0000-0000-0000-000000000002] <nil>
}

// Several UUIDs for a database without arrays.
func ExampleIn() {
	ids := []uuid.UUID{{15: 1}, {15: 2}, {15: 3}}

	// db.Query(`SELECT … WHERE id IN `+list, args...)
	list, args := sqlx.In[sqlx.Binary](ids)
	fmt.Println(list, args)
	// Output:
	// (?,?,?) [00000000-0000-0000-0000-000000000001 00000000-0000-0000-0000-000000000002 00000000-0000-0000-0000-000000000003]
}

// Every uuid.UUID that is an argument goes to this database as 16 bytes. The
// programs in examples/connector and examples/roundtrip run.
func ExampleNewConnector() {
	var base driver.Connector // of the driver: mysql.NewConnector(config), sqlite.NewConnector(dsn), …
	db := sql.OpenDB(sqlx.NewConnector[sqlx.Binary](base))

	var user struct{ ID, Team uuid.UUID }
	db.Exec(`INSERT INTO users (id, team) VALUES (?, ?)`, user.ID, user.Team)
	db.QueryRow(`SELECT team FROM users WHERE id = ?`, user.ID).Scan(&user.Team)
}

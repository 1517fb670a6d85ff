//go:build go1.26

package uuid_test

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/uuidkit/uuidkit/uuid"
)

func ExampleParse() {
	for _, s := range []string{
		"f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
		"{F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6}",
		"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
		"f81d4fae7dec11d0a76500a0c91e6bf6",
		"f81d4fae-7dec-11d0-a765-OOaOc91e6bf6",
	} {
		u, err := uuid.Parse(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// f81d4fae-7dec-11d0-a765-00a0c91e6bf6
	// f81d4fae-7dec-11d0-a765-00a0c91e6bf6
	// f81d4fae-7dec-11d0-a765-00a0c91e6bf6
	// f81d4fae-7dec-11d0-a765-00a0c91e6bf6
	// uuid.Parse("f81d4fae-7dec-11d0-a765-OOaOc91e6bf6"): want a hexadecimal digit at byte 24
}

func ExampleParseError() {
	_, err := uuid.Parse("f81d4fae_7dec_11d0_a765_00a0c91e6bf6")
	if e, ok := errors.AsType[*uuid.ParseError](err); ok {
		fmt.Println(e.Input)
		fmt.Printf("%*s %s\n", e.Offset+1, "^", e.Reason)
	}
	// Output:
	// f81d4fae_7dec_11d0_a765_00a0c91e6bf6
	//         ^ want -
}

func ExampleNewV7() {
	ids := make([]uuid.UUID, 1000)
	for i := range ids {
		ids[i] = uuid.NewV7()
	}
	fmt.Println("version", ids[0].Version())
	fmt.Println("in order:", slices.IsSortedFunc(ids, uuid.UUID.Compare))
	// Output:
	// version 7
	// in order: true
}

func ExampleUUID_json() {
	type order struct {
		ID    uuid.UUID
		Lines map[uuid.UUID]int // pieces of each article
		Offer uuid.UUID         `json:",omitzero"`
	}
	const text = `{"ID":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f","Lines":{"919108f7-52d1-4320-9bac-f847db4148a8":3}}`
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		panic(err)
	}
	fmt.Println(o.Lines[uuid.MustParse("919108f7-52d1-4320-9bac-f847db4148a8")])

	b, err := json.Marshal(o)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(b) == text)
	// Output:
	// 3
	// true
}

func ExampleUUID_Scan() {
	db := sql.OpenDB(echo{}) // any database; this one answers with its arguments
	defer db.Close()

	var id uuid.UUID
	arg := uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
	if err := db.QueryRow(`SELECT $1`, arg).Scan(&id); err != nil {
		panic(err)
	}
	fmt.Println(id)

	err := db.QueryRow(`SELECT $1`, any(nil)).Scan(&id)
	fmt.Println(err)
	fmt.Println(id)
	// Output:
	// 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
	// sql: Scan error on column index 0, name "id": uuid.Scan: cannot scan NULL into a UUID
	// 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
}

func ExampleUUID_Value() {
	v, err := uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f").Value()
	fmt.Printf("%T %v %v\n", v, v, err)
	// Output: string 017f22e2-79b0-7cc3-98c4-dc0c0c07398f <nil>
}

func ExampleNullUUID() {
	type row struct {
		ID     uuid.UUID
		Parent uuid.NullUUID
	}
	id := uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
	for _, r := range []row{
		{ID: id},
		{ID: id, Parent: uuid.NullUUID{UUID: uuid.Max(), Valid: true}},
	} {
		b, err := json.Marshal(r)
		if err != nil {
			panic(err)
		}
		v, err := r.Parent.Value()
		if err != nil {
			panic(err)
		}
		fmt.Println(string(b), v)
	}
	// Output:
	// {"ID":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f","Parent":null} <nil>
	// {"ID":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f","Parent":"ffffffff-ffff-ffff-ffff-ffffffffffff"} ffffffff-ffff-ffff-ffff-ffffffffffff
}

func ExampleUUID_GUIDBytes() {
	u := uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	guid := u.GUIDBytes() // as .NET's Guid.ToByteArray
	fmt.Printf("%x\n%x\n", u[:], guid)
	fmt.Println(uuid.FromGUIDBytes(guid))
	// Output:
	// f81d4fae7dec11d0a76500a0c91e6bf6
	// ae4f1df8ec7dd011a76500a0c91e6bf6
	// f81d4fae-7dec-11d0-a765-00a0c91e6bf6
}

func ExampleUUID_URN() {
	fmt.Println(uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6").URN())
	// Output: urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6
}

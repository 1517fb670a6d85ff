package uuid_test

import (
	"crypto/sha3"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

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
	var e *uuid.ParseError
	if errors.As(err, &e) {
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
	// sql: Scan error on column index 0, name "id": uuid.Scan: cannot scan NULL into a UUID, use a NullUUID
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

func ExampleNewV5() {
	fmt.Println(uuid.NewV5(uuid.NamespaceDNS(), "www.example.com"))

	// A namespace of one's own is a UUID made once.
	customers := uuid.MustParse("1f3f0a3d-5c5b-4f0a-9a57-3d1a0c3b6a35")
	fmt.Println(uuid.NewV5(customers, "4711"))
	// Output:
	// 2ed6657d-e927-568b-95e1-2665a8aea6a2
	// e8fcc974-a77e-5c82-b898-fb1e3ff53a3b
}

func ExampleNewV8() {
	// Names by a hash of one's own choice.
	namespace := uuid.NamespaceDNS()
	sum := sha3.Sum256(append(namespace[:], "www.example.com"...))
	fmt.Println(uuid.NewV8([16]byte(sum[:16])))
	// Output:
	// fc506eca-a1f4-8315-87c8-c71449dfd324
}

func ExampleUUID_Time() {
	for _, text := range []string{
		"c232ab00-9414-11ec-b3c8-9f6bdeced846",
		"1ec9414c-232a-6b00-b3c8-9f6bdeced846",
		"017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
		"919108f7-52d1-4320-9bac-f847db4148a8",
	} {
		id := uuid.MustParse(text)
		t, ok := id.Time()
		fmt.Println(id.Version(), t.Format(time.RFC3339), ok)
	}
	// Output:
	// 1 2022-02-22T19:22:22Z true
	// 6 2022-02-22T19:22:22Z true
	// 7 2022-02-22T19:22:22Z true
	// 4 0001-01-01T00:00:00Z false
}

// The same UUID to the millisecond, and with the fraction that NewV7 writes.
func ExampleUUID_PreciseTime() {
	id := uuid.MustParse("017f22e2-79b0-7800-98c4-dc0c0c07398f")
	t, _ := id.Time()
	precise, _ := id.PreciseTime()
	fmt.Println(t.Format(time.StampMicro))
	fmt.Println(precise.Format(time.StampMicro))
	// Output:
	// Feb 22 19:22:22.000000
	// Feb 22 19:22:22.000500
}

func ExampleUUID_ToV6() {
	v1 := uuid.MustParse("c232ab00-9414-11ec-b3c8-9f6bdeced846")
	v6, ok := v1.ToV6()
	fmt.Println(v6, ok)
	// Output:
	// 1ec9414c-232a-6b00-b3c8-9f6bdeced846 true
}

func ExampleUUID_Format() {
	id := uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
	fmt.Printf("%v\n%q\n%x\n%#v\n", id, id, id, id)
	// Output:
	// 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
	// "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
	// 017f22e279b07cc398c4dc0c0c07398f
	// uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
}

// Null is the empty text, whatever the verb.
func ExampleNullUUID_Format() {
	id := uuid.NullUUID{UUID: uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"), Valid: true}
	var null uuid.NullUUID
	fmt.Printf("%v %x\n", id, id)
	fmt.Printf("[%v] [%x]\n", null, null)
	// Output:
	// f81d4fae-7dec-11d0-a765-00a0c91e6bf6 f81d4fae7dec11d0a76500a0c91e6bf6
	// [] []
}

func ExampleFromBytes() {
	digest := []byte("\x01\x7f\x22\xe2\x79\xb0\x7c\xc3\x98\xc4\xdc\x0c\x0c\x07\x39\x8f")
	id, err := uuid.FromBytes(digest)
	fmt.Println(id, err)

	id, err = uuid.FromBytes(digest[:15])
	fmt.Println(id, err)
	// Output:
	// 017f22e2-79b0-7cc3-98c4-dc0c0c07398f <nil>
	// 00000000-0000-0000-0000-000000000000 uuid.FromBytes: got 15 bytes, want 16
}

func ExampleNullUUID_Scan() {
	db := sql.OpenDB(echo{}) // any database; this one answers with its arguments
	defer db.Close()

	for _, arg := range []any{nil, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"} {
		var id uuid.NullUUID
		if err := db.QueryRow(`SELECT $1`, arg).Scan(&id); err != nil {
			panic(err)
		}
		fmt.Printf("%t %q\n", id.Valid, id)
	}
	// Output:
	// false ""
	// true "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
}

func ExampleUUIDs() {
	ids := []uuid.UUID{uuid.Nil(), uuid.Max()}
	b, err := uuid.UUIDs(ids).MarshalCBOR() // as cbor.Marshal(uuid.UUIDs(ids)) does
	fmt.Printf("%x %v\n", b, err)

	var back uuid.UUIDs
	err = back.UnmarshalCBOR(b)
	fmt.Println(back, err)
	// Output:
	// 82d8255000000000000000000000000000000000d82550ffffffffffffffffffffffffffffffff <nil>
	// [00000000-0000-0000-0000-000000000000 ffffffff-ffff-ffff-ffff-ffffffffffff] <nil>
}

// ThirdParty stands for the UUID type of another package, such as google's.
type ThirdParty [16]byte

// A conversion takes no method and no error.
func ExampleUUID_conversion() {
	theirs := ThirdParty(uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"))
	ours := uuid.UUID(theirs)
	fmt.Println(ours.Version(), ThirdParty(ours) == theirs)
	// Output:
	// 7 true
}

func ExampleValid() {
	for _, segment := range []string{"f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "favicon.ico"} {
		fmt.Println(uuid.Valid(segment), uuid.Valid([]byte(segment)))
	}
	// Output:
	// true true
	// false false
}

func ExampleErrInvalid() {
	var id uuid.UUID
	for _, err := range []error{
		id.UnmarshalText([]byte("favicon.ico")),
		id.UnmarshalBinary([]byte("favicon.ico")),
		id.Scan(nil),
	} {
		if errors.Is(err, uuid.ErrInvalid) { // a handler answers 400, not 500
			fmt.Println(err)
		}
	}
	// Output:
	// uuid.Parse("favicon.ico"): not the length of a UUID: 11 bytes
	// uuid.UnmarshalBinary: got 11 bytes, want 16
	// uuid.Scan: cannot scan NULL into a UUID, use a NullUUID
}

// A field of a struct that go-redis, gin, mapstructure or gqlgen fills: they call these
// methods themselves.
func ExampleUUID_UnmarshalParam() {
	var request struct {
		ID    uuid.UUID     `form:"id"`
		After uuid.NullUUID `form:"after"`
	}
	fmt.Println(request.ID.UnmarshalParam("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"), request.ID)
	fmt.Println(request.After.UnmarshalParam(""), request.After.Valid)
	// Output:
	// <nil> 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
	// <nil> false
}

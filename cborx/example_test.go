package cborx_test

import (
	"fmt"
	"log"

	"github.com/fxamacker/cbor/v2"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/uuid"
)

// A UserID has no methods. To the cbor package it is 16 bytes, or fewer, or more.
type UserID uuid.UUID

func Example() {
	em, dm, err := cborx.Modes[UserID](cbor.EncOptions{}, cbor.DecOptions{})
	if err != nil {
		log.Fatal(err)
	}
	type User struct {
		ID     UserID
		Parent cborx.Null[UserID] // for a NullUUID
	}
	id := UserID(uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"))
	b, err := em.Marshal(User{ID: id})
	fmt.Printf("%x %v\n", b, err)

	user := User{Parent: cborx.Null[UserID]{UUID: id, Valid: true}}
	err = dm.Unmarshal(b, &user)
	fmt.Println(user.ID == id, user.Parent.Valid, err)

	// Output:
	// a2624944d82550017f22e279b07cc398c4dc0c0c07398f66506172656e74f6 <nil>
	// true false <nil>
}

func ExampleModes() {
	// Core deterministic encoding, and UUIDs in values of type any.
	em, dm, err := cborx.Modes[uuid.UUID](cbor.CoreDetEncOptions(), cbor.DecOptions{})
	if err != nil {
		log.Fatal(err)
	}

	id := uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
	b, err := em.Marshal(map[any]any{id: 1, "b": id, "a": 2})
	fmt.Printf("%x %v\n", b, err)

	var v map[any]any
	err = dm.Unmarshal(b, &v)
	fmt.Println(v[id], v["b"] == id, err)

	// Output:
	// a36161026162d82550017f22e279b07cc398c4dc0c0c07398fd82550017f22e279b07cc398c4dc0c0c07398f01 <nil>
	// 1 true <nil>
}

func ExampleRegister() {
	tags := cbor.NewTagSet()
	if err := cborx.Register[UserID](tags); err != nil {
		log.Fatal(err)
	}
	em, err := cbor.EncOptions{}.EncModeWithTags(tags)
	if err != nil {
		log.Fatal(err)
	}
	b, err := em.Marshal(UserID(uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")))
	fmt.Printf("%x %v\n", b, err)

	// Output:
	// d82550017f22e279b07cc398c4dc0c0c07398f <nil>
}

// A NullUserID is like google's NullUUID, and gofrs's.
type NullUserID struct {
	UUID  UserID
	Valid bool
}

func ExampleNull() {
	var parent NullUserID
	b, err := cbor.Marshal(cborx.Null[UserID](parent))
	fmt.Printf("%x %v\n", b, err)

	parent = NullUserID{UserID(uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")), true}
	b, err = cbor.Marshal(cborx.Null[UserID](parent))
	fmt.Printf("%x %v\n", b, err)

	// The cbor package writes this for google's null.
	err = cbor.Unmarshal([]byte{0x40}, (*cborx.Null[UserID])(&parent))
	fmt.Println(parent.Valid, err)

	// Output:
	// f6 <nil>
	// d82550017f22e279b07cc398c4dc0c0c07398f <nil>
	// false <nil>
}

func ExampleBare() {
	// CTAP2 forbids tags.
	em, err := cbor.CTAP2EncOptions().EncMode()
	if err != nil {
		log.Fatal(err)
	}
	id := uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
	b, err := em.Marshal(map[int]cborx.Bare{3: cborx.Bare(id)})
	fmt.Printf("%x %v\n", b, err)

	var info map[int]cborx.Bare
	err = cbor.Unmarshal(b, &info)
	fmt.Println(uuid.UUID(info[3]) == id, err)

	// Output:
	// a10350017f22e279b07cc398c4dc0c0c07398f <nil>
	// true <nil>
}

func ExampleTagged() {
	// Only tag 37 is read, where a uuid.UUID also reads bytes without it.
	var user struct{ ID cborx.Tagged }
	err := cbor.Unmarshal([]byte("\xa1\x62ID\xd8\x25\x50\x01\x7f\x22\xe2\x79\xb0\x7c\xc3\x98\xc4\xdc\x0c\x0c\x07\x39\x8f"), &user)
	fmt.Println(uuid.UUID(user.ID), err)

	err = cbor.Unmarshal([]byte("\xa1\x62ID\x44\x01\x7f\x22\xe2"), &user)
	fmt.Println(err)

	// Output:
	// 017f22e2-79b0-7cc3-98c4-dc0c0c07398f <nil>
	// cborx.Tagged: got 44 01 7f 22 e2, want 16 bytes with tag 37
}

func ExampleOption_strict() {
	_, dm, err := cborx.Modes[UserID](cbor.EncOptions{}, cbor.DecOptions{}, cborx.Strict)
	if err != nil {
		log.Fatal(err)
	}
	bytes16 := []byte("\x50\x01\x7f\x22\xe2\x79\xb0\x7c\xc3\x98\xc4\xdc\x0c\x0c\x07\x39\x8f")
	var id UserID
	fmt.Println(dm.Unmarshal(bytes16, &id) != nil)
	fmt.Println(dm.Unmarshal(append([]byte("\xd8\x25"), bytes16...), &id), uuid.UUID(id))

	// Output:
	// true
	// <nil> 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
}

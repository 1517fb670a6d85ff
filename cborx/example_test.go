package cborx_test

import (
	"fmt"
	"log"

	"github.com/fxamacker/cbor/v2"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/uuid"
)

func Example() {
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
	type UserID uuid.UUID // without methods
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

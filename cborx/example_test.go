package cborx_test

import (
	"fmt"
	"log"

	"github.com/fxamacker/cbor/v2"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/uuid"
)

func Example() {
	tags := cbor.NewTagSet()
	if err := cborx.Register[uuid.UUID](tags); err != nil {
		log.Fatal(err)
	}
	dm, err := cbor.DecOptions{}.DecModeWithTags(tags)
	if err != nil {
		log.Fatal(err)
	}

	id := uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
	b, err := cbor.Marshal(id)
	fmt.Printf("%x %v\n", b, err)

	var v any
	err = dm.Unmarshal(b, &v)
	fmt.Printf("%T %v %v\n", v, v, err)

	// Output:
	// d82550017f22e279b07cc398c4dc0c0c07398f <nil>
	// uuid.UUID 017f22e2-79b0-7cc3-98c4-dc0c0c07398f <nil>
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

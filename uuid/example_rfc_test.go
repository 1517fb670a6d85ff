package uuid_test

import (
	"crypto/sha3"
	"fmt"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

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

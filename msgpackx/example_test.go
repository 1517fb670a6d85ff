package msgpackx_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

// An OrderID has none of uuid.UUID's methods. Without Register msgpack reads too few
// bytes into it, and returns no error.
type OrderID uuid.UUID

// A NullOrderID is like google's NullUUID, and gofrs's.
type NullOrderID struct {
	UUID  OrderID
	Valid bool
}

type Order struct {
	ID     OrderID
	Parent NullOrderID
}

func Example() {
	err := errors.Join( // in main, before the first use of msgpack
		msgpackx.Register[OrderID](),
		msgpackx.RegisterNull[NullOrderID](),
	)
	if err != nil {
		log.Fatal(err)
	}

	id := OrderID(uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"))
	b, err := msgpack.Marshal(Order{ID: id})
	fmt.Printf("%x %v\n", b, err)

	// Another program wrote text.
	var order Order
	err = msgpack.Unmarshal([]byte("\x81\xa2ID\xd9\x24017f22e2-79b0-7cc3-98c4-dc0c0c07398f"), &order)
	fmt.Println(order.ID == id, err)

	err = msgpack.Unmarshal([]byte("\x81\xa2ID\xc4\x04\x01\x7f\x22\xe2"), &order)
	fmt.Println(order.ID == id, err)

	// Output:
	// 82a24944c410017f22e279b07cc398c4dc0c0c07398fa6506172656e74c0 <nil>
	// true <nil>
	// true msgpackx: decode msgpackx_test.OrderID: got 4 bytes, want 16 or text
}

// A CustomerID is written as 16 bytes.
type CustomerID uuid.UUID

// The first call decides the form.
func ExampleRegister() {
	fmt.Println(msgpackx.Register[CustomerID]())
	fmt.Println(msgpackx.Register[CustomerID](msgpackx.Text))

	b, err := msgpack.Marshal([]CustomerID{{15: 1}, {15: 2}})
	fmt.Printf("%x %v\n", b, err)

	// Output:
	// <nil>
	// msgpackx.Register: msgpackx_test.CustomerID is already registered as bin, not str
	// 92c41000000000000000000000000000000001c41000000000000000000000000000000002 <nil>
}

// A NullCustomerID has no methods, and needs none.
type NullCustomerID struct {
	UUID  CustomerID
	Valid bool
}

func ExampleRegisterNull() {
	err := errors.Join(
		msgpackx.Register[CustomerID](),
		msgpackx.RegisterNull[NullCustomerID](),
	)
	if err != nil {
		log.Fatal(err)
	}
	b, err := msgpack.Marshal([]NullCustomerID{{UUID: CustomerID{15: 1}, Valid: true}, {}})
	fmt.Printf("%x %v\n", b, err)

	// Output:
	// 92c41000000000000000000000000000000001c0 <nil>
}

// A TupleID is a UUID in Tarantool's own form.
type TupleID uuid.UUID

func ExampleExt() {
	if err := msgpackx.Register[TupleID](msgpackx.Ext(msgpackx.Tarantool)); err != nil {
		log.Fatal(err)
	}
	id := TupleID(uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"))
	b, err := msgpack.Marshal([]any{id, "text"})
	fmt.Printf("%x %v\n", b, err)

	var tuple []any
	err = msgpack.Unmarshal(b, &tuple)
	fmt.Println(tuple[0] == id, tuple[1], err)

	// Output:
	// 92d802017f22e279b07cc398c4dc0c0c07398fa474657874 <nil>
	// true text <nil>
}

// A SessionID is a key of maps that JavaScript reads.
type SessionID uuid.UUID

func ExampleOption_text() {
	if err := msgpackx.Register[SessionID](msgpackx.Text); err != nil {
		log.Fatal(err)
	}
	id := SessionID(uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"))
	b, err := msgpack.Marshal(map[SessionID]int{id: 1})
	fmt.Printf("%q %v\n", b, err)

	var byText map[string]any
	err = msgpack.Unmarshal(b, &byText)
	fmt.Println(byText, err)

	// Output:
	// "\x81\xd9$017f22e2-79b0-7cc3-98c4-dc0c0c07398f\x01" <nil>
	// map[017f22e2-79b0-7cc3-98c4-dc0c0c07398f:1] <nil>
}

// A Guid comes from MessagePack-CSharp with NativeGuidResolver.
type Guid uuid.UUID

func ExampleOption_dotNet() {
	if err := msgpackx.Register[Guid](msgpackx.DotNet); err != nil {
		log.Fatal(err)
	}
	var id Guid
	err := msgpack.Unmarshal([]byte("\xc4\x10\xe2\x22\x7f\x01\xb0\x79\xc3\x7c\x98\xc4\xdc\x0c\x0c\x07\x39\x8f"), &id)
	fmt.Println(uuid.UUID(id), err)

	b, err := msgpack.Marshal(id)
	fmt.Printf("%x %v\n", b, err)

	// Output:
	// 017f22e2-79b0-7cc3-98c4-dc0c0c07398f <nil>
	// c410e2227f01b079c37c98c4dc0c0c07398f <nil>
}

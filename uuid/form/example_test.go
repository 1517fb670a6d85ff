package form_test

import (
	"encoding/json"
	"fmt"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/form"
)

func Example() {
	id := uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	text := form.Base58.Text(id)
	fmt.Println(text)
	id, err := form.Base58.Parse(text)
	fmt.Println(id, err)
	// Output:
	// Xe22UfxT3rxcKJEAfL5373
	// f81d4fae-7dec-11d0-a765-00a0c91e6bf6 <nil>
}

func ExampleForm_Text() {
	id := uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
	for _, f := range []form.Form{form.ULID, form.Base64URL, form.Base62, form.OID, form.NCName32, form.Fields} {
		fmt.Printf("%-9v %s\n", f, f.Text(id))
	}
	// Output:
	// ULID      01FWHE4YDGFK1SHH6W1G60EECF
	// Base64URL AX8i4nmwfMOYxNwMDAc5jw
	// Base62    02p5oQZoHTv0zeY5yG21K3
	// OID       2.25.1989357241971137676463954034883508623
	// NCName32  haf7sfytzwdgdrrg4bqgaoompj
	// Fields    {0x017f22e2,0x79b0,0x7cc3,{0x98,0xc4,0xdc,0x0c,0x0c,0x07,0x39,0x8f}}
}

func ExampleForm_Append() {
	id := uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
	url := []byte("https://example.com/orders/")
	url = form.Base64URL.Append(url, id)
	fmt.Printf("%s\n", url)
	// Output: https://example.com/orders/AX8i4nmwfMOYxNwMDAc5jw
}

func ExampleForm_Parse() {
	for _, text := range []string{
		"01fwhe4ydgfk1shh6w1g60eecf",
		"01FWHE4YDGFK1SHH6W1G6OEECF",
		"8ZZZZZZZZZZZZZZZZZZZZZZZZZ",
	} {
		id, err := form.ULID.Parse(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(id)
	}
	// Output:
	// 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
	// form.ULID.Parse("01FWHE4YDGFK1SHH6W1G6OEECF"): want a Crockford base32 digit at byte 21
	// form.ULID.Parse("8ZZZZZZZZZZZZZZZZZZZZZZZZZ"): more than 128 bits at byte 0
}

// PublicID is a UUID that is base58 in JSON.
type PublicID uuid.UUID

func (id PublicID) MarshalText() ([]byte, error) {
	return form.Base58.Append(nil, uuid.UUID(id)), nil
}

func (id *PublicID) UnmarshalText(b []byte) error {
	u, err := form.Base58.Parse(string(b))
	if err == nil {
		*id = PublicID(u)
	}
	return err
}

// A type with two methods has another form in JSON, XML, YAML and TOML.
func Example_json() {
	order := struct{ ID PublicID }{PublicID(uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"))}
	b, err := json.Marshal(order)
	fmt.Println(string(b), err)
	err = json.Unmarshal(b, &order)
	fmt.Println(uuid.UUID(order.ID), err)
	// Output:
	// {"ID":"Xe22UfxT3rxcKJEAfL5373"} <nil>
	// f81d4fae-7dec-11d0-a765-00a0c91e6bf6 <nil>
}

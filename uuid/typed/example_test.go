package typed_test

import (
	"encoding/json"
	"fmt"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

type (
	Customer struct{}
	Invoice  struct{}

	CustomerID = typed.ID[Customer]
	InvoiceID  = typed.ID[Invoice]
)

func (Customer) Prefix() string { return "customer" }
func (Invoice) Prefix() string  { return "invoice" }

func send(InvoiceID, CustomerID) {}

func Example() {
	customer, invoice := typed.NewV7[Customer](), typed.NewV7[Invoice]()
	send(invoice, customer) // send(customer, invoice) does not compile

	text := customer.String()
	fmt.Println(len(text), text[:9])
	// Output: 35 customer_
}

// Another version is a conversion.
func ExampleNewV7() {
	a, b := typed.NewV7[Customer](), typed.NewV7[Customer]()
	fmt.Println(a.Compare(b), uuid.UUID(a).Version())

	secret := CustomerID(uuid.NewV4()) // does not reveal when it was made
	fmt.Println(uuid.UUID(secret).Version())
	// Output:
	// -1 7
	// 4
}

func ExampleNullID_Format() {
	customer := typed.MustParse[Customer]("customer_01h455vb4pex5vsknk084sn02q")
	fmt.Printf("%v %x\n", customer.Null(), customer.Null())
	// Output: customer_01h455vb4pex5vsknk084sn02q 01890a5dac96774bbcceb302099a8057
}

// The text of an invoice's id is an error where a customer's is wanted.
func ExampleParse() {
	customer, err := typed.Parse[Customer]("customer_01h455vb4pex5vsknk084sn02q")
	fmt.Println(customer, err)
	_, err = typed.Parse[Customer]("invoice_01h455vb4pex5vsknk084sn02q")
	fmt.Println(err)
	// Output:
	// customer_01h455vb4pex5vsknk084sn02q <nil>
	// typed.Parse("invoice_01h455vb4pex5vsknk084sn02q"): want the prefix "customer_" at byte 0
}

// The conversion to and from a UUID is Go's.
func ExampleID() {
	u := uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057")
	id := CustomerID(u)
	fmt.Println(id, uuid.UUID(id))
	// Output: customer_01h455vb4pex5vsknk084sn02q 01890a5d-ac96-774b-bcce-b302099a8057
}

func ExampleID_Value() {
	id := typed.MustParse[Customer]("customer_01h455vb4pex5vsknk084sn02q")
	column, _ := id.Value() // what a query's argument is: db.Exec(query, id)
	fmt.Println(column)
	fmt.Println(id.String()) // for a text column of TypeIDs: db.Exec(query, id.String())
	// Output:
	// 01890a5d-ac96-774b-bcce-b302099a8057
	// customer_01h455vb4pex5vsknk084sn02q
}

func ExampleNullID() {
	var order struct {
		ID       InvoiceID
		Customer typed.NullID[Customer]
	}
	err := json.Unmarshal([]byte(`{"ID": "invoice_01h455vb4pex5vsknk084sn02q", "Customer": null}`), &order)
	fmt.Println(order.ID, order.Customer.Valid, err)

	order.Customer = typed.MustParse[Customer]("customer_01h455vb4pex5vsknk084sn02q").Null()
	fmt.Println(order.Customer)
	// Output:
	// invoice_01h455vb4pex5vsknk084sn02q false <nil>
	// customer_01h455vb4pex5vsknk084sn02q
}

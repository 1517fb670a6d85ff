package uuidtest_test

import (
	"context"
	"fmt"

	"github.com/uuidkit/uuidkit/uuid/generator"
	"github.com/uuidkit/uuidkit/uuid/uuidtest"
)

// Ids by number: for fixtures, and for the answers that a test wants.
func ExampleID() {
	fmt.Println(uuidtest.ID(7))
	// Output: 00000000-0000-7000-8000-000000000007
}

func ExampleSequence() {
	var ids uuidtest.Sequence
	alice, bob := ids.Next(), ids.Next()
	fmt.Println(alice)
	fmt.Println(bob, bob == uuidtest.ID(2))
	// Output:
	// 00000000-0000-7000-8000-000000000001
	// 00000000-0000-7000-8000-000000000002 true
}

func ExampleNew() {
	// The program gives its handlers a new(generator.Generator).
	order := func(ids *generator.Generator) (string, error) {
		id, err := ids.NewV7(context.Background())
		return "/orders/" + id.String(), err
	}
	ids := uuidtest.New(1)
	fmt.Println(order(ids))
	fmt.Println(order(ids))
	// Output:
	// /orders/00dc6acf-ac00-7000-aae6-783f4fbde91b <nil>
	// /orders/00dc6acf-ac01-7000-9be5-882e25796834 <nil>
}

package driverv1_test

import (
	"fmt"
	"log"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/primitive"

	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"github.com/uuidkit/uuidkit/uuid"
)

// OrderID stands for any UUID type: the standard library's, google's, gofrs's,
// or, as here, your own.
type OrderID [16]byte

func (id OrderID) String() string { return uuid.UUID(id).String() }

func ExampleRegister() {
	reg := bson.NewRegistry()
	if err := driverv1.Register[OrderID](reg); err != nil {
		log.Fatal(err)
	}
	// For a client: options.Client().SetRegistry(reg)

	id := OrderID(uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff"))
	b, err := bson.MarshalWithRegistry(reg, bson.D{{Key: "_id", Value: id}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(bson.Raw(b))

	var order bson.D
	if err := bson.UnmarshalWithRegistry(reg, b, &order); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%T %v\n", order[0].Value, order[0].Value)

	// Output:
	// {"_id": {"$binary":{"base64":"ABEiM0RVZneImaq7zN3u/w==","subType":"04"}}}
	// driverv1_test.OrderID 00112233-4455-6677-8899-aabbccddeeff
}

// A program that asks when it starts cannot store a model's type in the driver's own form.
func ExampleRegistered() {
	reg := bson.NewRegistry()
	if err := driverv1.Register[OrderID](reg); err != nil {
		log.Fatal(err)
	}
	fmt.Println(driverv1.Registered[OrderID](reg), driverv1.Registered[uuid.UUID](reg))
	// Output: true false
}

func ExampleFromBinary() {
	// What UpsertedID holds.
	var upsertedID any = primitive.Binary{Subtype: 4, Data: []byte("\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff")}

	id, err := driverv1.FromBinary[OrderID](upsertedID.(primitive.Binary))
	fmt.Println(id, err)

	// Output:
	// 00112233-4455-6677-8899-aabbccddeeff <nil>
}

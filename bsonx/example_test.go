package bsonx_test

import (
	"bytes"
	"fmt"
	"log"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/uuid"
)

// OrderID stands for any UUID type: the standard library's, google's, gofrs's,
// or, as here, your own.
type OrderID [16]byte

func (id OrderID) String() string { return uuid.UUID(id).String() }

type Order struct {
	ID    OrderID  `bson:"_id"`
	Prior *OrderID `bson:"prior"`
}

func ExampleRegister() {
	reg := bson.NewRegistry()
	if err := bsonx.Register[OrderID](reg); err != nil {
		log.Fatal(err)
	}
	// For a client: options.Client().SetRegistry(reg)

	id := OrderID(uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff"))
	var b bytes.Buffer
	enc := bson.NewEncoder(bson.NewDocumentWriter(&b))
	enc.SetRegistry(reg)
	if err := enc.Encode(Order{ID: id}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(bson.Raw(b.Bytes()))

	dec := bson.NewDecoder(bson.NewDocumentReader(&b))
	dec.SetRegistry(reg)
	var order bson.D
	if err := dec.Decode(&order); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%T %v\n", order[0].Value, order[0].Value)

	// Output:
	// {"_id": {"$binary":{"base64":"ABEiM0RVZneImaq7zN3u/w==","subType":"04"}},"prior": null}
	// bsonx_test.OrderID 00112233-4455-6677-8899-aabbccddeeff
}

// A program that asks when it starts cannot store a model's type in the driver's own form.
func ExampleRegistered() {
	reg := bson.NewRegistry()
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		panic(err)
	}
	type otherUUID [16]byte
	fmt.Println(bsonx.Registered[uuid.UUID](reg), bsonx.Registered[otherUUID](reg))
	// Output: true false
}

// A collection that a Java program writes as subtype 3. Its UUIDs are written and
// read in Java's byte order.
func ExampleRegister_javaLegacy() {
	reg := bson.NewRegistry()
	if err := bsonx.Register[OrderID](reg, bsonx.JavaLegacy); err != nil {
		log.Fatal(err)
	}
	// For that collection: options.Collection().SetRegistry(reg)

	id := OrderID(uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff"))
	var b bytes.Buffer
	enc := bson.NewEncoder(bson.NewDocumentWriter(&b))
	enc.SetRegistry(reg)
	if err := enc.Encode(bson.D{{Key: "_id", Value: id}}); err != nil {
		log.Fatal(err)
	}
	subtype, data := bson.Raw(b.Bytes()).Lookup("_id").Binary()
	fmt.Printf("subtype %d, %x\n", subtype, data)

	// Output:
	// subtype 3, 7766554433221100ffeeddccbbaa9988
}

// NullOrderID has no methods. Register finds those that have Value and Scan, such as
// google's and gofrs's NullUUID.
type NullOrderID struct {
	UUID  OrderID
	Valid bool
}

// Strict rejects what Go programs without this package have stored, subtype 0.
func ExampleRegister_strict() {
	reg := bson.NewRegistry()
	if err := bsonx.Register[OrderID](reg, bsonx.Strict); err != nil {
		log.Fatal(err)
	}
	old, err := bson.Marshal(Order{}) // without the registry
	if err != nil {
		log.Fatal(err)
	}
	dec := bson.NewDecoder(bson.NewDocumentReader(bytes.NewReader(old)))
	dec.SetRegistry(reg)
	fmt.Println(dec.Decode(new(Order)))

	// Output:
	// error decoding key _id: bsonx: decode bsonx_test.OrderID: got binary subtype 0, want binary subtype 4
}

// A second type. In any, bson.D and bson.M there is room for one.
func ExampleRegister_twoTypes() {
	type CustomerID [16]byte
	reg := bson.NewRegistry()
	fmt.Println(bsonx.Register[OrderID](reg))
	fmt.Println(bsonx.Register[CustomerID](reg))
	fmt.Println(bsonx.Register[CustomerID](reg, bsonx.KeepAny))

	// Output:
	// <nil>
	// bsonx.Register[github.com/uuidkit/uuidkit/bsonx_test.CustomerID]: an any already gets a github.com/uuidkit/uuidkit/bsonx_test.OrderID from binary subtype 4: add the option KeepAny to keep that
	// <nil>
}

func ExampleRegisterNull() {
	reg := bson.NewRegistry()
	if err := bsonx.Register[OrderID](reg); err != nil {
		log.Fatal(err)
	}
	if err := bsonx.RegisterNull[NullOrderID](reg); err != nil {
		log.Fatal(err)
	}

	var b bytes.Buffer
	enc := bson.NewEncoder(bson.NewDocumentWriter(&b))
	enc.SetRegistry(reg)
	if err := enc.Encode(bson.D{{Key: "prior", Value: NullOrderID{}}}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(bson.Raw(b.Bytes()))

	// Output:
	// {"prior": null}
}

// A condition in two forms, by hand. In does the same, with Strict and CSharpLegacy.
func ExampleToBinary() {
	id := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	old, err := bsonx.ToBinary(id, bsonx.CSharpLegacy)
	if err != nil {
		log.Fatal(err)
	}
	filter := bson.D{{Key: "_id", Value: bson.D{{Key: "$in", Value: bson.A{id, old}}}}}
	fmt.Println(filter)

	// Output:
	// {"_id":{"$in":[{"$binary":{"base64":"ABEiM0RVZneImaq7zN3u/w==","subType":"04"}},{"$binary":{"base64":"MyIRAFVEd2aImaq7zN3u/w==","subType":"03"}}]}}
}

func ExampleFromBinary() {
	// What UpsertedID holds.
	var upsertedID any = bson.Binary{Subtype: 4, Data: []byte("\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff")}

	id, err := bsonx.FromBinary[OrderID](upsertedID.(bson.Binary))
	fmt.Println(id, err)
	_, err = bsonx.FromBinary[OrderID](bson.Binary{Subtype: 4, Data: []byte("too short")})
	fmt.Println(err)

	// Output:
	// 00112233-4455-6677-8899-aabbccddeeff <nil>
	// bsonx.FromBinary: got 9 bytes of binary subtype 4, want 16
}

func ExampleIn() {
	id := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	fmt.Println(bson.D{{Key: "_id", Value: bsonx.In([]uuid.UUID{id})}})
	fmt.Println(bson.D{{Key: "_id", Value: bsonx.In([]uuid.UUID{id}, bsonx.JavaLegacy)}})

	// Output:
	// {"_id":{"$in":[{"$binary":{"base64":"ABEiM0RVZneImaq7zN3u/w==","subType":"04"}},{"$binary":{"base64":"ABEiM0RVZneImaq7zN3u/w==","subType":"00"}}]}}
	// {"_id":{"$in":[{"$binary":{"base64":"d2ZVRDMiEQD/7t3Mu6qZiA==","subType":"03"}}]}}
}

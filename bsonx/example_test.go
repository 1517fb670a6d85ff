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
	bsonx.Register[OrderID](reg)
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

// The collection of a Java program has kept its old form. Its UUIDs are written
// and read as it does.
func ExampleRegister_javaLegacy() {
	reg := bson.NewRegistry()
	bsonx.Register[OrderID](reg, bsonx.JavaLegacy)
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

// NullOrderID is a struct like google's and gofrs's NullUUID.
type NullOrderID struct {
	UUID  OrderID
	Valid bool
}

func ExampleRegisterNull() {
	reg := bson.NewRegistry()
	bsonx.Register[OrderID](reg)
	bsonx.RegisterNull[NullOrderID](reg)

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

	// Output:
	// {"_id":{"$in":[{"$binary":{"base64":"ABEiM0RVZneImaq7zN3u/w==","subType":"04"}},{"$binary":{"base64":"ABEiM0RVZneImaq7zN3u/w==","subType":"00"}}]}}
}

// between is the condition that a field is binary of subtype 0 and 16 bytes: the
// server puts binary in the order of length, subtype and bytes.
var between = bson.D{
	{Key: "$gte", Value: bson.Binary{Data: bytes.Repeat([]byte{0x00}, 16)}},
	{Key: "$lte", Value: bson.Binary{Data: bytes.Repeat([]byte{0xff}, 16)}},
}

// toUUID is the expression that makes subtype 4 of such a field, in MongoDB 8 and
// later. They convert binary to text, but not to other binary.
func toUUID(field string) bson.D {
	digits := bson.D{{Key: "$convert", Value: bson.D{{Key: "input", Value: field}, {Key: "to", Value: "string"}, {Key: "format", Value: "hex"}}}}
	part := func(from, n int32) bson.D { return bson.D{{Key: "$substrBytes", Value: bson.A{"$$digits", from, n}}} }
	text := bson.D{{Key: "$concat", Value: bson.A{part(0, 8), "-", part(8, 4), "-", part(12, 4), "-", part(16, 4), "-", part(20, 12)}}}
	return bson.D{{Key: "$let", Value: bson.D{
		{Key: "vars", Value: bson.D{{Key: "digits", Value: digits}}},
		{Key: "in", Value: bson.D{{Key: "$toUUID", Value: text}}},
	}}}
}

// printCommand prints a command as mongosh takes it: db.runCommand(...).
func printCommand(command bson.D) {
	b, err := bson.MarshalExtJSON(command, false, false)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(b))
}

// By this command for RunCommand the UUIDs which Go programs have stored in a
// field as subtype 0 become subtype 4, while all else in it stays.
func Example_oldField() {
	command := bson.D{
		{Key: "update", Value: "orders"},
		{Key: "updates", Value: bson.A{bson.D{
			{Key: "q", Value: bson.D{{Key: "customer", Value: between}}},
			{Key: "u", Value: bson.A{bson.D{{Key: "$set", Value: bson.D{{Key: "customer", Value: toUUID("$customer")}}}}}},
			{Key: "multi", Value: true},
		}}},
	}
	printCommand(command)

	// Output:
	// {"update":"orders","updates":[{"q":{"customer":{"$gte":{"$binary":{"base64":"AAAAAAAAAAAAAAAAAAAAAA==","subType":"00"}},"$lte":{"$binary":{"base64":"/////////////////////w==","subType":"00"}}}},"u":[{"$set":{"customer":{"$let":{"vars":{"digits":{"$convert":{"input":"$customer","to":"string","format":"hex"}}},"in":{"$toUUID":{"$concat":[{"$substrBytes":["$$digits",0,8]},"-",{"$substrBytes":["$$digits",8,4]},"-",{"$substrBytes":["$$digits",12,4]},"-",{"$substrBytes":["$$digits",16,4]},"-",{"$substrBytes":["$$digits",20,12]}]}}}}}}],"multi":true}]}
}

// The driver alone stores a sql.Null[T] in a field as a document, {v, valid}. By
// this command it becomes the UUID or null that it is after Register; then run the
// command of OldField. Of a NullUUID for RegisterNull, {uuid, valid}, take
// "$customer.uuid".
func Example_oldNull() {
	printCommand(bson.D{
		{Key: "update", Value: "orders"},
		{Key: "updates", Value: bson.A{bson.D{
			{Key: "q", Value: bson.D{{Key: "customer.valid", Value: bson.D{{Key: "$type", Value: "bool"}}}}},
			{Key: "u", Value: bson.A{bson.D{{Key: "$set", Value: bson.D{
				{Key: "customer", Value: bson.D{{Key: "$cond", Value: bson.A{"$customer.valid", "$customer.v", nil}}}},
			}}}}},
			{Key: "multi", Value: true},
		}}},
	})

	// Output:
	// {"update":"orders","updates":[{"q":{"customer.valid":{"$type":"bool"}},"u":[{"$set":{"customer":{"$cond":["$customer.valid","$customer.v",null]}}}],"multi":true}]}
}

// A document's _id cannot change. The first command copies the documents to new
// keys, and the second deletes those with old keys: let nobody write meanwhile.
// Where there is a document with the new key already, it stays.
func Example_oldKey() {
	copies := bson.D{
		{Key: "aggregate", Value: "orders"},
		{Key: "pipeline", Value: bson.A{
			bson.D{{Key: "$match", Value: bson.D{{Key: "_id", Value: between}}}},
			bson.D{{Key: "$set", Value: bson.D{{Key: "_id", Value: toUUID("$_id")}}}},
			bson.D{{Key: "$merge", Value: bson.D{{Key: "into", Value: "orders"}, {Key: "whenMatched", Value: "keepExisting"}}}},
		}},
		{Key: "cursor", Value: bson.D{}},
	}
	deletes := bson.D{
		{Key: "delete", Value: "orders"},
		{Key: "deletes", Value: bson.A{bson.D{{Key: "q", Value: bson.D{{Key: "_id", Value: between}}}, {Key: "limit", Value: 0}}}},
	}
	printCommand(copies)
	printCommand(deletes)

	// Output:
	// {"aggregate":"orders","pipeline":[{"$match":{"_id":{"$gte":{"$binary":{"base64":"AAAAAAAAAAAAAAAAAAAAAA==","subType":"00"}},"$lte":{"$binary":{"base64":"/////////////////////w==","subType":"00"}}}}},{"$set":{"_id":{"$let":{"vars":{"digits":{"$convert":{"input":"$_id","to":"string","format":"hex"}}},"in":{"$toUUID":{"$concat":[{"$substrBytes":["$$digits",0,8]},"-",{"$substrBytes":["$$digits",8,4]},"-",{"$substrBytes":["$$digits",12,4]},"-",{"$substrBytes":["$$digits",16,4]},"-",{"$substrBytes":["$$digits",20,12]}]}}}}}},{"$merge":{"into":"orders","whenMatched":"keepExisting"}}],"cursor":{}}
	// {"delete":"orders","deletes":[{"q":{"_id":{"$gte":{"$binary":{"base64":"AAAAAAAAAAAAAAAAAAAAAA==","subType":"00"}},"$lte":{"$binary":{"base64":"/////////////////////w==","subType":"00"}}}},"limit":0}]}
}

package main

import (
	"context"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/examples/internal/program"
	"github.com/uuidkit/uuidkit/examples/internal/servers"
)

func TestRun(t *testing.T) {
	uri, name := servers.Mongo(t)
	client, err := connect(uri)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Disconnect(context.Background())
	defer client.Database(name).Drop(context.Background())

	var b strings.Builder
	if err := run(t.Context(), &b, uri, name); err != nil {
		t.Fatal(err)
	}
	const want = `cup    customer 00112233-4455-6677-8899-aabbccddeeff, stored as subtype 4
milk   customer 00112233-4455-6677-8899-aabbccddeeff, stored as subtype 3
sugar  customer 00112233-4455-6677-8899-aabbccddeeff, stored as string
tea    customer 00112233-4455-6677-8899-aabbccddeeff, stored as subtype 0
a filter without In finds 1 of them

converted:
cup    customer 00112233-4455-6677-8899-aabbccddeeff, stored as subtype 4
milk   customer 00112233-4455-6677-8899-aabbccddeeff, stored as subtype 4
sugar  customer 00112233-4455-6677-8899-aabbccddeeff, stored as subtype 4
tea    customer 00112233-4455-6677-8899-aabbccddeeff, stored as subtype 4
a filter without In finds 4 of them
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", &b, want)
	}
}

// TestStored looks at the bytes before and after, and reads them without bsonx.
func TestStored(t *testing.T) {
	uri, name := servers.Mongo(t)
	client, err := connect(uri)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Disconnect(context.Background())
	orders := client.Database(name).Collection("orders")
	defer client.Database(name).Drop(context.Background())

	id := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	if err := writeOld(t.Context(), orders, id); err != nil {
		t.Fatal(err)
	}
	coupon := uuid.NullUUID{UUID: uuid.New(), Valid: true}
	if _, err := orders.InsertOne(t.Context(), Order{ID: uuid.New(), Customer: id, Coupon: coupon, Item: "cup"}); err != nil {
		t.Fatal(err)
	}
	check := func(item, want string) {
		t.Helper()
		raw, err := orders.FindOne(t.Context(), bson.M{"item": item}).Raw()
		if err != nil {
			t.Fatal(err)
		}
		if got := hex.EncodeToString(raw.Lookup("customer").Value); got != want {
			t.Errorf("%s: MongoDB has %s, want %s", item, got, want)
		}
	}
	check("tea", "10000000"+"00"+"00112233445566778899aabbccddeeff") // length, subtype, bytes
	check("milk", "10000000"+"03"+"7766554433221100ffeeddccbbaa9988")
	check("sugar", "25000000"+hex.EncodeToString([]byte(id.String()+"\x00")))
	check("cup", "10000000"+"04"+"00112233445566778899aabbccddeeff")

	for range 2 { // the second finds nothing to convert
		if err := convert(t.Context(), orders); err != nil {
			t.Fatal(err)
		}
		for _, item := range []string{"tea", "milk", "sugar", "cup"} {
			check(item, "10000000"+"04"+"00112233445566778899aabbccddeeff")
		}
	}
	if n, err := orders.CountDocuments(t.Context(), bson.M{"coupon": bson.M{"$type": "string"}}); n != 0 || err != nil {
		t.Errorf("%d coupons are text, want none, error %v", n, err)
	}

	var found []Order
	cursor, err := orders.Find(t.Context(), bson.M{"customer": id, "coupon": nil})
	if err != nil {
		t.Fatal(err)
	}
	if err := cursor.All(t.Context(), &found); err != nil || len(found) != 2 {
		t.Errorf("without a coupon: got %d orders, want 2, error %v", len(found), err)
	}
	var cup, sugar Order
	if err := orders.FindOne(t.Context(), bson.M{"coupon": coupon}).Decode(&cup); err != nil || cup.Coupon != coupon {
		t.Errorf("by its coupon: got %+v, error %v", cup, err)
	}
	if err := orders.FindOne(t.Context(), bson.M{"item": "sugar"}).Decode(&sugar); err != nil || !sugar.Coupon.Valid {
		t.Errorf("a coupon of text: got %+v, error %v", sugar, err)
	}
	if _, err := orders.InsertOne(t.Context(), bson.M{"item": "bad", "customer": "x"}); err != nil {
		t.Fatal(err)
	}
	was := Order{Customer: id}
	if err := orders.FindOne(t.Context(), bson.M{"item": "bad"}).Decode(&was); err == nil || was.Customer != id {
		t.Errorf("text that is no UUID: got %v and error %v", was.Customer, err)
	}
}

func TestFlags(t *testing.T) { program.TestFlags(t, main) }

package bsontest_test

import (
	"context"
	"encoding/hex"
	"reflect"
	"testing"

	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/primitive"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid"
)

// driverv1 does with driver v1 what is different there.
func (on[T]) driverv1(t *testing.T) {
	uri, database := stores.Mongo(t)
	reg := bson.NewRegistry()
	driverv1.Register[uuid.UUID](reg)
	driverv1.Register[google.UUID](reg)
	driverv1.RegisterNull[google.NullUUID](reg)
	driverv1.Register[T](reg)
	client, err := mongo.Connect(t.Context(), options.Client().ApplyURI(uri).SetRegistry(reg))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Disconnect(context.Background()) })
	c := client.Database(database).Collection("c")

	type document struct {
		ID     T `bson:"_id"`
		P      *T
		Nil    *T
		Items  []T
		Keys   map[T]int32
		Ours   uuid.NullUUID
		Google google.NullUUID
		Any    any
	}
	p := T(u)
	in := document{
		ID: T(v), P: &p, Items: []T{T(u), T(v)}, Keys: map[T]int32{T(u): 1},
		Ours: uuid.NullUUID{UUID: u, Valid: true}, Any: T(u),
	}
	res, err := c.InsertOne(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if res.InsertedID != any(T(v)) {
		t.Errorf("InsertedID = %T %v, want %T", res.InsertedID, res.InsertedID, T(v))
	}

	doc, err := c.FindOne(t.Context(), bson.D{}).Raw()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		path []string
		want uuid.UUID
	}{
		{[]string{"_id"}, v}, {[]string{"p"}, u}, {[]string{"items", "0"}, u}, {[]string{"items", "1"}, v}, {[]string{"ours"}, u}, {[]string{"any"}, u},
	} {
		subtype, data, ok := doc.Lookup(test.path...).BinaryOK()
		if !ok || subtype != 4 || hex.EncodeToString(data) != plainHex(test.want) {
			t.Errorf("%v is stored as %v, want binary subtype 4 of %v", test.path, doc.Lookup(test.path...), test.want)
		}
	}
	for _, key := range []string{"nil", "google"} {
		if rv := doc.Lookup(key); rv.Type != bson.TypeNull {
			t.Errorf("%s is stored as %v, want null", key, rv)
		}
	}

	id := T(v)
	for name, filter := range map[string]any{
		"_id":   bson.M{"_id": id},
		"$in":   bson.M{"_id": bson.M{"$in": []T{id, T(w)}}},
		"array": bson.M{"items": T(u)},
		"p":     bson.D{{Key: "p", Value: &p}},
	} {
		var out document
		if err := c.FindOne(t.Context(), filter).Decode(&out); err != nil || !reflect.DeepEqual(out, in) {
			t.Errorf("%s: FindOne = %v, %v, want %v", name, out, err, in)
		}
	}
	var m bson.M
	if err := c.FindOne(t.Context(), bson.D{}).Decode(&m); err != nil || m["_id"] != any(id) || !reflect.DeepEqual(m["items"], bson.A{T(u), T(v)}) {
		t.Errorf("FindOne into bson.M = %v, %v, want T's", m, err)
	}
	values, err := c.Distinct(t.Context(), "items", bson.D{})
	if err != nil || len(values) != 2 {
		t.Fatalf("Distinct = %v, %v, want two", values, err)
	}
	for i, want := range in.Items {
		b, ok := values[i].(primitive.Binary)
		if !ok {
			t.Fatalf("Distinct returns a %T: package driverv1's documentation is out of date", values[i])
		}
		if got, err := driverv1.FromBinary[T](b); err != nil || got != want {
			t.Errorf("Distinct = %v, %v, want %v", got, err, want)
		}
	}
	cur, err := c.Aggregate(t.Context(), mongo.Pipeline{{{Key: "$match", Value: bson.M{"_id": id}}}, {{Key: "$project", Value: bson.M{"p": 1}}}})
	var projected []struct{ P T }
	if err != nil || cur.All(t.Context(), &projected) != nil || len(projected) != 1 || projected[0].P != T(u) {
		t.Errorf("Aggregate = %v, %v", projected, err)
	}
	if _, err := c.UpdateByID(t.Context(), id, bson.M{"$set": bson.M{"p": T(w)}}); err != nil {
		t.Error(err)
	}
	if n, err := c.CountDocuments(t.Context(), bson.M{"p": T(w)}); n != 1 || err != nil {
		t.Errorf("CountDocuments = %d, %v, want 1", n, err)
	}
	up, err := c.UpdateOne(t.Context(), bson.M{"_id": T(w)}, bson.M{"$set": bson.M{"p": T(u)}}, options.Update().SetUpsert(true))
	if err != nil {
		t.Fatal(err)
	}
	b, ok := up.UpsertedID.(primitive.Binary)
	if !ok {
		t.Fatalf("UpsertedID is a %T: package driverv1's documentation is out of date", up.UpsertedID)
	}
	if got, err := driverv1.FromBinary[T](b); err != nil || got != T(w) {
		t.Errorf("UpsertedID = %v, %v, want %v", got, err, T(w))
	}
}

package bsonx_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/uuid"
)

type (
	inner[T any]   struct{ X T }
	inlined[T any] struct{ Inlined T }
)

// shapes stores a T in every shape, has the server look at it, and reads it.
func (on[T]) shapes(t *testing.T) {
	type document struct {
		ID     T `bson:"_id"`
		P      *T
		Nil    *T
		List   []T
		Array  [2]T
		Values map[string]T
		Keys   map[T]int32
		Null   sql.Null[T]
		No     sql.Null[T]
		Ours   uuid.NullUUID
		Google google.NullUUID
		Gofrs  gofrs.NullUUID
		NoneG  google.NullUUID
		Any    any
		M      bson.M
		Digest [16]byte // nobody's UUID
		PP     **T
		Face   fmt.Stringer `bson:",omitempty"` // holds nothing
		Zero   uuid.UUID    `bson:",omitempty"`
		Some   uuid.UUID    `bson:",omitempty"`
		UUIDs  uuid.UUIDs
		Tagged T `bson:"other,omitempty"`
		Inner  inner[T]
		Inners []inner[T]
		Inline inlined[T] `bson:",inline"`
	}
	c := open(t, registry[T]())
	p := T(v)
	pp := &p
	in := document{
		ID: T(u), P: &p, List: []T{T(u), T(v)}, Array: [2]T{T(u), T(v)},
		Values: map[string]T{"k": T(v)}, Keys: map[T]int32{T(v): 1},
		Null: sql.Null[T]{V: T(v), Valid: true}, Ours: uuid.NullUUID{UUID: v, Valid: true},
		Google: google.NullUUID{UUID: google.UUID(v), Valid: true}, Gofrs: gofrs.NullUUID{UUID: gofrs.UUID(v), Valid: true},
		Any: T(v), M: bson.M{"k": T(v)}, Digest: v,
		PP: &pp, Some: v, UUIDs: uuid.UUIDs{u, v}, Tagged: T(v), Inner: inner[T]{T(v)}, Inners: []inner[T]{{T(u)}, {T(v)}},
		Inline: inlined[T]{T(v)},
	}
	res := do[*mongo.InsertOneResult](t)(c.InsertOne(t.Context(), in))
	if res.InsertedID != any(T(u)) {
		t.Errorf("InsertedID = %T %v, want %T", res.InsertedID, res.InsertedID, T(u))
	}

	all := bson.D{}
	doc := raw(t, c, all)
	for _, path := range [][]string{{"_id"}, {"list", "0"}, {"array", "0"}} {
		isBinary(t, path[0], doc.Lookup(path...), 4, plainHex(u))
	}
	for _, path := range [][]string{{"p"}, {"list", "1"}, {"array", "1"}, {"values", "k"}, {"null"}, {"ours"}, {"google"}, {"gofrs"}, {"any"}, {"m", "k"},
		{"pp"}, {"some"}, {"uuids", "1"}, {"other"}, {"inner", "x"}, {"inners", "1", "x"}, {"inlined"}} {
		isBinary(t, path[0], doc.Lookup(path...), 4, plainHex(v))
	}
	for _, key := range []string{"zero", "face", "inline"} {
		if rv, err := doc.LookupErr(key); err == nil {
			t.Errorf("%s is stored as %v, want nothing", key, rv)
		}
	}
	for _, key := range []string{"nil", "no", "noneg"} {
		if rv := doc.Lookup(key); rv.Type != bson.TypeNull {
			t.Errorf("%s is stored as %v, want null", key, rv)
		}
	}
	if rv, err := doc.LookupErr("keys", v.String()); err != nil || rv.Int32() != 1 {
		t.Errorf("keys are stored as %v, want %v", doc.Lookup("keys"), v)
	}
	isBinary(t, "[16]byte", doc.Lookup("digest"), 0, plainHex(v))
	for field, want := range map[string]uuid.UUID{"_id": u, "p": v, "null": v, "ours": v, "google": v, "gofrs": v, "any": v} {
		if got, err := serverText(t, c, all, field); err != nil || got != want.String() {
			t.Errorf("the server takes %s for %q, %v, want %v", field, got, err, want)
		}
	}
	if got, err := serverText(t, c, all, "digest"); err == nil {
		t.Errorf("the server takes subtype 0 for the UUID %s", got)
	}

	// A document that was there before is overwritten, but for what is in no
	// document and for maps, to which the driver adds.
	second := document{
		ID: T(w), P: new(T), List: make([]T, 9), Array: [2]T{T(w), T(w)}, Values: map[string]T{"k": T(w)}, Keys: map[T]int32{T(v): 9},
		Null: sql.Null[T]{V: T(w), Valid: true}, No: sql.Null[T]{V: T(w), Valid: true}, Ours: uuid.NullUUID{UUID: w, Valid: true},
		NoneG: google.NullUUID{UUID: google.UUID(w), Valid: true}, Any: T(w), UUIDs: uuid.UUIDs{w, w, w}, Inners: make([]inner[T], 5), Some: w,
	}
	if err := c.FindOne(t.Context(), all).Decode(&second); err != nil || !reflect.DeepEqual(second, in) {
		t.Errorf("FindOne over another = %+v, %v, want %+v", second, err, in)
	}

	out := find[document](t, c, all)
	if len(out) != 1 || !reflect.DeepEqual(out[0], in) {
		t.Errorf("Find = %+v, want %+v", out, in)
	}
	for _, m := range find[bson.M](t, c, all) {
		if m["_id"] != any(T(u)) || m["null"] != any(T(v)) || !reflect.DeepEqual(m["list"], bson.A{T(u), T(v)}) {
			t.Errorf("Find into bson.M = %v, want T's", m)
		}
		if want := (bson.Binary{Data: v[:]}); !reflect.DeepEqual(m["digest"], want) {
			t.Errorf("Find [16]byte into bson.M = %v, want %v", m["digest"], want)
		}
	}
}

// order is a document of a usual kind.
type order[T ~[16]byte] struct {
	ID     T `bson:"_id"`
	Prior  *T
	Items  []T
	Number int32
}

// orders are two, the second after the first.
func orders[T ~[16]byte]() []order[T] {
	first := T(u)
	return []order[T]{{T(u), nil, []T{}, 1}, {T(v), &first, []T{T(u), T(v)}, 2}}
}

// find looks for documents in every way in which a filter can hold a T.
func (on[T]) find(t *testing.T) {
	c := open(t, registry[T]())
	in := orders[T]()
	many := do[*mongo.InsertManyResult](t)(c.InsertMany(t.Context(), in))
	if want := []any{T(u), T(v)}; !reflect.DeepEqual(many.InsertedIDs, want) {
		t.Errorf("InsertedIDs = %v, want %v", many.InsertedIDs, want)
	}
	id, none := T(v), T(w)
	for name, filter := range map[string]any{
		"M":          bson.M{"_id": id},
		"D":          bson.D{{Key: "_id", Value: id}},
		"pointer":    bson.M{"_id": &id},
		"struct":     struct{ Prior T }{T(u)},
		"conversion": bson.M{"_id": uuid.UUID(id)},
		"$eq":        bson.M{"_id": bson.M{"$eq": id}},
		"$ne":        bson.M{"_id": bson.M{"$ne": T(u)}},
		"$gt":        bson.M{"_id": bson.M{"$gt": T(u)}},
		"$in []T":    bson.M{"_id": bson.M{"$in": []T{id, none}}},
		"$in A":      bson.M{"_id": bson.M{"$in": bson.A{id, none}}},
		"$nin":       bson.M{"_id": bson.M{"$nin": []T{T(u), none}}},
		"array":      bson.M{"items": T(u)},
		"arrays":     bson.M{"items": []T{T(u), T(v)}},
		"$all":       bson.M{"items": bson.M{"$all": []T{T(v), T(u)}}},
		"$expr":      bson.M{"$expr": bson.M{"$eq": bson.A{"$prior", T(u)}}},
		"$type":      bson.M{"prior": bson.M{"$type": "binData"}},
	} {
		if got := find[order[T]](t, c, filter); !reflect.DeepEqual(got, in[1:]) {
			t.Errorf("%s: Find = %v, want %v", name, got, in[1:])
		}
	}
	if got := find[bson.M](t, c, bson.M{"_id": none}); got != nil {
		t.Errorf("Find another = %v, want none", got)
	}

	var one order[T]
	if err := c.FindOne(t.Context(), bson.M{"_id": id}).Decode(&one); err != nil || !reflect.DeepEqual(one, in[1]) {
		t.Errorf("FindOne = %v, %v, want %v", one, err, in[1])
	}
	if err := c.FindOne(t.Context(), bson.M{"_id": none}).Decode(&one); !errors.Is(err, mongo.ErrNoDocuments) {
		t.Errorf("FindOne another = %v, want ErrNoDocuments", err)
	}
	if n, err := c.CountDocuments(t.Context(), bson.M{"_id": bson.M{"$in": []T{T(u), id}}}); n != 2 || err != nil {
		t.Errorf("CountDocuments = %d, %v, want 2", n, err)
	}
	_, err := c.InsertOne(t.Context(), in[0])
	if !mongo.IsDuplicateKeyError(err) {
		t.Errorf("InsertOne again: %v, want a duplicate key", err)
	}

	var ids []T
	if err := c.Distinct(t.Context(), "items", bson.D{}).Decode(&ids); err != nil || !reflect.DeepEqual(ids, []T{T(u), T(v)}) {
		t.Errorf("Distinct = %v, %v, want %v", ids, err, []T{T(u), T(v)})
	}
	var values []any
	if err := c.Distinct(t.Context(), "items", bson.D{}).Decode(&values); err != nil || !reflect.DeepEqual(values, []any{T(u), T(v)}) {
		t.Errorf("Distinct into any = %v, %v, want T's", values, err)
	}

	cur := do[*mongo.Cursor](t)(c.Find(t.Context(), bson.M{"_id": id}))
	defer cur.Close(t.Context())
	if !cur.Next(t.Context()) {
		t.Fatal("no document")
	}
	var fromRaw T
	if err := cur.Current.Lookup("_id").UnmarshalWithRegistry(registry[T](), &fromRaw); err != nil || fromRaw != id {
		t.Errorf("Current = %v, %v, want %v", fromRaw, err, id)
	}
}

// update changes documents, and makes some that were not there.
func (on[T]) update(t *testing.T) {
	c := open(t, registry[T]())
	do[*mongo.InsertManyResult](t)(c.InsertMany(t.Context(), orders[T]()))
	byID := bson.M{"_id": T(v)}

	for _, test := range []struct {
		update any
		path   []string
		want   uuid.UUID
	}{
		{bson.M{"$set": bson.M{"prior": T(w)}}, []string{"prior"}, w},
		{bson.M{"$set": struct{ Prior T }{T(v)}}, []string{"prior"}, v},
		{bson.M{"$push": bson.M{"items": T(w)}}, []string{"items", "2"}, w},
		{bson.M{"$pull": bson.M{"items": T(u)}}, []string{"items", "0"}, v},
		{bson.M{"$addToSet": bson.M{"items": bson.M{"$each": []T{T(v), T(u)}}}}, []string{"items", "2"}, u},
		{mongo.Pipeline{{{Key: "$set", Value: bson.M{"prior": bson.M{"$literal": T(u)}}}}}, []string{"prior"}, u},
	} {
		res, err := c.UpdateOne(t.Context(), byID, test.update)
		if err != nil || res.ModifiedCount != 1 {
			t.Fatalf("UpdateOne(%v) = %+v, %v, want one modified", test.update, res, err)
		}
		isBinary(t, "what an update sets", raw(t, c, bson.M{"number": 2}).Lookup(test.path...), 4, plainHex(test.want))
	}
	if res, err := c.UpdateByID(t.Context(), T(u), bson.M{"$inc": bson.M{"number": 10}}); err != nil || res.MatchedCount != 1 {
		t.Errorf("UpdateByID = %+v, %v, want one", res, err)
	}

	var after order[T]
	err := c.FindOneAndUpdate(t.Context(), byID, bson.M{"$set": bson.M{"items": []T{T(w)}}},
		options.FindOneAndUpdate().SetReturnDocument(options.After)).Decode(&after)
	if err != nil || !reflect.DeepEqual(after.Items, []T{T(w)}) {
		t.Errorf("FindOneAndUpdate = %v, %v", after, err)
	}

	// Upserts. The driver does not ask the registry what UpsertedID is.
	for name, upsert := range map[string]func(filter any) (*mongo.UpdateResult, error){
		"UpdateOne": func(filter any) (*mongo.UpdateResult, error) {
			return c.UpdateOne(t.Context(), filter, bson.M{"$set": bson.M{"number": 3}}, options.UpdateOne().SetUpsert(true))
		},
		"ReplaceOne": func(filter any) (*mongo.UpdateResult, error) {
			return c.ReplaceOne(t.Context(), filter, order[T]{ID: T(w)}, options.Replace().SetUpsert(true))
		},
	} {
		res, err := upsert(bson.M{"_id": T(w)})
		if err != nil {
			t.Fatal(err)
		}
		b, ok := res.UpsertedID.(bson.Binary)
		if !ok {
			t.Fatalf("%s: UpsertedID is a %T: package bsonx's documentation is out of date", name, res.UpsertedID)
		}
		if id, err := bsonx.FromBinary[T](b); err != nil || id != T(w) {
			t.Errorf("%s: UpsertedID = %v, %v, want %v", name, id, err, T(w))
		}
		isBinary(t, "an upserted _id", raw(t, c, bson.M{"_id": w}).Lookup("_id"), 4, plainHex(w))
		if res, err := c.DeleteOne(t.Context(), bson.M{"_id": T(w)}); err != nil || res.DeletedCount != 1 {
			t.Errorf("DeleteOne = %+v, %v, want one", res, err)
		}
	}
	if res, err := c.DeleteMany(t.Context(), bson.M{"_id": bson.M{"$in": []T{T(u), T(v)}}}); err != nil || res.DeletedCount != 2 {
		t.Errorf("DeleteMany = %+v, %v, want two", res, err)
	}
}

// aggregate lets the server compute with a T.
func (on[T]) aggregate(t *testing.T) {
	c := open(t, registry[T]())
	in := orders[T]()
	do[*mongo.InsertManyResult](t)(c.InsertMany(t.Context(), in))

	var joined []struct {
		ID    T `bson:"_id"`
		Prior []order[T]
		Is    bool
	}
	cur := do[*mongo.Cursor](t)(c.Aggregate(t.Context(), mongo.Pipeline{
		{{Key: "$match", Value: bson.M{"_id": T(v)}}},
		{{Key: "$lookup", Value: bson.M{"from": "c", "localField": "prior", "foreignField": "_id", "as": "prior"}}},
		{{Key: "$set", Value: bson.M{"is": bson.M{"$eq": bson.A{"$_id", "$$id"}}}}},
	}, options.Aggregate().SetLet(bson.M{"id": T(v)})))
	if err := cur.All(t.Context(), &joined); err != nil || len(joined) != 1 || joined[0].ID != T(v) || !joined[0].Is || !reflect.DeepEqual(joined[0].Prior, in[:1]) {
		t.Errorf("Aggregate = %+v, %v", joined, err)
	}

	// What the server says a UUID is, we read; and the reverse.
	var groups []struct {
		ID   T `bson:"_id"`
		Text string
		UUID T
		Size int32
	}
	cur = do[*mongo.Cursor](t)(c.Aggregate(t.Context(), mongo.Pipeline{
		{{Key: "$unwind", Value: "$items"}},
		{{Key: "$group", Value: bson.M{"_id": "$items"}}},
		{{Key: "$sort", Value: bson.M{"_id": 1}}},
		{{Key: "$set", Value: bson.M{
			"text": bson.M{"$toString": "$_id"},
			"uuid": bson.M{"$toUUID": u.String()},
			"size": bson.M{"$binarySize": "$_id"},
		}}},
	}))
	if err := cur.All(t.Context(), &groups); err != nil || len(groups) != 2 {
		t.Fatalf("Aggregate = %+v, %v, want two", groups, err)
	}
	for i, want := range []uuid.UUID{u, v} {
		if g := groups[i]; g.ID != T(want) || g.Text != want.String() || g.UUID != T(u) || g.Size != 16 {
			t.Errorf("Aggregate = %+v, want %v", g, want)
		}
	}
}

// bulk writes many at once.
func (on[T]) bulk(t *testing.T) {
	c := open(t, registry[T]())
	in := orders[T]()
	upsert := mongo.NewUpdateOneModel().SetFilter(bson.M{"_id": T(w)}).SetUpdate(bson.M{"$set": bson.M{"prior": T(v)}}).SetUpsert(true)
	res := do[*mongo.BulkWriteResult](t)(c.BulkWrite(t.Context(), []mongo.WriteModel{
		mongo.NewInsertOneModel().SetDocument(in[0]),
		mongo.NewReplaceOneModel().SetFilter(bson.M{"_id": T(u)}).SetReplacement(order[T]{ID: T(u), Items: []T{T(w)}}),
		upsert,
	}))
	if b, ok := res.UpsertedIDs[2].(bson.Binary); !ok {
		t.Errorf("UpsertedIDs[2] is a %T: package bsonx's documentation is out of date", res.UpsertedIDs[2])
	} else if id, err := bsonx.FromBinary[T](b); err != nil || id != T(w) {
		t.Errorf("UpsertedIDs[2] = %v, %v, want %v", id, err, T(w))
	}
	isBinary(t, "a replaced array", raw(t, c, bson.M{"_id": u}).Lookup("items", "0"), 4, plainHex(w))
	isBinary(t, "an upserted field", raw(t, c, bson.M{"_id": w}).Lookup("prior"), 4, plainHex(v))

	do[*mongo.DeleteResult](t)(c.DeleteMany(t.Context(), bson.D{}))
	client := c.Database().Client()
	all := do[*mongo.ClientBulkWriteResult](t)(client.BulkWrite(t.Context(), []mongo.ClientBulkWrite{
		{Database: c.Database().Name(), Collection: c.Name(), Model: mongo.NewClientInsertOneModel().SetDocument(in[0])},
		{Database: c.Database().Name(), Collection: c.Name(), Model: mongo.NewClientUpdateOneModel().
			SetFilter(bson.M{"_id": T(w)}).SetUpdate(bson.M{"$set": bson.M{"prior": T(v)}}).SetUpsert(true)},
	}, options.ClientBulkWrite().SetVerboseResults(true)))
	if got := all.InsertResults[0].InsertedID; got != any(T(u)) {
		t.Errorf("Client.BulkWrite: InsertedID = %T %v, want %T", got, got, T(u))
	}
	// These results come by a cursor, which has the registry.
	if got := all.UpdateResults[1].UpsertedID; got != any(T(w)) {
		t.Errorf("Client.BulkWrite: UpsertedID = %T %v, want %T", got, got, T(w))
	}
	isBinary(t, "a bulk _id", raw(t, c, bson.M{"_id": u}).Lookup("_id"), 4, plainHex(u))
	isBinary(t, "a bulk field", raw(t, c, bson.M{"_id": w}).Lookup("prior"), 4, plainHex(v))
}

// TestOldDocuments shows what package bsonx says of documents with subtype 0.
func TestOldDocuments(t *testing.T) {
	type document struct {
		ID google.UUID `bson:"_id"`
		N  int32
	}
	c := open(t, registry[google.UUID]())
	old := c.Database().Collection("c", options.Collection().SetRegistry(bson.NewRegistry()))
	id := google.UUID(u)
	do[*mongo.InsertOneResult](t)(old.InsertOne(t.Context(), document{id, 0}))
	isBinary(t, "google's UUID without Register", raw(t, c, bson.M{"n": 0}).Lookup("_id"), 0, plainHex(u))

	// It is read, but not found.
	if got := find[document](t, c, bson.D{}); !reflect.DeepEqual(got, []document{{id, 0}}) {
		t.Errorf("Find all = %v, want the old document", got)
	}
	if got := find[document](t, c, bson.M{"_id": id}); got != nil {
		t.Errorf("Find by _id = %v, want none", got)
	}
	// A unique index, as _id's is, takes the same UUID once more.
	do[*mongo.InsertOneResult](t)(c.InsertOne(t.Context(), document{id, 4}))
	if got := find[document](t, c, bson.M{"_id": id}); !reflect.DeepEqual(got, []document{{id, 4}}) {
		t.Errorf("Find by _id = %v, want the new document", got)
	}
	both := bson.M{"_id": bson.M{"$in": bson.A{id, bson.Binary{Data: id[:]}}}}
	if got := find[document](t, c, both); !reflect.DeepEqual(got, []document{{id, 0}, {id, 4}}) {
		t.Errorf("Find by both = %v, want both documents", got)
	}
	// Without Register the new one cannot even be read.
	var got document
	if err := old.FindOne(t.Context(), bson.M{"n": 4}).Decode(&got); err == nil {
		t.Errorf("FindOne subtype 4 without Register = %v, want an error", got)
	}
}

// TestMethods shows that uuid.UUID needs no registry.
func TestMethods(t *testing.T) {
	c := open(t, nil)
	in := []order[uuid.UUID]{{ID: u, Items: []uuid.UUID{v}}, {ID: v, Prior: &u, Items: []uuid.UUID{}}}
	do[*mongo.InsertManyResult](t)(c.InsertMany(t.Context(), in))
	doc := raw(t, c, bson.M{"_id": u})
	isBinary(t, "_id", doc.Lookup("_id"), 4, plainHex(u))
	isBinary(t, "an element", doc.Lookup("items", "0"), 4, plainHex(v))
	for name, filter := range map[string]any{
		"_id":        bson.M{"_id": v},
		"conversion": bson.M{"_id": uuid.UUID(google.UUID(v))},
		"$in":        bson.M{"_id": bson.M{"$in": []uuid.UUID{v, w}}},
		"prior":      bson.M{"prior": u},
	} {
		if got := find[order[uuid.UUID]](t, c, filter); !reflect.DeepEqual(got, in[1:]) {
			t.Errorf("%s: Find = %v, want %v", name, got, in[1:])
		}
	}
}

// TestLegacy stores the legacy forms, by a collection's own registry.
func TestLegacy(t *testing.T) {
	c := open(t, registry[google.UUID]())
	for _, test := range []struct {
		opt  bsonx.Option
		want string
	}{
		{bsonx.JavaLegacy, "7766554433221100ffeeddccbbaa9988"},
		{bsonx.CSharpLegacy, "33221100554477668899aabbccddeeff"},
		{bsonx.PythonLegacy, "00112233445566778899aabbccddeeff"},
	} {
		legacy := c.Database().Collection("c", options.Collection().SetRegistry(registry[google.UUID](test.opt)))
		in := order[google.UUID]{ID: google.UUID(u), Items: []google.UUID{google.UUID(u)}}
		do[*mongo.InsertOneResult](t)(legacy.InsertOne(t.Context(), in))
		doc := raw(t, c, bson.D{})
		isBinary(t, "_id", doc.Lookup("_id"), 3, test.want)
		isBinary(t, "an element", doc.Lookup("items", "0"), 3, test.want)
		if got := find[order[google.UUID]](t, legacy, bson.M{"_id": google.UUID(u)}); len(got) != 1 || !reflect.DeepEqual(got[0], in) {
			t.Errorf("Find = %v, want %v", got, in)
		}
		// The client's own registry finds it by ToBinary, and refuses to read it.
		b, err := bsonx.ToBinary(google.UUID(u), test.opt)
		if err != nil {
			t.Fatal(err)
		}
		if got := find[bson.M](t, c, bson.M{"_id": b}); len(got) != 1 || !reflect.DeepEqual(got[0]["_id"], b) {
			t.Errorf("Find by ToBinary = %v, want %v", got, b)
		}
		var got order[google.UUID]
		if err := c.FindOne(t.Context(), bson.D{}).Decode(&got); err == nil {
			t.Errorf("FindOne of subtype 3 = %v, want an error", got)
		}
		do[*mongo.DeleteResult](t)(c.DeleteMany(t.Context(), bson.D{}))
	}
}

// TestTransaction writes UUIDs in a transaction, and takes some back.
func TestTransaction(t *testing.T) {
	type T = google.UUID
	c := open(t, registry[T]())
	in := orders[T]()
	do[*mongo.InsertOneResult](t)(c.InsertOne(t.Context(), in[0])) // creates the collection
	session := do[*mongo.Session](t)(c.Database().Client().StartSession())
	defer session.EndSession(t.Context())
	_, err := session.WithTransaction(t.Context(), func(ctx context.Context) (any, error) {
		if _, err := c.InsertOne(ctx, in[1]); err != nil {
			return nil, err
		}
		return c.UpdateByID(ctx, T(u), bson.M{"$set": bson.M{"prior": T(v)}})
	})
	if err != nil {
		t.Fatal(err)
	}
	isBinary(t, "an inserted _id", raw(t, c, bson.M{"number": 2}).Lookup("_id"), 4, plainHex(v))
	isBinary(t, "an updated field", raw(t, c, bson.M{"_id": u}).Lookup("prior"), 4, plainHex(v))

	abort := errors.New("abort")
	_, err = session.WithTransaction(t.Context(), func(ctx context.Context) (any, error) {
		do[*mongo.InsertOneResult](t)(c.InsertOne(ctx, order[T]{ID: T(w)}))
		if n, err := c.CountDocuments(ctx, bson.M{"_id": T(w)}); n != 1 || err != nil {
			t.Errorf("CountDocuments in the transaction = %d, %v, want 1", n, err)
		}
		return nil, abort
	})
	if !errors.Is(err, abort) {
		t.Errorf("WithTransaction: %v, want %v", err, abort)
	}
	if n, err := c.CountDocuments(t.Context(), bson.M{"_id": T(w)}); n != 0 || err != nil {
		t.Errorf("CountDocuments after the transaction = %d, %v, want 0", n, err)
	}
}

// TestWatch reads documents from a change stream.
func TestWatch(t *testing.T) {
	c := open(t, registry[google.UUID]())
	// The stream is of the collection, which must exist.
	do[*mongo.InsertOneResult](t)(c.InsertOne(t.Context(), order[google.UUID]{ID: google.UUID(u)}))
	stream := do[*mongo.ChangeStream](t)(c.Watch(t.Context(), mongo.Pipeline{}))
	defer stream.Close(t.Context())
	in := orders[google.UUID]()[1]
	do[*mongo.InsertOneResult](t)(c.InsertOne(t.Context(), in))
	do[*mongo.DeleteResult](t)(c.DeleteOne(t.Context(), bson.M{"_id": in.ID}))
	for _, want := range []order[google.UUID]{in, {}} { // of what is deleted, there is the key alone
		if !stream.Next(t.Context()) {
			t.Fatal(stream.Err())
		}
		var event struct {
			DocumentKey  bson.M             `bson:"documentKey"`
			FullDocument order[google.UUID] `bson:"fullDocument"`
		}
		if err := stream.Decode(&event); err != nil || event.DocumentKey["_id"] != any(in.ID) || !reflect.DeepEqual(event.FullDocument, want) {
			t.Errorf("Decode = %v, %v, want the key %v and %v", event, err, in.ID, want)
		}
	}
}

// TestGridFS names a file by a UUID.
func TestGridFS(t *testing.T) {
	c := open(t, registry[google.UUID]())
	bucket := c.Database().GridFSBucket()
	id := google.UUID(u)
	if err := bucket.UploadFromStreamWithID(t.Context(), id, "name", strings.NewReader("content")); err != nil {
		t.Fatal(err)
	}
	files := c.Database().Collection("fs.files")
	isBinary(t, "a file's _id", raw(t, files, bson.D{}).Lookup("_id"), 4, plainHex(u))
	chunks := c.Database().Collection("fs.chunks")
	isBinary(t, "a chunk's files_id", raw(t, chunks, bson.D{}).Lookup("files_id"), 4, plainHex(u))
	var content bytes.Buffer
	if _, err := bucket.DownloadToStream(t.Context(), id, &content); err != nil || content.String() != "content" {
		t.Errorf("DownloadToStream = %q, %v, want content", &content, err)
	}
	stream := do[*mongo.GridFSDownloadStream](t)(bucket.OpenDownloadStream(t.Context(), id))
	defer stream.Close()
	if got := stream.GetFile().ID; got != any(id) {
		t.Errorf("GridFSFile.ID = %T %v, want %v", got, got, id)
	}
}

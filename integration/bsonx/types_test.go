package bsonx_test

import (
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

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/uuid"
)

type inlined[T any] struct{ Inlined T }

// stored has the server look at what is stored of a T, and reads it. Package bsonx tests
// every shape without a server.
func stored[T ~[16]byte](t *testing.T, c client) {
	type document struct {
		ID           T `bson:"_id"`
		Keys         map[T]int32
		Null, No     sql.Null[T]
		Ours         uuid.NullUUID
		Google, None google.NullUUID
		Gofrs        gofrs.NullUUID
		Any          any
		Digest       [16]byte     // nobody's UUID
		Face         fmt.Stringer `bson:",omitempty"` // holds nothing
		Zero         uuid.UUID    `bson:",omitempty"`
		Inline       inlined[T]   `bson:",inline"`
	}
	U, V, W := T(u), T(v), T(w)
	in := document{
		ID: U, Keys: map[T]int32{V: 1}, Null: sql.Null[T]{V: V, Valid: true}, Ours: uuid.NullUUID{UUID: v, Valid: true},
		Google: google.NullUUID{UUID: google.UUID(v), Valid: true}, Gofrs: gofrs.NullUUID{UUID: gofrs.UUID(v), Valid: true},
		Any: V, Digest: v, Inline: inlined[T]{V},
	}
	if id := c.field("InsertedID", "InsertOne", in); id != any(U) {
		t.Fatalf("InsertedID = %T %v, want %v", id, id, U)
	}
	doc := raw(t, c.stored, object{})
	for field, want := range map[string]uuid.UUID{"_id": u, "null": v, "ours": v, "google": v, "gofrs": v, "any": v, "inlined": v} {
		isBinary(t, field, doc.Lookup(field), 4, want[:])
		got, err := compute[struct{ Text string }](t, c.stored, bson.M{"text": convert("$"+field, "string")})
		if err != nil || len(got) != 1 || got[0].Text != want.String() {
			t.Errorf("the server converts %s to %v, %v, want %v", field, got, err, want)
		}
	}
	isBinary(t, "[16]byte", doc.Lookup("digest"), 0, v[:])
	if got, err := compute[struct{ Text string }](t, c.stored, bson.M{"text": convert("$digest", "string")}); err == nil {
		t.Errorf("the server converts subtype 0 to %v, want an error", got)
	}
	const missing = bson.Type(0)
	for key, want := range map[string]bson.Type{"zero": missing, "face": missing, "inline": missing, "no": bson.TypeNull, "none": bson.TypeNull} {
		if rv := doc.Lookup(key); rv.Type != want {
			t.Errorf("%s is stored as %v, want %v", key, rv, want)
		}
	}
	if rv, err := doc.LookupErr("keys", v.String()); err != nil || rv.Int32() != 1 {
		t.Errorf("keys are stored as %v, want %v", doc.Lookup("keys"), v)
	}

	// What the variable held before is overwritten.
	second := document{
		ID: W, Keys: map[T]int32{V: 9}, Null: sql.Null[T]{V: W, Valid: true}, No: sql.Null[T]{V: W, Valid: true}, Ours: uuid.NullUUID{UUID: w, Valid: true},
		None: google.NullUUID{UUID: google.UUID(w), Valid: true}, Any: W,
	}
	if err := c.one(object{}, &second); err != nil || !reflect.DeepEqual(second, in) {
		t.Errorf("FindOne over another = %+v, %v, want %+v", second, err, in)
	}
	var m object
	if err := c.one(object{}, &m); err != nil || m["_id"] != any(U) || m["null"] != any(V) {
		t.Fatalf("FindOne into a map = %v, %v, want T's", m, err)
	}
	// It stays the driver's Binary, whose fields are those of bson.Binary.
	if digest := reflect.ValueOf(m["digest"]); digest.Kind() != reflect.Struct || !reflect.DeepEqual(digest.Field(1).Bytes(), v[:]) {
		t.Errorf("[16]byte in a map = %v, want %v", m["digest"], v)
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
func find[T ~[16]byte](t *testing.T, c client) {
	U, id, none := T(u), T(v), T(w)
	c2, isV2 := c.collection.(*mongo.Collection)
	in := orders[T]()
	if ids := c.field("InsertedIDs", "InsertMany", []any{in[0], in[1]}); !reflect.DeepEqual(ids, []any{U, id}) {
		t.Fatalf("InsertedIDs = %v", ids)
	}
	for name, filter := range map[string]any{
		"map":        object{"_id": id},
		"bson.D":     bson.D{{Key: "_id", Value: id}}, // a slice of structs to version 1
		"pointer":    object{"_id": &id},
		"struct":     struct{ Prior T }{U},
		"conversion": object{"_id": uuid.UUID(id)},
		"$eq":        object{"_id": object{"$eq": id}},
		"$ne":        object{"_id": object{"$ne": U}},
		"$gt":        object{"_id": object{"$gt": U}},
		"$in []T":    object{"_id": object{"$in": []T{id, none}}},
		"$in []any":  object{"_id": object{"$in": []any{id, none}}},
		"$nin":       object{"_id": object{"$nin": []T{U, none}}},
		"array":      object{"items": U},
		"arrays":     object{"items": []T{U, id}},
		"$all":       object{"items": object{"$all": []T{id, U}}},
		"$expr":      object{"$expr": object{"$eq": []any{"$prior", U}}},
		"$type":      object{"prior": object{"$type": "binData"}},
	} {
		if name == "bson.D" && !isV2 {
			continue
		}
		var got []order[T]
		if c.find(filter, &got); !reflect.DeepEqual(got, in[1:]) {
			t.Errorf("%s: Find = %v, want %v", name, got, in[1:])
		}
	}
	var one order[T]
	if err := c.one(object{"_id": id}, &one); err != nil || !reflect.DeepEqual(one, in[1]) {
		t.Errorf("FindOne = %v, %v, want %v", one, err, in[1])
	}
	if err := c.one(object{"_id": none}, &one); err == nil || !strings.Contains(err.Error(), "no documents") {
		t.Errorf("FindOne another = %v, want no documents", err)
	}
	if _, err := c.call("InsertOne", in[0]); err == nil || !strings.Contains(err.Error(), "duplicate key") {
		t.Errorf("InsertOne again: %v, want a duplicate key", err)
	}
	if n := kit.Must(c.call("CountDocuments", object{"_id": object{"$in": []T{U, id}}}))(t); n != int64(2) {
		t.Errorf("CountDocuments = %d, want 2", n)
	}

	values := c.distinct("items")
	if !isV2 { // version 1 does not ask the registry what Distinct finds
		values = []any{T(fromBinary(t, values[0])), T(fromBinary(t, values[1]))}
	}
	if !reflect.DeepEqual(values, []any{U, id}) {
		t.Errorf("Distinct = %v, want T's", values)
	}
	if isV2 {
		var ids []T
		if err := c2.Distinct(t.Context(), "items", bson.D{}).Decode(&ids); err != nil || !reflect.DeepEqual(ids, []T{U, id}) {
			t.Errorf("Distinct = %v, %v, want %v", ids, err, []T{U, id})
		}
	}
}

// update changes documents, and upserts some.
func update[T ~[16]byte](t *testing.T, c client) {
	U, V, W := T(u), T(v), T(w)
	in := orders[T]()
	kit.Must(c.call("InsertMany", []any{in[0], in[1]}))(t)
	byID := object{"_id": V}
	for _, test := range []struct {
		update any
		path   string
		want   uuid.UUID
	}{
		{object{"$set": object{"prior": W}}, "prior", w},
		{object{"$set": struct{ Prior T }{V}}, "prior", v},
		{object{"$push": object{"items": W}}, "items.2", w},
		{object{"$pull": object{"items": U}}, "items.0", v},
		{object{"$addToSet": object{"items": object{"$each": []T{V, U}}}}, "items.2", u},
		{[]object{{"$set": object{"prior": object{"$literal": U}}}}, "prior", u},
	} {
		if n := c.field("ModifiedCount", "UpdateOne", byID, test.update); n != int64(1) {
			t.Fatalf("UpdateOne(%v) has modified %d, want one", test.update, n)
		}
		isBinary(t, "what an update sets", raw(t, c.stored, object{"number": 2}).Lookup(strings.Split(test.path, ".")...), 4, test.want[:])
	}
	if n := c.field("MatchedCount", "UpdateByID", U, object{"$inc": object{"number": 10}}); n != int64(1) {
		t.Errorf("UpdateByID = %d, want one", n)
	}
	var after order[T]
	res := kit.Must(c.call("FindOneAndUpdate", byID, object{"$set": object{"items": []T{W}}}, c.after))(t).(decoder)
	if err := res.Decode(&after); err != nil || !reflect.DeepEqual(after.Items, []T{W}) {
		t.Errorf("FindOneAndUpdate = %v, %v", after, err)
	}

	// The drivers do not ask the registry what UpsertedID is.
	if id := c.field("UpsertedID", "UpdateOne", object{"_id": W}, object{"$set": object{"number": 3}}, c.upsert); fromBinary(t, id) != w {
		t.Errorf("UpsertedID = %v, want %v", id, w)
	}
	isBinary(t, "an upserted _id", raw(t, c.stored, object{"_id": w}).Lookup("_id"), 4, w[:])
	if n := c.field("DeletedCount", "DeleteMany", object{"_id": object{"$in": []T{U, V, W}}}); n != int64(3) {
		t.Errorf("DeleteMany = %d, want three", n)
	}
	if c, ok := c.collection.(*mongo.Collection); ok {
		res := kit.Must(c.ReplaceOne(t.Context(), object{"_id": W}, order[T]{ID: W}, options.Replace().SetUpsert(true)))(t)
		if fromBinary(t, res.UpsertedID) != w {
			t.Errorf("ReplaceOne: UpsertedID = %v, want %v", res.UpsertedID, w)
		}
	}
}

// aggregate lets the server compute with a T.
func aggregate[T ~[16]byte](t *testing.T, c client) {
	in := orders[T]()
	kit.Must(c.call("InsertMany", []any{in[0], in[1]}))(t)
	var joined []struct {
		ID    T `bson:"_id"`
		Prior []order[T]
		Is    bool
	}
	c.aggregate(&joined, []object{
		{"$match": object{"_id": T(v)}},
		{"$lookup": object{"from": "c", "localField": "prior", "foreignField": "_id", "as": "prior"}},
		{"$set": object{"is": object{"$eq": []any{"$_id", "$$id"}}}},
	}, c.let)
	if len(joined) != 1 || joined[0].ID != T(v) || !joined[0].Is || !reflect.DeepEqual(joined[0].Prior, in[:1]) {
		t.Errorf("Aggregate = %+v", joined)
	}

	// We read the server's UUIDs, and the server reads ours.
	type group struct {
		ID   T `bson:"_id"`
		Text string
		UUID T
		Size int32
	}
	var groups []group
	c.aggregate(&groups, []object{
		{"$unwind": "$items"},
		{"$group": object{"_id": "$items"}},
		{"$sort": object{"_id": 1}},
		{"$set": object{"text": object{"$toString": "$_id"}, "uuid": object{"$toUUID": u.String()}, "size": object{"$binarySize": "$_id"}}},
	})
	if want := []group{{T(u), u.String(), T(u), 16}, {T(v), v.String(), T(u), 16}}; !reflect.DeepEqual(groups, want) {
		t.Errorf("Aggregate = %+v, want %v", groups, want)
	}
}

// bulk writes many documents at once.
func bulk[T ~[16]byte](t *testing.T, c client) {
	U, W := T(u), T(w)
	first, set := orders[T]()[0], object{"$set": object{"prior": T(v)}}
	models := c.models(first, object{"_id": U}, order[T]{ID: U, Items: []T{W}}, object{"_id": W}, set)
	ids := c.field("UpsertedIDs", "BulkWrite", models).(map[int64]any)
	if fromBinary(t, ids[2]) != w {
		t.Errorf("UpsertedIDs[2] = %v, want %v", ids[2], w)
	}
	isBinary(t, "a replaced array", raw(t, c.stored, object{"_id": u}).Lookup("items", "0"), 4, w[:])
	isBinary(t, "an upserted field", raw(t, c.stored, object{"_id": w}).Lookup("prior"), 4, v[:])

	c2, ok := c.collection.(*mongo.Collection)
	if !ok {
		return
	}
	kit.Must(c.call("DeleteMany", object{}))(t)
	name, database := c2.Name(), c2.Database()
	all := kit.Must(database.Client().BulkWrite(t.Context(), []mongo.ClientBulkWrite{
		{Database: database.Name(), Collection: name, Model: mongo.NewClientInsertOneModel().SetDocument(first)},
		{Database: database.Name(), Collection: name, Model: mongo.NewClientUpdateOneModel().SetFilter(object{"_id": W}).SetUpdate(set).SetUpsert(true)},
	}, options.ClientBulkWrite().SetVerboseResults(true)))(t)
	// These results come by a cursor, which has the registry.
	if got, want := [2]any{all.InsertResults[0].InsertedID, all.UpdateResults[1].UpsertedID}, [2]any{U, W}; got != want {
		t.Errorf("Client.BulkWrite: got %v, want %v", got, want)
	}
	isBinary(t, "a bulk _id", raw(t, c.stored, object{"_id": u}).Lookup("_id"), 4, u[:])
	isBinary(t, "a bulk field", raw(t, c.stored, object{"_id": w}).Lookup("prior"), 4, v[:])
}

// places puts a T into a transaction and a change stream.
func places[T ~[16]byte](t *testing.T, c client) {
	U, V, W := T(u), T(v), T(w)
	in := orders[T]()
	kit.Must(c.call("InsertOne", in[0]))(t) // creates the collection
	stream := kit.Must(c.call("Watch", []object{}))(t).(interface {
		Next(context.Context) bool
		decoder
	})
	kit.Check(t, c.transaction(c, func(c client) error {
		_, err := c.call("InsertOne", in[1])
		if err == nil {
			_, err = c.call("UpdateOne", object{"_id": U}, object{"$set": object{"prior": V}})
		}
		return err
	}))
	isBinary(t, "an inserted _id", raw(t, c.stored, object{"number": 2}).Lookup("_id"), 4, v[:])
	isBinary(t, "an updated field", raw(t, c.stored, object{"_id": u}).Lookup("prior"), 4, v[:])

	abort := errors.New("abort")
	if err := c.transaction(c, func(c client) error {
		kit.Must(c.call("InsertOne", order[T]{ID: W}))(t)
		if err := c.one(object{"_id": W}, new(order[T])); err != nil {
			t.Errorf("FindOne in the transaction: %v", err)
		}
		return abort
	}); !errors.Is(err, abort) {
		t.Errorf("WithTransaction: %v, want %v", err, abort)
	}
	if err := c.one(object{"_id": W}, new(order[T])); err == nil {
		t.Error("FindOne after the transaction: found a document that was never committed")
	}

	kit.Must(c.call("DeleteMany", object{"_id": V}))(t)
	for _, want := range []order[T]{in[1], {}, {}} { // events of an update and of a deletion have the key alone
		var event struct {
			DocumentKey  object   `bson:"documentKey"`
			FullDocument order[T] `bson:"fullDocument"`
		}
		if !stream.Next(t.Context()) {
			t.Fatal("no event")
		}
		if err := stream.Decode(&event); err != nil || !reflect.DeepEqual(event.FullDocument, want) {
			t.Errorf("an event: got %v, %v, want %v", event, err, want)
		}
		if key := event.DocumentKey["_id"]; key != any(V) && key != any(U) {
			t.Errorf("an event's key: got %T %v", key, key)
		}
	}
}

// files puts a T into GridFS: as the id of a file, and into its metadata.
func files[T ~[16]byte](t *testing.T, c client) {
	U, V := T(u), T(v)
	kit.Check(t, c.upload(U, strings.NewReader("content"), object{"owner": V}))
	database := c.stored.Database()
	file := raw(t, database.Collection("fs.files"), object{})
	isBinary(t, "a file's _id", file.Lookup("_id"), 4, u[:])
	isBinary(t, "a file's metadata", file.Lookup("metadata", "owner"), 4, v[:])
	isBinary(t, "a chunk's files_id", raw(t, database.Collection("fs.chunks"), object{}).Lookup("files_id"), 4, u[:])
	var content strings.Builder
	if _, err := c.download(U, &content); err != nil || content.String() != "content" {
		t.Errorf("DownloadToStream = %q, %v, want content", &content, err)
	}
	if c, ok := c.collection.(*mongo.Collection); ok {
		stream := kit.Must(c.Database().GridFSBucket().OpenDownloadStream(t.Context(), U))(t)
		defer stream.Close()
		if got := stream.GetFile().ID; got != any(U) {
			t.Errorf("GridFSFile.ID = %T %v, want %v", got, got, u)
		}
	}
}

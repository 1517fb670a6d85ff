package bsonx_test

import (
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
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/uuid"
)

type (
	inner[T any]   struct{ X T }
	inlined[T any] struct{ Inlined T }
)

// shapes stores a T in every shape, has the server look at it, and reads it.
func (on[T]) shapes(t *testing.T, c client) {
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
		M      map[string]any
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
	p := T(v)
	pp := &p
	in := document{
		ID: T(u), P: &p, List: []T{T(u), T(v)}, Array: [2]T{T(u), T(v)},
		Values: map[string]T{"k": T(v)}, Keys: map[T]int32{T(v): 1},
		Null: sql.Null[T]{V: T(v), Valid: true}, Ours: uuid.NullUUID{UUID: v, Valid: true},
		Google: google.NullUUID{UUID: google.UUID(v), Valid: true}, Gofrs: gofrs.NullUUID{UUID: gofrs.UUID(v), Valid: true},
		Any: T(v), M: map[string]any{"k": T(v)}, Digest: v,
		PP: &pp, Some: v, UUIDs: uuid.UUIDs{u, v}, Tagged: T(v), Inner: inner[T]{T(v)}, Inners: []inner[T]{{T(u)}, {T(v)}},
		Inline: inlined[T]{T(v)},
	}
	if ids, err := c.insert(in); err != nil || ids[0] != any(T(u)) {
		t.Fatalf("insert: got %v, %v, want a %T", ids, err, T(u))
	}

	all := object{}
	doc := c.raw(t, "c", all)
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
		if got, err := serverText(t, c.stored(), all, field); err != nil || got != want.String() {
			t.Errorf("the server takes %s for %q, %v, want %v", field, got, err, want)
		}
	}
	if got, err := serverText(t, c.stored(), all, "digest"); err == nil {
		t.Errorf("the server takes subtype 0 for the UUID %s", got)
	}

	// A document that was there before is overwritten, but for what is in no
	// document and for maps, to which the driver adds.
	second := document{
		ID: T(w), P: new(T), List: make([]T, 9), Array: [2]T{T(w), T(w)}, Values: map[string]T{"k": T(w)}, Keys: map[T]int32{T(v): 9},
		Null: sql.Null[T]{V: T(w), Valid: true}, No: sql.Null[T]{V: T(w), Valid: true}, Ours: uuid.NullUUID{UUID: w, Valid: true},
		NoneG: google.NullUUID{UUID: google.UUID(w), Valid: true}, Any: T(w), UUIDs: uuid.UUIDs{w, w, w}, Inners: make([]inner[T], 5), Some: w,
	}
	if err := c.one(all, &second); err != nil || !reflect.DeepEqual(second, in) {
		t.Errorf("FindOne over another = %+v, %v, want %+v", second, err, in)
	}

	var out []document
	if err := c.find(all, &out); err != nil || !reflect.DeepEqual(out, []document{in}) {
		t.Errorf("Find = %+v, %v, want %+v", out, err, in)
	}
	var m object
	if err := c.one(all, &m); err != nil || m["_id"] != any(T(u)) || m["null"] != any(T(v)) || !reflect.DeepEqual(elements(m["list"]), []any{T(u), T(v)}) {
		t.Errorf("FindOne into a map = %v, %v, want T's", m, err)
	}
	// It stays the driver's Binary, of which the fields are those of bson.Binary.
	if digest := reflect.ValueOf(m["digest"]); digest.Kind() != reflect.Struct || !reflect.DeepEqual(digest.Field(1).Bytes(), v[:]) {
		t.Errorf("[16]byte in a map = %v, want %v", m["digest"], v)
	}
}

// elements returns those of a driver's array.
func elements(list any) (all []any) {
	for v := reflect.ValueOf(list); len(all) < v.Len(); {
		all = append(all, v.Index(len(all)).Interface())
	}
	return all
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
func (on[T]) find(t *testing.T, c client) {
	in := orders[T]()
	if ids, err := c.insert(in[0], in[1]); err != nil || !reflect.DeepEqual(ids, []any{T(u), T(v)}) {
		t.Fatalf("InsertedIDs = %v, %v", ids, err)
	}
	id, none := T(v), T(w)
	for name, filter := range map[string]any{
		"map":        object{"_id": id},
		"pointer":    object{"_id": &id},
		"struct":     struct{ Prior T }{T(u)},
		"conversion": object{"_id": uuid.UUID(id)},
		"$eq":        object{"_id": object{"$eq": id}},
		"$ne":        object{"_id": object{"$ne": T(u)}},
		"$gt":        object{"_id": object{"$gt": T(u)}},
		"$in []T":    object{"_id": object{"$in": []T{id, none}}},
		"$in []any":  object{"_id": object{"$in": []any{id, none}}},
		"$nin":       object{"_id": object{"$nin": []T{T(u), none}}},
		"array":      object{"items": T(u)},
		"arrays":     object{"items": []T{T(u), T(v)}},
		"$all":       object{"items": object{"$all": []T{T(v), T(u)}}},
		"$expr":      object{"$expr": object{"$eq": []any{"$prior", T(u)}}},
		"$type":      object{"prior": object{"$type": "binData"}},
	} {
		var got []order[T]
		if err := c.find(filter, &got); err != nil || !reflect.DeepEqual(got, in[1:]) {
			t.Errorf("%s: Find = %v, %v, want %v", name, got, err, in[1:])
		}
	}
	var one order[T]
	if err := c.one(object{"_id": id}, &one); err != nil || !reflect.DeepEqual(one, in[1]) {
		t.Errorf("FindOne = %v, %v, want %v", one, err, in[1])
	}
	if err := c.one(object{"_id": none}, &one); err == nil || !strings.Contains(err.Error(), "no documents") {
		t.Errorf("FindOne another = %v, want no documents", err)
	}
	if _, err := c.insert(in[0]); err == nil || !strings.Contains(err.Error(), "duplicate key") {
		t.Errorf("InsertOne again: %v, want a duplicate key", err)
	}

	if n, err := c.count(object{"_id": object{"$in": []T{T(u), id}}}); n != 2 || err != nil {
		t.Errorf("CountDocuments = %d, %v, want 2", n, err)
	}

	// Version 1 does not ask the registry what Distinct finds.
	values, err := c.distinct("items")
	_, v1 := c.(v1Client)
	for i := range values {
		if v1 {
			values[i] = T(kit.Must(c.fromBinary(values[i]))(t))
		}
	}
	if err != nil || !reflect.DeepEqual(values, []any{T(u), T(v)}) {
		t.Errorf("Distinct = %v, %v, want T's", values, err)
	}

	c2, ok := c.(v2Client)
	if !ok {
		return
	}
	if got := find[order[T]](t, c2.c, bson.D{{Key: "_id", Value: id}}); !reflect.DeepEqual(got, in[1:]) {
		t.Errorf("bson.D: Find = %v, want %v", got, in[1:])
	}
	var ids []T
	if err := c2.c.Distinct(t.Context(), "items", bson.D{}).Decode(&ids); err != nil || !reflect.DeepEqual(ids, []T{T(u), T(v)}) {
		t.Errorf("Distinct = %v, %v, want %v", ids, err, []T{T(u), T(v)})
	}
	cur := do[*mongo.Cursor](t)(c2.c.Find(t.Context(), bson.M{"_id": id}))
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
func (on[T]) update(t *testing.T, c client) {
	in := orders[T]()
	kit.Must(c.insert(in[0], in[1]))(t)
	byID := object{"_id": T(v)}
	for _, test := range []struct {
		update any
		path   []string
		want   uuid.UUID
	}{
		{object{"$set": object{"prior": T(w)}}, []string{"prior"}, w},
		{object{"$set": struct{ Prior T }{T(v)}}, []string{"prior"}, v},
		{object{"$push": object{"items": T(w)}}, []string{"items", "2"}, w},
		{object{"$pull": object{"items": T(u)}}, []string{"items", "0"}, v},
		{object{"$addToSet": object{"items": object{"$each": []T{T(v), T(u)}}}}, []string{"items", "2"}, u},
		{[]object{{"$set": object{"prior": object{"$literal": T(u)}}}}, []string{"prior"}, u},
	} {
		if res, err := c.update(byID, test.update, false); err != nil || res.modified != 1 {
			t.Fatalf("UpdateOne(%v) = %+v, %v, want one modified", test.update, res, err)
		}
		isBinary(t, "what an update sets", c.raw(t, "c", object{"number": 2}).Lookup(test.path...), 4, plainHex(test.want))
	}
	if n, err := c.updateByID(T(u), object{"$inc": object{"number": 10}}); err != nil || n != 1 {
		t.Errorf("UpdateByID = %d, %v, want one", n, err)
	}
	var after order[T]
	if err := c.findAndUpdate(byID, object{"$set": object{"items": []T{T(w)}}}, &after); err != nil || !reflect.DeepEqual(after.Items, []T{T(w)}) {
		t.Errorf("FindOneAndUpdate = %v, %v", after, err)
	}

	// The drivers do not ask the registry what UpsertedID is.
	res := kit.Must(c.update(object{"_id": T(w)}, object{"$set": object{"number": 3}}, true))(t)
	if id, err := c.fromBinary(res.upserted); err != nil || id != w {
		t.Errorf("UpsertedID = %v, %v, want %v", id, err, w)
	}
	isBinary(t, "an upserted _id", c.raw(t, "c", object{"_id": w}).Lookup("_id"), 4, plainHex(w))
	if n, err := c.delete(object{"_id": object{"$in": []T{T(u), T(v), T(w)}}}); err != nil || n != 3 {
		t.Errorf("DeleteMany = %d, %v, want three", n, err)
	}

	if c, ok := c.(v2Client); ok {
		res := do[*mongo.UpdateResult](t)(c.c.ReplaceOne(t.Context(), object{"_id": T(w)}, order[T]{ID: T(w)}, options.Replace().SetUpsert(true)))
		if id, err := bsonx.FromBinary[T](res.UpsertedID.(bson.Binary)); err != nil || id != T(w) {
			t.Errorf("ReplaceOne: UpsertedID = %v, %v, want %v", id, err, T(w))
		}
	}
}

// aggregate lets the server compute with a T.
func (on[T]) aggregate(t *testing.T, c client) {
	in := orders[T]()
	kit.Must(c.insert(in[0], in[1]))(t)
	var joined []struct {
		ID    T `bson:"_id"`
		Prior []order[T]
		Is    bool
	}
	err := c.aggregate(object{"id": T(v)}, &joined,
		object{"$match": object{"_id": T(v)}},
		object{"$lookup": object{"from": "c", "localField": "prior", "foreignField": "_id", "as": "prior"}},
		object{"$set": object{"is": object{"$eq": []any{"$_id", "$$id"}}}})
	if err != nil || len(joined) != 1 || joined[0].ID != T(v) || !joined[0].Is || !reflect.DeepEqual(joined[0].Prior, in[:1]) {
		t.Errorf("Aggregate = %+v, %v", joined, err)
	}

	// What the server says a UUID is, we read; and the reverse.
	type group struct {
		ID   T `bson:"_id"`
		Text string
		UUID T
		Size int32
	}
	var groups []group
	err = c.aggregate(nil, &groups,
		object{"$unwind": "$items"},
		object{"$group": object{"_id": "$items"}},
		object{"$sort": object{"_id": 1}},
		object{"$set": object{"text": object{"$toString": "$_id"}, "uuid": object{"$toUUID": u.String()}, "size": object{"$binarySize": "$_id"}}})
	if want := []group{{T(u), u.String(), T(u), 16}, {T(v), v.String(), T(u), 16}}; err != nil || !reflect.DeepEqual(groups, want) {
		t.Errorf("Aggregate = %+v, %v, want %v", groups, err, want)
	}
}

// bulk writes many at once.
func (on[T]) bulk(t *testing.T, c client) {
	in := orders[T]()
	set := object{"$set": object{"prior": T(v)}}
	ids, err := c.bulk(in[0], object{"_id": T(u)}, order[T]{ID: T(u), Items: []T{T(w)}}, object{"_id": T(w)}, set)
	if err != nil {
		t.Fatal(err)
	}
	if id, err := c.fromBinary(ids[2]); err != nil || id != w {
		t.Errorf("UpsertedIDs[2] = %v, %v, want %v", id, err, w)
	}
	isBinary(t, "a replaced array", c.raw(t, "c", object{"_id": u}).Lookup("items", "0"), 4, plainHex(w))
	isBinary(t, "an upserted field", c.raw(t, "c", object{"_id": w}).Lookup("prior"), 4, plainHex(v))

	c2, ok := c.(v2Client)
	if !ok {
		return
	}
	kit.Must(c.delete(object{}))(t)
	name, database := c2.c.Name(), c2.c.Database()
	all := do[*mongo.ClientBulkWriteResult](t)(database.Client().BulkWrite(t.Context(), []mongo.ClientBulkWrite{
		{Database: database.Name(), Collection: name, Model: mongo.NewClientInsertOneModel().SetDocument(in[0])},
		{Database: database.Name(), Collection: name, Model: mongo.NewClientUpdateOneModel().SetFilter(object{"_id": T(w)}).SetUpdate(set).SetUpsert(true)},
	}, options.ClientBulkWrite().SetVerboseResults(true)))
	// These results come by a cursor, which has the registry.
	if got, want := [2]any{all.InsertResults[0].InsertedID, all.UpdateResults[1].UpsertedID}, [2]any{T(u), T(w)}; got != want {
		t.Errorf("Client.BulkWrite: got %v, want %v", got, want)
	}
	isBinary(t, "a bulk _id", c.raw(t, "c", object{"_id": u}).Lookup("_id"), 4, plainHex(u))
	isBinary(t, "a bulk field", c.raw(t, "c", object{"_id": w}).Lookup("prior"), 4, plainHex(v))
}

// places puts a T into a transaction, a change stream and GridFS.
func (on[T]) places(t *testing.T, c client) {
	in := orders[T]()
	kit.Must(c.insert(in[0]))(t) // creates the collection
	next := c.watch()
	if err := c.transaction(func(c client) (any, error) {
		if _, err := c.insert(in[1]); err != nil {
			return nil, err
		}
		return c.update(object{"_id": T(u)}, object{"$set": object{"prior": T(v)}}, false)
	}); err != nil {
		t.Fatal(err)
	}
	isBinary(t, "an inserted _id", c.raw(t, "c", object{"number": 2}).Lookup("_id"), 4, plainHex(v))
	isBinary(t, "an updated field", c.raw(t, "c", object{"_id": u}).Lookup("prior"), 4, plainHex(v))

	abort := errors.New("abort")
	err := c.transaction(func(c client) (any, error) {
		kit.Must(c.insert(order[T]{ID: T(w)}))(t)
		var inside order[T]
		if err := c.one(object{"_id": T(w)}, &inside); err != nil {
			t.Errorf("FindOne in the transaction: %v", err)
		}
		return nil, abort
	})
	if !errors.Is(err, abort) {
		t.Errorf("WithTransaction: %v, want %v", err, abort)
	}
	if err := c.one(object{"_id": T(w)}, new(order[T])); err == nil {
		t.Error("FindOne after the transaction: found what it took back")
	}

	kit.Must(c.delete(object{"_id": T(v)}))(t)
	for _, want := range []order[T]{in[1], {}, {}} { // of an update and of what is deleted there is the key alone
		var event struct {
			DocumentKey  object   `bson:"documentKey"`
			FullDocument order[T] `bson:"fullDocument"`
		}
		if err := next(&event); err != nil || !reflect.DeepEqual(event.FullDocument, want) {
			t.Errorf("an event: got %v, %v, want %v", event, err, want)
		}
		if key := event.DocumentKey["_id"]; key != any(T(v)) && key != any(T(u)) {
			t.Errorf("an event's key: got %T %v", key, key)
		}
	}

	if err := c.upload(T(u), "content"); err != nil {
		t.Fatal(err)
	}
	isBinary(t, "a file's _id", c.raw(t, "fs.files", object{}).Lookup("_id"), 4, plainHex(u))
	isBinary(t, "a chunk's files_id", c.raw(t, "fs.chunks", object{}).Lookup("files_id"), 4, plainHex(u))
	if content, err := c.download(T(u)); err != nil || content != "content" {
		t.Errorf("DownloadToStream = %q, %v, want content", content, err)
	}
	if c, ok := c.(v2Client); ok {
		stream := do[*mongo.GridFSDownloadStream](t)(c.c.Database().GridFSBucket().OpenDownloadStream(t.Context(), T(u)))
		defer stream.Close()
		if got := stream.GetFile().ID; got != any(T(u)) {
			t.Errorf("GridFSFile.ID = %T %v, want %v", got, got, u)
		}
	}
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

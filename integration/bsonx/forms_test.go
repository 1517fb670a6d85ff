package bsonx_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/uuid"
)

// TestIn finds a UUID in its old and its new forms, by every kind of filter. Package bsonx
// tests which forms In names with which options, and the matrix reads what it finds.
func TestIn(t *testing.T) {
	const std, java, csharp, python, strict = bsonx.Standard, bsonx.JavaLegacy, bsonx.CSharpLegacy, bsonx.PythonLegacy, bsonx.Strict
	all, U, V := []bsonx.Option{std, java, csharp, python}, google.UUID(u), google.UUID(v)
	for driver, newClient := range drivers[google.UUID]() {
		d := newClient(t)
		for n, x := range map[int32]bson.Binary{
			0: {Data: u[:]}, 4: {Subtype: 4, Data: u[:]}, 31: toBinary(t, u, java), 32: toBinary(t, u, csharp), 33: toBinary(t, u, python),
			100: {Data: w[:]}, 104: {Subtype: 4, Data: w[:]}, 105: {Subtype: 5, Data: u[:]}, 106: {Data: u[:15]},
		} {
			put(t, d.stored, bson.M{"n": n, "x": x, "list": bson.A{x, V}})
		}
		ids := func(ids ...google.UUID) any { return d.in(ids, all...) }
		for _, test := range []struct {
			what   string
			filter object
			want   []int32
		}{
			{"a field", object{"x": ids(U)}, []int32{0, 4, 31, 32, 33}},
			{"one of two", object{"x": ids(U, V)}, []int32{0, 4, 31, 32, 33}},
			{"an element", object{"list": ids(U)}, []int32{0, 4, 31, 32, 33}},
			{"$elemMatch", object{"list": object{"$elemMatch": ids(U)}}, []int32{0, 4, 31, 32, 33}},
			{"$not", object{"x": object{"$not": ids(U)}}, []int32{100, 104, 105, 106}},
			{"another", object{"x": ids(V)}, nil},
			{"none", object{"x": ids()}, nil},
			{"default", object{"x": d.in([]google.UUID{U})}, []int32{0, 4}},
			{"strict", object{"x": d.in([]google.UUID{U}, strict, csharp)}, []int32{4, 32}},
		} {
			var docs []struct{ N int32 }
			d.aggregate(&docs, []object{{"$match": test.filter}, {"$sort": object{"n": 1}}})
			var got []int32
			for _, doc := range docs {
				got = append(got, doc.N)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%s, %s: found %v, want %v", driver, test.what, got, test.want)
			}
		}
	}
}

// TestInUpsert upserts by In, which does not say which of its values to store, and finds an
// _id of the old form, which MongoDB does not change.
func TestInUpsert(t *testing.T) {
	filter := bson.M{"_id": bsonx.In([]uuid.UUID{u})}
	whole, rest := bson.M{"_id": u, "n": 1}, bson.M{"n": 1}
	type upsert = func(*mongo.Collection) (*mongo.UpdateResult, error)
	update := func(update bson.M) upsert {
		return func(c *mongo.Collection) (*mongo.UpdateResult, error) {
			return c.UpdateOne(t.Context(), filter, update, options.UpdateOne().SetUpsert(true))
		}
	}
	replace := func(doc bson.M) upsert {
		return func(c *mongo.Collection) (*mongo.UpdateResult, error) {
			return c.ReplaceOne(t.Context(), filter, doc, options.Replace().SetUpsert(true))
		}
	}
	for _, test := range []struct {
		what     string
		upsert   upsert
		old      bool      // it changes a document with the old _id
		inserted bson.Type // what the _id of a new document is
	}{
		{"$setOnInsert", update(bson.M{"$set": rest, "$setOnInsert": bson.M{"_id": u}}), true, bson.TypeBinary},
		{"$set without _id", update(bson.M{"$set": rest}), true, bson.TypeObjectID},
		{"$set with _id", update(bson.M{"$set": whole}), false, bson.TypeBinary},
		{"a replacement without _id", replace(rest), true, bson.TypeObjectID},
		{"a replacement with _id", replace(whole), false, bson.TypeBinary},
	} {
		c := open(t, nil)
		res := kit.Must(test.upsert(c))(t)
		if id := raw(t, c, bson.M{}).Lookup("_id"); res.UpsertedCount != 1 || id.Type != test.inserted {
			t.Errorf("%s: %+v with the _id %v, want a new document with a %v", test.what, res, id, test.inserted)
		}
		for _, id := range []bson.Binary{{Data: u[:]}, {Subtype: 4, Data: u[:]}} {
			c := open(t, nil)
			put(t, c, bson.M{"_id": id})
			res, err := test.upsert(c)
			const immutableField = 66
			if old := id.Subtype == 0; old && !test.old {
				var refused mongo.ServerError
				if !errors.As(err, &refused) || !refused.HasErrorCode(immutableField) {
					t.Errorf("%s: %+v, %v, want the error ImmutableField", test.what, res, err)
				}
			} else if err != nil || res.ModifiedCount != 1 {
				t.Errorf("%s: %+v, %v, want one document of subtype %d modified", test.what, res, err, id.Subtype)
			}
			isBinary(t, test.what, raw(t, c, bson.M{}).Lookup("_id"), id.Subtype, u[:])
		}
	}
}

// TestInIndex shows that the server answers In from an index.
func TestInIndex(t *testing.T) {
	c := open(t, nil)
	kit.Must(c.Indexes().CreateOne(t.Context(), mongo.IndexModel{Keys: bson.M{"x": 1}}))(t)
	find := bson.D{{Key: "find", Value: "c"}, {Key: "filter", Value: bson.M{"x": bsonx.In([]uuid.UUID{u, v})}}}
	explain := bson.D{{Key: "explain", Value: find}, {Key: "verbosity", Value: "queryPlanner"}}
	plan := kit.Must(c.Database().RunCommand(t.Context(), explain).Raw())(t).Lookup("queryPlanner").String()
	if !strings.Contains(plan, `"IXSCAN"`) || strings.Contains(plan, `"COLLSCAN"`) {
		t.Errorf("the plan is %s, want an index scan", plan)
	}
}

// TestOldDocuments shows what package bsonx says of documents with subtype 0.
func TestOldDocuments(t *testing.T) {
	type document struct {
		ID google.UUID `bson:"_id"`
		N  int32
	}
	id := google.UUID(u)
	c := open(t, registry[google.UUID](t))
	old := with(c, bson.NewRegistry())
	put(t, old, document{id, 0})
	isBinary(t, "google's UUID without Register", raw(t, c, bson.M{"n": 0}).Lookup("_id"), 0, u[:])
	finds := func(what string, filter any, want ...document) {
		t.Helper()
		if got := get[document](t, c, filter); !slices.Equal(got, want) {
			t.Errorf("Find %s = %v, want %v", what, got, want)
		}
	}
	finds("all", bson.D{}, document{id, 0})
	finds("by _id", bson.M{"_id": id})
	finds("by $ne", bson.M{"_id": bson.M{"$ne": id}}, document{id, 0})
	finds("by $not", bson.M{"_id": bson.M{"$not": bsonx.In([]google.UUID{id})}})
	// A unique index, such as that of _id, accepts the same UUID once more.
	put(t, c, document{id, 4})
	finds("by _id", bson.M{"_id": id}, document{id, 4})
	finds("by both", bson.M{"_id": bson.M{"$in": bson.A{id, bson.Binary{Data: id[:]}}}}, document{id, 0}, document{id, 4})
	// Without Register the new one cannot even be read.
	var got document
	if err := old.FindOne(t.Context(), bson.M{"n": 4}).Decode(&got); err == nil {
		t.Errorf("FindOne subtype 4 without Register = %v, want an error", got)
	}
}

// TestOldUpdates shows which updates, joins and groups see a UUID in another form.
func TestOldUpdates(t *testing.T) {
	U := google.UUID(u)
	both := bsonx.In([]google.UUID{U})
	for _, test := range []struct {
		what    string
		update  bson.M
		filters []any
		want    int // UUIDs that are left
	}{
		{"$pull", bson.M{"$pull": bson.M{"list": U}}, nil, 1},
		{"$pull by In", bson.M{"$pull": bson.M{"list": both}}, nil, 0},
		{"$addToSet", bson.M{"$addToSet": bson.M{"list": U}}, nil, 2},
		{"arrayFilters", bson.M{"$unset": bson.M{"list.$[e]": 1}}, []any{bson.M{"e": U}}, 1},
		{"arrayFilters by In", bson.M{"$unset": bson.M{"list.$[e]": 1}}, []any{bson.M{"e": both}}, 0},
	} {
		c := open(t, registry[google.UUID](t))
		put(t, c, bson.M{"_id": 1, "list": bson.A{bson.Binary{Data: u[:]}}})
		o := options.UpdateOne()
		if test.filters != nil {
			o.SetArrayFilters(test.filters)
		}
		kit.Must(c.UpdateOne(t.Context(), bson.M{"_id": 1}, test.update, o))(t)
		list := kit.Must(raw(t, c, bson.M{"_id": 1}).Lookup("list").Array().Values())(t)
		left := slices.DeleteFunc(list, func(v bson.RawValue) bool { return v.Type != bson.TypeBinary })
		if len(left) != test.want {
			t.Errorf("%s: %v are left, want %d", test.what, left, test.want)
		}
	}
	c := open(t, registry[google.UUID](t))
	put(t, c, bson.M{"_id": bson.Binary{Data: u[:]}, "n": 0})
	put(t, c, bson.M{"_id": U, "n": 4})
	for name, pipeline := range map[string][]bson.M{
		"$lookup": {{"$match": bson.M{"n": 4}}, {"$lookup": bson.M{"from": c.Name(), "localField": "_id", "foreignField": "_id", "as": "same"}}, {"$unwind": "$same"}},
		"$group":  {{"$group": bson.M{"_id": "$_id"}}, {"$skip": 1}},
	} {
		cursor := kit.Must(c.Aggregate(t.Context(), pipeline))(t)
		var docs []bson.M
		if kit.Check(t, cursor.All(t.Context(), &docs)); len(docs) != 1 {
			t.Errorf("%s: got %v, want the forms apart", name, docs)
		}
	}
	var ids []google.UUID
	if kit.Check(t, c.Distinct(t.Context(), "_id", bson.M{}).Decode(&ids)); !slices.Equal(ids, []google.UUID{U, U}) {
		t.Errorf("Distinct: got %v, want %v twice", ids, U)
	}
}

// TestOldRanges shows how ranges, sorts and pages treat documents in several forms.
func TestOldRanges(t *testing.T) {
	U, V, zero := google.UUID(u), google.UUID(v), google.UUID{}
	c := open(t, registry[google.UUID](t))
	for n, id := range map[int32]any{0: bson.Binary{Data: v[:]}, 3: toBinary(t, v, bsonx.JavaLegacy), 40: U, 41: V} {
		put(t, c, bson.M{"_id": id, "n": n})
	}
	between := bson.M{"$gte": zero, "$lt": V}
	old := bson.M{"$gte": bson.Binary{Data: zero[:]}, "$lte": bson.Binary{Data: v[:]}}
	for _, test := range []struct {
		what   string
		filter bson.M
		want   []int32
	}{
		{"all", bson.M{}, []int32{0, 3, 40, 41}},
		{"$lt", bson.M{"_id": bson.M{"$lt": U}}, []int32{0, 3}},
		{"$lte", bson.M{"_id": bson.M{"$lte": U}}, []int32{0, 3, 40}},
		{"$gt", bson.M{"_id": bson.M{"$gt": U}}, []int32{41}},
		{"$gte", bson.M{"_id": bson.M{"$gte": zero}}, []int32{40, 41}},
		{"two bounds", bson.M{"_id": between}, []int32{40}},
		{"two bounds of each", bson.M{"$or": bson.A{bson.M{"_id": between}, bson.M{"_id": old}}}, []int32{0, 40}},
	} {
		var got []int32
		for _, doc := range get[struct{ N int32 }](t, c, test.filter) {
			got = append(got, doc.N)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: found %v, want %v", test.what, got, test.want)
		}
	}
	// Pages of one document each continue after what is stored.
	filter := bson.M{}
	for _, want := range []int32{0, 3, 40, 41} {
		cur := kit.Must(c.Find(t.Context(), filter, options.Find().SetSort(bson.M{"_id": 1}).SetLimit(1)))(t)
		if !cur.Next(t.Context()) || cur.Current.Lookup("n").Int32() != want {
			t.Fatalf("the page after %v is %v, want %d", filter, cur.Current, want)
		}
		last := cur.Current.Lookup("_id")
		filter = bson.M{"_id": bson.M{"$gt": bson.RawValue{Type: last.Type, Value: bytes.Clone(last.Value)}}}
		kit.Check(t, cur.Close(t.Context()))
	}
}

// TestLegacyOrder compares the server's order of a form with that of UUID.Compare.
func TestLegacyOrder(t *testing.T) {
	for form, same := range map[bsonx.Option]bool{bsonx.Standard: true, bsonx.PythonLegacy: true, bsonx.JavaLegacy: false, bsonx.CSharpLegacy: false} {
		reg := bson.NewRegistry()
		kit.Check(t, bsonx.Register[google.UUID](reg, form))
		c := open(t, reg)
		type document struct {
			ID google.UUID `bson:"_id"`
		}
		for _, id := range []uuid.UUID{u, v, w, uuid.Max(), {3: 2}, {2: 1}, {7: 2}, {6: 1}, {15: 2}, {14: 1}} {
			put(t, c, document{google.UUID(id)})
		}
		got := slices.IsSortedFunc(get[document](t, c, bson.M{}), func(a, b document) int { return uuid.UUID(a.ID).Compare(uuid.UUID(b.ID)) })
		if got != same {
			t.Errorf("%v: sorted as by Compare: got %v, want %v", form, got, same)
		}
	}
}

// TestOldAny reads subtype 3 into an any, and looks for it again: GridFS does so for the
// chunks of a file.
func TestOldAny(t *testing.T) {
	for _, test := range []struct {
		opts  []bsonx.Option
		finds bool
	}{
		{[]bsonx.Option{bsonx.Standard, bsonx.JavaLegacy}, false},
		{[]bsonx.Option{bsonx.Standard, bsonx.JavaLegacy, bsonx.KeepAny}, true},
		{[]bsonx.Option{bsonx.JavaLegacy, bsonx.Standard}, true},
	} {
		reg := bson.NewRegistry()
		kit.Check(t, bsonx.Register[google.UUID](reg, test.opts...))
		c := open(t, reg)
		id := toBinary(t, u, bsonx.JavaLegacy)
		put(t, c, bson.M{"_id": id})
		files := c.Database().GridFSBucket()
		kit.Check(t, files.UploadFromStreamWithID(t.Context(), id, "name", strings.NewReader("content")))

		doc := get[bson.M](t, c, bson.M{})[0]
		if n := kit.Must(c.CountDocuments(t.Context(), doc))(t); n == 1 != test.finds {
			t.Errorf("%v: %v finds %d documents, want %v", test.opts, doc, n, test.finds)
		}
		var content strings.Builder
		_, err := files.DownloadToStreamByName(t.Context(), "name", &content)
		if got := err == nil && content.String() == "content"; got != test.finds || !got && !errors.Is(err, mongo.ErrMissingChunk) {
			t.Errorf("%v: DownloadToStreamByName = %q, %v, want %v", test.opts, &content, err, test.finds)
		}
	}
}

package bsonx_test

import (
	"reflect"
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

// TestSpecImplicit is the prose tests of the MongoDB specification "BSON Binary
// UUID" that need a client: those of implicit encoding, by their numbers, and of
// decoding what was written. Package bsonx tests the rest without a server.
// https://github.com/mongodb/specifications/blob/master/source/bson-binary-uuid/uuid.md#test-plan
func TestSpecImplicit(t *testing.T) {
	type document struct {
		ID    google.UUID `bson:"_id"`
		Items []google.UUID
		Any   any
	}
	U := google.UUID(u)
	for _, test := range []struct {
		number  string
		opt     bsonx.Option
		subtype byte
		want    string
	}{
		{"1", bsonx.JavaLegacy, 3, "7766554433221100ffeeddccbbaa9988"},
		{"2", bsonx.CSharpLegacy, 3, "33221100554477668899aabbccddeeff"},
		{"3", bsonx.PythonLegacy, 3, "00112233445566778899aabbccddeeff"},
		{"4", bsonx.Standard, 4, "00112233445566778899aabbccddeeff"},
	} {
		t.Run(test.number, func(t *testing.T) {
			eachDriver(t, []bsonx.Option{test.opt}, func(t *testing.T, d client) {
				in := document{U, []google.UUID{U}, U}
				kit.Must(d.call("InsertOne", in))(t)
				doc := raw(t, d.stored, object{})
				isBinary(t, "_id", doc.Lookup("_id"), test.subtype, kit.Unhex(test.want))
				isBinary(t, "an element", doc.Lookup("items", "0"), test.subtype, kit.Unhex(test.want))
				isBinary(t, "any", doc.Lookup("any"), test.subtype, kit.Unhex(test.want))
				var got []document
				if d.find(object{"_id": U}, &got); !reflect.DeepEqual(got, []document{in}) {
					t.Errorf("Find = %v, want %v", got, in)
				}

				// A collection in the default form finds it by ToBinary, and does not read subtype 3.
				c, b := with(d.stored, registry[google.UUID](t)), toBinary(t, u, test.opt)
				var want any = b
				if test.subtype == 4 {
					want = U
				}
				if got := get[bson.M](t, c, bson.M{"_id": b}); len(got) != 1 || !reflect.DeepEqual(got[0]["_id"], want) {
					t.Errorf("Find by ToBinary = %v, want %v", got, want)
				}
				if err := c.FindOne(t.Context(), bson.D{}).Decode(&in); (err == nil) != (test.subtype == 4) {
					t.Errorf("FindOne of subtype %d in the default form: %v", test.subtype, err)
				}
			})
		})
	}
}

// TestIn finds a UUID in its old and its new forms. A registry with the same
// options reads what In finds.
func TestIn(t *testing.T) {
	const std, java, csharp, python, strict = bsonx.Standard, bsonx.JavaLegacy, bsonx.CSharpLegacy, bsonx.PythonLegacy, bsonx.Strict
	for _, test := range []struct {
		name string
		opts []bsonx.Option
		want []int32
	}{
		{"default", nil, []int32{0, 4}},
		{"Strict", []bsonx.Option{strict}, []int32{4}},
		{"JavaLegacy", []bsonx.Option{java}, []int32{31}},
		{"Standard, JavaLegacy", []bsonx.Option{std, java}, []int32{0, 4, 31}},
		{"JavaLegacy, Standard", []bsonx.Option{java, std}, []int32{0, 4, 31}},
		{"CSharpLegacy, Standard, Strict", []bsonx.Option{csharp, std, strict}, []int32{4, 32}},
		{"all", []bsonx.Option{std, java, csharp, python}, []int32{0, 4, 31, 32, 33}},
	} {
		t.Run(test.name, func(t *testing.T) {
			opts := test.opts
			if test.name == "all" {
				opts = nil // no registry has several byte orders
			}
			eachDriver(t, opts, func(t *testing.T, d client) {
				in := func(ids ...google.UUID) any { return d.in(ids, test.opts...) }
				U, V := google.UUID(u), google.UUID(v)
				for n, x := range map[int32]bson.Binary{
					0: {Data: u[:]}, 4: {Subtype: 4, Data: u[:]}, 31: toBinary(t, u, java), 32: toBinary(t, u, csharp), 33: toBinary(t, u, python),
					100: {Data: w[:]}, 104: {Subtype: 4, Data: w[:]}, 105: {Subtype: 5, Data: u[:]}, 106: {Data: u[:15]},
				} {
					put(t, d.stored, bson.M{"n": n, "x": x, "list": bson.A{x, V}})
				}
				others := slices.DeleteFunc([]int32{0, 4, 31, 32, 33, 100, 104, 105, 106}, func(n int32) bool { return slices.Contains(test.want, n) })
				for _, find := range []struct {
					what   string
					filter object
					want   []int32
				}{
					{"a field", object{"x": in(U)}, test.want},
					{"one of two", object{"x": in(U, V)}, test.want},
					{"an element", object{"list": in(U)}, test.want},
					{"$elemMatch", object{"list": object{"$elemMatch": in(U)}}, test.want},
					{"$not", object{"x": object{"$not": in(U)}}, others},
					{"another", object{"x": in(V)}, nil},
					{"none", object{"x": in()}, nil},
				} {
					var docs []struct{ N int32 }
					d.aggregate(&docs, []object{{"$match": find.filter}, {"$sort": object{"n": 1}}})
					var got []int32
					for _, doc := range docs {
						got = append(got, doc.N)
					}
					if !slices.Equal(got, find.want) {
						t.Errorf("%s: found %v, want %v", find.what, got, find.want)
					}
				}
				if test.name == "all" {
					return
				}
				var docs []struct{ X google.UUID }
				d.find(object{"x": in(U)}, &docs)
				for _, doc := range docs {
					if doc.X != U {
						t.Errorf("Find by In = %v, want %v", docs, U)
					}
				}
			})
		})
	}
}

// TestInUpsert upserts by In, which does not say which of its values to store.
func TestInUpsert(t *testing.T) {
	c := open(t, nil)
	filter := bson.M{"_id": bsonx.In([]uuid.UUID{u})}
	set := bson.M{"$set": bson.M{"n": 1}}
	upsert := options.UpdateOne().SetUpsert(true)
	if res := kit.Must(c.UpdateOne(t.Context(), filter, set, upsert))(t); reflect.TypeOf(res.UpsertedID) != reflect.TypeFor[bson.ObjectID]() {
		t.Errorf("UpsertedID is a %T: package bsonx's documentation is out of date", res.UpsertedID)
	}
	set["$setOnInsert"] = bson.M{"_id": u}
	for _, upserted := range []int64{1, 0} {
		if res := kit.Must(c.UpdateOne(t.Context(), filter, set, upsert))(t); res.UpsertedCount != upserted || res.MatchedCount != 1-upserted {
			t.Errorf("UpdateOne with $setOnInsert = %+v, want %d upserted", res, upserted)
		}
	}
	isBinary(t, "an upserted _id", raw(t, c, filter).Lookup("_id"), 4, u[:])
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

// TestMethods shows that uuid.UUID needs no registry.
func TestMethods(t *testing.T) {
	c := open(t, nil)
	in := []order[uuid.UUID]{{ID: u, Items: []uuid.UUID{v}}, {ID: v, Prior: &u, Items: []uuid.UUID{}}}
	kit.Must(c.InsertMany(t.Context(), in))(t)
	doc := raw(t, c, bson.M{"_id": u})
	isBinary(t, "_id", doc.Lookup("_id"), 4, u[:])
	isBinary(t, "an element", doc.Lookup("items", "0"), 4, v[:])
	for name, filter := range map[string]any{
		"_id":        bson.M{"_id": v},
		"conversion": bson.M{"_id": uuid.UUID(google.UUID(v))},
		"$in":        bson.M{"_id": bson.M{"$in": []uuid.UUID{v, w}}},
		"prior":      bson.M{"prior": u},
	} {
		if got := get[order[uuid.UUID]](t, c, filter); !reflect.DeepEqual(got, in[1:]) {
			t.Errorf("%s: Find = %v, want %v", name, got, in[1:])
		}
	}
}

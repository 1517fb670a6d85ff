package bsonx_test

import (
	"slices"
	"testing"

	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/uuid"
)

// eachDriver runs a test of google's UUID with either driver, whose client has the
// options.
func eachDriver(t *testing.T, opts []bsonx.Option, test func(*testing.T, client)) {
	for driver, v1 := range drivers {
		t.Run(driver, func(t *testing.T) { test(t, clientOf[google.UUID](t, v1, opts...)) })
	}
}

// The prose tests of the MongoDB specification "BSON Binary UUID" that are of a
// client, each by its number there.
// https://github.com/mongodb/specifications/blob/master/source/bson-binary-uuid/uuid.md#test-plan

const (
	plainU  = "00112233445566778899aabbccddeeff"
	javaU   = "7766554433221100ffeeddccbbaa9988"
	csharpU = "33221100554477668899aabbccddeeff"
)

func TestSpecImplicitEncoding(t *testing.T) {
	for _, test := range []struct {
		number  string
		opt     bsonx.Option
		subtype byte
		want    string
	}{
		{"1", bsonx.JavaLegacy, 3, javaU},
		{"2", bsonx.CSharpLegacy, 3, csharpU},
		{"3", bsonx.PythonLegacy, 3, plainU},
		{"4", bsonx.Standard, 4, plainU},
	} {
		t.Run(test.number, func(t *testing.T) {
			eachDriver(t, []bsonx.Option{test.opt}, func(t *testing.T, d client) {
				if _, err := d.insert(object{"_id": google.UUID(u)}); err != nil {
					t.Fatal(err)
				}
				isBinary(t, "_id", d.raw(t, "c", object{}).Lookup("_id"), test.subtype, test.want)
			})
		})
	}
}

func TestSpecImplicitDecoding(t *testing.T) {
	for _, test := range []struct {
		number           string
		client, legacy   bsonx.Option
		standard4, uuid3 bool // which of the fields is a UUID
	}{
		{"1 javaLegacy", bsonx.JavaLegacy, bsonx.JavaLegacy, false, true},
		{"1 csharpLegacy", bsonx.CSharpLegacy, bsonx.CSharpLegacy, false, true},
		{"1 pythonLegacy", bsonx.PythonLegacy, bsonx.PythonLegacy, false, true},
		{"2", bsonx.Standard, bsonx.PythonLegacy, true, false},
		{"3", bsonx.KeepAny, bsonx.PythonLegacy, false, false},
		{"3 csharpLegacy", bsonx.KeepAny, bsonx.CSharpLegacy, false, false},
		{"3 javaLegacy", bsonx.KeepAny, bsonx.JavaLegacy, false, false},
	} {
		t.Run(test.number, func(t *testing.T) {
			eachDriver(t, []bsonx.Option{test.client}, func(t *testing.T, d client) {
				four := kit.Must(d.toBinary(google.UUID(u), bsonx.Standard))(t)
				three := kit.Must(d.toBinary(google.UUID(u), test.legacy))(t)
				if _, err := d.insert(object{"standard": four, "legacy": three}); err != nil {
					t.Fatal(err)
				}
				var got struct{ Standard, Legacy any }
				if err := d.one(object{}, &got); err != nil {
					t.Fatal(err)
				}
				isUUID := func(v any) bool { return v == any(google.UUID(u)) }
				if test.standard4 != isUUID(got.Standard) || !test.standard4 && !equal(got.Standard, four) {
					t.Errorf("standard = %T %v, want a UUID %t", got.Standard, got.Standard, test.standard4)
				}
				if test.uuid3 != isUUID(got.Legacy) || !test.uuid3 && !equal(got.Legacy, three) {
					t.Errorf("legacy = %T %v, want a UUID %t", got.Legacy, got.Legacy, test.uuid3)
				}
			})
		})
	}
}

// TestIn asks for a UUID in its old and its new forms.
func TestIn(t *testing.T) {
	all := []bsonx.Option{bsonx.Standard, bsonx.JavaLegacy, bsonx.CSharpLegacy, bsonx.PythonLegacy}
	for _, test := range []struct {
		name string
		opts []bsonx.Option
		want []int32
	}{
		{"default", nil, []int32{0, 4}},
		{"Strict", []bsonx.Option{bsonx.Strict}, []int32{4}},
		{"JavaLegacy", []bsonx.Option{bsonx.JavaLegacy}, []int32{31}},
		{"Standard, JavaLegacy", []bsonx.Option{bsonx.Standard, bsonx.JavaLegacy}, []int32{0, 4, 31}},
		{"CSharpLegacy, Standard, Strict", []bsonx.Option{bsonx.CSharpLegacy, bsonx.Standard, bsonx.Strict}, []int32{4, 32}},
		{"all", all, []int32{0, 4, 31, 32, 33}},
	} {
		t.Run(test.name, func(t *testing.T) {
			eachDriver(t, nil, func(t *testing.T, d client) {
				in := func(ids ...google.UUID) any { return d.in(ids, test.opts...) }
				u, v := google.UUID(u), google.UUID(v)
				for n, x := range map[int32]bson.Binary{
					0: {Data: u[:]}, 4: {Subtype: 4, Data: u[:]},
					31:  do[bson.Binary](t)(bsonx.ToBinary(u, bsonx.JavaLegacy)),
					32:  do[bson.Binary](t)(bsonx.ToBinary(u, bsonx.CSharpLegacy)),
					33:  do[bson.Binary](t)(bsonx.ToBinary(u, bsonx.PythonLegacy)),
					100: {Data: w[:]}, 104: {Subtype: 4, Data: w[:]}, 105: {Subtype: 5, Data: u[:]}, 106: {Data: u[:15]},
				} {
					do[*mongo.InsertOneResult](t)(d.stored().InsertOne(t.Context(), bson.D{{Key: "n", Value: n}, {Key: "x", Value: x}, {Key: "list", Value: bson.A{x, v}}}))
				}
				everything := []int32{0, 4, 31, 32, 33, 100, 104, 105, 106}
				others := slices.DeleteFunc(slices.Clone(everything), func(n int32) bool { return slices.Contains(test.want, n) })
				for _, find := range []struct {
					what   string
					filter object
					want   []int32
				}{
					{"a field", object{"x": in(u)}, test.want},
					{"one of two", object{"x": in(u, v)}, test.want},
					{"an element", object{"list": in(u)}, test.want},
					{"$elemMatch", object{"list": object{"$elemMatch": in(u)}}, test.want},
					{"$not", object{"x": object{"$not": in(u)}}, others},
					{"another", object{"x": in(v)}, nil},
					{"none", object{"x": in()}, nil},
				} {
					var docs []struct{ N int32 }
					if err := d.aggregate(nil, &docs, object{"$match": find.filter}, object{"$sort": object{"n": 1}}); err != nil {
						t.Fatal(err)
					}
					var got []int32
					for _, doc := range docs {
						got = append(got, doc.N)
					}
					if !slices.Equal(got, find.want) {
						t.Errorf("%s: found %v, want %v", find.what, got, find.want)
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
	res := do[*mongo.UpdateResult](t)(c.UpdateOne(t.Context(), filter, set, options.UpdateOne().SetUpsert(true)))
	if _, ok := res.UpsertedID.(bson.ObjectID); !ok {
		t.Errorf("UpsertedID is a %T: package bsonx's documentation is out of date", res.UpsertedID)
	}
	set["$setOnInsert"] = bson.M{"_id": u}
	for _, upserted := range []int64{1, 0} {
		res := do[*mongo.UpdateResult](t)(c.UpdateOne(t.Context(), filter, set, options.UpdateOne().SetUpsert(true)))
		if res.UpsertedCount != upserted || res.MatchedCount != 1-upserted {
			t.Errorf("UpdateOne with $setOnInsert = %+v, want %d upserted", res, upserted)
		}
	}
	isBinary(t, "an upserted _id", raw(t, c, filter).Lookup("_id"), 4, plainU)
}

// TestInIndex shows that the server answers In from an index.
func TestInIndex(t *testing.T) {
	c := open(t, nil)
	do[string](t)(c.Indexes().CreateOne(t.Context(), mongo.IndexModel{Keys: bson.D{{Key: "x", Value: 1}}}))
	var plan bson.M
	find := bson.D{{Key: "find", Value: "c"}, {Key: "filter", Value: bson.D{{Key: "x", Value: bsonx.In([]uuid.UUID{u, v})}}}}
	if err := c.Database().RunCommand(t.Context(), bson.D{{Key: "explain", Value: find}, {Key: "verbosity", Value: "queryPlanner"}}).Decode(&plan); err != nil {
		t.Fatal(err)
	}
	var stages []string
	collect(plan["queryPlanner"], &stages)
	if !slices.Contains(stages, "IXSCAN") || slices.Contains(stages, "COLLSCAN") {
		t.Errorf("the plan's stages are %v, want an index scan", stages)
	}
}

// collect appends the values of all keys stage.
func collect(v any, stages *[]string) {
	switch v := v.(type) {
	case bson.D:
		for _, e := range v {
			if s, ok := e.Value.(string); ok && e.Key == "stage" {
				*stages = append(*stages, s)
			}
			collect(e.Value, stages)
		}
	case bson.A:
		for _, e := range v {
			collect(e, stages)
		}
	}
}

// TestTolerant reads a collection of mixed forms by a registry that names them,
// and refuses what it does not name.
func TestTolerant(t *testing.T) {
	type document struct {
		N    int32
		X    google.UUID
		List []google.UUID
	}
	for _, test := range []struct {
		name string
		opts []bsonx.Option
		ok   []int32
	}{
		{"default", nil, []int32{0, 4}},
		{"Strict", []bsonx.Option{bsonx.Strict}, []int32{4}},
		{"JavaLegacy", []bsonx.Option{bsonx.JavaLegacy}, []int32{3}},
		{"Standard, JavaLegacy", []bsonx.Option{bsonx.Standard, bsonx.JavaLegacy}, []int32{0, 3, 4}},
		{"JavaLegacy, Standard", []bsonx.Option{bsonx.JavaLegacy, bsonx.Standard}, []int32{0, 3, 4}},
	} {
		t.Run(test.name, func(t *testing.T) {
			eachDriver(t, test.opts, func(t *testing.T, d client) {
				for n, x := range map[int32]bson.Binary{
					0: {Data: u[:]}, 4: {Subtype: 4, Data: u[:]},
					3: do[bson.Binary](t)(bsonx.ToBinary(u, bsonx.JavaLegacy)),
				} {
					do[*mongo.InsertOneResult](t)(d.stored().InsertOne(t.Context(), bson.D{{Key: "n", Value: n}, {Key: "x", Value: x}, {Key: "list", Value: bson.A{x, x}}}))
				}
				for _, n := range []int32{0, 3, 4} {
					id := google.UUID(u)
					got := document{X: google.UUID(w)}
					want := document{n, id, []google.UUID{id, id}}
					err := d.one(object{"n": n}, &got)
					switch ok := slices.Contains(test.ok, n); {
					case ok && (err != nil || !equal(got, want)):
						t.Errorf("FindOne of subtype %d = %v, %v, want %v", n, got, err, want)
					case !ok && (err == nil || got.X != google.UUID(w)):
						t.Errorf("FindOne of subtype %d = %v, %v, want an error", n, got, err)
					}
				}
			})
		})
	}
}

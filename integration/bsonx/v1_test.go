package bsonx_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"reflect"
	"strings"
	"testing"

	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/bsoncodec"
	"go.mongodb.org/mongo-driver/bson/primitive"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/gridfs"
	"go.mongodb.org/mongo-driver/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid"
)

// open1 is open with driver v1: T is registered, and others beside it.
func open1[T ~[16]byte](t *testing.T) *mongo.Collection {
	t.Helper()
	uri, database := stores.Mongo(t)
	reg := bson.NewRegistry()
	if err := errors.Join(
		driverv1.Register[T](reg),
		beside1[uuid.UUID, T](reg),
		beside1[google.UUID, T](reg),
		driverv1.RegisterNull[google.NullUUID](reg),
	); err != nil {
		t.Fatal(err)
	}
	client, err := mongo.Connect(t.Context(), options.Client().ApplyURI(uri).SetRegistry(reg))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Disconnect(context.Background()) })
	return client.Database(database).Collection("c")
}

// beside1 registers another type than T.
func beside1[U, T ~[16]byte](reg *bsoncodec.Registry) error {
	if reflect.TypeFor[U]() == reflect.TypeFor[T]() {
		return nil
	}
	return driverv1.Register[U](reg, driverv1.KeepAny)
}

// driverv1 does with driver v1 what is different there.
func (on[T]) driverv1(t *testing.T) {
	c := open1[T](t)

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

// isBinary1 checks a field of the only document that the filter finds.
func isBinary1(t *testing.T, what string, c *mongo.Collection, filter any, want uuid.UUID, path ...string) {
	t.Helper()
	doc, err := c.FindOne(t.Context(), filter).Raw()
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	subtype, data, ok := doc.Lookup(path...).BinaryOK()
	if !ok || subtype != 4 || hex.EncodeToString(data) != plainHex(want) {
		t.Errorf("%s is stored as %v, want binary subtype 4 of %v", what, doc.Lookup(path...), want)
	}
}

// TestDriverV1Places puts UUIDs wherever driver v1 takes them.
func TestDriverV1Places(t *testing.T) {
	type T = google.UUID
	fromAny := func(t *testing.T, what string, v any, want T) {
		t.Helper()
		b, ok := v.(primitive.Binary)
		if !ok {
			t.Fatalf("%s is a %T: package driverv1's documentation is out of date", what, v)
		}
		if got, err := driverv1.FromBinary[T](b); err != nil || got != want {
			t.Errorf("%s = %v, %v, want %v", what, got, err, want)
		}
	}
	in := orders[T]()

	t.Run("InsertMany", func(t *testing.T) {
		c := open1[T](t)
		res := do[*mongo.InsertManyResult](t)(c.InsertMany(t.Context(), []any{in[0], in[1]}))
		if want := []any{T(u), T(v)}; !reflect.DeepEqual(res.InsertedIDs, want) {
			t.Errorf("InsertedIDs = %v, want %v", res.InsertedIDs, want)
		}
		cur := do[*mongo.Cursor](t)(c.Find(t.Context(), bson.M{"_id": bson.M{"$in": []T{T(v), T(w)}}}))
		var got []order[T]
		if err := cur.All(t.Context(), &got); err != nil || !reflect.DeepEqual(got, in[1:]) {
			t.Errorf("All = %v, %v, want %v", got, err, in[1:])
		}
	})

	t.Run("FindOneAndUpdate", func(t *testing.T) {
		c := open1[T](t)
		do[*mongo.InsertOneResult](t)(c.InsertOne(t.Context(), in[1]))
		var after order[T]
		err := c.FindOneAndUpdate(t.Context(), bson.M{"_id": T(v)}, bson.M{"$set": bson.M{"items": []T{T(w)}}},
			options.FindOneAndUpdate().SetReturnDocument(options.After)).Decode(&after)
		if err != nil || !reflect.DeepEqual(after.Items, []T{T(w)}) {
			t.Errorf("FindOneAndUpdate = %v, %v", after, err)
		}
		isBinary1(t, "an element", c, bson.M{"_id": T(v)}, w, "items", "0")
	})

	t.Run("BulkWrite", func(t *testing.T) {
		c := open1[T](t)
		res := do[*mongo.BulkWriteResult](t)(c.BulkWrite(t.Context(), []mongo.WriteModel{
			mongo.NewInsertOneModel().SetDocument(in[0]),
			mongo.NewReplaceOneModel().SetFilter(bson.M{"_id": T(u)}).SetReplacement(order[T]{ID: T(u), Items: []T{T(w)}}),
			mongo.NewUpdateOneModel().SetFilter(bson.M{"_id": T(w)}).SetUpdate(bson.M{"$set": bson.M{"prior": T(v)}}).SetUpsert(true),
		}))
		fromAny(t, "UpsertedIDs[2]", res.UpsertedIDs[2], T(w))
		isBinary1(t, "a replaced array", c, bson.M{"_id": T(u)}, w, "items", "0")
		isBinary1(t, "an upserted field", c, bson.M{"_id": T(w)}, v, "prior")
	})

	t.Run("transaction", func(t *testing.T) {
		c := open1[T](t)
		do[*mongo.InsertOneResult](t)(c.InsertOne(t.Context(), in[0])) // creates the collection
		session := do[mongo.Session](t)(c.Database().Client().StartSession())
		defer session.EndSession(t.Context())
		_, err := session.WithTransaction(t.Context(), func(ctx mongo.SessionContext) (any, error) {
			if _, err := c.InsertOne(ctx, in[1]); err != nil {
				return nil, err
			}
			_, err := c.UpdateByID(ctx, T(u), bson.M{"$set": bson.M{"prior": T(v)}})
			return nil, err
		})
		if err != nil {
			t.Fatal(err)
		}
		isBinary1(t, "an inserted _id", c, bson.M{"number": 2}, v, "_id")
		isBinary1(t, "an updated field", c, bson.M{"_id": T(u)}, v, "prior")
	})

	t.Run("Watch", func(t *testing.T) {
		c := open1[T](t)
		do[*mongo.InsertOneResult](t)(c.InsertOne(t.Context(), in[0]))
		stream := do[*mongo.ChangeStream](t)(c.Watch(t.Context(), mongo.Pipeline{}))
		defer stream.Close(t.Context())
		do[*mongo.InsertOneResult](t)(c.InsertOne(t.Context(), in[1]))
		if !stream.Next(t.Context()) {
			t.Fatal(stream.Err())
		}
		var event struct {
			DocumentKey  bson.M   `bson:"documentKey"`
			FullDocument order[T] `bson:"fullDocument"`
		}
		if err := stream.Decode(&event); err != nil || event.DocumentKey["_id"] != any(in[1].ID) || !reflect.DeepEqual(event.FullDocument, in[1]) {
			t.Errorf("Decode = %v, %v, want %v", event, err, in[1])
		}
	})

	t.Run("GridFS", func(t *testing.T) {
		c := open1[T](t)
		bucket := do[*gridfs.Bucket](t)(gridfs.NewBucket(c.Database()))
		if err := bucket.UploadFromStreamWithID(T(u), "name", strings.NewReader("content")); err != nil {
			t.Fatal(err)
		}
		isBinary1(t, "a file's _id", c.Database().Collection("fs.files"), bson.D{}, u, "_id")
		isBinary1(t, "a chunk's files_id", c.Database().Collection("fs.chunks"), bson.D{}, u, "files_id")
		var content bytes.Buffer
		if _, err := bucket.DownloadToStream(T(u), &content); err != nil || content.String() != "content" {
			t.Errorf("DownloadToStream = %q, %v, want content", &content, err)
		}
	})
}

package bsonx_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"testing"

	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/uuid"
)

// compute lets the server compute expressions for every document, in the order
// of n, and decodes them.
func compute[D any](t *testing.T, c *mongo.Collection, expressions bson.M) (docs []D, err error) {
	t.Helper()
	cur, err := c.Aggregate(t.Context(), mongo.Pipeline{
		{{Key: "$sort", Value: bson.M{"n": 1}}},
		{{Key: "$project", Value: expressions}},
	})
	if err != nil {
		return nil, err
	}
	err = cur.All(t.Context(), &docs)
	return docs, err
}

func convert(input, to any) bson.M {
	return bson.M{"$convert": bson.M{"input": input, "to": to, "format": "uuid"}}
}

// TestServer compares our text and bytes with those of the server, both ways.
func TestServer(t *testing.T) {
	type document struct {
		N    int32
		ID   google.UUID
		Text string
	}
	c := open(t, registry[google.UUID]())
	var in []document
	for i, id := range []uuid.UUID{
		{}, uuid.Max(), u, v, w, uuid.NewV4(), uuid.NewV7(), uuid.NewV5(uuid.NamespaceDNS(), "www.example.com"),
		{15: 1}, {0: 0x80}, {0: 0xff, 7: 0x7f, 8: 0x80}, {0: '0', 15: '\n'},
	} {
		in = append(in, document{int32(i), google.UUID(id), id.String()})
	}
	do[*mongo.InsertManyResult](t)(c.InsertMany(t.Context(), in))

	type result struct {
		FromText, FromUpper, Converted, Same         google.UUID
		ToText, ConvertedText, Type                  string
		Size                                         int32
		IsText, IsUUID, SameAsConverted, SameAsUpper bool
		DocumentSize                                 int32
	}
	upper := bson.M{"$toUpper": "$text"}
	docs, err := compute[result](t, c, bson.M{
		"fromtext":        bson.M{"$toUUID": "$text"},
		"fromupper":       bson.M{"$toUUID": upper},
		"converted":       convert("$text", bson.M{"type": "binData", "subtype": 4}),
		"same":            bson.M{"$toUUID": "$id"},
		"totext":          bson.M{"$toString": "$id"},
		"convertedtext":   convert("$id", "string"),
		"type":            bson.M{"$type": "$id"},
		"size":            bson.M{"$binarySize": "$id"},
		"istext":          bson.M{"$eq": bson.A{"$text", bson.M{"$toString": "$id"}}},
		"isuuid":          bson.M{"$eq": bson.A{"$id", bson.M{"$toUUID": "$text"}}},
		"sameasconverted": bson.M{"$eq": bson.A{"$id", convert("$text", bson.M{"type": "binData", "subtype": 4})}},
		"sameasupper":     bson.M{"$eq": bson.A{"$id", bson.M{"$toUUID": upper}}},
		"documentsize":    bson.M{"$bsonSize": "$$ROOT"},
	})
	if err != nil || len(docs) != len(in) {
		t.Fatalf("Aggregate = %v, %v, want %d", docs, err, len(in))
	}
	for i, got := range docs {
		id, text := in[i].ID, in[i].Text
		want := result{id, id, id, id, text, text, "binData", 16, true, true, true, true, got.DocumentSize}
		if got != want {
			t.Errorf("%v: the server says %+v, want %+v", id, got, want)
		}
		if stored := raw(t, c, bson.M{"n": i}); int(got.DocumentSize) != len(stored) {
			t.Errorf("%v: $bsonSize is %d, want %d", id, got.DocumentSize, len(stored))
		}
	}
	// The order of the bytes is the server's, too.
	sorted := find[document](t, c, bson.M{"id": bson.M{"$gte": google.UUID(u), "$lt": google.UUID(v)}})
	for _, doc := range in {
		want := uuid.UUID(doc.ID).Compare(u) >= 0 && uuid.UUID(doc.ID).Compare(v) < 0
		got := false
		for _, s := range sorted {
			got = got || s == doc
		}
		if got != want {
			t.Errorf("%v: in the range of %v and %v %t, want %t", doc.ID, u, v, got, want)
		}
	}
}

// TestServerText shows which texts the server takes for a UUID: those of
// ParseCanonical.
func TestServerText(t *testing.T) {
	c := open(t, nil)
	for _, text := range []string{
		u.String(), "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "", "00112233445566778899aabbccddeeff",
		"{00112233-4455-6677-8899-aabbccddeeff}", "urn:uuid:00112233-4455-6677-8899-aabbccddeeff",
		"00112233-4455-6677-8899-aabbccddeef", "00112233-4455-6677-8899-aabbccddeeff0", "00112233-4455-6677-8899-aabbccddeefg",
		"0011223-34455-6677-8899-aabbccddeeff", " 00112233-4455-6677-8899-aabbccddeeff", "00112233-4455-6677-8899_aabbccddeeff",
	} {
		do[*mongo.DeleteResult](t)(c.DeleteMany(t.Context(), bson.D{}))
		do[*mongo.InsertOneResult](t)(c.InsertOne(t.Context(), bson.D{{Key: "text", Value: text}}))
		docs, err := compute[struct{ ID uuid.UUID }](t, c, bson.M{"id": bson.M{"$toUUID": "$text"}})
		want, wantErr := uuid.ParseCanonical(text)
		if (err == nil) != (wantErr == nil) || err == nil && docs[0].ID != want {
			t.Errorf("$toUUID(%q) = %v, %v, but ParseCanonical %v, %v", text, docs, err, want, wantErr)
		}
	}
}

// migration returns a command that the example Migration of package bsonx prints.
func migration(t *testing.T, name string) (command bson.D) {
	t.Helper()
	src, err := os.ReadFile("../../bsonx/example_migration_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, src, ok := bytes.Cut(src, []byte("\n\t// "+name+": "))
	if !ok {
		t.Fatalf("the example prints no %s", name)
	}
	src, _, _ = bytes.Cut(src, []byte("\n"))
	text := bytes.ReplaceAll(src, []byte(`"orders"`), []byte(`"c"`))
	if err := bson.UnmarshalExtJSON(text, false, &command); err != nil {
		t.Fatalf("the example prints %s: %v", text, err)
	}
	return command
}

// TestMigrate runs the commands of the example, on old and new documents.
func TestMigrate(t *testing.T) {
	ids := []uuid.UUID{{}, uuid.Max(), u, v, w, uuid.NewV4(), uuid.NewV7()}
	type element struct {
		subtype byte
		data    []byte
	}
	var before, after []element // n is the index
	for _, id := range ids {
		before = append(before, element{0, id[:]}, element{4, id[:]}, element{3, id[:]}, element{0, id[:15]}, element{0, append(id[:], 0)}, element{5, id[:]})
		after = append(after, element{4, id[:]}, element{4, id[:]}, element{3, id[:]}, element{0, id[:15]}, element{0, append(id[:], 0)}, element{5, id[:]})
	}
	check := func(t *testing.T, c *mongo.Collection, key string) {
		t.Helper()
		for n, want := range after {
			isBinary(t, fmt.Sprintf("%s of %d", key, n), raw(t, c, bson.M{"n": n}).Lookup(key), want.subtype, fmt.Sprintf("%x", want.data))
		}
	}
	run := func(t *testing.T, c *mongo.Collection, commands ...string) {
		t.Helper()
		for range 2 { // the second time there is nothing left to do
			for _, name := range commands {
				command := migration(t, name)
				if err := c.Database().RunCommand(t.Context(), command).Err(); err != nil {
					t.Fatalf("%v: %v", command, err)
				}
			}
		}
	}

	t.Run("field", func(t *testing.T) {
		c := open(t, nil)
		for n, e := range before {
			do[*mongo.InsertOneResult](t)(c.InsertOne(t.Context(), bson.M{"n": n, "customer": bson.Binary{Subtype: e.subtype, Data: e.data}}))
		}
		do[*mongo.InsertOneResult](t)(c.InsertOne(t.Context(), bson.M{"n": -1}))
		run(t, c, "field")
		check(t, c, "customer")
		if doc := raw(t, c, bson.M{"n": -1}); len(do[[]bson.RawElement](t)(doc.Elements())) != 2 {
			t.Errorf("a document without the field became %v", doc)
		}
		// What was not found before, is now.
		if n, err := c.CountDocuments(t.Context(), bson.M{"customer": u}); n != 2 || err != nil {
			t.Errorf("CountDocuments = %d, %v, want 2", n, err)
		}
	})

	for name, opt := range map[string]bsonx.Option{"java": bsonx.JavaLegacy, "csharp": bsonx.CSharpLegacy, "python": bsonx.PythonLegacy} {
		t.Run(name, func(t *testing.T) {
			c := open(t, nil)
			others := []bson.Binary{{Data: u[:]}, {Subtype: 3, Data: u[:15]}, {Subtype: 3, Data: append(u[:], 0)}, {Subtype: 5, Data: u[:]}}
			for n, id := range ids {
				do[*mongo.InsertOneResult](t)(c.InsertOne(t.Context(), bson.M{"n": n, "customer": do[bson.Binary](t)(bsonx.ToBinary(id, opt))}))
			}
			for n, b := range others {
				do[*mongo.InsertOneResult](t)(c.InsertOne(t.Context(), bson.M{"n": len(ids) + n, "customer": b}))
			}
			run(t, c, name)
			for n, id := range ids {
				isBinary(t, fmt.Sprintf("customer of %d", n), raw(t, c, bson.M{"n": n}).Lookup("customer"), 4, fmt.Sprintf("%x", id[:]))
			}
			for n, b := range others {
				isBinary(t, "another", raw(t, c, bson.M{"n": len(ids) + n}).Lookup("customer"), b.Subtype, fmt.Sprintf("%x", b.Data))
			}
		})
	}

	t.Run("null", func(t *testing.T) {
		c := open(t, nil)
		type null = sql.Null[google.UUID]
		type doc struct {
			N        int
			Customer null
		}
		docs := []doc{{0, null{V: google.UUID(u), Valid: true}}, {1, null{}}, {2, null{V: google.UUID(v)}}}
		for _, d := range docs {
			do[*mongo.InsertOneResult](t)(c.InsertOne(t.Context(), d))
		}
		do[*mongo.InsertOneResult](t)(c.InsertOne(t.Context(), bson.M{"n": 3, "customer": u}))
		do[*mongo.InsertOneResult](t)(c.InsertOne(t.Context(), bson.M{"n": 4}))
		reg := bson.NewRegistry()
		if err := bsonx.Register[google.UUID](reg); err != nil {
			t.Fatal(err)
		}
		registered := c.Clone(options.Collection().SetRegistry(reg))
		if err := registered.FindOne(t.Context(), bson.M{"n": 0}).Decode(new(doc)); err == nil {
			t.Error("what the driver stored of a sql.Null is read, and needs no command")
		}
		run(t, c, "null")
		run(t, c, "field")
		valid := null{V: google.UUID(u), Valid: true}
		for n, want := range []null{valid, {}, {}, valid, {}} {
			var got doc
			if err := registered.FindOne(t.Context(), bson.M{"n": n}).Decode(&got); err != nil || got.Customer != want {
				t.Errorf("customer of %d = %v, %v, want %v", n, got.Customer, err, want)
			}
		}
		isBinary(t, "customer of 0", raw(t, c, bson.M{"n": 0}).Lookup("customer"), 4, fmt.Sprintf("%x", u[:]))
		if null := raw(t, c, bson.M{"n": 2}).Lookup("customer"); null.Type != bson.TypeNull {
			t.Errorf("customer of 2 = %v, want null", null)
		}
		if n := len(do[[]bson.RawElement](t)(raw(t, c, bson.M{"n": 4}).Elements())); n != 2 {
			t.Errorf("a document without the field has %d elements now, want 2", n)
		}
	})

	t.Run("key", func(t *testing.T) {
		c := open(t, nil)
		for n, e := range before {
			if e.subtype != 4 { // of each key one, old or new
				do[*mongo.InsertOneResult](t)(c.InsertOne(t.Context(), bson.M{"n": n, "_id": bson.Binary{Subtype: e.subtype, Data: e.data}, "name": fmt.Sprint(n)}))
			}
		}
		run(t, c, "copy", "delete")
		for n, want := range after {
			if before[n].subtype == 4 {
				continue
			}
			doc := raw(t, c, bson.M{"n": n})
			isBinary(t, "_id", doc.Lookup("_id"), want.subtype, fmt.Sprintf("%x", want.data))
			if name := doc.Lookup("name").StringValue(); name != fmt.Sprint(n) {
				t.Errorf("name of %d = %s", n, name)
			}
		}
		if n, err := c.CountDocuments(t.Context(), bson.D{}); int(n) != len(before)*5/6 || err != nil {
			t.Errorf("CountDocuments = %d, %v, want %d", n, err, len(before)*5/6)
		}
		// Where a document has the new key already, it stays as it is.
		id := uuid.NewV4()
		do[*mongo.InsertOneResult](t)(c.InsertOne(t.Context(), bson.M{"_id": bson.Binary{Data: id[:]}, "name": "old"}))
		do[*mongo.InsertOneResult](t)(c.InsertOne(t.Context(), bson.M{"_id": id, "name": "new"}))
		run(t, c, "copy", "delete")
		if doc := raw(t, c, bson.M{"_id": id}); doc.Lookup("name").StringValue() != "new" {
			t.Errorf("the new document became %v", doc)
		}
		in := bsonx.In([]uuid.UUID{id})
		if n, err := c.CountDocuments(t.Context(), bson.M{"_id": in}); n != 1 || err != nil {
			t.Errorf("CountDocuments = %d, %v, want the new document alone", n, err)
		}
	})
}

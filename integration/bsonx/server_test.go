package bsonx_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	google "github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/uuid"
)

// compute lets the server compute expressions for every document, ordered by n.
func compute[D any](t *testing.T, c *mongo.Collection, expressions bson.M) (docs []D, err error) {
	cur, err := c.Aggregate(t.Context(), []bson.M{{"$sort": bson.M{"n": 1}}, {"$project": expressions}})
	if err == nil {
		err = cur.All(t.Context(), &docs)
	}
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
	c := open(t, registry[google.UUID](t))
	var in, inRange []document // inRange: from u to v
	for i, id := range []uuid.UUID{
		{}, uuid.Max(), u, v, w, uuid.NewV4(), uuid.NewV7(), uuid.NewV5(uuid.NamespaceDNS(), "www.example.com"),
		{15: 1}, {0: 0x80}, {0: 0xff, 7: 0x7f, 8: 0x80}, {0: '0', 15: '\n'},
	} {
		in = append(in, document{int32(i), google.UUID(id), id.String()})
		put(t, c, in[i])
		if id.Compare(u) >= 0 && id.Compare(v) < 0 {
			inRange = append(inRange, in[i])
		}
	}

	id := func(d document) any { return d.ID }
	text := func(d document) any { return d.Text }
	toUUID := bson.M{"$toUUID": "$text"}
	for _, test := range []struct {
		expression bson.M
		want       func(document) any
	}{
		{toUUID, id},
		{bson.M{"$toUUID": bson.M{"$toUpper": "$text"}}, id},
		{convert("$text", bson.M{"type": "binData", "subtype": 4}), id},
		{bson.M{"$toUUID": "$id"}, id},
		{bson.M{"$toString": "$id"}, text},
		{convert("$id", "string"), text},
		{bson.M{"$type": "$id"}, func(document) any { return "binData" }},
		{bson.M{"$binarySize": "$id"}, func(document) any { return int32(16) }},
		{bson.M{"$eq": bson.A{"$id", toUUID}}, func(document) any { return true }},
		{bson.M{"$bsonSize": "$$ROOT"}, func(d document) any { return int32(len(raw(t, c, bson.M{"n": d.N}))) }},
	} {
		docs, err := compute[struct{ X any }](t, c, bson.M{"x": test.expression})
		if err != nil || len(docs) != len(in) {
			t.Fatalf("%v = %v, %v, want %d", test.expression, docs, err, len(in))
		}
		for i, got := range docs {
			if want := test.want(in[i]); got.X != want {
				t.Errorf("%v of %v = %v, want %v", test.expression, in[i], got.X, want)
			}
		}
	}
	// The server compares the bytes in the same order.
	got := get[document](t, c, bson.M{"id": bson.M{"$gte": google.UUID(u), "$lt": google.UUID(v)}})
	slices.SortFunc(got, func(a, b document) int { return int(a.N - b.N) })
	if !slices.Equal(got, inRange) {
		t.Errorf("from %v to %v: found %v, want %v", u, v, got, inRange)
	}
}

// TestServerText shows which texts the server converts to a UUID: those of
// ParseCanonical.
func TestServerText(t *testing.T) {
	for _, text := range []string{
		u.String(), "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "", "00112233445566778899aabbccddeeff",
		"{00112233-4455-6677-8899-aabbccddeeff}", "urn:uuid:00112233-4455-6677-8899-aabbccddeeff",
		"00112233-4455-6677-8899-aabbccddeef", "00112233-4455-6677-8899-aabbccddeeff0", "00112233-4455-6677-8899-aabbccddeefg",
		"0011223-34455-6677-8899-aabbccddeeff", " 00112233-4455-6677-8899-aabbccddeeff", "00112233-4455-6677-8899_aabbccddeeff",
	} {
		c := open(t, nil)
		put(t, c, bson.M{"text": text})
		docs, err := compute[struct{ ID uuid.UUID }](t, c, bson.M{"id": bson.M{"$toUUID": "$text"}})
		want, wantErr := uuid.ParseCanonical(text)
		if (err == nil) != (wantErr == nil) || err == nil && docs[0].ID != want {
			t.Errorf("$toUUID(%q) = %v, %v, but ParseCanonical %v, %v", text, docs, err, want, wantErr)
		}
	}
}

// migrate runs commands that the example Migration of package bsonx prints, twice:
// the second time there is nothing left to do.
func migrate(t *testing.T, c *mongo.Collection, names ...string) {
	t.Helper()
	example := kit.Must(os.ReadFile("../../bsonx/example_migration_test.go"))(t)
	for _, name := range append(names, names...) {
		_, text, ok := bytes.Cut(example, []byte("\n\t// "+name+": "))
		if !ok {
			t.Fatalf("the example prints no %s", name)
		}
		text, _, _ = bytes.Cut(text, []byte("\n"))
		var command bson.D
		err := bson.UnmarshalExtJSON(bytes.ReplaceAll(text, []byte(`"orders"`), []byte(`"c"`)), false, &command)
		kit.Must(command, err)(t)
		if err := c.Database().RunCommand(t.Context(), command).Err(); err != nil {
			t.Fatalf("%v: %v", command, err)
		}
	}
}

// TestMigrate runs the commands of the example on old and new documents.
func TestMigrate(t *testing.T) {
	migrates := func(t *testing.T, key string, before, after []bson.Binary, names ...string) *mongo.Collection {
		c := open(t, nil)
		put(t, c, bson.M{"n": -1, "other": 1})
		for n, b := range before {
			put(t, c, bson.D{{Key: "n", Value: n}, {Key: key, Value: b}, {Key: "name", Value: fmt.Sprint(n)}})
		}
		migrate(t, c, names...)
		for n, want := range after {
			doc := raw(t, c, bson.M{"n": n})
			isBinary(t, fmt.Sprintf("%s of %d", key, n), doc.Lookup(key), want.Subtype, want.Data)
			if name := doc.Lookup("name").StringValue(); name != fmt.Sprint(n) {
				t.Errorf("name of %d = %s", n, name)
			}
		}
		if n := kit.Must(c.CountDocuments(t.Context(), bson.D{}))(t); int(n) != len(before)+1 {
			t.Errorf("CountDocuments = %d, want %d", n, len(before)+1)
		}
		if fields := kit.Must(raw(t, c, bson.M{"n": -1}).Elements())(t); len(fields) != 3 {
			t.Errorf("a document without the field became %v", fields)
		}
		return c
	}
	// values returns what a command finds that migrates a subtype, and what it leaves.
	values := func(subtype byte, opt bsonx.Option, others ...byte) (before, after []bson.Binary) {
		for _, id := range []uuid.UUID{{}, uuid.Max(), u, v, w, uuid.NewV4(), uuid.NewV7()} {
			same := []bson.Binary{{Subtype: subtype, Data: id[:15]}, {Subtype: subtype, Data: append(id[:], 0)}}
			for _, other := range others {
				same = append(same, bson.Binary{Subtype: other, Data: id[:]})
			}
			before = append(append(before, bson.Binary{Subtype: subtype, Data: toBinary(t, id, opt).Data}), same...)
			after = append(append(after, bson.Binary{Subtype: 4, Data: id[:]}), same...)
		}
		return before, after
	}
	for _, test := range []struct {
		name          string
		subtype, nope byte // what the command migrates, and what it does not
		opt           bsonx.Option
	}{
		{"field", 0, 3, bsonx.Standard},
		{"java", 3, 0, bsonx.JavaLegacy},
		{"csharp", 3, 0, bsonx.CSharpLegacy},
		{"python", 3, 0, bsonx.PythonLegacy},
	} {
		t.Run(test.name, func(t *testing.T) {
			before, after := values(test.subtype, test.opt, 4, 5, test.nope)
			c := migrates(t, "customer", before, after, test.name)
			// What no filter found before is found now.
			if n := kit.Must(c.CountDocuments(t.Context(), bson.M{"customer": u}))(t); n != 2 {
				t.Errorf("CountDocuments = %d, want 2", n)
			}
		})
	}
	t.Run("text", func(t *testing.T) {
		c := open(t, nil)
		put(t, c, bson.M{"n": 0, "customer": u.String()}, bson.M{"n": 1, "customer": strings.ToUpper(v.String())}, bson.M{"n": 2}, bson.M{"n": 3, "customer": bson.Binary{Data: w[:]}})
		migrate(t, c, "text")
		for n, id := range []uuid.UUID{u, v} {
			isBinary(t, "customer", raw(t, c, bson.M{"n": n}).Lookup("customer"), 4, id[:])
		}
		migrate(t, c, "back")
		for n, id := range []uuid.UUID{u, v} {
			if got := raw(t, c, bson.M{"n": n}).Lookup("customer").String(); got != fmt.Sprintf("%q", id) {
				t.Errorf("customer of %d = %s, want the text of %v", n, got, id)
			}
		}
		if fields := kit.Must(raw(t, c, bson.M{"n": 2}).Elements())(t); len(fields) != 2 {
			t.Errorf("a document without the field became %v", fields)
		}
		isBinary(t, "customer", raw(t, c, bson.M{"n": 3}).Lookup("customer"), 0, w[:])
	})
	t.Run("key", func(t *testing.T) {
		before, after := values(0, bsonx.Standard, 3, 5) // not 4: each key is there once, old or new
		c := migrates(t, "_id", before, after, "copy", "delete")
		// A document that has the new key already stays as it is.
		id := uuid.NewV4()
		put(t, c, bson.M{"_id": bson.Binary{Data: id[:]}, "name": "old"}, bson.M{"_id": id, "name": "new"})
		migrate(t, c, "copy", "delete")
		if doc := raw(t, c, bson.M{"_id": bsonx.In([]uuid.UUID{id})}); doc.Lookup("name").StringValue() != "new" {
			t.Errorf("the new document became %v", doc)
		}
	})
	t.Run("null", func(t *testing.T) {
		c := open(t, nil)
		type null = sql.Null[google.UUID]
		type doc struct {
			N        int
			Customer null
		}
		valid := null{V: google.UUID(u), Valid: true}
		put(t, c, doc{0, valid}, doc{1, null{}}, doc{2, null{V: google.UUID(v)}}, bson.M{"n": 3, "customer": u}, bson.M{"n": 4})
		put(t, c, bson.M{"n": 5, "customer": []null{valid, {}}})
		list := raw(t, c, bson.M{"n": 5})
		registered := with(c, registry[google.UUID](t))
		if err := registered.FindOne(t.Context(), bson.M{"n": 0}).Decode(new(doc)); err == nil {
			t.Error("what the driver stored of a sql.Null is read, and needs no command")
		}
		migrate(t, c, "null")
		migrate(t, c, "field")
		for n, want := range []null{valid, {}, {}, valid, {}} {
			var got doc
			if err := registered.FindOne(t.Context(), bson.M{"n": n}).Decode(&got); err != nil || got.Customer != want {
				t.Errorf("customer of %d = %v, %v, want %v", n, got.Customer, err, want)
			}
			stored := raw(t, c, bson.M{"n": n})
			if customer := stored.Lookup("customer"); want.Valid {
				isBinary(t, "customer", customer, 4, u[:])
			} else if n < 4 && customer.Type != bson.TypeNull {
				t.Errorf("customer of %d = %v, want null", n, customer)
			} else if fields := kit.Must(stored.Elements())(t); n == 4 && len(fields) != 2 {
				t.Errorf("a document without the field became %v", fields)
			}
		}
		if got := raw(t, c, bson.M{"n": 5}); !bytes.Equal(got, list) {
			t.Errorf("an array became %v, want %v", got, list)
		}
	})
}

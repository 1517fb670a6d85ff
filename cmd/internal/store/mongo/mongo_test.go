package mongo_test

import (
	"context"
	"crypto/rand"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"go.mongodb.org/mongo-driver/v2/bson"
	driver "go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/cmd/internal/layout"
	"github.com/uuidkit/uuidkit/cmd/internal/store"
	"github.com/uuidkit/uuidkit/cmd/internal/store/mongo"
	"github.com/uuidkit/uuidkit/cmd/internal/store/storetest"
)

// database returns a new one of the server, and its URL.
func database(t *testing.T) (*driver.Database, string) {
	t.Helper()
	const variable = "UUIDKIT_MONGO"
	address := os.Getenv(variable)
	if address == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal(variable + " is not set")
		}
		t.Skip(variable + " is not set")
	}
	client, err := driver.Connect(options.Client().ApplyURI(address))
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/uuidkit_" + rand.Text()[:16]
	db := client.Database(u.Path[1:])
	t.Cleanup(func() {
		db.Drop(context.Background())
		client.Disconnect(context.Background())
	})
	return db, u.String()
}

// open opens the database, and returns its collections.
func open(t *testing.T, url string) (store.Store, map[string]*store.Table) {
	t.Helper()
	s, err := mongo.Open(t.Context(), url, store.Options{Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	all, notSeen, err := s.Tables(t.Context(), store.Filter{})
	if err != nil || len(notSeen) > 0 {
		t.Fatal(notSeen, err)
	}
	tables := map[string]*store.Table{}
	for _, x := range all {
		tables[x.Name] = x
	}
	return s, tables
}

func TestStore(t *testing.T) {
	db, url := database(t)
	storetest.Run(t, storetest.Database{Open: mongo.Open, URL: url, Key: "_id", Fill: func(table string, items []storetest.Item) {
		var documents []any
		for _, i := range items {
			document := bson.D{{Key: "_id", Value: i.Key}, {Key: "ref", Value: nil}, {Key: "doc", Value: i.Doc}}
			if i.Ref != "" {
				document[1].Value = i.Ref
			}
			documents = append(documents, document)
		}
		if _, err := db.Collection(table).InsertMany(t.Context(), documents); err != nil {
			t.Fatal(err)
		}
	}})
}

// Each value is counted once, in arrays and outside of them.
func TestCount(t *testing.T) {
	db, url := database(t)
	binary := func(s string) bson.Binary { return bson.Binary{Subtype: 4, Data: []byte(s)} }
	documents := []any{
		bson.D{{Key: "items", Value: bson.A{bson.D{{Key: "id", Value: "a"}}, bson.D{{Key: "id", Value: "b"}}, bson.D{{Key: "id", Value: "other"}}}}},
		bson.D{{Key: "items", Value: bson.A{bson.D{{Key: "id", Value: "c"}}, bson.D{{Key: "id", Value: binary("a")}}, bson.D{{Key: "n", Value: 1}}}}},
		bson.D{{Key: "items", Value: bson.A{bson.D{{Key: "id", Value: bson.A{"d", "e"}}}, bson.D{{Key: "id", Value: "a"}}}}},
		bson.D{{Key: "items", Value: bson.D{{Key: "id", Value: "f"}}}},
		bson.D{{Key: "items", Value: bson.A{}}},
		bson.D{{Key: "ids", Value: bson.A{"a", "b", "other"}}},
		bson.D{{Key: "ids", Value: bson.A{"b", "c", binary("a")}}},
		bson.D{{Key: "ids", Value: "d"}},
	}
	if _, err := db.Collection("x").InsertMany(t.Context(), documents); err != nil {
		t.Fatal(err)
	}
	s, tables := open(t, url)
	for _, tt := range []struct {
		field  string
		values string // each letter is one; an upper case letter is binary
		want   int
	}{
		{"items.id", "abcdefxyz", 6},
		{"items.id", "AB", 1},
		{"ids", "abcdefxyz", 4},
		{"ids", "AB", 1},
		{"ids", "xyz", 0},
		{"items", "abc", 0},
	} {
		var values []layout.Value
		for _, r := range tt.values {
			v := layout.Value{Data: []byte(strings.ToLower(string(r)))}
			if unicode.IsUpper(r) {
				v.Kind, v.Subtype = layout.KindBytes, 4
			}
			values = append(values, v)
		}
		if got, err := s.Count(t.Context(), tables["x"], tt.field, values); err != nil || got != tt.want {
			t.Errorf("%s, %s: got %d, %v, want %d", tt.field, tt.values, got, err, tt.want)
		}
	}
}

// An index by which a lookup of a value can be made is not hidden.
func TestIndexes(t *testing.T) {
	db, url := database(t)
	simple, english := &options.Collation{Locale: "simple"}, &options.Collation{Locale: "en", Strength: 2}
	for name, o := range map[string]*options.CreateCollectionOptionsBuilder{
		"plain":   options.CreateCollection(),
		"english": options.CreateCollection().SetCollation(english),
		"clustered": options.CreateCollection().SetCollation(english).SetClusteredIndex(
			bson.D{{Key: "key", Value: bson.D{{Key: "_id", Value: 1}}}, {Key: "unique", Value: true}, {Key: "name", Value: "own"}}),
	} {
		if err := db.CreateCollection(t.Context(), name, o); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Collection(name).Indexes().CreateMany(t.Context(), []driver.IndexModel{
			{Keys: bson.D{{Key: "a", Value: 1}}, Options: options.Index().SetUnique(true)},
			{Keys: bson.D{{Key: "h", Value: 1}}, Options: options.Index().SetUnique(true).SetHidden(true)},
			{Keys: bson.D{{Key: "en", Value: 1}}, Options: options.Index().SetUnique(true).SetCollation(english)},
			{Keys: bson.D{{Key: "s", Value: 1}}, Options: options.Index().SetUnique(true).SetCollation(simple)},
			{Keys: bson.D{{Key: "_id", Value: "hashed"}}, Options: options.Index().SetCollation(simple)},
		}); err != nil {
			t.Fatal(err)
		}
	}
	_, tables := open(t, url)
	for name, want := range map[string]string{"plain": "h en", "english": "h s _id", "clustered": "h s _id"} {
		var hidden, primary []string
		for _, x := range tables[name].Indexes {
			if x.Hidden {
				hidden = append(hidden, x.Columns...)
			}
			if x.Primary {
				primary = append(primary, x.Columns...)
			}
		}
		if got := strings.Join(hidden, " "); got != want || len(primary) != 1 {
			t.Errorf("%s: got hidden %s, want %s; primary: %s, want _id", name, got, want, primary)
		}
	}
}

// A document whose names are ids is a map, as one in it is.
func TestNames(t *testing.T) {
	db, url := database(t)
	const a, b = "0190163d-8694-739b-aea5-966c26f8ad91", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
	document := bson.D{{Key: "_id", Value: "x"}, {Key: a, Value: 3}, {Key: b, Value: bson.D{{Key: "by", Value: "y"}, {Key: a, Value: nil}}}}
	if _, err := db.Collection("x").InsertOne(t.Context(), document); err != nil {
		t.Fatal(err)
	}
	s, tables := open(t, url)
	var got []string
	err := s.Read(t.Context(), tables["x"], 0, func(r store.Row) error {
		for _, c := range r.Cells {
			got = append(got, c.Column+" "+c.Path+" "+string(c.Value.Data))
		}
		got = append(got, r.Nulls...)
		return nil
	})
	if want := []string{"_id  x", " {} " + a, " {} " + b, " *.by y", " *{} " + a, "*.*"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

// A sample of a collection of large documents fits into the 100 MB of memory that the server has for a sort.
func TestLargeDocuments(t *testing.T) {
	db, url := database(t)
	const documents, sample = 9, 8
	for i := range documents {
		large := bson.D{{Key: "_id", Value: i}, {Key: "id", Value: "x"}, {Key: "data", Value: make([]byte, 15<<20)}}
		if _, err := db.Collection("x").InsertOne(t.Context(), large); err != nil {
			t.Fatal(err)
		}
	}
	s, tables := open(t, url)
	seen := map[string]bool{}
	err := s.Read(t.Context(), tables["x"], sample, func(r store.Row) error {
		seen[r.Key()] = len(r.Cells) == 2
		return nil
	})
	if err != nil || len(seen) != sample {
		t.Errorf("got %d documents, %v, want %d", len(seen), err, sample)
	}
	for key, whole := range seen {
		if !whole {
			t.Errorf("%s: got a part of the document", key)
		}
	}
}

// The _ids of a large sample can be more than the 48 MB of one message: they are in several.
func TestLargeSample(t *testing.T) {
	db, url := database(t)
	const documents, sample, finds = 2200, 2100, 3
	var all []any
	for i := range documents {
		all = append(all, bson.D{{Key: "_id", Value: i}})
	}
	if _, err := db.Collection("x").InsertMany(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	s, tables := open(t, url)
	if err := db.RunCommand(t.Context(), bson.D{{Key: "profile", Value: 2}}).Err(); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	err := s.Read(t.Context(), tables["x"], sample, func(r store.Row) error {
		seen[r.Key()] = true
		return nil
	})
	if err != nil || len(seen) != sample {
		t.Errorf("got %d documents, %v, want %d", len(seen), err, sample)
	}
	n, err := db.Collection("system.profile").CountDocuments(t.Context(), bson.D{{Key: "command.find", Value: "x"}, {Key: "op", Value: "query"}})
	if err != nil || n != finds {
		t.Errorf("got %d finds, %v, want %d", n, err, finds)
	}
}

func TestPassword(t *testing.T) {
	storetest.Password(t, mongo.Open, "mongodb", "u:sesame@127.0.0.1:1,127.0.0.2:1/x")
}

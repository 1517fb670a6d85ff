package migrate

import (
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// xTwice is a document with an id and a name that occurs twice.
func xTwice(id any) bson.D {
	return bson.D{{Key: "id", Value: id}, {Key: "x", Value: 1}, {Key: "x", Value: 2}}
}

// TestMongoTwice has documents in which a name occurs twice. The server reads fields by their names: an update of
// one on the path of a field would lose the other. Plan refuses the document.
func TestMongoTwice(t *testing.T) {
	t.Parallel()
	u, v := uuids.NewV4().String(), uuids.NewV4().String()
	for _, test := range []struct {
		name, field string
		lost        string              // the name
		more        func(id any) bson.D // after _id and n
	}{
		{"the field", "id", "id", func(id any) bson.D { return bson.D{{Key: "id", Value: id}, {Key: "id", Value: v}} }},
		{"the first name", "who.id", "who", func(id any) bson.D {
			return bson.D{{Key: "who", Value: bson.D{{Key: "id", Value: id}}}, {Key: "who", Value: 5}}
		}},
		{"in its document", "who.id", "x", func(id any) bson.D { return bson.D{{Key: "who", Value: xTwice(id)}} }},
		{"in an array", "list.who.id", "x", func(id any) bson.D {
			return bson.D{{Key: "list", Value: bson.A{1, bson.D{{Key: "who", Value: bson.A{nil, xTwice(id)}}}}}}
		}},
		{"beside it", "id", "", func(id any) bson.D {
			return bson.D{{Key: "id", Value: id}, {Key: "x", Value: 1}, {Key: "x", Value: 2}, {Key: "who", Value: xTwice(id)}, {Key: "list", Value: bson.A{xTwice(id)}}}
		}},
		{"below it", "who.id", "", func(id any) bson.D {
			return bson.D{{Key: "who", Value: bson.D{{Key: "id", Value: id}, {Key: "more", Value: xTwice(v)}, {Key: "list", Value: bson.A{xTwice(v)}}}}, {Key: "x", Value: 1}, {Key: "x", Value: 2}}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			db, address := openMongo(t)
			c := db.Collection("c")
			document := func(n int, more bson.D) bson.D {
				return append(bson.D{{Key: "_id", Value: n}, {Key: "n", Value: n}}, more...)
			}
			plain := bson.D{{Key: "id", Value: v}, {Key: "who", Value: bson.D{{Key: "id", Value: v}}}, {Key: "list", Value: bson.D{{Key: "who", Value: bson.D{{Key: "id", Value: v}}}}}}
			before := []bson.D{document(1, plain), document(2, test.more(u))}
			insertMongo(t, c, before)
			run := []string{"run", address, "c." + test.field}
			if test.lost != "" {
				refuses(t, "value: c _id 2: "+test.lost, run[1:]...)
				before[1] = document(2, plain) // as the refusal says
				kit.Must(c.ReplaceOne(t.Context(), before[1][:1], before[1]))(t)
			}
			must(t, done, run...)
			must(t, done, "undo", address)
			same(t, "after undo", rawMongo(t, c), raw(t, before))
		})
	}
}

// TestMongoTwiceSince has such a document that was written after run. Undo names it, and changes nothing.
func TestMongoTwiceSince(t *testing.T) {
	t.Parallel()
	db, address := openMongo(t)
	c := db.Collection("c")
	insertMongo(t, c, []bson.D{{{Key: "_id", Value: 1}, {Key: "n", Value: 1}, {Key: "who", Value: bson.D{{Key: "id", Value: uuids.NewV4().String()}}}}})
	must(t, done, "run", address, "c.who.id")
	late := bson.D{{Key: "_id", Value: 2}, {Key: "n", Value: 2}, {Key: "who", Value: xTwice(native(uuids.NewV4()))}}
	insertMongo(t, c, []bson.D{late})
	after := rawMongo(t, c)
	for range 2 {
		if out := must(t, refused, "undo", address); !strings.Contains(out, "c with _id 2: x") {
			t.Errorf("undo does not name the document: %s", out)
		}
		same(t, "after refused", rawMongo(t, c), after)
	}
	if _, err := c.DeleteOne(t.Context(), late[:1]); err != nil {
		t.Fatal(err)
	}
	must(t, done, "undo", address)
	if n := len(rawMongo(t, c)); n != 1 {
		t.Errorf("%d documents", n)
	}
}

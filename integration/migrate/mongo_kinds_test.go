package migrate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// TestMongoKinds converts, and goes back, in collections that are not plain. To add a kind: a row
// with the options of create, and an index.
func TestMongoKinds(t *testing.T) {
	t.Parallel()
	db, address := openMongo(t)
	ctx := t.Context()
	rows := []struct {
		name, options, index string
		flags                string
	}{
		{"images", `"changeStreamPreAndPostImages":{"enabled":true}`, `"key":{"id":1},"name":"id"`, ""},
		{"imagesOnline", `"changeStreamPreAndPostImages":{"enabled":true}`, `"key":{"id":1},"name":"id"`, "--online"},
		{"clustered", `"clusteredIndex":{"key":{"_id":1},"unique":true}`, `"key":{"id":1},"name":"id"`, ""},
		{"clusteredNamed", `"clusteredIndex":{"key":{"_id":1},"unique":true,"name":"ordered"}`, `"key":{"id":1},"name":"id","unique":true`, ""},
		{"partial", "", `"key":{"id":1},"name":"id","unique":true,"partialFilterExpression":{"$and":[{"n":{"$gt":9}},{"n":{"$lt":40}}]}`, ""},
		{"partialOnline", "", `"key":{"n":1},"name":"n","partialFilterExpression":{"idle":{"$exists":true}}`, "--online"},
	}
	definition := func(name string) (list []string) {
		specs := kit.Must(db.ListCollectionSpecifications(ctx, bson.D{{Key: "name", Value: name}}))(t)
		list = append(list, fmt.Sprint(specs[0].UUID, specs[0].Options))
		var indexes []bson.Raw
		kit.Check(t, kit.Must(db.Collection(name).Indexes().List(ctx))(t).All(ctx, &indexes))
		for _, x := range indexes {
			list = append(list, x.String())
		}
		return list
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			command := func(text string) {
				t.Helper()
				var doc bson.D
				kit.Check(t, bson.UnmarshalExtJSON([]byte(text), false, &doc))
				kit.Check(t, db.RunCommand(ctx, doc).Err())
			}
			command(strings.Replace(fmt.Sprintf(`{"create":%q,%s}`, row.name, row.options), ",}", "}", 1))
			command(fmt.Sprintf(`{"createIndexes":%q,"indexes":[{%s}]}`, row.name, row.index))
			var before, after []bson.D
			for n := range 60 {
				key, id := uuids.NewV4(), uuids.NewV7()
				document := func(encode encoder) bson.D {
					return bson.D{{Key: "_id", Value: encode(key)}, {Key: "n", Value: int32(n)}, {Key: "id", Value: encode(id)}}
				}
				before, after = append(before, document(text)), append(after, document(native))
			}
			c := db.Collection(row.name)
			insertMongo(t, c, before)
			was := definition(row.name)
			args := append([]string{address, row.name + "._id", row.name + ".id"}, strings.Fields(row.flags)...)
			must(t, done, append([]string{"run"}, args...)...)
			same(t, "after run", rawMongo(t, c), raw(t, after))
			same(t, "definition after run", definition(row.name), was)
			if strings.Contains(row.options, "Images") {
				sawImage(t, db, row.name, before[0])
			}
			must(t, done, "undo", address)
			same(t, "after undo", rawMongo(t, c), raw(t, before))
			same(t, "definition after undo", definition(row.name), was)
		})
	}
}

// sawImage sees that a change stream still gets a document as it was before a change.
func sawImage(t *testing.T, db *mongo.Database, name string, doc bson.D) {
	t.Helper()
	ctx := t.Context()
	stream := kit.Must(db.Collection(name).Watch(ctx, bson.A{}, options.ChangeStream().SetFullDocumentBeforeChange(options.Required)))(t)
	defer stream.Close(ctx)
	n := bson.D{{Key: "n", Value: doc[1].Value}}
	kit.Must(db.Collection(name).UpdateOne(ctx, n, bson.D{{Key: "$inc", Value: bson.D{{Key: "n", Value: int32(100)}}}}))(t)
	kit.Must(db.Collection(name).UpdateOne(ctx, bson.D{{Key: "n", Value: int32(100)}}, bson.D{{Key: "$inc", Value: bson.D{{Key: "n", Value: int32(-100)}}}}))(t)
	if !stream.Next(ctx) {
		t.Fatal(stream.Err())
	}
	var change struct {
		Before bson.D `bson:"fullDocumentBeforeChange"`
	}
	kit.Check(t, stream.Decode(&change))
	if i := slices.IndexFunc(change.Before, func(e bson.E) bool { return e.Key == "n" }); i < 0 || change.Before[i].Value != doc[1].Value {
		t.Errorf("the image has %v, want n %v", change.Before, doc[1].Value)
	}
}

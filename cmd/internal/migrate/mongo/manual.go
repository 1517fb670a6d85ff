package mongo

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"github.com/uuidkit/uuidkit/cmd/internal/migrate"
)

// The commands for mongosh by which a user does what run refuses to do. TestMongoManual executes them.

func runCommand(command bson.D) string { return "db.runCommand(" + literal(command) + ")" }

func adminCommand(command bson.D) string { return "db.adminCommand(" + literal(command) + ")" }

func literal(command bson.D) string {
	text := relaxed(command)
	if typeKey.MatchString(text) {
		return "EJSON.deserialize(" + text + ")"
	}
	return text
}

// typeKey finds values that have no literal in JavaScript: mongosh would take {"$oid":"…"} for a document. In a text
// the quotes are escaped.
var typeKey = regexp.MustCompile(`\{"\$(oid|binary|date|regularExpression|timestamp|number[A-Z]\w+|minKey|maxKey|code|symbol|dbPointer|undefined)":`)

func dropManual(name string) string { return runCommand(d("drop", name)) }

func createManual(c *mongo.CollectionSpecification) string {
	command := d("create", c.Name)
	elements, _ := c.Options.Elements()
	for _, e := range elements {
		command = append(command, bson.E{Key: e.Key(), Value: e.Value()})
	}
	return runCommand(command)
}

func validatorManual(collection string, validator any) string {
	return runCommand(bson.D{{Key: "collMod", Value: collection}, {Key: "validator", Value: validator}})
}

// neverExpire is the greatest expireAfterSeconds of a TTL index.
const neverExpire = math.MaxInt32

func expireManual(collection, index string, after any) string {
	return runCommand(bson.D{{Key: "collMod", Value: collection}, {Key: "index", Value: bson.D{{Key: "name", Value: index}, {Key: "expireAfterSeconds", Value: after}}}})
}

// redefined returns an error that says what is different in a collection from its plan, and how to run again. A
// validator of the new form would refuse what undo writes. TestMongoChanged does what it says.
func (s *store) redefined(ctx context.Context, name, was string, specs []mongo.CollectionSpecification) error {
	i := slices.IndexFunc(specs, func(c mongo.CollectionSpecification) bool { return c.Name == name })
	if i < 0 {
		return migrate.Errorf(migrate.CodeDiffers, "migrate: %s is gone: undo, and run again", name)
	}
	indexes, err := s.rawIndexes(ctx, name)
	if err != nil {
		return err
	}
	var added, names bson.A
	others := slices.DeleteFunc(slices.Clone(indexes), func(x bson.Raw) bool {
		is := !strings.Contains(was, x.String())
		if is {
			added, names = append(added, x), append(names, x.Lookup("name"))
		}
		return is
	})
	what, manual := "its options are others, or indexes were changed or dropped", "undo, and run again: the new plan looks at them"
	v, validated := specs[i].Options.Lookup("validator").DocumentOK()
	switch {
	case definition(&specs[i], others) == was:
		what = "it has new indexes, " + relaxed(names)
		drop, create := indexManual(name, names, added)
		manual = fmt.Sprintf("drop them: %s; give the same command again, and make them again, for the new form: %s", drop, create)
	case validated:
		manual = fmt.Sprintf("take its validator away: %s; undo, and run again; then set it again, for the new form: %s", validatorManual(name, bson.D{}), validatorManual(name, v))
	}
	return migrate.Errorf(migrate.CodeDiffers, "migrate: %s has changed meanwhile: %s: %s", name, what, manual)
}

// copyManual replaces a collection by a copy of its documents that have gone through the stages. $out makes one that is
// not sharded.
func (s *store) copyManual(collection string, stages ...any) string {
	other := collection + "_new"
	first, into, index := "", d("$out", other), "indexes"
	if key, is := s.keys[collection]; is {
		first = adminCommand(bson.D{{Key: "shardCollection", Value: s.db.Name() + "." + other}, {Key: "key", Value: key.Key}, {Key: "unique", Value: key.Unique}}) + "; "
		into, index = d("$merge", d("into", other)), "indexes and zones"
	}
	copied := runCommand(bson.D{{Key: "aggregate", Value: collection}, {Key: "pipeline", Value: append(bson.A(stages), into)}, {Key: "cursor", Value: bson.D{}}})
	renamed := adminCommand(bson.D{{Key: "renameCollection", Value: s.db.Name() + "." + other}, {Key: "to", Value: s.db.Name() + "." + collection}, {Key: "dropTarget", Value: true}})
	return fmt.Sprintf("while the application is stopped: %s%s; make the %s and options of %s that it needs, such as a validator, as the copy has none; then %s", first, copied, index, collection, renamed)
}

// copyConverted is copyManual, with values at the path in the new form: those in the old forms or, where plan has not read any, those of
// text, or of subtype 4. A document need not have the path, and another value can be there: both stay.
func (s *store) copyConverted(collection, path string, to mongoForm, olds ...mongoForm) string {
	if len(olds) == 0 && to.kind == "text" {
		olds = []mongoForm{{kind: "uuid"}}
	} else if len(olds) == 0 {
		olds = []mongoForm{{kind: "text"}, {kind: "text", upper: true}, {kind: "hex"}, {kind: "hex", upper: true}}
	}
	var cases []mongoCase
	for _, f := range olds {
		cases = append(cases, mongoCase{f.is, f, to})
	}
	return s.copyManual(collection, stage(path, cases)) + "; values in other forms stay as they are"
}

// reshardManual gives a collection a shard key with which undo works: no _id is converted in a cluster. A key that
// is not hashed needs many different values.
func (s *store) reshardManual(collection string) string {
	return "shard it by its _id: " + adminCommand(bson.D{{Key: "reshardCollection", Value: s.db.Name() + "." + collection}, {Key: "key", Value: d("_id", "hashed")}}) +
		"; undo, and shard it as you like"
}

// withoutIndex says how to do without an index meanwhile.
func (x *mongoIndex) withoutIndex(collection string, why purpose) string {
	drop, create := indexManual(collection, bson.A{x.Name}, bson.A{x.raw})
	return fmt.Sprintf("drop it: %s; %s, and make it again, for the %s form: %s", drop, why.verb, why.then, create)
}

func indexManual(collection string, names, indexes bson.A) (drop, create string) {
	return runCommand(bson.D{{Key: "dropIndexes", Value: collection}, {Key: "index", Value: names}}),
		runCommand(bson.D{{Key: "createIndexes", Value: collection}, {Key: "indexes", Value: indexes}})
}

// rawIndexes returns the indexes of a collection as the server lists them.
func (s *store) rawIndexes(ctx context.Context, collection string) (list []bson.Raw, err error) {
	cursor, err := s.db.Collection(collection).Indexes().List(ctx)
	if err == nil {
		err = cursor.All(ctx, &list)
	}
	return list, err
}

// indexes returns the indexes of a collection but that of its _ids.
func (s *store) indexes(ctx context.Context, collection string) (list []mongoIndex, err error) {
	raw, err := s.rawIndexes(ctx, collection)
	for _, doc := range raw {
		x := mongoIndex{raw: doc}
		if err == nil {
			err = bson.Unmarshal(doc, &x)
		}
		if x.Name != "_id_" {
			list = append(list, x)
		}
	}
	return list, err
}

// converted is an expression: a text in native form, or that as text.
func converted(to string, value any) any {
	if to == migrate.ToText {
		return d("$toString", value)
	}
	return d("$toUUID", value)
}

// pathManual converts the values of a path that is not one for run, in documents but not in arrays.
func pathManual(collection, path, to string) string {
	typ := "string"
	if to == migrate.ToText {
		typ = "binData"
	}
	update := func(filter, stage bson.D) string {
		return "for documents, not for arrays: " + runCommand(bson.D{{Key: "update", Value: collection}, {Key: "updates", Value: bson.A{
			bson.D{{Key: "q", Value: filter}, {Key: "u", Value: bson.A{stage}}, {Key: "multi", Value: true}}}}})
	}
	if strings.HasPrefix(path, "$") {
		get := d("$getField", d("$literal", path))
		return update(d("$expr", d("$eq", bson.A{d("$type", get), typ})),
			d("$replaceWith", d("$setField", bson.D{{Key: "field", Value: d("$literal", path)}, {Key: "input", Value: "$$ROOT"}, {Key: "value", Value: converted(to, get)}})))
	}
	return update(d(path, d("$type", typ)), d("$set", d(path, converted(to, "$"+path))))
}

// oneForm gives the values of a field the form that most have, in these documents, or in all.
func (c *mongoColumn) oneForm(ids bson.A) string {
	var filters bson.A
	var cases []mongoCase
	for _, f := range c.olds[1:] {
		filters, cases = append(filters, f.filter(c.Name)), append(cases, mongoCase{f.is, f, c.olds[0]})
	}
	filter := d("$or", filters)
	if ids != nil {
		filter = d("_id", d("$in", ids))
	}
	return runCommand(bson.D{{Key: "update", Value: c.Table}, {Key: "updates", Value: bson.A{
		bson.D{{Key: "q", Value: filter}, {Key: "u", Value: bson.A{stage(c.Name, cases)}}, {Key: "multi", Value: true}}}}})
}

// oneForm is that of all fields, for a collection in which undo could not restore several forms.
func (t *mongoTable) oneForm() string {
	says := []string{"leave --bad-rows out, and correct values that are no UUIDs"}
	for i := range t.columns {
		if c := &t.columns[i]; len(c.Mixed) > 0 {
			says = append(says, c.oneForm(nil))
		}
	}
	return strings.Join(says, "; ")
}

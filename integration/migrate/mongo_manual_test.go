package migrate

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	uuids "github.com/uuidkit/uuidkit/uuid"
)

// by executes the commands in a text of a refusal.
func by(t testing.TB, db *mongo.Database, text string) {
	t.Helper()
	for {
		var at int
		if at = strings.Index(text, "db."); at < 0 {
			return
		}
		name, rest, _ := strings.Cut(text[at+3:], "(")
		rest, decoded := strings.CutPrefix(rest, "EJSON.deserialize(")
		d := json.NewDecoder(strings.NewReader(rest))
		var body json.RawMessage
		kit.Check(t, d.Decode(&body))
		text = rest[d.InputOffset():]
		var command bson.D
		kit.Check(t, bson.UnmarshalExtJSON(body, false, &command))
		if !decoded && typed(t, command) {
			t.Errorf("mongosh takes a type of BSON for a document: db.%s(%s)", name, body)
		}
		to := map[string]*mongo.Database{"runCommand": db, "adminCommand": db.Client().Database("admin")}[name]
		var reply struct {
			Errors []bson.M `bson:"writeErrors"`
		}
		if err := to.RunCommand(t.Context(), command).Decode(&reply); err != nil || reply.Errors != nil {
			t.Errorf("db.%s(%s): %v %v", name, body, err, reply.Errors)
		}
	}
}

// typed reports whether a document has a value for which JavaScript has no literal.
func typed(t testing.TB, doc any) bool {
	t.Helper()
	values := kit.Must(bson.Raw(kit.Must(bson.Marshal(doc))(t)).Values())(t)
	return slices.ContainsFunc(values, func(v bson.RawValue) bool {
		switch v.Type {
		case bson.TypeEmbeddedDocument, bson.TypeArray:
			return typed(t, bson.Raw(v.Value))
		case bson.TypeString, bson.TypeInt32, bson.TypeInt64, bson.TypeDouble, bson.TypeBoolean, bson.TypeNull:
			return false
		}
		return true
	})
}

// TestMongoManual does what each refusal says, and then plan refuses no more. The line that has migrated does nothing
// when it is given again, also after the user has made the objects again for the new form.
func TestMongoManual(t *testing.T) {
	t.Parallel()
	db, address := openMongo(t)
	u := uuids.NewV4()
	document := func(id any, value any) bson.D { return bson.D{{Key: "_id", Value: id}, {Key: "id", Value: value}} }
	java := ordered(3, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8)
	var javas []bson.D
	for i := range 9 {
		javas = append(javas, document(i, java(uuids.NewV4())))
	}
	one := []bson.D{document(1, u.String())}
	jsonD := func(text string) (doc bson.D) {
		kit.Check(t, bson.UnmarshalExtJSON([]byte(text), false, &doc))
		return doc
	}
	rows := []struct {
		name   string // of the collection
		create string // its options
		index  string
		docs   []bson.D
		more   string // other commands before, one a line
		args   string // of plan
		want   string // the kind and the object
		then   string // the args afterwards, if they have to be others
		native string // run cannot name this path, which is native in the first document afterwards; the others stay
	}{
		{name: "validated", create: `"validator":{"id":{"$type":["string","binData"]}}`, docs: one, args: "validated.id", want: "check: validated"},
		{name: "capped", create: `"capped":true,"size":4096`, docs: one, args: "capped.id", want: "table: capped"},
		{name: "collated", create: `"collation":{"locale":"en","strength":2}`, docs: one, args: "collated.id", want: "table: collated"},
		{name: "series", create: `"timeseries":{"timeField":"at"}`, docs: []bson.D{append(one[0], bson.E{Key: "at", Value: bson.DateTime(1e12)})}, args: "series.id", want: "table: series"},
		{name: "below", docs: one, more: `{"create":"above","viewOn":"below","pipeline":[]}`, args: "above.id", want: "table: above", then: "below.id"},
		{name: "viewed", docs: one, more: `{"create":"view","viewOn":"viewed","pipeline":[{"$match":{"n":1}}]}`, args: "viewed.id", want: "view: view"},
		{name: "R&D", docs: one, more: `{"create":"inner","viewOn":"R&D","pipeline":[]}` + "\n" + `{"create":"outer","viewOn":"inner","pipeline":[]}`, args: "R&D.id", want: "view: inner"},
		{name: "joined", docs: one, more: `{"create":"last","viewOn":"first","pipeline":[]}` + "\n" + `{"create":"first","viewOn":"other","pipeline":[{"$lookup":{"from":"joined","as":"x","localField":"a","foreignField":"id"}}]}`, args: "joined.id", want: "view: last"},
		{name: "dated", docs: one, more: `{"create":"since","viewOn":"dated","pipeline":[{"$match":{"at":{"$gt":{"$date":"2026-01-01T00:00:00Z"}},"name":{"$regex":{"$regularExpression":{"pattern":"a","options":""}}}}}]}`, args: "dated.id", want: "view: since"},
		{name: "objects", index: `"key":{"id":1},"name":"objects","unique":true`, docs: []bson.D{document(bson.ObjectID{1}, u.String()), document(bson.ObjectID{2}, native(u)), document(bson.ObjectID{3}, uuids.NewV4().String())}, args: "objects.id", want: "collision: objects.id"},
		{name: "partial", index: `"key":{"id":1},"name":"p","partialFilterExpression":{"$or":[{"n":5},{"id":{"$type":"string"}}]}`, docs: one, args: "partial.id", want: "index: partial, index p"},
		{name: "expires", index: `"key":{"at":1},"name":"ttl","expireAfterSeconds":3600`, docs: one, args: "expires.id", want: "index: expires, index ttl"},
		{name: "textual", index: `"key":{"id":"text"},"name":"t"`, docs: one, args: "textual.id", want: "index: textual, index t"},
		{name: "pair", index: `"key":{"id":1,"n":1},"name":"pair","unique":true`, docs: []bson.D{document(1, u.String()), document(2, native(uuids.NewV4()))}, args: "pair.id", want: "index: pair, index pair"},
		{name: "some", index: `"key":{"id":1},"name":"some","unique":true,"partialFilterExpression":{"n":5}`, docs: []bson.D{document(1, u.String()), document(2, native(u)), document(3, uuids.NewV4().String())}, args: "some.id", want: "index: some, index some"},
		{name: "case", index: `"key":{"id":1},"name":"case","unique":true`, docs: []bson.D{document(1, u.String()), document(2, native(u)), document(3, uuids.NewV4().String())}, args: "case.id", want: "collision: case.id"},
		{name: "double", docs: []bson.D{document(1, bson.A{u.String(), native(u), uuids.NewV4().String()}), document(2, u.String())}, args: "double.id", want: "collision: double.id"},
		{name: "bad", docs: []bson.D{document(1, u.String()), document(2, "nobody")}, args: "bad.id", want: "value: bad.id", then: "bad.id --bad-rows aside"},
		{name: "exists", docs: []bson.D{document(1, u.String()), document(2, "nobody")}, args: "exists.id --bad-rows bad", want: "bad-rows: bad", then: "exists.id --bad-rows aside"},
		{name: "notes", docs: []bson.D{document(1, u.String()), document(2, "nobody")}, more: `{"insert":"dead","documents":[{"collection":"notes","reason":"no e-mail"}]}`, args: "notes.id --bad-rows dead", want: "bad-rows: dead", then: "notes.id --bad-rows aside"},
		{name: "java", docs: javas, args: "java.id", want: "byte-order: java.id", then: "java.id --bytes bytes-java"},
		{name: "spelling", docs: one, args: "spelling.ID", want: "column: spelling.ID", then: "spelling.id"},
		{name: "clustered", create: `"clusteredIndex":{"key":{"_id":1},"unique":true}`, docs: []bson.D{document(u.String(), u.String())}, args: "clustered._id --online", want: "online: clustered._id", then: "clustered._id"},
		{name: "key", docs: []bson.D{document(u.String(), u.String())}, args: "key._id --online --to text", want: "online: --online", then: "key._id --to text"},
		{name: "composed", docs: []bson.D{document(bson.D{{Key: "n", Value: 1}, {Key: "a", Value: u.String()}}, 1), document(bson.D{{Key: "n", Value: 1}}, 1), document("meta", 3)}, args: "composed._id.a", want: "column: composed._id.a", native: "_id.a"},
		{name: "deep", docs: []bson.D{jsonD(`{"a":{"b":{"c":{"d":{"e":{"f":"` + u.String() + `"}}}}}}`)}, args: "deep.a.b.c.d.e.f", want: "column: deep.a.b.c.d.e.f", native: "a.b.c.d.e.f"},
		{name: "number", docs: []bson.D{jsonD(`{"a":{"0":"` + u.String() + `"}}`)}, args: "number.a.0", want: "column: number.a.0", native: "a.0"},
		{name: "dollar", docs: []bson.D{{{Key: "$id", Value: u.String()}}}, args: "dollar.$id", want: "column: dollar.$id", native: "$id"},
		{name: "empty", docs: one, args: "empty.a..b", want: "column: empty.a..b", then: "empty.id"},
	}
	seen := ""
	for _, row := range rows {
		kit.Check(t, db.RunCommand(t.Context(), jsonD(strings.Replace(`{"create":"`+row.name+`",`+row.create+`}`, `,}`, `}`, 1))).Err())
		if row.index != "" {
			kit.Check(t, db.RunCommand(t.Context(), jsonD(`{"createIndexes":"`+row.name+`","indexes":[{`+row.index+`}]}`)).Err())
		}
		insertMongo(t, db.Collection(row.name), row.docs)
		for command := range strings.FieldsFuncSeq(row.more, func(r rune) bool { return r == '\n' }) {
			kit.Check(t, db.RunCommand(t.Context(), jsonD(command)).Err())
		}
	}
	for _, row := range rows {
		has := func(args string) (r refusal) {
			for _, r := range refusals(t, append([]string{address}, strings.Fields(args)...)...) {
				if r.Kind+": "+r.Object == row.want {
					return r
				}
			}
			return r
		}
		r := has(row.args)
		if r.Kind == "" {
			t.Errorf("%s: not refused as %s: %v", row.name, row.want, refusals(t, append([]string{address}, strings.Fields(row.args)...)...))
			continue
		}
		seen += r.Reason + "\n"
		before, after, _ := strings.Cut(r.Manual, "; migrate, ")
		by(t, db, before)
		if row.native != "" {
			doc := kit.Must(db.Collection(row.name).FindOne(t.Context(), bson.D{}).Raw())(t)
			if v := doc.Lookup(path(row.native)...); v.Type != bson.TypeBinary {
				t.Errorf("%s: %s is %s after %s", row.name, row.native, v, r.Manual)
			}
			same(t, row.name+" without the path", rawMongo(t, db.Collection(row.name))[1:], raw(t, row.docs[1:]))
			continue
		}
		args := row.args
		if row.then != "" {
			args = row.then
		}
		if still := has(args); still.Kind != "" {
			t.Errorf("%s: still refused: %+v", row.name, still)
			continue
		}
		for _, other := range refusals(t, append([]string{address}, strings.Fields(args)...)...) { // one has led to another
			before, then, _ := strings.Cut(other.Manual, "; migrate, ")
			by(t, db, before)
			after += then
		}
		plan := must(t, done, append([]string{"plan", address}, strings.Fields(args)...)...)
		run := append([]string{"run", address, "--plan", hashOf(plan)}, strings.Fields(args)...)
		must(t, done, run...)
		by(t, db, after)
		if status, out := uuid(t, run...); status != done {
			t.Errorf("%s: run again: status %d, want %d: %s", row.name, status, done, out)
		}
		must(t, done, "cleanup", address)
		db.Collection("aside").Drop(t.Context())
	}
	for _, reason := range mongoReasons(t) {
		if !strings.Contains(seen, reason) {
			t.Errorf("no row has been refused since %q", reason)
		}
	}
}

func path(names string) []string {
	if strings.HasPrefix(names, "$") {
		return []string{names}
	}
	return strings.Split(names, ".")
}

// mongoReasons are the first words of each reason that the code has, but for those of other servers.
func mongoReasons(t *testing.T) (list []string) {
	others := regexp.MustCompile(`\$toUUID|no replica set|shard|16 MB|is gone|of this name|field document`) // TestMongoAlone, TestMongoSharded, TestMongoLarge, TestMongoGone, TestMongoBadName, TestMongoBadEdited
	add := func(e ast.Expr) {
		for {
			b, ok := e.(*ast.BinaryExpr)
			if !ok {
				break
			}
			e = b.X
		}
		if call, ok := e.(*ast.CallExpr); ok && len(call.Args) > 0 { // fmt.Sprintf
			e = call.Args[0]
		}
		if lit, ok := e.(*ast.BasicLit); ok && lit.Value != `""` {
			text := kit.Must(strconv.Unquote(lit.Value))(t)
			if before, _, _ := strings.Cut(text, "%"); !others.MatchString(text) {
				list = append(list, strings.TrimSuffix(before, `"`))
			}
		}
	}
	for _, file := range kit.Must(filepath.Glob("../../cmd/internal/migrate/mongo/*.go"))(t) {
		f := kit.Must(parser.ParseFile(token.NewFileSet(), file, nil, 0))(t)
		refuses := false // the function returns a reason and a way by hand
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "refuse" && len(n.Args) == 4 && n.Ellipsis == token.NoPos {
					add(n.Args[2]) // after the kind and the object
				} else if ok && id.Name == "refuse" {
					add(n.Args[1])
				}
			case *ast.KeyValueExpr:
				if id, ok := n.Key.(*ast.Ident); ok && id.Name == "Reason" {
					add(n.Value)
				}
			case *ast.FuncDecl:
				refuses = n.Name.Name == "pathRefused" || n.Name.Name == "offline"
			case *ast.ReturnStmt:
				if refuses && len(n.Results) == 2 {
					add(n.Results[0])
				}
			}
			return true
		})
	}
	if len(list) < 12 {
		t.Errorf("%d reasons in the code: %s", len(list), fmt.Sprint(list))
	}
	return list
}

// TestMongoAgain does what run's errors say, and runs it again.
func TestMongoAgain(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		fields string
		status int
		fault  func(id uuids.UUID) bson.D // a document that is written while run is at work
		open   func(t testing.TB) (*mongo.Database, string)
	}{
		{"no UUID", "c.ref --online", interrupted, func(uuids.UUID) bson.D { return bson.D{{Key: "_id", Value: "fault"}, {Key: "ref", Value: "nobody"}} }, openMongo},
		{"same _id", "c._id --online", differs, func(id uuids.UUID) bson.D { return bson.D{{Key: "_id", Value: id.String()}} }, openMongo},
		{"same key", "c.ref --online", differs, func(id uuids.UUID) bson.D {
			return bson.D{{Key: "_id", Value: "fault"}, {Key: "ref", Value: id.String()}}
		}, openMongo},
		{"same key, offline", "c.ref", differs, func(id uuids.UUID) bson.D {
			return bson.D{{Key: "_id", Value: "fault"}, {Key: "ref", Value: id.String()}}
		}, openMongo},
		{"same key, no transactions", "c.ref", differs, func(id uuids.UUID) bson.D {
			return bson.D{{Key: "_id", Value: "fault"}, {Key: "ref", Value: id.String()}}
		}, func(t testing.TB) (*mongo.Database, string) { return startMongo(t, "") }},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			db, address := test.open(t)
			c, state := db.Collection("c"), db.Collection("uuidkit_migration")
			id := uuids.NewV4()
			insertMongo(t, c, []bson.D{{{Key: "_id", Value: id.String()}, {Key: "ref", Value: id.String()}}})
			kit.Check(t, db.RunCommand(t.Context(), bson.D{{Key: "createIndexes", Value: "c"}, {Key: "indexes", Value: bson.A{bson.D{{Key: "key", Value: bson.D{{Key: "ref", Value: 1}}}, {Key: "name", Value: "ref"}, {Key: "unique", Value: true}}}}}).Err())
			run := append([]string{"run", address}, strings.Fields(test.fields)...)
			must(t, done, run...)
			kit.Must(state.UpdateOne(t.Context(), bson.M{"state": "switched"}, bson.M{"$set": bson.M{"state": "copying"}}))(t)
			fault := test.fault(id)
			insertMongo(t, c, []bson.D{fault})
			out := must(t, test.status, run...)
			if !strings.Contains(out, id.String()) && !strings.Contains(out, "fault") {
				t.Errorf("it does not name the document: %s", out)
			}
			kit.Must(c.DeleteOne(t.Context(), bson.D{fault[0]}))(t)
			must(t, done, run...)
			must(t, done, "undo", address)
		})
	}
}

// TestMongoUndoRefused makes objects for the new form again, as plan says, also when a run or an undo was killed
// between two collections. Undo names each, changes nothing, and works when the commands that it prints were executed.
func TestMongoUndoRefused(t *testing.T) {
	t.Parallel()
	for _, row := range [][3]string{ // the object, how it is made, and the command that is killed before
		{"c, index p: ", `db.runCommand({"createIndexes":"c","indexes":[{"key":{"id":1},"name":"p","unique":true,"partialFilterExpression":{"id":{"$type":"binData"}}}]})`, ""},
		{"c: ", `db.runCommand({"collMod":"c","validator":{"id":{"$type":"binData"}}})`, "undo"},
		{"v: ", `db.runCommand({"create":"v","viewOn":"c","pipeline":[{"$match":{"id":{"$type":"binData"}}}]})`, "run"},
		{"c, index ttl: ", `db.runCommand({"createIndexes":"c","indexes":[{"key":{"at":1},"name":"ttl","expireAfterSeconds":3600}]})`, ""},
	} {
		t.Run(row[0], func(t *testing.T) {
			t.Parallel()
			db, address := openMongo(t)
			before := []bson.D{{{Key: "_id", Value: 1}, {Key: "n", Value: 1}, {Key: "id", Value: uuids.NewV4().String()}}}
			for _, name := range []string{"b", "c"} {
				insertMongo(t, db.Collection(name), before)
			}
			args := map[string][]string{"run": {"b.id", "c.id"}}
			kill := func(verb string) {
				h := newHolder(t, address, element("update", "c"))
				p := start(t, append([]string{verb, h.address}, args[verb]...)...)
				<-h.held
				kit.Check(t, p.cmd.Process.Kill())
				p.wait(t, nil)
				bury(t, db)
			}
			if row[2] == "run" {
				kill("run")
			} else {
				must(t, done, append([]string{"run", address}, args["run"]...)...)
			}
			if row[2] == "undo" {
				kill("undo")
			}
			after, state := rawMongo(t, db.Collection("b")), migrations(t, db)
			by(t, db, row[1])
			out := must(t, refused, "undo", address)
			if !strings.Contains(out, row[0]) || row[2] != "" && strings.Contains(out, "changed nothing") {
				t.Errorf("undo does not name %q, or the documents have two forms and it says that nothing is changed: %s", row[0], out)
			}
			drop, again, _ := strings.Cut(out, "; undo, ")
			same(t, "b", rawMongo(t, db.Collection("b")), after)
			same(t, "migrations", migrations(t, db), state)
			by(t, db, drop)
			must(t, done, "undo", address)
			for _, name := range []string{"b", "c"} {
				same(t, name+" after undo", rawMongo(t, db.Collection(name)), raw(t, before))
			}
			by(t, db, again)
		})
	}
}

// TestMongoUnbegun kills a run before it has changed anything. Undo says so, and run works.
func TestMongoUnbegun(t *testing.T) {
	t.Parallel()
	db, address := openMongo(t)
	insertMongo(t, db.Collection("c"), []bson.D{{{Key: "_id", Value: 1}, {Key: "id", Value: uuids.NewV4().String()}}})
	h := newHolder(t, address, element("insert", "uuidkit_migration"))
	p := start(t, "run", h.address, "c.id")
	<-h.held
	kit.Check(t, p.cmd.Process.Kill())
	p.wait(t, nil)
	if out := must(t, refused, "undo", address); !strings.Contains(out, fmt.Sprintf("process %d on host", p.cmd.Process.Pid)) {
		t.Errorf("undo: %s", out)
	}
	must(t, conflict, "run", address, "c.id")
	expire(t, db)
	must(t, done, "run", address, "c.id")
	must(t, done, "undo", address)
	must(t, refused, "undo", address)
}

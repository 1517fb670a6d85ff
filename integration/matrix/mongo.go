package matrix

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	bson1 "go.mongodb.org/mongo-driver/bson"
	mongo1 "go.mongodb.org/mongo-driver/mongo"
	options1 "go.mongodb.org/mongo-driver/mongo/options"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid"
)

// A bsonForm is one of the forms in which UUIDs are stored.
type bsonForm struct {
	column         string
	opts           []bsonx.Option // by which a client knows it
	options        string         // how a user writes opts
	written, there bsonBinary     // what we write, and what is there to be read
}

// A bsonBinary is a subtype and an order of bytes, each of which has the index that
// the byte has in a UUID.
type bsonBinary struct {
	subtype byte
	order   [16]int
}

var (
	network = [16]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	java    = [16]int{7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8}
	csharp  = [16]int{3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15}

	binary0, binary4        = bsonBinary{0, network}, bsonBinary{4, network}
	java3, csharp3, python3 = bsonBinary{3, java}, bsonBinary{3, csharp}, bsonBinary{3, network}
)

// bsonForms are the default, what Go programs have stored so far, and the legacy
// forms: to be kept, or to be read as long as there are any.
var bsonForms = []bsonForm{
	{column: "binary 4", written: binary4, there: binary4},
	{column: "binary 0, to become 4", written: binary4, there: binary0},
	legacy("javaLegacy", "JavaLegacy", bsonx.JavaLegacy, java3),
	legacy("csharpLegacy", "CSharpLegacy", bsonx.CSharpLegacy, csharp3),
	legacy("pythonLegacy", "PythonLegacy", bsonx.PythonLegacy, python3),
	become4("javaLegacy", "JavaLegacy", bsonx.JavaLegacy, java3),
	become4("csharpLegacy", "CSharpLegacy", bsonx.CSharpLegacy, csharp3),
	become4("pythonLegacy", "PythonLegacy", bsonx.PythonLegacy, python3),
}

// legacy is a form that is kept, become4 one that is read and no longer written.
func legacy(name, option string, o bsonx.Option, b bsonBinary) bsonForm {
	return bsonForm{column: "binary 3, " + name, opts: []bsonx.Option{o}, options: ", bsonx." + option, written: b, there: b}
}

func become4(name, option string, o bsonx.Option, b bsonBinary) bsonForm {
	return bsonForm{column: "binary 3, " + name + ", to become 4", opts: []bsonx.Option{bsonx.Standard, o},
		options: ", bsonx.Standard, bsonx." + option, written: binary4, there: b}
}

// bytes returns the bytes of a UUID in the binary's order.
func (b bsonBinary) bytes(u []byte) []byte {
	out := make([]byte, len(b.order))
	for i, from := range b.order {
		out[i] = u[from]
	}
	return out
}

// A mongoDriver is a major of the driver, and the package of ours for it.
type mongoDriver struct {
	library, pkg string
	// connect returns collection t of the database to a client that has a registry
	// if register is set.
	connect func(t testing.TB, uri, db string, c Column, opts []bsonx.Option, register bool) mongoClient
}

type mongoClient struct {
	insert func(doc any) error
	decode func(doc any) error
	count  func(v any) (int64, error)
	in     func(ids []uuid.UUID) any
}

// row is a document with one field x, in a real MongoDB.
func (d mongoDriver) row(f bsonForm) Row {
	one := func(u uuid.UUID) string {
		return fmt.Sprintf("binary subtype %d %s", f.written.subtype, hexOf(f.written.bytes(u[:])))
	}
	r := Row{
		Store: "MongoDB 8", Column: f.column, Library: d.library,
		One: one, Null: "null", Many: func(elems ...string) string { return "[" + strings.Join(elems, ", ") + "]" },
		Literal: func(b []byte) string {
			if b == nil {
				return string([]byte{0x0a})
			}
			return binaryLiteral(f.there.subtype, f.there.bytes(b))
		},
		Misfits: func(n int) []string {
			b := make([]byte, n)
			return []string{binaryLiteral(4, b), binaryLiteral(0, b), binaryLiteral(3, b)}
		},
		NullRefused: true, Converts: ours(list("uuid.UUIDs", is[uuid.UUIDs])),
		Open: func(t testing.TB, c Column) Session {
			uri, db := stores.Mongo(t)
			raw := kit.Must(mongo.Connect(options.Client().ApplyURI(uri)))(t)
			t.Cleanup(func() { raw.Disconnect(context.Background()) })
			register := c.Kit && !c.Converted
			s := &mongoSession{ctx: t.Context(), raw: raw.Database(db).Collection("t"), mongoClient: d.connect(t, uri, db, c, f.opts, register)}
			opts := strings.ReplaceAll(f.options, "bsonx", d.pkg)
			if register {
				s.setup = d.pkg + ".Register[T](registry" + opts + ")"
				if c.Name != "uuidkit" {
					s.setup += "; " + d.pkg + ".Register[uuid.UUID](registry" + opts + ", " + d.pkg + ".KeepAny)"
				}
			}
			if register && f.written != f.there {
				s.ins = d.pkg + ".In([]uuid.UUID{v}" + opts + ")"
			}
			return s
		},
	}
	if f.column == "binary 4" && d.pkg == "bsonx" { // driver v1 does not know the methods
		r.Converts = slices.Concat(r.Converts, converted[uuid.UUID](append(nullable("uuid.NullUUID, no registry", is[uuid.NullUUID]),
			list("uuid.UUIDs, no registry", is[uuid.UUIDs]))...))
	}
	return r
}

// binaryLiteral is what rawDocument takes: the type, and binary of the subtype.
func binaryLiteral(subtype byte, b []byte) string {
	typ, v, err := bson.MarshalValue(bson.Binary{Subtype: subtype, Data: b})
	must(err)
	return string([]byte{byte(typ)}) + string(v)
}

// rawBSON describes a BSON value by its type byte and its bytes.
func rawBSON(typ byte, data []byte) string {
	switch typ {
	case 0x05:
		return fmt.Sprintf("binary subtype %d %s", data[4], hexOf(data[5:]))
	case 0x0a:
		return "null"
	case 0x04:
		var s []string
		for _, v := range got(bson.RawArray(data).Values()) {
			s = append(s, rawBSON(byte(v.Type), v.Value))
		}
		return "[" + strings.Join(s, ", ") + "]"
	case 0x03:
		return "document " + hexOf(data)
	}
	return fmt.Sprintf("type %02x %s", typ, hexOf(data))
}

// rawDocument is {x: literal}, where the literal is a type byte and a value.
func rawDocument(literal string) bson.Raw {
	return got(bson.Marshal(bson.D{{Key: "x", Value: bson.RawValue{Type: bson.Type(literal[0]), Value: []byte(literal[1:])}}}))
}

// A mongoSession looks at the collection through two clients: the one that is
// measured, and one without a registry that sees the bytes.
type mongoSession struct {
	script
	mongoClient
	ctx context.Context
	raw *mongo.Collection
	ins string // how a user calls in, if values are looked up through it
}

func (s *mongoSession) clear() { got(s.raw.DeleteMany(s.ctx, bson.D{})) }

func (s *mongoSession) Put(v any) error {
	s.clear()
	s.writes(`col.InsertOne(ctx, bson.M{"x": v})`)
	return s.insert(map[string]any{"x": v})
}

func (s *mongoSession) Seed(literals ...string) {
	s.clear()
	s.writes("col.InsertOne(ctx, bson.Raw(%s))", bytesLiteral(rawDocument(literals[0]), true))
	for _, l := range literals {
		_, err := s.raw.InsertOne(s.ctx, rawDocument(l))
		check("", "seed: ", err)
	}
}

func (s *mongoSession) Stored() string {
	doc, err := s.raw.FindOne(s.ctx, bson.D{}).Raw()
	check("", "", err)
	v := doc.Lookup("x")
	return rawBSON(byte(v.Type), v.Value)
}

func (s *mongoSession) Get(dst any) error {
	s.reads("col.FindOne(ctx, bson.D{}).Decode(&doc)")
	return fieldX(dst, s.decode)
}

func (s *mongoSession) Find(v any) int {
	arg := "v"
	if s.ins != "" {
		u := reflect.ValueOf(v).Convert(reflect.TypeFor[uuid.UUID]()).Interface().(uuid.UUID)
		v, arg = s.in([]uuid.UUID{u}), s.ins
	}
	s.reads(`col.CountDocuments(ctx, bson.M{"x": %s})`, arg)
	n, err := s.count(v)
	check("", "", err)
	return int(n)
}

func mongoRows() (rows []Row) {
	for _, d := range []mongoDriver{{"mongo-driver v2", "bsonx", connectV2}, {"mongo-driver v1", "driverv1", connectV1}} {
		for _, f := range bsonForms {
			r := d.row(f)
			if d.pkg == "driverv1" && f.column != "binary 4" {
				r = r.as(r.Store, "mongo-driver v2")
			}
			rows = append(rows, r)
		}
	}
	return rows
}

func connectV2(t testing.TB, uri, db string, c Column, opts []bsonx.Option, register bool) mongoClient {
	o := options.Client().ApplyURI(uri)
	if register {
		reg := bson.NewRegistry()
		must(c.BSON(reg, opts...))
		if c.Name != "uuidkit" {
			must(bsonx.Register[uuid.UUID](reg, append(opts, bsonx.KeepAny)...))
		}
		o.SetRegistry(reg)
	}
	client := kit.Must(mongo.Connect(o))(t)
	t.Cleanup(func() { client.Disconnect(context.Background()) })
	col, ctx := client.Database(db).Collection("t"), t.Context()
	return mongoClient{
		insert: func(doc any) error { _, err := col.InsertOne(ctx, doc); return err },
		decode: func(doc any) error { return col.FindOne(ctx, bson.D{}).Decode(doc) },
		count:  func(v any) (int64, error) { return col.CountDocuments(ctx, bson.M{"x": v}) },
		in:     func(ids []uuid.UUID) any { return bsonx.In(ids, opts...) },
	}
}

// connectV1 is connectV2 with driver v1.
func connectV1(t testing.TB, uri, db string, c Column, v2 []bsonx.Option, register bool) mongoClient {
	var opts []driverv1.Option
	for _, o := range v2 {
		opts = append(opts, driverv1.Option(o))
	}
	o := options1.Client().ApplyURI(uri)
	if register {
		reg := bson1.NewRegistry()
		must(c.BSONv1(reg, opts...))
		if c.Name != "uuidkit" {
			must(driverv1.Register[uuid.UUID](reg, append(opts, driverv1.KeepAny)...))
		}
		o.SetRegistry(reg)
	}
	client := kit.Must(mongo1.Connect(t.Context(), o))(t)
	t.Cleanup(func() { client.Disconnect(context.Background()) })
	col, ctx := client.Database(db).Collection("t"), t.Context()
	return mongoClient{
		insert: func(doc any) error { _, err := col.InsertOne(ctx, doc); return err },
		decode: func(doc any) error { return col.FindOne(ctx, bson1.D{}).Decode(doc) },
		count:  func(v any) (int64, error) { return col.CountDocuments(ctx, bson1.M{"x": v}) },
		in:     func(ids []uuid.UUID) any { return driverv1.In(ids, opts...) },
	}
}

package matrix

import (
	"context"
	"encoding/binary"
	"fmt"
	"reflect"
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
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid"
)

// A bsonForm is one of the forms in which UUIDs are stored.
type bsonForm struct {
	column         string
	opts           []bsonx.Option // by which a client knows it
	options        string         // how a user writes opts
	written, there bsonBinary     // what we write, and what is there to be read
	noRegistry     bool           // the methods of uuid.UUID do it all
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
	{column: "binary 4, no registry", written: binary4, there: binary4, noRegistry: true},
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

// bsonRow is what both majors of the driver have in common: a document with one
// field x, in a real MongoDB.
func bsonRow(library string, f bsonForm, connect func(t testing.TB, s *mongoSession, uri, db string, c Column, f bsonForm, register bool) (registered string)) Row {
	one := func(u uuid.UUID) string {
		return fmt.Sprintf("binary subtype %d %s", f.written.subtype, hexOf(f.written.bytes(u[:])))
	}
	kit := registered
	if f.noRegistry {
		kit = convertedTo[uuid.UUID, uuid.NullUUID, uuid.UUIDs]
	}
	return Row{
		Store: "MongoDB 8", Column: f.column, Library: library,
		One: one, Null: "null",
		Many: func(us []uuid.UUID) string {
			var s []string
			for _, u := range us {
				s = append(s, one(u))
			}
			return "[" + strings.Join(s, ", ") + "]"
		},
		Literal: func(b []byte) string {
			if b == nil {
				return string([]byte{0x0a})
			}
			return binaryLiteral(f.there.subtype, f.there.bytes(b))
		},
		Misfits: func(n int) (literals []string) {
			for _, subtype := range []byte{4, 0, 3} {
				literals = append(literals, binaryLiteral(subtype, make([]byte, n)))
			}
			return literals
		},
		NullRefused: true,
		Kit:         kit,
		Open: func(t testing.TB, c Column) Session {
			uri, db := stores.Mongo(t)
			client, err := mongo.Connect(options.Client().ApplyURI(uri))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { client.Disconnect(context.Background()) })
			s := &mongoSession{ctx: t.Context(), raw: client.Database(db).Collection("t")}
			register := c.Kit && !f.noRegistry
			if setup := connect(t, s, uri, db, c, f, register); register {
				s.setup = setup
			}
			return s
		},
	}
}

// binaryLiteral is what rawDocument takes: the type, and binary of the subtype.
func binaryLiteral(subtype byte, b []byte) string {
	v := binary.LittleEndian.AppendUint32([]byte{0x05}, uint32(len(b)))
	return string(append(append(v, subtype), b...))
}

// rawBSON describes a BSON value by its type byte and its bytes.
func rawBSON(typ byte, data []byte) string {
	switch typ {
	case 0x05:
		return fmt.Sprintf("binary subtype %d %s", data[4], hexOf(data[5:]))
	case 0x0a:
		return "null"
	case 0x04:
		values, err := bson.RawArray(data).Values()
		if err != nil {
			return err.Error()
		}
		var s []string
		for _, v := range values {
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
	d := append([]byte{0, 0, 0, 0, literal[0], 'x', 0}, literal[1:]...)
	d = append(d, 0)
	binary.LittleEndian.PutUint32(d, uint32(len(d)))
	return d
}

// A mongoSession looks at the collection through two clients: the one that is
// measured, and one without a registry that sees the bytes.
type mongoSession struct {
	script
	ctx    context.Context
	raw    *mongo.Collection
	insert func(doc any) error
	decode func(doc any) error
	count  func(v any) (int64, error)
	in     func(v any) any // what is looked up for v, if not v
	ins    string          // how a user writes in
}

func (s *mongoSession) clear() error {
	_, err := s.raw.DeleteMany(s.ctx, bson.D{})
	return err
}

func (s *mongoSession) Put(v any) error {
	if err := s.clear(); err != nil {
		return err
	}
	s.writes(`col.InsertOne(ctx, bson.M{"x": v})`)
	return s.insert(map[string]any{"x": v})
}

func (s *mongoSession) Seed(literals ...string) error {
	if err := s.clear(); err != nil {
		return err
	}
	for i, l := range literals {
		doc := rawDocument(l)
		if i == 0 {
			s.writes("col.InsertOne(ctx, bson.Raw(%s))", bytesLiteral(doc, true))
		}
		if _, err := s.raw.InsertOne(s.ctx, doc); err != nil {
			return err
		}
	}
	return nil
}

func (s *mongoSession) Stored() (string, error) {
	doc, err := s.raw.FindOne(s.ctx, bson.D{}).Raw()
	if err != nil {
		return "", err
	}
	v, err := doc.LookupErr("x")
	return rawBSON(byte(v.Type), v.Value), err
}

func (s *mongoSession) Get(dst any) error {
	s.reads("col.FindOne(ctx, bson.D{}).Decode(&x)")
	return fieldX(dst, s.decode)
}

func (s *mongoSession) Find(v any) (int, error) {
	arg := "v"
	if s.in != nil {
		v, arg = s.in(v), s.ins
	}
	s.reads(`col.CountDocuments(ctx, bson.M{"x": %s})`, arg)
	n, err := s.count(v)
	return int(n), err
}

func mongoRows() (rows []Row) {
	for _, f := range bsonForms {
		rows = append(rows, bsonRow("mongo-driver v2", f, connectV2))
	}
	for _, f := range bsonForms {
		if !f.noRegistry { // driver v1 does not know the methods
			rows = append(rows, bsonRow("mongo-driver v1", f, connectV1))
		}
	}
	return rows
}

// ids returns v as UUIDs for In.
func ids(v any) []uuid.UUID {
	return []uuid.UUID{reflect.ValueOf(v).Convert(reflect.TypeFor[uuid.UUID]()).Interface().(uuid.UUID)}
}

// connectV2 connects s with driver v2, which has a registry if register is set. It
// returns how a user registers.
func connectV2(t testing.TB, s *mongoSession, uri, db string, c Column, f bsonForm, register bool) string {
	o := options.Client().ApplyURI(uri)
	if register {
		reg := bson.NewRegistry()
		must(c.BSON(reg, f.opts...))
		o.SetRegistry(reg)
	}
	client, err := mongo.Connect(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Disconnect(context.Background()) })
	col := client.Database(db).Collection("t")
	s.insert = func(doc any) error { _, err := col.InsertOne(s.ctx, doc); return err }
	s.decode = func(doc any) error { return col.FindOne(s.ctx, bson.D{}).Decode(doc) }
	s.count = func(v any) (int64, error) { return col.CountDocuments(s.ctx, bson.M{"x": v}) }
	if register && f.written != f.there {
		s.in, s.ins = func(v any) any { return bsonx.In(ids(v), f.opts...) }, "bsonx.In([]uuid.UUID{v}"+f.options+")"
	}
	return "bsonx.Register[T](registry" + f.options + ")"
}

// connectV1 is connectV2 with driver v1.
func connectV1(t testing.TB, s *mongoSession, uri, db string, c Column, f bsonForm, register bool) string {
	var opts []driverv1.Option
	for _, o := range f.opts {
		opts = append(opts, driverv1.Option(o))
	}
	options := strings.ReplaceAll(f.options, "bsonx.", "driverv1.")
	o := options1.Client().ApplyURI(uri)
	if register {
		reg := bson1.NewRegistry()
		must(c.BSONv1(reg, opts...))
		o.SetRegistry(reg)
	}
	client, err := mongo1.Connect(s.ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Disconnect(context.Background()) })
	col := client.Database(db).Collection("t")
	s.insert = func(doc any) error { _, err := col.InsertOne(s.ctx, doc); return err }
	s.decode = func(doc any) error { return col.FindOne(s.ctx, bson1.D{}).Decode(doc) }
	s.count = func(v any) (int64, error) { return col.CountDocuments(s.ctx, bson1.M{"x": v}) }
	if register && f.written != f.there {
		s.in, s.ins = func(v any) any { return driverv1.In(ids(v), opts...) }, "driverv1.In([]uuid.UUID{v}"+options+")"
	}
	return "driverv1.Register[T](registry" + options + ")"
}

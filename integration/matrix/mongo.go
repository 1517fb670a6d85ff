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

	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/uuid"
)

// bsonRow is what both majors of the driver have in common: a document with one
// field x, in a real MongoDB.
func bsonRow(library string) Row {
	one := func(u uuid.UUID) string { return "binary subtype 4 " + hexOf(u[:]) }
	return Row{
		Store: "MongoDB 8", Column: "binary", Library: library,
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
			return binaryLiteral(4, b)
		},
		Misfits: func(n int) []string {
			b := make([]byte, n)
			return []string{binaryLiteral(4, b), binaryLiteral(0, b)}
		},
		NullRefused: true,
		Kit:         direct,
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

// fieldX decodes through a struct with a field X of dst's type, as programs do,
// and carries the receiver's old and new value over, also after an error.
func fieldX(dst any, decode func(doc any) error) error {
	p := reflect.ValueOf(dst)
	doc := reflect.New(reflect.StructOf([]reflect.StructField{
		{Name: "X", Type: p.Type().Elem(), Tag: `bson:"x" msgpack:"x" cbor:"x" json:"x"`},
	}))
	doc.Elem().Field(0).Set(p.Elem())
	err := decode(doc.Interface())
	p.Elem().Set(doc.Elem().Field(0))
	return err
}

// mongoSession looks at the collection through two clients: the one that is
// measured, and one without a registry that sees the bytes.
type mongoSession struct {
	ctx    context.Context
	raw    *mongo.Collection
	insert func(doc any) error
	decode func(doc any) error
	count  func(filter any) (int64, error)
}

func (s *mongoSession) clear() error {
	_, err := s.raw.DeleteMany(s.ctx, bson.D{})
	return err
}

func (s *mongoSession) Put(v any) error {
	if err := s.clear(); err != nil {
		return err
	}
	return s.insert(map[string]any{"x": v})
}

func (s *mongoSession) Seed(literals ...string) error {
	if err := s.clear(); err != nil {
		return err
	}
	for _, l := range literals {
		if _, err := s.raw.InsertOne(s.ctx, rawDocument(l)); err != nil {
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

func (s *mongoSession) Get(dst any) error { return fieldX(dst, s.decode) }

func (s *mongoSession) Find(v any) (int, error) {
	n, err := s.count(map[string]any{"x": v})
	return int(n), err
}

func mongoRows() []Row {
	v2 := bsonRow("mongo-driver v2")
	v2.Open = func(t testing.TB, c Column) Session {
		s, uri, db := openMongo(t)
		o := options.Client().ApplyURI(uri)
		if c.Kit {
			reg := bson.NewRegistry()
			c.BSON(reg)
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
		s.count = func(filter any) (int64, error) { return col.CountDocuments(s.ctx, filter) }
		return s
	}
	v1 := bsonRow("mongo-driver v1")
	v1.Open = func(t testing.TB, c Column) Session {
		s, uri, db := openMongo(t)
		o := options1.Client().ApplyURI(uri)
		if c.Kit {
			reg := bson1.NewRegistry()
			c.BSONv1(reg)
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
		s.count = func(filter any) (int64, error) { return col.CountDocuments(s.ctx, filter) }
		return s
	}
	return []Row{v2, v1}
}

func openMongo(t testing.TB) (s *mongoSession, uri, db string) {
	uri, db = stores.Mongo(t)
	client, err := mongo.Connect(options.Client().ApplyURI(uri))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Disconnect(context.Background()) })
	return &mongoSession{ctx: t.Context(), raw: client.Database(db).Collection("t")}, uri, db
}

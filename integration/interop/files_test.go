package interop_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/vmihailenco/msgpack/v5"
	bsonv1 "go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// A suite is what a Go type needs to take part, a value of on[T].
type suite interface {
	fmt.Stringer
	bson(...bsonx.Option) kit.Codec
	bsonv1() kit.Codec // MongoDB driver version 1
	extJSON() kit.Codec
	cbor() kit.Codec
	shapes(textKeys bool) []shape
	holds(v any, u text) bool // v the UUID as the Go type
}

type on[T ~[16]byte] struct{}

// String returns the path of T, because the name is uuid.UUID for most of them.
func (on[T]) String() string {
	typ := reflect.TypeFor[T]()
	return strings.TrimPrefix(typ.PkgPath(), "github.com/") + "." + typ.Name()
}

func (on[T]) registry(opts []bsonx.Option) *bson.Registry {
	reg := bson.NewRegistry()
	if err := bsonx.Register[T](reg, opts...); err != nil {
		panic(err)
	}
	return reg
}

func (s on[T]) bson(opts ...bsonx.Option) kit.Codec {
	return s.bsonCodec(opts,
		func(w io.Writer) bson.ValueWriter { return bson.NewDocumentWriter(w) },
		func(r io.Reader) (bson.ValueReader, error) { return bson.NewDocumentReader(r), nil })
}

func (s on[T]) extJSON() kit.Codec {
	c := s.bsonCodec(nil,
		func(w io.Writer) bson.ValueWriter { return bson.NewExtJSONValueWriter(w, true, false) },
		func(r io.Reader) (bson.ValueReader, error) { return bson.NewExtJSONValueReader(r, true) })
	return kit.Codec{Unmarshal: c.Unmarshal, Marshal: func(v any) ([]byte, error) {
		b, err := c.Marshal(v)
		return bytes.TrimSpace(b), err
	}}
}

func (s on[T]) bsonCodec(opts []bsonx.Option, writer func(io.Writer) bson.ValueWriter, reader func(io.Reader) (bson.ValueReader, error)) kit.Codec {
	reg := s.registry(opts)
	return kit.Codec{
		Marshal: func(v any) ([]byte, error) {
			var b bytes.Buffer
			e := bson.NewEncoder(writer(&b))
			e.SetRegistry(reg)
			err := e.Encode(v)
			return b.Bytes(), err
		},
		Unmarshal: func(data []byte, v any) error {
			r, err := reader(bytes.NewReader(data))
			if err != nil {
				return err
			}
			d := bson.NewDecoder(r)
			d.SetRegistry(reg)
			return d.Decode(v)
		},
	}
}

func (on[T]) bsonv1() kit.Codec {
	reg := bsonv1.NewRegistry()
	if err := driverv1.Register[T](reg); err != nil {
		panic(err)
	}
	return kit.Codec{
		Marshal:   func(v any) ([]byte, error) { return bsonv1.MarshalWithRegistry(reg, v) },
		Unmarshal: func(data []byte, v any) error { return bsonv1.UnmarshalWithRegistry(reg, data, v) },
	}
}

func (on[T]) cbor() kit.Codec {
	em, dm, err := cborx.Modes[T](cbor.EncOptions{}, cbor.DecOptions{})
	if err != nil {
		panic(err)
	}
	return kit.Codec{Marshal: em.Marshal, Unmarshal: dm.Unmarshal}
}

func (on[T]) holds(v any, u text) bool { return v == any(T(u.bytes())) }

// A shape is a document with a UUID somewhere in its field id.
type shape struct {
	name string
	in   any // the document in Go
	desc any // what is in its field
}

// A doc is a document. What it is in is a struct, so that types count.
type doc[V any] struct {
	ID V `bson:"id" cbor:"id" msgpack:"id" json:"id"`
}

func (on[T]) shapes(textKeys bool) []shape {
	var shapes []shape
	var ts []T
	for _, v := range known {
		ts = append(ts, T(v.bytes()))
		shapes = append(shapes, shape{string(v), doc[T]{T(v.bytes())}, v})
	}
	U, O := T(u.bytes()), T(o.bytes())
	var keys any = keyed{u, "v"}
	if textKeys {
		keys = map[string]any{string(u): "v"}
	}
	type nested struct {
		In []*T `bson:"in" cbor:"in" msgpack:"in" json:"in"`
	}
	shapes = append(shapes,
		shape{"list", doc[[]T]{ts}, list},
		shape{"empty list", doc[[]T]{[]T{}}, []any{}},
		shape{"array", doc[[2]T]{[2]T{O, U}}, []any{o, u}},
		shape{"pointer", doc[*T]{&U}, u},
		shape{"null", doc[*T]{}, nil},
		shape{"nested", doc[nested]{nested{[]*T{&U, nil, &O}}}, map[string]any{"in": []any{u, nil, o}}},
		shape{"map", doc[map[string]T]{map[string]T{"k": U}}, map[string]any{"k": u}},
		shape{"key", doc[map[T]string]{map[T]string{U: "v"}}, keys},
	)
	if reflect.TypeFor[T]() != reflect.TypeFor[uuid.UUID]() {
		return shapes
	}
	ids := any(ts).([]uuid.UUID)
	n, null := uuid.NullUUID{UUID: uuid.UUID(U), Valid: true}, uuid.NullUUID{}
	return append(shapes,
		shape{"UUIDs", doc[uuid.UUIDs]{ids}, list},
		shape{"empty UUIDs", doc[uuid.UUIDs]{uuid.UUIDs{}}, []any{}},
		shape{"NullUUID", doc[uuid.NullUUID]{n}, u},
		shape{"NullUUID of null", doc[uuid.NullUUID]{}, nil},
		shape{"list of NullUUID", doc[[]uuid.NullUUID]{[]uuid.NullUUID{null, n}}, []any{nil, u}},
	)
}

// A form is a format, or one of several forms that it has for a UUID, with all libraries
// that read and write it. How each is asked to, in the way of its own users, is in the
// script of its language.
type form struct {
	name  string
	types []suite
	codec func(suite) kit.Codec
	twin  func(desc any) ([]byte, error)
	traits
	node, python []string
}

// traits are what differs between forms.
type traits int

const (
	texts    traits = 1 << iota // a UUID is a string to the others
	textKeys                    // a key is
	toAny                       // any gets the Go type
)

func (t traits) are(other traits) bool { return t&other != 0 }

func registered(opts ...bsonx.Option) func(suite) kit.Codec {
	return func(s suite) kit.Codec { return s.bson(opts...) }
}

func plainly(marshal func(any) ([]byte, error), unmarshal func([]byte, any) error) func(suite) kit.Codec {
	return func(suite) kit.Codec { return kit.Codec{Marshal: marshal, Unmarshal: unmarshal} }
}

func forms() []form {
	ours, tags := []suite{on[uuid.UUID]{}}, []suite{on[uuid.UUID]{}, on[cborx.Tagged]{}}
	bsons, cbors, msgpacks := plainly(bson.Marshal, bson.Unmarshal), plainly(cbor.Marshal, cbor.Unmarshal), plainly(msgpack.Marshal, msgpack.Unmarshal)
	l := func(libraries ...string) []string { return libraries }
	return []form{
		{"BSON", all(), registered(), bsonTwin(4, inOrder), textKeys | toAny, l("bson"), l("bson")},
		{"BSON without a registry", ours, bsons, bsonTwin(4, inOrder), textKeys, l("bson"), l("bson")},
		{"BSON, driver version 1", all(), suite.bsonv1, bsonTwin(4, inOrder), textKeys | toAny, l("bson"), l("bson")},
		{"BSON javaLegacy", all(), registered(bsonx.JavaLegacy), bsonTwin(3, javaOrder), textKeys | toAny, nil, l("bson JAVA_LEGACY")},
		{"BSON csharpLegacy", all(), registered(bsonx.CSharpLegacy), bsonTwin(3, dotNetOrder), textKeys | toAny, nil, l("bson CSHARP_LEGACY")},
		{"BSON pythonLegacy", all(), registered(bsonx.PythonLegacy), bsonTwin(3, inOrder), textKeys | toAny, nil, l("bson PYTHON_LEGACY")},
		{"Extended JSON", all(), suite.extJSON, extJSONTwin, textKeys | toAny, l("EJSON"), l("json_util")},
		{"CBOR", all(), suite.cbor, cborTwin("d82550"), toAny, l("cbor-x", "cbor", "cborg"), l("cbor2")},
		{"CBOR without a TagSet", tags, cbors, cborTwin("d82550"), 0, l("cbor-x"), l("cbor2 canonical")},
		{"CBOR Bare", []suite{on[cborx.Bare]{}}, cbors, cborTwin("50"), 0, l("cbor-x Buffer"), l("cbor2 bytes")},
		{"MessagePack", all(), msgpacks, msgpackTwin("c410", inOrder), 0, l("msgpackr", noKeys), l("msgpack")},
		{"MessagePack ext", []suite{on[tarantool]{}}, msgpacks, msgpackTwin("d802", inOrder), toAny, l("msgpackr ext 2", noKeys+" ext 2"), l("msgpack ext 2")},
		{"MessagePack text", []suite{on[textual]{}}, msgpacks, twin(msgpack.Marshal, asString), texts | textKeys,
			l("msgpackr text", "@msgpack/msgpack text"), l("msgpack text")},
		{"MessagePack .NET", []suite{on[dotNetGUID]{}}, msgpacks, msgpackTwin("c410", dotNetOrder), 0, nil, l("msgpack bytes_le")},
		{"JSON", ours, plainly(json.Marshal, json.Unmarshal), twin(json.Marshal, asString), texts | textKeys, l("JSON"), l("json")},
	}
}

// noKeys is a library whose keys are strings and numbers.
const noKeys = "@msgpack/msgpack"

// A file is one that Go or a client writes and the other reads.
type file struct {
	Library string `json:"library"`
	Value   any    `json:"value"`
	Data    []byte `json:"data"`

	form   form
	n      int // of the shape among its type's
	shape  shape
	goType suite // nil: it is the client's
}

// A written is a client's answer to a file that it shall write.
type written struct {
	Data  []byte `json:"data"`
	Error string `json:"$error"`
}

func (f file) String() string {
	if f.goType == nil {
		return fmt.Sprintf("%s of %s's", f.shape.name, f.Library)
	}
	return fmt.Sprintf("%s of %v as %s, with %s", f.shape.name, f.goType, f.form.name, f.Library)
}

// TestFiles has every library read what every Go type writes in its form, and every
// Go type read what the library writes, and compares the bytes of both with those
// of a third.
func TestFiles(t *testing.T) {
	for client := range clientsByName {
		t.Run(client, func(t *testing.T) {
			ours, theirs := files(t, client)
			for i, got := range askAll[any](t, client, "read", ours) {
				same(t, ours[i].String(), got, ours[i].Value)
			}
			for i, got := range askAll[written](t, client, "write", theirs) {
				if got.Error != "" {
					t.Errorf("%v: %s", theirs[i], got.Error)
					continue
				}
				theirs[i].read(t, got.Data)
			}
			t.Logf("%d files of ours, %d of theirs", len(ours), len(theirs))
		})
	}
}

// files returns those that Go has written, and those that the client shall write.
func files(t *testing.T, client string) (ours, theirs []file) {
	for _, form := range forms() {
		for _, library := range map[string][]string{"node": form.node, "python": form.python}[client] {
			for i, goType := range append(form.types[:1:1], form.types...) {
				for n, s := range goType.shapes(form.are(textKeys)) {
					if s.name == "key" && strings.HasPrefix(library, noKeys) && !form.are(textKeys) {
						continue
					}
					f := file{Library: library, Value: map[string]any{"id": s.desc}, form: form, n: n, shape: s}
					if form.are(texts) { // who writes text has no other UUIDs
						f.Value = withUUIDs(f.Value, asString)
					}
					if i == 0 { // the client writes what the first type has
						theirs = append(theirs, f)
						continue
					}
					f.goType, f.Data = goType, kit.Must(form.codec(goType).Marshal(s.in))(t)
					f.isTwin(t, f.Data)
					ours = append(ours, f)
				}
			}
		}
	}
	return ours, theirs
}

// read reads what a client has written into every Go type.
func (f file) read(t *testing.T, b []byte) {
	t.Helper()
	f.isTwin(t, b)
	for _, goType := range f.form.types {
		c := f.form.codec(goType)
		shapes := goType.shapes(f.form.are(textKeys))
		if f.n >= len(shapes) { // those of our own types come last
			continue
		}
		want := shapes[f.n].in
		got := reflect.New(reflect.TypeOf(want))
		if err := c.Unmarshal(b, got.Interface()); err != nil || !reflect.DeepEqual(got.Elem().Interface(), want) {
			t.Errorf("%v: %v got %+v, %v, want %+v", f, goType, got.Elem(), err, want)
		}
		if id, ok := f.shape.desc.(text); ok && f.form.are(toAny) {
			var got doc[any]
			if err := c.Unmarshal(b, &got); err != nil || !goType.holds(got.ID, id) {
				t.Errorf("%v: any got %T %v, %v, want %v %s", f, got.ID, got.ID, err, goType, id)
			}
		}
	}
}

// isTwin fails the test unless b is what the twin writes.
func (f file) isTwin(t *testing.T, b []byte) {
	t.Helper()
	want, err := f.form.twin(map[string]any{"id": f.shape.desc})
	if err != nil || !bytes.Equal(b, want) {
		t.Errorf("%v: got %q, want %q, %v", f, b, want, err)
	}
}

// A twin writes what is described with a library of the format that is given no UUID:
// as makes the bytes of each, as the specification of the format has them.
func twin(marshal func(any) ([]byte, error), as func(text) any) func(desc any) ([]byte, error) {
	return func(desc any) ([]byte, error) { return marshal(withUUIDs(desc, as)) }
}

// The orders in which the bytes of u are written.
const (
	inOrder     = "00112233445566778899aabbccddeeff"
	javaOrder   = "7766554433221100ffeeddccbbaa9988"
	dotNetOrder = "33221100554477668899aabbccddeeff"
)

// order returns the bytes of v in one of the orders.
func order(v text, sample string) (b []byte) {
	for _, i := range kit.Unhex(sample) {
		b = append(b, v.bytes()[i&15])
	}
	return b
}

// RFC 8949, section 3. A key of a map cannot be a slice.
func cborTwin(head string) func(any) ([]byte, error) {
	return twin(cbor.Marshal, func(v text) any { return vectors.Ptr(cbor.RawMessage(kit.Unhex(head + v.hex()))) })
}

// https://github.com/msgpack/msgpack/blob/master/spec.md
func msgpackTwin(head, sample string) func(any) ([]byte, error) {
	return twin(msgpack.Marshal, func(v text) any { return vectors.Ptr(msgpack.RawMessage(append(kit.Unhex(head), order(v, sample)...))) })
}

// https://bsonspec.org/spec.html
func bsonTwin(subtype byte, sample string) func(any) ([]byte, error) {
	return twin(bson.Marshal, func(v text) any { return bson.Binary{Subtype: subtype, Data: order(v, sample)} })
}

// The canonical form of Extended JSON, and the relaxed one.
// https://github.com/mongodb/specifications/blob/master/source/extended-json/extended-json.md
var extJSONTwin = twin(json.Marshal, func(v text) any {
	type binary struct {
		Base64  []byte `json:"base64"`
		SubType string `json:"subType"`
	}
	return map[string]any{"$binary": binary{v.bytes(), "04"}}
})

func asString(v text) any { return string(v) }

// withUUIDs returns a description in which something else stands for each UUID.
func withUUIDs(v any, as func(text) any) any {
	switch v := v.(type) {
	case text:
		return as(v)
	case keyed:
		return map[any]any{as(v.key): v.value}
	case []any:
		l := make([]any, len(v))
		for i, e := range v {
			l[i] = withUUIDs(e, as)
		}
		return l
	case map[string]any:
		m := make(map[string]any)
		for k, e := range v {
			m[k] = withUUIDs(e, as)
		}
		return m
	}
	return v
}

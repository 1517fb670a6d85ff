package interop_test

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
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
	"github.com/uuidkit/uuidkit/uuid"
)

// A codec is how a Go program writes and reads one format.
type codec struct {
	marshal   func(any) ([]byte, error)
	unmarshal func([]byte, any) error
}

// A suite is what a Go type needs to take part, a value of on[T].
type suite interface {
	fmt.Stringer
	bson(...bsonx.Option) codec
	bsonv1() codec // MongoDB driver version 1
	extJSON() codec
	cbor() codec
	shapes(textKeys bool) []shape
	postgresWrite(t *testing.T, url string)
	postgresRead(t *testing.T, url, writer string)
	mongoWrite(t *testing.T, uri, database, name string, opts ...bsonx.Option)
	mongoRead(t *testing.T, uri, database, name, writer string, opts ...bsonx.Option)
	mysqlWrite(t *testing.T, db *sql.DB, insert string)
	mysqlRead(t *testing.T, db *sql.DB, query, writer string)
	// holds reports whether v holds the UUID as the Go type.
	holds(v any, u text) bool
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

func (s on[T]) bson(opts ...bsonx.Option) codec {
	reg := s.registry(opts)
	return codec{
		func(v any) ([]byte, error) {
			var b bytes.Buffer
			e := bson.NewEncoder(bson.NewDocumentWriter(&b))
			e.SetRegistry(reg)
			err := e.Encode(v)
			return b.Bytes(), err
		},
		func(data []byte, v any) error {
			d := bson.NewDecoder(bson.NewDocumentReader(bytes.NewReader(data)))
			d.SetRegistry(reg)
			return d.Decode(v)
		},
	}
}

func (on[T]) bsonv1() codec {
	reg := bsonv1.NewRegistry()
	if err := driverv1.Register[T](reg); err != nil {
		panic(err)
	}
	return codec{
		func(v any) ([]byte, error) { return bsonv1.MarshalWithRegistry(reg, v) },
		func(data []byte, v any) error { return bsonv1.UnmarshalWithRegistry(reg, data, v) },
	}
}

func (s on[T]) extJSON() codec {
	reg := s.registry(nil)
	return codec{
		func(v any) ([]byte, error) {
			var b bytes.Buffer
			e := bson.NewEncoder(bson.NewExtJSONValueWriter(&b, true, false))
			e.SetRegistry(reg)
			err := e.Encode(v)
			return bytes.TrimSpace(b.Bytes()), err
		},
		func(data []byte, v any) error {
			r, err := bson.NewExtJSONValueReader(bytes.NewReader(data), true)
			if err != nil {
				return err
			}
			d := bson.NewDecoder(r)
			d.SetRegistry(reg)
			return d.Decode(v)
		},
	}
}

func (on[T]) cbor() codec {
	tags := cbor.NewTagSet()
	if err := cborx.Register[T](tags); err != nil {
		panic(err)
	}
	em, err := cbor.EncOptions{}.EncModeWithTags(tags)
	if err != nil {
		panic(err)
	}
	dm, err := cbor.DecOptions{}.DecModeWithTags(tags)
	if err != nil {
		panic(err)
	}
	return codec{em.Marshal, dm.Unmarshal}
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
	for _, v := range list() {
		v := v.(text)
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
		shape{"list", doc[[]T]{ts}, list()},
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
	var ids uuid.UUIDs
	for _, v := range list() {
		ids = append(ids, uuid.UUID(v.(text).bytes()))
	}
	n, null := uuid.NullUUID{UUID: uuid.UUID(U), Valid: true}, uuid.NullUUID{}
	return append(shapes,
		shape{"UUIDs", doc[uuid.UUIDs]{ids}, list()},
		shape{"empty UUIDs", doc[uuid.UUIDs]{uuid.UUIDs{}}, []any{}},
		shape{"NullUUID", doc[uuid.NullUUID]{n}, u},
		shape{"NullUUID of null", doc[uuid.NullUUID]{}, nil},
		shape{"list of NullUUID", doc[[]uuid.NullUUID]{[]uuid.NullUUID{null, n}}, []any{nil, u}},
	)
}

// A form is a format, or one of several forms that it has for a UUID.
type form struct {
	name  string
	types []suite
	codec func(suite) codec
	twin  func(desc any) []byte // writes by the format's specification alone
	traits
}

// traits are what differs between forms.
type traits int

const (
	texts    traits = 1 << iota // a UUID is a string to the others
	textKeys                    // a key is
	toAny                       // any gets the Go type
)

func (t traits) are(other traits) bool { return t&other != 0 }

func registered(opts ...bsonx.Option) func(suite) codec {
	return func(s suite) codec { return s.bson(opts...) }
}

func plainly(marshal func(any) ([]byte, error), unmarshal func([]byte, any) error) func(suite) codec {
	return func(suite) codec { return codec{marshal, unmarshal} }
}

func forms() []form {
	ours := []suite{on[uuid.UUID]{}}
	return []form{
		{"BSON", all(), registered(), bsonTwin(4, inOrder), textKeys | toAny},
		{"BSON without a registry", ours, plainly(bson.Marshal, bson.Unmarshal), bsonTwin(4, inOrder), textKeys},
		{"BSON, driver version 1", all(), suite.bsonv1, bsonTwin(4, inOrder), textKeys | toAny},
		{"BSON javaLegacy", all(), registered(bsonx.JavaLegacy), bsonTwin(3, "7766554433221100ffeeddccbbaa9988"), textKeys | toAny},
		{"BSON csharpLegacy", all(), registered(bsonx.CSharpLegacy), bsonTwin(3, "33221100554477668899aabbccddeeff"), textKeys | toAny},
		{"BSON pythonLegacy", all(), registered(bsonx.PythonLegacy), bsonTwin(3, inOrder), textKeys | toAny},
		{"Extended JSON", all(), suite.extJSON, extJSONTwin, textKeys | toAny},
		{"CBOR", all(), suite.cbor, cborTwin("d82550"), toAny},
		{"CBOR without a TagSet", append(ours, on[cborx.Tagged]{}), plainly(cbor.Marshal, cbor.Unmarshal), cborTwin("d82550"), 0},
		{"CBOR Bare", []suite{on[cborx.Bare]{}}, plainly(cbor.Marshal, cbor.Unmarshal), cborTwin("50"), 0},
		{"MessagePack", all(), plainly(msgpack.Marshal, msgpack.Unmarshal), msgpackTwin("c410", inOrder), 0},
		{"MessagePack ext", []suite{on[tarantool]{}}, plainly(msgpack.Marshal, msgpack.Unmarshal), msgpackTwin("d802", inOrder), toAny},
		{"MessagePack text", []suite{on[textual]{}}, plainly(msgpack.Marshal, msgpack.Unmarshal), msgpackTwin("", ""), texts | textKeys},
		{"MessagePack .NET", []suite{on[dotNetGUID]{}}, plainly(msgpack.Marshal, msgpack.Unmarshal), msgpackTwin("c410", "33221100554477668899aabbccddeeff"), 0},
		{"JSON", ours, plainly(json.Marshal, json.Unmarshal), jsonTwin, texts | textKeys},
	}
}

// libraries are all that read and write a form. How each is asked to, in the way of
// its own users, is in the script of its language.
var libraries = []struct {
	client, library, form string

	without string // a shape that it cannot have
}{
	{"node", "bson", "BSON", ""},
	{"node", "bson", "BSON without a registry", ""},
	{"node", "bson", "BSON, driver version 1", ""},
	{"node", "EJSON", "Extended JSON", ""},
	{"node", "cbor-x", "CBOR", ""},
	{"node", "cbor-x", "CBOR without a TagSet", ""},
	{"node", "cbor-x Buffer", "CBOR Bare", ""},
	{"node", "cbor", "CBOR", ""},
	{"node", "cborg", "CBOR", ""},
	{"node", "msgpackr", "MessagePack", ""},
	{"node", "msgpackr ext 2", "MessagePack ext", ""},
	{"node", "msgpackr text", "MessagePack text", ""},
	{"node", "@msgpack/msgpack", "MessagePack", "key"}, // its keys are strings and numbers
	{"node", "@msgpack/msgpack ext 2", "MessagePack ext", "key"},
	{"node", "@msgpack/msgpack text", "MessagePack text", ""},
	{"node", "JSON", "JSON", ""},
	{"python", "bson", "BSON", ""},
	{"python", "bson", "BSON without a registry", ""},
	{"python", "bson", "BSON, driver version 1", ""},
	{"python", "bson JAVA_LEGACY", "BSON javaLegacy", ""},
	{"python", "bson CSHARP_LEGACY", "BSON csharpLegacy", ""},
	{"python", "bson PYTHON_LEGACY", "BSON pythonLegacy", ""},
	{"python", "json_util", "Extended JSON", ""},
	{"python", "cbor2", "CBOR", ""},
	{"python", "cbor2 canonical", "CBOR without a TagSet", ""},
	{"python", "cbor2 bytes", "CBOR Bare", ""},
	{"python", "msgpack", "MessagePack", ""},
	{"python", "msgpack ext 2", "MessagePack ext", ""},
	{"python", "msgpack text", "MessagePack text", ""},
	{"python", "msgpack bytes_le", "MessagePack .NET", ""},
	{"python", "json", "JSON", ""},
}

// A file is one that Go or a client writes and the other reads.
type file struct {
	File    string `json:"file"`
	Library string `json:"library"`
	Value   any    `json:"value"`

	form   form
	shape  int   // of its type's
	goType suite // nil: it is the client's
}

func (f file) String() string {
	name := f.form.types[0].shapes(false)[f.shape].name
	if f.goType == nil {
		return fmt.Sprintf("%s of %s's", name, f.Library)
	}
	return fmt.Sprintf("%s of %v as %s, with %s", name, f.goType, f.form.name, f.Library)
}

// TestFiles has every library read what every Go type writes in its form, and every
// Go type read what the library writes, and compares the bytes of both with those
// of a third.
func TestFiles(t *testing.T) {
	for client, get := range clientsByName {
		t.Run(client, func(t *testing.T) {
			ours, theirs := files(t, client)
			for _, f := range ours {
				b, err := f.form.codec(f.goType).marshal(f.goType.shapes(false)[f.shape].in)
				if err != nil {
					t.Fatalf("%v: %v", f, err)
				}
				isTwin(t, f, b)
				if err := os.WriteFile(f.File, b, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			for i, got := range askAll[any](t, get, "read", ours) {
				same(t, ours[i].String(), got, ours[i].Value)
			}
			for i, failed := range askAll[any](t, get, "write", theirs) {
				if failed != nil {
					t.Errorf("%v: %s", theirs[i], show(failed))
					continue
				}
				theirs[i].read(t)
			}
			t.Logf("%d files of ours, %d of theirs", len(ours), len(theirs))
		})
	}
}

// files returns what there is to write, in a directory of the test's.
func files(t *testing.T, client string) (ours, theirs []file) {
	dir := t.TempDir()
	for _, l := range libraries {
		if l.client != client {
			continue
		}
		forms := forms()
		form := forms[slices.IndexFunc(forms, func(f form) bool { return f.name == l.form })]
		// Whoever writes text has no other UUIDs.
		describe := func(desc any) any { return map[string]any{"id": desc} }
		if form.are(texts) {
			describe = func(desc any) any { return map[string]any{"id": asText(desc)} }
		}
		for i, goType := range append([]suite{nil}, form.types...) {
			of := goType
			if of == nil {
				of = form.types[0]
			}
			for j, s := range of.shapes(form.are(textKeys)) {
				if s.name == l.without {
					continue
				}
				f := file{filepath.Join(dir, fmt.Sprintf("%d-%d-%d", len(ours)+len(theirs), i, j)), l.library, describe(s.desc), form, j, goType}
				if goType == nil {
					theirs = append(theirs, f)
				} else {
					ours = append(ours, f)
				}
			}
		}
	}
	return ours, theirs
}

// read reads a client's file into every Go type.
func (f file) read(t *testing.T) {
	t.Helper()
	b, err := os.ReadFile(f.File)
	if err != nil {
		t.Fatal(err)
	}
	isTwin(t, f, b)
	for _, goType := range f.form.types {
		c := f.form.codec(goType)
		shapes := goType.shapes(f.form.are(textKeys))
		if f.shape >= len(shapes) { // those of our own types come last
			continue
		}
		want := shapes[f.shape].in
		got := reflect.New(reflect.TypeOf(want))
		if err := c.unmarshal(b, got.Interface()); err != nil || !reflect.DeepEqual(got.Elem().Interface(), want) {
			t.Errorf("%v: %v got %+v, %v, want %+v", f, goType, got.Elem(), err, want)
		}
		if id, ok := shapes[f.shape].desc.(text); ok && f.form.are(toAny) {
			var got doc[any]
			if err := c.unmarshal(b, &got); err != nil || !goType.holds(got.ID, id) {
				t.Errorf("%v: any got %T %v, %v, want %v %s", f, got.ID, got.ID, err, goType, id)
			}
		}
	}
}

// isTwin fails the test unless b is what the specification of the format makes of
// what the file holds.
func isTwin(t *testing.T, f file, b []byte) {
	t.Helper()
	shape := f.form.types[0].shapes(f.form.are(textKeys))[f.shape]
	if want := f.form.twin(map[string]any{"id": shape.desc}); !bytes.Equal(b, want) {
		t.Errorf("%v: written are %q, want %q", f, b, want)
	}
}

// The twins write what is described, by what the specifications say and nothing
// else. Every map has one entry, so that there is no order.

// inOrder is a UUID whose bytes are written as they are.
const inOrder = "00112233445566778899aabbccddeeff"

// order returns the bytes of u in the order that the bytes of [vectors.U] have in
// sample.
func order(u text, sample string) []byte {
	var b []byte
	for _, i := range kit.Unhex(sample) {
		b = append(b, u.bytes()[i&15])
	}
	return b
}

// cborTwin writes head before the bytes of a UUID. RFC 8949, section 3.
func cborTwin(head string) func(any) []byte {
	var twin func(v any) []byte
	twin = func(v any) []byte {
		switch v := v.(type) {
		case nil:
			return []byte{0xf6}
		case string:
			if len(v) > 23 {
				panic("a string that is too long")
			}
			return append([]byte{0x60 | byte(len(v))}, v...)
		case text:
			return append(kit.Unhex(head), v.bytes()...)
		case keyed:
			return slices.Concat([]byte{0xa1}, twin(v.key), twin(v.value))
		case []any:
			b := []byte{0x80 | byte(len(v))} // up to 23
			for _, e := range v {
				b = append(b, twin(e)...)
			}
			return b
		case map[string]any:
			b := []byte{0xa0 | byte(len(v))}
			for k, e := range v {
				b = slices.Concat(b, twin(k), twin(e))
			}
			return b
		}
		panic(fmt.Sprintf("%T", v))
	}
	return twin
}

// msgpackTwin writes head before the bytes of a UUID, which have the order of
// sample; without a head it writes a UUID as text.
// https://github.com/msgpack/msgpack/blob/master/spec.md
func msgpackTwin(head, sample string) func(any) []byte {
	var twin func(v any) []byte
	twin = func(v any) []byte {
		switch v := v.(type) {
		case nil:
			return []byte{0xc0}
		case string:
			if len(v) > 31 {
				return append([]byte{0xd9, byte(len(v))}, v...)
			}
			return append([]byte{0xa0 | byte(len(v))}, v...)
		case text:
			if head == "" {
				return twin(string(v))
			}
			return append(kit.Unhex(head), order(v, sample)...)
		case keyed:
			return slices.Concat([]byte{0x81}, twin(v.key), twin(v.value))
		case []any:
			b := []byte{0x90 | byte(len(v))}
			if len(v) > 15 {
				b = []byte{0xdc, 0, byte(len(v))}
			}
			for _, e := range v {
				b = append(b, twin(e)...)
			}
			return b
		case map[string]any:
			b := []byte{0x80 | byte(len(v))}
			for k, e := range v {
				b = slices.Concat(b, twin(k), twin(e))
			}
			return b
		}
		panic(fmt.Sprintf("%T", v))
	}
	return twin
}

// bsonTwin writes a UUID as binary of the subtype, in the order of sample.
// https://bsonspec.org/spec.html
func bsonTwin(subtype byte, sample string) func(any) []byte {
	var element func(key string, v any) []byte
	document := func(elements []byte) []byte {
		b := binary.LittleEndian.AppendUint32(nil, uint32(4+len(elements)+1))
		return append(append(b, elements...), 0)
	}
	twin := func(v any) (typ byte, b []byte) {
		switch v := v.(type) {
		case nil:
			return 0x0a, nil
		case string:
			b = binary.LittleEndian.AppendUint32(nil, uint32(len(v)+1))
			return 0x02, append(append(b, v...), 0)
		case text:
			return 0x05, append([]byte{16, 0, 0, 0, subtype}, order(v, sample)...)
		case []any:
			for i, e := range v {
				b = append(b, element(fmt.Sprint(i), e)...)
			}
			return 0x04, document(b)
		case map[string]any:
			for k, e := range v {
				b = append(b, element(k, e)...)
			}
			return 0x03, document(b)
		}
		panic(fmt.Sprintf("%T", v))
	}
	element = func(key string, v any) []byte {
		typ, b := twin(v)
		return slices.Concat([]byte{typ}, []byte(key), []byte{0}, b)
	}
	return func(v any) []byte {
		_, b := twin(v)
		return b
	}
}

// withUUIDs returns a description in which something else stands for each UUID.
func withUUIDs(v any, as func(text) any) any {
	switch v := v.(type) {
	case text:
		return as(v)
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

func asText(v any) any { return withUUIDs(v, func(u text) any { return string(u) }) }

func jsonTwin(v any) []byte {
	b, err := json.Marshal(asText(v))
	if err != nil {
		panic(err)
	}
	return b
}

// extJSONTwin is the canonical form of Extended JSON, and the relaxed one.
// https://github.com/mongodb/specifications/blob/master/source/extended-json/extended-json.md
func extJSONTwin(v any) []byte {
	type binary struct {
		Base64  []byte `json:"base64"`
		SubType string `json:"subType"`
	}
	return jsonTwin(withUUIDs(v, func(u text) any {
		return struct {
			Binary binary `json:"$binary"`
		}{binary{u.bytes(), "04"}}
	}))
}

package bsonx_test

import (
	"reflect"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// TestRegistered asks a registry before and after Register, and after another codec.
func TestRegistered(t *testing.T) {
	reg := bson.NewRegistry()
	ask := func(when string, google, ours bool) {
		t.Helper()
		if got := bsonx.Registered[vectors.Google](reg); got != google {
			t.Errorf("%s: google: got %t, want %t", when, got, google)
		}
		if got := bsonx.Registered[uuid.UUID](reg); got != ours {
			t.Errorf("%s: ours: got %t, want %t", when, got, ours)
		}
	}
	ask("a new registry", false, false)
	if err := bsonx.Register[vectors.Google](reg, bsonx.JavaLegacy); err != nil {
		t.Fatal(err)
	}
	ask("google registered", true, false)
	if err := bsonx.Register[uuid.UUID](reg); err != nil {
		t.Fatal(err)
	}
	ask("both registered", true, true)
	plain, err := bson.NewRegistry().LookupEncoder(reflect.TypeFor[[16]byte]())
	if err != nil {
		t.Fatal(err)
	}
	reg.RegisterTypeEncoder(reflect.TypeFor[vectors.Google](), plain)
	ask("another codec", false, true)
	for _, empty := range []*bson.Registry{nil, new(bson.Registry)} {
		if bsonx.Registered[uuid.UUID](empty) {
			t.Error("a registry that is nil or empty: got true")
		}
	}
}

// TestOwnKinds: a codec of the program for a kind is asked, if it was registered between two
// types, or between a type and its first nil slice.
func TestOwnKinds(t *testing.T) {
	type document struct {
		Map  map[string]int32
		Nil  []vectors.Google
		Keys map[textless]int32
	}
	const one = "10" + "01000000"
	own := bson.ValueEncoderFunc(func(_ bson.EncodeContext, vw bson.ValueWriter, _ reflect.Value) error { return vw.WriteInt32(1) })
	reg := bson.NewRegistry()
	register[vectors.Google](reg)
	reg.RegisterKindEncoder(reflect.Map, own)
	reg.RegisterKindDecoder(reflect.Map, skipDecoder)
	reg.RegisterKindEncoder(reflect.Slice, own)
	register[textless](reg, bsonx.KeepAny)
	want := doc(elem("map", one), elem("nil", one), elem("keys", one))
	encodes(t, reg, document{}, want)
	decodes(t, reg, doc(elem("map", one), elem("keys", one)), new(document), document{})
}

// TestRegister registers types one after the other. Where that is an error, the
// registry does what it did before.
func TestRegister(t *testing.T) {
	type Registry = bson.Registry
	google, std := bsonx.Register[vectors.Google], bsonx.Register[vectors.Std]
	null := func(reg *Registry, _ ...bsonx.Option) error { return bsonx.RegisterNull[GoogleNull](reg) }
	type call struct {
		register func(*Registry, ...bsonx.Option) error
		opts     opts
	}
	for _, test := range []struct {
		name  string
		reg   *Registry
		calls []call
		want  string // the last one's error
	}{
		{"nil", nil, []call{{google, nil}}, "bsonx.Register[github.com/uuidkit/uuidkit/internal/vectors.Google]: the registry is nil or empty: make it with bson.NewRegistry"},
		{"nil, a type without a package", nil, []call{{bsonx.Register[[16]byte], nil}}, "bsonx.Register[[16]uint8]: the registry is nil or empty"},
		{"empty", new(Registry), []call{{google, nil}}, "the registry is nil or empty"},
		{"nil, null", nil, []call{{null, nil}}, "_test.GoogleNull]: the registry is nil or empty"},
		{"empty, null", new(Registry), []call{{null, nil}}, "the registry is nil or empty"},
		{"two orders", bson.NewRegistry(), []call{{google, opts{bsonx.JavaLegacy, bsonx.PythonLegacy}}}, "JavaLegacy and PythonLegacy are both subtype 3"},
		{"no option", bson.NewRegistry(), []call{{google, opts{99}}}, "Option(99) is no option"},
		{"again", bson.NewRegistry(), []call{{google, nil}, {google, opts{bsonx.Standard}}}, ""},
		{"again, strict", bson.NewRegistry(), []call{{google, opts{bsonx.Strict, bsonx.JavaLegacy}}, {google, opts{bsonx.Standard, bsonx.JavaLegacy, bsonx.Strict}}}, ""},
		{"again, otherwise", bson.NewRegistry(), []call{{google, nil}, {google, opts{bsonx.JavaLegacy}}}, "bsonx.Register[github.com/uuidkit/uuidkit/internal/vectors.Google]: it is registered already, with other options"},
		{"again, stricter", bson.NewRegistry(), []call{{google, nil}, {google, opts{bsonx.Strict}}}, "it is registered already"},
		{"again, keeping", bson.NewRegistry(), []call{{google, nil}, {google, opts{bsonx.KeepAny}}}, "it is registered already"},
		{"two types", bson.NewRegistry(), []call{{google, nil}, {std, nil}}, "bsonx.Register[github.com/uuidkit/uuidkit/internal/vectors.Std]: an any already gets a github.com/uuidkit/uuidkit/internal/vectors.Google from binary subtype 4: add the option KeepAny to keep that"},
		{"two types of one legacy subtype", bson.NewRegistry(), []call{{google, opts{bsonx.JavaLegacy}}, {std, opts{bsonx.CSharpLegacy}}}, "an any already gets a github.com/uuidkit/uuidkit/internal/vectors.Google from binary subtype 3"},
		{"two types of two subtypes", bson.NewRegistry(), []call{{google, opts{bsonx.JavaLegacy}}, {std, nil}}, ""},
		{"the second of two subtypes", bson.NewRegistry(), []call{{google, nil}, {std, opts{bsonx.JavaLegacy, bsonx.Standard}}}, "from binary subtype 4"},
		{"the second keeps", bson.NewRegistry(), []call{{google, nil}, {std, opts{bsonx.KeepAny}}}, ""},
		{"the first keeps", bson.NewRegistry(), []call{{google, opts{bsonx.KeepAny}}, {std, nil}}, ""},
	} {
		for i, c := range test.calls {
			err := c.register(test.reg, c.opts...)
			if last := i == len(test.calls)-1; !last || test.want == "" {
				if err != nil {
					t.Errorf("%s: Register(%v): %v", test.name, c.opts, err)
				}
			} else if err == nil || !strings.HasPrefix(err.Error(), "bsonx.Register") || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: Register(%v): %v, want %q", test.name, c.opts, err, test.want)
			}
		}
	}

	reg := bson.NewRegistry()
	register[vectors.Google](reg, bsonx.JavaLegacy)
	if err := std(reg, bsonx.Standard, bsonx.JavaLegacy); err == nil {
		t.Fatal("Register of a second type for subtype 3 succeeded")
	}
	in := bson.D{{Key: "g", Value: vectors.Google(vectors.U)}, {Key: "s", Value: bson.Binary{Subtype: 4, Data: vectors.U[:]}}}
	var got bson.D
	if b, err := marshal(reg, in); err != nil || unmarshal(reg, b, &got) != nil || !reflect.DeepEqual(got, in) {
		t.Errorf("marshal and unmarshal after an error = %v, %v, want %v", got, err, in)
	}
	if _, err := marshal(reg, bson.D{{Key: "x", Value: uuid.UUIDs{}}}); err != nil {
		t.Errorf("marshal a type that is not registered: %v", err)
	}
}

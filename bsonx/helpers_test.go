package bsonx_test

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// registry returns a registry with every type of the tests in it, all in the
// form of the options. Into any goes uuid.UUID.
func registry(opts ...bsonx.Option) *bson.Registry {
	reg := bson.NewRegistry()
	register[uuid.UUID](reg, opts...)
	opts = append(slices.Clip(opts), bsonx.KeepAny)
	register[vectors.Plain](reg, opts...)
	register[vectors.Std](reg, opts...)
	register[vectors.Google](reg, opts...)
	register[vectors.Gofrs](reg, opts...)
	register[textless](reg, opts...)
	if err := bsonx.RegisterNull[GoogleNull](reg); err != nil {
		panic(err)
	}
	return reg
}

func register[T ~[16]byte](reg *bson.Registry, opts ...bsonx.Option) {
	if err := bsonx.Register[T](reg, opts...); err != nil {
		panic(err)
	}
}

// GoogleNull is like google's NullUUID, and gofrs's.
type GoogleNull struct {
	UUID  vectors.Google
	Valid bool
}

// skipDecoder decodes nothing.
var skipDecoder = bson.ValueDecoderFunc(func(_ bson.DecodeContext, vr bson.ValueReader, _ reflect.Value) error {
	return vr.Skip()
})

// firstField encodes a struct as its first field.
var firstField = bson.ValueEncoderFunc(func(ec bson.EncodeContext, vw bson.ValueWriter, val reflect.Value) error {
	enc, err := ec.LookupEncoder(val.Field(0).Type())
	if err != nil {
		return err
	}
	return enc.EncodeValue(ec, vw, val.Field(0))
})

// U in the forms of the specification.
const (
	standardHex = "00112233445566778899aabbccddeeff"
	javaHex     = "7766554433221100ffeeddccbbaa9988"
	csharpHex   = "33221100554477668899aabbccddeeff"
)

type opts = []bsonx.Option

var forms = []struct {
	name    string
	opts    opts
	subtype byte
	hex     string
	zero    bool   // reads subtype 0
	reads   string // what errors say it reads
}{
	{"default", nil, 4, standardHex, true, "4 or 0"},
	{"Standard", opts{bsonx.Standard}, 4, standardHex, true, "4 or 0"},
	{"Strict", opts{bsonx.Strict}, 4, standardHex, false, "4"},
	{"JavaLegacy", opts{bsonx.JavaLegacy}, 3, javaHex, false, "3 (JavaLegacy)"},
	{"CSharpLegacy", opts{bsonx.CSharpLegacy}, 3, csharpHex, false, "3 (CSharpLegacy)"},
	{"PythonLegacy", opts{bsonx.PythonLegacy}, 3, standardHex, false, "3 (PythonLegacy)"},
	{"Strict, JavaLegacy", opts{bsonx.Strict, bsonx.JavaLegacy}, 4, standardHex, false, "4 or 3 (JavaLegacy)"},
	{"JavaLegacy, Standard", opts{bsonx.JavaLegacy, bsonx.Standard}, 3, javaHex, true, "4 or 0 or 3 (JavaLegacy)"},
	{"Standard, CSharpLegacy", opts{bsonx.Standard, bsonx.CSharpLegacy}, 4, standardHex, true, "4 or 0 or 3 (CSharpLegacy)"},
	{"Standard, PythonLegacy, Strict", opts{bsonx.Standard, bsonx.PythonLegacy, bsonx.Strict}, 4, standardHex, false, "4 or 3 (PythonLegacy)"},
}

// reads reports whether errors that say so are of a form that reads the subtype.
func reads(what string, subtype byte) bool {
	return slices.Contains(strings.Fields(what), fmt.Sprint(subtype))
}

// BSON by hand, so that the expected bytes owe nothing to the driver.

func unhex(s string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		panic(err)
	}
	return b
}

// doc returns the document or array of the elements.
func doc(elements ...string) string {
	s := strings.Join(elements, "")
	var size [4]byte
	binary.LittleEndian.PutUint32(size[:], uint32(4+len(unhex(s))+1))
	return hex.EncodeToString(size[:]) + s + "00"
}

// elem returns an element of a document or array. A value begins with its type.
func elem(key, value string) string {
	return value[:2] + hex.EncodeToString([]byte(key)) + "00" + value[2:]
}

// bin returns a binary value.
func bin(subtype byte, data string) string {
	var size [4]byte
	binary.LittleEndian.PutUint32(size[:], uint32(len(unhex(data))))
	return "05" + hex.EncodeToString(append(size[:], subtype)) + data
}

const null = "0a"

// array, object and x return an array, an embedded document, and a document of one
// field, x.
func array(values ...string) string {
	var elements []string
	for i, value := range values {
		elements = append(elements, elem(fmt.Sprint(i), value))
	}
	return "04" + doc(elements...)
}

func object(elements ...string) string { return "03" + doc(elements...) }

func x(value string) string { return doc(elem("x", value)) }

// encodes checks the bytes of v.
func encodes(t testing.TB, reg *bson.Registry, v any, want string, opts ...encoderOption) {
	t.Helper()
	if got, err := marshal(reg, v, opts...); err != nil || hex.EncodeToString(got) != want {
		t.Errorf("marshal(%T %+v) = %x, %v, want %s", v, v, got, err, want)
	}
}

// decodes decodes into what out points to, and compares.
func decodes[T any](t testing.TB, reg *bson.Registry, in string, out *T, want T, opts ...decoderOption) {
	t.Helper()
	if err := unmarshal(reg, unhex(in), out, opts...); err != nil || !reflect.DeepEqual(*out, want) {
		t.Errorf("unmarshal(%s) = %#v, %v, want %#v", in, *out, err, want)
	}
}

// refuses checks that decoding is an error with the texts, after which out is as it was.
func refuses[T any](t testing.TB, reg *bson.Registry, in string, out *T, was T, texts ...string) {
	t.Helper()
	err := unmarshal(reg, unhex(in), out)
	lacks := func(text string) bool { return !strings.Contains(err.Error(), text) }
	if err == nil || slices.ContainsFunc(texts, lacks) || !reflect.DeepEqual(*out, was) {
		t.Errorf("unmarshal(%s) = %#v, %v, want %#v and an error with %q", in, *out, err, was, texts)
	} else if strings.Contains(err.Error(), "bsonx: decode") && !errors.Is(err, uuid.ErrInvalid) {
		t.Errorf("unmarshal(%s): %v, want uuid.ErrInvalid", in, err)
	}
}

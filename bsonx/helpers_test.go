package bsonx_test

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strings"

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

var forms = []struct {
	name    string
	opts    []bsonx.Option
	subtype byte
	hex     string
	zero    bool   // reads subtype 0
	reads   string // what errors say it reads
}{
	{"default", nil, 4, standardHex, true, "4 or 0"},
	{"Standard", []bsonx.Option{bsonx.Standard}, 4, standardHex, true, "4 or 0"},
	{"Strict", []bsonx.Option{bsonx.Strict}, 4, standardHex, false, "4"},
	{"JavaLegacy", []bsonx.Option{bsonx.JavaLegacy}, 3, javaHex, false, "3 (JavaLegacy)"},
	{"CSharpLegacy", []bsonx.Option{bsonx.CSharpLegacy}, 3, csharpHex, false, "3 (CSharpLegacy)"},
	{"PythonLegacy", []bsonx.Option{bsonx.PythonLegacy}, 3, standardHex, false, "3 (PythonLegacy)"},
	{"Strict, JavaLegacy", []bsonx.Option{bsonx.Strict, bsonx.JavaLegacy}, 3, javaHex, false, "3 (JavaLegacy)"},
	{"JavaLegacy, Standard", []bsonx.Option{bsonx.JavaLegacy, bsonx.Standard}, 3, javaHex, true, "4 or 0 or 3 (JavaLegacy)"},
	{"Standard, CSharpLegacy", []bsonx.Option{bsonx.Standard, bsonx.CSharpLegacy}, 4, standardHex, true, "4 or 0 or 3 (CSharpLegacy)"},
	{"Standard, PythonLegacy, Strict", []bsonx.Option{bsonx.Standard, bsonx.PythonLegacy, bsonx.Strict}, 4, standardHex, false, "4 or 3 (PythonLegacy)"},
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

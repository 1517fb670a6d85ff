package driverv1_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/bsoncodec"
	"go.mongodb.org/mongo-driver/bson/bsonrw"
	"go.mongodb.org/mongo-driver/bson/mgocompat"
)

// An encoderOption and a decoderOption are what a client's BSONOptions set.
type (
	encoderOption = func(*bson.Encoder)
	decoderOption = func(*bson.Decoder)
)

// guard turns a panic of the driver, which takes a negative length for that of a
// slice, into an error. But not one of ours.
func guard(decode func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			if strings.Contains(panicked(), "/driverv1.") {
				panic(r)
			}
			err = fmt.Errorf("the driver panics: %v", r)
		}
	}()
	return decode()
}

// panicked returns the function that panicked, for a deferred function.
func panicked() string {
	pcs := make([]uintptr, 50)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
	for began := false; ; {
		frame, more := frames.Next()
		began = began || frame.Function == "runtime.gopanic"
		if began && !strings.HasPrefix(frame.Function, "runtime.") || !more {
			return frame.Function
		}
	}
}

func mgoRegistry() *bsoncodec.Registry { return mgocompat.NewRegistryBuilder().Build() }
func binaryAsSlice(d *bson.Decoder)    { d.BinaryAsSlice() }
func zeroMaps(d *bson.Decoder)         { d.ZeroMaps() }
func nilMapAsEmpty(e *bson.Encoder)    { e.NilMapAsEmpty() }
func nilSliceAsEmpty(e *bson.Encoder)  { e.NilSliceAsEmpty() }
func textKeys(e *bson.Encoder)         { e.StringifyMapKeysWithFmt() }

// encode and decode set a registry, and otherwise make the best of the two
// constructors' errors.
func encode(reg *bsoncodec.Registry, vw bsonrw.ValueWriter, v any, opts ...encoderOption) error {
	enc, err := bson.NewEncoder(vw)
	if err != nil {
		return err
	}
	if err := enc.SetRegistry(reg); err != nil {
		return err
	}
	for _, opt := range opts {
		opt(enc)
	}
	return enc.Encode(v)
}

func decode(reg *bsoncodec.Registry, vr bsonrw.ValueReader, v any, opts ...decoderOption) error {
	dec, err := bson.NewDecoder(vr)
	if err != nil {
		return err
	}
	if err := dec.SetRegistry(reg); err != nil {
		return err
	}
	for _, opt := range opts {
		opt(dec)
	}
	return dec.Decode(v)
}

// marshal and unmarshal do what a client with the registry does.
func marshal(reg *bsoncodec.Registry, v any, opts ...encoderOption) ([]byte, error) {
	var b bytes.Buffer
	vw, err := bsonrw.NewBSONValueWriter(&b)
	if err != nil {
		return nil, err
	}
	err = encode(reg, vw, v, opts...)
	return b.Bytes(), err
}

func unmarshal(reg *bsoncodec.Registry, b []byte, v any, opts ...decoderOption) error {
	return decode(reg, bsonrw.NewBSONDocumentReader(b), v, opts...)
}

// marshalJSON and unmarshalJSON do the same in canonical Extended JSON.
func marshalJSON(t testing.TB, reg *bsoncodec.Registry, v any) string {
	var b bytes.Buffer
	vw, err := bsonrw.NewExtJSONValueWriter(&b, true, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := encode(reg, vw, v); err != nil {
		t.Errorf("Encode(%v) as Extended JSON: %v", v, err)
	}
	return string(bytes.TrimSpace(b.Bytes()))
}

func unmarshalJSON(reg *bsoncodec.Registry, s string, v any) error {
	vr, err := bsonrw.NewExtJSONValueReader(bytes.NewReader([]byte(s)), true)
	if err != nil {
		return err
	}
	return decode(reg, vr, v)
}

// checkEmbedded checks what becomes of a struct that embeds a uuid.UUID: nothing
// bad, as driver v1 does not know its methods.
func checkEmbedded(t *testing.T, reg *bsoncodec.Registry, v any) {
	t.Helper()
	got, err := marshal(reg, v)
	var m bson.M
	if err != nil || bson.Unmarshal(got, &m) != nil || m["name"] != "gopher" {
		t.Errorf("marshal a document = %x, %v, want one with both fields", got, err)
	}
}

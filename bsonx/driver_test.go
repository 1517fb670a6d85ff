package bsonx_test

import (
	"bytes"
	"encoding/hex"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// An encoderOption and a decoderOption are what a client's BSONOptions set.
type (
	encoderOption = func(*bson.Encoder)
	decoderOption = func(*bson.Decoder)
)

// marshal and unmarshal do what a client with the registry does.
func marshal(reg *bson.Registry, v any, opts ...encoderOption) ([]byte, error) {
	var b bytes.Buffer
	enc := bson.NewEncoder(bson.NewDocumentWriter(&b))
	enc.SetRegistry(reg)
	for _, opt := range opts {
		opt(enc)
	}
	err := enc.Encode(v)
	return b.Bytes(), err
}

func unmarshal(reg *bson.Registry, b []byte, v any, opts ...decoderOption) error {
	dec := bson.NewDecoder(bson.NewDocumentReader(bytes.NewReader(b)))
	dec.SetRegistry(reg)
	for _, opt := range opts {
		opt(dec)
	}
	return dec.Decode(v)
}

// marshalJSON and unmarshalJSON do the same in canonical Extended JSON.
func marshalJSON(t testing.TB, reg *bson.Registry, v any) string {
	var b bytes.Buffer
	enc := bson.NewEncoder(bson.NewExtJSONValueWriter(&b, true, false))
	enc.SetRegistry(reg)
	if err := enc.Encode(v); err != nil {
		t.Errorf("Encode(%v) as Extended JSON: %v", v, err)
	}
	return string(bytes.TrimSpace(b.Bytes()))
}

func unmarshalJSON(reg *bson.Registry, s string, v any) error {
	vr, err := bson.NewExtJSONValueReader(bytes.NewReader([]byte(s)), true)
	if err != nil {
		return err
	}
	dec := bson.NewDecoder(vr)
	dec.SetRegistry(reg)
	return dec.Decode(v)
}

// guard calls decode, of which driver v1 can panic.
func guard(decode func() error) error { return decode() }

func mgoRegistry() *bson.Registry     { return bson.NewMgoRegistry() }
func binaryAsSlice(d *bson.Decoder)   { d.BinaryAsSlice() }
func zeroMaps(d *bson.Decoder)        { d.ZeroMaps() }
func nilMapAsEmpty(e *bson.Encoder)   { e.NilMapAsEmpty() }
func nilSliceAsEmpty(e *bson.Encoder) { e.NilSliceAsEmpty() }
func textKeys(e *bson.Encoder)        { e.StringifyMapKeysWithFmt() }

// checkEmbedded checks what becomes of a struct that embeds a uuid.UUID: one
// binary as a field, and an error as a document.
func checkEmbedded(t *testing.T, reg *bson.Registry, v any) {
	t.Helper()
	want := doc(elem("x", bin(4, standardHex)))
	if got, err := marshal(reg, bson.D{{Key: "x", Value: v}}); err != nil || hex.EncodeToString(got) != want {
		t.Errorf("marshal a field = %x, %v, want %s", got, err, want)
	}
	if got, err := marshal(reg, v); err == nil {
		t.Errorf("marshal a document = %x, want an error", got)
	}
}

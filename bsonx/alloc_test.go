package bsonx_test

import (
	"reflect"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/internal/vectors"
)

// A binaryWriter and a binaryReader are a driver that costs nothing.
type binaryWriter struct{ bson.ValueWriter }

func (binaryWriter) WriteBinaryWithSubtype([]byte, byte) error { return nil }

type binaryReader struct {
	bson.ValueReader
	data []byte
}

func (binaryReader) Type() bson.Type                     { return bson.TypeBinary }
func (r binaryReader) ReadBinary() ([]byte, byte, error) { return r.data, 4, nil }

// TestAllocs counts what the codecs allocate. The driver's own share is not in
// it, which is a copy of any binary that it reads.
func TestAllocs(t *testing.T) {
	reg := registry()
	register[UserID](reg, bsonx.KeepAny)
	id := vectors.Google(vectors.U)
	p, null := &id, GoogleNull{id, true}
	own := NullUserID{UserID(vectors.U), true}
	var a any
	for _, test := range []struct {
		name           string
		val            reflect.Value
		encode, decode float64 // decode < 0 is not tried
	}{
		{"T", reflect.ValueOf(&id).Elem(), 0, 0},
		{"T that has no address", reflect.ValueOf(id), 1, -1},
		{"*T", reflect.ValueOf(&p).Elem(), 0, 0},
		{"NullUUID", reflect.ValueOf(&null).Elem(), 0, 0},
		{"the NullUUID of a registered UUID", reflect.ValueOf(&own).Elem(), 0, 0},
		{"any", reflect.ValueOf(&a).Elem(), -1, 1},
	} {
		if test.encode >= 0 {
			enc, err := reg.LookupEncoder(test.val.Type())
			if err != nil {
				t.Fatal(err)
			}
			var vw bson.ValueWriter = binaryWriter{}
			ec := bson.EncodeContext{Registry: reg}
			got := testing.AllocsPerRun(100, func() {
				if err := enc.EncodeValue(ec, vw, test.val); err != nil {
					t.Fatal(err)
				}
			})
			if got != test.encode {
				t.Errorf("encode %s: %v allocations, want %v", test.name, got, test.encode)
			}
		}
		if test.decode >= 0 {
			dec, err := reg.LookupDecoder(test.val.Type())
			if err != nil {
				t.Fatal(err)
			}
			var vr bson.ValueReader = binaryReader{data: vectors.U[:]}
			dc := bson.DecodeContext{Registry: reg}
			got := testing.AllocsPerRun(100, func() {
				if err := dec.DecodeValue(dc, vr, test.val); err != nil {
					t.Fatal(err)
				}
			})
			if got != test.decode {
				t.Errorf("decode %s: %v allocations, want %v", test.name, got, test.decode)
			}
		}
	}
}

// TestSliceAllocs shows that a []T costs the same, however long it is.
func TestSliceAllocs(t *testing.T) {
	reg := registry()
	for _, n := range []int{10, 1000} {
		b, err := marshal(reg, bson.D{{Key: "x", Value: make([]vectors.Google, n)}})
		if err != nil {
			t.Fatal(err)
		}
		doc := bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: b}
		var x struct{ X []vectors.Google }
		got := testing.AllocsPerRun(100, func() {
			if err := doc.UnmarshalWithRegistry(reg, &x); err != nil {
				t.Fatal(err)
			}
		})
		if got > 20 {
			t.Errorf("decode []T of %d: %v allocations, want at most 20", n, got)
		}
		got = testing.AllocsPerRun(100, func() {
			if _, err := marshal(reg, &x); err != nil {
				t.Fatal(err)
			}
		})
		if got > 20 {
			t.Errorf("encode []T of %d: %v allocations, want at most 20", n, got)
		}
	}
}

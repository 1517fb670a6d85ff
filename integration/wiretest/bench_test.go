package wiretest_test

import (
	"testing"

	"github.com/fxamacker/cbor/v2"
	google "github.com/google/uuid"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

// Registration is by exact type, so types of their own stand for google's
// registered in three forms, while google's stays what it is by default. What
// a registered type costs does not depend on its methods.
type (
	regBin  google.UUID
	regExt  google.UUID
	regText google.UUID
)

type s4[T any] struct{ A, B, C, D T }

type l1000[T any] struct{ IDs []T }

// benchAll measures a struct of four UUIDs and a list of a thousand. Compare
// the names after the last slash with those of google in the same run.
func benchAll[T ~[16]byte](b *testing.B, name string, marshal func(any) ([]byte, error), unmarshal func([]byte, any) error) {
	u := T(vectors.U)
	list := l1000[T]{make([]T, 1000)}
	for i := range list.IDs {
		list.IDs[i] = u
	}
	benchOne(b, "S4", name, &s4[T]{u, u, u, u}, new(s4[T]), marshal, unmarshal)
	// A struct given by value has fields without addresses.
	benchOne(b, "S4 by value", name, s4[T]{u, u, u, u}, new(s4[T]), marshal, unmarshal)
	benchOne(b, "L1000", name, &list, new(l1000[T]), marshal, unmarshal)
}

func benchOne(b *testing.B, shape, name string, in, out any, marshal func(any) ([]byte, error), unmarshal func([]byte, any) error) {
	data, err := marshal(in)
	if err != nil {
		b.Fatal(err)
	}
	b.Run(shape+"/encode/"+name, func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := marshal(in); err != nil {
				b.Fatal(err)
			}
		}
	})
	if shape == "S4 by value" {
		return
	}
	b.Run(shape+"/decode/"+name, func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := unmarshal(data, out); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkMsgpack(b *testing.B) {
	for _, err := range []error{
		msgpackx.Register[regBin](),
		msgpackx.Register[regExt](msgpackx.Ext(msgpackx.Tarantool)),
		msgpackx.Register[regText](msgpackx.Text()),
	} {
		if err != nil {
			b.Fatal(err)
		}
	}
	benchAll[google.UUID](b, "google", msgpack.Marshal, msgpack.Unmarshal)
	benchAll[uuid.UUID](b, "uuid.UUID", msgpack.Marshal, msgpack.Unmarshal)
	benchAll[regBin](b, "registered", msgpack.Marshal, msgpack.Unmarshal)
	benchAll[regExt](b, "registered_ext", msgpack.Marshal, msgpack.Unmarshal)
	benchAll[regText](b, "registered_text", msgpack.Marshal, msgpack.Unmarshal)
	benchStdMsgpack(b)
}

func BenchmarkCBOR(b *testing.B) {
	benchAll[google.UUID](b, "google", cbor.Marshal, cbor.Unmarshal)
	em, dm := cborModes[google.UUID](b)
	benchAll[google.UUID](b, "google_registered", em.Marshal, dm.Unmarshal)
	benchAll[uuid.UUID](b, "uuid.UUID", cbor.Marshal, cbor.Unmarshal)
	benchAll[cborx.Tagged](b, "Tagged", cbor.Marshal, cbor.Unmarshal)
	benchAll[cborx.Bare](b, "Bare", cbor.Marshal, cbor.Unmarshal)
	benchStdCBOR(b)
}

package bsontest_test

import (
	"bytes"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	bson1 "go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/bsoncodec"
	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"github.com/uuidkit/uuidkit/uuid"
)

// The benchmarks compare with google's UUID as the driver takes it without
// Register: divide the times after the last slash by those of google in the same
// run.

type s4[T any] struct{ A, B, C, D T }

type l1000[T any] struct{ IDs []T }

// A format is a way to encode and decode.
type format struct {
	encode func(v any) ([]byte, error)
	decode func(b []byte, v any) error
}

// client is how a client does it.
func client(reg *bson.Registry) format {
	var buf bytes.Buffer
	return format{
		func(v any) ([]byte, error) {
			buf.Reset()
			enc := bson.NewEncoder(bson.NewDocumentWriter(&buf))
			enc.SetRegistry(reg)
			err := enc.Encode(v)
			return buf.Bytes(), err
		},
		func(b []byte, v any) error {
			dec := bson.NewDecoder(bson.NewDocumentReader(bytes.NewReader(b)))
			dec.SetRegistry(reg)
			return dec.Decode(v)
		},
	}
}

// rawValue is as client, but decodes without the client's buffer of 4 kB.
func rawValue(reg *bson.Registry) format {
	return format{client(reg).encode, func(b []byte, v any) error {
		return bson.RawValue{Type: bson.TypeEmbeddedDocument, Value: b}.UnmarshalWithRegistry(reg, v)
	}}
}

// client1 is how a client of driver v1 does it.
func client1(reg *bsoncodec.Registry) format {
	return format{
		func(v any) ([]byte, error) { return bson1.MarshalWithRegistry(reg, v) },
		func(b []byte, v any) error { return bson1.UnmarshalWithRegistry(reg, b, v) },
	}
}

func benchmark[T ~[16]byte](b *testing.B, name string, f format) {
	list := l1000[T]{make([]T, 1000)}
	for i := range list.IDs {
		list.IDs[i] = T(u)
	}
	four := s4[T]{T(u), T(u), T(u), T(u)}
	for _, shape := range []struct {
		name    string
		in, out any
	}{
		{"S4", &four, new(s4[T])},
		{"S4 by value", four, nil}, // it has fields without addresses
		{"L1000", &list, new(l1000[T])},
		{"S4 of any", &s4[any]{T(u), T(u), T(u), T(u)}, new(s4[any])},
	} {
		encoded, err := f.encode(shape.in)
		if err != nil {
			b.Fatal(err)
		}
		data := bytes.Clone(encoded)
		b.Run(shape.name+"/encode/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := f.encode(shape.in); err != nil {
					b.Fatal(err)
				}
			}
		})
		if shape.out == nil {
			continue
		}
		b.Run(shape.name+"/decode/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := f.decode(data, shape.out); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkV2(b *testing.B) {
	for how, format := range map[string]func(*bson.Registry) format{"client": client, "raw": rawValue} {
		b.Run(how, func(b *testing.B) {
			benchmark[google.UUID](b, "google", format(bson.NewRegistry()))
			benchmark[gofrs.UUID](b, "gofrs", format(bson.NewRegistry()))
			benchmark[google.UUID](b, "google registered", format(registry[google.UUID]()))
			benchmark[uuid.UUID](b, "ours", format(bson.NewRegistry()))
			benchmark[uuid.UUID](b, "ours registered", format(registry[uuid.UUID]()))
		})
	}
}

func BenchmarkV1(b *testing.B) {
	reg := bson1.NewRegistry()
	driverv1.Register[uuid.UUID](reg)
	driverv1.Register[google.UUID](reg)
	benchmark[google.UUID](b, "google", client1(bson1.NewRegistry()))
	benchmark[google.UUID](b, "google registered", client1(reg))
	benchmark[uuid.UUID](b, "ours registered", client1(reg))
}

// Package formats measures libraries that write and read serialization formats.
//
// To add a library, write a function like avroRows in avro_test.go, and call it in TestFormats in formats_test.go, or in slow in
// full_test.go if the library takes long to compile.
package formats

import (
	"encoding/hex"
	"slices"
	"testing"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestFormats(t *testing.T) {
	ecosystem.Run(t, slices.Concat(avroRows(), msgpRows(), slow()))
}

// Bytes are what has been written.
type data struct{ b []byte }

// value is hex of what marshal writes.
func value[V any](d *data, marshal func(V) ([]byte, error), unmarshal func([]byte, *V) error) ecosystem.Value[V] {
	return ecosystem.Value[V]{Write: func(v V) (string, error) {
		b, err := marshal(v)
		d.b = b
		return hex.EncodeToString(b), err
	}, Read: func(v *V) error { return unmarshal(d.b, v) }}
}

func hexOf(u uuid.UUID) string { return hex.EncodeToString(u[:]) }

// bad has the data be each of these.
func bad(d *data, inputs map[string][]byte) map[string]func() error {
	bad := map[string]func() error{}
	for name, b := range inputs {
		bad[name] = func() error { d.b = b; return nil }
	}
	return bad
}

package bsonx_test

import (
	"bytes"
	"strconv"
	"testing"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/internal/vectors"
)

func TestArrayAllocs(t *testing.T) {
	ids := make([][16]byte, 1000)
	var b []byte
	if got := testing.AllocsPerRun(10, func() { b, _ = bsonx.EncodeArray(ids) }); got != 1 {
		t.Errorf("EncodeArray: %v allocations, want 1", got)
	}
	if got := testing.AllocsPerRun(10, func() { ids, _ = bsonx.DecodeArray(b) }); got != 1 || len(ids) != 1000 {
		t.Errorf("DecodeArray: %v allocations, want 1", got)
	}
}

// TestTooMany encodes more than the length of an array can say.
func TestTooMany(t *testing.T) {
	if strconv.IntSize < 64 {
		t.Skip("a slice cannot be as long")
	}
	ids := make([][16]byte, 90_000_000) // of 24 bytes at least; nobody touches the memory
	if b, err := bsonx.EncodeArray(ids); err == nil {
		t.Errorf("EncodeArray of %d returned %d bytes, want an error", len(ids), len(b))
	}
}

// TestArrayMalformed decodes what the driver's readers would not let through.
func TestArrayMalformed(t *testing.T) {
	b, err := bsonx.EncodeArray([][16]byte{vectors.U})
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{
		"longer than it says":  append(bytes.Clone(b), 0),
		"shorter than it says": b[:len(b)-1],
		"another length":       append([]byte{b[0] + 1}, b[1:]...),
		"no end":               append(bytes.Clone(b[:len(b)-1]), 1),
		"two ends":             {6, 0, 0, 0, 0, 0},
		"an element of type 0": {8, 0, 0, 0, 0, '0', 0, 0},
		"nothing":              nil,
	} {
		_, err := bsonx.DecodeArray(b)
		if err == nil || err.Error() != "got a malformed array" {
			t.Errorf("%s: DecodeArray(% x): %v, want a malformed array", name, b, err)
		}
	}
}

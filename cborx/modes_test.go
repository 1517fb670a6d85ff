package cborx_test

import (
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// TestTagsForbidden checks which types can be written where tags can't.
func TestTagsForbidden(t *testing.T) {
	em := must(cbor.CTAP2EncOptions().EncMode())
	dm := must(cbor.DecOptions{TagsMd: cbor.TagsForbidden}.DecMode())
	testShapes[cborx.Bare](t, em, dm, "50")
	testRejects[cborx.Bare](t, dm, taggedU)
	testShapes[vectors.Google](t, em, dm, "50")
	testRead[uuid.UUID](t, dm, bareU, true)
	testRead[uuid.UUID](t, dm, taggedU, false)
	for _, v := range []any{vectors.U, cborx.Tagged(vectors.U), uuid.NullUUID{UUID: vectors.U, Valid: true}} {
		if b, err := em.Marshal(v); err == nil {
			t.Errorf("Marshal(%T) = %x, want an error", v, b)
		}
	}
	if _, err := cbor.CTAP2EncOptions().EncModeWithTags(tagSet[vectors.Google](t)); err == nil {
		t.Error("CTAP2 modes take a TagSet: the documentation says they do not")
	}
}

// TestDeterministic checks a map under the options that leave no choice. The keys
// sort by their bytes in Core Deterministic Encoding (RFC 8949, section 4.2.1), by
// their length first in the older one (RFC 7049, section 3.9), and by their major
// type first in CTAP2's, which has no tags.
func TestDeterministic(t *testing.T) {
	for _, tt := range []struct {
		opts cbor.EncOptions
		in   map[any]int
		want string
	}{
		{cbor.CoreDetEncOptions(), map[any]int{vectors.U: 3, "a": 2, cborx.Bare(vectors.U): 1}, "a3" + bareU + "01" + "616102" + taggedU + "03"},
		{cbor.CanonicalEncOptions(), map[any]int{vectors.U: 3, "a": 1, cborx.Bare(vectors.U): 2}, "a3" + "616101" + bareU + "02" + taggedU + "03"},
		{cbor.CTAP2EncOptions(), map[any]int{"a": 3, cborx.Bare(vectors.U): 2, 1: 1}, "a3" + "0101" + bareU + "02" + "616103"},
	} {
		testWrite(t, must(tt.opts.EncMode()), written{tt.in, tt.want})
	}

	// What we write ourselves is what the cbor package makes of the same data.
	em := must(cbor.CoreDetEncOptions().EncMode())
	values := []any{vectors.U, cborx.Bare(vectors.U), cborx.Tagged(vectors.U), uuid.NullUUID{}, uuid.UUIDs(nil)}
	for _, n := range []int{0, 1, 23, 24, 255, 256, 65535, 65536} {
		values = append(values, make(uuid.UUIDs, n))
	}
	for _, v := range values {
		b := must(cbor.Marshal(v))
		var data any
		if err := cbor.Unmarshal(b, &data); err != nil {
			t.Fatal(err)
		}
		if again, err := em.Marshal(data); err != nil || string(again) != string(b) {
			t.Errorf("%T is written as %.40x, and deterministic as %.40x, %v", v, b, again, err)
		}
	}
}

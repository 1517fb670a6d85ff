package cborx_test

import (
	"bytes"
	"testing"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/ugorji/go/codec"

	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// plain is the cbor package with nothing registered.
var plain = kit.Codec{Marshal: cbor.Marshal, Unmarshal: cbor.Unmarshal}

// TestNull checks that our nullable types read their null, and google's. google's own
// does not.
func TestNull(t *testing.T) {
	b := kit.Must(cbor.Marshal(google.NullUUID{}))(t)
	var theirs google.NullUUID
	if err := cbor.Unmarshal(b, &theirs); err == nil {
		t.Errorf("google's NullUUID reads its null %x: it did not use to", b)
	}
	in := []uuid.NullUUID{{UUID: vectors.U, Valid: true}, {}}
	plain.Exchange(t, in, in)
	googles := []google.NullUUID{{UUID: google.UUID(vectors.U), Valid: true}, {}}
	plain.Exchange(t, googles, in)
	plain.Exchange(t, googles, []cborx.Null[google.UUID]{cborx.Null[google.UUID](googles[0]), {}})
	plain.Exchange(t, in, []cborx.Null[gofrs.UUID]{cborx.Null[gofrs.UUID](gofrs.NullUUID{UUID: gofrs.UUID(vectors.U), Valid: true}), {}})
}

// TestUgorji checks that ugorji/go/codec writes the bytes without a tag, and reads
// tag 37 if SkipUnexpectedTags is set.
func TestUgorji(t *testing.T) {
	in := kit.NewShapes[uuid.UUID]()
	h := &codec.CborHandle{SkipUnexpectedTags: true}
	var b []byte
	if err := codec.NewEncoderBytes(&b, h).Encode(in); err != nil || !bytes.Contains(b, kit.Unhex("50"+kit.Raw)) {
		t.Fatalf("ugorji's = %x, %v, want 50%s in it", b, err, kit.Raw)
	}
	plain.Reads(t, b, in)
	b = kit.Must(cbor.Marshal(in))(t)
	ugorji := func(h *codec.CborHandle) kit.Codec {
		return kit.Codec{Unmarshal: func(b []byte, v any) error { return codec.NewDecoderBytes(b, h).Decode(v) }}
	}
	ugorji(h).Reads(t, b, in)
	if err := ugorji(new(codec.CborHandle)).Unmarshal(b, &in); err == nil {
		t.Error("ugorji skips tags without the option: it did not use to")
	}
}

package cborx_test

import (
	"bytes"
	"encoding/hex"
	"testing"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/ugorji/go/codec"

	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

const (
	bare   = "50" + kit.Raw
	tagged = "d825" + bare
)

// plain is the cbor package with nothing registered.
var plain = kit.Codec{Marshal: cbor.Marshal, Unmarshal: cbor.Unmarshal}

func registered[T ~[16]byte](t testing.TB, opts ...cborx.Option) kit.Codec {
	t.Helper()
	em, dm, err := cborx.Modes[T](cbor.EncOptions{}, cbor.DecOptions{}, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return kit.Codec{Marshal: em.Marshal, Unmarshal: dm.Unmarshal}
}

func TestTypes(t *testing.T) {
	t.Run("google", testType[google.UUID])
	t.Run("gofrs", testType[gofrs.UUID])
	if std.Present {
		t.Run("std", testType[std.UUID])
	}
}

// testType checks that T, once registered, is written as uuid.UUID is by itself, in
// every shape, and is what a value of type any gets. What else is read, and what is an
// error, package cborx tests with types of the same methods.
func testType[T ~[16]byte](t *testing.T) {
	c, in := registered[T](t), kit.NewShapes[T]()
	b := plain.Exchange(t, kit.NewShapes[uuid.UUID](), kit.NewShapes[uuid.UUID]())
	c.Write(t, in, hex.EncodeToString(b))
	c.Reads(t, b, in)
	c.Reads(t, kit.Unhex("82"+tagged+bare), []any{T(vectors.U), vectors.U[:]})
	registered[T](t, cborx.Strict).Read(t, kit.Unhex(bare), T(vectors.Other), T(vectors.Other), false)

	// A type that is not registered is written as Bare is.
	bares := plain.Exchange(t, in, kit.NewShapes[cborx.Bare]())
	plain.Write(t, kit.NewShapes[cborx.Bare](), hex.EncodeToString(bares))
}

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

// TestLists checks that lists of all kinds read each other.
func TestLists(t *testing.T) {
	ours := uuid.UUIDs{vectors.U, {}, vectors.Other}
	theirs := []google.UUID{google.UUID(vectors.U), {}, google.UUID(vectors.Other)}
	googles := registered[google.UUID](t)
	tagged, bare := plain.Exchange(t, ours, ours), plain.Exchange(t, theirs, ours)
	googles.Write(t, theirs, hex.EncodeToString(tagged))
	googles.Reads(t, tagged, theirs)
	googles.Reads(t, bare, theirs)
}

// TestUgorji checks that ugorji/go/codec writes the bytes without a tag, and reads
// tag 37 if SkipUnexpectedTags is set.
func TestUgorji(t *testing.T) {
	in := kit.NewShapes[uuid.UUID]()
	h := &codec.CborHandle{SkipUnexpectedTags: true}
	var b []byte
	if err := codec.NewEncoderBytes(&b, h).Encode(in); err != nil || !bytes.Contains(b, kit.Unhex(bare)) {
		t.Fatalf("ugorji's = %x, %v, want %s in it", b, err, bare)
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

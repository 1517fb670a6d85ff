package cborx_test

import (
	"bytes"
	"encoding"
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
// every shape, and is what a value of type any gets.
func testType[T ~[16]byte](t *testing.T) {
	c, strict := registered[T](t), registered[T](t, cborx.Strict)
	in := kit.NewShapes[T]()
	b := plain.Exchange(t, kit.NewShapes[uuid.UUID](), kit.NewShapes[uuid.UUID]())
	c.Write(t, in, hex.EncodeToString(b))
	c.Reads(t, b, in)
	c.Reads(t, kit.Unhex("82"+tagged+bare), []any{T(vectors.U), vectors.U[:]})
	for name, in := range map[string]string{
		"tag 999": "d903e7" + bare, "tag 37 twice": "d825" + tagged, "text": "7824" + hex.EncodeToString([]byte(vectors.Text)),
		"a number": "00", "true": "f5", "a map": "a0",
	} {
		t.Run(name, func(t *testing.T) { c.Read(t, kit.Unhex(in), T(vectors.Other), T(vectors.Other), false) })
	}
	strict.Read(t, kit.Unhex(bare), T(vectors.Other), T(vectors.Other), false)
	strict.Reads(t, kit.Unhex(tagged), T(vectors.U))

	// The cbor package pads an array silently, unless the type checks its bytes.
	_, checks := any(new(T)).(encoding.BinaryUnmarshaler)
	for _, n := range vectors.BadLengths {
		b := kit.Must(cbor.Marshal(cbor.Tag{Number: 37, Content: vectors.Bytes(n)}))(t)
		c.Read(t, b, vectors.Other, vectors.Other, false)
		if checks {
			c.Read(t, b, T(vectors.Other), T(vectors.Other), false)
			continue
		}
		var padded T
		copy(padded[:], vectors.Bytes(n))
		c.Read(t, b, T(vectors.Other), padded, true)
	}

	// A type that is not registered is written as Bare is.
	bares := plain.Exchange(t, in, kit.NewShapes[cborx.Bare]())
	plain.Write(t, kit.NewShapes[cborx.Bare](), hex.EncodeToString(bares))
}

// TestFieldTypes has the types that the documentation names for fields whose own type
// does not check its bytes.
func TestFieldTypes(t *testing.T) {
	type fields struct {
		ID uuid.UUID
		B  cborx.Bare
		T  cborx.Tagged
	}
	in := fields{vectors.U, cborx.Bare(vectors.U), cborx.Tagged(vectors.U)}
	plain.Exchange(t, in, in)
}

// TestNull checks that uuid.NullUUID reads its null. google's does not.
func TestNull(t *testing.T) {
	b := kit.Must(cbor.Marshal(google.NullUUID{}))(t)
	var theirs google.NullUUID
	if err := cbor.Unmarshal(b, &theirs); err == nil {
		t.Errorf("google's NullUUID reads its null %x: it did not use to", b)
	}
	in := []uuid.NullUUID{{UUID: vectors.U, Valid: true}, {}}
	plain.Exchange(t, in, in)
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

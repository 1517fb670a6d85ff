package wiretest_test

import (
	"bytes"
	"encoding/hex"
	"reflect"
	"testing"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/ugorji/go/codec"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

const (
	rawU    = "00112233445566778899aabbccddeeff"
	bareU   = "50" + rawU
	taggedU = "d825" + bareU
)

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func cborModes[T ~[16]byte](t testing.TB, opts ...cborx.Option) (cbor.EncMode, cbor.DecMode) {
	t.Helper()
	em, dm, err := cborx.Modes[T](cbor.EncOptions{}, cbor.DecOptions{}, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return em, dm
}

type shapes[T comparable] struct {
	ID  T
	P   *T
	Nil *T
	L   []T
	A   [2]T
	M   map[string]T
	K   map[T]T
}

func newShapes[T ~[16]byte]() shapes[T] {
	u, o := T(vectors.U), T(vectors.Other)
	return shapes[T]{ID: u, P: &o, L: []T{u, {}, o}, A: [2]T{o, u}, M: map[string]T{"k": u}, K: map[T]T{u: o}}
}

// testCBOR checks that T, once registered, is on the wire what uuid.UUID is by
// itself, in every shape, and comes out of any.
func testCBOR[T ~[16]byte](t *testing.T) {
	em, dm := cborModes[T](t)
	in := newShapes[T]()
	b, err := em.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	want, err := cbor.Marshal(newShapes[uuid.UUID]())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(b, want) {
		t.Errorf("got %x, want uuid.UUID's %x", b, want)
	}
	var out shapes[T]
	if err := dm.Unmarshal(want, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("got %v, %v, want %v", out, err, in)
	}
	var v any
	if err := dm.Unmarshal(unhex(t, "82"+taggedU+bareU), &v); err != nil || !reflect.DeepEqual(v, []any{T(vectors.U), vectors.U[:]}) {
		t.Errorf("any = %v, %v, want a %T and bytes", v, err, in.ID)
	}
	for _, in := range []string{"d903e7" + bareU, "d825" + taggedU, "7824" + hex.EncodeToString([]byte(vectors.Text)), "00", "f5", "a0"} {
		got := T(vectors.Other)
		if err := dm.Unmarshal(unhex(t, in), &got); err == nil || uuid.UUID(got) != vectors.Other {
			t.Errorf("%s = %v, %v, want an error and it unchanged", in, got, err)
		}
	}
	_, strict := cborModes[T](t, cborx.Strict())
	got := T(vectors.Other)
	if err := strict.Unmarshal(unhex(t, bareU), &got); err == nil || uuid.UUID(got) != vectors.Other {
		t.Errorf("strict: %s = %v, %v, want an error and it unchanged", bareU, got, err)
	}
	if err := strict.Unmarshal(unhex(t, taggedU), &got); err != nil || uuid.UUID(got) != vectors.U {
		t.Errorf("strict: %s = %v, %v, want %v", taggedU, got, err, vectors.U)
	}

	// Unregistered it is what Bare is.
	b, err = cbor.Marshal(newShapes[T]())
	if err != nil {
		t.Fatal(err)
	}
	want, err = cbor.Marshal(newShapes[cborx.Bare]())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(b, want) {
		t.Errorf("unregistered: got %x, want cborx.Bare's %x", b, want)
	}
	var bare shapes[cborx.Bare]
	if err := cbor.Unmarshal(b, &bare); err != nil || !reflect.DeepEqual(bare, newShapes[cborx.Bare]()) {
		t.Errorf("cborx.Bare reads it as %v, %v", bare, err)
	}
}

func TestCBOR(t *testing.T) {
	t.Run("google", func(t *testing.T) {
		testCBOR[google.UUID](t)
		_, dm := cborModes[google.UUID](t)
		cborLengths[google.UUID](t, dm, fails)
	})
	t.Run("gofrs", func(t *testing.T) {
		testCBOR[gofrs.UUID](t)
		_, dm := cborModes[gofrs.UUID](t)
		cborLengths[gofrs.UUID](t, dm, fails)
	})
}

// cborLengths checks what becomes of byte strings of bad lengths.
func cborLengths[T ~[16]byte](t *testing.T, dm cbor.DecMode, want read) {
	t.Helper()
	for _, n := range vectors.BadLengths {
		b, err := cbor.Marshal(cbor.Tag{Number: 37, Content: vectors.Bytes(n)})
		if err != nil {
			t.Fatal(err)
		}
		got := T(vectors.Other)
		err = dm.Unmarshal(b, &got)
		if want == fails && (err == nil || uuid.UUID(got) != vectors.Other) {
			t.Errorf("%x = %v, %v, want an error and it unchanged", b, got, err)
		}
		var padded [16]byte
		copy(padded[:], vectors.Bytes(n))
		if want == reads && (err != nil || [16]byte(got) != padded) {
			t.Errorf("%x = %v, %v, want the silent %x of package cborx's documentation", b, got, err, padded)
		}
	}
}

// TestCBORNull pins the fault that uuid.NullUUID does not have.
func TestCBORNull(t *testing.T) {
	b, err := cbor.Marshal(google.NullUUID{})
	if err != nil {
		t.Fatal(err)
	}
	var theirs google.NullUUID
	if err := cbor.Unmarshal(b, &theirs); err == nil {
		t.Errorf("google's NullUUID reads its null %x: it did not use to", b)
	}
	in := []uuid.NullUUID{{UUID: vectors.U, Valid: true}, {}}
	var out []uuid.NullUUID
	b, err = cbor.Marshal(in)
	if err == nil {
		err = cbor.Unmarshal(b, &out)
	}
	if err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("%x = %v, %v, want %v", b, out, err, in)
	}
}

// TestCBORLists checks that lists of all kinds read each other.
func TestCBORLists(t *testing.T) {
	ours := uuid.UUIDs{vectors.U, {}, vectors.Other}
	theirs := []google.UUID{google.UUID(vectors.U), {}, google.UUID(vectors.Other)}
	tagged, err := cbor.Marshal(ours)
	if err != nil {
		t.Fatal(err)
	}
	bare, err := cbor.Marshal(theirs)
	if err != nil {
		t.Fatal(err)
	}
	em, dm := cborModes[google.UUID](t)
	if b, err := em.Marshal(theirs); err != nil || !reflect.DeepEqual(b, tagged) {
		t.Errorf("google's registered = %x, %v, want uuid.UUIDs' %x", b, err, tagged)
	}
	for _, b := range [][]byte{tagged, bare} {
		var us uuid.UUIDs
		if err := cbor.Unmarshal(b, &us); err != nil || !reflect.DeepEqual(us, ours) {
			t.Errorf("%x = %v, %v, want %v", b, us, err, ours)
		}
		var gs []google.UUID
		if err := dm.Unmarshal(b, &gs); err != nil || !reflect.DeepEqual(gs, theirs) {
			t.Errorf("%x = %v, %v, want %v", b, gs, err, theirs)
		}
	}
}

// TestCBORUgorji checks that ugorji/go/codec reads what the cbor package writes of
// tag 37, which it has to be told to skip, and the reverse: it writes the bytes.
func TestCBORUgorji(t *testing.T) {
	in := newShapes[uuid.UUID]()
	h := &codec.CborHandle{SkipUnexpectedTags: true}
	var b []byte
	if err := codec.NewEncoderBytes(&b, h).Encode(in); err != nil || !bytes.Contains(b, unhex(t, bareU)) {
		t.Fatalf("ugorji's = %x, %v, want %s in it", b, err, bareU)
	}
	var out shapes[uuid.UUID]
	if err := cbor.Unmarshal(b, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("ugorji's %x = %v, %v, want %v", b, out, err, in)
	}
	b, err := cbor.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	var theirs shapes[uuid.UUID]
	if err := codec.NewDecoderBytes(b, h).Decode(&theirs); err != nil || !reflect.DeepEqual(in, theirs) {
		t.Errorf("ours %x, to ugorji = %v, %v, want %v", b, theirs, err, in)
	}
	if err := codec.NewDecoderBytes(b, new(codec.CborHandle)).Decode(&theirs); err == nil {
		t.Error("ugorji skips tags untold: it did not use to")
	}
}

package cborx_test

import (
	"bytes"
	"encoding"
	"encoding/hex"
	"reflect"
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

func modes[T ~[16]byte](t testing.TB, opts ...cborx.Option) (cbor.EncMode, cbor.DecMode) {
	t.Helper()
	em, dm, err := cborx.Modes[T](cbor.EncOptions{}, cbor.DecOptions{}, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return em, dm
}

func TestTypes(t *testing.T) {
	t.Run("google", testType[google.UUID])
	t.Run("gofrs", testType[gofrs.UUID])
	if std.Present {
		t.Run("std", testType[std.UUID])
	}
}

// testType checks that T, once registered, is on the wire what uuid.UUID is by
// itself, in every shape, and comes out of any.
func testType[T ~[16]byte](t *testing.T) {
	em, dm := modes[T](t)
	_, strict := modes[T](t, cborx.Strict)
	in := kit.NewShapes[T]()
	want := kit.Must(cbor.Marshal(kit.NewShapes[uuid.UUID]()))(t)
	if b, err := em.Marshal(in); err != nil || !bytes.Equal(b, want) {
		t.Errorf("got %x, %v, want uuid.UUID's %x", b, err, want)
	}
	var out kit.Shapes[T]
	if err := dm.Unmarshal(want, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("got %v, %v, want %v", out, err, in)
	}
	var v any
	if err := dm.Unmarshal(kit.Unhex("82"+tagged+bare), &v); err != nil || !reflect.DeepEqual(v, []any{T(vectors.U), vectors.U[:]}) {
		t.Errorf("any = %v, %v, want a %T and bytes", v, err, in.ID)
	}
	for _, test := range []struct {
		name, in string
		dm       cbor.DecMode
		reads    bool
	}{
		{"tag 999", "d903e7" + bare, dm, false},
		{"tag 37 twice", "d825" + tagged, dm, false},
		{"text", "7824" + hex.EncodeToString([]byte(vectors.Text)), dm, false},
		{"a number", "00", dm, false},
		{"true", "f5", dm, false},
		{"a map", "a0", dm, false},
		{"bytes, strict", bare, strict, false},
		{"tag 37, strict", tagged, strict, true},
	} {
		got, want := T(vectors.Other), vectors.Other
		if test.reads {
			want = vectors.U
		}
		if err := test.dm.Unmarshal(kit.Unhex(test.in), &got); (err == nil) != test.reads || uuid.UUID(got) != want {
			t.Errorf("%s: got %v, %v, want %v and an error: %t", test.name, got, err, want, !test.reads)
		}
	}

	// The cbor package fills an array from fewer bytes, unless the type checks them.
	_, checks := any(new(T)).(encoding.BinaryUnmarshaler)
	lengths[T](t, dm, !checks)
	lengths[uuid.UUID](t, dm, false)

	// A type that is not registered is written as Bare is.
	b := kit.Must(cbor.Marshal(in))(t)
	if want := kit.Must(cbor.Marshal(kit.NewShapes[cborx.Bare]()))(t); !bytes.Equal(b, want) {
		t.Errorf("not registered: got %x, want cborx.Bare's %x", b, want)
	}
	var bares kit.Shapes[cborx.Bare]
	if err := cbor.Unmarshal(b, &bares); err != nil || !reflect.DeepEqual(bares, kit.NewShapes[cborx.Bare]()) {
		t.Errorf("cborx.Bare reads it as %v, %v", bares, err)
	}
}

// lengths reads tag 37 of bad lengths: into a type without a check they are padded
// silently, as package cborx's documentation says.
func lengths[T ~[16]byte](t *testing.T, dm cbor.DecMode, padded bool) {
	t.Helper()
	for _, n := range vectors.BadLengths {
		b := kit.Must(cbor.Marshal(cbor.Tag{Number: 37, Content: vectors.Bytes(n)}))(t)
		got, want := T(vectors.Other), [16]byte(vectors.Other)
		if padded {
			want = [16]byte{}
			copy(want[:], vectors.Bytes(n))
		}
		if err := dm.Unmarshal(b, &got); (err == nil) != padded || [16]byte(got) != want {
			t.Errorf("%T of %x = %x, %v, want %x and an error: %t", got, b, got, err, want, !padded)
		}
	}
}

// TestFieldTypes has what the documentation says to use for a type that does not
// check its bytes.
func TestFieldTypes(t *testing.T) {
	type fields struct {
		ID uuid.UUID
		B  cborx.Bare
		T  cborx.Tagged
	}
	in := fields{vectors.U, cborx.Bare(vectors.U), cborx.Tagged(vectors.U)}
	var out fields
	if err := cbor.Unmarshal(kit.Must(cbor.Marshal(in))(t), &out); err != nil || out != in {
		t.Errorf("got %v, %v, want %v", out, err, in)
	}
}

// google's NullUUID does not read the null that it writes; uuid.NullUUID does.
func TestNull(t *testing.T) {
	b := kit.Must(cbor.Marshal(google.NullUUID{}))(t)
	var theirs google.NullUUID
	if err := cbor.Unmarshal(b, &theirs); err == nil {
		t.Errorf("google's NullUUID reads its null %x: it did not use to", b)
	}
	in := []uuid.NullUUID{{UUID: vectors.U, Valid: true}, {}}
	var out []uuid.NullUUID
	b = kit.Must(cbor.Marshal(in))(t)
	if err := cbor.Unmarshal(b, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("%x = %v, %v, want %v", b, out, err, in)
	}
}

// Lists of all kinds read each other.
func TestLists(t *testing.T) {
	ours := uuid.UUIDs{vectors.U, {}, vectors.Other}
	theirs := []google.UUID{google.UUID(vectors.U), {}, google.UUID(vectors.Other)}
	tagged, bare := kit.Must(cbor.Marshal(ours))(t), kit.Must(cbor.Marshal(theirs))(t)
	em, dm := modes[google.UUID](t)
	if b, err := em.Marshal(theirs); err != nil || !bytes.Equal(b, tagged) {
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

// ugorji/go/codec writes the bytes, and reads tag 37 if it is told to skip tags.
func TestUgorji(t *testing.T) {
	in := kit.NewShapes[uuid.UUID]()
	h := &codec.CborHandle{SkipUnexpectedTags: true}
	var b []byte
	if err := codec.NewEncoderBytes(&b, h).Encode(in); err != nil || !bytes.Contains(b, kit.Unhex(bare)) {
		t.Fatalf("ugorji's = %x, %v, want %s in it", b, err, bare)
	}
	var out, theirs kit.Shapes[uuid.UUID]
	if err := cbor.Unmarshal(b, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("ugorji's %x = %v, %v, want %v", b, out, err, in)
	}
	b = kit.Must(cbor.Marshal(in))(t)
	if err := codec.NewDecoderBytes(b, h).Decode(&theirs); err != nil || !reflect.DeepEqual(in, theirs) {
		t.Errorf("ours %x, to ugorji = %v, %v, want %v", b, theirs, err, in)
	}
	if err := codec.NewDecoderBytes(b, new(codec.CborHandle)).Decode(&theirs); err == nil {
		t.Error("ugorji skips tags untold: it did not use to")
	}
}

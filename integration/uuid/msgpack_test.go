package uuid_test

import (
	"bytes"
	"encoding/hex"
	"reflect"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// Nothing is registered in this process: package msgpackx has the tests of what is.
// These are what uuid.UUID does by itself, and what its users have today.

// The packages' types write the same bytes and read each other's.
func TestMsgpackShapes(t *testing.T) {
	ours := kit.Must(msgpack.Marshal(kit.NewShapes[uuid.UUID]()))(t)
	if theirs := kit.Must(msgpack.Marshal(kit.NewShapes[google.UUID]()))(t); !bytes.Equal(ours, theirs) {
		t.Errorf("got %x, want google's %x", ours, theirs)
	}
	readShapes[uuid.UUID](t, ours)
	readShapes[google.UUID](t, ours)
	readShapes[gofrs.UUID](t, ours)
}

func readShapes[T ~[16]byte](t *testing.T, b []byte) {
	t.Helper()
	var got kit.Shapes[T]
	if err := msgpack.Unmarshal(b, &got); err != nil || !reflect.DeepEqual(got, kit.NewShapes[T]()) {
		t.Errorf("%x = %v, %v", b, got, err)
	}
}

func TestMsgpackRejects(t *testing.T) {
	text := hex.EncodeToString([]byte(vectors.Text))
	one := []string{
		"", "01", "c3", "80", "a0", "c400", "c404deadbeef", "c40f" + kit.Raw[2:], "c411" + kit.Raw + "00", "c424" + text, "d924" + text, "d802" + kit.Raw, "90", "c410" + kit.Raw[2:],
	}
	// The claim of a length is the library's to follow, byte by byte.
	list := []string{"ddffffffff", "ddffffffffc410" + kit.Raw, "91c0", "91c404deadbeef", "c410" + kit.Raw}
	rejects(t, one, vectors.Other)
	rejects(t, one, uuid.NullUUID{UUID: vectors.Other, Valid: true})
	rejects(t, list, uuid.UUIDs{vectors.Other})

	var plain vectors.Plain
	if err := msgpack.Unmarshal(kit.Unhex("c404deadbeef"), &plain); err != nil || plain[0] != 0xde {
		t.Errorf("a type without methods = %v, %v: package msgpackx's documentation says it takes too few bytes", plain, err)
	}
}

func rejects[T any](t *testing.T, inputs []string, old T) {
	t.Helper()
	for _, in := range inputs {
		got := old
		if err := msgpack.Unmarshal(kit.Unhex(in), &got); err == nil || !reflect.DeepEqual(got, old) {
			t.Errorf("%T: %s = %v, %v, want an error and it unchanged", old, in, got, err)
		}
	}
}

func TestMsgpackNull(t *testing.T) {
	valid := uuid.NullUUID{UUID: vectors.U, Valid: true}
	in := []uuid.NullUUID{valid, {}}
	b, err := msgpack.Marshal(in)
	if got := hex.EncodeToString(b); err != nil || got != "92c410"+kit.Raw+"c0" {
		t.Fatalf("got %s, %v", got, err)
	}
	out := []uuid.NullUUID{{UUID: vectors.Other, Valid: true}, {UUID: vectors.Other, Valid: true}}
	if err := msgpack.Unmarshal(b, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("%x = %v, %v, want %v", b, out, err, in)
	}
	var theirs google.NullUUID
	if err := msgpack.Unmarshal(kit.Must(msgpack.Marshal(valid))(t), &theirs); err != nil || !theirs.Valid || uuid.UUID(theirs.UUID) != vectors.U {
		t.Errorf("google's NullUUID reads ours as %v, %v", theirs, err)
	}
}

// Lists of all kinds read each other.
func TestMsgpackLists(t *testing.T) {
	ours := uuid.UUIDs{vectors.U, {}, vectors.Other}
	a := kit.Must(msgpack.Marshal(ours))(t)
	b := kit.Must(msgpack.Marshal([]google.UUID{google.UUID(vectors.U), {}, google.UUID(vectors.Other)}))(t)
	if !bytes.Equal(a, b) {
		t.Errorf("got %x, want google's %x", a, b)
	}
	var us uuid.UUIDs
	if err := msgpack.Unmarshal(b, &us); err != nil || !reflect.DeepEqual(us, ours) {
		t.Errorf("%x = %v, %v, want %v", b, us, err, ours)
	}
	type lists struct{ L, Nil, None uuid.UUIDs }
	in, out := lists{L: ours, None: uuid.UUIDs{}}, lists{Nil: ours}
	if err := msgpack.Unmarshal(kit.Must(msgpack.Marshal(in))(t), &out); err != nil || !reflect.DeepEqual(out, in) {
		t.Errorf("got %v, %v, want %v", out, err, in)
	}
}

// A fault of the library, of which package msgpackx's documentation tells:
// Decoder.Reset does not end what a value that is cut off has begun.
func TestMsgpackCut(t *testing.T) {
	for _, v := range []any{new(uuid.NullUUID), new(uuid.UUIDs)} {
		if kept := kit.KeptAfterCut(t, v); kept < 16 {
			t.Errorf("%T: the decoder keeps %d MiB of 32: it did not use to stop", v, kept)
		}
	}
}

// What package msgpackx's documentation says of the standard library's type.
func TestMsgpackStd(t *testing.T) {
	if !std.Present {
		t.Skip("Go 1.26 has no such type")
	}
	b, err := msgpack.Marshal(std.UUID(vectors.U))
	if got, want := hex.EncodeToString(b), "c424"+hex.EncodeToString([]byte(vectors.Text)); err != nil || got != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	var id std.UUID
	if err := msgpack.Unmarshal(kit.Unhex("c410"+kit.Raw), &id); err == nil {
		t.Errorf("reads bin of 16 bytes as %v: it did not use to", id)
	}
}

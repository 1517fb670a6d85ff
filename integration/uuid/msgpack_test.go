package uuid_test

import (
	"bytes"
	"encoding/hex"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// This process registers nothing. The tests with registered types are in package
// msgpackx.
var (
	msgpacks    = kit.Codec{Marshal: msgpack.Marshal, Unmarshal: msgpack.Unmarshal}
	msgpackText = hex.EncodeToString([]byte(vectors.Text))
)

// TestMsgpackShapes checks that the types write the same bytes and read each other's.
func TestMsgpackShapes(t *testing.T) {
	theirs := kit.NewShapes[google.UUID]()
	ours := msgpacks.Exchange(t, kit.NewShapes[uuid.UUID](), theirs)
	if b := msgpacks.Exchange(t, theirs, kit.NewShapes[uuid.UUID]()); !bytes.Equal(ours, b) {
		t.Errorf("got %x, want google's %x", ours, b)
	}
	msgpacks.Reads(t, ours, kit.NewShapes[gofrs.UUID]())
}

func TestMsgpackRejects(t *testing.T) {
	for _, in := range []string{
		"", "01", "c3", "80", "a0", "c400", "c404deadbeef", "c40f" + kit.Raw[2:], "c411" + kit.Raw + "00",
		"c424" + msgpackText, "d924" + msgpackText, "d802" + kit.Raw, "90", "c410" + kit.Raw[2:],
	} {
		null := uuid.NullUUID{UUID: vectors.Other, Valid: true}
		msgpacks.Read(t, kit.Unhex(in), vectors.Other, vectors.Other, false)
		msgpacks.Read(t, kit.Unhex(in), null, null, false)
	}
	for _, in := range []string{"ddffffffff", "ddffffffffc410" + kit.Raw, "91c0", "91c404deadbeef", "c410" + kit.Raw} {
		msgpacks.Read(t, kit.Unhex(in), uuid.UUIDs{vectors.Other}, uuid.UUIDs{vectors.Other}, false)
	}
	// The library fills a type without methods from too few bytes.
	var plain vectors.Plain
	if err := msgpack.Unmarshal(kit.Unhex("c404deadbeef"), &plain); err != nil || plain[0] != 0xde {
		t.Errorf("a type without methods: got %v, %v: it used to take too few bytes", plain, err)
	}
}

func TestMsgpackNull(t *testing.T) {
	valid, other := uuid.NullUUID{UUID: vectors.U, Valid: true}, uuid.NullUUID{UUID: vectors.Other, Valid: true}
	in := []uuid.NullUUID{valid, {}}
	msgpacks.Write(t, in, "92c410"+kit.Raw+"c0")
	msgpacks.Read(t, kit.Unhex("92c410"+kit.Raw+"c0"), []uuid.NullUUID{other, other}, in, true)
	msgpacks.Exchange(t, valid, google.NullUUID{UUID: google.UUID(vectors.U), Valid: true})
}

func TestMsgpackLists(t *testing.T) {
	ours := uuid.UUIDs{vectors.U, {}, vectors.Other}
	b := msgpacks.Exchange(t, []google.UUID{google.UUID(vectors.U), {}, google.UUID(vectors.Other)}, ours)
	msgpacks.Write(t, ours, hex.EncodeToString(b))
	type lists struct{ L, Nil, None uuid.UUIDs }
	in := lists{L: ours, None: uuid.UUIDs{}}
	msgpacks.Read(t, kit.Must(msgpack.Marshal(in))(t), lists{Nil: ours}, in, true)
}

// TestMsgpackCut pins a fault of the library, which docs/messagepack.md describes:
// Decoder.Reset does not end a value that was cut off.
func TestMsgpackCut(t *testing.T) {
	for _, v := range []any{new(uuid.NullUUID), new(uuid.UUIDs)} {
		if kept := kit.KeptAfterCut(t, v); kept < 16 {
			t.Errorf("%T: the decoder keeps %d MiB of 32: it used to keep them all", v, kept)
		}
	}
}

// TestMsgpackStd checks that the standard library's type is text, and reads no bytes.
func TestMsgpackStd(t *testing.T) {
	needStd(t)
	msgpacks.Write(t, std.UUID(vectors.U), "c424"+msgpackText)
	var id std.UUID
	if err := msgpack.Unmarshal(kit.Unhex("c410"+kit.Raw), &id); err == nil {
		t.Errorf("reads bin of 16 bytes as %v: it did not use to", id)
	}
}

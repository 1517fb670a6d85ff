package uuid_test

import (
	"bytes"
	"encoding/gob"
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

var (
	gobs = kit.Codec{
		Marshal: func(v any) ([]byte, error) {
			var b bytes.Buffer
			err := gob.NewEncoder(&b).Encode(v)
			return b.Bytes(), err
		},
		Unmarshal: func(b []byte, v any) error { return gob.NewDecoder(bytes.NewReader(b)).Decode(v) },
	}
	// This process registers nothing. The tests with registered types are in package
	// msgpackx.
	msgpacks    = kit.Codec{Marshal: msgpack.Marshal, Unmarshal: msgpack.Unmarshal}
	msgpackText = hex.EncodeToString([]byte(vectors.Text))

	// binaries are the formats in which a UUID is its MarshalBinary: 16 bytes after this.
	binaries = map[string]kit.Codec{"10": gobs, "c410": msgpacks}
)

// TestBinary reads with our type what is written with google's and gofrs's, and the
// reverse. At the end are the 16 bytes after their count.
func TestBinary(t *testing.T) {
	ours := kit.NewShapes[uuid.UUID]()
	for head, c := range binaries {
		for _, theirs := range []any{ours, kit.NewShapes[google.UUID](), kit.NewShapes[gofrs.UUID]()} {
			c.Exchange(t, ours, theirs)
			c.Exchange(t, theirs, ours)
		}
		for _, id := range []any{vectors.U, google.UUID(vectors.U)} {
			if b := kit.Must(c.Marshal(id))(t); !bytes.HasSuffix(b, kit.Unhex(head+kit.Raw)) {
				t.Errorf("%T: got %x, want %s%s at the end", id, b, head, kit.Raw)
			}
		}
	}
}

// TestBinaryNull has nulls in every place.
func TestBinaryNull(t *testing.T) {
	type ours struct {
		V, N uuid.NullUUID
		L    []uuid.NullUUID
		P    *uuid.NullUUID
	}
	type oursV struct{ V uuid.NullUUID }
	type theirsV struct{ V google.NullUUID }
	valid, theirs := uuid.NullUUID{UUID: vectors.U, Valid: true}, google.NullUUID{UUID: google.UUID(vectors.U), Valid: true}
	in := ours{valid, uuid.NullUUID{}, []uuid.NullUUID{valid, {}}, &valid}
	for _, c := range binaries {
		c.Exchange(t, in, in)
		c.Exchange(t, uuid.NullUUID{}, uuid.NullUUID{})
		c.Exchange(t, oursV{valid}, theirsV{theirs})
		c.Exchange(t, theirsV{theirs}, oursV{valid})
	}
	// gob does not write zero values, so Nil and null leave a value as it is, as for every type.
	type id struct{ V uuid.UUID }
	gobs.Read(t, kit.Must(gobs.Marshal(id{}))(t), id{vectors.Other}, id{vectors.Other}, true)
	gobs.Read(t, kit.Must(gobs.Marshal(oursV{}))(t), oursV{valid}, oursV{valid}, true)
	gobs.Exchange(t, theirsV{}, oursV{})
	// Only ours reads the null that google's writes.
	b := gobs.Exchange(t, []google.NullUUID{{}}, []uuid.NullUUID{{}})
	var out []google.NullUUID
	if err := gobs.Unmarshal(b, &out); err == nil {
		t.Errorf("google's NullUUID reads its null as %v: it did not use to", out)
	}
	other, nulls := uuid.NullUUID{UUID: vectors.Other, Valid: true}, []uuid.NullUUID{valid, {}}
	msgpacks.Write(t, nulls, "92c410"+kit.Raw+"c0")
	msgpacks.Read(t, kit.Unhex("92c410"+kit.Raw+"c0"), []uuid.NullUUID{other, other}, nulls, true)
}

// TestBinaryStd checks that what is written with the standard library's type, which is
// text, and everybody else's do not read each other.
func TestBinaryStd(t *testing.T) {
	needStd(t)
	type theirs struct{ ID std.UUID }
	type ours struct{ ID uuid.UUID }
	for _, c := range binaries {
		c.Read(t, kit.Must(c.Marshal(theirs{std.UUID(vectors.U)}))(t), ours{vectors.Other}, ours{vectors.Other}, false)
		c.Read(t, kit.Must(c.Marshal(ours{vectors.U}))(t), theirs{}, theirs{}, false)
	}
	msgpacks.Write(t, std.UUID(vectors.U), "c424"+msgpackText)
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

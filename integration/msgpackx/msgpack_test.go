package msgpackx_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/ugorji/go/codec"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/uuid"
)

var msgpacks = kit.Codec{Marshal: msgpack.Marshal, Unmarshal: msgpack.Unmarshal}

func TestMain(m *testing.M) {
	err := errors.Join(msgpackx.Register[uuid.UUID](), msgpackx.Register[google.UUID](), msgpackx.Register[gofrs.UUID](msgpackx.Ext(msgpackx.Tarantool)))
	if std.Present {
		err = errors.Join(err, msgpackx.Register[std.UUID]())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestTypes(t *testing.T) {
	t.Run("uuidkit", func(t *testing.T) { testType[uuid.UUID](t, "c410") })
	t.Run("google", func(t *testing.T) { testType[google.UUID](t, "c410") })
	t.Run("gofrs", func(t *testing.T) { testType[gofrs.UUID](t, "d802") })
	if std.Present {
		t.Run("std", func(t *testing.T) { testType[std.UUID](t, "c410") })
	}
}

// testType checks a T that is written as the two bytes head and the UUID.
func testType[T ~[16]byte](t *testing.T, head string) {
	in, other := kit.NewShapes[T](), T(vectors.Other)
	msgpacks.Exchange(t, in, in)
	msgpacks.Write(t, in.ID, head+kit.Raw)
	text := hex.EncodeToString([]byte(vectors.Text))
	for _, s := range []string{
		head + kit.Raw, "c410" + kit.Raw, "b0" + kit.Raw, "d924" + text, "c424" + text,
		"dc0010" + "0011223344556677" + "cc88cc99ccaaccbbccccccddcceeccff",
	} {
		msgpacks.Read(t, kit.Unhex(s), other, T(vectors.U), true)
	}
	for _, s := range []string{"", "c400", "c404deadbeef", "c40f" + kit.Raw[2:], "c411" + kit.Raw + "00", "d801" + kit.Raw, "a0", "80", "c3"} {
		msgpacks.Read(t, kit.Unhex(s), other, other, false)
	}
}

// TestAny checks that a value of type any gets T from ext, and bytes from bin.
func TestAny(t *testing.T) {
	in := []any{google.UUID(vectors.U), gofrs.UUID(vectors.U), "text", vectors.U[:]}
	msgpacks.Exchange(t, in, []any{vectors.U[:], gofrs.UUID(vectors.U), "text", vectors.U[:]})
	if err := msgpackx.Register[vectors.Gofrs](msgpackx.Ext(msgpackx.Tarantool)); err == nil {
		t.Error("a second type for the ext id: got no error")
	}
}

// TestNull checks that google's own NullUUID, which registration does not change, reads
// ours.
func TestNull(t *testing.T) {
	in := []uuid.NullUUID{{UUID: vectors.U, Valid: true}, {}}
	msgpacks.Write(t, in, "92c410"+kit.Raw+"c0")
	msgpacks.Exchange(t, in, []google.NullUUID{{UUID: google.UUID(vectors.U), Valid: true}, {}})
}

// TestCut checks that a decoder which met a value that is cut off does not keep what it
// reads after it.
func TestCut(t *testing.T) {
	for _, v := range []any{new(uuid.NullUUID), new(uuid.UUIDs)} {
		if kept := kit.KeptAfterCut(t, v); kept > 16 {
			t.Errorf("%T: the decoder keeps %d MiB of 32", v, kept)
		}
	}
}

// TestUgorji checks that ugorji/go/codec and msgpack read each other. Without WriteExt
// ugorji writes the bytes as str.
func TestUgorji(t *testing.T) {
	in := kit.NewShapes[uuid.UUID]()
	for head, h := range map[string]*codec.MsgpackHandle{"b0": {}, "c410": {WriteExt: true}} {
		var b []byte
		if err := codec.NewEncoderBytes(&b, h).Encode(in); err != nil || !bytes.Contains(b, kit.Unhex(head+kit.Raw)) {
			t.Fatalf("ugorji's = %x, %v, want %s in it", b, err, head+kit.Raw)
		}
		msgpacks.Reads(t, b, in)
		ugorji := kit.Codec{Unmarshal: func(b []byte, v any) error { return codec.NewDecoderBytes(b, h).Decode(v) }}
		ugorji.Reads(t, kit.Must(msgpack.Marshal(in))(t), in)
	}
}

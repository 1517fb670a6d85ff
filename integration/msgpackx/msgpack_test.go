package msgpackx_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"reflect"
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

// testType checks a T whose form is the two bytes head and the UUID.
func testType[T ~[16]byte](t *testing.T, head string) {
	in := kit.NewShapes[T]()
	b := kit.Must(msgpack.Marshal(in))(t)
	var out kit.Shapes[T]
	if err := msgpack.Unmarshal(b, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("%x = %v, %v, want %v", b, out, err, in)
	}
	one, err := msgpack.Marshal(in.ID)
	if got := hex.EncodeToString(one); err != nil || got != head+kit.Raw {
		t.Errorf("got %s, %v, want %s", got, err, head+kit.Raw)
	}
	text := hex.EncodeToString([]byte(vectors.Text))
	reads := []string{
		head + kit.Raw, "c410" + kit.Raw, "b0" + kit.Raw, "d924" + text, "c424" + text,
		"dc0010" + "0011223344556677" + "cc88cc99ccaaccbbccccccddcceeccff",
	}
	fails := []string{"", "c400", "c404deadbeef", "c40f" + kit.Raw[2:], "c411" + kit.Raw + "00", "d801" + kit.Raw, "a0", "80", "c3"}
	for i, s := range append(reads, fails...) {
		got, want := T(vectors.Other), vectors.U
		if i >= len(reads) {
			want = vectors.Other
		}
		if err := msgpack.Unmarshal(kit.Unhex(s), &got); (err == nil) != (want == vectors.U) || uuid.UUID(got) != want {
			t.Errorf("%s = %v, %v, want %v and an error: %t", s, got, err, want, want != vectors.U)
		}
	}
}

func TestAny(t *testing.T) {
	b := kit.Must(msgpack.Marshal([]any{google.UUID(vectors.U), gofrs.UUID(vectors.U), "text", vectors.U[:]}))(t)
	var got []any
	want := []any{vectors.U[:], gofrs.UUID(vectors.U), "text", vectors.U[:]}
	if err := msgpack.Unmarshal(b, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	if err := msgpackx.Register[vectors.Gofrs](msgpackx.Ext(msgpackx.Tarantool)); err == nil {
		t.Error("a second type for the ext id: got no error")
	}
}

func TestNull(t *testing.T) {
	b, err := msgpack.Marshal([]uuid.NullUUID{{UUID: vectors.U, Valid: true}, {}})
	if got, want := hex.EncodeToString(b), "92c410"+kit.Raw+"c0"; err != nil || got != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	// google's own NullUUID asks nobody, and agrees.
	var theirs []google.NullUUID
	if err := msgpack.Unmarshal(b, &theirs); err != nil || len(theirs) != 2 || uuid.UUID(theirs[0].UUID) != vectors.U || theirs[1].Valid {
		t.Errorf("google's NullUUID = %v, %v", theirs, err)
	}
}

// A decoder that has met a value which is cut off does not keep what it reads
// after it.
func TestCut(t *testing.T) {
	for _, v := range []any{new(uuid.NullUUID), new(uuid.UUIDs)} {
		if kept := kit.KeptAfterCut(t, v); kept > 16 {
			t.Errorf("%T: the decoder keeps %d MiB of 32", v, kept)
		}
	}
}

// ugorji/go/codec reads what msgpack writes, and the reverse: unless told otherwise
// it writes the bytes as str.
func TestUgorji(t *testing.T) {
	in := kit.NewShapes[uuid.UUID]()
	for head, h := range map[string]*codec.MsgpackHandle{"b0": {}, "c410": {WriteExt: true}} {
		var b []byte
		if err := codec.NewEncoderBytes(&b, h).Encode(in); err != nil || !bytes.Contains(b, kit.Unhex(head+kit.Raw)) {
			t.Fatalf("ugorji's = %x, %v, want %s in it", b, err, head+kit.Raw)
		}
		var out, theirs kit.Shapes[uuid.UUID]
		if err := msgpack.Unmarshal(b, &out); err != nil || !reflect.DeepEqual(in, out) {
			t.Errorf("ugorji's %x = %v, %v, want %v", b, out, err, in)
		}
		b = kit.Must(msgpack.Marshal(in))(t)
		if err := codec.NewDecoderBytes(b, h).Decode(&theirs); err != nil || !reflect.DeepEqual(in, theirs) {
			t.Errorf("ours %x, to ugorji = %v, %v, want %v", b, theirs, err, in)
		}
	}
}

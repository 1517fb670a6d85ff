// Package registered_test has the real UUID types registered with package
// msgpackx, which is for the whole process.
package registered_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/ugorji/go/codec"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

// registrations has more in the file for Go 1.27.
var registrations = []func() error{
	func() error { return msgpackx.Register[uuid.UUID]() },
	func() error { return msgpackx.Register[google.UUID]() },
	func() error { return msgpackx.Register[gofrs.UUID](msgpackx.Ext(msgpackx.Tarantool)) },
}

func TestMain(m *testing.M) {
	for _, register := range registrations {
		if err := register(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

const rawU = "00112233445566778899aabbccddeeff"

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

// testRegistered checks a T whose form is the two bytes head and the UUID.
func testRegistered[T ~[16]byte](t *testing.T, head string) {
	in := newShapes[T]()
	b, err := msgpack.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	var out shapes[T]
	if err := msgpack.Unmarshal(b, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("%x = %v, %v, want %v", b, out, err, in)
	}
	one, err := msgpack.Marshal(in.ID)
	if got := hex.EncodeToString(one); err != nil || got != head+rawU {
		t.Errorf("got %s, %v, want %s", got, err, head+rawU)
	}
	text := hex.EncodeToString([]byte(vectors.Text))
	for _, s := range []string{head + rawU, "c410" + rawU, "b0" + rawU, "d924" + text, "c424" + text, "dc0010" + "0011223344556677" + "cc88cc99ccaaccbbccccccddcceeccff"} {
		got := T(vectors.Other)
		if err := msgpack.Unmarshal(unhex(t, s), &got); err != nil || uuid.UUID(got) != vectors.U {
			t.Errorf("%s = %v, %v, want %v", s, got, err, vectors.U)
		}
	}
	for _, s := range []string{"", "c400", "c404deadbeef", "c40f" + rawU[2:], "c411" + rawU + "00", "d801" + rawU, "a0", "80", "c3"} {
		got := T(vectors.Other)
		if err := msgpack.Unmarshal(unhex(t, s), &got); err == nil || uuid.UUID(got) != vectors.Other {
			t.Errorf("%s = %v, %v, want an error and it unchanged", s, got, err)
		}
	}
}

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestRegistered(t *testing.T) {
	t.Run("uuid", func(t *testing.T) { testRegistered[uuid.UUID](t, "c410") })
	t.Run("google", func(t *testing.T) { testRegistered[google.UUID](t, "c410") })
	t.Run("gofrs", func(t *testing.T) { testRegistered[gofrs.UUID](t, "d802") })
}

func TestAny(t *testing.T) {
	b, err := msgpack.Marshal([]any{google.UUID(vectors.U), gofrs.UUID(vectors.U), "text", vectors.U[:]})
	if err != nil {
		t.Fatal(err)
	}
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
	in := []uuid.NullUUID{{UUID: vectors.U, Valid: true}, {}}
	b, err := msgpack.Marshal(in)
	if got, want := hex.EncodeToString(b), "92c410"+rawU+"c0"; err != nil || got != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	// google's own NullUUID asks nobody, and agrees.
	var theirs []google.NullUUID
	if err := msgpack.Unmarshal(b, &theirs); err != nil || len(theirs) != 2 || uuid.UUID(theirs[0].UUID) != vectors.U || theirs[1].Valid {
		t.Errorf("google's NullUUID = %v, %v", theirs, err)
	}
}

// TestCut checks that a decoder which has met a cut value does not keep what it
// reads after it.
func TestCut(t *testing.T) {
	text, err := msgpack.Marshal(strings.Repeat("x", 1<<20))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{new(uuid.NullUUID), new(uuid.UUIDs)} {
		dec := msgpack.NewDecoder(strings.NewReader("\x91\xc4\x10"))
		if err := dec.Decode(v); err == nil {
			t.Errorf("%T: got no error", v)
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		for range 32 {
			var s string
			dec.Reset(bytes.NewReader(text))
			if err := dec.Decode(&s); err != nil {
				t.Fatal(err)
			}
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(dec)
		if kept := (int(after.HeapAlloc) - int(before.HeapAlloc)) >> 20; kept > 16 {
			t.Errorf("%T: the decoder keeps %d MiB of 32", v, kept)
		}
	}
}

// TestUgorji checks that ugorji/go/codec reads what msgpack writes, and the reverse:
// unless told otherwise, it writes the bytes as str.
func TestUgorji(t *testing.T) {
	in := newShapes[uuid.UUID]()
	for head, h := range map[string]*codec.MsgpackHandle{"b0": {}, "c410": {WriteExt: true}} {
		var b []byte
		if err := codec.NewEncoderBytes(&b, h).Encode(in); err != nil || !bytes.Contains(b, unhex(t, head+rawU)) {
			t.Fatalf("ugorji's = %x, %v, want %s in it", b, err, head+rawU)
		}
		var out shapes[uuid.UUID]
		if err := msgpack.Unmarshal(b, &out); err != nil || !reflect.DeepEqual(in, out) {
			t.Errorf("ugorji's %x = %v, %v, want %v", b, out, err, in)
		}
		b, err := msgpack.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		var theirs shapes[uuid.UUID]
		if err := codec.NewDecoderBytes(b, h).Decode(&theirs); err != nil || !reflect.DeepEqual(in, theirs) {
			t.Errorf("ours %x, to ugorji = %v, %v, want %v", b, theirs, err, in)
		}
	}
}

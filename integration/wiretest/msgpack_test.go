package wiretest_test

import (
	"bytes"
	"encoding/hex"
	"reflect"
	"runtime"
	"strings"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

// Nothing is registered in this process: package registered has the tests of
// what is. These say what uuid.UUID is without, and what its users have today.

func TestMsgpackUnregistered(t *testing.T) {
	ours, err := msgpack.Marshal(newShapes[uuid.UUID]())
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := msgpack.Marshal(newShapes[google.UUID]())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(ours, theirs) {
		t.Errorf("got %x, want google's %x", ours, theirs)
	}
	var a shapes[uuid.UUID]
	if err := msgpack.Unmarshal(theirs, &a); err != nil || !reflect.DeepEqual(a, newShapes[uuid.UUID]()) {
		t.Errorf("%x = %v, %v", theirs, a, err)
	}
	var b shapes[google.UUID]
	if err := msgpack.Unmarshal(ours, &b); err != nil || !reflect.DeepEqual(b, newShapes[google.UUID]()) {
		t.Errorf("%x = %v, %v", ours, b, err)
	}
	var c shapes[gofrs.UUID]
	if err := msgpack.Unmarshal(ours, &c); err != nil || !reflect.DeepEqual(c, newShapes[gofrs.UUID]()) {
		t.Errorf("%x = %v, %v", ours, c, err)
	}
}

func TestMsgpackUnregisteredRejects(t *testing.T) {
	text := hex.EncodeToString([]byte(vectors.Text))
	for _, in := range []string{
		"", "01", "c3", "80", "a0", "c400", "c404deadbeef", "c40f" + rawU[2:], "c411" + rawU + "00", "c424" + text, "d924" + text, "d802" + rawU, "90", "c410" + rawU[2:],
	} {
		got := vectors.Other
		if err := msgpack.Unmarshal(unhex(t, in), &got); err == nil || got != vectors.Other {
			t.Errorf("UUID: %s = %v, %v, want an error and it unchanged", in, got, err)
		}
		other := uuid.NullUUID{UUID: vectors.Other, Valid: true}
		null := other
		if err := msgpack.Unmarshal(unhex(t, in), &null); err == nil || null != other {
			t.Errorf("NullUUID: %s = %v, %v, want an error and it unchanged", in, null, err)
		}
	}
	var plain vectors.Plain
	if err := msgpack.Unmarshal(unhex(t, "c404deadbeef"), &plain); err != nil || plain[0] != 0xde {
		t.Errorf("a type without methods = %v, %v: package msgpackx's documentation says it takes too few bytes", plain, err)
	}
}

func TestMsgpackUnregisteredNull(t *testing.T) {
	valid := uuid.NullUUID{UUID: vectors.U, Valid: true}
	in := []uuid.NullUUID{valid, {}}
	b, err := msgpack.Marshal(in)
	if got := hex.EncodeToString(b); err != nil || got != "92c410"+rawU+"c0" {
		t.Fatalf("got %s, %v", got, err)
	}
	out := []uuid.NullUUID{{UUID: vectors.Other, Valid: true}, {UUID: vectors.Other, Valid: true}}
	if err := msgpack.Unmarshal(b, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("%x = %v, %v, want %v", b, out, err, in)
	}
	var theirs google.NullUUID
	b, err = msgpack.Marshal(valid)
	if err == nil {
		err = msgpack.Unmarshal(b, &theirs)
	}
	if err != nil || !theirs.Valid || uuid.UUID(theirs.UUID) != vectors.U {
		t.Errorf("google's NullUUID reads ours as %v, %v", theirs, err)
	}
}

// TestMsgpackUnregisteredLists checks that lists of all kinds read each other.
func TestMsgpackUnregisteredLists(t *testing.T) {
	ours := uuid.UUIDs{vectors.U, {}, vectors.Other}
	theirs := []google.UUID{google.UUID(vectors.U), {}, google.UUID(vectors.Other)}
	a, err := msgpack.Marshal(ours)
	if err != nil {
		t.Fatal(err)
	}
	b, err := msgpack.Marshal(theirs)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(a, b) {
		t.Errorf("got %x, want google's %x", a, b)
	}
	var us uuid.UUIDs
	if err := msgpack.Unmarshal(b, &us); err != nil || !reflect.DeepEqual(us, ours) {
		t.Errorf("%x = %v, %v, want %v", b, us, err, ours)
	}
	s := struct{ L, Nil, None uuid.UUIDs }{L: ours, None: uuid.UUIDs{}}
	a, err = msgpack.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	out := struct{ L, Nil, None uuid.UUIDs }{Nil: ours}
	if err := msgpack.Unmarshal(a, &out); err != nil || !reflect.DeepEqual(out, s) {
		t.Errorf("%x = %v, %v, want %v", a, out, err, s)
	}
	// The claim of a length is the library's to follow, byte by byte.
	for _, in := range []string{"ddffffffff", "ddffffffffc410" + rawU, "91c0", "91c404deadbeef", "c410" + rawU} {
		got := uuid.UUIDs{vectors.Other}
		if err := msgpack.Unmarshal(unhex(t, in), &got); err == nil || len(got) != 1 || got[0] != vectors.Other {
			t.Errorf("%s = %v, %v, want an error and it unchanged", in, got, err)
		}
	}
}

// TestMsgpackUnregisteredCut pins a fault of the library, of which package msgpackx's
// documentation tells: Decoder.Reset does not end what a cut value has begun.
func TestMsgpackUnregisteredCut(t *testing.T) {
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
		if kept := (int(after.HeapAlloc) - int(before.HeapAlloc)) >> 20; kept < 16 {
			t.Errorf("%T: the decoder keeps %d MiB of 32: it did not use to stop", v, kept)
		}
	}
}

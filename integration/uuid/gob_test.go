package uuid_test

import (
	"bytes"
	"encoding/gob"
	"reflect"
	"testing"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

func gobMarshal(v any) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(v)
	return b.Bytes(), err
}

func gobUnmarshal(b []byte, v any) error { return gob.NewDecoder(bytes.NewReader(b)).Decode(v) }

// A stream that a program wrote with google's type yesterday it reads with ours
// today, and the reverse.
func TestGobStreams(t *testing.T) {
	ours, theirs, gofrs := kit.NewShapes[uuid.UUID](), kit.NewShapes[google.UUID](), kit.NewShapes[gofrs.UUID]()
	gobExchange(t, ours, ours)
	gobExchange(t, ours, theirs)
	gobExchange(t, theirs, ours)
	gobExchange(t, ours, gofrs)
	gobExchange(t, gofrs, ours)
}

// gobExchange writes in and reads it as an Out, which must be want.
func gobExchange[In, Out any](t *testing.T, in In, want Out) {
	t.Helper()
	b := kit.Must(gobMarshal(in))(t)
	var out Out
	if err := gobUnmarshal(b, &out); err != nil || !reflect.DeepEqual(out, want) {
		t.Errorf("%T to %T: got %v, %v, want %v", in, out, out, err, want)
	}
}

// TestGobBytes checks the end of the stream, where the value is: a UUID is its
// 16 bytes after their count, as google's is.
func TestGobBytes(t *testing.T) {
	ours, theirs := kit.Must(gobMarshal(vectors.U))(t), kit.Must(gobMarshal(google.UUID(vectors.U)))(t)
	want := kit.Unhex("10" + kit.Raw)
	if !bytes.HasSuffix(ours, want) || !bytes.HasSuffix(theirs, want) {
		t.Errorf("got %x, google's %x, want both to end in %x", ours, theirs, want)
	}
}

func TestGobNull(t *testing.T) {
	type ours struct {
		V, N uuid.NullUUID
		L    []uuid.NullUUID
		P    *uuid.NullUUID
	}
	valid := uuid.NullUUID{UUID: vectors.U, Valid: true}
	in := ours{valid, uuid.NullUUID{}, []uuid.NullUUID{valid, {}}, &valid}
	gobExchange(t, in, in)
	gobExchange(t, uuid.NullUUID{}, uuid.NullUUID{})

	// A null and a UUID are the same for google's NullUUID, as long as there
	// is a UUID: it can't read the null that it writes.
	type oursV struct{ V uuid.NullUUID }
	type theirsV struct{ V google.NullUUID }
	theirs := google.NullUUID{UUID: google.UUID(vectors.U), Valid: true}
	gobExchange(t, oursV{valid}, theirsV{theirs})
	gobExchange(t, theirsV{theirs}, oursV{valid})
	gobExchange(t, theirsV{}, oursV{})
	gobExchange(t, []google.NullUUID{{}}, []uuid.NullUUID{{}})
	b := kit.Must(gobMarshal([]google.NullUUID{{}}))(t)
	var out []google.NullUUID
	if err := gobUnmarshal(b, &out); err == nil {
		t.Errorf("google's NullUUID reads its null as %v: it did not use to", out)
	}
}

// gobBytes writes any bytes as a UUID does its own.
type gobBytes []byte

func (b gobBytes) MarshalBinary() ([]byte, error) { return b, nil }

func TestGobRejects(t *testing.T) {
	type wrong struct{ V gobBytes }
	type right struct{ V uuid.UUID }
	type null struct{ V uuid.NullUUID }
	other := uuid.NullUUID{UUID: vectors.Other, Valid: true}
	for _, n := range vectors.BadLengths {
		b := kit.Must(gobMarshal(wrong{append(gobBytes{}, vectors.Bytes(n)...)}))(t)
		got := right{vectors.Other}
		if err := gobUnmarshal(b, &got); err == nil || got.V != vectors.Other {
			t.Errorf("%d bytes: got %v, %v, want an error and it unchanged", n, got.V, err)
		}
		nullable := null{other}
		if err := gobUnmarshal(b, &nullable); n == 0 && (err != nil || nullable.V.Valid) {
			t.Errorf("no bytes: got %v, %v, want null", nullable.V, err)
		} else if n != 0 && (err == nil || nullable.V != other) {
			t.Errorf("%d bytes: got %v, %v, want an error and it unchanged", n, nullable.V, err)
		}
	}
	// gob leaves out what is zero, and so can't reset a value that is there.
	b := kit.Must(gobMarshal(right{}))(t)
	got := right{vectors.Other}
	if err := gobUnmarshal(b, &got); err != nil || got.V != vectors.Other {
		t.Errorf("Nil into a used value: got %v, %v, want it unchanged, as for every type", got.V, err)
	}
}

// A stream of the standard library's UUIDs is of another kind than everybody
// else's.
func TestGobStd(t *testing.T) {
	if !std.Present {
		t.Skip("Go 1.26 has no such type")
	}
	type theirs struct{ ID std.UUID }
	type ours struct{ ID uuid.UUID }
	got := ours{vectors.Other}
	if err := gobUnmarshal(kit.Must(gobMarshal(theirs{std.UUID(vectors.U)}))(t), &got); err == nil || got.ID != vectors.Other {
		t.Errorf("got %v, %v, want an error and it unchanged", got, err)
	}
	var back theirs
	if err := gobUnmarshal(kit.Must(gobMarshal(ours{vectors.U}))(t), &back); err == nil {
		t.Errorf("got %v, want an error", back)
	}
}

//go:build go1.27

package wiretest_test

import (
	"encoding/hex"
	"encoding/json/v2"
	"reflect"
	"testing"
	std "uuid"

	"github.com/fxamacker/cbor/v2"
	google "github.com/google/uuid"
	"github.com/uuidkit/uuidkit/cborx"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

const jsonReadsNullKeys = true

// jsonv2 is what encoding/json/v2 writes and reads as encoding/json does, and null,
// which makes a UUID zero, as it does every type.
var jsonv2 = []format{jsonFormat("JSON v2",
	func(v any) ([]byte, error) { return json.Marshal(v) },
	func(b []byte, v any) error { return json.Unmarshal(b, v) },
	nulls,
)}

func TestStdCBOR(t *testing.T) {
	testCBOR[std.UUID](t)
	_, dm := cborModes[std.UUID](t)
	cborLengths[std.UUID](t, dm, reads) // without a check: see package cborx

	// What its documentation says to use instead.
	type S struct {
		ID uuid.UUID
		B  cborx.Bare
		T  cborx.Tagged
	}
	id := std.UUID(vectors.U)
	in := S{uuid.UUID(id), cborx.Bare(id), cborx.Tagged(id)}
	var out S
	b, err := cbor.Marshal(in)
	if err == nil {
		err = cbor.Unmarshal(b, &out)
	}
	if err != nil || std.UUID(out.ID) != id || std.UUID(out.B) != id || std.UUID(out.T) != id {
		t.Errorf("got %v, %v", out, err)
	}
	cborLengths[uuid.UUID](t, dm, fails)
}

// TestLookAlikes checks that the look-alikes of the other tests have the standard
// library's method set.
func TestLookAlikes(t *testing.T) {
	methods := func(v any) (names []string) {
		typ := reflect.TypeOf(v)
		for i := range typ.NumMethod() {
			names = append(names, typ.Method(i).Name)
		}
		return names
	}
	if got, want := methods(new(vectors.Std)), methods(new(std.UUID)); !reflect.DeepEqual(got, want) {
		t.Errorf("vectors.Std has %v, std %v", got, want)
	}
}

// TestStdMsgpack pins what package msgpackx's documentation says of it.
func TestStdMsgpack(t *testing.T) {
	b, err := msgpack.Marshal(std.UUID(vectors.U))
	if got, want := hex.EncodeToString(b), "c424"+hex.EncodeToString([]byte(vectors.Text)); err != nil || got != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	var id std.UUID
	if err := msgpack.Unmarshal(unhex(t, "c410"+rawU), &id); err == nil {
		t.Errorf("reads bin of 16 bytes as %v: it did not use to", id)
	}
}

// TestStdGob pins that a stream of the standard library's UUIDs is of another
// kind than everybody else's.
func TestStdGob(t *testing.T) {
	type theirs struct{ ID std.UUID }
	type ours struct{ ID uuid.UUID }
	b, err := gobMarshal(theirs{std.UUID(vectors.U)})
	if err != nil {
		t.Fatal(err)
	}
	got := ours{vectors.Other}
	if err := gobUnmarshal(b, &got); err == nil || got.ID != vectors.Other {
		t.Errorf("got %v, %v, want an error and it unchanged", got, err)
	}
	b, err = gobMarshal(ours{vectors.U})
	if err != nil {
		t.Fatal(err)
	}
	var back theirs
	if err := gobUnmarshal(b, &back); err == nil {
		t.Errorf("got %v, want an error", back)
	}
}

func TestStdText(t *testing.T) {
	for _, f := range formats {
		if f.marshal == nil {
			continue
		}
		ours, err := f.marshal(field[uuid.UUID]{ID: vectors.U})
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := f.marshal(field[std.UUID]{ID: std.UUID(vectors.U)})
		if err != nil {
			t.Fatal(err)
		}
		if string(ours) != string(theirs) {
			t.Errorf("%s: got %s, std's %s", f.name, ours, theirs)
		}
	}
}

// TestJSONv2 checks what encoding/json/v2 has and does besides the table.
func TestJSONv2(t *testing.T) {
	type S struct {
		ID   uuid.UUID
		Null uuid.NullUUID
		Omit uuid.UUID     `json:",omitzero"`
		N    uuid.NullUUID `json:",omitzero"`
		E    uuid.UUID     `json:",omitempty"` // empty is what is written as null, "", {} or []
		NE   uuid.NullUUID `json:",omitempty"`
		L    []uuid.UUID
		M    map[uuid.UUID]uuid.UUID
	}
	in := S{ID: vectors.U, L: []uuid.UUID{vectors.U}, M: map[uuid.UUID]uuid.UUID{vectors.U: vectors.U}}
	want := `{"ID":"` + vectors.Text + `","Null":null,"E":"` + uuid.Nil().String() + `","L":["` + vectors.Text + `"],"M":{"` + vectors.Text + `":"` + vectors.Text + `"}}`
	b, err := json.Marshal(in)
	if err != nil || string(b) != want {
		t.Errorf("got %s, %v, want %s", b, err, want)
	}
	var out S
	if err := json.Unmarshal(b, &out); err != nil || !reflect.DeepEqual(in, out) {
		t.Errorf("got %v, %v, want %v", out, err, in)
	}
	if b, err := json.Marshal(map[uuid.NullUUID]int{{}: 1}); err == nil {
		t.Errorf("a null key = %s: package uuid's documentation says it is an error", b)
	}
	// Types without methods are another form here than in encoding/json.
	if b, err := json.Marshal([]any{vectors.Plain(vectors.U), google.UUID(vectors.U)}); err != nil || string(b) != `["ABEiM0RVZneImaq7zN3u/w==","`+vectors.Text+`"]` {
		t.Errorf("got %s, %v", b, err)
	}
}

package msgpackx_test

import (
	"database/sql"
	"errors"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/msgpackx"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

// TestWrappers pins what becomes of a T in other packages' hands.
func TestWrappers(t *testing.T) {
	testWrite(t, sql.Null[time]{V: time(vectors.U), Valid: true}, "82a156c410"+rawU+"a556616c6964c3") // not registered
	testWrite(t, struct {
		uuid.UUID
		Name string
	}{vectors.U, "lost"}, "c410"+rawU)
}

// time is a [16]byte that nobody registers.
type time [16]byte

// What the documentation says of a rollout: a type with methods for text alone, as
// the standard library's, does not read what Register writes, and Register does not
// read the map that msgpack made of a sql.Null.
func TestRollout(t *testing.T) {
	if got := (textMethods{}); msgpack.Unmarshal(unhex("c410"+rawU), &got) == nil {
		t.Errorf("a type that is not registered read bin as %v", got)
	}
	old, err := msgpack.Marshal(sql.Null[textMethods]{V: textMethods(vectors.U), Valid: true})
	if err != nil || old[0] != 0x82 {
		t.Fatalf("got %x, %v, want a map of 2", old, err)
	}
	got := sql.Null[binID]{V: binID(vectors.Other)}
	if err := msgpack.Unmarshal(old, &got); err == nil || got.V != binID(vectors.Other) || got.Valid {
		t.Errorf("got %v, %v, want an error", got, err)
	}
}

type textMethods [16]byte

func (u textMethods) MarshalText() ([]byte, error)  { return uuid.UUID(u).MarshalText() }
func (u *textMethods) UnmarshalText(b []byte) error { return (*uuid.UUID)(u).UnmarshalText(b) }

// Types to embed.
type (
	EmbeddedID   [16]byte
	EmbeddedNull struct {
		UUID  EmbeddedID
		Valid bool
	}
)

// TestEmbedded pins what becomes of an embedded nullable type: msgpack takes its two
// fields for those of the struct around it, but not those of a registered type.
func TestEmbedded(t *testing.T) {
	type before struct {
		EmbeddedNull
		Name string
	}
	type after struct {
		EmbeddedNull
		Name string
	}
	type inline struct {
		EmbeddedNull `msgpack:",inline"`
		Name         string
	}
	null := EmbeddedNull{EmbeddedID(vectors.U), true}
	old := "83a455554944c410" + rawU + "a556616c6964c3a44e616d65a178"
	testWrite(t, before{null, "x"}, old)
	if err := errors.Join(msgpackx.Register[EmbeddedID](), msgpackx.RegisterNull[EmbeddedNull]()); err != nil {
		t.Fatal(err)
	}
	testWrite(t, after{null, "x"}, "82ac456d6265646465644e756c6cc410"+rawU+"a44e616d65a178")
	var got after
	if err := msgpack.Unmarshal(unhex(old), &got); err != nil || got != (after{Name: "x"}) {
		t.Errorf("what was written before = %v, %v, want null and no error: change the documentation", got, err)
	}
	var kept inline
	if err := msgpack.Unmarshal(unhex(old), &kept); err != nil || kept != (inline{null, "x"}) {
		t.Errorf("with the tag inline = %v, %v, want %v", kept, err, null)
	}
	testWrite(t, kept, old)
}

// TestEmbeddedUnexported pins what becomes of an embedded type that is not exported: Go
// lets nobody read it in a struct that has no address.
func TestEmbeddedUnexported(t *testing.T) {
	type both struct {
		binID
		nullOf[binID]
	}
	in := both{binID(vectors.U), nullOf[binID]{binID(vectors.U), true}}
	for _, v := range []any{in, struct{ nullOf[binID] }{in.nullOf}} {
		if b, err := msgpack.Marshal(v); err == nil || !strings.HasPrefix(err.Error(), "msgpackx: encode msgpackx_test.") {
			t.Errorf("Marshal(%+v) = %x, %v, want an error", v, b, err)
		}
	}
	b, err := msgpack.Marshal(&in)
	var got both
	if err := errors.Join(err, msgpack.Unmarshal(b, &got)); err != nil || got != in {
		t.Errorf("through a pointer: got %v, %v, want %v", got, err, in)
	}
}

// A []byte in an interface is what bin leaves there, without a type.
func TestBytesInInterface(t *testing.T) {
	b := unhex("81a156c410" + rawU)
	var s struct{ V any }
	if err := msgpack.Unmarshal(b, &s); err != nil || !reflect.DeepEqual(s.V, vectors.U[:]) {
		t.Fatalf("got %v, %v, want bytes", s.V, err)
	}
	defer func() {
		if recover() == nil {
			t.Error("into the same value again: msgpack does not panic any more, change the documentation")
		}
	}()
	msgpack.Unmarshal(b, &s)
}

// TestMapKeys pins what msgpack makes of the keys of a map that has no type for
// them.
func TestMapKeys(t *testing.T) {
	bin, ext, text := "81c410"+rawU+"01", "81d84d"+rawU+"01", "81d924"+textHex(vectors.Text)+"01"
	for _, tt := range []struct {
		in   string
		into any
		want any // nil: an error
	}{
		{bin, new(map[string]any), map[string]any{string(vectors.U[:]): int8(1)}},
		{ext, new(map[string]any), nil},
		{ext, new(map[any]any), map[any]any{extID(vectors.U): int8(1)}},
		{text, new(map[string]any), map[string]any{vectors.Text: int8(1)}},
		{bin, new(map[binID]int8), map[binID]int8{binID(vectors.U): 1}},
		{ext, new(map[extID]int8), map[extID]int8{extID(vectors.U): 1}},
	} {
		err := msgpack.Unmarshal(unhex(tt.in), tt.into)
		if got := reflect.ValueOf(tt.into).Elem().Interface(); (err == nil) != (tt.want != nil) || err == nil && !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s into %T = %v, %v, want %v", tt.in, got, got, err, tt.want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a bin key into map[any]any: no panic, change the documentation")
		}
	}()
	msgpack.Unmarshal(unhex(bin), new(map[any]any))
}

// again reports whether a test runs again in this process, which keeps its registrations.
func again(t *testing.T) bool {
	_, again := ran.LoadOrStore(t.Name(), true)
	return again
}

var ran sync.Map

type evictedID [16]byte

// TestEviction pins the fault that Register can't prevent: someone else's
// later registration of the ext id. It must not pass unnoticed.
func TestEviction(t *testing.T) {
	if again(t) {
		t.Skip("only the first run in a process can show it")
	}
	if err := msgpackx.Register[evictedID](msgpackx.Ext(95)); err != nil {
		t.Fatal(err)
	}
	b := must(msgpack.Marshal(evictedID(vectors.U)))
	claim(95, claimant{})
	var v any
	if err := msgpack.Unmarshal(b, &v); err != nil || v != any(claimant{}) {
		t.Errorf("Unmarshal into any = %T, %v; the package documentation says it is the evictor's", v, err)
	}
	got := evictedID(vectors.Other)
	if err := msgpack.Unmarshal(b, &got); err == nil || got != evictedID(vectors.Other) {
		t.Errorf("Unmarshal = %v, %v; the package documentation says it is an error", got, err)
	}
	if err := msgpack.Unmarshal([]byte("\xc4\x01x"), &got); err != nil || got[0] != 'x' || got[1] != vectors.Other[1] {
		t.Errorf("Unmarshal of one byte = %v, %v; the package documentation says it is no error", got, err)
	}
	if err := msgpackx.Register[evictedID](msgpackx.Ext(95)); err == nil {
		t.Error("Register after the eviction: got no error")
	}
}

type lateID [16]byte

func (u lateID) MarshalText() ([]byte, error) { return uuid.UUID(u).MarshalText() }

// TestLate pins the symptom of registering too late, which the package
// documentation describes.
func TestLate(t *testing.T) {
	type seen struct{ ID lateID }
	type unseen struct{ ID lateID }
	text := "c424" + textHex(vectors.Text)
	if again(t) {
		t.Skip("only the first run in a process can show it")
	}
	testWrite(t, seen{lateID(vectors.U)}, "81a24944"+text)
	if err := msgpackx.Register[lateID](); err != nil {
		t.Fatal(err)
	}
	testWrite(t, seen{lateID(vectors.U)}, "81a24944"+text) // as before
	testWrite(t, unseen{lateID(vectors.U)}, "81a24944c410"+rawU)
}

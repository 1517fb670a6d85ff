package msgpackx_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

// TestStream checks that the end of a stream is io.EOF, and its being cut is
// not.
func TestStream(t *testing.T) {
	id, got := binID(vectors.U), binID{}
	dec := msgpack.NewDecoder(bytes.NewReader(unhex("c410" + rawU + "c410" + rawU)))
	for range 2 {
		got = binID{}
		if err := dec.Decode(&got); err != nil || got != id {
			t.Errorf("got %v, %v", got, err)
		}
	}
	if err := dec.Decode(&got); err != io.EOF {
		t.Errorf("at the end: got %v, want io.EOF", err)
	}
	dec = msgpack.NewDecoder(strings.NewReader("\xc4\x10"))
	if err := dec.Decode(&got); !errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		t.Errorf("in the middle: got %v, want io.ErrUnexpectedEOF", err)
	}
	// After an error a decoder reads what it did not read before.
	dec = msgpack.NewDecoder(strings.NewReader("\x91\xc0"))
	if err := dec.Decode(&got); err == nil {
		t.Errorf("an array of 1: got %v, want an error", got)
	}
	if err := dec.Decode(&got); err != nil || got != (binID{}) {
		t.Errorf("after the error: got %v, %v, want the nil that was in the array", got, err)
	}
}

// testInterned writes values with the msgpack extension for repeated strings, reads
// them back, and returns the bytes.
func testInterned(t *testing.T, values ...any) []byte {
	t.Helper()
	var buf bytes.Buffer
	enc := msgpack.NewEncoder(&buf)
	enc.UseInternedStrings(true)
	if err := enc.EncodeMulti(values...); err != nil {
		t.Fatal(err)
	}
	b := buf.Bytes()
	dec := msgpack.NewDecoder(bytes.NewReader(b))
	dec.UseInternedStrings(true)
	for _, in := range values {
		out := reflect.New(reflect.TypeOf(in))
		if err := dec.Decode(out.Interface()); err != nil || !reflect.DeepEqual(in, out.Elem().Interface()) {
			t.Errorf("got %v, %v, want %v", out.Elem(), err, in)
		}
	}
	return b
}

func TestInterned(t *testing.T) {
	type S struct { // a string before, between and after
		A  string
		ID textID
		B  string
		P  *textID
		M  map[textID]string
		C  string
	}
	id := textID(vectors.U)
	in := S{"first", id, vectors.Text, &id, map[textID]string{id: "first"}, "last"}
	if n := bytes.Count(testInterned(t, in, in), []byte(vectors.Text)); n != 1 {
		t.Errorf("the text is there %d times, want once", n)
	}

	many := make([]textID, 600) // more than the shortest ext can number
	for i := range many {
		many[i] = textID{14: byte(i % 300 >> 8), 15: byte(i % 300)}
	}
	if n := bytes.Count(testInterned(t, many), []byte{0xd5, 0x80}); n != 300-256 {
		t.Errorf("%d strings have a number of two bytes, want %d", n, 300-256)
	}

	// A number may take more bytes than it needs.
	dec := msgpack.NewDecoder(bytes.NewReader(unhex("93d924" + textHex(vectors.Text) + "d58000" + "00" + "d68000000000")))
	dec.UseInternedStrings(true)
	var out []textID
	if err := dec.Decode(&out); err != nil || !reflect.DeepEqual(out, []textID{id, id, id}) {
		t.Errorf("got %v, %v, want %v three times", out, err, id)
	}
}

// TestInternedAny pins a fault of msgpack: with the tag intern on an any its Decoder counts
// bin as a string, and its Encoder does not. The guide warns of it.
func TestInternedAny(t *testing.T) {
	type S struct {
		ID   any `msgpack:",intern"`
		Kind any `msgpack:",intern"`
	}
	in := []S{{binID(vectors.U), "paid"}, {binID(vectors.U), "paid"}}
	var out []S
	err := msgpack.Unmarshal(must(msgpack.Marshal(in)), &out)
	if raw := string(vectors.U[:]); err != nil || !reflect.DeepEqual(out, []S{{raw, "paid"}, {raw, raw}}) {
		t.Errorf("got %q, %v: change the documentation", out, err)
	}
}

// A fullWriter has room for as many bytes.
type fullWriter int

func (w *fullWriter) Write(b []byte) (int, error) {
	if *w -= fullWriter(len(b)); *w < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(b), nil
}

func TestWriteError(t *testing.T) {
	id := binID{}
	for _, v := range []any{
		id, extID{}, textID{}, uuid.NullUUID{}, uuid.NullUUID{Valid: true},
		[]binID(nil), []binID{}, []binID{id, id}, []textID{{}, {}}, []*binID{nil, &id}, []uuid.NullUUID{{}, {Valid: true}}, uuid.UUIDs{{}, {}},
	} {
		for n := range len(marshalHex(t, v)) / 2 {
			w := fullWriter(n)
			if err := msgpack.NewEncoder(&w).Encode(v); !errors.Is(err, io.ErrClosedPipe) {
				t.Errorf("%T into %d bytes: got %v, want %v", v, n, err, io.ErrClosedPipe)
			}
		}
	}
}

package msgpackx_test

import (
	"bytes"
	"database/sql"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

// TestLists reads into lists that hold something already.
func TestLists(t *testing.T) {
	u, o := "c410"+rawU, "c410f81d4fae7dec11d0a76500a0c91e6bf6"
	text := "d924" + textHex(vectors.Text)
	testList(t, []listTest[[]binID]{
		{"c0", nil, ""},
		{"90", []binID{}, ""},
		{"dd00000000", []binID{}, ""},
		{"92" + u + o, []binID{binID(vectors.U), binID(vectors.Other)}, ""},
		{"94" + u + "b0" + rawU + text + "dc0010" + arrayU, []binID{3: binID(vectors.U), 2: binID(vectors.U), 1: binID(vectors.U), 0: binID(vectors.U)}, ""},
		{"dc0002" + u + "c0", []binID{binID(vectors.U), {}}, ""},
		{"92c0" + u, []binID{{}, binID(vectors.U)}, ""},
		{"dd00000001" + u, []binID{binID(vectors.U)}, ""},

		{"", nil, "EOF"},
		{"91", nil, "[]msgpackx_test.binID: element 0: unexpected EOF"},
		{"dc", nil, "[]msgpackx_test.binID: unexpected EOF"},
		{"dc00", nil, "[]msgpackx_test.binID: unexpected EOF"},
		{"92" + u, nil, "element 1: unexpected EOF"},
		{"92" + u + "c410" + rawU[2:], nil, "element 1: unexpected EOF"},
		{"92" + u + "c404deadbeef", nil, "element 1: got 4 bytes, want 16 or text"},
		{"92c3" + u, nil, "element 0: got code 0xc3, want bin"},
		{"91d802" + rawU, nil, "element 0: got ext 2"},
		{"9191" + u, nil, "element 0: got array of 1, want 16"},
		{"80", nil, "got code 0x80, want array"},
		{u, nil, "got code 0xc4, want array"},
		{"a0", nil, "got code 0xa0, want array"},
		{"c1", nil, "got code 0xc1, want array"},
		{"ddffffffff" + u, nil, ""},
		{"dd80000000" + u, nil, ""},
	})
	id := binID(vectors.U)
	testList(t, []listTest[[]*binID]{
		{"93" + u + "c0" + u, []*binID{&id, nil, &id}, ""},
		{"92" + u + "c40f" + rawU[2:], nil, "[]*msgpackx_test.binID: element 1: got 15 bytes"},
		{"ddffffffff" + u, nil, ""},
	})
	testList(t, []listTest[[]sql.Null[binID]]{
		{"93" + u + "c0" + u, []sql.Null[binID]{{V: id, Valid: true}, {}, {V: id, Valid: true}}, ""},
		{"92" + u + "c40f" + rawU[2:], nil, "element 1: got 15 bytes"},
		{"ddffffffff" + u, nil, ""},
	})
	testList(t, []listTest[[]uuid.NullUUID]{
		{"93" + u + "c0" + u, []uuid.NullUUID{{UUID: vectors.U, Valid: true}, {}, {UUID: vectors.U, Valid: true}}, ""},
		{"92" + u + "c40f" + rawU[2:], nil, "[]uuid.NullUUID: element 1: got 15 bytes"},
		{"ddffffffff" + u, nil, ""},
	})
	testList(t, []listTest[uuid.UUIDs]{
		{"c0", nil, ""},
		{"90", uuid.UUIDs{}, ""},
		{"93" + u + o + text, uuid.UUIDs{vectors.U, vectors.Other, vectors.U}, ""},
		{"92" + u + "c0", nil, "uuid.UUIDs: element 1: got nil"},
		{"92" + u + "c40f" + rawU[2:], nil, "element 1: got 15 bytes"},
		{"ddffffffff" + u, nil, ""},
	})
	testList(t, []listTest[[]textID]{{"92" + u + text, []textID{textID(vectors.U), textID(vectors.U)}, ""}})
	testList(t, []listTest[[]extID]{{"92" + u + "d84d" + rawU, []extID{extID(vectors.U), extID(vectors.U)}, ""}})
	testList(t, []listTest[[]dotNetID]{{"92c410" + dotNetU + text, []dotNetID{dotNetID(vectors.U), dotNetID(vectors.U)}, ""}})
}

type listTest[S any] struct {
	in   string
	want S
	err  string // part of the error; "" and no list: any
}

func testList[S ~[]E, E any](t *testing.T, tests []listTest[S]) {
	t.Helper()
	for _, tt := range tests {
		b := unhex(tt.in)
		memory := make(S, 3)
		old := memory[:1:3]
		got := old
		err := msgpack.Unmarshal(b, &got)
		if tt.want != nil || tt.in == "c0" {
			if err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("%T: %s = %v, %v, want %v", got, tt.in, got, err, tt.want)
			}
			// The same through a reader that does not tell how much it has.
			got = old
			if err := msgpack.NewDecoder(io.MultiReader(bytes.NewReader(b))).Decode(&got); err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("%T: %s from a stream = %v, %v, want %v", got, tt.in, got, err, tt.want)
			}
		} else {
			if err == nil || !strings.Contains(err.Error(), tt.err) || len(b) > 0 && (errors.Is(err, io.EOF) || !strings.HasPrefix(err.Error(), "msgpackx: decode ")) {
				t.Errorf("%T: %s = %v, %v, want an error with %q", got, tt.in, got, err, tt.err)
			}
			if len(got) != 1 || &got[0] != &memory[0] {
				t.Errorf("%T: %s made it %v", got, tt.in, got)
			}
		}
		if !reflect.DeepEqual(memory, make(S, 3)) {
			t.Errorf("%T: %s wrote %v into the memory of the old list", got, tt.in, memory)
		}
	}
}

// A shy reader has a Len that is not what is left in it.
type shy struct{ *bytes.Reader }

func (*shy) Len() int { return -1 << 20 }

// TestListLengths checks that the memory for a list is by the bytes that are
// there. Without Register, msgpack makes room for as many as the five bytes say.
func TestListLengths(t *testing.T) {
	many := "ddffffffff" + strings.Repeat("c410"+rawU, 1000)
	for _, list := range []any{new([]binID), new([]extID), new([]textID), new([]*binID), new([]sql.Null[binID]), new([]uuid.NullUUID), new(uuid.UUIDs)} {
		for _, in := range []string{"ddffffffff", "ddffffffff" + strings.Repeat("c410"+rawU, 10), "dd7fffffff" + strings.Repeat("c410"+rawU, 10), many} {
			b := unhex(in)
			for _, from := range []io.Reader{bytes.NewReader(b), io.MultiReader(bytes.NewReader(b)), &shy{bytes.NewReader(b)}} {
				dec := msgpack.NewDecoder(from)
				var err error
				if got := allocated(func() { err = dec.Decode(list) }); err == nil || got > uint64(8<<10+8*len(b)) {
					t.Errorf("%T: %d bytes that claim to be %s...: %v, and it allocates %d bytes", list, len(b), in[:10], err, got)
				}
			}
		}
	}
	// What the package documentation says of other slices.
	if got := allocated(func() { msgpack.Unmarshal([]byte{0xdd, 0, 0x10, 0, 0}, new([]time)) }); got < 1<<24 { // a million
		t.Errorf("[]%T: it allocates %d bytes, and used to believe what it is told", time{}, got)
	}

	var one []binID // a list that is as long as it says
	b := must(msgpack.Marshal(make([]binID, 100_000)))
	if err := msgpack.Unmarshal(b, &one); err != nil || len(one) != 100_000 || cap(one) > 110_000 {
		t.Errorf("got %d of room for %d, %v, want 100000", len(one), cap(one), err)
	}
	if err := msgpack.NewDecoder(io.MultiReader(bytes.NewReader(b))).Decode(&one); err != nil || len(one) != 100_000 {
		t.Errorf("from a stream: got %d, %v, want 100000", len(one), err)
	}
}

// TestDepth checks that a UUID among arrays of arrays is no matter of the stack.
func TestDepth(t *testing.T) {
	for _, v := range []any{new(binID), new(extID), new([]binID), new(uuid.NullUUID), new(uuid.UUIDs), new([]*binID)} {
		for _, code := range []string{"\x91", "\xdc\x00\x01", "\xdd\x00\x00\x00\x01", "\x81", "\xdc\x00\x10"} {
			if err := msgpack.Unmarshal([]byte(strings.Repeat(code, 1<<20)), v); err == nil || len(err.Error()) > 200 {
				t.Errorf("%T: a million of % x: %.300v, want a short error", v, code, err)
			}
		}
	}
}

// element keeps msgpack from the list's codec, but not from the element's.
type element[T any] struct{ V T }

func (e *element[T]) DecodeMsgpack(d *msgpack.Decoder) error { return d.Decode(&e.V) }

// FuzzList compares lists with the same, element by element.
func FuzzList(f *testing.F) {
	for _, tt := range inputs {
		f.Add(append([]byte{0x91}, unhex(tt.in)...))
		f.Add(append(unhex("dc0002c410"+rawU), unhex(tt.in)...))
	}
	f.Add([]byte{0xc0})
	f.Add([]byte{0xdd, 0, 0, 0, 1, 0xc0})
	f.Fuzz(func(t *testing.T, b []byte) {
		fuzzList[binID](t, b)
		fuzzList[extID](t, b)
		fuzzList[textID](t, b)
		fuzzList[dotNetID](t, b)
		fuzzList[uuid.NullUUID](t, b)
		fuzzList[*binID](t, b)
	})
}

func fuzzList[E any](t *testing.T, b []byte) {
	// msgpack would make room for what it is told.
	if d := msgpack.NewDecoder(bytes.NewReader(b)); len(b) > 4 {
		if n, err := d.DecodeArrayLen(); err == nil && n > 1<<16 {
			return
		}
	}
	var got []E
	err := msgpack.Unmarshal(b, &got)
	var slow []element[E]
	slowErr := msgpack.Unmarshal(b, &slow)
	if (err == nil) != (slowErr == nil) || err == nil && len(got) != len(slow) {
		t.Fatalf("%x = %v, %v; by elements %v, %v", b, got, err, slow, slowErr)
	}
	if err != nil {
		return
	}
	for i := range got {
		if !reflect.DeepEqual(got[i], slow[i].V) {
			t.Errorf("%x: element %d = %v, by itself %v", b, i, got[i], slow[i].V)
		}
	}
	if out, err := msgpack.Marshal(got); err != nil {
		t.Error(err)
	} else if err := msgpack.Unmarshal(out, &slow); err != nil || len(slow) != len(got) {
		t.Errorf("%v becomes %x, which is %v, %v", got, out, slow, err)
	}
}

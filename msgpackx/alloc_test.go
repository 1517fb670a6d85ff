package msgpackx_test

import (
	"bufio"
	"bytes"
	"database/sql"
	"io"
	"reflect"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

func TestAllocs(t *testing.T) {
	type S struct{ A, B, C, D binID }
	var (
		s    S
		ids  = make([]binID, 100)
		one  = binID(vectors.U)
		null = uuid.NullUUID{UUID: vectors.U, Valid: true}
		ext  = extID(vectors.U)
		net  = dotNetID(vectors.U)
		list = make(uuid.UUIDs, 100)
		sqln = sql.Null[binID]{V: one, Valid: true}
	)
	var buf bytes.Buffer
	enc := msgpack.NewEncoder(&buf)
	bw := bufio.NewWriterSize(io.Discard, 1<<16)
	benc := msgpack.NewEncoder(bw)
	for _, v := range []any{&s, &ids, &list, &one, &null, &sqln, &ext, &net, s, list, one, null, sqln, ext, net} {
		encode := func() {
			buf.Reset()
			if err := enc.Encode(v); err != nil {
				t.Fatal(err)
			}
		}
		encode()
		if got := testing.AllocsPerRun(100, encode); got != 0 {
			t.Errorf("encode %T: %v allocations, want 0", v, got)
		}
		if got := testing.AllocsPerRun(100, func() {
			bw.Reset(io.Discard)
			if err := benc.Encode(v); err != nil {
				t.Fatal(err)
			}
		}); got != 0 {
			t.Errorf("encode %T to a bufio.Writer: %v allocations, want 0", v, got)
		}
		if reflect.TypeOf(v).Kind() != reflect.Pointer {
			continue
		}
		want := 0.0
		if v == any(&ids) || v == any(&list) {
			want = 1 // the list
		}
		in := bytes.Clone(buf.Bytes())
		rd := bytes.NewReader(in)
		dec := msgpack.NewDecoder(rd)
		if got := testing.AllocsPerRun(100, func() {
			rd.Reset(in)
			dec.ResetReader(rd)
			if err := dec.Decode(v); err != nil {
				t.Fatal(err)
			}
		}); got != want {
			t.Errorf("decode %T: %v allocations, want %v", v, got, want)
		}
	}

	// An empty buffer grows once for the whole list. The allocations are 4, 5 with the
	// race detector, and would be 8 if the buffer grew as it is written to.
	if got := testing.AllocsPerRun(100, func() {
		enc.Reset(new(bytes.Buffer))
		if err := enc.Encode(list); err != nil {
			t.Fatal(err)
		}
	}); got > 5 {
		t.Errorf("encode %T to an empty buffer: %v allocations, want at most 5", list, got)
	}
}

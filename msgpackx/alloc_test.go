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
	allocates := func(most float64, what string, v any, f func() error) {
		t.Helper()
		var err error
		if got := testing.AllocsPerRun(100, func() { err = f() }); err != nil || got > most {
			t.Errorf("%s %T: %v allocations, %v, want at most %v", what, v, got, err, most)
		}
	}
	var buf bytes.Buffer
	enc := msgpack.NewEncoder(&buf)
	bw := bufio.NewWriterSize(io.Discard, 1<<16)
	benc := msgpack.NewEncoder(bw)
	for _, tt := range []struct {
		v      any
		decode float64
	}{
		{struct{ A, B, C, D binID }{}, 0},
		{make([]binID, 100), 1}, // the list
		{make(uuid.UUIDs, 100), 1},
		{binID(vectors.U), 0},
		{extID(vectors.U), 0},
		{dotNetID(vectors.U), 0},
		{uuid.NullUUID{UUID: vectors.U, Valid: true}, 0},
		{sql.Null[binID]{V: binID(vectors.U), Valid: true}, 0},
		{nullOf[binID]{binID(vectors.U), true}, 0},
		{[]nullOf[binID]{{binID(vectors.U), true}}, 1},
	} {
		p := reflect.New(reflect.TypeOf(tt.v))
		p.Elem().Set(reflect.ValueOf(tt.v))
		dst := p.Interface()
		for _, v := range []any{tt.v, dst} {
			allocates(0, "encode", v, func() error {
				buf.Reset()
				return enc.Encode(v)
			})
			allocates(0, "encode to a bufio.Writer", v, func() error {
				bw.Reset(io.Discard)
				return benc.Encode(v)
			})
		}
		var rd bytes.Reader
		dec := msgpack.NewDecoder(&rd)
		allocates(tt.decode, "decode", dst, func() error {
			rd.Reset(buf.Bytes())
			dec.ResetReader(&rd)
			return dec.Decode(dst)
		})
	}

	// An empty buffer grows once for the whole list. The allocations are 4, 5 with the
	// race detector, and would be 8 if the buffer grew as it is written to.
	list := make(uuid.UUIDs, 100)
	allocates(5, "to an empty buffer: encode", list, func() error {
		enc.Reset(new(bytes.Buffer))
		return enc.Encode(list)
	})
}

package msgpackx_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

// FuzzRead compares the decoders with a slow one that reads the specification
// from a table.
func FuzzRead(f *testing.F) {
	for _, tt := range inputs {
		f.Add(unhex(tt.in))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		fuzzRead[binID](t, b, bin)
		fuzzRead[extID](t, b, ext)
		fuzzRead[textID](t, b, text)
		fuzzRead[dotNetID](t, b, dotNet)
	})
}

func fuzzRead[T ~[16]byte](t *testing.T, b []byte, form int) {
	got := T(vectors.Other)
	err := msgpack.Unmarshal(b, &got)
	want, wantErr := slowRead(b, form)
	switch {
	case (err == nil) != (wantErr == nil):
		t.Fatalf("%T: Unmarshal(%x) = %v, %v, want %v, %v", got, b, uuid.UUID(got), err, want, wantErr)
	case err == nil && uuid.UUID(got) != want:
		t.Fatalf("%T: Unmarshal(%x) = %v, want %v", got, b, uuid.UUID(got), want)
	case err != nil && uuid.UUID(got) != vectors.Other:
		t.Fatalf("%T: Unmarshal(%x) changed its receiver", got, b)
	case err == nil:
		roundTrip(t, got)
	}
}

// slowRead is what the decoders should do. It knows the formats in which a
// UUID may come by their first bytes, which say what follows.
func slowRead(b []byte, form int) (uuid.UUID, error) {
	text := []int{32, 36, 38, 45}
	type format struct {
		head string
		raw  int // bytes that follow; if it has 16, they are the UUID
	}
	var formats []format
	for _, n := range append(text, 16) {
		if n < 32 {
			formats = append(formats, format{fmt.Sprintf("%02x", 0xa0|n), n})
		}
		formats = append(formats,
			format{fmt.Sprintf("d9%02x", n), n}, format{fmt.Sprintf("da%04x", n), n}, format{fmt.Sprintf("db%08x", n), n},
			format{fmt.Sprintf("c4%02x", n), n}, format{fmt.Sprintf("c5%04x", n), n}, format{fmt.Sprintf("c6%08x", n), n})
	}
	if form == ext {
		for _, head := range []string{"d84d", "c7104d", "c800104d", "c9000000104d"} {
			formats = append(formats, format{head, 16})
		}
	}
	for _, f := range formats {
		rest, ok := bytes.CutPrefix(b, unhex(f.head))
		switch {
		case !ok || len(rest) < f.raw:
			continue
		case f.raw != 16:
			return uuid.Parse(string(rest[:f.raw]))
		case form == dotNet:
			return uuid.FromGUIDBytes([16]byte(rest[:16])), nil
		}
		return uuid.UUID(rest[:16]), nil
	}
	if bytes.HasPrefix(b, unhex("c0")) {
		return uuid.UUID{}, nil
	}
	for _, head := range []string{"dc0010", "dd00000010"} {
		rest, ok := bytes.CutPrefix(b, unhex(head))
		if !ok || form == dotNet {
			continue
		}
		var u uuid.UUID
		for i := range u {
			long := false
			if rest, long = bytes.CutPrefix(rest, unhex("cc")); len(rest) == 0 {
				return uuid.UUID{}, io.ErrUnexpectedEOF
			} else if !long && rest[0] >= 0x80 {
				return uuid.UUID{}, errors.New("not uint 8")
			}
			u[i], rest = rest[0], rest[1:]
		}
		return u, nil
	}
	return uuid.UUID{}, errors.New("no such format")
}

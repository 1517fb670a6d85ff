package msgpackx_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/vmihailenco/msgpack/v5"
)

// FuzzRead compares the decoders with a slow one that reads the specification
// from a table.
func FuzzRead(f *testing.F) {
	for _, tt := range inputs {
		f.Add(unhex(f, tt.in))
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
	in := hex.EncodeToString(b)
	for _, f := range formats {
		rest, ok := strings.CutPrefix(in, f.head)
		if !ok || len(rest) < 2*f.raw {
			continue
		}
		raw, err := hex.DecodeString(rest[:2*f.raw])
		switch {
		case err != nil:
			return uuid.UUID{}, err
		case f.raw != 16:
			return uuid.Parse(string(raw))
		case form == dotNet:
			return uuid.FromGUIDBytes([16]byte(raw)), nil
		}
		return uuid.UUID(raw), nil
	}
	if strings.HasPrefix(in, "c0") {
		return uuid.UUID{}, nil
	}
	for _, head := range []string{"dc0010", "dd00000010"} {
		rest, ok := strings.CutPrefix(in, head)
		if !ok || form == dotNet {
			continue
		}
		var u uuid.UUID
		for i := range u {
			if r, ok := strings.CutPrefix(rest, "cc"); ok {
				rest = r
			} else if rest >= "80" {
				return uuid.UUID{}, errors.New("not uint 8")
			}
			if len(rest) < 2 {
				return uuid.UUID{}, io.ErrUnexpectedEOF
			}
			c, err := hex.DecodeString(rest[:2])
			if err != nil {
				return uuid.UUID{}, err
			}
			u[i], rest = c[0], rest[2:]
		}
		return u, nil
	}
	return uuid.UUID{}, errors.New("no such format")
}

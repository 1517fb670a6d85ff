package uuid_test

import (
	"bytes"
	"encoding"
	"encoding/gob"
	"slices"
	"strconv"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

func TestFromBytes(t *testing.T) {
	for n := range 64 {
		b := vectors.Bytes(n)
		got, err := uuid.FromBytes(b)
		if n == 16 {
			if got != uuid.UUID(b) || err != nil {
				t.Errorf("FromBytes(% x) = %v, %v", b, got, err)
			}
			continue
		}
		if want := "uuid.FromBytes: got " + strconv.Itoa(n) + " bytes, want 16"; got != uuid.Nil() || err == nil || err.Error() != want {
			t.Errorf("FromBytes of %d bytes = %v, %v; want %s", n, got, err, want)
		}
	}
	if got, err := uuid.FromBytes(nil); err == nil {
		t.Errorf("FromBytes(nil) = %v, want an error", got)
	}
}

func TestAppendBinary(t *testing.T) {
	for _, room := range []int{0, 16} { // append in place or not
		b := append(make([]byte, 0, 2+room), "> "...)
		if got, err := vectors.U.AppendBinary(b); string(got) != "> "+raw(vectors.U[:]) || err != nil {
			t.Errorf("AppendBinary(%q) = %q, %v", b, got, err)
		}
	}
}

func FuzzUnmarshalBinary(f *testing.F) { binaryFormat.fuzz(f) }

var binaryFormat = format{
	name: "binary",
	marshal: func(v any) ([]byte, error) {
		return v.(encoding.BinaryMarshaler).MarshalBinary()
	},
	unmarshal: func(data []byte, v any) error {
		return v.(encoding.BinaryUnmarshaler).UnmarshalBinary(data)
	},
	value:   raw(vectors.U[:]),
	null:    "",
	rejects: append(badLengths(""), vectors.Text),
	read:    readBinary,
}

var gobFormat = format{
	name: "gob",
	marshal: func(v any) ([]byte, error) {
		var b bytes.Buffer
		err := gob.NewEncoder(&b).Encode(v)
		return b.Bytes(), err
	},
	unmarshal: func(data []byte, v any) error {
		return gob.NewDecoder(bytes.NewReader(data)).Decode(v)
	},
	rejects: gobs("text", []byte{1, 2, 3}, anyBytes(vectors.Bytes(15)), anyBytes(vectors.Bytes(17)), anyBytes(vectors.Text), [16]byte{}),
	also:    gobs(anyBytes(vectors.U[:]), anyBytes{}, vectors.Google(vectors.U)), // google's streams and ours are the same
	read: func(data []byte) (u uuid.UUID, null, ok bool) {
		var b anyBytes
		if gob.NewDecoder(bytes.NewReader(data)).Decode(&b) != nil {
			return u, false, false
		}
		return readBinary(b)
	},
	library: true,
}

// anyBytes goes through gob as a UUID does, without its checks.
type anyBytes []byte

func (b anyBytes) MarshalBinary() ([]byte, error) { return b, nil }
func (b *anyBytes) UnmarshalBinary(data []byte) error {
	*b = slices.Clone(data)
	return nil
}

// gobs returns the streams of values.
func gobs(values ...any) (s []string) {
	for _, v := range values {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(v); err != nil {
			panic(err)
		}
		s = append(s, b.String())
	}
	return s
}

func readBinary(data []byte) (u uuid.UUID, null, ok bool) {
	switch len(data) {
	case 0:
		return u, true, true
	case 16:
		return uuid.UUID(data), false, true
	}
	return u, false, false
}

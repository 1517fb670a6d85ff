package uuid_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// checkDecode compares the readers of 36 and 32 characters with parseSlow.
func checkDecode(t *testing.T, s string) {
	t.Helper()
	want, err := parseSlow(s)
	if err != nil {
		want = vectors.Other // unchanged
	}
	for name, decode := range map[string]func(*uuid.UUID, string) bool{"decode": uuid.Decode, "decodePortable": uuid.DecodePortable} {
		// The UUID has neighbours, which nobody may touch.
		got := [3]uuid.UUID{vectors.U, vectors.Other, vectors.U}
		if ok := decode(&got[1], s); ok != (err == nil) || got != [3]uuid.UUID{vectors.U, want, vectors.U} {
			t.Errorf("%s(%q) = %v, and %v; want %v, and %v", name, s, ok, got, err == nil, want)
		}
	}
}

// checkEncode compares the writers of canonical text with stringSlow.
func checkEncode(t *testing.T, u uuid.UUID) {
	t.Helper()
	const before, after = "0123456789abcdef", "fedcba9876543210"
	want := before + stringSlow(u) + after
	for name, encode := range map[string]func(*[36]byte, *uuid.UUID){"encode": uuid.Encode, "encodePortable": uuid.EncodePortable} {
		got := []byte(before + strings.Repeat("x", 36) + after)
		from := u
		if encode((*[36]byte)(got[len(before):]), &from); string(got) != want || from != u {
			t.Errorf("%s(%x) wrote %q, want %q", name, u, got, want)
		}
	}
}

// TestHex has every byte at every place of both forms, and two wrong bytes, which must
// not hide each other, at each two places.
func TestHex(t *testing.T) {
	for _, form := range []string{forms[0], forms[3]} {
		for _, text := range []string{write(form, vectors.U), write(form, vectors.Other), strings.ToUpper(write(form, vectors.Other))} {
			b := []byte(text)
			for i := range b {
				for c := range 256 {
					b[i] = byte(c)
					checkDecode(t, string(b))
				}
				b[i] = text[i]
			}
			for i := range b {
				for j := range i {
					for _, c := range "\x00\x0f\x10\x80\xff/:@G`g-" {
						b[i], b[j] = byte(c), byte(c)
						checkDecode(t, string(b))
					}
					b[i], b[j] = text[i], text[j]
				}
			}
		}
	}
	for i := range len(uuid.UUID{}) {
		for c := range 256 {
			u := vectors.Other
			u[i] = byte(c)
			checkEncode(t, u)
		}
	}
	for range 10_000 {
		u := uuid.FromUint128(rand.Uint64(), rand.Uint64())
		checkEncode(t, u)
		checkDecode(t, write(forms[0], u))
		checkDecode(t, strings.ToUpper(write(forms[3], u)))
	}
}

// TestParseEveryLength: no length but those of the forms is read, whatever follows.
func TestParseEveryLength(t *testing.T) {
	for _, form := range forms {
		s := write(form, vectors.Other) + strings.Repeat(write(forms[3], vectors.U), 3)
		for n := range len(s) + 1 {
			checkParse(t, s[:n])
		}
	}
}

// FuzzHex compares the assembly, the Go code and their slow twins.
func FuzzHex(f *testing.F) {
	addTexts(f)
	f.Fuzz(func(t *testing.T, s string) {
		for _, n := range []int{36, 32} {
			for i := 0; i+n <= len(s) && i < 16; i++ {
				checkDecode(t, s[i:i+n])
			}
		}
		var u uuid.UUID
		for b := []byte(s); len(b) > 0; b = bytes.TrimPrefix(b, u[:copy(u[:], b)]) {
			checkEncode(t, u)
		}
	})
}

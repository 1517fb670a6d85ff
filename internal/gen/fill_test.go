package gen_test

import (
	"bytes"
	"crypto/aes"
	"crypto/fips140"
	"crypto/rand"
	"encoding/binary"
	"io"
	mathrand "math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/internal/gen"
)

// TestFillStream has crypto/rand read as known bytes, from which the UUIDs of a
// batch follow: each is made of a block of its own.
func TestFillStream(t *testing.T) {
	if !gen.FastAES || fips140.Enabled() {
		t.Skip("no key stream here")
	}
	system := rand.Reader
	defer func() { rand.Reader = system }()
	for _, source := range []func() io.Reader{
		func() io.Reader { return mathrand.NewChaCha8([32]byte{1}) },
		func() io.Reader { return bytes.NewReader(bytes.Repeat([]byte{0xff}, 1000)) },
	} { // and one whose counter begins again at 0
		for _, n := range []int{32, 33, 256, 257, 1000} {
			key, counter := make([]byte, 16), make([]byte, 16)
			r := source()
			io.ReadFull(r, key)
			io.ReadFull(r, counter)
			block, err := aes.NewCipher(key)
			if err != nil {
				t.Fatal(err)
			}
			blocks := make([][16]byte, n)
			for i := range blocks {
				block.Encrypt(blocks[i][:], counter)
				for j := 15; j >= 0; j-- {
					if counter[j]++; counter[j] != 0 {
						break
					}
				}
			}

			clock := func() time.Time { return time.Date(2022, 2, 22, 19, 22, 22, 0, time.UTC) }
			g := newGenerator(t, gen.Config{Clock: clock})
			ids := slices.Repeat([][16]byte{{0: 0xff, 7: 0xff, 8: 0xff}}, n) // of which nothing is left
			rand.Reader = source()
			if err := g.FillV4(t.Context(), ids); err != nil {
				t.Fatal(err)
			}
			for i, u := range ids {
				want := blocks[i]
				want[6], want[8] = want[6]&0xf|0x40, want[8]&0x3f|0x80
				if u != want {
					t.Fatalf("FillV4: %d of %d is %x, want %x", i, n, u, want)
				}
			}

			rand.Reader = source()
			if err := g.FillV7(t.Context(), ids); err != nil {
				t.Fatal(err)
			}
			var want uint64
			for i, u := range ids {
				hi := binary.BigEndian.Uint64(blocks[i][:])
				if want += hi>>32 + 1; i == 0 {
					want = hi & gen.MaxTail
				}
				if got := binary.BigEndian.Uint64(u[8:]) & gen.MaxTail; got != want {
					t.Fatalf("FillV7: %d of %d is %x, want a tail of %#x", i, n, u, want)
				}
			}
		}
	}
}

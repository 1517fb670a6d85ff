package uuid_test

import (
	"crypto/sha3"
	"crypto/sha512"
	"hash/crc32"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/uuid"
)

func TestNewV8(t *testing.T) {
	t.Run("only the stamp changes", func(t *testing.T) {
		for _, test := range []struct{ in, want string }{
			{"00000000-0000-0000-0000-000000000000", "00000000-0000-8000-8000-000000000000"},
			{"ffffffff-ffff-ffff-ffff-ffffffffffff", "ffffffff-ffff-8fff-bfff-ffffffffffff"},
			{"2489e9ad-2ee2-7e00-4ec9-32d5f69181c0", "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0"}, // RFC 9562, B.1
			{"5c146b14-3c52-4afd-938a-375d0df1fbf6", "5c146b14-3c52-8afd-938a-375d0df1fbf6"}, // B.2
			{"320c3d4d-cc00-075b-0ec9-32d5f69181c0", "320c3d4d-cc00-875b-8ec9-32d5f69181c0"}, // draft-00
		} {
			got := uuid.NewV8(uuid.MustParse(test.in))
			if got.String() != test.want || got.Version() != 8 || got.Variant() != uuid.VariantRFC9562 {
				t.Errorf("NewV8(%s) = %v, want %s", test.in, got, test.want)
			}
		}
		random := seeded()
		for range 100_000 {
			u := random()
			if got, want := uuid.NewV8(u), ofVersion(u, 8); got != want {
				t.Fatalf("NewV8(%v) = %v, want %v", u, got, want)
			}
		}
	})
	t.Run("the same bytes give the same UUID", func(t *testing.T) {
		if a, b := uuid.NewV8([16]byte{1}), uuid.NewV8([16]byte{1}); a != b {
			t.Errorf("got %v and %v", a, b)
		}
	})
	t.Run("other hashes", func(t *testing.T) {
		namespace := uuid.NamespaceDNS()
		data := append(namespace[:], "www.example.com"...)
		seen := make(map[uuid.UUID]string)
		sha3256, sha512 := sha3.Sum256(data), sha512.Sum512(data)
		for name, sum := range map[string][]byte{
			"SHA-256":     sumSHA256(data),
			"SHA-512":     sha512[:],
			"SHA3-256":    sha3256[:],
			"SHAKE128/16": sha3.SumSHAKE128(data, 16),
			"SHAKE256/64": sha3.SumSHAKE256(data, 64),
		} {
			u := uuid.NewV8([16]byte(sum))
			if u.Version() != 8 || u != ofVersion(uuid.UUID(sum[:16]), 8) {
				t.Errorf("%s: %v", name, u)
			}
			if other, ok := seen[u]; ok {
				t.Errorf("%s and %s both give %v", name, other, u)
			}
			seen[u] = name
		}
		if want := uuid.NewV8SHA256(namespace, "www.example.com"); seen[want] != "SHA-256" {
			t.Errorf("%v is not NewV8 of the SHA-256", want)
		}
		for name, sum := range map[string][]byte{ // less than 128 bits
			"SHAKE128/15": sha3.SumSHAKE128(data, 15),
			"CRC-32":      crc32.NewIEEE().Sum(nil),
		} {
			if !panics(func() { uuid.NewV8([16]byte(sum)) }) {
				t.Errorf("%s of %d bytes makes a UUID", name, len(sum))
			}
		}
	})
}

func TestPackV8(t *testing.T) {
	t.Run("each bit has its own place, in order", func(t *testing.T) {
		var last uuid.UUID
		var all uuid.UUID
		at := 127 // of the UUID, from the left
		for i := range 122 {
			if at == 65 || at == 51 { // the variant, the version
				at -= map[int]int{65: 2, 51: 4}[at]
			}
			want := ofVersion(uuid.Nil(), 8)
			want[at/8] |= 0x80 >> (at % 8)
			n := new(big.Int).Lsh(big.NewInt(1), uint(i))
			hi, lo := new(big.Int).Rsh(n, 64).Uint64(), new(big.Int).And(n, new(big.Int).SetUint64(^uint64(0))).Uint64()
			got, err := uuid.PackV8(hi, lo)
			if got != want || err != nil {
				t.Fatalf("PackV8(1<<%d) = %v, %v; want %v", i, got, err, want)
			}
			if got.Compare(last) <= 0 {
				t.Errorf("%v sorts before %v", got, last)
			}
			last = got
			for i := range all {
				all[i] |= got[i]
			}
			at--
		}
		if want := ofVersion(uuid.Max(), 8); all != want || at != -1 {
			t.Errorf("all bits together are %v, want %v", all, want)
		}
	})
	t.Run("there and back", func(t *testing.T) {
		r := rand.New(rand.NewPCG(8, 122))
		var lastHi, lastLo uint64
		var last uuid.UUID
		for range 200_000 {
			// With as many bits as likely as with few.
			hi, lo := r.Uint64()>>6>>r.IntN(59), r.Uint64()>>r.IntN(65)
			u, err := uuid.PackV8(hi, lo)
			gotHi, gotLo, ok := u.UnpackV8()
			if gotHi != hi || gotLo != lo || !ok || err != nil || u.Version() != 8 || u.Variant() != uuid.VariantRFC9562 {
				t.Fatalf("PackV8(%#x, %#x) = %v, %v; unpacked %#x, %#x, %v", hi, lo, u, err, gotHi, gotLo, ok)
			}
			if last != (uuid.UUID{}) {
				want := uuid.FromUint128(hi, lo).Compare(uuid.FromUint128(lastHi, lastLo))
				if got := u.Compare(last); got != want {
					t.Fatalf("%v.Compare(%v) = %d, want %d as their numbers", u, last, got, want)
				}
			}
			lastHi, lastLo, last = hi, lo, u
		}
		random := seeded()
		for range 10_000 {
			u := ofVersion(random(), 8)
			hi, lo, _ := u.UnpackV8()
			if back, err := uuid.PackV8(hi, lo); back != u || err != nil {
				t.Fatalf("PackV8 of UnpackV8 of %v = %v, %v", u, back, err)
			}
		}
	})
	t.Run("more than 122 bits", func(t *testing.T) {
		for _, hi := range []uint64{1 << 58, 1 << 63, 1<<58 | 1, ^uint64(0)} {
			u, err := uuid.PackV8(hi, 0)
			if !u.IsZero() || err == nil || err.Error() != "uuid.PackV8: the number has more than 122 bits" {
				t.Errorf("PackV8(%#x, 0) = %v, %v; want an error", hi, u, err)
			}
		}
		if u, err := uuid.PackV8(1<<58-1, ^uint64(0)); u.String() != "ffffffff-ffff-8fff-bfff-ffffffffffff" || err != nil {
			t.Errorf("PackV8 of 122 ones = %v, %v", u, err)
		}
	})
	t.Run("RFC 9562, appendix B.1", func(t *testing.T) {
		// The low 60 bits of the Unix time in 10 ns, and 62 random bits.
		const random = 0x0ec932d5f69181c0
		for _, ticks := range []uint64{0x2489e9ad2ee2e00, 1<<60 | 0x2489e9ad2ee2e00} {
			low := ticks & (1<<60 - 1)
			u, err := uuid.PackV8(low>>2, low<<62|random)
			if want := "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0"; u.String() != want || err != nil {
				t.Errorf("got %v, %v; want %s", u, err, want)
			}
		}
	})
	t.Run("draft-00, appendix B.5", func(t *testing.T) {
		// 32 bits of seconds since 2020, 16 of 1/65536 s, 58 random, 8 of the
		// node and 8 of a counter.
		const seconds, half, random, node, count = 0x040956ee, 0x8000, 0x123456789abcdef, 0x42, 0xff
		u, err := uuid.PackV8(seconds<<26|half<<10|random>>48, random&(1<<48-1)<<16|node<<8|count)
		if want := "040956ee-8000-8"; err != nil || !strings.HasPrefix(u.String(), want) {
			t.Errorf("got %v, %v; want %s...", u, err, want)
		}
		hi, lo, ok := u.UnpackV8()
		if hi>>26 != seconds || hi>>10&0xffff != half || hi&0x3ff != random>>48 || lo>>16 != random&(1<<48-1) || byte(lo>>8) != node || byte(lo) != count || !ok {
			t.Errorf("%v.UnpackV8() = %#x, %#x, %v", u, hi, lo, ok)
		}
	})
}

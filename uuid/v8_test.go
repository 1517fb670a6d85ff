package uuid_test

import (
	"crypto/sha3"
	"crypto/sha512"
	"hash/crc32"
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

// The RFC's examples for a layout of one's own.
func TestNewV8Layouts(t *testing.T) {
	t.Run("RFC 9562, appendix B.1", func(t *testing.T) {
		// The low 60 bits of the Unix time in 10 ns, around the version, and 62 random bits.
		const random = 0x0ec932d5f69181c0
		for _, ticks := range []uint64{0x2489e9ad2ee2e00, 1<<60 | 0x2489e9ad2ee2e00} {
			u := uuid.NewV8(uuid.FromUint128(ticks<<4>>16<<16|ticks&0xfff, random))
			if want := "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0"; u.String() != want {
				t.Errorf("got %v, want %s", u, want)
			}
		}
	})
	t.Run("draft-00, appendix B.5", func(t *testing.T) {
		// 32 bits of seconds since 2020, 16 of 1/65536 s, 58 random, 8 of the
		// node and 8 of a counter.
		const seconds, half, random, node, count = 0x040956ee, 0x8000, 0x123456789abcdef, 0x42, 0xff
		u := uuid.NewV8(uuid.FromUint128(seconds<<32|half<<16|random>>46, random&(1<<46-1)<<16|node<<8|count))
		if want := "040956ee-8000-848d-8567-89abcdef42ff"; u.String() != want {
			t.Errorf("got %v, want %v", u, want)
		}
		hi, lo := u.Uint128()
		if got := hi&0xfff<<46 | lo<<2>>18; got != random {
			t.Errorf("the random bits are %#x, want %#x", got, uint64(random))
		}
	})
}

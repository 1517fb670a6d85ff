package uuid_test

import (
	"encoding/binary"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/uuid"
)

// The functions that docs/uuid.md has for its readers to copy. TestCopied fails if they
// are not the same there, character by character.

// pack returns the version 8 UUID that carries hi<<64 | lo. Bits of hi above the lowest
// 58 are lost.
func pack(hi, lo uint64) uuid.UUID {
	return uuid.NewV8(uuid.FromUint128(hi>>10<<16|hi<<54>>52|lo>>62, lo))
}

// unpack returns what pack put into u, a UUID of version 8.
func unpack(u uuid.UUID) (hi, lo uint64) {
	hi, lo = u.Uint128()
	return hi>>16<<10 | hi<<52>>54, hi<<62 | lo<<2>>2
}

// repairV6 returns the correct UUID for one of version 6 that google/uuid 1.5.0 or
// 1.6.0 made, and true. Every other UUID it returns as it is, with false.
func repairV6(u uuid.UUID) (uuid.UUID, bool) {
	const (
		lost  = 0xf000                // where the version is now
		first = 0x01b21dd213814000    // 1970, in 100 ns since 1582
		last  = first + (1<<63-1)/100 // 2262, where google/uuid's clock ends
	)
	hi, lo := u.Uint128()
	ticks := hi &^ lost
	if u.Version() != 6 || ticks < first&^lost || ticks > last {
		return u, false
	}
	return uuid.FromUint128(ticks>>12<<16|6<<12|ticks&0xfff, lo), true
}

// posixID returns the domain and the POSIX id in a UUID of version 2, and true.
func posixID(u uuid.UUID) (domain byte, id uint32, ok bool) {
	return u[9], binary.BigEndian.Uint32(u[:4]), u.Version() == 2
}

func TestCopied(t *testing.T) {
	doc := string(kit.Must(os.ReadFile("../../docs/uuid.md"))(t))
	src := kit.Must(os.ReadFile("copied_test.go"))(t)
	functions := regexp.MustCompile(`(?m)(^// .*\n)+func [^T](.*\n)+?}\n`).FindAllString(string(src), -1)
	if len(functions) != 4 {
		t.Errorf("got %d functions, want 4", len(functions))
	}
	for _, f := range functions {
		if !strings.Contains(doc, "\n"+f) {
			t.Errorf("docs/uuid.md has not\n%s", f)
		}
	}
}

// TestPack checks that numbers and UUIDs of version 8 are one to one and in one order, and
// with it that each of the 122 bits has its own place.
func TestPack(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 122))
	var last, lastNumber uuid.UUID
	for i := range 200_000 {
		// With as many bits as likely as with few.
		hi, lo := r.Uint64()>>6>>r.IntN(59), r.Uint64()>>r.IntN(65)
		u, number := pack(hi, lo), uuid.FromUint128(hi, lo)
		if gotHi, gotLo := unpack(u); gotHi != hi || gotLo != lo || u.Version() != 8 {
			t.Fatalf("pack(%#x, %#x) = %v, unpacked %#x, %#x", hi, lo, u, gotHi, gotLo)
		}
		if want := number.Compare(lastNumber); i > 0 && u.Compare(last) != want {
			t.Fatalf("%v.Compare(%v) = %d, want %d as their numbers", u, last, u.Compare(last), want)
		}
		last, lastNumber = u, number
		any8 := withVersion(uuid.FromUint128(r.Uint64(), r.Uint64()), 8)
		if back := pack(unpack(any8)); back != any8 {
			t.Fatalf("pack of unpack of %v = %v", any8, back)
		}
	}
	const (
		random = 0x0ec932d5f69181c0 // 62 bits
		ticks  = 0x2489e9ad2ee2e00  // the low 60 bits of the Unix time in 10 ns
	)
	for _, tt := range []struct {
		hi, lo uint64
		want   string
	}{
		{0, 1, "00000000-0000-8000-8000-000000000001"},
		{ticks >> 2, ticks&3<<62 | random, "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0"}, // RFC 9562, appendix B.1
		{1<<58 - 1, 1<<64 - 1, "ffffffff-ffff-8fff-bfff-ffffffffffff"},
		{1<<64 - 1, 1<<64 - 1, "ffffffff-ffff-8fff-bfff-ffffffffffff"}, // more than 122 bits
		{1 << 58, 1<<64 - 1, "00000000-0000-8003-bfff-ffffffffffff"},
	} {
		if u := pack(tt.hi, tt.lo); u.String() != tt.want {
			t.Errorf("pack(%#x, %#x) = %v, want %s", tt.hi, tt.lo, u, tt.want)
		}
	}
}

func TestPosixID(t *testing.T) {
	for text, want := range map[string]struct {
		domain byte
		id     uint32
	}{
		"000003e8-9414-21ec-b301-9f6bdeced846": {1, 1000},
		"ffffffff-ffff-2fff-bfff-ffffffffffff": {255, 1<<32 - 1},
	} {
		for version := range 16 {
			u := withVersion(uuid.MustParse(text), version)
			if domain, id, ok := posixID(u); domain != want.domain || id != want.id || ok != (version == 2) {
				t.Errorf("posixID(%v) = %d, %d, %v; want %d, %d", u, domain, id, ok, want.domain, want.id)
			}
		}
	}
	for _, u := range []uuid.UUID{uuid.Nil(), uuid.Max(), uuid.MustParse("000003e8-9414-21ec-d301-9f6bdeced846")} {
		if _, _, ok := posixID(u); ok {
			t.Errorf("posixID(%v) says true", u)
		}
	}
}

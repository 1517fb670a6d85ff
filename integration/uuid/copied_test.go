package uuid_test

import (
	"encoding/binary"
	"math/big"
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

func TestPack(t *testing.T) {
	t.Run("each bit has its own place, in order", func(t *testing.T) {
		var last, all uuid.UUID
		at := 127 // of the UUID, from the left
		for i := range 122 {
			switch at {
			case 65: // the variant
				at -= 2
			case 51: // the version
				at -= 4
			}
			want := withVersion(uuid.Nil(), 8)
			want[at/8] |= 0x80 >> (at % 8)
			n := new(big.Int).Lsh(big.NewInt(1), uint(i))
			hi, lo := new(big.Int).Rsh(n, 64).Uint64(), new(big.Int).And(n, new(big.Int).SetUint64(^uint64(0))).Uint64()
			got := pack(hi, lo)
			if got != want {
				t.Fatalf("pack(1<<%d) = %v, want %v", i, got, want)
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
		if want := withVersion(uuid.Max(), 8); all != want || at != -1 {
			t.Errorf("all bits together are %v, want %v", all, want)
		}
	})
	t.Run("there and back", func(t *testing.T) {
		r := rand.New(rand.NewPCG(8, 122))
		var last, lastNumber uuid.UUID
		for i := range 200_000 {
			// With as many bits as likely as with few.
			hi, lo := r.Uint64()>>6>>r.IntN(59), r.Uint64()>>r.IntN(65)
			u := pack(hi, lo)
			if gotHi, gotLo := unpack(u); gotHi != hi || gotLo != lo || u.Version() != 8 {
				t.Fatalf("pack(%#x, %#x) = %v, unpacked %#x, %#x", hi, lo, u, gotHi, gotLo)
			}
			number := uuid.FromUint128(hi, lo)
			if want := number.Compare(lastNumber); i > 0 && u.Compare(last) != want {
				t.Fatalf("%v.Compare(%v) = %d, want %d as their numbers", u, last, u.Compare(last), want)
			}
			last, lastNumber = u, number
			any8 := withVersion(uuid.FromUint128(r.Uint64(), r.Uint64()), 8)
			if back := pack(unpack(any8)); back != any8 {
				t.Fatalf("pack of unpack of %v = %v", any8, back)
			}
		}
	})
	t.Run("more than 122 bits", func(t *testing.T) {
		for hi, want := range map[uint64]string{
			1<<58 - 1:  "ffffffff-ffff-8fff-bfff-ffffffffffff",
			^uint64(0): "ffffffff-ffff-8fff-bfff-ffffffffffff",
			1 << 58:    "00000000-0000-8003-bfff-ffffffffffff",
		} {
			if u := pack(hi, ^uint64(0)); u.String() != want {
				t.Errorf("pack(%#x, 1<<64-1) = %v, want %s", hi, u, want)
			}
		}
	})
	t.Run("RFC 9562, appendix B.1", func(t *testing.T) {
		// The low 60 bits of the Unix time in 10 ns, and 62 random bits.
		const random = 0x0ec932d5f69181c0
		for _, ticks := range []uint64{0x2489e9ad2ee2e00, 1<<60 | 0x2489e9ad2ee2e00} {
			low := ticks & (1<<60 - 1)
			if u, want := pack(low>>2, low<<62|random), "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0"; u.String() != want {
				t.Errorf("got %v, want %s", u, want)
			}
		}
	})
}

func TestPosixID(t *testing.T) {
	for text, want := range map[string]struct {
		domain byte
		id     uint32
	}{
		"000003e8-9414-21ec-b301-9f6bdeced846": {1, 1000},
		"ffffffff-ffff-2fff-bfff-ffffffffffff": {255, 1<<32 - 1},
	} {
		u := uuid.MustParse(text)
		if domain, id, ok := posixID(u); domain != want.domain || id != want.id || !ok {
			t.Errorf("posixID(%v) = %d, %d, %v; want %d, %d", u, domain, id, ok, want.domain, want.id)
		}
		for version := range 16 {
			v := withVersion(u, version)
			if _, _, ok := posixID(v); ok != (version == 2) {
				t.Errorf("posixID(%v) says %v", v, ok)
			}
		}
	}
	for _, u := range []uuid.UUID{uuid.Nil(), uuid.Max(), uuid.MustParse("000003e8-9414-21ec-d301-9f6bdeced846")} {
		if _, _, ok := posixID(u); ok {
			t.Errorf("posixID(%v) says true", u)
		}
	}
}

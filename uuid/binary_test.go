package uuid_test

import (
	"encoding/binary"
	"encoding/hex"
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

func TestUint128(t *testing.T) {
	for _, text := range vectors.All {
		u := uuid.MustParse(text)
		hi, lo := u.Uint128()
		if wantHi, wantLo := binary.BigEndian.Uint64(u[:8]), binary.BigEndian.Uint64(u[8:]); hi != wantHi || lo != wantLo {
			t.Errorf("%v.Uint128() = %#x, %#x; want %#x, %#x", u, hi, lo, wantHi, wantLo)
		}
		if got := uuid.FromUint128(hi, lo); got != u {
			t.Errorf("FromUint128(%#x, %#x) = %v, want %v", hi, lo, got, u)
		}
	}
	if hi, lo := vectors.U.Uint128(); hi != 0x0011223344556677 || lo != 0x8899aabbccddeeff {
		t.Errorf("%v.Uint128() = %#x, %#x", vectors.U, hi, lo)
	}
}

func TestGUIDBytes(t *testing.T) {
	for text, guid := range map[string]string{
		"f81d4fae-7dec-11d0-a765-00a0c91e6bf6": "ae4f1df8ec7dd011a76500a0c91e6bf6",
		vectors.Text:                           "33221100554477668899aabbccddeeff",
		"00000000-0000-0000-0000-000000000000": "00000000000000000000000000000000",
		"ffffffff-ffff-ffff-ffff-ffffffffffff": "ffffffffffffffffffffffffffffffff",
	} {
		u := uuid.MustParse(text)
		got := u.GUIDBytes()
		if hex.EncodeToString(got[:]) != guid {
			t.Errorf("%v.GUIDBytes() = %x, want %s", u, got, guid)
		}
		if back := uuid.FromGUIDBytes(got); back != u {
			t.Errorf("FromGUIDBytes(%x) = %v, want %v", got, back, u)
		}
	}
}

package uuid_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// The tests here are named for what RFC 9562, RFC 4122 and the drafts between
// them require of the type itself, its text and its bytes.

func TestRFCFormat(t *testing.T) {
	figure1 := uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")

	t.Run("16 bytes, comparable, most significant bit first", func(t *testing.T) {
		if got := unsafe.Sizeof(uuid.UUID{}); got != 16 {
			t.Errorf("a UUID has %d bytes, want 16", got)
		}
		m := map[uuid.UUID]int{figure1: 1}
		if m[uuid.MustParse("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6")] != 1 {
			t.Error("an equal UUID is another map key")
		}
		for bit := range 128 {
			n := new(big.Int).Lsh(big.NewInt(1), uint(127-bit))
			u := uuid.UUID(n.FillBytes(make([]byte, 16)))
			if u[bit/8] != 0x80>>(bit%8) {
				t.Errorf("bit %d of %v is not bit %d of octet %d", bit, u, bit%8, bit/8)
			}
		}
	})
	t.Run("fields in network byte order", func(t *testing.T) {
		want := uuid.UUID{0xf8, 0x1d, 0x4f, 0xae, 0x7d, 0xec, 0x11, 0xd0, 0xa7, 0x65, 0x00, 0xa0, 0xc9, 0x1e, 0x6b, 0xf6}
		if figure1 != want {
			t.Errorf("got % x, want % x", figure1, want)
		}
	})
	t.Run("binary is the 16 octets", func(t *testing.T) {
		random := seeded()
		for range 10_000 {
			u := random()
			b, err := u.MarshalBinary()
			back, err2 := uuid.FromBytes(b)
			if !bytes.Equal(b, u[:]) || back != u || err != nil || err2 != nil {
				t.Fatalf("%v: %x, %v, %v, %v", u, b, err, back, err2)
			}
		}
		for n := range 64 {
			u := vectors.Other
			err := u.UnmarshalBinary(vectors.Bytes(n))
			if (err == nil) != (n == 16) || err != nil && u != vectors.Other {
				t.Errorf("UnmarshalBinary of %d bytes: %v, %v", n, u, err)
			}
		}
	})
	t.Run("Microsoft's byte order has its own functions", func(t *testing.T) {
		for text, want := range map[string]string{
			"f81d4fae-7dec-11d0-a765-00a0c91e6bf6": "ae4f1df8ec7dd011a76500a0c91e6bf6",
			"c232ab00-9414-11ec-b3c8-9f6bdeced846": "00ab32c21494ec11b3c89f6bdeced846",
			vectors.Text:                           "33221100554477668899aabbccddeeff",
			"00000000-0000-0000-0000-000000000000": "00000000000000000000000000000000",
			"ffffffff-ffff-ffff-ffff-ffffffffffff": "ffffffffffffffffffffffffffffffff",
		} {
			u := uuid.MustParse(text)
			got := u.GUIDBytes()
			if hex.EncodeToString(got[:]) != want || uuid.FromGUIDBytes(got) != u {
				t.Errorf("%s.GUIDBytes() = %x, want %s", text, got, want)
			}
		}
		random := seeded()
		for range 10_000 {
			if u := random(); uuid.FromGUIDBytes(uuid.FromGUIDBytes(u).GUIDBytes()) != uuid.FromGUIDBytes(u) || uuid.FromGUIDBytes(u.GUIDBytes()) != u {
				t.Fatalf("%v does not come back", u)
			}
		}
	})
	t.Run("little-endian bytes are no UUID to the compiler", func(t *testing.T) {
		if got := reflect.TypeOf(figure1.GUIDBytes()); got != reflect.TypeFor[[16]byte]() {
			t.Errorf("GUIDBytes returns a %v", got)
		}
	})
	t.Run("integers, figure 3", func(t *testing.T) {
		limit := new(big.Int).Lsh(big.NewInt(1), 128)
		for text, want := range map[string]string{
			"f81d4fae-7dec-11d0-a765-00a0c91e6bf6": "329800735698586629295641978511506172918",
			"00000000-0000-0000-0000-000000000000": "0",
			"ffffffff-ffff-ffff-ffff-ffffffffffff": limit.Sub(limit, big.NewInt(1)).String(),
			"80000000-0000-0000-0000-000000000000": "170141183460469231731687303715884105728", // no sign
			"00000000-0000-0001-0000-000000000000": "18446744073709551616",                    // 2^64
			vectors.Text:                           "88962710306127702866241727433142015",
		} {
			u := uuid.MustParse(text)
			hi, lo := u.Uint128()
			n := new(big.Int).SetUint64(hi)
			n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(lo))
			if n.String() != want || new(big.Int).SetBytes(u[:]).String() != want || uuid.FromUint128(hi, lo) != u {
				t.Errorf("%s is %d and back %v, want %s", text, n, uuid.FromUint128(hi, lo), want)
			}
		}
	})
	t.Run("bits, figure 2", func(t *testing.T) {
		hi, lo := figure1.Uint128()
		const want = "11111000000111010100111110101110011111011110110000010001110100001010011101100101000000001010000011001001000111100110101111110110"
		if got := fmt.Sprintf("%064b%064b", hi, lo); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("any case", func(t *testing.T) {
		random := seeded()
		for range 10_000 {
			u, mask := random(), random()
			text := []byte(u.String())
			for i, c := range text {
				if 'a' <= c && c <= 'f' && mask[i%16]>>(i/16)&1 == 1 {
					text[i] -= 'a' - 'A'
				}
			}
			if got, err := uuid.ParseCanonical(string(text)); got != u || err != nil {
				t.Fatalf("ParseCanonical(%q) = %v, %v; want %v", text, got, err, u)
			}
		}
	})
	t.Run("every format takes every version and variant", func(t *testing.T) {
		for version := range 16 {
			for variant := range 16 {
				u := vectors.Other
				u[6], u[8] = byte(version)<<4|1, byte(variant)<<4|7
				for _, f := range formats {
					f.roundTrip(t, u)
				}
				if got, err := uuid.ParseCanonical(u.String()); got != u || err != nil {
					t.Errorf("ParseCanonical(%v) = %v, %v", u, got, err)
				}
			}
		}
	})
}

func TestRFCVersionVariant(t *testing.T) {
	t.Run("the 256 values of octet 8", func(t *testing.T) {
		byNibble := []uuid.Variant{ // Table 1, with Nil's nibble 0 in the first row
			0x0: uuid.VariantNCS, 0x1: uuid.VariantNCS, 0x2: uuid.VariantNCS, 0x3: uuid.VariantNCS,
			0x4: uuid.VariantNCS, 0x5: uuid.VariantNCS, 0x6: uuid.VariantNCS, 0x7: uuid.VariantNCS,
			0x8: uuid.VariantRFC9562, 0x9: uuid.VariantRFC9562, 0xa: uuid.VariantRFC9562, 0xb: uuid.VariantRFC9562,
			0xc: uuid.VariantMicrosoft, 0xd: uuid.VariantMicrosoft,
			0xe: uuid.VariantFuture, 0xf: uuid.VariantFuture,
		}
		for b8 := range 256 {
			for _, rest := range []uuid.UUID{uuid.Nil(), uuid.Max(), vectors.U} {
				rest[8] = byte(b8)
				if got := rest.Variant(); got != byNibble[b8>>4] {
					t.Errorf("%v.Variant() = %v, want %v", rest, got, byNibble[b8>>4])
				}
			}
		}
		for v, want := range []string{"NCS", "RFC 9562", "Microsoft", "future", "Variant(4)"} {
			if got := uuid.Variant(v).String(); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		}
	})
	t.Run("the 16 versions", func(t *testing.T) {
		for version := range 16 {
			for _, rest := range []uuid.UUID{uuid.Nil(), uuid.Max(), vectors.U} {
				rest[6] = rest[6]&0x0f | byte(version)<<4
				for b8 := range 256 {
					rest[8] = byte(b8)
					want := 0
					if b8>>6 == 2 {
						want = version
					}
					if got := rest.Version(); got != want {
						t.Fatalf("%v.Version() = %d, want %d", rest, got, want)
					}
				}
			}
		}
	})
	t.Run("figure 5", func(t *testing.T) {
		for _, text := range []string{
			"00000000-0000-4000-8000-000000000000",
			"00000000-0000-4000-9000-000000000000",
			"00000000-0000-4000-A000-000000000000",
			"00000000-0000-4000-B000-000000000000",
		} {
			if u := uuid.MustParse(text); u.Version() != 4 || u.Variant() != uuid.VariantRFC9562 {
				t.Errorf("%s has version %d and variant %v", text, u.Version(), u.Variant())
			}
		}
	})
	t.Run("the bits of a node's first octet", func(t *testing.T) {
		for text, first := range map[string]byte{
			"c232ab00-9414-11ec-b3c8-9f6bdeced846": 0x9f, // multicast: random
			"c232ab00-9414-11ec-b3c8-9e6bdeced846": 0x9e,
			"f81d4fae-7dec-11d0-a765-00a0c91e6bf6": 0x00, // a card's address
			"f81d4fae-7dec-11d0-a765-02a0c91e6bf6": 0x02, // local
		} {
			if node, ok := uuid.MustParse(text).Node(); node[0] != first || !ok {
				t.Errorf("%s.Node() = %x, %v; want it to begin with %x", text, node, ok, first)
			}
		}
	})
	t.Run("generators stamp", func(t *testing.T) {
		for version, f := range map[int]func() uuid.UUID{
			3: func() uuid.UUID { return uuid.NewV3(uuid.Max(), "") },
			4: uuid.NewV4,
			5: func() uuid.UUID { return uuid.NewV5(uuid.Max(), "") },
			7: uuid.NewV7,
			8: func() uuid.UUID { return uuid.NewV8(uuid.Max()) },
		} {
			for range 1000 {
				u := f()
				if u.Version() != version || u[8]&0xc0 != 0x80 || u.IsZero() || u == uuid.Max() {
					t.Fatalf("%v is not of version %d", u, version)
				}
			}
		}
	})
}

func TestRFCNilMax(t *testing.T) {
	t.Run("Nil", func(t *testing.T) {
		u := uuid.Nil()
		if u != (uuid.UUID{}) || !u.IsZero() || u.Variant() != uuid.VariantNCS || u.Version() != 0 || u.String() != "00000000-0000-0000-0000-000000000000" {
			t.Errorf("Nil is %v, %v, version %d", u, u.Variant(), u.Version())
		}
		for i := range 128 { // one bit is enough
			u := uuid.Nil()
			u[i/8] = 1 << (i % 8)
			if u.IsZero() {
				t.Errorf("%v.IsZero() = true", u)
			}
		}
	})
	t.Run("Max", func(t *testing.T) {
		u := uuid.Max()
		for _, text := range []string{"FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", "ffffffff-ffff-ffff-ffff-ffffffffffff"} {
			if got := uuid.MustParse(text); got != u {
				t.Errorf("Parse(%s) = %v", text, got)
			}
		}
		if u.IsZero() || u.Variant() != uuid.VariantFuture || u.Version() != 0 {
			t.Errorf("Max is %v, %v, version %d", u, u.Variant(), u.Version())
		}
		random := seeded()
		for range 1000 {
			if v := random(); u.Compare(v) <= 0 || v.Compare(u) >= 0 {
				t.Errorf("Max is not after %v", v)
			}
		}
	})
	t.Run("Nil is not null", func(t *testing.T) {
		for in, want := range map[string]uuid.NullUUID{
			`null`:                                   {},
			`"00000000-0000-0000-0000-000000000000"`: {Valid: true},
		} {
			var got uuid.NullUUID
			if err := json.Unmarshal([]byte(in), &got); got != want || err != nil {
				t.Errorf("%s is %+v, %v; want %+v", in, got, err, want)
			}
			if out, err := json.Marshal(want); string(out) != in || err != nil {
				t.Errorf("%+v is %s, %v; want %s", want, out, err, in)
			}
		}
		var got uuid.NullUUID
		if err := got.Scan(nil); got.Valid || err != nil {
			t.Errorf("Scan(nil) = %+v, %v", got, err)
		}
		if err := got.Scan(uuid.Nil().String()); !got.Valid || err != nil {
			t.Errorf("Scan of Nil = %+v, %v", got, err)
		}
	})
}

func TestRFCCompare(t *testing.T) {
	t.Run("unsigned, from the first octet on", func(t *testing.T) {
		for i := range 16 {
			u, v := uuid.Nil(), uuid.Nil()
			u[i], v[i] = 0x80, 0x7f // a sign would turn them around
			for j := i + 1; j < 16; j++ {
				v[j] = 0xff
			}
			if u.Compare(v) != 1 || v.Compare(u) != -1 || u.Compare(u) != 0 || strings.Compare(u.String(), v.String()) != 1 {
				t.Errorf("%v and %v compare as %d and %d", u, v, u.Compare(v), v.Compare(u))
			}
			v = u
			v[i]-- // and nothing else
			if u.Compare(v) != 1 || v.Compare(u) != -1 {
				t.Errorf("%v and %v compare as %d and %d", u, v, u.Compare(v), v.Compare(u))
			}
		}
		random := seeded()
		for range 100_000 {
			u, v := random(), random()
			if got, want := u.Compare(v), bytes.Compare(u[:], v[:]); got != want || strings.Compare(u.String(), v.String()) != want {
				t.Fatalf("%v.Compare(%v) = %d, want %d", u, v, got, want)
			}
		}
	})
	t.Run("RFC 4122's sample", func(t *testing.T) {
		u, dns := uuid.MustParse("7d444840-9dc0-11d1-b245-5ffdce74fad2"), uuid.NamespaceDNS()
		if a, b, c := u.Compare(u), u.Compare(dns), dns.Compare(u); a != 0 || b != 1 || c != -1 {
			t.Errorf("got %d, %d, %d; want 0, 1, -1", a, b, c)
		}
	})
	t.Run("lexical ordering is not temporal ordering", func(t *testing.T) {
		early := uuid.MustParse("ffffffff-9414-11ec-b3c8-9f6bdeced846")
		late := uuid.MustParse("00000000-9415-11ec-b3c8-9f6bdeced846")
		t1, _ := early.Time()
		t2, _ := late.Time()
		if late.Compare(early) != -1 || t2.Sub(t1) != 100 {
			t.Errorf("%v is of %v, %v of %v", early, t1, late, t2)
		}
	})
}

func TestRFCFiletime(t *testing.T) {
	t.Run("the Windows epoch", func(t *testing.T) {
		epoch := time.Date(1601, 1, 1, 0, 0, 0, 0, time.UTC)
		const days, ticks uint64 = 17 + 30 + 31 + 365*18 + 5, 0x146bf33e42c000
		u, err := uuid.V6At(epoch)
		text := u.String()
		if got, want := text[:8]+text[9:13]+text[15:18], fmt.Sprintf("%015x", ticks); got != want || ticks != days*86400*1e7 || err != nil {
			t.Errorf("V6At(%v) = %v, %v; want %s ticks", epoch, u, err, want)
		}
	})
}

package uuid_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
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

	t.Run("C-001 16 bytes, comparable, most significant bit first", func(t *testing.T) {
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
	t.Run("C-002 C-243 fields in network byte order", func(t *testing.T) {
		want := uuid.UUID{0xf8, 0x1d, 0x4f, 0xae, 0x7d, 0xec, 0x11, 0xd0, 0xa7, 0x65, 0x00, 0xa0, 0xc9, 0x1e, 0x6b, 0xf6}
		if figure1 != want {
			t.Errorf("got % x, want % x", figure1, want)
		}
	})
	t.Run("C-003 C-248 binary is the 16 octets", func(t *testing.T) {
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
	t.Run("C-004 Microsoft's byte order has its own functions", func(t *testing.T) {
		for text, want := range map[string]string{
			"f81d4fae-7dec-11d0-a765-00a0c91e6bf6": "ae4f1df8ec7dd011a76500a0c91e6bf6",
			"c232ab00-9414-11ec-b3c8-9f6bdeced846": "00ab32c21494ec11b3c89f6bdeced846",
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
	t.Run("C-202 little-endian bytes are no UUID to the compiler", func(t *testing.T) {
		if got := reflect.TypeOf(figure1.GUIDBytes()); got != reflect.TypeFor[[16]byte]() {
			t.Errorf("GUIDBytes returns a %v", got)
		}
	})
	t.Run("C-005 C-010 integers, figure 3", func(t *testing.T) {
		limit := new(big.Int).Lsh(big.NewInt(1), 128)
		for text, want := range map[string]string{
			"f81d4fae-7dec-11d0-a765-00a0c91e6bf6": "329800735698586629295641978511506172918",
			"00000000-0000-0000-0000-000000000000": "0",
			"ffffffff-ffff-ffff-ffff-ffffffffffff": limit.Sub(limit, big.NewInt(1)).String(),
			"80000000-0000-0000-0000-000000000000": "170141183460469231731687303715884105728", // no sign
			"00000000-0000-0001-0000-000000000000": "18446744073709551616",                    // 2^64
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
	t.Run("C-009 bits, figure 2", func(t *testing.T) {
		hi, lo := figure1.Uint128()
		const want = "11111000000111010100111110101110011111011110110000010001110100001010011101100101000000001010000011001001000111100110101111110110"
		if got := fmt.Sprintf("%064b%064b", hi, lo); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("C-006 C-224 C-248 hex and dashes, lower case, all zeros kept", func(t *testing.T) {
		random := seeded()
		for range 10_000 {
			u := random()
			u[0] &= 0x0f
			u[10] = 0
			want := fmt.Sprintf("%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", u[0], u[1], u[2], u[3],
				u[4], u[5], u[6], u[7], u[8], u[9], u[10], u[11], u[12], u[13], u[14], u[15])
			if got := u.String(); got != want || len(got) != 36 {
				t.Fatalf("got %s, want %s", got, want)
			}
		}
	})
	t.Run("C-007 C-225 C-249 the grammar and nothing else", func(t *testing.T) {
		grammar := regexp.MustCompile(`^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}\z`)
		check := func(s string) {
			t.Helper()
			u, err := uuid.ParseCanonical(s)
			if want := grammar.MatchString(s); (err == nil) != want || want && u.String() != strings.ToLower(s) || !want && !u.IsZero() {
				t.Errorf("ParseCanonical(%q) = %v, %v; want it read: %v", s, u, err, want)
			}
		}
		text := []byte(figure1.String())
		for i, old := range text {
			for c := range 256 {
				text[i] = byte(c)
				check(string(text))
			}
			text[i] = old
		}
		s := figure1.String()
		for _, form := range []string{"", s[1:], s + "0", s + "\n", " " + s, "{" + s + "}", "urn:uuid:" + s, strings.ReplaceAll(s, "-", "")} {
			check(form)
		}
	})
	t.Run("C-008 C-249 any case", func(t *testing.T) {
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
	t.Run("C-011 C-223 C-290 URN, figure 4", func(t *testing.T) {
		const urn = "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
		if got := figure1.URN(); got != urn {
			t.Errorf("URN() = %s, want %s", got, urn)
		}
		for _, s := range []string{urn, "URN:UUID:" + urn[9:], "Urn:uUID:F81D4fae" + urn[17:]} {
			if got, err := uuid.Parse(s); got != figure1 || err != nil {
				t.Errorf("Parse(%q) = %v, %v", s, got, err)
			}
		}
		for _, s := range []string{urn + "#f", urn + "?=q", urn + "?+r", "urn:uuid:{" + urn[9:] + "}", "urn:uid:" + urn[9:], "uuid:" + urn[9:]} {
			if got, err := uuid.Parse(s); err == nil {
				t.Errorf("Parse(%q) = %v, want an error", s, got)
			}
		}
	})
	t.Run("C-012 braces", func(t *testing.T) {
		s := figure1.String()
		if got, err := uuid.Parse("{" + s + "}"); got != figure1 || err != nil {
			t.Errorf("Parse({%s}) = %v, %v", s, got, err)
		}
		for _, s := range []string{"{" + s, s + "}", "[" + s + "]", "(" + s + ")", `"` + s + `"`, "{" + s + ")", "}" + s + "{", "{{" + s + "}}"} {
			if got, err := uuid.Parse(s); err == nil {
				t.Errorf("Parse(%q) = %v, want an error", s, got)
			}
		}
	})
	t.Run("C-014 the text of NCS", func(t *testing.T) {
		if got, err := uuid.Parse("34dc23469000.0d.00.00.7c.5f.00.00.00"); err == nil {
			t.Errorf("it is read as %v", got)
		}
	})
	t.Run("C-014 C-016 C-203 C-287 every format takes every version and variant", func(t *testing.T) {
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
	t.Run("C-017 C-018 C-019 C-020 C-021 C-244 C-246 C-250 the 256 values of octet 8", func(t *testing.T) {
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
	t.Run("C-025 C-026 C-242 the 16 versions", func(t *testing.T) {
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
	t.Run("C-027 figure 5", func(t *testing.T) {
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
	t.Run("C-048 the bits of a node's first octet", func(t *testing.T) {
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
	t.Run("C-023 C-113 C-245 C-250 generators stamp", func(t *testing.T) {
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
	t.Run("C-110 C-261 Nil", func(t *testing.T) {
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
	t.Run("C-112 C-261 Max", func(t *testing.T) {
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
	t.Run("C-111 Nil is not null", func(t *testing.T) {
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
	t.Run("C-199 C-200 C-226 C-227 unsigned, from the first octet on", func(t *testing.T) {
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
	t.Run("C-228 RFC 4122's sample", func(t *testing.T) {
		u, dns := uuid.MustParse("7d444840-9dc0-11d1-b245-5ffdce74fad2"), uuid.NamespaceDNS()
		if a, b, c := u.Compare(u), u.Compare(dns), dns.Compare(u); a != 0 || b != 1 || c != -1 {
			t.Errorf("got %d, %d, %d; want 0, 1, -1", a, b, c)
		}
	})
	t.Run("C-228 C-270 lexical ordering is not temporal ordering", func(t *testing.T) {
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
	t.Run("C-239 the Windows epoch", func(t *testing.T) {
		epoch := time.Date(1601, 1, 1, 0, 0, 0, 0, time.UTC)
		const days, ticks uint64 = 17 + 30 + 31 + 365*18 + 5, 0x146bf33e42c000
		u, err := uuid.V6At(epoch)
		text := u.String()
		if got, want := text[:8]+text[9:13]+text[15:18], fmt.Sprintf("%015x", ticks); got != want || ticks != days*86400*1e7 || err != nil {
			t.Errorf("V6At(%v) = %v, %v; want %s ticks", epoch, u, err, want)
		}
	})
}

// TestRFCDoc: where the RFC asks that something be known, the documentation
// says it.
func TestRFCDoc(t *testing.T) {
	p := docs(t)
	for _, test := range []struct{ name, symbol, want string }{
		{"C-053 C-233 C-253 version 5 rather than 3", "NewV3", "Use NewV5 unless"},
		{"C-082 MD5", "NewV3", "RFC 6151"},
		{"C-082 SHA-1", "NewV5", "RFC 6194"},
		{"C-067 C-281 names are hashed as they are", "NewV5", "byte for byte"},
		{"C-083 C-210 names as keys", "NewV5", "poor primary key"},
		{"C-214 where namespaces are defined", "NamespaceDNS", "RFC 9562, section 6.6"},
		{"C-215 C-216 C-237 no secrets", "package", "Neither is a secret, and neither may serve as a password or a token"},
		{"C-221 what a time tells", "package", "the UUIDs tell the order and the time of their making"},
		{"C-222 version 4 tells nothing", "package", "Use [NewV4] for what must not tell"},
		{"C-104 C-260 uniqueness of version 8", "NewV8", "whether such UUIDs are unique is up to"},
		{"C-105 random ones are not version 8", "NewV8", "for random ones there is [NewV4]"},
		{"C-122 a time is what the UUID says", "UUID.Time", "that u says it was made at"},
		{"C-120 limits of version 1", "V1At", "1582-10-15 to 5236-03-31"},
		{"C-089 C-101 C-201 C-256 version 7 for keys", "package", "Use [NewV7] for keys: new rows land next to each other"},
		{"C-120 limits of version 7", "V7At", "1970-01-01 to 10889-08-02"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := strings.Join(strings.Fields(p[test.symbol]), " ")
			if !strings.Contains(got, test.want) {
				t.Errorf("the documentation of %s does not say %q:\n%s", test.symbol, test.want, got)
			}
		})
	}
}

// TestRFCAbsent: what the RFC rules out is not there.
func TestRFCAbsent(t *testing.T) {
	p := docs(t)
	var names []string
	for name := range p {
		names = append(names, name)
	}
	slices.Sort(names)
	t.Run("C-056 C-105 C-108 the ways to versions 5 and 8", func(t *testing.T) {
		var got []string
		for _, name := range names {
			if strings.Contains(name, "V5") || strings.Contains(name, "V8") {
				got = append(got, name)
			}
		}
		if want := []string{"NewV5", "NewV8", "NewV8SHA256", "PackV8", "UUID.UnpackV8"}; !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
	t.Run("C-071 C-072 C-076 the namespaces, and no new ones", func(t *testing.T) {
		var got []string
		for _, name := range names {
			if strings.HasPrefix(name, "Namespace") {
				got = append(got, name)
			}
		}
		if want := []string{"NamespaceDNS", "NamespaceOID", "NamespaceURL", "NamespaceX500"}; !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
	t.Run("C-219 addresses of network cards", func(t *testing.T) {
		for path, file := range sources(t) {
			for _, imp := range file.Imports {
				if name, _ := strconv.Unquote(imp.Path.Value); name == "net" || name == "syscall" || strings.HasPrefix(name, "golang.org/x/sys") {
					t.Errorf("%s imports %s", path, name)
				}
			}
		}
	})
	t.Run("C-071 nothing can be changed by others", func(t *testing.T) {
		for _, file := range sources(t) {
			for _, decl := range file.Decls {
				decl, ok := decl.(*ast.GenDecl)
				if !ok || decl.Tok != token.VAR {
					continue
				}
				for _, spec := range decl.Specs {
					for _, name := range spec.(*ast.ValueSpec).Names {
						if name.IsExported() && !strings.HasPrefix(name.Name, "Err") {
							t.Errorf("%s is an exported variable", name.Name)
						}
					}
				}
			}
		}
	})
}

// sources returns the syntax of the package's files.
func sources(t *testing.T) map[string]*ast.File {
	t.Helper()
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string]*ast.File)
	fset := token.NewFileSet()
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if files[path], err = parser.ParseFile(fset, path, src, parser.ParseComments); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// docs returns the documentation of the package and of each exported function
// and method.
func docs(t *testing.T) map[string]string {
	t.Helper()
	docs := make(map[string]string)
	for _, file := range sources(t) {
		docs["package"] += file.Doc.Text()
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() {
				continue
			}
			name := f.Name.Name
			if f.Recv != nil {
				recv := f.Recv.List[0].Type
				if star, ok := recv.(*ast.StarExpr); ok {
					recv = star.X
				}
				name = recv.(*ast.Ident).Name + "." + name
			}
			docs[name] = f.Doc.Text()
		}
	}
	return docs
}

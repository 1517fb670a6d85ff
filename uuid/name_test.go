package uuid_test

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/uuidkit/uuidkit/internal/fips"
	"github.com/uuidkit/uuidkit/uuid"
)

// hashes are the functions that name by a hash.
var hashes = []struct {
	name     string
	version  int
	ofString func(uuid.UUID, string) uuid.UUID
	ofBytes  func(uuid.UUID, []byte) uuid.UUID
	sum      func([]byte) []byte
}{
	{"NewV3", 3, uuid.NewV3[string], uuid.NewV3[[]byte], sumMD5},
	{"NewV5", 5, uuid.NewV5[string], uuid.NewV5[[]byte], sumSHA1},
	{"NewV8SHA256", 8, uuid.NewV8SHA256[string], uuid.NewV8SHA256[[]byte], sumSHA256},
}

func sumMD5(b []byte) []byte {
	var s [md5.Size]byte
	fips.WithoutEnforcement(func() { s = md5.Sum(b) })
	return s[:]
}

func sumSHA1(b []byte) []byte {
	var s [sha1.Size]byte
	fips.WithoutEnforcement(func() { s = sha1.Sum(b) })
	return s[:]
}

func sumSHA256(b []byte) []byte {
	s := sha256.Sum256(b)
	return s[:]
}

func TestNames(t *testing.T) {
	dns, url, oid := uuid.NamespaceDNS(), uuid.NamespaceURL(), uuid.NamespaceOID()
	for _, test := range []struct {
		name       string
		namespace  uuid.UUID
		of         string
		v3, v5, v8 string
	}{
		{"the RFC's vectors", dns, "www.example.com",
			"5df41881-3aed-3515-88a7-2f4a814cf09e", "2ed6657d-e927-568b-95e1-2665a8aea6a2", "5c146b14-3c52-8afd-938a-375d0df1fbf6"},
		{"presentation form", dns, "www.example.com.",
			"b7d23229-ae35-3cb5-b380-619f80af07e4", "4d007de4-17c0-541c-8275-6bf79de05449", "3487c9e5-b6b2-8338-ac06-43abec41c642"},
		{"wire form", dns, "\x03www\x07example\x03com\x00",
			"41bbfb92-ed98-3d40-ab53-84a395c052be", "cc4e199a-c33b-5494-94f2-aaf63987126d", "1dc54ead-16d9-89a5-9098-9d4348f01845"},
		{"wire form misread", dns, "3www7example3com0",
			"8942f191-7b35-3ee5-9066-76a4b3599210", "514763be-5080-5cd3-8b92-f3f3eef21d8e", "d640724a-8d15-8cc4-bc6e-ec049010a7d1"},
		{"URL without scheme", url, "www.example.com",
			"a777199a-c522-31c4-8f4b-335feec7215b", "b63cdfa4-3df9-568e-97ae-006c5b8fd652", "fd8fefe1-5594-851c-a5d1-a5a55db2d221"},
		{"URL with scheme", url, "https://www.example.com",
			"e462f44e-6015-35fa-82d0-a29f7f8adcb0", "a0787afd-c170-5773-8d60-02739168de9f", "c4c0b365-83f2-81e4-b517-4bce01ef0487"},
		{"OID", oid, "2.999",
			"31cb1efa-18c4-3d19-89ba-df6a74ddbd1d", "b4bacae6-a586-58cd-81cf-dbf7ef515c9e", "ed4d25e0-99a3-8594-bbdf-01b1e97fbddc"},
		{"OID with a leading dot", oid, ".2.999",
			"2d6d9054-e42f-39c3-bd16-b064408d97a5", "42e32fd6-fc81-5dff-99f7-89aec4c050e1", "0bbc3bd9-cb90-8b91-a6ce-3e3dc982ae93"},
		{"OID-IRI", oid, "/Joint-ISO-ITU-T/Example",
			"ee354aa1-b285-3060-8c60-d6856104de9f", "6fec4ea2-2c9c-5fae-86d2-256aeaaea4b9", "cbceb579-14da-85f0-858a-8318fd6d284a"},
		{"empty name", dns, "",
			"c87ee674-4ddc-3efe-a74e-dfe25da5d7b3", "4ebd0208-8328-5d69-8c44-ec50939c0967", "4ebc3bf9-4458-8d83-baae-f9d9dc2ad979"},
		{"RFC 4122's sample as corrected", dns, "www.widgets.com",
			"3d813cbb-47fb-32ba-91df-831e1593ac29", "21f7f8de-8051-5b89-8680-0195ef798b6a", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			for i, want := range []string{test.v3, test.v5, test.v8} {
				h := hashes[i]
				if want == "" {
					continue
				}
				if got := h.ofString(test.namespace, test.of); got.String() != want {
					t.Errorf("%s(%v, %q) = %v, want %s", h.name, test.namespace, test.of, got, want)
				}
				if got := h.ofBytes(test.namespace, []byte(test.of)); got.String() != want {
					t.Errorf("%s(%v, []byte(%q)) = %v, want %s", h.name, test.namespace, test.of, got, want)
				}
			}
		})
	}
	type email string
	type digest []byte
	for _, name := range []string{"", "a@example.com", strings.Repeat("x", 1000)} {
		want := [3]uuid.UUID{uuid.NewV3(dns, name), uuid.NewV5(dns, name), uuid.NewV8SHA256(dns, name)}
		if got := [3]uuid.UUID{uuid.NewV3(dns, email(name)), uuid.NewV5(dns, email(name)), uuid.NewV8SHA256(dns, email(name))}; got != want {
			t.Errorf("%q of a named type: %v, want %v", name, got, want)
		}
		if got := [3]uuid.UUID{uuid.NewV3(dns, digest(name)), uuid.NewV5(dns, digest(name)), uuid.NewV8SHA256(dns, digest(name))}; got != want {
			t.Errorf("bytes of %q of a named type: %v, want %v", name, got, want)
		}
	}
	if got := uuid.NewV5(dns, []byte(nil)); got != uuid.NewV5(dns, "") {
		t.Errorf("NewV5 of nil = %v, want that of no bytes", got)
	}
	t.Run("not the wrong value of RFC 4122, appendix B", func(t *testing.T) {
		const printed = "e902893a-9d22-3c7e-a7b8-d6e313b71d9f"
		if got := uuid.NewV3(dns, "www.widgets.com"); got.String() == printed {
			t.Errorf("NewV3 = %v, which is wrong", got)
		}
		// It is what comes of a little-endian namespace and digest.
		le := dns.GUIDBytes()
		sum := sumMD5(append(le[:], "www.widgets.com"...))
		wrong := ofVersion(uuid.FromGUIDBytes([16]byte(sum)), 3)
		if wrong.String() != printed {
			t.Errorf("the little-endian hash is %v, want %s", wrong, printed)
		}
	})
	t.Run("not the value of the drafts with a hash space", func(t *testing.T) {
		const drafts = "401835fd-a627-870a-873f-ed73f2bc5b2c"
		if got := uuid.NewV8SHA256(dns, "www.example.com"); got.String() == drafts {
			t.Errorf("NewV8SHA256 = %v, which hashes a prefix too", got)
		}
		prefix := uuid.MustParse("3fb32780-953c-4464-9cfd-e85dbbe9843d")
		sum := sumSHA256(slices.Concat(prefix[:], dns[:], []byte("www.example.com")))
		if got := uuid.NewV8([16]byte(sum)); got.String() != drafts {
			t.Errorf("the hash with a prefix is %v, want %s", got, drafts)
		}
	})
}

func TestNamesAgainstHash(t *testing.T) {
	random := seeded()
	for _, h := range hashes {
		t.Run(h.name+" of every length", func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, uint64(h.version)))
			for n := range 1200 { // several times what is hashed in one piece
				if n == 1199 {
					n = 1<<17 + 1
				}
				name := make([]byte, n)
				for i := range name {
					name[i] = byte(r.Uint32()) // any bytes: NUL, not UTF-8
				}
				namespace := random()
				before, kept := namespace, bytes.Clone(name)
				// The first 128 bits, with six overwritten and none moved.
				want := ofVersion(uuid.UUID(h.sum(append(namespace[:], name...))[:16]), h.version)
				if got := h.ofBytes(namespace, name); got != want {
					t.Fatalf("%s of %d bytes = %v, want %v", h.name, n, got, want)
				}
				if got := h.ofString(namespace, string(name)); got != want {
					t.Fatalf("%s of a string of %d bytes = %v, want %v", h.name, n, got, want)
				}
				if namespace != before || !bytes.Equal(name, kept) {
					t.Fatalf("%s changed its arguments", h.name)
				}
			}
		})
		t.Run(h.name+" at once and again", func(t *testing.T) {
			want := h.ofString(uuid.NamespaceURL(), "https://example.com")
			var wg sync.WaitGroup
			for range 8 {
				wg.Add(1)
				go func() {
					defer wg.Done()
					for range 1000 {
						if got := h.ofString(uuid.NamespaceURL(), "https://example.com"); got != want {
							t.Errorf("%s = %v, want %v", h.name, got, want)
							return
						}
					}
				}()
			}
			wg.Wait()
		})
		t.Run(h.name+" of other names", func(t *testing.T) {
			seen := make(map[uuid.UUID]string)
			see := func(namespace uuid.UUID, name string) {
				u := h.ofString(namespace, name)
				of := namespace.String() + name
				if other, ok := seen[u]; ok && other != of {
					t.Fatalf("%q and %q have one UUID", other, of)
				}
				seen[u] = of
			}
			for _, name := range []string{"a", "A", "a ", " a", "a.", "a\x00", "\u00e9", "e\u0301", "\xe9", "", "\x00"} {
				see(uuid.NamespaceDNS(), name)
				see(uuid.NamespaceURL(), name)
				see(uuid.Nil(), name)
			}
			var b [8]byte
			for i := range 100_000 {
				see(uuid.NamespaceOID(), string(hex.AppendEncode(b[:0], []byte{byte(i), byte(i >> 8), byte(i >> 16)})))
			}
			if want := 33 + 100_000; len(seen) != want {
				t.Errorf("%d UUIDs, want %d", len(seen), want)
			}
		})
		t.Run(h.name+" in any namespace", func(t *testing.T) {
			v8 := uuid.NewV8([16]byte{1, 2, 3})
			for _, namespace := range []uuid.UUID{uuid.Nil(), uuid.Max(), uuid.NewV4(), uuid.NewV7(), v8} {
				want := ofVersion(uuid.UUID(h.sum(append(namespace[:], 'x'))[:16]), h.version)
				if got := h.ofString(namespace, "x"); got != want {
					t.Errorf("%s(%v, x) = %v, want %v", h.name, namespace, got, want)
				}
			}
		})
	}
}

func TestNameAllocs(t *testing.T) {
	for _, h := range hashes {
		t.Run("no allocation in "+h.name, func(t *testing.T) {
			checkNameAllocs(t, h.ofString, h.ofBytes)
		})
	}
	// As callers write it, with the types inferred.
	type email string
	type digest []byte
	text, b := strings.Repeat("x", 1000), make([]byte, 1000)
	address, sum := email(text), digest(b)
	var u uuid.UUID
	for name, f := range map[string]func(){
		"NewV3, named":       func() { u = uuid.NewV3(uuid.NewV3(u, address), sum) },
		"NewV5, named":       func() { u = uuid.NewV5(uuid.NewV5(u, address), sum) },
		"NewV8SHA256, named": func() { u = uuid.NewV8SHA256(uuid.NewV8SHA256(u, address), sum) },
		"short and named":    func() { u = uuid.NewV5(uuid.NewV3(u, address[:20]), sum[:20]) },
		"NewV3":              func() { u = uuid.NewV3(uuid.NewV3(u, text), b) },
		"NewV5":              func() { u = uuid.NewV5(uuid.NewV5(u, text), b) },
		"NewV8SHA256":        func() { u = uuid.NewV8SHA256(uuid.NewV8SHA256(u, text), b) },
	} {
		if got := testing.AllocsPerRun(100, f); got != 0 {
			t.Errorf("%s: %v allocations, want 0", name, got)
		}
	}
}

func checkNameAllocs(t *testing.T, ofString func(uuid.UUID, string) uuid.UUID, ofBytes func(uuid.UUID, []byte) uuid.UUID) {
	t.Helper()
	for _, n := range []int{0, 15, 1000, 100_000} {
		text, b := strings.Repeat("x", n), bytes.Repeat([]byte("x"), n)
		var u, v uuid.UUID
		if got := testing.AllocsPerRun(20, func() {
			u = ofString(uuid.NamespaceDNS(), text)
			v = ofBytes(uuid.NamespaceDNS(), b)
		}); got != 0 || u != v {
			t.Errorf("a name of %d bytes: %v allocations for %v and %v, want 0", n, got, u, v)
		}
	}
}

func panics(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return false
}

func TestNamespaces(t *testing.T) {
	namespaces := []struct {
		name string
		got  uuid.UUID
		want string
	}{
		{"NamespaceDNS", uuid.NamespaceDNS(), "6ba7b810-9dad-11d1-80b4-00c04fd430c8"},
		{"NamespaceURL", uuid.NamespaceURL(), "6ba7b811-9dad-11d1-80b4-00c04fd430c8"},
		{"NamespaceOID", uuid.NamespaceOID(), "6ba7b812-9dad-11d1-80b4-00c04fd430c8"},
		{"NamespaceX500", uuid.NamespaceX500(), "6ba7b814-9dad-11d1-80b4-00c04fd430c8"},
	}
	t.Run("values", func(t *testing.T) {
		for _, test := range namespaces {
			if test.got.String() != test.want {
				t.Errorf("%s() = %v, want %s", test.name, test.got, test.want)
			}
		}
	})
	t.Run("in the series, each once, and none is b813", func(t *testing.T) {
		seen := make(map[uuid.UUID]bool)
		for _, test := range namespaces {
			hi, lo := test.got.Uint128()
			first := hi >> 32
			if hi&0xffffffff != 0x9dad11d1 || lo != 0x80b400c04fd430c8 || first < 0x6ba7b810 || first == 0x6ba7b813 || first > 0x6ba7b814 {
				t.Errorf("%s() = %v is not one of RFC 9562, section 6.6", test.name, test.got)
			}
			if seen[test.got] {
				t.Errorf("%s() = %v again", test.name, test.got)
			}
			seen[test.got] = true
		}
	})
	t.Run("a new namespace is never in the series", func(t *testing.T) {
		for range 10_000 {
			for _, u := range []uuid.UUID{uuid.NewV4(), uuid.NewV7()} {
				if text := u.String(); text[9:] == "9dad-11d1-80b4-00c04fd430c8" || u.Version() != 4 && u.Version() != 7 {
					t.Fatalf("%v is in the series of IANA's namespaces", u)
				}
			}
		}
	})
}

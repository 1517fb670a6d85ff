package uuid_test

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// seeded returns random UUIDs, the same in every run.
func seeded() func() uuid.UUID {
	r := rand.New(rand.NewPCG(9562, 4122))
	return func() uuid.UUID { return uuid.FromUint128(r.Uint64(), r.Uint64()) }
}

// ofVersion returns u with a version and the RFC 9562 variant.
func ofVersion(u uuid.UUID, version int) uuid.UUID {
	u[6] = u[6]&0x0f | byte(version)<<4
	u[8] = u[8]&0x3f | 0x80
	return u
}

func TestInspect(t *testing.T) {
	for _, test := range []struct {
		name string
		text string
		time string // RFC 3339
		seq  string // hexadecimal; empty: none
		node string
	}{
		{"v1 vector", "C232AB00-9414-11EC-B3C8-9F6BDECED846", "2022-02-22T19:22:22Z", "33c8", "9f6bdeced846"},
		{"v6 vector", "1EC9414C-232A-6B00-B3C8-9F6BDECED846", "2022-02-22T19:22:22Z", "33c8", "9f6bdeced846"},
		{"v7 vector", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "2022-02-22T19:22:22Z", "", ""},
		{"draft-00 v1 vector", "C232AB00-9414-11EC-B3C8-9E6BDECED846", "2022-02-22T19:22:22Z", "33c8", "9e6bdeced846"},
		{"draft-00 v6 vector", "1EC9414C-232A-6B00-B3C8-9E6BDECED846", "2022-02-22T19:22:22Z", "33c8", "9e6bdeced846"},
		{"figure 1", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "1997-02-03T17:43:12.216875Z", "2765", "00a0c91e6bf6"},
		{"RFC 4122 sample", "7d444840-9dc0-11d1-b245-5ffdce74fad2", "1998-02-05T00:30:23.1363648Z", "3245", "5ffdce74fad2"},
		{"DNS namespace", "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "1998-02-04T22:13:53.1511824Z", "00b4", "00c04fd430c8"},
		{"first v1", "00000000-0000-1000-8000-000000000000", "1582-10-15T00:00:00Z", "0000", "000000000000"},
		{"first v6", "00000000-0000-6000-8000-000000000000", "1582-10-15T00:00:00Z", "0000", "000000000000"},
		{"v1 at the Unix epoch", "13814000-1dd2-11b2-bfff-ffffffffffff", "1970-01-01T00:00:00Z", "3fff", "ffffffffffff"},
		{"v6 at the Unix epoch", "1b21dd21-3814-6000-bfff-ffffffffffff", "1970-01-01T00:00:00Z", "3fff", "ffffffffffff"},
		{"v1 of 59 bits", "ffffffff-ffff-17ff-8000-000000000000", "3409-07-08T22:40:30.3423487Z", "0000", "000000000000"},
		{"v6 of 59 bits", "7fffffff-ffff-6fff-8000-000000000000", "3409-07-08T22:40:30.3423487Z", "0000", "000000000000"},
		{"v1 with bit 59", "00000000-0000-1800-8000-000000000000", "3409-07-08T22:40:30.3423488Z", "0000", "000000000000"},
		{"last v1", "ffffffff-ffff-1fff-bfff-ffffffffffff", "5236-03-31T21:21:00.6846975Z", "3fff", "ffffffffffff"},
		{"last v6", "ffffffff-ffff-6fff-bfff-ffffffffffff", "5236-03-31T21:21:00.6846975Z", "3fff", "ffffffffffff"},
		{"first v7", "00000000-0000-7fff-bfff-ffffffffffff", "1970-01-01T00:00:00Z", "", ""},
		{"last v7", "ffffffff-ffff-7000-8000-000000000000", "10889-08-02T05:31:50.655Z", "", ""},
		{"v7 of method 3", "01856d53-f1fb-774e-8000-000000000000", "2023-01-01T12:34:56.123Z", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			u := uuid.MustParse(test.text)
			at, ok := u.Time()
			if got := at.Format(time.RFC3339Nano); got != test.time || !ok || at.Location() != time.UTC {
				t.Errorf("%v.Time() = %s, %v; want %s", u, got, ok, test.time)
			}
			seq, ok := u.ClockSeq()
			if got := fmt.Sprintf("%04x", seq); ok != (test.seq != "") || ok && got != test.seq || !ok && seq != 0 {
				t.Errorf("%v.ClockSeq() = %s, %v; want %q", u, got, ok, test.seq)
			}
			node, ok := u.Node()
			if got := hex.EncodeToString(node[:]); ok != (test.node != "") || ok && got != test.node || !ok && node != [6]byte{} {
				t.Errorf("%v.Node() = %s, %v; want %q", u, got, ok, test.node)
			}
		})
	}
}

// TestInspectVersions has every version and every octet 8.
func TestInspectVersions(t *testing.T) {
	t.Run("who has which field", func(t *testing.T) {
		for version := range 16 {
			for b8 := range 256 {
				u := vectors.Other
				u[6], u[8] = byte(version)<<4|1, byte(b8)
				v := 0 // the version, where there are versions
				if b8>>6 == 2 {
					v = version
				}
				check := func(name string, ok bool, zero bool, versions ...int) {
					t.Helper()
					want := false
					for _, version := range versions {
						want = want || version == v
					}
					if ok != want || !ok && !zero {
						t.Fatalf("%v.%s() says %v, want %v and no value if false", u, name, ok, want)
					}
				}
				at, ok := u.Time()
				check("Time", ok, at.IsZero(), 1, 6, 7)
				at, ok = u.PreciseTime()
				check("PreciseTime", ok, at.IsZero(), 1, 6, 7)
				seq, ok := u.ClockSeq()
				check("ClockSeq", ok, seq == 0, 1, 2, 6)
				node, ok := u.Node()
				check("Node", ok, node == [6]byte{}, 1, 2, 6)
				w, ok := u.ToV1()
				check("ToV1", ok, w == u, 1, 6)
				w, ok = u.ToV6()
				check("ToV6", ok, w == u, 1, 6)
			}
		}
	})
	t.Run("Nil and Max", func(t *testing.T) {
		for _, u := range []uuid.UUID{uuid.Nil(), uuid.Max()} {
			if at, ok := u.Time(); ok {
				t.Errorf("%v.Time() = %v, want none", u, at)
			}
		}
	})
}

func TestVersion2(t *testing.T) {
	t.Run("v2", func(t *testing.T) {
		u := uuid.MustParse("000003e8-9414-21ec-b301-9f6bdeced846")
		if got := u.Version(); got != 2 {
			t.Errorf("%v.Version() = %d, want 2", u, got)
		}
		if seq, ok := u.ClockSeq(); seq != 0x33 || !ok {
			t.Errorf("%v.ClockSeq() = %#x, %v; want 0x33", u, seq, ok)
		}
		if node, ok := u.Node(); node != [6]byte{0x9f, 0x6b, 0xde, 0xce, 0xd8, 0x46} || !ok {
			t.Errorf("%v.Node() = %x, %v", u, node, ok)
		}
		if at, ok := u.Time(); ok {
			t.Errorf("%v.Time() = %v, want none: its low half is the identifier", u, at)
		}
	})
	t.Run("v2 with every bit set", func(t *testing.T) {
		u := uuid.MustParse("ffffffff-ffff-2fff-bfff-ffffffffffff")
		if seq, ok := u.ClockSeq(); seq != 0x3f || !ok {
			t.Errorf("%v.ClockSeq() = %#x, %v; want 0x3f", u, seq, ok)
		}
	})
}

func TestPreciseTime(t *testing.T) {
	t.Run("method 3", func(t *testing.T) {
		base := uuid.MustParse("01856d53-f1fb-774e-8000-000000000000")
		if at, ok := base.PreciseTime(); !ok || at.Format(time.RFC3339Nano) != "2023-01-01T12:34:56.123456543Z" {
			t.Errorf("%v.PreciseTime() = %v, %v", base, at, ok)
		}
		// Of the ns that have a fraction it is the first.
		var last int
		for ns := range 1_000_000 {
			fraction := int(int64(ns) * 4096 / 1_000_000)
			if ns > 0 && fraction == last {
				continue
			}
			last = fraction
			u := base
			u[6], u[7] = 0x70|byte(fraction>>8), byte(fraction)
			at, _ := u.PreciseTime()
			if got := at.Nanosecond(); got != 123_000_000+ns {
				t.Fatalf("%v.PreciseTime() has %d ns, want %d", u, got, 123_000_000+ns)
			}
			if floor, _ := u.Time(); floor.Nanosecond() != 123_000_000 {
				t.Fatalf("%v.Time() = %v has more than milliseconds", u, floor)
			}
		}
		if last != 4095 {
			t.Errorf("the last fraction is %d, want 4095", last)
		}
	})
	t.Run("NewV7", func(t *testing.T) {
		for range 1000 {
			before := time.Now()
			u := uuid.NewV7()
			after := time.Now()
			// One step of 244 ns may round down; the limit of NewV7's own
			// clock is its own tests' matter.
			at, ok := u.PreciseTime()
			if !ok || at.Before(before.Add(-time.Microsecond)) || at.After(after.Add(time.Millisecond)) {
				t.Fatalf("%v.PreciseTime() = %v, want between %v and %v", u, at, before, after)
			}
		}
	})
	t.Run("as Time for versions 1 and 6", func(t *testing.T) {
		random := seeded()
		for range 10_000 {
			for _, version := range []int{1, 6} {
				u := ofVersion(random(), version)
				want, _ := u.Time()
				if got, ok := u.PreciseTime(); got != want || !ok {
					t.Fatalf("%v.PreciseTime() = %v, %v; want %v", u, got, ok, want)
				}
			}
		}
	})
}

// v6Slow is ToV6 by the digits of the text: those of the time are in the order
// 5678-1234-v-... of version 1.
func v6Slow(v1 uuid.UUID) uuid.UUID {
	s := v1.String()
	low, mid, high, rest := s[:8], s[9:13], s[15:18], s[18:]
	digits := high + mid + low
	return uuid.MustParse(digits[:8] + "-" + digits[8:12] + "-6" + digits[12:] + rest)
}

func TestConvertV1V6(t *testing.T) {
	t.Run("vectors", func(t *testing.T) {
		for v1, v6 := range map[string]string{
			"c232ab00-9414-11ec-b3c8-9f6bdeced846": "1ec9414c-232a-6b00-b3c8-9f6bdeced846",
			"c232ab00-9414-11ec-b3c8-9e6bdeced846": "1ec9414c-232a-6b00-b3c8-9e6bdeced846",
			"f81d4fae-7dec-11d0-a765-00a0c91e6bf6": "1d07decf-81d4-6fae-a765-00a0c91e6bf6",
		} {
			if got, ok := uuid.MustParse(v1).ToV6(); got.String() != v6 || !ok {
				t.Errorf("%s.ToV6() = %v, %v; want %s", v1, got, ok, v6)
			}
			if got, ok := uuid.MustParse(v6).ToV1(); got.String() != v1 || !ok {
				t.Errorf("%s.ToV1() = %v, %v; want %s", v6, got, ok, v1)
			}
			if got := v6Slow(uuid.MustParse(v1)); got.String() != v6 {
				t.Errorf("v6Slow(%s) = %v, want %s", v1, got, v6)
			}
		}
	})
	t.Run("there and back", func(t *testing.T) {
		random := seeded()
		for range 200_000 {
			v1 := ofVersion(random(), 1)
			v6, ok := v1.ToV6()
			if want := v6Slow(v1); v6 != want || !ok {
				t.Fatalf("%v.ToV6() = %v, %v; want %v", v1, v6, ok, want)
			}
			if back, ok := v6.ToV1(); back != v1 || !ok {
				t.Fatalf("%v.ToV1() = %v, %v; want %v", v6, back, ok, v1)
			}
			if same, ok := v6.ToV6(); same != v6 || !ok {
				t.Fatalf("%v.ToV6() = %v, %v; want itself", v6, same, ok)
			}
			if same, ok := v1.ToV1(); same != v1 || !ok {
				t.Fatalf("%v.ToV1() = %v, %v; want itself", v1, same, ok)
			}
			t1, _ := v1.Time()
			t6, _ := v6.Time()
			seq1, _ := v1.ClockSeq()
			seq6, _ := v6.ClockSeq()
			node1, _ := v1.Node()
			node6, _ := v6.Node()
			if t1 != t6 || seq1 != seq6 || node1 != node6 || string(v1[8:]) != string(v6[8:]) {
				t.Fatalf("%v and %v differ in a field", v1, v6)
			}
		}
	})
}

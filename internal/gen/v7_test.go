package gen_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/internal/gen"
)

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		at     string
		millis uint64
		frac   uint64
	}{
		{"1970-01-01T00:00:00Z", 0, 0},
		{"1970-01-01T00:00:00.001Z", 1, 0},
		{"1970-01-01T01:00:00+01:00", 0, 0},              // the zone does not matter
		{"2022-02-22T14:22:22-05:00", 0x017F22E279B0, 0}, // RFC 9562, appendix A.6
		{"2000-01-01T00:00:00.000000243Z", 946684800000, 0},
		{"2000-01-01T00:00:00.000000244Z", 946684800000, 0},
		{"2000-01-01T00:00:00.000000245Z", 946684800000, 1},
		{"2000-01-01T00:00:00.0004567Z", 946684800000, 1870}, // RFC 9562, section 6.2, method 3
		{"2000-01-01T00:00:00.000999999Z", 946684800000, 4095},
		{"2000-01-01T00:00:00.001Z", 946684800001, 0},
		{"1960-01-01T00:00:00Z", 0, 0},
		{"1969-12-31T23:59:59.9995Z", 0, 2048},
		{"0001-01-01T00:00:00Z", 0, 0},
		{"2262-04-11T23:47:16.854Z", 9223372036854, 0},
		{"9999-12-31T23:59:59.999999999Z", 253402300799999, 4095},
	} {
		at, err := time.Parse(time.RFC3339Nano, test.at)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := gen.UnixTicks(at), test.millis<<12|test.frac; got != want {
			t.Errorf("at %s: %#x, want %#x", test.at, got, want)
		}
	}
	// The last millisecond that fits, and what comes after.
	for ms, want := range map[int64]uint64{
		1<<48 - 1: gen.MaxTick - 4095, 1 << 48: gen.MaxTick - 4095, 1 << 52: gen.MaxTick - 4095, 1 << 60: gen.MaxTick - 4095,
	} {
		if got := gen.UnixTicks(time.UnixMilli(ms)); got != want {
			t.Errorf("at %d ms: %#x, want %#x", ms, got, want)
		}
	}
	// Every nanosecond of a millisecond is in its place, and none goes back.
	start := time.UnixMilli(946684800000)
	for ns := range 1_000_000 {
		got := gen.UnixTicks(start.Add(time.Duration(ns)))
		if want := uint64(946684800000)<<12 + uint64(ns)*4096/1_000_000; got != want {
			t.Fatalf("at %d ns: %#x, want %#x", ns, got, want)
		}
	}
}

func newGenerator(t *testing.T, c gen.Config) *gen.Generator {
	t.Helper()
	g, err := gen.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// tickOf returns the time in a UUID of version 7, with its 12 bits of a millisecond.
func tickOf(hi uint64) uint64 { return hi>>16<<12 | hi&0xfff }

// TestV7Layout has the UUID of RFC 9562, appendix A.6: its time, with the bits that it
// drew.
func TestV7Layout(t *testing.T) {
	at := time.Date(2022, 2, 22, 19, 22, 22, 0, time.UTC)
	later := gen.UnixTicks(at.Add(200 * time.Microsecond)) // 819.2 / 4096
	g := newGenerator(t, gen.Config{})
	check := func(name string, tick, a, wantHi, wantLo uint64) {
		t.Helper()
		if hi, lo := g.Next(tick, a); hi != wantHi || lo != wantLo {
			t.Errorf("%s: got %x-%x, want %x-%x", name, hi, lo, wantHi, wantLo)
		}
	}
	const random = 0x18c4dc0c0c07398f // without the bits of the variant
	check("appendix A.6", gen.UnixTicks(at), random|3<<62, 0x017f22e279b07000, 0x98c4dc0c0c07398f)
	check("another tick", later, 0, 0x017f22e279b07333, 0x8000000000000000)
	// Within a tick the tail goes up by 1 to 2^32.
	for random, want := range map[uint64]uint64{
		(1<<32 - 2) << 32:   0x80000000ffffffff,
		0xabcdef:            0x8000000000000001,
		0xff<<32 | 0xabcdef: 0x8000000000000100,
		^uint64(0):          0x8000000100000000,
		6<<32 | 0xffffffff:  0x8000000000000007,
	} {
		g.SetLast(later, 0)
		check("after 0", later, random, 0x017f22e279b07333, want)
	}
}

// TestV7Full: where the tail has no room, the next tick is borrowed.
func TestV7Full(t *testing.T) {
	now := gen.UnixTicks(time.Now())
	for _, test := range []struct{ tail, random, wantTick, wantTail uint64 }{
		{gen.MaxTail - 5, 4 << 32, now, gen.MaxTail},
		{gen.MaxTail - 5, 5 << 32, now + 1, 5 << 32},
		{gen.MaxTail, 0, now + 1, 0},
		{gen.MaxTail, ^uint64(0), now + 1, gen.MaxTail},
		{gen.MaxTail - 1<<32, (1<<32 - 1) << 32, now, gen.MaxTail},
		{gen.MaxTail - 1<<32 + 1, (1<<32 - 1) << 32, now + 1, (1<<32 - 1) << 32 & gen.MaxTail},
	} {
		g := newGenerator(t, gen.Config{})
		g.SetLast(now, test.tail)
		hi, lo := g.Next(now, test.random)
		if tickOf(hi) != test.wantTick || lo&gen.MaxTail != test.wantTail {
			t.Errorf("after %#x by %#x: %x-%x, want tick %#x and tail %#x", test.tail, test.random, hi, lo, test.wantTick, test.wantTail)
		}
		if h, l := g.Next(now, 0); h < hi || h == hi && l <= lo {
			t.Errorf("%x-%x after %x-%x", h, l, hi, lo)
		}
	}
}

// TestV7Clock moves the clock as each script says, and makes UUIDs at each of its
// times.
func TestV7Clock(t *testing.T) {
	const (
		ms   = time.Millisecond
		hour = time.Hour
		tick = 245 * time.Nanosecond
	)
	for _, test := range []struct {
		name  string
		clock []time.Duration
		want  []time.Duration // the time in the UUIDs; nil: clock
		yield int             // the step that sorts before the one before
	}{
		{"standing", []time.Duration{0, 0, 0}, nil, 0},
		{"forward", []time.Duration{0, 1, tick, ms - 1, ms, ms + 1, hour}, nil, 0},
		{"back by a tick", []time.Duration{hour + tick, hour}, nil, 0},
		{"back by 10 ms", []time.Duration{hour, hour - 10*ms, hour - 5*ms, hour + ms}, []time.Duration{hour, hour, hour, hour + ms}, 0},
		{"back by 999 ms", []time.Duration{hour, hour - 999*ms, hour + ms}, []time.Duration{hour, hour, hour + ms}, 0},
		{"back by 1 s", []time.Duration{hour, hour - 1000*ms, hour}, []time.Duration{hour, hour, hour}, 0},
		{"back by 1 s and a tick", []time.Duration{hour, hour - 1000*ms - tick, hour}, nil, 1},
		{"back by an hour", []time.Duration{24 * hour, 23 * hour, 23*hour + ms, 24*hour + ms}, nil, 1},
		{"back little by little", []time.Duration{hour, hour - 600*ms, hour - 1200*ms, hour}, []time.Duration{hour, hour, hour - 1200*ms, hour}, 2},
		{"back to 2000 from 2250", []time.Duration{250 * 365 * 24 * hour, 0}, nil, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			start := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
			g := newGenerator(t, gen.Config{})
			var last [2]uint64
			seen := map[[2]uint64]bool{}
			for step, offset := range test.clock {
				want := offset
				if test.want != nil {
					want = test.want[step]
				}
				for i := range 10_000 {
					hi, lo := g.Next(gen.UnixTicks(start.Add(offset)), rand.Uint64())
					u := [2]uint64{hi, lo}
					if yields := test.yield > 0 && step == test.yield && i == 0; yields == (slices.Compare(u[:], last[:]) > 0) {
						t.Fatalf("step %d: %x after %x, want it to sort before: %v", step, u, last, yields)
					}
					if got, want := int64(hi>>16), start.Add(want).UnixMilli(); got != want {
						t.Fatalf("step %d: %x is %d ms after 2000, want %d", step, u, got-start.UnixMilli(), want-start.UnixMilli())
					}
					if hi>>12&0xf != 7 || lo>>62 != 2 || seen[u] {
						t.Fatalf("step %d: %x: seen %v", step, u, seen[u])
					}
					seen[u], last = true, u
				}
			}
		})
	}
}

// TestV7Check: the last look at a UUID before it is returned.
func TestV7Check(t *testing.T) {
	now := time.Date(2022, 2, 22, 19, 22, 22, 0, time.UTC)
	g := newGenerator(t, gen.Config{Clock: func() time.Time { return now }, Overrun: gen.Fail})
	gone, cancel := context.WithCancel(t.Context())
	cancel() // not to wait
	for range 3 {
		now = now.Add(-time.Hour) // which is followed, and is no reason to check less from then on
		if _, _, err := g.V7(gone); err != nil {
			t.Fatal(err)
		}
		least := gen.UnixTicks(now.Add(time.Second))
		g.SetLeast(least, 0) // as if something had gone wrong
		now = now.Add(time.Millisecond)
		if hi, lo, err := g.V7(gone); !errors.Is(err, gen.ErrRollback) {
			t.Errorf("got %x-%x, %v; want ErrRollback", hi, lo, err)
		}
		now = now.Add(time.Second)
		if hi, lo, err := g.V7(gone); err != nil || tickOf(hi) < least {
			t.Errorf("got %x-%x, %v; want tick %#x or later", hi, lo, err, least)
		}
	}
}

// TestV7LateCaller: a goroutine that reads the clock, and then waits for more than a
// second until it is its turn, is no clock that stepped back.
func TestV7LateCaller(t *testing.T) {
	t.Parallel()
	g := newGenerator(t, gen.Config{})
	if _, _, err := g.V7(t.Context()); err != nil {
		t.Fatal(err)
	}
	g.Lock()
	next := make(chan uint64)
	go func() {
		hi, _, err := g.V7(t.Context())
		if err != nil {
			t.Error(err)
		}
		next <- tickOf(hi)
	}()
	time.Sleep(1200 * time.Millisecond)
	last := gen.UnixTicks(time.Now())
	g.SetLast(last, 0) // others were served meanwhile
	g.Unlock()
	if got := <-next; got < last {
		t.Errorf("a UUID of tick %#x, after one of %#x", got, last)
	}
}

//go:build go1.26

package uuid_test

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

// millis returns the time in a version 7 UUID.
func millis(u uuid.UUID) int64 {
	hi, _ := u.Uint128()
	return int64(hi >> 16)
}

// tick returns the time in a version 7 UUID, with its 12 bits of a millisecond.
func tick(u uuid.UUID) uint64 {
	hi, _ := u.Uint128()
	return hi>>16<<12 | hi&0xfff
}

func tail(u uuid.UUID) uint64 { return binary.BigEndian.Uint64(u[8:]) & uuid.MaxTail }

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
		if got, want := uuid.Ticks(at), test.millis<<12|test.frac; got != want {
			t.Errorf("at %s: %#x, want %#x", test.at, got, want)
		}
	}
	// The last millisecond that fits, and what comes after.
	for ms, want := range map[int64]uint64{
		1<<48 - 1: uuid.MaxTick - 4095, 1 << 48: uuid.MaxTick - 4095, 1 << 52: uuid.MaxTick - 4095, 1 << 60: uuid.MaxTick - 4095,
	} {
		if got := uuid.Ticks(time.UnixMilli(ms)); got != want {
			t.Errorf("at %d ms: %#x, want %#x", ms, got, want)
		}
	}
	// Every nanosecond of a millisecond is in its place, and none goes back.
	start := time.UnixMilli(946684800000)
	for ns := range 1_000_000 {
		got := uuid.Ticks(start.Add(time.Duration(ns)))
		if want := uint64(946684800000)<<12 + uint64(ns)*4096/1_000_000; got != want {
			t.Fatalf("at %d ns: %#x, want %#x", ns, got, want)
		}
	}
}

// TestV7Layout has the UUID of RFC 9562, appendix A.6: its time, with the bits
// that it drew.
func TestV7Layout(t *testing.T) {
	at := time.Date(2022, 2, 22, 19, 22, 22, 0, time.UTC)
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(at))
		var s uuid.Sequence
		const rnd = 0x18c4dc0c0c07398f // without the bits of the variant
		if got, want := s.Next(rnd|3<<62), uuid.MustParse("017f22e2-79b0-7000-98c4-dc0c0c07398f"); got != want {
			t.Errorf("got %v, want %v", got, want)
		}
		time.Sleep(200 * time.Microsecond) // 819.2 / 4096
		if got, want := s.Next(0), uuid.MustParse("017f22e2-79b0-7333-8000-000000000000"); got != want {
			t.Errorf("got %v, want %v", got, want)
		}
		// Within a tick the tail goes up by 1 to 2^32.
		for rnd, want := range map[uint64]string{
			(1<<32 - 2) << 32:   "017f22e2-79b0-7333-8000-0000ffffffff",
			0xabcdef:            "017f22e2-79b0-7333-8000-000000000001",
			0xff<<32 | 0xabcdef: "017f22e2-79b0-7333-8000-000000000100",
			^uint64(0):          "017f22e2-79b0-7333-8000-000100000000",
			6<<32 | 0xffffffff:  "017f22e2-79b0-7333-8000-000000000007",
		} {
			s.Set(uuid.Ticks(time.Now()), 0)
			if got := s.Next(rnd).String(); got != want {
				t.Errorf("after 0 by %#x: got %v, want %v", rnd, got, want)
			}
		}
	})
}

// TestV7Full: where the tail has no room, the next tick is borrowed.
func TestV7Full(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := uuid.Ticks(time.Now())
		for _, test := range []struct{ tail, rnd, wantTick, wantTail uint64 }{
			{uuid.MaxTail - 5, 4 << 32, now, uuid.MaxTail},
			{uuid.MaxTail - 5, 5 << 32, now + 1, 5 << 32},
			{uuid.MaxTail, 0, now + 1, 0},
			{uuid.MaxTail, ^uint64(0), now + 1, uuid.MaxTail},
			{uuid.MaxTail - 1<<32, (1<<32 - 1) << 32, now, uuid.MaxTail},
			{uuid.MaxTail - 1<<32 + 1, (1<<32 - 1) << 32, now + 1, (1<<32 - 1) << 32 & uuid.MaxTail},
		} {
			var s uuid.Sequence
			s.Set(now, test.tail)
			u := s.Next(test.rnd)
			if tick(u) != test.wantTick || tail(u) != test.wantTail {
				t.Errorf("after %#x by %#x: %v, want tick %#x and tail %#x", test.tail, test.rnd, u, test.wantTick, test.wantTail)
			}
			if v := s.Next(0); v.Compare(u) <= 0 {
				t.Errorf("%v after %v", v, u)
			}
		}
	})
}

// TestV7Clock moves the clock as each script says, by offsets from the first
// of January 2000, and makes UUIDs at each of them. Each bubble of synctest
// begins at that time, which is how the clock steps back.
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
			var s uuid.Sequence
			var last uuid.UUID
			seen := map[uuid.UUID]bool{}
			for step, offset := range test.clock {
				want := offset
				if test.want != nil {
					want = test.want[step]
				}
				synctest.Test(t, func(t *testing.T) {
					start := time.Now()
					time.Sleep(offset)
					for i := range 10_000 {
						u := s.Next(rand.Uint64())
						if yields := test.yield > 0 && step == test.yield && i == 0; yields == (u.Compare(last) > 0) {
							t.Fatalf("step %d: %v after %v, want it to sort before: %v", step, u, last, yields)
						}
						if got, want := millis(u), start.Add(want).UnixMilli(); got != want {
							t.Fatalf("step %d: %v is %d ms after 2000, want %d", step, u, got-start.UnixMilli(), want-start.UnixMilli())
						}
						if u.Version() != 7 || u.Variant() != uuid.VariantRFC9562 || seen[u] {
							t.Fatalf("step %d: %v: version %d, variant %v, seen %v", step, u, u.Version(), u.Variant(), seen[u])
						}
						seen[u] = true
						last = u
					}
				})
			}
		})
	}
}

// TestNewV7Clock does the same to NewV7 itself.
func TestNewV7Clock(t *testing.T) {
	at := func(offset time.Duration, f func()) {
		synctest.Test(t, func(*testing.T) {
			time.Sleep(offset)
			f()
		})
	}
	var last uuid.UUID
	ordered := func(n int, wantMillis int64) {
		for range n {
			u := uuid.NewV7()
			if u.Compare(last) <= 0 || millis(u) != wantMillis {
				t.Fatalf("%v after %v, want more, at %d ms", u, last, wantMillis)
			}
			last = u
		}
	}
	start := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Hour).UnixMilli()
	// The clock stands: at a tick each, these would run 24 ms ahead of it.
	at(time.Hour, func() { ordered(100_000, start) })
	at(time.Hour-10*time.Millisecond, func() { ordered(1000, start) })
	at(time.Hour-999*time.Millisecond, func() { ordered(1000, start) })
	at(time.Hour+time.Millisecond, func() { ordered(1000, start+1) })
	last = uuid.Nil()
	at(0, func() { ordered(1000, start-time.Hour.Milliseconds()) })
}

// TestNewV7Order is on the machine's own clock.
func TestNewV7Order(t *testing.T) {
	before := time.Now().UnixMilli()
	last := uuid.NewV7()
	if got := millis(last); got < before || got > time.Now().UnixMilli()+1 {
		t.Fatalf("%v is of %d ms, the clock was at %d before", last, got, before)
	}
	for i := range 1_000_000 {
		u := uuid.NewV7()
		if u.Compare(last) <= 0 {
			t.Fatalf("%v after %v", u, last)
		}
		last = u
		if i%1000 == 0 {
			if now := time.Now().UnixMilli(); millis(u) > now+1 {
				t.Fatalf("%v is %d ms ahead of the clock, want 1 at most", u, millis(u)-now)
			}
		}
	}
}

func TestNewV7Goroutines(t *testing.T) {
	const callers, each = 16, 62_500
	all := make([]uuid.UUID, callers*each)
	var wg sync.WaitGroup
	for mine := range slices.Chunk(all, each) {
		wg.Go(func() {
			for i := range mine {
				mine[i] = uuid.NewV7()
			}
		})
	}
	wg.Wait()
	seen := make(map[uuid.UUID]struct{}, len(all))
	for _, u := range all {
		seen[u] = struct{}{}
	}
	if len(seen) != len(all) {
		t.Errorf("%d of %d UUIDs are unique", len(seen), len(all))
	}
	for mine := range slices.Chunk(all, each) {
		for i := range mine[1:] {
			if mine[i].Compare(mine[i+1]) >= 0 {
				t.Fatalf("a caller got %v and then %v", mine[i], mine[i+1])
			}
		}
	}
}

// TestV7LateCaller: a goroutine that reads the clock, and then waits for more
// than a second until it is its turn, is no clock that stepped back.
func TestV7LateCaller(t *testing.T) {
	t.Parallel()
	var s uuid.Sequence
	s.Next(0)
	s.Lock()
	next := make(chan uuid.UUID)
	go func() {
		u, err := s.NewV7(t.Context())
		if err != nil {
			t.Error(err)
		}
		next <- u
	}()
	time.Sleep(1200 * time.Millisecond)
	last := uuid.Ticks(time.Now())
	s.Set(last, 0) // others were served meanwhile
	s.Unlock()
	if u := <-next; tick(u) < last {
		t.Errorf("%v is of tick %#x, after one of %#x", u, tick(u), last)
	}
}

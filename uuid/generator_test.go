//go:build go1.26

package uuid_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

// epoch is the time of the clocks of the tests: that of RFC 9562, appendix A.
var epoch = time.Date(2022, 2, 22, 19, 22, 22, 0, time.UTC)

// A clock is one that goes only if it is told.
type clock struct{ t time.Time }

func newClock() *clock                { return &clock{epoch} }
func (c *clock) now() time.Time       { return c.t }
func (c *clock) add(ds time.Duration) { c.t = c.t.Add(ds) }

// zeros, ones and words are sources of randomness that is none.
type stuck byte

const zeros, ones = stuck(0), stuck(0xff)

func (s stuck) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(s)
	}
	return len(b), nil
}

// words reads as the words given, and then as zeros.
func words(w ...uint64) io.Reader {
	var b []byte
	for _, w := range w {
		b = binary.BigEndian.AppendUint64(b, w)
	}
	return io.MultiReader(bytes.NewReader(b), zeros)
}

func fixed() io.Reader { return rand.NewChaCha8([32]byte{1}) }

// newers are the methods of a Generator that make one UUID.
var newers = []newer{
	{"NewV1", 1, (*uuid.Generator).NewV1},
	{"NewV4", 4, func(g *uuid.Generator, _ context.Context) (uuid.UUID, error) { return g.NewV4() }},
	{"NewV6", 6, (*uuid.Generator).NewV6},
	{"NewV7", 7, (*uuid.Generator).NewV7},
}

type newer struct {
	name    string
	version int
	new     func(*uuid.Generator, context.Context) (uuid.UUID, error)
}

var methods = []struct {
	name   string
	method uuid.Method
}{
	{"Method3With2", uuid.Method3With2},
	{"Method1", uuid.Method1},
	{"Method2", uuid.Method2},
	{"Method3", uuid.Method3},
	{"Method3With1", uuid.Method3With1},
}

// newV7 is NewV7 without errors.
func newV7(t *testing.T, g *uuid.Generator) uuid.UUID {
	t.Helper()
	u, err := g.NewV7(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestGeneratorStamp(t *testing.T) {
	for _, test := range newers {
		t.Run(test.name, func(t *testing.T) {
			for _, r := range []io.Reader{zeros, ones, nil, fixed()} {
				g := uuid.Generator{Rand: r}
				for range 10_000 {
					u, err := test.new(&g, t.Context())
					if err != nil || u.Version() != test.version || u.Variant() != uuid.VariantRFC9562 {
						t.Fatalf("got %v, %v: version %d, %v, want %d, RFC 9562", u, err, u.Version(), u.Variant(), test.version)
					}
				}
			}
		})
	}
}

// TestBitWalk sets each of the random bits in turn, and looks which bits of the
// UUID it moves.
func TestBitWalk(t *testing.T) {
	for _, test := range []struct {
		name   string
		g      *uuid.Generator
		new    int // in newers
		hi, lo uint64
	}{
		{"version 4", &uuid.Generator{}, 1, 0xffffffffffff0fff, 0x3fffffffffffffff},
		{"version 1", &uuid.Generator{}, 0, 0, 0x3ffffeffffffffff},
		{"version 1 with a node", &uuid.Generator{Node: [6]byte{2}}, 0, 0, 0x3fff000000000000},
		{"version 6", &uuid.Generator{}, 2, 0, 0x3ffffeffffffffff},
		{"version 6 with a node", &uuid.Generator{Node: [6]byte{2}}, 2, 0, 0x3fff000000000000},
		{"methods 3 and 2", &uuid.Generator{}, 3, 0, 0x3fffffffffffffff},
		{"method 3", &uuid.Generator{Method: uuid.Method3}, 3, 0, 0x3fffffffffffffff},
		{"method 1, 24 bits", &uuid.Generator{Method: uuid.Method1}, 3, 0x7ff, 0x3fffffffffffffff},
		{"method 1, 12 bits", &uuid.Generator{Method: uuid.Method1, CounterBits: 12}, 3, 0x7ff, 0x3fffffffffffffff},
		{"method 1, 42 bits, 13 of guard", &uuid.Generator{Method: uuid.Method1, CounterBits: 42, GuardBits: 13}, 3, 0, 0x1fffffffffffffff},
		{"method 2", &uuid.Generator{Method: uuid.Method2}, 3, 0xfff, 0x3fffffffffffffff},
		{"method 2, 3 bits of guard", &uuid.Generator{Method: uuid.Method2, GuardBits: 3}, 3, 0xfff, 0x07ffffffffffffff},
		{"methods 3 and 1", &uuid.Generator{Method: uuid.Method3With1}, 3, 0, 0x1fffffffffffffff},
		{"methods 3 and 1, 30 bits, 4 of guard", &uuid.Generator{Method: uuid.Method3With1, CounterBits: 30, GuardBits: 4}, 3, 0, 0x03ffffffffffffff},
	} {
		t.Run(test.name, func(t *testing.T) {
			of := func(r io.Reader) (hi, lo uint64) {
				g := uuid.Generator{
					Node: test.g.Node, Method: test.g.Method, CounterBits: test.g.CounterBits, GuardBits: test.g.GuardBits,
					Clock: newClock().now, Rand: r,
				}
				u, err := newers[test.new].new(&g, t.Context())
				if err != nil {
					t.Fatal(err)
				}
				return u.Uint128()
			}
			hi0, lo0 := of(zeros)
			var hi, lo uint64
			for i := range 256 { // two draws of 128 bits
				w := make([]uint64, 4)
				w[i/64] = 1 << (63 - i%64)
				h, l := of(words(w...))
				h, l = h^hi0, l^lo0
				if h&(h-1) != 0 || l&(l-1) != 0 || h != 0 && l != 0 {
					t.Errorf("random bit %d moves %#x and %#x, want one bit at most", i, h, l)
				}
				hi, lo = hi|h, lo|l
			}
			if hi != test.hi || lo != test.lo {
				t.Errorf("bits %#x and %#x are random, want %#x and %#x", hi, lo, test.hi, test.lo)
			}
		})
	}
}

// TestBitFrequency: each random bit is set in half of the UUIDs. Each of these
// tests fails in one of ten million runs.
func TestBitFrequency(t *testing.T) {
	const n = 100_000
	for _, test := range []struct {
		name   string
		fill   func([]uuid.UUID)
		hi, lo uint64 // the bits to look at
	}{
		{"NewV4", each(uuid.NewV4), 0xffffffffffff0fff, 0x3fffffffffffffff},
		{"FillV4", uuid.FillV4, 0xffffffffffff0fff, 0x3fffffffffffffff},
		{"NewV6", each(uuid.NewV6), 0, 0x3ffffeffffffffff},
		// Of NewV7's the first bits change rarely, if the steps are short.
		{"NewV7", each(uuid.NewV7), 0, 0xffffffff},
		{"FillV7", uuid.FillV7, 0, 0xffffffff},
	} {
		t.Run(test.name, func(t *testing.T) {
			ids := make([]uuid.UUID, n)
			test.fill(ids)
			var set [128]int
			for _, u := range ids {
				hi, lo := u.Uint128()
				for i := range 64 {
					set[i] += int(hi >> (63 - i) & 1)
					set[64+i] += int(lo >> (63 - i) & 1)
				}
			}
			const bound = 6.5 // standard deviations
			for i, got := range set {
				w := test.hi
				if i >= 64 {
					w = test.lo
				}
				if w>>(63-i%64)&1 == 1 && math.Abs(float64(got)-n/2) > bound*math.Sqrt(n)/2 {
					t.Errorf("bit %d is set in %d of %d", i, got, n)
				}
			}
		})
	}
}

func each(f func() uuid.UUID) func([]uuid.UUID) {
	return func(ids []uuid.UUID) {
		for i := range ids {
			ids[i] = f()
		}
	}
}

func TestGeneratorConfig(t *testing.T) {
	for _, test := range []struct {
		name string
		g    *uuid.Generator
		want string
	}{
		{"counter of 11 bits", &uuid.Generator{Method: uuid.Method1, CounterBits: 11}, "CounterBits is 11, want 12 to 42"},
		{"counter of 43 bits", &uuid.Generator{Method: uuid.Method1, CounterBits: 43}, "CounterBits is 43, want 12 to 42"},
		{"counter of 31 bits after 12 of time", &uuid.Generator{Method: uuid.Method3With1, CounterBits: 31}, "CounterBits is 31, want 12 to 30"},
		{"negative counter", &uuid.Generator{Method: uuid.Method1, CounterBits: -1}, "CounterBits is -1, want 12 to 42"},
		{"counter without use", &uuid.Generator{CounterBits: 24}, "CounterBits is 24, but only Method1"},
		{"guard as long as the counter", &uuid.Generator{Method: uuid.Method1, GuardBits: 24}, "GuardBits is 24, want 1 to 23"},
		{"negative guard", &uuid.Generator{GuardBits: -1}, "GuardBits is -1, want 1 to 61"},
		{"guard without use", &uuid.Generator{Method: uuid.Method3, GuardBits: 1}, "GuardBits is set, but Method3 "},
		{"step without guard", &uuid.Generator{MaxStep: 1<<48 + 1}, "MaxStep is 281474976710657, want at most 1<<48"},
		{"step without use", &uuid.Generator{Method: uuid.Method1, MaxStep: 1}, "MaxStep is set, but only Method2"},
		{"unknown method", &uuid.Generator{Method: 5}, "Method is Method(5), want "},
		{"unknown policy of overruns", &uuid.Generator{Overrun: uuid.Follow}, "Overrun is Policy(3), want Wait or Fail"},
		{"unknown policy of rollbacks", &uuid.Generator{Rollback: 4}, "Rollback is Policy(4), want Follow, Wait or Fail"},
	} {
		t.Run(test.name, func(t *testing.T) {
			check := func(method string, u uuid.UUID, err error) {
				t.Helper()
				if err == nil || !strings.HasPrefix(err.Error(), "uuid.Generator: "+test.want) || u != uuid.Nil() {
					t.Errorf("%s: got %v, %v; want an error of %q", method, u, err, test.want)
				}
			}
			for range 2 {
				for _, m := range newers {
					u, err := m.new(test.g, t.Context())
					check(m.name, u, err)
				}
				ids := []uuid.UUID{uuid.Max()}
				err := test.g.FillV4(ids)
				check("FillV4", ids[0], err)
				ids[0] = uuid.Max()
				err = test.g.FillV7(t.Context(), ids)
				check("FillV7", ids[0], err)
			}
		})
	}
}

func TestGeneratorRand(t *testing.T) {
	broken := errors.New("broken")
	fills := []struct {
		name string
		fill func(*uuid.Generator, []uuid.UUID) error
	}{
		{"FillV4", (*uuid.Generator).FillV4},
		{"FillV7", func(g *uuid.Generator, ids []uuid.UUID) error { return g.FillV7(t.Context(), ids) }},
	}
	for _, test := range []struct {
		name string
		rand func() io.Reader
		want error
	}{
		{"failing", func() io.Reader { return iotest.ErrReader(broken) }, broken},
		{"empty", func() io.Reader { return strings.NewReader("") }, io.EOF},
		{"short", func() io.Reader { return strings.NewReader("fifteen bytes..") }, io.ErrUnexpectedEOF},
		{"failing late", func() io.Reader {
			return io.MultiReader(strings.NewReader("fifteen bytes.."), iotest.ErrReader(broken))
		}, broken},
	} {
		for _, m := range newers {
			t.Run(test.name+" "+m.name, func(t *testing.T) {
				u, err := m.new(&uuid.Generator{Rand: test.rand()}, t.Context())
				if !errors.Is(err, test.want) || u != uuid.Nil() {
					t.Errorf("got %v, %v; want Nil, %v", u, err, test.want)
				}
				if want := "uuid.Generator." + m.name + ": reading Rand: "; err == nil || !strings.HasPrefix(err.Error(), want) {
					t.Errorf("got %v, want an error of %q", err, want)
				}
			})
		}
		for _, f := range fills {
			t.Run(test.name+" "+f.name, func(t *testing.T) {
				// Five UUIDs, and then none.
				ids := slices.Repeat([]uuid.UUID{uuid.Max()}, 10)
				err := f.fill(&uuid.Generator{Rand: io.MultiReader(strings.NewReader(strings.Repeat("x", 5*16)), test.rand())}, ids)
				if !errors.Is(err, test.want) || !slices.Equal(ids, make([]uuid.UUID, 10)) {
					t.Errorf("got %v, %v; want Nil UUIDs, %v", ids, err, test.want)
				}
			})
		}
	}

	t.Run("a byte at a time", func(t *testing.T) {
		text := "0123456789abcdef"
		u, err := (&uuid.Generator{Rand: iotest.OneByteReader(strings.NewReader(text))}).NewV4()
		want := uuid.UUID([]byte(text))
		want[6], want[8] = want[6]&0xf|0x40, want[8]&0x3f|0x80
		if u != want || err != nil {
			t.Errorf("got %v, %v; want %v", u, err, want)
		}
	})
	t.Run("works again after an error", func(t *testing.T) {
		g := uuid.Generator{Clock: newClock().now, Rand: io.MultiReader(strings.NewReader("x"), iotest.TimeoutReader(zeros))}
		var last uuid.UUID
		for range 3 {
			u, err := g.NewV7(t.Context())
			if err == nil && u.Compare(last) <= 0 {
				t.Errorf("%v after %v", u, last)
			}
			last = u
		}
		if last == uuid.Nil() {
			t.Error("no UUID after an error of Rand")
		}
	})
}

func TestGeneratorClockRange(t *testing.T) {
	at := func(s string) time.Time {
		at, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	for _, test := range []struct {
		version     int
		first, last time.Time
	}{
		{1, at("1582-10-15T00:00:00Z"), at("5236-03-31T21:21:00.684697599Z")},
		{6, at("1582-10-15T00:00:00Z"), at("5236-03-31T21:21:00.684697599Z")},
		{7, at("1970-01-01T00:00:00Z"), time.UnixMilli(1<<48 - 1).Add(time.Millisecond - 1)},
	} {
		m := newers[slices.IndexFunc(newers, func(m newer) bool { return m.version == test.version })]
		t.Run(m.name, func(t *testing.T) {
			for _, ok := range []time.Time{test.first, test.last} {
				g := uuid.Generator{Clock: (&clock{ok}).now, Overrun: uuid.Fail}
				u, err := m.new(&g, t.Context())
				got, _ := u.Time()
				if unit := ok.Sub(got); err != nil || unit < 0 || unit >= time.Millisecond {
					t.Errorf("at %v: %v of %v, %v", ok, u, got, err)
				}
				// However many more come, the time does not begin again.
				for range 10_000 {
					v, err := m.new(&g, t.Context())
					if err != nil {
						if !errors.Is(err, uuid.ErrOverrun) {
							t.Error(err)
						}
						break
					}
					if at, _ := v.Time(); at.Before(got) {
						t.Fatalf("at %v: %v", ok, v)
					}
				}
			}
			for _, bad := range []time.Time{test.first.Add(-1), test.last.Add(1), {}, time.Unix(1<<62, 0), time.Unix(-1<<62, 0)} {
				if u, err := m.new(&uuid.Generator{Clock: (&clock{bad}).now}, t.Context()); err == nil || !strings.Contains(err.Error(), "Clock") {
					t.Errorf("at %v: %v, %v; want an error that names Clock", bad, u, err)
				}
			}
		})
	}
}

// TestGeneratorClocks: a clock may be any function.
func TestGeneratorClocks(t *testing.T) {
	random := rand.New(rand.NewChaCha8([32]byte{}))
	for _, test := range []struct {
		name  string
		alter func(time.Time) time.Time
		off   time.Duration // how far from the truth it may be
	}{
		{"rounded to a second", func(t time.Time) time.Time { return t.Truncate(time.Second) }, time.Second},
		{"blurred", func(t time.Time) time.Time { return t.Add(-time.Duration(random.IntN(900_000_000))) }, time.Second},
		{"ten minutes off", func(t time.Time) time.Time { return t.Add(10 * time.Minute) }, 10 * time.Minute},
		{"a leap second smeared over a day", func(at time.Time) time.Time {
			// linear, from noon to noon: slower by a second in a day
			since := at.Sub(epoch.Truncate(24 * time.Hour))
			return at.Add(-min(max(0, since), 24*time.Hour) / 86400)
		}, time.Second},
		{"another zone", func(t time.Time) time.Time { return t.In(time.FixedZone("", -5*3600)) }, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newClock()
			// All of these deviate within MaxBack, and want more than MaxAhead.
			g := uuid.Generator{Clock: func() time.Time { return test.alter(c.t) }, MaxAhead: time.Second}
			seen := map[uuid.UUID]bool{}
			for _, m := range newers[2:] {
				var last uuid.UUID
				for range 20_000 {
					c.add(100 * time.Microsecond)
					u, err := m.new(&g, t.Context())
					if err != nil || u.Compare(last) <= 0 || seen[u] {
						t.Fatalf("%v after %v, seen %v: %v", u, last, seen[u], err)
					}
					if at, _ := u.Time(); at.Sub(c.t).Abs() > test.off+time.Millisecond {
						t.Fatalf("%v is of %v, at %v, want within %v", u, at, c.t, test.off)
					}
					seen[u], last = true, u
				}
			}
		})
	}
}

// TestGeneratorOverrun has more UUIDs than the clock has room for.
func TestGeneratorOverrun(t *testing.T) {
	narrow := func() *uuid.Generator {
		return &uuid.Generator{Method: uuid.Method1, CounterBits: 12, Rand: ones, Clock: newClock().now}
	}
	const room = 1<<11 + 1 // from 2^11 - 1 to 2^12 - 1

	t.Run("fail", func(t *testing.T) {
		g := narrow()
		g.Overrun = uuid.Fail
		c := newClock()
		g.Clock = c.now
		var last uuid.UUID
		for range 3 {
			for i := range room {
				u := newV7(t, g)
				if u.Compare(last) <= 0 {
					t.Fatalf("%d: %v after %v", i, u, last)
				}
				last = u
			}
			for range 3 {
				if u, err := g.NewV7(t.Context()); !errors.Is(err, uuid.ErrOverrun) || u != uuid.Nil() {
					t.Fatalf("got %v, %v; want ErrOverrun after %d", u, err, room)
				}
			}
			c.add(time.Millisecond)
		}
	})
	t.Run("wait until the context ends", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			g := narrow() // its clock stands
			for range room {
				newV7(t, g)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			start := time.Now()
			u, err := g.NewV7(ctx)
			if !errors.Is(err, uuid.ErrOverrun) || !errors.Is(err, context.DeadlineExceeded) || u != uuid.Nil() {
				t.Errorf("got %v, %v; want both errors", u, err)
			}
			if waited := time.Since(start); waited != time.Second {
				t.Errorf("waited %v, want a second", waited)
			}
			ids := slices.Repeat([]uuid.UUID{uuid.Max()}, 10)
			ctx, cancelCause := context.WithCancelCause(t.Context())
			gone := errors.New("gone")
			cancelCause(gone)
			if err := g.FillV7(ctx, ids); !errors.Is(err, gone) || !slices.Equal(ids, make([]uuid.UUID, 10)) {
				t.Errorf("got %v, %v", ids, err)
			}
		})
	})
	t.Run("wait for the next tick", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			g := uuid.Generator{Method: uuid.Method1, CounterBits: 12, Rand: ones, Clock: time.Now}
			start := time.Now()
			var last uuid.UUID
			for range 5 * room {
				u := newV7(t, &g)
				if u.Compare(last) <= 0 {
					t.Fatalf("%v after %v", u, last)
				}
				if now := time.Now().UnixMilli(); millis(u) != now {
					t.Fatalf("%v is of %d ms, want %d", u, millis(u), now)
				}
				last = u
			}
			if took := time.Since(start); took != 4*time.Millisecond {
				t.Errorf("5 times %d UUIDs took %v, want 4 ms", room, took)
			}
		})
	})
	t.Run("run ahead", func(t *testing.T) {
		g := narrow()
		g.Overrun, g.MaxAhead = uuid.Fail, 5*time.Millisecond
		c := newClock()
		g.Clock = c.now
		var last uuid.UUID
		for i := range 5 * room {
			u := newV7(t, g)
			if want := epoch.UnixMilli() + int64(i/room); u.Compare(last) <= 0 || millis(u) != want {
				t.Fatalf("%d: %v after %v, want more, of %d ms", i, u, last, want)
			}
			last = u
		}
		if u, err := g.NewV7(t.Context()); !errors.Is(err, uuid.ErrOverrun) {
			t.Fatalf("got %v, %v; want ErrOverrun", u, err)
		}
		// As the clock catches up, order is kept, and the bound is not passed.
		for ms := range 10 {
			c.add(time.Millisecond)
			for range room {
				u, err := g.NewV7(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if ahead := millis(u) - c.t.UnixMilli(); u.Compare(last) <= 0 || ahead >= 5 {
					t.Fatalf("%d ms later: %v after %v, %d ms ahead", ms+1, u, last, ahead)
				}
				last = u
			}
		}
	})
	t.Run("a UUID to a tick", func(t *testing.T) {
		c := newClock()
		g := uuid.Generator{Method: uuid.Method3, MaxAhead: -1, Overrun: uuid.Fail, Clock: c.now}
		for range 1000 {
			u := newV7(t, &g)
			if got, want := tick(u), uuid.Ticks(c.t); got != want {
				t.Fatalf("%v is of tick %#x, want %#x", u, got, want)
			}
			if u, err := g.NewV7(t.Context()); !errors.Is(err, uuid.ErrOverrun) {
				t.Fatalf("got %v, %v; want ErrOverrun", u, err)
			}
			c.add(245 * time.Nanosecond)
		}
	})
}

// TestGeneratorRollback sets the clock back and forth.
func TestGeneratorRollback(t *testing.T) {
	const ms, hour = time.Millisecond, time.Hour
	all := newers[2:] // versions 6 and 7
	t.Run("within the bound", func(t *testing.T) {
		for _, m := range all {
			for _, method := range methods {
				for _, policy := range []uuid.Policy{0, uuid.Wait, uuid.Fail, uuid.Follow} {
					c := newClock()
					g := uuid.Generator{Clock: c.now, Rollback: policy, Method: method.method, MaxBack: hour, Overrun: uuid.Fail}
					var last uuid.UUID
					for i := range 4000 {
						switch i % 5 { // it oscillates, and drifts forward
						case 0:
							c.add(ms)
						case 1:
							c.add(-1)
						case 2:
							c.add(-ms)
						case 3:
							c.add(-59 * time.Minute)
						case 4:
							c.add(59*time.Minute + ms + 2)
						}
						u, err := m.new(&g, t.Context())
						if err != nil || u.Compare(last) <= 0 {
							t.Fatalf("%s, %s, policy %d, %d: %v after %v: %v", m.name, method.name, policy, i, u, last, err)
						}
						last = u
					}
				}
			}
		}
	})
	for _, m := range all {
		t.Run("fail beyond it "+m.name, func(t *testing.T) {
			c := newClock()
			g := uuid.Generator{Clock: c.now, Rollback: uuid.Fail, MaxBack: 10 * ms}
			last, err := m.new(&g, t.Context())
			if err != nil {
				t.Fatal(err)
			}
			c.add(-10*ms - time.Microsecond)
			for range 3 {
				if u, err := m.new(&g, t.Context()); !errors.Is(err, uuid.ErrRollback) || u != uuid.Nil() {
					t.Fatalf("got %v, %v; want ErrRollback", u, err)
				}
			}
			c.add(time.Microsecond)
			if u, err := m.new(&g, t.Context()); err != nil || u.Compare(last) <= 0 {
				t.Errorf("%v after %v: %v", u, last, err)
			}
		})
		t.Run("not even a tick "+m.name, func(t *testing.T) {
			c := newClock()
			g := uuid.Generator{Clock: c.now, Rollback: uuid.Fail, MaxBack: -1}
			if _, err := m.new(&g, t.Context()); err != nil {
				t.Fatal(err)
			}
			c.add(-300)
			if u, err := m.new(&g, t.Context()); !errors.Is(err, uuid.ErrRollback) {
				t.Fatalf("got %v, %v; want ErrRollback", u, err)
			}
		})
		t.Run("wait beyond it "+m.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var back time.Duration
				g := uuid.Generator{Clock: func() time.Time { return time.Now().Add(-back) }, Rollback: uuid.Wait}
				last, err := m.new(&g, t.Context())
				if err != nil {
					t.Fatal(err)
				}
				back = time.Minute
				start := time.Now()
				u, err := m.new(&g, t.Context())
				if err != nil || u.Compare(last) <= 0 {
					t.Errorf("%v after %v: %v", u, last, err)
				}
				if waited := time.Since(start); waited < 59*time.Second || waited > 59*time.Second+20*ms {
					t.Errorf("waited %v, want 59 s", waited)
				}
				back = hour
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				if u, err := m.new(&g, ctx); !errors.Is(err, uuid.ErrRollback) || !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("got %v, %v; want both errors", u, err)
				}
			})
		})
		t.Run("follow beyond it "+m.name, func(t *testing.T) {
			c := newClock()
			g := uuid.Generator{Clock: c.now}
			seen := map[uuid.UUID]bool{}
			for i := range 100 {
				var last uuid.UUID
				for range 100 {
					u, err := m.new(&g, t.Context())
					if err != nil || u.Compare(last) <= 0 || seen[u] {
						t.Fatalf("%v after %v, seen %v: %v", u, last, seen[u], err)
					}
					if at, _ := u.Time(); at.Sub(c.t).Abs() > ms {
						t.Fatalf("%v is of %v, want %v", u, at, c.t)
					}
					seen[u], last = true, u
				}
				c.add([]time.Duration{-hour, hour, -2 * hour, hour}[i%4])
			}
		})
	}
	t.Run("the check before return", func(t *testing.T) {
		c := newClock()
		g := uuid.Generator{Clock: c.now, Overrun: uuid.Fail}
		gone, cancel := context.WithCancel(t.Context())
		cancel() // not to wait
		for range 3 {
			c.add(-hour) // which is followed, and is no reason to check less from then on
			u := newV7(t, &g)
			last := uuid.MaxV7(c.t.Add(time.Second))
			g.SetLast(last) // as if something had gone wrong
			c.add(ms)
			if got, err := g.NewV7(gone); !errors.Is(err, uuid.ErrRollback) || got != uuid.Nil() {
				t.Errorf("got %v, %v; want ErrRollback", got, err)
			}
			c.add(time.Second)
			if got := newV7(t, &g); got.Compare(last) <= 0 || got.Compare(u) <= 0 {
				t.Errorf("%v after %v", got, last)
			}
		}
	})
}

// TestGoroutines has all that the package's functions make at once. The
// environment variable UUIDKIT_IDS says how many UUIDs: a million if unset.
func TestGoroutines(t *testing.T) {
	total := 1_000_000
	if s := os.Getenv("UUIDKIT_IDS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatalf("UUIDKIT_IDS: %v", err)
		}
		total = n
	} else if testing.Short() {
		total = 100_000
	}
	for _, test := range []struct {
		name string
		part int
		new  func() uuid.UUID
		fill func([]uuid.UUID)
	}{
		{"version 7", 1, uuid.NewV7, uuid.FillV7},
		{"version 6", 10, uuid.NewV6, each(uuid.NewV6)},
		{"version 1", 10, uuid.NewV1, each(uuid.NewV1)},
	} {
		t.Run(test.name, func(t *testing.T) {
			const callers, most = 16, 1_000_000
			ordered := test.part == 1 || strings.HasSuffix(test.name, "6")
			var last uuid.UUID // of the rounds before
			for left := total / test.part; left > 0; left -= most {
				all := make([]uuid.UUID, min(left, most))
				var wg sync.WaitGroup
				for mine := range slices.Chunk(all, (len(all)+callers-1)/callers) {
					wg.Go(func() {
						for i := 0; i < len(mine); { // ones and batches by turns
							mine[i] = test.new()
							i++
							n := min(i%1500, len(mine)-i)
							test.fill(mine[i : i+n])
							i += n
						}
					})
				}
				wg.Wait()
				if ordered {
					for mine := range slices.Chunk(all, (len(all)+callers-1)/callers) {
						for i := range mine[1:] {
							if mine[i].Compare(mine[i+1]) >= 0 {
								t.Fatalf("a caller got %v and then %v", mine[i], mine[i+1])
							}
						}
					}
				}
				slices.SortFunc(all, uuid.UUID.Compare)
				for i := range all[1:] {
					if all[i] == all[i+1] {
						t.Fatalf("%v came twice", all[i])
					}
				}
				if ordered { // so that no UUID is one of an earlier round
					if all[0].Compare(last) <= 0 {
						t.Fatalf("%v after %v", all[0], last)
					}
					last = all[len(all)-1]
				}
			}
		})
	}
}

func TestGeneratorAllocs(t *testing.T) {
	if raceDetector() {
		t.Skip("with the race detector, crypto/rand lets its argument escape")
	}
	ids := make([]uuid.UUID, 1000)
	ctx := t.Context()
	check := func(name string, f func()) {
		t.Helper()
		if got := testing.AllocsPerRun(100, f); got != 0 {
			t.Errorf("%s: %v allocations, want 0", name, got)
		}
	}
	check("NewV1", func() { uuid.NewV1() })
	check("NewV6", func() { uuid.NewV6() })
	for _, n := range []int{16, 1000} {
		want := 0.0
		if n == 1000 && uuid.FastAES {
			want = 4 // the cipher, its keys and its counter; 3 on amd64
		}
		if got := testing.AllocsPerRun(100, func() { uuid.FillV4(ids[:n]) }); got > want {
			t.Errorf("FillV4 of %d: %v allocations, want %v", n, got, want)
		}
		if got := testing.AllocsPerRun(100, func() { uuid.FillV7(ids[:n]) }); got > want {
			t.Errorf("FillV7 of %d: %v allocations, want %v", n, got, want)
		}
	}
	for _, m := range newers {
		for _, method := range methods {
			g := uuid.Generator{Clock: time.Now, Rand: zeros, Node: [6]byte{1}, Method: method.method}
			check("Generator."+m.name+" "+method.name, func() { m.new(&g, ctx) })
		}
	}
}

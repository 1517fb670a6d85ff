package generator_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/generator"
)

func TestGeneratorStamp(t *testing.T) {
	for _, test := range newers {
		t.Run(test.name, func(t *testing.T) {
			for _, r := range []io.Reader{zeros, ones, nil, fixed()} {
				g := generator.Generator{Rand: r}
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
		g      *generator.Generator
		new    int // in newers
		hi, lo uint64
	}{
		{"version 4", &generator.Generator{}, 1, 0xffffffffffff0fff, 0x3fffffffffffffff},
		{"version 1", &generator.Generator{}, 0, 0, 0x3ffffeffffffffff},
		{"version 1 with a node", &generator.Generator{Node: [6]byte{2}}, 0, 0, 0x3fff000000000000},
		{"version 6", &generator.Generator{}, 2, 0, 0x3ffffeffffffffff},
		{"version 6 with a node", &generator.Generator{Node: [6]byte{2}}, 2, 0, 0x3fff000000000000},
		{"methods 3 and 2", &generator.Generator{}, 3, 0, 0x3fffffffffffffff},
		{"method 3", &generator.Generator{Method: generator.Method3}, 3, 0, 0x3fffffffffffffff},
		{"method 1, 24 bits", &generator.Generator{Method: generator.Method1}, 3, 0x7ff, 0x3fffffffffffffff},
		{"method 1, 12 bits", &generator.Generator{Method: generator.Method1, CounterBits: 12}, 3, 0x7ff, 0x3fffffffffffffff},
		{"method 1, 42 bits, 13 of guard", &generator.Generator{Method: generator.Method1, CounterBits: 42, GuardBits: 13}, 3, 0, 0x1fffffffffffffff},
		{"method 2", &generator.Generator{Method: generator.Method2}, 3, 0xfff, 0x3fffffffffffffff},
		{"method 2, 3 bits of guard", &generator.Generator{Method: generator.Method2, GuardBits: 3}, 3, 0xfff, 0x07ffffffffffffff},
		{"methods 3 and 1", &generator.Generator{Method: generator.Method3With1}, 3, 0, 0x1fffffffffffffff},
		{"methods 3 and 1, 30 bits, 4 of guard", &generator.Generator{Method: generator.Method3With1, CounterBits: 30, GuardBits: 4}, 3, 0, 0x03ffffffffffffff},
	} {
		t.Run(test.name, func(t *testing.T) {
			of := func(r io.Reader) (hi, lo uint64) {
				g := generator.Generator{
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

func TestGeneratorConfig(t *testing.T) {
	for _, test := range []struct {
		name string
		g    *generator.Generator
		want string
	}{
		{"counter of 11 bits", &generator.Generator{Method: generator.Method1, CounterBits: 11}, "CounterBits is 11, want 12 to 42"},
		{"counter of 43 bits", &generator.Generator{Method: generator.Method1, CounterBits: 43}, "CounterBits is 43, want 12 to 42"},
		{"counter of 31 bits after 12 of time", &generator.Generator{Method: generator.Method3With1, CounterBits: 31}, "CounterBits is 31, want 12 to 30"},
		{"negative counter", &generator.Generator{Method: generator.Method1, CounterBits: -1}, "CounterBits is -1, want 12 to 42"},
		{"counter without use", &generator.Generator{CounterBits: 24}, "CounterBits is 24, but only Method1"},
		{"guard as long as the counter", &generator.Generator{Method: generator.Method1, GuardBits: 24}, "GuardBits is 24, want 1 to 23"},
		{"negative guard", &generator.Generator{GuardBits: -1}, "GuardBits is -1, want 1 to 61"},
		{"guard without use", &generator.Generator{Method: generator.Method3, GuardBits: 1}, "GuardBits is set, but Method3 "},
		{"step without guard", &generator.Generator{MaxStep: 1<<48 + 1}, "MaxStep is 281474976710657, want at most 1<<48"},
		{"step without use", &generator.Generator{Method: generator.Method1, MaxStep: 1}, "MaxStep is set, but only Method2"},
		{"unknown method", &generator.Generator{Method: 5}, "Method is Method(5), want "},
		{"unknown policy of overruns", &generator.Generator{Overrun: generator.Follow}, "Overrun is Policy(3), want Wait or Fail"},
		{"unknown policy of rollbacks", &generator.Generator{Rollback: 4}, "Rollback is Policy(4), want Follow, Wait or Fail"},
	} {
		t.Run(test.name, func(t *testing.T) {
			check := func(method string, u uuid.UUID, err error) {
				t.Helper()
				if err == nil || !strings.HasPrefix(err.Error(), "generator."+method+": "+test.want) || u != uuid.Nil() {
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
		fill func(*generator.Generator, []uuid.UUID) error
	}{
		{"FillV4", (*generator.Generator).FillV4},
		{"FillV7", func(g *generator.Generator, ids []uuid.UUID) error { return g.FillV7(t.Context(), ids) }},
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
				u, err := m.new(&generator.Generator{Rand: test.rand()}, t.Context())
				if !errors.Is(err, test.want) || u != uuid.Nil() {
					t.Errorf("got %v, %v; want Nil, %v", u, err, test.want)
				}
				if want := "generator." + m.name + ": reading Rand: "; err == nil || !strings.HasPrefix(err.Error(), want) {
					t.Errorf("got %v, want an error of %q", err, want)
				}
			})
		}
		for _, f := range fills {
			t.Run(test.name+" "+f.name, func(t *testing.T) {
				// Five UUIDs, and then none.
				ids := slices.Repeat([]uuid.UUID{uuid.Max()}, 10)
				err := f.fill(&generator.Generator{Rand: io.MultiReader(strings.NewReader(strings.Repeat("x", 5*16)), test.rand())}, ids)
				if !errors.Is(err, test.want) || !slices.Equal(ids, make([]uuid.UUID, 10)) {
					t.Errorf("got %v, %v; want Nil UUIDs, %v", ids, err, test.want)
				}
			})
		}
	}

	t.Run("a byte at a time", func(t *testing.T) {
		text := "0123456789abcdef"
		u, err := (&generator.Generator{Rand: iotest.OneByteReader(strings.NewReader(text))}).NewV4()
		want := uuid.UUID([]byte(text))
		want[6], want[8] = want[6]&0xf|0x40, want[8]&0x3f|0x80
		if u != want || err != nil {
			t.Errorf("got %v, %v; want %v", u, err, want)
		}
	})
	t.Run("works again after an error", func(t *testing.T) {
		g := generator.Generator{Clock: newClock().now, Rand: io.MultiReader(strings.NewReader("x"), iotest.TimeoutReader(zeros))}
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
				g := generator.Generator{Clock: (&clock{ok}).now, Overrun: generator.Fail}
				u, err := m.new(&g, t.Context())
				got, _ := u.Time()
				if unit := ok.Sub(got); err != nil || unit < 0 || unit >= time.Millisecond {
					t.Errorf("at %v: %v of %v, %v", ok, u, got, err)
				}
				// However many more come, the time does not begin again.
				for range 10_000 {
					v, err := m.new(&g, t.Context())
					if err != nil {
						if !errors.Is(err, generator.ErrOverrun) {
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
				if u, err := m.new(&generator.Generator{Clock: (&clock{bad}).now}, t.Context()); err == nil || !strings.Contains(err.Error(), "Clock") {
					t.Errorf("at %v: %v, %v; want an error that names Clock", bad, u, err)
				}
			}
		})
	}
}

func TestGeneratorAllocs(t *testing.T) {
	if raceDetector() {
		t.Skip("with the race detector, crypto/rand lets its argument escape")
	}
	ctx := t.Context()
	var ids [16]uuid.UUID
	check := func(name string, g *generator.Generator, f func()) {
		t.Helper()
		if got := testing.AllocsPerRun(100, f); got != 0 {
			t.Errorf("%s, method %d: %v allocations, want 0", name, g.Method, got)
		}
	}
	for _, method := range methods {
		for _, g := range []*generator.Generator{
			{Method: method.method},
			{Clock: time.Now, Rand: zeros, Node: [6]byte{1}, Method: method.method},
			{Node: [6]byte{1}, Store: newFile(t), Method: method.method},
		} {
			for _, m := range newers {
				check(m.name, g, func() { m.new(g, ctx) })
			}
			check("FillV4", g, func() { g.FillV4(ids[:]) })
			check("FillV7", g, func() { g.FillV7(ctx, ids[:]) })
		}
	}
}

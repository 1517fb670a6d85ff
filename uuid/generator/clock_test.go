package generator_test

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/generator"
)

// TestGeneratorClocks: a clock may be any function.
func TestGeneratorClocks(t *testing.T) {
	random := rand.New(rand.NewChaCha8([32]byte{}))
	n := 20_000
	if testing.Short() {
		n = 2000 // in one goroutine, which is long with the race detector
	}
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
			g := generator.Generator{Clock: func() time.Time { return test.alter(c.t) }, MaxAhead: time.Second}
			seen := map[uuid.UUID]bool{}
			for _, m := range newers[2:] {
				var last uuid.UUID
				for range n {
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

// narrow returns a Generator that has room for few UUIDs in a tick, with a clock that
// stands.
func narrow() *generator.Generator {
	return &generator.Generator{Method: generator.Method1, CounterBits: 12, Rand: ones, Clock: newClock().now}
}

// room is how many that are: from 2^11 - 1 to 2^12 - 1.
const room = 1<<11 + 1

// TestGeneratorOverrun has more UUIDs than the clock has room for.
func TestGeneratorOverrun(t *testing.T) {
	t.Run("fail", func(t *testing.T) {
		g := narrow()
		g.Overrun = generator.Fail
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
				if u, err := g.NewV7(t.Context()); !errors.Is(err, generator.ErrOverrun) || u != uuid.Nil() {
					t.Fatalf("got %v, %v; want ErrOverrun after %d", u, err, room)
				}
			}
			c.add(time.Millisecond)
		}
	})
	t.Run("run ahead", func(t *testing.T) {
		g := narrow()
		g.Overrun, g.MaxAhead = generator.Fail, 5*time.Millisecond
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
		if u, err := g.NewV7(t.Context()); !errors.Is(err, generator.ErrOverrun) {
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
	t.Run("less than MaxAhead", func(t *testing.T) { // a tick is 244.14 ns
		for ahead, want := range map[time.Duration]int{1: 1, 244: 1, 245: 2, 488: 2, 489: 3} {
			g := generator.Generator{Method: generator.Method3, MaxAhead: ahead, Overrun: generator.Fail, Clock: newClock().now}
			got := 0
			for ; ; got++ {
				if _, err := g.NewV7(t.Context()); err != nil {
					break
				}
			}
			if got != want {
				t.Errorf("MaxAhead %v: %d UUIDs, want %d", ahead, got, want)
			}
		}
	})
	t.Run("a UUID to a tick", func(t *testing.T) {
		c := newClock()
		g := generator.Generator{Method: generator.Method3, MaxAhead: -1, Overrun: generator.Fail, Clock: c.now}
		for range 1000 {
			u := newV7(t, &g)
			if got, want := tick(u), ticks(c.t); got != want {
				t.Fatalf("%v is of tick %#x, want %#x", u, got, want)
			}
			if u, err := g.NewV7(t.Context()); !errors.Is(err, generator.ErrOverrun) {
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
		n := 4000
		if testing.Short() {
			n = 400 // in one goroutine, which is long with the race detector
		}
		for _, m := range all {
			for _, method := range methods {
				for _, policy := range []generator.Policy{0, generator.Wait, generator.Fail, generator.Follow} {
					c := newClock()
					g := generator.Generator{Clock: c.now, Rollback: policy, Method: method.method, MaxBack: hour, Overrun: generator.Fail}
					var last uuid.UUID
					for i := range n {
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
	t.Run("a bound that is no whole number of ticks", func(t *testing.T) {
		for _, m := range all {
			for _, method := range methods {
				for _, back := range []time.Duration{1, 100, 245, time.Microsecond, 900 * time.Microsecond, 1500 * time.Microsecond} {
					for after := time.Duration(0); after < time.Microsecond; after += 7 {
						c := newClock()
						c.add(after)
						g := generator.Generator{Clock: c.now, Rollback: generator.Fail, Method: method.method, MaxBack: back}
						last, err := m.new(&g, t.Context())
						c.add(-back)
						u, err2 := m.new(&g, t.Context())
						if err != nil || err2 != nil || u.Compare(last) <= 0 {
							t.Fatalf("%s, %s, back by %v: %v after %v: %v, %v", m.name, method.name, back, u, last, err, err2)
						}
					}
				}
			}
		}
	})
	for _, m := range all {
		t.Run("fail beyond it "+m.name, func(t *testing.T) {
			c := newClock()
			g := generator.Generator{Clock: c.now, Rollback: generator.Fail, MaxBack: 10 * ms}
			last, err := m.new(&g, t.Context())
			if err != nil {
				t.Fatal(err)
			}
			c.add(-10*ms - time.Microsecond)
			for range 3 {
				if u, err := m.new(&g, t.Context()); !errors.Is(err, generator.ErrRollback) || u != uuid.Nil() {
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
			g := generator.Generator{Clock: c.now, Rollback: generator.Fail, MaxBack: -1}
			if _, err := m.new(&g, t.Context()); err != nil {
				t.Fatal(err)
			}
			c.add(-300)
			if u, err := m.new(&g, t.Context()); !errors.Is(err, generator.ErrRollback) {
				t.Fatalf("got %v, %v; want ErrRollback", u, err)
			}
		})
		t.Run("follow beyond it "+m.name, func(t *testing.T) {
			c := newClock()
			g := generator.Generator{Clock: c.now}
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
}

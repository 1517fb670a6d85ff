package generator_test

import (
	"errors"
	"fmt"
	"math/bits"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/generator"
)

// number returns the 74 bits of a version 7 UUID after its milliseconds.
func number(u uuid.UUID) (hi, lo uint64) {
	h, l := u.Uint128()
	return h & 0xfff >> 2, h<<62 | l<<2>>2
}

// counter returns the first n bits of number, n at least 10.
func counter(u uuid.UUID, n int) uint64 {
	hi, lo := number(u)
	return hi<<(n-10) | lo>>(64-(n-10))
}

// TestMethods has each method count, with a clock that stands.
func TestMethods(t *testing.T) {
	t.Run("every method in order", func(t *testing.T) {
		for _, m := range methods {
			c := newClock()
			g := generator.Generator{Method: m.method, Clock: c.now, MaxAhead: time.Hour, Overrun: generator.Fail}
			ids := make([]uuid.UUID, 20_000)
			var last uuid.UUID
			for i := 0; i < len(ids); {
				ids[i] = newV7(t, &g)
				i++
				n := min(i%1000, len(ids)-i)
				if err := g.FillV7(t.Context(), ids[i:i+n]); err != nil {
					t.Fatalf("%s: %v", m.name, err)
				}
				i += n
			}
			for i, u := range ids {
				if u.Compare(last) <= 0 || u.Version() != 7 || u.Variant() != uuid.VariantRFC9562 {
					t.Fatalf("%s: %d: %v after %v", m.name, i, u, last)
				}
				last = u
			}
		}
	})
	t.Run("method 1 goes up by one, its tail is new", func(t *testing.T) {
		for _, n := range []int{12, 17, 24, 42} {
			g := generator.Generator{Method: generator.Method1, CounterBits: n, Clock: newClock().now}
			u := newV7(t, &g)
			for range 1000 {
				v := newV7(t, &g)
				if counter(v, n) != counter(u, n)+1 || tail(v)<<(max(0, n-12)+2) == tail(u)<<(max(0, n-12)+2) {
					t.Fatalf("%d bits: %v after %v", n, v, u)
				}
				u = v
			}
		}
	})
	t.Run("random tails at the system's clock", func(t *testing.T) {
		for _, m := range []generator.Method{generator.Method1, generator.Method3With1} {
			g := generator.Generator{Method: m}
			ids := make([]uuid.UUID, 2000)
			if err := g.FillV7(t.Context(), ids[1000:]); err != nil {
				t.Fatal(err)
			}
			seen := map[uint64]bool{}
			for i := range ids {
				if i < 1000 {
					ids[i] = newV7(t, &g)
				}
				seen[tail(ids[i])&(1<<50-1)] = true
			}
			if len(seen) < len(ids)-1 { // 1 in 10^18
				t.Errorf("method %d: %d different tails of %d", m, len(seen), len(ids))
			}
		}
		heads := map[uint64]bool{}
		for range 1000 {
			hi, _ := newV7(t, &generator.Generator{Method: generator.Method2}).Uint128()
			heads[hi&0xfff] = true
		}
		if len(heads) < 800 { // 887 are to be expected of 4096
			t.Errorf("method 2: %d different heads of 1000", len(heads))
		}
	})
	t.Run("method 1 carries over the variant", func(t *testing.T) {
		g := generator.Generator{Method: generator.Method1, CounterBits: 24, Clock: newClock().now, Rand: words(0x123fff)}
		u, v := newV7(t, &g), newV7(t, &g)
		if got, want := u.String(), "017f22e2-79b0-7123-bffc-000000000000"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if got, want := v.String(), "017f22e2-79b0-7124-8000-000000000000"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("method 2 goes up in its last bits", func(t *testing.T) {
		g := generator.Generator{Method: generator.Method2, Clock: newClock().now}
		u := newV7(t, &g)
		var sum float64
		const n = 10_000
		for range n {
			v := newV7(t, &g)
			uh, _ := u.Uint128()
			vh, _ := v.Uint128()
			step := tail(v) - tail(u)
			if uh != vh || step < 1 || step > 1<<32 {
				t.Fatalf("%v after %v", v, u)
			}
			sum += float64(step) / n
			u = v
		}
		// The mean of n steps is 2^31, give or take 1/sqrt(3n).
		if sum < 0.95*(1<<31) || sum > 1.05*(1<<31) {
			t.Errorf("the steps are %v on average, want 2^31", sum)
		}
	})
	for _, method := range []generator.Method{generator.Method2, generator.Method3With2} {
		t.Run(fmt.Sprint("steps of method ", method), func(t *testing.T) {
			for max := range uint64(6) {
				g := generator.Generator{Method: method, MaxStep: max, Clock: newClock().now}
				seen := map[uint64]bool{}
				u := newV7(t, &g)
				for range 2000 {
					v := newV7(t, &g)
					seen[tail(v)-tail(u)] = true
					u = v
				}
				if max == 0 { // the default is none of the guessable ones
					if len(seen) < 1990 {
						t.Errorf("%d of 2000 steps differ", len(seen))
					}
					continue
				}
				for step := range max {
					if !seen[step+1] {
						t.Errorf("MaxStep %d: no step of %d", max, step+1)
					}
				}
				if len(seen) != int(max) {
					t.Errorf("MaxStep %d: %d steps, want as many", max, len(seen))
				}
			}
			g := generator.Generator{Method: method, Clock: newClock().now, Rand: zeros}
			if u, v := newV7(t, &g), newV7(t, &g); tail(v)-tail(u) != 1 {
				t.Errorf("%v after %v, want one more for a random 0", v, u)
			}
		})
	}
	t.Run("method 3 has 12 bits of time", func(t *testing.T) {
		for _, m := range []generator.Method{generator.Method3, generator.Method3With1, generator.Method3With2} {
			c := newClock()
			c.add(456700) // RFC 9562, section 6.2
			g := generator.Generator{Method: m, Clock: c.now}
			if got := newV7(t, &g).String()[:18]; got != "017f22e2-79b0-774e" {
				t.Errorf("got %s, want 017f22e2-79b0-774e", got)
			}
		}
	})
	t.Run("method 3 draws the rest anew", func(t *testing.T) {
		g := generator.Generator{Method: generator.Method3, Clock: newClock().now}
		u, v := newV7(t, &g), newV7(t, &g)
		if tick(v) != tick(u)+1 || bits.OnesCount64(tail(u)^tail(v)) < 8 { // 1 in 10^9
			t.Errorf("%v after %v", v, u)
		}
	})
	t.Run("a new seed for each tick", func(t *testing.T) {
		for _, m := range methods {
			c := newClock()
			g := generator.Generator{Method: m.method, Clock: c.now}
			seen := map[uint64]bool{}
			for range 1000 {
				seen[tail(newV7(t, &g))>>40] = true
				c.add(time.Millisecond)
			}
			if len(seen) < 950 { // of 2^22, two or three may be equal
				t.Errorf("%s: %d different seeds in 1000 ticks", m.name, len(seen))
			}
		}
	})
	t.Run("room after the worst seed", func(t *testing.T) {
		for _, test := range []struct {
			g    *generator.Generator
			want int
		}{
			{&generator.Generator{Method: generator.Method1, CounterBits: 12}, 1<<11 + 1},
			{&generator.Generator{Method: generator.Method1, CounterBits: 13, GuardBits: 4}, 15<<9 + 1},
			{&generator.Generator{Method: generator.Method3With1}, 1<<11 + 1},
			{&generator.Generator{Method: generator.Method3}, 1},
			// Steps of 2^48 from 2^61-1 to 2^62-1, and so 2^29 of the default 2^32.
			{&generator.Generator{Method: generator.Method2, GuardBits: 1, MaxStep: 1 << 48}, 1<<13 + 1},
			{&generator.Generator{Method: generator.Method3With2, GuardBits: 1, MaxStep: 1 << 48}, 1<<13 + 1},
			{&generator.Generator{Method: generator.Method3With2, MaxStep: 1 << 48}, 1},
		} {
			test.g.Clock, test.g.Rand, test.g.Overrun, test.g.MaxAhead = newClock().now, ones, generator.Fail, -1
			var last uuid.UUID
			n := 0
			for {
				u, err := test.g.NewV7(t.Context())
				if errors.Is(err, generator.ErrOverrun) {
					break
				}
				if err != nil || u.Compare(last) <= 0 {
					t.Fatalf("%v after %v: %v", u, last, err)
				}
				last = u
				n++
			}
			if n != test.want {
				t.Errorf("method %d, %d bits, %d of guard: %d UUIDs, want %d", test.g.Method, test.g.CounterBits, test.g.GuardBits, n, test.want)
			}
		}
	})
	t.Run("the default counter of 24 bits", func(t *testing.T) {
		if testing.Short() {
			t.Skip("8 million UUIDs")
		}
		g := generator.Generator{Method: generator.Method1, Clock: newClock().now, Rand: ones, Overrun: generator.Fail, MaxAhead: -1}
		for i := range 1<<23 + 1 {
			if _, err := g.NewV7(t.Context()); err != nil {
				t.Fatalf("%d: %v", i, err)
			}
		}
		if u, err := g.NewV7(t.Context()); !errors.Is(err, generator.ErrOverrun) {
			t.Errorf("got %v, %v; want ErrOverrun", u, err)
		}
	})
	t.Run("random bits after the counter", func(t *testing.T) {
		for _, test := range []struct {
			method   generator.Method
			min, max int
			of       int
		}{{generator.Method1, 12, 42, 74}, {generator.Method3With1, 12, 30, 62}} {
			for n := test.min; n <= test.max; n++ {
				of := func(w uint64) uuid.UUID {
					return newV7(t, &generator.Generator{Method: test.method, CounterBits: n, Clock: newClock().now, Rand: words(0, w)})
				}
				if got, want := bits.OnesCount64(tail(of(0))^tail(of(^uint64(0)))), test.of-n; got != want || got < 32 {
					t.Errorf("method %d, %d bits: %d random bits after them, want %d", test.method, n, got, want)
				}
			}
		}
	})
	t.Run("all 74 bits random, in no order, is V7At", func(t *testing.T) {
		seen := map[uuid.UUID]bool{}
		for range 1000 {
			u, err := uuid.V7At(epoch)
			if err != nil || millis(u) != epoch.UnixMilli() || seen[u] {
				t.Fatalf("got %v, %v", u, err)
			}
			seen[u] = true
		}
	})
	t.Run("a shard in version 8", func(t *testing.T) {
		// Two nodes of one time and, by a fault, one randomness.
		var nodes [2][]uuid.UUID
		for shard := range nodes {
			g := generator.Generator{Method: generator.Method1, Clock: newClock().now, Rand: fixed()}
			var last uuid.UUID
			for range 1000 {
				u := newV7(t, &g)
				u[15] = byte(shard) // of the random tail: see the example
				u = uuid.NewV8(u)
				if u.Version() != 8 || u.Compare(last) <= 0 {
					t.Fatalf("%v after %v", u, last)
				}
				nodes[shard], last = append(nodes[shard], u), u
			}
		}
		for i, u := range nodes[0] {
			v := nodes[1][i]
			if [15]byte(u[:15]) != [15]byte(v[:15]) || u == v {
				t.Fatalf("%v and %v, want a difference in the shard alone", u, v)
			}
		}
	})
	t.Run("random bits are not drawn until they are in order", func(t *testing.T) {
		// One draw for each UUID, however badly it falls.
		r := &counting{}
		g := generator.Generator{Clock: newClock().now, Rand: r}
		for i := range 1000 {
			newV7(t, &g)
			if r.n != 16*(i+1) {
				t.Fatalf("%d bytes for %d UUIDs, want 16 each", r.n, i+1)
			}
		}
	})
}

// counting counts the bytes read, which fall from 0xff.
type counting struct{ n int }

func (c *counting) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(^c.n >> 4)
	}
	c.n += len(b)
	return len(b), nil
}

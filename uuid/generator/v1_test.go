package generator_test

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/generator"
)

func TestV1(t *testing.T) {
	t.Run("the UUIDs of RFC 9562, appendix A", func(t *testing.T) {
		// A clock sequence of 0x33c8 and, with the multicast bit still to be
		// set, a random node of 9e6bdeced846.
		g := generator.Generator{Clock: newClock().now, Rand: words(0xf3c8<<48, 0, 0, 0xffff9e6bdeced846)}
		u := newV1(t, &g)
		if got, want := u.String(), "c232ab00-9414-11ec-b3c8-9f6bdeced846"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		g = generator.Generator{Clock: newClock().now, Rand: words(0xf3c89e6bdeced846)}
		u, err := g.NewV6(t.Context())
		if got, want := u.String(), "1ec9414c-232a-6b00-b3c8-9f6bdeced846"; got != want || err != nil {
			t.Errorf("got %s, %v; want %s", got, err, want)
		}
	})
	t.Run("the default node", func(t *testing.T) {
		nodes, local := map[[6]byte]bool{}, 0
		for range 1000 {
			n := node(newV1(t, new(generator.Generator)))
			if n[0]&1 != 1 || nodes[n] {
				t.Fatalf("node %x, seen %v", n, nodes[n])
			}
			nodes[n] = true
			local += int(n[0] >> 1 & 1)
		}
		if local < 350 || local > 650 { // 9 standard deviations
			t.Errorf("the local bit is set in %d of 1000 random nodes", local)
		}
		// No address, such as a loopback interface's, is all zeros.
		if n := node(newV1(t, &generator.Generator{Node: [6]byte{}})); n[0]&1 != 1 {
			t.Errorf("node %x for none", n)
		}
	})
	t.Run("a given node", func(t *testing.T) {
		mac48 := []byte{0x00, 0xa0, 0xc9, 0x1e, 0x6b, 0xf6} // a net.HardwareAddr
		mac64 := []byte{0x02, 0x00, 0x5e, 0x10, 0x00, 0x00, 0x00, 0x01}
		short := []byte{0x12, 0x34}
		for _, want := range [][6]byte{[6]byte(mac48), [6]byte(mac64[2:]), {short[0], short[1], 1, 2, 3, 4}, {0x02}} {
			g := generator.Generator{Node: want}
			for range 100 {
				if u := newV1(t, &g); node(u) != want {
					t.Errorf("%v has node %x, want %x", u, node(u), want)
				}
			}
		}
	})
	t.Run("a random clock sequence", func(t *testing.T) {
		seen := map[uint16]bool{}
		for range 1000 {
			seen[clockSeq(newV1(t, &generator.Generator{Node: [6]byte{1}}))] = true
		}
		if len(seen) < 900 { // 970 are to be expected of 16384
			t.Errorf("%d clock sequences at 1000 starts", len(seen))
		}
	})
	t.Run("clock sequence and node have nothing in common", func(t *testing.T) {
		var count [16][16]int
		const n = 25_600
		for range n {
			u := newV1(t, new(generator.Generator))
			count[clockSeq(u)>>10][node(u)[1]>>4]++
		}
		var chi2 float64
		for _, row := range count {
			for _, c := range row {
				d := float64(c) - n/256
				chi2 += d * d / (n / 256)
			}
		}
		if chi2 > 255+8*22.6 { // 8 standard deviations
			t.Errorf("chi² is %v, want about 255", chi2)
		}
	})
	t.Run("the zone does not matter", func(t *testing.T) {
		for _, zone := range []*time.Location{time.UTC, time.FixedZone("", 5*3600), time.FixedZone("", -11*3600-1800)} {
			for _, m := range newers {
				u, err := m.new(&generator.Generator{Clock: (&clock{epoch.In(zone)}).now}, t.Context())
				if got := at(u); m.version != 4 && !got.Equal(epoch) || err != nil {
					t.Errorf("%s: %v is of %v, want %v", m.name, u, got, epoch)
				}
			}
		}
	})
	t.Run("the clock goes back", func(t *testing.T) {
		for _, back := range []time.Duration{100, time.Microsecond, time.Millisecond, time.Hour, 70 * 365 * 24 * time.Hour} {
			c := newClock()
			g := generator.Generator{Clock: c.now, Rand: words(0x3ffe << 48), MaxBack: -1}
			newV1(t, &g)
			c.add(time.Minute)
			seen := map[uuid.UUID]bool{}
			for i, want := range []uint16{0x3ffe, 0x3fff, 0, 1, 2} {
				for range 1000 {
					u := newV1(t, &g)
					if clockSeq(u) != want || seen[u] {
						t.Fatalf("back by %v, %d times: %v has clock sequence %#x, want %#x, seen %v", back, i, u, clockSeq(u), want, seen[u])
					}
					seen[u] = true
				}
				c.add(-back)
			}
		}
	})
	t.Run("the clock goes back by no more than MaxBack", func(t *testing.T) {
		for _, m := range []newer{newers[0], newers[2]} {
			var s spy
			c := newClock()
			random := rand.New(rand.NewPCG(1, 2))
			g := generator.Generator{
				Clock:   func() time.Time { return c.t.Add(-time.Duration(random.IntN(2e6))) }, // 2 ms of noise
				Node:    [6]byte{1},
				Store:   &s,
				Overrun: generator.Fail,
				MaxBack: 2 * time.Millisecond,
			}
			var last uuid.UUID
			next := func() uuid.UUID {
				u, err := m.new(&g, t.Context())
				if err != nil || !at(u).After(at(last)) {
					t.Fatalf("%s: %v after %v: %v", m.name, u, last, err)
				}
				last = u
				return u
			}
			first := next()
			for range 50_000 {
				c.add(10 * time.Microsecond)
				next()
			}
			if clockSeq(last) != clockSeq(first) || s.updates != 1 {
				t.Errorf("%s: %v after %v, and %d updates; want the same clock sequence, and one", m.name, last, first, s.updates)
			}
			c.add(-10 * time.Millisecond)
			if u, err := m.new(&g, t.Context()); err != nil || clockSeq(u) != (clockSeq(first)+1)&0x3fff {
				t.Errorf("%s, beyond MaxBack: %v after %v: %v", m.name, u, last, err)
			}
		}
	})
	t.Run("the clock goes back too often", func(t *testing.T) {
		for _, test := range []struct {
			node  [6]byte
			steps int // up at once, and down one by one
		}{{[6]byte{}, 1}, {[6]byte{}, 4}, {[6]byte{1}, 1}, {[6]byte{1}, 4}} {
			c, node := newClock(), test.node
			g := generator.Generator{Clock: c.now, Node: node, Rollback: generator.Fail, MaxBack: -1}
			seen, nodes := make(map[uuid.UUID]bool), make(map[[6]byte]bool)
			errs, backs := 0, 0
			for i := range 50_000 {
				if i%(test.steps+1) == 0 {
					c.add(time.Duration(test.steps) * time.Microsecond)
				} else {
					c.add(-time.Microsecond)
					backs++
				}
				u, err := g.NewV1(t.Context())
				switch {
				case errors.Is(err, generator.ErrRollback) && node != [6]byte{}:
					if errs++; errs%100 == 0 {
						c.add(time.Microsecond) // later on, back to the last of the times used up
					}
				case err != nil || seen[u]:
					t.Fatalf("%d: %v, seen %v: %v", i, u, seen[u], err)
				}
				if err == nil {
					seen[u] = true
					nodes[[6]byte(u[10:])] = true
				}
			}
			if want := 1 + backs/(1<<14); node == [6]byte{} && len(nodes) != want {
				t.Errorf("%d random nodes for %d clock sequences, want %d", len(nodes), backs+1, want)
			}
			if node != [6]byte{} && errs == 0 {
				t.Error("a node of 14 bits of clock sequence had no end")
			}
		}
	})
	t.Run("others take clock sequences too", func(t *testing.T) {
		var s spy
		c := newClock()
		shared := func() *generator.Generator {
			return &generator.Generator{Clock: c.now, Node: [6]byte{1}, Store: &s, Rollback: generator.Fail, MaxBack: -1}
		}
		g := shared()
		seen := make(map[uuid.UUID]bool)
		see := func(u uuid.UUID) {
			if seen[u] {
				t.Fatalf("%v came twice", u)
			}
			seen[u] = true
		}
		c.add(time.Microsecond)
		see(newV1(t, g)) // the first of 16384 clock sequences
		for range 1<<12 - 1 {
			c.add(-time.Microsecond)
			see(newV1(t, g))
			for range 3 {
				see(newV1(t, shared()))
			}
			c.add(time.Microsecond)
			see(newV1(t, g)) // of the same clock sequence
		}
		for range 3 {
			see(newV1(t, shared()))
		}
		updates := s.updates
		for range 3 {
			c.add(-100)
			if u, err := g.NewV1(t.Context()); !errors.Is(err, generator.ErrRollback) || s.updates != updates+1 {
				t.Errorf("got %v, %v, and %d updates; want ErrRollback and one", u, err, s.updates-updates)
			}
		}
	})
	// Clocks that go on in steps, of which MaxAhead is one.
	for _, test := range []struct {
		name  string
		every time.Duration
		n     int // UUIDs in a step
	}{
		{"1 µs", time.Microsecond, 10},
		{"1 ms", time.Millisecond, 10_000},
		{"15.6 ms", 15600 * time.Microsecond, 156_000},
	} {
		for _, m := range []newer{newers[0], newers[2]} {
			t.Run("sub-tick count "+test.name+" "+m.name, func(t *testing.T) {
				c := newClock()
				g := generator.Generator{Clock: c.now, MaxAhead: test.every, Overrun: generator.Fail}
				var last time.Time
				for range 3 {
					for i := range test.n { // 0 ... N-1
						u, err := m.new(&g, t.Context())
						if want := c.t.Add(time.Duration(i) * 100); err != nil || !at(u).Equal(want) || !want.After(last) {
							t.Fatalf("%d: %v is of %v, after %v, want %v: %v", i, u, at(u), last, want, err)
						}
						last = at(u)
					}
					// never N
					if u, err := m.new(&g, t.Context()); !errors.Is(err, generator.ErrOverrun) {
						t.Fatalf("got %v, %v; want ErrOverrun", u, err)
					}
					c.add(test.every)
				}
			})
		}
	}
	t.Run("more nodes, more UUIDs", func(t *testing.T) {
		const n = 10_000 // in a ms
		seen := map[uuid.UUID]bool{}
		for i := range byte(5) {
			g := generator.Generator{Clock: newClock().now, Node: [6]byte{i + 1}, Overrun: generator.Fail}
			for {
				u, err := g.NewV1(t.Context())
				if errors.Is(err, generator.ErrOverrun) {
					break
				}
				seen[u] = true
			}
		}
		if len(seen) != 5*n {
			t.Errorf("5 nodes made %d UUIDs, want %d", len(seen), 5*n)
		}
	})
}

func TestV6(t *testing.T) {
	t.Run("everything but the time is random, and that goes up", func(t *testing.T) {
		g := generator.Generator{Clock: newClock().now, MaxAhead: time.Second}
		seen := map[[8]byte]bool{}
		var last uuid.UUID
		for range 100_000 {
			u, err := g.NewV6(t.Context())
			low := [8]byte(u[8:])
			if err != nil || u.Compare(last) <= 0 || seen[low] || u[10]&1 != 1 {
				t.Fatalf("%v after %v, seen %v: %v", u, last, seen[low], err)
			}
			seen[low], last = true, u
		}
	})
	t.Run("as version 1, with a Node", func(t *testing.T) {
		c := newClock()
		g := generator.Generator{Clock: c.now, Node: [6]byte{1, 2, 3}}
		last, err := g.NewV6(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i := range 1000 {
			u, err := g.NewV6(t.Context())
			if i%2 == 1 { // both versions share the times
				u = newV1(t, &g)
				u, _ = u.ToV6()
			}
			if err != nil || u.Compare(last) <= 0 || [8]byte(u[8:]) != [8]byte(last[8:]) {
				t.Fatalf("%v after %v: %v", u, last, err)
			}
			last = u
		}
		c.add(-time.Hour)
		if u, err := g.NewV6(t.Context()); clockSeq(u) != (clockSeq(last)+1)&0x3fff || err != nil {
			t.Errorf("%v after %v, an hour back: %v", u, last, err)
		}
	})
	t.Run("as version 1, from version 1", func(t *testing.T) {
		var g generator.Generator
		var last uuid.UUID
		for range 1000 {
			u, ok := newV1(t, &g).ToV6()
			if !ok || u.Compare(last) <= 0 || last != uuid.Nil() && [8]byte(u[8:]) != [8]byte(last[8:]) {
				t.Fatalf("%v after %v", u, last)
			}
			last = u
		}
	})
}

package uuid_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

func newV1(t *testing.T, g *uuid.Generator) uuid.UUID {
	t.Helper()
	u, err := g.NewV1(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func clockSeq(u uuid.UUID) uint16 { seq, _ := u.ClockSeq(); return seq }
func node(u uuid.UUID) [6]byte    { node, _ := u.Node(); return node }
func at(u uuid.UUID) time.Time    { at, _ := u.Time(); return at }

func TestV1(t *testing.T) {
	t.Run("the UUIDs of RFC 9562, appendix A", func(t *testing.T) {
		// A clock sequence of 0x33c8 and, with the multicast bit still to be
		// set, a random node of 9e6bdeced846.
		g := uuid.Generator{Clock: newClock().now, Rand: words(0xf3c8<<48, 0, 0, 0xffff9e6bdeced846)}
		u := newV1(t, &g)
		if got, want := u.String(), "c232ab00-9414-11ec-b3c8-9f6bdeced846"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		g = uuid.Generator{Clock: newClock().now, Rand: words(0xf3c89e6bdeced846)}
		u, err := g.NewV6(t.Context())
		if got, want := u.String(), "1ec9414c-232a-6b00-b3c8-9f6bdeced846"; got != want || err != nil {
			t.Errorf("got %s, %v; want %s", got, err, want)
		}
	})
	t.Run("the default node", func(t *testing.T) {
		nodes, local := map[[6]byte]bool{}, 0
		for range 1000 {
			n := node(newV1(t, new(uuid.Generator)))
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
		if n := node(newV1(t, &uuid.Generator{Node: [6]byte{}})); n[0]&1 != 1 {
			t.Errorf("node %x for none", n)
		}
	})
	t.Run("a given node", func(t *testing.T) {
		mac48 := []byte{0x00, 0xa0, 0xc9, 0x1e, 0x6b, 0xf6} // a net.HardwareAddr
		mac64 := []byte{0x02, 0x00, 0x5e, 0x10, 0x00, 0x00, 0x00, 0x01}
		short := []byte{0x12, 0x34}
		for _, want := range [][6]byte{[6]byte(mac48), [6]byte(mac64[2:]), {short[0], short[1], 1, 2, 3, 4}, {0x02}} {
			g := uuid.Generator{Node: want}
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
			seen[clockSeq(newV1(t, &uuid.Generator{Node: [6]byte{1}}))] = true
		}
		if len(seen) < 900 { // 970 are to be expected of 16384
			t.Errorf("%d clock sequences at 1000 starts", len(seen))
		}
	})
	t.Run("clock sequence and node have nothing in common", func(t *testing.T) {
		var count [16][16]int
		const n = 25_600
		for range n {
			u := newV1(t, new(uuid.Generator))
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
				u, err := m.new(&uuid.Generator{Clock: (&clock{epoch.In(zone)}).now}, t.Context())
				if got := at(u); m.version != 4 && !got.Equal(epoch) || err != nil {
					t.Errorf("%s: %v is of %v, want %v", m.name, u, got, epoch)
				}
			}
		}
	})
	t.Run("the clock goes back", func(t *testing.T) {
		for _, back := range []time.Duration{100, time.Microsecond, time.Millisecond, time.Hour, 70 * 365 * 24 * time.Hour} {
			c := newClock()
			g := uuid.Generator{Clock: c.now, Rand: words(0x3ffe << 48)}
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
	t.Run("the clock goes back too often", func(t *testing.T) {
		for _, test := range []struct {
			node  [6]byte
			steps int // up at once, and down one by one
		}{{[6]byte{}, 1}, {[6]byte{}, 4}, {[6]byte{1}, 1}, {[6]byte{1}, 4}} {
			c, node := newClock(), test.node
			g := uuid.Generator{Clock: c.now, Node: node, Rollback: uuid.Fail}
			seen := make(map[uuid.UUID]bool)
			errs := 0
			for i := range 50_000 {
				if i%(test.steps+1) == 0 {
					c.add(time.Duration(test.steps) * time.Microsecond)
				} else {
					c.add(-time.Microsecond)
				}
				u, err := g.NewV1(t.Context())
				switch {
				case errors.Is(err, uuid.ErrRollback) && node != [6]byte{}:
					if errs++; errs%100 == 0 {
						c.add(time.Microsecond) // later on, back to the last of the times used up
					}
				case err != nil || seen[u]:
					t.Fatalf("%d: %v, seen %v: %v", i, u, seen[u], err)
				}
				if err == nil {
					seen[u] = true
				}
			}
			if node != [6]byte{} && errs == 0 {
				t.Error("a node of 14 bits of clock sequence had no end")
			}
		}
	})
	t.Run("others take clock sequences too", func(t *testing.T) {
		var s spy
		c := newClock()
		shared := func() *uuid.Generator {
			return &uuid.Generator{Clock: c.now, Node: [6]byte{1}, Store: &s, Rollback: uuid.Fail}
		}
		g := shared()
		seen := make(map[uuid.UUID]bool)
		see := func(u uuid.UUID) {
			if seen[u] {
				t.Fatalf("%v came twice", u)
			}
			seen[u] = true
		}
		for range 1 << 12 {
			c.add(time.Microsecond)
			see(newV1(t, g))
			c.add(-time.Microsecond)
			see(newV1(t, g)) // the first of four clock sequences
			for range 3 {
				see(newV1(t, shared()))
			}
		}
		c.add(time.Microsecond)
		see(newV1(t, g))
		updates := s.updates
		for range 3 {
			c.add(-100)
			if u, err := g.NewV1(t.Context()); !errors.Is(err, uuid.ErrRollback) || s.updates != updates+1 {
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
				g := uuid.Generator{Clock: c.now, MaxAhead: test.every, Overrun: uuid.Fail}
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
					if u, err := m.new(&g, t.Context()); !errors.Is(err, uuid.ErrOverrun) {
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
			g := uuid.Generator{Clock: newClock().now, Node: [6]byte{i + 1}, Overrun: uuid.Fail}
			for {
				u, err := g.NewV1(t.Context())
				if errors.Is(err, uuid.ErrOverrun) {
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
		g := uuid.Generator{Clock: newClock().now, MaxAhead: time.Second}
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
		g := uuid.Generator{Clock: c.now, Node: [6]byte{1, 2, 3}}
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
		var g uuid.Generator
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

// TestNewV1 and NewV6 at the system's clock.
func TestNewV1(t *testing.T) {
	for _, test := range []struct {
		name string
		new  func() uuid.UUID
	}{{"NewV1", uuid.NewV1}, {"NewV6", uuid.NewV6}} {
		t.Run(test.name, func(t *testing.T) {
			last := time.Now().Add(-time.Millisecond)
			for range 200_000 { // 20 ms of them
				u := test.new()
				now := time.Now()
				if got := at(u); !got.After(last) || got.Sub(now) > time.Millisecond {
					t.Fatalf("%v is of %v, after one of %v, at %v", u, got, last, now)
				} else {
					last = got
				}
			}
		})
	}
}

// failing is a Store that has no state to give, or cannot keep it.
type failing struct{ err error }

func (f *failing) Update(_ context.Context, decide func(uuid.State) uuid.State) error {
	decide(uuid.State{}) // in vain
	return f.err
}

// spy counts the updates of a MemoryStore, and sees what it keeps.
type spy struct {
	uuid.MemoryStore
	state   uuid.State
	updates int
	crash   bool // keep, and end
}

var errCrash = errors.New("crash")

func (s *spy) Update(ctx context.Context, decide func(uuid.State) uuid.State) error {
	s.updates++
	err := s.MemoryStore.Update(ctx, func(kept uuid.State) uuid.State {
		decide(kept) // a Store may ask twice
		s.state = decide(kept)
		return s.state
	})
	if s.crash {
		return errCrash
	}
	return err
}

func TestStore(t *testing.T) {
	generator := func(c *clock, s uuid.Store) *uuid.Generator {
		return &uuid.Generator{Clock: c.now, Store: s, Overrun: uuid.Fail}
	}
	t.Run("the first start", func(t *testing.T) {
		var s spy
		c := newClock()
		g := generator(c, &s)
		g.Rand = words(0x1234<<48, 0, 0, 0x123456789abc)
		u := newV1(t, g)
		want := uuid.State{Time: epoch.Add(11 * time.Second), Node: [6]byte{0x13, 0x34, 0x56, 0x78, 0x9a, 0xbc}, ClockSeq: 0x1234}
		if s.state != want || s.updates != 1 || node(u) != want.Node || clockSeq(u) != want.ClockSeq {
			t.Errorf("%v, and %d updates with %v at last, want one with %v", u, s.updates, s.state, want)
		}
	})
	t.Run("few updates, ahead of the time", func(t *testing.T) {
		var s spy
		c := newClock()
		g := generator(c, &s)
		first := newV1(t, g)
		for range 100_000 {
			c.add(time.Millisecond) // 100 s in all
			if u := newV1(t, g); !at(u).Before(s.state.Time) || clockSeq(u) != clockSeq(first) || node(u) != node(first) {
				t.Fatalf("%v of %v, with %v stored, after %v", u, at(u), s.state, first)
			}
		}
		if s.updates < 9 || s.updates > 11 {
			t.Errorf("%d updates in 100 s, want 10 or so", s.updates)
		}
	})
	t.Run("restarts and crashes", func(t *testing.T) {
		var s spy
		c := newClock()
		seen := map[uuid.UUID]bool{}
		use := func() (u uuid.UUID) {
			t.Helper()
			g := generator(c, &s)
			for range 1000 {
				if u = newV1(t, g); seen[u] {
					t.Fatalf("%v came twice", u)
				}
				seen[u] = true
				c.add(time.Millisecond)
			}
			return u
		}
		first := use()
		for i, test := range []struct {
			pause time.Duration
			more  uint16 // clock sequences
		}{
			{15 * time.Second, 0}, // a reboot takes longer than the time ahead
			{0, 1},                // a crash, and an immediate start
			{time.Second, 1},
			{time.Hour, 0},
			{-2 * time.Hour, 1}, // the clock was set back meanwhile
			{15 * time.Second, 0},
			{3 * time.Hour, 0}, // and forth again
		} {
			c.add(test.pause)
			u := use()
			if got := (clockSeq(u) - clockSeq(first)) & 0x3fff; got != test.more || node(u) != node(first) {
				t.Errorf("%d: %v after %v: clock sequence %d on, want %d", i, u, first, got, test.more)
			}
			first = u
		}
		if s.state.Node != node(first) || s.state.ClockSeq != clockSeq(first) {
			t.Errorf("stored %v, last used %v", s.state, first)
		}
	})
	t.Run("a crash in each update", func(t *testing.T) {
		var s spy
		c := newClock()
		seen := map[uuid.UUID]bool{}
		for i := range 200 {
			g := generator(c, &s)
			s.crash = false
			for j := range 200 {
				c.add(time.Second)
				s.crash = j == i
				if j%7 == 6 {
					c.add(-10 * time.Second)
				}
				u, err := g.NewV1(t.Context())
				if errors.Is(err, errCrash) && u == uuid.Nil() {
					break
				}
				if err != nil || seen[u] {
					t.Fatalf("%d, %d: %v, seen %v: %v", i, j, u, seen[u], err)
				}
				seen[u] = true
			}
		}
	})
	t.Run("a store that fails", func(t *testing.T) {
		broken := errors.New("broken")
		s := &failing{broken}
		for _, m := range []newer{newers[0], newers[2]} {
			g := generator(newClock(), s)
			g.Node = [6]byte{1}
			for range 2 {
				if u, err := m.new(g, t.Context()); !errors.Is(err, broken) || u != uuid.Nil() {
					t.Errorf("%s: got %v, %v; want %v", m.name, u, err, broken)
				}
			}
			s.err = nil
			if u, err := m.new(g, t.Context()); err != nil || node(u) != g.Node {
				t.Errorf("%s: got %v, %v when it works again", m.name, u, err)
			}
			s.err = broken
		}
		// Versions 4 and 7 have no state to keep, and neither has 6 without a Node.
		g := generator(newClock(), s)
		for _, m := range newers[1:] {
			if _, err := m.new(g, t.Context()); err != nil {
				t.Errorf("%s: %v", m.name, err)
			}
		}
	})
	t.Run("a store fails later", func(t *testing.T) {
		var s spy
		c := newClock()
		g := generator(c, &s)
		u := newV1(t, g)
		s.crash = true
		newV1(t, g) // needs no store
		c.add(time.Minute)
		if u, err := g.NewV1(t.Context()); !errors.Is(err, errCrash) {
			t.Errorf("got %v, %v; want an error", u, err)
		}
		s.crash = false
		// That has been kept, and looks like another's.
		if v := newV1(t, g); clockSeq(v) != (clockSeq(u)+1)&0x3fff || node(v) != node(u) {
			t.Errorf("%v after %v", v, u)
		}
	})
	t.Run("no store", func(t *testing.T) {
		c := newClock()
		seen := map[[8]byte]bool{}
		for range 1000 {
			u := newV1(t, generator(c, nil))
			if low := [8]byte(u[8:]); seen[low] {
				t.Fatalf("%v: clock sequence and node came twice", u)
			} else {
				seen[low] = true
			}
		}
	})
	t.Run("another node", func(t *testing.T) {
		changed := 0
		for range 100 {
			var s spy
			c := newClock()
			g := generator(c, &s)
			g.Node = [6]byte{1}
			u := newV1(t, g)
			c.add(time.Minute)
			g = generator(c, &s)
			g.Node = [6]byte{2}
			v := newV1(t, g)
			if node(v) != g.Node || s.state.Node != g.Node || s.state.ClockSeq != clockSeq(v) {
				t.Fatalf("%v, stored %v, want node %x", v, s.state, g.Node)
			}
			if d := clockSeq(v) - clockSeq(u); d > 1 {
				changed++
			}
		}
		if changed < 95 {
			t.Errorf("%d of 100 new nodes had a new clock sequence", changed)
		}
	})
	t.Run("a store for each node", func(t *testing.T) {
		stores := map[[6]byte]*spy{{1}: {}, {2}: {}}
		last := map[[6]byte]uuid.UUID{}
		c := newClock()
		for i := range 10 {
			n := [6]byte{byte(i%2 + 1)}
			g := generator(c, stores[n])
			g.Node = n
			u := newV1(t, g)
			if before, ok := last[n]; ok && clockSeq(u) != (clockSeq(before)+1)&0x3fff {
				t.Errorf("%v after %v", u, before)
			}
			last[n] = u
			c.add(time.Second)
		}
	})
	t.Run("a store for many", func(t *testing.T) {
		var s uuid.MemoryStore
		c := newClock()
		var all []*uuid.Generator
		for range 8 {
			g := generator(c, &s)
			g.Node = [6]byte{1} // as other processes of the machine
			all = append(all, g)
		}
		seen := map[uuid.UUID]bool{}
		for i := range 40_000 {
			u, err := all[i%8].NewV1(t.Context())
			if err != nil || seen[u] {
				t.Fatalf("%d: %v, seen %v: %v", i, u, seen[u], err)
			}
			seen[u] = true
			if i%16 == 15 {
				c.add(10 * time.Millisecond)
			}
		}
	})
}

package generator_test

import (
	"context"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/generator"
)

// failing is a Store that has no state to give, or cannot keep it.
type failing struct{ err error }

func (f *failing) Update(_ context.Context, decide func(generator.State) generator.State) error {
	decide(generator.State{}) // in vain
	return f.err
}

// spy counts the updates of a MemoryStore, and sees what it keeps.
type spy struct {
	generator.MemoryStore
	state   generator.State
	updates int
	crash   bool // keep, and end
}

var errCrash = errors.New("crash")

func (s *spy) Update(ctx context.Context, decide func(generator.State) generator.State) error {
	s.updates++
	err := s.MemoryStore.Update(ctx, func(kept generator.State) generator.State {
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
	newGenerator := func(c *clock, s generator.Store) *generator.Generator {
		return &generator.Generator{Clock: c.now, Store: s, Overrun: generator.Fail}
	}
	t.Run("the first start", func(t *testing.T) {
		var s spy
		c := newClock()
		g := newGenerator(c, &s)
		g.Rand = words(0x1234<<48, 0, 0, 0x123456789abc)
		u := newV1(t, g)
		want := reserved{[6]byte{0x13, 0x34, 0x56, 0x78, 0x9a, 0xbc}, 0x1234, epoch.Add(11 * time.Second)}
		if got := reservedIn(s.state); got != want || s.updates != 1 || node(u) != want.node || clockSeq(u) != want.clockSeq {
			t.Errorf("%v, and %d updates with %v at last, want one with %v", u, s.updates, got, want)
		}
	})
	t.Run("few updates, ahead of the time", func(t *testing.T) {
		var s spy
		c := newClock()
		g := newGenerator(c, &s)
		first := newV1(t, g)
		for range 100_000 {
			c.add(time.Millisecond) // 100 s in all
			if u := newV1(t, g); !at(u).Before(reservedIn(s.state).end) || clockSeq(u) != clockSeq(first) || node(u) != node(first) {
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
			g := newGenerator(c, &s)
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
			{15 * time.Second, 1},
			{3 * time.Hour, 0}, // and forth again
		} {
			c.add(test.pause)
			u := use()
			if got := (clockSeq(u) - clockSeq(first)) & 0x3fff; got != test.more || node(u) != node(first) {
				t.Errorf("%d: %v after %v: clock sequence %d on, want %d", i, u, first, got, test.more)
			}
			first = u
		}
		if got := reservedIn(s.state); got.node != node(first) || got.clockSeq != clockSeq(first) {
			t.Errorf("stored %v, last used %v", got, first)
		}
	})
	t.Run("a day back, after a start every second", func(t *testing.T) {
		var s spy
		c := newClock()
		seen := map[uuid.UUID]bool{}
		start := func() {
			g := newGenerator(c, &s)
			g.Node, g.Rollback = [6]byte{1}, generator.Fail
			u := newV1(t, g)
			if seen[u] {
				t.Fatalf("%v came twice", u)
			}
			seen[u] = true
		}
		for range 20_000 {
			c.add(time.Second)
			start()
		}
		c.add(-24 * time.Hour)
		for range 10_000 {
			start()
		}
	})
	t.Run("boots without the time", func(t *testing.T) {
		// The clock of a device says the same at each boot, until it asks a time server.
		var s spy
		start := func(c *clock) *generator.Generator {
			g := newGenerator(c, &s)
			g.Node, g.Rollback = [6]byte{1}, generator.Fail
			return g
		}
		seen := map[uuid.UUID]bool{}
		for boot := range 1 << 14 { // each takes a clock sequence
			c := newClock()
			g := start(c)
			made := []uuid.UUID{newV1(t, g)}
			c.add(time.Hour + time.Duration(boot)*time.Minute)
			made = append(made, newV1(t, g))
			c.add(15 * time.Second)
			for _, u := range append(made, newV1(t, start(c))) {
				if seen[u] {
					t.Fatalf("boot %d: %v came twice", boot, u)
				}
				seen[u] = true
			}
		}
		if u, err := start(newClock()).NewV1(t.Context()); !errors.Is(err, generator.ErrRollback) {
			t.Errorf("got %v, %v; want ErrRollback when all are taken", u, err)
		}
	})
	t.Run("a crash in each update", func(t *testing.T) {
		var s spy
		c := newClock()
		seen := map[uuid.UUID]bool{}
		for i := range 200 {
			g := newGenerator(c, &s)
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
			g := newGenerator(newClock(), s)
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
		g := newGenerator(newClock(), s)
		for _, m := range newers[1:] {
			if _, err := m.new(g, t.Context()); err != nil {
				t.Errorf("%s: %v", m.name, err)
			}
		}
	})
	t.Run("a store fails later", func(t *testing.T) {
		var s spy
		c := newClock()
		g := newGenerator(c, &s)
		u := newV1(t, g)
		s.crash = true
		newV1(t, g) // needs no store
		c.add(time.Minute)
		if u, err := g.NewV1(t.Context()); !errors.Is(err, errCrash) {
			t.Errorf("got %v, %v; want an error", u, err)
		}
		s.crash = false
		// That has been kept, and only g can have asked for it.
		if v := newV1(t, g); clockSeq(v) != clockSeq(u) || node(v) != node(u) {
			t.Errorf("%v after %v", v, u)
		}
	})
	t.Run("no store", func(t *testing.T) {
		c := newClock()
		seen := map[[8]byte]bool{}
		for range 1000 {
			u := newV1(t, newGenerator(c, nil))
			if low := [8]byte(u[8:]); seen[low] {
				t.Fatalf("%v: clock sequence and node came twice", u)
			} else {
				seen[low] = true
			}
		}
	})
	t.Run("another node", func(t *testing.T) {
		var random spy
		drawn := node(newV1(t, newGenerator(newClock(), &random)))
		nodes := [][6]byte{{}, {1}, {2}, drawn}
		for _, first := range nodes {
			for _, second := range nodes {
				var s spy
				c := newClock()
				g := newGenerator(c, &s)
				g.Node, g.Rand = first, words(0, 0, 0, binary.BigEndian.Uint64(append([]byte{0, 0}, drawn[:]...)))
				u := newV1(t, g)
				before := s.state
				c.add(time.Minute)
				h := newGenerator(c, &s)
				h.Node = second
				v, err := h.NewV1(t.Context())
				if first == second {
					if err != nil || node(v) != node(u) {
						t.Errorf("Node %x again: got %v, %v after %v", first, v, err, u)
					}
				} else if err == nil || !strings.Contains(err.Error(), "belongs to") || errors.Is(err, generator.ErrRollback) || s.state != before {
					t.Errorf("Node %x after %x: got %v, %v, want an error and the State as it was", second, first, v, err)
				}
			}
		}
	})
	t.Run("a store for each node", func(t *testing.T) {
		stores := map[[6]byte]*spy{{1}: {}, {2}: {}}
		last := map[[6]byte]uuid.UUID{}
		c := newClock()
		for i := range 10 {
			n := [6]byte{byte(i%2 + 1)}
			g := newGenerator(c, stores[n])
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
		var s generator.MemoryStore
		c := newClock()
		var all []*generator.Generator
		for range 8 {
			g := newGenerator(c, &s)
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

// TestStoreHistories has Generators come and go at random, while each has a clock of its
// own that is set back and forth. Clocks show whole seconds, so that UUIDs of the same
// clock sequence would be the same. ErrRollback comes only after as many updates as there
// are clock sequences, since each takes one at most.
func TestStoreHistories(t *testing.T) {
	for _, test := range []struct {
		name  string
		nodes [][6]byte
		sets  time.Duration
	}{
		{"a node, minutes", [][6]byte{{1}}, 5 * time.Minute},
		{"a node, a day", [][6]byte{{1}}, 24 * time.Hour},
		{"random nodes", [][6]byte{{}}, time.Hour},
		{"two nodes", [][6]byte{{1}, {2}}, time.Hour},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			stores := make(map[[6]byte]*spy)
			for _, node := range test.nodes {
				stores[node] = new(spy)
			}
			var all [8]*generator.Generator
			var clocks [8]*clock
			var store [8]*spy
			seen, made := map[uuid.UUID]bool{}, 0
			for n := range 200_000 {
				i := r.IntN(len(all))
				if all[i] == nil || r.IntN(100) == 0 { // a crash
					clocks[i] = newClock()
					node := test.nodes[r.IntN(len(test.nodes))]
					store[i] = stores[node]
					all[i] = &generator.Generator{
						Clock: clocks[i].now, Store: store[i], Node: node,
						Overrun: generator.Fail, Rollback: generator.Fail,
					}
				}
				if r.IntN(10) == 0 {
					set := time.Duration(n)*10*time.Millisecond + time.Duration(r.Int64N(int64(test.sets)))
					clocks[i].t = epoch.Add(set).Truncate(time.Second)
				}
				u, err := all[i].NewV1(t.Context())
				if errors.Is(err, generator.ErrRollback) && store[i].updates > 1<<14 {
					continue
				}
				if err != nil || seen[u] {
					t.Fatalf("%d, after %d updates: %v, seen %v: %v", made, store[i].updates, u, seen[u], err)
				}
				seen[u] = true
				made++
			}
			t.Logf("%d UUIDs", made)
		})
	}
}

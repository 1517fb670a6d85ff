package uuid

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"
)

// NewV1 returns a new version 1 UUID (RFC 9562, section 5.1): the time in
// steps of 100 ns, a clock sequence and a node. Both are random, the node with
// the multicast bit set, and stay for the life of the process; the clock
// sequence goes up by one whenever the clock goes back.
//
// There is one UUID to each step. In a rush NewV1 runs ahead of the clock by
// up to a millisecond, and then waits for it. For UUIDs that sort by time use
// [NewV7].
func NewV1() UUID {
	u, err := shared.NewV1(context.Background())
	must(err)
	return u
}

// NewV6 returns a new version 6 UUID (RFC 9562, section 5.6): the time in
// steps of 100 ns, and 61 bits from [crypto/rand] in place of a clock sequence
// and a node. UUIDs of version 6 are for systems that have version 1: other
// systems use [NewV7].
//
// The UUIDs of one process are strictly increasing as NewV7's are, and there
// is one to each step. In a rush NewV6 runs ahead of the clock by up to a
// millisecond, and then waits for it.
func NewV6() UUID {
	u, err := shared.NewV6(context.Background())
	must(err)
	return u
}

// NewV1 returns a new version 1 UUID.
func (g *Generator) NewV1(ctx context.Context) (UUID, error) {
	if err := g.check(); err != nil {
		return UUID{}, err
	}
	return g.newV1(ctx, "NewV1", 1)
}

// NewV6 returns a new version 6 UUID, greater than those that g made before.
// With a Node, it may be less if the clock was set back.
func (g *Generator) NewV6(ctx context.Context) (UUID, error) {
	if err := g.check(); err != nil {
		return UUID{}, err
	}
	if g.Node != [6]byte{} {
		return g.newV1(ctx, "NewV6", 6)
	}
	var u UUID
	err := g.locked(ctx, "NewV6", func() error {
		now, err := g.gregorian()
		if err != nil {
			return err
		}
		random, _, err := g.draw()
		if err != nil {
			return err
		}
		fresh, err := g.v6.read(now)
		if err != nil {
			return err
		}
		if !fresh {
			if err := g.v6.borrow(); err != nil {
				return err
			}
		}
		u.set(6, packV6(g.v6.last), random|multicast<<40)
		return nil
	})
	return u, err
}

// newV1 returns a UUID of version 1, or of version 6 with version 1's state.
func (g *Generator) newV1(ctx context.Context, method string, version byte) (UUID, error) {
	var u UUID
	err := g.locked(ctx, method, func() error {
		now, err := g.gregorian()
		if err != nil {
			return err
		}
		if err := g.v1.next(ctx, g, now); err != nil {
			return err
		}
		hi := packV1(g.v1.last)
		if version == 6 {
			hi = packV6(g.v1.last)
		}
		u.set(version, hi, g.v1.low)
		return nil
	})
	return u, err
}

// gregorian reads the clock for versions 1 and 6.
func (g *Generator) gregorian() (uint64, error) {
	if g.Clock != nil {
		now, err := gregorian(g.Clock())
		if err != nil {
			return 0, fmt.Errorf("Clock: %w", err)
		}
		return now, nil
	}
	now, _ := gregorian(time.Now()) // out of range it is 0
	return now, nil
}

const (
	maxClockSeq = 1<<14 - 1
	multicast   = 1 // in the first byte of a node
)

// A v1 is the state of version 1.
type v1 struct {
	line
	state State  // the node and clock sequence in use
	low   uint64 // the same, as the second half of a UUID
	until uint64 // state.Time in ticks

	// A node has 2^14 clock sequences. When they have all been used, the times
	// that any of them has seen are used up.
	changes int
	peak    uint64 // the latest of these times
	floor   uint64 // the node's first time that is not used up
}

// next goes on to the next UUID. On an error it is still at the last.
func (s *v1) next(ctx context.Context, g *Generator, now uint64) error {
	next := s.line
	back := s.begun && now < s.base
	if back {
		// The clock sequence must change (RFC 9562, section 5.1), and then the
		// times may repeat.
		next.base, next.last = now, now
	} else if fresh, err := next.read(now); err != nil {
		return err
	} else if !fresh {
		if err := next.borrow(); err != nil {
			return err
		}
	}
	if next.last >= s.floor && (!s.begun || back || next.last >= s.until) {
		if err := s.claim(ctx, g, next.last, back); err != nil {
			return err
		}
	}
	if next.last < s.floor {
		return ErrRollback
	}
	s.line = next
	s.peak = max(s.peak, s.last)
	return nil
}

// claim takes a node and a clock sequence for UUIDs from tick on. It first
// tells the Store that they have been used up to ten seconds from then, which
// is not long after a crash (RFC 9562, section 6.3).
func (s *v1) claim(ctx context.Context, g *Generator, tick uint64, back bool) error {
	random, _, err := g.draw()
	if err != nil {
		return err
	}
	newSeq := uint16(random>>48) & maxClockSeq
	newNode := g.Node
	if newNode == [6]byte{} {
		if newNode, err = g.randomNode(); err != nil {
			return err
		}
	}
	// Other Generators may have changed the clock sequence of the Store.
	changes := func(to State) int {
		return s.changes + int((to.ClockSeq-s.state.ClockSeq)&maxClockSeq)
	}

	// The Store's time is in whole seconds: no form of it loses a part.
	until := (tick/perSecond + 11) * perSecond
	var next State
	decide := func(kept State) State {
		next = State{gregorianTime(until), kept.Node, kept.ClockSeq}
		if back || gregorianTime(tick).Before(kept.Time) {
			// The clock was set back, here or since the last start. Or there
			// was a crash, or another Generator is using this clock sequence.
			next.ClockSeq = (kept.ClockSeq + 1) & maxClockSeq
		}
		if kept.Time.IsZero() || // the first of all
			g.Node != [6]byte{} && g.Node != kept.Node || // the node has changed
			g.Node == [6]byte{} && changes(next) > maxClockSeq { // it is used up
			next.Node, next.ClockSeq = newNode, newSeq
		}
		return next
	}
	if g.Store == nil {
		decide(s.state)
		until = maxGregorian + 1
	} else if err := g.Store.Update(ctx, decide); err != nil {
		return fmt.Errorf("Store: %w", err)
	}
	if next.Node != s.state.Node {
		s.changes, s.peak, s.floor = 0, 0, 0
	} else if s.changes = changes(next); s.changes > maxClockSeq {
		s.changes, s.floor = 0, s.peak+1
	}
	s.state, s.until = next, until
	s.low = uint64(next.ClockSeq) << 48
	for i, b := range next.Node {
		s.low |= uint64(b) << (40 - 8*i)
	}
	return nil
}

// randomNode returns 47 random bits and the multicast bit (RFC 9562, section
// 6.10). They are drawn by themselves, so that no clock sequence depends on a
// node.
func (g *Generator) randomNode() (node [6]byte, err error) {
	_, random, err := g.draw()
	if err != nil {
		return node, err
	}
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], random)
	copy(node[:], b[2:])
	node[0] |= multicast
	return node, nil
}

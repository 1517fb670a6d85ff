package gen

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"
)

// A State is what a Store keeps: no UUID of this node and clock sequence has this
// time or a later one.
type State struct {
	Time     time.Time
	Node     [6]byte
	ClockSeq uint16
}

const maxClockSeq = 1<<14 - 1

// claim takes a node and a clock sequence for UUIDs from tick on. It first tells the
// Store that they have been used up to ten seconds from then, which is not long after
// a crash (RFC 9562, section 6.3). back says that the clock was set back.
func (s *v1) claim(ctx context.Context, g *Generator, tick uint64, back bool) error {
	other, err := g.randomState()
	if err != nil {
		return err
	}
	until := (tick/perSecond + 11) * perSecond // whole seconds: no form of them loses a part
	next, err := g.updateStore(ctx, s.state, func(kept State) State {
		next := State{GregorianTime(until), kept.Node, kept.ClockSeq}
		if back || GregorianTime(tick).Before(kept.Time) {
			// The clock was set back, here or since the last start. Or there was a
			// crash, or another Generator uses this clock sequence.
			next.ClockSeq = (kept.ClockSeq + 1) & maxClockSeq
		}
		first := kept.Time.IsZero()
		given := g.Node != [6]byte{}
		if first || given && g.Node != kept.Node || !given && s.changesTo(next) > maxClockSeq {
			next.Node, next.ClockSeq = other.Node, other.ClockSeq
		}
		return next
	})
	if err != nil {
		return err
	}
	if next.Node != s.state.Node {
		s.changes, s.peak, s.floor = 0, 0, 0
	} else if s.changes = s.changesTo(next); s.changes > maxClockSeq {
		s.changes, s.floor = 0, s.peak+1
	}
	s.state, s.until = next, until
	if g.Store == nil {
		s.until = maxGregorian + 1
	}
	s.low = uint64(next.ClockSeq) << 48
	for i, b := range next.Node {
		s.low |= uint64(b) << (40 - 8*i)
	}
	return nil
}

// changesTo returns how many clock sequences of the node are used before next's.
// Other Generators that share the Store may have used some of them.
func (s *v1) changesTo(next State) int {
	return s.changes + int((next.ClockSeq-s.state.ClockSeq)&maxClockSeq)
}

// updateStore has the Store replace what it keeps, and returns what it keeps then.
// Without a Store, that was last.
func (g *Generator) updateStore(ctx context.Context, last State, replace func(State) State) (now State, err error) {
	if g.Store == nil {
		return replace(last), nil
	}
	err = g.Store(ctx, func(kept State) State {
		now = replace(kept)
		return now
	})
	if err != nil {
		return now, fmt.Errorf("Store: %w", err)
	}
	return now, nil
}

// randomState returns a random clock sequence and the Node. If there is none, the
// node is 47 random bits and the multicast bit (RFC 9562, section 6.10), drawn by
// themselves, so that no clock sequence depends on a node.
func (g *Generator) randomState() (s State, err error) {
	a, _, err := g.draw()
	if err != nil {
		return s, err
	}
	s.ClockSeq = uint16(a>>48) & maxClockSeq
	if s.Node = g.Node; s.Node != [6]byte{} {
		return s, nil
	}
	_, b, err := g.draw()
	var node [8]byte
	binary.BigEndian.PutUint64(node[:], b|multicast)
	copy(s.Node[:], node[2:])
	return s, err
}

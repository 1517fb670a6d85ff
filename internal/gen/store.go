package gen

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"
)

// A State says which UUIDs may exist: those of Node and ClockSeq with a time before Time.
type State struct {
	Time     time.Time
	Node     [6]byte
	ClockSeq uint16
}

const maxClockSeq = 1<<14 - 1

// claim chooses a node and a clock sequence for UUIDs from tick on. It reserves ten
// seconds of them in the Store, which is soon over after a crash (RFC 9562, section
// 6.3). back says that the clock was set back.
func (s *v1) claim(ctx context.Context, g *Generator, tick uint64, back bool) error {
	other, err := g.randomState()
	if err != nil {
		return err
	}
	until := (tick/perSecond + 11) * perSecond // whole seconds, which all stores keep exactly
	next, err := g.updateStore(ctx, s.state, func(kept State) State {
		next := State{GregorianTime(until), kept.Node, kept.ClockSeq}
		if back || GregorianTime(tick).Before(kept.Time) {
			// The clock was set back, here or before the start. Or the last program
			// crashed, or another Generator uses this clock sequence.
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
	if g.Store == nil {
		until = maxGregorian + 1
	}
	s.use(next, until)
	return nil
}

// use goes on with the node and the clock sequence of next.
func (s *v1) use(next State, until uint64) {
	if next.Node != s.state.Node {
		s.changes, s.peak, s.floor = 0, 0, 0
	} else if s.changes = s.changesTo(next); s.changes > maxClockSeq {
		s.changes, s.floor = 0, s.peak+1
	}
	s.state, s.until = next, until
	s.low = uint64(next.ClockSeq) << 48
	for i, b := range next.Node {
		s.low |= uint64(b) << (40 - 8*i)
	}
}

// changesTo returns the changes of the clock sequence up to next's. Other Generators
// with the same Store may have made some of them.
func (s *v1) changesTo(next State) int {
	return s.changes + int((next.ClockSeq-s.state.ClockSeq)&maxClockSeq)
}

// updateStore replaces the State that the Store keeps, and returns the new one. Without
// a Store it replaces last.
func (g *Generator) updateStore(ctx context.Context, last State, replace func(State) State) (next State, err error) {
	if g.Store == nil {
		return replace(last), nil
	}
	err = g.Store(ctx, func(kept State) State {
		next = replace(kept)
		return next
	})
	if err != nil {
		return State{}, fmt.Errorf("Store: %w", err)
	}
	return next, nil
}

// randomState returns a random clock sequence and the Node. Without a Node, the node is
// 47 random bits and the multicast bit (RFC 9562, section 6.10), of a draw of their own:
// the clock sequence must not depend on the node.
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

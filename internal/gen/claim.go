package gen

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// A claim is a call of the Store for the next UUID of a v1. Whoever makes it has all of
// the v1 until it is done. Others wait for that without a lock, so that their contexts
// can end first.
type claim struct {
	next timeline // after that UUID
	back bool     // the clock was set back

	done     chan struct{} // closed when the Store has answered
	low      uint64        // as in v1
	err      error
	panicked any
}

func waiting(ctx context.Context) error {
	return fmt.Errorf("waiting for the Store: %w", context.Cause(ctx))
}

// ask makes the claim c and returns its UUID. If ctx ends before the Store answers, ask
// does not wait for it, even if the Store does: the answer holds for the UUIDs after it.
func (g *Generator) ask(ctx context.Context, c *claim) (tick, low uint64, err error) {
	if ctx.Done() == nil {
		g.claim(ctx, c, false)
		return c.next.last, c.low, c.err
	}
	go g.claim(ctx, c, true)
	select {
	case <-c.done:
	case <-ctx.Done():
		return 0, 0, waiting(ctx)
	}
	if c.panicked != nil {
		panic(c.panicked)
	}
	return c.next.last, c.low, c.err
}

// claim calls the Store. aside says that this is a goroutine of its own: it hands a panic
// to the caller of ask, if that one is still there.
func (g *Generator) claim(ctx context.Context, c *claim, aside bool) {
	s := &g.v1
	c.err = errors.New("Store: Update did not return") // but panics, or ends the goroutine
	defer func() {
		if aside {
			c.panicked = recover()
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.claiming = nil; c.err == nil {
			s.timeline, c.low = c.next, s.low
		}
		close(c.done)
	}()
	c.err = s.reserve(ctx, g, c.next.last, c.back)
}

// reserve takes a clock sequence for UUIDs from tick on, or more ticks of the one in use.
// It reserves ten seconds of them in the Store, which is soon over after a crash (RFC
// 9562, section 6.3). back says that the clock was set back.
func (s *v1) reserve(ctx context.Context, g *Generator, tick uint64, back bool) error {
	random, err := g.randomReservations()
	if err != nil {
		return err
	}
	until := (tick/perSecond + 11) * perSecond
	store := g.Store
	if store == nil {
		store = s.memory
	}
	var taken reservations
	refused := errors.New("Update did not call f") // and returned no error
	err = store(ctx, func(kept State) State {
		if taken, refused = s.take(kept, &random, tick, back); refused != nil {
			return kept
		}
		end := &taken.ends[taken.block]
		*end = max(*end, until)
		return taken.encode()
	})
	switch {
	case err != nil:
		return fmt.Errorf("Store: %w", err)
	case refused == ErrRollback:
		return refused
	case refused != nil:
		return fmt.Errorf("Store: %w", refused)
	}
	if !s.begun || back || taken.era != s.left.era {
		s.low = uint64(taken.clockSeq()) << 48
		for i, b := range taken.node {
			s.low |= uint64(b) << (40 - 8*i)
		}
	}
	s.left, s.until = taken, until
	return nil
}

// memory is the Store of a Generator that has none.
func (s *v1) memory(_ context.Context, f func(State) State) error {
	s.kept = f(s.kept)
	return nil
}

// take returns kept with a clock sequence taken for UUIDs from tick on. The reservations
// of the first Generator are first.
func (s *v1) take(kept State, first *reservations, tick uint64, back bool) (r reservations, err error) {
	if kept == (State{}) {
		if s.begun {
			return r, errors.New("its State is gone: end all programs that use it before you remove it")
		}
		return *first, nil
	}
	if r, err = kept.decode(); err != nil {
		return r, err
	}
	switch {
	case s.begun && !r.follows(&s.left):
		return r, errors.New("its State is older than the one that this Generator left there, or a new one: never restore it from a copy, and end all programs that use it before you remove it")
	case r.random != first.random || !r.random && r.node != first.node:
		return r, fmt.Errorf("it belongs to %s, not to %s: use another Store", r.owners(), first.owners())
	case s.begun && r.era == s.left.era && !back:
		// More ticks for the clock sequence in use.
	case tick >= r.ends[r.block]:
		// Nobody has reserved ticks from tick on: begin an era with the same clock
		// sequence. So a restart after ten seconds changes nothing. The step is random, so
		// that an era which began in an older copy of the State has another number.
		r.era += 1 + first.era%256
	case tick >= r.floor && r.used < perBlock:
		r.used++
	case r.nextBlock(tick):
	case r.random:
		first.era = r.era + 1
		return *first, nil
	default:
		return r, s.notBefore(slices.Min(r.ends[:]), tick)
	}
	return r, nil
}

// notBefore returns ErrRollback if tick is before end, and has the next calls of next do
// so without asking the Store.
func (s *v1) notBefore(end, tick uint64) error {
	if tick >= end {
		return nil
	}
	s.floor = end
	return ErrRollback
}

// randomReservations returns those of the first Generator: of the Node, with a random
// clock sequence and era. Without a Node, the node is 47 random bits and the multicast bit (RFC
// 9562, section 6.10), of a draw of their own: the clock sequence must not depend on the
// node.
func (g *Generator) randomReservations() (r reservations, err error) {
	a, b, err := g.draw()
	if err != nil {
		return r, err
	}
	r.base, r.used, r.era = uint16(a>>48)&maxClockSeq, 1, b>>1
	if r.node = g.Node; r.node != [6]byte{} {
		return r, nil
	}
	r.random = true
	_, b, err = g.draw()
	var node [8]byte
	binary.BigEndian.PutUint64(node[:], b|multicast)
	copy(r.node[:], node[2:])
	return r, err
}

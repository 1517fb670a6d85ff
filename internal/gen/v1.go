package gen

import (
	"context"
	"sync"
)

// A v1 makes version 1 UUIDs: one for each tick. When the clock is set far back, it changes
// the clock sequence (RFC 9562, section 5.1).
type v1 struct {
	mu sync.Mutex // for all below
	timeline
	low      uint64       // the clock sequence and the node, as in the second word of a UUID
	left     reservations // as this Generator left them in the Store
	until    uint64       // the first tick that is not reserved
	floor    uint64       // no claim before this tick succeeds
	kept     State        // if there is no Store
	claiming *claim       // of somebody who asks the Store, and has all of this until it answers
}

// V1 returns a new version 1 UUID.
func (g *Generator) V1(ctx context.Context) (hi, lo uint64, err error) {
	tick, low, err := g.nextV1(ctx)
	hi, lo = Stamp(1, PackV1(tick), low)
	return hi, lo, err
}

// nextV1 returns the time, the clock sequence and the node of a new UUID.
func (g *Generator) nextV1(ctx context.Context) (tick, low uint64, err error) {
	if g.Clock == nil {
		if tick, low, ok := g.v1.quick(gregorianNow()); ok {
			return tick, low, nil
		}
	}
	err = g.retry(ctx, func() error {
		for {
			var c *claim
			var mine bool
			tick, low, c, mine, err = g.turnV1()
			if c == nil || err != nil {
				return err
			}
			if mine {
				tick, low, err = g.ask(ctx, c)
				return err
			}
			select {
			case <-c.done: // whatever came of it
			case <-ctx.Done():
				return waiting(ctx)
			}
		}
	})
	return tick, low, err
}

// quick is next for a clock that was read before, where nothing but a tick is to be taken.
func (s *v1) quick(now uint64) (tick, low uint64, ok bool) {
	s.mu.Lock()
	if s.claiming == nil { // or all below is somebody else's
		base := max(s.base, now)
		tick = max(s.last+1, now)
		low = s.low
		if ok = tick < s.until && tick <= s.limit && tick-base < s.ahead && now+s.back >= s.base; ok {
			s.base, s.last = base, tick
		}
	}
	s.mu.Unlock()
	return tick, low, ok
}

// turnV1 returns the next UUID, or a claim that is necessary before, which may be mine to
// make. Without a Store it makes the claim itself: nobody has to wait for that by a channel, which in
// testing/synctest would be the bubble's, and end a process that waits outside of it.
func (g *Generator) turnV1() (tick, low uint64, c *claim, mine bool, err error) {
	s := &g.v1
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.claiming != nil {
		return 0, 0, s.claiming, false, nil
	}
	now, err := g.gregorianNow()
	if err == nil {
		tick, low, c, err = s.next(now)
	}
	switch {
	case err != nil || c == nil:
	case g.Store != nil:
		c.done = make(chan struct{})
		s.claiming = c
	default:
		if err = s.reserve(context.Background(), g, c.next.last, c.back); err == nil {
			s.timeline = c.next
		}
		return c.next.last, s.low, nil, false, err
	}
	return tick, low, c, true, err
}

// next returns the tick and the rest of the next UUID, or a claim to make before. On an
// error, and if there is a claim, it has changed nothing.
func (s *v1) next(now uint64) (tick, low uint64, c *claim, err error) {
	next := s.timeline
	back := s.begun && now+s.back < s.base
	if back {
		// With another clock sequence, ticks may repeat.
		next.base, next.last = now, now
	} else if _, err := next.next(now); err != nil {
		return 0, 0, nil, err
	}
	if !s.begun || back || next.last >= s.until {
		if next.last < s.floor {
			return 0, 0, nil, ErrRollback
		}
		return 0, 0, &claim{next: next, back: back}, nil
	}
	s.timeline = next
	return next.last, s.low, nil, nil
}

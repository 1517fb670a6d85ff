package gen

import "context"

// A v1 makes version 1 UUIDs, one to each tick of a clock sequence. It takes
// another clock sequence when the clock was set back (RFC 9562, section 5.1).
type v1 struct {
	timeline
	state State  // the node and clock sequence in use
	low   uint64 // the same as the second word of a UUID
	until uint64 // state.Time in ticks

	// A node has 2^14 clock sequences. When they have all been used, the times that
	// any of them has seen are used up.
	changes int
	peak    uint64 // the latest of these times
	floor   uint64 // the node's first time that is not used up
}

// V1 returns a new version 1 UUID.
func (g *Generator) V1(ctx context.Context) (hi, lo uint64, err error) {
	tick, low, err := g.nextV1(ctx)
	hi, lo = Stamp(1, PackV1(tick), low)
	return hi, lo, err
}

// nextV1 returns the time, the clock sequence and the node of a new UUID.
func (g *Generator) nextV1(ctx context.Context) (tick, low uint64, err error) {
	err = g.retry(ctx, func() error {
		now, err := g.gregorianNow()
		if err != nil {
			return err
		}
		if err := g.v1.next(ctx, g, now); err != nil {
			return err
		}
		tick, low = g.v1.last, g.v1.low
		return nil
	})
	return tick, low, err
}

// next goes on to the next UUID. On an error it is still at the last.
func (s *v1) next(ctx context.Context, g *Generator, now uint64) error {
	next := s.timeline
	back := s.begun && now < s.base
	if back {
		// With another clock sequence the times may repeat.
		next.base, next.last = now, now
	} else if fresh, err := next.observe(now); err != nil {
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
	s.timeline = next
	s.peak = max(s.peak, s.last)
	return nil
}

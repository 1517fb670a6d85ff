package gen

import "context"

// A v1 makes version 1 UUIDs: one for each tick. When the clock is set back, it changes
// the clock sequence (RFC 9562, section 5.1).
type v1 struct {
	timeline
	state State  // the node and clock sequence in use
	low   uint64 // the same as the second word of a UUID
	until uint64 // state.Time in ticks

	// A node has 2^14 clock sequences. After they have all been used, no UUID may have
	// a tick that one of them may have had.
	changes int    // of the clock sequence
	peak    uint64 // the last tick of all clock sequences
	floor   uint64 // the first tick that UUIDs may have
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

// next sets last and low to those of the next UUID. On an error last is unchanged.
func (s *v1) next(ctx context.Context, g *Generator, now uint64) error {
	next := s.timeline
	back := s.begun && now < s.base
	if back {
		// With another clock sequence, ticks may repeat.
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

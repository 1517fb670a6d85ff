package gen

import "context"

// A v1 makes version 1 UUIDs: one for each tick. When the clock is set far back, it changes
// the clock sequence (RFC 9562, section 5.1).
type v1 struct {
	timeline
	low   uint64       // the clock sequence and the node, as in the second word of a UUID
	left  reservations // as this Generator left them in the Store
	until uint64       // the first tick that is not reserved
	floor uint64       // no claim before this tick succeeds
	kept  State        // if there is no Store
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
	back := s.begun && now+s.back < s.base
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
	if !s.begun || back || next.last >= s.until {
		if next.last < s.floor {
			return ErrRollback
		}
		if err := s.claim(ctx, g, next.last, back); err != nil {
			return err
		}
	}
	s.timeline = next
	return nil
}

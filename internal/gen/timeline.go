package gen

import "time"

// A timeline gives the UUIDs of one version their ticks. It follows the clock
// forward. If a tick is full, or the clock was set back by little, UUIDs get ticks
// that the clock has not reached yet:
//
//	    back               ahead
//	|<--------->|<------------------------>|  ticks
//	           base        last
type timeline struct {
	base  uint64 // what the clock says
	last  uint64 // the tick of the last UUID: base, or one borrowed from the time to come
	begun bool

	followed bool // the clock was followed back; version 7 clears it

	limit    uint64 // of last
	ahead    uint64 // last is less than base + ahead
	back     uint64 // a clock at base - back is as good as one at base
	rollback Policy
}

func newTimeline(c *Config, limit uint64, ticksOf func(time.Duration) uint64) timeline {
	bound := func(d, ifZero time.Duration) uint64 {
		if d == 0 {
			d = ifZero
		}
		return ticksOf(max(0, d))
	}
	return timeline{
		limit:    limit,
		ahead:    max(1, bound(c.MaxAhead, time.Millisecond)),
		back:     bound(c.MaxBack, time.Second),
		rollback: c.Rollback,
	}
}

func in100ns(d time.Duration) uint64 { return uint64(d / 100) }

// observe takes in that the clock says now, and reports whether that is a tick
// without UUIDs. If not, the next UUID belongs to the last tick.
func (l *timeline) observe(now uint64) (fresh bool, err error) {
	switch {
	case now > l.last || !l.begun:
		l.base, l.last, l.begun = now, now, true
		return true, nil
	case now >= l.base:
		l.base = now
	case now+l.back >= l.base:
	case l.rollback == Wait || l.rollback == Fail:
		return false, ErrRollback
	default:
		l.base, l.last, l.followed = now, now, true
		return true, nil
	}
	return false, nil
}

// borrow goes to the next tick, ahead of the clock.
func (l *timeline) borrow() error {
	if l.last-l.base+1 >= l.ahead || l.last >= l.limit {
		return ErrOverrun
	}
	l.last++
	return nil
}

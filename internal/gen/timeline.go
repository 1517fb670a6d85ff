package gen

import "time"

// A timeline chooses the ticks of the UUIDs of one version. It follows the clock. If a
// tick is full, UUIDs borrow ticks that the clock has not reached yet. If the clock is
// set back a little, they keep the last tick:
//
//	    back               ahead
//	|<--------->|<------------------------>|  ticks
//	           base        last
type timeline struct {
	base     uint64 // the latest tick of the clock
	last     uint64 // the tick of the last UUID: base, or a borrowed one
	begun    bool   // there is a last UUID
	followed bool   // the clock was set back, and base with it; version 7 clears this

	limit    uint64 // the greatest possible tick
	ahead    uint64 // last is less than base + ahead
	back     uint64 // if the clock says base - back or more, UUIDs keep the last tick
	rollback Policy // if it says less
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

// in100ns returns d in ticks of 100 ns, rounded up.
func in100ns(d time.Duration) uint64 { return uint64(d/100) + uint64(d%100+99)/100 }

// observe sets last to the tick of the next UUID, where now is the clock's. It reports
// whether that tick is fresh: without UUIDs.
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

// next returns the tick of the next UUID, if a tick has room for one UUID.
func (l *timeline) next(now uint64) (tick uint64, err error) {
	fresh, err := l.observe(now)
	if err == nil && !fresh {
		err = l.borrow()
	}
	return l.last, err
}

// borrow goes to the next tick, ahead of the clock.
func (l *timeline) borrow() error {
	if l.last-l.base+1 >= l.ahead || l.last >= l.limit {
		return ErrOverrun
	}
	l.last++
	return nil
}

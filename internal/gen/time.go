package gen

import (
	"fmt"
	"time"
)

const (
	perSecond     = 10_000_000          // steps of 100 ns
	gregorianUnix = -12219292800        // 1582-10-15 in Unix time
	maxGregorian  = 1<<60 - 1           // 5236-03-31T21:21:00.6846975Z
	maxUnixMilli  = 1<<48 - 1           // 10889-08-02T05:31:50.655Z
	maxUnixSecond = maxUnixMilli / 1000 // the last one that has milliseconds
)

// Gregorian returns t as versions 1 and 6 store it: the steps of 100 ns since
// 1582-10-15 00:00 UTC, 60 bits. It computes in seconds, because time.Time.Sub stops at
// 292 years and UnixNano is undefined outside 1678 to 2262.
func Gregorian(t time.Time) (ticks uint64, err error) {
	if sec := t.Unix(); gregorianUnix <= sec && sec <= maxGregorian/perSecond+gregorianUnix {
		ticks = uint64(sec-gregorianUnix)*perSecond + uint64(t.Nanosecond())/100
		if ticks <= maxGregorian {
			return ticks, nil
		}
	}
	return 0, fmt.Errorf("the time %v is not between 1582-10-15 and 5236-03-31", t)
}

// GregorianTime is the inverse of [Gregorian].
func GregorianTime(ticks uint64) time.Time {
	return time.Unix(int64(ticks/perSecond)+gregorianUnix, int64(ticks%perSecond)*100).UTC()
}

// UnixMilli returns t as version 7 stores it: the milliseconds since 1970, 48 bits. If t
// is before or after their range, side is -1 or 1, and ms the nearest in the range.
func UnixMilli(t time.Time) (ms uint64, side int) {
	switch sec := t.Unix(); { // not UnixMilli, which overflows
	case sec < 0:
		return 0, -1
	case sec <= maxUnixSecond:
		ms = uint64(sec)*1e3 + uint64(t.Nanosecond())/1e6
		if ms <= maxUnixMilli {
			return ms, 0
		}
	}
	return maxUnixMilli, 1
}

// Version 7 counts in 1/4096 milliseconds, or in milliseconds.
const (
	ticksPerMilli = 1 << 12
	maxTick       = 1<<60 - 1
)

// unixTicks returns t in 1/4096 milliseconds since 1970, or the nearest that 60 bits can
// store: 1970 to 10889.
func unixTicks(t time.Time) uint64 {
	ns := uint64(t.Nanosecond())
	ms := ns / 1e6
	ns -= ms * 1e6
	if sec := uint64(t.Unix()); sec < maxUnixSecond {
		ms += sec * 1e3
	} else {
		ms, _ = UnixMilli(t)
	}
	return ms*ticksPerMilli + ns*ticksPerMilli/1e6
}

// unixNow reads the clock for version 7, in the ticks of the Method.
func (g *Generator) unixNow() (uint64, error) {
	if g.Clock == nil {
		return unixTicks(time.Now()) >> g.v7.tickShift, nil
	}
	t := g.now()
	if _, side := UnixMilli(t); side != 0 {
		return 0, fmt.Errorf("Clock returned %v, which is not between 1970-01-01 and 10889-08-02", t)
	}
	return unixTicks(t) >> g.v7.tickShift, nil
}

// gregorianNow reads the system's clock for versions 1 and 6. Out of range it is 0.
func gregorianNow() uint64 {
	t := time.Now()
	if sec := t.Unix(); uint64(sec) < maxGregorian/perSecond+gregorianUnix {
		return uint64(sec-gregorianUnix)*perSecond + uint64(t.Nanosecond())/100
	}
	now, _ := Gregorian(t)
	return now
}

// gregorianNow reads the clock for versions 1 and 6.
func (g *Generator) gregorianNow() (uint64, error) {
	if g.Clock == nil {
		return gregorianNow(), nil
	}
	now, err := Gregorian(g.now())
	if err != nil {
		return 0, fmt.Errorf("Clock: %w", err)
	}
	return now, nil
}

package uuid

import (
	"crypto/rand"
	"fmt"
	"time"
)

// V1At returns a version 1 UUID of the time t, rounded down to 100 ns. Its
// clock sequence and node are random, so that UUIDs of one time differ; the
// node has the multicast bit set, which no network card's address has (RFC
// 9562, section 6.10). A time outside 1582-10-15 to 5236-03-31 is an error.
func V1At(t time.Time) (UUID, error) {
	ticks, err := gregorian(t)
	if err != nil {
		return UUID{}, fmt.Errorf("uuid.V1At: %w", err)
	}
	u := FromUint128(packV1(ticks), 0)
	rand.Read(u[8:])
	u[10] |= 1
	u.stamp(1)
	return u, nil
}

// V6At is [V1At] for version 6, whose UUIDs sort by time.
func V6At(t time.Time) (UUID, error) {
	ticks, err := gregorian(t)
	if err != nil {
		return UUID{}, fmt.Errorf("uuid.V6At: %w", err)
	}
	u := FromUint128(packV6(ticks), 0)
	rand.Read(u[8:])
	u[10] |= 1
	u.stamp(6)
	return u, nil
}

// V7At returns a version 7 UUID of the time t, rounded down to a millisecond.
// Its other 74 bits are random: unlike [NewV7] it puts no fraction of the
// millisecond into them, and the UUIDs of one millisecond are in no order.
// A time outside 1970-01-01 to 10889-08-02 is an error.
func V7At(t time.Time) (UUID, error) {
	ms, side := unixMilli(t)
	if side != 0 {
		return UUID{}, fmt.Errorf("uuid.V7At: the time %v is not in 1970-01-01 to 10889-08-02", t)
	}
	u := FromUint128(ms<<16, 0)
	rand.Read(u[6:])
	u.stamp(7)
	return u, nil
}

// MinV7 returns the least UUID of version 7 that has the time t, rounded down
// to a millisecond. With [MaxV7] it bounds a range query:
//
//	WHERE id BETWEEN $1 AND $2 // MinV7(from), MaxV7(to)
//
// selects the version 7 UUIDs with a time from the millisecond of from to that of to.
// That holds for every time: for one before 1970 MinV7 returns the least
// version 7 UUID of all, and for one too late for version 7 the Max UUID.
func MinV7(t time.Time) UUID {
	ms, side := unixMilli(t)
	if side > 0 {
		return Max()
	}
	u := FromUint128(ms<<16, 0)
	u.stamp(7)
	return u
}

// MaxV7 returns the greatest UUID of version 7 that has the time t, rounded
// down to a millisecond: see [MinV7]. For a time before 1970 it returns the
// Nil UUID, and for one too late for version 7 the greatest version 7 UUID of
// all.
func MaxV7(t time.Time) UUID {
	ms, side := unixMilli(t)
	if side < 0 {
		return Nil()
	}
	u := FromUint128(ms<<16|0xffff, ^uint64(0))
	u.stamp(7)
	return u
}

const (
	gregorianUnix = -12219292800        // 1582-10-15 in Unix time
	perSecond     = 10_000_000          // steps of 100 ns
	maxGregorian  = 1<<60 - 1           // 5236-03-31T21:21:00.6846975Z
	maxUnixMilli  = 1<<48 - 1           // 10889-08-02T05:31:50.655Z
	maxUnixSecond = maxUnixMilli / 1000 // the last one that has milliseconds
)

// gregorian returns t as versions 1 and 6 have it: the steps of 100 ns since
// 1582-10-15 00:00 UTC, 60 bits. It goes by seconds because time.Time.Sub
// stops at 292 years and UnixNano is undefined outside 1678 to 2262.
func gregorian(t time.Time) (ticks uint64, err error) {
	if sec := t.Unix(); gregorianUnix <= sec && sec <= maxGregorian/perSecond+gregorianUnix {
		ticks = uint64(sec-gregorianUnix)*perSecond + uint64(t.Nanosecond())/100
		if ticks <= maxGregorian {
			return ticks, nil
		}
	}
	return 0, fmt.Errorf("the time %v is not in 1582-10-15 to 5236-03-31", t)
}

// gregorianTime is the inverse of gregorian.
func gregorianTime(ticks uint64) time.Time {
	return time.Unix(int64(ticks/perSecond)+gregorianUnix, int64(ticks%perSecond)*100).UTC()
}

// unixMilli returns t as version 7 has it: the milliseconds since 1970, 48
// bits. If t is before or after what they can say, side is -1 or 1 and ms the
// nearest that they can.
func unixMilli(t time.Time) (ms uint64, side int) {
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

// packV1 returns the first half of a version 1 UUID without the version: the
// low 32 bits of ticks, the next 16, and below the version the high 12.
func packV1(ticks uint64) (hi uint64) {
	return ticks<<32 | ticks>>32<<48>>32 | ticks>>48
}

func unpackV1(hi uint64) (ticks uint64) {
	return hi>>32 | hi<<32>>48<<32 | hi<<52>>4
}

// packV6 returns the first half of a version 6 UUID without the version: the
// high 48 bits of ticks, and below the version the low 12.
func packV6(ticks uint64) (hi uint64) {
	return ticks>>12<<16 | ticks<<52>>52
}

func unpackV6(hi uint64) (ticks uint64) {
	return hi>>16<<12 | hi<<52>>52
}

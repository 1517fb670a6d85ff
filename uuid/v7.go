package uuid

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/uuidkit/uuidkit/internal/gen"
)

// NewV7 returns a new version 7 UUID (RFC 9562, section 5.7): the time in
// milliseconds, 12 bits of the time within the millisecond, and 62 random
// bits from [crypto/rand].
//
// The UUIDs of one process, those of [FillV7] included, are unique and
// strictly increasing, for all goroutines together. Those made within one step
// of the 12 bits, 244 ns, share their time and add a random number of 1 to
// 2^32 to the last random bits, so that a rush of UUIDs does not run ahead of
// the clock.
//
// If the clock steps back by up to a second, NewV7 keeps the last time until
// the clock has caught up. If it steps back further, NewV7 follows it: that is
// the one case in which a UUID sorts before an earlier one. A clock before
// 1970 counts as of 1970.
//
// Package uuid/generator makes UUIDs by other rules. They are not in order with
// those of this function.
func NewV7() (u UUID) {
	hi, lo, err := shared.V7(context.Background())
	must(err)
	gen.Put((*[16]byte)(&u), hi, lo)
	return u
}

// FillV7 sets each element of ids to a new version 7 UUID, greater than the
// one before, as [NewV7] does. It is some ten times as fast. Its random bits
// are those of [FillV4].
//
// The times of the UUIDs are those of their making: FillV7 reads the clock
// once for every 256. Other goroutines' UUIDs may come between them. If the clock
// steps back by more than a second meanwhile, FillV7 makes the whole batch again:
// a batch is always in order.
func FillV7(ids []UUID) {
	err := gen.ErrRollback
	for errors.Is(err, gen.ErrRollback) { // which takes a clock that is set back again and again
		err = shared.FillV7(context.Background(), gen.Arrays(ids))
	}
	must(err)
}

// V7At returns a version 7 UUID of the time t, rounded down to a millisecond.
// Its other 74 bits are random: unlike [NewV7] it puts no fraction of the
// millisecond into them, and the UUIDs of one millisecond are in no order.
// A time outside 1970-01-01 to 10889-08-02 is an error.
func V7At(t time.Time) (UUID, error) {
	ms, side := gen.UnixMilli(t)
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
	ms, side := gen.UnixMilli(t)
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
	ms, side := gen.UnixMilli(t)
	if side < 0 {
		return Nil()
	}
	u := FromUint128(ms<<16|0xffff, ^uint64(0))
	u.stamp(7)
	return u
}

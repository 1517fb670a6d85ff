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
// milliseconds, 12 bits of the time within the millisecond, and 62 random bits from
// [crypto/rand].
//
// All UUIDs of NewV7 and [FillV7] in a process are unique and strictly increasing,
// across goroutines. The 12 bits count steps of 244 ns. UUIDs of the same step have the
// same time: each adds a random number, 1 to 2^32, to the random bits of the one before.
//
// If the clock steps back by a second or less, NewV7 keeps the last time until the
// clock has caught up. If it steps back further, NewV7 uses the new time: only then a
// UUID sorts before an earlier one. A clock before 1970 counts as 1970.
//
// Package uuid/generator has other rules; its UUIDs are in an order of their own.
func NewV7() (u UUID) {
	hi, lo, err := shared.V7(context.Background())
	must(err)
	gen.Put((*[16]byte)(&u), hi, lo)
	return u
}

// FillV7 sets each element of ids to a new version 7 UUID, greater than the one before,
// as [NewV7] does, a thousand more than ten times faster than one by one. Its random bits
// are made as those of [FillV4].
//
// FillV7 reads the clock once for every 256 UUIDs. UUIDs of other goroutines may come
// between them. A batch is always in order: if the clock steps back by more than a
// second meanwhile, FillV7 makes the whole batch again.
func FillV7(ids []UUID) {
	err := gen.ErrRollback
	for errors.Is(err, gen.ErrRollback) { // which takes a clock that is set back again and again
		err = shared.FillV7(context.Background(), gen.Arrays(ids))
	}
	must(err)
}

// V7At returns a version 7 UUID of the time t, rounded down to a millisecond. The other
// 74 bits are random, so UUIDs of the same millisecond are in no order. A time before
// 1970 or after 10889-08-02 is an error.
func V7At(t time.Time) (UUID, error) {
	ms, side := gen.UnixMilli(t)
	if side != 0 {
		return UUID{}, fmt.Errorf("uuid.V7At: the time %v is not between 1970-01-01 and 10889-08-02", t)
	}
	u := FromUint128(ms<<16, 0)
	rand.Read(u[6:])
	u.stamp(7)
	return u, nil
}

// MinV7 returns the smallest version 7 UUID of the time t, rounded down to a
// millisecond. Use it for a range of time in a query, to before exclusive, but not in
// SQL Server, which has another order:
//
//	WHERE id >= $1 AND id < $2 // MinV7(from), MinV7(to)
//
// A t before 1970 gives the smallest of all, one after 10889-08-02 the Max UUID.
func MinV7(t time.Time) UUID {
	ms, side := gen.UnixMilli(t)
	if side > 0 {
		return Max()
	}
	u := FromUint128(ms<<16, 0)
	u.stamp(7)
	return u
}

// MaxV7 returns the greatest version 7 UUID of the time t, rounded down to a
// millisecond: id BETWEEN MinV7(from) AND MaxV7(to) includes the whole millisecond of
// to. A t before 1970 gives the Nil UUID. A t after 10889-08-02 gives the greatest
// version 7 UUID of all.
func MaxV7(t time.Time) UUID {
	ms, side := gen.UnixMilli(t)
	if side < 0 {
		return Nil()
	}
	u := FromUint128(ms<<16|0xffff, ^uint64(0))
	u.stamp(7)
	return u
}

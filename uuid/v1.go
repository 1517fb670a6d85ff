package uuid

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"github.com/uuidkit/uuidkit/internal/gen"
)

// NewV1 returns a new version 1 UUID (RFC 9562, section 5.1): the time in steps of
// 100 ns, a clock sequence and a node. For UUIDs that sort by time use [NewV7].
//
// Clock sequence and node are random numbers that a process keeps. The node has the
// multicast bit set, which no network card's address has. NewV1 takes another clock
// sequence if the clock goes back by more than a second.
//
// There is one UUID in each step. If that is too few, NewV1 runs ahead of the clock by
// up to a millisecond, and then waits for it. If the clock was set back, by up to a
// second, NewV1 goes on from the last time: then it may wait for as long.
func NewV1() (u UUID) {
	hi, lo, err := shared.V1(context.Background())
	must(err)
	gen.Put((*[16]byte)(&u), hi, lo)
	return u
}

// V1At returns a version 1 UUID of the time t, rounded down to 100 ns. Its clock
// sequence and node are random, so UUIDs of the same time differ. A time before
// 1582-10-15 or after 5236-03-31 is an error.
func V1At(t time.Time) (UUID, error) {
	ticks, err := gen.Gregorian(t)
	if err != nil {
		return UUID{}, fmt.Errorf("uuid.V1At: %w", err)
	}
	u := FromUint128(gen.PackV1(ticks), 0)
	rand.Read(u[8:])
	u[10] |= 1
	u.stamp(1)
	return u, nil
}

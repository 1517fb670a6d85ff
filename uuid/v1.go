package uuid

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"github.com/uuidkit/uuidkit/internal/gen"
)

// NewV1 returns a new version 1 UUID (RFC 9562, section 5.1): the time in
// steps of 100 ns, a clock sequence and a node. Both are random, the node with
// the multicast bit set, and stay for the life of the process; the clock
// sequence goes up by one whenever the clock goes back.
//
// There is one UUID to each step. In a rush NewV1 runs ahead of the clock by
// up to a millisecond, and then waits for it. For UUIDs that sort by time use
// [NewV7].
func NewV1() (u UUID) {
	hi, lo, err := shared.V1(context.Background())
	must(err)
	gen.Put((*[16]byte)(&u), hi, lo)
	return u
}

// V1At returns a version 1 UUID of the time t, rounded down to 100 ns. Its
// clock sequence and node are random, so that UUIDs of one time differ; the
// node has the multicast bit set, which no network card's address has (RFC
// 9562, section 6.10). A time outside 1582-10-15 to 5236-03-31 is an error.
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

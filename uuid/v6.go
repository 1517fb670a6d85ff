package uuid

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"github.com/uuidkit/uuidkit/internal/gen"
)

// NewV6 returns a new version 6 UUID (RFC 9562, section 5.6): the time in steps of
// 100 ns, and 61 bits from [crypto/rand] in place of a clock sequence and a node. It is
// for systems that have version 1 already; other systems use [NewV7].
//
// The UUIDs of a process are strictly increasing, as those of NewV7. There is one in
// each step. If that is too few, NewV6 runs ahead of the clock by up to a millisecond,
// and then waits for it. If the clock was set back, by up to a second, NewV6 goes on from
// the last time: then it may wait for as long.
func NewV6() (u UUID) {
	hi, lo, err := shared.V6(context.Background())
	must(err)
	gen.Put((*[16]byte)(&u), hi, lo)
	return u
}

// V6At is [V1At] for version 6, whose UUIDs sort by time.
func V6At(t time.Time) (UUID, error) {
	ticks, err := gen.Gregorian(t)
	if err != nil {
		return UUID{}, fmt.Errorf("uuid.V6At: %w", err)
	}
	u := FromUint128(gen.PackV6(ticks), 0)
	rand.Read(u[8:])
	u[10] |= 1
	u.stamp(6)
	return u, nil
}

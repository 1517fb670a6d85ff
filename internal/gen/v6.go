package gen

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"sync"
)

// A v6 makes version 6 UUIDs, each with node and clock sequence of its own.
type v6 struct {
	mu sync.Mutex // for all below
	timeline
}

// multicast is the bit of a node that no network card's address has (RFC 9562,
// section 6.10).
const multicast = 1 << 40

// V6 returns a new version 6 UUID. With a Node it takes node and clock sequence
// from version 1; without one they are random for each UUID.
func (g *Generator) V6(ctx context.Context) (hi, lo uint64, err error) {
	if g.Node != [6]byte{} {
		tick, low, err := g.nextV1(ctx)
		hi, lo = Stamp(6, PackV6(tick), low)
		return hi, lo, err
	}
	if g.Rand != nil || g.Clock != nil {
		return g.slowV6(ctx)
	}
	// As in V7, ask the system before taking the lock.
	var random [8]byte
	rand.Read(random[:])
	now := gregorianNow()
	g.v6.mu.Lock()
	if now+g.v6.back < g.v6.base {
		now = gregorianNow()
	}
	tick, err := g.v6.next(now)
	g.v6.mu.Unlock()
	if err != nil {
		return g.slowV6(ctx)
	}
	hi, lo = Stamp(6, PackV6(tick), binary.BigEndian.Uint64(random[:])|multicast)
	return hi, lo, nil
}

// slowV6 is V6 for a Clock or Rand of the user's, and for waiting.
func (g *Generator) slowV6(ctx context.Context) (hi, lo uint64, err error) {
	err = g.retry(ctx, func() error {
		g.v6.mu.Lock()
		defer g.v6.mu.Unlock()
		now, err := g.gregorianNow()
		if err != nil {
			return err
		}
		random, _, err := g.draw()
		if err != nil {
			return err
		}
		tick, err := g.v6.next(now)
		hi, lo = Stamp(6, PackV6(tick), random|multicast)
		return err
	})
	return hi, lo, err
}

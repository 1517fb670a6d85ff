package uuid

import (
	"context"
	"crypto/fips140"
	crand "crypto/rand"
	"math/rand/v2"
	"sync"
)

// FillV4 sets each element of ids to a new version 4 UUID, as [NewV4] does. For
// many it is several times as fast.
//
// The random bits come from a ChaCha8 generator whose key is read from
// [crypto/rand] for this call and forgotten with it. Where the process runs in
// FIPS 140-3 mode, all of them come from crypto/rand.
func FillV4(ids []UUID) {
	must(shared.FillV4(ids))
}

// FillV7 sets each element of ids to a new version 7 UUID, greater than the
// one before, as [NewV7] does. It is some ten times as fast. Its random bits
// are those of [FillV4].
//
// The times of the UUIDs are those of their making: FillV7 reads the clock
// every now and then, and other goroutines' UUIDs may be between these.
func FillV7(ids []UUID) {
	must(shared.FillV7(context.Background(), ids))
}

// FillV4 sets each element of ids to a new version 4 UUID. If g has a Rand,
// all random bits are its. On an error all of ids is Nil.
func (g *Generator) FillV4(ids []UUID) error {
	if err := g.check(); err != nil {
		clear(ids)
		return err
	}
	if !g.expands(ids) {
		for i := range ids {
			u, err := g.NewV4()
			if err != nil {
				clear(ids)
				return err
			}
			ids[i] = u
		}
		return nil
	}
	c := newExpander()
	defer c.free()
	for i := range ids {
		ids[i].set(4, c.Uint64(), c.Uint64())
	}
	return nil
}

// FillV7 sets each element of ids to a new version 7 UUID, greater than the
// one before and than those that g made before. If g has a Rand, all random
// bits are its. On an error all of ids is Nil.
func (g *Generator) FillV7(ctx context.Context, ids []UUID) error {
	err := g.check()
	if err == nil {
		err = g.fillV7(ctx, ids)
	}
	if err != nil {
		clear(ids)
	}
	return err
}

func (g *Generator) fillV7(ctx context.Context, ids []UUID) error {
	if !g.expands(ids) {
		for i := range ids {
			u, err := g.NewV7(ctx)
			if err != nil {
				return err
			}
			ids[i] = u
		}
		return nil
	}
	c := newExpander()
	defer c.free()
	// Others get a turn, and the clock is read, about every microsecond.
	const turn = 256
	for len(ids) > 0 {
		err := g.locked(ctx, "FillV7", func() error {
			now, err := g.ticks()
			if err != nil {
				return err
			}
			fresh, err := g.v7.read(now)
			if err != nil {
				return err
			}
			part := ids[:min(turn, len(ids))]
			for i := range part {
				a, b := c.Uint64(), uint64(0)
				if g.v7.wide {
					b = c.Uint64()
				}
				hi, lo, err := g.v7.more(fresh, a, b)
				if err != nil {
					if i > 0 { // meanwhile the clock has gone on
						ids = ids[i:]
						return nil
					}
					return err
				}
				part[i].set(7, hi, lo)
				fresh = false
			}
			ids = ids[len(part):]
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// expands reports whether the random bits of ids may be drawn from a seed. For
// a few UUIDs that is not worth its while.
func (g *Generator) expands(ids []UUID) bool {
	return len(ids) >= 4 && g.Rand == nil && !fips140.Enabled()
}

// An expander makes random bits from a seed that crypto/rand gives to one call.
// ChaCha8 is fit for cryptography and leaves no trace of the bits it has given,
// but it would give the same ones to both halves of a process that forks, or to
// two copies of a virtual machine: so it lives for a call only.
type expander struct{ rand.ChaCha8 }

var expanders = sync.Pool{New: func() any { return new(expander) }}

func newExpander() *expander {
	c := expanders.Get().(*expander)
	var seed [32]byte
	crand.Read(seed[:])
	c.Seed(seed)
	return c
}

// free gives back the memory, without the key.
func (c *expander) free() {
	*c = expander{}
	expanders.Put(c)
}

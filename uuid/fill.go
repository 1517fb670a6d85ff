package uuid

import (
	"context"
	"crypto/fips140"
	crand "crypto/rand"
	"math/rand/v2"
	"sync"
)

// FillV4 sets each element of ids to a new version 4 UUID, as [NewV4] does. It
// is some ten times as fast.
//
// The random bits come from a ChaCha8 generator whose key is read from
// [crypto/rand] for this call and forgotten with it. Where the process runs in
// FIPS 140-3 mode, all of them come from crypto/rand.
func FillV4(ids []UUID) {
	if err := shared.FillV4(ids); err != nil {
		panic(err) // never
	}
}

// FillV7 sets each element of ids to a new version 7 UUID, greater than the
// one before, as [NewV7] does. It is some ten times as fast. Its random bits
// are those of [FillV4].
//
// The times of the UUIDs are those of their making: FillV7 reads the clock
// every now and then, and other goroutines' UUIDs may be between these.
func FillV7(ids []UUID) {
	if err := shared.FillV7(context.Background(), ids); err != nil {
		panic(err) // never
	}
}

// FillV4 sets each element of ids to a new version 4 UUID. If g has a Rand,
// all random bits are its. On an error all of ids is Nil.
func (g *Generator) FillV4(ids []UUID) error {
	if err := g.setup(); err != nil {
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
		u := FromUint128(c.Uint64(), c.Uint64())
		u.stamp(4)
		ids[i] = u
	}
	return nil
}

// FillV7 sets each element of ids to a new version 7 UUID, greater than the
// one before and than those that g made before. If g has a Rand, all random
// bits are its. On an error all of ids is Nil.
func (g *Generator) FillV7(ctx context.Context, ids []UUID) error {
	err := g.setup()
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
			for n := range min(turn, len(ids)) {
				var a, b uint64
				a = c.Uint64()
				if g.v7.wide {
					b = c.Uint64()
				}
				ids[0], err = g.v7.next(now, a, b)
				if err != nil {
					if n > 0 { // meanwhile the clock has gone on
						break
					}
					return err
				}
				ids = ids[1:]
			}
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

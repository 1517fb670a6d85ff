package gen

import (
	"context"
	"fmt"
	"unsafe"
)

// Arrays returns ids, not a copy, as the type of batches in this package.
func Arrays[U ~[16]byte](ids []U) [][16]byte {
	return unsafe.Slice((*[16]byte)(unsafe.Pointer(unsafe.SliceData(ids))), len(ids))
}

// turn is how many UUIDs of a batch are made before FillV7 gives up the lock and reads the
// clock again. So few stay in the CPU's cache, and take a microsecond or two.
const turn = 256

// attempts is how often FillV7 makes a batch, if each time the clock is set back
// meanwhile. Twice is enough for a clock that works.
const attempts = 3

// FillV4 sets each element of ids to a new version 4 UUID. On an error they have any
// content.
func (g *Generator) FillV4(ctx context.Context, ids [][16]byte) error {
	if g.Rand != nil {
		for i := range ids {
			hi, lo, err := g.V4(ctx)
			if err != nil {
				return err
			}
			Put(&ids[i], hi, lo)
		}
		return nil
	}
	random := newRandom(len(ids))
	for len(ids) > 0 {
		part := ids[:min(turn, len(ids))]
		random.fill(part)
		for i := range part {
			part[i][6] = part[i][6]&0x0f | 0x40
			part[i][8] = part[i][8]&0x3f | 0x80
		}
		ids = ids[len(part):]
	}
	return nil
}

// FillV7 sets each element of ids to a new version 7 UUID, greater than the one before.
// On an error they have any content.
func (g *Generator) FillV7(ctx context.Context, ids [][16]byte) error {
	for range attempts {
		if inOrder, err := g.tryV7(ctx, ids); inOrder || err != nil {
			return err
		}
	}
	return fmt.Errorf("%w %d times", ErrRollback, attempts)
}

// tryV7 makes a batch and reports whether it is in order. It is not in order if between
// two turns the clock was set back and followed, here or by another goroutine.
func (g *Generator) tryV7(ctx context.Context, ids [][16]byte) (inOrder bool, err error) {
	var random randomBits
	if g.Rand == nil {
		random = newRandom(len(ids))
	}
	var lastHi, lastLo uint64
	for len(ids) > 0 {
		n := 1
		if g.Rand == nil {
			part := ids[:min(turn, len(ids))]
			random.fill(part)
			n, err = g.turnV7(ctx, part)
		} else {
			var hi, lo uint64
			hi, lo, err = g.slowV7(ctx)
			Put(&ids[0], hi, lo)
		}
		if err != nil {
			return false, err
		}
		if hi, lo := get(&ids[0]); hi < lastHi || hi == lastHi && lo <= lastLo {
			return false, nil
		}
		lastHi, lastLo = get(&ids[n-1])
		ids = ids[n:]
	}
	return true, nil
}

// turnV7 replaces ids, which are random bits, by UUIDs of version 7. It returns how many
// there was room for.
func (g *Generator) turnV7(ctx context.Context, ids [][16]byte) (n int, err error) {
	err = g.retry(ctx, func() error {
		g.v7.mu.Lock()
		defer g.v7.mu.Unlock()
		now, err := g.unixNow()
		if err != nil {
			return err
		}
		fresh, err := g.v7.observe(now)
		if err != nil {
			return err
		}
		for n = 0; n < len(ids); n++ {
			a, b := get(&ids[n])
			hi, lo, err := g.v7.next(fresh, a, b)
			if err != nil && n > 0 { // meanwhile the clock has gone on
				return nil
			}
			if err != nil {
				return err
			}
			Put(&ids[n], hi, lo)
			fresh = false
		}
		return nil
	})
	return n, err
}

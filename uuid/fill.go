package uuid

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/fips140"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime"
	"unsafe"
)

// FillV4 sets each element of ids to a new version 4 UUID, as [NewV4] does. For
// many it is some fifteen times as fast.
//
// The random bits of 32 UUIDs or more are a key stream of AES-128 in counter mode,
// whose key is read from [crypto/rand] for this call alone. Those of fewer are read
// from crypto/rand, and so are all in FIPS 140-3 mode and on architectures for
// which Go has no AES in assembly.
func FillV4(ids []UUID) {
	must(shared.FillV4(ids))
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
	err := ErrRollback
	for errors.Is(err, ErrRollback) { // which takes a clock that is set back again and again
		err = shared.FillV7(context.Background(), ids)
	}
	must(err)
}

// FillV4 sets each element of ids to a new version 4 UUID. If g has a Rand, all
// random bits come from it. On an error every element is Nil.
func (g *Generator) FillV4(ids []UUID) error {
	if err := g.check(); err != nil {
		clear(ids)
		return err
	}
	if g.Rand != nil {
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
	random := newRandom(len(ids))
	for len(ids) > 0 {
		part := ids[:min(turn, len(ids))]
		random.fill(part)
		for i := range part {
			part[i].stamp(4)
		}
		ids = ids[len(part):]
	}
	return nil
}

// FillV7 sets each element of ids to a new version 7 UUID, greater than the
// one before and than those that g made before. If g has a Rand, all random bits
// come from it. If the clock is set back meanwhile and followed, FillV7 makes the
// whole batch again, and fails with ErrRollback if that happens again and again: a
// batch is always in order. On an error every element is Nil.
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

// attempts is how often FillV7 begins a batch. One more for a clock that was set
// back is enough, unless the clock is broken.
const attempts = 3

func (g *Generator) fillV7(ctx context.Context, ids []UUID) error {
	for range attempts {
		if inOrder, err := g.tryFillV7(ctx, ids); inOrder || err != nil {
			return err
		}
	}
	return fmt.Errorf("uuid.Generator.FillV7: %w %d times", ErrRollback, attempts)
}

// tryFillV7 reports whether the batch is in order. It is not if the clock was set
// back meanwhile and followed, for this batch or for others.
func (g *Generator) tryFillV7(ctx context.Context, ids []UUID) (inOrder bool, err error) {
	if g.Rand != nil {
		for i := range ids {
			if ids[i], err = g.NewV7(ctx); err != nil {
				return false, err
			}
			if i > 0 && ids[i-1].Compare(ids[i]) >= 0 {
				return false, nil
			}
		}
		return true, nil
	}
	random := newRandom(len(ids))
	var last UUID
	for len(ids) > 0 {
		part := ids[:min(turn, len(ids))]
		random.fill(part)
		err := g.locked(ctx, "FillV7", func() error {
			now, err := g.ticks()
			if err != nil {
				return err
			}
			fresh, err := g.v7.read(now)
			if err != nil {
				return err
			}
			for i := range part {
				a, b := part[i].Uint128()
				hi, lo, err := g.v7.more(fresh, a, b)
				if err != nil {
					if i > 0 { // meanwhile the clock has gone on
						part = part[:i]
						return nil
					}
					return err
				}
				part[i].set(7, hi, lo)
				fresh = false
			}
			return nil
		})
		if err != nil {
			return false, err
		}
		if last.Compare(part[0]) >= 0 {
			return false, nil
		}
		last = part[len(part)-1]
		ids = ids[len(part):]
	}
	return true, nil
}

// turn is how many UUIDs are made at a time: they stay in the cache, and it takes
// a microsecond or two, after which others get their turn and FillV7 reads the clock.
const turn = 256

// A random fills UUIDs with random bytes, from crypto/rand if stream is nil.
//
// A key stream would give the same bytes to both halves of a process that forks,
// or to two copies of a virtual machine: so it lives for a call only.
type random struct{ stream cipher.Stream }

// newRandom returns a random for n UUIDs. A key stream takes 3 allocations and
// the time of 16 UUIDs to begin with.
func newRandom(n int) random {
	if n < 32 || !fastAES || fips140.Enabled() {
		return random{}
	}
	var seed [2 * aes.BlockSize]byte
	rand.Read(seed[:])
	block, err := aes.NewCipher(seed[:aes.BlockSize])
	must(err) // cannot be: the key has the right size
	return random{cipher.NewCTR(block, seed[aes.BlockSize:])}
}

// fastAES is set for the architectures for which Go has AES in assembly. Elsewhere
// it is slower than crypto/rand.
const (
	arch    = runtime.GOARCH
	fastAES = arch == "amd64" || arch == "arm64" || arch == "ppc64" || arch == "ppc64le" || arch == "s390x"
)

func (r random) fill(ids []UUID) {
	b := unsafe.Slice(&ids[0][0], len(ids)*len(ids[0]))
	if r.stream == nil {
		rand.Read(b)
		return
	}
	clear(b)
	r.stream.XORKeyStream(b, b)
}

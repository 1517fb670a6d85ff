package generator

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/uuidkit/uuidkit/internal/gen"
	"github.com/uuidkit/uuidkit/uuid"
)

// A Generator makes UUIDs of versions 1, 4, 6 and 7. The zero value is ready to use,
// and works as the functions of package uuid do.
//
// All UUIDs of a Generator are unique. Those of version 7, and of version 6 without a
// Node, are strictly increasing, unless the clock is set back by more than MaxBack and
// Rollback is [Follow]. Those of version 6 with a Node are, unless the clock is set back
// by more than MaxBack. This holds for all goroutines together, and for single UUIDs and
// batches alike.
//
// A method that takes a context may wait for the clock: see Overrun and Rollback. If the
// context ends meanwhile, the method returns an error. The other errors are a wrong value
// of a field, an error of Rand or Store, a Clock outside of the years that the version
// can store, and those of the policy [Fail]. On an error the UUID is Nil. NewV4 and FillV4
// take no context, because they never wait.
//
// While one call updates the Store, those of version 1, and of version 6 with a Node, wait
// for it, each until its context ends; even if the Store ignores it. The other versions do
// not wait. In a test with testing/synctest make a Generator with a Store in the bubble where it
// is used: who waits from outside of a bubble for a call in it ends the process.
//
// Do not change the fields and do not copy a Generator after its first use.
type Generator struct {
	// Clock returns the time; nil means time.Now. It need not be exact: it may round
	// another clock, or add noise to it. One goroutine at a time calls it.
	Clock func() time.Time

	// Rand is the source of randomness, which must be fit for cryptography; nil means
	// crypto/rand. One goroutine at a time reads it.
	Rand io.Reader

	// Node is the node of versions 1 and 6, such as the number of a machine or the
	// address of its network card. The zero value means a random node of 47 bits, which
	// has the multicast bit set, as no network card has it (RFC 9562, section 6.10). Among
	// a thousand random nodes, two are the same with a probability of 1 in 280 million.
	//
	// Version 1 draws a random node once. Version 6 draws node and clock sequence for
	// each UUID; with a Node, it keeps both as version 1 does.
	Node [6]byte

	// Store keeps across restarts what version 1, and version 6 with a Node, need: see
	// FileStore. Nil means that each Generator begins at a random clock sequence. The
	// other versions use no Store.
	Store Store

	// Method is how the version 7 UUIDs of one millisecond differ and sort.
	Method Method

	// CounterBits is the length of the counter: 12 to 42 bits for Method1, where zero
	// means 24, and 12 to 30 for Method3With1, where zero means 12.
	CounterBits int

	// GuardBits is how many of the counter's first bits begin at zero, to leave room
	// for counting. Zero means 1. For Method2 and Method3With2 the counter is the 62
	// bits that go up, and zero means none.
	GuardBits int

	// MaxStep is the greatest random step of Method2 and Method3With2, at most 1<<48.
	// Zero means 1<<32. With a MaxStep of 1, each UUID reveals the next.
	MaxStep uint64

	// Overrun says what to do when a moment of the clock has no room for another UUID:
	// Wait or Fail. Zero means Wait.
	Overrun Policy

	// MaxAhead is how far UUIDs may run ahead of the clock before Overrun applies: by
	// less than MaxAhead. Zero means a millisecond, and a negative value not at all.
	MaxAhead time.Duration

	// Rollback says what to do when the clock is set back by more than MaxBack: Follow,
	// Wait or Fail. Zero means Follow.
	//
	// Version 1, and version 6 with a Node, then change their clock sequence instead. If none
	// of a Node's 16384 clock sequences is free for the time to which the clock was set
	// back, they wait until one is, or fail if Rollback is Fail.
	Rollback Policy

	// MaxBack is how far the clock may be set back before Rollback applies, or before
	// version 1 changes its clock sequence. Up to then, UUIDs keep the last time until the
	// clock has caught up: those of version 7 count on in it. Where a moment has room for
	// one UUID, as in versions 1 and 6 and Method3, they go on from the last time, up to
	// MaxAhead. Zero means a second, and a negative value not at all.
	MaxBack time.Duration

	once sync.Once
	gen  *gen.Generator
	err  error // a wrong value of a field
}

// NewV1 returns a new version 1 UUID: the time, a clock sequence, and the Node.
func (g *Generator) NewV1(ctx context.Context) (uuid.UUID, error) {
	return g.next(ctx, "NewV1", (*gen.Generator).V1)
}

// NewV4 returns a new version 4 UUID: 122 random bits.
func (g *Generator) NewV4() (uuid.UUID, error) {
	return g.next(context.Background(), "NewV4", (*gen.Generator).V4)
}

// NewV6 returns a new version 6 UUID, greater than those that g made before, unless the
// clock was set back by more than MaxBack: see Rollback.
func (g *Generator) NewV6(ctx context.Context) (uuid.UUID, error) {
	return g.next(ctx, "NewV6", (*gen.Generator).V6)
}

// NewV7 returns a new version 7 UUID, greater than those that g made before, unless the
// clock was set back by more than MaxBack: see Rollback.
func (g *Generator) NewV7(ctx context.Context) (uuid.UUID, error) {
	return g.next(ctx, "NewV7", (*gen.Generator).V7)
}

// FillV4 sets each element of ids to a new version 4 UUID. On an error every element is
// Nil.
//
// Without a Rand, FillV4 is as fast as uuid.FillV4. With one, it reads 16 bytes for each
// UUID.
func (g *Generator) FillV4(ids []uuid.UUID) error {
	return g.fill(context.Background(), "FillV4", (*gen.Generator).FillV4, ids)
}

// FillV7 sets each element of ids to a new version 7 UUID, greater than the one before
// and than those that g made before. On an error every element is Nil.
//
// A batch is always in order. If the clock is set back meanwhile and Rollback is
// [Follow], FillV7 makes the whole batch again; the third time it fails with
// [ErrRollback].
func (g *Generator) FillV7(ctx context.Context, ids []uuid.UUID) error {
	return g.fill(ctx, "FillV7", (*gen.Generator).FillV7, ids)
}

// next calls one of gen's methods that make a UUID.
func (g *Generator) next(ctx context.Context, method string, f func(*gen.Generator, context.Context) (hi, lo uint64, err error)) (u uuid.UUID, err error) {
	if err = g.start(); err == nil {
		var hi, lo uint64
		if hi, lo, err = f(g.gen, ctx); err == nil {
			gen.Put((*[16]byte)(&u), hi, lo)
			return u, nil
		}
	}
	return u, fmt.Errorf("generator.%s: %w", method, err)
}

// fill calls one of gen's methods that make a batch.
func (g *Generator) fill(ctx context.Context, method string, f func(*gen.Generator, context.Context, [][16]byte) error, ids []uuid.UUID) error {
	err := g.start()
	if err == nil {
		if err = f(g.gen, ctx, gen.Arrays(ids)); err == nil {
			return nil
		}
	}
	clear(ids)
	return fmt.Errorf("generator.%s: %w", method, err)
}

// start checks the fields before the first use.
func (g *Generator) start() error {
	g.once.Do(func() {
		g.gen, g.err = gen.New(gen.Config{
			Clock:       g.Clock,
			Rand:        g.Rand,
			Node:        g.Node,
			Store:       update(g.Store),
			Method:      gen.Method(g.Method),
			CounterBits: g.CounterBits,
			GuardBits:   g.GuardBits,
			MaxStep:     g.MaxStep,
			Overrun:     gen.Policy(g.Overrun),
			MaxAhead:    g.MaxAhead,
			Rollback:    gen.Policy(g.Rollback),
			MaxBack:     g.MaxBack,
		})
	})
	return g.err
}

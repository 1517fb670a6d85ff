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

// A Generator makes UUIDs of versions 1, 4, 6 and 7. Its zero value is ready to
// use, and works as the functions of package uuid do.
//
// The UUIDs that a Generator makes are unique. Those of version 7 are strictly
// increasing, and so are those of version 6, unless the clock is set back and
// Rollback says to follow it. That holds for all goroutines together, single
// UUIDs and batches alike. Two Generators know nothing of each other: a program
// should have only one.
//
// A method that takes a context may wait for the clock, as Overrun and Rollback
// say. If the context ends first, that is an error, the only one of the zero
// value but for a clock that is set back again and again during FillV7. Other
// errors come from the fields: a policy of [Fail], a Clock outside the years that
// the version can say, Rand, Store, or a wrong value, which the error names. On
// an error the UUID is Nil.
//
// The fields must not change, and a Generator must not be copied, after its
// first use.
type Generator struct {
	// Clock tells the time; nil means time.Now. It need not be exact, and may
	// be a function that rounds or blurs another clock. It is called by one
	// goroutine at a time.
	Clock func() time.Time

	// Rand is the source of randomness, which must be fit for cryptography;
	// nil means crypto/rand. It is read by one goroutine at a time.
	Rand io.Reader

	// Node is the node of versions 1 and 6. The zero value means random bits
	// with the multicast bit set, as no network card has them (RFC 9562,
	// section 6.10): for version 1 drawn once, and for version 6 drawn with a
	// clock sequence for each UUID. With a Node, version 6 keeps node and clock
	// sequence as version 1 does.
	Node [6]byte

	// Store keeps what version 1, and version 6 with a Node, must know after a
	// restart; nil means that each Generator begins at a random clock sequence.
	Store Store

	// Method says how the version 7 UUIDs of one millisecond differ and sort.
	Method Method

	// CounterBits is the length of the counter of Method1, 12 to 42 bits, or of
	// Method3With1, 12 to 30. Zero means 24 or 12.
	CounterBits int

	// GuardBits is how many of the first bits of the counter, or of the 62 bits
	// that Method2 and Method3With2 count up, begin at zero, as room to count.
	// Zero means 1 for a counter and none for the 62 bits.
	GuardBits int

	// MaxStep bounds the random step, 1 to MaxStep, of Method2 and
	// Method3With2. It is at most 1<<48; zero means 1<<32. With a MaxStep of 1
	// each UUID tells the next.
	MaxStep uint64

	// Overrun says what to do, Wait or Fail, when a moment of the clock has no
	// room for another UUID: see MaxAhead. Zero means Wait.
	Overrun Policy

	// MaxAhead is how far the time in UUIDs may run ahead of the clock, exclusive,
	// before Overrun applies. Zero means a millisecond, and less than zero not at
	// all.
	MaxAhead time.Duration

	// Rollback says what to do, Follow, Wait or Fail, when the clock was set
	// back by more than MaxBack. Zero means Follow.
	//
	// Version 1, and version 6 with a Node, instead change their clock sequence
	// whenever the clock goes back. Only when all 16384 of a Node have been used
	// do they wait until the latest time that one of them has seen is past, or
	// fail if Rollback is Fail.
	Rollback Policy

	// MaxBack is how far the clock may be set back before Rollback applies: up
	// to then UUIDs keep the last time until the clock has caught up. Zero means
	// a second, and less than zero not at all.
	MaxBack time.Duration

	once sync.Once
	gen  *gen.Generator
	err  error // a wrong value of a field
}

// NewV1 returns a new version 1 UUID.
func (g *Generator) NewV1(ctx context.Context) (uuid.UUID, error) {
	return g.next(ctx, "NewV1", (*gen.Generator).V1)
}

// NewV4 returns a new version 4 UUID: 122 bits of g.Rand.
func (g *Generator) NewV4() (uuid.UUID, error) {
	return g.next(context.Background(), "NewV4", (*gen.Generator).V4)
}

// NewV6 returns a new version 6 UUID, greater than those that g made before.
// With a Node, it may be less if the clock was set back.
func (g *Generator) NewV6(ctx context.Context) (uuid.UUID, error) {
	return g.next(ctx, "NewV6", (*gen.Generator).V6)
}

// NewV7 returns a new version 7 UUID, greater than those that g made before.
func (g *Generator) NewV7(ctx context.Context) (uuid.UUID, error) {
	return g.next(ctx, "NewV7", (*gen.Generator).V7)
}

// FillV4 sets each element of ids to a new version 4 UUID. If g has a Rand, all
// random bits come from it. On an error every element is Nil.
func (g *Generator) FillV4(ids []uuid.UUID) error {
	return g.fill(context.Background(), "FillV4", (*gen.Generator).FillV4, ids)
}

// FillV7 sets each element of ids to a new version 7 UUID, greater than the
// one before and than those that g made before. If g has a Rand, all random bits
// come from it. If the clock is set back meanwhile and followed, FillV7 makes the
// whole batch again, and fails with [ErrRollback] if that happens again and again: a
// batch is always in order. On an error every element is Nil.
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

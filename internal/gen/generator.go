package gen

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// A Config has the fields of generator.Generator, which documents them.
type Config struct {
	Clock func() time.Time
	Rand  io.Reader
	Node  [6]byte
	Store func(ctx context.Context, f func(State) State) error

	Method      Method
	CounterBits int
	GuardBits   int
	MaxStep     uint64

	Overrun  Policy
	MaxAhead time.Duration
	Rollback Policy
	MaxBack  time.Duration
}

// A Policy says what a Generator does when its clock is overrun or set back.
type Policy uint8

const (
	_ Policy = iota // the default of each field
	Wait
	Fail
	Follow
)

// The errors of Fail, and of Wait if the context ends.
var (
	ErrOverrun  = errors.New("more UUIDs than the clock has room for")
	ErrRollback = errors.New("the clock was set back")
)

// A Generator makes UUIDs as its Config says. Goroutines may share it. Its errors do not
// name the package and the function: callers add them.
type Generator struct {
	Config // not to be changed

	clock sync.Mutex // while Clock is called
	rand  struct {   // while Rand is read
		sync.Mutex
		buf [16]byte
	}

	// Each has a lock of its own, so that no version waits for another. A version locks
	// clock and rand while it has its own lock.
	v1 v1
	v6 v6
	v7 v7
}

// New returns a Generator, or an error that names the field with a wrong value.
func New(c Config) (*Generator, error) {
	switch {
	case c.Overrun > Fail:
		return nil, fmt.Errorf("Overrun is Policy(%d), want Wait or Fail", c.Overrun)
	case c.Rollback > Follow:
		return nil, fmt.Errorf("Rollback is Policy(%d), want Follow, Wait or Fail", c.Rollback)
	}
	l, err := newLayout(&c)
	if err != nil {
		return nil, err
	}
	g := &Generator{Config: c}
	g.v7.layout, g.v7.timeline = l, newTimeline(&c, maxTick>>l.tickShift, l.ticksOf)
	g.v6.timeline = newTimeline(&c, maxGregorian, in100ns)
	g.v1.timeline = g.v6.timeline
	return g, nil
}

// retry calls f. If f returns ErrOverrun or ErrRollback, and the policy is to wait, retry
// waits and calls f again.
func (g *Generator) retry(ctx context.Context, f func() error) error {
	for {
		err := f()
		var pause time.Duration
		switch {
		case err == ErrOverrun && g.Overrun != Fail:
			pause = 100 * time.Microsecond // about as short as timers get
		case err == ErrRollback && g.Rollback != Fail:
			pause = 10 * time.Millisecond // the clock may be set right at any time
		default:
			return err
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return fmt.Errorf("%w: %w", err, context.Cause(ctx))
		}
	}
}

// now reads the clock.
func (g *Generator) now() time.Time {
	if g.Clock == nil {
		return time.Now()
	}
	g.clock.Lock()
	defer g.clock.Unlock() // even if Clock panics
	return g.Clock()
}

// draw reads two random words.
func (g *Generator) draw() (a, b uint64, err error) {
	if g.Rand == nil {
		var buf [16]byte
		rand.Read(buf[:])
		a, b = get(&buf)
		return a, b, nil
	}
	g.rand.Lock()
	defer g.rand.Unlock() // even if Rand panics
	if _, err := io.ReadFull(g.Rand, g.rand.buf[:]); err != nil {
		return 0, 0, fmt.Errorf("reading Rand: %w", err)
	}
	a, b = get(&g.rand.buf)
	return a, b, nil
}

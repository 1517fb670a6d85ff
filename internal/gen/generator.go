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

	mu  sync.Mutex // for all below, and while Clock, Rand and Store are called
	buf [16]byte   // for Rand
	v7  v7
	v6  timeline
	v1  v1
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
	g.v7 = v7{layout: l, timeline: newTimeline(&c, maxTick>>l.tickShift, l.ticksOf)}
	g.v6 = newTimeline(&c, maxGregorian, in100ns)
	g.v1 = v1{timeline: g.v6}
	return g, nil
}

// retry calls f with the lock held. If f returns ErrOverrun or ErrRollback, and the
// policy is to wait, retry waits without the lock and calls f again.
func (g *Generator) retry(ctx context.Context, f func() error) error {
	for {
		err := g.locked(f)
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

func (g *Generator) locked(f func() error) error {
	g.mu.Lock()
	defer g.mu.Unlock() // even if Clock, Rand or Store panic
	return f()
}

// draw reads two random words. The caller holds the lock.
func (g *Generator) draw() (a, b uint64, err error) {
	r := g.Rand
	if r == nil {
		r = rand.Reader
	}
	if _, err := io.ReadFull(r, g.buf[:]); err != nil {
		return 0, 0, fmt.Errorf("reading Rand: %w", err)
	}
	a, b = get(&g.buf)
	return a, b, nil
}

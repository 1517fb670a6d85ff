package uuid

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// A Generator makes UUIDs of versions 1, 4, 6 and 7 with a clock, a source of
// randomness and rules of your choice. Its zero value is ready to use, and is
// what [NewV1], [NewV4], [NewV6], [NewV7], [FillV4] and [FillV7] use.
//
// The UUIDs that a Generator makes are unique. Those of version 7 are strictly
// increasing, and so are those of version 6, unless the clock is set back and
// Rollback says to follow it. That holds for all goroutines together, single
// UUIDs and batches alike. Two Generators know nothing of each other: a program
// should have only one.
//
// A method that takes a context may wait for the clock, as Overrun and Rollback
// say. If the context ends first, that is an error, the only one of the zero
// value. Other errors come from the fields: a policy of [Fail], a Clock outside
// the years that the version can say, Rand, Store, or a wrong value, which the
// error names. On an error the UUID is Nil.
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

	ready atomic.Bool
	mu    sync.Mutex // for all below, and while Clock or Rand are called
	buf   [16]byte   // for Rand
	v7    v7
	v6    line
	v1    v1
}

// A Policy says what a [Generator] does when its clock is overrun or set back.
type Policy uint8

const (
	_      Policy = iota // the zero value is each field's default
	Wait                 // wait for the clock, until the context ends
	Fail                 // return an error: ErrOverrun or ErrRollback
	Follow               // take the clock's time: the next UUIDs sort before the last
)

// The errors of [Fail], and of [Wait] if the context ends. Test for them with
// [errors.Is].
var (
	ErrOverrun  = errors.New("more UUIDs than the clock has room for")
	ErrRollback = errors.New("the clock was set back")
)

// shared is the Generator of the package's functions.
var shared Generator

// must is for errors of the zero Generator, which has none with a context that
// does not end.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// set sets u to hi and lo, with the version and the RFC 9562 variant. The work
// is done in registers: bytes just written are slow to read as words.
func (u *UUID) set(version byte, hi, lo uint64) {
	binary.BigEndian.PutUint64(u[:8], hi&^0xf000|uint64(version)<<12)
	binary.BigEndian.PutUint64(u[8:], lo<<2>>2|1<<63)
}

// check checks the fields, before the first use.
func (g *Generator) check() error {
	if g.ready.Load() {
		return nil
	}
	return g.setup()
}

func (g *Generator) setup() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ready.Load() {
		return nil
	}
	if g.Overrun > Fail {
		return fmt.Errorf("uuid.Generator: Overrun is Policy(%d), want Wait or Fail", g.Overrun)
	}
	if g.Rollback > Follow {
		return fmt.Errorf("uuid.Generator: Rollback is Policy(%d), want Follow, Wait or Fail", g.Rollback)
	}
	if err := g.v7.setup(g); err != nil {
		return fmt.Errorf("uuid.Generator: %w", err)
	}
	in100ns := func(d time.Duration) uint64 { return uint64(d / 100) }
	g.v6.setup(g, maxGregorian, in100ns)
	g.v1.setup(g, maxGregorian, in100ns)
	g.ready.Store(true)
	return nil
}

// locked calls f, which makes UUIDs, and again after a while if it fails for
// want of time and the policy is to wait.
func (g *Generator) locked(ctx context.Context, method string, f func() error) error {
	for {
		err := g.once(f)
		var pause time.Duration
		switch {
		case err == nil:
			return nil
		case err == ErrOverrun && g.Overrun != Fail:
			pause = 100 * time.Microsecond // about as short as timers get
		case err == ErrRollback && g.Rollback != Fail:
			pause = 10 * time.Millisecond // the clock may be set right at any time
		default:
			return fmt.Errorf("uuid.Generator.%s: %w", method, err)
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return fmt.Errorf("uuid.Generator.%s: %w: %w", method, err, context.Cause(ctx))
		}
	}
}

func (g *Generator) once(f func() error) error {
	g.mu.Lock()
	defer g.mu.Unlock() // even if Clock or Rand panic
	return f()
}

// draw reads 128 bits from Rand. The caller holds the lock.
func (g *Generator) draw() (a, b uint64, err error) {
	r := g.Rand
	if r == nil {
		r = rand.Reader
	}
	if _, err := io.ReadFull(r, g.buf[:]); err != nil {
		return 0, 0, fmt.Errorf("reading Rand: %w", err)
	}
	return binary.BigEndian.Uint64(g.buf[:8]), binary.BigEndian.Uint64(g.buf[8:]), nil
}

// A line is the time in the UUIDs of one version, in that version's ticks. It
// only goes forward, but for Follow.
type line struct {
	base  uint64 // the clock
	last  uint64 // in the last UUID: base, or borrowed from the time to come
	begun bool
	// The clock was followed back. Only version 7 asks.
	followed bool

	limit    uint64 // of last
	ahead    uint64 // last is less than base + ahead
	back     uint64 // a clock at base - back is as good as one at base
	rollback Policy
}

func (l *line) setup(g *Generator, limit uint64, ticks func(time.Duration) uint64) {
	bound := func(d, zero time.Duration) uint64 {
		if d == 0 {
			d = zero
		}
		return ticks(max(0, d))
	}
	l.limit = limit
	l.ahead = max(1, bound(g.MaxAhead, time.Millisecond))
	l.back = bound(g.MaxBack, time.Second)
	l.rollback = g.Rollback
}

// read takes in that the clock says now, and reports whether that is a tick
// without UUIDs. If not, the next UUID belongs to the last tick.
func (l *line) read(now uint64) (fresh bool, err error) {
	switch {
	case now > l.last || !l.begun:
		l.base, l.last, l.begun = now, now, true
		return true, nil
	case now >= l.base:
		l.base = now
	case now+l.back >= l.base:
	case l.rollback == Wait || l.rollback == Fail:
		return false, ErrRollback
	default:
		l.base, l.last, l.followed = now, now, true
		return true, nil
	}
	return false, nil
}

// borrow goes to the next tick, ahead of the clock.
func (l *line) borrow() error {
	if l.last-l.base+1 >= l.ahead || l.last >= l.limit {
		return ErrOverrun
	}
	l.last++
	return nil
}

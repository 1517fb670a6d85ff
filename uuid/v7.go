package uuid

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"time"
)

// NewV7 returns a new version 7 UUID (RFC 9562, section 5.7): the time in
// milliseconds, 12 bits of the time within the millisecond, and 62 random
// bits from [crypto/rand].
//
// The UUIDs of one process, those of [FillV7] included, are unique and
// strictly increasing, for all goroutines together. Those made within one step
// of the 12 bits, 244 ns, share their time and add a random number of 1 to
// 2^32 to the last random bits, so that a rush of UUIDs does not run ahead of
// the clock.
//
// If the clock steps back by up to a second, NewV7 keeps the last time until
// the clock has caught up. If it steps back further, NewV7 follows it: that is
// the one case in which a UUID sorts before an earlier one. A clock before
// 1970 counts as of 1970. A [Generator] can have other rules.
func NewV7() (u UUID) {
	hi, lo, err := shared.newV7(context.Background())
	must(err)
	u.set(7, hi, lo)
	return u
}

// A Method says how a [Generator]'s version 7 UUIDs of one millisecond differ
// and sort. The numbers are those of RFC 9562, section 6.2. Each method has
// room for some UUIDs, in order, in a tick of the clock as it sees it:
//
//	              tick    UUIDs in a tick      random bits
//	Method3With2  244 ns  2^30 on average      62, then steps of 32
//	Method1       1 ms    2^23 + 1 at least    23, and 50 in each UUID
//	Method2       1 ms    2^30 on average      74, then steps of 32
//	Method3       244 ns  1                    62 in each UUID
//	Method3With1  244 ns  2^11 + 1 at least    11, and 50 in each UUID
//
// CounterBits, GuardBits and MaxStep change these numbers: with a GuardBits of
// 1, for one, the averages become 2^29 at least.
type Method uint8

const (
	// Method3With2 puts 12 bits of the time within the millisecond after the
	// milliseconds. Within a tick the 62 bits after them, random at first, go
	// up by random steps. It is the default.
	Method3With2 Method = iota

	// Method1 puts a counter, random at first, after the milliseconds. The bits
	// after it are random for each UUID.
	Method1

	// Method2 fills the millisecond with random bits, of which the last 62 go
	// up by random steps.
	Method2

	// Method3 puts 12 bits of the time within the millisecond after the
	// milliseconds, and 62 random bits after them: a tick has one UUID.
	Method3

	// Method3With1 puts a counter, random at first, between the bits of the
	// time and the random bits of Method3.
	Method3With1
)

// NewV7 returns a new version 7 UUID, greater than those that g made before.
func (g *Generator) NewV7(ctx context.Context) (UUID, error) {
	hi, lo, err := g.newV7(ctx)
	if err != nil {
		return UUID{}, err
	}
	var u UUID
	u.set(7, hi, lo)
	return u, nil
}

func (g *Generator) newV7(ctx context.Context) (hi, lo uint64, err error) {
	if err := g.check(); err != nil {
		return 0, 0, err
	}
	if g.Rand == nil && g.Clock == nil {
		// Ask the system outside the lock, which is then held for a few ns only.
		var b [16]byte
		if g.v7.wide {
			rand.Read(b[:])
		} else {
			rand.Read(b[:8])
		}
		now := ticks(time.Now()) >> g.v7.coarse
		g.mu.Lock()
		if now+g.v7.back < g.v7.base {
			// The clock was set back, or this goroutine slept before it got the
			// lock. Only the clock can tell.
			now = ticks(time.Now()) >> g.v7.coarse
		}
		fresh, err := g.v7.read(now)
		if err == nil {
			hi, lo, err = g.v7.more(fresh, binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:]))
		}
		g.mu.Unlock()
		if err == nil {
			return hi, lo, nil
		}
	}
	return g.slowV7(ctx)
}

// slowV7 makes a UUID for newV7 where that may take time.
func (g *Generator) slowV7(ctx context.Context) (hi, lo uint64, err error) {
	err = g.locked(ctx, "NewV7", func() error {
		now, err := g.ticks()
		if err != nil {
			return err
		}
		a, b, err := g.draw()
		if err != nil {
			return err
		}
		fresh, err := g.v7.read(now)
		if err == nil {
			hi, lo, err = g.v7.more(fresh, a, b)
		}
		return err
	})
	return hi, lo, err
}

const (
	ticksPerMilli = 1 << 12
	maxTick       = 1<<60 - 1
	maxTail       = 1<<62 - 1
)

// ticks reads the clock for version 7, in the ticks of the Method.
func (g *Generator) ticks() (uint64, error) {
	if g.Clock == nil {
		return ticks(time.Now()) >> g.v7.coarse, nil
	}
	t := g.Clock()
	if _, side := unixMilli(t); side != 0 {
		return 0, fmt.Errorf("Clock says %v, which is not in 1970-01-01 to 10889-08-02", t)
	}
	return ticks(t) >> g.v7.coarse, nil
}

// ticks returns t in 1/4096 milliseconds since 1970, kept within what 60 bits can say: 1970 to 10889.
func ticks(t time.Time) uint64 {
	ns := uint64(t.Nanosecond())
	ms := ns / 1e6
	ns -= ms * 1e6
	if sec := uint64(t.Unix()); sec < maxUnixSecond {
		ms += sec * 1e3
	} else {
		ms, _ = unixMilli(t)
	}
	return ms*ticksPerMilli + ns*ticksPerMilli/1e6
}

// A v7 makes version 7 UUIDs:
//
//	 0                   1                   2                   3
//	 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//	|                        milliseconds                           |
//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//	|         milliseconds          |0 1 1 1|         head          |
//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//	|1 0|                           tail                            |
//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//	|                             tail                              |
//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//
// The head is 1/4096 milliseconds in method 3, the first 12 bits of the
// counter in method 1, and random in method 2.
type v7 struct {
	line
	seq  uint64 // the counter, or the tail that goes up
	head uint64 // of method 2

	// The least that may come next, without version and variant.
	minTime, minTail uint64 // 48 + 12 bits, 62 bits

	method Method
	coarse uint   // ticks are of 1/4096 milliseconds << coarse
	wide   bool   // one word of random bits is not enough
	seed   uint64 // where a counter or tail begins: a mask
	maxSeq uint64
	step   uint64 // MaxStep, or 0: the counter goes up by 1
	rest   uint   // how many bits of the tail follow the counter
}

func (s *v7) setup(g *Generator) error {
	s.method = g.Method
	if s.method == Method1 || s.method == Method2 {
		s.coarse = 12
	}
	s.line.setup(g, maxTick>>s.coarse, func(d time.Duration) uint64 {
		ms, ns := uint64(d/time.Millisecond), uint64(d%time.Millisecond)
		return (ms*ticksPerMilli + ns*ticksPerMilli/1e6) >> s.coarse
	})

	var width, minWidth, maxWidth, guard int
	switch s.method {
	case Method1:
		width, minWidth, maxWidth, guard = 24, 12, 42, 1
	case Method3With1:
		width, minWidth, maxWidth, guard = 12, 12, 30, 1
	case Method2, Method3With2:
		s.step = 1 << 32
	case Method3:
	default:
		return fmt.Errorf("Method is Method(%d), want Method3With2, Method1, Method2, Method3 or Method3With1", s.method)
	}
	switch {
	case g.CounterBits == 0:
	case width == 0:
		return fmt.Errorf("CounterBits is %d, but only Method1 and Method3With1 have a counter", g.CounterBits)
	case g.CounterBits < minWidth || g.CounterBits > maxWidth:
		return fmt.Errorf("CounterBits is %d, want %d to %d", g.CounterBits, minWidth, maxWidth)
	default:
		width = g.CounterBits
	}
	switch {
	case g.MaxStep == 0:
	case s.step == 0:
		return errors.New("MaxStep is set, but only Method2 and Method3With2 have steps")
	case g.MaxStep > 1<<48:
		return fmt.Errorf("MaxStep is %d, want at most 1<<48", g.MaxStep)
	default:
		s.step = g.MaxStep
	}
	s.wide = s.method == Method1 || s.method == Method2 || s.method == Method3With1
	s.rest = 62
	if width > 0 {
		s.rest -= uint(width)
		if s.method == Method1 {
			s.rest += 12
		}
	} else {
		width = 62
	}
	// A seed of no random bits would defeat its purpose.
	switch {
	case g.GuardBits == 0:
	case s.method == Method3:
		return errors.New("GuardBits is set, but Method3 has no counter")
	case g.GuardBits < 0 || g.GuardBits >= width:
		return fmt.Errorf("GuardBits is %d, want 1 to %d", g.GuardBits, width-1)
	default:
		guard = g.GuardBits
	}
	s.maxSeq = 1<<width - 1
	s.seed = s.maxSeq >> guard
	return nil
}

// more returns the two halves of the next UUID, without version and variant,
// from what read returned. a and b are random; if s is not wide, b need not be.
func (s *v7) more(fresh bool, a, b uint64) (hi, lo uint64, err error) {
	if !fresh && !s.count(a) {
		if err := s.borrow(); err != nil {
			return 0, 0, err
		}
		fresh = true
	}
	if fresh {
		s.seq, s.head = a&s.seed, b&0xfff
		if s.followed {
			s.minTime, s.minTail, s.followed = 0, 0, false
		}
	}
	time, tail := s.last, s.seq
	switch s.method {
	case Method1:
		time = s.last<<12 | s.seq>>(62-s.rest)
		tail = s.seq<<s.rest&maxTail | b&(1<<s.rest-1)
	case Method2:
		time = s.last<<12 | s.head
	case Method3:
		tail = a & maxTail
	case Method3With1:
		tail = s.seq<<s.rest | b&(1<<s.rest-1)
	}
	// That is greater than the last UUID by construction. RFC 9562, section
	// 6.2, wants it checked nevertheless.
	if time < s.minTime || time == s.minTime && tail < s.minTail {
		return 0, 0, ErrRollback
	}
	s.minTime, s.minTail = time, tail+1
	return time>>12<<16 | time&0xfff, tail, nil
}

// count goes on to the next number within a tick, unless there is no room.
func (s *v7) count(random uint64) bool {
	step := uint64(1)
	if s.step > 0 {
		step, _ = bits.Mul64(random, s.step) // 0 to s.step-1
		step++
	}
	if s.method == Method3 || s.seq+step > s.maxSeq {
		return false
	}
	s.seq += step
	return true
}

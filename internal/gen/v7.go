package gen

import (
	"context"
	"crypto/rand"
	"math/bits"
	"sync"
	"time"
)

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
// The head is 1/4096 milliseconds in method 3, the first 12 bits of the counter in
// method 1, and random in method 2. The tail is the counter, or the rest of it, and
// then random bits.
type v7 struct {
	layout // never changes

	mu sync.Mutex // for all below
	timeline

	counter uint64
	shared  uint64 // what the UUIDs of a tick share: its time, and the head of method 2

	// The smallest UUID that may come next: 60 bits of milliseconds and head, and 62 of
	// tail.
	minTime, minTail uint64
}

const maxTail = 1<<62 - 1

// next returns the next UUID. fresh is the result of observe. a and b are random; b may
// be zero unless twoWords is set.
func (s *v7) next(fresh bool, a, b uint64) (hi, lo uint64, err error) {
	if !fresh && !s.count(a) {
		if err := s.borrow(); err != nil {
			return 0, 0, err
		}
		fresh = true
	}
	if fresh {
		s.counter = a & s.seedMask
		s.shared = s.last<<s.tickShift | b&s.headMask
		if s.followed {
			s.minTime, s.minTail, s.followed = 0, 0, false
		}
	}
	time, tail := s.shared, s.counter
	if s.tailBits > 0 { // a part of the counter may be in the head
		time |= s.counter >> (62 - s.tailBits)
		tail = s.counter<<s.tailBits&maxTail | b&(1<<s.tailBits-1)
	}

	// The steps above make this greater than the last UUID. RFC 9562, section 6.2,
	// requires a check nevertheless.
	if time < s.minTime || time == s.minTime && tail < s.minTail {
		return 0, 0, ErrRollback
	}
	s.minTime, s.minTail = time, tail+1
	hi, lo = Stamp(7, time>>12<<16|time&0xfff, tail)
	return hi, lo, nil
}

// count raises the counter by a random step, or returns false if the tick is full.
func (s *v7) count(random uint64) bool {
	step, _ := bits.Mul64(random, s.maxStep) // 0 to maxStep-1
	if s.counter+step >= s.maxCounter {
		return false
	}
	s.counter += step + 1
	return true
}

// V7 returns a new version 7 UUID.
func (g *Generator) V7(ctx context.Context) (hi, lo uint64, err error) {
	if g.Rand != nil || g.Clock != nil {
		return g.slowV7(ctx)
	}
	// Ask the system before taking the lock, which is then held for a few ns only.
	var random [16]byte
	if g.v7.twoWords {
		rand.Read(random[:])
	} else {
		rand.Read(random[:8])
	}
	now := unixTicks(time.Now()) >> g.v7.tickShift
	g.v7.mu.Lock()
	if now+g.v7.back < g.v7.base {
		// The clock was set back, or this goroutine waited long for the lock. Another
		// look at the clock decides.
		now = unixTicks(time.Now()) >> g.v7.tickShift
	}
	fresh, err := g.v7.observe(now)
	if err == nil {
		a, b := get(&random)
		hi, lo, err = g.v7.next(fresh, a, b)
	}
	g.v7.mu.Unlock()
	if err != nil {
		return g.slowV7(ctx)
	}
	return hi, lo, nil
}

// slowV7 is V7 for a Clock or Rand of the user's, and for waiting.
func (g *Generator) slowV7(ctx context.Context) (hi, lo uint64, err error) {
	err = g.retry(ctx, func() error {
		g.v7.mu.Lock()
		defer g.v7.mu.Unlock()
		now, err := g.unixNow()
		if err != nil {
			return err
		}
		a, b, err := g.draw()
		if err != nil {
			return err
		}
		fresh, err := g.v7.observe(now)
		if err == nil {
			hi, lo, err = g.v7.next(fresh, a, b)
		}
		return err
	})
	return hi, lo, err
}

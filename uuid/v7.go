package uuid

import (
	"crypto/rand"
	"encoding/binary"
	"sync"
	"time"
)

// NewV7 returns a new version 7 UUID (RFC 9562, section 5.7): the time in
// milliseconds, 12 bits of the time within the millisecond, and 62 random
// bits from [crypto/rand].
//
// The UUIDs of one process are unique and strictly increasing, for all
// goroutines together. Those made within one step of the 12 bits, 244 ns,
// share their time and add a random number of 1 to 2^32 to the last random
// bits, so that a rush of UUIDs does not run ahead of the clock.
//
// If the clock steps back by up to a second, NewV7 keeps the last time until
// the clock has caught up. If it steps back further, NewV7 follows it: that is
// the one case in which a UUID sorts before an earlier one.
func NewV7() UUID {
	var b [8]byte
	rand.Read(b[:])
	return v7.next(binary.BigEndian.Uint64(b[:]))
}

//	 0                   1                   2                   3
//	 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//	|                        milliseconds                           |
//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//	|         milliseconds          |0 1 1 1|  1/4096 milliseconds  |
//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//	|1 0|                           tail                            |
//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//	|                             tail                              |
//	+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+

// A sequence makes version 7 UUIDs in increasing order: method 3 of RFC 9562,
// section 6.2, and within a tick method 2.
type sequence struct {
	mu   sync.Mutex
	tick uint64 // of the last UUID, in 1/4096 milliseconds since 1970
	tail uint64 // of the last UUID, 62 bits
}

// v7 is the sequence of [NewV7].
var v7 sequence

const (
	ticksPerMilli = 1 << 12
	maxTick       = 1<<60 - 1
	maxTail       = 1<<62 - 1
	maxBack       = 1000 * ticksPerMilli // a clock this far back is waited for
)

// next returns the next UUID, with the 64 random bits rnd.
func (s *sequence) next(rnd uint64) UUID {
	tick := now() // outside the lock, which is then held for a few ns only
	s.mu.Lock()
	if tick+maxBack < s.tick {
		// The clock stepped back, or this goroutine slept before it got the
		// lock. Only the clock can tell.
		tick = now()
	}
	step := 1 + rnd&(1<<32-1)
	switch {
	case tick > s.tick || tick+maxBack < s.tick:
		s.tick, s.tail = tick, rnd&maxTail
	case s.tail+step <= maxTail:
		s.tail += step
	default:
		// No room in the tail, once in 2^30 UUIDs of one tick: borrow the
		// next tick.
		s.tick, s.tail = s.tick+1, rnd&maxTail
	}
	tick, tail := s.tick, s.tail
	s.mu.Unlock()

	u := FromUint128(tick>>12<<16|tick&0xfff, tail)
	u.stamp(7)
	return u
}

func now() uint64 { return ticks(time.Now()) }

// ticks returns t in ticks, kept within what 60 bits can say: 1970 to 10889.
func ticks(t time.Time) uint64 {
	ms := min(max(0, t.UnixMilli()), maxTick/ticksPerMilli)
	ns := uint64(t.Nanosecond()) % 1e6
	return uint64(ms)<<12 | ns*ticksPerMilli/1e6
}

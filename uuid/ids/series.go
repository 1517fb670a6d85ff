package ids

import (
	"crypto/rand"
	"encoding/binary"
	"sync"
	"time"
)

// A series makes the ids of one process that consist of 48 bits of time and of random
// bytes. Within a millisecond the random bytes grow by one, so that ids are in order.
type series struct {
	mu     sync.Mutex
	begun  bool
	milli  uint64
	random [10]byte
}

// back is how far the clock may be set back without an effect on the order of ids.
const back = 1000 // ms

// next fills id, where now is the clock's time, and clock reads it again.
func (s *series) next(id []byte, now uint64, clock func() uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now+back < s.milli {
		// The clock was set back, or this goroutine waited long for the lock. Another
		// look at the clock decides.
		now = clock()
	}
	random := s.random[:len(id)-6]
	switch {
	case !s.begun || now > s.milli || now+back < s.milli:
		s.begun, s.milli = true, now
		rand.Read(random)
	case increment(random):
	default: // all random bits were set: the next millisecond keeps the order
		s.milli++
		rand.Read(random)
	}
	put48(id, s.milli)
	copy(id[6:], random)
}

// increment adds one to the number b, and reports whether it fits.
func increment(b []byte) bool {
	for i := len(b) - 1; i >= 0; i-- {
		if b[i]++; b[i] != 0 {
			return true
		}
	}
	return false
}

// unixMilli returns the clock's time as an unsigned number.
func unixMilli() uint64 { return uint64(max(0, time.Now().UnixMilli())) }

// unixSeconds returns the clock's seconds, or the nearest number of 32 bits.
func unixSeconds() uint32 { return seconds32(time.Now(), 0) }

// A counter makes the ids of one process that consist of 32 bits of seconds, 5 random
// bytes of the process and a count of 24 bits.
type counter struct {
	mu      sync.Mutex
	begun   bool
	seconds uint32
	made    uint32 // in this second
	count   uint32
	process [5]byte
}

const (
	// countsPerSecond is how many ids a second has.
	countsPerSecond = 1 << 24
	// backSeconds is how far the clock may be set back before ids follow it.
	backSeconds = 10
)

// next fills id, since a result would cost a copy, with one that is different from all
// before. A full second is followed by the next one, ahead of the clock. If the clock is a
// little behind the last id, the seconds are those of the last id. If it is far behind,
// because it was wrong before, ids are those of another process.
func (c *counter) next(id *[12]byte, now uint32, clock func() uint32) {
	c.mu.Lock()
	if uint64(now)+backSeconds < uint64(c.seconds) {
		now = clock() // as in a series
	}
	switch {
	case !c.begun || uint64(now)+backSeconds < uint64(c.seconds):
		c.begin(now)
	case now > c.seconds:
		c.seconds, c.made = now, 0
	case c.made == countsPerSecond:
		c.seconds, c.made = c.seconds+1, 0
	}
	c.made++
	c.count++
	binary.BigEndian.PutUint32(id[8:], c.count) // the first byte is overwritten
	binary.BigEndian.PutUint32(id[:], c.seconds)
	copy(id[4:], c.process[:])
	c.mu.Unlock()
}

func (c *counter) begin(now uint32) {
	var b [9]byte
	rand.Read(b[:])
	c.begun, c.seconds, c.made = true, now, 0
	c.process = [5]byte(b[:])
	c.count = binary.BigEndian.Uint32(b[5:])
}

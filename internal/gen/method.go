package gen

import (
	"errors"
	"fmt"
	"time"
)

// A Method is how the version 7 UUIDs of one millisecond differ and sort, by the numbers
// of RFC 9562, section 6.2.
type Method uint8

const (
	Method3With2 Method = iota
	Method1
	Method2
	Method3
	Method3With1
)

// methods has the defaults of each Method. In all of them a counter goes up within a tick.
// That of Method2 and Method3With2 is 62 bits long and goes up by random steps. That of
// Method3 has no bits, so a tick has room for one UUID.
var methods = [...]struct {
	fraction         bool // the head is 1/4096 milliseconds
	randomHead       bool
	counterBits      int
	minBits, maxBits int // of the counter; zero: CounterBits cannot choose
	guardBits        int
	maxStep          uint64
}{
	Method3With2: {fraction: true, counterBits: 62, maxStep: 1 << 32},
	Method1:      {counterBits: 24, minBits: 12, maxBits: 42, guardBits: 1, maxStep: 1},
	Method2:      {randomHead: true, counterBits: 62, maxStep: 1 << 32},
	Method3:      {fraction: true, maxStep: 1},
	Method3With1: {fraction: true, counterBits: 12, minBits: 12, maxBits: 30, guardBits: 1, maxStep: 1},
}

// A layout says how the 12 bits of the head and the 62 of the tail, which follow the
// milliseconds of a version 7 UUID, are used: see v7.
type layout struct {
	tickShift  uint   // a tick is 1<<tickShift times 1/4096 milliseconds
	headMask   uint64 // the bits of the head that are random for each tick
	seedMask   uint64 // the bits of the counter that are random for the first UUID of a tick
	maxCounter uint64
	maxStep    uint64 // the counter goes up by 1 to maxStep
	tailBits   uint   // how many random bits follow the counter
	twoWords   bool   // a UUID needs two random words, not one
}

func newLayout(c *Config) (l layout, err error) {
	if int(c.Method) >= len(methods) {
		return l, fmt.Errorf("Method is Method(%d), want Method3With2, Method1, Method2, Method3 or Method3With1", c.Method)
	}
	m := methods[c.Method]
	switch {
	case c.CounterBits == 0:
	case m.maxBits == 0:
		return l, fmt.Errorf("CounterBits is %d, but only Method1 and Method3With1 have a counter", c.CounterBits)
	case c.CounterBits < m.minBits || c.CounterBits > m.maxBits:
		return l, fmt.Errorf("CounterBits is %d, want %d to %d", c.CounterBits, m.minBits, m.maxBits)
	default:
		m.counterBits = c.CounterBits
	}
	switch {
	case c.GuardBits == 0:
	case m.counterBits == 0:
		return l, errors.New("GuardBits is set, but Method3 has no counter")
	case c.GuardBits < 0 || c.GuardBits >= m.counterBits: // a seed has a random bit at least
		return l, fmt.Errorf("GuardBits is %d, want 1 to %d", c.GuardBits, m.counterBits-1)
	default:
		m.guardBits = c.GuardBits
	}
	switch {
	case c.MaxStep == 0:
	case m.maxStep == 1:
		return l, errors.New("MaxStep is set, but only Method2 and Method3With2 have steps")
	case c.MaxStep > 1<<48:
		return l, fmt.Errorf("MaxStep is %d, want at most 1<<48", c.MaxStep)
	default:
		m.maxStep = c.MaxStep
	}

	l.maxCounter = 1<<m.counterBits - 1
	l.seedMask = l.maxCounter >> m.guardBits
	l.maxStep = m.maxStep
	l.tailBits = uint(62 - m.counterBits)
	switch {
	case m.fraction:
	case m.randomHead:
		l.tickShift, l.headMask = 12, 0xfff
	default: // the counter begins in the head
		l.tickShift, l.tailBits = 12, l.tailBits+12
	}
	l.twoWords = l.tailBits > 0 || l.headMask > 0
	return l, nil
}

// ticksOf returns d in ticks, rounded up.
func (l *layout) ticksOf(d time.Duration) uint64 {
	ms, ns := uint64(d/time.Millisecond), uint64(d%time.Millisecond)
	return (ms*ticksPerMilli + (ns*ticksPerMilli+1e6-1)/1e6 + 1<<l.tickShift - 1) >> l.tickShift
}

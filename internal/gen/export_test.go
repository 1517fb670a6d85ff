package gen

var UnixTicks = unixTicks

const (
	MaxTick      = maxTick
	MaxTail      = maxTail
	MaxGregorian = maxGregorian
)

// A V1 makes the ticks of version 1 after a claim.
type V1 struct{ v1 }

// NewV1 returns a V1 that has a UUID of the tick.
func (g *Generator) NewV1(tick uint64) *V1 {
	s := &V1{v1{timeline: g.v1.timeline, until: tick + 10*perSecond, low: 7}}
	s.base, s.last, s.begun = tick, tick, true
	return s
}

func (s *V1) Quick(now uint64) (tick, low uint64, ok bool) { return s.quick(now) }

// Slow is what quick does, or nothing.
func (s *V1) Slow(now uint64) (tick, low uint64, ok bool) {
	tick, low, c, err := s.next(now)
	return tick, low, c == nil && err == nil
}

func (s *V1) Timeline() any { return s.timeline }

// Next makes the UUID of version 7 that a Generator makes when the clock says tick
// and one random word is a.
func (g *Generator) Next(tick, a uint64) (hi, lo uint64) {
	fresh, err := g.v7.observe(tick)
	if err == nil {
		hi, lo, err = g.v7.next(fresh, a, 0)
	}
	if err != nil {
		panic(err)
	}
	return hi, lo
}

// SetLast has g believe that its last UUID of version 7 was of tick and tail.
func (g *Generator) SetLast(tick, tail uint64) {
	g.v7.base, g.v7.last, g.v7.begun = tick, tick, true
	g.v7.counter, g.v7.shared = tail, tick
	g.v7.minTime, g.v7.minTail = 0, 0
}

// SetLeast has g believe that no UUID of version 7 before that of tick and tail may come.
func (g *Generator) SetLeast(tick, tail uint64) { g.v7.minTime, g.v7.minTail = tick, tail }

// Lock holds g up.
func (g *Generator) Lock()   { g.v7.mu.Lock() }
func (g *Generator) Unlock() { g.v7.mu.Unlock() }

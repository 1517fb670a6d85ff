package gen

var UnixTicks = unixTicks

const (
	MaxTick = maxTick
	MaxTail = maxTail
)

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

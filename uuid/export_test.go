package uuid

// Ticks is the time as NewV7 counts it.
var Ticks = ticks

// The bounds of a Sequence.
const (
	MaxTick = maxTick
	MaxTail = maxTail
	MaxBack = maxBack
)

// A Sequence is what NewV7 draws from, here with state and randomness to
// choose. Its zero value is that of a new process.
type Sequence struct{ s sequence }

func (s *Sequence) Next(rnd uint64) UUID  { return s.s.next(rnd) }
func (s *Sequence) Set(tick, tail uint64) { s.s.tick, s.s.tail = tick, tail }
func (s *Sequence) Lock()                 { s.s.mu.Lock() }
func (s *Sequence) Unlock()               { s.s.mu.Unlock() }

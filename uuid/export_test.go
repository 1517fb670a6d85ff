package uuid

import "time"

// Ticks is the time as version 7 counts it.
var Ticks = ticks

const (
	MaxTick = maxTick
	MaxTail = maxTail
)

// A Sequence is what a Generator draws version 7 UUIDs from, here with state
// and randomness to choose.
type Sequence struct{ Generator }

func (s *Sequence) Next(rnd uint64) (u UUID) {
	s.check()
	fresh, err := s.v7.read(ticks(time.Now()))
	must(err)
	hi, lo, err := s.v7.more(fresh, rnd, 0)
	must(err)
	u.set(7, hi, lo)
	return u
}

func (s *Sequence) Set(tick, tail uint64) {
	s.check()
	s.v7.base, s.v7.last, s.v7.begun = tick, tick, true
	s.v7.seq, s.v7.minTime, s.v7.minTail = tail, 0, 0
}

// SetLast makes g believe that its last UUID of version 7 was u.
func (g *Generator) SetLast(u UUID) {
	hi, lo := u.Uint128()
	g.v7.minTime, g.v7.minTail = hi>>16<<12|hi&0xfff, lo&maxTail+1
}

// Lock holds g up.
func (g *Generator) Lock()   { g.mu.Lock() }
func (g *Generator) Unlock() { g.mu.Unlock() }

// FastAES says whether batches are made of a key stream here.
const FastAES = fastAES

package generators

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/generator"
)

// A When says when machines make ids.
type When string

const (
	Spread   When = "at any time"
	Together When = "at the same instants"              // as jobs do that a clock begins
	Standing When = "all clocks stand at the same time" // as those of machines that have begun and not asked for the time yet
)

// A Load is machines that make ids of one version.
type Load struct {
	Version  int
	Bits     int // that are random
	Machines int
	Rate     float64 // ids a second, of each machine
	Span     time.Duration
	When     When
	Off      time.Duration // a clock is off by at most this
	Stepped  bool          // each clock is set each second
}

// tick is the unit of time of ids: those of different ticks differ.
func (l Load) tick() float64 {
	if l.Version == 7 {
		return 1e-3 / 4096
	}
	return 1e-7
}

// each is how many ids a machine makes.
func (l Load) each() float64 { return l.Rate * l.Span.Seconds() }

// together returns how many pairs of ids of different machines have the same tick.
func (l Load) together() float64 {
	m, each, span, tick := float64(l.Machines), l.each(), l.Span.Seconds(), l.tick()
	pairs := m * (m - 1) / 2 * each // of machines, and an id of one of them
	switch {
	case l.Version == 4: // has no tick
		return pairs * each
	case l.When == Standing && l.Version == 7:
		return pairs * each
	case l.When == Standing: // an id for each tick
		return pairs
	case l.When == Together:
		span = tick
	default:
		pairs *= each
	}
	long, short := max(span, 2*l.Off.Seconds()), min(span, 2*l.Off.Seconds())
	return pairs * tick / long * (1 - short/(3*long))
}

// Expected returns how many pairs of equal ids to expect: of those of the same tick, one in 2^Bits.
func (l Load) Expected() float64 { return l.together() / math.Pow(2, float64(l.Bits)) }

// Odds returns the probability that two ids are equal, or a little more. In version 1 that takes two machines with the same
// node and clock sequence, whose ids repeat together.
func (l Load) Odds() float64 {
	p := min(1, l.Expected())
	if m := float64(l.Machines); l.Version == 1 {
		p = min(p, m*(m-1)/2/math.Pow(2, float64(l.Bits)))
	}
	return p
}

// Deviation is a standard deviation of what is expected. Machines that have the same node and clock sequence, or whose clocks
// differ by less than a tick, repeat many ids: there are few such pairs of machines.
func (l Load) Deviation() float64 {
	e, few := l.Expected(), math.Inf(1)
	if m := float64(l.Machines); l.Version == 1 {
		few = m * (m - 1) / 2 / math.Pow(2, float64(l.Bits))
	} else if l.When == Together {
		few = l.together() / l.each()
	}
	return math.Sqrt(e + e*e/few)
}

// Simulate has a Generator for each machine, and returns how many pairs of equal ids they make.
func (l Load) Simulate() (pairs int, err error) {
	r := rand.New(rand.NewChaCha8([32]byte{byte(l.Version), byte(l.Bits), byte(l.Machines), byte(len(l.When))}))
	ids := make([]uuid.UUID, 0, l.Machines*int(l.each()))
	for range l.Machines {
		if ids, err = l.machine(ids, r); err != nil {
			return 0, err
		}
	}
	slices.SortFunc(ids, uuid.UUID.Compare)
	for len(ids) > 0 {
		same := 1
		for same < len(ids) && ids[same] == ids[0] {
			same++
		}
		pairs += same * (same - 1) / 2
		ids = ids[same:]
	}
	return pairs, nil
}

// machine appends the ids of a machine.
func (l Load) machine(ids []uuid.UUID, r *rand.Rand) ([]uuid.UUID, error) {
	epoch := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	now := epoch
	g, next := l.generator(func() time.Time { return now }, r)
	shift := func() float64 { return (2*r.Float64() - 1) * l.Off.Seconds() }
	offset, second := shift(), 0.0
	for i := range int(l.each()) {
		at := float64(i) / l.Rate
		if l.When == Spread {
			at += r.Float64() / l.Rate
		}
		if l.Stepped && math.Floor(at) > second {
			offset, second = shift(), math.Floor(at)
		}
		if l.When != Standing {
			now = epoch.Add(time.Duration((at + offset) * 1e9))
		}
		id, err := next(g, context.Background())
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// generator returns one with few random bits. Its clock does not go on while it waits.
func (l Load) generator(clock func() time.Time, r *rand.Rand) (*generator.Generator, func(*generator.Generator, context.Context) (uuid.UUID, error)) {
	var seed [32]byte
	binary.LittleEndian.PutUint64(seed[:], r.Uint64())
	source := rand.NewChaCha8(seed)
	g := &generator.Generator{Clock: clock, Rand: few{source, l.Bits}, MaxBack: -1, Overrun: generator.Fail}
	switch l.Version {
	case 1:
		return g, (*generator.Generator).NewV1
	case 4:
		return g, func(g *generator.Generator, _ context.Context) (uuid.UUID, error) { return g.NewV4() }
	case 6:
		return g, (*generator.Generator).NewV6
	}
	g.Rand, g.GuardBits, g.MaxStep = source, 62-l.Bits, 1<<(l.Bits/2) // 62 bits have steps of 2^32
	return g, (*generator.Generator).NewV7
}

// few has some random bits of 16 bytes: the first that are neither version nor variant, in each version.
type few struct {
	*rand.ChaCha8
	bits int
}

func (f few) Read(p []byte) (int, error) {
	n, err := f.ChaCha8.Read(p)
	for i := 0; i+16 <= n; i += 16 {
		word := binary.BigEndian.Uint64(p[i:]) << 2 >> 2
		clear(p[i : i+16])
		binary.BigEndian.PutUint64(p[i:], word>>(62-f.bits)<<(62-f.bits))
	}
	return n, err
}

// Simulations are loads so small, with so few bits, that ids repeat.
func Simulations() []Load {
	const s = time.Second
	return []Load{
		{4, 24, 100, 100, 10 * s, Spread, 0, false},
		{7, 5, 50, 2000, 10 * s, Spread, 0, false},
		{7, 5, 50, 2000, 10 * s, Spread, off, false},
		{7, 5, 50, 2000, 10 * s, Spread, off, true},
		{7, 14, 100, 100, 10 * s, Together, 0, false},
		{7, 10, 100, 100, 10 * s, Together, time.Microsecond, false},
		{7, 17, 100, 100, s, Standing, 0, false},
		{6, 3, 50, 2000, 10 * s, Spread, off, false},
		{6, 9, 100, 100, 10 * s, Together, time.Microsecond, false},
		{6, 14, 100, 1000, s, Standing, 0, false},
		{1, 5, 50, 2000, 10 * s, Spread, off, false},
	}
}

// Curves are three loads of version 7, each with several numbers of random bits, for the picture.
func Curves() (all []Load) {
	for _, c := range []Load{
		{7, 2, 50, 2000, 10 * time.Second, Spread, off, false},
		{7, 5, 100, 100, 10 * time.Second, Together, time.Microsecond, false},
		{7, 17, 100, 100, time.Second, Standing, 0, false},
	} {
		for range 5 {
			all = append(all, c)
			c.Bits += map[When]int{Spread: 1, Together: 2, Standing: 1}[c.When]
		}
	}
	return all
}

// Clocks says when the ids are made, and how wrong the clocks are.
func (l Load) Clocks() string {
	switch {
	case l.Version == 4:
		return "any"
	case l.When == Standing:
		return string(l.When)
	case l.Stepped:
		return fmt.Sprintf("%s, clocks set each second, off by up to %v", l.When, l.Off)
	case l.Off > 0:
		return fmt.Sprintf("%s, clocks off by up to %v", l.When, l.Off)
	}
	return string(l.When) + ", exact clocks"
}

// Simulated is what a simulation has seen.
type Simulated struct {
	Load
	Seen int // pairs of equal ids
}

// SimulationTable returns the table of what was simulated.
func (r Results) SimulationTable() string {
	table := "| version | random bits | ids | made | repeats by the formula | seen |\n|---|---:|---:|---|---:|---:|\n"
	for _, s := range r.Simulated {
		table += fmt.Sprintf("| %d | %d | %.0f | %s | %.0f | %d |\n", s.Version, s.Bits, float64(s.Machines)*s.each(), s.Clocks(), s.Expected(), s.Seen)
	}
	return table
}

// Bits are the random bits of each version, of NewV1 those that processes have for all of their ids.
var Bits = map[int]int{1: 61, 4: 122, 6: 61, 7: 62}

// Year is 10,000 machines in a year, or, with clocks that stand, in a minute.
func Year(version int, when When, off time.Duration) Load {
	l := Load{version, Bits[version], 10_000, 100, 365 * 24 * time.Hour, when, off, false}
	if when == Standing {
		l.Span = time.Minute
	}
	return l
}

// YearTable returns the table of the odds for 10,000 machines.
func YearTable() string {
	table := "| version, random bits | a year: ids at any time, clocks off by up to 5 s | a year: all machines at the same instants, clocks within 5 ms | the same, clocks within 1 µs | a minute: all clocks stand still, at the same time |\n|---|---|---|---|---|\n"
	for _, version := range []int{4, 7, 6, 1} {
		name := fmt.Sprintf("%d, %d bits", version, Bits[version])
		switch version {
		case 7:
			name += " for each 244 ns"
		case 6:
			name += " for each 100 ns"
		case 1:
			name += " for a process"
		}
		table += "| " + name
		for _, l := range []Load{
			Year(version, Spread, off), Year(version, Together, 5*time.Millisecond),
			Year(version, Together, time.Microsecond), Year(version, Standing, 0),
		} {
			table += " | " + oneIn(l.Odds())
		}
		table += " |\n"
	}
	return table
}

// oneIn returns a small number as "1 in", to two digits.
func oneIn(p float64) string {
	switch n := 1 / p; {
	case n < 1e6:
		digits := math.Pow(10, math.Floor(math.Log10(n))-1)
		return fmt.Sprintf("1 in %.0f", math.Round(n/digits)*digits)
	case n < 1e9:
		return fmt.Sprintf("1 in %.2g million", n/1e6)
	default:
		return fmt.Sprintf("1 in 10^%.0f", math.Floor(math.Log10(n)))
	}
}

package meaning

import (
	"math"
	"slices"
)

// A memo has the results of searches that use each other's. Functions that call each other make them use
// their own: such searches are repeated together until they find no more.
type memo[K, V comparable] struct {
	searches map[K]*search[V]
	open     int          // how many searches are not at their end
	lowest   int          // the first of those whose result is used too early
	waiting  []*search[V] // for it
	grew     bool
}

type search[V comparable] struct {
	found  []V
	has    map[V]bool
	begun  bool
	lowest int // the first open search that its result depends on
}

// of returns the result for k, which find finds.
func (m *memo[K, V]) of(k K, find func() []V) []V {
	if m.searches == nil {
		m.searches = map[K]*search[V]{}
	}
	s := m.searches[k]
	if s == nil {
		s = &search[V]{has: map[V]bool{}}
		m.searches[k] = s
	}
	if s.begun {
		m.lowest = min(m.lowest, s.lowest)
		return slices.Clip(s.found)
	}
	outer, from := m.lowest, len(m.waiting)
	m.open++
	for again := true; again; {
		before := m.grew
		s.begun, s.lowest, m.lowest, m.grew = true, m.open, math.MaxInt, false
		for _, v := range find() {
			if !s.has[v] {
				s.found, s.has[v], m.grew = append(s.found, v), true, true
			}
		}
		again = m.lowest == m.open && m.grew
		s.lowest = m.lowest
		switch m.waiting = append(m.waiting, s); {
		case again:
			for _, w := range m.waiting[from:] {
				w.begun = false
			}
			m.waiting = m.waiting[:from]
		case m.lowest >= m.open: // all that they need is found
			for _, w := range m.waiting[from:] {
				w.lowest = math.MaxInt
			}
			m.waiting = m.waiting[:from]
		}
		m.grew = m.grew || before
	}
	m.open--
	m.lowest = min(outer, s.lowest)
	return slices.Clip(s.found)
}

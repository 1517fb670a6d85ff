package generator

import (
	"context"
	"sync"
	"time"

	"github.com/uuidkit/uuidkit/internal/gen"
)

// A Store keeps a [State] over restarts (RFC 9562, section 6.3), for all the
// Generators, of any process, that make UUIDs of one node. A Generator uses it
// for its first UUID, then every ten seconds or so, and when the clock was set
// back. Meanwhile its other methods wait.
type Store interface {
	// Update gives f what was kept last, or the zero State if there is none,
	// and keeps what f returns. What it keeps must be safe when it returns, and
	// nobody else's Update may come between the two. It may call f again, if
	// what f returned can't be kept at first; it returns an error if it was not
	// kept.
	Update(ctx context.Context, f func(State) State) error
}

// A State is what a [Store] keeps: no UUID of this node and clock sequence has
// this time or a later one. Time is a whole second, in the near future, so that
// there is no need to update it for each UUID.
type State struct {
	Time     time.Time
	Node     [6]byte
	ClockSeq uint16
}

// update returns the Update of s in terms of package gen.
func update(s Store) func(context.Context, func(gen.State) gen.State) error {
	if s == nil {
		return nil
	}
	return func(ctx context.Context, f func(gen.State) gen.State) error {
		return s.Update(ctx, func(kept State) State { return State(f(gen.State(kept))) })
	}
}

// A MemoryStore is a [Store] that lasts as long as the process. Its zero value
// is empty. Generators that share one make different UUIDs of versions 1 and 6,
// even if they have the same Node: each takes a clock sequence of its own, and
// another one when its clock was set back. There are 16384, and then they repeat.
type MemoryStore struct {
	mu    sync.Mutex
	state State
}

// Update implements [Store]. It returns no error.
func (m *MemoryStore) Update(_ context.Context, f func(State) State) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.state = f(m.state)
	return nil
}

package generator

import (
	"context"
	"fmt"
	"sync"

	"github.com/uuidkit/uuidkit/internal/gen"
)

// A Store keeps a [State] across restarts (RFC 9562, section 6.3). All Generators of the
// same Node share it, also those of other processes, and so do all that have no Node: use
// a [FileStore], or keep the State in a row of a database. A Generator returns an error if
// the State belongs to another Node.
//
// A Generator calls it for the first UUID of version 1, or of version 6 with a Node, then
// about every ten seconds, and when the clock is set back by more than MaxBack.
type Store interface {
	// Update calls f with the State that it keeps, or the zero State if there is none,
	// and keeps what f returns. It must be atomic: no other Update comes between. When
	// it returns, the State must be on stable storage. If it cannot keep the State, it may
	// call f again, or return an error. If f returns the State that it got, and that is
	// stored, Update need not write it.
	//
	// Update should return when ctx ends. Whoever makes a UUID does not wait longer, but
	// the Store is not asked again before Update has returned.
	Update(ctx context.Context, f func(State) State) error
}

// A State says which UUIDs of a node may exist: which of the 16384 clock sequences the
// Generators have taken, and up to which time. It includes ten seconds that they have
// reserved, so that not every UUID needs an update. The zero State means no UUIDs.
//
// A State has a version and a checksum: a Generator returns an error if it is damaged.
//
// To keep it in a column of bytes, write what MarshalBinary returns, and read it with
// UnmarshalBinary. https://github.com/uuidkit/uuidkit/blob/main/docs/generator.md has such a
// Store.
type State gen.State

// MarshalBinary implements [encoding.BinaryMarshaler] with 296 bytes, or none for the zero
// State. The error is always nil.
func (s State) MarshalBinary() ([]byte, error) {
	if s == (State{}) {
		return []byte{}, nil
	}
	return s[:], nil
}

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It reads what MarshalBinary
// writes. Damaged bytes are an error, and leave s unchanged.
func (s *State) UnmarshalBinary(b []byte) error {
	var read State
	if len(b) > 0 {
		var err error
		if read, err = decode(b); err != nil {
			return fmt.Errorf("generator.State.UnmarshalBinary: %w", err)
		}
	}
	*s = read
	return nil
}

// decode returns the State of 296 bytes.
func decode(b []byte) (s State, err error) {
	if len(b) != len(s) {
		return s, gen.Damaged("its length is not %d bytes", len(s))
	}
	s = State(b)
	return s, gen.State(s).Check()
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

// A MemoryStore is a [Store] for the Generators of one process and one Node. The zero
// value is empty. The Generators make different UUIDs of versions 1 and 6: each takes a
// clock sequence of its own, and a new one when its clock is set back.
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

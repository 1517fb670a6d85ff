// Package uuidtest makes UUIDs for tests: the same ones in every run.
//
//	uuidtest.ID(7)            // 00000000-0000-7000-8000-000000000007
//	var ids uuidtest.Sequence // its Next returns ID(1), ID(2), ...
//	g := uuidtest.New(1)      // a Generator that looks like a real one
//
// They are easy to guess, and so have no place outside tests.
package uuidtest

import (
	"math/rand/v2"
	"sync/atomic"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/generator"
)

// ID returns the version 7 UUID that ends in the 62 low bits of n, with the
// time of 1970-01-01T00:00:00Z. IDs sort by their number.
func ID(n uint64) uuid.UUID {
	return uuid.FromUint128(7<<12, n&(1<<62-1)|1<<63)
}

// A Sequence makes the UUIDs of [ID] from ID(1) on. Its zero value is ready to
// use, by many goroutines together.
type Sequence struct{ n atomic.Uint64 }

// Next returns the next UUID, which is greater than those before.
func (s *Sequence) Next() uuid.UUID { return ID(s.n.Add(1)) }

// New returns a Generator whose UUIDs depend on seed alone, for code under test
// that is given its Generator. Its clock begins at 2000-01-01T00:00:00Z and
// goes on by a millisecond with each UUID of version 1, 6 or 7. If goroutines
// share it, the UUIDs are the same together, but each may get another.
func New(seed uint64) *generator.Generator {
	t := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).Add(-time.Millisecond)
	var key [32]byte
	for i := range 8 {
		key[i] = byte(seed >> (8 * i))
	}
	return &generator.Generator{
		Clock: func() time.Time {
			t = t.Add(time.Millisecond)
			return t
		},
		Rand: rand.NewChaCha8(key),
	}
}

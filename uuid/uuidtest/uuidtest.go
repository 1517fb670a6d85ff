// Package uuidtest returns UUIDs for tests: the same ones in every run.
//
//	uuidtest.ID(7)            // 00000000-0000-7000-8000-000000000007
//	var ids uuidtest.Sequence // ids.Next() returns ID(1), ID(2), ...
//	g := uuidtest.New(1)      // a generator.Generator whose UUIDs look like real ones
//
// Anyone can guess these UUIDs: do not use them outside of tests.
package uuidtest

// For contributors: a number and its UUID is a row of TestID in uuidtest_test.go.

import (
	"math/rand/v2"
	"sync/atomic"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/generator"
)

// ID returns a version 7 UUID of 1970-01-01T00:00:00Z that ends in the 62 low bits of n.
// IDs sort by their number.
func ID(n uint64) uuid.UUID {
	return uuid.FromUint128(7<<12, n&(1<<62-1)|1<<63)
}

// A Sequence returns the UUIDs of [ID], beginning with ID(1). The zero value is ready to
// use. Goroutines may share it.
type Sequence struct{ n atomic.Uint64 }

// Next returns the next UUID, which is greater than those before.
func (s *Sequence) Next() uuid.UUID { return ID(s.n.Add(1)) }

// New returns a Generator for code that takes one. Its UUIDs depend on seed alone, and on
// the order in which it makes those of different versions. Its clock begins at
// 2000-01-01T00:00:00Z and goes on by a millisecond with each UUID of version 1, 6 or 7. If
// goroutines share it and make one version, its UUIDs are the same in every run, but not
// which goroutine gets which. Goroutines that make several versions need a Generator each.
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

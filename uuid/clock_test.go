//go:build go1.25

package uuid_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

// TestNewV7Clock does the same to NewV7 itself.
func TestNewV7Clock(t *testing.T) {
	at := func(offset time.Duration, f func()) {
		synctest.Test(t, func(*testing.T) {
			time.Sleep(offset)
			f()
		})
	}
	var last uuid.UUID
	ordered := func(n int, wantMillis int64) {
		for range n {
			u := uuid.NewV7()
			if u.Compare(last) <= 0 || millis(u) != wantMillis {
				t.Fatalf("%v after %v, want more, at %d ms", u, last, wantMillis)
			}
			last = u
		}
	}
	start := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Hour).UnixMilli()
	// The clock stands: at a tick each, these would run 24 ms ahead of it.
	at(time.Hour, func() { ordered(100_000, start) })
	at(time.Hour-10*time.Millisecond, func() { ordered(1000, start) })
	at(time.Hour-999*time.Millisecond, func() { ordered(1000, start) })
	at(time.Hour+time.Millisecond, func() { ordered(1000, start+1) })
	last = uuid.Nil()
	at(0, func() { ordered(1000, start-time.Hour.Milliseconds()) })
}

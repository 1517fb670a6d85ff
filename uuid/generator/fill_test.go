package generator_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/generator"
)

func TestFillV4(t *testing.T) {
	t.Run("of the Generator's own randomness", func(t *testing.T) {
		ids := make([]uuid.UUID, 100)
		if err := (&generator.Generator{Rand: fixed()}).FillV4(ids); err != nil {
			t.Fatal(err)
		}
		g := generator.Generator{Rand: fixed()}
		for i, u := range ids {
			if want, err := g.NewV4(); u != want || err != nil {
				t.Fatalf("%d: got %v, want %v, %v", i, u, want, err)
			}
		}
	})
}

func TestFillV7(t *testing.T) {
	t.Run("at most a millisecond ahead, even if the clock stands", func(t *testing.T) {
		n := 10_000_000
		if testing.Short() {
			n = 100_000
		}
		ids := make([]uuid.UUID, n)
		c := newClock()
		g := generator.Generator{Clock: c.now}
		if err := g.FillV7(t.Context(), ids); err != nil {
			t.Fatal(err)
		}
		var last uuid.UUID
		for i, u := range ids {
			if u.Compare(last) <= 0 {
				t.Fatalf("%d: %v after %v", i, u, last)
			}
			last = u
		}
		if start := ticks(c.t); tick(last) >= start+4096 {
			t.Errorf("the last of %d is of tick %#x, want less than a millisecond after %#x", n, tick(last), start)
		}
	})
	t.Run("every method at the system's clock", func(t *testing.T) {
		for _, m := range methods {
			for _, policy := range []generator.Policy{generator.Wait, generator.Fail} {
				// Method3 fills its ticks, and the clock makes new ones.
				g := generator.Generator{Method: m.method, Overrun: policy}
				ids := make([]uuid.UUID, 3000)
				if err := g.FillV7(t.Context(), ids); err != nil {
					t.Fatalf("%s: %v", m.name, err)
				}
				if !slices.IsSortedFunc(ids, uuid.UUID.Compare) || ids[0] == uuid.Nil() {
					t.Errorf("%s: not in order", m.name)
				}
				if ahead := millis(ids[len(ids)-1]) - time.Now().UnixMilli(); ahead > 1 {
					t.Errorf("%s: %d ms ahead, want 1 at most", m.name, ahead)
				}
			}
		}
	})
	t.Run("look at the clock before failing", func(t *testing.T) {
		// A tick has room for one UUID, and each look at the clock is a new tick.
		c := newClock()
		looks := 0
		g := generator.Generator{Method: generator.Method3, MaxAhead: -1, Overrun: generator.Fail, Clock: func() time.Time {
			looks++
			c.add(time.Microsecond)
			return c.t
		}}
		ids := make([]uuid.UUID, 1000)
		if err := g.FillV7(t.Context(), ids); err != nil || looks != len(ids) {
			t.Errorf("got %v after %d looks, want nil after %d", err, looks, len(ids))
		}
		for i, u := range ids {
			if want := ticks(epoch.Add(time.Duration(i+1) * time.Microsecond)); tick(u) != want {
				t.Fatalf("%d: %v is of tick %#x, want %#x", i, u, tick(u), want)
			}
		}
	})
	t.Run("fail, and leave nothing", func(t *testing.T) {
		g := generator.Generator{Method: generator.Method3, MaxAhead: -1, Overrun: generator.Fail, Clock: newClock().now}
		ids := slices.Repeat([]uuid.UUID{uuid.Max()}, 1000)
		if err := g.FillV7(t.Context(), ids); err == nil || !strings.HasPrefix(err.Error(), "generator.FillV7: more UUIDs") {
			t.Errorf("got %v, want ErrOverrun", err)
		}
		if !slices.Equal(ids, make([]uuid.UUID, 1000)) {
			t.Errorf("got %v, want Nil UUIDs", ids[:3])
		}
	})
}

// A steppingClock goes on by a microsecond with each look at it, and is set back by back
// with look number look, or with every look-th.
type steppingClock struct {
	back  time.Duration
	look  int
	every bool

	follow bool // as the Generator does
	looks  int
	t      time.Time
	latest time.Time
	steps  int // back, by more than MaxBack
}

func (c *steppingClock) now() time.Time {
	c.looks++
	c.t = c.t.Add(time.Microsecond)
	if c.looks == c.look || c.every && c.looks%c.look == 0 {
		c.t = c.t.Add(-c.back)
	}
	beyond := c.latest.Sub(c.t) > time.Second
	if beyond {
		c.steps++
	}
	if beyond && c.follow || c.latest.Before(c.t) {
		c.latest = c.t
	}
	return c.t
}

// TestFillV7Rollback sets the clock back while a batch is made: the batch is in order, or
// an error.
func TestFillV7Rollback(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel() // not to wait
	check := func(t *testing.T, g *generator.Generator, c *steppingClock, n int) error {
		c.follow = g.Rollback == 0 || g.Rollback == generator.Follow
		c.t, c.latest = epoch, epoch
		g.Clock, g.MaxAhead = c.now, time.Hour
		first := newV7(t, g)
		ids := slices.Repeat([]uuid.UUID{uuid.Max()}, n)
		if err := g.FillV7(gone, ids); err != nil {
			if !errors.Is(err, generator.ErrRollback) || !slices.Equal(ids, make([]uuid.UUID, n)) {
				return fmt.Errorf("%w and %v, want ErrRollback and Nil UUIDs", err, ids[0])
			}
			if c.steps == 0 || c.follow && c.steps < 3 {
				return fmt.Errorf("%w after %d steps", err, c.steps)
			}
			return nil
		}
		if c.steps > 0 && !c.follow {
			return errors.New("no error")
		}
		last := first
		if c.steps > 0 {
			last = uuid.Nil()
		}
		if !c.every && c.looks > c.look { // what comes next knows of what was before
			ids = append(ids, newV7(t, g))
		}
		for i, u := range ids {
			if u.Compare(last) <= 0 || u.Version() != 7 {
				return fmt.Errorf("%d: %v after %v", i, u, last)
			}
			last = u
		}
		return nil
	}
	sizes := []int{1, 2, 3, 255, 256, 257, 2000} // around the looks at the clock
	if testing.Short() {
		sizes = nil // in one goroutine, which is long with the race detector
	}
	for _, m := range methods {
		for _, policy := range []generator.Policy{0, generator.Follow, generator.Wait, generator.Fail} {
			for name, rand := range map[string]io.Reader{"crypto/rand": nil, "ones": ones, "random": fixed()} {
				t.Run(fmt.Sprintf("%s, policy %d, %s", m.name, policy, name), func(t *testing.T) {
					for _, n := range sizes {
						for _, back := range []time.Duration{1, 500 * time.Millisecond, time.Hour} {
							for _, look := range []int{2, 3, 4, 7, 50} {
								for _, every := range []bool{false, true} {
									g := &generator.Generator{Method: m.method, Rollback: policy, Rand: rand}
									if err := check(t, g, &steppingClock{back: back, look: look, every: every}, n); err != nil {
										t.Errorf("batch of %d, back by %v at look %d, every time: %v: %v", n, back, look, every, err)
									}
								}
							}
						}
					}
				})
			}
		}
	}
	t.Run("among goroutines", func(t *testing.T) {
		c, looks := newClock(), 0
		g := generator.Generator{Clock: func() time.Time {
			if looks++; looks%500 == 0 {
				c.add(-time.Hour)
			}
			c.add(time.Microsecond)
			return c.t
		}}
		batches := 20
		if testing.Short() {
			batches = 5
		}
		var wg sync.WaitGroup
		for range 4 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				ids := make([]uuid.UUID, 20_000) // 79 looks
				for range batches {
					switch err := g.FillV7(t.Context(), ids); {
					case errors.Is(err, generator.ErrRollback):
					case err != nil:
						t.Error(err)
					case !slices.IsSortedFunc(ids, uuid.UUID.Compare) || len(slices.Compact(ids)) < len(ids):
						t.Error("a batch is not in order")
					}
				}
			}()
		}
		wg.Wait()
	})
}

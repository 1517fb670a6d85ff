//go:build go1.25

package generator_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/generator"
)

// TestGeneratorWait has more UUIDs than the clock has room for, or sets it back, and
// the policy is to wait.
func TestGeneratorWait(t *testing.T) {
	t.Run("wait until the context ends", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			g := narrow() // its clock stands
			for range room {
				newV7(t, g)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			start := time.Now()
			u, err := g.NewV7(ctx)
			if !errors.Is(err, generator.ErrOverrun) || !errors.Is(err, context.DeadlineExceeded) || u != uuid.Nil() {
				t.Errorf("got %v, %v; want both errors", u, err)
			}
			if waited := time.Since(start); waited != time.Second {
				t.Errorf("waited %v, want a second", waited)
			}
			ids := slices.Repeat([]uuid.UUID{uuid.Max()}, 10)
			ctx, cancelCause := context.WithCancelCause(t.Context())
			gone := errors.New("gone")
			cancelCause(gone)
			if err := g.FillV7(ctx, ids); !errors.Is(err, gone) || !slices.Equal(ids, make([]uuid.UUID, 10)) {
				t.Errorf("got %v, %v", ids, err)
			}
		})
	})
	t.Run("wait for the next tick", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			g := generator.Generator{Method: generator.Method1, CounterBits: 12, Rand: ones, Clock: time.Now}
			start := time.Now()
			var last uuid.UUID
			for range 5 * room {
				u := newV7(t, &g)
				if u.Compare(last) <= 0 {
					t.Fatalf("%v after %v", u, last)
				}
				if now := time.Now().UnixMilli(); millis(u) != now {
					t.Fatalf("%v is of %d ms, want %d", u, millis(u), now)
				}
				last = u
			}
			if took := time.Since(start); took != 4*time.Millisecond {
				t.Errorf("5 times %d UUIDs took %v, want 4 ms", room, took)
			}
		})
	})
	for _, m := range newers[2:] { // versions 6 and 7
		t.Run("wait beyond it "+m.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var back time.Duration
				g := generator.Generator{Clock: func() time.Time { return time.Now().Add(-back) }, Rollback: generator.Wait}
				last, err := m.new(&g, t.Context())
				if err != nil {
					t.Fatal(err)
				}
				back = time.Minute
				start := time.Now()
				u, err := m.new(&g, t.Context())
				if err != nil || u.Compare(last) <= 0 {
					t.Errorf("%v after %v: %v", u, last, err)
				}
				if waited := time.Since(start); waited < 59*time.Second || waited > 59*time.Second+20*time.Millisecond {
					t.Errorf("waited %v, want 59 s", waited)
				}
				back = time.Hour
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				if u, err := m.new(&g, ctx); !errors.Is(err, generator.ErrRollback) || !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("got %v, %v; want both errors", u, err)
				}
			})
		})
	}
}

//go:build go1.25

package generator_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/generator"
)

// blocked is a Store that answers when it is told, whatever the context.
type blocked struct {
	spy
	asked, answer chan bool
}

func newBlocked() *blocked { return &blocked{asked: make(chan bool, 10), answer: make(chan bool, 10)} }

func (b *blocked) Update(ctx context.Context, decide func(generator.State) generator.State) error {
	b.asked <- true
	<-b.answer
	return b.spy.Update(ctx, decide)
}

// users are the versions that use a Store.
var users = []struct {
	newer
	node [6]byte
}{{newers[0], [6]byte{}}, {newers[0], [6]byte{1}}, {newers[2], [6]byte{1}}}

// TestBlockedStore: a Store that does not answer holds up versions 1 and 6 with a Node,
// and them only until their contexts end. The clock of synctest stands while anything
// runs, or waits for a lock.
func TestBlockedStore(t *testing.T) {
	const asked = 50 * time.Millisecond
	for _, m := range users {
		t.Run(m.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newBlocked()
				g := &generator.Generator{Clock: time.Now, Rand: fixed(), Node: m.node, Store: s}
				ends := func(who string, d time.Duration) {
					ctx, cancel := context.WithTimeoutCause(t.Context(), d, errGone)
					defer cancel()
					start := time.Now()
					u, err := m.new(g, ctx)
					if !errors.Is(err, errGone) || u != uuid.Nil() || time.Since(start) != d {
						t.Errorf("%s: got %v, %v after %v, want %v after %v", who, u, err, time.Since(start), errGone, d)
					}
				}
				ends("who asks the Store", asked)
				<-s.asked
				ends("who waits for that", asked)
				ends("who comes with a context that has ended", 0)
				for _, other := range newers {
					if other.name == "NewV1" || other.name == "NewV6" && m.node != [6]byte{} {
						continue
					}
					if _, err := other.new(g, t.Context()); err != nil {
						t.Errorf("%s: %v", other.name, err)
					}
				}
				ids := make([]uuid.UUID, 300)
				if err := errors.Join(g.FillV4(ids), g.FillV7(t.Context(), ids)); err != nil {
					t.Error(err)
				}
				// The answer that nobody waits for is as good as another.
				got := make(chan uuid.UUID)
				go func() {
					u, err := m.new(g, t.Context())
					if err != nil {
						t.Error(err)
					}
					got <- u
				}()
				synctest.Wait()
				s.answer <- true
				u := <-got
				v, err := m.new(g, t.Context())
				if err != nil || s.updates != 1 || [8]byte(u[8:]) != [8]byte(v[8:]) || !at(v).After(at(u)) {
					t.Errorf("%v and %v, %v, after %d updates; want one, and both of its clock sequence", u, v, err, s.updates)
				}
			})
		})
	}
}

var errGone = errors.New("gone")

// obedient is a Store that fails when the context ends.
type obedient struct {
	spy
	answer chan bool
}

func (o *obedient) Update(ctx context.Context, decide func(generator.State) generator.State) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-o.answer:
		return o.spy.Update(ctx, decide)
	}
}

// TestStoreWaiters: the context of one ends, and the others ask the Store in its place.
func TestStoreWaiters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &obedient{answer: make(chan bool)}
		g := &generator.Generator{Store: s}
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, errGone)
		defer cancel()
		first := make(chan error)
		go func() {
			_, err := g.NewV1(ctx)
			first <- err
		}()
		synctest.Wait()
		const others = 10
		ids := make(chan uuid.UUID, others)
		for range others {
			go func() {
				u, err := g.NewV1(t.Context())
				if err != nil {
					t.Error(err)
				}
				ids <- u
			}()
		}
		if err := <-first; !errors.Is(err, errGone) {
			t.Errorf("got %v, want %v", err, errGone)
		}
		synctest.Wait()
		s.answer <- true
		seen := map[uuid.UUID]bool{}
		for range others {
			seen[<-ids] = true
		}
		if len(seen) != others || s.updates != 1 {
			t.Errorf("%d different UUIDs and %d updates, want %d and 1", len(seen), s.updates, others)
		}
	})
}

// updateFunc is a Store.
type updateFunc func(decide func(generator.State) generator.State) error

func (f updateFunc) Update(_ context.Context, decide func(generator.State) generator.State) error {
	return f(decide)
}

// TestStorePanics: a panic is the caller's, and the next call works.
func TestStorePanics(t *testing.T) {
	for name, ctx := range map[string]context.Context{"with an end": t.Context(), "without an end": context.Background()} {
		var memory generator.MemoryStore
		panics := true
		g := &generator.Generator{Store: updateFunc(func(decide func(generator.State) generator.State) error {
			if panics {
				panic(errGone)
			}
			return memory.Update(t.Context(), decide)
		})}
		func() {
			defer func() {
				if got := recover(); got != errGone {
					t.Errorf("a context %s: panics with %v, want %v", name, got, errGone)
				}
			}()
			g.NewV1(ctx)
		}()
		panics = false
		newV1(t, g)
	}
	g := &generator.Generator{Store: updateFunc(func(func(generator.State) generator.State) error {
		runtime.Goexit()
		return nil
	})}
	if u, err := g.NewV1(t.Context()); err == nil || u != uuid.Nil() {
		t.Errorf("a Store that ends its goroutine: got %v, %v; want an error", u, err)
	}
	g = &generator.Generator{Node: [6]byte{1}, Store: updateFunc(func(func(generator.State) generator.State) error { return nil })}
	if u, err := g.NewV1(t.Context()); err == nil || u != uuid.Nil() {
		t.Errorf("a Store that does nothing: got %v, %v; want an error", u, err)
	}
}

// slow is a source of randomness that is slow to begin.
type slow struct{ asked, answer chan bool }

func (s slow) Read(b []byte) (int, error) {
	s.asked <- true
	<-s.answer
	return zeros.Read(b)
}

// TestBubbles: without a Store goroutines in and out of a bubble share a Generator, as those of a process
// share uuid.NewV1. One that waited for a channel of a bubble from outside would end the process.
func TestBubbles(t *testing.T) {
	for _, m := range users {
		s := slow{make(chan bool, 10), make(chan bool)}
		g := &generator.Generator{Rand: s, Node: m.node}
		var inside, outside uuid.UUID
		done := make(chan error)
		go func() {
			<-s.asked // in the bubble
			time.AfterFunc(10*time.Millisecond, func() { close(s.answer) })
			var err error
			outside, err = m.new(g, context.Background())
			done <- err
		}()
		synctest.Test(t, func(t *testing.T) {
			var err error
			if inside, err = m.new(g, context.Background()); err != nil {
				t.Error(err)
			}
		})
		if err := <-done; err != nil || inside == outside {
			t.Errorf("%s: got %v in a bubble, and %v, %v out of it", m.name, inside, outside, err)
		}
	}
}

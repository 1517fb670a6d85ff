//go:build go1.26

package uuid_test

import (
	"context"
	"crypto/aes"
	"crypto/fips140"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
)

// lengths of batches: around where key streams begin, and around what is made
// between two looks at the clock.
var lengths = []int{0, 1, 2, 3, 4, 31, 32, 33, 255, 256, 257, 1000, 100_000}

func TestFillV4(t *testing.T) {
	t.Run("unique", func(t *testing.T) {
		seen := map[uuid.UUID]bool{}
		for _, n := range lengths {
			ids := make([]uuid.UUID, n)
			uuid.FillV4(ids)
			for _, u := range ids {
				if seen[u] || u.Version() != 4 || u.Variant() != uuid.VariantRFC9562 {
					t.Fatalf("%d: %v: seen %v", n, u, seen[u])
				}
				seen[u] = true
			}
		}
	})
	t.Run("of the Generator's own randomness", func(t *testing.T) {
		ids := make([]uuid.UUID, 100)
		if err := (&uuid.Generator{Rand: fixed()}).FillV4(ids); err != nil {
			t.Fatal(err)
		}
		g := uuid.Generator{Rand: fixed()}
		for i, u := range ids {
			if want, err := g.NewV4(); u != want || err != nil {
				t.Fatalf("%d: got %v, want %v, %v", i, u, want, err)
			}
		}
	})
}

func TestFillV7(t *testing.T) {
	t.Run("in order, of the time of their making", func(t *testing.T) {
		last := uuid.NewV7()
		for _, n := range append(lengths, 10_000_000) {
			if n > 1_000_000 && testing.Short() {
				continue
			}
			ids := make([]uuid.UUID, n)
			start := time.Now().UnixMilli()
			uuid.FillV7(ids)
			end := time.Now().UnixMilli()
			for i, u := range ids {
				if u.Compare(last) <= 0 || u.Version() != 7 || u.Variant() != uuid.VariantRFC9562 {
					t.Fatalf("%d of %d: %v after %v", i, n, u, last)
				}
				if at := millis(u); at < start || at > end+1 {
					t.Fatalf("%d of %d: %v is of %d ms, made between %d and %d", i, n, u, at, start, end)
				}
				last = u
			}
			if n > 1_000_000 && end-start > 50 && millis(ids[n/2]) == millis(ids[0]) {
				t.Errorf("half of %d UUIDs, made in %d ms, have the same time", n, end-start)
			}
			if u := uuid.NewV7(); u.Compare(last) <= 0 {
				t.Fatalf("%v after %d: %v", u, n, last)
			} else {
				last = u
			}
		}
	})
	t.Run("at most a millisecond ahead, even if the clock stands", func(t *testing.T) {
		n := 10_000_000
		if testing.Short() {
			n = 1_000_000
		}
		ids := make([]uuid.UUID, n)
		synctest.Test(t, func(t *testing.T) { // nothing in it makes the clock go
			var g uuid.Generator
			start := uuid.Ticks(time.Now())
			if err := g.FillV7(context.Background(), ids); err != nil {
				t.Fatal(err)
			}
			var last uuid.UUID
			for i, u := range ids {
				if u.Compare(last) <= 0 {
					t.Fatalf("%d: %v after %v", i, u, last)
				}
				last = u
			}
			if now := uuid.Ticks(time.Now()); now != start || tick(last) >= start+4096 {
				t.Errorf("the last of %d is of tick %#x, want less than a millisecond after %#x, %#x", n, tick(last), start, now)
			}
		})
	})
	t.Run("every method at the system's clock", func(t *testing.T) {
		for _, m := range methods {
			for _, policy := range []uuid.Policy{uuid.Wait, uuid.Fail} {
				// Method3 fills its ticks, and the clock makes new ones.
				g := uuid.Generator{Method: m.method, Overrun: policy}
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
		g := uuid.Generator{Method: uuid.Method3, MaxAhead: -1, Overrun: uuid.Fail, Clock: func() time.Time {
			looks++
			c.add(time.Microsecond)
			return c.t
		}}
		ids := make([]uuid.UUID, 1000)
		if err := g.FillV7(t.Context(), ids); err != nil || looks != len(ids) {
			t.Errorf("got %v after %d looks, want nil after %d", err, looks, len(ids))
		}
		for i, u := range ids {
			if want := uuid.Ticks(epoch.Add(time.Duration(i+1) * time.Microsecond)); tick(u) != want {
				t.Fatalf("%d: %v is of tick %#x, want %#x", i, u, tick(u), want)
			}
		}
	})
	t.Run("fail, and leave nothing", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			g := uuid.Generator{Method: uuid.Method3, MaxAhead: -1, Overrun: uuid.Fail}
			ids := slices.Repeat([]uuid.UUID{uuid.Max()}, 1000)
			if err := g.FillV7(t.Context(), ids); err == nil || !strings.HasPrefix(err.Error(), "uuid.Generator.FillV7: more UUIDs") {
				t.Errorf("got %v, want ErrOverrun", err)
			}
			if !slices.Equal(ids, make([]uuid.UUID, 1000)) {
				t.Errorf("got %v, want Nil UUIDs", ids[:3])
			}
		})
	})
}

// TestFillV7Rollback sets the clock back at each look in turn that a batch takes
// at it: a batch is in order, or an error.
func TestFillV7Rollback(t *testing.T) {
	const hour = time.Hour
	gone, cancel := context.WithCancel(t.Context())
	cancel() // not to wait
	for _, m := range methods {
		for _, policy := range []uuid.Policy{0, uuid.Follow, uuid.Wait, uuid.Fail} {
			for _, source := range []io.Reader{nil, ones, fixed()} {
				for _, n := range []int{1, 2, 3, 255, 256, 257, 2000} {
					for _, back := range []time.Duration{1, 500 * time.Millisecond, hour} {
						for _, every := range []bool{false, true} { // once, or again and again
							for _, look := range []int{2, 3, 4, 7, 50} {
								name := fmt.Sprintf("%s, rollback policy %d, Rand %T, batch of %d, back by %v at look %d, every time: %v", m.name, policy, source, n, back, look, every)
								follow := policy == 0 || policy == uuid.Follow
								c, looks := newClock(), 0
								latest, stepped := c.t, 0 // by more than MaxBack
								g := uuid.Generator{Method: m.method, Rollback: policy, Rand: source, MaxAhead: hour, Clock: func() time.Time {
									looks++
									c.add(time.Microsecond)
									if looks == look || every && looks%look == 0 {
										c.add(-back)
									}
									if latest.Sub(c.t) > time.Second {
										stepped++
										if follow {
											latest = c.t
										}
									} else if latest.Before(c.t) {
										latest = c.t
									}
									return c.t
								}}
								first := newV7(t, &g)
								ids := slices.Repeat([]uuid.UUID{uuid.Max()}, n)
								err := g.FillV7(gone, ids)
								switch {
								case err == nil:
									for i, u := range ids {
										if i > 0 && u.Compare(ids[i-1]) <= 0 || u.Version() != 7 {
											t.Fatalf("%s: %d: %v after %v", name, i, u, ids[max(0, i-1)])
										}
									}
									if stepped == 0 && ids[0].Compare(first) <= 0 {
										t.Fatalf("%s: %v after %v", name, ids[0], first)
									}
									if stepped > 0 && !follow {
										t.Fatalf("%s: no error", name)
									}
								case !errors.Is(err, uuid.ErrRollback) || !slices.Equal(ids, make([]uuid.UUID, n)):
									t.Fatalf("%s: %v and %v, want ErrRollback and Nil UUIDs", name, err, ids[0])
								case stepped == 0, follow && stepped < 3:
									t.Fatalf("%s: %v", name, err)
								}
								// What comes next knows of what was before.
								if err == nil && looks > look && !every {
									if u := newV7(t, &g); u.Compare(ids[n-1]) <= 0 {
										t.Fatalf("%s: %v after %v", name, u, ids[n-1])
									}
								}
							}
						}
					}
				}
			}
		}
	}
	t.Run("among goroutines", func(t *testing.T) {
		c, looks := newClock(), 0
		g := uuid.Generator{Clock: func() time.Time {
			if looks++; looks%500 == 0 {
				c.add(-hour)
			}
			c.add(time.Microsecond)
			return c.t
		}}
		var wg sync.WaitGroup
		for range 4 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				ids := make([]uuid.UUID, 20_000) // 79 looks
				for range 20 {
					switch err := g.FillV7(t.Context(), ids); {
					case errors.Is(err, uuid.ErrRollback):
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

// TestFillStream has crypto/rand read as known bytes, from which the UUIDs of a
// batch follow: each is made of a block of its own.
func TestFillStream(t *testing.T) {
	if !uuid.FastAES || fips140.Enabled() {
		t.Skip("no key stream here")
	}
	system := rand.Reader
	defer func() { rand.Reader = system }()
	for _, source := range []func() io.Reader{fixed, func() io.Reader { return ones }} { // and one whose counter begins again at 0
		for _, n := range []int{32, 33, 256, 257, 1000} {
			key, counter := make([]byte, 16), make([]byte, 16)
			r := source()
			io.ReadFull(r, key)
			io.ReadFull(r, counter)
			block, err := aes.NewCipher(key)
			if err != nil {
				t.Fatal(err)
			}
			blocks := make([]uuid.UUID, n)
			for i := range blocks {
				block.Encrypt(blocks[i][:], counter)
				for j := 15; j >= 0; j-- {
					if counter[j]++; counter[j] != 0 {
						break
					}
				}
			}

			ids := slices.Repeat([]uuid.UUID{vectors.Other}, n) // of which nothing is left
			rand.Reader = source()
			uuid.FillV4(ids)
			for i, u := range ids {
				if want := ofVersion(blocks[i], 4); u != want {
					t.Fatalf("FillV4: %d of %d is %v, want %v", i, n, u, want)
				}
			}

			rand.Reader = source()
			g := uuid.Generator{Clock: newClock().now}
			if err := g.FillV7(t.Context(), ids); err != nil {
				t.Fatal(err)
			}
			var want uint64
			for i, u := range ids {
				hi, _ := blocks[i].Uint128()
				if want += hi>>32 + 1; i == 0 {
					want = hi & uuid.MaxTail
				}
				if tail(u) != want {
					t.Fatalf("FillV7: %d of %d is %v, want a tail of %#x", i, n, u, want)
				}
			}
		}
	}
}

// TestRandomness counts what is read from crypto/rand, in processes of its own
// with and without FIPS 140-3 mode.
func TestRandomness(t *testing.T) {
	const variable = "UUIDKIT_TEST_RANDOMNESS"
	if os.Getenv(variable) != "" {
		r := &reads{Reader: rand.Reader}
		rand.Reader = r
		ids := make([]uuid.UUID, 1000)
		var got []string
		for _, test := range []struct {
			name string
			f    func()
		}{
			{"NewV1", func() { uuid.NewV1() }}, // at the start
			{"NewV1 again", func() { uuid.NewV1() }},
			{"NewV4", func() { uuid.NewV4() }},
			{"NewV6", func() { uuid.NewV6() }},
			{"NewV7", func() { uuid.NewV7() }},
			{"V1At", func() { uuid.V1At(epoch) }},
			{"V6At", func() { uuid.V6At(epoch) }},
			{"V7At", func() { uuid.V7At(epoch) }},
			{"FillV4", func() { uuid.FillV4(ids) }},
			{"FillV7", func() { uuid.FillV7(ids) }},
		} {
			before := r.n
			test.f()
			got = append(got, fmt.Sprintf("%s %d", test.name, r.n-before))
		}
		t.Log(strings.Join(got, ", "))
		return
	}
	const each = "NewV1 32, NewV1 again 0, NewV4 16, NewV6 16, NewV7 8, V1At 8, V6At 8, V7At 10, "
	const all, seed = "FillV4 16000, FillV7 16000", "FillV4 32, FillV7 32"
	off := seed
	if !uuid.FastAES {
		off = all
	}
	for _, test := range []struct{ name, godebug, want string }{
		{"a seed for each call", "fips140=off", each + off},
		{"FIPS 140-3 mode", "fips140=on", each + all},
		{"FIPS 140-3 enforced", "fips140=only", each + all},
	} {
		t.Run(test.name, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run=^TestRandomness$", "-test.v")
			cmd.Env = append(os.Environ(), variable+"=1", "GODEBUG="+test.godebug)
			out, err := cmd.CombinedOutput()
			if errors.Is(err, syscall.ENOEXEC) {
				t.Skip("in an emulator of another machine, which starts no further process")
			}
			if err != nil || !strings.Contains(string(out), test.want) {
				t.Errorf("got %v, want %s:\n%s", err, test.want, out)
			}
		})
	}
}

type reads struct {
	io.Reader
	n int
}

func (r *reads) Read(b []byte) (int, error) {
	r.n += len(b)
	return r.Reader.Read(b)
}

package gen_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/internal/gen"
)

// checkQuick makes UUIDs of version 1 at the clock's times in steps, which go forth and
// back, by the quick way and by its slow twin.
func checkQuick(t *testing.T, ahead, back, at uint64, steps []int64) {
	t.Helper()
	g := newGenerator(t, gen.Config{MaxAhead: time.Duration(ahead % 1000 * 100), MaxBack: time.Duration(back % 1000 * 100)})
	if at %= gen.MaxGregorian + 1; at == 0 {
		at = 1
	}
	quick, slow := g.NewV1(at), g.NewV1(at)
	for i, step := range steps {
		at = uint64(min(max(0, int64(at)+step), gen.MaxGregorian)) // all that a clock can say
		tick, low, ok := quick.Quick(at)
		wantTick, wantLow, want := slow.Slow(at)
		if ok != want || ok && (tick != wantTick || low != wantLow) {
			t.Fatalf("%d: at %d the quick way is %d, %x, %v; want %d, %x, %v", i, at, tick, low, ok, wantTick, wantLow, want)
		}
		if quick.Timeline() != slow.Timeline() {
			t.Fatalf("%d: at %d the quick way leaves %+v, want %+v", i, at, quick.Timeline(), slow.Timeline())
		}
	}
}

func TestQuickV1(t *testing.T) {
	for range 10_000 {
		steps := make([]int64, 100)
		for i := range steps {
			if steps[i] = rand.Int64N(4); rand.IntN(10) == 0 {
				steps[i] = rand.Int64N(4000) - 2000
			}
		}
		at := rand.Uint64()
		if rand.IntN(2) == 0 {
			at = gen.MaxGregorian - rand.Uint64N(100)
		}
		checkQuick(t, rand.Uint64(), rand.Uint64(), at, steps)
	}
}

func FuzzQuickV1(f *testing.F) {
	f.Add(uint64(10), uint64(10), uint64(1<<59), []byte{0, 1, 0, 0, 200, 5, 130})
	f.Fuzz(func(t *testing.T, ahead, back, at uint64, moves []byte) {
		steps := make([]int64, len(moves))
		for i, m := range moves { // small ones, and large ones both ways
			if steps[i] = int64(m); m >= 0x80 {
				steps[i] = (int64(m) - 0xc0) * 40
			}
		}
		checkQuick(t, ahead, back, at, steps)
	})
}

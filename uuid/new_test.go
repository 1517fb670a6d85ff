package uuid_test

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/internal/gen"
	"github.com/uuidkit/uuidkit/uuid"
)

// TestBitFrequency: each random bit is set in half of the UUIDs. Each of these
// tests fails in one of ten million runs.
func TestBitFrequency(t *testing.T) {
	const n = 100_000
	for _, test := range []struct {
		name   string
		fill   func([]uuid.UUID)
		hi, lo uint64 // the bits to look at
	}{
		{"NewV4", each(uuid.NewV4), 0xffffffffffff0fff, 0x3fffffffffffffff},
		{"FillV4", uuid.FillV4, 0xffffffffffff0fff, 0x3fffffffffffffff},
		{"NewV6", each(uuid.NewV6), 0, 0x3ffffeffffffffff},
		// Of NewV7's the first bits change rarely, if the steps are short.
		{"NewV7", each(uuid.NewV7), 0, 0xffffffff},
		{"FillV7", uuid.FillV7, 0, 0xffffffff},
	} {
		t.Run(test.name, func(t *testing.T) {
			ids := make([]uuid.UUID, n)
			test.fill(ids)
			var set [128]int
			for _, u := range ids {
				hi, lo := u.Uint128()
				for i := range 64 {
					set[i] += int(hi >> (63 - i) & 1)
					set[64+i] += int(lo >> (63 - i) & 1)
				}
			}
			const bound = 6.5 // standard deviations
			for i, got := range set {
				w := test.hi
				if i >= 64 {
					w = test.lo
				}
				if w>>(63-i%64)&1 == 1 && math.Abs(float64(got)-n/2) > bound*math.Sqrt(n)/2 {
					t.Errorf("bit %d is set in %d of %d", i, got, n)
				}
			}
		})
	}
}

func each(f func() uuid.UUID) func([]uuid.UUID) {
	return func(ids []uuid.UUID) {
		for i := range ids {
			ids[i] = f()
		}
	}
}

// TestGoroutines has all that the package's functions make at once. The
// environment variable UUIDKIT_IDS says how many UUIDs: a million if unset.
func TestGoroutines(t *testing.T) {
	total := 1_000_000
	if s := os.Getenv("UUIDKIT_IDS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatalf("UUIDKIT_IDS: %v", err)
		}
		total = n
	} else if testing.Short() {
		total = 100_000
	}
	for _, test := range []struct {
		name string
		part int
		new  func() uuid.UUID
		fill func([]uuid.UUID)
	}{
		{"version 7", 1, uuid.NewV7, uuid.FillV7},
		{"version 6", 10, uuid.NewV6, each(uuid.NewV6)},
		{"version 1", 10, uuid.NewV1, each(uuid.NewV1)},
	} {
		t.Run(test.name, func(t *testing.T) {
			const callers, most = 16, 1_000_000
			ordered := test.part == 1 || strings.HasSuffix(test.name, "6")
			var last uuid.UUID // of the rounds before
			for left := total / test.part; left > 0; left -= most {
				all := make([]uuid.UUID, min(left, most))
				var wg sync.WaitGroup
				for mine := range slices.Chunk(all, (len(all)+callers-1)/callers) {
					wg.Add(1)
					go func() {
						defer wg.Done()
						for i := 0; i < len(mine); { // ones and batches by turns
							mine[i] = test.new()
							i++
							n := min(i%1500, len(mine)-i)
							test.fill(mine[i : i+n])
							i += n
						}
					}()
				}
				wg.Wait()
				if ordered {
					for mine := range slices.Chunk(all, (len(all)+callers-1)/callers) {
						for i := range mine[1:] {
							if mine[i].Compare(mine[i+1]) >= 0 {
								t.Fatalf("a caller got %v and then %v", mine[i], mine[i+1])
							}
						}
					}
				}
				slices.SortFunc(all, uuid.UUID.Compare)
				for i := range all[1:] {
					if all[i] == all[i+1] {
						t.Fatalf("%v came twice", all[i])
					}
				}
				if ordered { // so that no UUID is one of an earlier round
					if all[0].Compare(last) <= 0 {
						t.Fatalf("%v after %v", all[0], last)
					}
					last = all[len(all)-1]
				}
			}
		})
	}
}

// TestNewV1 and NewV6 at the system's clock.
func TestNewV1(t *testing.T) {
	for _, test := range []struct {
		name string
		new  func() uuid.UUID
	}{{"NewV1", uuid.NewV1}, {"NewV6", uuid.NewV6}} {
		t.Run(test.name, func(t *testing.T) {
			last := time.Now().Add(-time.Millisecond)
			for range 200_000 { // 20 ms of them
				u := test.new()
				now := time.Now()
				if got := at(u); !got.After(last) || got.Sub(now) > time.Millisecond {
					t.Fatalf("%v is of %v, after one of %v, at %v", u, got, last, now)
				} else {
					last = got
				}
			}
		})
	}
}

// TestNewV7Order is on the machine's own clock.
func TestNewV7Order(t *testing.T) {
	before := time.Now().UnixMilli()
	last := uuid.NewV7()
	if got := millis(last); got < before || got > time.Now().UnixMilli()+1 {
		t.Fatalf("%v is of %d ms, the clock was at %d before", last, got, before)
	}
	for i := range 1_000_000 {
		u := uuid.NewV7()
		if u.Compare(last) <= 0 {
			t.Fatalf("%v after %v", u, last)
		}
		last = u
		if i%1000 == 0 {
			if now := time.Now().UnixMilli(); millis(u) > now+1 {
				t.Fatalf("%v is %d ms ahead of the clock, want 1 at most", u, millis(u)-now)
			}
		}
	}
}

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
}

// TestFillV7Again sets the clock back in the first ten makings of a batch.
func TestFillV7Again(t *testing.T) {
	clock, looks := epoch, 0
	g, err := gen.New(gen.Config{Clock: func() time.Time {
		clock = clock.Add(time.Microsecond)
		if looks++; looks%2 == 0 && looks <= 20 {
			clock = clock.Add(-time.Hour)
		}
		return clock
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer uuid.Replace(g)()
	ids := make([]uuid.UUID, 1000) // four looks
	uuid.FillV7(ids)
	for i, u := range ids {
		if u.Version() != 7 || i > 0 && u.Compare(ids[i-1]) <= 0 {
			t.Fatalf("%d: %v after %v", i, u, ids[max(i-1, 0)])
		}
	}
	if looks < 24 || clock.After(epoch.Add(-9*time.Hour)) {
		t.Errorf("only %d looks at a clock that says %v", looks, clock)
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
	const each = "NewV1 32, NewV1 again 0, NewV4 16, NewV6 8, NewV7 8, V1At 8, V6At 8, V7At 10, "
	const all, seed = "FillV4 16000, FillV7 16000", "FillV4 32, FillV7 32"
	off := seed
	if !gen.FastAES {
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

func TestNewAllocs(t *testing.T) {
	if raceDetector() {
		t.Skip("with the race detector, crypto/rand lets its argument escape")
	}
	ids := make([]uuid.UUID, 1000)
	check := func(name string, f func()) {
		t.Helper()
		if got := testing.AllocsPerRun(100, f); got != 0 {
			t.Errorf("%s: %v allocations, want 0", name, got)
		}
	}
	check("NewV1", func() { uuid.NewV1() })
	check("NewV6", func() { uuid.NewV6() })
	for _, n := range []int{16, 1000} {
		want := 0.0
		if n == 1000 && gen.FastAES {
			want = 4 // the cipher, its keys and its counter; 3 on amd64
		}
		if got := testing.AllocsPerRun(100, func() { uuid.FillV4(ids[:n]) }); got > want {
			t.Errorf("FillV4 of %d: %v allocations, want %v", n, got, want)
		}
		if got := testing.AllocsPerRun(100, func() { uuid.FillV7(ids[:n]) }); got > want {
			t.Errorf("FillV7 of %d: %v allocations, want %v", n, got, want)
		}
	}
}

// epoch is the time of the clocks of the tests: that of RFC 9562, appendix A.
var epoch = time.Date(2022, 2, 22, 19, 22, 22, 0, time.UTC)

// words reads as the words given.
func words(w ...uint64) io.Reader {
	var b []byte
	for _, w := range w {
		b = binary.BigEndian.AppendUint64(b, w)
	}
	return bytes.NewReader(b)
}

// millis returns the time in a version 7 UUID.
func millis(u uuid.UUID) int64 {
	hi, _ := u.Uint128()
	return int64(hi >> 16)
}

func at(u uuid.UUID) time.Time { at, _ := u.Time(); return at }

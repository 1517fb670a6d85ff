package uuid_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
)

func date(s string) time.Time {
	t, err := time.Parse("2006-01-02T15:04:05.999999999Z07:00", s)
	if err != nil {
		panic(err)
	}
	return t
}

var (
	gregorianFirst = date("1582-10-15T00:00:00Z")
	gregorianLast  = date("5236-03-31T21:21:00.6846975Z")
	v7First        = time.Unix(0, 0)
	v7Last         = time.UnixMilli(1<<48 - 1) // in the year 10889, which date cannot read
)

func raceDetector() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// makers are the functions that make a UUID of a given time.
var makers = []struct {
	name        string
	version     int
	f           func(time.Time) (uuid.UUID, error)
	first, last time.Time
	step        time.Duration
	random      string // which bits are random, as a mask
}{
	{"V1At", 1, uuid.V1At, gregorianFirst, gregorianLast, 100, "00000000-0000-0000-3fff-feffffffffff"},
	{"V6At", 6, uuid.V6At, gregorianFirst, gregorianLast, 100, "00000000-0000-0000-3fff-feffffffffff"},
	{"V7At", 7, uuid.V7At, v7First, v7Last, time.Millisecond, "00000000-0000-0fff-3fff-ffffffffffff"},
}

func TestAt(t *testing.T) {
	for _, test := range makers {
		t.Run("the time of "+test.name, func(t *testing.T) {
			check := func(at time.Time) {
				t.Helper()
				u, err := test.f(at)
				if err != nil || u.Version() != test.version || u.Variant() != uuid.VariantRFC9562 {
					t.Fatalf("%s(%v) = %v, %v", test.name, at, u, err)
				}
				got, ok := u.Time()
				if late := at.Sub(got); !ok || late < 0 || late >= test.step || got.Nanosecond()%int(test.step) != 0 {
					t.Fatalf("%s(%v).Time() = %v, %v; want it rounded down to %v", test.name, at, got, ok, test.step)
				}
			}
			for _, at := range []time.Time{
				test.first,
				test.first.Add(1),
				test.first.Add(test.step - 1),
				test.first.Add(test.step),
				date("1969-12-31T23:59:59.999999999Z"),
				date("1970-01-01T00:00:00Z"),
				date("2022-02-22T14:22:22-05:00"),
				date("2262-04-11T23:47:16.854775807Z"), // the last UnixNano
				date("2262-04-11T23:47:16.854775808Z"),
				date("3409-07-08T22:40:30.3423487Z"),
				date("3409-07-08T22:40:30.3423488Z"),
				test.last.Add(-1),
				test.last,
				test.last.Add(test.step - 1),
				time.Now(),
			} {
				if !at.Before(test.first) {
					check(at)
				}
			}
			r := rand.New(rand.NewPCG(uint64(test.version), 60))
			for range 100_000 {
				sec := test.first.Unix() + r.Int64N(test.last.Unix()-test.first.Unix())
				check(time.Unix(sec, r.Int64N(1e9)))
			}
		})
		t.Run(test.name+" out of range", func(t *testing.T) {
			for _, at := range []time.Time{
				test.first.Add(-1),
				test.last.Add(test.step),
				test.first.Add(-time.Second),
				test.last.Add(time.Second),
				{}, // the year 1
				time.Unix(math.MinInt64, 0),
				time.Unix(math.MaxInt64, 0),
				time.Unix(math.MaxInt64/1000, 0),
				time.Unix(math.MaxInt64/10_000_000, 0),
				time.Unix(-math.MaxInt64/10_000_000, 0),
				time.Unix(math.MaxInt64+test.first.Unix(), 999999999),
				time.Unix(1<<64/1000+1, 0),                         // in 64 bits a few milliseconds
				time.Unix(1<<64/10_000_000+1+test.first.Unix(), 0), // and a few steps of 100 ns
			} {
				u, err := test.f(at)
				if !u.IsZero() || err == nil || !strings.HasPrefix(err.Error(), "uuid."+test.name+": the time ") {
					t.Errorf("%s(%v) = %v, %v; want an error", test.name, at, u, err)
				}
			}
		})
		t.Run(test.name+" in three zones", func(t *testing.T) {
			want := date("2022-02-22T19:22:22Z")
			for _, hours := range []int{-5, 0, 14} {
				u, err := test.f(want.In(time.FixedZone("", hours*3600)))
				if got, ok := u.Time(); got != want || !ok || err != nil {
					t.Errorf("%v.Time() = %v, %v, %v; want %v", u, got, ok, err, want)
				}
			}
		})
		t.Run("random bits of "+test.name, func(t *testing.T) {
			at := date("2022-02-22T19:22:22Z")
			fixed, err := test.f(at)
			mask := uuid.MustParse(test.random)
			var ones, zeros uuid.UUID
			seen := make(map[uuid.UUID]bool)
			for range 10_000 {
				u, err2 := test.f(at)
				if err != nil || err2 != nil {
					t.Fatal(err, err2)
				}
				if seen[u] {
					t.Fatalf("%v twice", u)
				}
				seen[u] = true
				for i := range u {
					ones[i] |= u[i]
					zeros[i] |= ^u[i]
					if (u[i]^fixed[i])&^mask[i] != 0 {
						t.Fatalf("%v and %v differ in more than random bits", u, fixed)
					}
				}
				if node, ok := u.Node(); ok && node[0]&1 == 0 {
					t.Fatalf("%v has no multicast bit in its node", u)
				}
			}
			for i := range mask {
				if got := ones[i] & zeros[i]; got != mask[i] {
					t.Errorf("bits %08b of byte %d vary, want %08b", got, i, mask[i])
				}
			}
		})
		t.Run("no allocation in "+test.name, func(t *testing.T) {
			if raceDetector() {
				t.Skip("with the race detector, crypto/rand lets its argument escape")
			}
			at := time.Now()
			if got := testing.AllocsPerRun(100, func() {
				if u, err := test.f(at); u.IsZero() || err != nil {
					panic(err)
				}
			}); got != 0 {
				t.Errorf("%v allocations, want 0", got)
			}
		})
	}
	t.Run("vectors", func(t *testing.T) {
		at := date("2022-02-22T14:22:22-05:00")
		for i, want := range []string{"c232ab00-9414-11ec-", "1ec9414c-232a-6b00-", "017f22e2-79b0-7"} {
			if u, err := makers[i].f(at); !strings.HasPrefix(u.String(), want) || err != nil {
				t.Errorf("%s(%v) = %v, %v; want %s...", makers[i].name, at, u, err, want)
			}
		}
	})
	t.Run("zeros before a short time", func(t *testing.T) {
		for i, want := range []string{"00000001-0000-1000-", "00000000-0000-6001-", "00000000-0001-7"} {
			at := makers[i].first.Add(makers[i].step)
			if u, err := makers[i].f(at); !strings.HasPrefix(u.String(), want) || err != nil {
				t.Errorf("%s(%v) = %v, %v; want %s...", makers[i].name, at, u, err, want)
			}
		}
	})
	t.Run("against big integers", func(t *testing.T) {
		// ticks = (unix + 141427 days) * 1e7 + ns / 100
		r := rand.New(rand.NewPCG(1582, 10))
		for range 20_000 {
			sec, ns := gregorianFirst.Unix()+r.Int64N(115e9), r.Int64N(1e9)
			ticks := big.NewInt(sec + 141427*86400)
			ticks.Mul(ticks, big.NewInt(1e7)).Add(ticks, big.NewInt(ns/100))
			v6, err := uuid.V6At(time.Unix(sec, ns))
			if err != nil {
				t.Fatal(err)
			}
			text := v6.String()
			if got, _ := new(big.Int).SetString(text[:8]+text[9:13]+text[15:18], 16); got.Cmp(ticks) != 0 {
				t.Fatalf("V6At(%d s, %d ns) = %v, want %x ticks", sec, ns, v6, ticks)
			}
		}
	})
}

func TestOrderOfTime(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 7))
	times := make([]time.Time, 10_000)
	for i := range times {
		times[i] = time.UnixMilli(r.Int64N(1 << 46))
	}
	slices.SortFunc(times, time.Time.Compare)
	times = slices.CompactFunc(times, time.Time.Equal)
	for _, test := range makers {
		name := "sorted by time, sorted by byte and text: " + test.name
		if test.version == 1 {
			name = "lexical order is not temporal order: V1At"
		}
		t.Run(name, func(t *testing.T) {
			var ids []uuid.UUID
			var texts []string
			for _, at := range times {
				u, err := test.f(at)
				if err != nil {
					t.Fatal(err)
				}
				ids = append(ids, u)
				texts = append(texts, u.String())
			}
			want := test.version != 1
			if got := slices.IsSortedFunc(ids, uuid.UUID.Compare); got != want {
				t.Errorf("sorted by byte: %v, want %v", got, want)
			}
			if got := slices.IsSorted(texts); got != want {
				t.Errorf("sorted by text: %v, want %v", got, want)
			}
		})
	}
}

func TestMinMaxV7(t *testing.T) {
	t.Run("values", func(t *testing.T) {
		for _, test := range []struct {
			at       time.Time
			min, max string
		}{
			{date("2022-02-22T19:22:22Z"), "017f22e2-79b0-7000-8000-000000000000", "017f22e2-79b0-7fff-bfff-ffffffffffff"},
			{date("2022-02-22T19:22:22.000999999Z"), "017f22e2-79b0-7000-8000-000000000000", "017f22e2-79b0-7fff-bfff-ffffffffffff"},
			{v7First, "00000000-0000-7000-8000-000000000000", "00000000-0000-7fff-bfff-ffffffffffff"},
			{v7Last, "ffffffff-ffff-7000-8000-000000000000", "ffffffff-ffff-7fff-bfff-ffffffffffff"},
			{v7First.Add(-1), "00000000-0000-7000-8000-000000000000", "00000000-0000-0000-0000-000000000000"},
			{time.Time{}, "00000000-0000-7000-8000-000000000000", "00000000-0000-0000-0000-000000000000"},
			{time.Unix(math.MinInt64, 0), "00000000-0000-7000-8000-000000000000", "00000000-0000-0000-0000-000000000000"},
			{v7Last.Add(time.Millisecond), "ffffffff-ffff-ffff-ffff-ffffffffffff", "ffffffff-ffff-7fff-bfff-ffffffffffff"},
			{time.Unix(math.MaxInt64, 0), "ffffffff-ffff-ffff-ffff-ffffffffffff", "ffffffff-ffff-7fff-bfff-ffffffffffff"},
		} {
			if got := uuid.MinV7(test.at); got.String() != test.min {
				t.Errorf("MinV7(%v) = %v, want %s", test.at, got, test.min)
			}
			if got := uuid.MaxV7(test.at); got.String() != test.max {
				t.Errorf("MaxV7(%v) = %v, want %s", test.at, got, test.max)
			}
		}
	})
	t.Run("ranges", func(t *testing.T) {
		ms := func(n int64) time.Time { return time.UnixMilli(n) }
		edge := []time.Time{ms(-1 << 60), ms(-1), ms(0), ms(1), ms(2), ms(1 << 47), v7Last.Add(-time.Millisecond), v7Last, v7Last.Add(time.Millisecond), ms(1 << 60)}
		var ids []uuid.UUID
		for _, at := range edge {
			if u, err := uuid.V7At(at); err == nil {
				ids = append(ids, u, uuid.MinV7(at), uuid.MaxV7(at))
			}
		}
		for _, from := range edge {
			for _, to := range edge {
				for _, late := range []time.Duration{0, 1, 999_999} { // within the millisecond
					least, greatest := uuid.MinV7(from.Add(late)), uuid.MaxV7(to.Add(late))
					for _, id := range ids {
						at, _ := id.Time()
						want := !at.Before(from) && !at.After(to)
						if got := least.Compare(id) <= 0 && id.Compare(greatest) <= 0; got != want {
							t.Fatalf("%v from %v to %v: %v, want %v", id, from, to, got, want)
						}
					}
				}
			}
		}
	})
}

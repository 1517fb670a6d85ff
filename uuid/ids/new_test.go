package ids_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/ids"
)

const now = 1645557742000 // ms: rfcTime

// TestNew makes ids of each kind in several goroutines.
func TestNew(t *testing.T) {
	g := ids.SnowflakeGenerator{Epoch: ids.TwitterEpoch, Machine: 1023}
	testNew(t, "ULID", ids.NewULID, ids.ULID.Time, ulidLess)
	testNew(t, "PushID", ids.NewPushID, ids.PushID.Time, func(a, b ids.PushID) bool { return bytes.Compare(a[:], b[:]) < 0 })
	testNew(t, "KSUID", ids.NewKSUID, ids.KSUID.Time, nil)
	testNew(t, "XID", ids.NewXID, ids.XID.Time, nil)
	testNew(t, "ObjectID", ids.NewObjectID, ids.ObjectID.Time, nil)
	testNew(t, "Snowflake", func() ids.Snowflake {
		id, err := g.NewSnowflake(t.Context())
		if err != nil || id.Machine() != 1023 {
			t.Error(id.Machine(), err)
		}
		return id
	}, func(id ids.Snowflake) time.Time { return id.Time(ids.TwitterEpoch) }, func(a, b ids.Snowflake) bool { return a < b })
}

func ulidLess(a, b ids.ULID) bool { return bytes.Compare(a[:], b[:]) < 0 }

func testNew[T comparable](t *testing.T, name string, newID func() T, timeOf func(T) time.Time, less func(a, b T) bool) {
	const each = 2500
	var all [4][]T
	before := time.Now().Truncate(time.Second)
	var wg sync.WaitGroup
	for i := range all {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range each {
				all[i] = append(all[i], newID())
			}
		}()
	}
	wg.Wait()
	after := time.Now().Add(time.Second)
	seen := map[T]bool{}
	for _, made := range all {
		for i, id := range made {
			if seen[id] {
				t.Fatalf("%s: %v is made twice", name, id)
			}
			seen[id] = true
			if at := timeOf(id); at.Before(before) || at.After(after) {
				t.Fatalf("%s: %v has the time %v, want %v to %v", name, id, at, before, after)
			}
			if i > 0 && less != nil && !less(made[i-1], id) {
				t.Fatalf("%s: %v follows %v", name, id, made[i-1])
			}
		}
	}
}

// TestSeriesBegins has a clock at zero.
func TestSeriesBegins(t *testing.T) {
	var a, b ids.Series
	if x, y := a.ULID(0), b.ULID(0); x.Random() == y.Random() {
		t.Errorf("two processes begin with %v and %v", x, y)
	}
}

// TestSeries checks order where the clock stands still or is set back, and where the
// random bits overflow.
func TestSeries(t *testing.T) {
	var s ids.Series
	last := s.ULID(now)
	for i, test := range []struct {
		clock, want uint64
		fill        bool // the random bits cannot grow
	}{
		{now, now, false}, {now - 1, now, false}, {now - 1000, now, false}, {now + 1, now + 1, false},
		{now + 1, now + 2, true}, {now + 1, now + 2, false}, {now + 3, now + 3, true},
	} {
		if test.fill {
			s.Fill()
		}
		id := s.ULID(test.clock)
		if !ulidLess(last, id) || id.Time().UnixMilli() != int64(test.want) {
			t.Errorf("%d: %v of %v follows %v", i, id, id.Time(), last)
		}
		last = id
	}
	a, b := s.ULID(now+10), s.ULID(now+10)
	if x, y := a.Random(), b.Random(); x[9]+1 != y[9] {
		t.Errorf("in one millisecond %x follows %x", y, x)
	}
	if id := s.ULID(now - 2000); id.Time().UnixMilli() != now-2000 {
		t.Errorf("a clock that was set back by 2 s gives %v", id.Time())
	}
	p := s.PushID(now - 2000)
	if q := s.PushID(now - 2000); p.Time().UnixMilli() != now-2000 || p.Random()[8]+1 != q.Random()[8] {
		t.Errorf("%v follows %v", q, p)
	}
}

// TestCounter checks that a second has no more ids than its count, and that a clock
// that is set back does no harm.
func TestCounter(t *testing.T) {
	var c ids.Counter
	first := c.Next(now / 1000)
	second := c.Next(now/1000 - 10)
	if first.Process() != second.Process() || (first.Counter()+1)&0xffffff != second.Counter() || first.Time() != second.Time() {
		t.Errorf("%v follows %v", second, first)
	}
	c.Skip(1<<24 - 3)
	last, next := c.Next(now/1000), c.Next(now/1000)
	if last.Time() != first.Time() || last.Counter() != (first.Counter()-1)&0xffffff {
		t.Errorf("the last of the second is %v, after %v", last, first)
	}
	if next.Time().Sub(first.Time()) != time.Second || next.Counter() != first.Counter() {
		t.Errorf("%v follows %v", next, last)
	}
	// A clock that was far ahead.
	c.Next(now/1000 + 1e6)
	if id := c.Next(now / 1000); id.Time() != first.Time() || id.Process() == first.Process() {
		t.Errorf("a clock that was set back by 1,000,000 s gives %v of %v", id, id.Time())
	}
	var other ids.Counter
	if id := other.Next(now / 1000); id.Process() == first.Process() {
		t.Error("two processes have the same random bits")
	}
}

// TestLate has a goroutine that waits for the lock after it has read the clock. The clock
// was not set back, and ids stay in order.
func TestLate(t *testing.T) {
	var s ids.Series
	last := s.ULID(now)
	for _, locked := range []uint64{now - 1000, now, now + 1} {
		id := s.Late(now-2000, locked)
		if want := int64(max(now, locked)); !ulidLess(last, id) || id.Time().UnixMilli() != want {
			t.Errorf("the clock at %d: %v of %v follows %v", locked, id, id.Time(), last)
		}
		last = id
	}
	var c ids.Counter
	first := c.Next(now / 1000)
	for _, locked := range []uint32{now/1000 - 10, now / 1000, now/1000 + 1} {
		id := c.Late(now/1000-11, locked)
		if want := int64(max(now/1000, locked)); id.Process() != first.Process() || id.Time().Unix() != want {
			t.Errorf("the clock at %d: %v of %v follows %v", locked, id, id.Time(), first)
		}
	}
}

func TestSnowflakeGenerator(t *testing.T) {
	for _, machine := range []int{-1, 1024} {
		g := ids.SnowflakeGenerator{Machine: machine}
		if id, err := g.NewSnowflake(t.Context()); err == nil || id != 0 {
			t.Errorf("machine %d: got %v, %v; want an error", machine, id, err)
		}
	}
	at := int64(now)
	g := ids.SnowflakeGenerator{Epoch: ids.TwitterEpoch, Machine: 378, Clock: func() time.Time { return time.UnixMilli(at) }}
	for i := range 4096 {
		id, err := g.NewSnowflake(t.Context())
		if err != nil || id.Sequence() != i || id.Machine() != 378 || id.Time(ids.TwitterEpoch).UnixMilli() != now {
			t.Fatalf("%d: %v, %v", i, id, err)
		}
	}
	gone := errors.New("gone")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(gone)
	if id, err := g.NewSnowflake(ctx); !errors.Is(err, gone) || id != 0 {
		t.Errorf("after 4096 Snowflakes: got %v, %v; want %v", id, err, gone)
	}
	for _, at = range []int64{now - 1, int64(ids.TwitterEpoch) - 1, int64(ids.TwitterEpoch) + 1<<41} {
		if id, err := g.NewSnowflake(t.Context()); err == nil || id != 0 {
			t.Errorf("after 4096 Snowflakes %v is made at %d", id, at)
		}
	}
	at = now + 1
	if id, err := g.NewSnowflake(t.Context()); err != nil || id.Sequence() != 0 {
		t.Errorf("in the next millisecond: %v, %v", id.Sequence(), err)
	}
	last := ids.SnowflakeGenerator{Machine: 1023, Clock: func() time.Time { return time.UnixMilli(1<<41 - 1) }}
	for i := range 4096 {
		if id, err := last.NewSnowflake(t.Context()); err != nil || id != math.MaxInt64-4095+ids.Snowflake(i) {
			t.Fatalf("%d of the last millisecond: %d, %v", i, id, err)
		}
	}
	if id, err := last.NewSnowflake(ctx); err == nil {
		t.Errorf("after the last Snowflake: %d", id)
	}
	var zero ids.SnowflakeGenerator
	if id, err := zero.NewSnowflake(t.Context()); err != nil || id.Machine() != 0 || time.Since(id.Time(ids.UnixEpoch)).Abs() > time.Hour {
		t.Errorf("the zero value: got %v, %v", id, err)
	}
}

func TestKSUIDOf(t *testing.T) {
	want := uuid.NewV7()
	id, err := ids.KSUIDOf(time.UnixMilli(now), want)
	if err != nil || id.Payload() != want || id.Time().Unix() != now/1000 {
		t.Errorf("%v, %v", id, err)
	}
	for _, s := range []int64{1400000000 - 1, 1400000000 + 1<<32, 0} {
		if id, err := ids.KSUIDOf(time.Unix(s, 0), want); err == nil || id != (ids.KSUID{}) {
			t.Errorf("%d: %v, %v", s, id, err)
		}
	}
}

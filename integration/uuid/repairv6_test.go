package uuid_test

import (
	"math/rand/v2"
	"testing"
	"time"

	google "github.com/google/uuid"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/uuid"
)

// lost are the bits of the time, in steps of 100 ns, that the version covers.
const lost = 0xf000

// mostLost is their largest value.
const mostLost = 6144 * time.Microsecond

// unixTime is google/uuid's conversion of its own count.
func unixTime(t google.Time) time.Time {
	sec, ns := t.UnixTime()
	return time.Unix(sec, ns).UTC()
}

// repaired returns a UUID of google/uuid as repairV6 repairs it: one of version 6 with
// the same clock sequence and node, which a second repair leaves as it is.
func repaired(t *testing.T, broken uuid.UUID) uuid.UUID {
	t.Helper()
	u, ok := repairV6(broken)
	again, twice := repairV6(u)
	if !ok || u.Version() != 6 || u.Variant() != uuid.VariantRFC9562 || string(u[8:]) != string(broken[8:]) || twice || again != u {
		t.Fatalf("repairV6(%v) = %v, %t, and of that %v, %t", broken, u, ok, again, twice)
	}
	return u
}

// TestRepairV6 repairs what google/uuid makes. TestRepairV6Times looks at the order.
func TestRepairV6(t *testing.T) {
	for range 100_000 {
		before := time.Now().Truncate(100)
		google := google.Must(google.NewV6())
		after := time.Now()
		u := repaired(t, uuid.UUID(google))
		at, _ := u.Time()
		if !at.Equal(unixTime(google.Time()&^lost)) || at.Before(before.Add(-mostLost)) || at.After(after) {
			t.Fatalf("%v is repaired to %v of %v, want what google/uuid reads, at most 6.144 ms before %v to %v", google, u, at, before, after)
		}
	}
}

// TestRepairV6Fault fails once google/uuid has released its fix. repairV6 then
// remains for the ids that are stored.
func TestRepairV6Fault(t *testing.T) {
	written := uuid.UUID(google.Must(google.NewV6()))
	if at, ok := written.Time(); at.Year() < 1606 || at.Year() > 1625 || !ok {
		t.Errorf("%v.Time() = %v, %v; want the wrong year that google/uuid writes", written, at, ok)
	}
	read := google.MustParse("1ec9414c-232a-6b00-b3c8-9f6bdeced846")
	if at := unixTime(read.Time()); at.Equal(time.Date(2022, 2, 22, 19, 22, 22, 0, time.UTC)) {
		t.Errorf("%v.Time() = %v: google/uuid reads version 6 right", read, at)
	}
}

// withVersion returns u with a version and the RFC 9562 variant.
func withVersion(u uuid.UUID, version int) uuid.UUID {
	u[6] = u[6]&0x0f | byte(version)<<4
	u[8] = u[8]&0x3f | 0x80
	return u
}

// brokenV6 is what google/uuid 1.6.0 writes for a time, in steps of 100 ns
// since 1582: all 64 bits, and the version over four of them.
func brokenV6(ticks uint64) uuid.UUID {
	_, lo := uuid.MustParse("00000000-0000-0000-a765-00a0c91e6bf6").Uint128()
	return withVersion(uuid.FromUint128(ticks, lo), 6)
}

const (
	second    = 1e7
	unixEpoch = 0x01b21dd213814000
	end       = unixEpoch + (1<<63-1)/100 // the last time of google/uuid's clock, in 2262
)

// TestRepairV6Times repairs ids of every time of google/uuid's clock.
func TestRepairV6Times(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	var lastTicks uint64
	var last, lastRepaired uuid.UUID
	for ticks := uint64(unixEpoch); ticks < unixEpoch+292*365*86400*second; ticks += r.Uint64N(1 << r.IntN(46)) {
		broken := brokenV6(ticks)
		u := repaired(t, broken)
		at, _ := u.Time()
		if lost := time.Unix(int64((ticks-unixEpoch)/second), int64((ticks-unixEpoch)%second*100)).Sub(at); lost < 0 || lost > mostLost {
			t.Fatalf("repairV6(%v) = %v: %v is lost", broken, u, lost)
		}
		if broken.Compare(last) != u.Compare(lastRepaired) {
			t.Fatalf("%v and %v sort otherwise when repaired", last, broken)
		}
		if ticks-lastTicks > 0xffff && u.Compare(lastRepaired) <= 0 {
			t.Fatalf("%v is not after %v", u, lastRepaired)
		}
		lastTicks, last, lastRepaired = ticks, broken, u
	}

	vector := uuid.MustParse("01ec9414-c232-6b00-b3c8-9f6bdeced846")
	if got, want := repaired(t, vector), uuid.MustParse("1ec9414c-2320-6b00-b3c8-9f6bdeced846"); got != want { // 0 for a
		t.Errorf("repairV6(%v) = %v, want %v", vector, got, want)
	}
	for u, year := range map[uuid.UUID]int{vector: 1610, brokenV6(unixEpoch): 1606, brokenV6(end): 1625} {
		repaired(t, u)
		if at, ok := u.Time(); at.Year() != year || !ok {
			t.Errorf("%v.Time() = %v, want %d as others read it", u, at, year)
		}
	}
}

// TestRepairV6Others checks that every other UUID stays as it is.
func TestRepairV6Others(t *testing.T) {
	others := []uuid.UUID{
		brokenV6(0),
		brokenV6(unixEpoch&^0xffff - 1),
		brokenV6(end + 0x10000),
		brokenV6(1<<60 - 1),
		withVersion(brokenV6(unixEpoch), 1),
		withVersion(brokenV6(unixEpoch), 7),
		uuid.MustParse("1EC9414C-232A-6B00-B3C8-9F6BDECED846"),
		uuid.MustParse("01ec9414-c232-6b00-d3c8-9f6bdeced846"), // Microsoft's variant
		uuid.Nil(),
		uuid.Max(),
	}
	for range 10_000 { // correct ones of this age
		others = append(others, kit.Must(uuid.V6At(time.Unix(rand.Int64N(1<<34), rand.Int64N(1e9))))(t))
	}
	for _, u := range others {
		if got, ok := repairV6(u); ok || got != u {
			t.Fatalf("repairV6(%v) = %v, %v; want itself, false", u, got, ok)
		}
	}
}

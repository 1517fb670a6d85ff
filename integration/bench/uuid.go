package main

import (
	"bytes"
	"crypto/rand"
	"crypto/sha1"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/oklog/ulid/v2"

	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/uuid"
)

const (
	text    = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
	badText = "f81d4fae-7dec-11d0-a765-00a0c91e6bfx"
	digits  = "f81d4fae7dec11d0a76500a0c91e6bf6"
	batch   = 1000

	// floor is the name of the peer that does only what an operation cannot do without.
	floor = "floor"
)

// Results go to variables that the compiler must keep.
var (
	id         = uuid.MustParse(text)
	googleID   = google.UUID(id)
	gofrsID    = gofrs.UUID(id)
	stdID      = std.UUID(id)
	ulidID     = ulid.ULID(id)
	ulidText   = ulidID.String()
	sinkString string
	sinkBool   bool
	sinkError  error
	unsorted   = func() (ids [100_000]uuid.UUID) { uuid.FillV4(ids[:]); return ids }()
	sinkText   *[36]byte
	sinkTime   time.Time
	textBytes  = []byte(text)
	hashed     = make([]byte, 31)
	longName   = bytes.Repeat([]byte("x"), 200)
	random     = make([]byte, 16)
	buffer     = make([]byte, 0, 64)
)

// uuidSection is package uuid. What takes a few nanoseconds calls loop, into which
// the compiler puts the function: a call through a variable would count.
func uuidSection() section {
	return section{
		name: "uuid",
		note: `Pooled is google's EnableRandPool, which keeps random bytes in memory. ulid.Make takes its random bits from math/rand, the others from crypto/rand.
Floor is the part that no code of ours can make faster: String allocates its text, NewV4 reads 16 bytes of crypto/rand, NewV7 reads the
clock and 8 bytes, as NewV6 does, NewV5 hashes one block. The last rows have these parts one by one. Versions 1 and 6 have room for one UUID in 100 ns: who
makes more has to wait. Google's take another clock sequence instead, and may repeat a UUID when the clock is set back. So these are made in
bursts, with a rest after each. Google's NewV6 keeps its node, ours and gofrs's read random bits for each.`,
		columns:    []string{"uuidkit", "std", "google", "google, pooled", "gofrs", "ulid", "bytes.Compare", floor},
		ratios:     []ratio{{"uuidkit", "std"}, {"uuidkit", "google"}, {"uuidkit", ""}, {"uuidkit", floor}},
		operations: slices.Concat(textOperations(), newOperations(), fillOperations(), nameOperations(), floors()),
	}
}

// textOperations read, write and compare UUIDs.
func textOperations() []operation {
	return []operation{
		{name: "Parse", most: promises{{"uuidkit", "std"}: 0.32, {"uuidkit", "google"}: 0.28}, peers: []peer{
			{"uuidkit", func(b *testing.B) { loop(b, func() { uuid.Parse(text) }) }},
			{"std", func(b *testing.B) { loop(b, func() { std.Parse(text) }) }},
			{"google", func(b *testing.B) { loop(b, func() { google.Parse(text) }) }},
			{"gofrs", func(b *testing.B) { loop(b, func() { gofrs.FromString(text) }) }},
			{"ulid", func(b *testing.B) { loop(b, func() { ulid.ParseStrict(ulidText) }) }},
		}},
		{name: "Parse of 32 digits", most: promises{{"uuidkit", "std"}: 0.4, {"uuidkit", "google"}: 0.4}, peers: []peer{
			{"uuidkit", func(b *testing.B) { loop(b, func() { uuid.Parse(digits) }) }},
			{"std", func(b *testing.B) { loop(b, func() { std.Parse(digits) }) }},
			{"google", func(b *testing.B) { loop(b, func() { google.Parse(digits) }) }},
			{"gofrs", func(b *testing.B) { loop(b, func() { gofrs.FromString(digits) }) }},
		}},
		{name: "Valid", most: promises{{"uuidkit", "google"}: 0.5}, peers: []peer{
			{"uuidkit", func(b *testing.B) { loop(b, func() { sinkBool = uuid.Valid(text) }) }},
			{"google", func(b *testing.B) { loop(b, func() { sinkBool = google.Validate(text) == nil }) }},
		}},
		{name: "Valid of other text", most: promises{{"uuidkit", "google"}: 0.5}, peers: []peer{
			{"uuidkit", func(b *testing.B) { loop(b, func() { sinkBool = uuid.Valid(badText) }) }},
			{"google", func(b *testing.B) { loop(b, func() { sinkBool = google.Validate(badText) == nil }) }},
		}},
		{name: "Parse of other text", most: ofGoogle, peers: []peer{
			{"uuidkit", func(b *testing.B) { loop(b, func() { _, sinkError = uuid.Parse(badText) }) }},
			{"std", func(b *testing.B) { loop(b, func() { _, sinkError = std.Parse(badText) }) }},
			{"google", func(b *testing.B) { loop(b, func() { _, sinkError = google.Parse(badText) }) }},
			{"gofrs", func(b *testing.B) { loop(b, func() { _, sinkError = gofrs.FromString(badText) }) }},
		}},
		{name: "sort 100,000 of v4, each", ids: len(unsorted), most: ofStd(1), peers: []peer{
			{"uuidkit", sorts(uuid.UUID.Compare)},
			{"std", sorts(std.UUID.Compare)},
			{"bytes.Compare", sorts(func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })},
		}},
		{name: "UnmarshalText", most: promises{{"uuidkit", "std"}: 0.32, {"uuidkit", "google"}: 0.28}, peers: []peer{
			{"uuidkit", func(b *testing.B) { u := id; loop(b, func() { u.UnmarshalText(textBytes) }) }},
			{"std", func(b *testing.B) { u := stdID; loop(b, func() { u.UnmarshalText(textBytes) }) }},
			{"google", func(b *testing.B) { u := googleID; loop(b, func() { u.UnmarshalText(textBytes) }) }},
			{"gofrs", func(b *testing.B) { u := gofrsID; loop(b, func() { u.UnmarshalText(textBytes) }) }},
		}},
		{name: "AppendText", most: ofStd(0.32), peers: []peer{
			{"uuidkit", func(b *testing.B) { loop(b, func() { id.AppendText(buffer) }) }},
			{"std", func(b *testing.B) { loop(b, func() { stdID.AppendText(buffer) }) }},
		}},
		{name: "String", most: ofStd(0.55), peers: []peer{
			{floor, func(b *testing.B) { loop(b, func() { sinkText = new([36]byte) }) }},
			{"uuidkit", func(b *testing.B) { loop(b, func() { sinkString = id.String() }) }},
			{"std", func(b *testing.B) { loop(b, func() { sinkString = stdID.String() }) }},
			{"google", func(b *testing.B) { loop(b, func() { sinkString = googleID.String() }) }},
			{"gofrs", func(b *testing.B) { loop(b, func() { sinkString = gofrsID.String() }) }},
			{"ulid", func(b *testing.B) { loop(b, func() { sinkString = ulidID.String() }) }},
		}},
	}
}

// newOperations make one UUID a call.
func newOperations() []operation {
	return []operation{
		{name: "NewV4", most: ofStd(1), peers: []peer{
			{floor, times(1, func() { rand.Read(random[:]) })},
			{"uuidkit", times(1, func() { uuid.NewV4() })},
			{"std", times(1, func() { std.NewV4() })},
			{"google", times(1, func() { google.NewRandom() })},
			{"gofrs", times(1, func() { gofrs.NewV4() })},
		}},
		{name: "NewV7", most: ofStd(1), peers: []peer{
			{floor, times(1, func() { sinkTime = time.Now(); rand.Read(random[:8]) })},
			{"uuidkit", times(1, func() { uuid.NewV7() })},
			{"std", times(1, func() { std.NewV7() })},
			{"google", times(1, func() { google.NewV7() })},
			{"gofrs", times(1, func() { gofrs.NewV7() })},
			{"ulid", times(1, func() { ulid.Make() })},
		}},
		{name: "NewV7 from every core", most: ahead, peers: from(runtime.GOMAXPROCS(0), newV7)},
		{name: "NewV7 from 8 goroutines", most: ahead, peers: from(8, newV7)},
		{name: "NewV1", most: ofGoogle, peers: inBursts(1, newV1)},
		{name: "NewV1 from 8 goroutines", most: ofGoogle, peers: inBursts(8, newV1)},
		{name: "NewV6", peers: append(inBursts(1, newV6), peer{floor, times(1, func() { sinkTime = time.Now(); rand.Read(random[:8]) })})},
		{name: "NewV6 from every core", most: ofGoogle, peers: inBursts(runtime.GOMAXPROCS(0), newV6)},
		{name: "NewV6 from 8 goroutines", most: ofGoogle, peers: inBursts(8, newV6)},
	}
}

// fillOperations make many.
func fillOperations() []operation {
	ids := make([]uuid.UUID, batch)
	return []operation{
		{name: "1000 of v4, each", ids: batch, most: ofStd(0.1), peers: []peer{
			{"uuidkit", times(1, func() { uuid.FillV4(ids) })},
			{"std", times(batch, func() { std.NewV4() })},
			{"google", times(batch, func() { google.NewRandom() })},
			{"google, pooled", pooled(times(batch, func() { google.NewRandom() }))},
			{"gofrs", times(batch, func() { gofrs.NewV4() })},
		}},
		{name: "1000 of v7, each", ids: batch, most: ofStd(0.1), peers: []peer{
			{"uuidkit", times(1, func() { uuid.FillV7(ids) })},
			{"std", times(batch, func() { std.NewV7() })},
			{"google", times(batch, func() { google.NewV7() })},
			{"google, pooled", pooled(times(batch, func() { google.NewV7() }))},
			{"gofrs", times(batch, func() { gofrs.NewV7() })},
			{"ulid", times(batch, func() { ulid.Make() })},
		}},
	}
}

// nameOperations make UUIDs of names.
func nameOperations() []operation {
	dns := []byte("www.example.com")
	return []operation{
		{name: "NewV5", most: ofGoogle, peers: []peer{
			{floor, times(1, func() { sha1.Sum(hashed) })},
			{"uuidkit", times(1, func() { uuid.NewV5(uuid.NamespaceDNS(), "www.example.com") })},
			{"google", times(1, func() { google.NewSHA1(google.NameSpaceDNS, dns) })},
			{"gofrs", times(1, func() { gofrs.NewV5(gofrs.NamespaceDNS, "www.example.com") })},
		}},
		{name: "NewV5 of 200 bytes", most: ofGoogle, peers: []peer{
			{"uuidkit", times(1, func() { uuid.NewV5(uuid.NamespaceURL(), longName) })},
			{"google", times(1, func() { google.NewSHA1(google.NameSpaceURL, longName) })},
			{"gofrs", times(1, func() { gofrs.NewV5(gofrs.NamespaceURL, string(longName)) })},
		}},
	}
}

// floors are the parts of the operations above that no code of ours can make faster.
func floors() []operation {
	return []operation{
		{name: "the clock, once", peers: []peer{{floor, times(1, func() { sinkTime = time.Now() })}}},
		{name: "8 bytes of crypto/rand", peers: []peer{{floor, times(1, func() { rand.Read(random[:8]) })}}},
		{name: "16 bytes of crypto/rand", peers: []peer{{floor, times(1, func() { rand.Read(random[:]) })}}},
		{name: "SHA-1 of 31 bytes, one block", peers: []peer{{floor, times(1, func() { sha1.Sum(hashed) })}}},
		{name: "an allocation of 36 bytes, which has 48", peers: []peer{{floor, func(b *testing.B) { loop(b, func() { sinkText = new([36]byte) }) }}}},
	}
}

// What several goroutines make at once.
var (
	newV1 = []maker{
		{"uuidkit", func() { uuid.NewV1() }},
		{"google", func() { google.NewUUID() }},
		{"gofrs", func() { gofrs.NewV1() }},
	}
	newV6 = []maker{
		{"uuidkit", func() { uuid.NewV6() }},
		{"google", func() { google.NewV6() }},
		{"gofrs", func() { gofrs.NewV6() }},
	}
	newV7 = []maker{
		{"uuidkit", func() { uuid.NewV7() }},
		{"std", func() { std.NewV7() }},
		{"google", func() { google.NewV7() }},
		{"gofrs", func() { gofrs.NewV7() }},
		{"ulid", func() { ulid.Make() }},
	}
)

type maker struct {
	name string
	f    func()
}

// from has n goroutines share the work of each peer.
func from(n int, makers []maker) (peers []peer) {
	for _, m := range makers {
		peers = append(peers, peer{m.name, func(b *testing.B) { share(n, b.N, m.f) }})
	}
	return peers
}

// inBursts is from, with a rest after each burst. Versions 1 and 6 have room for a UUID in
// 100 ns. Ours run ahead of the clock by a millisecond, and then wait for it.
func inBursts(n int, makers []maker) (peers []peer) {
	const burst = 4000
	for _, m := range makers {
		peers = append(peers, peer{m.name, func(b *testing.B) {
			for left := b.N; left > 0; left -= burst {
				share(n, min(burst, left), m.f)
				b.StopTimer()
				time.Sleep(burst * 100)
				b.StartTimer()
			}
		}})
	}
	return peers
}

// share calls f calls times, in n goroutines.
func share(n, calls int, f func()) {
	if n == 1 {
		for range calls {
			f()
		}
		return
	}
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			for range (calls + i) / n {
				f()
			}
		})
	}
	wg.Wait()
}

// ahead promises the least time of all, and ofGoogle no more than google's.
var (
	ahead    = promises{{"uuidkit", ""}: 1}
	ofGoogle = promises{{"uuidkit", "google"}: 1}
)

// ofStd promises a time in relation to the standard library's.
func ofStd(most float64) promises { return promises{{"uuidkit", "std"}: most} }

// loop is small enough for the compiler to inline it; with b.Loop it would not be.
func loop(b *testing.B, f func()) {
	for range b.N {
		f()
	}
}

// times runs f n times in each round of the loop.
func times(n int, f func()) func(b *testing.B) {
	return func(b *testing.B) {
		for b.Loop() {
			for range n {
				f()
			}
		}
	}
}

// sorts sorts the UUIDs of unsorted.
func sorts[T ~[16]byte](compare func(a, b T) int) func(b *testing.B) {
	return func(b *testing.B) {
		from, ids := make([]T, len(unsorted)), make([]T, len(unsorted))
		for i, id := range unsorted {
			from[i] = T(id)
		}
		for b.Loop() {
			copy(ids, from)
			slices.SortFunc(ids, compare)
		}
	}
}

// pooled runs f with google's pool of random bytes.
func pooled(f func(b *testing.B)) func(b *testing.B) {
	return func(b *testing.B) {
		google.EnableRandPool()
		defer google.DisableRandPool()
		f(b)
	}
}

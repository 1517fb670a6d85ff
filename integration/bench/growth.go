package main

import (
	"bytes"
	"cmp"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/lib/pq"
	"github.com/oklog/ulid/v2"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/uuidkit/uuidkit/bsonx"
	"github.com/uuidkit/uuidkit/bsonx/driverv1"
	"github.com/uuidkit/uuidkit/integration/internal/std"
	"github.com/uuidkit/uuidkit/pgxtype"
	"github.com/uuidkit/uuidkit/sqlx"
	"github.com/uuidkit/uuidkit/uuid"
)

// A panel is a part of the picture, and some rows of the table: how the time of one id
// depends on a number.
type panel struct {
	name   string
	number string // what it is the number of
	at     []int
	curves []*curve
}

// A curve is an operation by one peer.
type curve struct {
	operation string
	who       string // empty: ours
	prepare   func(n int) (run func())
	ids       func(n int) int // in one run; nil: n
	ns        map[int]float64 // the fastest round, by id
}

func growthPanels() []panel {
	powers := func(most int) (at []int) {
		for n := 1; n <= most; n *= 10 {
			at = append(at, n)
		}
		return at
	}
	encode, decode := listCurves()
	return []panel{
		{"new ids", "ids in a batch", powers(1e7), fillCurves()},
		{"lists written", "elements", powers(1e6), encode},
		{"lists read", "elements", powers(1e6), decode},
		{"new ids from many goroutines", "goroutines", []int{1, 2, 4, 8, 16}, goroutineCurves()},
	}
}

func fillCurves() []*curve {
	many := func(operation, who string, f func()) *curve {
		return &curve{operation: operation, who: who, prepare: func(n int) func() {
			return func() {
				for range n {
					f()
				}
			}
		}}
	}
	fill := func(operation string, f func([]uuid.UUID)) *curve {
		return &curve{operation: operation, prepare: func(n int) func() {
			ids := make([]uuid.UUID, n)
			return func() { f(ids) }
		}}
	}
	return []*curve{
		fill("FillV4", uuid.FillV4),
		many("NewV4", "std", func() { std.NewV4() }),
		many("NewRandom", "google", func() { google.NewRandom() }),
		fill("FillV7", uuid.FillV7),
		many("NewV7", "std", func() { std.NewV7() }),
		many("NewV7", "google", func() { google.NewV7() }),
		many("Make", "ulid", func() { ulid.Make() }),
	}
}

func goroutineCurves() []*curve {
	const each = 1000
	from := func(operation, who string, f func()) *curve {
		return &curve{operation: operation, who: who, ids: func(n int) int { return n * each }, prepare: func(n int) func() {
			return func() {
				var wg sync.WaitGroup
				for range n {
					wg.Go(func() {
						for range each {
							f()
						}
					})
				}
				wg.Wait()
			}
		}}
	}
	return []*curve{
		from("NewV4", "", func() { uuid.NewV4() }),
		from("NewV4", "std", func() { std.NewV4() }),
		from("NewV7", "", func() { uuid.NewV7() }),
		from("NewV7", "std", func() { std.NewV7() }),
		from("NewV7", "google", func() { google.NewV7() }),
		from("NewV7", "gofrs", func() { gofrs.NewV7() }),
		from("Make", "ulid", func() { ulid.Make() }),
	}
}

// listCurves are the lists of every adapter that has them, each beside what people have
// without it.
func listCurves() (encode, decode []*curve) {
	add := func(operation, who string, enc, dec func(n int) func()) {
		encode = append(encode, &curve{operation: operation, who: who, prepare: enc})
		decode = append(decode, &curve{operation: operation, who: who, prepare: dec})
	}
	pgx := func(operation, who string, format int16, register func(*pgtype.Map), list func(n int) any, target func() any) {
		m := pgtype.NewMap()
		register(m)
		add(operation, who, func(n int) func() {
			v := list(n)
			return func() { must(m.Encode(pgtype.UUIDArrayOID, format, v, nil)) }
		}, func(n int) func() {
			src := must(m.Encode(pgtype.UUIDArrayOID, format, list(n), nil))
			return func() { check(m.Scan(pgtype.UUIDArrayOID, format, src, target())) }
		})
	}
	pgUUIDs := func(n int) any { return slices.Repeat([]pgtype.UUID{{Bytes: id, Valid: true}}, n) }
	for _, f := range []struct {
		name string
		code int16
	}{{"pgx, uuid[]", pgtype.BinaryFormatCode}, {"pgx, uuid[] in text", pgtype.TextFormatCode}} {
		pgx(f.name, "", f.code, pgxtype.Register[uuid.UUID], repeat[[]uuid.UUID], func() any { return new([]uuid.UUID) })
		pgx(f.name, "pgtype.UUID", f.code, func(*pgtype.Map) {}, pgUUIDs, func() any { return new([]pgtype.UUID) })
	}
	add("sqlx.Array", "", func(n int) func() {
		v := repeat[sqlx.Array[uuid.UUID]](n).(driver.Valuer)
		return func() { must(v.Value()) }
	}, func(n int) func() {
		src := must(repeat[sqlx.Array[uuid.UUID]](n).(driver.Valuer).Value())
		return func() { check(new(sqlx.Array[uuid.UUID]).Scan(src)) }
	})
	add("sqlx.Array", "pq, google", func(n int) func() {
		v := pq.Array(repeat[[]google.UUID](n)).(driver.Valuer)
		return func() { must(v.Value()) }
	}, func(n int) func() {
		src := must(pq.Array(repeat[[]google.UUID](n)).(driver.Valuer).Value())
		return func() { check(pq.Array(new([]google.UUID)).(sql.Scanner).Scan(src)) }
	})
	// A decoder of CBOR takes 131,072 elements if nobody asks for more.
	decMode := must(cbor.DecOptions{MaxArrayElements: math.MaxInt32}.DecMode())
	for _, f := range []struct {
		name          string
		ours, without format
	}{
		{"BSON, driver v2", bsonV2(bsonx.Register[uuid.UUID]), bsonV2()},
		{"BSON, driver v1", bsonV1(driverv1.Register[uuid.UUID]), bsonV1()},
		{"MessagePack", format{msgpack.Marshal, msgpack.Unmarshal}, format{msgpack.Marshal, msgpack.Unmarshal}},
		{"CBOR", format{cbor.Marshal, decMode.Unmarshal}, format{cbor.Marshal, decMode.Unmarshal}},
		{"JSON", format{json.Marshal, json.Unmarshal}, format{json.Marshal, json.Unmarshal}},
	} {
		addFormat[uuid.UUIDs](add, f.name, "", f.ours)
		addFormat[[]google.UUID](add, f.name, "google", f.without)
	}
	return encode, decode
}

// repeat returns a list of n times the same id.
func repeat[L ~[]T, T ~[16]byte](n int) any { return slices.Repeat(L{T(id)}, n) }

func addFormat[L ~[]T, T ~[16]byte](add func(string, string, func(int) func(), func(int) func()), name, who string, f format) {
	document := func(n int) *list[L] { return &list[L]{slices.Repeat(L{T(id)}, n)} }
	add(name, who, func(n int) func() {
		doc := document(n)
		return func() { must(f.marshal(doc)) }
	}, func(n int) func() {
		data := must(f.marshal(document(n)))
		return func() { check(f.unmarshal(data, new(list[L]))) }
	})
}

// measureGrowth runs each curve in each round at all its numbers, but at none where one run
// takes more than a hundred times the time that a benchmark has.
func measureGrowth(panels []panel, rounds int, each time.Duration) {
	for round := range rounds {
		for _, p := range panels {
			for _, n := range p.at {
				for _, c := range p.curves {
					if !std.Present && c.who == "std" {
						continue
					}
					if last := c.ns[n/10]; n >= 10 && c.ids == nil && (last == 0 || last*float64(n) > 100*float64(each)) {
						continue
					}
					ns := c.measure(n, each/10)
					if c.ns == nil {
						c.ns = make(map[int]float64)
					}
					if round == 0 || ns < c.ns[n] {
						c.ns[n] = ns
					}
				}
			}
		}
	}
}

// measure returns the time of an id, of as many runs as fit into a time.
func (c *curve) measure(n int, atLeast time.Duration) (ns float64) {
	run := c.prepare(n)
	run() // fills caches and pools
	runtime.GC()
	for runs := 1; ; runs *= 2 {
		begin := time.Now()
		for range runs {
			run()
		}
		if took := time.Since(begin); took >= atLeast || runs >= 1<<20 {
			per := n
			if c.ids != nil {
				per = c.ids(n)
			}
			return float64(took.Nanoseconds()) / float64(runs) / float64(per)
		}
	}
}

// reportGrowth is the last section of RESULTS.md.
func reportGrowth(panels []panel) []byte {
	var b bytes.Buffer
	b.WriteString(`
## How cost grows

The nanoseconds of one id in batches and lists of more and more, and from more and more goroutines. Where the cost is linear, a row
stays as it is. What is left out took more than a hundred times the time of a benchmark. A million ids have 16 MB, and their text 36: what
rises there at the end no longer fits into the processor's caches, or waits for new memory.

![The table as curves](../../docs/pictures/growth.svg)
`)
	for _, p := range panels {
		fmt.Fprintf(&b, "\n| %s, by the number of %s |", p.name, p.number)
		for _, n := range p.at {
			fmt.Fprintf(&b, " %d |", n)
		}
		fmt.Fprintf(&b, "\n|---|%s\n", strings.Repeat("---:|", len(p.at)))
		for _, c := range p.curves {
			if c.ns == nil {
				continue
			}
			fmt.Fprintf(&b, "| %s |", c)
			for _, n := range p.at {
				if ns := c.ns[n]; ns > 0 {
					fmt.Fprintf(&b, " %.1f", ns)
				}
				b.WriteString(" |")
			}
			b.WriteString("\n")
		}
	}
	return b.Bytes()
}

// String is the operation and who does it.
func (c *curve) String() string { return c.operation + ", " + cmp.Or(c.who, "uuidkit") }

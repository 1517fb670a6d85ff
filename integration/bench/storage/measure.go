package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/uuidkit/uuidkit/integration/bench/results"
	"github.com/uuidkit/uuidkit/uuid"
)

// A form is how a store holds an id.
type form struct {
	name string
	text bool
	arg  func(id uuid.UUID) any // what a program passes on for it; nil: the id itself
}

func (f form) of(id uuid.UUID) any {
	if f.arg == nil {
		return id
	}
	return f.arg(id)
}

// An item is a row of the larger table. The smaller one, owner, has an id and a number.
type item struct {
	id, owner uuid.UUID
	n         int64
}

// A store has one pair of tables at a time: item (its key is id, and owner has an index)
// and owner (its key is id).
type store interface {
	about(ctx context.Context) (results.Store, error) // all but Tables
	forms() []form
	create(ctx context.Context, f form) error // drops the last pair
	insertOwners(ctx context.Context, owners []item) error
	insert(ctx context.Context, items []item) error // in a transaction
	settle(ctx context.Context) error               // a checkpoint, and new statistics
	bytes(ctx context.Context) ([3]int64, error)
	// The reads are in the order of results.ReadNames. They return the number of rows.
	one(ctx context.Context, id uuid.UUID) (int, error)
	ofOwner(ctx context.Context, owner uuid.UUID) (int, error)
	ordered(ctx context.Context, from uuid.UUID) (int, error)
	joined(ctx context.Context, from uuid.UUID) (int, error)
	close(ctx context.Context) error
}

const (
	batch = 10000 // rows of a transaction
	many  = 1000  // rows of an ordered or joined read
	parts = 10    // of the inserts, each with its rate
)

// versions make ids as a program does that needs many at once.
var versions = []struct {
	name string
	fill func([]uuid.UUID)
}{{"v4", uuid.FillV4}, {"v7", uuid.FillV7}}

// measure measures all forms of a store.
func measure(ctx context.Context, s store, rows int, p *progress) (results.Store, error) {
	all, err := s.about(ctx)
	if err != nil {
		return all, err
	}
	for _, f := range s.forms() {
		for _, v := range versions {
			t := results.StoreTable{Form: f.name, Text: f.text, Version: v.name}
			what := all.Name + ", " + f.name + ", " + v.name
			if err := measureTable(ctx, s, f, v.fill, rows, &t, func(n int) { p.add(what, n) }); err != nil {
				return all, fmt.Errorf("%s: %w", what, err)
			}
			all.Tables = append(all.Tables, t)
		}
	}
	return all, nil
}

func measureTable(ctx context.Context, s store, f form, fill func([]uuid.UUID), rows int, t *results.StoreTable, inserted func(n int)) error {
	if err := s.create(ctx, f); err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(1, 2)) // every form has the same choices
	items, err := insertAll(ctx, s, fill, rows, random, t, inserted)
	if err == nil {
		err = s.settle(ctx)
	}
	if err == nil {
		t.Bytes, err = s.bytes(ctx)
	}
	if err != nil {
		return err
	}
	return readAll(ctx, s, items, random, t)
}

// insertAll fills the two tables, and measures the inserts into the larger one.
func insertAll(ctx context.Context, s store, fill func([]uuid.UUID), rows int, random *rand.Rand, t *results.StoreTable, inserted func(n int)) ([]item, error) {
	owners := make([]item, rows/10)
	ids := make([]uuid.UUID, batch)
	for some := range slices.Chunk(owners, batch) {
		fill(ids)
		for i := range some {
			some[i] = item{id: ids[i], n: int64(i)}
		}
		if err := s.insertOwners(ctx, some); err != nil {
			return nil, err
		}
	}
	items := make([]item, rows)
	for part := range parts {
		var took time.Duration
		these := items[rows*part/parts : rows*(part+1)/parts]
		for some := range slices.Chunk(these, batch) {
			fill(ids)
			for i := range some {
				some[i] = item{ids[i], owners[random.IntN(len(owners))].id, random.Int64N(1e6)}
			}
			begin := time.Now()
			if err := s.insert(ctx, some); err != nil {
				return nil, err
			}
			took += time.Since(begin)
			inserted(len(some))
		}
		t.Rates = append(t.Rates, rounded(float64(len(these))/took.Seconds()))
	}
	return items, nil
}

// readAll measures the reads.
func readAll(ctx context.Context, s store, items []item, random *rand.Rand, t *results.StoreTable) error {
	lookups, scans := results.ReadTimes(len(items))
	anyItem := func() uuid.UUID { return items[random.IntN(len(items))].id }
	anyOwner := func() uuid.UUID { return items[random.IntN(len(items))].owner }
	for i, r := range []struct {
		times, least int
		id           func() uuid.UUID
		read         func(context.Context, uuid.UUID) (int, error)
	}{{lookups, 1, anyItem, s.one}, {lookups, 1, anyOwner, s.ofOwner}, {scans, many, anyItem, s.ordered}, {scans, many, anyItem, s.joined}} {
		var took []time.Duration
		for tries := 0; len(took) < r.times; tries++ {
			id := r.id()
			begin := time.Now()
			n, err := r.read(ctx, id)
			if err == nil && tries > 10*r.times {
				err = fmt.Errorf("got %d rows again and again", n)
			}
			if err != nil {
				return fmt.Errorf("%s, %v: %w", results.ReadNames[i], id, err)
			}
			if n >= r.least { // else too few ids follow, in the store's order
				took = append(took, time.Since(begin))
			}
		}
		slices.Sort(took)
		t.Reads[i] = rounded(float64(took[len(took)/2].Nanoseconds()) / 1e3)
	}
	return nil
}

// rounded drops the digits that no measurement has.
func rounded(v float64) float64 {
	unit := 1.0
	for v/unit >= 1000 {
		unit *= 10
	}
	return float64(int64(v/unit+0.5)) * unit
}

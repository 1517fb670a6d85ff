//go:build go1.26

package uuidtest_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/uuidtest"
)

func TestID(t *testing.T) {
	for n, want := range map[uint64]string{
		0:          "00000000-0000-7000-8000-000000000000",
		1:          "00000000-0000-7000-8000-000000000001",
		0x1234abcd: "00000000-0000-7000-8000-00001234abcd",
		1<<62 - 1:  "00000000-0000-7000-bfff-ffffffffffff",
		1 << 62:    "00000000-0000-7000-8000-000000000000",
	} {
		if got := uuidtest.ID(n); got.String() != want || got.Version() != 7 || got.Variant() != uuid.VariantRFC9562 {
			t.Errorf("ID(%#x) = %v, want %s", n, got, want)
		}
	}
}

// together has many goroutines call next, and returns what they got, sorted.
func together(next func() uuid.UUID) []uuid.UUID {
	const callers, each = 8, 1000
	all := make([]uuid.UUID, callers*each)
	var wg sync.WaitGroup
	for mine := range slices.Chunk(all, each) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range mine {
				mine[i] = next()
			}
		}()
	}
	wg.Wait()
	slices.SortFunc(all, uuid.UUID.Compare)
	return all
}

func TestSequence(t *testing.T) {
	var s uuidtest.Sequence
	for i, got := range together(s.Next) {
		if want := uuidtest.ID(uint64(i + 1)); got != want {
			t.Fatalf("%d: got %v, want %v", i, got, want)
		}
	}
}

func TestNew(t *testing.T) {
	ctx := context.Background()
	must := func(u uuid.UUID, err error) uuid.UUID {
		if err != nil {
			t.Error(err)
		}
		return u
	}
	// The first UUIDs of a seed. Users' expectations rest on them: a change
	// must be in CHANGELOG.md.
	g := uuidtest.New(1)
	var got []string
	for _, u := range []uuid.UUID{must(g.NewV4()), must(g.NewV7(ctx)), must(g.NewV7(ctx)), must(g.NewV6(ctx)), must(g.NewV1(ctx))} {
		got = append(got, u.String())
	}
	want := []string{
		"6ae6783f-4fbd-491b-aeb8-8b73a48ed247",
		"00dc6acf-ac00-7000-9be5-882e25796834",
		"00dc6acf-ac01-7000-8cd8-7274d67084ca",
		"1d3bfde6-3b04-6e20-bef5-5fe0e125750a",
		"63b07530-bfde-11d3-92f4-63f3d4157247",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}

	a, b, other := uuidtest.New(42), uuidtest.New(42), uuidtest.New(43)
	ofA := together(func() uuid.UUID { return must(a.NewV7(ctx)) })
	ofB := together(func() uuid.UUID { return must(b.NewV7(ctx)) })
	ofOther := together(func() uuid.UUID { return must(other.NewV7(ctx)) })
	if !slices.Equal(ofA, ofB) {
		t.Error("two Generators of one seed differ")
	}
	if len(slices.Compact(ofA)) != len(ofB) {
		t.Error("UUIDs came twice")
	}
	if slices.Equal(ofA, ofOther) {
		t.Error("the seed does not matter")
	}
	batchA, batchB := make([]uuid.UUID, 1000), make([]uuid.UUID, 1000)
	if err := a.FillV7(ctx, batchA); err != nil {
		t.Fatal(err)
	}
	for i := range batchB {
		batchB[i] = must(b.NewV7(ctx))
	}
	if !slices.Equal(batchA, batchB) {
		t.Error("a batch differs from single UUIDs")
	}
}

package generators_test

import (
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/bench/results"
	"github.com/uuidkit/uuidkit/integration/generators"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

var (
	measure = flag.Int("measure", 0, "make so many ids of each version")
	update  = flag.Bool("update", false, "write results.json")
)

func TestMain(m *testing.M) {
	generators.Child()
	os.Exit(m.Run())
}

var kinds = []generators.Kind{generators.V1, generators.V1One, generators.V6, generators.V7}

// TestFleet has 64 processes with all sorts of clocks make ids, of which none may come twice.
func TestFleet(t *testing.T) {
	f := generators.Fleet{Dir: t.TempDir(), IDs: 100_000}
	if *measure > 0 {
		f.IDs = *measure
	} else {
		kit.Check(t, f.Make(t.Context(), append(kinds, generators.Copied)...)) // the processes take longer to begin than to make these
		if ids, again, err := f.Repeats(generators.Copied); err != nil || again < ids/2 {
			t.Errorf("%d of %d random ids come again, %v, though their random bits do", again, ids, err)
		}
	}
	var all []generators.Fleeted
	for _, kind := range kinds {
		if *measure > 0 {
			kit.Check(t, f.Make(t.Context(), kind))
		}
		all = append(all, check(t, f, kind))
		for _, name := range f.Files(kind) {
			kit.Check(t, os.Remove(name))
		}
	}
	if *measure > 0 && *update && !t.Failed() {
		r := kit.Must(results.Read[generators.Results](resultsFile))(t)
		r.Command, r.Fleet = fmt.Sprintf("go -C integration test ./generators -run TestFleet -timeout 0 -measure %d", *measure), all
		kit.Check(t, results.Write(resultsFile, r))
	}
}

// check looks for ids that come again, and that sort before others by more than the clocks explain: 1 ms is a Generator's
// MaxAhead, and two clocks that are off by 5 s differ by 10.
func check(t *testing.T, f generators.Fleet, kind generators.Kind) generators.Fleeted {
	t.Helper()
	ids, again, err := f.Repeats(kind)
	if err != nil || again > 0 || ids < f.IDs {
		t.Errorf("version %s: %d of %d ids come again, %v, want none of at least %d", kind, again, ids, err, f.IDs)
	}
	t.Logf("version %s: %d ids, %d come again", kind, ids, again)
	r := generators.Fleeted{Kind: kind, IDs: ids, Again: again}
	if kind != generators.V6 && kind != generators.V7 {
		return r
	}
	for clocks, most := range []time.Duration{
		generators.Right: time.Millisecond, generators.Skewed: 10*time.Second + time.Millisecond, generators.Stepped: 10*time.Second + time.Millisecond,
	} {
		o := kit.Must(f.Order(kind, generators.Clock(clocks)))(t)
		t.Logf("version %s, clocks at worst %d: %+v", kind, clocks, o)
		if o.Late > most || clocks == int(generators.Skewed) && o.Late == 0 {
			t.Errorf("version %s, clocks at worst %d: an id sorts before one that was made %v earlier, want at most %v, and more than 0 if clocks are off", kind, clocks, o.Late, most)
		}
		r.Orders = append(r.Orders, o)
	}
	return r
}

// TestRepeats has files with ids that come again.
func TestRepeats(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files []string // a letter is an id, and two are a part
		again int
	}{
		{"none", []string{"bdac", "e"}, 0},
		{"in a part", []string{"aabb"}, 2},
		{"in two parts", []string{"abacd"}, 1},
		{"in two files", []string{"ab", "", "cdbe"}, 1},
		{"everywhere", []string{"aaaa", "aaa", "a"}, 7},
	} {
		f := generators.Fleet{Dir: t.TempDir(), IDs: 2000} // two are a part
		want := 0
		for i, name := range f.Files(generators.V7) {
			var ids []byte
			if i < len(tt.files) {
				for _, c := range tt.files[i] {
					ids = append(ids, make([]byte, 15)...)
					ids = append(ids, byte(c))
					want++
				}
			}
			kit.Check(t, os.WriteFile(name, ids, 0o600))
		}
		ids, again, err := f.Repeats(generators.V7)
		if err != nil || ids != want || again != tt.again {
			t.Errorf("%s: %d of %d ids come again, %v, want %d of %d", tt.name, again, ids, err, tt.again, want)
		}
	}
}

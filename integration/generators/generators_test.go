package generators_test

import (
	"flag"
	"os"
	"testing"
	"time"

	"github.com/uuidkit/uuidkit/integration/generators"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

var (
	measure = flag.Bool("measure", false, "make 100 million ids of each version")
	update  = flag.Bool("update", false, "write docs/scale.md")
)

func TestMain(m *testing.M) {
	generators.Child()
	os.Exit(m.Run())
}

var kinds = []generators.Kind{generators.V1, generators.V1One, generators.V6, generators.V7}

// TestFleet has 64 processes with all sorts of clocks make ids, of which none may come twice.
func TestFleet(t *testing.T) {
	f := generators.Fleet{Dir: t.TempDir(), IDs: 100_000}
	if !*measure {
		kit.Check(t, f.Make(t.Context(), append(kinds, generators.Copied)...))
		if ids, again, err := f.Repeats(generators.Copied); err != nil || again < ids/2 {
			t.Errorf("%d of %d random ids come again, %v, though their random bits do", again, ids, err)
		}
	}
	for _, kind := range kinds {
		if *measure {
			f.IDs = 100_000_000
			kit.Check(t, f.Make(t.Context(), kind))
		}
		check(t, f, kind)
		for _, name := range f.Files(kind) {
			kit.Check(t, os.Remove(name))
		}
	}
}

func check(t *testing.T, f generators.Fleet, kind generators.Kind) {
	ids, again, err := f.Repeats(kind)
	if err != nil || again > 0 || ids < f.IDs {
		t.Errorf("version %s: %d of %d ids come again, %v, want none of at least %d", kind, again, ids, err, f.IDs)
	}
	t.Logf("version %s: %d ids, %d come again", kind, ids, again)
	if kind != generators.V6 && kind != generators.V7 {
		return
	}
	for clocks, most := range map[generators.Clock]time.Duration{ // right clocks and a MaxAhead; offsets of up to 5 s, twice
		generators.Right: time.Millisecond, generators.Skewed: 10*time.Second + time.Millisecond,
		generators.Stepped: 10*time.Second + time.Millisecond, generators.Frozen: time.Hour,
	} {
		o := kit.Must(f.Order(kind, clocks))(t)
		t.Logf("version %s, clocks up to %d: %+v", kind, clocks, o)
		if o.Late > most {
			t.Errorf("version %s, clocks up to %d: an id sorts before one that was made %v earlier, want at most %v", kind, clocks, o.Late, most)
		}
	}
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

// Package upstream runs the programs of ../../upstream whose libraries the module ecosystem requires, and checks
// docs/upstream.md and SKETCHES.md there, or writes both with -update.
//
// To add a program, add it to quick in quick_test.go, or to slow in full_test.go if its library takes long to compile.
package upstream

import (
	"maps"
	"os"
	"testing"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/integration/upstream"
)

func TestMain(m *testing.M) { stores.Main(m) }

func TestUpstream(t *testing.T) {
	programs := maps.Clone(quick)
	maps.Copy(programs, slow)
	upstream.Run(t, upstream.Ecosystem, len(slow) > 0, programs)
}

func TestPage(t *testing.T) {
	table, sketches, err := upstream.Pages("../../..")
	if err != nil {
		t.Fatal(err)
	}
	for page, want := range map[string]string{"../../../docs/upstream.md": table, "../../upstream/SKETCHES.md": sketches} {
		if *ecosystem.Update {
			if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(page); err != nil || string(got) != want {
			t.Errorf("%s is out of date: write it with -update (error %v)", page, err)
		}
	}
}

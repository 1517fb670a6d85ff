package integration_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/mod/modfile"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

// TestFloors demands of floors.mod, with which ./test.sh -full floors runs the tests
// of this module, the very versions that the adapters' go.mod files promise, and of
// the root's go.mod that it requires nothing.
func TestFloors(t *testing.T) {
	if got := requirements(t, "../go.mod"); len(got) > 0 {
		t.Errorf("../go.mod: got %v, want no requirement", got)
	}
	adapters, _ := filepath.Glob("../*/go.mod")
	tested, n := requirements(t, "floors.mod"), 0
	for _, file := range append(adapters, "../bsonx/driverv1/go.mod") {
		switch filepath.Base(filepath.Dir(file)) {
		case "integration", "examples", "docs", "analysis", "cmd": // nobody's program imports them
			continue
		}
		n++
		for module, want := range requirements(t, file) {
			if got := tested[module]; got != want {
				t.Errorf("floors.mod: got %s %q, want %s as in %s", module, got, want, file)
			}
		}
	}
	if n < 6 {
		t.Errorf("got %d adapters, want 6 or more: %v", n, adapters)
	}
}

// requirements returns the versions of the modules that a go.mod asks for itself.
func requirements(t *testing.T, file string) map[string]string {
	t.Helper()
	f := kit.Must(modfile.Parse(file, kit.Must(os.ReadFile(file))(t), nil))(t)
	versions := map[string]string{}
	for _, r := range f.Require {
		if !r.Indirect {
			versions[r.Mod.Path] = r.Mod.Version
		}
	}
	return versions
}

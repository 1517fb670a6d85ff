package integration_test

import (
	"os"
	"strings"
	"testing"
)

// TestFloors demands of floors.mod, with which ./test.sh -full runs the tests of
// this module, the very versions that the library's go.mod promises.
func TestFloors(t *testing.T) {
	promised, tested := requirements(t, "../go.mod"), requirements(t, "floors.mod")
	if len(promised) == 0 {
		t.Fatal("../go.mod: got no requirements")
	}
	for module, want := range promised {
		if got := tested[module]; got != want {
			t.Errorf("floors.mod: got %s %q, want %s as in ../go.mod", module, got, want)
		}
	}
}

// requirements returns the versions of the modules that a go.mod asks for itself.
func requirements(t *testing.T, file string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	versions := map[string]string{}
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if len(f) > 1 && f[0] != "//" && strings.HasPrefix(f[1], "v") && !strings.HasSuffix(line, "// indirect\n") {
			versions[f[0]] = f[1]
		}
	}
	return versions
}

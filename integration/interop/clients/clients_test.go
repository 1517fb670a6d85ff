package clients_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/interop/clients"
)

// What npm fetches is pinned by version and hash, and from no particular registry.
func TestPins(t *testing.T) {
	var manifest struct{ Dependencies map[string]string }
	var lock struct {
		Packages map[string]struct {
			Version, Integrity, Resolved string
			OptionalDependencies         map[string]string
		}
	}
	for name, v := range map[string]any{"npm/package.json": &manifest, "npm/package-lock.json": &lock} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, v); err != nil {
			t.Fatal(err)
		}
	}
	for name, version := range manifest.Dependencies {
		if got := lock.Packages["node_modules/"+name].Version; got != version {
			t.Errorf("%s: locked at %q, want %q", name, got, version)
		}
	}
	for name, p := range lock.Packages {
		if name == "" { // package.json's own
			continue
		}
		if p.Version == "" || !strings.HasPrefix(p.Integrity, "sha512-") || p.Resolved != "" {
			t.Errorf("%s: got version %q, integrity %q and resolved %q, want a version, sha512 and none", name, p.Version, p.Integrity, p.Resolved)
		}
		for other := range p.OptionalDependencies {
			if _, ok := lock.Packages["node_modules/"+other]; !ok {
				t.Errorf("%s: %s is not locked", name, other)
			}
		}
	}
}

// An exception in a script is an error that says so, and so is an unknown job.
func TestErrors(t *testing.T) {
	for name, client := range map[string]func() (*clients.Client, error){
		"node":   func() (*clients.Client, error) { return clients.Node(t.Context(), t.Logf) },
		"python": func() (*clients.Client, error) { return clients.Python(t.Context(), t.Logf) },
	} {
		c := kit.Need(client())(t)
		var answer any
		for _, job := range []string{"no such job", "write"} {
			err := c.Ask(t.Context(), job, 1, &answer)
			if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "Error") {
				t.Errorf("%s: %s: got %v, %v, want the exception", name, job, answer, err)
			}
		}
	}
}

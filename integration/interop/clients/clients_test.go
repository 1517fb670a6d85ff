package clients_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/interop/clients"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// readJSON decodes a file.
func readJSON[T any](t *testing.T, name string) (v T) {
	t.Helper()
	if err := json.Unmarshal(kit.Must(os.ReadFile(name))(t), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

type manifest struct{ Dependencies map[string]string }

// TestPins checks that the lock file pins every package by version and hash, and names
// no registry.
func TestPins(t *testing.T) {
	lock := readJSON[struct {
		Packages map[string]struct {
			Version, Integrity, Resolved string
			OptionalDependencies         map[string]string
		}
	}](t, "npm/package-lock.json")
	for name, version := range readJSON[manifest](t, "npm/package.json").Dependencies {
		if got := lock.Packages["node_modules/"+name].Version; got != version {
			t.Errorf("%s: locked at %q, want %q", name, got, version)
		}
	}
	delete(lock.Packages, "") // package.json's own
	for name, p := range lock.Packages {
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

// TestClients shows which versions the clients have, and checks that an exception in a
// script is an error that says so, and so is an unknown job.
func TestClients(t *testing.T) {
	python := manifest{map[string]string{}}
	for _, name := range []string{"python", "cbor2", "msgpack", "psycopg", "psycopg2", "pymongo", "pymysql"} {
		python.Dependencies[name] = "" // whatever Debian has
	}
	for _, tt := range []struct {
		name    string
		install func(context.Context, server.Logf) (*clients.Client, error)
		want    manifest
	}{
		{"node", clients.Node, readJSON[manifest](t, "npm/package.json")},
		{"python", clients.Python, python},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := kit.Need(tt.install(t.Context(), t.Logf))(t)
			var got map[string]string
			if err := c.Ask(t.Context(), "versions", nil, &got); err != nil {
				t.Fatal(err)
			}
			t.Logf("%v", got)
			for name, version := range tt.want.Dependencies {
				if got[name] == "" || version != "" && got[name] != version {
					t.Errorf("%s: got %q, want %q", name, got[name], version)
				}
			}
			for _, job := range []string{"no such job", "write"} {
				err := c.Ask(t.Context(), job, 1, &got)
				if err == nil || !strings.Contains(err.Error(), tt.name) || !strings.Contains(err.Error(), "Error") {
					t.Errorf("%s: got %v, %v, want the exception", job, got, err)
				}
			}
		})
	}
}

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

// TestPins checks that every package of npm is pinned by hash, and from no particular
// registry. That the lock file fits package.json, npm ci checks.
func TestPins(t *testing.T) {
	var lock struct {
		Packages map[string]struct{ Version, Integrity, Resolved string }
	}
	kit.Check(t, json.Unmarshal(kit.Must(os.ReadFile("npm/package-lock.json"))(t), &lock))
	delete(lock.Packages, "") // package.json's own
	for name, p := range lock.Packages {
		if p.Version == "" || !strings.HasPrefix(p.Integrity, "sha512-") || p.Resolved != "" {
			t.Errorf("%s: got version %q, integrity %q and resolved %q, want a version, sha512 and none", name, p.Version, p.Integrity, p.Resolved)
		}
	}
}

// TestClients shows which versions the clients have, and checks that an exception in a
// script is an error that says so, and so is an unknown job.
func TestClients(t *testing.T) {
	for _, tt := range []struct {
		name      string
		install   func(context.Context, server.Logf) (*clients.Client, error)
		libraries []string
	}{
		{"node", clients.Node, []string{"node", "@msgpack/msgpack", "bson", "cbor", "cbor-redux", "cbor-x", "cborg", "mongodb", "msgpackr", "mysql2", "pg", "uuid"}},
		{"python", clients.Python, []string{"python", "cbor2", "msgpack", "psycopg", "psycopg2", "pymongo", "pymysql"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := kit.Need(tt.install(t.Context(), t.Logf))(t)
			var got map[string]string
			kit.Check(t, c.Ask(t.Context(), "versions", nil, &got))
			t.Logf("%v", got)
			for _, name := range tt.libraries {
				if got[name] == "" {
					t.Errorf("%s: has no version", name)
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

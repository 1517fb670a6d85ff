package clients_test

import (
	"context"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/interop/clients"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

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

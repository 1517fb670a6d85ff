package migrate

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
	"github.com/uuidkit/uuidkit/integration/stores/server"
)

// TestEveryAction has migratetest.Run on each store: SIGKILL ends run, undo and cleanup after each of their
// actions, and each of them comes after it. The tests are those of the stores' packages, which without -all go
// some ways only.
func TestEveryAction(t *testing.T) {
	long(t)
	t.Parallel()
	for _, c := range []struct {
		store    string
		variable string
		address  func(testing.TB) string
	}{
		{"postgres", server.Postgres.Variable, stores.Postgres},
		{"postgres", server.Postgres15.Variable, stores.Postgres15},
		{"mysql", server.MariaDB.Variable, stores.MariaDB},
		{"mysql", server.MySQL.Variable, stores.MySQL},
		{"mongo", server.Mongo.Variable, func(t testing.TB) string {
			uri, _ := stores.Mongo(t)
			return uri
		}},
	} {
		for _, online := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, online %t", c.variable, online), func(t *testing.T) {
				address := c.address(t)
				t.Parallel()
				cmd := exec.CommandContext(t.Context(), "go", "test", "-count=1", "-v", "-timeout=60m", "./internal/migrate/"+c.store, "-run", fmt.Sprintf("TestRun/%s,_online_%t", c.variable, online), "-all")
				cmd.Dir = filepath.Join("..", "..", "cmd")
				cmd.Env = append(os.Environ(), "GOWORK=", "GOFLAGS=") // cmd/go.work
				for _, k := range []server.Kind{server.Postgres, server.Postgres15, server.MariaDB, server.MySQL, server.Mongo} {
					cmd.Env = append(cmd.Env, k.Variable+"=")
				}
				cmd.Env = append(cmd.Env, c.variable+"="+address)
				out, err := cmd.CombinedOutput()
				t.Logf("%s", out)
				kit.Check(t, err)
				if ran := strings.Count(string(out), "--- PASS: TestRun/"+c.variable); ran == 0 || strings.Contains(string(out), "--- SKIP") {
					t.Errorf("%d tests of the store have passed, want all, and none skipped", ran)
				}
			})
		}
	}
}

// TestParsers fuzzes package sqltext against the parsers of the servers.
func TestParsers(t *testing.T) {
	long(t)
	t.Parallel()
	env := append(os.Environ(), "GOWORK=", "GOFLAGS=",
		server.Postgres.Variable+"="+stores.Postgres(t), server.MariaDB.Variable+"="+stores.MariaDB(t))
	if address := os.Getenv(server.MySQL.Variable); address == "" {
		t.Log("without MySQL 9")
	}
	cmd := exec.CommandContext(t.Context(), "go", "test", "./internal/sqltext", "-v", "-run", "TestParsers", "-fuzz", "FuzzParsers", "-fuzztime", "30s", "-parallel", "2")
	cmd.Dir, cmd.Env = filepath.Join("..", "..", "cmd"), env
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	kit.Check(t, err)
	for _, name := range []string{"SQLite", "PostgreSQL", server.MariaDB.Variable} {
		if !strings.Contains(string(out), " "+name+" accepts ") {
			t.Errorf("the parser of %s was not asked", name)
		}
	}
}

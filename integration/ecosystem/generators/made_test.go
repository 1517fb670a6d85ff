//go:build full

package generators

import (
	"bytes"
	"database/sql"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/uuidkit/uuidkit/integration/ecosystem"
	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/integration/stores"
)

// A generator is a command of Go, with what its environment has besides. If it reads a database, dsn is the variable that
// names it: a new one in PostgreSQL, of schema.sql.
type generator struct {
	run, env []string
	dsn      string
}

var generators = map[string]generator{
	"bob":  {run: []string{"github.com/stephenafamo/bob/gen/bobgen-psql@v0.41.1"}, env: []string{"CGO_ENABLED=0"}, dsn: "PSQL_DSN"},            // as sqlc
	"ent":  {run: []string{"entgo.io/ent/cmd/ent@v0.14.5", "generate", "./schema", "--target", "made"}, env: []string{"GOTOOLCHAIN=go1.26.8"}}, // it does not load packages of Go 1.27
	"gen":  {run: []string{".", "query"}},
	"oapi": {run: []string{"github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@" + oapiVersion, "-config", "config.yaml", "openapi.yaml"}},
	"ogen": {run: []string{"github.com/ogen-go/ogen/cmd/ogen@v1.24.0", "--config", "ogen.yml", "--target", "made", "--package", "made", "--clean", "openapi.yaml"}},
	"sqlc": {run: []string{"github.com/sqlc-dev/sqlc/cmd/sqlc@" + sqlcVersion, "generate"}, env: []string{"CGO_ENABLED=0"}}, // its parser takes minutes to compile in C
}

// TestMade runs each generator again, in its folder of testdata without what it has made. What it
// makes must be what was there. With -update it stays.
func TestMade(t *testing.T) {
	for folder, g := range generators {
		t.Run(folder, func(t *testing.T) {
			dir := filepath.Join("testdata", folder)
			before := files(t, dir)
			cmd := exec.CommandContext(t.Context(), "go", append([]string{"run"}, g.run...)...)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), g.env...)
			if g.dsn != "" {
				cmd.Env = append(cmd.Env, g.dsn+"="+database(t, before[filepath.Join(dir, "schema.sql")]))
			}
			for name, text := range before {
				if bytes.Contains(text, []byte("// Code generated ")) && filepath.Ext(name) == ".go" {
					kit.Check(t, os.Remove(name))
				}
			}
			out, err := cmd.CombinedOutput()
			after := files(t, dir)
			if *ecosystem.Update && err == nil {
				return
			}
			restore(t, before, after)
			if err != nil {
				t.Fatalf("go run %v: %v\n%s", g.run, err, out)
			}
			for _, name := range slices.Sorted(maps.Keys(after)) {
				if !bytes.Equal(before[name], after[name]) {
					t.Errorf("%s is not what the generator makes: write it with -update", name)
				}
			}
			for name := range before {
				if after[name] == nil {
					t.Errorf("%s is not made any more: remove it", name)
				}
			}
		})
	}
}

// database is the name of a new one with that schema.
func database(t *testing.T, schema []byte) string {
	name := stores.Postgres(t)
	db, err := sql.Open("pgx", name)
	kit.Check(t, err)
	defer db.Close()
	_, err = db.Exec(string(schema))
	kit.Check(t, err)
	return name
}

// files are those of a directory, with their contents.
func files(t *testing.T, dir string) map[string][]byte {
	all := map[string][]byte{}
	kit.Check(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		all[path], err = os.ReadFile(path)
		return err
	}))
	return all
}

// restore writes the files as they were before.
func restore(t *testing.T, before, after map[string][]byte) {
	for name, b := range before {
		if !bytes.Equal(b, after[name]) {
			kit.Check(t, os.WriteFile(name, b, 0o666))
		}
	}
	for name := range after {
		if before[name] == nil {
			kit.Check(t, os.Remove(name))
		}
	}
}

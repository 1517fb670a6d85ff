package uuid_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/api"
	"github.com/99designs/gqlgen/codegen/config"
	"golang.org/x/mod/modfile"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

// TestGqlgen has gqlgen generate a server of testdata/gqlgen, whose scalars are our types,
// and asks it.
func TestGqlgen(t *testing.T) {
	dir := t.TempDir()
	kit.Check(t, os.CopyFS(dir, os.DirFS("testdata/gqlgen")))
	mod := kit.Must(modfile.Parse("go.mod", kit.Must(os.ReadFile("../go.mod"))(t), nil))(t)
	kit.Check(t, mod.AddModuleStmt("gqlapp"))
	for _, r := range mod.Replace {
		kit.Check(t, mod.AddReplace(r.Old.Path, "", kit.Must(filepath.Abs(filepath.Join("..", r.New.Path)))(t), ""))
	}
	kit.Check(t, os.WriteFile(filepath.Join(dir, "go.mod"), kit.Must(mod.Format())(t), 0o644))
	kit.Check(t, os.WriteFile(filepath.Join(dir, "go.sum"), kit.Must(os.ReadFile("../go.sum"))(t), 0o644))
	t.Chdir(dir)
	t.Setenv("GOFLAGS", "-mod=mod") // gqlgen asks for packages that are not there yet
	kit.Check(t, api.Generate(kit.Must(config.LoadConfig("gqlgen.yml"))(t)))
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", "app", ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ask := func(id string) string {
		query := `query($p: UUID) { node(id: "%s", parent: $p, list: ["%s"], user: "%s") { id parent root list user google } }`
		user := typed.ID[user](vectors.U).String()
		cmd := exec.CommandContext(t.Context(), "./app")
		cmd.Stdin = strings.NewReader(fmt.Sprintf(`{"query": %q, "variables": {"p": %q}}`, fmt.Sprintf(query, id, vectors.Text, user), vectors.Text))
		return string(kit.Must(cmd.CombinedOutput())(t))
	}
	u, user := `"`+vectors.Text+`"`, `"`+typed.ID[user](vectors.U).String()+`"`
	want := `{"node":{"id":` + u + `,"parent":` + u + `,"root":null,"list":[` + u + `],"user":` + user + `,"google":` + u + "}} \n"
	if got := ask(vectors.Text); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := ask("x"); !strings.Contains(got, "uuid.UnmarshalGQL") {
		t.Errorf("got %s, want an error", got)
	}
}

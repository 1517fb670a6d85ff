package uuid_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/api"
	"github.com/99designs/gqlgen/codegen/config"
	"github.com/99designs/gqlgen/graphql"
	google "github.com/google/uuid"
	"golang.org/x/mod/modfile"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
	"github.com/uuidkit/uuidkit/internal/vectors"
	"github.com/uuidkit/uuidkit/uuid"
	"github.com/uuidkit/uuidkit/uuid/typed"
)

// TestGraphQL: gqlgen writes and reads our types by their methods, in the form that it has
// for google's.
func TestGraphQL(t *testing.T) {
	id := typed.ID[user](vectors.U)
	var want bytes.Buffer
	graphql.MarshalUUID(google.UUID(vectors.U)).MarshalGQL(&want)
	for _, tt := range []struct {
		in   graphql.Marshaler
		got  graphql.Unmarshaler
		want string
	}{
		{vectors.U, new(uuid.UUID), want.String()},
		{uuid.UUID{}, &uuid.UUID{1}, `"00000000-0000-0000-0000-000000000000"`}, // google's is null
		{uuid.NullUUID{UUID: vectors.U, Valid: true}, new(uuid.NullUUID), want.String()},
		{uuid.NullUUID{UUID: vectors.U}, &uuid.NullUUID{Valid: true}, "null"},
		{id, new(typed.ID[user]), `"` + id.String() + `"`},
		{id.Null(), new(typed.NullID[user]), `"` + id.String() + `"`},
		{typed.NullID[user]{}, &typed.NullID[user]{Valid: true}, "null"},
	} {
		var b bytes.Buffer
		tt.in.MarshalGQL(&b)
		if b.String() != tt.want {
			t.Errorf("%T: %s, want %s", tt.in, &b, tt.want)
		}
		var v any = strings.Trim(b.String(), `"`)
		if v == "null" {
			v = nil
		}
		if err := tt.got.UnmarshalGQL(v); err != nil || reflect.ValueOf(tt.got).Elem().Interface() != null(tt.in) {
			t.Errorf("%T of %v: %v, %v, want %v", tt.in, v, tt.got, err, tt.in)
		}
	}
}

// null returns v, or the zero value if it is null.
func null(v any) any {
	if z, ok := v.(interface{ IsZero() bool }); ok && z.IsZero() {
		return reflect.Zero(reflect.TypeOf(v)).Interface()
	}
	return v
}

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
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-ldflags=-w", "-o", "app", ".").CombinedOutput(); err != nil {
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

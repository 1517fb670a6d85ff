package gormtype_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The plugin refuses a GORM that does not have the two fields of its own that it reads.
func TestOtherGORM(t *testing.T) {
	run := func(dir string, args ...string) string {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod -trimpath") // the build cache has it from the last run
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, err.(*exec.ExitError).Stderr)
		}
		return strings.TrimSpace(string(out))
	}
	read := func(elem ...string) string {
		b, err := os.ReadFile(filepath.Join(elem...))
		ok(t, err)
		return string(b)
	}
	from := run(".", "list", "-m", "-f", "{{.Dir}}", "gorm.io/gorm")
	dir := t.TempDir()
	ok(t, os.CopyFS(filepath.Join(dir, "gorm"), os.DirFS(from)))
	for _, name := range []string{"statement.go", "chainable_api.go", "finisher_api.go"} {
		renamed := regexp.MustCompile(`\battrs\b`).ReplaceAllString(read(from, name), "defaults")
		ok(t, os.Chmod(filepath.Join(dir, "gorm"), 0o755))
		ok(t, os.Remove(filepath.Join(dir, "gorm", name)))
		ok(t, os.WriteFile(filepath.Join(dir, "gorm", name), []byte(renamed), 0o644))
	}
	root, err := filepath.Abs("../..")
	ok(t, err)
	for name, text := range map[string]string{
		"go.sum": read("..", "go.sum"),
		"go.mod": regexp.MustCompile(`=> \.\./\S*`).ReplaceAllStringFunc(read("..", "go.mod"), func(to string) string {
			return "=> " + strconv.Quote(filepath.Join(root, to[len("=> ../"):]))
		}) + "\nreplace gorm.io/gorm => ./gorm\n",
		"main.go": `package main

import (
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/utils/tests"

	"github.com/uuidkit/uuidkit/gormtype"
)

func main() {
	_, err := gorm.Open(tests.DummyDialector{}, &gorm.Config{Plugins: map[string]gorm.Plugin{"gormtype": gormtype.NewPlugin[gormtype.UUID]()}})
	fmt.Println(err)
}
`,
	} {
		ok(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	gorm := run(".", "list", "-m", "-f", "{{.Version}}", "gorm.io/gorm")
	got := run(dir, "run", ".")
	for _, want := range []string{"no field attrs", "GORM " + gorm} {
		if !strings.Contains(got, want) {
			t.Errorf("got %s, want %s in it", got, want)
		}
	}
}

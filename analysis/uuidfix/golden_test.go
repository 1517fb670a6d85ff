package main

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

var update = flag.Bool("update", false, "write what came out into testdata")

// TestMain sets what all tests' commands take from the environment.
func TestMain(m *testing.M) {
	local, _ := exec.Command("git", "rev-parse", "--local-env-vars").Output()
	for _, name := range strings.Fields(string(local)) {
		if !strings.HasPrefix(name, "GIT_CONFIG") { // GIT_DIR wins over a command's folder; git sets it to the user's repository if a hook runs the tests
			os.Unsetenv(name)
		}
	}
	os.Setenv("GOWORK", "off")
	os.Setenv("GOFLAGS", "-buildvcs=false")
	os.Setenv("GOARCH", "") // this machine's, where the test runs in an emulator
	os.Setenv("CGO_ENABLED", "")
	m.Run()
}

// TestGolden rewrites one module that has a package for each archive in testdata. In an
// archive, a.go.want is what becomes of a.go, and left are the lines that are listed. A
// package must compile afterwards, unless its left says that it does not. A second run changes nothing.
func TestGolden(t *testing.T) {
	t.Parallel()
	dir := newModule(t, `module example.com/user

go 1.24
`)
	archives := map[string]*txtar.Archive{}
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		check(t, err)
		pkg := strings.TrimSuffix(filepath.Base(file), ".txtar")
		archives[pkg] = a
		for _, f := range a.Files {
			if strings.HasSuffix(f.Name, ".go") {
				writeFile(t, filepath.Join(dir, pkg, f.Name), f.Data)
			}
		}
	}
	goRun(t, dir, "mod", "tidy")
	commit(t, dir)

	r, _ := report(t, dir)
	left := map[string]string{} // by package
	for _, f := range r.Findings {
		pkg, file, _ := strings.Cut(f.File, "/")
		if archives[pkg] == nil {
			t.Errorf("%v is listed, which belongs to no package", f)
		}
		left[pkg] += fmt.Sprintf("%s:%d: %s: %s\n", file, f.Line, f.Kind, placeOf(f))
	}
	for file, again := range map[string]string{
		"kind_gen.go":        "go generate generated/a.go (stringer -type=Kind -output=kind_gen.go)",
		"other_gen.go":       "mygen -out other_gen.go again", // the folder's go:generate is of another generator
		"text.go":            "mytext again",
		"query/query.sql.go": "sqlc again",
	} {
		if !slices.ContainsFunc(r.Findings, func(f finding.Line) bool {
			return f.File == "generated/"+file && strings.HasSuffix(f.Write, " run "+again)
		}) {
			t.Errorf("%s: want a line that ends with %q in\n%v", file, again, r.Findings)
		}
	}
	vet, build := []string{"vet"}, []string{"build"}
	for pkg, a := range archives {
		t.Run(pkg, func(t *testing.T) {
			checkArchive(t, dir, pkg, a, left[pkg])
			switch {
			case left[pkg] == "":
				vet = append(vet, "./"+pkg+"/...")
			case !strings.Contains(left[pkg], ": compile: "):
				build = append(build, "./"+pkg+"/...")
			}
		})
	}
	goRun(t, dir, vet...)
	goRun(t, dir, build...)
	if *update {
		return
	}
	goRun(t, dir, "mod", "tidy", "-diff")
	commit(t, dir)
	first := readAll(t, dir)
	report(t, dir)
	if second := readAll(t, dir); second != first {
		t.Error("a second run changes files")
	}
}

// placeOf returns what a finding is about. Of a compiler's message, which changes with Go, it is the
// first word.
func placeOf(f finding.Line) string {
	if f.Kind == finding.Compile && f.Write == "" {
		first, _, _ := strings.Cut(f.What, " ")
		return first
	}
	return f.What
}

// checkArchive compares the files of a package, and the lines that are listed for it.
func checkArchive(t *testing.T, dir, pkg string, a *txtar.Archive, left string) {
	wants := map[string]string{}
	for _, f := range a.Files {
		wants[f.Name] = string(f.Data)
	}
	got := []txtar.File{}
	for _, f := range a.Files {
		if !strings.HasSuffix(f.Name, ".go") {
			continue
		}
		got = append(got, f)
		b, err := os.ReadFile(filepath.Join(dir, pkg, f.Name))
		check(t, err)
		if !bytes.Equal(b, f.Data) {
			got = append(got, txtar.File{Name: f.Name + ".want", Data: b})
		}
		want, ok := wants[f.Name+".want"]
		if !ok {
			want = wants[f.Name]
		}
		if string(b) != want && !*update {
			t.Errorf("%s: got\n%s\nwant\n%s", f.Name, b, want)
		}
	}
	if left != "" {
		got = append(got, txtar.File{Name: "left", Data: []byte(left)})
	}
	if *update {
		a.Files = got
		check(t, os.WriteFile(filepath.Join("testdata", pkg+".txtar"), txtar.Format(a), 0o644))
	} else if left != wants["left"] {
		t.Errorf("left: got\n%s\nwant\n%s", left, wants["left"])
	}
}

// newModule returns a folder with a go.mod that replaces uuidkit by this checkout.
func newModule(t *testing.T, mod string) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	check(t, err)
	dir := filepath.Join(t.TempDir(), "user")
	writeFile(t, filepath.Join(dir, "go.mod"), []byte(mod))
	goRun(t, dir, "mod", "edit", "-replace="+load.Kit+"="+root)
	return dir
}

func writeFile(t *testing.T, name string, data []byte) {
	t.Helper()
	check(t, os.MkdirAll(filepath.Dir(name), 0o755))
	check(t, os.WriteFile(name, data, 0o644))
}

// goCommand is the go command in a folder. It builds with -trimpath, so that the build cache
// has what the last run built in another temporary folder.
func goCommand(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=-trimpath")
	return cmd
}

func goRun(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := goCommand(dir, args...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// commit commits all files of dir.
func commit(t *testing.T, dir string) {
	t.Helper()
	for _, args := range [][]string{
		{"init", "-q"},
		{"add", "-A"},
		{"-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "commit.gpgSign=false", "-c", "core.hooksPath=/dev/null",
			"commit", "-qm", "x", "--allow-empty"},
	} {
		git(t, dir, args...)
	}
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", args[0], err, out)
	}
}

// readAll returns the names and contents of all files but git's.
func readAll(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	check(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(name, ".git/") {
			return err
		}
		b, err := os.ReadFile(filepath.Join(dir, name))
		all.WriteString(name + "\n" + string(b))
		return err
	}))
	return all.String()
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

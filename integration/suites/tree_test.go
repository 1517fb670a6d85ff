package suites

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/uuidkit/uuidkit/integration/internal/kit"
)

const root = "github.com/uuidkit/uuidkit"

// What is in between, for the packages of testdata.
const (
	off    = ""
	on     = "uuidkit"
	broken = "broken"
)

// A tree is a copy of a suite, with its hook.
type tree struct {
	suite   suite
	version string
	dir     string
	goroot  string // if the hook is in the standard library
	ours    string // uuidkit's packages
}

func build(t *testing.T, s suite, goroot string) *tree {
	checkout := kit.Must(filepath.Abs("../.."))(t)
	tr := &tree{suite: s, dir: filepath.Join(t.TempDir(), "suite"), ours: root + "/..."}
	if s.hook.module == "std" {
		tr.goroot = goroot
		if _, err := os.Stat(goroot); err != nil {
			copyGoroot(t, goroot)
		}
	}
	if s.module == "std" {
		tr.version, tr.ours = runtime.Version(), "vendor/"+tr.ours
		kit.Check(t, os.MkdirAll(tr.dir, 0o777))
		output(t, tr.dir, "mod", "init", "suite")
		tr.addBetween(t, filepath.Join(tr.goroot, "src/vendor", root), root)
		return tr
	}
	tr.version = fetch(t, s.module, tr.dir)
	tr.require(t, root, checkout)
	if s.hook.adapter != "sqlx" {
		tr.require(t, root+"/"+s.hook.adapter, filepath.Join(checkout, s.hook.adapter))
	}
	if s.hook.pkg != "" {
		library := tr.dir
		if s.hook.module != module(s.module) {
			library = filepath.Join(t.TempDir(), "library")
			fetch(t, s.hook.module, library)
			tr.require(t, s.hook.module, library)
		}
		copyFile(t, filepath.Join(library, s.hook.pkg, "hook.go"), filepath.Join("testdata", s.hook.testdata, "hook.go"))
		change(t, library, s.hook.edits)
	}
	change(t, tr.dir, s.edits)
	tr.addBetween(t, tr.dir, module(s.module))
	return tr
}

// module is the path of path@version.
func module(m string) string {
	p, _, _ := strings.Cut(m, "@")
	return p
}

// fetch copies a module from the module cache. A module without @version has that of
// ../go.mod.
func fetch(t *testing.T, m, to string) (version string) {
	t.Helper()
	if !strings.Contains(m, "@") {
		m += "@" + output(t, "..", "list", "-m", "-f", "{{.Version}}", m)
	}
	var got struct{ Dir, Version string }
	kit.Check(t, json.Unmarshal([]byte(output(t, t.TempDir(), "mod", "download", "-json", m)), &got))
	kit.Check(t, os.CopyFS(to, os.DirFS(got.Dir)))
	return got.Version
}

func (tr *tree) require(t *testing.T, m, dir string) {
	t.Helper()
	output(t, tr.dir, "mod", "edit", "-require="+m+"@v0.0.0", "-replace="+m+"="+dir)
}

// copyGoroot copies Go's standard library, with the hook of database/sql and with sqlx,
// which the tests of database/sql itself can import from there only.
func copyGoroot(t *testing.T, to string) {
	from := output(t, ".", "env", "GOROOT")
	kit.Check(t, os.Mkdir(to, 0o777))
	for _, d := range kit.Must(os.ReadDir(from))(t) {
		if d.Name() != "src" {
			kit.Check(t, os.Symlink(filepath.Join(from, d.Name()), filepath.Join(to, d.Name())))
		}
	}
	src := filepath.Join(to, "src")
	kit.Check(t, os.CopyFS(src, os.DirFS(filepath.Join(from, "src"))))
	for _, ours := range []string{"sqlx", "uuid", "internal"} {
		kit.Check(t, os.CopyFS(filepath.Join(src, "vendor", root, ours), os.DirFS(filepath.Join("../..", ours))))
	}
	copyFile(t, filepath.Join(src, "database/sql/hook.go"), "testdata/sqlx/hook.go")
	change(t, filepath.Join(src, "database/sql"), databaseSQL)
}

func copyFile(t *testing.T, to, from string) {
	t.Helper()
	kit.Check(t, os.MkdirAll(filepath.Dir(to), 0o777))
	kit.Check(t, os.WriteFile(to, kit.Must(os.ReadFile(from))(t), 0o666))
}

// change makes the edits. A text that is not there has changed upstream: look at the
// file, and at the edit.
func change(t *testing.T, dir string, edits []edit) {
	t.Helper()
	for _, e := range edits {
		name := filepath.Join(dir, e.file)
		data := kit.Must(os.ReadFile(name))(t)
		if !bytes.Contains(data, []byte(e.old)) {
			t.Fatalf("%s does not have the text\n%s", e.file, e.old)
		}
		kit.Check(t, os.WriteFile(name, bytes.ReplaceAll(data, []byte(e.old), []byte(e.new)), 0o666))
	}
}

// addBetween adds the package that fills the hook to the module in dir, and imports it
// into each test.
func (tr *tree) addBetween(t *testing.T, dir, module string) {
	copyFile(t, filepath.Join(dir, "between/between.go"), filepath.Join("testdata", tr.suite.hook.testdata, "between.go"))
	list := tr.command(t, append([]string{"list", "-f", "{{.Dir}} {{.Name}}"}, tr.suite.packages...)...)
	for line := range strings.Lines(string(kit.Must(list.Output())(t))) {
		folder, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		kit.Check(t, os.WriteFile(filepath.Join(folder, "between_test.go"),
			fmt.Appendf(nil, "package %s_test\n\nimport _ %q\n", name, module+"/between"), 0o666))
	}
}

// A result has the outcomes of tests by their names: pass, fail or skip.
type result struct {
	outcomes, output map[string]string
	stderr           string
	statements       int // of uuidkit, counted as often as they ran
}

func (r *result) count(outcome string) (n int) {
	for _, o := range r.outcomes {
		if o == outcome {
			n++
		}
	}
	return n
}

// address is a part of some tests' names that is another one in each run.
var address = regexp.MustCompile(`=0x[0-9a-f]{8,}\)`)

// failures is what the failed tests have printed.
func (r *result) failures() string {
	var b strings.Builder
	b.WriteString(r.stderr)
	for name, outcome := range r.outcomes {
		if strings.HasSuffix(outcome, "fail") { // or build-fail
			fmt.Fprintf(&b, "%s:\n%s", name, r.output[name])
		}
	}
	return b.String()
}

// run runs the tests with something in between. What they print is no matter.
func (tr *tree) run(t *testing.T, between string) *result {
	t.Helper()
	tmp := t.TempDir()
	profile := filepath.Join(tmp, "profile")
	timeout := "15m"
	if between == broken {
		timeout = "1m" // some tests wait for ever then
	}
	args := []string{"test", "-json", "-count=1", "-p=1", "-vet=off", "-timeout=" + timeout,
		"-coverpkg=" + tr.ours, "-covermode=count", "-coverprofile=" + profile}
	cmd := tr.command(t, slices.Concat(args, tr.suite.flags, tr.suite.packages)...)
	cmd.Env = append(cmd.Env, "UUIDKIT_BETWEEN="+between, "TMPDIR="+tmp)
	if tr.suite.env != nil {
		cmd.Env = append(cmd.Env, tr.suite.env(t)...)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if failed := (*exec.ExitError)(nil); err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	r := &result{outcomes: map[string]string{}, output: map[string]string{}, stderr: tail(stderr.String())}
	printed := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var e struct{ Action, Package, ImportPath, Test, Output string }
		if err := d.Decode(&e); err != nil {
			t.Fatalf("go test -json: %v: %s", err, tail(string(out)))
		}
		name := strings.TrimSpace(e.Package + e.ImportPath + " " + e.Test)
		switch e.Action {
		case "pass", "fail", "skip", "build-fail":
			same := address.ReplaceAllString(name, "=…)")
			key := same
			for n := 2; r.outcomes[key] != ""; n++ {
				key = fmt.Sprint(same, " #", n)
			}
			r.outcomes[key], r.output[key] = e.Action, printed[name]
		case "output", "build-output":
			printed[name] = tail(printed[name] + e.Output)
		}
	}
	data, _ := os.ReadFile(profile)
	for line := range strings.Lines(string(data)) {
		var statements, times int
		if _, counts, ok := strings.Cut(line, " "); ok {
			if n, _ := fmt.Sscan(counts, &statements, &times); n == 2 {
				r.statements += statements * times
			}
		}
	}
	return r
}

func tail(s string) string { return s[max(0, len(s)-2000):] }

// command is the go command in a tree.
func (tr *tree) command(t *testing.T, args ...string) *exec.Cmd {
	cmd := goCommand(t, tr.dir, args...)
	cmd.Env = append(cmd.Env, "GOFLAGS=-mod=mod") // adds what uuidkit requires to go.mod
	if tr.goroot != "" {
		cmd.Env = append(cmd.Env, "GOROOT="+tr.goroot, "GOTOOLCHAIN=local")
	}
	return cmd
}

func goCommand(t *testing.T, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=") // not what the user has
	return cmd
}

// output is what the go command prints in a folder.
func output(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := goCommand(t, dir, args...)
	cmd.Stderr = new(bytes.Buffer)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v: %s%s", strings.Join(args, " "), err, out, cmd.Stderr)
	}
	return strings.TrimSpace(string(out))
}

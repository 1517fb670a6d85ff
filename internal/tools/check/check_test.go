//go:build linux

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// top is the repository, of which a copy of this module alone has not all.
const top = "../../.."

func gitFiles(t *testing.T) []string {
	out, err := exec.Command("git", "-C", top, "ls-files", "-z", "--", "*.go", "*go.mod").Output()
	if _, missing := os.Stat(filepath.Join(top, large)); err != nil || missing != nil {
		t.Skip("a copy of this module alone has neither git nor the other modules")
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

func TestSets(t *testing.T) {
	got := sets([]string{
		"README.md", "bsonx/a.go", "bsonx/go.mod", "bsonx/driverv1/a.go", "bsonx/driverv1/go.mod", "cmd/go.mod", "cmd/uuid/main.go",
		"docs/go.mod", "docsgo/a.go", "internal/tools/check/a.go", "internal/tools/check/go.mod", "examples/go.mod", "examples/x/a.go", "go.mod", "integration/go.mod", "integration/a.go",
		large + "/a.go", large + "/go.mod", "vet/testdata/go.mod.txt", "uuid/a.go",
	})
	for _, test := range []struct{ set, want string }{
		{"all", "bsonx bsonx/driverv1 cmd internal/tools/check examples . integration"},
		{"kit", "bsonx bsonx/driverv1 cmd ."},
		{"imported", "bsonx bsonx/driverv1 ."},
		{"adapters", "bsonx bsonx/driverv1"},
		{"examples/...", "examples"},
	} {
		if got := strings.Join(got[test.set], " "); got != test.want {
			t.Errorf("%s: got %s, want %s", test.set, got, test.want)
		}
	}
}

// TestModules: a row of the table tests each module with Go code, but for large.
func TestModules(t *testing.T) {
	files := gitFiles(t)
	t.Chdir(top)
	modules := sets(files)
	var tested []string
	for _, s := range parse(table) {
		for _, name := range strings.Fields(s.modules) {
			if info, err := os.Stat(name); modules[name] == nil && (err != nil || !info.IsDir()) {
				t.Errorf("%s: %s is neither a set nor a folder", s.title(), name)
			}
			if (s.part == "quick" || s.part == "checks") && s.release == newest && strings.HasPrefix(s.command, "tests") && !strings.Contains(s.command, "-short") {
				tested = append(append(tested, name), modules[name]...)
			}
		}
	}
	for _, m := range modules["all"] {
		if !slices.Contains(tested, m) {
			t.Errorf("no step of ./test.sh tests %s", m)
		}
	}
	var fuzzed []string
	for _, s := range parse(table) {
		if s.command == "fuzz" {
			fuzzed = append(append(fuzzed, s.modules), modules[s.modules]...)
		}
	}
	for _, file := range files {
		m := "." // the module of the file
		for _, other := range modules["all"] {
			if strings.HasPrefix(file, other+"/") && len(other) > len(m) {
				m = other
			}
		}
		if text, err := os.ReadFile(file); err != nil {
			t.Error(err)
		} else if strings.HasSuffix(file, "_test.go") && strings.Contains(string(text), "\nfunc Fuzz") && !slices.Contains(fuzzed, m) {
			t.Errorf("%s: no step of ./test.sh fuzzes %s", file, m)
		}
	}
	// For a line such as go 1.24 some releases, such as 1.22.2, ask for a toolchain go1.24, but its name is
	// go1.24.0. What users import keeps the line, because go get would raise theirs to go 1.24.0.
	for _, file := range files {
		if m := path.Dir(file); path.Base(file) == "go.mod" && strings.Count(language(m), ".") < 2 && !slices.Contains(modules["imported"], m) {
			t.Errorf("%s: got %s, want three numbers", file, language(m))
		}
	}
	if slices.Contains(modules["old-examples"], "examples/std") || !slices.Contains(modules["old-examples"], "examples") {
		t.Errorf("got %s of the examples for %s", modules["old-examples"], oldest)
	}
}

// TestFlags: a flag that a row gives to go test is one of go's, or each package of the row with
// tests declares it. Without it the package fails, and the rows after it do not run. A variable
// and each alternative of -run and -skip are in one of the packages: without them the row passes, and tests nothing.
func TestFlags(t *testing.T) {
	files := gitFiles(t)
	for _, s := range append(parse(table), step{modules: ".", name: "assembly", command: "go test -run " + textTests + " ./uuid"}) {
		before, args, ok := strings.Cut(s.command, "go test ")
		if !ok {
			continue
		}
		variables := regexp.MustCompile(`UUIDKIT_\w+`).FindAllString(before, -1)
		var flags, patterns, names []string
		words := strings.Fields(args)
		for i, arg := range words {
			if (arg == "-run" || arg == "-skip") && words[i+1] != "'^$'" {
				names = append(names, strings.Split(strings.Trim(words[i+1], "'"), "|")...)
			}
			name, _, _ := strings.Cut(strings.TrimPrefix(arg, "-"), "=")
			if strings.HasPrefix(arg, "./") {
				patterns = append(patterns, arg)
			} else if name != arg && flag.Lookup("test."+name) == nil && !slices.Contains([]string{"ldflags", "modfile", "p", "tags", "vet"}, name) {
				flags = append(flags, name)
			}
		}
		if len(flags)+len(variables)+len(names) == 0 {
			continue
		}
		if len(patterns) == 0 {
			patterns = []string{"."}
		}
		var all string // the text of all tests
		for _, pattern := range patterns {
			tests := testsIn(t, files, path.Join(s.modules, pattern))
			if len(tests) == 0 {
				t.Errorf("%s: no tests in %s", s.title(), pattern)
			}
			for in, text := range tests {
				all += text
				for _, name := range flags {
					if !regexp.MustCompile(`flag\.\w+\("` + name + `"`).MatchString(text) {
						t.Errorf("%s: %s has no flag -%s", s.title(), in, name)
					}
				}
			}
		}
		for _, name := range names {
			if !regexp.MustCompile(`(?m)^func Test\w*` + strings.TrimPrefix(name, "Test")).MatchString(all) {
				t.Errorf("%s: no test has %s in its name", s.title(), name)
			}
		}
		for _, name := range variables {
			if !strings.Contains(all, `"`+name+`"`) {
				t.Errorf("%s: no test reads %s", s.title(), name)
			}
		}
	}
}

// testsIn returns the text of the tests of each package that a pattern matches.
func testsIn(t *testing.T, files []string, pattern string) map[string]string {
	dir, below := strings.CutSuffix(pattern, "/...")
	tests := map[string]string{}
	for _, file := range files {
		if in := path.Dir(file); strings.HasSuffix(file, "_test.go") && (in == dir || below && strings.HasPrefix(in, dir+"/")) {
			text, err := os.ReadFile(filepath.Join(top, file))
			if err != nil {
				t.Error(err)
			}
			tests[in] += string(text)
		}
	}
	return tests
}

// TestUsage compares the parts that -h explains with those of the table.
func TestUsage(t *testing.T) {
	var got []string
	for _, m := range regexp.MustCompile(`(?m)^  ([a-z]+) `).FindAllStringSubmatch(usage, -1) {
		got = append(got, m[1])
	}
	steps := parse(table)
	if want := fullParts(steps); !slices.Equal(got, want) {
		t.Errorf("-h explains %q, want %q", got, want)
	}
	for _, part := range append(fullParts(steps), "vulnerabilities", "checks", "quick", "always") {
		if !slices.ContainsFunc(steps, func(s step) bool { return s.part == part }) {
			t.Errorf("no step of %s", part)
		}
	}
	for _, test := range []struct {
		args  string
		parts int
		code  int
	}{
		{"", 2, 0}, {"-h", 0, 0}, {"-x", 0, 2}, {"-full", 2 + len(got), 0}, {"-full core stores", 3, 0},
		{"-full nope", 0, 2}, {"-full checks", 0, 2}, {"-full vulnerabilities", 2, 0}, {"-vulnerabilities", 2, 0},
	} {
		parts, code := chosen(steps, strings.Fields(test.args), os.NewFile(^uintptr(0), ""))
		if len(parts) != test.parts || code != test.code {
			t.Errorf("%s: got %q, status %d, want %d parts, %d", test.args, parts, code, test.parts, test.code)
		}
	}
}

// result is what a run has left: its status, its output, how long it took to end, and its folder.
type result struct {
	code int
	out  string
	took time.Duration
	left []string
}

// try runs rows, sends a signal once a step has made the file ready, and waits until all that
// has the output open has ended.
func try(t *testing.T, rows string, signal syscall.Signal) result {
	t.Helper()
	tmp, dir := t.TempDir(), t.TempDir()
	for _, name := range []string{"TMPDIR", "GOWORK", "CI", "X", "GIT_DIR"} {
		t.Setenv(name, os.Getenv(name)) // and restores it
	}
	os.Setenv("TMPDIR", tmp)
	os.Setenv("X", dir)
	os.Setenv("GIT_DIR", "/hook")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	code, out, begun := make(chan int, 1), make(chan string, 1), time.Now()
	go func() {
		all, _ := io.ReadAll(r)
		out <- string(all)
	}()
	go func() {
		c := run(parse(rows), nil, w)
		w.Close()
		code <- c
	}()
	for signal != 0 && len(code) == 0 {
		if _, err := os.Stat(filepath.Join(dir, "ready")); err == nil {
			begun = time.Now()
			syscall.Kill(os.Getpid(), signal)
			break
		}
		time.Sleep(time.Millisecond)
	}
	res := result{code: <-code, took: time.Since(begun)}
	select {
	case res.out = <-out:
	case <-time.After(5 * time.Second):
		t.Error("something that the steps have started lives on")
	}
	entries, _ := os.ReadDir(tmp)
	for _, e := range entries {
		res.left = append(res.left, e.Name())
	}
	return res
}

// ready is a row whose step starts others and waits, and beside one that does, too.
const ready = `
quick | - | - | - | beside checks
quick | - | - | waits | sleep 100 | sleep 100 & while ! [ -e $X/beside ]; do sleep 0.01; done; touch $X/ready; sleep 100
checks | - | - | beside | touch $X/beside; sleep 100 | sleep 100
`

// fakes are a git, an unshare, and a go command, which builds servers that answer at once. For
// the tests "no repository", "no servers" and "no networks" they fail.
func fakes(t *testing.T) {
	t.Chdir(t.TempDir())
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	for name, script := range map[string]string{
		"git":              `case "$1 $NONE" in rev-parse*) echo GIT_DIR GIT_INDEX_FILE;; *repository) echo fatal: words >&2; exit 128; esac`,
		"unshare":          `[ "$NONE" != "no networks" ] || { echo not permitted; exit 1; }`,
		"go":               `case $* in *build*) cp ../up "$3";; *stores/deb*) echo "/jo smith";; *-exec*) echo "$@";; esac`,
		"up":               `[ $1 = -install ] || { [ "$NONE" != "no servers" ] || exit 1; echo "export W='it'\\''s here'" >"$2.part"; mv "$2.part" "$2"; exec sleep 100; }`,
		"integration/none": "",
	} {
		os.MkdirAll(filepath.Dir(name), 0o777)
		if err := os.WriteFile(name, []byte("#!/bin/sh\n"+script), 0o777); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRun(t *testing.T) {
	const servers = "quick | - | - | - | servers\n"
	fakes(t)
	for name, test := range map[string]struct {
		rows   string
		signal syscall.Signal
		code   int
		out    string // has all of these words
	}{
		"passes":             {"quick | - | - | one | true\nquick | newest | - | two | [ $GOTOOLCHAIN = " + newest + " ] && [ $CI$GOWORK${GIT_DIR-} = trueoff ]", 0, 0, "passed"},
		"fails":              {"quick | - | - | one | exit 3\nquick | - | - | two | touch $X/no", 0, 1, "FAILED"},
		"fails, with others": {strings.Replace(ready, "touch $X/ready; sleep 100", "false", 1), 0, 1, "FAILED"},
		"fails beside":       {"quick | - | - | - | beside checks\nquick | - | - | one | sleep 1\nquick | - | - | two | touch $X/no\nchecks | - | - | three | false", 0, 1, "three FAILED"},
		"fails at the join":  {"quick | - | - | - | beside checks\nquick | - | - | - | join\nquick | - | - | two | touch $X/no\nchecks | - | - | three | false", 0, 1, "three FAILED"},
		"SIGTERM":            {ready, syscall.SIGTERM, 143, "waits"},
		"SIGHUP":             {ready, syscall.SIGHUP, 143, "waits"},
		"SIGHUP, ignored":    {"quick | - | - | one | touch $X/ready; sleep 1", syscall.SIGHUP, 0, "passed"},
		"SIGPIPE":            {ready, syscall.SIGPIPE, 143, "waits"},
		"SIGINT":             {ready, syscall.SIGINT, 130, "waits"},
		"ignores SIGINT":     {"quick | - | - | deaf | trap '' INT; touch $X/ready; while :; do sleep 1; done", syscall.SIGTERM, 143, "deaf"},
		"servers":            {servers + "quick | - | - | where | [ \"$W\" = \"it's here\" ]", 0, 0, "keeper clients passed"},
		"servers, SIGTERM":   {servers + ready, syscall.SIGTERM, 143, "waits"},
		"no repository":      {"quick | - | - | one | true", 0, 1, "fatal: words git ls-files:"},
		"spaces":             {"quick | - | - | one | assembly", 0, 0, "'/jo smith/usr/bin/qemu-x86_64-static' -cpu"},
		"no servers":         {servers + "quick | - | - | two | touch $X/no", 0, 1, "did not start"},
		"no networks":        {"quick | - | - | one | true", 0, 0, "passed without network permitted"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("NONE", name)
			hup := make(chan os.Signal, 1)
			signal.Notify(hup, syscall.SIGHUP) // so that it is not ignored, where nohup runs this test
			defer signal.Stop(hup)
			if name == "SIGHUP, ignored" {
				signal.Ignore(syscall.SIGHUP)
			}
			grace = 300 * time.Millisecond
			defer func() { grace = 10 * time.Second }()
			got := try(t, test.rows, test.signal)
			if got.code != test.code || len(got.left) > 0 || got.took > 30*time.Second {
				t.Errorf("got status %d after %v, left %q, want %d\n%s", got.code, got.took, got.left, test.code, got.out)
			}
			for _, word := range strings.Fields(test.out) {
				if !strings.Contains(got.out, word) {
					t.Errorf("got %q, want %s in it", got.out, word)
				}
			}
			if _, err := os.Stat(filepath.Join(os.Getenv("X"), "no")); err == nil {
				t.Error("a step ran after one that failed")
			}
		})
	}
}

func TestExport(t *testing.T) {
	t.Setenv("UUIDKIT_A", "")
	if err := export("export UUIDKIT_A='it'\\''s a=b'\n"); err != nil || os.Getenv("UUIDKIT_A") != "it's a=b" {
		t.Errorf("got %q, %v", os.Getenv("UUIDKIT_A"), err)
	}
	if err := export("UUIDKIT_A=b"); err == nil {
		t.Error("got no error")
	}
}

// TestTempFolder: a run has the folder of the one before, empty, but not of one that is under
// way, nor one in which something cannot be removed.
func TestTempFolder(t *testing.T) {
	for _, mode := range []os.FileMode{0o700, 0o500} {
		t.Setenv("TMPDIR", t.TempDir())
		old := filepath.Join(os.TempDir(), fmt.Sprint("uuidkit-test.", os.Getuid()))
		left := filepath.Join(old, ".left")
		if err := errors.Join(os.MkdirAll(filepath.Join(left, "over"), 0o700), os.Chmod(left, mode)); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.Chmod(left, 0o700) })
		first, err := tempFolder()
		if want := mode == 0o700 || os.Getuid() == 0; err != nil || (first == old) != want {
			t.Fatalf("%v: got %s, %v, the old one: want %t", mode, first, err, want)
		}
		if entries, _ := os.ReadDir(first); len(entries) > 0 {
			t.Errorf("%v: got %v in it", mode, entries)
		}
		if second, err := tempFolder(); err != nil || second == first {
			t.Errorf("%v: got %s, %v while another run has it", mode, second, err)
		}
	}
}

func TestSplit(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"alone/a_test.go": "package a", "reads/a_test.go": "package a\nconst top = \"../../..\""} {
		os.MkdirAll(filepath.Join(dir, path.Dir(name)), 0o777)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ module, dirs, kept, again string }{
		{".", "alone reads", "alone", "reads"},
		{"analysis", "alone", "", "alone"},
		{"integration", "integration/audit integration/matrix integration/migrate", "", "integration/matrix integration/migrate integration/audit"},
	} {
		t.Chdir(dir)
		kept, again := split(test.module, strings.Fields(test.dirs))
		if kept, again := strings.Join(kept, " "), strings.Join(again, " "); kept != test.kept || again != test.again {
			t.Errorf("%s: got %s; %s, want %s; %s", test.module, kept, again, test.kept, test.again)
		}
	}
}

//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	goversion "go/version"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// verbs are what a command in the table can be, besides a line for sh.
func (j job) verbs() map[string]func(modules, args []string) error {
	return map[string]func(modules, args []string) error{
		"all-tested":   j.allTested,
		"assembly":     j.assembly,
		"build-lowest": j.buildLowest,
		"fuzz":         j.fuzz,
		"installed":    j.installed,
		"made-again":   j.madeAgain,
		"tests":        j.tests,
		"tests-on":     j.testsOn,
		"tidy":         j.tidy,
		"tools":        j.tools,
		"use-tests":    j.useTests,
	}
}

// tools are what the steps need: see usage.
func (j job) tools(_, _ []string) error {
	for _, tool := range []string{"go", "node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			return errors.New(tool + " is not installed")
		}
	}
	if err := j.installed(nil, []string{"gcc", "gcc", "libc6-dev"}); err != nil {
		return err
	}
	return j.sh(".", "for r; do GOTOOLCHAIN=$r go version; done", append([]string{oldest, newest}, lowest...)...)
}

// installed installs packages from apt if there is no program args[0].
func (j job) installed(_, args []string) error {
	if _, err := exec.LookPath(args[0]); err == nil {
		return nil
	}
	if os.Geteuid() != 0 {
		return fmt.Errorf("%s is not installed: apt-get install %s", args[0], strings.Join(args[1:], " "))
	}
	return j.sh(".", `apt-get update -qq; apt-get install -y -qq --no-install-recommends "$@"`, args[1:]...)
}

// tests runs go test in each module, and keeps the folders that it tested for all-tested.
// go test keeps a result until the package or a file of its module changes. Some tests
// depend on more: on servers, on commands, on the pages of other modules.
func (j job) tests(modules, args []string) error {
	for _, m := range modules {
		dirs, err := j.lines(m, "go", "list", "-f", "{{.Dir}}", "./...")
		if err != nil {
			return err
		}
		slices.Sort(dirs)
		j.mu.Lock()
		j.tested = append(j.tested, dirs...)
		j.mu.Unlock()
		kept, again := split(m, dirs)
		for _, run := range [][][]string{{args, kept}, {{"-count=1"}, args, again}} {
			if dirs := run[len(run)-1]; len(dirs) == 0 {
				continue
			}
			if err := j.run(m, slices.Concat(quickly, slices.Concat(run...))...); err != nil {
				return err
			}
		}
	}
	return nil
}

// Tests need no DWARF, which is half of the linker's work, and a step of its own runs go vet.
var quickly = []string{"go", "test", "-vet=off", "-ldflags=-w"}

// split returns the folders whose results go test may keep, and the others: of these
// first what takes longest.
func split(module string, dirs []string) (kept, again []string) {
	var long []string
	for _, dir := range dirs {
		switch {
		case strings.HasSuffix(dir, "integration/migrate"), strings.HasSuffix(dir, "integration/matrix"):
			long = append(long, dir)
		case module == "analysis", strings.HasPrefix(module, "integration"), readsOutside(dir):
			again = append(again, dir)
		default:
			kept = append(kept, dir)
		}
	}
	return kept, append(long, again...)
}

func readsOutside(dir string) bool {
	files, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
	return slices.ContainsFunc(files, func(file string) bool {
		text, _ := os.ReadFile(file)
		return bytes.Contains(text, []byte(`"../..`))
	})
}

// allTested fails if there is Go code in a folder that no step has tested.
func (j job) allTested(_, _ []string) error {
	top, err := os.Getwd()
	var missed []string
	for _, file := range j.files {
		dir := filepath.Join(top, filepath.Dir(file))
		if filepath.Ext(file) == ".go" && !strings.Contains(file, "/testdata/") && !strings.HasPrefix(file, large+"/") &&
			!slices.Contains(j.tested, dir) && !slices.Contains(missed, dir) {
			missed = append(missed, dir)
		}
	}
	if missed != nil {
		err = errors.New("not tested: " + strings.Join(missed, "\n"))
	}
	return err
}

var notUse = regexp.MustCompile(`/(advice|apichange|audit|bench|docs|faults|form|generators|ids|interop|matrix|migrate|` +
	`pictures|pooler|release|report|stores|suites|uuidfix|vet)(/|$)`)

// useTests runs the tests of what a Go release can change: the adapters with their drivers,
// and the standard library's formats. The matrix is measured with the newest release in the
// quick run, and with both in stores.
func (j job) useTests(modules, _ []string) error {
	packages, err := j.lines(modules[0], "go", "list", "./...")
	if err != nil {
		return err
	}
	args := append(quickly[:len(quickly):len(quickly)], "-count=1", "-p", "4", "-timeout", "20m")
	return j.run(modules[0], append(args, slices.DeleteFunc(packages, notUse.MatchString)...)...)
}

// testsOn runs the tests for the CPU args[0].
func (j job) testsOn(modules, args []string) error {
	emulator, err := j.emulator(map[string]string{"s390x": "s390x", "arm64": "aarch64"}[args[0]])
	if err != nil {
		return err
	}
	return j.with("GOARCH="+args[0], "CGO_ENABLED=0").tests(modules, []string{"-exec", emulator})
}

// emulator returns a flag for go test -exec, which go splits at spaces. The emulators come from
// apt, and are unpacked into the cache folder and not installed.
func (j job) emulator(cpu string) (string, error) {
	dir, err := j.lines("integration", "go", "run", "./stores/deb", "qemu-user-static")
	if err != nil {
		return "", err
	}
	return "'" + dir[0] + "/usr/bin/qemu-" + cpu + "-static'", nil
}

// textTests match the tests of package uuid's text.
const textTests = "Parse|String|Hex|Pages|OldCPU|Allocs"

// assembly tests package uuid's text in the other ways that it can be built and run on amd64.
func (j job) assembly(_, _ []string) error {
	emulator, err := j.emulator("x86_64")
	if err != nil {
		return err
	}
	return j.sh(".", `
		GOAMD64=v2 go test -run "$1" ./uuid
		GOAMD64=v3 go test -run "$1" ./uuid
		go test -tags purego -run "$1" ./uuid
		CI= CGO_ENABLED=0 go test -run "$1" ./uuid -exec "$2"`, textTests, emulator+" -cpu qemu64,-ssse3")
}

// fuzz runs each fuzz target for a while.
func (j job) fuzz(modules, _ []string) error {
	n := 0
	for _, m := range modules {
		packages, err := j.lines(m, "go", "list", "./...")
		if err != nil {
			return err
		}
		for _, pkg := range packages {
			targets, err := j.lines(m, "go", "test", "-list", "^Fuzz", pkg)
			if err != nil {
				return err
			}
			for _, target := range targets {
				if !strings.HasPrefix(target, "Fuzz") {
					continue // the line of the package
				}
				if err := j.run(m, "go", "test", "-run", "^$", "-fuzz", "^"+target+"$", "-fuzztime", "20s", pkg); err != nil {
					return err
				}
				n++
			}
		}
	}
	fmt.Fprintln(j.out, n, "targets")
	if n == 0 {
		return errors.New("fuzz: no targets")
	}
	return nil
}

// tidy: go mod tidy ignores go.work, so cmd's go.mod gets a replace in a copy.
func (j job) tidy(modules, _ []string) error {
	for _, m := range modules {
		k := j
		if !builds(oldest, m) {
			k = j.with("GOTOOLCHAIN=" + newest)
		}
		if m == "cmd" {
			continue
		}
		if err := k.run(m, "go", "mod", "tidy", "-diff"); err != nil {
			return err
		}
	}
	return j.sh(".", `
		cp cmd/go.mod "$TMPDIR/cmd.mod"
		cp cmd/go.sum "$TMPDIR/cmd.sum"
		go mod edit -replace=github.com/uuidkit/uuidkit=.. "$TMPDIR/cmd.mod"
		go -C cmd mod tidy -diff -modfile="$TMPDIR/cmd.mod"
		go -C integration mod tidy -diff -modfile=floors.mod`)
}

// buildLowest builds each module with the oldest release that its go line permits.
func (j job) buildLowest(modules, _ []string) error {
	releases := append(lowest[:len(lowest):len(lowest)], oldest, newest)
	for _, m := range modules {
		lang := goversion.Lang(language(m))
		i := slices.IndexFunc(releases, func(r string) bool { return goversion.Lang(r) == lang })
		if i < 0 {
			return fmt.Errorf("%s/go.mod: no release to test %q with", m, lang)
		}
		fmt.Fprintln(j.out, m+": "+releases[i])
		if err := j.with("GOTOOLCHAIN="+releases[i]).run(m, "go", "build", "./..."); err != nil {
			return err
		}
	}
	return nil
}

// madeAgain runs the generators of examples/std in a copy without the code that they make,
// and compares. Without CGO_ENABLED=0, sqlc's parser takes minutes to compile in C.
func (j job) madeAgain(_, _ []string) error {
	return j.sh(".", `
		std=$TMPDIR/std
		rm -rf "$std"
		cp -r examples/std "$std"
		go mod edit -replace=github.com/uuidkit/uuidkit="$PWD" -replace=github.com/uuidkit/uuidkit/pgxtype="$PWD/pgxtype" "$std/go.mod"
		grep -rlZ '^// Code generated ' --include='*.go' "$std" | xargs -0 rm
		CGO_ENABLED=0 go -C "$std" generate ./...
		diff -r -x go.mod examples/std "$std"`)
}

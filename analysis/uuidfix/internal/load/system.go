package load

import (
	"cmp"
	"go/build"
	"go/build/constraint"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A system is what a build is for.
type system struct {
	goos, goarch string
	cgo          bool
	tags         string
	file         string // loaded alone, since it is in the folder of another package
}

func (s system) String() string {
	return strings.TrimSpace(s.goos + "/" + s.goarch + " " + s.tags)
}

// systems and architectures that a file can be for.
var (
	oses   = []string{"linux", "windows", "darwin", "freebsd", "js", "wasip1", "android", "ios", "openbsd", "netbsd", "dragonfly", "solaris", "illumos", "aix", "plan9"}
	arches = []string{"amd64", "arm64", "386", "arm", "wasm", "riscv64", "ppc64le", "ppc64", "s390x", "loong64", "mips", "mipsle", "mips64", "mips64le"}
)

// systemOf returns the system nearest to here that builds the file.
func systemOf(name string, here system) (system, bool) {
	var own []string // tags of the user
	for tag := range tagsOf(name) {
		if !slices.Contains(oses, tag) && !slices.Contains(arches, tag) && !slices.Contains([]string{"unix", "cgo", "gc", "gccgo"}, tag) && !strings.HasPrefix(tag, "go1.") {
			own = append(own, tag)
		}
	}
	slices.Sort(own)
	own = own[:min(len(own), 6)]
	for set := range 1 << len(own) {
		var chosen []string
		for i, tag := range own {
			if set&(1<<i) != 0 {
				chosen = append(chosen, tag)
			}
		}
		for _, goos := range append([]string{here.goos}, oses...) {
			for _, goarch := range append([]string{here.goarch}, arches...) {
				if !exists(goos, goarch) {
					continue
				}
				for _, cgo := range []bool{here.cgo, !here.cgo} {
					ctxt := build.Default
					ctxt.GOOS, ctxt.GOARCH, ctxt.CgoEnabled, ctxt.BuildTags = goos, goarch, cgo, chosen
					if ok, err := ctxt.MatchFile(filepath.Dir(name), filepath.Base(name)); err != nil || !ok {
						continue
					}
					return system{goos: goos, goarch: goarch, cgo: cgo, tags: strings.Join(chosen, ",")}, true
				}
			}
		}
	}
	return system{}, false
}

// BOM can begin a file, before its build lines.
const BOM = "\ufeff"

// tagsOf returns the tags in a file's build lines.
func tagsOf(name string) map[string]bool {
	tags := map[string]bool{}
	src, err := os.ReadFile(name)
	if err != nil {
		return tags
	}
	for line := range strings.Lines(strings.TrimPrefix(string(src), BOM)) {
		if strings.HasPrefix(line, "package ") {
			break
		}
		if x, err := constraint.Parse(strings.TrimSpace(line)); err == nil {
			x.Eval(func(tag string) bool { tags[tag] = true; return true })
			x.Eval(func(tag string) bool { tags[tag] = true; return false })
		}
	}
	return tags
}

// forOtherGo reports whether a file's build lines name a release of Go.
func forOtherGo(name string) bool {
	for tag := range tagsOf(name) {
		if strings.HasPrefix(tag, "go1.") {
			return true
		}
	}
	return false
}

// Everywhere reports whether neither the lines nor the name of a file leave it out of a build, nor that it
// needs cgo.
func (p *Program) Everywhere(name string) bool {
	words := strings.Split(strings.TrimSuffix(strings.TrimSuffix(filepath.Base(name), ".go"), "_test"), "_")
	return len(tagsOf(name)) == 0 && !slices.Contains(p.imports(name), "C") && !slices.ContainsFunc(words[max(1, len(words)-2):], func(word string) bool {
		return slices.Contains(oses, word) || slices.Contains(arches, word)
	})
}

// exists reports whether Go runs on such systems.
func exists(goos, goarch string) bool {
	only := map[string]string{"js": "wasm", "wasip1": "wasm"}
	return cmp.Or(only[goos], goarch) == goarch && (goarch != "wasm" || only[goos] != "")
}

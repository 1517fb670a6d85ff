package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/build"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A system is what a build is for.
type system struct {
	goos, goarch string
	cgo          bool
	tags         string
	file         string // loaded alone, since it is in the folder of another package
}

// here returns the system that the go command builds for.
func (m *module) here() system {
	return system{goos: m.env.GOOS, goarch: m.env.GOARCH, cgo: m.env.CGO_ENABLED == "1"}
}

func (s system) String() string {
	return strings.TrimSpace(s.goos + "/" + s.goarch + " " + s.tags)
}

// loadVariants loads the program as this system builds it, and then as others do, until
// each file that imports an old package is loaded.
func (j *job) loadVariants(patterns []string) error {
	loaded := map[string]string{} // files, with the names of their packages
	err := j.loadVariant(j.here(), patterns, loaded)
	if err != nil {
		return err
	}
	dirs := map[string]string{}
	for name, pkg := range loaded {
		dirs[filepath.Dir(name)] = pkg
	}
	tried := map[system]bool{j.here(): true}
	for _, name := range j.withOld {
		dir := filepath.Dir(name)
		if loaded[name] != "" || dirs[dir] == "" && !slices.Equal(patterns, everything) {
			continue
		}
		s, ok := systemOf(name, j.here())
		if pkg := strings.TrimSuffix(packageName(name), "_test"); s.tags == "ignore" || dirs[dir] != "" && dirs[dir] != pkg {
			s.file = name
		}
		if ok && !tried[s] {
			tried[s] = true
			if err := j.loadVariant(s, patterns, loaded); err != nil {
				return err
			}
		}
		if loaded[name] == "" {
			j.left[left{file: name, what: "not rewritten", write: "no build that uuidfix knows has this file"}] = true
		}
	}
	return nil
}

// packageName returns the name in the file's package clause.
func packageName(name string) string {
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly)
	if err != nil {
		return ""
	}
	return f.Name.Name
}

// everything is all packages of the module.
var everything = []string{"./..."}

func (j *job) loadVariant(s system, patterns []string, loaded map[string]string) error {
	if s.file != "" {
		patterns = []string{s.file}
	}
	fmt.Fprintf(j.stderr, "uuidfix: loading %s for %v\n", strings.Join(patterns, " "), s)
	cfg := &packages.Config{Context: j.ctx, Dir: j.cwd, Env: append(os.Environ(), "GOWORK=off"), BuildFlags: []string{j.modfile(), "-mod=mod"}}
	if s != j.here() {
		cfg.Env = append(cfg.Env, "GOOS="+s.goos, "GOARCH="+s.goarch, "CGO_ENABLED=0")
		if s.cgo {
			cfg.Env = append(cfg.Env, "CGO_ENABLED=1")
		}
		cfg.BuildFlags = append(cfg.BuildFlags, "-tags="+s.tags)
	}
	v, err := load(cfg, patterns, func(path string) bool { return j.sources[path] != nil }, j.to, j.parsed)
	if err != nil {
		return err
	}
	j.variants = append(j.variants, v)
	for _, p := range v.byID {
		if p.Module != nil && p.Module.Main || p.PkgPath == "command-line-arguments" {
			for _, name := range p.GoFiles {
				loaded[name] = strings.TrimSuffix(p.Name, "_test")
			}
		}
	}
	return nil
}

// filesWithOld returns the files of the module that import an old package, whatever
// builds have them.
func (j *job) filesWithOld() (files []string, err error) {
	err = filepath.WalkDir(j.dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			base := d.Name()
			_, err := os.Stat(filepath.Join(name, "go.mod"))
			if name != j.dir && (err == nil || base == "vendor" || base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")) {
				return filepath.SkipDir
			}
			return nil
		}
		switch filepath.Ext(name) {
		case ".yaml", ".yml", ".json", ".toml":
			j.listConfig(name)
		}
		if filepath.Ext(name) != ".go" || strings.HasPrefix(d.Name(), ".") || strings.HasPrefix(d.Name(), "_") {
			return nil
		}
		j.listTexts(name)
		if len(j.oldImports(name)) > 0 {
			files = append(files, name)
		}
		return nil
	})
	return files, err
}

// listConfig lists the lines of a generator's configuration that name an old package's
// type, as those of sqlc, gqlgen and oapi-codegen do.
func (j *job) listConfig(name string) {
	src, err := os.ReadFile(name)
	if err != nil || len(src) > 1<<20 {
		return
	}
	for path := range j.sources {
		typ := regexp.MustCompile(regexp.QuoteMeta(path) + `\.(Null)?UUID\b|\bimport["']?:\s*["']?` + regexp.QuoteMeta(path) + `["'\s]`)
		for _, at := range typ.FindAllIndex(src, -1) {
			j.left[left{name, at[0], path, "a generator may make code of it: change it to " + j.to}] = true
		}
	}
}

// listTexts lists the strings of a Go file that name an old package: code may be made of
// them, or compare them with a type's package.
func (j *job) listTexts(name string) {
	src, err := os.ReadFile(name)
	if err != nil || !slices.ContainsFunc(slices.Collect(maps.Keys(j.sources)), func(path string) bool { return bytes.Contains(src, []byte(path)) }) {
		return
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil || ast.IsGenerated(f) {
		return
	}
	for n := range ast.Preorder(f) {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING || slices.ContainsFunc(f.Imports, func(spec *ast.ImportSpec) bool { return spec.Path == lit }) {
			continue
		}
		for path := range j.sources {
			if regexp.MustCompile(regexp.QuoteMeta(path) + `\b([^/]|$)`).MatchString(lit.Value) {
				j.left[left{name, fset.PositionFor(lit.Pos(), false).Offset, path, "a text, which stays: if it stands for the package that you import, change it to " + j.to}] = true
			}
		}
	}
}

// oldImports returns the old packages that a file imports now.
func (j *job) oldImports(name string) (paths []string) {
	src, err := j.read(name)
	if err != nil {
		return nil // the loader lists it
	}
	f, _ := parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly)
	if f == nil {
		return nil
	}
	for _, spec := range f.Imports {
		if path, _ := strconv.Unquote(spec.Path.Value); j.sources[path] != nil {
			paths = append(paths, path)
		}
	}
	return paths
}

// gone returns the old packages that no file of the module imports any more.
func (j *job) gone() []string {
	gone := maps.Clone(j.came)
	for _, name := range j.withOld {
		for _, path := range j.oldImports(name) {
			delete(gone, path)
		}
	}
	return slices.Sorted(maps.Keys(gone))
}

// systems and architectures that a file can be for.
var (
	oses   = []string{"linux", "windows", "darwin", "freebsd", "js", "wasip1", "android", "ios", "openbsd", "netbsd", "dragonfly", "solaris", "illumos", "aix", "plan9"}
	arches = []string{"amd64", "arm64", "386", "arm", "wasm", "riscv64", "ppc64le", "ppc64", "s390x", "loong64", "mips", "mipsle", "mips64", "mips64le"}
)

// systemOf returns the system nearest to here that builds the file.
func systemOf(name string, here system) (system, bool) {
	src, err := os.ReadFile(name)
	if err != nil {
		return system{}, false
	}
	tags := map[string]bool{}
	for line := range strings.Lines(string(src)) {
		if strings.HasPrefix(line, "package ") {
			break
		}
		if x, err := constraint.Parse(strings.TrimSpace(line)); err == nil && constraint.IsGoBuild(line) {
			x.Eval(func(tag string) bool { tags[tag] = true; return true })
			x.Eval(func(tag string) bool { tags[tag] = true; return false })
		}
	}
	var own []string // tags of the user
	for tag := range tags {
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

// exists reports whether Go runs on such systems.
func exists(goos, goarch string) bool {
	only := map[string]string{"js": "wasm", "wasip1": "wasm"}
	return cmp.Or(only[goos], goarch) == goarch && (goarch != "wasm" || only[goos] != "")
}

package load

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/module"
)

// Everything is all packages of the module.
var Everything = []string{"./..."}

// A Program is the user's module, in each build that its files need.
type Program struct {
	Module   *module.Module
	Target   string // the new package's path
	Files    *Files
	Variants []*Variant

	GoFiles []string // of all builds
	WithOld []string // those that import an old package
	Came    []string // the old packages that they import
	Configs []string // YAML, JSON and TOML files

	log    io.Writer
	parsed *parsed
	chosen map[string]bool   // folders of the patterns; nil if these are the whole module
	loaded map[string]string // files, with the names of their packages
	near   map[string]bool   // folders and paths of packages that can see an old package by the module's own imports
}

// Find finds the files of a module, and loads none of them.
func Find(m *module.Module, target string, log io.Writer) (*Program, error) {
	p := &Program{
		Module: m,
		Target: target,
		Files:  &Files{Changed: map[string][]byte{}, before: map[string][]byte{}},
		log:    log,
		parsed: &parsed{fset: token.NewFileSet(), files: map[fileMode]parsedFile{}},
		loaded: map[string]string{},
		near:   map[string]bool{},
	}
	if err := p.walk(); err != nil {
		return nil, err
	}
	came := map[string]bool{}
	for _, name := range p.GoFiles {
		if paths := p.oldImports(name); len(paths) > 0 {
			p.WithOld = append(p.WithOld, name)
			for _, path := range paths {
				came[path] = true
			}
		}
	}
	p.Came = slices.Sorted(maps.Keys(came))
	return p, nil
}

func (p *Program) walk() error {
	return filepath.WalkDir(p.Module.Dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		hidden := strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")
		if d.IsDir() {
			_, err := os.Stat(filepath.Join(name, "go.mod"))
			if name != p.Module.Dir && (err == nil || hidden || base == "vendor" || base == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		switch filepath.Ext(name) {
		case ".yaml", ".yml", ".json", ".toml":
			p.Configs = append(p.Configs, name)
		case ".go":
			if !hidden {
				p.GoFiles = append(p.GoFiles, name)
			}
		}
		return nil
	})
}

// oldImports returns the old packages that a file imports now.
func (p *Program) oldImports(name string) (paths []string) {
	return slices.DeleteFunc(p.imports(name), func(path string) bool { return !old[path] })
}

// imports returns the paths that a file imports now.
func (p *Program) imports(name string) (paths []string) {
	src, err := p.Files.Read(name)
	if err != nil {
		return nil // the loader lists it
	}
	f, _ := parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly)
	if f == nil {
		return nil
	}
	for _, spec := range f.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		paths = append(paths, path)
	}
	return paths
}

// Gone returns the old packages that no file of the module imports any more.
func (p *Program) Gone() []string {
	gone := slices.Clone(p.Came)
	for _, name := range p.WithOld {
		still := p.oldImports(name)
		gone = slices.DeleteFunc(gone, func(path string) bool { return slices.Contains(still, path) })
	}
	return gone
}

// Load loads the program as this system builds it, and then as others do, until each file
// that can see a type of an old package is loaded. It type-checks all of the module, also
// what the patterns leave out, and lists the files that no build has.
func (p *Program) Load(ctx context.Context, patterns []string, list *finding.List) error {
	for _, pattern := range patterns {
		if strings.HasSuffix(pattern, ".go") {
			return fmt.Errorf("%s is a file: uuidfix rewrites whole packages", pattern)
		}
	}
	if !slices.Equal(patterns, Everything) || p.Module.Cwd != p.Module.Dir {
		p.chosen = map[string]bool{}
	}
	here := system{goos: p.Module.Env.GOOS, goarch: p.Module.Env.GOARCH, cgo: p.Module.Env.CGO_ENABLED == "1"}
	if err := p.loadVariant(ctx, here, here, patterns); err != nil {
		return err
	}
	dirs := map[string]string{}
	for name, pkg := range p.loaded {
		dirs[filepath.Dir(name)] = pkg
	}
	tried := map[system]bool{here: true}
	for _, name := range p.GoFiles {
		if p.loaded[name] != "" {
			continue
		}
		dir := filepath.Dir(name)
		apart := dirs[dir] != "" && dirs[dir] != strings.TrimSuffix(packageName(name), "_test")
		if !p.sees(name, apart) {
			continue
		}
		s, ok := systemOf(name, here)
		if s.tags == "ignore" || apart {
			s.file = name
		}
		if ok && !tried[s] {
			tried[s] = true
			if err := p.loadVariant(ctx, s, here, patterns); err != nil {
				return err
			}
		}
		if p.loaded[name] == "" && (p.chosen == nil || p.chosen[dir]) && (slices.Contains(p.WithOld, name) || !forOtherGo(name)) {
			list.Add(finding.Finding{File: name, Kind: finding.Left, What: "not rewritten", Write: "no build that uuidfix knows has this file"})
		}
	}
	for _, v := range p.Variants {
		if err := v.Recheck(); err != nil {
			return err
		}
	}
	p.setUnrewritten()
	return nil
}

// sees reports whether a file can see a type of an old package: by an import, or by a variable of its
// package, unless it stands apart from that.
func (p *Program) sees(name string, apart bool) bool {
	return !apart && p.near[filepath.Dir(name)] || slices.ContainsFunc(p.imports(name), func(path string) bool { return old[path] || p.near[path] })
}

// Chosen reports whether the patterns name the package.
func (p *Program) Chosen(pkg *Pkg) bool {
	return p.chosen == nil || len(pkg.GoFiles) > 0 && p.chosen[filepath.Dir(pkg.GoFiles[0])]
}

// Changes reports whether a package, or one of the module that it imports, is rewritten.
func (p *Program) Changes(v *Variant, pkg *Pkg) bool {
	if pkg == nil || !pkg.near {
		return false
	}
	if p.Chosen(pkg) {
		return true
	}
	for path := range pkg.Imports {
		if p.Changes(v, v.Import(pkg, path)) {
			return true
		}
	}
	return false
}

// setUnrewritten finds out whether a file that imports an old package is not rewritten.
func (p *Program) setUnrewritten() {
	rewritten := map[string]bool{}
	for _, v := range p.Variants {
		for _, pkg := range v.Pkgs {
			for i, f := range pkg.Files {
				if v.Broken(pkg) == "" {
					rewritten[pkg.GoFiles[i]] = p.Chosen(pkg) && !ast.IsGenerated(f)
				}
			}
		}
	}
	unrewritten := slices.ContainsFunc(p.WithOld, func(name string) bool { return !rewritten[name] })
	for _, v := range p.Variants {
		v.Unrewritten = unrewritten
	}
}

// packageName returns the name in the file's package clause.
func packageName(name string) string {
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly)
	if err != nil {
		return ""
	}
	return f.Name.Name
}

func (p *Program) loadVariant(ctx context.Context, s, here system, patterns []string) error {
	what := Everything
	if s.file != "" {
		what = []string{s.file}
	}
	fmt.Fprintf(p.log, "uuidfix: loading %s for %v\n", what[0], s)
	cfg := &packages.Config{Context: ctx, Dir: p.Module.Dir, Env: append(os.Environ(), "GOWORK=off"), BuildFlags: []string{p.Module.Modfile(), "-mod=mod"}}
	if s != here {
		cfg.Env = append(cfg.Env, "GOOS="+s.goos, "GOARCH="+s.goarch, "CGO_ENABLED=0")
		if s.cgo {
			cfg.Env = append(cfg.Env, "CGO_ENABLED=1")
		}
		cfg.BuildFlags = append(cfg.BuildFlags, "-tags="+s.tags)
	}
	if p.chosen != nil && s.file == "" {
		if err := p.choose(*cfg, patterns); err != nil {
			return err
		}
	}
	v, err := load(cfg, what, p.Target, p.Files, p.parsed)
	if err != nil {
		return err
	}
	p.Variants = append(p.Variants, v)
	for _, pkg := range v.byID {
		if pkg.Module != nil && pkg.Module.Main || pkg.PkgPath == "command-line-arguments" {
			for _, name := range pkg.GoFiles {
				p.loaded[name] = strings.TrimSuffix(pkg.Name, "_test")
				if pkg.near {
					p.near[filepath.Dir(name)], p.near[pkg.PkgPath] = true, true
				}
			}
		}
	}
	return nil
}

// choose finds the folders of the patterns.
func (p *Program) choose(cfg packages.Config, patterns []string) error {
	cfg.Dir, cfg.Mode, cfg.Tests = p.Module.Cwd, packages.NeedName|packages.NeedFiles|packages.NeedModule, true
	found, err := packages.Load(&cfg, patterns...)
	if err != nil {
		return err
	}
	for _, pkg := range found {
		if len(pkg.Errors) > 0 && pkg.Module == nil && len(pkg.GoFiles) == 0 {
			return pkg.Errors[0]
		}
		if len(pkg.GoFiles) > 0 {
			p.chosen[filepath.Dir(pkg.GoFiles[0])] = true
		}
	}
	return nil
}

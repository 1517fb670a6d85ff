package main

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

// A variant is the user's program under one choice of system and build tags. It is
// type-checked from source, as often as its files change in memory.
type variant struct {
	ctx context.Context
	*parsed
	pkgs    []*pkg // of the user's module, with their tests
	outside bool   // what is not rewritten imports an old package, too
	target  *types.Package

	read func(name string) ([]byte, error)
	byID map[string]*pkg
}

// A pkg is a package, or one with its tests.
type pkg struct {
	*packages.Package
	main  bool // of the user's module, and it can see an old package: it is checked whole
	stale bool // it can see such a package: it is checked again in each round

	once  sync.Once
	files []*ast.File // in the order of GoFiles, without those that cannot be read
	types *types.Package
	info  *types.Info
	errs  []types.Error
}

// load finds the packages of the patterns, and those that a rewritten one may import.
func load(cfg *packages.Config, patterns []string, old func(path string) bool, target string, files *parsed) (*variant, error) {
	cfg.Mode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedTypesSizes
	cfg.Tests = true
	loads := [][]string{append(slices.Clone(patterns), target)}
	if strings.HasSuffix(patterns[0], ".go") { // the go command does not mix files and packages
		loads = [][]string{patterns, {target}}
	}
	var roots []*packages.Package
	for _, patterns := range loads {
		found, err := packages.Load(cfg, patterns...)
		if err != nil {
			return nil, err
		}
		roots = append(roots, found...)
	}
	for _, p := range roots {
		if len(p.Errors) > 0 && p.Module == nil && len(p.GoFiles) == 0 {
			return nil, p.Errors[0]
		}
	}
	v := &variant{ctx: cfg.Context, parsed: files, read: os.ReadFile, byID: map[string]*pkg{}}
	sees := map[string]bool{} // an old package
	packages.Visit(roots, nil, func(p *packages.Package) {
		q := &pkg{Package: p}
		mine := p.Module != nil && p.Module.Main || p.PkgPath == "command-line-arguments"
		for _, imported := range p.Imports {
			direct := old(imported.PkgPath)
			sees[p.ID] = sees[p.ID] || direct || sees[imported.ID]
			v.outside = v.outside || direct && !mine && !old(p.PkgPath)
			q.stale = q.stale || v.byID[imported.ID].stale
		}
		q.main = mine && sees[p.ID]
		q.stale = q.stale || q.main
		v.byID[p.ID] = q
	})
	for _, r := range roots {
		switch q := v.byID[r.ID]; {
		case r.PkgPath == target:
			v.check(q)
			v.target = q.types
		case q.main && !strings.HasSuffix(r.ID, ".test"):
			v.pkgs = append(v.pkgs, q)
		}
	}
	if err := v.ctx.Err(); err != nil {
		return nil, err
	}
	if v.target == nil || v.target.Scope().Lookup("UUID") == nil {
		return nil, fmt.Errorf("package %s is not there", target)
	}
	return v, nil
}

// recheck type-checks all that can have changed. Contents holds the files that differ
// from those on disk.
func (v *variant) recheck(contents map[string][]byte) error {
	v.read = func(name string) ([]byte, error) {
		if b, ok := contents[name]; ok {
			return b, nil
		}
		return os.ReadFile(name)
	}
	for id, p := range v.byID {
		if p.stale {
			v.byID[id] = &pkg{Package: p.Package, main: p.main, stale: true}
		}
	}
	for i, p := range v.pkgs {
		v.pkgs[i] = v.byID[p.ID]
	}
	var checks sync.WaitGroup
	for _, p := range v.pkgs {
		checks.Go(func() { v.check(p) })
	}
	checks.Wait()
	return v.ctx.Err()
}

// check type-checks a package, after those that it imports.
func (v *variant) check(p *pkg) {
	p.once.Do(func() {
		if v.ctx.Err() != nil {
			return
		}
		if p.PkgPath == "unsafe" {
			p.types = types.Unsafe
			return
		}
		if p.main {
			p.info = &types.Info{
				Types:      map[ast.Expr]types.TypeAndValue{},
				Defs:       map[*ast.Ident]types.Object{},
				Uses:       map[*ast.Ident]types.Object{},
				Implicits:  map[ast.Node]types.Object{},
				Selections: map[*ast.SelectorExpr]*types.Selection{},
				Scopes:     map[ast.Node]*types.Scope{},
			}
		}
		var imports sync.WaitGroup
		for _, imported := range p.Imports {
			imports.Go(func() { v.check(v.byID[imported.ID]) })
		}
		imports.Wait()
		v.parse(p)
		conf := types.Config{
			FakeImportC:      true,
			IgnoreFuncBodies: !p.main,
			Sizes:            p.TypesSizes,
			Importer:         importer(func(path string) (*types.Package, error) { return v.imported(p, path) }),
			Error: func(err error) {
				if e, ok := err.(types.Error); ok {
					p.errs = append(p.errs, e)
				}
			},
		}
		if p.main && p.Module != nil && p.Module.GoVersion != "" {
			conf.GoVersion = "go" + p.Module.GoVersion
		}
		p.types, _ = conf.Check(p.PkgPath, v.fset, p.files, p.info)
	})
}

// running limits how many files are parsed at a time.
var running = make(chan struct{}, runtime.GOMAXPROCS(0))

func (v *variant) parse(p *pkg) {
	running <- struct{}{}
	defer func() { <-running }()
	mode := parser.SkipObjectResolution
	if p.main {
		mode |= parser.ParseComments
	}
	for _, name := range p.GoFiles {
		src, err := v.read(name)
		if err == nil {
			var f *ast.File
			if f, err = v.file(name, src, mode); f != nil {
				p.files = append(p.files, f)
			}
		}
		if err != nil {
			p.errs = append(p.errs, types.Error{Fset: v.fset, Msg: err.Error()})
		}
	}
}

// parsed are files as they were parsed last: most are the same in all variants and rounds.
type parsed struct {
	fset  *token.FileSet
	mu    sync.Mutex
	files map[fileMode]parsedFile
}

type fileMode struct {
	name string
	mode parser.Mode
}

type parsedFile struct {
	src  []byte
	file *ast.File
	err  error
}

// file parses a file, unless its contents are those of the last time.
func (p *parsed) file(name string, src []byte, mode parser.Mode) (*ast.File, error) {
	key := fileMode{name, mode}
	p.mu.Lock()
	last, ok := p.files[key]
	p.mu.Unlock()
	if !ok || !bytes.Equal(last.src, src) {
		last.src = src
		last.file, last.err = parser.ParseFile(p.fset, name, src, mode)
		p.mu.Lock()
		p.files[key] = last
		p.mu.Unlock()
	}
	return last.file, last.err
}

// imported returns the package that p imports by the path.
func (v *variant) imported(p *pkg, path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if v.target != nil && path == v.target.Path() {
		return v.target, nil
	}
	imported, ok := p.Imports[path]
	if !ok || v.byID[imported.ID].types == nil {
		return nil, fmt.Errorf("package %s is not there", path)
	}
	return v.byID[imported.ID].types, nil
}

type importer func(path string) (*types.Package, error)

func (i importer) Import(path string) (*types.Package, error) { return i(path) }

// broken returns why the package cannot be rewritten, or nothing.
func (p *pkg) broken() string {
	if len(p.Errors) > 0 {
		return p.Errors[0].Error()
	}
	if len(p.errs) > 0 {
		return p.errs[0].Error()
	}
	return ""
}

// fileNames returns the files of the user's packages.
func (v *variant) fileNames() []string {
	names := map[string]bool{}
	for _, p := range v.pkgs {
		for _, name := range p.GoFiles {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

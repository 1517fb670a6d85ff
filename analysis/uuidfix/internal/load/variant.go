// Package load finds and type-checks the packages of a module, as all the systems and build
// tags build them that its files need.
package load

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

// A Variant is the user's program under one choice of system and build tags. It is
// type-checked from source, as often as its files change in memory.
type Variant struct {
	Own         []*Pkg // of the user's module, with their tests
	Pkgs        []*Pkg // those of the patterns that can see an old package
	Outside     bool   // another module imports an old package, too
	Unrewritten bool   // a file that is not rewritten imports one
	Target      *types.Package
	Fset        *token.FileSet

	ctx     context.Context
	parsed  *parsed
	files   *Files
	byID    map[string]*Pkg
	reached map[string]bool   // packages by their paths
	broken  map[string]string // packages that do not compile before, and why
}

// A Pkg is a package, or one with its tests. What it embeds has the names of its files and
// imports; what is below is the source as it is now.
type Pkg struct {
	*packages.Package
	Mine  bool        // of the user's module: it is checked whole
	Main  bool        // and it can see an old package
	Files []*ast.File // in the order of GoFiles, without those that cannot be read
	Types *types.Package
	Info  *types.Info
	Errs  []types.Error

	near  bool // it imports an old package, or a package of the module that does
	stale bool // it can see an old package: it is checked again in each round
	once  sync.Once
}

// load finds the packages of the patterns, and those that a rewritten one may import.
func load(cfg *packages.Config, patterns []string, target string, files *Files, parsed *parsed) (*Variant, error) {
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
	v := &Variant{ctx: cfg.Context, Fset: parsed.fset, parsed: parsed, files: files, byID: map[string]*Pkg{}, reached: map[string]bool{}}
	sees := map[string]bool{} // an old package
	packages.Visit(roots, nil, func(p *packages.Package) {
		q := &Pkg{Package: p}
		mine := p.Module != nil && p.Module.Main || p.PkgPath == "command-line-arguments"
		for _, imported := range p.Imports {
			direct := old[imported.PkgPath]
			sees[p.ID] = sees[p.ID] || direct || sees[imported.ID]
			v.Outside = v.Outside || direct && !mine && !old[p.PkgPath]
			q.stale = q.stale || v.byID[imported.ID].stale
			q.near = q.near || mine && (direct || v.byID[imported.ID].near)
		}
		q.Mine, q.Main = mine, mine && sees[p.ID]
		q.stale = q.stale || q.Main
		v.byID[p.ID] = q
		if mine && !strings.HasSuffix(p.ID, ".test") {
			v.Own = append(v.Own, q)
		}
	})
	v.reachAll()
	for _, r := range roots {
		switch q := v.byID[r.ID]; {
		case r.PkgPath == target:
			v.check(q)
			v.Target = q.Types
		case q.Main && !strings.HasSuffix(r.ID, ".test"):
			v.Pkgs = append(v.Pkgs, q)
		}
	}
	if err := v.ctx.Err(); err != nil {
		return nil, err
	}
	if v.Target == nil || v.Target.Scope().Lookup("UUID") == nil {
		return nil, fmt.Errorf("package %s is not there", target)
	}
	return v, nil
}

func (v *Variant) reachAll() {
	for _, p := range v.Own {
		if Importable(p) {
			v.reach(p)
		}
	}
}

// reach notes that values of other modules can come to a package, and to those that it imports.
func (v *Variant) reach(p *Pkg) {
	if !p.Mine || v.reached[p.PkgPath] || strings.Contains(p.ID, " [") {
		return
	}
	v.reached[p.PkgPath] = true
	for _, imported := range p.Imports {
		v.reach(v.byID[imported.ID])
	}
}

// Reached reports whether other modules can import the package, or one that imports it.
func (v *Variant) Reached(p *Pkg) bool { return v.reached[p.PkgPath] }

// Recheck type-checks all that can have changed.
func (v *Variant) Recheck() error {
	for id, p := range v.byID {
		if p.stale {
			v.byID[id] = &Pkg{Package: p.Package, Mine: p.Mine, Main: p.Main, near: p.near, stale: true}
		}
	}
	for _, pkgs := range [][]*Pkg{v.Own, v.Pkgs} {
		for i, p := range pkgs {
			pkgs[i] = v.byID[p.ID]
		}
	}
	var checks sync.WaitGroup
	for _, p := range v.Own {
		checks.Go(func() { v.check(p) })
	}
	checks.Wait()
	if v.broken == nil {
		v.broken = map[string]string{}
		for _, p := range v.Own {
			v.broken[p.ID] = p.broken()
		}
	}
	return v.ctx.Err()
}

// check type-checks a package, after those that it imports.
func (v *Variant) check(p *Pkg) {
	p.once.Do(func() {
		if v.ctx.Err() != nil {
			return
		}
		if p.PkgPath == "unsafe" {
			p.Types = types.Unsafe
			return
		}
		if p.Mine {
			p.Info = &types.Info{
				Types:      map[ast.Expr]types.TypeAndValue{},
				Defs:       map[*ast.Ident]types.Object{},
				Uses:       map[*ast.Ident]types.Object{},
				Implicits:  map[ast.Node]types.Object{},
				Selections: map[*ast.SelectorExpr]*types.Selection{},
				Instances:  map[*ast.Ident]types.Instance{},
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
			IgnoreFuncBodies: !p.Mine,
			Sizes:            p.TypesSizes,
			Importer:         importer(func(path string) (*types.Package, error) { return v.imported(p, path) }),
			Error: func(err error) {
				if e, ok := err.(types.Error); ok {
					p.Errs = append(p.Errs, e)
				}
			},
		}
		if p.Mine && p.Module != nil && p.Module.GoVersion != "" {
			conf.GoVersion = "go" + p.Module.GoVersion
		}
		p.Types, _ = conf.Check(p.PkgPath, v.Fset, p.Files, p.Info)
	})
}

// running limits how many files are parsed at a time.
var running = make(chan struct{}, runtime.GOMAXPROCS(0))

func (v *Variant) parse(p *Pkg) {
	running <- struct{}{}
	defer func() { <-running }()
	mode := parser.SkipObjectResolution
	if p.Main {
		mode |= parser.ParseComments
	}
	for _, name := range p.GoFiles {
		src, err := v.files.Read(name)
		if err == nil {
			var f *ast.File
			if f, err = v.parsed.file(name, src, mode); f != nil {
				p.Files = append(p.Files, f)
			}
		}
		if err != nil {
			p.Errs = append(p.Errs, types.Error{Fset: v.Fset, Msg: err.Error()})
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
func (v *Variant) imported(p *Pkg, path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if v.Target != nil && path == v.Target.Path() {
		return v.Target, nil
	}
	imported := v.byID[path] // of the standard library, and imported since it was loaded
	if meta, ok := p.Imports[path]; ok {
		imported = v.byID[meta.ID]
	}
	if imported == nil || imported.Types == nil {
		return nil, fmt.Errorf("package %s is not there", path)
	}
	return imported.Types, nil
}

type importer func(path string) (*types.Package, error)

func (i importer) Import(path string) (*types.Package, error) { return i(path) }

// broken returns why the package cannot be rewritten, or nothing.
func (p *Pkg) broken() string {
	if len(p.Errors) > 0 {
		return p.Errors[0].Error()
	}
	if len(p.Errs) > 0 {
		return p.Errs[0].Error()
	}
	return ""
}

// Broken returns why a package did not compile before the rewriting, or nothing.
func (v *Variant) Broken(p *Pkg) string { return v.broken[p.ID] }

// Import returns what p imports by the path, or nil.
func (v *Variant) Import(p *Pkg, path string) *Pkg {
	if meta := p.Imports[path]; meta != nil {
		return v.byID[meta.ID]
	}
	return nil
}

// Package returns the package with the path, or nil.
func (v *Variant) Package(path string) *Pkg { return v.byID[path] }

// Files are the module's files: those that have changed in memory, and the rest as they were when
// they were first read.
type Files struct {
	Changed map[string][]byte

	mu     sync.Mutex
	before map[string][]byte
}

// Read returns what the file contains now.
func (f *Files) Read(name string) ([]byte, error) {
	if b, ok := f.Changed[name]; ok {
		return b, nil
	}
	return f.Before(name)
}

// Before returns what the file contained when it was first read.
func (f *Files) Before(name string) ([]byte, error) {
	f.mu.Lock()
	b, ok := f.before[name]
	f.mu.Unlock()
	if ok {
		return b, nil
	}
	b, err := os.ReadFile(name)
	if err == nil {
		f.mu.Lock()
		f.before[name] = b
		f.mu.Unlock()
	}
	return b, err
}

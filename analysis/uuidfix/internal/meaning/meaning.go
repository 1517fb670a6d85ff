// Package meaning lists what compiles after the rewriting, and means something else: at run
// time, on the wire, or to importers.
package meaning

import (
	"go/ast"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// Before lists what it sees in the program before the rewriting. With internal, the exported API keeps the old types,
// so that all packages can get values of them.
func Before(p *load.Program, list *finding.List, internal bool) {
	for _, name := range p.Configs {
		listConfig(p, list, name)
	}
	for _, name := range p.GoFiles {
		listTexts(p, list, name)
	}
	found := map[string]bool{}
	for _, v := range p.Variants {
		v.Unrewritten = v.Unrewritten || internal
		s := newSinks(v)
		asking, generics := newAsking(v), newGenerics(v, s)
		for _, pkg := range v.Pkgs {
			if v.Broken(pkg) != "" {
				continue
			}
			for _, f := range pkg.Files {
				root, _ := inspector.New([]*ast.File{f}).Root().FirstChild()
				file := &file{program: p, list: list, v: v, p: pkg, syntax: f, root: root, sinks: s, generics: generics, asking: asking, found: found, said: map[said]bool{}}
				if p.Chosen(pkg) {
					file.read()
				} else {
					file.listLeftOut()
				}
			}
		}
	}
	listImports(p, list, found)
}

// A file is one file of one package, which is read.
type file struct {
	program  *load.Program
	list     *finding.List
	v        *load.Variant
	p        *load.Pkg
	syntax   *ast.File
	root     inspector.Cursor
	sinks    *sinks
	generics *generics
	asking   *asking
	kept     *kept
	found    map[string]bool // libraries to which a UUID goes, and what is listed once
	said     map[said]bool
}

// said is what is listed of an expression.
type said struct {
	e           ast.Expr
	what, write string
}

func (f *file) read() {
	if !ast.IsGenerated(f.syntax) {
		f.kept = f.newKept()
		f.listComparisons()
		f.listAssertions()
		f.listCalls()
		f.listErrors()
		f.listEmbedded()
		f.listAskingImports()
		versions := f.versions()
		f.p.Flows(f.root, func(flow load.Flow) {
			if want := flow.Want; !types.IsInterface(want) || isTypeParam(want) {
				return
			}
			got := f.got(flow)
			if got == nil || types.IsInterface(got) {
				return
			}
			if flow.Compared {
				f.listCompared(flow.Expr, got, f.outside())
			}
			if f.kept.keeps(flow.Expr) {
				return
			}
			for _, to := range f.sinks.of(f.place(flow)) {
				f.listVersion(flow.Expr, got, to, versions)
				f.listRegistered(flow.Expr, got, to)
				f.listHanded(flow.Expr, got, to)
				f.listValue(flow.Expr, got, to)
			}
		})
		f.listInstances()
	}
}

// listValue lists what changes in a value of a type that goes to a sink.
func (f *file) listValue(e ast.Expr, got types.Type, to sink) {
	f.listForms(e, got, to)
	f.listVerb(e, got, to)
	f.listScanned(e, got, to)
	f.listDecoded(e, got, to)
	f.listAsked(e, got, to)
	f.listUnseen(e, got, to)
}

// listLeftOut lists an import of what is rewritten, in a package that the patterns leave out: nothing else
// of the package is read.
func (f *file) listLeftOut() {
	for _, spec := range f.syntax.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if other := f.v.Import(f.p, path); other != nil && f.program.Changes(f.v, other) {
			f.add(finding.Left, spec, path, "this package is not among those to rewrite: uuidfix lists only what does not compile in it")
			return
		}
	}
}

// got returns the type of a flow's value.
func (f *file) got(flow load.Flow) types.Type { return typeOf(f.p, flow) }

func typeOf(p *load.Pkg, flow load.Flow) types.Type {
	t := p.Info.TypeOf(flow.Expr)
	if tuple, ok := t.(*types.Tuple); ok {
		return tuple.At(flow.Result).Type()
	}
	return t
}

// place returns where a flow begins.
func (f *file) place(flow load.Flow) place {
	c, _ := f.root.FindNode(flow.Expr)
	return place{f.p, c, flow.Result}
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// add lists a part of the file.
func (f *file) add(kind finding.Kind, n ast.Node, what, write string) {
	at := f.v.Fset.PositionFor(n.Pos(), false)
	f.list.Add(finding.Finding{File: at.Filename, Offset: at.Offset, End: f.v.Fset.PositionFor(n.End(), false).Offset, Kind: kind, What: what, Write: write})
}

// addTo lists a value, or a part of it, that goes to a sink. It says one thing once of each.
func (f *file) addTo(kind finding.Kind, e ast.Expr, what string, to sink, write string) {
	key := said{e, what, write}
	if !f.said[key] {
		f.said[key] = true
		f.add(kind, e, what+" to "+to.String(), write)
	}
}

// text returns the source of an expression, in short.
func text(e ast.Expr) string {
	if lit, ok := e.(*ast.FuncLit); ok {
		return types.ExprString(lit.Type)
	}
	return types.ExprString(e)
}

// families are the old packages by where they come from.
var families = map[string]string{
	"github.com/google/uuid":    "google",
	"github.com/gofrs/uuid":     "gofrs",
	"github.com/gofrs/uuid/v3":  "gofrs",
	"github.com/gofrs/uuid/v5":  "gofrs",
	"github.com/satori/go.uuid": "satori",
}

// family returns the family of an old package's type and its name, or nothing.
func family(t types.Type) (from, name string) {
	if named := load.OldType(t); named != nil {
		return families[named.Obj().Pkg().Path()], named.Obj().Name()
	}
	return "", ""
}

// oldFunc returns the function or method of an old package that is called, or nil.
func (f *file) oldFunc(call *ast.CallExpr) *types.Func {
	if fn := f.p.Callee(call); fn != nil && fn.Pkg() != nil && load.IsOld(fn.Pkg().Path()) {
		return fn
	}
	return nil
}

// pointed returns the type that a pointer points at, or the type itself.
func pointed(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

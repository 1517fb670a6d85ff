package checks_test

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/uuidkit/uuidkit/analysis/internal/checks"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/queries"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/setup"
)

// TestOdd: no check panics on the files with which Go tests its type checker and its compiler. They have what
// few programs have. Those that import nothing and compile are each a package here.
func TestOdd(t *testing.T) {
	fset, n := token.NewFileSet(), 0
	for _, dir := range []string{"src/internal/types/testdata", "test"} {
		err := filepath.WalkDir(filepath.Join(build.Default.GOROOT, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
				return err
			}
			src, err := os.ReadFile(path)
			if err != nil || bytes.Contains(src, []byte("ERROR")) { // in a comment: the file is wrong, and may take minutes
				return err
			}
			if pass := compile(fset, path, src); pass != nil {
				n++
				if err := runAll(pass); err != nil {
					t.Errorf("%s: %v", path, err)
				}
			}
			return nil
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // a toolchain that go has downloaded has no folder test
			t.Fatal(err)
		}
	}
	if n == 0 {
		t.Error("GOROOT has no such file")
	}
}

// compile returns what the checks get of the file, or nil if it does not compile alone.
func compile(fset *token.FileSet, path string, src []byte) *analysis.Pass {
	file, err := parser.ParseFile(fset, path, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	info := &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Instances:    map[*ast.Ident]types.Instance{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		Scopes:       map[ast.Node]*types.Scope{},
		FileVersions: map[*ast.File]string{},
	}
	pkg, err := new(types.Config).Check("odd", fset, []*ast.File{file}, info)
	if err != nil {
		return nil
	}
	// Most checks look only at packages that use UUIDs.
	pkg.SetImports(append(pkg.Imports(), types.NewPackage("github.com/google/uuid", "uuid")))
	return &analysis.Pass{
		Fset:       fset,
		Files:      []*ast.File{file},
		Pkg:        pkg,
		TypesInfo:  info,
		TypesSizes: types.SizesFor("gc", "amd64"),
		ResultOf:   map[*analysis.Analyzer]any{},
		Report:     func(analysis.Diagnostic) {},

		ImportObjectFact:  func(types.Object, analysis.Fact) bool { return false },
		ExportObjectFact:  func(types.Object, analysis.Fact) {},
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportPackageFact: func(analysis.Fact) {},
	}
}

// runAll runs all checks. It returns where one panics.
func runAll(pass *analysis.Pass) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	for _, a := range append([]*analysis.Analyzer{inspect.Analyzer, flow.Analyzer, queries.Analyzer, setup.Analyzer}, checks.All()...) {
		if pass.ResultOf[a], err = a.Run(pass); err != nil {
			return err
		}
	}
	for n := range ast.Preorder(pass.Files[0]) {
		if e, ok := n.(ast.Expr); ok {
			askAll(flow.Of(pass), e)
		}
	}
	return nil
}

// askAll asks what checks ask of an expression: few of these files have one for which they do.
func askAll(p *flow.Package, e ast.Expr) {
	for _, o := range append(p.Origins(e), p.Contents(e)...) {
		for _, o := range []flow.Origin{o, o.Pure(), o.Written()} {
			o.Unchecked()
			o.Unmarshaled()
		}
		of, _ := o.Map()
		of.Callee()
		o.Boxed()
		o.ComparesToNil()
		o.Is16Bytes()
		o.IsProven()
		o.IsRequest()
		o.IsUUIDText()
		o.IsVariable("uuid", "Nil")
		o.MayBeRequest()
		o.OnlyFor("Parse")
		o.Same(of)
		o.Site()
	}
	p.ComparesToNil(e)
	p.IsChecked(e, true)
	p.IsChecked(e, false)
	p.Keys(e)
	p.Types(e)
	if call, ok := e.(*ast.CallExpr); ok {
		p.Callee(call)
		p.GoesOn(call)
		p.Unused(call)
	}
}

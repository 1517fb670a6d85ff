package queries

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/sqls"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// Selected returns the columns of the select whose rows the call scans, or nil.
func Selected(pass *analysis.Pass, scan *ast.CallExpr) []sqls.Selected {
	sel, ok := ast.Unparen(scan.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	return Rows(pass, sel.X)
}

// OfRows returns the path of the package whose rows the Scan of the call reads, also through an interface of the
// program, or nothing.
func OfRows(pass *analysis.Pass, scan *ast.CallExpr) (pkg string, through bool) {
	fn, pkg := uuids.Callee(pass, scan)
	if fn == nil || fn.Name() != "Scan" || !uuids.IsMethod(fn) {
		return "", false
	}
	sel, ok := ast.Unparen(scan.Fun).(*ast.SelectorExpr)
	if !ok || !types.IsInterface(fn.Signature().Recv().Type()) || fn.Pkg() != pass.Pkg {
		return pkg, false
	}
	for _, t := range flow.Of(pass).Types(sel.X) {
		if n := uuids.Named(t); n != nil && uuids.OneOf(n.Obj().Name(), "Row", "Rows") {
			return uuids.Path(n.Obj().Pkg()), true
		}
	}
	return "", false
}

// Rows returns the columns of the SELECT that returned these rows, or nil if it is not known.
func Rows(pass *analysis.Pass, rows ast.Expr) []sqls.Selected {
	for _, o := range flow.Of(pass).Origins(rows) {
		if _, _, call := o.Callee(); call != nil {
			if sql := Of(pass).SQL(call); sql != "" {
				return Of(pass).Select(sql)
			}
		}
	}
	return nil
}

// Select returns the columns of a select, or nil. For a star they are those that the package
// declares.
func (p *Package) Select(sql string) (all []sqls.Selected) {
	p.read()
	for _, s := range sqls.Select(sql) {
		if s.Name != "*" {
			all = append(all, s)
			continue
		}
		n := len(all)
		for _, c := range p.columns {
			same := func(s sqls.Selected) bool { return s.Name == c.Name }
			if s.Table != "" && c.Table == s.Table && !c.Model && !slices.ContainsFunc(all[n:], same) {
				all = append(all, s.Column(c.Name))
			}
		}
		if len(all) == n {
			return nil
		}
	}
	return all
}

// Destinations are the arguments of a Scan, or the elements of a list that the function around makes, or what a
// function of the package returns in a literal: Scan(fields(&p)...).
func Destinations(pass *analysis.Pass, c inspector.Cursor, scan *ast.CallExpr) []ast.Expr {
	if !scan.Ellipsis.IsValid() {
		return scan.Args
	}
	last := scan.Args[len(scan.Args)-1]
	call, ok := ast.Unparen(last).(*ast.CallExpr)
	if !ok {
		return elements(pass, c, last)
	}
	fn, _ := uuids.Callee(pass, call)
	root := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
	for c := range root.Preorder((*ast.FuncDecl)(nil)) {
		if fn == nil || pass.TypesInfo.Defs[c.Node().(*ast.FuncDecl).Name] != fn {
			continue
		}
		for r := range c.Preorder((*ast.ReturnStmt)(nil)) {
			if results := r.Node().(*ast.ReturnStmt).Results; len(results) == 1 {
				if lit, ok := ast.Unparen(results[0]).(*ast.CompositeLit); ok {
					return lit.Elts
				}
			}
		}
	}
	return nil
}

package queries

import (
	"go/ast"
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

// Rows returns the columns of the select whose rows the expression is, or nil.
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

// Destinations are the arguments of a Scan, or what a function of the package returns in a literal:
// Scan(fields(&p)...).
func Destinations(pass *analysis.Pass, scan *ast.CallExpr) []ast.Expr {
	if !scan.Ellipsis.IsValid() {
		return scan.Args
	}
	call, ok := ast.Unparen(scan.Args[len(scan.Args)-1]).(*ast.CallExpr)
	if !ok {
		return nil
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

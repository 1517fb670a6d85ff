package queries

import (
	"go/ast"

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
	for _, o := range flow.Of(pass).Origins(sel.X) {
		if _, _, call := o.Callee(); call != nil {
			if sql := Of(pass).SQL(call); sql != "" {
				return sqls.Select(sql)
			}
		}
	}
	return nil
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

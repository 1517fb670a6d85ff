package queries

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/sqls"
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

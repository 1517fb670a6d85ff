package uuids

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

// Declared returns the value that the declaration of a variable gives it, if the package assigns nothing else to
// it, to a field or to an element of it. It returns any other expression as it is, and nil if there are more values.
func Declared(pass *analysis.Pass, e ast.Expr) (value ast.Expr) {
	e = ast.Unparen(e)
	id, ok := e.(*ast.Ident)
	if !ok {
		return e
	}
	obj, changed := pass.TypesInfo.ObjectOf(id), false
	for c := range pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().Preorder((*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil)) {
		left, right := sides(c.Node())
		for i, e := range left {
			switch name := variable(e); {
			case name == nil || pass.TypesInfo.ObjectOf(name) != obj:
			case pass.TypesInfo.Defs[name] == obj && len(left) == len(right):
				value = ast.Unparen(right[i])
			default:
				changed = true
			}
		}
	}
	if changed {
		return nil
	}
	return value
}

// sides returns what an assignment or a declaration has on its left and on its right.
func sides(n ast.Node) (left, right []ast.Expr) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return n.Lhs, n.Rhs
	case *ast.ValueSpec:
		for _, name := range n.Names {
			left = append(left, name)
		}
		return left, n.Values
	}
	return nil, nil
}

// variable returns the variable that is assigned to, or of which a field or an element is, or nil.
func variable(e ast.Expr) *ast.Ident {
	for {
		switch of := ast.Unparen(e).(type) {
		case *ast.Ident:
			return of
		case *ast.SelectorExpr:
			e = of.X
		case *ast.IndexExpr:
			e = of.X
		case *ast.StarExpr:
			e = of.X
		default:
			return nil
		}
	}
}

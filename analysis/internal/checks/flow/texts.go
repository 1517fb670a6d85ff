// Package flow follows values through the variables of a function.
package flow

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// IsUUIDText reports whether the expression is the text of a UUID: id.String(),
// uuid.NewString(), or a variable that the same function sets to one.
func IsUUIDText(pass *analysis.Pass, at inspector.Cursor, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		fn, pkg := uuids.Callee(pass, e)
		if fn == nil {
			return false
		}
		if fn.Name() == "NewString" && pkg == uuids.Google {
			return true
		}
		return fn.Name() == "String" && uuids.IsMethod(fn) && uuids.Is(uuids.Indirect(fn.Signature().Recv().Type()))
	case *ast.Ident:
		if v := Only(pass, at, e); v != nil {
			return IsUUIDText(pass, at, v)
		}
	}
	return false
}

// Only returns the expression that sets the variable, if one statement of the function
// around alone does, and it sets that variable alone or with an error.
func Only(pass *analysis.Pass, at inspector.Cursor, id *ast.Ident) (value ast.Expr) {
	v, ok := pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || v.IsField() || v.Parent() == pass.Pkg.Scope() {
		return nil
	}
	n := 0
	for f := range at.Enclosing((*ast.FuncDecl)(nil)) {
		for c := range f.Preorder((*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.UnaryExpr)(nil), (*ast.RangeStmt)(nil)) {
			switch s := c.Node().(type) {
			case *ast.AssignStmt:
				for i, left := range s.Lhs {
					if l, ok := left.(*ast.Ident); ok && pass.TypesInfo.ObjectOf(l) == v {
						n++
						value = right(s.Rhs, i, len(s.Lhs))
					}
				}
			case *ast.ValueSpec:
				for i, l := range s.Names {
					if pass.TypesInfo.ObjectOf(l) == v {
						n++
						value = right(s.Values, i, len(s.Names))
					}
				}
			case *ast.RangeStmt:
				for _, e := range []ast.Expr{s.Key, s.Value} {
					if l, ok := e.(*ast.Ident); ok && pass.TypesInfo.ObjectOf(l) == v {
						n++
					}
				}
			case *ast.UnaryExpr: // its address
				if l, ok := s.X.(*ast.Ident); ok && pass.TypesInfo.ObjectOf(l) == v {
					n++
				}
			}
		}
	}
	if n != 1 {
		return nil
	}
	return value
}

// right is the expression that is assigned to the variable of that number.
func right(values []ast.Expr, i, variables int) ast.Expr {
	switch {
	case len(values) == variables:
		return values[i]
	case len(values) == 1 && i == 0:
		return values[0]
	}
	return nil
}

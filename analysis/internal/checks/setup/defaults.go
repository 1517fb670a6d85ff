package setup

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

const driverV1 = "go.mongodb.org/mongo-driver/bson"

// findDefault finds the types that the package registers with the DefaultRegistry of version 1 of the driver,
// which serves bson.Marshal. They are All if the package replaces it, or passes it to another.
func (s *Setup) findDefault(pass *analysis.Pass) {
	if !usesDefault(pass) {
		return
	}
	for c := range pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().Preorder((*ast.CallExpr)(nil), (*ast.AssignStmt)(nil)) {
		switch n := c.Node().(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if sel, ok := ast.Unparen(left).(*ast.SelectorExpr); ok && isDefault(pass.TypesInfo.Uses[sel.Sel]) {
					s.Default = append(s.Default, All)
				}
			}
		case *ast.CallExpr:
			if fn, pkg := uuids.Callee(pass, n); fn != nil && givenDefault(pass, fn, n) {
				s.Default = append(s.Default, defaults(pass, fn, pkg, n)...)
			}
		}
	}
}

func usesDefault(pass *analysis.Pass) bool {
	for _, obj := range pass.TypesInfo.Uses {
		if isDefault(obj) {
			return true
		}
	}
	return false
}

func isDefault(obj types.Object) bool {
	return obj != nil && obj.Name() == "DefaultRegistry" && uuids.Path(obj.Pkg()) == driverV1
}

// givenDefault reports whether the call gets the DefaultRegistry, as an argument or as what its method is of.
func givenDefault(pass *analysis.Pass, fn *types.Func, call *ast.CallExpr) bool {
	given := call.Args
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && uuids.IsMethod(fn) {
		given = append([]ast.Expr{sel.X}, given...)
	}
	for _, e := range given {
		n := uuids.Named(pass.TypesInfo.TypeOf(e))
		if n != nil && n.Obj().Name() == "Registry" && flow.Of(pass).Any(e, func(o flow.Origin) bool { return o.IsVariable(driverV1, "DefaultRegistry") }) {
			return true
		}
	}
	return false
}

// defaults returns the types that a call registers with the registry that it gets.
func defaults(pass *analysis.Pass, fn *types.Func, pkg string, call *ast.CallExpr) []string {
	switch {
	case strings.HasPrefix(pkg, "github.com/uuidkit/uuidkit/") && uuids.OneOf(fn.Name(), "Register", "RegisterNull"):
		return TypeArgs(pass, call)
	case strings.HasPrefix(pkg, "go.mongodb.org/mongo-driver/"):
		if strings.HasPrefix(fn.Name(), "Register") {
			return registered(pass, call)
		}
		return nil
	case fn.Pkg() == pass.Pkg:
		return nil // its own calls are seen
	}
	return []string{All}
}

package uuidassert

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New("uuidassert", `
report assertions on another UUID type than the one that was stored

ctx.Value(key).(uuid.UUID) compiles with the UUID of any package, and fails if the value was
that of another: "interface {} is uuid.UUID, not uuid.UUID (types from different packages)".
It happens when a part of a program moves to another package of UUIDs.

Reported are values of a context.Context, and of Set and Get of gin and echo, that the same
package stores under the same key with another UUID type, and never with this one.`, run)

func run(pass *analysis.Pass) {
	stored := map[any][]types.Type{} // by key
	for c := range check.Nodes(pass).Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		fn, pkg := uuids.Callee(pass, call)
		var key, value ast.Expr
		switch {
		case fn == nil:
			continue
		case pkg == "context" && fn.Name() == "WithValue" && len(call.Args) == 3:
			key, value = call.Args[1], call.Args[2]
		case uuids.IsMethod(fn) && fn.Name() == "Set" && len(call.Args) == 2 && keepsValues(pkg):
			key, value = call.Args[0], call.Args[1]
		default:
			continue
		}
		if k := keyOf(pass, key); k != nil {
			stored[k] = append(stored[k], pass.TypesInfo.TypeOf(value))
		}
	}
	if len(stored) == 0 {
		return
	}
	for c := range check.Nodes(pass).Preorder((*ast.TypeAssertExpr)(nil)) {
		assert := c.Node().(*ast.TypeAssertExpr)
		if assert.Type == nil || !uuids.Is(uuids.Indirect(pass.TypesInfo.TypeOf(assert.Type))) {
			continue
		}
		k := keyOf(pass, gottenBy(pass, assert.X))
		if k == nil || len(stored[k]) == 0 {
			continue
		}
		want, other := pass.TypesInfo.TypeOf(assert.Type), types.Type(nil)
		for _, t := range stored[k] {
			if types.Identical(t, want) || !uuids.Is(uuids.Indirect(t)) {
				other = nil
				break
			}
			other = t
		}
		if other != nil {
			check.Report(pass, c, nil, "this is never true: under this key the package stores the type %s, not %s", other, want)
		}
	}
}

func keepsValues(pkg string) bool {
	return pkg == "github.com/gin-gonic/gin" || pkg == "github.com/labstack/echo/v4"
}

// gottenBy is the key with which the expression gets a value, or nil.
func gottenBy(pass *analysis.Pass, e ast.Expr) ast.Expr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return nil
	}
	fn, pkg := uuids.Callee(pass, call)
	if fn != nil && (pkg == "context" && fn.Name() == "Value" || keepsValues(pkg) && uuids.OneOf(fn.Name(), "Get", "MustGet", "Value")) {
		return call.Args[0]
	}
	return nil
}

// keyOf is the same for the same key: a constant with its type, a variable of the package,
// or the type of an empty struct.
func keyOf(pass *analysis.Pass, e ast.Expr) any {
	if e == nil {
		return nil
	}
	e = ast.Unparen(e)
	tv := pass.TypesInfo.Types[e]
	if tv.Value != nil {
		return [2]string{tv.Type.String(), tv.Value.ExactString()}
	}
	switch e := e.(type) {
	case *ast.Ident:
		if v, ok := pass.TypesInfo.ObjectOf(e).(*types.Var); ok && v.Parent() == pass.Pkg.Scope() {
			return v
		}
	case *ast.CompositeLit:
		if s, ok := tv.Type.Underlying().(*types.Struct); ok && s.NumFields() == 0 {
			return tv.Type.String()
		}
	}
	return nil
}

package uuidassert

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "uuidassert",
	Kind: check.Fails,
	Doc: `
report assertions on another UUID type than the one that was stored

ctx.Value(key).(uuid.UUID) compiles with the UUID of any package, and fails if the value was
that of another: "interface {} is uuid.UUID, not uuid.UUID (types from different packages)".
It happens when a part of a program moves to another package of UUIDs.

Text that is stored and asserted as a UUID is the same, and a UUID that gin's GetString asks for.

Reported are values of a context.Context, and of Set and Get of gin and echo, that the same
package stores under the same key with another UUID type, and never with this one.`,

	Wrong: `ctx = context.WithValue(ctx, key{}, id)
_ = ctx.Value(key{}).(google.UUID)`,
	Right: `_ = ctx.Value(key{}).(uuid.UUID)`,
	Run:   run,
})

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
		case uuids.IsMethod(fn) && uuids.OneOf(fn.Name(), "Set", "Locals") && len(call.Args) == 2 && keepsValues(pkg):
			key, value = call.Args[0], call.Args[1]
		default:
			continue
		}
		if k := keyOf(pass, key); k != nil {
			stored[k] = append(stored[k], flow.Of(pass).Types(value)...)
		}
	}
	if len(stored) == 0 {
		return
	}
	for c := range check.Nodes(pass).Preorder((*ast.TypeAssertExpr)(nil), (*ast.CallExpr)(nil)) {
		switch n := c.Node().(type) {
		case *ast.TypeAssertExpr:
			if n.Type == nil {
				continue
			}
			want := pass.TypesInfo.TypeOf(n.Type)
			if other := never(stored[keyOf(pass, gottenBy(pass, n.X))], want); other != nil {
				check.Report(pass, c, nil, "this is never true: under this key the package stores the type %s, not %s", other, want)
			}
		case *ast.CallExpr: // gin's GetString
			fn, pkg := uuids.Callee(pass, n)
			if fn == nil || fn.Name() != "GetString" || !keepsValues(pkg) || len(n.Args) != 1 {
				continue
			}
			if other := never(stored[keyOf(pass, n.Args[0])], types.Typ[types.String]); other != nil {
				check.Report(pass, c, nil, "this is always empty: under this key the package stores the type %s, not a string", other)
			}
		}
	}
}

// never returns a type that is stored, if the assertion is never true: a UUID of another type,
// or text for a UUID, or the reverse.
func never(stored []types.Type, want types.Type) (other types.Type) {
	isID := func(t types.Type) bool { return uuids.Is(uuids.Indirect(t)) }
	if !isID(want) && !uuids.IsString(want) {
		return nil
	}
	for _, t := range stored {
		if types.Identical(t, want) || types.IsInterface(t) || !isID(t) && !isID(want) || !isID(t) && !uuids.IsString(t) {
			return nil
		}
		other = t
	}
	return other
}

func keepsValues(pkg string) bool {
	return pkg == "github.com/gin-gonic/gin" || pkg == "github.com/labstack/echo/v4" || strings.HasPrefix(pkg, "github.com/gofiber/fiber/")
}

// gottenBy is the key with which the expression gets a value, or nil.
func gottenBy(pass *analysis.Pass, e ast.Expr) ast.Expr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok { // v, ok := c.Get("id")
		for _, o := range flow.Of(pass).Origins(e) {
			if _, _, from := o.Callee(); from != nil {
				call, ok = from, true
			}
		}
	}
	if !ok || len(call.Args) != 1 {
		return nil
	}
	fn, pkg := uuids.Callee(pass, call)
	if fn != nil && (pkg == "context" && fn.Name() == "Value" || keepsValues(pkg) && uuids.OneOf(fn.Name(), "Get", "MustGet", "Value", "Locals")) {
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

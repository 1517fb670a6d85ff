// Package uuidassert reports assertions on another UUID type than the one that was stored.
package uuidassert

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

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

The same happens if a program stores text and asserts a UUID, or if gin's GetString reads a
UUID.

The check reports values of a context.Context, and of Set and Get of gin and echo, if the same
package stores another UUID type under the same key, and never this one.`,

	Wrong: `ctx = context.WithValue(ctx, key{}, id)
_ = ctx.Value(key{}).(google.UUID)`,
	Right: `_ = ctx.Value(key{}).(uuid.UUID)`,
	Run:   run,
})

func run(pass *analysis.Pass) {
	stored := map[any][]types.Type{} // by key
	for _, call := range check.Calls(pass) {
		fn, pkg := uuids.Callee(pass, call)
		var key, value ast.Expr
		switch {
		case fn == nil:
			continue
		case pkg == "context" && fn.Name() == "WithValue" && len(call.Args) == 3:
			key, value = call.Args[1], call.Args[2]
		case uuids.IsMethod(fn) && uuids.OneOf(fn.Name(), "Set", "Locals") && len(call.Args) == 2 && uuids.IsWeb(pkg):
			if params := fn.Signature().Params(); uuids.IsString(params.At(params.Len() - 1).Type()) {
				continue // fiber's Set writes a header
			}
			key, value = call.Args[0], call.Args[1]
		default:
			continue
		}
		if k := keyOf(pass, key); k != nil {
			stored[k] = append(stored[k], flow.Of(pass).Types(value)...)
			if flow.Of(pass).Any(value, isAnything) {
				stored[k] = append(stored[k], types.NewInterfaceType(nil, nil))
			}
		}
	}
	if len(stored) == 0 {
		return
	}
	getters := generic(pass)
	for c := range check.Nodes(pass).Preorder((*ast.TypeAssertExpr)(nil), (*ast.TypeSwitchStmt)(nil), (*ast.CallExpr)(nil)) {
		switch n := c.Node().(type) {
		case *ast.TypeSwitchStmt:
			inSwitch(pass, c, n, stored)
		case *ast.TypeAssertExpr:
			if n.Type == nil {
				continue
			}
			want := pass.TypesInfo.TypeOf(n.Type)
			if other := never(stored[keyOf(pass, gottenBy(pass, n.X))], want); other != nil {
				check.Report(pass, c, nil, neverTrue, other, want)
			}
		case *ast.CallExpr: // gin's GetString, or a generic function of the package
			fn, pkg := uuids.Callee(pass, n)
			if key, want := getters[fn].asks(pass, n); key != nil {
				if other := never(stored[keyOf(pass, key)], want); other != nil {
					check.Report(pass, c, nil, neverTrue, other, want)
				}
			}
			if fn == nil || fn.Name() != "GetString" || !uuids.IsWeb(pkg) || len(n.Args) != 1 {
				continue
			}
			if other := never(stored[keyOf(pass, n.Args[0])], types.Typ[types.String]); other != nil {
				check.Report(pass, c, nil, "this is always empty: under this key the package stores the type %s, not a string", other)
			}
		}
	}
}

// isAnything reports whether the package does not show the type of the value.
func isAnything(o flow.Origin) bool { return types.IsInterface(o.Value.Type()) }

const neverTrue = "this is never true: under this key the package stores the type %s, not %s"

// inSwitch reports cases of a type switch that are never true.
func inSwitch(pass *analysis.Pass, c inspector.Cursor, n *ast.TypeSwitchStmt, stored map[any][]types.Type) {
	var of ast.Expr
	switch s := n.Assign.(type) {
	case *ast.ExprStmt:
		of = s.X
	case *ast.AssignStmt:
		of = s.Rhs[0]
	}
	key := gottenBy(pass, of.(*ast.TypeAssertExpr).X)
	if key == nil {
		return
	}
	var reports []func()
	for _, clause := range n.Body.List {
		for _, e := range clause.(*ast.CaseClause).List {
			want := pass.TypesInfo.TypeOf(e)
			if slices.ContainsFunc(stored[keyOf(pass, key)], func(t types.Type) bool { return types.Identical(t, want) }) {
				return // it is ready for other types, too
			}
			if other := never(stored[keyOf(pass, key)], want); other != nil {
				at, _ := c.FindNode(e)
				reports = append(reports, func() { check.Report(pass, at, nil, neverTrue, other, want) })
			}
		}
	}
	for _, report := range reports {
		report()
	}
}

// A getter is a generic function that asserts the type of a value: its type parameter, and the
// parameter that is the key, by their numbers.
type getter struct{ typ, key int }

// generic returns the generic functions of the package that assert the type of a value whose key
// is a parameter.
func generic(pass *analysis.Pass) map[*types.Func]*getter {
	found := map[*types.Func]*getter{}
	for c := range check.Nodes(pass).Preorder((*ast.FuncDecl)(nil)) {
		decl := c.Node().(*ast.FuncDecl)
		fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
		if !ok || fn.Signature().TypeParams().Len() == 0 {
			continue
		}
		for a := range c.Preorder((*ast.TypeAssertExpr)(nil)) {
			assert := a.Node().(*ast.TypeAssertExpr)
			if assert.Type == nil {
				continue
			}
			t, ok := pass.TypesInfo.TypeOf(assert.Type).(*types.TypeParam)
			id, isName := gottenBy(pass, assert.X).(*ast.Ident)
			if !ok || !isName {
				continue
			}
			for i := range fn.Signature().Params().Len() {
				if fn.Signature().Params().At(i) == pass.TypesInfo.ObjectOf(id) {
					found[fn] = &getter{t.Index(), i}
				}
			}
		}
	}
	return found
}

// asks returns the key and the type with which the call calls the getter.
func (g *getter) asks(pass *analysis.Pass, call *ast.CallExpr) (key ast.Expr, want types.Type) {
	if g == nil || g.key >= len(call.Args) {
		return nil, nil
	}
	f := ast.Unparen(call.Fun)
	switch x := f.(type) {
	case *ast.IndexExpr:
		f = x.X
	case *ast.IndexListExpr:
		f = x.X
	}
	if id, ok := ast.Unparen(f).(*ast.Ident); ok {
		if inst, ok := pass.TypesInfo.Instances[id]; ok {
			return call.Args[g.key], inst.TypeArgs.At(g.typ)
		}
	}
	return nil, nil
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
	if fn != nil && (pkg == "context" && fn.Name() == "Value" || uuids.IsWeb(pkg) && uuids.OneOf(fn.Name(), "Get", "MustGet", "Value", "Locals")) {
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

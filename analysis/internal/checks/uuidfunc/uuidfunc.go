// Package uuidfunc reports functions such as uuid.Nil that are used as values.
package uuidfunc

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "uuidfunc",
	Kind: check.Wrong,
	Doc: `
report functions such as uuid.Nil that are used as values

In Go 1.27's package uuid and in uuidkit, Nil and Max are functions; in google's and gofrs's
packages Nil is a variable. Where an any is expected, as in reflect.DeepEqual(uuid.Nil, id),
the function compiles without its parentheses: the comparison is never equal, a log shows
an address, and a database driver returns an error. The fix adds the parentheses.

The check does not report a place that takes functions: a template.FuncMap, a list or map with other
functions, reflect.ValueOf(uuid.Nil).Call, the Default of ent, and the Provide of fx and dig.`,

	Wrong: `equal(uuid.Nil, id)`,
	Right: `equal(uuid.Nil(), id)`,
	Run:   run,
})

func run(pass *analysis.Pass) {
	for c := range check.Nodes(pass).Preorder((*ast.Ident)(nil)) {
		if fn, ok := pass.TypesInfo.Uses[c.Node().(*ast.Ident)].(*types.Func); !ok || !isUUIDFunc(fn) {
			continue
		}
		if sel, ok := c.Parent().Node().(*ast.SelectorExpr); ok && sel.Sel == c.Node() {
			c = c.Parent()
		}
		if t := expected(pass, c); t != nil && types.IsInterface(t) && !isTypeParam(t) && !isWanted(pass, c) {
			name := types.ExprString(c.Node().(ast.Expr))
			check.Report(pass, c, check.Insert("Call the function", c.Node().End(), "()"), "%s is a function, and this is its address, not a UUID: write %s()", name, name)
		}
	}
}

// isUUIDFunc reports whether the function is Nil or Max: it has no arguments, returns a UUID, and makes no
// new one.
func isUUIDFunc(fn *types.Func) bool {
	if uuids.IsMethod(fn) || fn.Pkg() == nil || uuids.Path(fn.Pkg()) != uuids.Std && uuids.Path(fn.Pkg()) != uuids.Kit {
		return false
	}
	sig := fn.Signature()
	return sig.Params().Len() == 0 && sig.Results().Len() == 1 && uuids.Is(sig.Results().At(0).Type()) && !uuids.OneOf(fn.Name(), "New", "NewV4", "NewV7")
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// expected is the type of the parameter, variable, field, element or result that the
// expression is assigned to, or nil.
func expected(pass *analysis.Pass, c inspector.Cursor) types.Type {
	e := c.Node().(ast.Expr)
	switch parent := c.Parent().Node().(type) {
	case *ast.ParenExpr:
		return expected(pass, c.Parent())
	case *ast.CallExpr:
		return parameter(pass, parent, e)
	case *ast.AssignStmt:
		for i, right := range parent.Rhs {
			if right == e && len(parent.Lhs) == len(parent.Rhs) {
				return pass.TypesInfo.TypeOf(parent.Lhs[i])
			}
		}
	case *ast.ValueSpec:
		if parent.Type != nil {
			return pass.TypesInfo.TypeOf(parent.Type)
		}
	case *ast.KeyValueExpr:
		lit, ok := c.Parent().Parent().Node().(*ast.CompositeLit)
		if !ok {
			return nil
		}
		if _, ok := pass.TypesInfo.TypeOf(lit).Underlying().(*types.Struct); ok {
			if id, ok := parent.Key.(*ast.Ident); ok && parent.Value == e {
				return pass.TypesInfo.TypeOf(id)
			}
		}
		return uuids.ElementType(pass.TypesInfo.TypeOf(lit), parent.Key == e)
	case *ast.CompositeLit:
		if s, ok := pass.TypesInfo.TypeOf(parent).Underlying().(*types.Struct); ok {
			for i, elt := range parent.Elts {
				if elt == e {
					return s.Field(i).Type()
				}
			}
		}
		return uuids.ElementType(pass.TypesInfo.TypeOf(parent), false)
	case *ast.ReturnStmt:
		for f := range c.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
			var t types.Type
			switch f := f.Node().(type) {
			case *ast.FuncDecl:
				t = pass.TypesInfo.Defs[f.Name].Type()
			case *ast.FuncLit:
				t = pass.TypesInfo.TypeOf(f)
			}
			results := t.(*types.Signature).Results()
			for i, result := range parent.Results {
				if result == e && results.Len() == len(parent.Results) {
					return results.At(i).Type()
				}
			}
			return nil
		}
	}
	return nil
}

// parameter is the type of the parameter that the argument is passed as.
func parameter(pass *analysis.Pass, call *ast.CallExpr, arg ast.Expr) types.Type {
	if tv := pass.TypesInfo.Types[call.Fun]; tv.IsType() {
		return tv.Type
	}
	sig, ok := pass.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok {
		return nil
	}
	for i, a := range call.Args {
		if a != arg {
			continue
		}
		last := sig.Params().Len() - 1
		if sig.Variadic() && i >= last {
			if s, ok := sig.Params().At(last).Type().Underlying().(*types.Slice); ok && !call.Ellipsis.IsValid() {
				return s.Elem()
			}
			return nil
		}
		if i <= last {
			return sig.Params().At(i).Type()
		}
	}
	return nil
}

// takers are the functions that take any function to call it, by the begin of the package's path.
var takers = map[string][]string{
	"entgo.io/ent":    {"Default", "UpdateDefault"},
	"go.uber.org/dig": {"Provide", "Decorate", "Invoke"},
	"go.uber.org/fx":  {"Provide", "Decorate", "Invoke", "Annotate"},
}

// isWanted reports whether the place is for functions: somebody calls what is there.
func isWanted(pass *analysis.Pass, c inspector.Cursor) bool {
	e := c.Node().(ast.Expr)
	switch parent := c.Parent().Node().(type) {
	case *ast.ParenExpr:
		return isWanted(pass, c.Parent())
	case *ast.CallExpr:
		fn, pkg := uuids.Callee(pass, parent)
		if fn == nil {
			return false
		}
		for path, names := range takers {
			if strings.HasPrefix(pkg, path) && uuids.OneOf(fn.Name(), names...) {
				return true
			}
		}
		return pkg == "reflect" && fn.Name() == "ValueOf" && isCalled(pass, parent)
	case *ast.AssignStmt:
		for i, right := range parent.Rhs {
			if right == e && len(parent.Lhs) == len(parent.Rhs) {
				index, ok := ast.Unparen(parent.Lhs[i]).(*ast.IndexExpr)
				return ok && isFuncMap(pass.TypesInfo.TypeOf(index.X))
			}
		}
	case *ast.KeyValueExpr:
		return parent.Value == e && holdsFuncs(pass, c.Parent().Parent())
	case *ast.CompositeLit:
		return holdsFuncs(pass, c.Parent())
	}
	return false
}

// isFuncMap reports whether the type is the map of functions that a template calls.
func isFuncMap(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "FuncMap"
}

// holdsFuncs reports whether the literal is a map or a list of functions: it is a FuncMap, or one is made
// of it, or a function is in it that nobody takes for a UUID.
func holdsFuncs(pass *analysis.Pass, c inspector.Cursor) bool {
	lit, ok := c.Node().(*ast.CompositeLit)
	if !ok || isStruct(pass.TypesInfo.TypeOf(lit)) {
		return false
	}
	if t := expected(pass, c); isFuncMap(pass.TypesInfo.TypeOf(lit)) || t != nil && isFuncMap(t) {
		return true
	}
	return slices.ContainsFunc(lit.Elts, func(e ast.Expr) bool {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		_, ok := pass.TypesInfo.TypeOf(e).Underlying().(*types.Signature)
		return ok && !isConstant(pass, e)
	})
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// isConstant reports whether the expression is Nil or Max of a package of UUIDs.
func isConstant(pass *analysis.Pass, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if sel, is := ast.Unparen(e).(*ast.SelectorExpr); is {
		id, ok = sel.Sel, true
	}
	if !ok {
		return false
	}
	fn, ok := pass.TypesInfo.Uses[id].(*types.Func)
	return ok && isUUIDFunc(fn)
}

// isCalled reports whether the program calls the function that the reflect.Value holds, or asks for
// what a function has.
func isCalled(pass *analysis.Pass, valueOf *ast.CallExpr) bool {
	for _, call := range check.Calls(pass) {
		fn, pkg := uuids.Callee(pass, call)
		if fn == nil || pkg != "reflect" || !uuids.OneOf(fn.Name(), "Call", "CallSlice", "Pointer", "UnsafePointer", "Type", "Kind", "IsNil") {
			continue
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if ok && flow.Of(pass).Any(sel.X, func(o flow.Origin) bool {
			_, _, made := o.Callee()
			return made == valueOf
		}) {
			return true
		}
	}
	return false
}

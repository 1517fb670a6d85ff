// Package uuidfunc reports functions such as uuid.Nil that are used as values.
package uuidfunc

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
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
an address, and a database driver returns an error. The fix adds the parentheses.`,

	Wrong: `equal(uuid.Nil, id)`,
	Right: `equal(uuid.Nil(), id)`,
	Run:   run,
})

func run(pass *analysis.Pass) {
	for c := range check.Nodes(pass).Preorder((*ast.Ident)(nil)) {
		fn, ok := pass.TypesInfo.Uses[c.Node().(*ast.Ident)].(*types.Func)
		if !ok || uuids.IsMethod(fn) || fn.Pkg() == nil || uuids.Path(fn.Pkg()) != uuids.Std && uuids.Path(fn.Pkg()) != uuids.Kit {
			continue
		}
		if sig := fn.Signature(); sig.Params().Len() != 0 || sig.Results().Len() != 1 || !uuids.Is(sig.Results().At(0).Type()) || uuids.OneOf(fn.Name(), "New", "NewV4", "NewV7") {
			continue
		}
		if sel, ok := c.Parent().Node().(*ast.SelectorExpr); ok && sel.Sel == c.Node() {
			c = c.Parent()
		}
		if t := expected(pass, c); t != nil && types.IsInterface(t) && !isTypeParam(t) {
			name := types.ExprString(c.Node().(ast.Expr))
			check.Report(pass, c, check.Insert("Call the function", c.Node().End(), "()"), "%s is a function, and this is its address, not a UUID: write %s()", name, name)
		}
	}
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

package load

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
)

// A Flow is an expression whose value goes to a place that has a type.
type Flow struct {
	Expr ast.Expr
	Want types.Type

	Call *ast.CallExpr // if it is an argument, or what a conversion converts
	Into types.Type    // if it is an element or a key: the type of the whole
}

// Flows calls f for each place below root where a value is assigned, passed, returned, sent,
// compared or put into a literal.
func (p *Pkg) Flows(root inspector.Cursor, f func(Flow)) {
	for c := range root.Preorder() {
		switch n := c.Node().(type) {
		case *ast.CallExpr:
			p.arguments(n, f)
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) && n.Tok == token.ASSIGN {
				for i := range n.Lhs {
					f(Flow{Expr: n.Rhs[i], Want: p.Info.TypeOf(n.Lhs[i])})
				}
			}
		case *ast.ValueSpec:
			if n.Type != nil {
				for _, value := range n.Values {
					f(Flow{Expr: value, Want: p.Info.TypeOf(n.Type)})
				}
			}
		case *ast.ReturnStmt:
			if results := p.Results(c); results != nil && results.Len() == len(n.Results) {
				for i, e := range n.Results {
					f(Flow{Expr: e, Want: results.At(i).Type()})
				}
			}
		case *ast.CompositeLit:
			p.elements(n, f)
		case *ast.SendStmt:
			if ch, ok := under(p.Info.TypeOf(n.Chan)).(*types.Chan); ok {
				f(Flow{Expr: n.Value, Want: ch.Elem()})
			}
		case *ast.IndexExpr:
			if m, ok := under(p.Info.TypeOf(n.X)).(*types.Map); ok {
				f(Flow{Expr: n.Index, Want: m.Key()})
			}
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				f(Flow{Expr: n.Y, Want: p.Info.TypeOf(n.X)})
			}
		case *ast.CaseClause:
			if s, ok := c.Parent().Parent().Node().(*ast.SwitchStmt); ok && s.Tag != nil {
				for _, e := range n.List {
					f(Flow{Expr: e, Want: p.Info.TypeOf(s.Tag)})
				}
			}
		}
	}
}

func under(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}

// Results returns the results of the function around a return statement.
func (p *Pkg) Results(c inspector.Cursor) *types.Tuple {
	for f := range c.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		var t types.Type
		switch f := f.Node().(type) {
		case *ast.FuncDecl:
			if obj := p.Info.Defs[f.Name]; obj != nil {
				t = obj.Type()
			}
		case *ast.FuncLit:
			t = p.Info.TypeOf(f)
		}
		if sig, ok := t.(*types.Signature); ok {
			return sig.Results()
		}
		return nil
	}
	return nil
}

// arguments calls f for the arguments of a call, that of append too, or of a conversion.
func (p *Pkg) arguments(call *ast.CallExpr, f func(Flow)) {
	if tv := p.Info.Types[call.Fun]; tv.IsType() && types.IsInterface(tv.Type) && len(call.Args) == 1 {
		f(Flow{Expr: call.Args[0], Want: tv.Type, Call: call})
		return
	}
	t, ok := under(p.Info.TypeOf(call.Fun)).(*types.Signature)
	if !ok {
		return
	}
	last := t.Params().Len() - 1
	for i, arg := range call.Args {
		switch {
		case t.Variadic() && i >= last && !call.Ellipsis.IsValid():
			if s, ok := t.Params().At(last).Type().(*types.Slice); ok {
				f(Flow{Expr: arg, Want: s.Elem(), Call: call})
			}
		case i <= last:
			f(Flow{Expr: arg, Want: t.Params().At(i).Type(), Call: call})
		}
	}
}

// elements calls f for the elements and keys of a composite literal.
func (p *Pkg) elements(lit *ast.CompositeLit, f func(Flow)) {
	whole := p.Info.TypeOf(lit)
	t := under(whole)
	if pointer, ok := t.(*types.Pointer); ok {
		t = under(pointer.Elem())
	}
	for i, e := range lit.Elts {
		kv, keyed := e.(*ast.KeyValueExpr)
		value := e
		if keyed {
			value = kv.Value
		}
		flow := func(e ast.Expr, want types.Type) { f(Flow{Expr: e, Want: want, Into: whole}) }
		switch t := t.(type) {
		case *types.Struct:
			if keyed {
				if key, ok := kv.Key.(*ast.Ident); ok && p.Info.Uses[key] != nil {
					flow(value, p.Info.Uses[key].Type())
				}
			} else if i < t.NumFields() {
				flow(value, t.Field(i).Type())
			}
		case *types.Slice:
			flow(value, t.Elem())
		case *types.Array:
			flow(value, t.Elem())
		case *types.Map:
			if keyed {
				flow(kv.Key, t.Key())
			}
			flow(value, t.Elem())
		}
	}
}

// Callee returns the function that is called by its name, or nil.
func (p *Pkg) Callee(call *ast.CallExpr) *types.Func {
	fun := ast.Unparen(call.Fun)
	if index, ok := fun.(*ast.IndexExpr); ok { // TypeFor[T]
		fun = index.X
	}
	var id *ast.Ident
	switch fun := fun.(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return nil
	}
	f, _ := p.Info.Uses[id].(*types.Func)
	return f
}

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

	Result   int  // of a call that returns several
	Compared bool // or it is a map's key: it goes nowhere
}

// Flows calls typed for each place below root where a value is assigned, passed, returned, sent,
// compared or put into a literal. The blank identifier has no type.
func (p *Pkg) Flows(root inspector.Cursor, typed func(Flow)) {
	f := func(flow Flow) {
		if flow.Want != nil {
			typed(flow)
		}
	}
	for c := range root.Preorder() {
		switch n := c.Node().(type) {
		case *ast.CallExpr:
			p.arguments(n, f)
		case *ast.AssignStmt:
			if n.Tok == token.ASSIGN || n.Tok == token.DEFINE { // := has variables from before, too
				p.flow(n.Rhs, len(n.Lhs), func(i int) types.Type { return p.Info.TypeOf(n.Lhs[i]) }, f)
			}
		case *ast.ValueSpec:
			if n.Type != nil {
				p.flow(n.Values, len(n.Names), func(int) types.Type { return p.Info.TypeOf(n.Type) }, f)
			}
		case *ast.ReturnStmt:
			if results := p.Results(c); results != nil {
				p.flow(n.Results, results.Len(), func(i int) types.Type { return results.At(i).Type() }, f)
			}
		case *ast.CompositeLit:
			p.elements(n, f)
		case *ast.SendStmt:
			if ch, ok := under(p.Info.TypeOf(n.Chan)).(*types.Chan); ok {
				f(Flow{Expr: n.Value, Want: ch.Elem()})
			}
		case *ast.IndexExpr:
			if m, ok := under(p.Info.TypeOf(n.X)).(*types.Map); ok {
				f(Flow{Expr: n.Index, Want: m.Key(), Compared: true})
			}
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				p.compared(n.X, n.Y, f)
			}
		case *ast.CaseClause:
			if s, ok := c.Parent().Parent().Node().(*ast.SwitchStmt); ok && s.Tag != nil {
				for _, e := range n.List {
					p.compared(s.Tag, e, f)
				}
			}
		}
	}
}

// flow calls f for values that go to n places: each has an expression, or one call returns them all.
func (p *Pkg) flow(values []ast.Expr, n int, want func(i int) types.Type, f func(Flow)) {
	if len(values) == n {
		for i, e := range values {
			f(Flow{Expr: e, Want: want(i)})
		}
	} else if len(values) == 1 {
		if tuple, ok := p.Info.TypeOf(values[0]).(*types.Tuple); ok && tuple.Len() == n {
			for i := range n {
				f(Flow{Expr: values[0], Want: want(i), Result: i})
			}
		}
	}
}

// compared calls f for the value that another one is compared with: it gets that one's type.
func (p *Pkg) compared(x, y ast.Expr, f func(Flow)) {
	if t := p.Info.TypeOf(y); t != nil && types.IsInterface(t) {
		x, y = y, x
	}
	f(Flow{Expr: y, Want: p.Info.TypeOf(x), Compared: true})
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
		f(Flow{Expr: call.Args[0], Want: tv.Type})
		return
	}
	t, ok := under(p.Info.TypeOf(call.Fun)).(*types.Signature)
	if !ok {
		return
	}
	n := len(call.Args)
	if n == 1 {
		if tuple, ok := p.Info.TypeOf(call.Args[0]).(*types.Tuple); ok {
			n = tuple.Len()
		}
	}
	last := t.Params().Len() - 1
	p.flow(call.Args, n, func(i int) types.Type {
		switch {
		case t.Variadic() && i >= last && !call.Ellipsis.IsValid():
			if s, ok := t.Params().At(last).Type().(*types.Slice); ok {
				return s.Elem()
			}
		case i <= last:
			return t.Params().At(i).Type()
		}
		return nil
	}, f)
}

// elements calls f for the elements and keys of a composite literal.
func (p *Pkg) elements(lit *ast.CompositeLit, f func(Flow)) {
	t := under(p.Info.TypeOf(lit))
	if pointer, ok := t.(*types.Pointer); ok {
		t = under(pointer.Elem())
	}
	for i, e := range lit.Elts {
		kv, keyed := e.(*ast.KeyValueExpr)
		value := e
		if keyed {
			value = kv.Value
		}
		flow := func(e ast.Expr, want types.Type) { f(Flow{Expr: e, Want: want}) }
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
				f(Flow{Expr: kv.Key, Want: t.Key(), Compared: true})
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

package meaning

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// from follows a value from an expression to what gets it: functions of other modules, mostly.
func (s *sinks) from(at place) []sink {
	e, _ := at.Node().(ast.Expr)
	up := place{p: at.p, Cursor: at.Parent()}
	switch n := up.Node().(type) {
	case *ast.ParenExpr:
		up.result = at.result
		return s.from(up)
	case *ast.UnaryExpr, *ast.StarExpr, *ast.IndexExpr, *ast.SliceExpr, *ast.TypeAssertExpr:
		if holds(at.p.Info.TypeOf(n.(ast.Expr))) {
			return s.from(up)
		}
	case *ast.SelectorExpr:
		switch {
		case n.Sel == e: // a field, or a variable of a package
			return s.from(up)
		case n.Sel.Name == "Error" && isError(at.p.Info.TypeOf(e)):
			return []sink{{path: "error", name: "Error"}}
		}
	case *ast.KeyValueExpr:
		return s.fromElement(place{p: at.p, Cursor: up.Parent()}, n)
	case *ast.CompositeLit:
		return s.fromElement(up, e)
	case *ast.CallExpr:
		return s.fromCall(up, n, slices.Index(n.Args, e), at.result)
	case *ast.AssignStmt:
		return s.assigned(at, n.Lhs, n.Rhs, e)
	case *ast.ValueSpec:
		var names []ast.Expr
		for _, name := range n.Names {
			names = append(names, name)
		}
		return s.assigned(at, names, n.Values, e)
	case *ast.RangeStmt:
		if n.X == e && n.Value != nil {
			return s.to(at.p, n.Value)
		}
	case *ast.SendStmt:
		if n.Value == e {
			return s.to(at.p, n.Chan)
		}
	case *ast.ReturnStmt:
		return s.returned(up, slices.Index(n.Results, e)+at.result)
	}
	return nil
}

// fromElement follows an element of a literal: in its field, and with the literal.
func (s *sinks) fromElement(lit place, element ast.Expr) (all []sink) {
	n := lit.Node().(*ast.CompositeLit)
	t := pointed(lit.p.Info.TypeOf(n))
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil && !s.own[named.Obj().Pkg()] {
		all = append(all, sink{path: named.Obj().Pkg().Path(), name: named.Obj().Name()})
	}
	if fields, ok := t.Underlying().(*types.Struct); ok {
		if kv, ok := element.(*ast.KeyValueExpr); ok {
			all = append(all, s.to(lit.p, kv.Key)...)
		} else if i := slices.Index(n.Elts, element); i >= 0 && i < fields.NumFields() {
			all = append(all, s.through(fields.Field(i), token.NoPos)...)
		}
	}
	return append(all, s.from(lit)...)
}

// fromCall follows an argument of a call, or one of several that another call returns.
func (s *sinks) fromCall(at place, call *ast.CallExpr, arg, result int) (all []sink) {
	fun := at.p.Info.Types[call.Fun]
	id, _ := ast.Unparen(call.Fun).(*ast.Ident)
	switch {
	case arg < 0 || fun.IsBuiltin() && (id == nil || id.Name != "append"):
		return nil
	case fun.IsType() || fun.IsBuiltin():
		return s.from(at)
	}
	arg += result
	fn := at.p.Callee(call)
	if fn == nil {
		return []sink{{unseen: true}}
	}
	verb := verbOf(at.p, fn, call, arg)
	bodies := s.called(fn.Origin())
	switch {
	case len(bodies) > 0:
	case s.own[fn.Pkg()]:
		return []sink{{unseen: true}}
	default:
		return []sink{{path: pathOf(fn), name: fn.Name(), verb: verb}}
	}
	for _, body := range bodies {
		params := body.Signature().Params()
		if params.Len() == 0 { // called by the method's expression
			continue
		}
		for _, to := range s.through(params.At(min(arg, params.Len()-1)), token.NoPos) {
			if to.verb != "" && verb != "" {
				to.verb = verb
			}
			to.through = fn.Name()
			all = append(all, to)
		}
	}
	return all
}

func pathOf(fn *types.Func) string {
	if fn.Pkg() == nil {
		return ""
	}
	return fn.Pkg().Path()
}

// called returns the module's functions that a call can run: the one that it names, or the methods of
// the types that have an interface's.
func (s *sinks) called(fn *types.Func) (all []*types.Func) {
	if s.bodies[fn] {
		return []*types.Func{fn}
	}
	for _, method := range s.methods[fn.Name()] {
		if implements(method, fn) {
			all = append(all, method)
		}
	}
	return all
}

// implements reports whether a method of a type is one of an interface, too.
func implements(method, abstract *types.Func) bool {
	of, in := method.Signature().Recv(), abstract.Signature().Recv()
	if of == nil || in == nil {
		return false
	}
	iface, ok := in.Type().Underlying().(*types.Interface)
	return ok && types.Implements(types.NewPointer(pointed(of.Type())), iface)
}

// assigned follows one of the values of an assignment.
func (s *sinks) assigned(at place, left, right []ast.Expr, e ast.Expr) []sink {
	i := slices.Index(right, e) + at.result
	if !slices.Contains(right, e) || i >= len(left) {
		return nil
	}
	return s.to(at.p, left[i])
}

// to follows what is assigned to a variable, a field, or an element.
func (s *sinks) to(p *load.Pkg, left ast.Expr) []sink {
	switch n := ast.Unparen(left).(type) {
	case *ast.Ident:
		if obj := p.Info.Defs[n]; obj != nil {
			return s.through(obj, n.Pos())
		}
		return s.through(p.Info.Uses[n], n.Pos())
	case *ast.IndexExpr:
		all := s.to(p, n.X)
		if id, ok := n.X.(*ast.Ident); ok {
			if v, ok := p.Info.Uses[id].(*types.Var); ok && v.Kind() == types.ParamVar {
				all = append(all, sink{unseen: true, importers: true})
			}
		}
		return all
	case *ast.StarExpr: // the pointer may be a caller's
		return append(s.to(p, n.X), sink{unseen: true, importers: true})
	case *ast.SelectorExpr:
		return append(s.to(p, n.Sel), s.to(p, n.X)...)
	}
	return nil
}

// through follows a variable, a field or a parameter. One variable has many errors, one after the
// other: of those it sees the uses before the next assignment.
func (s *sinks) through(obj types.Object, from token.Pos) []sink {
	v, ok := obj.(*types.Var)
	if !ok || !holds(v.Type()) {
		return nil
	}
	v = v.Origin()
	one := isError(v.Type()) && !isShared(v)
	if !one {
		from = token.NoPos
	}
	return s.once(follow{v, from}, v.Name(), func() (all []sink) {
		for _, use := range s.uses[v] {
			switch {
			case one && use.Node().Pos() <= from:
			case one && use.ParentEdgeKind() == edge.AssignStmt_Lhs:
				return all
			default:
				all = append(all, s.from(use)...)
			}
		}
		return all
	})
}

// returned follows a result of the function around a return statement to those that call it.
func (s *sinks) returned(at place, i int) []sink {
	for c := range at.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		decl, ok := c.Node().(*ast.FuncDecl)
		if !ok {
			break
		}
		fn := at.p.Info.Defs[decl.Name].(*types.Func)
		return s.once(follow{v: fn.Signature().Results().At(i)}, fn.Name(), func() (all []sink) {
			if fn.Exported() && (fn.Signature().Recv() != nil || load.Importable(at.p)) {
				all = append(all, sink{unseen: true, importers: true})
			}
			for _, use := range s.callers(fn) {
				if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
					use.Cursor = use.Parent()
				}
				if use.ParentEdgeKind() != edge.CallExpr_Fun {
					all = append(all, sink{unseen: true})
					continue
				}
				all = append(all, s.from(place{use.p, use.Parent(), i})...)
			}
			return all
		})
	}
	return []sink{{unseen: true}}
}

// callers returns the uses of a function, and those of an interface's method that it has.
func (s *sinks) callers(fn *types.Func) []place {
	all := slices.Clone(s.uses[fn])
	for _, abstract := range s.abstract[fn.Name()] {
		if implements(fn, abstract) {
			all = append(all, s.uses[abstract]...)
		}
	}
	return all
}

// once follows what has a name.
func (s *sinks) once(f follow, name string, find func() []sink) []sink {
	return s.known.of(f, func() []sink {
		all := find()
		for i := range all {
			all[i].through = name
		}
		return all
	})
}

// isShared reports whether several functions can use a variable.
func isShared(v *types.Var) bool { return v.Kind() == types.PackageVar || v.Kind() == types.FieldVar }

func isError(t types.Type) bool {
	return t != nil && types.Identical(t, types.Universe.Lookup("error").Type())
}

// holds reports whether a value of the type is an interface, or has some.
func holds(t types.Type) bool {
	seen := map[types.Type]bool{}
	var has func(t types.Type) bool
	has = func(t types.Type) bool {
		if t == nil || seen[t] {
			return false
		}
		seen[t] = true
		switch t := t.Underlying().(type) {
		case *types.Interface:
			return true
		case *types.Map:
			return has(t.Key()) || has(t.Elem())
		case interface{ Elem() types.Type }: // a pointer, a slice, an array or a channel
			return has(t.Elem())
		case *types.Struct:
			for f := range t.Fields() {
				if has(f.Type()) {
					return true
				}
			}
		}
		return false
	}
	return has(t)
}

package meaning

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// A position is a place in a file.
type position struct {
	file   string
	offset int
}

// receivers knows which methods can keep the pointer that they are called with.
type receivers struct {
	v      *load.Variant
	own    map[*types.Func]bool         // of the module
	keeps  map[*types.Var]bool          // receivers that a method returns, passes on or assigns
	passes map[*types.Var][]*types.Func // the methods that a method calls with its receiver
}

func newReceivers(v *load.Variant) *receivers {
	r := &receivers{v, map[*types.Func]bool{}, map[*types.Var]bool{}, map[*types.Var][]*types.Func{}}
	for _, p := range v.Own {
		if p.Info == nil {
			continue
		}
		for c := range inspector.New(p.Files).Root().Preorder((*ast.FuncDecl)(nil), (*ast.Ident)(nil)) {
			switch n := c.Node().(type) {
			case *ast.FuncDecl:
				if fn, ok := p.Info.Defs[n.Name].(*types.Func); ok {
					r.own[fn] = true
				}
			case *ast.Ident:
				if recv, ok := p.Info.Uses[n].(*types.Var); ok && recv.Kind() == types.RecvVar && r.escapes(p, c, recv) {
					r.keeps[recv] = true
				}
			}
		}
	}
	for again := true; again; {
		again = false
		for recv, methods := range r.passes {
			if !r.keeps[recv] && slices.ContainsFunc(methods, r.kept) {
				r.keeps[recv], again = true, true
			}
		}
	}
	return r
}

// escapes reports whether a use of a receiver can keep it, or the address of a field, after the method. A
// method that the use calls is added to passes.
func (r *receivers) escapes(p *load.Pkg, c inspector.Cursor, recv *types.Var) bool {
	for range c.Enclosing((*ast.FuncLit)(nil)) {
		return true
	}
	field, sliced := false, false
	for {
		up := c.Parent()
		switch n := up.Node().(type) {
		case *ast.SelectorExpr:
			if s := p.Info.Selections[n]; s != nil && s.Kind() == types.MethodVal {
				fn, ok := pointerMethod(s)
				_, has := s.Recv().Underlying().(*types.Pointer)
				if !ok || field && has { // the field's pointer
					return false
				}
				r.passes[recv] = append(r.passes[recv], fn)
				return up.ParentEdgeKind() != edge.CallExpr_Fun || up.Parent().ParentEdgeKind() == edge.GoStmt_Call
			}
			field = true
		case *ast.IndexExpr:
			if c.ParentEdgeKind() == edge.IndexExpr_Index {
				return false
			}
			field = true
		case *ast.SliceExpr:
			if c.ParentEdgeKind() != edge.SliceExpr_X {
				return false
			}
			if _, array := p.Info.TypeOf(n.X).Underlying().(*types.Array); array {
				field, sliced = false, true
			}
		case *ast.StarExpr, *ast.BinaryExpr, *ast.RangeStmt:
			return false
		case *ast.UnaryExpr:
			return n.Op == token.AND
		case *ast.ParenExpr:
		case *ast.CallExpr:
			if field || sliced && r.copies(p, n, c.Node()) {
				return false
			}
			if !p.Info.Types[n.Fun].IsType() { // a conversion passes it on
				return !formats(p.Callee(n))
			}
		default:
			return !field
		}
		c = up
	}
}

// copies reports whether a call only reads a slice: what it returns has bytes of its own.
func (r *receivers) copies(p *load.Pkg, call *ast.CallExpr, slice ast.Node) bool {
	switch fun := p.Info.Types[call.Fun]; {
	case fun.IsType(): // to string or to an array
		_, is := fun.Type.Underlying().(*types.Slice)
		return !is
	case fun.IsBuiltin(): // copy, or append of its bytes
		_, is := p.Info.TypeOf(call).Underlying().(*types.Slice)
		return !is || call.Ellipsis.IsValid() && call.Args[0] != slice
	}
	fn := p.Callee(call)
	return fn != nil && !r.own[fn.Origin()] && !refers(fn)
}

// pointerMethod returns the method of a selection, and whether it wants a pointer.
func pointerMethod(s *types.Selection) (fn *types.Func, ok bool) {
	fn = s.Obj().(*types.Func).Origin()
	_, ok = fn.Signature().Recv().Type().(*types.Pointer)
	return fn, ok
}

// formats reports whether a function is like fmt.Errorf, which keeps nothing.
func formats(fn *types.Func) bool {
	if fn == nil || !fn.Signature().Variadic() {
		return false
	}
	last := fn.Signature().Params().At(fn.Signature().Params().Len() - 1)
	return types.IsInterface(last.Type().(*types.Slice).Elem())
}

// addTo adds the variables whose address a method with a pointer receiver gets, and can keep.
func (r *receivers) addTo(addressed map[position]bool) {
	for _, p := range r.v.Own {
		if p.Info == nil {
			continue
		}
		for c := range inspector.New(p.Files).Root().Preorder((*ast.SelectorExpr)(nil)) {
			sel := c.Node().(*ast.SelectorExpr)
			selection := p.Info.Selections[sel]
			if selection == nil || selection.Kind() != types.MethodVal {
				continue
			}
			fn, wants := pointerMethod(selection)
			_, has := selection.Recv().Underlying().(*types.Pointer)
			if wants && !has && (r.kept(fn) || !returns(c)) {
				at := r.v.Fset.PositionFor(address(sel.X).Pos(), false)
				addressed[position{at.Filename, at.Offset}] = true
			}
		}
	}
}

// kept reports whether a method can keep its receiver. Of another module's it sees the results alone.
func (r *receivers) kept(fn *types.Func) bool {
	if r.own[fn] {
		return r.keeps[fn.Signature().Recv()]
	}
	return refers(fn)
}

// refers reports whether a result of a function can refer to what it is called with.
func refers(fn *types.Func) bool {
	for result := range fn.Signature().Results().Variables() {
		switch result.Type().Underlying().(type) {
		case *types.Pointer, *types.Interface, *types.Signature, *types.Slice:
			if !isError(result.Type()) {
				return true
			}
		}
	}
	return false
}

// returns reports whether a method is called, and returns before the statement ends.
func returns(method inspector.Cursor) bool {
	if method.ParentEdgeKind() != edge.CallExpr_Fun {
		return false
	}
	kind := method.Parent().ParentEdgeKind()
	return kind != edge.GoStmt_Call && kind != edge.DeferStmt_Call
}

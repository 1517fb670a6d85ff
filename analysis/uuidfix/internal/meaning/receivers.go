package meaning

import (
	"go/ast"
	"go/token"
	"go/types"

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
	v     *load.Variant
	own   map[*types.Func]bool // of the module
	keeps map[*types.Var]bool  // receivers that a method returns, passes on or assigns
}

func newReceivers(v *load.Variant) *receivers {
	r := &receivers{v, map[*types.Func]bool{}, map[*types.Var]bool{}}
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
				if recv, ok := p.Info.Uses[n].(*types.Var); ok && recv.Kind() == types.RecvVar && escapes(p, c) {
					r.keeps[recv] = true
				}
			}
		}
	}
	return r
}

// escapes reports whether a use of a receiver can keep it, or the address of a field, after the method.
func escapes(p *load.Pkg, c inspector.Cursor) bool {
	for range c.Enclosing((*ast.FuncLit)(nil)) {
		return true
	}
	field := false
	for {
		switch n := c.Parent().Node().(type) {
		case *ast.SelectorExpr, *ast.IndexExpr:
			if c.ParentEdgeKind() == edge.IndexExpr_Index {
				return false
			}
			field = true
		case *ast.StarExpr, *ast.BinaryExpr:
			return false
		case *ast.UnaryExpr:
			return n.Op == token.AND
		case *ast.ParenExpr:
		case *ast.CallExpr:
			if !p.Info.Types[n.Fun].IsType() { // a conversion passes it on
				return !field && !formats(p.Callee(n))
			}
		default:
			return !field
		}
		c = c.Parent()
	}
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
			fn := selection.Obj().(*types.Func).Origin()
			_, wants := fn.Signature().Recv().Type().(*types.Pointer)
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
	for result := range fn.Signature().Results().Variables() {
		switch result.Type().Underlying().(type) {
		case *types.Pointer, *types.Interface, *types.Signature:
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

package meaning

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// fails are the functions and methods whose error is not nil for some input.
var fails = map[string]bool{"Parse": true, "ParseBytes": true, "Validate": true, "FromString": true, "FromBytes": true,
	"UnmarshalText": true, "UnmarshalBinary": true, "UnmarshalJSON": true, "Scan": true}

// failures are the errors of old packages in a file.
type failures struct {
	*file
	vars  map[types.Object][]assigned
	local map[ast.Expr]bool // what is assigned to these: their uses are listed
}

// An assigned is an error that a variable gets, with its function if an old package has that.
type assigned struct {
	at token.Pos
	fn *types.Func
}

// listErrors lists places that show the text of an old package's error, or pass it on to such a place.
func (f *file) listErrors() {
	all := f.failures()
	for c := range f.root.Preorder((*ast.SelectorExpr)(nil)) {
		sel := c.Node().(*ast.SelectorExpr)
		if fn := all.of(sel.X); fn != nil && sel.Sel.Name == "Error" {
			f.add(finding.RunTime, sel, text(sel), "the text of "+fn.Name()+"'s error differs")
		}
	}
	f.p.Flows(f.root, func(flow load.Flow) {
		fn := all.of(flow.Expr)
		if fn == nil || all.local[flow.Expr] || !isError(f.got(flow)) || !types.IsInterface(flow.Want) {
			return
		}
		for _, to := range f.sinks.of(f.place(flow)) {
			if to.unseen || to.path != "" && !load.IsOld(to.path) && !strings.Contains(to.path, "testify") && !strings.HasPrefix(to.path, "errors") {
				f.addTo(finding.RunTime, flow.Expr, text(flow.Expr), to, "the text of "+fn.Name()+"'s error differs")
			}
		}
	})
}

// failures finds the variables of functions that get errors.
func (f *file) failures() *failures {
	all := &failures{f, map[types.Object][]assigned{}, map[ast.Expr]bool{}}
	for c := range f.root.Preorder((*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil)) {
		switch n := c.Node().(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if id, ok := l.(*ast.Ident); ok {
					all.set(id, n.Rhs, n.End())
				}
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				all.set(id, n.Values, n.End())
			}
		}
	}
	return all
}

func (all *failures) set(id *ast.Ident, right []ast.Expr, end token.Pos) {
	v, ok := cmp.Or(all.p.Info.Defs[id], all.p.Info.Uses[id]).(*types.Var)
	if !ok || !isError(v.Type()) || isShared(v) {
		return
	}
	got := assigned{at: end}
	if len(right) == 1 {
		got.fn = all.failing(right[0])
		all.local[right[0]] = true
	}
	all.vars[v] = append(all.vars[v], got)
}

// failing returns the function of an old package whose error an expression is, or one of its results.
func (f *file) failing(e ast.Expr) *types.Func {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		if fn := f.oldFunc(call); fn != nil && fails[fn.Name()] {
			return fn
		}
	}
	return nil
}

// of returns the function of an old package whose error an expression is, or nil. A variable has that of
// the last assignment before.
func (all *failures) of(e ast.Expr) (fn *types.Func) {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return all.failing(e)
	}
	last := token.NoPos
	for _, a := range all.vars[all.p.Info.Uses[id]] {
		if a.at <= id.Pos() && a.at > last {
			last, fn = a.at, a.fn
		}
	}
	return fn
}

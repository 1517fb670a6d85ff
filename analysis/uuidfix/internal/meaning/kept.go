package meaning

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// kept knows the values of a file that keep an old type, because another module gives them.
type kept struct {
	*file
	vars map[types.Object]bool // that get their types from such a value
}

func (f *file) newKept() *kept {
	k := &kept{f, map[types.Object]bool{}}
	set := func(left, right []ast.Expr) {
		for i, l := range left {
			id, ok := l.(*ast.Ident)
			if ok && f.p.Info.Defs[id] != nil && k.keeps(right[min(i, len(right)-1)]) {
				k.vars[f.p.Info.Defs[id]] = true
			}
		}
	}
	for c := range f.root.Preorder((*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.RangeStmt)(nil)) {
		switch n := c.Node().(type) {
		case *ast.AssignStmt:
			set(n.Lhs, n.Rhs)
		case *ast.RangeStmt:
			set([]ast.Expr{n.Key, n.Value}, []ast.Expr{n.X})
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if n.Type == nil && len(n.Values) > 0 {
					set([]ast.Expr{id}, n.Values[min(i, len(n.Values)-1):])
				}
			}
		}
	}
	return k
}

// keeps reports whether a value comes from another module: its function, field or variable.
func (k *kept) keeps(e ast.Expr) bool {
	switch n := ast.Unparen(e).(type) {
	case *ast.Ident:
		return k.vars[k.p.Info.Uses[n]]
	case *ast.CallExpr:
		fn := k.p.Callee(n)
		if sel, ok := n.Fun.(*ast.SelectorExpr); ok && k.oldFunc(n) != nil {
			return k.keeps(sel.X)
		}
		return fn != nil && fn == fn.Origin() && typeParams(fn).Len() == 0 && k.foreign(fn)
	case *ast.SelectorExpr:
		v, ok := k.p.Info.Uses[n.Sel].(*types.Var)
		return ok && v == v.Origin() && (k.foreign(v) || v.IsField() && k.keeps(n.X))
	case *ast.UnaryExpr:
		return k.keeps(n.X)
	case *ast.StarExpr:
		return k.keeps(n.X)
	case *ast.IndexExpr:
		return k.keeps(n.X)
	}
	return false
}

// foreign reports whether another module has an object, but an old package.
func (f *file) foreign(obj types.Object) bool {
	return obj.Pkg() != nil && !f.sinks.own[obj.Pkg()] && !load.IsOld(obj.Pkg().Path())
}

// listCompared lists a UUID that is compared with an interface, or is a key in one: if it gets the new
// type, those that other modules give are never equal to it, and the other way round.
func (f *file) listCompared(e ast.Expr, got types.Type, others bool) {
	_, name := family(pointed(got))
	switch {
	case name != "UUID" && name != "NullUUID":
	case f.kept.keeps(e):
		f.listAsking(e, "it keeps the type of %s: the values of the new type are never equal to it now")
	case others:
		f.listAsking(e, "other code still passes values of %s: they are never equal to this one now")
	}
}

// comparing are functions that compare two values in interfaces.
var comparing = map[string][]string{
	"reflect":                            {"DeepEqual"},
	"github.com/google/go-cmp/cmp":       {"Equal", "Diff"},
	"github.com/stretchr/testify/assert": {"Equal", "NotEqual", "Exactly", "Contains", "NotContains", "ElementsMatch", "Subset", "ObjectsAreEqual"},
}

// listComparisons lists calls that compare UUIDs in interfaces, or that look for one in a sync.Map.
func (f *file) listComparisons() {
	for c := range f.root.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		fn := f.p.Callee(call)
		if fn == nil || fn.Pkg() == nil || len(call.Args) == 0 {
			continue
		}
		path := strings.Replace(fn.Pkg().Path(), "testify/require", "testify/assert", 1)
		switch {
		case path == "sync" && f.isMap(call):
			if got := f.p.Info.TypeOf(call.Args[0]); oldIn(got) != nil {
				f.listCompared(call.Args[0], got, f.outside())
			}
		case slices.Contains(comparing[path], strings.TrimSuffix(fn.Name(), "f")):
			f.listPair(call.Args, fn.Signature().Params())
		}
	}
}

// isMap reports whether a call is that of a method of sync.Map.
func (f *file) isMap(call *ast.CallExpr) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && types.TypeString(pointed(f.p.Info.TypeOf(sel.X)), nil) == "sync.Map"
}

// listPair lists an argument that gets the new type, if another one keeps an old one, or may do so in an
// interface.
func (f *file) listPair(args []ast.Expr, params *types.Tuple) {
	var mine ast.Expr
	others := false
	for i, arg := range args {
		if i >= params.Len() || !types.Identical(params.At(i).Type().Underlying(), types.NewInterfaceType(nil, nil)) {
			continue
		}
		switch t := f.p.Info.TypeOf(arg); {
		case t == nil:
		case oldIn(t) == nil:
			others = others || types.IsInterface(t) && f.outside()
		case f.kept.keeps(arg):
			others = true
		case mine == nil:
			mine = arg
		}
	}
	if mine != nil && others {
		f.listAsking(mine, "other code still passes values of %s: they are never equal to this one now")
	}
}

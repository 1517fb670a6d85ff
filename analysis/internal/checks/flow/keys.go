package flow

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// Keys returns where the keys of the map come from. It returns none if the package does not show all of
// them: the map is also of somebody else, or another package fills it.
func (p *Package) Keys(e ast.Expr) (keys []Origin) {
	p.build()
	var made []ssa.Value
	for _, o := range p.Origins(e) {
		switch v := o.Value.(type) {
		case *ssa.MakeMap:
			made = append(made, v)
		case *ssa.Const: // nil, before it is made
		default:
			return nil
		}
	}
	is := map[ssa.Value]bool{} // by how it is written
	isMade := func(v ssa.Value, at *ssa.BasicBlock) bool {
		found, ok := is[v]
		if !ok {
			w := walker{p: p, seen: map[seen]bool{}}
			w.walk(v, at)
			found = slices.ContainsFunc(w.found, func(o Origin) bool { return slices.Contains(made, o.Value) })
			is[v] = found
		}
		return found
	}
	for _, call := range p.fills {
		if isMade(call.Call.Args[0], call.Block()) {
			return nil
		}
	}
	for _, u := range p.updates {
		if isMade(u.Map, u.Block()) {
			w := walker{p: p, seen: map[seen]bool{}}
			w.walk(u.Key, u.Block())
			keys = append(keys, w.found...)
		}
	}
	return keys
}

// fills reports whether the call is one of another package that has a map first, and may write to it.
func fills(call *ssa.Call) bool {
	if len(call.Call.Args) == 0 {
		return false
	}
	if _, ok := call.Call.Args[0].Type().Underlying().(*types.Map); !ok {
		return false
	}
	fn := call.Call.StaticCallee()
	return fn != nil && len(origin(fn).Blocks) == 0 && !uuids.OneOf(origin(fn).Name(), "Keys", "Values", "All", "Clone", "Equal")
}

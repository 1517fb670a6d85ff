package flow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// contents goes on with what is stored into the fields, elements and values of v.
func (w *walker) contents(v ssa.Value, at *ssa.BasicBlock, depth int) {
	if depth > 6 || w.seen[seen{v, nil, w.in(), nil}] {
		return
	}
	w.seen[seen{v, nil, w.in(), nil}] = true
	switch x := v.(type) {
	case *ssa.MakeInterface:
		w.contents(x.X, at, depth)
	case *ssa.ChangeType:
		w.contents(x.X, at, depth)
	case *ssa.Slice:
		w.contents(x.X, at, depth)
	case *ssa.UnOp:
		if x.Op == token.MUL {
			w.contents(x.X, at, depth)
		}
	case *ssa.Phi:
		for _, e := range x.Edges {
			w.contents(e, at, depth+1)
		}
	case *ssa.Call:
		w.contentsOfCall(x, at, depth)
	case *ssa.Extract:
		if call, ok := x.Tuple.(*ssa.Call); ok && x.Index == 0 {
			w.contentsOfCall(call, at, depth)
		}
	case *ssa.Parameter:
		if asksType(x) {
			return
		}
		index, outer := slices.Index(x.Parent().Params, x), w.site
		for _, w.site = range w.p.sites[origin(x.Parent())] {
			if args := w.site.Common().Args; index < len(args) {
				w.contents(args[index], w.site.Block(), depth+1)
			}
		}
		w.site = outer
	case *ssa.FreeVar:
		w.free(x, func(bound ssa.Value, c *ssa.MakeClosure) { w.contents(bound, c.Block(), depth+1) })
	case *ssa.Alloc, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.MakeMap, *ssa.MakeSlice:
		w.stored(v, at, depth)
	}
}

// stored goes on with what is stored into a variable, a field, an element, a map or a slice.
func (w *walker) stored(v ssa.Value, at *ssa.BasicBlock, depth int) {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == v {
				w.walk(ref.Val, later(ref, at))
				w.contents(ref.Val, ref.Block(), depth+1)
			}
		case *ssa.MapUpdate:
			w.walk(ref.Value, ref.Block())
			w.contents(ref.Value, ref.Block(), depth+1)
		case *ssa.FieldAddr:
			w.contents(ref, at, depth+1)
		case *ssa.IndexAddr:
			w.contents(ref, at, depth+1)
		}
	}
}

// contentsOfCall goes on with what is appended, what a function of the package returns, and what
// a function of another package gets, such as pq.Array.
func (w *walker) contentsOfCall(call *ssa.Call, at *ssa.BasicBlock, depth int) {
	if _, ok := call.Call.Value.(*ssa.Builtin); !ok {
		if fn := call.Call.StaticCallee(); fn != nil && fn.Pkg == w.p.pkg(call) {
			for _, b := range origin(fn).Blocks {
				if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) > 0 {
					w.contents(ret.Results[0], b, depth+1)
				}
			}
			return
		}
		if fn := funcOf(call.Common()); fn == nil || !uuids.OneOf(fn.Name(), "Array", "List", "In", "Clone") {
			return
		}
	}
	for _, arg := range call.Call.Args {
		w.contents(arg, at, depth+1)
	}
}

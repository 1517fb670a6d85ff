package flow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// load goes on with what is stored at the address. The load is nil if the address itself is
// what is used.
func (w *walker) load(addr ssa.Value, load ssa.Value, at *ssa.BasicBlock) {
	if load == nil {
		if w.seen[seen{addr, at, w.in(), w.inside}] {
			return
		}
		w.seen[seen{addr, at, w.in(), w.inside}] = true
		load = addr
	}
	switch addr := addr.(type) {
	case *ssa.Alloc:
		w.stores(addr, load, at)
	case *ssa.FieldAddr:
		w.field(addr, load, at)
	case *ssa.Global:
		for _, s := range w.p.globals[addr] {
			w.walk(s.Val, s.Block())
		}
		if len(w.p.globals[addr]) == 0 {
			w.add(load, at)
		}
	case *ssa.FreeVar:
		w.free(addr, func(bound ssa.Value, c *ssa.MakeClosure) { w.load(bound, nil, c.Block()) })
	case *ssa.IndexAddr:
		n := len(w.found)
		if w.contents(addr.X, at, 0); len(w.found) == n {
			w.walk(addr.X, at)
		}
	default:
		w.add(load, at)
	}
}

// stores goes on with what is stored into a variable whose address is taken. If others have
// the address, the load itself is an origin, too.
func (w *walker) stores(addr *ssa.Alloc, load ssa.Value, at *ssa.BasicBlock) {
	others, n := false, 0
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == addr {
				n++
				w.walk(ref.Val, later(ref, at))
			} else {
				others = true
			}
		case *ssa.UnOp, *ssa.DebugRef, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Slice:
		case *ssa.MakeClosure:
			n += w.closureStores(addr, ref)
		default:
			others = true
		}
	}
	if others || n == 0 {
		w.add(load, at)
	}
}

// later is where a stored value goes on from: the place that loads it, if it is stored where it is
// made, before the program can look at an error beside it.
func later(s *ssa.Store, at *ssa.BasicBlock) *ssa.BasicBlock {
	if made, ok := s.Val.(ssa.Instruction); ok && at != nil && made.Block() == s.Block() && at.Parent() == s.Parent() {
		return at
	}
	return s.Block()
}

// closureStores goes on with what a closure stores into a variable that it binds.
func (w *walker) closureStores(addr *ssa.Alloc, c *ssa.MakeClosure) (n int) {
	for i, bound := range c.Bindings {
		if bound != addr {
			continue
		}
		for _, ref := range *c.Fn.(*ssa.Function).FreeVars[i].Referrers() {
			if s, ok := ref.(*ssa.Store); ok && s.Addr == c.Fn.(*ssa.Function).FreeVars[i] {
				n++
				w.walk(s.Val, s.Block())
			}
		}
	}
	return n
}

// field goes on with what is stored into the field: of the same variable if it is one, or of
// any.
func (w *walker) field(addr *ssa.FieldAddr, load ssa.Value, at *ssa.BasicBlock) {
	if w.fieldOfArguments(addr, load) {
		return
	}
	of := addr.X
	if free, ok := of.(*ssa.FreeVar); ok {
		of = w.p.bound(free)
	}
	if alloc, ok := of.(*ssa.Alloc); ok {
		if w.fieldStores(alloc, addr.Field, 0, at) {
			return
		}
		if o := (Origin{p: w.p, Value: load, At: at, use: w.use, pos: w.pos}); uuids.Is(fieldOf(addr).Type()) && o.Written().Unmarshaled() != nil {
			w.add(load, at)
		}
	} // what a method stores, say
	found := false
	for _, s := range w.p.fields[fieldOf(addr)] {
		if !staysIn(s.Addr.(*ssa.FieldAddr).X) {
			found = true
			w.walk(s.Val, s.Block())
		}
	}
	if !found {
		w.add(load, at)
	}
}

// staysIn reports whether it is a variable of which the function only reads and writes fields: no other
// function sees them.
func staysIn(v ssa.Value) bool {
	alloc, ok := v.(*ssa.Alloc)
	return ok && !slices.ContainsFunc(uses(alloc), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.FieldAddr:
			return false
		case *ssa.Store:
			return use.Addr != alloc
		}
		return true
	})
}

// fieldOfArguments goes on with the field of the variables that the callers pass, by value or by address,
// and reports whether it is all that the field can have.
func (w *walker) fieldOfArguments(addr *ssa.FieldAddr, load ssa.Value) bool {
	param := parameterOf(addr.X)
	if param == nil || w.in() != nil {
		return false
	}
	fn := param.Parent()
	index, site, use, pos := slices.Index(fn.Params, param), w.site, w.use, w.pos
	sites := w.p.sites[origin(fn)]
	all := len(sites) > 0 && !w.p.escapes[origin(fn)] && !ast.IsExported(fn.Name())
	for _, w.site = range sites {
		alloc := variable(w.site.Common().Args[index])
		if alloc == nil {
			all = false
			continue
		}
		at := w.site.Block()
		if w.fieldStores(alloc, addr.Field, 0, at) {
			continue
		}
		all = false
		w.use, w.pos = at, w.site.Pos()
		if (Origin{p: w.p, Value: load, At: at, use: w.use, pos: w.pos, write: true}).readInto(alloc, elem(alloc)) != nil {
			w.add(load, at)
		}
		w.use, w.pos = use, pos
	}
	w.site = site
	return all
}

// parameterOf returns the parameter that v is, or is the copy of, or nil.
func parameterOf(v ssa.Value) *ssa.Parameter {
	if alloc, ok := v.(*ssa.Alloc); ok {
		var stored []ssa.Value
		for _, use := range uses(alloc) {
			if s, ok := use.(*ssa.Store); ok && s.Addr == alloc {
				stored = append(stored, s.Val)
			}
		}
		if len(stored) != 1 {
			return nil
		}
		v = stored[0]
	}
	param, _ := v.(*ssa.Parameter)
	return param
}

// variable returns the variable that v is the address or the value of, or nil.
func variable(v ssa.Value) *ssa.Alloc {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	alloc, _ := v.(*ssa.Alloc)
	return alloc
}

// elem is the type of the variable.
func elem(v *ssa.Alloc) types.Type { return v.Type().Underlying().(*types.Pointer).Elem() }

// fieldStores goes on with what is stored into a field of the variable, alone or with the whole
// struct, and reports whether anything is.
func (w *walker) fieldStores(alloc *ssa.Alloc, field, depth int, at *ssa.BasicBlock) (found bool) {
	for _, ref := range allUses(alloc) {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if ref.Field != field {
				continue
			}
			for _, use := range *ref.Referrers() {
				if s, ok := use.(*ssa.Store); ok && s.Addr == ref {
					found = true
					w.walk(s.Val, later(s, at))
				}
			}
		case *ssa.Store:
			if ref.Addr == alloc && w.fieldOfValue(ref.Val, field, depth+1) {
				found = true
			}
		}
	}
	return found
}

// fieldOfValue goes on with the field of a struct that is a value.
func (w *walker) fieldOfValue(v ssa.Value, field, depth int) (found bool) {
	key := fieldOfSite{v, field, w.site}
	if found, seen := w.fields[key]; seen || depth > 5 {
		return found
	}
	if w.fields == nil {
		w.fields = map[fieldOfSite]bool{}
	}
	w.fields[key] = false
	defer func() { w.fields[key] = found }()
	switch v := v.(type) {
	case *ssa.UnOp:
		if alloc, ok := v.X.(*ssa.Alloc); ok {
			return w.fieldStores(alloc, field, depth, v.Block())
		}
	case *ssa.Parameter:
		index, outer := slices.Index(v.Parent().Params, v), w.site
		for _, w.site = range w.p.sites[origin(v.Parent())] {
			if args := w.site.Common().Args; index < len(args) && w.fieldOfValue(args[index], field, depth+1) {
				found = true
			}
		}
		w.site = outer
		return found
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		if fn == nil || origin(fn).Pkg != w.p.pkg(v) {
			return false
		}
		for _, b := range origin(fn).Blocks {
			if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) > 0 &&
				(w.fieldOfValue(ret.Results[0], field, depth+1) || w.decodedBy(v, ret, field)) {
				found = true
			}
		}
	}
	return found
}

// decodedBy goes on with the variable that a function of the package returns, if it drops the error of what
// has read the variable, and the field is a UUID.
func (w *walker) decodedBy(call *ssa.Call, ret *ssa.Return, field int) bool {
	load, ok := ret.Results[0].(*ssa.UnOp)
	s, ok2 := call.Type().Underlying().(*types.Struct)
	if !ok || !ok2 || !uuids.Is(s.Field(field).Type()) || isVetted(call) {
		return false
	}
	o := Origin{p: w.p, Value: load, At: ret.Block(), use: w.use, pos: w.pos, site: w.site, via: []*ssa.Call{call}}
	if o.Unmarshaled() == nil {
		return false
	}
	w.found = append(w.found, o)
	return true
}

// isVetted reports whether the program validates the struct that the call returns, or asks if a field of it
// is Nil.
func isVetted(v ssa.Value) bool {
	return slices.ContainsFunc(uses(v), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.Call:
			return validatesIn(use)
		case *ssa.Field:
			return comparesToZero(use)
		case *ssa.Store:
			alloc, ok := use.Addr.(*ssa.Alloc)
			return ok && (asked(alloc) || slices.ContainsFunc(allUses(alloc), func(use ssa.Instruction) bool {
				call, ok := use.(*ssa.Call)
				return ok && validatesIn(call)
			}))
		}
		return false
	})
}

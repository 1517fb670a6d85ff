package flow

import (
	"go/types"
	"regexp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// Unmarshaled returns the method or decoder that has filled the variable that the origin is, or is a
// field of, if nobody has checked its error; otherwise nil.
func (o Origin) Unmarshaled() *types.Func {
	load, ok := o.Value.(*ssa.UnOp)
	if !ok {
		return nil
	}
	addr, t := load.X, load.Type()
	if _, ok := t.(*types.TypeParam); ok && len(o.via) > 0 {
		t = o.via[len(o.via)-1].Type()
	}
	if f, ok := addr.(*ssa.FieldAddr); ok && uuids.Is(t) {
		if addr = f.X; o.passed(addr) != nil {
			addr, t = o.passed(addr), elem(o.passed(addr))
		}
		if free, ok := addr.(*ssa.FreeVar); ok { // a closure may run at any time
			addr, o.At, o.use = o.p.bound(free), nil, nil
		}
	}
	if alloc, ok := addr.(*ssa.Alloc); ok && !asked(alloc) {
		return o.readInto(alloc, t)
	}
	return nil
}

// passed returns the variable that the call o.site passes for v, or nil if v is no parameter of the
// function that it calls.
func (o Origin) passed(v ssa.Value) *ssa.Alloc {
	param := parameterOf(v)
	if param == nil || o.site == nil {
		return nil
	}
	if fn := o.site.Common().StaticCallee(); fn == nil || origin(fn) != origin(param.Parent()) {
		return nil
	}
	return variable(o.site.Common().Args[slices.Index(param.Parent().Params, param)])
}

// bound returns what the closure of the function binds, if the program makes only one, or nil.
func (p *Package) bound(v *ssa.FreeVar) ssa.Value {
	made := p.closures[v.Parent()]
	if len(made) != 1 {
		return nil
	}
	return made[0].Bindings[slices.Index(v.Parent().FreeVars, v)]
}

// allUses returns the instructions that use the variable, also in closures.
func allUses(v ssa.Value) (all []ssa.Instruction) {
	for _, use := range uses(v) {
		c, ok := use.(*ssa.MakeClosure)
		if !ok {
			all = append(all, use)
			continue
		}
		for i, bound := range c.Bindings {
			if bound == v {
				all = append(all, allUses(c.Fn.(*ssa.Function).FreeVars[i])...)
			}
		}
	}
	return all
}

// asked reports whether the program asks of the variable, or of a field of it, if it is Nil.
func asked(addr ssa.Value) bool {
	for _, use := range allUses(addr) {
		switch use := use.(type) {
		case *ssa.UnOp:
			if uuids.Is(use.Type()) && comparesToZero(use) {
				return true
			}
		case *ssa.FieldAddr:
			if asked(use) {
				return true
			}
		}
	}
	return false
}

// readInto returns what has read the variable, or its field of the type, if nobody has looked at its
// error.
func (o Origin) readInto(alloc *ssa.Alloc, t types.Type) *types.Func {
	ignored := func(use ssa.Instruction, reads func(*types.Func) bool) *types.Func {
		call, ok := use.(*ssa.Call)
		if !ok || !o.after(call) {
			return nil
		}
		if fn := funcOf(call.Common()); fn != nil && reads(fn) && o.ignores(call, []ssa.Value{call}) {
			return fn
		}
		return nil
	}
	for _, use := range allUses(alloc) {
		if store, ok := use.(*ssa.Store); ok && types.Identical(store.Val.Type(), elem(alloc)) {
			return nil // it has had a value
		}
	}
	for _, use := range uses(alloc) {
		if call, ok := use.(*ssa.Call); ok && len(call.Call.Args) > 0 && call.Call.Args[0] == alloc {
			if fn := ignored(call, isReader); fn != nil {
				return fn
			}
		}
		if boxed, ok := use.(*ssa.MakeInterface); ok && (uuids.Is(t) || hasUnset(alloc, t)) {
			for _, use := range uses(boxed) {
				if fn := ignored(use, isDecoder); fn != nil {
					return fn
				}
			}
		}
	}
	return nil
}

// after reports whether the value can be used after the call.
func (o Origin) after(call *ssa.Call) bool {
	switch {
	case o.use == nil || o.use.Parent() != call.Parent():
		return true
	case o.use == call.Block():
		return call.Pos() < o.pos
	}
	return !o.use.Dominates(call.Block())
}

var validates = regexp.MustCompile("(?i)valid|check|verify")

// hasUnset reports whether the variable is a struct with a UUID that the program does not set, and that
// no function validates.
func hasUnset(alloc *ssa.Alloc, t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	set := map[int]bool{}
	for _, use := range allUses(alloc) {
		switch use := use.(type) {
		case *ssa.FieldAddr:
			for _, to := range uses(use) {
				store, ok := to.(*ssa.Store)
				set[use.Field] = set[use.Field] || ok && store.Addr == use
			}
		case *ssa.Call:
			if validatesIn(use) {
				return false
			}
		case *ssa.MakeInterface, *ssa.UnOp:
			for _, to := range uses(use.(ssa.Value)) {
				if call, ok := to.(*ssa.Call); ok && validatesIn(call) {
					return false
				}
			}
		}
	}
	for i := range s.NumFields() {
		if uuids.Is(s.Field(i).Type()) && !set[i] {
			return true
		}
	}
	return false
}

func validatesIn(call *ssa.Call) bool {
	fn := funcOf(call.Common())
	return fn != nil && validates.MatchString(fn.Name())
}

// Reads reports whether the function reads a UUID into a variable, and returns an error.
func Reads(fn *types.Func) bool { return isReader(fn) || isDecoder(fn) }

func isReader(fn *types.Func) bool {
	return uuids.IsMethod(fn) && uuids.OneOf(fn.Name(), "UnmarshalText", "UnmarshalBinary", "UnmarshalJSON", "Parse")
}

var decoders = []string{"encoding/json", "encoding/xml", "encoding/gob", "go.mongodb.org/mongo-driver/bson", "go.mongodb.org/mongo-driver/v2/bson",
	"github.com/fxamacker/cbor/v2", "github.com/vmihailenco/msgpack/v5"}

func isDecoder(fn *types.Func) bool {
	return uuids.OneOf(uuids.Path(fn.Pkg()), decoders...) && uuids.OneOf(fn.Name(), "Unmarshal", "Decode")
}

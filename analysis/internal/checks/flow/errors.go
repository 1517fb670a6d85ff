package flow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// Unchecked reports whether the origin is the first result of a call whose error nobody has
// looked at on some way to where the value is used: it is dropped, or the program goes on
// after it.
func (o Origin) Unchecked() bool {
	call, result := o.Call()
	if call == nil || result != 0 {
		return false
	}
	tuple, ok := call.Type().(*types.Tuple)
	if !ok || tuple.Len() != 2 {
		return false
	}
	if comparesToZero(o.Value) {
		return false
	}
	compared, other := false, false
	for _, err := range uses(call) {
		extract, ok := err.(*ssa.Extract)
		if !ok || extract.Index != 1 {
			continue
		}
		for _, use := range uses(extract) {
			op, ok := use.(*ssa.BinOp)
			if !ok {
				other = other || !drops(use, extract)
				continue
			}
			for _, branch := range uses(op) {
				i, ok := branch.(*ssa.If)
				if !ok {
					other = true
					continue
				}
				compared = true
				if o.At == o.use && o.use != nil && o.use.Dominates(i.Block()) && (o.use != call.Block() || call.Pos() < o.pos) {
					return true // the UUID is used first
				}
				failed := i.Block().Succs[0]
				if op.Op == token.EQL {
					failed = i.Block().Succs[1]
				}
				if reaches(failed, o.At, call.Block()) {
					return true
				}
			}
		}
	}
	return !compared && !other
}

// drops reports whether the instruction gives the error to a function that does not look at it.
func drops(use ssa.Instruction, err ssa.Value) bool {
	call, ok := use.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return false
	}
	fn := origin(call.Call.StaticCallee())
	if len(fn.Blocks) == 0 {
		return false
	}
	for i, arg := range call.Call.Args {
		if arg == err && (i >= len(fn.Params) || len(uses(fn.Params[i])) > 0) {
			return false
		}
	}
	return true
}

// Unmarshaled returns the method or the decoder that has read the UUID, if the origin is a variable
// that one has, or a field of it, and nobody has looked at its error.
func (o Origin) Unmarshaled() *types.Func {
	load, ok := o.Value.(*ssa.UnOp)
	if !ok {
		return nil
	}
	addr := load.X
	if f, ok := addr.(*ssa.FieldAddr); ok && uuids.Is(load.Type()) {
		addr = f.X
	}
	if alloc, ok := addr.(*ssa.Alloc); ok && !asked(alloc) {
		return readInto(alloc, load.Type())
	}
	return nil
}

// asked reports whether the program asks of the variable, or of a field of it, if it is Nil.
func asked(addr ssa.Value) bool {
	for _, use := range uses(addr) {
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
func readInto(alloc *ssa.Alloc, t types.Type) *types.Func {
	for _, use := range uses(alloc) {
		if call, ok := use.(*ssa.Call); ok && len(uses(call)) == 0 && len(call.Call.Args) > 0 && call.Call.Args[0] == alloc {
			if fn := funcOf(call.Common()); fn != nil && isReader(fn) {
				return fn
			}
		}
		if boxed, ok := use.(*ssa.MakeInterface); ok && uuids.Is(t) {
			for _, use := range uses(boxed) {
				if call, ok := use.(*ssa.Call); ok && len(uses(call)) == 0 {
					if fn := funcOf(call.Common()); fn != nil && isDecoder(fn) {
						return fn
					}
				}
			}
		}
	}
	return nil
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

// Drops reports whether nothing takes the error of the call at the cursor.
func Drops(c inspector.Cursor) bool {
	switch parent := c.Parent().Node().(type) {
	case *ast.ExprStmt, *ast.GoStmt, *ast.DeferStmt:
		return true
	case *ast.AssignStmt:
		if len(parent.Rhs) != 1 {
			return false
		}
		id, ok := parent.Lhs[len(parent.Lhs)-1].(*ast.Ident)
		return ok && id.Name == "_"
	}
	return false
}

// uses returns the instructions that use the value.
func uses(v ssa.Value) (instrs []ssa.Instruction) {
	for _, ref := range *v.Referrers() {
		if _, ok := ref.(*ssa.DebugRef); !ok {
			instrs = append(instrs, ref)
		}
	}
	return instrs
}

// comparesToZero reports whether the program asks if the UUID is Nil.
func comparesToZero(v ssa.Value) bool { return compares(v, map[ssa.Value]bool{}) }

func compares(v ssa.Value, seen map[ssa.Value]bool) bool {
	if v.Referrers() == nil || seen[v] {
		return false
	}
	seen[v] = true
	for _, use := range uses(v) {
		switch use := use.(type) {
		case *ssa.BinOp:
			for _, side := range []ssa.Value{use.X, use.Y} {
				if side != v && isZero(side) {
					return true
				}
			}
		case *ssa.Call:
			if fn := funcOf(use.Common()); fn != nil && uuids.OneOf(fn.Name(), "IsZero", "IsNil", "Version", "Variant") {
				return true
			}
		case *ssa.Store: // into a variable whose address is taken
			if alloc, ok := use.Addr.(*ssa.Alloc); ok {
				for _, ref := range uses(alloc) {
					if load, ok := ref.(*ssa.UnOp); ok && compares(load, seen) {
						return true
					}
				}
			}
		case *ssa.Phi:
			for _, u := range uses(use) {
				if op, ok := u.(*ssa.BinOp); ok && (isZero(op.X) || isZero(op.Y)) {
					return true
				}
			}
		}
	}
	return false
}

// isZero reports whether the value is a zero value, a variable named Nil, or what a function
// named Nil returns.
func isZero(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok {
			return strings.Contains(g.Name(), "Nil") || strings.Contains(g.Name(), "Zero")
		}
		if alloc, ok := v.X.(*ssa.Alloc); ok {
			for _, ref := range uses(alloc) {
				if _, ok := ref.(*ssa.UnOp); !ok {
					return false
				}
			}
			return true
		}
	case *ssa.Call:
		fn := funcOf(v.Common())
		return fn != nil && uuids.OneOf(fn.Name(), "Nil", "Max")
	}
	return false
}

// reaches reports whether the program can go from one block to the other, without a call that
// ends it, and without the block that makes the value anew.
func reaches(from, to, again *ssa.BasicBlock) bool {
	visited := map[*ssa.BasicBlock]bool{again: true}
	var visit func(b *ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		if visited[b] || ends(b) {
			return false
		}
		if b == to {
			return true
		}
		visited[b] = true
		for _, next := range b.Succs {
			if visit(next) {
				return true
			}
		}
		return false
	}
	return visit(from)
}

// ends reports whether the block calls a function that does not return.
func ends(b *ssa.BasicBlock) bool {
	for _, instr := range b.Instrs {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		if fn := call.Common().StaticCallee(); fn != nil && len(fn.Blocks) > 0 && !returns(fn) {
			return true
		}
		fn := funcOf(call.Common())
		if fn == nil {
			continue
		}
		name := fn.Name()
		if strings.HasPrefix(name, "Fatal") || strings.HasPrefix(name, "Panic") || strings.HasPrefix(name, "Skip") || uuids.OneOf(name, "Exit", "FailNow", "Goexit") {
			return true
		}
	}
	return false
}

func returns(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && !endsBefore(b) {
			return true
		}
	}
	return false
}

// endsBefore reports whether a call of package os or log ends the program in the block.
func endsBefore(b *ssa.BasicBlock) bool {
	for _, instr := range b.Instrs {
		if call, ok := instr.(*ssa.Call); ok {
			if fn := funcOf(call.Common()); fn != nil && (fn.Name() == "Exit" || strings.HasPrefix(fn.Name(), "Fatal")) {
				return true
			}
		}
	}
	return false
}

// ComparesToNil reports whether the program asks if the value is the Nil UUID.
func (o Origin) ComparesToNil() bool { return comparesToZero(o.Value) }

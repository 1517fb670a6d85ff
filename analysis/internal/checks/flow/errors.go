package flow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"
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
	var errs []ssa.Value
	for _, use := range uses(call) {
		if extract, ok := use.(*ssa.Extract); ok && extract.Index == 1 {
			errs = append(errs, extract)
		}
	}
	return o.ignores(call, errs)
}

// ignores reports whether the program uses the value though the call's error says that it is none.
func (o Origin) ignores(call *ssa.Call, errs []ssa.Value) bool {
	errs, shared := captured(errs)
	if shared {
		return false
	}
	compared, other, early := false, false, true
	for _, err := range errs {
		for _, use := range uses(err) {
			if cellOf(use) != nil {
				continue
			}
			op, ok := use.(*ssa.BinOp)
			if !ok || !isNil(op.X) && !isNil(op.Y) {
				if !drops(use, err) {
					other = true
					early = early && o.before(call, use)
				}
				continue
			}
			for _, branch := range uses(op) {
				i, ok := branch.(*ssa.If)
				if !ok {
					other, early = true, false
					continue
				}
				compared = true
				if o.before(call, i) || o.goesOn(call, err, i, op.Op) {
					return true
				}
			}
		}
	}
	return !compared && (!other || early)
}

// captured returns the errors, and what is read of the variables that they are stored in, which are cells if a closure
// captures them. It reports whether another function may look at the variable before the function returns.
func captured(errs []ssa.Value) (all []ssa.Value, shared bool) {
	all = slices.Clone(errs)
	for i := 0; i < len(all); i++ {
		for _, use := range uses(all[i]) {
			cell := cellOf(use)
			if cell == nil {
				continue
			}
			shared = shared || slices.ContainsFunc(uses(cell), shares)
			for _, read := range readAfter(use.(*ssa.Store), cell) {
				if !slices.Contains(all, read) {
					all = append(all, read)
				}
			}
		}
	}
	return all, shared
}

// cellOf returns the variable that the instruction stores into, or nil.
func cellOf(use ssa.Instruction) *ssa.Alloc {
	store, ok := use.(*ssa.Store)
	if !ok {
		return nil
	}
	cell, _ := store.Addr.(*ssa.Alloc)
	return cell
}

// readAfter returns what is read of the variable after the store, and before another.
func readAfter(store *ssa.Store, cell *ssa.Alloc) (all []ssa.Value) {
	visited := map[*ssa.BasicBlock]bool{}
	var visit func(b *ssa.BasicBlock, from int)
	visit = func(b *ssa.BasicBlock, from int) {
		for _, instr := range b.Instrs[from:] {
			if load, ok := instr.(*ssa.UnOp); ok && load.X == cell {
				all = append(all, load)
			} else if cellOf(instr) == cell {
				return
			}
		}
		for _, next := range b.Succs {
			if !visited[next] {
				visited[next] = true
				visit(next, 0)
			}
		}
	}
	visit(store.Block(), slices.Index(store.Block().Instrs, ssa.Instruction(store))+1)
	return all
}

// shares reports whether the use of a variable lets another function read it, besides a deferred one.
func shares(use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.Store, *ssa.UnOp, *ssa.Defer:
		return false
	case *ssa.MakeClosure:
		return slices.ContainsFunc(uses(use), func(use ssa.Instruction) bool {
			_, deferred := use.(*ssa.Defer)
			return !deferred
		})
	}
	return true
}

// goesOn reports whether the program uses the value after the branch in which it has seen the error. A
// branch that leaves in some cases has looked at the error, and so has one that sets a flag. One that keeps the
// error, or records that there is one, has so if the program can then do without the value.
func (o Origin) goesOn(call *ssa.Call, err ssa.Value, i *ssa.If, op token.Token) bool {
	failed := i.Block().Succs[0]
	if op == token.EQL {
		failed = i.Block().Succs[1]
	}
	return reaches(failed, o.At, call.Block()) && !leaves(failed, o.At, call.Block()) && !marks(failed) && !o.returnedWith(err) &&
		(!keeps(err, 0) && !records(i.Block(), failed) || o.At == o.use && !avoids(failed, o.At, call.Block()))
}

// returnedWith reports whether the function returns the error beside the value.
func (o Origin) returnedWith(err ssa.Value) bool {
	if o.At == o.use {
		return false
	}
	b := o.At
	for range 10 {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			return slices.ContainsFunc(ret.Results, func(v ssa.Value) bool { return mayBe(v, err, 0) })
		}
		if len(b.Succs) != 1 {
			break
		}
		b = b.Succs[0]
	}
	return false
}

// mayBe reports whether the value is the other one, on some way.
func mayBe(v, other ssa.Value, depth int) bool {
	phi, ok := v.(*ssa.Phi)
	load, isLoad := v.(*ssa.UnOp)
	of, isOther := other.(*ssa.UnOp)
	return v == other || isLoad && isOther && load.X == of.X || ok && depth < 5 && slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool { return mayBe(e, other, depth+1) })
}

// before reports whether the value is used after the call, and before the instruction looks at the error.
func (o Origin) before(call *ssa.Call, look ssa.Instruction) bool {
	if o.use == nil || o.At != o.use || !call.Block().Dominates(o.use) || o.use == call.Block() && call.Pos() > o.pos {
		return false
	}
	if _, ok := look.(*ssa.Return); ok {
		return o.write && reaches(o.use, look.Block(), nil)
	}
	if b := look.Block(); o.pure && (b == o.use || len(b.Preds) == 1 && b.Preds[0] == o.use) {
		return false // id == owner && err == nil
	}
	if _, ok := look.(*ssa.If); ok {
		return o.use.Dominates(look.Block())
	}
	pos := lookPos(look)
	return pos.IsValid() && (o.use != look.Block() && o.use.Dominates(look.Block()) || o.use == look.Block() && o.pos < pos)
}

// lookPos is where the instruction, or the call that it makes an argument for, is.
func lookPos(look ssa.Instruction) token.Pos {
	switch look := look.(type) {
	case *ssa.Call:
		return look.Pos()
	case *ssa.Store:
		if call := argumentOf(look); call != nil {
			return call.Pos()
		}
	}
	return token.NoPos
}

// argumentOf returns the call for whose variadic arguments the value is stored, or nil.
func argumentOf(s *ssa.Store) *ssa.Call {
	addr, ok := s.Addr.(*ssa.IndexAddr)
	if !ok {
		return nil
	}
	for _, use := range uses(addr.X) {
		if slice, ok := use.(*ssa.Slice); ok {
			for _, use := range uses(slice) {
				if call, ok := use.(*ssa.Call); ok {
					return call
				}
			}
		}
	}
	return nil
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
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

// uses returns the instructions that use the value. Of a constant and of a variable of the package none are known.
func uses(v ssa.Value) (instrs []ssa.Instruction) {
	refs := v.Referrers()
	if refs == nil {
		return nil
	}
	for _, ref := range *refs {
		if _, ok := ref.(*ssa.DebugRef); !ok {
			instrs = append(instrs, ref)
		}
	}
	return instrs
}

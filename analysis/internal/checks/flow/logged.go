package flow

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// keeps reports whether the program stores the error, or one that is made of it, where something can
// look at it later.
func keeps(err ssa.Value, depth int) bool {
	if depth > 5 {
		return true
	}
	for _, use := range uses(err) {
		switch use := use.(type) {
		case *ssa.Store:
			call := argumentOf(use)
			if call == nil || keptBy(call, depth) {
				return true
			}
		case *ssa.Call:
			if keptBy(use, depth) {
				return true
			}
		case *ssa.MakeInterface:
			if keeps(use, depth+1) {
				return true
			}
		case *ssa.ChangeInterface:
			if keeps(use, depth+1) {
				return true
			}
		case *ssa.Send, *ssa.MapUpdate:
			return true
		}
	}
	return false
}

// keptBy reports whether the call appends the error, or makes another one of it that is kept.
func keptBy(call *ssa.Call, depth int) bool {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		return b.Name() == "append"
	}
	return types.Identical(call.Type(), types.Universe.Lookup("error").Type()) && keeps(call, depth+1)
}

// GoesOn reports whether the program only logs the error of the call, and goes on as without one.
func (p *Package) GoesOn(call *ast.CallExpr) bool {
	p.build()
	made := p.made[call.Lparen]
	if made == nil {
		return false
	}
	on := false
	for _, use := range uses(errorOf(made)) {
		op, ok := use.(*ssa.BinOp)
		if !ok {
			if !isLogged(use) {
				return false
			}
			continue
		}
		for _, branch := range uses(op) {
			i, ok := branch.(*ssa.If)
			if !ok || !isNil(op.X) && !isNil(op.Y) {
				return false
			}
			failed, fine := i.Block().Succs[0], i.Block().Succs[1]
			if op.Op == token.EQL {
				failed, fine = fine, failed
			}
			if on = reaches(failed, fine, made.Block()) && onlyLogs(failed, fine); !on {
				return false
			}
		}
	}
	return on
}

// Unused reports whether the program does nothing with the error of the call: it overwrites it, say.
func (p *Package) Unused(call *ast.CallExpr) bool {
	p.build()
	made := p.made[call.Lparen]
	return made != nil && len(uses(errorOf(made))) == 0
}

// errorOf is the last result of the call, or the call itself if it has no other or nothing takes the last.
func errorOf(made *ssa.Call) ssa.Value {
	if tuple, ok := made.Type().(*types.Tuple); ok {
		for _, use := range uses(made) {
			if extract, ok := use.(*ssa.Extract); ok && extract.Index == tuple.Len()-1 {
				return extract
			}
		}
	}
	return made
}

// onlyLogs reports whether the branch that begins with one block goes to the other, and does nothing
// before but log.
func onlyLogs(from, to *ssa.BasicBlock) bool {
	if len(from.Succs) != 1 || from.Succs[0] != to || marks(from) {
		return false
	}
	for _, instr := range from.Instrs {
		switch instr := instr.(type) {
		case *ssa.Store:
			if argumentOf(instr) == nil {
				return false
			}
		case *ssa.Call:
			if fn := funcOf(instr.Common()); fn == nil || !logs.MatchString(fn.Name()) {
				return false
			}
		case *ssa.MapUpdate, *ssa.Send, *ssa.Go, *ssa.Defer:
			return false
		case *ssa.Phi:
			return false
		}
	}
	for _, instr := range to.Instrs {
		if phi, ok := instr.(*ssa.Phi); ok && slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool { return e != phi.Edges[0] }) {
			return false // the branch sets a variable
		}
	}
	return true
}

// marks reports whether the branch that begins with the block sets a flag, as ok = false.
func marks(from *ssa.BasicBlock) bool {
	isBool := func(v ssa.Value) bool { return types.Identical(v.Type().Underlying(), types.Typ[types.Bool]) }
	for _, b := range from.Parent().Blocks {
		if !from.Dominates(b) {
			continue
		}
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Store); ok && isBool(s.Val) {
				return true
			}
		}
		for _, next := range b.Succs {
			for _, instr := range next.Instrs {
				phi, ok := instr.(*ssa.Phi)
				if !ok || from.Dominates(next) || !isBool(phi) {
					continue
				}
				if c, ok := phi.Edges[slices.Index(next.Preds, b)].(*ssa.Const); ok && c.Value != nil {
					return true
				}
			}
		}
	}
	return false
}

// records reports whether the branch that begins with the block failed leaves something that the program can look
// at later: it sets a variable, a field or an entry of a map, or calls what does more than log. The block before
// decides if the program takes it.
func records(before, failed *ssa.BasicBlock) bool {
	for _, b := range failed.Parent().Blocks {
		if !failed.Dominates(b) {
			continue
		}
		if slices.ContainsFunc(b.Instrs, leavesTrace) {
			return true
		}
		for _, next := range b.Succs {
			if !failed.Dominates(next) && setsVariable(before, failed, b, next) {
				return true
			}
		}
	}
	return false
}

func leavesTrace(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.MapUpdate, *ssa.Send:
		return true
	case *ssa.Store:
		return argumentOf(instr) == nil
	case *ssa.Call: // what it returns leaves a trace where that is used
		_, builtin := instr.Call.Value.(*ssa.Builtin)
		fn := funcOf(instr.Common())
		return !builtin && len(uses(instr)) == 0 && !counts(instr) && (fn == nil || !logs.MatchString(fn.Name()) && !prints.MatchString(fn.Name()))
	}
	return false
}

// counts reports whether the call has numbers alone, as the Add of a counter.
func counts(call *ssa.Call) bool {
	args := call.Call.Args
	if fn := funcOf(call.Common()); fn != nil && len(args) == fn.Signature().Params().Len()+1 {
		args = args[1:] // without the receiver, which wg.Done as a value has inside
	}
	return len(args) > 0 && !slices.ContainsFunc(args, func(v ssa.Value) bool {
		c, ok := v.(*ssa.Const)
		return !ok || c.Value == nil || c.Value.Kind() != constant.Int
	})
}

// setsVariable reports whether a variable has another value in the block next if the program comes from the failed
// branch, leaving out UUIDs, which are followed themselves.
func setsVariable(before, failed, from, next *ssa.BasicBlock) bool {
	for _, instr := range next.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok || uuids.Is(phi.Type()) {
			continue
		}
		own := phi.Edges[slices.Index(next.Preds, from)]
		for i, e := range phi.Edges {
			if p := next.Preds[i]; e != own && before.Dominates(p) && !failed.Dominates(p) {
				return true
			}
		}
	}
	return false
}

// prints are methods of loggers and traces, and functions that print, with other names than those of logs.
var prints = regexp.MustCompile("^(Fprint|Msg|Send$|Record|Inc$)")

var logs = regexp.MustCompile("^(Print|Log|Debug|Info|Warn|Error)")

// isLogged reports whether the instruction gives the error to a function that logs it.
func isLogged(use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.Store:
		call := argumentOf(use)
		return call != nil && isLogged(call)
	case *ssa.MakeInterface, *ssa.ChangeInterface:
		for _, next := range uses(use.(ssa.Value)) {
			if !isLogged(next) {
				return false
			}
		}
		return true
	case *ssa.Call:
		fn := funcOf(use.Common())
		return fn != nil && logs.MatchString(fn.Name()) && uuids.Path(fn.Pkg()) != "testing" && len(uses(use)) == 0
	}
	return false
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

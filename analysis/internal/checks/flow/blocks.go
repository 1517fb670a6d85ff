package flow

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

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

// leaves reports whether the program can end, return or go elsewhere within the branch that begins with
// the block, instead of going on to the other block.
func leaves(from, to, again *ssa.BasicBlock) bool {
	visited := map[*ssa.BasicBlock]bool{}
	var visit func(b *ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		switch {
		case visited[b] || b == to:
			return false
		case !from.Dominates(b):
			return !reaches(b, to, again)
		case len(b.Succs) == 0 || ends(b):
			return true
		}
		visited[b] = true
		return slices.ContainsFunc(b.Succs, visit)
	}
	return visit(from)
}

// avoids reports whether the program can return, or make the value anew, without the other block.
func avoids(from, to, again *ssa.BasicBlock) bool {
	visited := map[*ssa.BasicBlock]bool{to: true}
	var visit func(b *ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		if visited[b] {
			return false
		}
		visited[b] = true
		return len(b.Succs) == 0 || b == again || ends(b) || slices.ContainsFunc(b.Succs, visit)
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

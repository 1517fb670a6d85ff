package flow

import (
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// ComparesToNil reports whether the program asks if the value of the expression is the Nil UUID, here or
// where it reads the same field.
func (p *Package) ComparesToNil(e ast.Expr) bool {
	p.build()
	switch v := p.values[ast.Unparen(e)].value.(type) {
	case nil:
		return false
	case *ssa.Field:
		return slices.ContainsFunc(uses(v.X), func(use ssa.Instruction) bool {
			f, ok := use.(*ssa.Field)
			return ok && f.Field == v.Field && comparesToZero(f)
		})
	case *ssa.UnOp:
		if addr, ok := v.X.(*ssa.FieldAddr); ok && addr.X.Referrers() != nil {
			return slices.ContainsFunc(uses(addr.X), func(use ssa.Instruction) bool {
				f, ok := use.(*ssa.FieldAddr)
				return ok && f.Field == addr.Field && asked(f)
			})
		}
		return comparesToZero(v)
	default:
		return comparesToZero(v)
	}
}

// comparesToZero reports whether the program asks if the UUID is Nil.
func comparesToZero(v ssa.Value) bool { return compares(v, map[ssa.Value]bool{}) }

func compares(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
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

// ComparesToNil reports whether the program asks if the value is the Nil UUID.
func (o Origin) ComparesToNil() bool { return comparesToZero(o.Value) }

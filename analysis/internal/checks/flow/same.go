package flow

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Same reports whether both are the same value: not what two calls of one function return.
func (o Origin) Same(other Origin) bool {
	n := min(len(o.via), len(other.via))
	return same(o.Value, other.Value) && slices.Equal(o.via[len(o.via)-n:], other.via[len(other.via)-n:])
}

// same reports whether the values are one, or are read from the same field or element: each reading is
// another value.
func same(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *ssa.UnOp:
		b, ok := b.(*ssa.UnOp)
		return ok && a.Op == b.Op && same(a.X, b.X)
	case *ssa.Field:
		b, ok := b.(*ssa.Field)
		return ok && a.Field == b.Field && same(a.X, b.X)
	case *ssa.FieldAddr:
		b, ok := b.(*ssa.FieldAddr)
		return ok && a.Field == b.Field && same(a.X, b.X)
	case *ssa.IndexAddr:
		b, ok := b.(*ssa.IndexAddr)
		return ok && sameKey(a.Index, b.Index) && same(a.X, b.X)
	case *ssa.Lookup:
		b, ok := b.(*ssa.Lookup)
		return ok && sameKey(a.Index, b.Index) && same(a.X, b.X)
	}
	return false
}

// sameKey is like same, also for two constants.
func sameKey(a, b ssa.Value) bool {
	x, ok := a.(*ssa.Const)
	y, ok2 := b.(*ssa.Const)
	return same(a, b) || ok && ok2 && x.Value != nil && y.Value != nil && constant.Compare(x.Value, token.EQL, y.Value)
}

package meaning

import (
	"go/types"
	"slices"
	"strconv"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// listAPIs lists the packages of other modules that a package imports and whose API has
// an old package's types and an any: they may ask the any for such a type.
func (m *meaning) listAPIs(v *load.Variant, p *load.Pkg) {
	for _, f := range p.Files {
		for _, spec := range f.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			other := v.Import(p, path)
			if other == nil || load.IsOld(path) || m.libraries[path] {
				continue
			}
			if other.Main || other.Types == nil || other.Module != nil && other.Module.Main {
				continue
			}
			scope := other.Types.Scope()
			api := func(is func(types.Type) bool) bool {
				return slices.ContainsFunc(scope.Names(), func(name string) bool {
					obj := scope.Lookup(name)
					return obj.Exported() && mentions(obj, is)
				})
			}
			if api(isOld) && api(isAny) {
				m.libraries[path] = true
				at := v.Fset.PositionFor(spec.Pos(), false)
				m.add(at.Filename, at.Offset, path, "its API has the old type: look for places where a UUID goes there in an any, which the compiler does not see")
			}
		}
	}
}

func isOld(t types.Type) bool { return load.OldType(t) != nil }

func isAny(t types.Type) bool {
	i, ok := t.(*types.Interface)
	return ok && i.NumMethods() == 0 && i.NumEmbeddeds() == 0
}

// mentions reports whether the type of an exported object, or of a field or method of it,
// has a part of which is is true.
func mentions(obj types.Object, is func(types.Type) bool) bool {
	seen := map[types.Type]bool{}
	var has func(t types.Type) bool
	has = func(t types.Type) bool {
		if seen[t] {
			return false
		}
		seen[t] = true
		if is(types.Unalias(t)) {
			return true
		}
		switch t := types.Unalias(t).(type) {
		case *types.Pointer:
			return has(t.Elem())
		case *types.Slice:
			return has(t.Elem())
		case *types.Array:
			return has(t.Elem())
		case *types.Map:
			return has(t.Key()) || has(t.Elem())
		case *types.Chan:
			return has(t.Elem())
		case *types.Signature:
			return has(t.Params()) || has(t.Results())
		case *types.Tuple:
			for v := range t.Variables() {
				if has(v.Type()) {
					return true
				}
			}
		case *types.Struct:
			for f := range t.Fields() {
				if f.Exported() && has(f.Type()) {
					return true
				}
			}
		case *types.Interface:
			for m := range t.Methods() {
				if m.Exported() && has(m.Type()) {
					return true
				}
			}
		}
		return false
	}
	if has(obj.Type()) {
		return true
	}
	named, ok := obj.Type().(*types.Named)
	if _, isType := obj.(*types.TypeName); !ok || !isType {
		return false
	}
	if has(named.Underlying()) {
		return true
	}
	for m := range named.Methods() {
		if m.Exported() && has(m.Type()) {
			return true
		}
	}
	return false
}

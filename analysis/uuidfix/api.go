package main

import (
	"go/types"
	"slices"
	"strconv"
)

// listAPIs lists the packages of other modules that a package imports and whose API has
// an old package's types and an any: they may ask the any for such a type.
func (j *job) listAPIs(v *variant, p *pkg) {
	for _, f := range p.files {
		for _, spec := range f.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			meta := p.Imports[path]
			if meta == nil || j.sources[path] != nil || j.libraries[path] {
				continue
			}
			other := v.byID[meta.ID]
			if other.main || other.types == nil || other.Module != nil && other.Module.Main {
				continue
			}
			scope := other.types.Scope()
			api := func(is func(types.Type) bool) bool {
				return slices.ContainsFunc(scope.Names(), func(name string) bool {
					obj := scope.Lookup(name)
					return obj.Exported() && mentions(obj, is)
				})
			}
			if api(j.isOld) && api(isAny) {
				j.libraries[path] = true
				at := v.fset.PositionFor(spec.Pos(), false)
				j.left[left{at.Filename, at.Offset, path, "its API has the old type: look for places where a UUID goes there in an any, which the compiler does not see"}] = true
			}
		}
	}
}

// isOld reports whether an old package has the type.
func (j *job) isOld(t types.Type) bool {
	named, ok := t.(*types.Named)
	return ok && named.Obj().Pkg() != nil && j.sources[named.Obj().Pkg().Path()] != nil
}

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

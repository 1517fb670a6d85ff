package main

import (
	"go/types"
	"slices"
	"strconv"
)

// listAPIs lists the packages of other modules that a package imports and that take or
// give an old package's types: they may ask an any for them, which no type shows.
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
			if slices.ContainsFunc(scope.Names(), func(name string) bool {
				obj := scope.Lookup(name)
				return obj.Exported() && j.mentions(obj)
			}) {
				j.libraries[path] = true
				at := v.fset.PositionFor(spec.Pos(), false)
				j.left[left{at.Filename, at.Offset, path, "its API has the old type: look for places where a UUID goes there in an any, which the compiler does not see"}] = true
			}
		}
	}
}

// mentions reports whether an exported function, variable, field or method has an old
// package's type.
func (j *job) mentions(obj types.Object) bool {
	seen := map[types.Type]bool{}
	var has func(t types.Type) bool
	has = func(t types.Type) bool {
		if seen[t] {
			return false
		}
		seen[t] = true
		switch t := types.Unalias(t).(type) {
		case *types.Named:
			return t.Obj().Pkg() != nil && j.sources[t.Obj().Pkg().Path()] != nil
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

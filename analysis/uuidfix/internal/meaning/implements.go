package meaning

import (
	"go/types"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// An implementer is a type of the module, and the interface of another module that it implements. The interface has an
// old type in a method.
type implementer struct {
	variant int
	path    string
	name    string
	of      *types.TypeName
}

// Implementers returns those that the packages have now. After the rewriting fewer do: who asks for the interface by
// an assertion then finds none, and nothing fails to compile.
func Implementers(p *load.Program) map[implementer]types.Object {
	all := map[implementer]types.Object{}
	for i, v := range p.Variants {
		interfaces := map[*types.TypeName]*types.Interface{}
		for _, own := range v.Own {
			for path := range own.Imports {
				if other := v.Import(own, path); other != nil && !other.Mine && !load.IsOld(path) && other.Types != nil {
					addInterfaces(interfaces, other.Types.Scope())
				}
			}
		}
		for _, pkg := range v.Pkgs {
			if v.Broken(pkg) != "" || pkg.ID != pkg.PkgPath || pkg.Types == nil {
				continue
			}
			for _, name := range pkg.Types.Scope().Names() {
				obj, ok := pkg.Types.Scope().Lookup(name).(*types.TypeName)
				if !ok || obj.IsAlias() || types.IsInterface(obj.Type()) || obj.Type().(*types.Named).TypeParams().Len() > 0 {
					continue
				}
				for of, wanted := range interfaces {
					if types.Implements(types.NewPointer(obj.Type()), wanted) {
						all[implementer{i, pkg.PkgPath, name, of}] = obj
					}
				}
			}
		}
	}
	return all
}

// addInterfaces adds the interfaces of a package that have an old type in a method.
func addInterfaces(all map[*types.TypeName]*types.Interface, scope *types.Scope) {
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		t, ok := obj.Type().Underlying().(*types.Interface)
		if !ok {
			continue
		}
		for m := range t.Methods() {
			for _, tuple := range []*types.Tuple{m.Signature().Params(), m.Signature().Results()} {
				for v := range tuple.Variables() {
					if oldIn(v.Type()) != nil {
						all[obj] = t
					}
				}
			}
		}
	}
}

// ListImplementers lists those that are none any more.
func ListImplementers(p *load.Program, before map[implementer]types.Object, list *finding.List) {
	after := Implementers(p)
	for key := range before {
		pkg := p.Variants[key.variant].Package(key.path)
		if after[key] != nil || pkg == nil || pkg.Types == nil || pkg.Types.Scope().Lookup(key.name) == nil {
			continue
		}
		at := p.Variants[key.variant].Fset.PositionFor(pkg.Types.Scope().Lookup(key.name).Pos(), false)
		list.Add(finding.Finding{File: at.Filename, Offset: at.Offset, End: at.Offset + 1, Kind: finding.RunTime, What: key.name,
			Write: "it is no " + key.of.Pkg().Path() + "." + key.of.Name() + " any more, which has the old type in a method: who asks an any for one does not find it"})
	}
}

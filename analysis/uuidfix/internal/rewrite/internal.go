package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// A boundary has the places in the source where the exported API names an old package's type:
// with -internal they stay, so that importers see no change.
type boundary map[place]bool

// newBoundary finds what can be reached from the exported API of the module's packages: types,
// fields, parameters and results, in internal packages, too.
func newBoundary(p *load.Program) boundary {
	b := boundary{}
	for _, v := range p.Variants {
		w := &apiWalk{v: v, boundary: b, reached: map[*types.TypeName]bool{}, specs: map[types.Object]reachable{}}
		for _, pkg := range v.Pkgs {
			if v.Broken(pkg) == "" && !strings.Contains(pkg.ID, " [") {
				w.collect(pkg)
			}
		}
		for _, pkg := range v.Pkgs {
			if v.Broken(pkg) == "" && !strings.Contains(pkg.ID, " [") && load.Importable(pkg) {
				for _, name := range pkg.Types.Scope().Names() {
					if obj := pkg.Types.Scope().Lookup(name); obj.Exported() {
						w.reach(obj)
					}
				}
			}
		}
	}
	return b
}

// An apiWalk goes from declaration to declaration.
type apiWalk struct {
	v        *load.Variant
	boundary boundary
	reached  map[*types.TypeName]bool
	specs    map[types.Object]reachable // the declarations of the module
}

// A reachable is a declaration and the types that it names.
type reachable struct {
	p     *load.Pkg
	types []ast.Node
}

// collect collects the declarations of a package.
func (w *apiWalk) collect(p *load.Pkg) {
	for _, f := range p.Files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				w.specs[p.Info.Defs[d.Name]] = reachable{p, []ast.Node{d.Type}}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						w.specs[p.Info.Defs[s.Name]] = reachable{p, exportedParts(s.Type)}
					case *ast.ValueSpec:
						for _, name := range s.Names {
							if obj := p.Info.Defs[name]; s.Type != nil {
								w.specs[obj] = reachable{p, []ast.Node{s.Type}}
							} else if obj != nil && obj.Exported() && load.OldType(obj.Type()) != nil && len(s.Names) == 1 {
								w.specs[obj] = reachable{p, []ast.Node{name}} // it has its value's type
							}
						}
					}
				}
			}
		}
	}
}

// exportedParts returns the types of a struct's exported fields, or the type itself.
func exportedParts(t ast.Expr) (parts []ast.Node) {
	s, ok := t.(*ast.StructType)
	if !ok {
		return []ast.Node{t}
	}
	for _, field := range s.Fields.List {
		if len(field.Names) == 0 || slices.ContainsFunc(field.Names, func(id *ast.Ident) bool { return id.IsExported() }) {
			parts = append(parts, field.Type)
		}
	}
	return parts
}

// reach marks the old types that the declaration of obj names, and reaches its other types.
func (w *apiWalk) reach(obj types.Object) {
	decl, ok := w.specs[obj]
	if t, isType := obj.(*types.TypeName); isType && ok {
		if w.reached[t] {
			return
		}
		w.reached[t] = true
		if named, ok := types.Unalias(t.Type()).(*types.Named); ok {
			for m := range named.Methods() {
				if m.Exported() {
					w.reach(m)
				}
			}
		}
	}
	for _, part := range decl.types {
		for n := range ast.Preorder(part) {
			id, ok := n.(*ast.Ident)
			if !ok {
				continue
			}
			if decl.p.Info.Defs[id] == obj {
				w.mark(id)
			}
			used := decl.p.Info.Uses[id]
			if t, ok := used.(*types.TypeName); ok {
				if t.Pkg() != nil && load.IsOld(t.Pkg().Path()) {
					w.mark(id)
				} else {
					w.reach(t)
				}
			}
		}
	}
}

func (w *apiWalk) mark(id *ast.Ident) {
	at := w.v.Fset.PositionFor(id.Pos(), false)
	w.boundary[place{at.Filename, at.Offset}] = true
}

// withoutBoundary returns the uses that are not part of the API, and whether the file stays as it
// is because all are. If the file needs both packages, the old one gets the name of its author.
func (r *rewriter) withoutBoundary(uses []use) (others []use, stays bool) {
	var staying []use
	for _, u := range uses {
		if r.boundary[place{r.name, r.offset(u.name.Pos())}] {
			staying = append(staying, u)
		} else {
			others = append(others, u)
		}
	}
	vars := r.boundaryVars()
	switch {
	case len(staying)+len(vars) == 0:
		return uses, false
	case len(others) == 0:
		return nil, true // the file stays as it is
	}
	names := map[string]string{}
	name := func(of types.Object) string {
		path := of.Pkg().Path()
		if names[path] == "" {
			names[path] = r.freeName(strings.Split(strings.TrimPrefix(path, "github.com/"), "/")[0])
			r.addImport(names[path] + " " + strconv.Quote(path))
		}
		return names[path] + "."
	}
	for _, u := range staying {
		r.put(u.expr.Pos(), u.name.Pos(), name(u.obj))
	}
	for _, id := range vars {
		t := load.OldType(r.p.Info.Defs[id].Type()).Obj()
		r.insertAfter(id, " "+name(t)+t.Name())
	}
	return others, false
}

// boundaryVars returns the variables of the file that get a type, because they had that of an
// old package by their values.
func (r *rewriter) boundaryVars() (vars []*ast.Ident) {
	for _, d := range r.file.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.VAR {
			continue
		}
		for _, s := range decl.Specs {
			if spec := s.(*ast.ValueSpec); spec.Type == nil && r.boundary[place{r.name, r.offset(spec.Names[0].Pos())}] {
				vars = append(vars, spec.Names[0])
			}
		}
	}
	return vars
}

// freeName returns the name, or a longer one that nothing in the package or the file has.
func (r *rewriter) freeName(name string) string {
	for r.taken(name) || !token.IsIdentifier(name) {
		name += "uuid"
	}
	return name
}

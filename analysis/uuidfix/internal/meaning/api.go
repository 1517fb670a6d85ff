package meaning

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// An API is what the packages of a module export, and what their types inherit, by the
// variant, the package and the name.
type API map[apiOf]member

type apiOf struct {
	variant int
	path    string
	name    string // F, T.Field, T.Method
}

type member struct {
	text     string
	also     string    // the methods that the struct does not have, because two of its fields do
	pos      token.Pos // in this module
	promoted bool      // a method that an embedded field has
}

// inherits marks the entry with the methods that a type has by embedding.
const inherits = " inherits "

// NewAPI returns the API as the packages are now: what the compiler writes into their
// export data. It has what importers can reach, also where they cannot name the type.
func NewAPI(p *load.Program) API {
	api := API{}
	for i, v := range p.Variants {
		w := &apiWalk{api: api, variant: i, mine: map[*types.Package]bool{}, seen: map[types.Object]bool{}}
		for _, pkg := range v.Pkgs {
			if v.Broken(pkg) == "" && pkg.ID == pkg.PkgPath && pkg.Types != nil {
				w.mine[pkg.Types] = true
			}
		}
		for _, pkg := range v.Pkgs {
			if !w.mine[pkg.Types] {
				continue
			}
			for _, name := range pkg.Types.Scope().Names() {
				obj := pkg.Types.Scope().Lookup(name)
				w.addInherited(obj)
				if obj.Exported() && load.Importable(pkg) {
					w.reach(obj)
				}
			}
		}
	}
	return api
}

// An apiWalk goes from declaration to declaration.
type apiWalk struct {
	api     API
	variant int
	mine    map[*types.Package]bool
	seen    map[types.Object]bool
}

// addInherited adds the methods that a struct has by embedding.
func (w *apiWalk) addInherited(obj types.Object) {
	named, _ := obj.Type().(*types.Named)
	if t, ok := obj.(*types.TypeName); !ok || named == nil || t.IsAlias() {
		return
	}
	if s, ok := named.Underlying().(*types.Struct); ok && embedsUUID(s, 0) {
		methods, both := inherited(named, s)
		w.api[apiOf{w.variant, obj.Pkg().Path(), obj.Name() + inherits}] = member{text: methods, also: both, pos: obj.Pos()}
	}
}

// reach adds what a package declares, and what importers reach from there.
func (w *apiWalk) reach(obj types.Object) {
	if w.seen[obj] || !w.mine[obj.Pkg()] || obj.Parent() != obj.Pkg().Scope() {
		return
	}
	w.seen[obj] = true
	qualifier := types.RelativeTo(obj.Pkg())
	put := func(name, text string, of types.Object, promoted bool) {
		w.api[apiOf{w.variant, obj.Pkg().Path(), name}] = member{text: text, pos: of.Pos(), promoted: promoted}
	}
	name := obj.Name()
	named, _ := obj.Type().(*types.Named)
	if t, ok := obj.(*types.TypeName); !ok || named == nil || t.IsAlias() {
		put(name, types.ObjectString(obj, qualifier), obj, false)
		w.reachType(obj.Type())
		return
	}
	for p := range named.TypeParams().TypeParams() {
		w.reachType(p.Constraint())
	}
	if s, ok := named.Underlying().(*types.Struct); ok {
		put(name, "type "+name+" struct", obj, false)
		for f := range s.Fields() {
			if f.Exported() {
				put(name+"."+f.Name(), "field "+name+"."+f.Name()+" "+types.TypeString(f.Type(), qualifier), f, false)
			}
		}
	} else {
		put(name, "type "+name+" "+types.TypeString(named.Underlying(), qualifier), obj, false)
	}
	w.reachType(named.Underlying())
	for sel := range types.NewMethodSet(types.NewPointer(named)).Methods() {
		if m := sel.Obj(); m.Exported() {
			sig := sel.Type().(*types.Signature)
			put(name+"."+m.Name(), "method "+name+"."+m.Name()+signature(sig, qualifier), m, len(sel.Index()) > 1)
			w.reachType(sig)
		}
	}
}

// reachType reaches the types of which a type is made.
func (w *apiWalk) reachType(t types.Type) {
	switch t := t.(type) {
	case *types.Alias:
		w.reach(t.Obj())
		w.reachType(types.Unalias(t))
	case *types.Named:
		w.reach(t.Obj())
		for arg := range t.TypeArgs().Types() {
			w.reachType(arg)
		}
	case *types.Signature:
		for p := range t.TypeParams().TypeParams() {
			w.reachType(p.Constraint())
		}
		w.reachType(t.Params())
		w.reachType(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			w.reachType(v.Type())
		}
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() || f.Embedded() {
				w.reachType(f.Type())
			}
		}
	case *types.Interface:
		for m := range t.Methods() { // also those that it embeds
			if m.Exported() {
				w.reachType(m.Type())
			}
		}
		for e := range t.EmbeddedTypes() {
			w.reachType(e)
		}
	case *types.Union:
		for term := range t.Terms() {
			w.reachType(term.Type())
		}
	case *types.Map:
		w.reachType(t.Key())
		w.reachType(t.Elem())
	case interface{ Elem() types.Type }: // a pointer, a slice, an array or a channel
		w.reachType(t.Elem())
	}
}

// signature returns the types of parameters and results, without names.
func signature(sig *types.Signature, qualifier types.Qualifier) string {
	unnamed := func(t *types.Tuple) *types.Tuple {
		var vars []*types.Var
		for v := range t.Variables() {
			vars = append(vars, types.NewParam(token.NoPos, nil, "", v.Type()))
		}
		return types.NewTuple(vars...)
	}
	bare := types.NewSignatureType(nil, nil, nil, unnamed(sig.Params()), unnamed(sig.Results()), sig.Variadic())
	return strings.ReplaceAll(strings.TrimPrefix(types.TypeString(bare, qualifier), "func"), "interface{}", "any")
}

// embedsUUID reports whether a struct has a UUID, or embeds a struct that has: it was embedded, or is.
func embedsUUID(s *types.Struct, depth int) bool {
	for f := range s.Fields() {
		t := pointed(f.Type())
		inner, ok := t.Underlying().(*types.Struct)
		if isUUIDs(t) || ok && f.Embedded() && depth < 8 && embedsUUID(inner, depth+1) {
			return true
		}
	}
	return false
}

// inherited returns the methods of a struct and the fields of a NullUUID that it embeds, and the methods that it
// does not have because a UUID and another field do.
func inherited(t types.Type, s *types.Struct) (methods, both string) {
	var names, twice []string
	set := types.NewMethodSet(types.NewPointer(t))
	for sel := range set.Methods() {
		if sel.Obj().Exported() {
			names = append(names, sel.Obj().Name())
		}
	}
	for f := range s.Fields() {
		if !f.Embedded() || !isUUIDs(pointed(f.Type())) {
			continue
		}
		for sel := range types.NewMethodSet(types.NewPointer(pointed(f.Type()))).Methods() {
			obj, index, _ := types.LookupFieldOrMethod(t, true, f.Pkg(), sel.Obj().Name())
			if obj == nil && index != nil && sel.Obj().Exported() {
				twice = append(twice, sel.Obj().Name())
			}
		}
		if null, ok := pointed(f.Type()).Underlying().(*types.Struct); ok {
			for inner := range null.Fields() {
				if obj, _, _ := types.LookupFieldOrMethod(t, true, f.Pkg(), inner.Name()); obj == inner {
					names = append(names, inner.Name())
				}
			}
		}
	}
	return strings.Join(names, ", "), strings.Join(twice, ", ")
}

// isUUIDs reports whether a package of UUIDs has the type.
func isUUIDs(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return false
	}
	path := named.Obj().Pkg().Path()
	return load.IsOld(path) || path == load.Kit+"/uuid" || path == "uuid"
}

// ListAPI lists how the API differs from what it was.
func ListAPI(p *load.Program, before API, list *finding.List) {
	after := NewAPI(p)
	for key, was := range before {
		is, ok := after[key]
		if ok && is.text == was.text || was.promoted && (is.promoted || !ok) {
			continue // the methods by embedding are listed together
		}
		fset := p.Variants[key.variant].Fset
		pos := cmp.Or(is.pos, after[apiOf{key.variant, key.path, strings.TrimSuffix(key.name, inherits)}].pos)
		at := fset.PositionFor(pos, false)
		f := finding.Finding{File: at.Filename, Offset: at.Offset, End: at.Offset + 1}
		if name, ok := strings.CutSuffix(key.name, inherits); ok {
			f.What = name
			if f.Kind, f.Write = inheritance(was.text, is.text, is.also); f.Write == "" {
				continue
			}
		} else {
			f.Kind, f.What = finding.API, was.text+" becomes "+cmp.Or(is.text, "nothing")
		}
		if pos == token.NoPos {
			f.File, f.Offset = p.Module.Env.GOMOD, 0
		}
		list.Add(f)
	}
	for _, key := range slices.Collect(maps.Keys(after)) {
		if _, ok := before[key]; !ok && !after[key].promoted && !strings.HasSuffix(key.name, inherits) {
			at := p.Variants[key.variant].Fset.PositionFor(after[key].pos, false)
			list.Add(finding.Finding{File: at.Filename, Offset: at.Offset, Kind: finding.API, What: after[key].text + " is new"})
		}
	}
}

// inheritance says which methods a type has got and lost by what it embeds. Both are those that
// another field has, too.
func inheritance(was, is, both string) (kind finding.Kind, write string) {
	split := func(s string) map[string]bool {
		set := map[string]bool{}
		for m := range strings.SplitSeq(s, ", ") {
			set[m] = true
		}
		delete(set, "")
		return set
	}
	before, after := split(was), split(is)
	minus := func(a, b map[string]bool) string {
		var names []string
		for _, m := range slices.Sorted(maps.Keys(a)) {
			if !b[m] {
				names = append(names, m)
			}
		}
		return strings.Join(names, ", ")
	}
	more, less := minus(after, before), minus(before, after)
	if more == "" && less == "" {
		return "", ""
	}
	kind = finding.API
	either := more + ", " + less
	switch {
	case strings.Contains(either, "Marshal"):
		kind = finding.Wire
	case more != "" || slices.ContainsFunc([]string{"Unmarshal", "Scan", "Value", "String"}, func(name string) bool { return strings.Contains(less, name) }):
		kind = finding.RunTime
	}
	write = "the struct embeds, or embedded, a UUID"
	if more != "" {
		write += "; now it also has " + more
	}
	if less != "" {
		write += "; it no longer has " + less
	}
	if more != "" {
		write += "; name the field, and write the methods that you want"
		if both != "" {
			write += "; without its own " + both + " it then gets another field's"
		}
	}
	return kind, write
}

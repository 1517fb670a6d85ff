package meaning

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// generics knows what the module's generic functions do with values of their type parameters.
type generics struct {
	v     *load.Variant
	sinks *sinks
	decls map[*types.Func]place
	known memo[*types.Func, handed]
}

// handed is a value of a function's type parameter, or of its receiver's, that goes to an interface, or is asked of one.
type handed struct {
	param   int
	pointer bool // to the value
	asks    bool // an assertion asks for the type: nothing goes to a sink
	to      sink
}

func newGenerics(v *load.Variant, s *sinks) *generics {
	g := &generics{v, s, map[*types.Func]place{}, memo[*types.Func, handed]{}}
	for _, p := range v.Own {
		if v.Broken(p) != "" {
			continue
		}
		for c := range inspector.New(p.Files).Root().Preorder((*ast.FuncDecl)(nil)) {
			if fn, ok := p.Info.Defs[c.Node().(*ast.FuncDecl).Name].(*types.Func); ok && typeParams(fn).Len() > 0 {
				g.decls[fn] = place{p: p, Cursor: c}
			}
		}
	}
	return g
}

// typeParams returns the type parameters of a function, or those of its receiver.
func typeParams(fn *types.Func) *types.TypeParamList {
	if list := fn.Signature().RecvTypeParams(); list.Len() > 0 {
		return list
	}
	return fn.Signature().TypeParams()
}

// typeArgs returns the type arguments of an instance: of an alias those of the type that it is.
func typeArgs(inst types.Instance) *types.TypeList {
	if named, ok := types.Unalias(inst.Type).(*types.Named); ok {
		return named.TypeArgs()
	}
	return inst.TypeArgs
}

// of returns what an instance does with values of its type arguments: that of a function, or that of a
// type by all of its methods.
func (g *generics) of(obj types.Object) (all []handed) {
	switch obj := obj.(type) {
	case *types.Func:
		if at, ok := g.decls[obj.Origin()]; ok {
			return g.known.of(obj.Origin(), func() []handed { return g.body(obj.Origin(), at) })
		}
		for i := range typeParams(obj.Origin()).Len() {
			// T: most only move values, so that what is not in the tables has nothing to say.
			all = append(all, handed{param: i, pointer: true, to: sink{path: pathOf(obj), name: obj.Name(), verb: "T"}})
		}
	case *types.TypeName:
		if named, ok := types.Unalias(obj.Type()).(*types.Named); ok {
			for m := range named.Origin().Methods() {
				if at, ok := g.decls[m]; ok {
					for _, h := range g.known.of(m, func() []handed { return g.body(m, at) }) {
						if !h.asks { // as a rule for what a method of the same type has stored
							all = append(all, h)
						}
					}
				}
			}
		}
	}
	return all
}

// body reads the body of a generic function.
func (g *generics) body(fn *types.Func, at place) (all []handed) {
	add := func(t types.Type, h handed) {
		h.to.through = fn.Name()
		for i := range typeParams(fn).Len() {
			h.param = i
			if mentions(t, typeParams(fn).At(i)) && !slices.Contains(all, h) {
				all = append(all, h)
			}
		}
	}
	at.p.Flows(at.Cursor, func(flow load.Flow) {
		got := typeOf(at.p, flow)
		if got == nil || !types.IsInterface(flow.Want) || isTypeParam(flow.Want) {
			return
		}
		_, pointer := got.(*types.Pointer)
		c, _ := at.FindNode(flow.Expr)
		for _, to := range g.sinks.of(place{at.p, c, flow.Result}) {
			add(got, handed{pointer: pointer, to: to})
		}
	})
	for c := range at.Preorder((*ast.Ident)(nil), (*ast.TypeAssertExpr)(nil), (*ast.CaseClause)(nil)) {
		switch n := c.Node().(type) {
		case *ast.TypeAssertExpr:
			if n.Type != nil {
				add(at.p.Info.TypeOf(n.Type), handed{asks: true})
			}
		case *ast.CaseClause:
			for _, e := range n.List {
				if tv := at.p.Info.Types[e]; tv.IsType() {
					add(tv.Type, handed{asks: true})
				}
			}
		case *ast.Ident:
			if inst, ok := at.p.Info.Instances[n]; ok {
				for _, h := range g.of(at.p.Info.Uses[n]) {
					add(typeArgs(inst).At(h.param), h)
				}
			}
		}
	}
	return all
}

// mentions reports whether a type is made of a type parameter.
func mentions(t types.Type, param *types.TypeParam) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return t == param
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			if mentions(arg, param) {
				return true
			}
		}
	case *types.Map:
		return mentions(t.Key(), param) || mentions(t.Elem(), param)
	case *types.Struct:
		for f := range t.Fields() {
			if mentions(f.Type(), param) {
				return true
			}
		}
	case interface{ Elem() types.Type }: // a pointer, a slice, an array or a channel
		return mentions(t.Elem(), param)
	}
	return false
}

// listInstances lists type arguments with UUIDs whose values go to a library by a type parameter. Of a
// generic type it lists the first instance.
func (f *file) listInstances() {
	for c := range f.root.Preorder((*ast.Ident)(nil)) {
		id := c.Node().(*ast.Ident)
		inst, ok := f.p.Info.Instances[id]
		if !ok {
			continue
		}
		obj := f.p.Info.Uses[id]
		if _, isType := obj.(*types.TypeName); isType {
			key := "instance " + types.TypeString(inst.Type, nil)
			if f.found[key] {
				continue
			}
			f.found[key] = true
		}
		for _, h := range f.generics.of(obj) {
			got := typeArgs(inst).At(h.param)
			arg := &ast.Ident{NamePos: id.Pos(), Name: types.TypeString(got, func(other *types.Package) string {
				if other == f.p.Types {
					return ""
				}
				return other.Name()
			})}
			if from := oldIn(got); from != nil && h.to.through != "" {
				switch {
				case h.asks && f.outside():
					f.add(finding.RunTime, id, arg.Name+" in "+h.to.through, "an assertion there asks for it; other code still passes values of "+from.Obj().Pkg().Path())
				case h.to.path == "reflect" && slices.Contains([]string{"TypeFor", "TypeOf"}, h.to.name):
					f.add(finding.RunTime, id, arg.Name+" in "+h.to.through, "reflection there sees the type of "+f.program.Target+" now; values of "+from.Obj().Pkg().Path()+" have another type")
				}
			}
			if h.asks {
				continue
			}
			if h.pointer {
				got = types.NewPointer(got)
			}
			f.listValue(arg, got, h.to)
		}
	}
}

package flow

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// An Origin is a value that is not followed further: a call of another package, a constant,
// a parameter that nobody in the package passes, a field that nobody sets.
type Origin struct {
	p     *Package
	Value ssa.Value       // an *ssa.Extract for one of the results of a call
	At    *ssa.BasicBlock // where it goes on from: the end of an edge, or the use
	use   *ssa.BasicBlock // where the expression is
	pos   token.Pos       // of the expression
	boxed types.Type      // of the value that was put into an interface last
	site  ssa.CallInstruction
	via   []*ssa.Call // of functions of the package that return it, the outermost first
	pure  bool
	write bool
}

// Pure returns the origin for a use that only reads: the program may check the error right after it, as in
// id == owner && err == nil.
func (o Origin) Pure() Origin {
	o.pure = true
	return o
}

// Written returns the origin for a use that changes something, such as an INSERT: the function returns the
// error too late if it does so after that.
func (o Origin) Written() Origin {
	o.write = true
	return o
}

// OnlyFor reports whether the program gives the value to functions of this name, and does nothing else
// with it.
func (o Origin) OnlyFor(name string) bool {
	call, _ := o.Call()
	return call != nil && o.p.onlyFor(call, name, 0)
}

func (p *Package) onlyFor(v ssa.Value, name string, depth int) bool {
	for _, use := range uses(v) {
		switch use := use.(type) {
		case *ssa.Call:
			if fn := funcOf(use.Common()); fn == nil || fn.Name() != name {
				return false
			}
		case *ssa.Return: // of a function that only the package calls
			fn := origin(use.Parent())
			if depth > 3 || len(use.Results) != 1 || p.escapes[fn] || ast.IsExported(fn.Name()) || len(p.sites[fn]) == 0 {
				return false
			}
			for _, site := range p.sites[fn] {
				if call, ok := site.(*ssa.Call); !ok || !p.onlyFor(call, name, depth+1) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// Origins returns where the expression's value comes from. It is not complete: what a slice or
// a map holds, and what others write through a pointer, is not known.
func (p *Package) Origins(e ast.Expr) []Origin {
	p.build()
	w := walker{p: p, seen: map[seen]bool{}, pos: e.Pos()}
	if at, ok := p.values[ast.Unparen(e)]; ok {
		w.use = at.at
		if at.addr {
			w.load(at.value, nil, at.at)
		} else {
			w.walk(at.value, at.at)
		}
	}
	return w.found
}

// Any reports whether the expression can have a value of such an origin.
func (p *Package) Any(e ast.Expr, is func(Origin) bool) bool {
	for _, o := range p.Origins(e) {
		if is(o) {
			return true
		}
	}
	return false
}

// All reports whether each origin of the expression is such a one.
func (p *Package) All(e ast.Expr, is func(Origin) bool) bool {
	origins := p.Origins(e)
	for _, o := range origins {
		if !is(o) {
			return false
		}
	}
	return len(origins) > 0
}

// Through is like Origins, and goes on with the expression that next returns for an origin, such as the
// receiver of a method. It asks each expression once, because a loop can give a call its own result.
func (p *Package) Through(e ast.Expr, next func(Origin) ast.Expr) (ends []Origin) {
	asked := map[ast.Expr]bool{}
	var ask func(ast.Expr)
	ask = func(e ast.Expr) {
		if asked[e] {
			return
		}
		asked[e] = true
		for _, o := range p.Origins(e) {
			if on := next(o); on != nil {
				ask(on)
			} else {
				ends = append(ends, o)
			}
		}
	}
	ask(e)
	return ends
}

// Contents is like Origins, for what the variable, struct, slice or map holds that the
// expression is, or points to.
func (p *Package) Contents(e ast.Expr) []Origin {
	p.build()
	w := walker{p: p, seen: map[seen]bool{}}
	if at, ok := p.values[ast.Unparen(e)]; ok {
		w.contents(at.value, at.at, 0)
	}
	return w.found
}

// Call returns the call that the origin is a result of, and which, or nil.
func (o Origin) Call() (call *ssa.Call, result int) {
	switch v := o.Value.(type) {
	case *ssa.Call:
		return v, 0
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return call, v.Index
		}
	}
	return nil, 0
}

// Map returns the origin of the map that o is a value of, and the key if it is constant. If o is no
// value of a map, Map returns o.
func (o Origin) Map() (of Origin, key constant.Value) {
	v, ok := o.Value.(*ssa.Lookup)
	if !ok {
		return o, nil
	}
	if c, ok := v.Index.(*ssa.Const); ok {
		key = c.Value
	}
	return Origin{p: o.p, Value: v.X, At: o.At, site: o.site}, key
}

// Site returns the call that passes the value into the function that uses it, or nil if that function
// makes the value itself.
func (o Origin) Site() *ast.CallExpr {
	if o.site == nil {
		return nil
	}
	return o.p.calls[o.site.Pos()]
}

// IsVariable reports whether the origin is the variable of another package, by its path.
func (o Origin) IsVariable(pkg, name string) bool {
	load, ok := o.Value.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := load.X.(*ssa.Global)
	return ok && g.Name() == name && uuids.Path(g.Pkg.Pkg) == pkg
}

// Boxed returns the type of the value that is put into an interface here, or nil.
func (o Origin) Boxed() types.Type {
	return o.boxed
}

// Callee returns the function whose result it is, the path of its package, and the call as it
// is written.
func (o Origin) Callee() (fn *types.Func, pkg string, call *ast.CallExpr) {
	c, _ := o.Call()
	if c == nil {
		return nil, "", nil
	}
	if fn = funcOf(c.Common()); fn == nil || fn.Pkg() == nil {
		return nil, "", nil
	}
	return fn, uuids.Path(fn.Pkg()), o.p.calls[c.Pos()]
}

// Callee returns the function or method that the call calls, also through a variable of a function that
// holds no other, and the path of its package, or nil.
func (p *Package) Callee(call *ast.CallExpr) (*types.Func, string) {
	fn, pkg := uuids.Callee(p.pass, call)
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if fn != nil || !ok {
		return fn, pkg
	}
	if v, ok := p.pass.TypesInfo.Uses[id].(*types.Var); !ok || v.Parent() == p.pass.Pkg.Scope() {
		return nil, ""
	}
	p.build()
	made := p.made[call.Lparen]
	if made == nil {
		return nil, ""
	}
	if fn = funcOf(made.Common()); fn == nil {
		return nil, ""
	}
	return fn, uuids.Path(fn.Pkg())
}

// funcOf is the declared function or method that is called, or nil.
func funcOf(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method.Origin()
	}
	if fn := c.StaticCallee(); fn != nil {
		if obj, ok := origin(fn).Object().(*types.Func); ok {
			return obj.Origin()
		}
	}
	return nil
}

type seen struct {
	v     ssa.Value
	at    *ssa.BasicBlock
	in    *ssa.Call // whose result it is
	boxed types.Type
}

// A fieldOfSite is a field of a struct that is a value, where a call passes it.
type fieldOfSite struct {
	v     ssa.Value
	field int
	site  ssa.CallInstruction
}

type walker struct {
	p      *Package
	seen   map[seen]bool
	fields map[fieldOfSite]bool // whether something is stored into it
	use    *ssa.BasicBlock
	pos    token.Pos
	inside types.Type // what is in the interface that is walked
	boxed  bool       // stop where a value is put into an interface
	calls  []*ssa.Call
	site   ssa.CallInstruction
	found  []Origin
}

// in is the call whose result is walked, or nil.
func (w *walker) in() *ssa.Call {
	if len(w.calls) == 0 {
		return nil
	}
	return w.calls[len(w.calls)-1]
}

// most is how many values are looked at for one question.
const most = 300

func (w *walker) add(v ssa.Value, at *ssa.BasicBlock) {
	w.found = append(w.found, Origin{w.p, v, at, w.use, w.pos, w.inside, w.site, slices.Clone(w.calls), false, false})
}

func (w *walker) walk(v ssa.Value, at *ssa.BasicBlock) {
	if w.seen[seen{v, at, w.in(), w.inside}] || len(w.seen) > most {
		return
	}
	w.seen[seen{v, at, w.in(), w.inside}] = true
	switch v := v.(type) {
	case *ssa.Phi:
		for i, e := range v.Edges {
			w.walk(e, v.Block().Preds[i])
		}
	case *ssa.MakeInterface:
		if w.boxed {
			w.add(v.X, at)
			return
		}
		outer := w.inside
		w.inside = v.X.Type()
		w.walk(v.X, at)
		w.inside = outer
	case *ssa.ChangeInterface:
		w.walk(v.X, at)
	case *ssa.ChangeType:
		w.walk(v.X, at)
	case *ssa.Convert:
		w.walk(v.X, at)
	case *ssa.MultiConvert:
		w.walk(v.X, at)
	case *ssa.TypeAssert:
		w.walk(v.X, at)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			w.load(v.X, v, at)
		} else {
			w.add(v, at)
		}
	case *ssa.Extract:
		w.extract(v, at)
	case *ssa.Call:
		w.call(v, 0, v, at)
	case *ssa.Parameter:
		w.parameter(v, at)
	case *ssa.Field:
		if !w.fieldOfValue(v.X, v.Field, 0) {
			w.add(v, at)
		}
	case *ssa.FreeVar:
		w.free(v, func(bound ssa.Value, c *ssa.MakeClosure) { w.walk(bound, c.Block()) })
	default:
		w.add(v, at)
	}
}

func (w *walker) extract(v *ssa.Extract, at *ssa.BasicBlock) {
	switch tuple := v.Tuple.(type) {
	case *ssa.Call:
		w.call(tuple, v.Index, v, at)
	case *ssa.TypeAssert:
		w.walk(tuple.X, at)
	case *ssa.Lookup:
		w.add(tuple, at)
	case *ssa.Next:
		if in, ok := tuple.Iter.(*ssa.Range); ok && v.Index == 2 { // a value of a map
			n := len(w.found)
			if w.contents(in.X, at, 0); len(w.found) > n {
				return
			}
		}
		w.add(v, at)
	default:
		w.add(v, at)
	}
}

// call goes on with what a function of the package returns.
func (w *walker) call(call *ssa.Call, result int, v ssa.Value, at *ssa.BasicBlock) {
	fn := call.Common().StaticCallee()
	if fn == nil {
		w.add(v, at)
		return
	}
	if obj := fn.Object(); obj != nil && uuids.Path(obj.Pkg()) == "strings" && isTrim(obj.Name()) {
		w.walk(call.Call.Args[0], at)
		return
	}
	fn = origin(fn)
	if fn.Pkg != w.p.pkg(call) || len(fn.Blocks) == 0 {
		w.add(v, at)
		return
	}
	w.calls = append(w.calls, call)
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && result < len(ret.Results) {
			w.walk(ret.Results[result], b)
		}
	}
	w.calls = w.calls[:len(w.calls)-1]
}

// pkg is the package that the call is in.
func (p *Package) pkg(call *ssa.Call) *ssa.Package { return call.Parent().Package() }

// isTrim reports whether the function of package strings returns nearly the same text.
func isTrim(name string) bool {
	return strings.HasPrefix(name, "Trim") || name == "Clone"
}

// parameter goes on with the arguments: of the call whose result it is, or of all calls of the
// package.
func (w *walker) parameter(v *ssa.Parameter, at *ssa.BasicBlock) {
	fn := v.Parent()
	index := 0
	for index < len(fn.Params) && fn.Params[index] != v {
		index++
	}
	if call := w.in(); call != nil && origin(call.Common().StaticCallee()) == origin(fn) {
		w.calls = w.calls[:len(w.calls)-1]
		if args := call.Common().Args; index < len(args) {
			w.walk(args[index], call.Block())
		}
		w.calls = append(w.calls, call)
		return
	}
	sites, outer := w.p.sites[origin(fn)], w.site
	if asksType(v) {
		sites = nil
	}
	for _, w.site = range sites {
		if args := w.site.Common().Args; index < len(args) {
			w.walk(args[index], w.site.Block())
		}
	}
	w.site = outer
	if len(sites) == 0 || w.p.escapes[origin(fn)] || ast.IsExported(fn.Name()) {
		w.add(v, at)
	}
}

// asksType reports whether the function asks for the type of what is in the parameter: it may give each
// type another way.
func asksType(v *ssa.Parameter) bool {
	if !types.IsInterface(v.Type()) {
		return false
	}
	for _, use := range uses(v) {
		switch use := use.(type) {
		case *ssa.TypeAssert:
			return true
		case *ssa.Call:
			if fn := funcOf(use.Common()); fn != nil && uuids.Path(fn.Pkg()) == "reflect" {
				return true
			}
		}
	}
	return false
}

// free goes on with what the closures bind.
func (w *walker) free(v *ssa.FreeVar, then func(ssa.Value, *ssa.MakeClosure)) {
	fn := v.Parent()
	for i, f := range fn.FreeVars {
		if f != v {
			continue
		}
		for _, c := range w.p.closures[fn] {
			then(c.Bindings[i], c)
		}
	}
}

// Types returns the types of the values that the expression can have, if its own type is an
// interface and the package puts them into it, or else that type.
func (p *Package) Types(e ast.Expr) (all []types.Type) {
	for _, v := range p.Values(e) {
		all = append(all, v.Type)
	}
	return all
}

// A TypedValue is a type that an expression can have, and the call with which the value of it goes into
// the function, or nil.
type TypedValue struct {
	Type types.Type
	Site *ast.CallExpr
}

// Values is like Types, with the place where a function gets the value.
func (p *Package) Values(e ast.Expr) (all []TypedValue) {
	t := p.pass.TypesInfo.TypeOf(e)
	if t == nil || !types.IsInterface(t) {
		return []TypedValue{{t, nil}}
	}
	p.build()
	w := walker{p: p, seen: map[seen]bool{}, boxed: true}
	if at, ok := p.values[ast.Unparen(e)]; ok {
		if at.addr {
			w.load(at.value, nil, at.at)
		} else {
			w.walk(at.value, at.at)
		}
	}
	for _, o := range w.found {
		if !types.IsInterface(o.Value.Type()) {
			all = append(all, TypedValue{o.Value.Type(), o.Site()})
		}
	}
	return all
}

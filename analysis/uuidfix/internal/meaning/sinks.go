package meaning

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// A sink is what a value in an interface is given to: a function of another module, or
// an element of one of its types.
type sink struct {
	path    string // of the package; empty for an interface of no package
	name    string // of the function or type
	verb    string // if it formats: the verb with its flags, v if there is none, ? if it is not known
	through string // the function of the module that passes it on
}

// String returns the package and the name, as a finding says it.
func (s sink) String() string {
	text := s.path
	if text == "" {
		return "an interface"
	}
	if s.name != "" {
		text += "." + s.name
	}
	if s.through != "" {
		text += " (through " + s.through + ")"
	}
	return text
}

// sinks knows where the functions of the module pass on what they get in interfaces.
type sinks struct {
	v      *load.Variant
	bodies map[*types.Func]body
	params map[*types.Var][]sink
}

type body struct {
	p    *load.Pkg
	decl *ast.FuncDecl
}

func newSinks(v *load.Variant) *sinks {
	s := &sinks{v: v, bodies: map[*types.Func]body{}, params: map[*types.Var][]sink{}}
	for _, p := range v.Pkgs {
		if v.Broken(p) != "" {
			continue
		}
		for _, f := range p.Files {
			for _, d := range f.Decls {
				if decl, ok := d.(*ast.FuncDecl); ok && decl.Body != nil {
					if fn, ok := p.Info.Defs[decl.Name].(*types.Func); ok {
						s.bodies[fn] = body{p, decl}
					}
				}
			}
		}
	}
	return s
}

// of returns where a value goes.
func (s *sinks) of(p *load.Pkg, flow load.Flow) []sink {
	switch {
	case flow.Call != nil:
		fn := p.Callee(flow.Call)
		if fn == nil || fn.Pkg() == nil {
			return []sink{{}}
		}
		fn = fn.Origin()
		if b, ok := s.bodies[fn]; ok {
			param := paramOf(fn, flow)
			if param == nil {
				return []sink{{}}
			}
			var all []sink
			for _, to := range s.passed(b, param) {
				if to.verb != "" {
					to.verb = verbOf(p, fn, flow)
				}
				to.through = fn.Name()
				all = append(all, to)
			}
			return append(all, sink{})
		}
		return []sink{{path: fn.Pkg().Path(), name: fn.Name(), verb: verbOf(p, fn, flow)}}
	case flow.Into != nil:
		if named, ok := types.Unalias(pointed(flow.Into)).(*types.Named); ok && named.Obj().Pkg() != nil {
			return []sink{{path: named.Obj().Pkg().Path(), name: named.Obj().Name()}}
		}
	}
	return []sink{{}}
}

// paramOf returns the parameter that the argument is for.
func paramOf(fn *types.Func, flow load.Flow) *types.Var {
	params := fn.Signature().Params()
	for i, arg := range flow.Call.Args {
		if arg == flow.Expr && params.Len() > 0 {
			return params.At(min(i, params.Len()-1))
		}
	}
	return nil
}

// passed returns where a function passes a parameter on to.
func (s *sinks) passed(b body, param *types.Var) []sink {
	if known, ok := s.params[param]; ok {
		return known
	}
	s.params[param] = nil // for functions that call themselves
	var all []sink
	root, _ := inspector.New([]*ast.File{{Name: b.decl.Name, Decls: []ast.Decl{b.decl}}}).Root().FirstChild()
	for c := range root.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		for _, arg := range call.Args {
			if id, ok := ast.Unparen(arg).(*ast.Ident); ok && b.p.Info.Uses[id] == param {
				all = append(all, s.of(b.p, load.Flow{Expr: arg, Call: call})...)
			}
		}
	}
	s.params[param] = all
	return all
}

// verbOf returns the verb that formats the argument, if the function formats it.
func verbOf(p *load.Pkg, fn *types.Func, flow load.Flow) string {
	sig := fn.Signature()
	params := sig.Params()
	if !sig.Variadic() || !types.IsInterface(params.At(params.Len()-1).Type().(*types.Slice).Elem()) {
		return ""
	}
	first := params.Len() - 1
	at := -1
	for i, arg := range flow.Call.Args {
		if arg == flow.Expr {
			at = i - first
		}
	}
	if at < 0 {
		return ""
	}
	if first > 0 && strings.HasSuffix(fn.Name(), "f") || fn.Name() == "Appendf" {
		if b, ok := params.At(first - 1).Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
			format, known := constantText(p, flow.Call.Args[first-1])
			if !known || flow.Call.Ellipsis.IsValid() {
				return "?"
			}
			return verb(format, at)
		}
	}
	switch fn.Pkg().Path() {
	case "fmt", "log", "testing":
		return "v"
	}
	return ""
}

// constantText returns the value of a text that is known, and whether it is.
func constantText(p *load.Pkg, e ast.Expr) (string, bool) {
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 1 && p.Info.Types[call.Fun].IsType() { // []byte("…")
		e = call.Args[0]
	}
	v := p.Info.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}

// verb returns the verb for an argument, with its flags: #v, -40s.
func verb(format string, arg int) string {
	n := 0
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		start := i + 1
		for i++; i < len(format) && strings.IndexByte("+-# 0123456789.*[]", format[i]) >= 0; i++ {
			switch format[i] {
			case '*':
				n++
			case '[':
				return "?"
			}
		}
		if i < len(format) && format[i] != '%' {
			if n == arg {
				return format[start : i+1]
			}
			n++
		}
	}
	return "T" // extra arguments are printed with their types
}

package meaning

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// A sink is what a value in an interface is given to: a function of another module, or
// an element of one of its types.
type sink struct {
	path      string // of the package; empty for an interface of no package
	name      string // of the function or type
	verb      string // if it formats: the verb with its flags, v if there is none, ? if it is not known
	through   string // the function, variable or field of the module that passes it on
	unseen    bool   // it goes where no call shows what gets it: to importers, or through a function's variable
	importers bool   // to importers
}

// String returns the package and the name, as a finding says it.
func (s sink) String() string {
	text := s.path
	switch {
	case s.unseen:
		text = "code that uuidfix does not see"
	case text == "":
		return "an interface"
	case s.name != "":
		text += "." + s.name
	}
	if s.through != "" {
		text += " (through " + s.through + ")"
	}
	return text
}

// sinks knows where the module passes on what it has in interfaces.
type sinks struct {
	own      map[*types.Package]bool
	uses     map[types.Object][]place
	bodies   map[*types.Func]bool
	methods  map[string][]*types.Func // those with bodies, by name
	abstract map[string][]*types.Func // those of interfaces, by name
	known    memo[follow, sink]
	named    map[types.Object]bool // the types of old packages that the module names
}

// A place is an expression in a package, or one result of a call.
type place struct {
	p *load.Pkg
	inspector.Cursor
	result int
}

// A follow is a variable, a field or a result that is followed, from where it gets the value.
type follow struct {
	v    *types.Var
	from token.Pos
}

func newSinks(v *load.Variant) *sinks {
	s := &sinks{map[*types.Package]bool{}, map[types.Object][]place{}, map[*types.Func]bool{}, map[string][]*types.Func{}, map[string][]*types.Func{}, memo[follow, sink]{}, map[types.Object]bool{}}
	for _, p := range v.Own {
		if v.Broken(p) != "" {
			continue
		}
		s.own[p.Types] = true
		for c := range inspector.New(p.Files).Root().Preorder((*ast.FuncDecl)(nil), (*ast.Ident)(nil)) {
			switch n := c.Node().(type) {
			case *ast.FuncDecl:
				if fn, ok := p.Info.Defs[n.Name].(*types.Func); ok && n.Body != nil {
					s.bodies[fn] = true
					s.methods[fn.Name()] = append(s.methods[fn.Name()], fn)
				}
			case *ast.Ident:
				s.use(p.Info.Uses[n], place{p: p, Cursor: c})
			}
		}
	}
	return s
}

// use remembers a use of a variable, a field or a function, or of an old package's type.
func (s *sinks) use(obj types.Object, at place) {
	switch o := obj.(type) {
	case *types.Var:
		obj = o.Origin()
	case *types.Func:
		fn := o.Origin()
		if r := fn.Signature().Recv(); r != nil && types.IsInterface(r.Type()) && s.uses[fn] == nil {
			s.abstract[fn.Name()] = append(s.abstract[fn.Name()], fn)
		}
		obj = fn
	case *types.TypeName:
		s.named[o] = load.OldType(o.Type()) != nil
		return
	default:
		return
	}
	s.uses[obj] = append(s.uses[obj], at)
}

// of returns where a value goes that becomes an interface.
func (s *sinks) of(at place) []sink {
	all := s.from(at)
	if slices.ContainsFunc(all, func(to sink) bool { return to.through == "" }) {
		return all
	}
	return append(all, sink{})
}

// verbOf returns the verb that formats an argument, if the function formats it.
func verbOf(p *load.Pkg, fn *types.Func, call *ast.CallExpr, arg int) string {
	sig := fn.Signature()
	params := sig.Params()
	if !sig.Variadic() || !types.IsInterface(params.At(params.Len()-1).Type().(*types.Slice).Elem()) {
		return ""
	}
	first := params.Len() - 1
	at := arg - first
	if at < 0 {
		return ""
	}
	if hasFormat(sig, fn.Name()) {
		if len(call.Args) < first || call.Ellipsis.IsValid() { // f(g()): one call returns all
			return "?"
		}
		if format, known := constantText(p, call.Args[first-1]); known {
			return verb(format, at)
		}
		return "?"
	}
	switch fn.Pkg().Path() {
	case "fmt", "log", "testing":
		return "v"
	}
	return ""
}

// hasFormat reports whether a function looks like Printf: a text is before the values, which are of any type.
func hasFormat(sig *types.Signature, name string) bool {
	last := sig.Params().Len() - 1
	if !sig.Variadic() || last < 1 || !strings.HasSuffix(name, "f") || !types.IsInterface(sig.Params().At(last).Type().(*types.Slice).Elem()) {
		return false
	}
	b, ok := sig.Params().At(last - 1).Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
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

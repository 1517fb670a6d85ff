package meaning

import (
	"cmp"
	"go/ast"
	"go/types"
	"strings"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/module"
)

// listVerb lists a value that fmt, or something like it, prints in another way.
func (f *file) listVerb(e ast.Expr, got types.Type, to sink) {
	if to.verb == "" {
		return
	}
	for _, p := range f.partsOf(got, "fmt") {
		if p.path != "" && printsAlone(got) {
			continue
		}
		says := printed(p, to.verb)
		if f.program.Target == module.Std {
			says = printedStd(p, to.verb)
		}
		switch {
		case says == "":
		case to.verb == "?":
			f.addTo(finding.RunTime, e, p.in(text(e)), to, "uuidfix cannot see the format verb: "+says)
		default:
			f.addTo(finding.RunTime, e, p.in(text(e)), to, "%"+to.verb+" "+says)
		}
	}
}

// printsAlone reports whether a type has a String or Error method, of its own or not.
func printsAlone(t types.Type) bool {
	return has(t, "String") || has(t, "Error") || has(t, "Format")
}

// printed says how a verb prints the new type in another way, or nothing.
func printed(p part, verb string) string {
	last, shape := verb[len(verb)-1], p.shape
	switch {
	case last == 'T' || last == 'p' || last == 'w' || shape != "UUID" && shape != "NullUUID":
		return ""
	case shape == "NullUUID":
		return "printed {UUID true}; now it prints the UUID, or nothing for null"
	case verb == "?":
		return "%x, %d and %#v print something else now"
	case last == 'v' && strings.Contains(verb, "#"):
		return `printed an array; now it prints uuid.MustParse("…")`
	case has(p.t, "Format"): // gofrs has it since v3.3
		switch {
		case last == 'S':
			return "printed upper case; now it is no verb: use strings.ToUpper(id.String())"
		case len(verb) > 1 && strings.IndexByte("vsqxX", last) >= 0:
			return "ignored flags and width, and applies them now"
		}
		return ""
	case last == 'x' || last == 'X':
		return "printed the text's bytes in hexadecimal; now it prints the 32 digits"
	case last == 'v' || last == 's' || last == 'q':
		return ""
	}
	return "printed the bytes; now it is no verb: use id[:]"
}

// printedStd is printed for Go 1.27's type, which fmt prints as google's: it has String.
func printedStd(p part, verb string) string {
	if !has(p.t, "Format") || p.shape != "UUID" || strings.IndexByte("vsqTpw?", verb[len(verb)-1]) >= 0 && len(verb) == 1 {
		return ""
	}
	return "prints something else now: the text's bytes, or those of the array"
}

// versions returns the variables that have got their type from a call of Version or Variant.
func (f *file) versions() map[types.Object]string {
	found := map[types.Object]string{}
	set := func(lhs *ast.Ident, rhs ast.Expr) {
		if name := f.inspects(rhs); name != "" && f.p.Info.Defs[lhs] != nil {
			found[f.p.Info.Defs[lhs]] = name
		}
	}
	for c := range f.root.Preorder((*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil)) {
		switch n := c.Node().(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if id, ok := l.(*ast.Ident); ok && len(n.Lhs) == len(n.Rhs) {
					set(id, n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if n.Type == nil && len(n.Names) == len(n.Values) {
					set(id, n.Values[i])
				}
			}
		}
	}
	return found
}

// inspects returns Version or Variant if the expression is a call of an old UUID's method.
func (f *file) inspects(e ast.Expr) string {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		if fn := f.oldFunc(call); fn != nil && fn.Signature().Recv() != nil && (fn.Name() == "Version" || fn.Name() == "Variant") {
			return fn.Name()
		}
	}
	return ""
}

// listVersion lists a version or variant that other code may print or compare in another way.
func (f *file) listVersion(e ast.Expr, got types.Type, to sink, versions map[types.Object]string) {
	_, named := family(got)
	name := cmp.Or(f.inspects(e), named)
	if id, ok := ast.Unparen(e).(*ast.Ident); ok && name == "" {
		name = versions[f.p.Info.Uses[id]]
	}
	last := byte('v')
	if to.verb != "" {
		last = to.verb[len(to.verb)-1]
	}
	switch {
	case last == 'd' || last == 'c' || last == 'U' || last == 'b' || last == 'o':
	case name == "Version" && named == "Version":
		f.addTo(finding.RunTime, e, text(e), to, "it is an int now, and was a type whose text is VERSION_4")
	case name == "Version" && to.verb == "" || name == "Version" && last == 'T':
		f.addTo(finding.RunTime, e, text(e), to, "it is an int now, and was a byte")
	case name == "Variant" && named == "Variant":
		f.addTo(finding.RunTime, e, text(e), to, "its text is RFC 9562 now, and was RFC4122")
	case name == "Variant":
		f.addTo(finding.RunTime, e, text(e), to, "it has a type and a text now, and was a byte")
	}
}

// listEmbedded lists the structs in functions, and without a name, that embed a UUID: they
// can have no methods of their own.
func (f *file) listEmbedded() {
	for c := range f.root.Preorder((*ast.StructType)(nil)) {
		n := c.Node().(*ast.StructType)
		if _, ok := c.Parent().Node().(*ast.TypeSpec); ok {
			if _, top := c.Parent().Parent().Parent().Node().(*ast.File); top {
				continue // see ListAPI
			}
		}
		for _, field := range n.Fields.List {
			if from, _ := family(pointed(f.p.Info.TypeOf(field.Type))); from == "" || len(field.Names) > 0 {
				continue
			}
			s := f.p.Info.TypeOf(n).(*types.Struct)
			now := f.rewritten(s)
			was, _ := inherited(s, s)
			is, both := inherited(now, now)
			if kind, write := inheritance(was, is, both); write != "" {
				f.add(kind, field.Type, types.ExprString(field.Type), write)
			}
		}
	}
}

// rewritten returns a struct that embeds the new types in the place of the old ones.
func (f *file) rewritten(s *types.Struct) *types.Struct {
	var fields []*types.Var
	for v := range s.Fields() {
		t := v.Type()
		if old := load.OldType(pointed(t)); old != nil && v.Embedded() {
			if obj := f.v.Target.Scope().Lookup(old.Obj().Name()); obj != nil {
				t = obj.Type()
				if _, pointer := v.Type().Underlying().(*types.Pointer); pointer {
					t = types.NewPointer(t)
				}
			}
		}
		fields = append(fields, types.NewField(v.Pos(), v.Pkg(), v.Name(), t, v.Embedded()))
	}
	return types.NewStruct(fields, nil)
}

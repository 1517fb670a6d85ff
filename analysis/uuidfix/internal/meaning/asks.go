package meaning

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// listAssertions lists what asks an interface, or reflection, for an old package's type. A
// value can come from outside if other modules reach the package, or if another module has the
// old type; reflection tells one type from another in any case.
func (f *file) listAssertions() {
	for c := range f.root.Preorder((*ast.TypeAssertExpr)(nil), (*ast.TypeSwitchStmt)(nil), (*ast.CallExpr)(nil)) {
		var of ast.Expr
		var asked []ast.Expr
		switch n := c.Node().(type) {
		case *ast.TypeAssertExpr:
			of, asked = n.X, append(asked, n.Type) // nil in a type switch
		case *ast.TypeSwitchStmt:
			switch stmt := n.Assign.(type) {
			case *ast.ExprStmt:
				of = stmt.X.(*ast.TypeAssertExpr).X
			case *ast.AssignStmt:
				of = stmt.Rhs[0].(*ast.TypeAssertExpr).X
			}
			for _, clause := range n.Body.List {
				asked = append(asked, clause.(*ast.CaseClause).List...)
			}
		case *ast.CallExpr:
			if e := f.reflects(n); e != nil {
				f.listAsking(e, "reflection sees the type of "+f.program.Target+" now; values of %s have another type")
			}
			continue
		}
		for _, e := range asked {
			if e != nil && f.outside() {
				f.listAsking(e, "rewritten; other code still passes values of %s: if one can reach this place, add a case for it")
			}
			if e != nil {
				f.listMethods(of, e)
			}
		}
	}
}

// listMethods lists an interface that is asked for, and that only one of an old type and of the new one has.
func (f *file) listMethods(of, asked ast.Expr) {
	from, ok1 := f.p.Info.TypeOf(of).Underlying().(*types.Interface)
	want, ok2 := f.p.Info.TypeOf(asked).Underlying().(*types.Interface)
	if !ok1 || !ok2 {
		return
	}
	for _, path := range f.program.Came {
		old := f.v.Package(path)
		if old == nil || old.Types == nil {
			continue
		}
		for _, name := range []string{"UUID", "*UUID", "NullUUID", "*NullUUID"} {
			was, is := lookup(old.Types, name), lookup(f.v.Target, name)
			if strings.HasSuffix(name, "NullUUID") && !f.sinks.named[old.Types.Scope().Lookup("NullUUID")] {
				continue
			}
			if was == nil || is == nil || !types.Implements(was, from) && !types.Implements(is, from) {
				continue
			}
			switch had, has := types.Implements(was, want), types.Implements(is, want); {
			case has && !had:
				f.add(finding.RunTime, asked, text(asked), "a "+name+" has these methods now, and had not: a value can get here that did not")
				return
			case had && !has:
				f.add(finding.RunTime, asked, text(asked), "a "+name+" had these methods, and has not now: no value gets here")
				return
			}
		}
	}
}

// lookup returns a type of a package, or the pointer to it, or nil.
func lookup(p *types.Package, name string) types.Type {
	obj := p.Scope().Lookup(strings.TrimPrefix(name, "*"))
	if obj == nil {
		return nil
	}
	if strings.HasPrefix(name, "*") {
		return types.NewPointer(obj.Type())
	}
	return obj.Type()
}

// outside reports whether code that is not rewritten can have values of old types.
func (f *file) outside() bool { return f.v.Outside || f.v.Unrewritten || f.v.Reached(f.p) }

// listAsking lists a type, or an expression of it, if it is made of an old package's type.
func (f *file) listAsking(e ast.Expr, says string) {
	if named := oldIn(f.p.Info.TypeOf(e)); named != nil {
		f.add(finding.RunTime, e, text(e), strings.ReplaceAll(says, "%s", named.Obj().Pkg().Path()))
	}
}

// oldIn returns the old package's type that a type is made of, such as []uuid.UUID, or nil.
func oldIn(t types.Type) *types.Named {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			if named := oldIn(arg); named != nil {
				return named
			}
		}
		return load.OldType(t)
	case *types.Map:
		return cmp.Or(oldIn(t.Key()), oldIn(t.Elem()))
	case interface{ Elem() types.Type }: // a pointer, a slice, an array or a channel
		return oldIn(t.Elem())
	}
	return nil
}

// reflects returns what a call of reflect.TypeOf or TypeFor is for, or nil.
func (f *file) reflects(call *ast.CallExpr) ast.Expr {
	fn := f.p.Callee(call)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "reflect" {
		return nil
	}
	switch fn.Name() {
	case "TypeOf", "ValueOf":
		return call.Args[0]
	case "TypeFor":
		if index, ok := ast.Unparen(call.Fun).(*ast.IndexExpr); ok {
			return index.Index
		}
	}
	return nil
}

// asking knows the packages of other modules that ask an interface for an old package's type.
type asking struct {
	v      *load.Variant
	known  map[*load.Pkg]string // the first such package that it imports, or nothing
	direct map[*load.Pkg]bool
	listed map[string]bool // imports
}

func newAsking(v *load.Variant) *asking {
	return &asking{v, map[*load.Pkg]string{}, map[*load.Pkg]bool{}, map[string]bool{}}
}

// below returns the package that asks: p, or one that it imports.
func (a *asking) below(p *load.Pkg) string {
	if p == nil || p.Main || load.IsOld(p.PkgPath) {
		return ""
	}
	if found, ok := a.known[p]; ok {
		return found
	}
	a.known[p] = ""
	found := ""
	if a.asks(p) {
		found = p.PkgPath
	}
	for path := range p.Imports {
		if found != "" {
			break
		}
		found = a.below(a.v.Import(p, path))
	}
	a.known[p] = found
	return found
}

func (a *asking) asks(p *load.Pkg) bool {
	known, ok := a.direct[p]
	if !ok {
		known = asks(p)
		a.direct[p] = known
	}
	return known
}

// asks reports whether the source of a package has an assertion, or reflection, for an old
// package's type, or the name of one in a text.
func asks(p *load.Pkg) bool {
	for _, f := range p.Files {
		names := map[string]bool{}
		for _, spec := range f.Imports {
			if path, _ := strconv.Unquote(spec.Path.Value); load.IsOld(path) {
				name := "uuid"
				if spec.Name != nil {
					name = spec.Name.Name
				}
				names[name] = true
			}
		}
		old := func(e ast.Expr) bool {
			for n := range ast.Preorder(e) {
				if sel, ok := n.(*ast.SelectorExpr); ok {
					if id, ok := sel.X.(*ast.Ident); ok && names[id.Name] {
						return true
					}
				}
			}
			return false
		}
		for n := range ast.Preorder(f) {
			switch n := n.(type) {
			case *ast.BasicLit:
				if n.Kind == token.STRING && slices.ContainsFunc(load.Old(), func(path string) bool { return strings.Contains(n.Value, path+".") }) {
					return true
				}
			case *ast.TypeAssertExpr:
				if n.Type != nil && old(n.Type) {
					return true
				}
			case *ast.TypeSwitchStmt:
				for _, clause := range n.Body.List {
					if slices.ContainsFunc(clause.(*ast.CaseClause).List, old) {
						return true
					}
				}
			case *ast.CallExpr:
				if sel, ok := n.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "TypeOf" && slices.ContainsFunc(n.Args, old) {
					return true
				}
				if index, ok := n.Fun.(*ast.IndexExpr); ok && old(index.Index) {
					if sel, ok := index.X.(*ast.SelectorExpr); ok && sel.Sel.Name == "TypeFor" {
						return true
					}
				}
			}
		}
	}
	return false
}

// listAskingImports lists the imports of packages that ask for an old type: a value can come
// there through any, where no conversion is seen.
func (f *file) listAskingImports() {
	for _, spec := range f.syntax.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		other := f.v.Import(f.p, path)
		if other != nil && !other.Main && !load.IsOld(path) && f.asking.asks(other) && !f.asking.listed[path] {
			f.asking.listed[path] = true
			f.add(finding.RunTime, spec, path, "it tests for the old type, by a type assertion or reflection: look for UUIDs that you pass to it as any")
		}
	}
}

// listAsked lists a value that goes to a package that asks for the old type.
func (f *file) listAsked(e ast.Expr, got types.Type, to sink) {
	if to.path == "" {
		return
	}
	parts := f.partsOf(got, "reflect")
	if len(parts) == 0 {
		return
	}
	if asks := f.asking.below(f.v.Import(f.p, to.path)); asks != "" {
		f.addTo(finding.RunTime, e, parts[0].in(text(e)), to, asks+" tests for the old type there, by a type assertion or reflection, and does not know the new one")
	}
}

package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"unicode/utf8"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// nameEmbedded names the UUIDs that structs embed beside other fields or methods of their
// own, and writes the methods that the structs had by that. Otherwise they would inherit what
// the old type did not have: for BSON, for example, the struct would be its UUID alone.
func (r *rewriter) nameEmbedded() {
	for _, d := range r.file.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.TYPE {
			continue
		}
		for _, s := range decl.Specs {
			spec := s.(*ast.TypeSpec)
			def, ok := spec.Type.(*ast.StructType)
			named, isNamed := r.p.Info.Defs[spec.Name].Type().(*types.Named)
			if !ok || !isNamed || spec.Assign.IsValid() || spec.TypeParams != nil || len(def.Fields.List) < 2 && named.NumMethods() == 0 {
				continue
			}
			index := -1
			for _, field := range def.Fields.List {
				index += max(1, len(field.Names))
				old := load.OldType(r.p.Info.TypeOf(field.Type))
				if len(field.Names) > 0 || old == nil || r.inBoundary(field.Type) || r.v.Target.Scope().Lookup(old.Obj().Name()) == nil {
					continue
				}
				text, ok := r.forwarded(named, old, index)
				if !ok {
					continue
				}
				r.put(field.Type.Pos(), field.Type.Pos(), named.Underlying().(*types.Struct).Field(index).Name()+" ")
				r.insertAfter(decl, text)
			}
		}
	}
}

// forwarded returns the methods that a struct has by its field, as methods of its own. It refuses if
// another field has one of them, too: the struct has none of these, and would get that one.
func (r *rewriter) forwarded(named, old *types.Named, field int) (text string, ok bool) {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(named.Obj().Name(), "_0123456789") + "x")
	recv := strings.ToLower(string(first))
	if named.NumMethods() > 0 {
		if name := named.Method(0).Signature().Recv().Name(); name != "" && name != "_" {
			recv = name
		}
	}
	now := r.v.Target.Scope().Lookup(old.Obj().Name()).Type()
	set := types.NewMethodSet(types.NewPointer(old))
	var b strings.Builder
	for sel := range set.Methods() {
		name := sel.Obj().Name()
		obj, index, _ := types.LookupFieldOrMethod(named, true, r.p.Types, name)
		if obj == nil && index != nil {
			return "", false
		}
		if obj != sel.Obj() || len(index) != 2 || index[0] != field {
			continue // the struct has one of its own, or two
		}
		method, _, _ := types.LookupFieldOrMethod(now, true, r.v.Target, name)
		fn, isFunc := method.(*types.Func)
		if !isFunc || !fn.Exported() {
			continue
		}
		one, ok := r.forward(recv, named.Obj().Name(), named.Underlying().(*types.Struct).Field(field).Name(), fn)
		if !ok {
			return "", false
		}
		b.WriteString("\n\n" + one)
	}
	return b.String(), true
}

// forward returns a method that calls that of a field.
func (r *rewriter) forward(recv, typ, field string, fn *types.Func) (text string, ok bool) {
	ok = true
	qualifier := func(pkg *types.Package) string {
		if pkg == r.v.Target {
			q, imported := r.oldQualifier()
			ok = ok && imported
			return q
		}
		name, imported := r.wantImport(pkg.Path())
		ok = ok && imported
		return name
	}
	sig := fn.Signature()
	var params, args []string
	for i := range sig.Params().Len() {
		name := sig.Params().At(i).Name()
		if name == "" || name == recv || name == "_" {
			name = fmt.Sprintf("p%d", i)
		}
		params = append(params, name+" "+types.TypeString(sig.Params().At(i).Type(), qualifier))
		args = append(args, name)
	}
	var results []string
	for v := range sig.Results().Variables() {
		results = append(results, types.TypeString(v.Type(), qualifier))
	}
	result := strings.Join(results, ", ")
	if len(results) > 1 {
		result = "(" + result + ")"
	}
	star, give := "", ""
	if _, pointer := sig.Recv().Type().(*types.Pointer); pointer {
		star = "*"
	}
	if len(results) > 0 {
		give, result = "return ", result+" "
	}
	return fmt.Sprintf("// %s is that of the %s.\nfunc (%s %s%s) %s(%s) %s{ %s%s.%s.%s(%s) }", fn.Name(), field,
		recv, star, typ, fn.Name(), strings.Join(params, ", "), result, give, recv, field, fn.Name(), strings.Join(args, ", ")), ok
}

// oldQualifier returns how the file names the old package, and the new one after that.
func (r *rewriter) oldQualifier() (name string, ok bool) {
	for _, spec := range r.file.Imports {
		if obj := r.imported(spec); obj != nil && load.IsOld(obj.Imported().Path()) && obj.Name() != "." {
			return obj.Name(), true
		}
	}
	return "", false
}

// inBoundary reports whether the API has the type, and it stays.
func (r *rewriter) inBoundary(t ast.Expr) bool {
	if sel, ok := t.(*ast.SelectorExpr); ok {
		t = sel.Sel
	}
	return r.boundary[place{r.name, r.offset(t.Pos())}]
}

package rewrite

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// repair rewrites what does not fit any more after the names have changed: methods that
// the new type does not have, and values that come from modules with the old type or go
// there. It looks at types only, not at compilers' messages.
func (r *rewriter) repair() {
	r.removeImports()
	if r.mergeImports() {
		return // the next round sees the names that stay
	}
	r.p.Flows(r.root, func(f load.Flow) { r.convert(f.Expr, f.Want) })
	for c := range r.root.Preorder((*ast.SelectorExpr)(nil), (*ast.ReturnStmt)(nil)) {
		switch n := c.Node().(type) {
		case *ast.SelectorExpr:
			r.repairMethod(c, n)
		case *ast.ReturnStmt:
			if results := r.p.Results(c); results != nil && len(n.Results) == 1 && results.Len() == 2 {
				r.repairReturn(c, n, results)
			}
		}
	}
}

// repairReturn rewrites return f(), where f returns an old UUID and an error.
func (r *rewriter) repairReturn(c inspector.Cursor, stmt *ast.ReturnStmt, want *types.Tuple) {
	got, ok := r.p.Info.TypeOf(stmt.Results[0]).(*types.Tuple)
	if !ok || got.Len() != 2 || want.Len() != 2 || !isStatementOfList(c) {
		return
	}
	to := "[16]byte"
	if here := r.target(stmt.Pos()); here != "" && r.isNew(want.At(0).Type()) {
		to = here
	}
	errorType := types.Universe.Lookup("error").Type()
	scope := r.p.Types.Scope().Innermost(stmt.Pos())
	if err := scope.Lookup("err"); err != nil && !types.Identical(err.Type(), errorType) || scope.Lookup("theirs") != nil ||
		!types.Identical(got.At(1).Type(), errorType) || types.AssignableTo(got.At(0).Type(), want.At(0).Type()) ||
		!r.isUUID(got.At(0).Type()) || !r.isUUID(want.At(0).Type()) {
		return
	}
	r.site(stmt)
	line := r.src[bytes.LastIndexByte(r.src[:r.offset(stmt.Pos())], '\n')+1 : r.offset(stmt.Pos())]
	indent := string(line[:len(line)-len(bytes.TrimLeft(line, "\t "))])
	r.put(stmt.Pos(), stmt.Results[0].Pos(), "theirs, err := ")
	r.insertAfter(stmt.Results[0], "\n"+indent+"return "+to+"(theirs), err")
}

// convert converts the expression if it is a UUID of another package than is wanted.
func (r *rewriter) convert(e ast.Expr, want types.Type) {
	got := r.p.Info.TypeOf(e)
	if got == nil || types.AssignableTo(got, want) {
		return
	}
	if call, ok := e.(*ast.CallExpr); ok {
		if f := r.p.Callee(call); f != nil && f.Pkg() == r.v.Target && f.Name() == "Version" {
			if b, ok := want.(*types.Basic); ok { // gofrs's Version is a byte
				r.wrap(e, b.Name()+"(", ")")
			}
			return
		}
	}
	here := r.target(e.Pos()) // the new type, or nothing if the file cannot name it here
	gotPointer, ok1 := types.Unalias(got).(*types.Pointer)
	wantPointer, ok2 := types.Unalias(want).(*types.Pointer)
	switch {
	case ok1 && ok2 && r.isUUID(gotPointer.Elem()) && r.isNew(wantPointer.Elem()) && here != "":
		r.site(e)
		r.wrap(e, "(*"+here+")(", ")")
	case r.isUUID(got) && r.isNew(want) && here != "":
		r.site(e)
		r.wrap(e, here+"(", ")")
	case r.isUUID(got) && r.isUUID(want): // this needs no import
		r.site(e)
		r.wrap(e, "[16]byte(", ")")
	}
}

// target returns the new UUID type as the file names it at the position, or nothing.
func (r *rewriter) target(pos token.Pos) string {
	for _, name := range r.targetNames() {
		if r.seen(name, pos) {
			return name.Name() + ".UUID"
		}
	}
	return ""
}

// seen reports whether nothing hides an import's name at the position.
func (r *rewriter) seen(name *types.PkgName, pos token.Pos) bool {
	_, found := r.p.Types.Scope().Innermost(pos).LookupParent(name.Name(), pos)
	return found == name
}

// targetNames returns the file's imports of the new package, its own name first and a dot last.
func (r *rewriter) targetNames() (names []*types.PkgName) {
	for _, spec := range r.file.Imports {
		if name := r.imported(spec); name != nil && name.Imported() == r.v.Target {
			names = append(names, name)
		}
	}
	rank := map[string]int{r.v.Target.Name(): -1, ".": 1}
	slices.SortStableFunc(names, func(a, b *types.PkgName) int { return rank[a.Name()] - rank[b.Name()] })
	return names
}

// isNew reports whether the type is the new package's UUID.
func (r *rewriter) isNew(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && r.isUUID(t) && named.Obj().Pkg() == r.v.Target
}

// isUUID reports whether the type is the UUID of an old package or of the new one.
func (r *rewriter) isUUID(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "UUID" && (r.from(named.Obj()) != nil || named.Obj().Pkg() == r.v.Target)
}

// repairMethod rewrites a call of a method that the new type does not have.
func (r *rewriter) repairMethod(c inspector.Cursor, sel *ast.SelectorExpr) {
	t := r.p.Info.TypeOf(sel.X)
	if t == nil {
		return
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if obj, _, _ := types.LookupFieldOrMethod(t, true, r.p.Types, sel.Sel.Name); obj != nil {
		return
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() != r.v.Target {
		r.nameField(sel, t)
		return
	}
	for _, path := range r.Came {
		if rule := r.sources[path].methods[sel.Sel.Name]; rule != nil {
			rule(r, c)
			return
		}
	}
	r.listStd(c)
}

// nameField writes x.UUID.Method for x.Method, where a struct has lost the method of a UUID that it
// embeds, and x.NullUUID.Valid for a field. The next round rewrites the method.
func (r *rewriter) nameField(sel *ast.SelectorExpr, t types.Type) {
	name := "UUID"
	if sel.Sel.Name == "UUID" || sel.Sel.Name == "Valid" {
		name = "NullUUID"
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, r.p.Types, name)
	field, ok := obj.(*types.Var)
	if !ok || r.p.Info.Types[sel.X].IsType() {
		return
	}
	of := types.Unalias(field.Type())
	if p, ok := of.(*types.Pointer); ok {
		of = types.Unalias(p.Elem())
	}
	if named, ok := of.(*types.Named); ok && named.Obj() == r.v.Target.Scope().Lookup(name) {
		r.insertAfter(sel.X, "."+name)
	}
}

// imported returns the name that an import defines, or nil.
func (r *rewriter) imported(spec *ast.ImportSpec) *types.PkgName {
	var obj types.Object
	if spec.Name != nil {
		obj = r.p.Info.Defs[spec.Name]
	} else {
		obj = r.p.Info.Implicits[spec]
	}
	name, _ := obj.(*types.PkgName)
	return name
}

// removeImports removes the imports that nothing uses any more from a file that is rewritten.
func (r *rewriter) removeImports() {
	if r.Files.Changed[r.name] == nil {
		return
	}
	for c := range r.root.Preorder((*ast.ImportSpec)(nil)) {
		spec := c.Node().(*ast.ImportSpec)
		name := r.imported(spec)
		if name == nil || spec.Path.Value == `"C"` || len(r.refs[name]) > named(spec) || spec.Name != nil && (spec.Name.Name == "." || spec.Name.Name == "_") {
			continue
		}
		decl := c.Parent().Node().(*ast.GenDecl)
		if len(decl.Specs) == 1 {
			r.deleteLines(decl.Pos(), decl.End())
		} else {
			r.deleteLines(spec.Pos(), spec.End())
		}
	}
}

// mergeImports gives a rewritten file one name for the new package, where it imported several old
// packages, or the new one too. It reports whether it has changed names; removeImports deletes
// the imports that nothing uses after that.
func (r *rewriter) mergeImports() (changed bool) {
	names := r.targetNames()
	if r.Files.Changed[r.name] == nil || len(names) < 2 {
		return false
	}
	for _, other := range names[1:] {
		for _, ref := range r.refs[other] {
			if r.p.Info.Uses[ref] == other && r.seen(names[0], ref.Pos()) {
				r.replace(ref, names[0].Name())
				changed = true
			}
		}
	}
	return changed
}

// named is 1 if the import has a name, which is a reference to it of its own.
func named(spec *ast.ImportSpec) int {
	if spec.Name != nil {
		return 1
	}
	return 0
}

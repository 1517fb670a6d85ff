// Package gorms knows the calls and the models of GORM.
package gorms

import (
	"go/ast"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/sqls"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// Conditions returns the arguments of a call of GORM that are a condition and its values,
// and the argument that says which model, if there is one.
func Conditions(pass *analysis.Pass, call *ast.CallExpr) (conds []ast.Expr, model ast.Expr) {
	fn, pkg := uuids.Callee(pass, call)
	if pkg != "gorm.io/gorm" || !uuids.IsMethod(fn) {
		return nil, nil
	}
	first := 1
	switch fn.Name() {
	case "Where", "Not", "Or", "Having":
		first = 0
	case "First", "Last", "Take", "Find", "Delete", "FirstOrInit", "FirstOrCreate":
		if len(call.Args) > 0 && uuids.Receiver(fn) == "DB" {
			model = call.Args[0]
		}
	case "Preload":
	default:
		return nil, nil
	}
	if len(call.Args) <= first {
		return nil, nil
	}
	conds = call.Args[first:]
	if call.Ellipsis.IsValid() {
		lit := assigned(pass, conds[len(conds)-1])
		if len(conds) != 1 || lit == nil {
			return nil, nil
		}
		return lit.Elts, model
	}
	return conds, model
}

// assigned returns the literal of a list that the expression is, or that is assigned to it once.
func assigned(pass *analysis.Pass, e ast.Expr) (lit *ast.CompositeLit) {
	if lit, ok := ast.Unparen(e).(*ast.CompositeLit); ok {
		return lit
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	obj, n := pass.TypesInfo.ObjectOf(id), 0
	for c := range pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().Preorder((*ast.AssignStmt)(nil)) {
		assign := c.Node().(*ast.AssignStmt)
		for i, left := range assign.Lhs {
			if l, ok := left.(*ast.Ident); ok && pass.TypesInfo.ObjectOf(l) == obj && len(assign.Lhs) == len(assign.Rhs) {
				n++
				lit, _ = ast.Unparen(assign.Rhs[i]).(*ast.CompositeLit)
			}
		}
	}
	if n != 1 {
		return nil
	}
	return lit
}

// Model returns the argument that says which model a call is about: its own, or that of a call
// before or after it in the same chain, or of the only model of the function.
func Model(pass *analysis.Pass, c inspector.Cursor) ast.Expr {
	call := c.Node().(*ast.CallExpr)
	if m := modelOf(pass, call); m != nil {
		return m
	}
	for e := ast.Unparen(call.Fun); ; { // what is before it
		sel, ok := e.(*ast.SelectorExpr)
		if !ok {
			break
		}
		inner, ok := ast.Unparen(sel.X).(*ast.CallExpr)
		if !ok {
			break
		}
		if m := modelOf(pass, inner); m != nil {
			return m
		}
		e = ast.Unparen(inner.Fun)
	}
	for at := c; ; { // what is after it
		sel, ok := at.Parent().Node().(*ast.SelectorExpr)
		if !ok {
			break
		}
		at = at.Parent().Parent()
		outer, ok := at.Node().(*ast.CallExpr)
		if !ok || outer.Fun != sel {
			break
		}
		if m := modelOf(pass, outer); m != nil {
			return m
		}
	}
	var only ast.Expr
	for f := range c.Enclosing((*ast.FuncDecl)(nil)) {
		for other := range f.Preorder((*ast.CallExpr)(nil)) {
			m := modelOf(pass, other.Node().(*ast.CallExpr))
			if m == nil {
				continue
			}
			if only != nil && !types.Identical(uuids.Element(pass.TypesInfo.TypeOf(only)), uuids.Element(pass.TypesInfo.TypeOf(m))) {
				return nil
			}
			only = m
		}
	}
	return only
}

// modelOf returns the argument of a call of GORM or bun that is a model, or a list of them.
func modelOf(pass *analysis.Pass, call *ast.CallExpr) ast.Expr {
	fn, pkg := uuids.Callee(pass, call)
	isBun := pkg == "github.com/uptrace/bun"
	if len(call.Args) == 0 || !isBun && (pkg != "gorm.io/gorm" || uuids.Receiver(fn) != "DB") {
		return nil
	}
	switch name := fn.Name(); {
	case name == "Model", !isBun && uuids.OneOf(name, "First", "Last", "Take", "Find", "Delete", "FirstOrInit", "FirstOrCreate", "Create", "Save"):
		if _, ok := uuids.Element(pass.TypesInfo.TypeOf(call.Args[0])).Underlying().(*types.Struct); ok {
			return call.Args[0]
		}
	}
	return nil
}

// MapValues returns the values that the function which makes the call puts into a map: in
// its literal, and by assignments.
func MapValues(pass *analysis.Pass, call inspector.Cursor, m ast.Expr) (values []inspector.Cursor) {
	literal := func(c inspector.Cursor) {
		for kv := range c.Preorder((*ast.KeyValueExpr)(nil)) {
			if kv.Parent() == c {
				values = append(values, kv.Child(kv.Node().(*ast.KeyValueExpr).Value))
			}
		}
	}
	if c, ok := call.FindNode(m); ok {
		if _, ok := m.(*ast.CompositeLit); ok {
			literal(c)
		}
	}
	id, ok := m.(*ast.Ident)
	if !ok {
		return values
	}
	obj := pass.TypesInfo.ObjectOf(id)
	for f := range call.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		for c := range f.Preorder((*ast.AssignStmt)(nil)) {
			assign := c.Node().(*ast.AssignStmt)
			for i, left := range assign.Lhs {
				if len(assign.Rhs) != len(assign.Lhs) {
					break
				}
				switch left := left.(type) {
				case *ast.Ident:
					if lit, ok := assign.Rhs[i].(*ast.CompositeLit); ok && pass.TypesInfo.ObjectOf(left) == obj {
						literal(c.Child(lit))
					}
				case *ast.IndexExpr:
					if x, ok := left.X.(*ast.Ident); ok && pass.TypesInfo.ObjectOf(x) == obj {
						values = append(values, c.Child(assign.Rhs[i]))
					}
				}
			}
		}
		break
	}
	return values
}

// KeyColumn returns the column of the model's key, or nothing if that is not certain.
func KeyColumn(pass *analysis.Pass, model ast.Expr) string {
	if model == nil {
		return ""
	}
	key, tag := Key(pass.TypesInfo.TypeOf(model))
	if key == nil {
		return ""
	}
	for _, setting := range strings.Split(reflect.StructTag(tag).Get("gorm"), ";") {
		if name, value, ok := strings.Cut(setting, ":"); ok && strings.EqualFold(strings.TrimSpace(name), "column") {
			return value
		}
	}
	return sqls.Snake(key.Name())
}

// Key returns the primary key of a model or a list of them, if it is one field, and
// its tag.
func Key(t types.Type) (key *types.Var, tag string) {
	t = uuids.Indirect(t)
	if s, ok := t.Underlying().(*types.Slice); ok {
		t = uuids.Indirect(s.Elem())
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil, ""
	}
	keys := 0
	for i := range s.NumFields() {
		f := s.Field(i)
		setting := strings.ToLower(reflect.StructTag(s.Tag(i)).Get("gorm"))
		marked := strings.Contains(setting, "primarykey") || strings.Contains(setting, "primary_key")
		if marked {
			keys++
		}
		switch {
		case marked, f.Name() == "ID" && keys == 0:
			key, tag = f, s.Tag(i)
		case f.Embedded() && key == nil:
			if k, embeddedTag := Key(f.Type()); k != nil {
				key, tag = k, embeddedTag
			}
		}
	}
	if keys > 1 {
		return nil, ""
	}
	return key, tag
}

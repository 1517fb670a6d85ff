// Package gorms knows the calls and the models of GORM.
package gorms

import (
	"go/ast"
	"go/types"
	"reflect"
	"regexp"
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
	fn := method(pass, call)
	if fn == nil {
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
		lit, ok := uuids.Declared(pass, conds[len(conds)-1]).(*ast.CompositeLit)
		if len(conds) != 1 || !ok {
			return nil, nil
		}
		return lit.Elts, model
	}
	return conds, model
}

// method returns the method of GORM that the call calls, also through an interface of the program that *gorm.DB
// implements, or nil.
func method(pass *analysis.Pass, call *ast.CallExpr) *types.Func {
	fn, pkg := uuids.Callee(pass, call)
	if fn == nil || !uuids.IsMethod(fn) {
		return nil
	}
	if pkg == "gorm.io/gorm" {
		return fn
	}
	of, ok := fn.Signature().Recv().Type().Underlying().(*types.Interface)
	if !ok || fn.Signature().Results().Len() != 1 {
		return nil
	}
	db := fn.Signature().Results().At(0).Type()
	if n := uuids.Named(db); n == nil || uuids.Path(n.Obj().Pkg()) != "gorm.io/gorm" || n.Obj().Name() != "DB" || !types.Implements(db, of) {
		return nil
	}
	return uuids.Method(db, fn.Name())
}

// A Condition is a condition of a call of GORM, and its values.
type Condition struct {
	Call   inspector.Cursor // the call that has them: of GORM, or of the function around that passes them on
	Values []ast.Expr
	Model  ast.Expr // of the call of GORM, if it says which
	Makes  bool     // FirstOrCreate or FirstOrInit makes the row if there is none, and gives it no id of "id = ?"
}

// Advice is what to write in place of an id that is the whole condition.
func (c Condition) Advice() string {
	if c.Makes {
		return "write a struct, User{ID: id}, from which FirstOrCreate takes the id of the new row"
	}
	return "write the column, \"id = ?\", and an id of the key's type"
}

// Fix inserts the column before an id that is the whole condition. It is nil if the id is not of the key's type, because
// the column may have another form; if the call, or what is before it in its chain, does not show that the statement is of
// this model alone; or if the column may need quotes.
func (c Condition) Fix(pass *analysis.Pass) *analysis.SuggestedFix {
	_, model := Conditions(pass, c.Call.Node().(*ast.CallExpr))
	if _, in := c.Call.FindNode(c.Values[0]); model == nil || !in || c.Makes || !isOfModel(pass, c.Call) {
		return nil
	}
	key, tag := Key(pass.TypesInfo.TypeOf(model))
	column := KeyColumn(pass, model)
	if !unquoted.MatchString(column) || strings.Contains(tag, "serializer:") || !types.Identical(uuids.Indirect(pass.TypesInfo.TypeOf(c.Values[0])), uuids.Indirect(key.Type())) {
		return nil
	}
	insert := analysis.TextEdit{Pos: c.Values[0].Pos(), End: c.Values[0].Pos(), NewText: []byte(`"` + column + ` = ?", `)}
	return &analysis.SuggestedFix{Message: "Name the column", TextEdits: []analysis.TextEdit{insert}}
}

// unquoted matches names of columns that are no word of SQL, and that GORM makes of a field's name as we do.
var unquoted = regexp.MustCompile(`^([a-z][a-z0-9_]*_)?(id|uuid)$`)

// isOfModel reports whether nothing before the call in its chain gives the statement a model, a table or a join.
func isOfModel(pass *analysis.Pass, c inspector.Cursor) bool {
	for call := c.Node().(*ast.CallExpr); ; {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		switch x := ast.Unparen(sel.X).(type) {
		case *ast.CallExpr:
			if fn := method(pass, x); fn == nil || !uuids.OneOf(fn.Name(), "WithContext", "Session", "Debug", "Unscoped", "Where", "Preload") {
				return false
			}
			call = x
		case *ast.Ident:
			for f := range c.Enclosing((*ast.FuncDecl)(nil)) {
				return !assigns(pass, f, x)
			}
			return true
		default:
			_, ok := x.(*ast.SelectorExpr)
			return ok
		}
	}
}

// All returns the conditions of a call of GORM: its own, or those that the package gives the function around, if
// that passes on what it takes, conds...
func All(pass *analysis.Pass, c inspector.Cursor) (all []Condition) {
	call := c.Node().(*ast.CallExpr)
	if conds, model := Conditions(pass, call); conds != nil {
		return []Condition{{c, conds, model, makes(pass, c)}}
	}
	fn := method(pass, call)
	if fn == nil || !call.Ellipsis.IsValid() || !uuids.OneOf(fn.Name(), "First", "Last", "Take", "Find", "Delete", "FirstOrInit", "FirstOrCreate") || len(call.Args) != 2 {
		return nil
	}
	id, ok := ast.Unparen(call.Args[1]).(*ast.Ident)
	if !ok {
		return nil
	}
	for f := range c.Enclosing((*ast.FuncDecl)(nil)) {
		around, ok := pass.TypesInfo.Defs[f.Node().(*ast.FuncDecl).Name].(*types.Func)
		if !ok || !around.Signature().Variadic() {
			break
		}
		last := around.Signature().Params().Len() - 1
		if around.Signature().Params().At(last) != pass.TypesInfo.ObjectOf(id) || assigns(pass, f, id) {
			break
		}
		for at := range pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().Preorder((*ast.CallExpr)(nil)) {
			of := at.Node().(*ast.CallExpr)
			if called, _ := uuids.Callee(pass, of); called == around && !of.Ellipsis.IsValid() && len(of.Args) > last {
				all = append(all, Condition{at, of.Args[last:], call.Args[0], makes(pass, c)})
			}
		}
	}
	return all
}

// makes reports whether a row is made if the call of GORM finds none: by the call itself or, if it is one such as Where,
// by any call of its function, which may come after it in a chain or be of a variable.
func makes(pass *analysis.Pass, c inspector.Cursor) bool {
	isMaker := func(call *ast.CallExpr) bool {
		fn := method(pass, call)
		return fn != nil && strings.HasPrefix(fn.Name(), "FirstOr")
	}
	call := c.Node().(*ast.CallExpr)
	if uuids.OneOf(method(pass, call).Name(), "Where", "Not", "Or", "Having") {
		for f := range c.Enclosing((*ast.FuncDecl)(nil)) {
			for other := range f.Preorder((*ast.CallExpr)(nil)) {
				if isMaker(other.Node().(*ast.CallExpr)) {
					return true
				}
			}
		}
	}
	return isMaker(call)
}

// assigns reports whether the function assigns to the variable.
func assigns(pass *analysis.Pass, f inspector.Cursor, id *ast.Ident) bool {
	for c := range f.Preorder((*ast.AssignStmt)(nil)) {
		for _, left := range c.Node().(*ast.AssignStmt).Lhs {
			if at, ok := left.(*ast.IndexExpr); ok {
				left = at.X
			}
			if l, ok := left.(*ast.Ident); ok && pass.TypesInfo.ObjectOf(l) == pass.TypesInfo.ObjectOf(id) {
				return true
			}
		}
	}
	return false
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
	if !isBun {
		fn = method(pass, call)
	}
	if len(call.Args) == 0 || fn == nil || !isBun && uuids.Receiver(fn) != "DB" {
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
	key, tag, _ = keyOf(t, map[types.Type]bool{})
	return key, tag
}

// keyOf also returns how many fields are marked as keys, with those of embedded structs.
func keyOf(t types.Type, seen map[types.Type]bool) (key *types.Var, tag string, marked int) {
	t = uuids.Indirect(t)
	if s, ok := t.Underlying().(*types.Slice); ok {
		t = uuids.Indirect(s.Elem())
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok || seen[t] {
		return nil, "", 0
	}
	seen[t] = true
	for i := range s.NumFields() {
		f := s.Field(i)
		setting := strings.ToLower(reflect.StructTag(s.Tag(i)).Get("gorm"))
		switch {
		case strings.Contains(setting, "primarykey"), strings.Contains(setting, "primary_key"):
			key, tag = f, s.Tag(i)
			marked++
		case f.Name() == "ID" && marked == 0:
			key, tag = f, s.Tag(i)
		case f.Embedded(), strings.Contains(setting, "embedded"):
			k, kTag, n := keyOf(f.Type(), seen)
			if strings.Contains(setting, "embeddedprefix") {
				k = nil // its column has another name
			}
			if n > 0 || marked == 0 && key == nil { // GORM takes an embedded ID without a mark for a key only if there is no other
				key, tag = k, kTag
			}
			marked += n
		}
	}
	if marked > 1 {
		key = nil
	}
	return key, tag, marked
}

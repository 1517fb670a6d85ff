package checks

import (
	"go/ast"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

var gormID = newGormID()

func newGormID() *analysis.Analyzer {
	a := newAnalyzer("gormid", `
report ids that GORM takes for a list of numbers

An id of 16 bytes that is a condition by itself, as in db.Delete(&User{}, id), or the value
of a map, as in db.Where(map[string]any{"id": id}), is taken apart by GORM unless its Value
method returns text: the SQL asks for id IN (250,58,77,...). MySQL and MariaDB compare ids
with these numbers, and find rows that have nothing to do with the id; MariaDB also deletes
such rows. That is so for the standard library's UUID, every [16]byte without a Value
method, types whose Value returns bytes, such as datatypes.BinUUID and sqlx.Binary, and []byte.

Write the column: db.Delete(&User{}, "id = ?", id). Or install the plugin of gormtype,
which puts such ids together: see docs/gorm.md.`, runGormID, gormDelete, gormDeleteText, gormDeleteBytes)
	a.FactTypes = []analysis.Fact{new(bytesFact)}
	return a
}

// A bytesFact says that the Value method of a type of 16 bytes returns bytes.
type bytesFact struct{}

func (*bytesFact) AFact() {}

func (*bytesFact) String() string { return "Value returns bytes" }

var gormString = newAnalyzer("gormstring", `
report ids of text that GORM takes for SQL

GORM writes a string that is a condition by itself, as in db.Delete(&User{}, id.String()),
into the SQL as it is. Most UUIDs are a syntax error there. One of digits alone is a number,
which is true in MySQL and SQLite: Delete deletes all rows. A string from a user is SQL that
the user writes.

Write the column: db.Delete(&User{}, "id = ?", id).`, runGormString)

// conditions returns the arguments of a call of GORM that are a condition and its values,
// and the argument that says which model, if there is one.
func conditions(pass *analysis.Pass, call *ast.CallExpr) (conds []ast.Expr, model ast.Expr) {
	fn, pkg := callee(pass, call)
	if pkg != "gorm.io/gorm" || !isMethod(fn) || call.Ellipsis.IsValid() {
		return nil, nil
	}
	first := 1
	switch fn.Name() {
	case "Where", "Not", "Or", "Having":
		first = 0
	case "First", "Last", "Take", "Find", "Delete", "FirstOrInit", "FirstOrCreate":
		if len(call.Args) > 0 && receiver(fn) == "DB" {
			model = call.Args[0]
		}
	case "Preload":
	default:
		return nil, nil
	}
	if len(call.Args) <= first {
		return nil, nil
	}
	return call.Args[first:], model
}

func runGormID(pass *analysis.Pass) {
	findBytesValues(pass)
	for c := range nodes(pass).Preorder((*ast.CallExpr)(nil)) {
		conds, model := conditions(pass, c.Node().(*ast.CallExpr))
		if conds == nil {
			continue
		}
		cond := ast.Unparen(conds[0])
		t := pass.TypesInfo.TypeOf(cond)
		if len(conds) == 1 {
			if why, quote := takenApart(pass, t); why != "" {
				var fix *analysis.SuggestedFix
				if column := keyColumn(pass, model); column != "" {
					fix = insert("Name the column", conds[0].Pos(), `"`+column+` = ?", `)
				}
				report(pass, c.Child(conds[0]), fix, "GORM takes this id for a list of numbers, because %s, and finds or deletes other rows: write the column, \"id = ?\" (measured: %v)", why, quote)
			}
		}
		if _, ok := t.Underlying().(*types.Map); ok {
			for _, value := range mapValues(pass, c, cond) {
				if why, quote := takenApart(pass, pass.TypesInfo.TypeOf(value.Node().(ast.Expr))); why != "" {
					report(pass, value, nil, "GORM takes this id in a map for a list of numbers, because %s, and finds or deletes other rows: write Where(\"id = ?\", id) (measured with an id alone: %v)", why, quote)
				}
			}
		}
	}
}

// takenApart returns why GORM takes the bytes of such a value apart, and what was measured,
// or nothing.
func takenApart(pass *analysis.Pass, t types.Type) (why string, quote cell) {
	elem := indirect(t)
	switch {
	case isBytes(elem) && !isValuer(t):
		return "it is a " + nameOf(elem), gormDeleteBytes
	case !is16Bytes(elem):
	case !isValuer(t):
		return nameOf(elem) + " has no Value method", gormDelete
	case valueIsBytes(pass, elem):
		return "the Value method of " + nameOf(elem) + " returns bytes", gormDeleteBytes
	}
	return "", cell{}
}

// valueIsBytes reports whether the Value method of the type returns []byte.
func valueIsBytes(pass *analysis.Pass, t types.Type) bool {
	n := named(t)
	if n == nil {
		return false
	}
	if path(n.Obj().Pkg()) == "github.com/uuidkit/uuidkit/sqlx" {
		return oneOf(n.Obj().Name(), "Binary", "Swapped")
	}
	return pass.ImportObjectFact(n.Obj(), new(bytesFact))
}

// findBytesValues exports a fact about each type of 16 bytes that has a Value method with a
// []byte in a return statement.
func findBytesValues(pass *analysis.Pass) {
	for c := range nodes(pass).Preorder((*ast.FuncDecl)(nil)) {
		decl := c.Node().(*ast.FuncDecl)
		if decl.Name.Name != "Value" || decl.Recv == nil {
			continue
		}
		n := named(pass.TypesInfo.Defs[decl.Name].(*types.Func).Signature().Recv().Type())
		if n == nil || !is16Bytes(n) || !isValuer(types.NewPointer(n)) {
			continue
		}
		for r := range c.Preorder((*ast.ReturnStmt)(nil)) {
			results := r.Node().(*ast.ReturnStmt).Results
			if len(results) == 0 {
				continue
			}
			t := pass.TypesInfo.TypeOf(results[0])
			if tuple, ok := t.(*types.Tuple); ok && tuple.Len() == 2 { // return id.MarshalBinary()
				t = tuple.At(0).Type()
			}
			if isBytes(t) {
				pass.ExportObjectFact(n.Obj(), new(bytesFact))
				break
			}
		}
	}
}

// mapValues returns the values that the function which makes the call puts into a map: in
// its literal, and by assignments.
func mapValues(pass *analysis.Pass, call inspector.Cursor, m ast.Expr) (values []inspector.Cursor) {
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

func runGormString(pass *analysis.Pass) {
	for c := range nodes(pass).Preorder((*ast.CallExpr)(nil)) {
		conds, model := conditions(pass, c.Node().(*ast.CallExpr))
		if len(conds) != 1 {
			continue
		}
		if fn, _ := callee(pass, c.Node().(*ast.CallExpr)); fn.Name() == "Preload" {
			continue
		}
		cond := ast.Unparen(conds[0])
		column := keyColumn(pass, model)
		if !isUUIDText(pass, c, cond) && !(column != "" && isTextKey(pass, model) && isNamedLikeID(pass, cond)) {
			continue
		}
		var fix *analysis.SuggestedFix
		if column != "" {
			fix = insert("Name the column", conds[0].Pos(), `"`+column+` = ?", `)
		}
		report(pass, c.Child(conds[0]), fix, "GORM writes this string into the SQL as it is, not as the value of an id: write the column, \"id = ?\" (docs/gorm.md#traps)")
	}
}

// isNamedLikeID reports whether the expression is a string whose name says that it is an
// id, and no condition.
func isNamedLikeID(pass *analysis.Pass, e ast.Expr) bool {
	if !isString(pass.TypesInfo.TypeOf(e)) || isConst(pass, e) {
		return false
	}
	name := ""
	switch e := e.(type) {
	case *ast.Ident:
		name = e.Name
	case *ast.SelectorExpr:
		name = e.Sel.Name
	}
	return oneOf(name, "id", "uuid") || strings.HasSuffix(name, "ID") || strings.HasSuffix(name, "Id") || strings.HasSuffix(name, "UUID")
}

// isTextKey reports whether the key of the model is no number.
func isTextKey(pass *analysis.Pass, model ast.Expr) bool {
	key, _ := modelKey(pass.TypesInfo.TypeOf(model))
	return key != nil && (isString(key.Type()) || is16Bytes(indirect(key.Type())))
}

// keyColumn returns the column of the model's key, or nothing if that is not certain.
func keyColumn(pass *analysis.Pass, model ast.Expr) string {
	if model == nil {
		return ""
	}
	key, tag := modelKey(pass.TypesInfo.TypeOf(model))
	if key == nil {
		return ""
	}
	for _, setting := range strings.Split(reflect.StructTag(tag).Get("gorm"), ";") {
		if name, value, ok := strings.Cut(setting, ":"); ok && strings.EqualFold(strings.TrimSpace(name), "column") {
			return value
		}
	}
	if key.Name() == "ID" {
		return "id"
	}
	return ""
}

// modelKey returns the primary key of a model or a list of them, if it is one field, and
// its tag.
func modelKey(t types.Type) (key *types.Var, tag string) {
	t = indirect(t)
	if s, ok := t.Underlying().(*types.Slice); ok {
		t = indirect(s.Elem())
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
			if k, embeddedTag := modelKey(f.Type()); k != nil {
				key, tag = k, embeddedTag
			}
		}
	}
	if keys > 1 {
		return nil, ""
	}
	return key, tag
}

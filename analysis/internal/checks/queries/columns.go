package queries

import (
	"go/ast"
	"go/constant"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/sqls"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// Column returns what the package declares of a column, if all that it declares of one with
// this name, or with this name in this table, is the same.
func (p *Package) Column(table, name string) (found sqls.Column, ok bool) {
	p.read()
	same := func(only func(sqls.Column) bool) (sqls.Column, int) {
		n := 0
		for _, c := range p.columns {
			if c.Name != name || !only(c) {
				continue
			}
			switch {
			case n > 0 && c.Form() != found.Form() && c.Form().IsBytes() && found.Form().IsBytes(): // binary(16) and blob of two databases
				if c.Form() == sqls.Bytes {
					found = c
				}
			case n > 0 && c.Form() != found.Form():
				return c, -1
			case n == 0 || !c.NotNull:
				found = c
			}
			n++
		}
		return found, n
	}
	if name == "" {
		return found, false
	}
	if table != "" {
		if _, n := same(func(c sqls.Column) bool { return c.Table == table }); n != 0 {
			return found, n > 0
		}
	}
	_, n := same(func(c sqls.Column) bool { return table == "" || c.Table == "" })
	return found, n > 0
}

// Declared returns what a CREATE TABLE says of a column, if no other says something else of
// NULL.
func (p *Package) Declared(table, name string) (found sqls.Column, ok bool) {
	p.read()
	for _, c := range p.columns {
		if c.Name != name || table != "" && c.Table != table || c.Model {
			continue
		}
		if ok && c.NotNull != found.NotNull {
			return found, false
		}
		found, ok = c, true
	}
	return found, ok
}

// change says of the declared columns what ALTER TABLE does. A column of another type has both: nobody knows which
// comes first. One that becomes NULL and NOT NULL is taken for NOT NULL.
func (p *Package) change(changes []sqls.Column) {
	slices.SortStableFunc(changes, func(a, b sqls.Column) int {
		switch {
		case a.NotNull == b.NotNull:
			return 0
		case a.NotNull:
			return 1
		}
		return -1
	})
	for _, to := range changes {
		declared := false
		to.Model = true // but for the column of a table
		for i, c := range p.columns {
			switch {
			case c.Table != to.Table || c.Name != to.Name:
				continue
			case c.Model:
			case to.Type == "":
				p.columns[i].NotNull = to.NotNull
			default:
				to.NotNull, to.Model = c.NotNull, false
			}
			declared = true
		}
		if declared && to.Type != "" {
			p.columns = append(p.columns, to)
		}
	}
}

// nth returns the name of a column of the table by its number, or nothing if the package declares one twice, or
// shows no order.
func (p *Package) nth(table string, n int) string {
	if slices.Contains(p.reordered, table) {
		return ""
	}
	var names []string
	for _, c := range p.columns {
		if c.Table != table || table == "" || c.Model {
			continue
		}
		if c.Name != "" && slices.Contains(names, c.Name) {
			return ""
		}
		names = append(names, c.Name)
	}
	if n > len(names) {
		return ""
	}
	return names[n-1]
}

// model adds the columns of a struct with tags of GORM or bun that name a type, or whose fields
// have a type of gormtype or sqlx.
func (p *Package) model(c inspector.Cursor, s *ast.StructType) {
	table := ""
	if spec, ok := c.Parent().Node().(*ast.TypeSpec); ok {
		if obj := p.pass.TypesInfo.Defs[spec.Name]; obj != nil {
			table = p.tableOf(obj)
		}
	}
	for _, f := range s.Fields.List {
		t := p.pass.TypesInfo.TypeOf(f.Type)
		if len(f.Names) == 0 && p.typeOf(t) != "" { // gormtype.Key
			p.columns = append(p.columns, sqls.Column{Table: table, Name: "id", Type: p.typeOf(t), NotNull: true, Model: true})
		}
		for _, name := range f.Names {
			col, _ := TagColumn(uuids.Tag(f), name.Name)
			if col.Type == "" {
				col.Type = p.typeOf(t)
			}
			if col.Type != "" {
				col.Table, col.Model = table, true
				p.columns = append(p.columns, col)
			}
		}
	}
}

// typeOf is the column of a type of gormtype, where the package shows that the database has no
// type uuid, or nothing.
func (p *Package) typeOf(t types.Type) string {
	n := uuids.Named(t)
	if n == nil || n.Obj().Pkg() == nil || uuids.Path(n.Obj().Pkg()) != "github.com/uuidkit/uuidkit/gormtype" {
		return ""
	}
	name := n.Obj().Name()
	if n.TypeArgs().Len() == 1 && uuids.OneOf(name, "Null", "Key") {
		if arg := uuids.Named(n.TypeArgs().At(0)); arg != nil {
			name = arg.Obj().Name()
		}
	}
	switch name {
	case "Text":
		return "char(36)"
	case "UUID", "Model":
		if p.imports("gorm.io/driver/mysql", "gorm.io/driver/sqlite", "github.com/glebarez/sqlite") {
			return "binary(16)"
		}
	}
	return ""
}

// ent adds the columns of a schema of ent that have a SchemaType for MySQL or SQLite, and the columns
// char(36) that ent makes of other UUIDs if the package has the driver of MySQL.
func (p *Package) ent(decl *ast.FuncDecl) {
	if decl.Name.Name != "Fields" || decl.Recv == nil || decl.Body == nil {
		return
	}
	n := uuids.Named(p.pass.TypesInfo.TypeOf(decl.Recv.List[0].Type))
	if n == nil {
		return
	}
	table, typed := sqls.Snake(n.Obj().Name())+"s", map[string]bool{}
	ast.Inspect(decl.Body, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		fn, pkg := uuids.Callee(p.pass, call)
		switch {
		case fn == nil || !strings.HasPrefix(pkg, "entgo.io/ent/schema/field"):
		case fn.Name() == "SchemaType" && len(call.Args) == 1:
			if name, made := EntField(p.pass, call); name != "" && made != nil {
				typed[name] = true // the calls around are seen first
				p.schemaType(table, name, call.Args[0])
			}
		case fn.Name() == "UUID" && !uuids.IsMethod(fn) && len(call.Args) > 0:
			v := p.pass.TypesInfo.Types[call.Args[0]].Value
			if v != nil && v.Kind() == constant.String && !typed[constant.StringVal(v)] && p.imports("github.com/go-sql-driver/mysql") {
				p.columns = append(p.columns, sqls.Column{Table: table, Name: constant.StringVal(v), Type: "char(36)", Model: true})
			}
		}
		return true
	})
}

// schemaType adds the columns of a map from dialects to types.
func (p *Package) schemaType(table, name string, types ast.Expr) {
	lit, ok := ast.Unparen(types).(*ast.CompositeLit)
	if !ok {
		if lit = p.global(types); lit == nil {
			return
		}
	}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if v := p.pass.TypesInfo.Types[kv.Value].Value; v != nil && v.Kind() == constant.String {
				p.columns = append(p.columns, sqls.Column{Table: table, Name: name, Type: normal(constant.StringVal(v)), Model: true})
			}
		}
	}
}

func (p *Package) imports(paths ...string) bool {
	for _, imported := range p.pass.Pkg.Imports() {
		if uuids.OneOf(imported.Path(), paths...) {
			return true
		}
	}
	return false
}

// EntField returns the name of the field of ent at whose SchemaType the call is, and the function
// that makes it: field.UUID("id", …).SchemaType(…).
func EntField(pass *analysis.Pass, call *ast.CallExpr) (name string, made *types.Func) {
	for e := ast.Unparen(call.Fun); ; {
		sel, ok := e.(*ast.SelectorExpr)
		if !ok {
			return "", nil
		}
		inner, ok := ast.Unparen(sel.X).(*ast.CallExpr)
		if !ok {
			return "", nil
		}
		if fn, pkg := uuids.Callee(pass, inner); fn != nil && pkg == "entgo.io/ent/schema/field" && !uuids.IsMethod(fn) && len(inner.Args) > 0 {
			if v := pass.TypesInfo.Types[inner.Args[0]].Value; v != nil && v.Kind() == constant.String {
				return constant.StringVal(v), fn
			}
			return "", fn
		}
		e = ast.Unparen(inner.Fun)
	}
}

// tableOf is what the model's TableName returns, or the tag of its bun.BaseModel, or GORM's name for it.
func (p *Package) tableOf(obj types.Object) string {
	if s, ok := obj.Type().Underlying().(*types.Struct); ok {
		for i := range s.NumFields() {
			if f := s.Field(i); f.Embedded() && f.Name() == "BaseModel" {
				for setting := range strings.SplitSeq(reflect.StructTag(s.Tag(i)).Get("bun"), ",") {
					if name, ok := strings.CutPrefix(setting, "table:"); ok {
						return strings.ToLower(name)
					}
				}
			}
		}
	}
	if fn := uuids.Method(obj.Type(), "TableName"); fn != nil {
		root := p.pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
		for c := range root.Preorder((*ast.FuncDecl)(nil)) {
			if p.pass.TypesInfo.Defs[c.Node().(*ast.FuncDecl).Name] != fn {
				continue
			}
			for r := range c.Preorder((*ast.ReturnStmt)(nil)) {
				if results := r.Node().(*ast.ReturnStmt).Results; len(results) == 1 {
					if v := p.pass.TypesInfo.Types[results[0]].Value; v != nil && v.Kind() == constant.String {
						return strings.ToLower(constant.StringVal(v))
					}
				}
			}
		}
		return ""
	}
	return sqls.Snake(obj.Name()) + "s"
}

// TagColumn returns the column that a tag of GORM or bun declares.
func TagColumn(tag reflect.StructTag, field string) (c sqls.Column, ok bool) {
	c.Name = sqls.Snake(field)
	if g, is := tag.Lookup("gorm"); is {
		for setting := range strings.SplitSeq(g, ";") {
			name, value, _ := strings.Cut(setting, ":")
			switch strings.ToLower(strings.TrimSpace(name)) {
			case "column":
				c.Name = strings.ToLower(strings.TrimSpace(value))
			case "type":
				c.Type = normal(value)
			case "not null", "primarykey", "primary_key":
				c.NotNull = true
			}
		}
		return c, true
	}
	if b, is := tag.Lookup("bun"); is {
		for i, setting := range strings.Split(b, ",") {
			name, value, found := strings.Cut(setting, ":")
			switch {
			case i == 0 && !found && setting != "":
				c.Name = setting
			case name == "type":
				c.Type = normal(value)
			case name == "pk", name == "notnull":
				c.NotNull = true
			}
		}
		return c, true
	}
	return c, false
}

// normal is a type without the spaces, and without what follows it.
func normal(typ string) string {
	typ = strings.ToLower(strings.TrimSpace(typ))
	if i := strings.Index(typ, ")"); i >= 0 {
		typ = typ[:i+1]
	} else if first, _, ok := strings.Cut(typ, " "); ok {
		typ = first
	}
	return strings.ReplaceAll(typ, " ", "")
}

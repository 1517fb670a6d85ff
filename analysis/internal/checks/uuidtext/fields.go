package uuidtext

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/queries"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/setup"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/sqls"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// fields reports fields whose type is text, and whose tag says that the column is bytes, and text
// that is stored in a []byte of such a column.
func fields(pass *analysis.Pass) {
	raw := map[types.Object]sqls.Column{}
	for c := range check.Nodes(pass).Preorder((*ast.Field)(nil)) {
		field(pass, c, c.Node().(*ast.Field), raw)
	}
	for c := range check.Nodes(pass).Preorder((*ast.CallExpr)(nil), (*ast.AssignStmt)(nil), (*ast.KeyValueExpr)(nil)) {
		switch n := c.Node().(type) {
		case *ast.CallExpr:
			ent(pass, c, n)
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); ok {
				stored(pass, c, raw, pass.TypesInfo.ObjectOf(id), n.Value)
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if sel, ok := left.(*ast.SelectorExpr); ok && len(n.Lhs) == len(n.Rhs) {
					stored(pass, c, raw, pass.TypesInfo.ObjectOf(sel.Sel), n.Rhs[i])
				}
			}
		}
	}
}

// stored reports text that is stored in a field of bytes.
func stored(pass *analysis.Pass, c inspector.Cursor, raw map[types.Object]sqls.Column, field types.Object, value ast.Expr) {
	if column, ok := raw[field]; ok && flow.Of(pass).Any(value, flow.Origin.IsUUIDText) {
		check.Report(pass, within(c, value), nil, "the column %s is %s, and these are the 36 characters of a UUID's text: give its 16 bytes, id[:]", column.Name, column.Type)
	}
}

func field(pass *analysis.Pass, c inspector.Cursor, f *ast.Field, raw map[types.Object]sqls.Column) {
	if len(f.Names) != 1 {
		return
	}
	column, ok := queries.TagColumn(uuids.Tag(f), f.Names[0].Name)
	t := uuids.Indirect(pass.TypesInfo.TypeOf(f.Type))
	_, isGORM := uuids.Tag(f).Lookup("gorm")
	if !ok || !isBytes(column) || strings.Contains(string(uuids.Tag(f)), "serializer:") {
		return
	}
	switch n := uuids.Named(t); {
	case column.Form() != sqls.Bytes16 && !uuids.IsValuer(t):
	case uuids.IsBytes(t):
		raw[pass.TypesInfo.Defs[f.Names[0]]] = column
	case uuids.IsString(t) && !uuids.IsValuer(t):
		check.Report(pass, c, nil, "the column is %s, and a %s is text, which it rejects or cuts: use a UUID type, as gormtype.UUID", column.Type, uuids.Name(t))
	case n != nil && isGORM && setup.Of(pass).OpensGORM && isValuer(t):
		check.Report(pass, c, nil, "the column is %s, and GORM sends %s as text: use gormtype.UUID, or the plugin with gormtype.Native", column.Type, uuids.Name(t))
	}
}

// ent reports a field of text whose column is bytes, field.String("id").SchemaType(…), and one of
// UUIDs if the package opens the database without a connector.
func ent(pass *analysis.Pass, c inspector.Cursor, call *ast.CallExpr) {
	fn, pkg := uuids.Callee(pass, call)
	if fn == nil || fn.Name() != "SchemaType" || !strings.HasPrefix(pkg, "entgo.io/ent/schema/field") {
		return
	}
	binary := false
	for _, arg := range call.Args {
		ast.Inspect(arg, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok {
				if v := pass.TypesInfo.Types[e].Value; v != nil && strings.HasPrefix(strings.ToLower(strings.Trim(v.ExactString(), `"`)), "binary(16)") {
					binary = true
				}
			}
			return true
		})
	}
	_, made := queries.EntField(pass, call)
	switch {
	case !binary || made == nil:
	case uuids.OneOf(made.Name(), "String", "Text"):
		check.Report(pass, c, nil, "the column is binary(16), and field.%s is text, which it rejects or cuts: use field.UUID, and a connector", made.Name())
	case made.Name() == "UUID" && setup.Of(pass).Opens:
		check.Report(pass, c, nil, "the column is binary(16), and this package opens the database without a connector, so that ent sends text: use sqlx.NewConnector")
	}
}

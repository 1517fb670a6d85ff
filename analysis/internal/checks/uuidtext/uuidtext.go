// Package uuidtext reports text that is for a column of 16 bytes.
package uuidtext

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/queries"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/setup"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/sqls"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "uuidtext",
	Kind: check.Wrong,
	Doc: `
report text of UUIDs for columns of 16 bytes

The text of a UUID equals no value of a BINARY(16), BLOB or bytea column: = finds no row, <>
finds all, and SQLite stores 36 bytes. No database reports that. Give sqlx.Binary(id), or open
the database with a connector and give the UUID itself.

The package declares the column: in a CREATE TABLE, a tag of GORM or bun, or a schema of ent.
Reported are texts as arguments, UUIDs that go as text where the package opens the database
without a connector or a plugin, and fields of a text type whose tag says binary(16).`,

	Wrong: `db.Query("SELECT name FROM users WHERE id = ?", id.String())`,
	Right: `db.Query("SELECT name FROM users WHERE id = ?", id[:])
db.Query("SELECT name FROM users WHERE id = UUID_TO_BIN(?)", id.String())`,
	Run:      run,
	Requires: []*analysis.Analyzer{setup.Analyzer},
})

func run(pass *analysis.Pass) {
	fields(pass)
	if !uuids.Used(pass) && !check.Imports(pass, "database/sql", "github.com/jmoiron/sqlx", "gorm.io/gorm", "github.com/uptrace/bun") {
		return
	}
	for _, q := range queries.Of(pass).All() {
		for _, p := range q.Params {
			if len(p.Around) > 0 || len(p.Beside) > 0 {
				continue // a function that converts
			}
			column, ok := queries.Of(pass).Column(p.Table, p.Column)
			if form := column.Form(); !ok || form != sqls.Bytes16 && form != sqls.Bytes {
				continue
			}
			arg := q.Arg(p)
			if arg == nil {
				continue
			}
			what := sentAsText(pass, q, column, arg)
			if what == "" {
				continue
			}
			at, ok := q.Call.FindNode(arg)
			if !ok {
				at = q.Call
			}
			check.Report(pass, at, nil, "the column %s is %s, and %s: it equals none of its values; give the 16 bytes, as sqlx.Binary(id)", column.Name, column.Type, what)
		}
	}
}

// sentAsText says why the argument is sent as text, or nothing.
func sentAsText(pass *analysis.Pass, q queries.Query, column sqls.Column, arg ast.Expr) string {
	f := flow.Of(pass)
	if f.Any(arg, flow.Origin.IsUUIDText) {
		return "this is the text of a UUID"
	}
	for _, t := range f.Types(arg) {
		if t == nil {
			continue
		}
		if uuids.IsString(t) {
			if f.Any(arg, isRaw) {
				continue // string(id[:])
			}
			if column.Form() == sqls.Bytes16 && !uuids.IsConst(pass, arg) || f.Any(arg, flow.Origin.IsRequest) {
				return "this is text"
			}
			continue
		}
		if goesAsText(pass, q, t) {
			return uuids.Name(t) + " is sent as text"
		}
	}
	return ""
}

// isRaw reports whether the origin is bytes.
func isRaw(o flow.Origin) bool {
	if _, ok := o.Value.(*ssa.Slice); ok {
		return true
	}
	return uuids.IsBytes(o.Value.Type())
}

// goesAsText reports whether the type's Value is text, and nothing in the program that opens
// the database, which is this package, makes bytes of it.
func goesAsText(pass *analysis.Pass, q queries.Query, t types.Type) bool {
	t = uuids.Indirect(t)
	n := uuids.Named(t)
	if n == nil || !uuids.IsPackage(uuids.Path(n.Obj().Pkg())) || !uuids.IsValuer(t) {
		return false
	}
	s := setup.Of(pass)
	if strings.HasPrefix(q.Path, "gorm.io/gorm") {
		return s.OpensGORM
	}
	return s.Opens
}

// fields reports fields whose type is text, and whose tag says that the column is bytes.
func fields(pass *analysis.Pass) {
	for c := range check.Nodes(pass).Preorder((*ast.Field)(nil), (*ast.CallExpr)(nil)) {
		switch n := c.Node().(type) {
		case *ast.Field:
			field(pass, c, n)
		case *ast.CallExpr:
			ent(pass, c, n)
		}
	}
}

func field(pass *analysis.Pass, c inspector.Cursor, f *ast.Field) {
	if len(f.Names) != 1 {
		return
	}
	column, ok := queries.TagColumn(uuids.Tag(f), f.Names[0].Name)
	t := uuids.Indirect(pass.TypesInfo.TypeOf(f.Type))
	if !ok || column.Form() != sqls.Bytes16 || strings.Contains(string(uuids.Tag(f)), "serializer:") {
		return
	}
	switch n := uuids.Named(t); {
	case uuids.IsString(t) && !uuids.IsValuer(t):
		check.Report(pass, c, nil, "the column is %s, and a %s is text, which it rejects or cuts: use a UUID type, as gormtype.UUID", column.Type, uuids.Name(t))
	case n != nil && setup.Of(pass).OpensGORM && uuids.IsPackage(uuids.Path(n.Obj().Pkg())) && uuids.IsValuer(t):
		check.Report(pass, c, nil, "the column is %s, and GORM sends %s as text: use gormtype.UUID, or the plugin with gormtype.Native[%s]()", column.Type, uuids.Name(t), uuids.Name(t))
	}
}

// ent reports a field of text whose column is bytes: field.String("id").SchemaType(…).
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
	e := ast.Unparen(call.Fun)
	for binary {
		sel, ok := e.(*ast.SelectorExpr)
		if !ok {
			return
		}
		inner, ok := ast.Unparen(sel.X).(*ast.CallExpr)
		if !ok {
			return
		}
		if fn, pkg := uuids.Callee(pass, inner); fn != nil && pkg == "entgo.io/ent/schema/field" && !uuids.IsMethod(fn) {
			if uuids.OneOf(fn.Name(), "String", "Text") {
				check.Report(pass, c, nil, "the column is binary(16), and field.%s is text, which it rejects or cuts: use field.UUID, and a connector", fn.Name())
			}
			return
		}
		e = ast.Unparen(inner.Fun)
	}
}

// Package bunuuid reports UUIDs that bun stores or asks for in another form than the column's.
package bunuuid

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/queries"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/sqls"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "bunuuid",
	Kind: check.Wrong,
	Doc: `
report models and conditions of bun whose UUIDs have another form than the column

In PostgreSQL bun makes a bytea column for a UUID without a type tag, and stores 36 characters
there. For a NullUUID it makes jsonb. Write bun:"type:uuid". In MySQL and SQLite bun writes
text into binary(16) and blob columns, even if the database has a connector: use sqlx.Binary.
A plain slice in a condition becomes JSON: write bun.List(ids), or pgdialect.Array(ids).

The check takes a struct with a bun tag for a model. It reports a missing type tag only in
packages that import pgdialect. uuidtext reports the argument of a condition, or a bun.List, that has
another form than its column.`,

	Wrong: "ID uuid.UUID `bun:\",pk\"`",
	Right: "ID uuid.UUID `bun:\"type:uuid,pk\"`",
	Run:   run,
})

const bun = "github.com/uptrace/bun"

func run(pass *analysis.Pass) {
	if !check.Imports(pass, bun) {
		return
	}
	postgres := check.Imports(pass, bun+"/dialect/pgdialect")
	for c := range check.Nodes(pass).Preorder((*ast.StructType)(nil), (*ast.CallExpr)(nil)) {
		switch n := c.Node().(type) {
		case *ast.StructType:
			model(pass, c, n, postgres)
		case *ast.CallExpr:
			condition(pass, c, n)
		}
	}
}

func model(pass *analysis.Pass, c inspector.Cursor, s *ast.StructType, postgres bool) {
	is := false
	for _, f := range s.Fields.List {
		_, ok := uuids.Tag(f).Lookup("bun")
		is = is || ok
	}
	for f := range c.Preorder((*ast.Field)(nil)) {
		field := f.Node().(*ast.Field)
		t := uuids.Indirect(pass.TypesInfo.TypeOf(field.Type))
		if !is || len(field.Names) != 1 || uuids.Tag(field).Get("bun") == "-" || !isID(t) {
			continue
		}
		column, _ := queries.TagColumn(uuids.Tag(field), field.Names[0].Name)
		switch form := column.Form(); {
		case column.Type == "" && postgres && uuids.IsValuer(t):
			check.Report(pass, f, nil, "bun makes another column than uuid of a %s without a type tag, and stores text in it: write bun:\"type:uuid\"", uuids.Name(t))
		case form == sqls.Bytes16 || form == sqls.Bytes:
			check.Report(pass, f, nil, "bun writes a %s as text, and the column is %s: use sqlx.Binary", uuids.Name(t), column.Type)
		}
	}
}

// isID reports whether the type is one of a package of UUIDs whose Value is text.
func isID(t types.Type) bool {
	n := uuids.Named(t)
	return n != nil && n.Obj().Pkg() != nil && uuids.IsPackage(uuids.Path(n.Obj().Pkg())) && (uuids.Is(t) || n.Obj().Name() == "NullUUID")
}

// isForm reports whether the type is one of uuidkit's that has the form of a column, as sqlx.Binary.
func isForm(t types.Type) bool {
	n := uuids.Named(t)
	return n != nil && uuids.Is16Bytes(t) && uuids.Path(n.Obj().Pkg()) == "github.com/uuidkit/uuidkit/sqlx"
}

// condition reports a plain list.
func condition(pass *analysis.Pass, c inspector.Cursor, call *ast.CallExpr) {
	fn, pkg := uuids.Callee(pass, call)
	if fn == nil || pkg != bun || !strings.HasPrefix(fn.Name(), "Where") || call.Ellipsis.IsValid() {
		return
	}
	for _, arg := range call.Args[min(1, len(call.Args)):] {
		if s, ok := pass.TypesInfo.TypeOf(arg).Underlying().(*types.Slice); ok && (isID(s.Elem()) || uuids.Is(s.Elem()) || isForm(s.Elem())) {
			check.Report(pass, c.Child(arg), nil, "bun writes this list as JSON: write bun.List(ids), or pgdialect.Array(ids)")
		}
	}
}

package uuidscan

import (
	"go/ast"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/queries"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/sqls"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// filled reports UUIDs that functions of pgx and jmoiron/sqlx fill from columns that may be NULL.
func filled(pass *analysis.Pass, c inspector.Cursor, call *ast.CallExpr) {
	into, columns, byPos := destination(pass, call)
	if into == nil || len(columns) == 0 {
		return
	}
	t := uuids.Indirect(pass.TypesInfo.TypeOf(into))
	if fn, ok := t.(*types.Signature); ok { // pgx.RowTo...
		t = fn.Results().At(0).Type()
	} else if s, ok := t.Underlying().(*types.Slice); ok {
		t = s.Elem()
	}
	if uuids.IsOf(t, uuids.Google) && len(columns) == 1 && nullable(pass, columns[0]) == yes {
		check.Report(pass, c.Child(into), nil, nullText, "scan "+variable(into)+" into", scanNull)
	}
	for i, f := range fieldsOf(uuids.Indirect(t)) {
		for j, column := range columns {
			same := strings.EqualFold(strings.ReplaceAll(f.name, "_", ""), strings.ReplaceAll(column.As, "_", ""))
			if (byPos && i == j || !byPos && same) && uuids.IsOf(f.Type(), uuids.Google) && nullable(pass, column) == yes {
				check.Report(pass, c.Child(into), nil, nullText, "make "+f.Name(), scanNull)
			}
		}
	}
}

// destination returns what the call fills, or the function of pgx that does, and the columns.
func destination(pass *analysis.Pass, call *ast.CallExpr) (into ast.Expr, columns []sqls.Selected, byPos bool) {
	fn, pkg := uuids.Callee(pass, call)
	switch {
	case fn == nil:
	case pkg == "github.com/jackc/pgx/v5" && uuids.OneOf(fn.Name(), "CollectRows", "CollectOneRow", "CollectExactlyOneRow", "AppendRows"):
		into = call.Args[len(call.Args)-1]
		index, ok := ast.Unparen(into).(*ast.IndexExpr)
		if !ok {
			return nil, nil, false
		}
		if sel, ok := index.X.(*ast.SelectorExpr); ok && strings.HasPrefix(sel.Sel.Name, "RowTo") {
			return into, queries.Rows(pass, call.Args[len(call.Args)-2]), strings.HasSuffix(sel.Sel.Name, "ByPos")
		}
	case pkg != "github.com/jmoiron/sqlx":
	case fn.Name() == "StructScan":
		return call.Args[len(call.Args)-1], queries.Selected(pass, call), false
	case uuids.OneOf(fn.Name(), "Get", "GetContext", "Select", "SelectContext"):
		for i := range fn.Signature().Params().Len() {
			if fn.Signature().Params().At(i).Name() == "dest" && i < len(call.Args) {
				into = call.Args[i]
			}
		}
		return into, queries.Of(pass).Select(queries.Of(pass).SQL(call)), false
	}
	return nil, nil, false
}

// variable is the name of what is filled.
func variable(into ast.Expr) string {
	if addr, ok := ast.Unparen(into).(*ast.UnaryExpr); ok {
		return types.ExprString(addr.X)
	}
	return "the rows"
}

// A field is one that a column fills.
type field struct {
	*types.Var
	name string // of the column
}

// fieldsOf returns the fields of a struct, with those of structs that it embeds.
func fieldsOf(t types.Type) (all []field) {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i := range s.NumFields() {
		f := s.Field(i)
		name, _, _ := strings.Cut(reflect.StructTag(s.Tag(i)).Get("db"), ",")
		switch _, isStruct := uuids.Indirect(f.Type()).Underlying().(*types.Struct); {
		case name == "-" || !f.Exported():
		case f.Embedded() && isStruct && name == "":
			all = append(all, fieldsOf(uuids.Indirect(f.Type()))...)
		case name == "":
			all = append(all, field{f, f.Name()})
		default:
			all = append(all, field{f, name})
		}
	}
	return all
}

// models reports UUIDs of GORM's models whose columns may be NULL, by the model's tag or a CREATE
// TABLE of the package.
func models(pass *analysis.Pass) {
	if !check.Imports(pass, "gorm.io/gorm") {
		return
	}
	for c := range check.Nodes(pass).Preorder((*ast.TypeSpec)(nil)) {
		spec := c.Node().(*ast.TypeSpec)
		s, ok := spec.Type.(*ast.StructType)
		if !ok || !hasTag(s) {
			continue
		}
		for _, f := range s.Fields.List {
			settings := strings.ToLower(uuids.Tag(f).Get("gorm"))
			if len(f.Names) != 1 || settings == "-" || !uuids.IsOf(pass.TypesInfo.TypeOf(f.Type), uuids.Google) {
				continue
			}
			tagged, _ := queries.TagColumn(uuids.Tag(f), f.Names[0].Name)
			table := queries.Of(pass).Table(spec.Name)
			declared, ok := queries.Of(pass).Declared(table, tagged.Name)
			if !tagged.NotNull && (strings.Contains(settings, "default:null") || table != "" && ok && !declared.NotNull) {
				at, _ := c.FindNode(f)
				check.Report(pass, at, nil, nullText, "make "+f.Names[0].Name, scanNull)
			}
		}
	}
}

// hasTag reports whether a field has a tag of GORM.
func hasTag(s *ast.StructType) bool {
	for _, f := range s.Fields.List {
		if _, ok := uuids.Tag(f).Lookup("gorm"); ok {
			return true
		}
	}
	return false
}

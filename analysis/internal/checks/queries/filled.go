package queries

import (
	"go/ast"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/sqls"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// A Filled is what a column of a row fills: a field of a struct, or the whole value, without a field.
type Filled struct {
	Field  *types.Var
	Type   types.Type
	Column sqls.Selected
}

// Fills returns what a function of pgx or jmoiron/sqlx reads rows into, and what their columns fill.
func Fills(pass *analysis.Pass, call *ast.CallExpr) (into ast.Expr, all []Filled) {
	into, columns, byPos := destination(pass, call)
	if into == nil || len(columns) == 0 {
		return nil, nil
	}
	t := rowOf(pass.TypesInfo.TypeOf(into))
	fields := fieldsOf(uuids.Indirect(t), map[types.Type]bool{})
	if len(fields) == 0 || uuids.HasMethod(t, "Scan") { // a NullUUID, say
		if len(columns) == 1 {
			all = append(all, Filled{nil, t, columns[0]})
		}
		return into, all
	}
	for i, f := range fields {
		for j, column := range columns {
			same := strings.EqualFold(strings.ReplaceAll(f.name, "_", ""), strings.ReplaceAll(column.As, "_", ""))
			if byPos && i == j || !byPos && same {
				all = append(all, Filled{f.Var, f.Type(), column})
			}
		}
	}
	return into, all
}

// rowOf is the type of one row: what the function of pgx returns, or what the pointer points to.
func rowOf(into types.Type) types.Type {
	if fn, ok := into.(*types.Signature); ok {
		return fn.Results().At(0).Type()
	}
	if p, ok := into.Underlying().(*types.Pointer); ok {
		into = p.Elem() // which may be a pointer that NULL sets to nil
	}
	if s, ok := into.Underlying().(*types.Slice); ok {
		return s.Elem()
	}
	return into
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
			return into, Rows(pass, call.Args[len(call.Args)-2]), strings.HasSuffix(sel.Sel.Name, "ByPos")
		}
	case pkg != "github.com/jmoiron/sqlx":
	case fn.Name() == "StructScan":
		return call.Args[len(call.Args)-1], Selected(pass, call), false
	case uuids.OneOf(fn.Name(), "Get", "GetContext", "Select", "SelectContext"):
		for i := range fn.Signature().Params().Len() {
			if fn.Signature().Params().At(i).Name() == "dest" && i < len(call.Args) {
				into = call.Args[i]
			}
		}
		return into, Of(pass).Select(Of(pass).SQL(call)), false
	}
	return nil, nil, false
}

// A field is one that a column fills.
type field struct {
	*types.Var
	name string // of the column
}

// fieldsOf returns the fields of a struct, with those of structs that it embeds.
func fieldsOf(t types.Type, seen map[types.Type]bool) (all []field) {
	s, ok := t.Underlying().(*types.Struct)
	if !ok || seen[t] {
		return nil
	}
	seen[t] = true
	for i := range s.NumFields() {
		f := s.Field(i)
		name, _, _ := strings.Cut(reflect.StructTag(s.Tag(i)).Get("db"), ",")
		switch _, isStruct := uuids.Indirect(f.Type()).Underlying().(*types.Struct); {
		case name == "-" || !f.Exported():
		case f.Embedded() && isStruct && name == "":
			all = append(all, fieldsOf(uuids.Indirect(f.Type()), seen)...)
		case name == "":
			all = append(all, field{f, f.Name()})
		default:
			all = append(all, field{f, name})
		}
	}
	return all
}

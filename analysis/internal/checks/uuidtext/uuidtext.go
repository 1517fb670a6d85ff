// Package uuidtext reports text that is for a column of 16 bytes, and bytes that are for text.
package uuidtext

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/gorms"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/queries"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/setup"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/sqls"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "uuidtext",
	Kind: check.Wrong,
	Doc: `
report text of UUIDs for columns of 16 bytes, and bytes for columns of text

The text of a UUID equals no value of a BINARY(16), BLOB or bytea column: = finds no row, <>
finds all, and SQLite stores 36 bytes. No database reports an error. Pass sqlx.Binary(id), or
open the database with a connector and pass the UUID itself. In the same way, 16 bytes equal
no value of a CHAR(36).

The check takes a column's type from the package: from a CREATE TABLE, a tag of GORM or bun, a
type of gormtype, or a schema of ent. It reports

- text as an argument, or in an Eq of squirrel
- a UUID that bun writes as text
- a UUID that is sent as text because the package opens the database without a connector or a plugin
- a field of a text type whose tag says binary(16)
- a string that scans such a column, or a BLOB to which the package gives UUIDs`,

	Wrong: `db.Query("SELECT name FROM users WHERE id = ?", id.String())`,
	Right: `db.Query("SELECT name FROM users WHERE id = ?", id[:])
db.Query("SELECT name FROM users WHERE id = UUID_TO_BIN(?)", id.String())`,
	Run:      run,
	Requires: []*analysis.Analyzer{setup.Analyzer},
})

func run(pass *analysis.Pass) {
	fields(pass)
	if !uuids.Used(pass) && !check.Imports(pass, "database/sql", "github.com/jmoiron/sqlx", "gorm.io/gorm", "github.com/uptrace/bun", "entgo.io/ent") {
		return
	}
	for _, q := range queries.Of(pass).All() {
		for _, p := range q.Params {
			param(pass, q, p)
		}
		if list, p := q.List(); list != nil {
			elements(pass, q, list, p)
		}
	}
	for _, v := range queries.Values(pass) {
		value(pass, v)
	}
	for c, call := range check.Calls(pass) {
		switch fn, pkg := uuids.Callee(pass, call); {
		case fn == nil:
		case fn.Name() == "Scan" && uuids.OneOf(pkg, "database/sql", "github.com/jmoiron/sqlx"):
			scan(pass, c, call)
		case pkg == "github.com/jmoiron/sqlx":
			into, all := queries.Fills(pass, call)
			for _, f := range all {
				scanned(pass, c, into, f.Column, f.Type)
			}
		case pkg == "gorm.io/gorm":
			gorm(pass, c, call, fn)
		case pkg == "entgo.io/ent/dialect/sql" && uuids.OneOf(fn.Name(), "EQ", "NEQ", "GT", "LT", "GTE", "LTE", "In", "NotIn") && len(call.Args) > 1:
			if column, ok := named(pass, "", call.Args[0]); ok && isBytes(column) {
				for _, arg := range call.Args[1:] {
					report(pass, c, arg, column, sentAsText(pass, column, arg, setup.Of(pass).Opens))
				}
			}
		}
	}
}

func isBytes(c sqls.Column) bool { return c.Form().IsBytes() }

// named returns the column that the constant names, or the C of a selector of ent with the constant.
func named(pass *analysis.Pass, table string, name ast.Expr) (c sqls.Column, ok bool) {
	if call, ok := ast.Unparen(name).(*ast.CallExpr); ok && len(call.Args) == 1 {
		if fn, pkg := uuids.Callee(pass, call); fn != nil && pkg == "entgo.io/ent/dialect/sql" && fn.Name() == "C" {
			name = call.Args[0]
		}
	}
	v := pass.TypesInfo.Types[name].Value
	if v == nil || v.Kind() != constant.String {
		return c, false
	}
	return queries.Of(pass).Column(table, constant.StringVal(v))
}

// report reports the expression, if there is a reason.
func report(pass *analysis.Pass, c inspector.Cursor, e ast.Expr, column sqls.Column, what string) {
	if what != "" {
		check.Report(pass, within(c, e), nil, "the column %s is %s, and %s: it equals none of its values; give the 16 bytes, as sqlx.Binary(id)", column.Name, column.Type, what)
	}
}

// within is the expression, or the call if the expression is elsewhere.
func within(c inspector.Cursor, e ast.Expr) inspector.Cursor {
	if at, ok := c.FindNode(e); ok {
		return at
	}
	return c
}

// param reports the argument of a placeholder.
func param(pass *analysis.Pass, q queries.Query, p sqls.Param) {
	column, ok := queries.Of(pass).Column(p.Table, p.Column)
	arg := q.Arg(p)
	isUUID := slices.Equal(p.Around, []string{"::UUID"}) || ok && column.Form() == sqls.Native && len(p.Around)+len(p.Beside) == 0
	if arg != nil && strings.HasPrefix(q.Path, "github.com/jackc/pgx") && isUUID && isTextBytes(pass, arg) {
		check.Report(pass, within(q.Call, arg), nil, "pgx takes these bytes for a uuid, and they are its text: it stores or compares the first 16 characters; give the UUID itself")
		return
	}
	if !ok || len(p.Around) > 0 || len(p.Beside) > 0 {
		return // a function converts, or nothing is known
	}
	all, at := q.Types(p)
	switch {
	case at == nil:
	case arg == nil: // a field of a struct
		for _, t := range all {
			if isBytes(column) && isSentAsText(pass, q) && isValuer(t) {
				report(pass, q.Call, at, column, uuids.Name(t)+" is sent as text")
			}
		}
	case column.Form() == sqls.Text && isBinary(pass, arg):
		check.Report(pass, within(q.Call, arg), nil, "the column %s is %s, and these are 16 bytes: they equal no text; give the UUID's String()", column.Name, column.Type)
	case isBytes(column):
		report(pass, q.Call, arg, column, sentAsText(pass, column, arg, isSentAsText(pass, q)))
	}
}

// elements reports a list of texts, or of UUIDs that are sent as text, for columns of bytes.
func elements(pass *analysis.Pass, q queries.Query, list ast.Expr, p sqls.Param) {
	for _, p := range q.Params {
		column, ok := queries.Of(pass).Column(p.Table, p.Column)
		if !ok || !isBytes(column) || len(p.Around) > 0 || len(p.Beside) > 0 {
			return
		}
		if arg := q.Arg(p); arg != nil && (list.Pos() < arg.Pos() || list.End() > arg.End()) {
			return // seen alone
		}
	}
	column, _ := queries.Of(pass).Column(p.Table, p.Column)
	opened := isSentAsText(pass, q)
	for _, o := range flow.Of(pass).Contents(list) {
		at, of := q.Call, list
		if site := o.Site(); site != nil { // the function takes any arguments
			if c, ok := check.Nodes(pass).FindNode(site); ok {
				at, of = c, site
			}
		}
		if o.IsUUIDText() {
			report(pass, at, of, column, "this list has texts of UUIDs")
			return
		}
		if t := o.Boxed(); opened && t != nil && isValuer(t) {
			report(pass, at, of, column, "the elements of this list are sent as text")
			return
		}
	}
	for _, t := range flow.Of(pass).Types(list) {
		if s, ok := t.Underlying().(*types.Slice); ok && opened && isValuer(s.Elem()) {
			report(pass, q.Call, list, column, "the elements of this list are sent as text")
			return
		}
	}
}

// sentAsText says why the argument is sent as text, or nothing. If the database is opened here,
// UUIDs whose Value is text are, too.
func sentAsText(pass *analysis.Pass, column sqls.Column, arg ast.Expr, opened bool) string {
	f := flow.Of(pass)
	if f.Any(arg, flow.Origin.IsUUIDText) && !uuids.IsBytes(pass.TypesInfo.TypeOf(arg)) {
		return "this is the text of a UUID"
	}
	for _, t := range f.Types(arg) {
		if t == nil {
			continue
		}
		if uuids.IsString(t) {
			if f.Any(arg, isRaw) || uuids.IsConst(pass, arg) {
				continue // string(id[:])
			}
			if column.Form() == sqls.Bytes16 || f.Any(arg, flow.Origin.IsRequest) || f.IsChecked(arg, true) {
				return "this is text"
			}
			continue
		}
		if opened && isValuer(t) {
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

// isBinary reports whether the argument is the 16 bytes of a UUID: id[:], sqlx.Binary(id).
func isBinary(pass *analysis.Pass, arg ast.Expr) bool {
	t := pass.TypesInfo.TypeOf(arg)
	if n := uuids.Named(t); n != nil && n.Obj().Pkg() != nil && uuids.Path(n.Obj().Pkg()) == "github.com/uuidkit/uuidkit/sqlx" && uuids.OneOf(n.Obj().Name(), "Binary", "Swapped") {
		return true
	}
	s, ok := ast.Unparen(arg).(*ast.SliceExpr)
	if !ok {
		return flow.Of(pass).Any(arg, func(o flow.Origin) bool { // gofrs's Bytes
			fn, pkg, _ := o.Callee()
			return fn != nil && uuids.IsPackage(pkg) && uuids.IsMethod(fn) && uuids.OneOf(fn.Name(), "Bytes", "MarshalBinary") && uuids.IsBytes(t)
		})
	}
	of := pass.TypesInfo.TypeOf(s.X)
	return of != nil && uuids.Is(uuids.Indirect(of))
}

// isTextBytes reports whether the argument is a []byte of a UUID's text.
func isTextBytes(pass *analysis.Pass, arg ast.Expr) bool {
	t := pass.TypesInfo.TypeOf(arg)
	return t != nil && uuids.IsBytes(t) && flow.Of(pass).Any(arg, flow.Origin.IsUUIDText)
}

// isSentAsText reports whether nothing makes bytes of UUIDs in the program that opens the database,
// which is this package. Bun writes text into its SQL, whoever opens the database.
func isSentAsText(pass *analysis.Pass, q queries.Query) bool {
	s := setup.Of(pass)
	if strings.HasPrefix(q.Path, "gorm.io/gorm") {
		return s.OpensGORM
	}
	if strings.HasPrefix(q.Path, "github.com/jackc/pgx") {
		return q.Simple()
	}
	if strings.HasPrefix(q.Path, "github.com/uptrace/bun") {
		return len(s.Connector) == 0 // beside one this is uuidconnector's
	}
	return s.Opens
}

// isValuer reports whether the type is of a package of UUIDs, and its Value is text.
func isValuer(t types.Type) bool {
	t = uuids.Indirect(t)
	n := uuids.Named(t)
	return n != nil && n.Obj().Pkg() != nil && uuids.IsPackage(uuids.Path(n.Obj().Pkg())) && uuids.IsValuer(t)
}

// scan reports a string that reads a column of bytes.
func scan(pass *analysis.Pass, c inspector.Cursor, call *ast.CallExpr) {
	columns := queries.Selected(pass, call)
	if len(columns) != len(call.Args) {
		return
	}
	for i, arg := range call.Args {
		if p, ok := pass.TypesInfo.TypeOf(arg).(*types.Pointer); ok {
			scanned(pass, c, arg, columns[i], p.Elem())
		}
	}
}

// scanned reports a string that the column fills, if the column has 16 bytes, or bytes to which the package
// gives UUIDs.
func scanned(pass *analysis.Pass, c inspector.Cursor, arg ast.Expr, selected sqls.Selected, t types.Type) {
	column, ok := queries.Of(pass).Column(selected.Table, selected.Name)
	if ok && uuids.IsString(t) && (column.Form() == sqls.Bytes16 || column.Form() == sqls.Bytes && holdsUUIDs(pass, selected.Table, selected.Name)) {
		check.Report(pass, within(c, arg), nil, "the column %s is %s: the string gets its 16 bytes, not a text; scan into a UUID", column.Name, column.Type)
	}
}

// holdsUUIDs reports whether the package gives the bytes of a UUID to the column.
func holdsUUIDs(pass *analysis.Pass, table, name string) bool {
	for _, q := range queries.Of(pass).All() {
		for _, p := range q.Params {
			if p.Column == name && p.Table == table && table != "" && len(p.Around) == 0 && len(p.Beside) == 0 {
				if arg := q.Arg(p); arg != nil && isBinary(pass, arg) {
					return true
				}
			}
		}
	}
	return false
}

// value reports what a query builder gets for a column of bytes.
func value(pass *analysis.Pass, v queries.Value) {
	if v.Column == nil {
		return
	}
	name := pass.TypesInfo.Types[v.Column].Value
	if name == nil || name.Kind() != constant.String {
		return
	}
	text := constant.StringVal(name)
	table := v.Table
	if strings.Contains(text, ".") {
		table = "" // the name before it may be an alias
	}
	column, ok := queries.Of(pass).Column(table, text[strings.LastIndex(text, ".")+1:])
	if !ok || !isBytes(column) {
		return
	}
	opened := setup.Of(pass).Opens
	what := sentAsText(pass, column, v.Expr, opened)
	if s, ok := pass.TypesInfo.TypeOf(v.Expr).Underlying().(*types.Slice); ok && opened && isValuer(s.Elem()) {
		what = "the elements of this list are sent as text"
	}
	report(pass, v.At, v.Expr, column, what)
}

// gorm reports an inline id, and text in an update, for columns of bytes.
func gorm(pass *analysis.Pass, c inspector.Cursor, call *ast.CallExpr, fn *types.Func) {
	table := queries.Of(pass).Table(gorms.Model(pass, c))
	if table == "" {
		return
	}
	opened := setup.Of(pass).OpensGORM
	switch fn.Name() {
	case "Update", "UpdateColumn":
		if len(call.Args) == 2 {
			if column, ok := named(pass, table, call.Args[0]); ok && isBytes(column) && len(setup.Of(pass).Plugin) == 0 {
				report(pass, c, call.Args[1], column, sentAsText(pass, column, call.Args[1], opened))
			}
		}
	case "Updates", "UpdateColumns":
		if len(setup.Of(pass).Plugin) > 0 {
			return
		}
		for _, v := range gorms.MapValues(pass, c, call.Args[0]) {
			kv, ok := v.Parent().Node().(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			if column, ok := named(pass, table, kv.Key); ok && isBytes(column) {
				if what := sentAsText(pass, column, kv.Value, opened); what != "" {
					report(pass, c, call.Args[0], column, what)
				}
			}
		}
	default:
		conds, model := gorms.Conditions(pass, call)
		if len(conds) != 1 || model == nil {
			return
		}
		column, ok := queries.Of(pass).Column(table, gorms.KeyColumn(pass, model))
		for _, t := range flow.Of(pass).Types(conds[0]) {
			if ok && isBytes(column) && opened && t != nil && isValuer(t) {
				report(pass, c, conds[0], column, uuids.Name(t)+" is sent as text")
			}
		}
	}
}

package uuidscan

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/queries"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// What the matrix measured.
var (
	scanNull      = check.Measured("PostgreSQL 18", "uuid", "database/sql, pgx", "google", "null into T", "silently wrong", "no error, and the old value stays")
	scanNullMySQL = check.Measured("MySQL 9", "BINARY(16)", "database/sql, go-sql-driver", "google", "null into T", "silently wrong", "no error, and the old value stays")
	scanNullPgx   = check.Measured("PostgreSQL 18", "uuid", "pgx", "google", "null into T", "silently wrong", "no error, and the old value stays")
)

var Analyzer = check.New(check.Spec{
	Name: "uuidscan",
	Kind: check.Wrong,
	Doc: `
report google UUIDs that keep their old value on NULL

The Scan of google's UUID takes NULL and empty text without an error, and leaves the UUID as
it is. If the variable is declared outside the loop over the rows, a NULL reads as the id of
the row before. Scan into a uuid.NullUUID, or declare the variable inside the loop, where a
NULL reads as the Nil UUID.

Outside of a loop the UUID stays Nil, or keeps its old value. The check reports this only if
the package shows that the column may be NULL: its CREATE TABLE says so, or the column is of
the other table of a LEFT JOIN, or a subselect, MAX, MIN or NULLIF.

The check reports no column that is named id, which is a primary key in most tables, and none
that is NOT NULL.`,

	Wrong:    `row.Scan(&boss)`,
	Right:    `row.Scan(&null) // a uuid.NullUUID`,
	Run:      run,
	Measured: []check.Cell{scanNull, scanNullMySQL, scanNullPgx},
})

func run(pass *analysis.Pass) {
	for c, call := range check.Calls(pass) {
		fn, pkg := uuids.Callee(pass, call)
		var args []ast.Expr
		var loop ast.Node
		switch {
		case fn == nil:
			continue
		case fn.Name() == "Scan" && uuids.IsMethod(fn) && readsRows(pkg):
			for l := range c.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
				loop = l.Node()
				break
			}
			args = call.Args
		case fn.Name() == "ForEachRow" && pkg == "github.com/jackc/pgx/v5" && len(call.Args) == 3:
			lit, ok := ast.Unparen(call.Args[1]).(*ast.CompositeLit)
			if !ok {
				continue
			}
			args, loop = lit.Elts, call
		default:
			continue
		}
		columns := queries.Selected(pass, call)
		if call.Ellipsis.IsValid() {
			args = queries.Destinations(pass, call)
		}
		for i, arg := range args {
			null := unknown
			if len(columns) == len(args) {
				null = nullable(pass, columns[i])
			}
			at, ok := c.FindNode(arg)
			if !ok {
				at = c
			}
			v, name := scanned(pass, arg)
			if v == nil {
				if name != "" && null == yes {
					check.Report(pass, at, nil, nullText, name, scanNull)
				}
				continue
			}
			if isLoop(loop) && (v.Pos() < loop.Pos() || v.Pos() >= loop.End()) && !resets(pass, c, loop, v) {
				if null == yes || null == unknown && !isKeyName(name) {
					check.Report(pass, at, nil, "NULL leaves google's uuid.UUID as it is, so that %s keeps the id of the row before: scan into a uuid.NullUUID, or declare it in the loop (measured: %v)", name, scanNull)
				}
				continue
			}
			if null == yes {
				check.Report(pass, at, nil, nullText, name, scanNull)
			}
		}
	}
}

const nullText = "this column may be NULL, which leaves google's uuid.UUID as it is, without an error: scan %s into a uuid.NullUUID (measured: %v)"

func isLoop(n ast.Node) bool {
	switch n.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.CallExpr:
		return true
	}
	return false
}

// readsRows reports whether a Scan of the package reads columns of a row.
func readsRows(pkg string) bool {
	return pkg == "database/sql" || pkg == "github.com/jmoiron/sqlx" || strings.HasPrefix(pkg, "github.com/jackc/pgx/")
}

// scanned returns the local variable that holds the google UUID whose address the argument
// is, and the name of the variable or field.
func scanned(pass *analysis.Pass, arg ast.Expr) (v *types.Var, name string) {
	addr, ok := ast.Unparen(arg).(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND || !uuids.IsOf(pass.TypesInfo.TypeOf(addr.X), uuids.Google) {
		return nil, ""
	}
	e := ast.Unparen(addr.X)
	for {
		switch x := e.(type) {
		case *ast.Ident:
			v, _ = pass.TypesInfo.ObjectOf(x).(*types.Var)
			if name == "" {
				name = x.Name
			}
			return v, name
		case *ast.SelectorExpr:
			// What a pointer points to may be new in each row.
			if name == "" {
				name = x.Sel.Name
			}
			if _, ok := pass.TypesInfo.TypeOf(x.X).Underlying().(*types.Struct); !ok {
				return nil, name
			}
			e = ast.Unparen(x.X)
		default:
			return nil, name
		}
	}
}

// isKeyName reports whether the name is one of a primary key.
func isKeyName(name string) bool {
	return uuids.OneOf(strings.ToLower(name), "id", "uuid", "key", "pk")
}

// resets reports whether the loop assigns to the variable, or passes its address to
// something besides the call.
func resets(pass *analysis.Pass, call inspector.Cursor, loop ast.Node, v *types.Var) bool {
	for l := range call.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.CallExpr)(nil)) {
		if l.Node() != loop {
			continue
		}
		for c := range l.Preorder((*ast.AssignStmt)(nil)) {
			for _, left := range c.Node().(*ast.AssignStmt).Lhs {
				for {
					sel, ok := left.(*ast.SelectorExpr)
					if !ok {
						break
					}
					left = sel.X
				}
				if id, ok := left.(*ast.Ident); ok && pass.TypesInfo.ObjectOf(id) == v {
					return true
				}
			}
		}
	}
	return false
}

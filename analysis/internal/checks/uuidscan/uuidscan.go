// Package uuidscan reports google UUIDs that keep their old value on NULL.
package uuidscan

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/queries"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/setup"
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
the row before. Scan into a uuid.NullUUID, or declare the variable inside the loop.

Elsewhere NULL reads as the Nil UUID or leaves the old value, also in a UUID that pgx.CollectRows
fills, or Get, Select or StructScan of jmoiron/sqlx. The check reports this only if the package shows
that the column may be NULL: its CREATE TABLE says so, or the column is of the other table of a LEFT
JOIN, or a subselect, MAX, MIN or NULLIF.
It reports a field of a GORM model if the CREATE TABLE says so of its column, or its tag says
default:null. It does not report pgx if the program calls pgxtype.Register[uuid.UUID], after which NULL
is an error.

The check reports no column that is named id, which is a primary key in most tables, and none
that is NOT NULL.`,

	Wrong:    `row.Scan(&boss)`,
	Right:    `row.Scan(&null) // a uuid.NullUUID`,
	Run:      run,
	Requires: []*analysis.Analyzer{setup.Analyzer},
	Measured: []check.Cell{scanNull, scanNullMySQL, scanNullPgx},
})

func run(pass *analysis.Pass) {
	models(pass)
	pgx := setup.Of(pass).PGX
	registered := slices.Contains(pgx, uuids.Google+".UUID") || slices.Contains(pgx, setup.All)
	for c, call := range check.Calls(pass) {
		if _, pkg := uuids.Callee(pass, call); strings.HasPrefix(pkg, "github.com/jackc/pgx/") && registered {
			continue
		}
		filled(pass, c, call)
		args, loop := scan(pass, c, call)
		if len(args) == 0 {
			continue
		}
		columns := queries.Selected(pass, call)
		for i, arg := range args {
			null, column := unknown, ""
			if len(columns) == len(args) {
				null, column = nullable(pass, columns[i]), columns[i].Name
			}
			at, ok := c.FindNode(arg)
			if !ok {
				at = c
			}
			v, name := scanned(pass, arg)
			if v != nil && isLoop(loop) && (v.Pos() < loop.Pos() || v.Pos() >= loop.End()) && !resets(pass, c, loop, v) {
				if null == yes || null == unknown && !isKeyName(cmp.Or(column, name)) {
					check.Report(pass, at, nil, "NULL leaves google's uuid.UUID as it is, so that %s keeps the id of the row before: scan into a uuid.NullUUID, or declare it in the loop (measured: %v)", name, scanNull)
				}
			} else if name != "" && null == yes {
				check.Report(pass, at, nil, nullText, "scan "+name+" into", scanNull)
			}
		}
	}
}

// scan returns what the call scans into, and the loop over rows or the function around it, or nil.
func scan(pass *analysis.Pass, c inspector.Cursor, call *ast.CallExpr) (args []ast.Expr, loop ast.Node) {
	switch fn, pkg := uuids.Callee(pass, call); {
	case fn == nil:
	case fn.Name() == "Scan" && uuids.IsMethod(fn) && readsRows(pkg):
		for l := range c.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
			loop = l.Node()
			break
		}
		if isLoop(loop) && ofOneRow(pass, call, loop) {
			loop = nil // it tries again
		}
		if call.Ellipsis.IsValid() {
			return queries.Destinations(pass, c, call), loop
		}
		return call.Args, loop
	case fn.Name() == "ForEachRow" && pkg == "github.com/jackc/pgx/v5" && len(call.Args) == 3:
		if lit, ok := ast.Unparen(call.Args[1]).(*ast.CompositeLit); ok {
			return lit.Elts, call
		}
	}
	return nil, nil
}

// ofOneRow reports whether the row that the call scans is of a QueryRow in the loop.
func ofOneRow(pass *analysis.Pass, call *ast.CallExpr, loop ast.Node) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && flow.Of(pass).Any(sel.X, func(o flow.Origin) bool {
		fn, _, query := o.Callee()
		return query != nil && strings.HasPrefix(fn.Name(), "QueryRow") && loop.Pos() <= query.Pos() && query.Pos() < loop.End()
	})
}

const nullText = "this column may be NULL, which leaves google's uuid.UUID as it is, without an error: %s a uuid.NullUUID (measured: %v)"

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

// Package uuidswapped reports UUIDs that are read in another order of bytes.
package uuidswapped

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/queries"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/setup"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/sqls"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "uuidswapped",
	Kind: check.Wrong,
	Doc: `
report UUIDs that are scanned from columns of another byte order

A column that UUID_TO_BIN(x, 1) fills, and a uniqueidentifier of SQL Server, has the bytes of
a UUID in another order. A plain UUID that scans them becomes another UUID, without an error.
A connector converts arguments, not rows: scan into (*sqlx.Swapped)(&id) or (*sqlx.GUID)(&id).

The check reports packages whose connector has the form Swapped or GUID, and columns that a
CREATE TABLE of the package declares as uniqueidentifier: arguments of Scan, and what the Get,
Select and StructScan of jmoiron/sqlx fill. It does not report a column of text, nor a program
without such a connector whose SQL has UUID_TO_BIN(x, 1).`,

	Wrong:    `row.Scan(&id)`,
	Right:    `row.Scan((*sqlx.Swapped)(&id))`,
	Run:      run,
	Requires: []*analysis.Analyzer{setup.Analyzer},
})

func run(pass *analysis.Pass) {
	form := setup.Of(pass).Swapped
	for c, call := range check.Calls(pass) {
		fn, pkg := uuids.Callee(pass, call)
		switch of, through := queries.OfRows(pass, call); {
		case uuids.OneOf(of, "database/sql", "github.com/jmoiron/sqlx"):
			scan(pass, c, call, form, through)
		case fn != nil && pkg == "github.com/jmoiron/sqlx":
			into, all := queries.Fills(pass, call)
			for _, f := range all {
				if isPlain(f.Type) {
					report(pass, c, into, order(pass, form, &f.Column), f.Type)
				}
			}
		}
	}
}

// scan reports what a Scan reads: through an interface only if the columns are known.
func scan(pass *analysis.Pass, c inspector.Cursor, call *ast.CallExpr, form string, through bool) {
	columns := queries.Selected(pass, call)
	args := queries.Destinations(pass, c, call)
	if through && len(columns) != len(args) {
		return
	}
	for i, arg := range args {
		addr, ok := ast.Unparen(arg).(*ast.UnaryExpr)
		if !ok || !isPlain(pass.TypesInfo.TypeOf(addr.X)) {
			continue
		}
		of := form
		if len(columns) == len(args) {
			of = order(pass, form, &columns[i])
		}
		report(pass, c, arg, of, pass.TypesInfo.TypeOf(addr.X))
	}
}

// order is the form of a column whose bytes have another order, or nothing.
func order(pass *analysis.Pass, connector string, selected *sqls.Selected) string {
	column, ok := queries.Of(pass).Column(selected.Table, selected.Name)
	switch {
	case selected.Name == "": // an expression, as BIN_TO_UUID(id, 1)
		return ""
	case ok && strings.HasPrefix(column.Type, "uniqueidentifier"):
		return "GUID"
	case ok && (column.Form() == sqls.Text || column.Form() == sqls.Native):
		return "" // text has one order
	}
	return connector
}

// isPlain reports whether the type is a UUID or a NullUUID of a package of UUIDs, or a sql.Null of one.
func isPlain(t types.Type) bool {
	n := uuids.Named(t)
	if uuids.IsSQLNull(t) {
		return isPlain(n.TypeArgs().At(0))
	}
	return n != nil && uuids.IsPackage(uuids.Path(n.Obj().Pkg())) && (uuids.Is(uuids.Indirect(t)) || n.Obj().Name() == "NullUUID")
}

func report(pass *analysis.Pass, c inspector.Cursor, e ast.Expr, form string, t types.Type) {
	if form == "" {
		return
	}
	at, ok := c.FindNode(e)
	if !ok {
		at = c
	}
	into := "(*sqlx." + form + ")(&id)"
	if !uuids.Is(t) { // one that may be null
		into = "a sql.Null[sqlx." + form + "]"
	}
	check.Report(pass, at, nil, "the column has the bytes in the order of a %s: scanned so they are another UUID; scan into %s", form, into)
}

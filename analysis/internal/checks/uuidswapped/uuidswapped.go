// Package uuidswapped reports UUIDs that are read in another order of bytes.
package uuidswapped

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/queries"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/setup"
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
CREATE TABLE of the package declares as uniqueidentifier.`,

	Wrong:    `row.Scan(&id)`,
	Right:    `row.Scan((*sqlx.Swapped)(&id))`,
	Run:      run,
	Requires: []*analysis.Analyzer{setup.Analyzer},
})

func run(pass *analysis.Pass) {
	form := setup.Of(pass).Swapped
	for c, call := range check.Calls(pass) {
		fn, pkg := uuids.Callee(pass, call)
		if fn == nil || fn.Name() != "Scan" || !uuids.OneOf(pkg, "database/sql", "github.com/jmoiron/sqlx") {
			continue
		}
		columns := queries.Selected(pass, call)
		args := queries.Destinations(pass, call)
		for i, arg := range args {
			addr, ok := ast.Unparen(arg).(*ast.UnaryExpr)
			if !ok {
				continue
			}
			t := pass.TypesInfo.TypeOf(addr.X)
			n := uuids.Named(t)
			if n == nil || !uuids.IsPackage(uuids.Path(n.Obj().Pkg())) || !uuids.Is(uuids.Indirect(t)) {
				continue
			}
			of := form
			if len(columns) == len(args) && columns[i].Name == "" {
				continue // an expression, as BIN_TO_UUID(id, 1)
			}
			if of == "" && len(columns) == len(args) {
				if column, ok := queries.Of(pass).Column(columns[i].Table, columns[i].Name); ok && strings.HasPrefix(column.Type, "uniqueidentifier") {
					of = "GUID"
				}
			}
			if of != "" {
				at, ok := c.FindNode(arg)
				if !ok {
					at = c
				}
				check.Report(pass, at, nil, "the column has the bytes in the order of a %s: scanned so they are another UUID; scan into (*sqlx.%s)(%s)", of, of, "&id")
			}
		}
	}
}

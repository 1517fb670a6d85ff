// Package googlev6 reports version 6 UUIDs that google/uuid makes wrong.
package googlev6

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "googlev6",
	Kind: check.Wrong,
	Doc: `
report version 6 UUIDs that google/uuid makes wrong

NewV6 of github.com/google/uuid, in all versions up to 1.6.0, writes the version over four
bits of the time: other programs read years from 1606 to 1625 from it. Version 7 sorts by
time as well. docs/uuid.md has a function that repairs stored ids.`,

	Wrong: `uuid.NewV6()`,
	Right: `uuid.NewV7()`,
	Run:   run,
})

func run(pass *analysis.Pass) {
	for c := range check.Nodes(pass).Preorder((*ast.SelectorExpr)(nil)) {
		fn, ok := pass.TypesInfo.Uses[c.Node().(*ast.SelectorExpr).Sel].(*types.Func)
		if ok && uuids.Path(fn.Pkg()) == uuids.Google && uuids.OneOf(fn.Name(), "NewV6", "NewV6WithTime") {
			check.Report(pass, c, nil, "google/uuid's %s writes the version over 4 bits of the time, and other programs read a wrong year: use NewV7, or NewV6 of another package", fn.Name())
		}
	}
}

package checks

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
)

var googleV6 = newAnalyzer("googlev6", `
report version 6 UUIDs that google/uuid makes wrong

NewV6 of github.com/google/uuid, in all versions up to 1.6.0, writes the version over four
bits of the time: other programs read years from 1606 to 1625 from it. Version 7 sorts by
time as well. docs/uuid.md has a function that repairs stored ids.`, runGoogleV6)

func runGoogleV6(pass *analysis.Pass) {
	for c := range nodes(pass).Preorder((*ast.CallExpr)(nil)) {
		fn, pkg := callee(pass, c.Node().(*ast.CallExpr))
		if pkg == google && oneOf(fn.Name(), "NewV6", "NewV6WithTime") {
			report(pass, c, nil, "google/uuid's %s writes the version over 4 bits of the time, and other programs read a wrong year: use NewV7, or NewV6 of another package", fn.Name())
		}
	}
}

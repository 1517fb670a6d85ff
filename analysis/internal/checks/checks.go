// Package checks holds the analyzers of uuidvet: each finds one mistake with UUIDs that
// compiles. Docs/vet.md lists them.
package checks

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

// All returns the analyzers, in alphabetical order.
func All() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		bsonUUID,
		cborNull,
		googleV6,
		gormID,
		gormString,
		pgxMode,
		uuidAssert,
		uuidCompare,
		uuidEmbed,
		uuidFunc,
		uuidLength,
		uuidMust,
		uuidScan,
	}
}

// page is where each analyzer has a heading of its name.
const page = "https://github.com/uuidkit/uuidkit/blob/main/docs/vet.md"

// newAnalyzer returns an analyzer. The doc is a sentence without the name, an empty
// line, and what else its help says; the quotes follow.
func newAnalyzer(name, doc string, run func(*analysis.Pass), quotes ...fmt.Stringer) *analysis.Analyzer {
	doc = strings.TrimSpace(doc)
	if len(quotes) > 0 {
		doc += "\n\nMeasured, in integration/MATRIX.md:"
		for _, q := range quotes {
			doc += "\n  " + q.String()
		}
	}
	return &analysis.Analyzer{
		Name:     name,
		Doc:      doc,
		URL:      page + "#" + name,
		Requires: []*analysis.Analyzer{inspect.Analyzer},

		// Whoever loads a package that does not compile says so, once. Without this each
		// check would say that it has skipped the package.
		RunDespiteErrors: true,
		Run: func(pass *analysis.Pass) (any, error) {
			if len(pass.TypeErrors) == 0 {
				run(pass)
			}
			return nil, nil
		},
	}
}

// nodes is the root of the package's syntax.
func nodes(pass *analysis.Pass) inspector.Cursor {
	return pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
}

// imported returns the packages that the package imports, leaving out what only its tests
// import: go vet analyzes a package with its tests, and those who import it get it without.
func imported(pass *analysis.Pass) (packages []*types.Package) {
	for c := range nodes(pass).Preorder((*ast.ImportSpec)(nil)) {
		if name := pass.TypesInfo.PkgNameOf(c.Node().(*ast.ImportSpec)); name != nil && !inTest(pass, c.Node()) {
			packages = append(packages, name.Imported())
		}
	}
	return packages
}

// inTest reports whether the node is in a file of tests.
func inTest(pass *analysis.Pass, n ast.Node) bool {
	return strings.HasSuffix(pass.Fset.Position(n.Pos()).Filename, "_test.go")
}

// report reports a node, unless its file is generated: nobody edits that.
func report(pass *analysis.Pass, c inspector.Cursor, fix *analysis.SuggestedFix, format string, args ...any) {
	for f := range c.Enclosing((*ast.File)(nil)) {
		if ast.IsGenerated(f.Node().(*ast.File)) {
			return
		}
	}
	d := analysis.Diagnostic{Pos: c.Node().Pos(), End: c.Node().End(), Message: fmt.Sprintf(format, args...)}
	if fix != nil {
		d.SuggestedFixes = []analysis.SuggestedFix{*fix}
	}
	pass.Report(d)
}

// insert is a fix that inserts text.
func insert(message string, pos token.Pos, text string) *analysis.SuggestedFix {
	return &analysis.SuggestedFix{Message: message, TextEdits: []analysis.TextEdit{{Pos: pos, End: pos, NewText: []byte(text)}}}
}

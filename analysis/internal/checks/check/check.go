// Package check makes the analyzers of uuidvet, and reports what they find.
package check

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

// page is where each analyzer has a heading of its name.
const page = "https://github.com/uuidkit/uuidkit/blob/main/docs/vet.md"

// New returns an analyzer. The doc is a sentence without the name, an empty
// line, and what else its help says; the quotes follow.
func New(name, doc string, run func(*analysis.Pass), quotes ...fmt.Stringer) *analysis.Analyzer {
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

// Nodes is the root of the package's syntax.
func Nodes(pass *analysis.Pass) inspector.Cursor {
	return pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
}

// Imported returns the packages that the package imports, leaving out what only its tests
// import: go vet analyzes a package with its tests, and those who import it get it without.
func Imported(pass *analysis.Pass) (packages []*types.Package) {
	for c := range Nodes(pass).Preorder((*ast.ImportSpec)(nil)) {
		if name := pass.TypesInfo.PkgNameOf(c.Node().(*ast.ImportSpec)); name != nil && !InTest(pass, c.Node()) {
			packages = append(packages, name.Imported())
		}
	}
	return packages
}

// InTest reports whether the node is in a file of tests.
func InTest(pass *analysis.Pass, n ast.Node) bool {
	return strings.HasSuffix(pass.Fset.Position(n.Pos()).Filename, "_test.go")
}

// Report reports a node, unless its file is generated: nobody edits that.
func Report(pass *analysis.Pass, c inspector.Cursor, fix *analysis.SuggestedFix, format string, args ...any) {
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

// Insert is a fix that inserts text.
func Insert(message string, pos token.Pos, text string) *analysis.SuggestedFix {
	return &analysis.SuggestedFix{Message: message, TextEdits: []analysis.TextEdit{{Pos: pos, End: pos, NewText: []byte(text)}}}
}

// Position is the file, with its folder, and the line.
func Position(pass *analysis.Pass, pos token.Pos) string {
	p := pass.Fset.Position(pos)
	dir, file := filepath.Split(p.Filename)
	return fmt.Sprintf("%s/%s:%d", filepath.Base(dir), file, p.Line)
}

package meaning

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// listConfig lists the lines of a generator's configuration that name an old package's
// type, as those of sqlc, gqlgen and oapi-codegen do.
func listConfig(p *load.Program, list *finding.List, name string) {
	src, err := os.ReadFile(name)
	if err != nil || len(src) > 1<<20 {
		return
	}
	for _, path := range load.Old() {
		typ := regexp.MustCompile(regexp.QuoteMeta(path) + `\.(Null)?UUID\b|\bimport["']?:\s*["']?` + regexp.QuoteMeta(path) + `["'\s]`)
		for _, at := range typ.FindAllIndex(src, -1) {
			list.Add(finding.Finding{File: name, Offset: at[0], Kind: finding.Left, What: path, Write: "a generator may make code of it: change it to " + p.Target})
		}
	}
}

// listTexts lists the strings of a Go file that name an old package: code may be made of
// them, or compare them with a type's package.
func listTexts(p *load.Program, list *finding.List, name string) {
	src, err := os.ReadFile(name)
	if err != nil || !slices.ContainsFunc(load.Old(), func(path string) bool { return bytes.Contains(src, []byte(path)) }) {
		return
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil || ast.IsGenerated(f) {
		return
	}
	for n := range ast.Preorder(f) {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING || slices.ContainsFunc(f.Imports, func(spec *ast.ImportSpec) bool { return spec.Path == lit }) {
			continue
		}
		for _, path := range load.Old() {
			if regexp.MustCompile(regexp.QuoteMeta(path) + `\b([^/]|$)`).MatchString(lit.Value) {
				list.Add(finding.Finding{File: name, Offset: fset.PositionFor(lit.Pos(), false).Offset, Kind: finding.Left, What: path, Write: "a text, which stays: if it stands for the package that you import, change it to " + p.Target})
			}
		}
	}
}

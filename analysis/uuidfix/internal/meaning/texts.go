package meaning

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/load"
)

// listConfig lists the lines of a generator's configuration that name an old package's
// type, as those of sqlc, gqlgen and oapi-codegen do.
func (m *meaning) listConfig(name string) {
	src, err := os.ReadFile(name)
	if err != nil || len(src) > 1<<20 {
		return
	}
	for _, path := range load.Old() {
		typ := regexp.MustCompile(regexp.QuoteMeta(path) + `\.(Null)?UUID\b|\bimport["']?:\s*["']?` + regexp.QuoteMeta(path) + `["'\s]`)
		for _, at := range typ.FindAllIndex(src, -1) {
			m.add(name, at[0], path, "a generator may make code of it: change it to "+m.program.Target)
		}
	}
}

// listTexts lists the strings of a Go file that name an old package: code may be made of
// them, or compare them with a type's package.
func (m *meaning) listTexts(name string) {
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
				m.add(name, fset.PositionFor(lit.Pos(), false).Offset, path, "a text, which stays: if it stands for the package that you import, change it to "+m.program.Target)
			}
		}
	}
}

package meaning

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"regexp"
	"slices"
	"strings"

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
			list.Add(finding.Finding{File: name, Offset: at[0], Kind: finding.Left, What: path, Write: "a code generator may use this line: change it to " + p.Target})
		}
	}
}

// These match the texts of errors, those of google/uuid, and of gofrs/uuid and satori/go.uuid.
var (
	googleError = regexp.MustCompile(`invalid UUID (length|format|\(got)|invalid urn prefix|invalid bracketed UUID format|unable to scan type .* into UUID`)
	gofrsError  = regexp.MustCompile(`uuid: (incorrr?ect UUID|invalid UUID|UUID must be exactly|cannot convert)`)
)

// parts match what their errors begin with: programs also look for that alone.
var parts = map[*regexp.Regexp]*regexp.Regexp{
	googleError: regexp.MustCompile("[\"`]invalid (UUID|urn)\\b"),
	gofrsError:  regexp.MustCompile("[\"`]uuid:|incorrr?ect UUID"),
}

// listTexts lists the strings of a Go file that name an old package: code may be made of them, or
// compare them with a type's package. It also lists strings with the text of an old package's error
// in tests and in comparisons: the error may come from a library, which this file does not show.
func listTexts(p *load.Program, list *finding.List, name string) {
	src, err := os.ReadFile(name)
	if err != nil {
		return
	}
	texts := map[*regexp.Regexp]finding.Finding{}
	for _, path := range load.Old() {
		if bytes.Contains(src, []byte(path)) {
			texts[regexp.MustCompile(regexp.QuoteMeta(path)+`\b([^/]|$)`)] = finding.Finding{What: path, Write: "uuidfix does not change strings: if this one names the package that you import, change it to " + p.Target}
		}
	}
	for _, path := range p.Came {
		if re := errorText(path); re.Match(src) || parts[re].Match(src) {
			texts[re] = finding.Finding{What: "the text of an error of " + path, Write: "uuidfix does not change strings: the new package's errors have other texts"}
		}
	}
	if len(texts) == 0 {
		return
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil || ast.IsGenerated(f) {
		return
	}
	compares := map[ast.Node]bool{}
	for n := range ast.Preorder(f) {
		for _, e := range compared(n) {
			compares[e] = true
		}
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING || slices.ContainsFunc(f.Imports, func(spec *ast.ImportSpec) bool { return spec.Path == lit }) {
			continue
		}
		for re, found := range texts {
			part := parts[re]
			whole := re.MatchString(lit.Value) && (part == nil || compares[lit] || strings.HasSuffix(name, "_test.go"))
			if whole || part != nil && compares[lit] && part.MatchString(lit.Value) {
				found.File, found.Offset, found.Kind = name, fset.PositionFor(lit.Pos(), false).Offset, finding.Left
				list.Add(found)
			}
		}
	}
}

// errorText returns what matches the errors of an old package.
func errorText(path string) *regexp.Regexp {
	if families[path] == "google" {
		return googleError
	}
	return gofrsError
}

// compared returns what a node compares: with ==, in a case, or by a function of package strings or regexp.
func compared(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if n.Op == token.EQL || n.Op == token.NEQ {
			return []ast.Expr{n.X, n.Y}
		}
	case *ast.CaseClause:
		return n.List
	case *ast.CallExpr:
		if sel, ok := n.Fun.(*ast.SelectorExpr); ok && slices.Contains([]string{"strings", "regexp"}, types.ExprString(sel.X)) {
			return n.Args
		}
	}
	return nil
}

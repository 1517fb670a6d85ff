// Package check makes the analyzers of uuidvet, and reports what they find.
package check

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/queries"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// A Kind says what a wrong use does at run time. It is the category of each report, and does
// not change from one release to the next.
type Kind string

const (
	Wrong Kind = "silently-wrong" // no error: other rows, other bytes, nothing found
	Fails Kind = "fails-loudly"   // an error or a panic at run time
	Input Kind = "bad-input"      // wrong only for input that others send
)

// Severity is the level of a kind in SARIF.
func (k Kind) Severity() string {
	switch k {
	case Wrong:
		return "error"
	case Fails:
		return "warning"
	}
	return "note"
}

// A Spec describes a check.
type Spec struct {
	Name string
	Kind Kind
	Doc  string // a sentence, an empty line, and what else its help says

	Wrong, Right string // lines of Go, which are in the tests of the check

	Run      func(*analysis.Pass)
	Requires []*analysis.Analyzer // besides syntax, flow and queries
	Facts    []analysis.Fact
	Measured []Cell
}

// page is where each analyzer has a heading of its name.
const page = "https://github.com/uuidkit/uuidkit/blob/main/docs/vet.md"

// New returns the analyzer of a check.
func New(s Spec) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:      s.Name,
		Doc:       s.help(),
		URL:       page + "#" + s.Name,
		Requires:  append([]*analysis.Analyzer{inspect.Analyzer, flow.Analyzer, queries.Analyzer}, s.Requires...),
		FactTypes: s.Facts,

		// Whoever loads a package that does not compile says so, once. Without this each
		// check would say that it has skipped the package.
		RunDespiteErrors: true,
		Run: func(pass *analysis.Pass) (any, error) {
			if len(pass.TypeErrors) > 0 {
				return nil, nil
			}
			own := *pass
			own.Report = func(d analysis.Diagnostic) {
				d.Category = string(s.Kind)
				if why := ignored(pass, s.Name, d.Pos); why == "" {
					pass.Report(d)
				} else if why == noReason {
					d.Message += " (" + directive + " " + s.Name + " needs a reason)"
					pass.Report(d)
				}
			}
			s.Run(&own)
			return nil, nil
		},
	}
}

// help is what the command prints for the check.
func (s Spec) help() string {
	var b strings.Builder
	b.WriteString(strings.TrimSpace(s.Doc))
	for _, part := range []struct{ title, code string }{{"Wrong", s.Wrong}, {"Right", s.Right}} {
		fmt.Fprintf(&b, "\n\n%s:\n\n", part.title)
		for line := range strings.Lines(strings.Trim(part.code, "\n")) {
			b.WriteString("    " + line)
		}
	}
	fmt.Fprintf(&b, "\n\nKind: %s (%s)", s.Kind, s.Kind.Severity())
	if len(s.Measured) > 0 {
		b.WriteString("\n\nMeasured, in integration/MATRIX.md:")
		for _, q := range s.Measured {
			b.WriteString("\n  " + q.String())
		}
	}
	return b.String()
}

// directive begins a comment that silences checks in its line, or in the next if it has a line
// of its own: //uuidvet:ignore gormid,gormstring the reason
const (
	directive = "//uuidvet:ignore"
	noReason  = "no reason"
)

// ignored returns the reason why nothing is to be reported at the place, or nothing.
func ignored(pass *analysis.Pass, name string, pos token.Pos) string {
	place := pass.Fset.Position(pos)
	for _, f := range pass.Files {
		if pos < f.FileStart || pos >= f.FileEnd {
			continue
		}
		for _, group := range f.Comments {
			for _, c := range group.List {
				line := pass.Fset.Position(c.Pos()).Line
				text, ok := strings.CutPrefix(c.Text, directive+" ")
				if !ok || line != place.Line && (line != place.Line-1 || !alone(pass, f, c)) {
					continue
				}
				names, reason, _ := strings.Cut(strings.TrimSpace(text), " ")
				for n := range strings.SplitSeq(names, ",") {
					if n == name && strings.TrimSpace(reason) == "" {
						return noReason
					} else if n == name {
						return reason
					}
				}
			}
		}
	}
	return ""
}

// alone reports whether no code stands before the comment in its line.
func alone(pass *analysis.Pass, f *ast.File, c *ast.Comment) bool {
	tokens := pass.Fset.File(f.FileStart)
	start, alone := tokens.LineStart(tokens.PositionFor(c.Pos(), false).Line), true // whatever a //line says
	ast.Inspect(f, func(n ast.Node) bool {
		if _, comment := n.(*ast.CommentGroup); n == nil || comment || !alone || n.Pos() >= c.Pos() || n.End() <= start {
			return false
		}
		alone = n.Pos() < start && n.End() > c.Pos() // it is around the line
		return true
	})
	return alone
}

// Nodes is the root of the package's syntax.
func Nodes(pass *analysis.Pass) inspector.Cursor {
	return pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
}

// Calls are the calls of the package, each with its place.
func Calls(pass *analysis.Pass) iter.Seq2[inspector.Cursor, *ast.CallExpr] {
	return func(yield func(inspector.Cursor, *ast.CallExpr) bool) {
		for c := range Nodes(pass).Preorder((*ast.CallExpr)(nil)) {
			if !yield(c, c.Node().(*ast.CallExpr)) {
				return
			}
		}
	}
}

// Instances are the places of the package that instantiate the generic function around the cursor, each with the
// types that the function's type parameters have there. It leaves out the function itself, which may call itself with
// its own type parameters.
func Instances(pass *analysis.Pass, c inspector.Cursor) iter.Seq2[inspector.Cursor, func(types.Type) types.Type] {
	return func(yield func(inspector.Cursor, func(types.Type) types.Type) bool) {
		for f := range c.Enclosing((*ast.FuncDecl)(nil)) {
			fn, ok := pass.TypesInfo.Defs[f.Node().(*ast.FuncDecl).Name].(*types.Func)
			if !ok || fn.Signature().TypeParams().Len() == 0 {
				return
			}
			for id := range Nodes(pass).Preorder((*ast.Ident)(nil)) {
				instance, ok := pass.TypesInfo.Instances[id.Node().(*ast.Ident)]
				if !ok || pass.TypesInfo.Uses[id.Node().(*ast.Ident)] != fn || f.Contains(id) {
					continue
				}
				of := func(t types.Type) types.Type {
					p, ok := types.Unalias(t).(*types.TypeParam)
					if !ok || p.Index() >= instance.TypeArgs.Len() || fn.Signature().TypeParams().At(p.Index()) != p {
						return t
					}
					return instance.TypeArgs.At(p.Index())
				}
				if !yield(id, of) {
					return
				}
			}
			return
		}
	}
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

// Imports reports whether the package imports one whose path begins with one of paths.
func Imports(pass *analysis.Pass, paths ...string) bool {
	for _, p := range pass.Pkg.Imports() {
		for _, path := range paths {
			if strings.HasPrefix(uuids.Path(p), path) {
				return true
			}
		}
	}
	return false
}

// InTest reports whether the node is in a file of tests.
func InTest(pass *analysis.Pass, n ast.Node) bool {
	return strings.HasSuffix(pass.Fset.Position(n.Pos()).Filename, "_test.go")
}

// Report reports a node, unless its file is generated: nobody edits that.
func Report(pass *analysis.Pass, c inspector.Cursor, fix *analysis.SuggestedFix, format string, args ...any) {
	for f := range c.Enclosing((*ast.File)(nil)) {
		source, cgo := withoutCgo(pass, f.Node().(*ast.File))
		if ast.IsGenerated(source) {
			return
		}
		if cgo { // its places are not those of the source
			fix = nil
		}
	}
	d := analysis.Diagnostic{Pos: c.Node().Pos(), End: c.Node().End(), Message: fmt.Sprintf(format, args...)}
	if fix != nil {
		d.SuggestedFixes = []analysis.SuggestedFix{*fix}
	}
	pass.Report(d)
}

// withoutCgo returns a file without the line by which cgo says that it has generated it, and whether it has: go vet
// passes what cgo makes of a file that imports "C".
func withoutCgo(pass *analysis.Pass, f *ast.File) (source *ast.File, ok bool) {
	if !strings.HasSuffix(pass.Fset.File(f.FileStart).Name(), ".cgo1.go") || len(f.Comments) == 0 {
		return f, false
	}
	own := *f
	own.Comments = f.Comments[1:]
	return &own, true
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

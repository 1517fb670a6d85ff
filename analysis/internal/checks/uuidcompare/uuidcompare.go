// Package uuidcompare reports texts of UUIDs that are compared in different case.
package uuidcompare

import (
	"go/ast"
	"go/constant"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "uuidcompare",
	Kind: check.Wrong,
	Doc: `
report texts of UUIDs that are compared in different case

String returns a UUID in lower case. It differs from text in upper case, such as a constant,
the result of strings.ToUpper, or a value from a request, even if both are the same UUID.
Parse the text and compare the UUIDs, or use strings.EqualFold.`,

	Wrong: `_ = id.String() == "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"
return s == r.PathValue("id")`,
	Right: `_ = strings.EqualFold(id.String(), r.PathValue("id"))`,
	Run:   run,
})

func run(pass *analysis.Pass) {
	if !uuids.Used(pass) {
		return
	}
	for c := range check.Nodes(pass).Preorder((*ast.BinaryExpr)(nil), (*ast.SwitchStmt)(nil), (*ast.CallExpr)(nil)) {
		switch n := c.Node().(type) {
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				compared(pass, c, n.X, n.Y)
			}
		case *ast.SwitchStmt:
			for _, clause := range n.Body.List {
				for _, e := range clause.(*ast.CaseClause).List {
					if at, ok := c.FindNode(e); ok && n.Tag != nil {
						compared(pass, at, n.Tag, e)
					}
				}
			}
		case *ast.CallExpr:
			if fn, pkg := uuids.Callee(pass, n); fn != nil && uuids.OneOf(pkg, "strings", "cmp") && fn.Name() == "Compare" {
				compared(pass, c, n.Args[0], n.Args[1])
			}
		}
	}
}

// compared reports two texts that are compared, if one is of a UUID and the other may have upper case.
func compared(pass *analysis.Pass, c inspector.Cursor, x, y ast.Expr) {
	if t := pass.TypesInfo.TypeOf(x); t == nil || !uuids.IsString(t) {
		return
	}
	for _, sides := range [][2]ast.Expr{{x, y}, {y, x}} {
		text, other := sides[0], ast.Unparen(sides[1])
		if !flow.Of(pass).Any(text, flow.Origin.IsUUIDText) {
			continue
		}
		switch why, literal := differs(pass, other); {
		case why == "":
		case literal != nil && literal == c.Node(): // of a switch, which may have the other case as well
			check.Report(pass, c, nil, "the text of a UUID is in lower case, and %s", why)
		case literal != nil:
			check.Report(pass, c, &analysis.SuggestedFix{Message: "Write it in lower case", TextEdits: []analysis.TextEdit{
				{Pos: literal.Pos(), End: literal.End(), NewText: []byte(strings.ToLower(literal.Value))}}}, "the text of a UUID is in lower case, and %s", why)
		default:
			check.Report(pass, c, equalFold(c), "the text of a UUID is in lower case, and %s: parse it and compare the UUIDs, or use strings.EqualFold", why)
		}
	}
}

// differs returns why an expression may differ from a UUID's text in case, or nothing, and
// the literal that does.
func differs(pass *analysis.Pass, e ast.Expr) (why string, literal *ast.BasicLit) {
	if v := pass.TypesInfo.Types[e].Value; v != nil {
		if s := constant.StringVal(v); len(s) >= 32 && s != strings.ToLower(s) {
			literal, _ = e.(*ast.BasicLit)
			return "this constant is not", literal
		}
		return "", nil
	}
	upper := func(o flow.Origin) bool {
		fn, pkg, _ := o.Callee()
		return fn != nil && pkg == "strings" && fn.Name() == "ToUpper"
	}
	if flow.Of(pass).Any(e, upper) {
		return "this is in upper case", nil
	}
	if flow.Of(pass).Any(e, flow.Origin.MayBeRequest) {
		return "what the request holds may be in upper case", nil
	}
	return "", nil
}

// equalFold is the fix of a == that calls strings.EqualFold, if the file imports strings.
func equalFold(at inspector.Cursor) *analysis.SuggestedFix {
	e, ok := at.Node().(*ast.BinaryExpr)
	if !ok {
		return nil
	}
	for f := range at.Enclosing((*ast.File)(nil)) {
		for _, spec := range f.Node().(*ast.File).Imports {
			if spec.Path.Value != `"strings"` || spec.Name != nil {
				continue
			}
			not := ""
			if e.Op == token.NEQ {
				not = "!"
			}
			return &analysis.SuggestedFix{Message: "Use strings.EqualFold", TextEdits: []analysis.TextEdit{
				{Pos: e.X.Pos(), End: e.X.Pos(), NewText: []byte(not + "strings.EqualFold(")},
				{Pos: e.X.End(), End: e.Y.Pos(), NewText: []byte(", ")},
				{Pos: e.Y.End(), End: e.Y.End(), NewText: []byte(")")},
			}}
		}
	}
	return nil
}

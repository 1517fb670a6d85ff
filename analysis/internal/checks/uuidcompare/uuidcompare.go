// Package uuidcompare reports texts of UUIDs that are compared in different case.
package uuidcompare

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

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
Parse the text and compare the UUIDs, or use strings.EqualFold.

The check looks at ==, != and strings.Compare, at the cases of a switch, at slices.Contains and
slices.Index, and at a value that is read from a map, if the package shows all keys of the map. It does not
report String() beside the text from which the UUID was parsed: that asks for the usual form.`,

	Wrong: `_ = id.String() == "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"
return s == r.PathValue("id")`,
	Right: `_ = strings.EqualFold(id.String(), r.PathValue("id"))`,
	Run:   run,
})

func run(pass *analysis.Pass) {
	if !uuids.Used(pass) {
		return
	}
	for c := range check.Nodes(pass).Preorder((*ast.BinaryExpr)(nil), (*ast.SwitchStmt)(nil), (*ast.CallExpr)(nil), (*ast.IndexExpr)(nil)) {
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
			switch fn, pkg := uuids.Callee(pass, n); {
			case fn == nil || len(n.Args) != 2: // Compare(f()) has one
			case uuids.OneOf(pkg, "strings", "cmp") && fn.Name() == "Compare":
				compared(pass, c, n.Args[0], n.Args[1])
			case pkg == "slices" && uuids.OneOf(fn.Name(), "Contains", "Index"):
				contained(pass, c, n.Args[0], n.Args[1])
			}
		case *ast.IndexExpr:
			if _, ok := pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Map); ok && !isAssigned(c) {
				lookedUp(pass, c, n)
			}
		}
	}
}

// compared reports two texts that are compared, if one is of a UUID and the other may have upper case.
func compared(pass *analysis.Pass, c inspector.Cursor, x, y ast.Expr) {
	if !isText(pass, x) {
		return
	}
	for _, sides := range [][2]ast.Expr{{x, y}, {y, x}} {
		text, other := sides[0], ast.Unparen(sides[1])
		if !flow.Of(pass).Any(text, flow.Origin.IsUUIDText) {
			continue
		}
		if why := differs(pass, other); why != "" && (uuids.IsConst(pass, other) || !isParsedFrom(pass, text, other)) {
			check.Report(pass, c, equalFold(pass, c), "the text of a UUID is in lower case, and %s: parse it and compare the UUIDs, or use strings.EqualFold", why)
		}
	}
}

// isParsedFrom reports whether the text is of a UUID that was parsed from the other text: the program asks if that has
// the usual form.
func isParsedFrom(pass *analysis.Pass, text, other ast.Expr) bool {
	f := flow.Of(pass)
	from := f.Origins(other)
	isParsed := func(o flow.Origin) bool {
		fn, pkg, parse := o.Callee()
		return parse != nil && uuids.IsPackage(pkg) && !uuids.IsMethod(fn) && len(parse.Args) > 0 &&
			(uuids.SameExpr(pass, parse.Args[0], other) ||
				f.Any(parse.Args[0], func(o flow.Origin) bool { return slices.ContainsFunc(from, o.Same) }))
	}
	return f.Any(text, func(o flow.Origin) bool {
		_, _, call := o.Callee()
		if call == nil {
			return false
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		return ok && f.Any(sel.X, isParsed)
	})
}

// isText reports whether the expression is a string.
func isText(pass *analysis.Pass, e ast.Expr) bool {
	t := pass.TypesInfo.TypeOf(e)
	return t != nil && uuids.IsString(t)
}

// contained reports a text that is looked for in a list, if one is of a UUID and the other may have upper
// case.
func contained(pass *analysis.Pass, c inspector.Cursor, list, text ast.Expr) {
	if !isText(pass, text) {
		return
	}
	f := flow.Of(pass)
	elements := f.Contents(list)
	switch why := differs(pass, ast.Unparen(text)); {
	case f.Any(text, flow.Origin.IsUUIDText) && isOfRequest(pass, list):
		check.Report(pass, c, nil, "the text of a UUID is in lower case, and what the request holds may be in upper case: parse it and compare the UUIDs, or use strings.EqualFold")
	case f.Any(text, flow.Origin.IsUUIDText) && areUpper(elements):
		check.Report(pass, c, nil, "the text of a UUID is in lower case, and this list is in upper case: parse it and compare the UUIDs, or use strings.EqualFold")
	case why != "" && areTexts(elements):
		check.Report(pass, c, nil, "the list has texts of UUIDs in lower case, and %s: parse it and compare the UUIDs, or use strings.EqualFold", why)
	}
}

// lookedUp reports a text that is the key of a map, if one is of a UUID and the other may have upper case.
func lookedUp(pass *analysis.Pass, c inspector.Cursor, n *ast.IndexExpr) {
	if !isText(pass, n.Index) {
		return
	}
	switch why := differs(pass, ast.Unparen(n.Index)); {
	case flow.Of(pass).Any(n.Index, flow.Origin.IsUUIDText) && areUpper(flow.Of(pass).Keys(n.X)):
		check.Report(pass, c, nil, "the text of a UUID is in lower case, and the keys of this map are in upper case: parse them, and use the UUIDs as keys")
	case why != "" && areTexts(flow.Of(pass).Keys(n.X)):
		check.Report(pass, c, nil, "the keys of this map are texts of UUIDs in lower case, and %s: parse it, and use the UUIDs as keys", why)
	}
}

// isAssigned reports whether the program writes to what the expression is, and does not read it.
func isAssigned(c inspector.Cursor) bool {
	assign, ok := c.Parent().Node().(*ast.AssignStmt)
	return ok && slices.Contains(assign.Lhs, c.Node().(ast.Expr))
}

// areTexts reports whether all are texts that a UUID's String returns.
func areTexts(origins []flow.Origin) bool {
	return len(origins) > 0 && !slices.ContainsFunc(origins, func(o flow.Origin) bool { return !o.IsUUIDText() })
}

// areUpper reports whether all are in upper case: constants, or what ToUpper returns.
func areUpper(origins []flow.Origin) bool {
	return len(origins) > 0 && !slices.ContainsFunc(origins, func(o flow.Origin) bool {
		c, ok := o.Value.(*ssa.Const)
		return !isUpper(o) && !(ok && c.Value != nil && isUpperText(c.Value))
	})
}

// isUpper reports whether the origin is what ToUpper returns.
func isUpper(o flow.Origin) bool {
	fn, pkg, _ := o.Callee()
	return fn != nil && pkg == "strings" && fn.Name() == "ToUpper"
}

var uuidText = regexp.MustCompile(`(?i)^(urn:uuid:|\{)?[0-9a-f-]{32,36}\}?$`)

// isUpperText reports whether the constant is the text of a UUID, and has upper case.
func isUpperText(v constant.Value) bool {
	if v.Kind() != constant.String {
		return false
	}
	s := constant.StringVal(v)
	return uuidText.MatchString(s) && s != strings.ToLower(s)
}

// differs returns why an expression may differ from a UUID's text in case, or nothing.
func differs(pass *analysis.Pass, e ast.Expr) string {
	switch v := pass.TypesInfo.Types[e].Value; {
	case v != nil && isUpperText(v):
		return "this constant is not"
	case v != nil:
		return ""
	case flow.Of(pass).Any(e, isUpper):
		return "this is in upper case"
	case isOfRequest(pass, e):
		return "what the request holds may be in upper case"
	}
	return ""
}

// isOfRequest reports whether the text is of a request. That of a test is its own, and has the case that it wants.
func isOfRequest(pass *analysis.Pass, e ast.Expr) bool {
	return !check.InTest(pass, e) && flow.Of(pass).Any(e, flow.Origin.MayBeRequest)
}

// equalFold is the fix of a == of two strings that calls strings.EqualFold, if the file imports strings. It is right for a
// constant, too, since the text may also come in upper case from elsewhere.
func equalFold(pass *analysis.Pass, at inspector.Cursor) *analysis.SuggestedFix {
	e, ok := at.Node().(*ast.BinaryExpr)
	if !ok || !types.Identical(pass.TypesInfo.TypeOf(e.X), types.Typ[types.String]) || !types.Identical(pass.TypesInfo.TypeOf(e.Y), types.Typ[types.String]) {
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

// Package uuidmust reports MustParse of values from a request.
package uuidmust

import (
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "uuidmust",
	Kind: check.Fails,
	Doc: `
report MustParse of values from a request

MustParse panics if the text is no UUID, and so does Must(Parse(text)). They are for
constants. Anybody can send a request with other text. Use Parse, and answer with an error.

The check reports path, query, form and header values of net/http, chi, echo, fiber, gin and
gorilla/mux, unless the function parses or validates the same variable elsewhere. Routes of
chi and mux can have patterns such as {id:[0-9a-f-]+}: there it reports a value only if the
package has a route with {id} alone.`,

	Wrong: `uuid.MustParse(r.PathValue("id"))`,
	Right: `uuid.Parse(r.PathValue("id"))`,
	Run:   run,
})

func run(pass *analysis.Pass) {
	for c, call := range check.Calls(pass) {
		if len(call.Args) != 1 || check.InTest(pass, call) {
			continue
		}
		fn, pkg := flow.Of(pass).Callee(call)
		if fn == nil || !uuids.IsPackage(pkg) {
			continue
		}
		arg := ast.Unparen(call.Args[0])
		switch fn.Name() {
		case "MustParse":
		case "Must":
			parse, ok := arg.(*ast.CallExpr)
			if !ok {
				continue
			}
			f, p := uuids.Callee(pass, parse)
			if f == nil || !uuids.IsPackage(p) || !uuids.OneOf(f.Name(), "Parse", "ParseBytes", "FromString") {
				continue
			}
			arg = ast.Unparen(parse.Args[0])
		default:
			continue
		}
		if flow.Of(pass).Any(arg, flow.Origin.IsRequest) && !isValidated(pass, c, arg, call) {
			check.Report(pass, c, nil, "%s panics if the request holds no UUID: use Parse, and answer with an error", fn.Name())
		}
	}
}

// isValidated reports whether the package gives the same text to another function of a package
// of UUIDs, or to one that is named like a check.
func isValidated(pass *analysis.Pass, at inspector.Cursor, arg ast.Expr, must *ast.CallExpr) bool {
	from := flow.Of(pass).Origins(arg)
	around := at
	for f := range at.Enclosing((*ast.FuncDecl)(nil)) {
		around = f
	}
	same := func(e ast.Expr) bool {
		if around.Node().Pos() <= e.Pos() && e.End() <= around.Node().End() && uuids.SameExpr(pass, e, arg) {
			return true
		}
		return flow.Of(pass).Any(e, func(o flow.Origin) bool {
			return slices.ContainsFunc(from, o.Same)
		})
	}
	for c, call := range check.Calls(pass) {
		if outer, ok := c.Parent().Node().(*ast.CallExpr); ok {
			if fn, _ := uuids.Callee(pass, outer); fn != nil && strings.HasPrefix(fn.Name(), "Must") {
				continue
			}
		}
		if call.Pos() >= must.Pos() && call.End() <= must.End() {
			continue
		}
		fn, pkg := flow.Of(pass).Callee(call)
		if fn == nil || strings.HasPrefix(fn.Name(), "Must") || !uuids.IsPackage(pkg) && !strings.Contains(strings.ToLower(fn.Name()), "valid") {
			continue
		}
		if slices.ContainsFunc(call.Args, func(e ast.Expr) bool { return uuids.IsString(pass.TypesInfo.TypeOf(e)) && same(e) }) {
			return true
		}
	}
	return false
}

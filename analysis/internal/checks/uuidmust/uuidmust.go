package uuidmust

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New("uuidmust", `
report MustParse of what a request holds

MustParse panics if the text is no UUID, and so does Must(Parse(text)). They are for
constants. Anybody can send a request with other text. Use Parse, and answer with an error.

Reported are path, query, form and header values of net/http, chi, echo, fiber, gin and
gorilla/mux, unless the function parses or validates the same variable elsewhere. With chi
and mux, whose routes can have patterns such as {id:[0-9a-f-]+}, the package has to have a
route with {id} alone.`, run)

func run(pass *analysis.Pass) {
	for c := range check.Nodes(pass).Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		fn, pkg := uuids.Callee(pass, call)
		if fn == nil || !uuids.IsPackage(pkg) || len(call.Args) != 1 {
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
		if flow.IsRequest(pass, c, arg) && !isValidated(pass, c, arg, call) {
			check.Report(pass, c, nil, "%s panics if the request holds no UUID: use Parse, and answer with an error", fn.Name())
		}
	}
}

// isValidated reports whether the function passes the same variable to another function of
// a package of UUIDs.
func isValidated(pass *analysis.Pass, at inspector.Cursor, arg ast.Expr, must *ast.CallExpr) bool {
	id, ok := arg.(*ast.Ident)
	if !ok {
		return false
	}
	for f := range at.Enclosing((*ast.FuncDecl)(nil)) {
		for c := range f.Preorder((*ast.CallExpr)(nil)) {
			call := c.Node().(*ast.CallExpr)
			if call.Pos() >= must.Pos() && call.End() <= must.End() {
				continue
			}
			fn, pkg := uuids.Callee(pass, call)
			if fn == nil || !uuids.IsPackage(pkg) && !strings.Contains(strings.ToLower(fn.Name()), "valid") {
				continue
			}
			for _, a := range call.Args {
				if x, ok := ast.Unparen(a).(*ast.Ident); ok && pass.TypesInfo.ObjectOf(x) == pass.TypesInfo.ObjectOf(id) && !strings.HasPrefix(fn.Name(), "Must") {
					return true
				}
			}
		}
	}
	return false
}

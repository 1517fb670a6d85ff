package checks

import (
	"go/ast"
	"go/constant"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

var uuidMust = newAnalyzer("uuidmust", `
report MustParse of what a request holds

MustParse panics if the text is no UUID, and so does Must(Parse(text)). They are for
constants. Anybody can send a request with other text. Use Parse, and answer with an error.

Reported are path, query, form and header values of net/http, chi, echo, fiber, gin and
gorilla/mux, unless the function parses or validates the same variable elsewhere. With chi
and mux, whose routes can have patterns such as {id:[0-9a-f-]+}, the package has to have a
route with {id} alone.`, runUUIDMust)

var uuidCompare = newAnalyzer("uuidcompare", `
report texts of UUIDs that are compared in different case

The String of a UUID is in lower case. Compared with text in upper case, such as a constant,
the result of strings.ToUpper, or what a request holds, it is not equal though the UUIDs
are. Parse the text and compare the UUIDs, or use strings.EqualFold.`, runUUIDCompare)

// requests are the functions that return text of an HTTP request, by package. A path that
// ends in a slash is that of all versions.
var requests = map[string][]string{
	"net/http":                 {"FormValue", "PostFormValue", "PathValue", "Get"},
	"net/url":                  {"Get"},
	"github.com/gin-gonic/gin": {"Param", "Query", "DefaultQuery", "GetQuery", "PostForm", "DefaultPostForm", "GetPostForm", "GetHeader"},
	"github.com/labstack/echo": {"Param", "QueryParam", "FormValue"},
	"github.com/gofiber/fiber": {"Params", "Query", "FormValue", "Get"},
	"github.com/go-chi/chi":    {"URLParam", "URLParamFromCtx"},
	"github.com/gorilla/mux":   {"Vars"},
}

// isRequest reports whether the expression is text of an HTTP request.
func isRequest(pass *analysis.Pass, at inspector.Cursor, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		fn, pkg := callee(pass, e)
		if fn == nil {
			return false
		}
		if pkg == "strings" && oneOf(fn.Name(), "TrimSpace", "Trim", "TrimPrefix", "TrimSuffix") {
			return isRequest(pass, at, e.Args[0])
		}
		if i := strings.LastIndex(pkg, "/v"); i > 0 && strings.Trim(pkg[i+2:], "0123456789") == "" {
			pkg = pkg[:i]
		}
		if receiver(fn) == "Client" { // http.Client.Get
			return false
		}
		if pkg == "github.com/go-chi/chi" && !isAnyText(pass, e.Args[len(e.Args)-1]) {
			return false
		}
		return oneOf(fn.Name(), requests[pkg]...)
	case *ast.IndexExpr: // mux.Vars(r)["id"]
		return isRequest(pass, at, e.X) && isAnyText(pass, e.Index)
	case *ast.Ident:
		v := only(pass, at, e)
		return v != nil && isRequest(pass, at, v)
	}
	return false
}

// isAnyText reports whether the package has a route with the variable of this name, and none
// that has a pattern for it.
func isAnyText(pass *analysis.Pass, name ast.Expr) bool {
	v := pass.TypesInfo.Types[name].Value
	if v == nil || v.Kind() != constant.String {
		return false
	}
	found := false
	for c := range nodes(pass).Preorder((*ast.BasicLit)(nil)) {
		lit := c.Node().(*ast.BasicLit).Value
		if strings.Contains(lit, "{"+constant.StringVal(v)+":") {
			return false
		}
		found = found || strings.Contains(lit, "{"+constant.StringVal(v)+"}")
	}
	return found
}

func runUUIDMust(pass *analysis.Pass) {
	for c := range nodes(pass).Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		fn, pkg := callee(pass, call)
		if fn == nil || !isUUIDPackage(pkg) || len(call.Args) != 1 {
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
			f, p := callee(pass, parse)
			if f == nil || !isUUIDPackage(p) || !oneOf(f.Name(), "Parse", "ParseBytes", "FromString") {
				continue
			}
			arg = ast.Unparen(parse.Args[0])
		default:
			continue
		}
		if isRequest(pass, c, arg) && !isValidated(pass, c, arg, call) {
			report(pass, c, nil, "%s panics if the request holds no UUID: use Parse, and answer with an error", fn.Name())
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
			fn, pkg := callee(pass, call)
			if fn == nil || !isUUIDPackage(pkg) && !strings.Contains(strings.ToLower(fn.Name()), "valid") {
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

func runUUIDCompare(pass *analysis.Pass) {
	for c := range nodes(pass).Preorder((*ast.BinaryExpr)(nil)) {
		e := c.Node().(*ast.BinaryExpr)
		if e.Op != token.EQL && e.Op != token.NEQ {
			continue
		}
		for _, sides := range [][2]ast.Expr{{e.X, e.Y}, {e.Y, e.X}} {
			text, other := sides[0], ast.Unparen(sides[1])
			if !isUUIDText(pass, c, text) {
				continue
			}
			switch why, literal := differs(pass, c, other); {
			case why == "":
			case literal != nil:
				report(pass, c, &analysis.SuggestedFix{Message: "Write it in lower case", TextEdits: []analysis.TextEdit{
					{Pos: literal.Pos(), End: literal.End(), NewText: []byte(strings.ToLower(literal.Value))}}}, "the text of a UUID is in lower case, and %s", why)
			default:
				report(pass, c, equalFold(pass, c, e), "the text of a UUID is in lower case, and %s: parse it and compare the UUIDs, or use strings.EqualFold", why)
			}
		}
	}
}

// differs returns why an expression may differ from a UUID's text in case, or nothing, and
// the literal that does.
func differs(pass *analysis.Pass, at inspector.Cursor, e ast.Expr) (why string, literal *ast.BasicLit) {
	if v := pass.TypesInfo.Types[e].Value; v != nil {
		if s := constant.StringVal(v); len(s) >= 32 && s != strings.ToLower(s) {
			literal, _ = e.(*ast.BasicLit)
			return "this constant is not", literal
		}
		return "", nil
	}
	if call, ok := e.(*ast.CallExpr); ok {
		if fn, pkg := callee(pass, call); fn != nil && pkg == "strings" && fn.Name() == "ToUpper" {
			return "this is in upper case", nil
		}
	}
	if isRequest(pass, at, e) {
		return "what the request holds may be in upper case", nil
	}
	return "", nil
}

// equalFold is the fix that calls strings.EqualFold, if the file imports strings.
func equalFold(pass *analysis.Pass, at inspector.Cursor, e *ast.BinaryExpr) *analysis.SuggestedFix {
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

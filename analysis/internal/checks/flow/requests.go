package flow

import (
	"go/ast"
	"go/constant"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

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

// IsRequest reports whether the expression is text of an HTTP request.
func IsRequest(pass *analysis.Pass, at inspector.Cursor, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		fn, pkg := uuids.Callee(pass, e)
		if fn == nil {
			return false
		}
		if pkg == "strings" && uuids.OneOf(fn.Name(), "TrimSpace", "Trim", "TrimPrefix", "TrimSuffix") {
			return IsRequest(pass, at, e.Args[0])
		}
		if i := strings.LastIndex(pkg, "/v"); i > 0 && strings.Trim(pkg[i+2:], "0123456789") == "" {
			pkg = pkg[:i]
		}
		if uuids.Receiver(fn) == "Client" { // http.Client.Get
			return false
		}
		if pkg == "github.com/go-chi/chi" && !isAnyText(pass, e.Args[len(e.Args)-1]) {
			return false
		}
		return uuids.OneOf(fn.Name(), requests[pkg]...)
	case *ast.IndexExpr: // mux.Vars(r)["id"]
		return IsRequest(pass, at, e.X) && isAnyText(pass, e.Index)
	case *ast.Ident:
		v := Only(pass, at, e)
		return v != nil && IsRequest(pass, at, v)
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
	for c := range check.Nodes(pass).Preorder((*ast.BasicLit)(nil)) {
		lit := c.Node().(*ast.BasicLit).Value
		if strings.Contains(lit, "{"+constant.StringVal(v)+":") {
			return false
		}
		found = found || strings.Contains(lit, "{"+constant.StringVal(v)+"}")
	}
	return found
}

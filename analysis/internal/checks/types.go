package checks

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// Packages of UUIDs.
const (
	google = "github.com/google/uuid"
	satori = "github.com/satori/go.uuid"
	std    = "uuid"
	kit    = "github.com/uuidkit/uuidkit/uuid"
)

func isGofrs(path string) bool {
	return path == "github.com/gofrs/uuid" || strings.HasPrefix(path, "github.com/gofrs/uuid/v")
}

// isUUIDPackage reports whether the package is one of UUIDs that many programs use.
func isUUIDPackage(path string) bool {
	return path == google || path == satori || path == std || path == kit || isGofrs(path)
}

// callee returns the function or method that is called, and its package's path, or nil.
func callee(pass *analysis.Pass, call *ast.CallExpr) (*types.Func, string) {
	fn, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
	if !ok || fn.Pkg() == nil {
		return nil, ""
	}
	return fn.Origin(), path(fn.Pkg())
}

// path is the package's path, without that of a vendor folder.
func path(p *types.Package) string {
	if p == nil {
		return ""
	}
	if _, after, ok := strings.Cut(p.Path(), "/vendor/"); ok {
		return after
	}
	return p.Path()
}

func isMethod(fn *types.Func) bool { return fn.Signature().Recv() != nil }

// receiver is the name of the type whose method fn is.
func receiver(fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil {
		if n := named(recv.Type()); n != nil {
			return n.Obj().Name()
		}
	}
	return ""
}

// named is the type, or what it points to, if that has a name.
func named(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// indirect is what the type points to, through any number of pointers.
func indirect(t types.Type) types.Type {
	for {
		p, ok := t.Underlying().(*types.Pointer)
		if !ok {
			return types.Unalias(t)
		}
		t = p.Elem()
	}
}

// is16Bytes reports whether the type is a [16]byte, or defined as one.
func is16Bytes(t types.Type) bool {
	a, ok := t.Underlying().(*types.Array)
	return ok && a.Len() == 16 && isByte(a.Elem())
}

func isBytes(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && isByte(s.Elem())
}

func isByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Uint8
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// isUUID reports whether the type is that of a package of UUIDs, or a [16]byte that is
// named like one.
func isUUID(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || !is16Bytes(n) {
		return false
	}
	name := strings.ToLower(n.Obj().Name())
	return strings.Contains(name, "uuid") || strings.Contains(name, "guid") || isUUIDPackage(path(n.Obj().Pkg()))
}

// isUUIDOf reports whether the type is the UUID of the package.
func isUUIDOf(t types.Type, pkg string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "UUID" && path(n.Obj().Pkg()) == pkg
}

// method returns a method of the type, or of a pointer to it, or nil.
func method(t types.Type, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	fn, _ := obj.(*types.Func)
	return fn
}

// isValuer reports whether the type is a driver.Valuer by a method of its own, not of
// its pointer.
func isValuer(t types.Type) bool {
	sel := types.NewMethodSet(t).Lookup(nil, "Value")
	if sel == nil {
		return false
	}
	sig := sel.Obj().(*types.Func).Signature()
	return sig.Params().Len() == 0 && sig.Results().Len() == 2
}

// nameOf is the type as the file writes it, nearly: with the name of its package.
func nameOf(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}

func oneOf(s string, of ...string) bool { return slices.Contains(of, s) }

// isConst reports whether the expression is a constant.
func isConst(pass *analysis.Pass, e ast.Expr) bool { return pass.TypesInfo.Types[e].Value != nil }

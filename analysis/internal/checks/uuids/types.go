// Package uuids knows the types and packages of UUIDs.
package uuids

import (
	"fmt"
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// Packages of UUIDs.
const (
	Google = "github.com/google/uuid"
	Satori = "github.com/satori/go.uuid"
	Std    = "uuid"
	Kit    = "github.com/uuidkit/uuidkit/uuid"
)

func IsGofrs(Path string) bool {
	return Path == "github.com/gofrs/uuid" || strings.HasPrefix(Path, "github.com/gofrs/uuid/v")
}

// IsPackage reports whether the package is one of UUIDs that many programs use.
func IsPackage(Path string) bool {
	return Path == Google || Path == Satori || Path == Std || Path == Kit || IsGofrs(Path)
}

// IsWeb reports whether the package is one of a web framework that many programs use.
func IsWeb(Path string) bool {
	return Path == "github.com/gin-gonic/gin" || strings.HasPrefix(Path, "github.com/labstack/echo/v") || strings.HasPrefix(Path, "github.com/gofiber/fiber/")
}

// Used reports whether the package imports a package of UUIDs, or one that does.
func Used(pass *analysis.Pass) bool {
	for _, p := range pass.Pkg.Imports() {
		if IsPackage(Path(p)) || slices.ContainsFunc(p.Imports(), func(p *types.Package) bool { return IsPackage(Path(p)) }) {
			return true
		}
	}
	for _, name := range pass.Pkg.Scope().Names() {
		if t, ok := pass.Pkg.Scope().Lookup(name).(*types.TypeName); ok && Is(t.Type()) {
			return true
		}
	}
	return false
}

// Callee returns the function or method that is called, and its package's path, or nil.
func Callee(pass *analysis.Pass, call *ast.CallExpr) (*types.Func, string) {
	fn, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
	if !ok || fn.Pkg() == nil {
		return nil, ""
	}
	return fn.Origin(), Path(fn.Pkg())
}

// Path is the package's path, without that of a vendor folder.
func Path(p *types.Package) string {
	if p == nil {
		return ""
	}
	if _, after, ok := strings.Cut(p.Path(), "/vendor/"); ok {
		return after
	}
	return p.Path()
}

func IsMethod(fn *types.Func) bool { return fn.Signature().Recv() != nil }

// Receiver is the name of the type whose method fn is.
func Receiver(fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil {
		if n := Named(recv.Type()); n != nil {
			return n.Obj().Name()
		}
	}
	return ""
}

// Named is the type, or what it points to, if that has a name.
func Named(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// mostNested is how many lists or pointers in each other the checks look through: a type can be a list or a
// map of itself, as type tree map[string]tree is.
const mostNested = 20

// Indirect is what the type points to, through pointers.
func Indirect(t types.Type) types.Type {
	for range mostNested {
		p, ok := t.Underlying().(*types.Pointer)
		if !ok {
			break
		}
		t = p.Elem()
	}
	return types.Unalias(t)
}

// Is16Bytes reports whether the type is a [16]byte, or defined as one.
func Is16Bytes(t types.Type) bool {
	a, ok := t.Underlying().(*types.Array)
	return ok && a.Len() == 16 && isByte(a.Elem())
}

func IsBytes(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && isByte(s.Elem())
}

func isByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Uint8
}

func IsString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// Is reports whether the type is that of a package of UUIDs, or a [16]byte that is
// named like one.
func Is(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || !Is16Bytes(n) {
		return false
	}
	return named.MatchString(n.Obj().Name()) || IsPackage(Path(n.Obj().Pkg()))
}

// named matches the names of UUID types. No other word has uuid in it, but Guidance and Guide begin with Guid.
var named = regexp.MustCompile(`(?i:uuid)|GUID|[gG]uid([^a-z]|$)`)

// IsID reports whether the type is a UUID by its name or its package, or is defined over a UUID in
// this package, type Slot uuid.UUID, or is named as an ID. The last is a guess: see [Guess].
func IsID(pass *analysis.Pass, t types.Type) bool {
	n := Named(t)
	return n != nil && Is16Bytes(t) && (strings.HasSuffix(n.Obj().Name(), "ID") || isUUID(pass, n))
}

// Guess is what a report about an IsID adds if only the type's name says that it is one: it may be
// the 16 bytes of something else, such as a trace's ID.
func Guess(pass *analysis.Pass, t types.Type) string {
	if n := Named(t); n != nil && !isUUID(pass, n) {
		return Guessed("%s is a UUID", n.Obj().Name())
	}
	return ""
}

// Guessed is what a report adds that rests on a name. The format says what is guessed of it.
func Guessed(format, name string) string {
	return "; that " + fmt.Sprintf(format, name) + " is a guess from its name"
}

// isUUID reports whether the type is a UUID, or is defined over one in this package.
func isUUID(pass *analysis.Pass, n *types.Named) bool {
	if Is(n) {
		return true
	}
	for _, f := range pass.Files {
		if n.Obj().Pos() < f.FileStart || n.Obj().Pos() >= f.FileEnd {
			continue
		}
		for _, d := range f.Decls {
			gen, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range gen.Specs {
				if s, ok := spec.(*ast.TypeSpec); ok && pass.TypesInfo.Defs[s.Name] == n.Obj() {
					return Is(pass.TypesInfo.TypeOf(s.Type))
				}
			}
		}
	}
	return false
}

// IsOf reports whether the type is the UUID of the package.
func IsOf(t types.Type, pkg string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "UUID" && Path(n.Obj().Pkg()) == pkg
}

// Method returns a method of the type, or of a pointer to it, or nil.
func Method(t types.Type, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	fn, _ := obj.(*types.Func)
	return fn
}

// IsValuer reports whether the type is a driver.Valuer by a method of its own, not of
// its pointer.
func IsValuer(t types.Type) bool {
	sel := types.NewMethodSet(t).Lookup(nil, "Value")
	if sel == nil {
		return false
	}
	sig := sel.Obj().(*types.Func).Signature()
	return sig.Params().Len() == 0 && sig.Results().Len() == 2
}

// Name is the type as the file writes it, nearly: with the name of its package.
func Name(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}

func OneOf(s string, of ...string) bool { return slices.Contains(of, s) }

// IsConst reports whether the expression is a constant.
func IsConst(pass *analysis.Pass, e ast.Expr) bool { return pass.TypesInfo.Types[e].Value != nil }

package rewrite

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/finding"
	"github.com/uuidkit/uuidkit/analysis/uuidfix/internal/module"
)

// A source is a package that users come from: what becomes of each of its names. A name
// that is missing in the tables is left, with the advice to look for it in the docs.
type source struct {
	names   map[string]rule
	methods map[string]methodRule // those that the new type does not have, or not with this meaning
	must    map[string]bool       // functions that Must may be taken away from
	changed map[string]string     // methods that have another meaning now: what to write
}

// sources are the packages by their paths.
var sources = map[string]*source{
	"github.com/google/uuid":    &google,
	"github.com/gofrs/uuid":     &gofrs,
	"github.com/gofrs/uuid/v3":  &gofrs,
	"github.com/gofrs/uuid/v5":  &gofrs,
	"github.com/satori/go.uuid": &satori,
}

// A rule rewrites a use of a name.
type rule func(*rewriter, use)

// A use is a place where the user's code names something of an old package.
type use struct {
	inspector.Cursor               // at expr
	expr             ast.Expr      // uuid.Parse, or Parse after a dot import
	name             *ast.Ident    // Parse
	call             *ast.CallExpr // of expr, or nil
	obj              types.Object
}

// qualifier returns what stands before the name: "uuid." or nothing.
func (u use) qualifier() string {
	if sel, ok := u.expr.(*ast.SelectorExpr); ok {
		return sel.X.(*ast.Ident).Name + "."
	}
	return ""
}

// same is for names that are the same.
func same(r *rewriter, u use) { r.rename(u, u.name.Name) }

// renamed is for what has another name and the same type.
func renamed(name string) rule {
	return func(r *rewriter, u use) { r.rename(u, name) }
}

// byHand is for what only a person can rewrite.
func byHand(advice string) rule {
	return func(r *rewriter, u use) { r.byHand(u.expr, advice) }
}

// variable is for variables that are functions now.
func variable(name string) rule {
	return func(r *rewriter, u use) {
		switch parent := u.Parent().Node().(type) {
		case *ast.UnaryExpr, *ast.SliceExpr, *ast.IncDecStmt:
			r.byHand(u.expr, "a function returns it now: copy its result to a variable first")
			return
		case *ast.AssignStmt:
			for _, l := range parent.Lhs {
				if l == u.expr {
					r.byHand(u.expr, "nobody can assign to it now")
					return
				}
			}
		}
		if r.rename(u, name) {
			r.insertAfter(u.expr, "()")
		}
	}
}

// value is for a constant whose value is written out.
func value(text string) rule {
	return func(r *rewriter, u use) { r.replace(u.expr, text) }
}

// versionNumber is for constants of type byte. UUID.Version returns an int.
func versionNumber(text string) rule {
	return func(r *rewriter, u use) {
		switch u.Parent().Node().(type) {
		case *ast.BinaryExpr, *ast.CaseClause:
			r.replace(u.expr, text)
		default:
			r.replace(u.expr, "byte("+text+")")
		}
	}
}

// noError is for functions without parameters that returned an error and cannot fail now.
func noError(name string) rule {
	return func(r *rewriter, u use) {
		switch {
		case u.obj.Type().(*types.Signature).Results().Len() == 1: // satori/go.uuid 1.2
			r.rename(u, name)
		case u.call == nil:
			q := u.qualifier()
			r.code(u, "func() ("+q+"UUID, error) { return "+q+name+"(), nil }", "UUID", name)
		default:
			if r.rename(u, name) && r.inMust(u) == nil {
				r.dropError(u)
			}
		}
	}
}

// toString is for functions that returned the text of a UUID.
func toString(name string) rule {
	return func(r *rewriter, u use) {
		if u.call == nil {
			r.code(u, "func() string { return "+u.qualifier()+name+"().String() }", name)
		} else if r.rename(u, name) {
			r.insertAfter(u.call, ".String()")
		}
	}
}

// parse is for functions that are Parse, and MustParse in a Must.
func parse(r *rewriter, u use) {
	if r.inMust(u) != nil {
		r.rename(u, "MustParse")
	} else {
		r.rename(u, "Parse")
	}
}

// parseOrNil is for functions that return the Nil UUID of what they cannot parse.
func parseOrNil(r *rewriter, u use) {
	if u.call != nil {
		if v := r.p.Info.Types[u.call.Args[0]].Value; v != nil && v.Kind() == constant.String && isUUIDText(constant.StringVal(v)) {
			r.rename(u, "MustParse")
			return
		}
	}
	r.help(u, "parseOrNil")
}

// isUUIDText reports whether the text is a UUID in its usual form.
func isUUIDText(s string) bool {
	for i := range len(s) {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash && s[i] != '-' || !dash && !strings.ContainsRune("0123456789abcdefABCDEF", rune(s[i])) {
			return false
		}
	}
	return len(s) == 36
}

// parseBytes is for Parse of a []byte.
func parseBytes(r *rewriter, u use) {
	if u.call == nil {
		q := u.qualifier()
		r.code(u, "func(b []byte) ("+q+"UUID, error) { return "+q+"Parse(string(b)) }", "UUID", "Parse")
		return
	}
	parse(r, u)
	r.wrap(u.call.Args[0], "string(", ")")
}

// hash is for NewV3 and NewV5, which have a type parameter for the name's type.
func hash(name string) rule {
	return func(r *rewriter, u use) {
		sig := u.obj.Type().(*types.Signature)
		param := sig.Params().At(1).Type()
		if !r.rename(u, name) {
			return
		}
		if u.call == nil {
			r.insertAfter(u.expr, "["+param.String()+"]")
		} else if len(u.call.Args) == 2 { // and not one call that returns both
			arg := u.call.Args[1]
			if b, ok := r.p.Info.TypeOf(arg).(*types.Basic); !types.Identical(r.p.Info.TypeOf(arg), param) && (!ok || b.Info()&types.IsString == 0) {
				r.wrap(arg, param.String()+"(", ")")
			}
		}
	}
}

// must takes Must away from what cannot fail or has a Must of its own, and puts a
// function of the user's package in its place around all else.
func must(r *rewriter, u use) {
	if u.call != nil && len(u.call.Args) == 1 {
		if inner, ok := u.call.Args[0].(*ast.CallExpr); ok {
			if obj := r.oldObject(inner.Fun); obj != nil && r.from(obj).must[obj.Name()] {
				r.delete(u.call.Pos(), inner.Pos())
				r.delete(inner.End(), u.call.End())
				return
			}
		}
	}
	r.help(u, "mustUUID")
}

// helped is for what a function in the user's package does now.
func helped(name string) rule {
	return func(r *rewriter, u use) { r.help(u, name) }
}

// noCall is for calls without a result that have nothing to do now.
func noCall(r *rewriter, u use) {
	if stmt, ok := u.Parent().Parent().Node().(*ast.ExprStmt); ok && u.call != nil {
		r.deleteLines(stmt.Pos(), stmt.End())
		return
	}
	r.byHand(u.expr, "there is nothing like it, and nothing to do instead")
}

// versionType is for google/uuid's Version, which is an int now.
func versionType(r *rewriter, u use) {
	if u.call == nil {
		r.reportType(u, "it is an int now, and was a byte whose text is VERSION_4: gob cannot read the old streams, and JSON of several was base64")
	} else if _, lit := u.call.Args[0].(*ast.BasicLit); lit && u.Parent().ParentEdgeKind() != edge.SelectorExpr_X { // not 4.String()
		r.delete(u.call.Pos(), u.call.Args[0].Pos())
		r.delete(u.call.Args[0].End(), u.call.End())
		return
	}
	r.replace(u.expr, "int")
}

// variantType is for google/uuid's Variant, whose numbers are others.
func variantType(r *rewriter, u use) {
	if r.rename(u, "Variant") {
		r.reportType(u, "the numbers differ but for RFC 9562's: 2, 3 and 4 are 0, 2 and 3 now; its text is RFC 9562, and was RFC4122")
	}
}

// reportType lists a type whose values differ: in a struct, those that are stored or sent, too.
func (r *rewriter) reportType(u use, says string) {
	kind := finding.RunTime
	for range u.Enclosing((*ast.StructType)(nil)) {
		kind = finding.Wire
	}
	r.report(kind, u.expr, types.ExprString(u.expr), says)
}

// equal is for the function Equal.
func equal(r *rewriter, u use) {
	if u.call == nil || len(u.call.Args) != 2 {
		byHand("write a == b")(r, u)
		return
	}
	left, right := "", ""
	switch outer := u.Parent().Parent().Node().(type) {
	case *ast.DeferStmt, *ast.GoStmt, *ast.ExprStmt:
		r.byHand(u.expr, "delete it: it does nothing here")
		return
	case *ast.UnaryExpr:
		left, right = "(", ")"
	case *ast.BinaryExpr:
		if outer.Op != token.LAND && outer.Op != token.LOR {
			left, right = "(", ")"
		}
	}
	r.put(u.call.Pos(), u.call.Args[0].Pos(), left)
	r.put(u.call.Args[0].End(), u.call.Args[1].Pos(), " == ")
	r.put(u.call.Args[1].End(), u.call.End(), right)
	for _, arg := range u.call.Args { // the { of uuid.UUID{} would begin the body of an if
		for n := range ast.Preorder(arg) {
			if _, ok := n.(*ast.CompositeLit); ok {
				r.wrap(arg, "(", ")")
				break
			}
		}
	}
}

// A methodRule rewrites a call of a method that the new type does not have.
type methodRule func(*rewriter, inspector.Cursor)

// methodRenamed is for a method that has another name.
func methodRenamed(name string) methodRule {
	return func(r *rewriter, c inspector.Cursor) {
		if name == "IsZero" && r.Program.Target == module.Std {
			r.byHand(c.Node().(ast.Expr), "write id == uuid.Nil()")
			return
		}
		r.replace(c.Node().(*ast.SelectorExpr).Sel, name)
	}
}

// methodParse is for x.Parse(s), which is x.UnmarshalText([]byte(s)) now.
func methodParse(r *rewriter, c inspector.Cursor) {
	sel := c.Node().(*ast.SelectorExpr)
	if call, ok := c.Parent().Node().(*ast.CallExpr); ok && call.Fun == sel {
		r.replace(sel.Sel, "UnmarshalText")
		r.wrap(call.Args[0], "[]byte(", ")")
		return
	}
	methodByHand("write UnmarshalText")(r, c)
}

// methodByHand is for what only a person can rewrite.
func methodByHand(advice string) methodRule {
	return func(r *rewriter, c inspector.Cursor) {
		sel := c.Node().(*ast.SelectorExpr)
		r.report(finding.Compile, sel.Sel, types.ExprString(sel), advice)
	}
}

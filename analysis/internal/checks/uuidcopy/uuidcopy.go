// Package uuidcopy reports text that is copied into the bytes of a UUID.
package uuidcopy

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "uuidcopy",
	Kind: check.Wrong,
	Doc: `
report text that is copied into the bytes of a UUID

copy(id[:], text) copies the first 16 of 36 characters: the UUID then consists of character
codes, and every text with the same beginning becomes the same UUID. uuid.UUID([]byte(text))
does the same. Use Parse. FromBytes of such bytes is always an error: the check reports it if the
string holds text for certain, because the program has compared its length with 36, say.`,

	Wrong: `copy(id[:], text)`,
	Right: `id, err := uuid.Parse(text)`,
	Run:   run,
})

func run(pass *analysis.Pass) {
	for c, call := range check.Calls(pass) {
		var source ast.Expr
		switch tv := pass.TypesInfo.Types[call.Fun]; {
		case tv.IsBuiltin() && len(call.Args) == 2:
			source = call.Args[1]
			if id, ok := ast.Unparen(call.Fun).(*ast.Ident); !ok || id.Name != "copy" || !isUUIDBytes(pass, call.Args[0], flow.Of(pass).Any(source, flow.Origin.IsUUIDText)) {
				continue
			}
		case tv.IsType() && len(call.Args) == 1 && uuids.Is(tv.Type) && uuids.IsBytes(pass.TypesInfo.TypeOf(call.Args[0])):
			source = call.Args[0]
		default:
			fn, pkg := uuids.Callee(pass, call)
			if fn == nil || !uuids.IsPackage(pkg) || fn.Name() != "FromBytes" || len(call.Args) != 1 {
				continue
			}
			source = call.Args[0]
			if isText36(pass, c, source) {
				check.Report(pass, c, nil, "these are the characters of a text, which are never 16 bytes: use Parse")
				continue
			}
			if !isKnown(pass, source) || isTried(pass, c, source) {
				continue // it checks the length, and a string may hold bytes
			}
		}
		if isText(pass, source) && (isText36(pass, c, source) || !isMeasured(pass, c, source)) {
			check.Report(pass, c, nil, "these are the first characters of a text, not the bytes of a UUID: use Parse")
		}
	}
}

// isUUIDBytes reports whether the expression is id[:] of a UUID, or of any 16 bytes.
func isUUIDBytes(pass *analysis.Pass, e ast.Expr, any16 bool) bool {
	slice, ok := ast.Unparen(e).(*ast.SliceExpr)
	if !ok {
		return false
	}
	t := pass.TypesInfo.TypeOf(slice.X)
	if t == nil {
		return false
	}
	t = uuids.Indirect(t)
	return uuids.IsID(pass, t) && (uuids.Guess(pass, t) == "" || isConverted(pass, t)) || any16 && uuids.Is16Bytes(t)
}

// isConverted reports whether the package converts the type to a UUID's, or a UUID to it.
func isConverted(pass *analysis.Pass, t types.Type) bool {
	for _, call := range check.Calls(pass) {
		to := pass.TypesInfo.Types[call.Fun]
		if !to.IsType() || len(call.Args) != 1 {
			continue
		}
		from := pass.TypesInfo.TypeOf(call.Args[0])
		if types.Identical(to.Type, t) && uuids.Is(from) || types.Identical(from, t) && uuids.Is(to.Type) {
			return true
		}
	}
	return false
}

// isText reports whether the bytes are those of a text: a string, or a []byte of one.
func isText(pass *analysis.Pass, e ast.Expr) bool {
	e = ast.Unparen(e)
	if part, ok := e.(*ast.SliceExpr); ok {
		e = ast.Unparen(part.X)
	}
	if v := pass.TypesInfo.Types[e].Value; v != nil {
		return len(constant.StringVal(v)) != 16
	}
	if uuids.IsString(pass.TypesInfo.TypeOf(e)) {
		return !flow.Of(pass).Any(e, isBytes)
	}
	if call, ok := e.(*ast.CallExpr); ok && pass.TypesInfo.Types[call.Fun].IsType() && len(call.Args) == 1 && uuids.IsString(pass.TypesInfo.TypeOf(call.Args[0])) {
		return !flow.Of(pass).Any(call.Args[0], isBytes)
	}
	return flow.Of(pass).Any(e, func(o flow.Origin) bool { return uuids.IsString(o.Value.Type()) || o.IsUUIDText() })
}

// isMeasured reports whether the function around compares the length of the source, or asks for one length
// of the string that it is made of: a conversion panics if there are less than 16 bytes, so many programs
// ask for that alone.
func isMeasured(pass *analysis.Pass, c inspector.Cursor, source ast.Expr) bool {
	lengthOf := func(e ast.Expr) string { return "len(" + types.ExprString(e) + ")" }
	isLength := func(e ast.Expr, exact bool) bool {
		text := types.ExprString(e)
		return text == lengthOf(source) || exact && text == lengthOf(converted(pass, source))
	}
	for f := range c.Enclosing((*ast.FuncDecl)(nil)) {
		for b := range f.Preorder((*ast.BinaryExpr)(nil), (*ast.SwitchStmt)(nil)) {
			switch n := b.Node().(type) {
			case *ast.BinaryExpr:
				exact := n.Op == token.EQL || n.Op == token.NEQ
				if isLength(n.X, exact) || isLength(n.Y, exact) {
					return true
				}
			case *ast.SwitchStmt:
				if n.Tag != nil && isLength(n.Tag, true) {
					return true
				}
			}
		}
	}
	return false
}

// converted returns what the expression converts to bytes, or itself.
func converted(pass *analysis.Pass, e ast.Expr) ast.Expr {
	conv, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(conv.Args) != 1 || !pass.TypesInfo.Types[conv.Fun].IsType() {
		return e
	}
	return conv.Args[0]
}

// isText36 reports whether the bytes are of a string that has 36 or 32 characters where the call is:
// the function has left with another length, or the call is in the branch of this length.
func isText36(pass *analysis.Pass, c inspector.Cursor, source ast.Expr) bool {
	text := converted(pass, source)
	if !uuids.IsString(pass.TypesInfo.TypeOf(text)) {
		return false
	}
	want := "len(" + types.ExprString(text) + ")"
	var compares func(e ast.Expr, op, join token.Token) bool
	compares = func(e ast.Expr, op, join token.Token) bool {
		b, ok := ast.Unparen(e).(*ast.BinaryExpr)
		if !ok {
			return false
		}
		if b.Op == join {
			return compares(b.X, op, join) || compares(b.Y, op, join)
		}
		v := pass.TypesInfo.Types[b.Y].Value
		return b.Op == op && types.ExprString(b.X) == want && v != nil && uuids.OneOf(v.ExactString(), "36", "32")
	}
	for at := c; ; at = at.Parent() {
		switch around := at.Parent().Node().(type) {
		case nil, *ast.FuncDecl, *ast.FuncLit:
			return false
		case *ast.IfStmt:
			if around.Body == at.Node() && compares(around.Cond, token.EQL, token.LAND) {
				return true
			}
		case *ast.BlockStmt:
			for _, s := range around.List {
				if s.Pos() >= at.Node().Pos() {
					break
				}
				if i, ok := s.(*ast.IfStmt); ok && i.Else == nil && compares(i.Cond, token.NEQ, token.LOR) && returns(i.Body) {
					return true
				}
			}
		}
	}
}

// returns reports whether the block ends with a return.
func returns(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	_, ok := b.List[len(b.List)-1].(*ast.ReturnStmt)
	return ok
}

// isTried reports whether the function parses the same text before: FromBytes is for what is no text.
func isTried(pass *analysis.Pass, c inspector.Cursor, source ast.Expr) bool {
	conv, ok := ast.Unparen(source).(*ast.CallExpr)
	if !ok || len(conv.Args) != 1 {
		return false
	}
	for f := range c.Enclosing((*ast.FuncDecl)(nil)) {
		for p := range f.Preorder((*ast.CallExpr)(nil)) {
			call := p.Node().(*ast.CallExpr)
			fn, pkg := uuids.Callee(pass, call)
			if fn != nil && uuids.IsPackage(pkg) && uuids.OneOf(fn.Name(), "Parse", "FromString") && call.Pos() < c.Node().Pos() &&
				types.ExprString(call.Args[0]) == types.ExprString(conv.Args[0]) {
				return true
			}
		}
	}
	return false
}

// isKnown reports whether the bytes are those of a string that holds text for certain: of a
// request, the environment or a UUID, or one that the package parses.
func isKnown(pass *analysis.Pass, e ast.Expr) bool {
	f := flow.Of(pass)
	if f.Any(e, func(o flow.Origin) bool {
		fn, pkg, _ := o.Callee()
		return o.IsRequest() || o.IsUUIDText() || fn != nil && (pkg == "os" || pkg == "flag")
	}) {
		return true
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && len(call.Args) == 1 && f.IsChecked(call.Args[0], true)
}

// isBytes reports whether the text is made of bytes, or is a constant of 16 of them, or a key of a map that a loop
// goes over, which may be.
func isBytes(o flow.Origin) bool {
	if e, ok := o.Value.(*ssa.Extract); ok {
		if _, ok := e.Tuple.(*ssa.Next); ok {
			return true
		}
	}
	if c, ok := o.Value.(*ssa.Const); ok {
		return c.Value != nil && c.Value.Kind() == constant.String && len(constant.StringVal(c.Value)) == 16
	}
	if fn, pkg, _ := o.Callee(); pkg == "bytes" && strings.HasPrefix(fn.Name(), "Trim") {
		return false // nobody trims bytes
	}
	return uuids.IsBytes(o.Value.Type())
}

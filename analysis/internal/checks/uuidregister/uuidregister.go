// Package uuidregister reports registrations whose error is dropped.
package uuidregister

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "uuidregister",
	Kind: check.Wrong,
	Doc: `
report ignored errors of calls that register a UUID type

After an error of Register the type is not registered, and the library goes on as before: MongoDB's
driver stores subtype 0, CBOR and MessagePack write another form. The same is true of db.Use with
the plugin of gormtype, of gormtype.Check, of sqlx.RegisterDriver, and of cborx.Modes. Return the
error. The check reports a dropped or overwritten error, and one that the program only logs before it
goes on.

The check also reports pgxtype.Register on a connection that was acquired from a pool: it
changes that connection only. Call Register in AfterConnect.`,

	Wrong: `bsonx.Register[uuid.UUID](reg)`,
	Right: `err := bsonx.Register[uuid.UUID](reg)`,
	Run:   run,
})

func run(pass *analysis.Pass) {
	if !check.Imports(pass, "github.com/uuidkit/uuidkit/") {
		return
	}
	for c, call := range check.Calls(pass) {
		fn, pkg := uuids.Callee(pass, call)
		if pkg == "github.com/uuidkit/uuidkit/pgxtype" && fn.Name() == "Register" && len(call.Args) == 1 && ofPool(pass, call.Args[0]) {
			check.Report(pass, c, nil, "this is the type map of one connection of the pool, and each has its own: call Register in AfterConnect")
			continue
		}
		if fn == nil || !registers(pass, fn, pkg, call) {
			continue
		}
		how := "dropped"
		if !flow.Drops(c) && !flow.Of(pass).Unused(call) {
			if how = "logged, and the program goes on"; !flow.Of(pass).GoesOn(call) || fn.Name() == "Check" && !migrates(pass, c) {
				continue
			}
		}
		check.Report(pass, c, nil, "the error of %s is %s: after it nothing is registered, and UUIDs are stored in another form", fn.Name(), how)
	}
}

// migrates reports whether the function makes tables after the call.
func migrates(pass *analysis.Pass, c inspector.Cursor) bool {
	for f := range c.Enclosing((*ast.FuncDecl)(nil)) {
		for at := range f.Preorder((*ast.CallExpr)(nil)) {
			fn, pkg := uuids.Callee(pass, at.Node().(*ast.CallExpr))
			if fn != nil && strings.HasPrefix(pkg, "gorm.io/gorm") && uuids.OneOf(fn.Name(), "AutoMigrate", "CreateTable") && at.Node().Pos() > c.Node().Pos() {
				return true
			}
		}
	}
	return false
}

func registers(pass *analysis.Pass, fn *types.Func, pkg string, call *ast.CallExpr) bool {
	results := fn.Signature().Results()
	if results.Len() == 0 || results.At(results.Len()-1).Type().String() != "error" {
		return false
	}
	if pkg == "gorm.io/gorm" && fn.Name() == "Use" && len(call.Args) == 1 {
		return flow.Of(pass).Any(call.Args[0], func(o flow.Origin) bool {
			_, of, _ := o.Callee()
			return of == "github.com/uuidkit/uuidkit/gormtype"
		})
	}
	return strings.HasPrefix(pkg, "github.com/uuidkit/uuidkit/") && !uuids.IsMethod(fn) && (strings.HasPrefix(fn.Name(), "Register") || uuids.OneOf(fn.Name(), "Check", "Modes"))
}

// ofPool reports whether the type map is of a connection that is acquired from a pool.
func ofPool(pass *analysis.Pass, m ast.Expr) bool {
	acquired := false
	var from func(e ast.Expr, depth int)
	from = func(e ast.Expr, depth int) {
		for _, o := range flow.Of(pass).Origins(e) {
			fn, pkg, call := o.Callee()
			if fn == nil || call == nil || depth > 4 || fn.Name() == "Hijack" { // which takes it out of the pool
				continue
			}
			acquired = acquired || strings.HasSuffix(pkg, "/pgxpool") && strings.HasPrefix(fn.Name(), "Acquire")
			if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
				n := uuids.Named(pass.TypesInfo.TypeOf(sel.X)) // only a pool has a Conn of its own
				acquired = acquired || n != nil && n.Obj().Name() == "Conn" && strings.HasSuffix(uuids.Path(n.Obj().Pkg()), "/pgxpool")
				from(sel.X, depth+1)
			}
		}
	}
	from(m, 0)
	return acquired
}

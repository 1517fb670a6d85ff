// Package bsonmarshal reports functions of the BSON package that use no registry.
package bsonmarshal

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/setup"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "bsonmarshal",
	Kind: check.Wrong,
	Doc: `
report bson.Marshal and bson.Unmarshal of UUIDs, which do not use your registry

bson.Marshal, bson.MarshalExtJSON, bson.Unmarshal, the Unmarshal of a bson.RawValue and
similar functions use the driver's own registry. They write a UUID as subtype 0, whatever you have
registered elsewhere, and return an error when they read subtype 4. Use a bson.Encoder or a
bson.Decoder with SetRegistry, or UnmarshalWithRegistry. Version 1 of the driver has that registry in a
variable, bson.DefaultRegistry: the check does not report a type that the program registers there.

Types with BSON methods, such as uuidkit's uuid.UUID, need no registry.`,

	Wrong: `bson.Marshal(user)`,
	Right: `enc.SetRegistry(reg)
enc.Encode(user)`,
	Run:      run,
	Requires: []*analysis.Analyzer{setup.Analyzer},
})

func run(pass *analysis.Pass) {
	if !check.Imports(pass, "go.mongodb.org/mongo-driver/") {
		return
	}
	for c := range check.Nodes(pass).Preorder((*ast.TypeAssertExpr)(nil)) {
		assert := c.Node().(*ast.TypeAssertExpr)
		if assert.Type == nil || !uuids.Is(uuids.Indirect(pass.TypesInfo.TypeOf(assert.Type))) {
			continue
		}
		if what := binary(pass, assert.X); what != "" {
			check.Report(pass, c, nil, "%s holds a Binary of the driver, whatever is registered, and this is never true: use bsonx.FromBinary", what)
		}
	}
	for c, call := range check.Calls(pass) {
		fn, pkg := flow.Of(pass).Callee(call)
		if fn == nil || !strings.HasPrefix(pkg, "go.mongodb.org/mongo-driver/") || !strings.HasSuffix(pkg, "/bson") && !strings.HasSuffix(pkg, "/bsonrw") {
			continue
		}
		var arg ast.Expr
		switch name := fn.Name(); {
		case len(call.Args) == 0:
			continue
		case name == "Unmarshal" && uuids.IsMethod(fn) && uuids.Receiver(fn) == "RawValue":
			arg = call.Args[0]
		case uuids.IsMethod(fn) || strings.Contains(name, "WithRegistry") || strings.Contains(name, "WithContext"):
			continue
		case uuids.OneOf(name, "Marshal", "MarshalExtJSON", "MarshalExtJSONIndent", "MarshalValue"):
			arg = call.Args[0]
		case uuids.OneOf(name, "MarshalAppend", "Unmarshal", "UnmarshalExtJSON", "UnmarshalValue"):
			arg = call.Args[len(call.Args)-1]
		default:
			continue
		}
		instances(pass, c, arg, func(at inspector.Cursor, t types.Type) {
			if bad := unregistered(pass, t, strings.Contains(pkg, "/v2/")); bad != nil {
				check.Report(pass, at, nil, text, fn.Pkg().Name(), fn.Name(), uuids.Name(bad))
			}
		})
		for _, t := range contents(pass, arg) {
			if bad := unregistered(pass, t, strings.Contains(pkg, "/v2/")); bad != nil {
				check.Report(pass, c, nil, text, fn.Pkg().Name(), fn.Name(), uuids.Name(bad))
				break
			}
		}
	}
}

const text = "%s.%s does not use your registry, and treats %s as binary of subtype 0: use an Encoder or a Decoder with SetRegistry"

// instances calls do for each place of the package that instantiates the generic function around,
// with the type that the expression then has.
func instances(pass *analysis.Pass, c inspector.Cursor, e ast.Expr, do func(at inspector.Cursor, t types.Type)) {
	t := pass.TypesInfo.TypeOf(e)
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		for at, of := range check.Instances(pass, c) {
			do(at, of(p))
		}
	}
}

// binary says what the expression is, if no registry reaches it: UpsertedID, and a result of
// Distinct of version 1 of the driver.
func binary(pass *analysis.Pass, e ast.Expr) string {
	e = ast.Unparen(e)
	if i, ok := e.(*ast.IndexExpr); ok {
		e = ast.Unparen(i.X)
	}
	if sel, ok := e.(*ast.SelectorExpr); ok && uuids.OneOf(sel.Sel.Name, "UpsertedID", "UpsertedIDs") {
		if v, ok := pass.TypesInfo.ObjectOf(sel.Sel).(*types.Var); ok && v.Pkg() != nil && strings.HasPrefix(uuids.Path(v.Pkg()), "go.mongodb.org/mongo-driver/") {
			return sel.Sel.Name
		}
	}
	for _, o := range flow.Of(pass).Origins(e) {
		if fn, pkg, _ := o.Callee(); fn != nil && pkg == "go.mongodb.org/mongo-driver/mongo" && fn.Name() == "Distinct" {
			return "what Distinct returns"
		}
	}
	return ""
}

// contents are the types of the expression, and of the values in a literal of a document.
func contents(pass *analysis.Pass, e ast.Expr) []types.Type {
	all := flow.Of(pass).Types(e)
	ast.Inspect(e, func(n ast.Node) bool {
		if lit, ok := n.(*ast.CompositeLit); ok {
			for _, e := range lit.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					e = kv.Value
				}
				if t := pass.TypesInfo.TypeOf(e); t != nil {
					all = append(all, t)
				}
			}
		}
		return true
	})
	for _, o := range flow.Of(pass).Contents(e) {
		all = append(all, o.Boxed()) // as it is written: it may be converted before
	}
	return all
}

// unregistered returns the UUID type in t that has no methods for BSON, and that version 1 of the driver does
// not know, or nil.
func unregistered(pass *analysis.Pass, t types.Type, v2 bool) (bad types.Type) {
	if t == nil {
		return nil
	}
	uuids.BSON.Meets(t, func(t types.Type) bool {
		n := uuids.Named(t)
		null := n != nil && n.Obj().Name() == "NullUUID" && uuids.IsPackage(uuids.Path(n.Obj().Pkg()))
		if !uuids.Is(t) && !null || v2 && uuids.HasMethod(t, "MarshalBSONValue") {
			return false
		}
		if known := setup.Of(pass).Default; !v2 && (setup.Has(known, t) || null && setup.Has(known, n.Obj().Pkg().Scope().Lookup("UUID").Type())) {
			return false
		}
		bad = t
		return true
	})
	return bad
}

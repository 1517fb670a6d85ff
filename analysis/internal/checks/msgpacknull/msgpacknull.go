// Package msgpacknull reports nullable UUIDs in MessagePack that are not registered.
package msgpacknull

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/setup"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "msgpacknull",
	Kind: check.Wrong,
	Doc: `
report a NullUUID in MessagePack beside a registered UUID type

msgpackx.Register[uuid.UUID] does not register the NullUUID of google's or gofrs's package.
Without RegisterNull, msgpack writes gofrs's as a map of its two fields, and google's as bin
or nil, whatever the form of google's UUID. Call msgpackx.RegisterNull[uuid.NullUUID] after
Register.

The check reports google's NullUUID only if google's UUID is registered in another form than bin, with
Text, Ext or DotNet. If the form is bin, both are written alike.`,

	Wrong: `msgpackx.Register[gofrs.UUID]()
msgpack.Unmarshal(nil, &lease)`,
	Right: `msgpackx.Register[gofrs.UUID]()
msgpackx.RegisterNull[gofrs.NullUUID]()
msgpack.Unmarshal(nil, &lease)`,
	Run:      run,
	Requires: []*analysis.Analyzer{setup.Analyzer},
})

func run(pass *analysis.Pass) {
	known, forms := setup.Of(pass).Msgpack, setup.Of(pass).Forms
	if len(known) == 0 {
		return
	}
	holds := func(t types.Type) bool {
		n := uuids.Named(t)
		if n == nil || n.Obj().Name() != "NullUUID" || !uuids.IsPackage(uuids.Path(n.Obj().Pkg())) || setup.Has(known, t) {
			return false
		}
		id := n.Obj().Pkg().Scope().Lookup("UUID").Type()
		switch uuids.Path(n.Obj().Pkg()) {
		case uuids.Kit: // which its UUID registers
			return false
		case uuids.Google: // which is bin
			return setup.Has(forms, id)
		}
		return setup.Has(known, id)
	}
	for c, call := range check.Calls(pass) {
		for _, arg := range values(pass, call) {
			if contains(pass, arg, holds) {
				check.Report(pass, c.Child(arg), nil, "the NullUUID in it is not registered, and has another form than the UUID: call msgpackx.RegisterNull")
				break
			}
		}
	}
}

// values are the arguments of the call that msgpack writes, or reads into.
func values(pass *analysis.Pass, call *ast.CallExpr) []ast.Expr {
	fn, pkg := flow.Of(pass).Callee(call)
	if fn == nil || !strings.HasPrefix(pkg, "github.com/vmihailenco/msgpack") || len(call.Args) == 0 {
		return nil
	}
	switch fn.Name() {
	case "Unmarshal":
		return call.Args[1:]
	case "Marshal", "Encode", "EncodeMulti", "Decode", "DecodeMulti":
		return call.Args
	}
	return nil
}

// contains reports whether the value, or one in it, has such a type.
func contains(pass *analysis.Pass, e ast.Expr, holds func(types.Type) bool) bool {
	all := flow.Of(pass).Types(e)
	if len(all) > 0 && all[0] != nil && uuids.HasMethod(uuids.Indirect(all[0]), uuids.Msgpack.Method) {
		return false
	}
	for _, o := range flow.Of(pass).Contents(e) {
		all = append(all, o.Boxed())
	}
	return slices.ContainsFunc(all, func(t types.Type) bool { return t != nil && uuids.Msgpack.Meets(t, holds) })
}

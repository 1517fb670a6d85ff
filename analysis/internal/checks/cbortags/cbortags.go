// Package cbortags reports functions of the CBOR package that know no TagSet.
package cbortags

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/setup"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "cbortags",
	Kind: check.Wrong,
	Doc: `
report cbor.Marshal of a type that is registered with a TagSet

cbor.Marshal, cbor.MarshalToBuffer and cbor.NewEncoder do not use your TagSet: they write a
registered UUID without tag 37. Use the EncMode that was made with the TagSet, or the one that cborx.Modes returns.`,

	Wrong:    `cbor.Marshal(order)`,
	Right:    `mode.Marshal(order)`,
	Run:      run,
	Requires: []*analysis.Analyzer{setup.Analyzer},
})

func run(pass *analysis.Pass) {
	known := setup.Of(pass).CBOR
	if len(known) == 0 {
		return
	}
	for c, call := range check.Calls(pass) {
		fn, pkg := flow.Of(pass).Callee(call)
		if fn == nil || pkg != "github.com/fxamacker/cbor/v2" || len(call.Args) == 0 {
			continue
		}
		what := "cbor." + fn.Name()
		switch {
		case uuids.OneOf(fn.Name(), "Marshal", "MarshalToBuffer") && !uuids.IsMethod(fn):
		case fn.Name() == "Encode" && plain(pass, call):
			what = "the Encoder of cbor.NewEncoder"
		default:
			continue
		}
		for _, at := range untagged(pass, c, call.Args[0], known) {
			check.Report(pass, at, nil, "%s knows no TagSet, and writes the UUID without tag 37: use the EncMode with the TagSet", what)
		}
	}
}

// untagged returns the call, or the calls of the function around that give it the value, if the value
// holds a registered UUID.
func untagged(pass *analysis.Pass, c inspector.Cursor, e ast.Expr, known []string) (at []inspector.Cursor) {
	holds := func(t types.Type) bool { return slices.Contains(known, types.TypeString(t, nil)) } // not All
	values := flow.Of(pass).Values(e)
	for _, o := range flow.Of(pass).Contents(e) {
		values = append(values, flow.TypedValue{Type: o.Boxed(), Site: o.Site()})
	}
	found := map[ast.Node]bool{}
	for _, v := range values {
		if v.Type == nil || !uuids.CBOR.Meets(v.Type, holds) {
			continue
		}
		place := c
		if v.Site != nil {
			place, _ = check.Nodes(pass).FindNode(v.Site)
		}
		if !found[place.Node()] {
			found[place.Node()] = true
			at = append(at, place)
		}
	}
	return at
}

// plain reports whether the encoder whose method is called is of the function NewEncoder, not of a
// mode.
func plain(pass *analysis.Pass, encode *ast.CallExpr) bool {
	sel, ok := ast.Unparen(encode.Fun).(*ast.SelectorExpr)
	return ok && flow.Of(pass).Any(sel.X, func(o flow.Origin) bool {
		fn, pkg, _ := o.Callee()
		return fn != nil && pkg == "github.com/fxamacker/cbor/v2" && fn.Name() == "NewEncoder" && !uuids.IsMethod(fn)
	})
}

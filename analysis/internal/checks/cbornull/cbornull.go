// Package cbornull reports google's NullUUID, and sql.Null of a UUID, in CBOR.
package cbornull

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// What the matrix measured.
var (
	cborNullCell   = check.Measured("CBOR", "no tags", "fxamacker/cbor", "google", "T's NullUUID, null", "fails loudly", "read: invalid UUID (got 0 bytes)")
	cborNullTagged = check.Measured("CBOR", "tag 37", "fxamacker/cbor", "google", "T's NullUUID, null", "fails loudly", "read: invalid UUID (got 0 bytes)")
)

var Analyzer = check.New(check.Spec{
	Name: "cbornull",
	Kind: check.Fails,
	Doc: `
report google's NullUUID and sql.Null in CBOR

fxamacker/cbor writes a null google.NullUUID as an empty byte string, which it does not read
back: the whole message is an error. No option and no registration changes that. Use a
*uuid.UUID, or cborx.Null[uuid.UUID] of uuidkit, which converts from and to a NullUUID.

The cbor package writes a sql.Null of a UUID as a map of its two fields.

The check reports fields with a cbor tag, and values passed to Marshal and Encode. It does not report the
NullUUID of gofrs's package, which the cbor package writes as such a map, too, and reads back.`,

	Wrong:    "Parent uuid.NullUUID `cbor:\"2,keyasint\"`",
	Right:    "Parent *uuid.UUID `cbor:\"2,keyasint\"`",
	Run:      run,
	Measured: []check.Cell{cborNullCell, cborNullTagged},
})

func run(pass *analysis.Pass) {
	const (
		fields = "the cbor package writes a %s as a map of V and Valid: use uuid.NullUUID of uuidkit, or cborx.Null"
		text   = "CBOR cannot read back a null uuid.NullUUID of google's: use a *uuid.UUID or cborx.Null[uuid.UUID] (measured: %v)"
	)
	for c := range check.Nodes(pass).Preorder((*ast.Field)(nil)) {
		f := c.Node().(*ast.Field)
		if f.Tag == nil {
			continue
		}
		if name, ok := uuids.Tag(f).Lookup("cbor"); ok && name != "-" && uuids.IsSQLNull(uuids.Element(pass.TypesInfo.TypeOf(f.Type))) {
			check.Report(pass, c, nil, fields, uuids.Name(uuids.Element(pass.TypesInfo.TypeOf(f.Type))))
			continue
		}
		if name, ok := uuids.Tag(f).Lookup("cbor"); ok && name != "-" && uuids.IsNullOf(uuids.Element(pass.TypesInfo.TypeOf(f.Type)), uuids.Google) {
			check.Report(pass, c, nil, text, cborNullCell)
		}
	}
	for c, call := range check.Calls(pass) {
		fn, pkg := flow.Of(pass).Callee(call)
		if pkg != "github.com/fxamacker/cbor/v2" || !uuids.OneOf(fn.Name(), "Marshal", "MarshalToBuffer", "Encode") || len(call.Args) == 0 {
			continue
		}
		isNull := func(t types.Type) bool { return uuids.IsNullOf(t, uuids.Google) }
		if written(pass, call.Args[0], isNull) != nil {
			check.Report(pass, c.Child(call.Args[0]), nil, text, cborNullCell)
		}
		if t := written(pass, call.Args[0], uuids.IsSQLNull); t != nil {
			check.Report(pass, c.Child(call.Args[0]), nil, fields, "sql.Null in "+uuids.Name(t))
		}
	}
}

// written returns the type of what is written, or of a value in it, if that has such a type, or nil.
func written(pass *analysis.Pass, e ast.Expr, holds func(types.Type) bool) types.Type {
	all := []types.Type{pass.TypesInfo.TypeOf(e)}
	if !uuids.HasMethod(uuids.Indirect(all[0]), "MarshalCBOR") {
		for _, o := range flow.Of(pass).Contents(e) {
			all = append(all, o.Boxed())
		}
	}
	for _, t := range all {
		if t != nil && uuids.TaggedCBOR.Meets(t, holds) {
			return t
		}
	}
	return nil
}

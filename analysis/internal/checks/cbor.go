package checks

import (
	"go/ast"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
)

var cborNull = newAnalyzer("cbornull", `
report google's NullUUID in CBOR

fxamacker/cbor writes a null google.NullUUID as an empty byte string, which it does not read
back: the whole message is an error. No option and no registration changes that. Use a
*uuid.UUID, or cborx.Null[uuid.UUID] of uuidkit, which converts from and to a NullUUID.

Fields with a tag cbor are reported, and what is passed to Marshal and Encode.`, runCBORNull, cborNullCell, cborNullTagged)

func runCBORNull(pass *analysis.Pass) {
	const text = "CBOR cannot read back a null uuid.NullUUID of google's: use a *uuid.UUID or cborx.Null[uuid.UUID] (measured: %v)"
	for c := range nodes(pass).Preorder((*ast.Field)(nil)) {
		f := c.Node().(*ast.Field)
		if f.Tag == nil {
			continue
		}
		if name, ok := tag(f).Lookup("cbor"); ok && name != "-" && isNullOf(element1(pass.TypesInfo.TypeOf(f.Type)), google) {
			report(pass, c, nil, text, cborNullCell)
		}
	}
	for c := range nodes(pass).Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		fn, pkg := callee(pass, call)
		if pkg != "github.com/fxamacker/cbor/v2" || !oneOf(fn.Name(), "Marshal", "Encode") || len(call.Args) != 1 {
			continue
		}
		holds := func(t types.Type) bool { return isNullOf(t, google) }
		if contains(pass.TypesInfo.TypeOf(call.Args[0]), "cbor", "MarshalCBOR", holds, map[types.Type]bool{}) {
			report(pass, c.Child(call.Args[0]), nil, text, cborNullCell)
		}
	}
}

// tag is the field's struct tag.
func tag(f *ast.Field) reflect.StructTag {
	if f.Tag == nil || len(f.Tag.Value) < 2 {
		return ""
	}
	return reflect.StructTag(f.Tag.Value[1 : len(f.Tag.Value)-1])
}

// isNullOf reports whether the type is the NullUUID of the package.
func isNullOf(t types.Type, pkg string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "NullUUID" && path(n.Obj().Pkg()) == pkg
}

// element1 is the type of the elements of a list, an array or a map, and what a pointer
// points to, or the type.
func element1(t types.Type) types.Type {
	for {
		t = indirect(t)
		if is16Bytes(t) {
			return t
		}
		e := element(t, false)
		if e == nil {
			return t
		}
		t = e
	}
}

// contains reports whether an encoder that goes through exported fields and lists, but not
// into types that have the method, meets a type that holds. Fields with the tag are left
// out: they are reported where they are.
func contains(t types.Type, tagged, method string, holds func(types.Type) bool, seen map[types.Type]bool) bool {
	t = element1(t)
	if holds(t) {
		return true
	}
	if seen[t] || hasMethod(t, method) {
		return false
	}
	seen[t] = true
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range s.NumFields() {
		f := s.Field(i)
		name, isTagged := reflect.StructTag(s.Tag(i)).Lookup(tagged)
		if !f.Exported() && !f.Embedded() || name == "-" || isTagged && holds(element1(f.Type())) {
			continue
		}
		if contains(f.Type(), tagged, method, holds, seen) {
			return true
		}
	}
	return false
}

func hasMethod(t types.Type, name string) bool { return method(t, name) != nil }

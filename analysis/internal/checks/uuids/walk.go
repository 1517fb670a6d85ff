package uuids

import (
	"go/ast"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// Tag is the field's struct tag.
func Tag(f *ast.Field) reflect.StructTag {
	if f.Tag == nil || len(f.Tag.Value) < 2 {
		return ""
	}
	return reflect.StructTag(f.Tag.Value[1 : len(f.Tag.Value)-1])
}

// IsNullOf reports whether the type is the NullUUID of the package.
func IsNullOf(t types.Type, pkg string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "NullUUID" && Path(n.Obj().Pkg()) == pkg
}

// Element is the type of the elements of a list, an array or a map, and what a pointer
// points to, or the type.
func Element(t types.Type) types.Type {
	for range mostNested {
		t = Indirect(t)
		if Is16Bytes(t) {
			return t
		}
		e := ElementType(t, false)
		if e == nil {
			return t
		}
		t = e
	}
	return t
}

// An Encoder goes through exported fields and lists, but not into types that have its method, nor into
// fields with the tag "-".
type Encoder struct {
	Tag    string
	Or     string // the tag that it reads if a field has none of its own
	Method string
	Tagged bool // a field with the tag is reported where it is, and left out
}

// Encoders and decoders.
var (
	BSON       = Encoder{Tag: "bson", Method: "MarshalBSON"}
	CBOR       = Encoder{Tag: "cbor", Or: "json", Method: "MarshalCBOR"}
	TaggedCBOR = Encoder{Tag: "cbor", Or: "json", Method: "MarshalCBOR", Tagged: true}
	FromCBOR   = Encoder{Tag: "cbor", Or: "json", Method: "UnmarshalCBOR"}
	Msgpack    = Encoder{Tag: "msgpack", Method: "EncodeMsgpack"}
	FromMsg    = Encoder{Tag: "msgpack", Method: "DecodeMsgpack"}
)

// Meets reports whether the encoder, when it writes or reads a t, reaches a type for which holds is true.
func (e Encoder) Meets(t types.Type, holds func(types.Type) bool) bool {
	return e.meets(t, holds, map[types.Type]bool{})
}

func (e Encoder) meets(t types.Type, holds func(types.Type) bool, seen map[types.Type]bool) bool {
	t = Element(t)
	if holds(t) {
		return true
	}
	if seen[t] || HasMethod(t, e.Method) {
		return false
	}
	seen[t] = true
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range s.NumFields() {
		f := s.Field(i)
		name, isTagged := reflect.StructTag(s.Tag(i)).Lookup(e.Tag)
		if name == "" && e.Or != "" {
			name = reflect.StructTag(s.Tag(i)).Get(e.Or)
		}
		if !f.Exported() && !f.Embedded() || name == "-" || e.Tagged && isTagged && holds(Element(f.Type())) {
			continue
		}
		if e.meets(f.Type(), holds, seen) {
			return true
		}
	}
	return false
}

func HasMethod(t types.Type, name string) bool { return Method(t, name) != nil }

// ElementType is the type of the literal's elements, or of its keys.
func ElementType(t types.Type, key bool) types.Type {
	switch t := t.Underlying().(type) {
	case *types.Map:
		if key {
			return t.Key()
		}
		return t.Elem()
	case *types.Slice:
		return t.Elem()
	case *types.Array:
		return t.Elem()
	}
	return nil
}

// IsSQLNull reports whether the type is a sql.Null of a UUID.
func IsSQLNull(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Null" && Path(n.Obj().Pkg()) == "database/sql" && n.TypeArgs().Len() == 1 &&
		(Is(n.TypeArgs().At(0)) || Is16Bytes(n.TypeArgs().At(0)))
}

// SameExpr reports whether two expressions are written alike, of the same variables.
func SameExpr(pass *analysis.Pass, a, b ast.Expr) bool {
	names := func(e ast.Expr) (all []types.Object) {
		ast.Inspect(e, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				all = append(all, pass.TypesInfo.ObjectOf(id))
			}
			return true
		})
		return all
	}
	return types.ExprString(a) == types.ExprString(b) && slices.Equal(names(a), names(b))
}

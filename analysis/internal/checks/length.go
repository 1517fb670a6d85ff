package checks

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

var uuidLength = newAnalyzer("uuidlength", `
report UUIDs that CBOR and MessagePack read from bytes of another length

fxamacker/cbor reads a byte string into an array that has no UnmarshalBinary, such as Go
1.27's UUID, without an error: it cuts what is longer than 16 bytes and fills what is shorter
with zeros. vmihailenco/msgpack reads shorter bytes into an array without methods, such as a
type UserID uuid.UUID, and leaves the other bytes of the old value.

Reported is Unmarshal and Decode into such a type, or a struct or list of it. Use uuidkit's
uuid.UUID, cborx.Tagged or cborx.Bare in what is read, or msgpackx.Register. If the input is
your own, there is nothing to mend.`, runUUIDLength, cborLength, msgpackLength)

func runUUIDLength(pass *analysis.Pass) {
	for c := range nodes(pass).Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		fn, pkg := callee(pass, call)
		if fn == nil || len(call.Args) == 0 || !oneOf(fn.Name(), "Unmarshal", "UnmarshalFirst", "Decode") {
			continue
		}
		arg := call.Args[len(call.Args)-1]
		t := pass.TypesInfo.TypeOf(arg)
		switch {
		case pkg == "github.com/fxamacker/cbor/v2":
			if bad := unchecked(t, "UnmarshalCBOR", "UnmarshalBinary"); bad != nil {
				report(pass, c.Child(arg), nil, "cbor reads bytes of any length into %s, which has no UnmarshalBinary, without an error (measured: %v)", nameOf(bad), cborLength)
			}
		case strings.HasPrefix(pkg, "github.com/vmihailenco/msgpack"):
			if bad := unchecked(t, "DecodeMsgpack", "UnmarshalMsgpack", "UnmarshalBinary", "UnmarshalText"); bad != nil {
				report(pass, c.Child(arg), nil, "msgpack reads up to 16 bytes into %s, which has no methods, and leaves the rest of the old value, without an error: call msgpackx.Register (measured: %v)", nameOf(bad), msgpackLength)
			}
		}
	}
}

// unchecked returns the type of an id of 16 bytes in t that has none of the methods, or nil.
func unchecked(t types.Type, methods ...string) (bad types.Type) {
	contains(t, "", methods[0], func(t types.Type) bool {
		n := named(t)
		if n == nil || !is16Bytes(t) || !isUUID(t) && !strings.HasSuffix(n.Obj().Name(), "ID") {
			return false
		}
		for _, m := range methods {
			if hasMethod(t, m) {
				return false
			}
		}
		bad = t
		return true
	}, map[types.Type]bool{})
	return bad
}

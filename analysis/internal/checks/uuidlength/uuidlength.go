// Package uuidlength reports UUIDs that CBOR and MessagePack read from bytes of another length.
package uuidlength

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/setup"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// What the matrix measured.
var (
	cborLength    = check.Measured("CBOR", "no tags", "fxamacker/cbor", "std", "wrong length into T", "silently wrong", "0 bytes: no error, reads 00000000-0000-0000-0000-000000000000")
	msgpackLength = check.Measured("MessagePack", "bin", "vmihailenco/msgpack", "[16]byte", "wrong length into T", "silently wrong", "0 bytes: no error, and the old value stays")
)

var Analyzer = check.New(check.Spec{
	Name: "uuidlength",
	Kind: check.Input,
	Doc: `
report UUIDs that CBOR and MessagePack read from bytes of another length

fxamacker/cbor reads a byte string into an array that has no UnmarshalBinary, such as Go
1.27's UUID, without an error: it cuts what is longer than 16 bytes and fills what is shorter
with zeros. vmihailenco/msgpack reads shorter bytes into an array without methods, such as a
type UserID uuid.UUID, and leaves the other bytes of the old value.

The check reports Unmarshal and Decode into such a type, or into a struct, list or map of it, unless
msgpackx.Register has registered it for MessagePack. Read into uuidkit's uuid.UUID, cborx.Tagged or
cborx.Bare, or call msgpackx.Register. If only your own programs write the input, there is nothing to
change.`,

	Wrong: `var id uuid.UUID // of Go 1.27
cbor.Unmarshal(data, &id)`,
	Right: `var id kit.UUID // of uuidkit
cbor.Unmarshal(data, &id)`,
	Run:      run,
	Requires: []*analysis.Analyzer{setup.Analyzer},
	Measured: []check.Cell{cborLength, msgpackLength},
})

func run(pass *analysis.Pass) {
	for c, call := range check.Calls(pass) {
		fn, pkg := uuids.Callee(pass, call)
		if fn == nil || len(call.Args) == 0 || !uuids.OneOf(fn.Name(), "Unmarshal", "UnmarshalFirst", "Decode") {
			continue
		}
		arg := call.Args[len(call.Args)-1]
		plain := func(t types.Type) types.Type { return t }
		if read(pass, pkg, pass.TypesInfo.TypeOf(arg), c.Child(arg), plain) {
			continue
		}
		for at, of := range check.Instances(pass, c) {
			read(pass, pkg, pass.TypesInfo.TypeOf(arg), at, of)
		}
	}
}

// read reports a type that the package's decoder fills at the place, where type parameters have the types of the
// function, and whether it does.
func read(pass *analysis.Pass, pkg string, t types.Type, at inspector.Cursor, of func(types.Type) types.Type) bool {
	var bad types.Type
	switch {
	case pkg == "github.com/fxamacker/cbor/v2":
		if bad = unchecked(pass, t, of, uuids.FromCBOR, nil, "UnmarshalCBOR", "UnmarshalBinary"); bad != nil {
			check.Report(pass, at, nil, "cbor reads bytes of any length into %s, which has no UnmarshalBinary, without an error (measured: %v)%s", uuids.Name(bad), cborLength, uuids.Guess(pass, bad))
		}
	case strings.HasPrefix(pkg, "github.com/vmihailenco/msgpack"):
		if bad = unchecked(pass, t, of, uuids.FromMsg, setup.Of(pass).Msgpack, "DecodeMsgpack", "UnmarshalMsgpack", "UnmarshalBinary", "UnmarshalText"); bad != nil {
			check.Report(pass, at, nil, "msgpack reads up to 16 bytes into %s, which has no methods, and leaves the rest of the old value, without an error: call msgpackx.Register (measured: %v)%s", uuids.Name(bad), msgpackLength, uuids.Guess(pass, bad))
		}
	}
	return bad != nil
}

// unchecked returns the type of an id of 16 bytes in t that is not registered and has none of the
// methods, or nil.
func unchecked(pass *analysis.Pass, t types.Type, of func(types.Type) types.Type, from uuids.Encoder, registered []string, methods ...string) (bad types.Type) {
	var holds func(types.Type) bool
	holds = func(t types.Type) bool {
		if actual := of(t); actual != t {
			return from.Meets(actual, holds)
		}
		if !uuids.IsID(pass, t) || setup.Has(registered, t) {
			return false
		}
		for _, m := range methods {
			if uuids.HasMethod(t, m) {
				return false
			}
		}
		bad = t
		return true
	}
	from.Meets(t, holds)
	return bad
}

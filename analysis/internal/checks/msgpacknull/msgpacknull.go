// Package msgpacknull reports nullable UUIDs in MessagePack that are not registered.
package msgpacknull

import (
	"go/types"
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
Register.`,

	Wrong:    `msgpack.Unmarshal(nil, &lease)`,
	Right:    `return msgpackx.RegisterNull[gofrs.NullUUID]()`,
	Run:      run,
	Requires: []*analysis.Analyzer{setup.Analyzer},
})

func run(pass *analysis.Pass) {
	known := setup.Of(pass).Msgpack
	if len(known) == 0 {
		return
	}
	for c, call := range check.Calls(pass) {
		fn, pkg := uuids.Callee(pass, call)
		if fn == nil || !strings.HasPrefix(pkg, "github.com/vmihailenco/msgpack") || !uuids.OneOf(fn.Name(), "Marshal", "Encode", "Unmarshal", "Decode") || len(call.Args) == 0 {
			continue
		}
		arg := call.Args[len(call.Args)-1]
		holds := func(t types.Type) bool {
			n := uuids.Named(t)
			return n != nil && n.Obj().Name() == "NullUUID" && n.Obj().Pkg() != nil && setup.Has(known, n.Obj().Pkg().Scope().Lookup("UUID").Type()) && !setup.Has(known, t) && uuids.Path(n.Obj().Pkg()) != uuids.Kit
		}
		for _, t := range flow.Of(pass).Types(arg) {
			if t != nil && uuids.Msgpack.Meets(t, holds) {
				check.Report(pass, c.Child(arg), nil, "the NullUUID in it is not registered, and has another form than the UUID: call msgpackx.RegisterNull")
				break
			}
		}
	}
}

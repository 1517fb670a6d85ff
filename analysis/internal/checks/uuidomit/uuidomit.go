// Package uuidomit reports omitempty on UUIDs.
package uuidomit

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "uuidomit",
	Kind: check.Wrong,
	Doc: `
report json:",omitempty" on UUIDs, which omits none

To encoding/json an array of 16 bytes is never empty: it writes the Nil UUID as
00000000-0000-0000-0000-000000000000. The same is true of NullUUID and sql.Null, which are
structs. Write omitzero (Go 1.24), or use a pointer.

fxamacker/cbor does the same. For bson, msgpack and yaml tags the check reports only types
without IsZero, which those libraries call.`,

	Wrong: "BossID google.UUID `json:\"boss_id,omitempty\"`",
	Right: "Zero google.UUID `json:\"zero,omitzero\"`\nTeamID *google.UUID `json:\"team_id,omitempty\"`",
	Run:   run,
})

func run(pass *analysis.Pass) {
	for c := range check.Nodes(pass).Preorder((*ast.Field)(nil)) {
		f := c.Node().(*ast.Field)
		t := pass.TypesInfo.TypeOf(f.Type)
		if f.Tag == nil || t == nil || !isID(pass, t) {
			continue
		}
		for _, format := range []string{"json", "bson", "msgpack", "yaml", "cbor"} {
			options := strings.Split(uuids.Tag(f).Get(format), ",")
			if options[0] == "-" || !uuids.OneOf("omitempty", options[1:]...) || uuids.OneOf("omitzero", options[1:]...) {
				continue
			}
			if format != "json" && format != "cbor" && uuids.HasMethod(t, "IsZero") {
				continue
			}
			isStruct := !uuids.Is16Bytes(t)
			if format == "json" && isStruct && uuids.HasMethod(t, "MarshalJSON") && check.Imports(pass, "encoding/json/v2", "github.com/go-json-experiment/json") {
				continue // it is null, which omitempty omits there
			}
			what, advice := "and the Nil UUID is written", "use a pointer"
			if isStruct {
				what = "which is a struct"
			}
			if format == "json" || format == "cbor" {
				advice = "write omitzero, or use a pointer"
			}
			check.Report(pass, c, nil, "omitempty omits no %s, %s: %s%s", uuids.Name(t), what, advice, guess(pass, t))
			break
		}
	}
}

// isID reports whether the type is a UUID, or a nullable struct of one.
func isID(pass *analysis.Pass, t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	if uuids.IsID(pass, n) || n.Obj().Name() == "NullUUID" && n.Obj().Pkg() != nil && uuids.IsPackage(uuids.Path(n.Obj().Pkg())) {
		return true
	}
	return n.Obj().Name() == "Null" && uuids.Path(n.Obj().Pkg()) == "database/sql" && n.TypeArgs().Len() == 1 && uuids.Is(n.TypeArgs().At(0))
}

// guess is what the report adds of a type that only its name calls a UUID.
func guess(pass *analysis.Pass, t types.Type) string {
	if !uuids.Is16Bytes(t) {
		return ""
	}
	return uuids.Guess(pass, t)
}

// Package uuidnull reports nullable UUIDs in JSON that are objects there.
package uuidnull

import (
	"go/ast"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "uuidnull",
	Kind: check.Wrong,
	Doc: `
report a sql.Null of a UUID that is written as JSON

A sql.Null[uuid.UUID] has no methods for JSON: encoding/json writes {"V":"...","Valid":true}, and
reads neither null nor text. Use a NullUUID or a pointer.

Reported are fields with a json tag, and what is passed to json.Marshal, Encode and the JSON
method of a web framework.`,

	Wrong: "BossID sql.Null[uuid.UUID] `json:\"boss_id\"`",
	Right: "BossID uuid.NullUUID `json:\"boss_id\"`",
	Run:   run,
})

func run(pass *analysis.Pass) {
	const text = "JSON has an object {\"V\":…,\"Valid\":…} for a %s: use uuid.NullUUID or a pointer"
	tagged := map[types.Object]bool{}
	for c := range check.Nodes(pass).Preorder((*ast.Field)(nil)) {
		f := c.Node().(*ast.Field)
		name, ok := uuids.Tag(f).Lookup("json")
		if t := uuids.Element(pass.TypesInfo.TypeOf(f.Type)); ok && !strings.HasPrefix(name, "-") && isNull(t) && !ownJSON(pass, f) {
			check.Report(pass, c, nil, text, uuids.Name(t))
			for _, n := range f.Names {
				tagged[pass.TypesInfo.Defs[n]] = true
			}
		}
	}
	if !check.Imports(pass, "database/sql") && !uuids.Used(pass) {
		return
	}
	for c := range check.Nodes(pass).Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		fn, pkg := uuids.Callee(pass, call)
		if fn == nil || len(call.Args) == 0 {
			continue
		}
		arg := call.Args[0]
		switch {
		case uuids.OneOf(pkg, "encoding/json", "encoding/json/v2") && uuids.OneOf(fn.Name(), "Marshal", "MarshalIndent", "Encode", "Unmarshal", "Decode"):
			if fn.Name() == "Unmarshal" {
				arg = call.Args[len(call.Args)-1]
			}
		case uuids.IsMethod(fn) && uuids.OneOf(fn.Name(), "JSON", "IndentedJSON", "PureJSON") && len(call.Args) <= 2:
			arg = call.Args[len(call.Args)-1]
		default:
			continue
		}
		for _, t := range flow.Of(pass).Types(arg) {
			if found := find(t, tagged, map[types.Type]bool{}); found != nil {
				check.Report(pass, c.Child(arg), nil, text, uuids.Name(found))
				break
			}
		}
	}
}

// ownJSON reports whether the struct around the field has a MarshalJSON.
func ownJSON(pass *analysis.Pass, f *ast.Field) bool {
	for c := range check.Nodes(pass).Preorder((*ast.TypeSpec)(nil)) {
		if s := c.Node().(*ast.TypeSpec); s.Pos() <= f.Pos() && f.End() <= s.End() {
			return uuids.HasMethod(pass.TypesInfo.Defs[s.Name].Type(), "MarshalJSON")
		}
	}
	return false
}

func isNull(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Null" && uuids.Path(n.Obj().Pkg()) == "database/sql" && n.TypeArgs().Len() == 1 &&
		(uuids.Is(n.TypeArgs().At(0)) || uuids.Is16Bytes(n.TypeArgs().At(0)))
}

// find returns such a type in what encoding/json writes for t, unless it is in a field that is
// reported.
func find(t types.Type, reported map[types.Object]bool, seen map[types.Type]bool) types.Type {
	if t == nil {
		return nil
	}
	t = uuids.Element(t)
	if isNull(t) {
		return t
	}
	if seen[t] || uuids.HasMethod(t, "MarshalJSON") || uuids.HasMethod(t, "MarshalText") {
		return nil
	}
	seen[t] = true
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i := range s.NumFields() {
		f := s.Field(i)
		if tag := reflect.StructTag(s.Tag(i)).Get("json"); !f.Exported() && !f.Embedded() || tag == "-" || reported[f] {
			continue
		}
		if found := find(f.Type(), reported, seen); found != nil {
			return found
		}
	}
	return nil
}

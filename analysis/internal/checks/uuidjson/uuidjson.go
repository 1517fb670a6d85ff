// Package uuidjson reports UUIDs that JSON writes in another form than text.
package uuidjson

import (
	"go/ast"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "uuidjson",
	Kind: check.Wrong,
	Doc: `
report UUIDs that JSON does not write as text

A sql.Null[uuid.UUID] has no methods for JSON: encoding/json writes {"V":"...","Valid":true}, and
reads neither null nor text. Use a NullUUID or a pointer.

A type that is defined from a UUID type, such as type OrderID uuid.UUID, has none of its
methods: encoding/json writes an array of 16 numbers. Write type OrderID = uuid.UUID, or use a
typed id of uuidkit.

The check reports fields with a json tag, and values passed to json.Marshal, Encode and the
JSON method of a web framework.`,

	Wrong: "BossID sql.Null[uuid.UUID] `json:\"boss_id\"`",
	Right: "TeamID uuid.NullUUID `json:\"team_id\"`",
	Run:   run,
})

const (
	text    = "encoding/json writes a %s as an object {\"V\":…,\"Valid\":…}: use uuid.NullUUID or a pointer%s"
	numbers = "encoding/json writes a %s as 16 numbers, because it has no MarshalText: make it an alias, or add the methods%s"
)

func run(pass *analysis.Pass) {
	tagged := map[types.Object]bool{}
	for c := range check.Nodes(pass).Preorder((*ast.Field)(nil)) {
		f := c.Node().(*ast.Field)
		name, ok := uuids.Tag(f).Lookup("json")
		t := uuids.Element(pass.TypesInfo.TypeOf(f.Type))
		if ok && !strings.HasPrefix(name, "-") && isBare(pass, t) && !ownJSON(pass, f) {
			check.Report(pass, c, nil, numbers, uuids.Name(t), uuids.Guess(pass, t))
			for _, n := range f.Names {
				tagged[pass.TypesInfo.Defs[n]] = true
			}
			continue
		}
		if ok && !strings.HasPrefix(name, "-") && uuids.IsSQLNull(t) && !ownJSON(pass, f) {
			check.Report(pass, c, nil, text, uuids.Name(t), "")
			for _, n := range f.Names {
				tagged[pass.TypesInfo.Defs[n]] = true
			}
		}
	}
	if !check.Imports(pass, "database/sql") && !uuids.Used(pass) {
		return
	}
	writers := wrappers(pass)
	for c, call := range check.Calls(pass) {
		arg := written(pass, call)
		if id, ok := arg.(*ast.Ident); ok && ofWrapper(pass, c, id, writers) {
			continue // reported where the function is called
		}
		if fn, _ := uuids.Callee(pass, call); arg == nil && fn != nil {
			if i, ok := writers[fn]; ok && i < len(call.Args) {
				arg = call.Args[i]
			}
		}
		if arg == nil {
			continue
		}
		value(pass, c, call, arg, tagged)
	}
}

// value reports what the call writes as JSON, or where the package instantiates the generic function around.
func value(pass *analysis.Pass, c inspector.Cursor, call *ast.CallExpr, arg ast.Expr, tagged map[types.Object]bool) {
	report := func(at inspector.Cursor, found types.Type) {
		if uuids.IsSQLNull(found) {
			check.Report(pass, at, nil, text, uuids.Name(found), guess(pass, call))
		} else {
			check.Report(pass, at, nil, numbers, uuids.Name(found), uuids.Guess(pass, found)+guess(pass, call))
		}
	}
	s := search{pass, tagged, func(t types.Type) types.Type { return t }}
	if found := s.inside(arg); found != nil {
		report(c.Child(arg), found)
		return
	}
	for at, of := range check.Instances(pass, c) {
		s.of = of
		if found := s.inside(arg); found != nil {
			report(at, found)
		}
	}
}

// A search looks for a sql.Null of a UUID, or a UUID without methods.
type search struct {
	pass     *analysis.Pass
	reported map[types.Object]bool       // fields that are reported
	of       func(types.Type) types.Type // what a type parameter is
}

// written returns what the call writes as JSON, or reads, or nil.
func written(pass *analysis.Pass, call *ast.CallExpr) ast.Expr {
	fn, pkg := uuids.Callee(pass, call)
	if fn == nil || len(call.Args) == 0 {
		return nil
	}
	switch name := fn.Name(); {
	case uuids.IsWeb(pkg) && name == "JSONPretty" && len(call.Args) == 3:
		return call.Args[1]
	case uuids.OneOf(pkg, "encoding/json", "encoding/json/v2") && uuids.OneOf(name, "Marshal", "MarshalIndent", "Encode", "Decode"):
		return call.Args[0]
	case pkg == "encoding/json" && name == "Unmarshal", uuids.IsMethod(fn) && uuids.OneOf(name, "JSON", "IndentedJSON", "PureJSON") && len(call.Args) <= 2:
		return call.Args[len(call.Args)-1]
	}
	return nil
}

// guess is what a report of a call adds if only the name of the method says that it writes JSON.
func guess(pass *analysis.Pass, call *ast.CallExpr) string {
	if fn, pkg := uuids.Callee(pass, call); fn != nil && uuids.IsMethod(fn) && strings.Contains(fn.Name(), "JSON") && !uuids.IsWeb(pkg) {
		return uuids.Guessed("%s writes JSON", fn.Name())
	}
	return ""
}

// wrappers are the functions of the package that write a parameter as JSON, and which.
func wrappers(pass *analysis.Pass) map[*types.Func]int {
	found := map[*types.Func]int{}
	for c := range check.Nodes(pass).Preorder((*ast.FuncDecl)(nil)) {
		decl := c.Node().(*ast.FuncDecl)
		fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
		if !ok {
			continue
		}
		for call := range c.Preorder((*ast.CallExpr)(nil)) {
			id, ok := written(pass, call.Node().(*ast.CallExpr)).(*ast.Ident)
			if !ok {
				continue
			}
			for i := range fn.Signature().Params().Len() {
				if p := fn.Signature().Params().At(i); pass.TypesInfo.ObjectOf(id) == p && types.IsInterface(p.Type()) {
					found[fn] = i
				}
			}
		}
	}
	return found
}

// ofWrapper reports whether the variable is the parameter of the function around, which is one of
// the wrappers.
func ofWrapper(pass *analysis.Pass, c inspector.Cursor, id *ast.Ident, writers map[*types.Func]int) bool {
	for f := range c.Enclosing((*ast.FuncDecl)(nil)) {
		fn, ok := pass.TypesInfo.Defs[f.Node().(*ast.FuncDecl).Name].(*types.Func)
		if !ok {
			return false
		}
		i, ok := writers[fn]
		return ok && fn.Signature().Params().At(i) == pass.TypesInfo.ObjectOf(id)
	}
	return false
}

// inside returns such a type in what the expression holds, or nil.
func (s search) inside(e ast.Expr) types.Type {
	for _, t := range flow.Of(s.pass).Types(e) {
		if found := s.find(t, map[types.Type]bool{}); found != nil {
			return found
		}
	}
	for _, o := range flow.Of(s.pass).Contents(e) {
		if found := s.find(o.Boxed(), map[types.Type]bool{}); found != nil {
			return found
		}
	}
	return nil
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

// isBare reports whether the type is one of UUIDs, and has no methods for text.
func isBare(pass *analysis.Pass, t types.Type) bool {
	return uuids.IsID(pass, t) && !uuids.HasMethod(t, "MarshalText") && !uuids.HasMethod(t, "MarshalJSON")
}

// find returns such a type in what encoding/json writes for t, unless it is in a field that is
// reported.
func (s search) find(t types.Type, seen map[types.Type]bool) types.Type {
	if t == nil {
		return nil
	}
	t = uuids.Element(s.of(uuids.Element(t)))
	if uuids.IsSQLNull(t) || isBare(s.pass, t) {
		return t
	}
	if seen[t] || uuids.HasMethod(t, "MarshalJSON") || uuids.HasMethod(t, "MarshalText") {
		return nil
	}
	seen[t] = true
	fields, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i := range fields.NumFields() {
		f := fields.Field(i)
		if tag := reflect.StructTag(fields.Tag(i)).Get("json"); !f.Exported() && !f.Embedded() || tag == "-" || s.reported[f] {
			continue
		}
		if found := s.find(f.Type(), seen); found != nil {
			return found
		}
	}
	return nil
}

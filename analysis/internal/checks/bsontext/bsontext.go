// Package bsontext reports filters of MongoDB that ask for text where documents have UUIDs.
package bsontext

import (
	"go/ast"
	"go/constant"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "bsontext",
	Kind: check.Wrong,
	Doc: `
report filters of MongoDB that ask for text where the documents have UUIDs

In MongoDB a string never equals a binary value: the filter finds nothing, and an update adds
text to a collection of UUIDs. Pass the UUID itself.

The check reports text in a bson.M, bson.D or bson.E if the same key has a UUID in the struct
of the same call, or in all structs and filters of the package.`,

	Wrong: `c.FindOne(ctx, bson.M{"_id": id.String()}).Decode(&user)`,
	Right: `c.FindOne(ctx, bson.M{"_id": id}).Decode(&user)`,
	Run:   run,
})

// A use is what a package gives a key of documents.
type use struct {
	uuid, text bool
	bytes      bool // a type of 16 bytes, which may be a UUID of another package
}

func run(pass *analysis.Pass) {
	if !check.Imports(pass, "go.mongodb.org/mongo-driver/") {
		return
	}
	all, entries := fields(pass), written(pass)
	for _, e := range entries {
		if e.literal && isUUID(pass, e.value) {
			of := all[e.key]
			of.uuid = true
			all[e.key] = of
		}
	}
	for _, e := range entries {
		report(pass, e, all[e.key])
	}
}

// fields returns what the structs of the package, and of those that it imports, have under the
// keys of their tags.
func fields(pass *analysis.Pass) map[string]use {
	uses := map[string]use{}
	add := func(tag reflect.StructTag, t types.Type) {
		if name := key(tag); name != "" {
			uses[name] = uses[name].with(t)
		}
	}
	for c := range check.Nodes(pass).Preorder((*ast.Field)(nil)) {
		f := c.Node().(*ast.Field)
		add(uuids.Tag(f), pass.TypesInfo.TypeOf(f.Type))
	}
	for _, p := range pass.Pkg.Imports() { // models
		if !strings.Contains(p.Path(), ".") || strings.HasPrefix(p.Path(), "go.mongodb.org") {
			continue
		}
		for _, name := range p.Scope().Names() {
			if t, ok := p.Scope().Lookup(name).(*types.TypeName); ok {
				if s, ok := t.Type().Underlying().(*types.Struct); ok {
					for i := range s.NumFields() {
						add(reflect.StructTag(s.Tag(i)), s.Field(i).Type())
					}
				}
			}
		}
	}
	return uses
}

// An entry is a key with its value, of a literal of a document or of an assignment to a map.
type entry struct {
	c       inspector.Cursor
	key     string
	value   ast.Expr
	literal bool
}

// written returns the entries of documents, which may be filters: bson.M{"_id": …}, and then
// filter["_id"] = …
func written(pass *analysis.Pass) (all []entry) {
	for c := range check.Nodes(pass).Preorder((*ast.CompositeLit)(nil)) {
		for k, v := range pairs(pass, c, c.Node().(*ast.CompositeLit)) {
			all = append(all, entry{c, k, v, true})
		}
	}
	for c := range check.Nodes(pass).Preorder((*ast.AssignStmt)(nil)) {
		assign := c.Node().(*ast.AssignStmt)
		for i, left := range assign.Lhs {
			index, ok := left.(*ast.IndexExpr)
			if !ok || len(assign.Lhs) != len(assign.Rhs) || !isOfDriver(pass, index.X) {
				continue
			}
			if v := pass.TypesInfo.Types[index.Index].Value; v != nil && v.Kind() == constant.String {
				all = append(all, entry{c, constant.StringVal(v), assign.Rhs[i], false})
			}
		}
	}
	return all
}

// report reports an entry if its form is not that which the documents have under its key: in the
// struct that is decoded or stored with it, or else, for text, in all fields and entries.
func report(pass *analysis.Pass, e entry, anywhere use) {
	here, known := decoded(pass, e.c, e.key)
	at, _ := e.c.FindNode(e.value)
	if isUUID(pass, e.value) && here.text && !here.uuid {
		check.Report(pass, at, nil, "the documents have text under %q, and no UUID equals it: give its String()", e.key)
		return
	}
	if !known {
		here = anywhere
	}
	isID := here.uuid || here.bytes && flow.Of(pass).Any(e.value, flow.Origin.IsUUIDText)
	if isID && !here.text && isText(pass, e.value) {
		for _, at := range places(pass, at, e.value) {
			check.Report(pass, at, nil, "the documents have a UUID under %q, and no text equals it: give the UUID itself", e.key)
		}
	}
}

// places are the calls of a function of the package that bring the text of a UUID into it, or the value, if it
// is made there.
func places(pass *analysis.Pass, at inspector.Cursor, e ast.Expr) (all []inspector.Cursor) {
	found := map[ast.Node]bool{}
	for _, o := range flow.Of(pass).Origins(e) {
		if !o.IsUUIDText() && !o.IsRequest() {
			continue
		}
		place := at
		if site := o.Site(); site != nil {
			place, _ = check.Nodes(pass).FindNode(site)
		}
		if place.Valid() && !found[place.Node()] {
			found[place.Node()] = true
			all = append(all, place)
		}
	}
	if all == nil {
		return []inspector.Cursor{at}
	}
	return all
}

// isText reports whether the value is, or can be, the text of a UUID, or a list of such texts.
func isText(pass *analysis.Pass, e ast.Expr) bool {
	f := flow.Of(pass)
	if f.Any(e, flow.Origin.IsUUIDText) || f.Any(e, flow.Origin.IsRequest) || isCheckedText(pass, e) {
		return true
	}
	return !isDocument(pass, e) && slices.ContainsFunc(f.Contents(e), flow.Origin.IsUUIDText) // {"$in": texts}
}

// isUUID reports whether the value is a UUID.
func isUUID(pass *analysis.Pass, e ast.Expr) bool {
	for _, t := range flow.Of(pass).Types(e) {
		if t != nil && uuids.Is(uuids.Indirect(t)) {
			return true
		}
	}
	return false
}

// isDocument reports whether the value is a document of the driver's.
func isDocument(pass *analysis.Pass, e ast.Expr) bool {
	return isOfDriver(pass, e) && uuids.Named(pass.TypesInfo.TypeOf(e)).Obj().Name() != "A"
}

// isOfDriver reports whether the type of the value is one of the driver's.
func isOfDriver(pass *analysis.Pass, e ast.Expr) bool {
	n := uuids.Named(pass.TypesInfo.TypeOf(e))
	return n != nil && n.Obj().Pkg() != nil && strings.HasPrefix(uuids.Path(n.Obj().Pkg()), "go.mongodb.org/")
}

// isCheckedText reports whether the value is a text that the package parses as a UUID.
func isCheckedText(pass *analysis.Pass, e ast.Expr) bool {
	return uuids.IsString(pass.TypesInfo.TypeOf(e)) && !uuids.IsConst(pass, e) && flow.Of(pass).IsChecked(e, true)
}

func (u use) with(t types.Type) use {
	t = uuids.Element(t)
	n := uuids.Named(t)
	u.uuid = u.uuid || uuids.Is(t) || n != nil && n.Obj().Name() == "NullUUID"
	u.text = u.text || uuids.IsString(t)
	u.bytes = u.bytes || n != nil && uuids.Is16Bytes(t) && !uuids.HasMethod(t, "MarshalBSONValue")
	return u
}

func key(tag reflect.StructTag) string {
	name, _, _ := strings.Cut(tag.Get("bson"), ",")
	if name == "-" {
		return ""
	}
	return name
}

// pairs are the keys and values of a document, also of one operator deeper: {"_id": {"$in": …}}.
func pairs(pass *analysis.Pass, c inspector.Cursor, lit *ast.CompositeLit) map[string]ast.Expr {
	n := uuids.Named(pass.TypesInfo.TypeOf(lit))
	if n == nil || n.Obj().Pkg() == nil || !strings.HasPrefix(uuids.Path(n.Obj().Pkg()), "go.mongodb.org/mongo-driver/") {
		return nil
	}
	all := map[string]ast.Expr{}
	add := func(k, v ast.Expr) {
		tv := pass.TypesInfo.Types[k].Value
		if tv == nil || tv.Kind() != constant.String {
			return
		}
		name := constant.StringVal(tv)
		if strings.HasPrefix(name, "$") {
			if outer := parentKey(pass, c); outer != "" {
				name = outer
			}
		}
		all[name] = v
	}
	switch n.Obj().Name() {
	case "M":
		for _, e := range lit.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				add(kv.Key, kv.Value)
			}
		}
	case "E":
		if lit.Type != nil { // else it is in a D
			pair(lit, add)
		}
	case "D":
		for _, e := range lit.Elts {
			if inner, ok := e.(*ast.CompositeLit); ok && inner.Type == nil {
				pair(inner, add)
			}
		}
	}
	return all
}

// pair gives the key and the value of an E.
func pair(lit *ast.CompositeLit, add func(k, v ast.Expr)) {
	if len(lit.Elts) != 2 {
		return
	}
	k, v := lit.Elts[0], lit.Elts[1]
	if kv, ok := k.(*ast.KeyValueExpr); ok {
		k = kv.Value
	}
	if kv, ok := v.(*ast.KeyValueExpr); ok {
		v = kv.Value
	}
	add(k, v)
}

// parentKey is the key under which the literal stands.
func parentKey(pass *analysis.Pass, c inspector.Cursor) string {
	for range 3 {
		c = c.Parent()
		switch n := c.Node().(type) {
		case *ast.KeyValueExpr:
			if tv := pass.TypesInfo.Types[n.Key].Value; tv != nil && tv.Kind() == constant.String {
				return constant.StringVal(tv)
			}
		case *ast.CompositeLit:
			name := ""
			pair(n, func(k, _ ast.Expr) {
				if tv := pass.TypesInfo.Types[k].Value; tv != nil && tv.Kind() == constant.String {
					name = constant.StringVal(tv)
				}
			})
			return name
		}
	}
	return ""
}

// documents are the methods that take a document, and the number of the argument.
var documents = map[string]int{"Decode": 0, "All": 1, "InsertOne": 1, "ReplaceOne": 2, "FindOneAndReplace": 2}

// around is the function around or, if that uses several collections, the statement.
func around(pass *analysis.Pass, c inspector.Cursor) (statement inspector.Cursor, ok bool) {
	for f := range c.Enclosing((*ast.ExprStmt)(nil), (*ast.AssignStmt)(nil), (*ast.ReturnStmt)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if _, isStmt := f.Node().(ast.Stmt); isStmt {
			if !statement.Valid() {
				statement = f
			}
			continue
		}
		collections := map[string]bool{}
		for call := range f.Preorder((*ast.CallExpr)(nil)) {
			call := call.Node().(*ast.CallExpr)
			fn, pkg := uuids.Callee(pass, call)
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && fn != nil && uuids.Receiver(fn) == "Collection" && strings.HasPrefix(pkg, "go.mongodb.org/mongo-driver/") {
				collections[types.ExprString(sel.X)] = true
			}
		}
		if len(collections) > 1 {
			f = statement
		}
		return f, f.Valid()
	}
	return statement, false
}

// decoded returns what the struct has under the key that is decoded or stored around.
func decoded(pass *analysis.Pass, c inspector.Cursor, key string) (u use, known bool) {
	if f, ok := around(pass, c); ok {
		n := 0
		for call := range f.Preorder((*ast.CallExpr)(nil)) {
			call := call.Node().(*ast.CallExpr)
			fn, pkg := uuids.Callee(pass, call)
			if fn == nil || !uuids.IsMethod(fn) || !strings.HasPrefix(pkg, "go.mongodb.org/mongo-driver/") {
				continue // options.InsertOne() has no document
			}
			i, ok := documents[fn.Name()]
			if !ok || i >= len(call.Args) {
				continue
			}
			s, ok := uuids.Element(pass.TypesInfo.TypeOf(call.Args[i])).Underlying().(*types.Struct)
			if !ok {
				continue
			}
			for i := range s.NumFields() {
				if keyOf(s, i) == key {
					u = u.with(s.Field(i).Type())
					n++
				}
			}
		}
		return u, n > 0
	}
	return u, false
}

// keyOf is the key of a field: its tag, or its name in lower case.
func keyOf(s *types.Struct, i int) string {
	if k := key(reflect.StructTag(s.Tag(i))); k != "" {
		return k
	}
	return strings.ToLower(s.Field(i).Name())
}

// Package bsonuuid reports MongoDB clients without a registered UUID type.
package bsonuuid

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/setup"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// What the matrix measured.
var (
	bsonStored   = check.Measured("MongoDB 8", "binary 4", "mongo-driver v2", "google", "T", "works", "stored as binary subtype 0 00112233445566778899aabbccddeeff")
	bsonLookup   = check.Measured("MongoDB 8", "binary 4", "mongo-driver v2", "google", "lookup by T", "silently wrong", "finds 0 rows, not 1")
	bsonRead     = check.Measured("MongoDB 8", "binary 4", "mongo-driver v2", "google", "native into T", "fails loudly", "read: error decoding key x: ArrayDecodeValue can only be used to decode subtype 0x00 or 0x02 for binary, got 4")
	bsonNullCell = check.Measured("MongoDB 8", "binary 4", "mongo-driver v2", "google", "T's NullUUID, null", "works", "stored as document 280000000575756964001000000000000000000000000000000000000000000876616c6964000000")
)

var Analyzer = check.New(check.Spec{
	Name: "bsonuuid",
	Kind: check.Wrong,
	Doc: `
report MongoDB clients without a registered UUID type

MongoDB's form of a UUID is binary of subtype 4. Without a registration the Go driver writes
google's, gofrs's and other UUIDs as subtype 0, and their NullUUID as a document of two
fields. A filter does not find the UUIDs that programs in other languages have stored, and
reading them is an error. Register the type: see bsonx.Register in docs/mongodb.md, which
also has the migration.

The check reports each place that makes a client, unless a package that it sees there registers
the type of the documents' UUIDs. A registry to which the program adds nothing counts as none. If
only package main sees these documents, the check reports main's import of the client's package.
It does not report a client whose options come from a caller.

The check follows the registered type through variables, lists and functions. If only a caller
knows the type, the registration counts for each type, but not for a client without a registry:
if nothing calls SetRegistry, the check reports that client.`,

	Wrong: `mongo.Connect(opts)`,
	Right: `bsonx.Register[gofrs.UUID](reg)
mongo.Connect(opts.SetRegistry(reg))`,

	Run:      run,
	Requires: []*analysis.Analyzer{setup.Analyzer},
	Facts:    []analysis.Fact{new(bsonFact)},
	Measured: []check.Cell{bsonStored, bsonLookup, bsonRead, bsonNullCell},
})

// A bsonFact says what a package, and those that it imports, do with MongoDB.
type bsonFact struct {
	UUIDs, Nulls []document
	Clients      []string // where they are made without a registry
	Registries   []string // where they are made with one
	Reported     bool
}

// A document has a UUID.
type document struct{ Type, Text string }

func (*bsonFact) AFact() {}

func (f *bsonFact) String() string { return fmt.Sprintf("%+v", *f) }

func isMongo(pkg string) bool { return strings.HasPrefix(pkg, "go.mongodb.org/mongo-driver/") }

func run(pass *analysis.Pass) {
	if isMongo(uuids.Path(pass.Pkg)) {
		return
	}
	// The fact holds what those of the imported packages say, too: go vet gives a package
	// no others.
	f := &bsonFact{}
	var made []inspector.Cursor
	if check.Imports(pass, "go.mongodb.org/mongo-driver/") || check.Imports(pass, uuids.Google, uuids.Satori, "github.com/gofrs/uuid", "uuid") {
		bsonDocuments(pass, f)
		made = bsonClients(pass, f)
	}
	for _, p := range check.Imported(pass) {
		var of bsonFact
		if pass.ImportPackageFact(p, &of) {
			f.add(&of)
		}
	}
	if !f.Reported {
		f.report(pass, made)
	}
	if len(f.UUIDs)+len(f.Nulls)+len(f.Clients)+len(f.Registries) > 0 {
		pass.ExportPackageFact(f)
	}
}

// report reports the client, made here or in an imported package.
func (f *bsonFact) report(pass *analysis.Pass, made []inspector.Cursor) {
	known := setup.Of(pass).BSON
	clients := f.Clients
	if len(known) > 0 && setup.Of(pass).Registry { // what the registry of the others knows can be seen
		clients = append(clients[:len(clients):len(clients)], f.Registries...)
	}
	switch {
	case setup.Of(pass).Registry:
	case len(made) > 0:
		known = nil // the client here gets no registry, whatever is registered
	default:
		known = slices.DeleteFunc(slices.Clone(known), func(t string) bool { return t == setup.All })
	}
	ids, nulls := unknown(f.UUIDs, known), unknown(f.Nulls, known)
	if len(ids)+len(nulls) == 0 || len(clients) == 0 {
		return
	}
	if len(made) == 0 && pass.Pkg.Name() == "main" {
		f.Reported = reportAt(pass, importOf(pass, clients[0]), " made in "+clients[0], ids, nulls)
	}
	for _, place := range made {
		if slices.Contains(clients, check.Position(pass, place.Node().Pos())) {
			f.Reported = reportAt(pass, place, "", ids, nulls)
		}
	}
}

// reportAt reports the client, and whether there is a place for it.
func reportAt(pass *analysis.Pass, place inspector.Cursor, where string, ids, nulls []string) bool {
	if !place.Valid() {
		return false
	}
	const text = "the client%s has no registry that knows UUIDs: it stores %s %s; set one with bsonx.Register, or with driverv1.Register for version 1 of the driver (measured: %v)"
	if len(ids) > 0 {
		check.Report(pass, place, nil, text, where, few(ids), "as bytes of subtype 0, which other programs do not take for a UUID", bsonLookup)
	}
	if len(nulls) > 0 {
		check.Report(pass, place, nil, text, where, few(nulls), "as a document of two fields", bsonNullCell)
	}
	return true
}

// unknown returns the documents whose type is not registered.
func unknown(documents []document, known []string) (texts []string) {
	for _, d := range documents {
		if !slices.Contains(known, d.Type) && !slices.Contains(known, setup.All) {
			texts = append(texts, d.Text)
		}
	}
	return texts
}

// add adds what is in the other, without repetitions, and not more than a report can use.
func (f *bsonFact) add(other *bsonFact) {
	join := func(a, b []string) []string {
		a = append(a, b...)
		slices.Sort(a)
		a = slices.Compact(a)
		return a[:min(len(a), 10)]
	}
	documents := func(a, b []document) []document {
		a = append(a, b...)
		slices.SortFunc(a, func(x, y document) int {
			return cmp.Or(strings.Compare(x.Type, y.Type), strings.Compare(x.Text, y.Text))
		})
		a = slices.Compact(a)
		return a[:min(len(a), 30)]
	}
	f.UUIDs, f.Nulls = documents(f.UUIDs, other.UUIDs), documents(f.Nulls, other.Nulls)
	f.Clients, f.Registries = join(f.Clients, other.Clients), join(f.Registries, other.Registries)
	f.Reported = f.Reported || other.Reported
}

// few is the first of the texts.
func few(of []string) string {
	slices.Sort(of)
	if len(of) == 1 {
		return of[0]
	}
	return of[0] + " and others"
}

// bsonDocuments finds the UUIDs in structs with tags bson and in literals such as bson.M.
func bsonDocuments(pass *analysis.Pass, f *bsonFact) {
	found := func(t types.Type, c inspector.Cursor) {
		t = uuids.Element(t)
		text := uuids.Name(t) + " of " + check.Position(pass, c.Node().Pos())
		switch n := uuids.Named(t); {
		case n == nil || hasMethod(pass, t):
		case uuids.IsID(pass, t) && uuids.Guess(pass, t) == "":
			f.UUIDs = append(f.UUIDs, document{types.TypeString(t, nil), text})
		case n.Obj().Name() == "NullUUID" && uuids.IsPackage(uuids.Path(n.Obj().Pkg())):
			f.Nulls = append(f.Nulls, document{n.Obj().Pkg().Path() + ".UUID", text})
		}
	}
	for c := range check.Nodes(pass).Preorder((*ast.Field)(nil), (*ast.CompositeLit)(nil)) {
		if check.InTest(pass, c.Node()) {
			continue
		}
		switch node := c.Node().(type) {
		case *ast.Field:
			if name, ok := uuids.Tag(node).Lookup("bson"); ok && name != "-" && !encodesItself(pass, c) {
				found(pass.TypesInfo.TypeOf(node.Type), c)
			}
		case *ast.CompositeLit:
			n := uuids.Named(pass.TypesInfo.TypeOf(node))
			if n == nil || !isMongo(uuids.Path(n.Obj().Pkg())) || !uuids.OneOf(n.Obj().Name(), "M", "D", "E", "A") {
				continue
			}
			for _, e := range node.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					e = kv.Value
				}
				if t := pass.TypesInfo.TypeOf(e); t != nil {
					found(t, c)
				}
			}
		}
	}
}

// hasMethod reports whether the type has the method MarshalBSONValue that the package's driver calls.
// Version 1 calls none that returns a byte instead of its bsontype.Type.
func hasMethod(pass *analysis.Pass, t types.Type) bool {
	m := uuids.Method(t, "MarshalBSONValue")
	if m == nil || check.Imports(pass, "go.mongodb.org/mongo-driver/v2/") || !check.Imports(pass, "go.mongodb.org/mongo-driver/") {
		return m != nil
	}
	results := m.Signature().Results()
	if results.Len() == 0 {
		return false
	}
	result := uuids.Named(results.At(0).Type())
	return result != nil && uuids.Path(result.Obj().Pkg()) == "go.mongodb.org/mongo-driver/bson/bsontype"
}

// encodesItself reports whether the struct of the field has methods for BSON.
func encodesItself(pass *analysis.Pass, field inspector.Cursor) bool {
	spec, ok := field.Parent().Parent().Parent().Node().(*ast.TypeSpec)
	if !ok {
		return false
	}
	t := pass.TypesInfo.Defs[spec.Name].Type()
	return uuids.HasMethod(t, "MarshalBSON") || uuids.HasMethod(t, "MarshalBSONValue")
}

// bsonClients finds the clients that are made with options of which all is visible.
func bsonClients(pass *analysis.Pass, f *bsonFact) (made []inspector.Cursor) {
	for c, call := range check.Calls(pass) {
		fn, pkg := uuids.Callee(pass, call)
		if fn == nil || check.InTest(pass, call) || !isMongo(pkg) || uuids.IsMethod(fn) || !strings.HasSuffix(pkg, "/mongo") ||
			!uuids.OneOf(fn.Name(), "Connect", "NewClient") || call.Ellipsis.IsValid() {
			continue
		}
		visible, registry := true, false
		for _, arg := range call.Args {
			if n := uuids.Named(pass.TypesInfo.TypeOf(arg)); n != nil && isMongo(uuids.Path(n.Obj().Pkg())) {
				isNew, has := isNewOptions(pass, c, arg)
				visible, registry = visible && isNew, registry || has
			}
		}
		if !visible {
			continue
		}
		if place := check.Position(pass, call.Pos()); registry {
			f.Registries = append(f.Registries, place)
		} else {
			f.Clients = append(f.Clients, place)
		}
		made = append(made, c)
	}
	return made
}

// isNewOptions reports whether the expression is options.Client() and calls of its methods,
// and whether one of them sets a registry.
func isNewOptions(pass *analysis.Pass, at inspector.Cursor, e ast.Expr) (is, registry bool) {
	registry = setsRegistry(pass, at, e)
	ends := flow.Of(pass).Through(e, func(o flow.Origin) ast.Expr {
		fn, pkg, call := o.Callee()
		if call == nil || !isMongo(pkg) || !uuids.IsMethod(fn) {
			return nil
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return nil
		}
		registry = registry || fn.Name() == "SetRegistry" && !isEmpty(pass, call.Args[0]) || setsRegistry(pass, at, sel.X)
		return sel.X
	})
	isOther := func(o flow.Origin) bool {
		fn, pkg, call := o.Callee()
		return call == nil || !isMongo(pkg) || uuids.IsMethod(fn) || fn.Name() != "Client"
	}
	return len(ends) > 0 && !slices.ContainsFunc(ends, isOther), registry
}

// setsRegistry reports whether the expression is a variable, and the function calls its SetRegistry.
func setsRegistry(pass *analysis.Pass, at inspector.Cursor, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	for f := range at.Enclosing((*ast.FuncDecl)(nil)) {
		for c := range f.Preorder((*ast.SelectorExpr)(nil)) {
			sel := c.Node().(*ast.SelectorExpr)
			if x, ok := sel.X.(*ast.Ident); ok && sel.Sel.Name == "SetRegistry" && pass.TypesInfo.ObjectOf(x) == pass.TypesInfo.ObjectOf(id) {
				call, ok := c.Parent().Node().(*ast.CallExpr)
				return !ok || len(call.Args) != 1 || !isEmpty(pass, call.Args[0])
			}
		}
	}
	return false
}

// isEmpty reports whether the registry is a new one to which nothing is added.
func isEmpty(pass *analysis.Pass, registry ast.Expr) bool {
	return flow.Of(pass).All(registry, func(o flow.Origin) bool {
		fn, pkg, _ := o.Callee()
		return fn != nil && isMongo(pkg) && fn.Name() == "NewRegistry" && !uuids.IsMethod(fn) && o.OnlyFor("SetRegistry")
	})
}

// importOf returns the first import of a package that has the client, or sees it.
func importOf(pass *analysis.Pass, c string) (at inspector.Cursor) {
	for spec := range check.Nodes(pass).Preorder((*ast.ImportSpec)(nil)) {
		var f bsonFact
		name := pass.TypesInfo.PkgNameOf(spec.Node().(*ast.ImportSpec))
		if name != nil && pass.ImportPackageFact(name.Imported(), &f) && (slices.Contains(f.Clients, c) || slices.Contains(f.Registries, c)) {
			return spec
		}
	}
	return at
}

package bsonuuid

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// What the matrix measured.
var (
	bsonStored   = check.Measured("MongoDB 8", "binary 4", "mongo-driver v2", "google", "T", "works", "stored as binary subtype 0 00112233445566778899aabbccddeeff")
	bsonLookup   = check.Measured("MongoDB 8", "binary 4", "mongo-driver v2", "google", "lookup by T", "silently wrong", "finds 0 rows, not 1")
	bsonRead     = check.Measured("MongoDB 8", "binary 4", "mongo-driver v2", "google", "native into T", "fails loudly", "read: error decoding key x: ArrayDecodeValue can only be used to decode subtype 0x00 or 0x02 for binary, got 4")
	bsonNullCell = check.Measured("MongoDB 8", "binary 4", "mongo-driver v2", "google", "T's NullUUID, null", "works", "stored as document 280000000575756964001000000000000000000000000000000000000000000876616c6964000000")
)

var Analyzer = newAnalyzer()

func newAnalyzer() *analysis.Analyzer {
	a := check.New("bsonuuid", `
report MongoDB clients whose registry knows no UUIDs

MongoDB's form of a UUID is binary of subtype 4. Without a registration the Go driver writes
google's, gofrs's and other UUIDs as subtype 0, and their NullUUID as a document of two
fields. A filter does not find the UUIDs that programs in other languages have stored, and
reading them is an error. Register the type: see bsonx.Register in docs/mongodb.md, which
also has the migration.

Reported is the place where the client is made, or the import of it in package main if only
that sees the documents with UUIDs, if no package that is seen there registers anything. A
client whose options come from a caller is not reported.`, run, bsonStored, bsonLookup, bsonRead, bsonNullCell)
	a.FactTypes = []analysis.Fact{new(bsonFact)}
	return a
}

// A bsonFact says what a package, and those that it imports, do with MongoDB.
type bsonFact struct {
	UUIDs, Nulls []string // types in documents, and where
	Clients      []string // where they are made without a registry
	Registers    bool
	Reported     bool
}

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
	bsonDocuments(pass, f)
	made := bsonClients(pass, f)
	for _, p := range check.Imported(pass) {
		var of bsonFact
		if pass.ImportPackageFact(p, &of) {
			f.add(&of)
		}
	}
	if len(f.UUIDs)+len(f.Nulls) > 0 && len(f.Clients) > 0 && !f.Registers && !f.Reported {
		place, where := made, ""
		if !place.Valid() && pass.Pkg.Name() == "main" {
			where = " made in " + f.Clients[0]
			place = importOf(pass, f.Clients[0])
		}
		if place.Valid() {
			f.Reported = true
			const text = "the client%s has no registry that knows UUIDs: it stores %s %s; set one with bsonx.Register (measured: %v)"
			if len(f.UUIDs) > 0 {
				check.Report(pass, place, nil, text, where, few(f.UUIDs), "as bytes of subtype 0, which other programs do not take for a UUID", bsonLookup)
			}
			if len(f.Nulls) > 0 {
				check.Report(pass, place, nil, text, where, few(f.Nulls), "as a document of two fields", bsonNullCell)
			}
		}
	}
	if len(f.UUIDs)+len(f.Nulls)+len(f.Clients) > 0 || f.Registers {
		pass.ExportPackageFact(f)
	}
}

// add adds what is in the other, without repetitions, and not more than a report can use.
func (f *bsonFact) add(other *bsonFact) {
	join := func(a, b []string) []string {
		a = append(a, b...)
		slices.Sort(a)
		a = slices.Compact(a)
		return a[:min(len(a), 10)]
	}
	f.UUIDs, f.Nulls, f.Clients = join(f.UUIDs, other.UUIDs), join(f.Nulls, other.Nulls), join(f.Clients, other.Clients)
	f.Registers = f.Registers || other.Registers
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
		case n == nil || uuids.HasMethod(t, "MarshalBSONValue"):
		case uuids.Is(t):
			f.UUIDs = append(f.UUIDs, text)
		case n.Obj().Name() == "NullUUID" && uuids.IsPackage(uuids.Path(n.Obj().Pkg())):
			f.Nulls = append(f.Nulls, text)
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

// encodesItself reports whether the struct of the field has methods for BSON.
func encodesItself(pass *analysis.Pass, field inspector.Cursor) bool {
	spec, ok := field.Parent().Parent().Parent().Node().(*ast.TypeSpec)
	if !ok {
		return false
	}
	t := pass.TypesInfo.Defs[spec.Name].Type()
	return uuids.HasMethod(t, "MarshalBSON") || uuids.HasMethod(t, "MarshalBSONValue")
}

// bsonClients finds the clients that are made with options of which all is visible and no
// registry, and returns the first.
func bsonClients(pass *analysis.Pass, f *bsonFact) (first inspector.Cursor) {
	for c := range check.Nodes(pass).Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		fn, pkg := uuids.Callee(pass, call)
		switch {
		case fn == nil || check.InTest(pass, call):
		case pkg == "github.com/uuidkit/uuidkit/bsonx", pkg == "github.com/uuidkit/uuidkit/bsonx/driverv1":
			f.Registers = true
		case !isMongo(pkg):
		case strings.HasPrefix(fn.Name(), "Register") || fn.Name() == "SetRegistry":
			f.Registers = true
		case !uuids.IsMethod(fn) && strings.HasSuffix(pkg, "/mongo") && uuids.OneOf(fn.Name(), "Connect", "NewClient") && !call.Ellipsis.IsValid():
			visible := true
			for _, arg := range call.Args {
				if n := uuids.Named(pass.TypesInfo.TypeOf(arg)); n != nil && isMongo(uuids.Path(n.Obj().Pkg())) {
					visible = visible && isNewOptions(pass, c, arg)
				}
			}
			if visible {
				f.Clients = append(f.Clients, check.Position(pass, call.Pos()))
				if !first.Valid() {
					first = c
				}
			}
		}
	}
	return first
}

// isNewOptions reports whether the expression is options.Client() and calls of its methods.
func isNewOptions(pass *analysis.Pass, at inspector.Cursor, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v := flow.Only(pass, at, e)
		return v != nil && isNewOptions(pass, at, v)
	case *ast.CallExpr:
		fn, pkg := uuids.Callee(pass, e)
		if fn == nil || !isMongo(pkg) {
			return false
		}
		if !uuids.IsMethod(fn) {
			return fn.Name() == "Client"
		}
		sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		return ok && isNewOptions(pass, at, sel.X)
	}
	return false
}

// importOf returns the first import of a package that has the client, or sees it.
func importOf(pass *analysis.Pass, c string) (at inspector.Cursor) {
	for spec := range check.Nodes(pass).Preorder((*ast.ImportSpec)(nil)) {
		var f bsonFact
		name := pass.TypesInfo.PkgNameOf(spec.Node().(*ast.ImportSpec))
		if name != nil && pass.ImportPackageFact(name.Imported(), &f) && slices.Contains(f.Clients, c) {
			return spec
		}
	}
	return at
}

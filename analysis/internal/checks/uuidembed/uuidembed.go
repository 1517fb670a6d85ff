// Package uuidembed reports structs that embed a UUID, and so lose their other fields.
package uuidembed

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "uuidembed",
	Kind: check.Wrong,
	Doc: `
report structs that embed a UUID, and so lose their other fields

A struct that embeds a UUID inherits the UUID's methods. For encoding/json, database/sql,
CBOR, MessagePack and others it then is that UUID: they write the UUID alone and lose the
other fields, without an error. Struct tags do not change that. Give the field a name.

A struct with one method of its own, such as MarshalJSON, still inherits the others. The check
reports such a struct if the package imports a library that calls one of these, or if a field has
that library's tag. An import of database/sql/driver counts as one of database/sql. The check does
not report structs without other fields.`,

	Wrong: "google.UUID `json:\"id\"`",
	Right: `ID   google.UUID`,
	Run:   run,
})

// takingOver are the methods that say how a value is encoded, and by whom they are called.
var takingOver = [][2]string{
	{"MarshalJSON", "encoding/json"},
	{"MarshalText", "encoding/json and encoding/xml"},
	{"Value", "database/sql"},
	{"MarshalBinary", "encoding/gob, CBOR and MessagePack"},
	{"MarshalBSONValue", "MongoDB's driver"},
}

func run(pass *analysis.Pass) {
	for c := range check.Nodes(pass).Preorder((*ast.StructType)(nil)) {
		node := c.Node().(*ast.StructType)
		t := pass.TypesInfo.TypeOf(node)
		if spec, ok := c.Parent().Node().(*ast.TypeSpec); ok {
			t = pass.TypesInfo.Defs[spec.Name].Type() // which has methods
		}
		named := 0
		for f := range t.Underlying().(*types.Struct).Fields() {
			if f.Name() != "_" { // which nobody can write
				named++
			}
		}
		if named < 2 {
			continue
		}
		own := overridden(t)
		type methods struct{ names, callers []string }
		inherited := map[types.Type]*methods{} // by the embedded type
		for _, m := range takingOver {
			if from := inheritedFrom(t, m[0]); from != nil && (!own || used(pass, node, m[0])) {
				if inherited[from] == nil {
					inherited[from] = &methods{}
				}
				inherited[from].names = append(inherited[from].names, m[0])
				inherited[from].callers = append(inherited[from].callers, m[1])
			}
		}
		for _, field := range node.Fields.List {
			embedded := pass.TypesInfo.TypeOf(field.Type)
			if m := inherited[embedded]; m != nil && len(field.Names) == 0 {
				check.Report(pass, c.Child(node.Fields).Child(field), nil, "the struct inherits %s of %s: %s write the UUID alone and lose the other fields; give this field a name",
					strings.Join(m.names, ", "), uuids.Name(embedded), strings.Join(m.callers, ", "))
			}
		}
	}
}

// inheritedFrom returns the embedded type through which the struct inherits the method of
// a UUID, or nil.
func inheritedFrom(t types.Type, name string) types.Type {
	obj, index, _ := types.LookupFieldOrMethod(t, true, nil, name)
	fn, ok := obj.(*types.Func)
	if !ok || len(index) < 2 {
		return nil
	}
	owner := uuids.Indirect(fn.Signature().Recv().Type())
	if n := uuids.Named(owner); !uuids.Is(owner) && !(n != nil && n.Obj().Name() == "NullUUID" && uuids.IsPackage(uuids.Path(n.Obj().Pkg()))) {
		return nil
	}
	return t.Underlying().(*types.Struct).Field(index[0]).Type()
}

// overridden reports whether the struct says itself how it is encoded.
func overridden(t types.Type) bool {
	for _, name := range []string{"MarshalJSON", "MarshalText", "Value"} {
		if _, index, _ := types.LookupFieldOrMethod(t, true, nil, name); len(index) == 1 {
			return true
		}
	}
	return false
}

// callers are the packages that call each method, and the tags that they read.
var callers = map[string]struct {
	packages []string
	tag      string
}{
	"Value":            {[]string{"database/sql", "gorm.io/gorm", "github.com/jmoiron/sqlx", "github.com/jackc/pgx", "github.com/uptrace/bun"}, "db"},
	"MarshalBinary":    {[]string{"encoding/gob", "github.com/fxamacker/cbor", "github.com/vmihailenco/msgpack", "github.com/redis/go-redis"}, "cbor"},
	"MarshalBSONValue": {[]string{"go.mongodb.org/mongo-driver"}, "bson"},
}

// used reports whether the package shows that somebody calls the method of the struct.
func used(pass *analysis.Pass, s *ast.StructType, method string) bool {
	by, ok := callers[method]
	if !ok {
		return false
	}
	for _, f := range s.Fields.List {
		if _, ok := uuids.Tag(f).Lookup(by.tag); ok {
			return true
		}
	}
	return check.Imports(pass, by.packages...)
}

// Package setup finds what a program has set up for which UUID types: connectors, plugins of
// GORM, and registries. A registration is of one type, and says nothing of another.
package setup

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

// A Setup is what a package and those that it imports set up.
type Setup struct {
	Connector []string // types of a connector that writes bytes; kit's own is always there
	Plugin    []string // types of a plugin of GORM
	BSON      []string // types registered with a MongoDB registry
	Default   []string // types registered with the DefaultRegistry of version 1 of the driver
	Registry  bool     // a client, a database or a collection is given a registry
	CBOR      []string // types registered with a TagSet
	Msgpack   []string // types registered with MessagePack
	Forms     []string // those of Msgpack in another form than bin
	PGX       []string // types registered with pgxtype
	Swapped   string   // the form of a connector that is not the network order, or nothing
	Drivers   []string // names under which RegisterDriver has registered a connector
	Opens     bool     // the package itself opens a database without a connector
	OpensGORM bool     // and without a plugin
}

// AFact makes it a fact.
func (*Setup) AFact() {}

func (s *Setup) String() string { return fmt.Sprintf("%+v", *s) }

// Analyzer finds the Setup.
var Analyzer = &analysis.Analyzer{
	Name:             "uuidsetup",
	Doc:              "find what is set up for which UUID types, for the other checks",
	Requires:         []*analysis.Analyzer{inspect.Analyzer, flow.Analyzer},
	FactTypes:        []analysis.Fact{new(Setup)},
	ResultType:       reflect.TypeFor[*Setup](),
	RunDespiteErrors: true,
	Run: func(pass *analysis.Pass) (any, error) {
		s := &Setup{}
		if own := uuids.Path(pass.Pkg); len(pass.TypeErrors) == 0 && !strings.HasPrefix(own, "github.com/uuidkit/uuidkit/") && !strings.HasPrefix(own, "go.mongodb.org/mongo-driver") {
			s.find(pass)
			s.export(pass)
		}
		return s, nil
	},
}

// Of returns what the package and those that it imports set up.
func Of(pass *analysis.Pass) *Setup { return pass.ResultOf[Analyzer].(*Setup) }

// All stands for each type: all are registered, or the package does not show which.
const All = "*"

// Has reports whether the type is one of those.
func Has(list []string, t types.Type) bool {
	return slices.Contains(list, All) || slices.Contains(list, types.TypeString(t, nil))
}

// prefixes are of the packages in which something is set up.
var prefixes = []string{"github.com/uuidkit/uuidkit/", "go.mongodb.org/mongo-driver", "database/sql", "gorm.io/gorm", "github.com/jmoiron/sqlx", "github.com/fxamacker/cbor/v2"}

func (s *Setup) find(pass *analysis.Pass) {
	if !slices.ContainsFunc(pass.Pkg.Imports(), func(p *types.Package) bool {
		return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(uuids.Path(p), prefix) })
	}) {
		return
	}
	s.findDefault(pass)
	connector, plugin := false, false
	for c := range pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		fn, pkg := uuids.Callee(pass, call)
		if fn == nil || strings.HasSuffix(pass.Fset.Position(call.Pos()).Filename, "_test.go") {
			continue
		}
		if strings.Contains(types.ExprString(call), "DefaultRegistry") { // of version 1: it serves every client
			s.Registry = true
		}
		switch name := fn.Name(); {
		case pkg == "github.com/uuidkit/uuidkit/sqlx" && (name == "NewConnector" || name == "RegisterDriver"):
			connector = true
			form := TypeArg(pass, call)
			if form == nil || strings.HasSuffix(types.TypeString(form, nil), ".Text") {
				continue
			}
			s.Connector = append(s.Connector, append(natives(pass, call), uuids.Kit+".UUID")...)
			if n := uuids.Named(form); n != nil && (n.Obj().Name() == "Swapped" || n.Obj().Name() == "GUID") {
				s.Swapped = n.Obj().Name()
			}
			if v := pass.TypesInfo.Types[call.Args[0]].Value; name == "RegisterDriver" && v != nil {
				s.Drivers = append(s.Drivers, v.ExactString())
			}
		case pkg == "github.com/uuidkit/uuidkit/gormtype" && name == "NewPlugin":
			plugin = true
			s.Plugin = append(s.Plugin, append(natives(pass, call), uuids.Kit+".UUID")...)
		case strings.HasPrefix(pkg, "github.com/uuidkit/uuidkit/") && uuids.OneOf(name, "Register", "RegisterNull", "Modes"):
			s.register(strings.Split(pkg, "/")[3], TypeArgs(pass, call), len(call.Args) > 0)
		case pkg == "github.com/fxamacker/cbor/v2" && name == "Add" && writesTag37(pass, call):
			s.CBOR = append(s.CBOR, reflected(pass, call.Args[1])...)
		case strings.HasPrefix(pkg, "go.mongodb.org/mongo-driver") && name == "SetRegistry":
			s.Registry = true
		case strings.HasPrefix(pkg, "go.mongodb.org/mongo-driver") && strings.HasPrefix(name, "Register") && uuids.IsMethod(fn):
			s.BSON = append(s.BSON, registered(pass, call)...)
		case pkg == "database/sql" && name == "Open", pkg == "github.com/jmoiron/sqlx" && slices.Contains([]string{"Open", "Connect", "ConnectContext", "MustOpen", "MustConnect"}, name):
			s.Opens = true
		case pkg == "gorm.io/gorm" && name == "Open":
			s.OpensGORM = true
		}
	}
	s.Opens = s.Opens && !connector
	s.OpensGORM = s.OpensGORM && !plugin && !connector
}

// register adds the types that a package of uuidkit registers, with an argument or without.
func (s *Setup) register(pkg string, list []string, with bool) {
	switch pkg {
	case "bsonx":
		s.BSON = append(s.BSON, list...)
	case "cborx":
		s.CBOR = append(s.CBOR, list...)
	case "msgpackx":
		s.Msgpack = append(s.Msgpack, list...)
		if with {
			s.Forms = append(s.Forms, list...)
		}
	case "pgxtype":
		s.PGX = append(s.PGX, list...)
	}
}

// writesTag37 reports whether the call adds a type to a TagSet, to be written with the tag of UUIDs.
func writesTag37(pass *analysis.Pass, call *ast.CallExpr) bool {
	if len(call.Args) != 3 {
		return false
	}
	tag := pass.TypesInfo.Types[call.Args[2]].Value
	if tag == nil || tag.ExactString() != "37" {
		return false
	}
	options, ok := uuids.Declared(pass, call.Args[0]).(*ast.CompositeLit)
	if !ok {
		return false
	}
	for _, e := range options.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok && types.ExprString(kv.Key) == "EncTag" {
			v := pass.TypesInfo.Types[kv.Value].Value
			return v != nil && v.ExactString() != "0"
		}
	}
	return false
}

// natives returns the types that the arguments name, as in Native[uuid.UUID]().
func natives(pass *analysis.Pass, call *ast.CallExpr) (list []string) {
	for i, arg := range call.Args {
		origins := flow.Of(pass).Origins(arg)
		if call.Ellipsis.IsValid() && i == len(call.Args)-1 {
			if origins = flow.Of(pass).Contents(arg); len(origins) == 0 {
				return append(list, All)
			}
		} else if n := uuids.Named(pass.TypesInfo.TypeOf(arg)); n == nil || n.Obj().Name() != "UUIDType" {
			continue
		}
		for _, o := range origins {
			if _, _, native := o.Callee(); native != nil {
				list = append(list, TypeArgs(pass, native)...)
			} else {
				list = append(list, All)
			}
		}
	}
	return list
}

// TypeArgs returns the types that the first type argument of the call can be, or All.
func TypeArgs(pass *analysis.Pass, call *ast.CallExpr) []string {
	return names(pass, TypeArg(pass, call))
}

// TypeArg returns the first type argument of the call, or nil.
func TypeArg(pass *analysis.Pass, call *ast.CallExpr) types.Type {
	var id *ast.Ident
	ast.Inspect(call.Fun, func(n ast.Node) bool {
		if x, ok := n.(*ast.Ident); ok && id == nil && pass.TypesInfo.Instances[x].TypeArgs.Len() > 0 {
			id = x
		}
		return id == nil
	})
	if id == nil {
		return nil
	}
	return pass.TypesInfo.Instances[id].TypeArgs.At(0)
}

// registered returns the types that a method of a registry is told.
func registered(pass *analysis.Pass, call *ast.CallExpr) []string {
	fn, _ := uuids.Callee(pass, call)
	if len(call.Args) == 0 || fn.Name() == "RegisterTypeMapEntry" { // that is for reading into an any
		return nil
	}
	switch fn.Signature().Params().At(0).Type().String() {
	case "reflect.Kind":
		if v := pass.TypesInfo.Types[call.Args[0]].Value; v == nil || v.ExactString() == strconv.Itoa(int(reflect.Array)) {
			return []string{All}
		}
	case "reflect.Type":
		if strings.HasPrefix(fn.Name(), "RegisterInterface") || strings.HasPrefix(fn.Name(), "RegisterHook") {
			return []string{All} // each type that implements it
		}
		return reflected(pass, call.Args[0])
	}
	return nil
}

// reflected returns the types that a reflect.Type can be of.
func reflected(pass *analysis.Pass, e ast.Expr) (list []string) {
	elem := false
	origins := flow.Of(pass).Through(e, func(o flow.Origin) ast.Expr { // reflect.TypeOf((*T)(nil)).Elem()
		fn, pkg, of := o.Callee()
		if of == nil || pkg != "reflect" || fn.Name() != "Elem" {
			return nil
		}
		sel, ok := ast.Unparen(of.Fun).(*ast.SelectorExpr)
		if !ok {
			return nil
		}
		elem = true
		return sel.X
	})
	if len(origins) == 0 {
		return []string{All}
	}
	for _, o := range origins {
		fn, pkg, of := o.Callee()
		switch {
		case pkg == "reflect" && of != nil && fn.Name() == "TypeFor":
			list = append(list, TypeArgs(pass, of)...)
		case pkg == "reflect" && of != nil && fn.Name() == "TypeOf":
			list = append(list, Values(pass, of.Args[0])...)
		default:
			list = append(list, All)
		}
	}
	for i, t := range list {
		if elem {
			list[i] = cmp.Or(strings.TrimLeft(t, "*"), All)
		}
	}
	return list
}

// Values returns the types of the values that the expression can have, with All if it has some that
// the package does not show, because a caller passes them, say.
func Values(pass *analysis.Pass, e ast.Expr) (list []string) {
	t := pass.TypesInfo.TypeOf(e)
	if _, ok := types.Unalias(t).(*types.TypeParam); ok || !types.IsInterface(t) {
		return names(pass, t)
	}
	origins := flow.Of(pass).Origins(e)
	if len(origins) == 0 {
		return []string{All}
	}
	for _, o := range origins {
		list = append(list, names(pass, o.Boxed())...)
	}
	return list
}

// names returns the type's name, those that the package gives a type parameter, and All for nil.
func names(pass *analysis.Pass, t types.Type) (list []string) {
	if t == nil {
		return []string{All}
	}
	p, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return []string{types.TypeString(t, nil)}
	}
	for id, instance := range pass.TypesInfo.Instances {
		fn, ok := pass.TypesInfo.Uses[id].(*types.Func)
		if !ok || fn.Signature().TypeParams().Len() <= p.Index() || fn.Signature().TypeParams().At(p.Index()) != p {
			continue
		}
		if fn.Exported() {
			list = append(list, All)
		}
		if arg := instance.TypeArgs.At(p.Index()); !types.Identical(arg, p) {
			list = append(list, types.TypeString(arg, nil))
		}
	}
	if list == nil {
		return []string{All}
	}
	return list
}

// export exports the fact, with what the imported packages' facts say: go vet gives a package
// no others.
func (s *Setup) export(pass *analysis.Pass) {
	for _, p := range pass.Pkg.Imports() {
		var of Setup
		if pass.ImportPackageFact(p, &of) {
			s.Connector = append(s.Connector, of.Connector...)
			s.Plugin = append(s.Plugin, of.Plugin...)
			s.BSON = append(s.BSON, of.BSON...)
			s.Default = append(s.Default, of.Default...)
			s.CBOR = append(s.CBOR, of.CBOR...)
			s.Msgpack = append(s.Msgpack, of.Msgpack...)
			s.Forms = append(s.Forms, of.Forms...)
			s.PGX = append(s.PGX, of.PGX...)
			s.Drivers = append(s.Drivers, of.Drivers...)
			s.Registry = s.Registry || of.Registry
			s.Swapped = cmp.Or(s.Swapped, of.Swapped)
		}
	}
	for _, list := range []*[]string{&s.Connector, &s.Plugin, &s.BSON, &s.Default, &s.CBOR, &s.Msgpack, &s.Forms, &s.PGX, &s.Drivers} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	if len(s.Connector) > 0 {
		s.Opens, s.OpensGORM = false, false
	}
	if len(s.Plugin) > 0 {
		s.OpensGORM = false
	}
	if len(s.Connector)+len(s.Plugin)+len(s.BSON)+len(s.Default)+len(s.CBOR)+len(s.Msgpack)+len(s.PGX) > 0 || s.Registry {
		fact := *s
		fact.Opens, fact.OpensGORM = false, false
		pass.ExportPackageFact(&fact)
	}
}

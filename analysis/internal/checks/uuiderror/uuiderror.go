// Package uuiderror reports UUIDs of calls whose error is ignored.
package uuiderror

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/uuidkit/uuidkit/analysis/internal/checks/check"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/flow"
	"github.com/uuidkit/uuidkit/analysis/internal/checks/uuids"
)

var Analyzer = check.New(check.Spec{
	Name: "uuiderror",
	Kind: check.Wrong,
	Doc: `
report UUIDs used after an ignored error of Parse

After an error of Parse, FromBytes or FromString the UUID is Nil. If the program drops the
error, or logs it and goes on, or looks at it too late, the Nil UUID is stored, written, asked
for, or compared with the id of another user. An error that the next assignment overwrites is
dropped as well. Return after the error. The same is true of an
error of UnmarshalText, and of Unmarshal and Decode of JSON, XML, gob, BSON, CBOR and MessagePack.

The check reports the place where the UUID, or a struct that was decoded with it, reaches a query, a
write or a comparison, or the call that passes it there. It does not report a program that compares
the UUID with Nil instead, or that keeps the error, or a message, in a variable, a list or a map, and can
then do without the UUID. Nor does it report text that a validator's tag, a route's pattern or a literal shows
to be a UUID.`,

	Wrong: `id, _ := uuid.Parse(text)
db.QueryRow("SELECT name FROM users WHERE id = $1", id)`,
	Right: `id, err := uuid.Parse(text)
if err != nil {
	return err
}`,
	Run: run,
})

func run(pass *analysis.Pass) {
	if !parses(pass) {
		return
	}
	r := reporter{pass, map[any]bool{}}
	f := flow.Of(pass)
	for c := range check.Nodes(pass).Preorder((*ast.CallExpr)(nil), (*ast.BinaryExpr)(nil), (*ast.IndexExpr)(nil)) {
		if check.InTest(pass, c.Node()) {
			continue
		}
		switch n := c.Node().(type) {
		case *ast.CallExpr:
			r.call(c, n)
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				for _, side := range []ast.Expr{n.X, n.Y} {
					if t := pass.TypesInfo.TypeOf(side); t != nil && uuids.Is(t) {
						r.report(c, side, each(f.Origins(side), flow.Origin.Pure), "the program compares with Nil", "")
					}
				}
			}
		case *ast.IndexExpr:
			if _, ok := pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Map); ok && uuids.Is(pass.TypesInfo.TypeOf(n.Index)) {
				origins := f.Origins(n.Index)
				if assign, ok := c.Parent().Node().(*ast.AssignStmt); !ok || !slices.Contains(assign.Lhs, ast.Expr(n)) {
					origins = each(origins, flow.Origin.Pure)
				}
				r.report(c, n.Index, origins, "the key of the map is Nil", "")
			}
		}
	}
}

// A reporter reports each UUID once: where the program uses it first.
type reporter struct {
	pass     *analysis.Pass
	reported map[any]bool
}

// call reports the arguments of a call that stores, writes, asks for or compares UUIDs.
func (r reporter) call(c inspector.Cursor, n *ast.CallExpr) {
	fn, pkg := uuids.Callee(r.pass, n)
	what, guess := sink(fn, pkg)
	if what == "" {
		return
	}
	f := flow.Of(r.pass)
	for _, arg := range n.Args {
		origins := f.Origins(arg)
		if writes.MatchString(fn.Name()) {
			origins = each(origins, flow.Origin.Written)
		}
		r.report(c, arg, origins, what, guess)
		r.report(c, arg, f.Contents(arg), what, guess)
		r.report(c, arg, literals(r.pass, arg), what, guess)
	}
}

// report reports the expression, or the call that passes it here, for each origin whose error is ignored.
func (r reporter) report(c inspector.Cursor, e ast.Expr, origins []flow.Origin, what, guess string) {
	if t := r.pass.TypesInfo.TypeOf(e); t != nil && uuids.Is(t) && flow.Of(r.pass).ComparesToNil(e) {
		return
	}
	for _, o := range slices.Concat(origins, receivers(r.pass, origins)) {
		if _, whole := o.Value.Type().Underlying().(*types.Struct); whole && guess != "" {
			continue // a struct of options may do without
		}
		var key any = o.Value
		if site := o.Site(); site != nil && o.Unmarshaled() != nil { // each call passes another struct
			key = site
		}
		fn := ignored(r.pass, o)
		if fn == nil || r.reported[key] {
			continue
		}
		r.reported[key] = true
		at, ok := c.FindNode(e)
		if site := o.Site(); site != nil { // it is right where it is used
			at, ok = check.Nodes(r.pass).FindNode(site)
		}
		if !ok {
			at = c
		}
		if !check.InTest(r.pass, at.Node()) {
			check.Report(r.pass, at, nil, "the error of %s is ignored; after an error this UUID is Nil, and %s: return after the error%s", fn.Name(), what, guess)
		}
	}
}

// writes are the methods of databases and stores that change something.
var writes = regexp.MustCompile("^(Exec|Insert|Create|Save|Update|Upsert|Delete|Remove|Replace|Put|Store|Set|Add)")

// each returns the origins for another use.
func each(origins []flow.Origin, use func(flow.Origin) flow.Origin) (all []flow.Origin) {
	for _, o := range origins {
		all = append(all, use(o))
	}
	return all
}

// receivers returns the origins of the UUIDs whose texts the origins are.
func receivers(pass *analysis.Pass, origins []flow.Origin) (all []flow.Origin) {
	for _, o := range origins {
		if !o.IsUUIDText() {
			continue
		}
		if _, _, call := o.Callee(); call != nil {
			if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
				all = append(all, flow.Of(pass).Origins(sel.X)...)
			}
		}
	}
	return all
}

// literals returns the origins of the values in a literal of a map, a list or a struct.
func literals(pass *analysis.Pass, e ast.Expr) (all []flow.Origin) {
	ast.Inspect(e, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		for _, e := range lit.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				e = kv.Value
			}
			all = append(all, flow.Of(pass).Origins(e)...)
		}
		return true
	})
	return all
}

// parses reports whether the package calls such a function, or one that may read a UUID.
func parses(pass *analysis.Pass) bool {
	used := uuids.Used(pass)
	for _, call := range check.Calls(pass) {
		fn, pkg := uuids.Callee(pass, call)
		if (isParse(fn, pkg) || used && fn != nil && flow.Reads(fn)) && !check.InTest(pass, call) {
			return true
		}
	}
	return false
}

func isParse(fn *types.Func, pkg string) bool {
	return fn != nil && uuids.IsPackage(pkg) && !uuids.IsMethod(fn) &&
		uuids.OneOf(fn.Name(), "Parse", "ParseBytes", "ParseCanonical", "FromBytes", "FromString", "FromStringOrNil", "FromBytesOrNil")
}

// ignored returns the function whose error is ignored, if the origin is its UUID, and not of a
// constant.
func ignored(pass *analysis.Pass, o flow.Origin) *types.Func {
	fn, pkg, call := o.Callee()
	if read := o.Unmarshaled(); read != nil {
		return read
	}
	if !isParse(fn, pkg) || call == nil || uuids.IsConst(pass, call.Args[0]) || flow.Of(pass).All(call.Args[0], flow.Origin.Is16Bytes) {
		return nil
	}
	if strings.HasSuffix(fn.Name(), "OrNil") {
		if flow.Of(pass).Any(call.Args[0], flow.Origin.IsRequest) && !o.ComparesToNil() {
			return fn
		}
		return nil
	}
	isUUID := func(o flow.Origin) bool { return o.IsUUIDText() || o.IsProven() }
	if flow.Of(pass).All(call.Args[0], isUUID) || !o.Unchecked() || flow.Of(pass).IsChecked(call.Args[0], false) {
		return nil
	}
	return fn
}

var stores = regexp.MustCompile(`(?i)(repo|repository|store|storage|queries|querier|dao|db|dbtx|database|cache|collection)$`)

// sink says what happens to a Nil UUID in the call, or nothing, and adds whether that is a guess
// from the name of the method or its type.
func sink(fn *types.Func, pkg string) (what, guess string) {
	if fn == nil {
		return "", ""
	}
	const (
		written  = "the program writes Nil"
		compared = "the program compares with Nil"
		asked    = "the query or the row gets Nil"
	)
	name := fn.Name()
	switch {
	case pkg == "encoding/json" && uuids.OneOf(name, "Marshal", "MarshalIndent", "Encode"),
		uuids.OneOf(pkg, "encoding/xml", "encoding/gob", "go.mongodb.org/mongo-driver/bson", "go.mongodb.org/mongo-driver/v2/bson", "github.com/fxamacker/cbor/v2") && uuids.OneOf(name, "Marshal", "Encode"),
		strings.HasPrefix(pkg, "github.com/vmihailenco/msgpack") && uuids.OneOf(name, "Marshal", "Encode"):
		return written, ""
	case uuids.IsMethod(fn) && uuids.OneOf(name, "JSON", "IndentedJSON", "XML", "YAML"):
		if uuids.IsWeb(pkg) {
			return written, ""
		}
		return written, uuids.Guessed("%s is of a web framework", name)
	case uuids.OneOf(pkg, "bytes", "slices") && uuids.OneOf(name, "Equal", "Compare", "Contains", "Index"),
		uuids.IsPackage(pkg) && uuids.OneOf(name, "Compare", "Equal"):
		return compared, ""
	case isDatabase(pkg):
		return asked, ""
	case uuids.IsMethod(fn) && stores.MatchString(uuids.Receiver(fn)):
		return asked, uuids.Guessed("%s stores UUIDs", uuids.Receiver(fn))
	case uuids.IsMethod(fn) && fn.Signature().Variadic() && uuids.OneOf(name, "Exec", "ExecContext", "Query", "QueryContext", "QueryRow", "QueryRowContext"):
		return asked, uuids.Guessed("%s is of a database", name)
	}
	return "", ""
}

var databases = []string{"database/sql", "github.com/jmoiron/sqlx", "github.com/jackc/pgx", "gorm.io/gorm", "go.mongodb.org/mongo-driver", "github.com/redis/go-redis",
	"github.com/go-redis/redis", "github.com/uptrace/bun", "github.com/Masterminds/squirrel", "github.com/doug-martin/goqu", "entgo.io/ent", "xorm.io/xorm",
	"github.com/gocql/gocql", "github.com/gomodule/redigo", "github.com/uuidkit/uuidkit/sqlx", "github.com/go-pg/pg"}

func isDatabase(pkg string) bool {
	for _, d := range databases {
		if pkg == d || strings.HasPrefix(pkg, d+"/") {
			return true
		}
	}
	return false
}
